/* A loss curve on a canvas-free <svg>: several series over steps, the line of blind guessing, a hand that marks one step.
   series: [{ name, role (css variable name), dash, dots, steps: [], values: [] (null = not measured) }]; marks: [{ step, name }] */
function lossChart(t, onPick) {
  const L = 54, R = 96, T = 30, B = 30, LINE = 19;
  let W = 760, H = 306, given = null;
  const picture = svg('svg', { class: 'lk-loss', viewBox: `0 0 ${W} ${H}`, role: 'img', tabindex: 0, 'aria-label': t('损失曲线', 'loss curve') });
  let now = { steps: 1, scale: 1, top: 1 };
  const x = step => L + (W - L - R) * step / Math.max(1, now.steps), y = loss => T + (H - T - B) * (1 - Math.min(1.02, loss / now.top));
  const text = (px, py, words, more = {}) => { const node = svg('text', { x: px, y: py, ...more }); node.textContent = words; return node; };
  function draw(what) {
    given = what;
    const { series, lnV, steps, at, marks = [], yTop = null } = what;
    W = Math.max(330, Math.min(760, picture.parentNode?.clientWidth || 760)); H = W < 500 ? 250 : 306;
    picture.setAttribute('viewBox', `0 0 ${W} ${H}`);
    const seen = series.flatMap(s => s.values).filter(v => v !== null && Number.isFinite(v));
    const highest = Math.max(lnV * 1.12, ...seen.slice(0, 4000));
    now = { steps, top: Math.max(.5, yTop ?? Math.min(highest * 1.04, lnV * 4)) };
    const parts = [];
    const gap = [.5, 1, 2, 5, 10, 20].find(g => now.top / g <= 6) ?? 50;
    for (let v = 0; v <= now.top; v += gap) parts.push(svg('line', { class: 'grid', x1: L, x2: W - R, y1: y(v), y2: y(v) }), text(L - 8, y(v) + 5, short(v), { 'text-anchor': 'end', class: 'num' }));
    const every = [10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find(g => steps / g <= (W < 500 ? 4 : 6)) ?? 10000;
    for (let s = 0; s <= steps; s += every) parts.push(text(x(s), H - B + 22, grouped(s), { 'text-anchor': 'middle', class: 'num' }));
    parts.push(text(W - R + (steps < 1e4 ? 26 : 34), H - B + 22, t('步', 'step'), { 'text-anchor': 'start', class: 'soft' }), text(6, 15, t('损失（奈特）', 'loss (nats)')));
    if (lnV <= now.top) parts.push(svg('line', { class: 'guess', x1: L, x2: W - R, y1: y(lnV), y2: y(lnV) }), text(W - R - 4, y(lnV) - 7, t('瞎猜 ', 'blind guess ') + 'ln V = ' + num(lnV), { 'text-anchor': 'end', class: 'soft' }));
    for (const one of marks) parts.push(svg('line', { class: 'mark', x1: x(one.step), x2: x(one.step), y1: T, y2: H - B }), text(x(one.step) + 5, H - B - 8, one.name, { class: 'soft' }));
    const ends = [];
    for (const one of series) {
      const points = one.steps.map((s, i) => [s, one.values[i]]).filter(p => p[1] !== null && Number.isFinite(p[1]));
      if (!points.length) continue;
      /* Above the top nothing is drawn, or it would look like a level: an arrow says how high it went. */
      let path = '', high = false, last = points[0];
      points.forEach(([s, v], i) => {
        const over = v > now.top;
        if (!(over && high)) path += `${i && !(high && !over) ? 'L' : 'M'}${x(s).toFixed(1)} ${y(Math.min(v, now.top)).toFixed(1)}`;
        if (!(over && high)) last = points[i];
        high = over;
      });
      parts.push(svg('path', { class: 'curve', d: path, style: `stroke:var(--${one.role})`, ...(one.dash ? { 'stroke-dasharray': one.dash } : {}), 'stroke-width': one.thin ? 1.4 : 2.4 }));
      if (one.dots) parts.push(...points.filter(p => p[1] <= now.top).map(([s, v]) => svg('circle', { cx: x(s), cy: y(v), r: 3.4, style: `fill:var(--${one.role})` })));
      const end = points[points.length - 1], far = end[1] > now.top;
      ends.push({ y: y(Math.min(end[1], now.top)), x: x(far ? last[0] : end[0]), one, name: one.name + (far ? ` ↑ ${fig(end[1])}` : '') });
    }
    /* Names never lie on each other, nor on the line of blind guessing where they stand inside the plot; the lowest stays above the axis and pushes the others up. */
    for (const e of ends) if (e.x + 8 < W - R && lnV <= now.top && Math.abs(e.y - y(lnV)) < 14) e.y = y(lnV) + 16;
    ends.sort((a, b) => a.y - b.y);
    ends.forEach((e, i) => { if (i && e.y - ends[i - 1].y < LINE) e.y = ends[i - 1].y + LINE; });
    for (let i = ends.length - 1, floor = H - B - 2; i >= 0; i--, floor = ends[i + 1].y - LINE) ends[i].y = Math.min(ends[i].y, floor);
    ends.forEach(e => { parts.push(text(Math.min(e.x + 8, W - R + 8), e.y + 5, e.name, { class: 'label', style: `fill:var(--${e.one.role === 'resid' ? 'ink-2' : e.one.role})` })); });
    if (at !== null && at !== undefined) parts.push(svg('line', { class: 'hand', x1: x(at), x2: x(at), y1: T, y2: H - B }));
    picture.replaceChildren(...parts);
  }
  const stepAt = event => { const box = picture.getBoundingClientRect(); return Math.max(0, Math.min(now.steps, Math.round(((event.clientX - box.left) * W / box.width - L) / (W - L - R) * now.steps))); };
  if (onPick) {
    let down = false;
    picture.addEventListener('pointerdown', event => { down = true; onPick(stepAt(event)); });
    picture.addEventListener('pointermove', event => { if (down && event.buttons) onPick(stepAt(event)); });
    picture.addEventListener('pointerup', () => { down = false; });
  }
  new ResizeObserver(() => { const wide = picture.parentNode?.clientWidth; if (given && wide && Math.max(330, Math.min(760, wide)) !== W) draw(given); }).observe(picture);
  return { node: picture, draw };
}
/* One batch's loss jumps about: each value becomes the mean of the last ten, null where there is no number. What is drawn so is also what is written beside it. */
function lastTen(values) {
  const tail = [];
  return values.map(v => {
    if (!Number.isFinite(v)) return null;
    tail.push(v);
    if (tail.length > 10) tail.shift();
    return tail.reduce((a, b) => a + b) / tail.length;
  });
}
const lastOf = (values, n = values.length) => { for (let i = n - 1; i >= 0; i--) if (Number.isFinite(values[i])) return values[i]; return null; };
