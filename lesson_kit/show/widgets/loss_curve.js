/* −ln p as a curve with a point to drag; the positions of the shown sentence sit on it. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const W = 620, H = 350, L = 56, R = 26, T = 36, B = 56, TOP = 10;
  let shown = window.lkTraining?.exercise ?? model.get('exercises')[0], hot = -1, p = .25;
  const x = q => L + (W - L - R) * q, y = loss => T + (H - T - B) * (1 - Math.min(1, loss / TOP));
  const picture = svg('svg', { class: 'lk-neglog', viewBox: `0 0 ${W} ${H}`, role: 'slider', tabindex: 0, 'aria-label': t('正确词元的概率 p', 'p of the right token'), 'aria-valuemin': 0, 'aria-valuemax': 1 });
  const big = el('div', { className: 'lk-sum' }), table = el('div', { className: 'lk-bars' }), say = el('span', { className: 'lk-say' }), from = el('span', { className: 'lk-from' });
  const menu = saveMenu(t('保存这幅图', 'Save this picture'), { PNG: () => savePng(root, 'loss', picture, source()), SVG: () => saveSvg(root, 'loss', picture, source()), CSV: () => saveCsv('loss', [['target', 'p', 'loss_nats'], ...shown.p.map((q, i) => [shown.tokens[i + 1].t, q, lossOf(q)])], source()) });
  const source = () => model.get('source');
  lessonFigure(root, { title: model.get('title'), menu, body: el('div', { className: 'lk-train' }, el('div', {}, picture), el('div', {}, big, table)), captionNode: el('figcaption', {}, say, from) });
  const text = (px, py, words, more = {}) => { const node = svg('text', { x: px, y: py, ...more }); node.textContent = words; return node; };
  function draw() {
    const lnV = Math.log(shown.vocabulary), parts = [];
    for (let v = 0; v <= TOP; v += 2) parts.push(svg('line', { class: 'grid', x1: L, x2: W - R, y1: y(v), y2: y(v) }), text(L - 8, y(v) + 5, String(v), { 'text-anchor': 'end', class: 'num' }));
    for (const q of [0, .25, .5, .75, 1]) parts.push(text(x(q), H - B + 22, 100 * q + THIN + '%', { 'text-anchor': q === 1 ? 'end' : 'middle', class: 'num' }));
    parts.push(text(W - R, H - 8, t('给正确词元的概率 p', 'p given to the right token'), { 'text-anchor': 'end' }), text(4, 16, t('损失 −ln p', 'loss −ln p')));
    parts.push(svg('line', { class: 'guess', x1: L, x2: W - R, y1: y(lnV), y2: y(lnV) }), text(W - R - 4, y(lnV) - 7, t('瞎猜 ', 'blind guess ') + 'ln V = ' + num(lnV), { 'text-anchor': 'end', class: 'soft' }));
    const path = [...Array(160).keys()].map(i => { const q = Math.exp(-TOP * (1 - i / 159)); return `${i ? 'L' : 'M'}${x(q).toFixed(1)} ${y(lossOf(q)).toFixed(1)}`; }).join('');
    parts.push(svg('path', { class: 'curve', d: path }));
    shown.p.forEach((q, i) => parts.push(svg('circle', { class: 'dot' + (i === hot ? ' hot' : ''), cx: x(q), cy: y(lossOf(q)), r: i === hot ? 7 : 5 })));
    parts.push(svg('line', { class: 'hand', x1: x(p), x2: x(p), y1: y(lossOf(p)), y2: H - B }), svg('line', { class: 'hand', x1: L, x2: x(p), y1: y(lossOf(p)), y2: y(lossOf(p)) }), svg('circle', { class: 'grip', cx: x(p), cy: y(lossOf(p)), r: 10 }));
    picture.replaceChildren(...parts);
    picture.setAttribute('aria-valuenow', p.toFixed(3));
    picture.setAttribute('aria-valuetext', `p = ${p.toFixed(3)}, −ln p = ${lossOf(p).toFixed(2)}`);
    const mean = meanLoss(shown.p), one = (label, value) => el('p', {}, el('b', { textContent: value }), ' ' + label);
    big.replaceChildren(one(t('拖动那一点：−ln ', 'drag the point: −ln ') + share(p), num(lossOf(p))), one(t(`${shown.p.length} 个位置的平均损失（奈特）`, `mean loss of ${shown.p.length} ${plural(shown.p.length, 'position', 'positions')} (nats)`), num(mean)), one(t('困惑度 e^损失：好比每步在这么多个词元里瞎猜', 'perplexity e^loss: like guessing blindly among this many tokens'), fig(Math.exp(mean))));
    table.replaceChildren(...shown.p.map((q, i) => el('div', { className: 'lk-bar' + (i === hot ? ' hot' : ''), onpointerenter: () => { hot = i; draw(); }, onclick: () => { p = Math.max(.0005, q); draw(); } },
      chip(shown.tokens[i + 1], t, i + 1), el('i', {}, el('u', { style: `width:${Math.min(100, 100 * lossOf(q) / TOP).toFixed(1)}%` })), el('code', { textContent: num(lossOf(q)) }))));
    say.textContent = t('圆点是图 2 那句话的每个位置，右边的长条是它们的 −ln p。给正确词元的概率减半，损失就多 0.69；给到 100 % 才是 0。', 'The dots are the positions of the sentence in Figure 2, the bars on the right their −ln p. Halving the probability of the right token adds 0.69; only 100 % costs nothing.');
    from.textContent = source();
  }
  const place = event => { const box = picture.getBoundingClientRect(); p = Math.max(.0005, Math.min(1, ((event.clientX - box.left) * W / box.width - L) / (W - L - R))); draw(); };
  let down = false;
  picture.addEventListener('pointerdown', event => { down = true; picture.setPointerCapture(event.pointerId); place(event); });
  picture.addEventListener('pointermove', event => { if (down) place(event); });
  for (const end of ['pointerup', 'pointercancel']) picture.addEventListener(end, () => { down = false; });
  picture.addEventListener('keydown', event => { const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]; if (!by) return; event.preventDefault(); p = Math.max(.0005, Math.min(1, p + by * (event.shiftKey ? .1 : .01))); draw(); });
  exerciseBus(onDispose, said => { shown = said.exercise; hot = said.at; draw(); });
  draw();
  return dispose;
}
export default { render };
