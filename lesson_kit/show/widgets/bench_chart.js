/* One chart of measured points: panel = { title, x: {label, log}, y: {label, log}, series: [{ name, mark, dash, points: [[x, y, low, high]] }] }. */
/* The sign of a point; lines are told apart by it and by their dashes, also where there is no colour. */
function markAt(kind, x, y) {
  if (kind === 'square') return svg('rect', { x: x - 4, y: y - 4, width: 8, height: 8, class: 'mksq' });
  if (kind === 'triangle') return svg('path', { d: `M${x} ${y - 6}L${x + 5.5} ${y + 4.5}H${x - 5.5}Z`, class: 'mksq' });
  if (kind === 'diamond') return svg('path', { d: `M${x} ${y - 6.5}L${x + 6.5} ${y}L${x} ${y + 6.5}L${x - 6.5} ${y}Z`, class: 'mkci' });
  return svg('circle', { cx: x, cy: y, r: 4.5, class: 'mkci' });
}
const lineOf = (s, d) => svg('path', { d, class: 'ln' + (s.dash === true ? ' dash' : '') + (s.mark === 'none' ? ' soft' : ''), ...(typeof s.dash === 'string' && s.dash ? { 'stroke-dasharray': s.dash } : {}) });
/* The same line, short, beside its name. */
const lineSample = (s, x, y, long = 26) => [...(s.line === false ? [] : [lineOf(s, `M${x} ${y}h${long}`)]), ...(s.mark === 'none' ? [] : [markAt(s.mark, x + long / 2, y)])];
const textWidth = text => [...text].reduce((w, c) => w + (c.charCodeAt(0) > 255 ? 14.5 : 7.6), 0);
/* A title in as many lines as it takes: broken in front of a bracket, else at spaces. */
function folded(text, width) {
  const parts = text.split(/(?<=\S)\s*(?=[(（])/), lines = [''];
  if (textWidth(text) <= width) return [text];
  if (parts.length > 1 && parts.every(part => textWidth(part) <= width)) return parts;
  for (const part of text.split(/(?<= )|(?=（)/)) if (textWidth(lines.at(-1) + part.trimEnd()) > width && lines.at(-1)) lines.push(part); else lines[lines.length - 1] += part;
  return lines.map(line => line.trim());
}
function niceTicks(low, high, log, most) {
  if (log) {
    const out = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) for (const m of [1, 2, 5]) out.push(m * 10 ** e);
    const kept = out.filter(v => v >= low * .999 && v <= high * 1.001), tens = kept.filter(v => Number.isInteger(Math.round(Math.log10(v) * 1e6) / 1e6));
    return kept.length <= most ? kept : tens.length > 1 ? tens : kept.filter((_, i) => i % Math.ceil(kept.length / most) === 0);
  }
  const raw = (high - low) / Math.max(1, most - 1), unit = 10 ** Math.floor(Math.log10(raw || 1)), step = [1, 2, 2.5, 5, 10].find(m => m * unit >= raw) * unit, out = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-6; v += step) out.push(+v.toPrecision(10));
  return out;
}
const tickText = (v, t) => { const a = Math.abs(v), chinese = t(true, false); if (chinese && a >= 1e4) return a >= 1e8 ? fig(v / 1e8) + THIN + '亿' : fig(v / 1e4) + THIN + '万'; return a >= 1e12 ? fig(v / 1e12) + 'T' : a >= 1e9 ? fig(v / 1e9) + 'G' : a >= 1e6 ? fig(v / 1e6) + 'M' : a >= 1e4 ? fig(v / 1e3) + 'k' : fig(v); };
function benchChart(panel, width, { t, tip }) {
  const W = Math.max(280, width), narrow = W < 460, ml = 56, mt = 30, signed = panel.series.some(s => s.dash);
  const all = panel.series.flatMap(s => s.points), xs = all.map(p => p[0]), ys = all.flatMap(p => p.slice(1));
  const labels = panel.series.map(s => s.name), mr = narrow ? 14 : Math.min(200, (signed ? 60 : 26) + Math.max(...labels.map(textWidth)));
  const below = folded(panel.x.label, W - ml - mr), mb = 30 + 18 * below.length, H = (narrow ? 230 : 250) + 18 * (below.length - 1);
  const floor = (v, log) => log ? Math.min(...v) : Math.min(0, ...v), room = log => log ? 1.25 : 1.08;
  let [x0, x1, y0, y1] = [floor(xs, panel.x.log), Math.max(...xs), floor(ys, panel.y.log), Math.max(...ys) * room(panel.y.log)];
  if (panel.y.log) y0 /= 1.25;
  if (x1 === x0) x1 = x0 + 1;
  const put = (v, a, b, log, from, to) => from + (to - from) * (log ? Math.log(v / a) / Math.log(b / a) : (v - a) / (b - a));
  const X = v => put(v, x0, x1, panel.x.log, ml, W - mr), Y = v => put(Math.max(v, panel.y.log ? y0 : -Infinity), y0, y1, panel.y.log, H - mb, mt);
  const picture = svg('svg', { width: W, height: H + (narrow ? 22 * labels.length : 0), viewBox: `0 0 ${W} ${H + (narrow ? 22 * labels.length : 0)}`, role: 'img', 'aria-label': panel.title });
  const write = (x, y, text, kind = '', anchor = 'middle') => { const n = svg('text', { x, y, class: kind, 'text-anchor': anchor }); n.textContent = text; picture.append(n); return n; };
  for (const v of niceTicks(y0, y1, panel.y.log, 5)) { picture.append(svg('path', { d: `M${ml} ${Y(v)}H${W - mr}`, class: v ? 'gridl' : 'axis' })); write(ml - 8, Y(v) + 5, tickText(v, t), '', 'end'); }
  picture.append(svg('path', { d: `M${ml} ${H - mb}H${W - mr}`, class: 'axis' }));
  let right = -1e9;
  for (const v of niceTicks(x0, x1, panel.x.log, narrow ? 5 : 8)) { if (X(v) - right < 34) continue; right = X(v); picture.append(svg('path', { d: `M${X(v)} ${H - mb}v5`, class: 'axis' })); write(X(v), H - mb + 20, tickText(v, t)); }
  write(2, 14, panel.y.label, 'b', 'start'); below.forEach((line, i) => write((ml + W - mr) / 2, H - 6 - 18 * (below.length - 1 - i), line));
  const ends = [];
  panel.series.forEach((s, i) => {
    const line = k => s.points.map((p, j) => `${j ? 'L' : 'M'}${X(p[0])} ${Y(p[k] ?? p[1])}`).join('');
    if (s.points.some(p => p.length > 3)) picture.append(svg('path', { d: line(3) + s.points.map(p => `L${X(p[0])} ${Y(p[2] ?? p[1])}`).reverse().join('') + 'Z', class: 'band' }));
    if (s.line !== false) picture.append(lineOf(s, line(1)));
    for (const p of s.points) {
      if (s.mark === 'none') continue;
      const dot = markAt(s.mark, X(p[0]), Y(p[1]));
      dot.addEventListener('pointerenter', e => tip.show(e, el('b', { textContent: s.name }), el('br'), `${panel.x.label}: ${fig(p[0], 4)}`, el('br'), `${panel.y.label}: ${fig(p[1])}`, ...(p.length > 3 ? [el('br'), t(`最低 ${fig(p[2])}，最高 ${fig(p[3])}`, `lowest ${fig(p[2])}, highest ${fig(p[3])}`)] : [])));
      dot.addEventListener('pointerleave', () => tip.hide());
      picture.append(dot);
    }
    const end = s.points[s.points.length - 1];
    ends.push({ name: s.name, y: Y(end[1]), x: X(end[0]), i, s });
  });
  if (narrow) ends.forEach((e, i) => { const y = H + 8 + 22 * i; picture.append(...lineSample(e.s, 4, y)); write(38, y + 5, e.name, 'b', 'start'); });
  else {
    ends.sort((a, b) => a.y - b.y);
    for (let i = 1; i < ends.length; i++) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 19);
    for (let i = ends.length - 1, low = H - mb; i >= 0; i--) { ends[i].y = Math.min(ends[i].y, low); low = ends[i].y - 19; }
    for (const e of ends) { if (signed) picture.append(...lineSample(e.s, e.x + 20, e.y, 24)); write(e.x + (signed ? 50 : 12), e.y + 5, e.name, 'b', 'start'); }
  }
  return picture;
}
