/* The drawing of one position inside the FFN: a narrow strip, a wide row of units twice, a narrow strip. */

/* geometry for a width: the strip's share of it is d_model / d_ff, as in the model */
function ffnPlan(width, s, narrow) {
  const strip = Math.max(60, width * Math.min(1, s.C / s.F)), x0 = (width - strip) / 2, tall = narrow || innerHeight < 800 ? 84 : 118;      // a phone, or a projector whose screen is low: the picture fits it whole
  const inTop = 26, inEnd = inTop + 24, preTop = inEnd + 52, preEnd = preTop + tall, actTop = preEnd + 46, actEnd = actTop + tall, outTop = actEnd + 34, outEnd = outTop + 24;
  return { width, strip, x0, inTop, inEnd, preTop, preEnd, actTop, actEnd, outTop, outEnd, height: outEnd + 26 };
}
/* Draws into canvas. v: { x, pre, act, out } Float32Array; order: unit numbers left to right; marks: unit or null */
function drawFfn(canvas, root, plan, v, order, mark, words) {
  const dpr = Math.min(3, devicePixelRatio || 1), { width, height } = plan;
  canvas.width = Math.round(width * dpr); canvas.height = Math.round(height * dpr);
  canvas.style.width = width + 'px'; canvas.style.height = height + 'px';
  const pen = canvas.getContext('2d'), c = Object.fromEntries(['ink', 'muted', 'line', 'ffn', 'resid', 'bg'].map(n => [n, role(root, n)]));
  pen.scale(dpr, dpr);
  const most = a => { let m = 1e-9; for (const q of a) m = Math.max(m, Math.abs(q)); return m; };
  const strip = (values, y, h) => {
    const top = most(values), ramp = signedRamp(root, top), w = plan.strip / values.length;
    for (let i = 0; i < values.length; i++) { pen.fillStyle = ramp.at(values[i]); pen.fillRect(plan.x0 + i * w, y, Math.max(w, .6), h); }
    pen.strokeStyle = css(c.resid); pen.lineWidth = 1.5; pen.strokeRect(plan.x0 - .5, y - .5, plan.strip + 1, h + 1);
  };
  const wedge = (y1, x1, w1, y2, x2, w2) => { pen.fillStyle = css(c.ffn); pen.globalAlpha = .1; pen.beginPath(); pen.moveTo(x1, y1); pen.lineTo(x1 + w1, y1); pen.lineTo(x2 + w2, y2); pen.lineTo(x2, y2); pen.fill(); pen.globalAlpha = 1; };
  const bars = (values, y1, y2, solid) => {
    const top = most(values), mid = (y1 + y2) / 2, half = (y2 - y1) / 2, w = width / order.length;
    pen.fillStyle = css(c.line); pen.fillRect(0, mid - .5, width, 1);
    pen.fillStyle = css(c.ffn);
    for (let i = 0; i < order.length; i++) { const h = half * values[order[i]] / top; pen.globalAlpha = solid ? 1 : .5; pen.fillRect(i * w, h > 0 ? mid - h : mid, Math.max(w * .86, .7), Math.abs(h)); }
    pen.globalAlpha = 1;
    return top;
  };
  wedge(plan.inEnd, plan.x0, plan.strip, plan.preTop - 22, 0, width);
  wedge(plan.actEnd, 0, width, plan.outTop, plan.x0, plan.strip);
  strip(v.x, plan.inTop, 24);
  const preMost = bars(v.pre, plan.preTop, plan.preEnd, false), actMost = bars(v.act, plan.actTop, plan.actEnd, true);
  strip(v.out, plan.outTop, 24);
  if (mark != null) {
    const at = order.indexOf(mark), w = width / order.length, x = at * w + w / 2;
    pen.strokeStyle = css(c.ink); pen.lineWidth = 1.5;
    pen.beginPath(); pen.moveTo(x, plan.preTop - 4); pen.lineTo(x, plan.preEnd + 4); pen.moveTo(x, plan.actTop - 4); pen.lineTo(x, plan.actEnd + 4); pen.stroke();
  }
  pen.font = `400 14px ${getComputedStyle(root).fontFamily}`; pen.textBaseline = 'alphabetic';
  const write = (text, x, y, align = 'left', ink = c.ink) => { pen.fillStyle = css(c.bg); pen.globalAlpha = .82; const w = pen.measureText(text).width; pen.fillRect((align === 'center' ? x - w / 2 : align === 'right' ? x - w : x) - 3, y - 14, w + 6, 19); pen.globalAlpha = 1; pen.textAlign = align; pen.fillStyle = css(ink); pen.fillText(text, x, y); };
  write(words.in, width / 2, plan.inTop - 8, 'center');
  write(words.pre, 2, plan.preTop - 6);
  write('±' + fig(preMost, 2), width - 2, plan.preTop - 6, 'right', c.muted);
  write(words.act, 2, plan.actTop - 8);
  write('±' + fig(actMost, 2), width - 2, plan.actTop - 8, 'right', c.muted);
  write(words.out, width / 2, plan.outEnd + 19, 'center');
}
/* the fewest units whose |activation| adds up to half of the whole */
function halfOf(act) {
  const sizes = Float32Array.from(act, Math.abs).sort().reverse();
  let whole = 0, sum = 0, n = 0;
  for (const x of sizes) whole += x;
  while (n < sizes.length && sum < whole / 2) sum += sizes[n++];
  return n;
}
