/* The weights as a matrix on a canvas: row = query, column = key. Cells too small to see are joined into blocks
   (the largest weight stands for the block); under the pointer a lens shows the single cells. */

const LABEL = 14, NUMBER = 22.5, TOP = 52, FOOT = 26;           // smallest text in a picture; room over and under the grid

function heatMap(app) {
  const { t } = app;
  const base = el('canvas', { role: 'img' }), over = el('canvas', { className: 'av-over', ariaHidden: 'true' }), node = el('div', { className: 'av-heat' }, base, over);
  let g = null;                                  // geometry: { n, c, b, lw, edge, width, height }

  const font = (weight = 400, size = LABEL) => `${weight} ${size}px ${app.font()}`;
  function short(pen, text, room) {
    if (pen.measureText(text).width <= room) return text;
    let cut = [...text];
    while (cut.length > 1 && pen.measureText(cut.join('') + '…').width > room) cut.pop();
    return cut.join('') + '…';
  }
  function layout(edge) {
    const s = app.s(), pen = base.getContext('2d'), n = s.T, c = Math.min(36, edge / n);
    pen.font = font();
    const labels = s.tokens.map((token, i) => short(pen, face(token, t, i).text, 64)), widths = labels.map(x => pen.measureText(x).width);
    const each = c >= LABEL, lw = Math.round((each ? Math.min(72, Math.max(24, ...widths)) : 34) + 12);
    g = { n, c, b: c < 5 ? Math.ceil(5 / c) : 1, edge: n * c, lw, labels, each, flat: each && Math.max(...widths) <= c - 2, width: lw + edge + 32, height: TOP + edge + FOOT };
    for (const canvas of [base, over]) {
      const dpr = window.devicePixelRatio || 1;
      canvas.width = Math.round(g.width * dpr); canvas.height = Math.round(g.height * dpr);
      canvas.style.width = g.width + 'px'; canvas.style.height = g.height + 'px';
      canvas.getContext('2d').setTransform(dpr, 0, 0, dpr, 0, 0);
    }
    node.style.width = g.width + 'px'; node.style.height = TOP + edge + FOOT + 'px';      // the same for every sentence
    base.setAttribute('aria-label', t(`权重热图，${n} 个词元：行在看，列被看。数字见“表格”。`, `Heatmap of weights, ${n} tokens: rows look, columns are looked at. The numbers are under “Table”.`));
  }
  const x0 = j => g.lw + j * g.c, y0 = i => TOP + i * g.c;
  const hidden = (i, j) => (app.S.mask !== 'none' && j > i) || (app.S.ex && j === 0);
  /* the colour of a cell, and of the text on it: of the head that looks there most */
  function cell(rows, at) {
    let best = 0;
    for (let r = 1; r < rows.length; r++) if (rows[r].w[at] > rows[best].w[at]) best = r;
    const x = Math.min(1, rows[best].w[at] / app.top());
    return { w: rows[best].w[at], x, ramp: rows[best].ramp };
  }

  function paint() {
    if (!g) return;
    const pen = base.getContext('2d'), rows = app.shown(), { n, c, b } = g, ink = app.c('ink'), muted = app.c('muted'), line = app.c('line');
    pen.clearRect(0, 0, g.width, g.height);
    pen.fillStyle = hatch(pen, app.c('line-2'));
    pen.fillRect(g.lw, TOP, g.edge, g.edge);
    if (c >= LABEL) each(pen, rows, line); else blocks(pen, rows);
    axes(pen, muted, app.c('ink-2'));
    legend(pen, muted, line, b);
  }
  function each(pen, rows, line) {
    const { n, c } = g, fits = app.S.nums && c >= NUMBER, paper = app.c('bg');
    pen.textAlign = 'center'; pen.textBaseline = 'middle'; pen.font = font();
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) {
      if (hidden(i, j)) continue;
      const { w, x, ramp } = cell(rows, i * n + j);
      pen.fillStyle = paper; pen.fillRect(x0(j), y0(i), c, c);          // no hatching between visible cells
      pen.fillStyle = ramp.at(x);
      pen.beginPath(); pen.roundRect(x0(j) + .75, y0(i) + .75, c - 1.5, c - 1.5, 2); pen.fill();
      if (x < .08) { pen.strokeStyle = line; pen.lineWidth = .75; pen.stroke(); }
      if (fits) { pen.fillStyle = ramp.text(x); pen.fillText(String(Math.round(100 * w)), x0(j) + c / 2, y0(i) + c / 2 + 1, c - 2); }
    }
  }
  /* one pixel per block, then enlarged without smoothing: 256 tokens cost no more than 60 */
  function blocks(pen, rows) {
    const { n, b } = g, m = Math.ceil(n / b), small = el('canvas', { width: m, height: m }), brush = small.getContext('2d'), image = brush.createImageData(m, m);
    for (let y = 0; y < m; y++) for (let x = 0; x < m; x++) {
      let top = null;
      for (let i = y * b; i < Math.min(n, y * b + b); i++) for (let j = x * b; j < Math.min(n, x * b + b); j++) {
        if (!hidden(i, j)) { const one = cell(rows, i * n + j); if (!top || one.x > top.x) top = one; }
      }
      if (top) image.data.set([...top.ramp.rgb(top.x), 255], 4 * (y * m + x));
    }
    brush.putImageData(image, 0, 0);
    pen.imageSmoothingEnabled = false;
    const side = g.edge * m * b / n;
    pen.save(); pen.beginPath(); pen.rect(g.lw, TOP, g.edge, g.edge); pen.clip();
    pen.drawImage(small, g.lw, TOP, side, side);
    pen.restore();
  }
  function axes(pen, muted, ink) {
    const { n, c, lw } = g;
    mark1(pen, lw - 18, TOP - 13, 'q', 'query'); mark1(pen, lw - 18, TOP - 37, 'k', 'key');
    pen.fillStyle = muted; pen.font = font(); pen.textAlign = 'left'; pen.textBaseline = 'middle';
    pen.fillText(g.flat ? t('被看的词元 →', 'looked at →') : '→', lw - 4, TOP - 37);
    pen.textAlign = 'right'; pen.fillText('↓', lw - 30, TOP - 13);
    pen.fillStyle = ink;
    if (!g.each) {                               // too many for names: every so many, the place
      const step = [1, 2, 5, 10, 20, 50, 100].find(x => x * c >= 34) ?? 200;
      for (let i = step; i < n; i += step) {
        pen.textAlign = 'right'; pen.fillText(String(i + 1), lw - 6, y0(i) + c / 2);
        if (x0(i) > lw + 18) { pen.textAlign = 'center'; pen.fillText(String(i + 1), x0(i) + c / 2, TOP - 10); }
      }
      return;
    }
    for (let i = 0; i < n; i++) name(pen, i, 'row');
    for (let j = 0; j < n; j++) name(pen, j, 'column');
  }
  function name(pen, i, axis) {
    const { c, lw, labels } = g;
    pen.textBaseline = 'middle';
    if (axis === 'row') { pen.textAlign = 'right'; pen.fillText(labels[i], lw - 8, y0(i) + c / 2 + 1); return; }
    if (g.flat || i === 0) { pen.textAlign = 'center'; pen.fillText(labels[i], x0(i) + c / 2, TOP - 10); return; }
    pen.save();
    pen.translate(x0(i) + c / 2 + 2, TOP - 6); pen.rotate(-52 * Math.PI / 180);
    pen.textAlign = 'left'; pen.fillText(short(pen, labels[i], 50), 0, 0);
    pen.restore();
  }
  function mark1(pen, x, y, letter, name) {
    pen.fillStyle = app.c('bg'); pen.strokeStyle = app.c(name); pen.lineWidth = 1.5;
    pen.beginPath(); pen.roundRect(x - 9, y - 9, 18, 18, 4); pen.fill(); pen.stroke();
    pen.fillStyle = app.c('ink'); pen.font = `600 14px ${app.mono()}`; pen.textAlign = 'center'; pen.textBaseline = 'middle';
    pen.fillText(letter, x, y + 1);
  }
  function legend(pen, muted, line, b) {
    const y = TOP + g.edge + 10, top = app.top();
    pen.font = font(); pen.textBaseline = 'middle'; pen.textAlign = 'left'; pen.fillStyle = muted;
    pen.fillText('0', g.lw, y + 7);
    for (let i = 0; i <= 10; i++) { pen.fillStyle = app.ramp.at(i / 10); pen.fillRect(g.lw + 14 + 9 * i, y, 9, 12); }
    pen.strokeStyle = line; pen.lineWidth = 1; pen.strokeRect(g.lw + 14, y, 99, 12);
    pen.fillStyle = muted;
    const words = (top < 1 ? '≥ ' : '') + pct(top, 0);
    pen.fillText(words, g.lw + 119, y + 7);
    const left = g.lw + 119 + pen.measureText(words).width + 14;
    if (b > 1) { pen.fillText(t(`每格取 ${b}×${b} 的最大`, `max of ${b}×${b} each`), left, y + 7); return; }
    if (app.S.mask === 'none' && !app.S.ex) return;
    const unseen = app.S.mask === 'none' ? t('不计', 'left out') : t('看不见', 'hidden');
    if (left + 20 + pen.measureText(unseen).width > g.width) return;
    pen.fillStyle = hatch(pen, app.c('line-2')); pen.fillRect(left, y, 12, 12); pen.strokeRect(left, y, 12, 12);
    pen.fillStyle = muted; pen.fillText(unseen, left + 18, y + 7);
  }
  /* the row that looks and the cell it looks at, over the picture */
  function mark() {
    if (!g) return;
    const pen = over.getContext('2d'), q = app.query(), k = app.key(), { n, c, lw } = g, end = app.S.mask === 'none' ? n : q + 1;
    pen.clearRect(0, 0, g.width, g.height);
    pen.strokeStyle = app.c('query'); pen.lineWidth = 2;
    pen.beginPath(); pen.roundRect(lw - 1, y0(q) - 1, end * c + 2, Math.max(c, 3) + 2, 3); pen.stroke();
    const bold = (i, axis) => {
      pen.font = font(600); pen.fillStyle = app.c('bg');
      if (axis === 'row') pen.fillRect(0, y0(i) + c / 2 - (g.each ? 9 : 14), lw - 3, g.each ? 18 : 28);
      else if (!g.each || g.flat || i === 0) { const wide = g.each ? pen.measureText(g.labels[i]).width + 8 : 72; pen.fillRect(x0(i) + c / 2 - wide / 2, TOP - 20, wide, 18); }
      pen.fillStyle = app.c('ink');
      if (g.each) name(pen, i, axis);
      else if (axis === 'row') { pen.textAlign = 'right'; pen.textBaseline = 'middle'; pen.fillText(short(pen, g.labels[i], lw - 8), lw - 6, y0(i) + c / 2); }
      else { pen.textAlign = 'center'; pen.textBaseline = 'middle'; pen.fillText(g.labels[i], x0(i) + c / 2, TOP - 10); }
    };
    bold(q, 'row');
    if (k == null) return;
    pen.strokeStyle = app.c('key'); pen.lineWidth = 2.5;
    pen.beginPath(); pen.roundRect(x0(k) + (c > 6 ? 1 : -2), y0(q) + (c > 6 ? 1 : -2), Math.max(c - 2, 5), Math.max(c - 2, 5), 3); pen.stroke();
    bold(k, 'column');
  }
  const small = () => g && g.c < LABEL;
  /* single cells around (q, k), large enough to read: for the pointer's box */
  function lens(q, k) {
    const s = app.s(), size = 9, c = 27, lw = 60, th = 44, dpr = window.devicePixelRatio || 1, canvas = el('canvas', { width: (lw + size * c + 26) * dpr, height: (th + size * c + 2) * dpr, className: 'av-lens' });
    canvas.style.width = lw + size * c + 26 + 'px'; canvas.style.height = th + size * c + 2 + 'px';
    const pen = canvas.getContext('2d'), rows = app.shown(), from = (x, n) => Math.max(0, Math.min(n - size, x - 4)), i0 = from(q, s.T), j0 = from(k, s.T);
    pen.scale(dpr, dpr); pen.font = font(); pen.textBaseline = 'middle';
    for (let y = 0; y < Math.min(size, s.T); y++) {
      const i = i0 + y;
      pen.fillStyle = app.c(i === q ? 'ink' : 'muted'); pen.font = font(i === q ? 600 : 400); pen.textAlign = 'right';
      pen.fillText(short(pen, face(s.tokens[i], t, i).text, lw - 8), lw - 6, th + y * c + c / 2);
      for (let x = 0; x < Math.min(size, s.T); x++) {
        const j = j0 + x;
        if (hidden(i, j)) { pen.fillStyle = hatch(pen, app.c('line-2')); pen.fillRect(lw + x * c, th + y * c, c, c); continue; }
        const one = cell(rows, i * s.T + j);
        pen.fillStyle = one.ramp.at(one.x); pen.fillRect(lw + x * c + .5, th + y * c + .5, c - 1, c - 1);
        pen.fillStyle = one.ramp.text(one.x); pen.textAlign = 'center'; pen.font = font(400, 14);
        pen.fillText(one.w < .095 ? (100 * one.w).toFixed(1) : String(Math.round(100 * one.w)), lw + x * c + c / 2, th + y * c + c / 2 + 1, c - 2);
      }
    }
    for (let x = 0; x < Math.min(size, s.T); x++) {
      const j = j0 + x;
      pen.save(); pen.translate(lw + x * c + c / 2, th - 5); pen.rotate(-52 * Math.PI / 180); pen.textAlign = 'left';
      pen.fillStyle = app.c(j === k ? 'ink' : 'muted'); pen.font = font(j === k ? 600 : 400);
      pen.fillText(short(pen, face(s.tokens[j], t, j).text, 48), 0, 0); pen.restore();
    }
    pen.strokeStyle = app.c('key'); pen.lineWidth = 2.5;
    pen.strokeRect(lw + (k - j0) * c + 1, th + (q - i0) * c + 1, c - 2, c - 2);
    return canvas;
  }
  function at(event) {
    const r = over.getBoundingClientRect(), x = event.clientX - r.left - g.lw, y = event.clientY - r.top - TOP;
    const i = Math.floor(y / g.c), j = Math.floor(x / g.c);
    return i < 0 || i >= g.n || j >= g.n ? null : [i, j < 0 ? null : j];
  }
  over.addEventListener('pointermove', event => { const hit = at(event); hit ? app.hover(hit[0], hit[1], event) : app.leave(); });
  over.addEventListener('pointerleave', () => app.leave());
  over.addEventListener('click', event => { const hit = at(event); if (hit) app.pin(hit[0], hit[1]); });
  const place = (q, k) => { const r = over.getBoundingClientRect(); return { clientX: r.left + x0(k ?? 0) + g.c, clientY: r.top + y0(q) }; };
  return { node, base, layout, paint, mark, lens, small, place, size: () => g };
}
/* thin slanted lines: not visible yet, or not counted */
function hatch(pen, colour) {
  const tile = el('canvas', { width: 6, height: 6 }), brush = tile.getContext('2d');
  brush.strokeStyle = colour; brush.lineWidth = 1.2;
  brush.beginPath();
  for (const x of [-6, 0, 6]) { brush.moveTo(x, 6); brush.lineTo(x + 6, 0); }
  brush.stroke();
  return pen.createPattern(tile, 'repeat');
}
