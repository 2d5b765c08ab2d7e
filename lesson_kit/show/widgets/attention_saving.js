/* The picture as a file: arcs, heatmap, and a line saying which model, sentence, layer and head it shows. */

/* One SVG from the state, in plain attributes: what is saved needs no style sheet. */
function drawnPicture(app, strip, heat) {
  const s = app.s(), g = heat.size(), { t } = app, w = app.shown()[0].w, c = name => app.c(name), top = app.top();
  const arcs = strip.node.querySelector('svg.av-arcs'), chips = [...strip.node.querySelectorAll('.av-col')], home = strip.node.querySelector('.av-strip').getBoundingClientRect();
  const wide = chips.length ? home.width : 0, gap = wide ? 48 : 0, x0 = wide + gap + 12, out = svg('svg', { 'font-family': app.font(), 'font-size': 14 });
  const text = (x, y, words, more = {}) => { const node = svg('text', { x, y, fill: c('ink'), ...more }); node.textContent = words; out.append(node); return node; };
  text(12, 26, app.readout.textContent, { 'font-size': 17 });
  if (wide) {
    const base = 44 + +arcs.getAttribute('height');
    const group = svg('g', { transform: 'translate(12 44)', fill: 'none' });
    for (const path of arcs.querySelectorAll('.av-case, .av-arc, .av-foot')) {
      const copy = path.cloneNode();
      copy.removeAttribute('class');
      if (path.matches('.av-case')) copy.setAttribute('stroke', c('bg'));
      if (path.matches('.av-foot')) copy.setAttribute('fill', c('key'));
      group.append(copy);
    }
    out.append(group);
    chips.forEach((col, i) => {
      const chip = col.firstChild.getBoundingClientRect(), x = chip.left - home.left + 12, isq = i === app.S.q, future = app.S.mask !== 'none' && i > app.S.q;
      out.append(svg('rect', { x, y: base, width: chip.width, height: 38, rx: 6, fill: c('bg'), stroke: isq ? c('query') : c('line-2'), 'stroke-width': isq ? 2 : 1, ...(future ? { 'stroke-dasharray': '4 3' } : {}) }));
      const f = face(s.tokens[i], t, i), mid = x + chip.width / 2;
      text(mid, base + 25, (f.dot ? '·' : '') + f.text, { 'text-anchor': 'middle', 'font-size': 16, fill: future ? c('muted') : c('ink') });
      if (!future) text(mid, base + 58, pct(w[app.S.q * s.T + i]), { 'text-anchor': 'middle' });
    });
  }
  const y0 = 100, { n, lw } = g, cell = g.edge / n;
  if (n > 64) out.append(svg('image', { x: x0, y: y0 - TOP, width: g.width, height: g.height, href: heat.base.toDataURL('image/png') }));
  else for (let i = 0; i < n; i++) {
    text(x0 + lw - 8, y0 + i * cell + cell / 2 + 5, cell >= LABEL ? g.labels[i] : '', { 'text-anchor': 'end' });
    const column = text(0, 0, cell >= LABEL ? g.labels[i] : '', g.flat || i === 0 ? { 'text-anchor': 'middle' } : {});
    column.setAttribute('transform', `translate(${x0 + lw + i * cell + cell / 2 + (g.flat || i === 0 ? 0 : 3)} ${y0 - 6})` + (g.flat || i === 0 ? '' : ' rotate(-52)'));
    for (let j = 0; j < n; j++) {
      if ((app.S.mask !== 'none' && j > i) || (app.S.ex && j === 0)) continue;
      const x = Math.min(1, w[i * n + j] / top);
      out.append(svg('rect', { x: x0 + lw + j * cell + .5, y: y0 + i * cell + .5, width: cell - 1, height: cell - 1, rx: 2, fill: app.ramp.at(x), stroke: c('line'), 'stroke-width': x < .08 ? .75 : 0 }));
      if (app.S.nums && cell >= NUMBER) text(x0 + lw + j * cell + cell / 2, y0 + i * cell + cell / 2 + 5, String(Math.round(100 * w[i * n + j])), { 'text-anchor': 'middle', fill: app.ramp.text(x) });
    }
  }
  out.setAttribute('width', Math.round(x0 + g.width + 12));
  out.setAttribute('height', Math.round(Math.max(y0 + g.edge + 16, wide ? 44 + +arcs.getAttribute('height') + 76 : 0)));
  return out;
}
function csvRows(app) {
  const s = app.s(), w = app.shown()[0].w, rows = [['query', 'query_token', 'query_id', 'key', 'key_token', 'key_id', 'score', 'weight']];
  for (let i = 0; i < s.T; i++) {
    const scores = app.scoreRow(i);
    for (let j = 0; j < s.T; j++) {
      if (app.S.mask !== 'none' && j > i) continue;
      const name = n => s.tokens[n].t || hexPairs(s.tokens[n].b);
      rows.push([i + 1, name(i), s.tokens[i].id, j + 1, name(j), s.tokens[j].id, scores ? scores[j].toFixed(6) : '', w[i * s.T + j].toFixed(6)]);
    }
  }
  return rows;
}
