/* The same row of the table, carried through the layers of two sentences. Layer 0 is the table's row. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), tip = tooltip(root);
  let data, layer = 0, word, playing = 0;
  const words = el('span', { className: 'wp-words' }), layers = el('input', { type: 'range', min: 0, step: 1, className: 'wp-slide', ariaLabel: t('第几层之后', 'after layer') }), layerName = el('b', {});
  const play = el('button', { type: 'button', className: 'lk-btn', onclick: () => (playing ? stop() : start()) });
  const frames = el('div', { className: 'wp-frames' }), map = el('div', { className: 'wp-map' }), lines = el('div', { className: 'wp-lines' }), readout = el('p', { className: 'lk-read', role: 'status' }), mapNote = el('span', {});
  const board = el('div', { className: 'wp-board' }, el('div', {}, el('h4', { textContent: t('一张压平的地图：从表里的行出发', 'A flattened map: both start from the table’s row') }), map), el('div', {}, el('h4', { textContent: t('余弦，逐层', 'Cosine, layer by layer') }), lines));
  const ask = asking(model, t, onDispose, { hints: [t('自己的第一句', 'Your first sentence'), t('第二句，有同一个词', 'Another, sharing a word')], show, label: t('词', 'Word') });
  const knobs = el('div', { className: 'lk-knobs' }, el('span', { className: 'lk-knob' }, play, layers, layerName), el('span', { className: 'lk-knob' }, t('换一个词放进去', 'Put another word in'), words));
  lessonFigure(root, { title: model.get('title'), controls: ask.nodes, body: el('div', {}, frames, knobs, board), readout, captionNode: caption([t('同一个词元查到同一行，进了句子才有分别。', 'One token, one row; only a sentence makes a difference. '), mapNote], model.get('source'), t('模型实算', 'computed by the model')),
    menu: lessonMenu(root, t, 'word-in-sentence', () => board, () => [['layer', ...Object.keys(data.lines).map(k => 'cosine_' + k)], ...data.lines.other.map((_, l) => [l, ...Object.values(data.lines).map(line => line[l])])], () => `${model.get('source')} · ${data.paths.map(p => p.text).join(' | ')}`) });
  const L = () => data.lines.other.length - 1, of = f => data.paths.find(p => p.frame === f && p.word === word) ?? data.paths.find(p => p.frame === f);
  const start = () => { if (stillMotion()) { layer = L(); draw(); return; } layer = layer >= L() ? 0 : layer; playing = setInterval(() => { if (layer >= L()) stop(); else { layer += 1; draw(); } }, Math.max(120, 2400 / L())); draw(); };
  const stop = () => { clearInterval(playing); playing = 0; draw(); };
  onDispose(() => clearInterval(playing));
  function show(example) {
    clearInterval(playing); playing = 0;
    data = example; word = data.word; layer = L();
    layers.max = L();
    const list = [...new Set(data.paths.map(p => p.word))];
    words.parentNode.hidden = list.length < 2;
    const pick = segment(t('词', 'word'), list.map(w => [w, w]), w => { word = w; pick.sync(w); draw(); });
    words.replaceChildren(pick);
    pick.sync(word);
    draw();
  }
  layers.oninput = () => { layer = +layers.value; draw(); };
  const MARK = { 0: ['A', 'query'], 1: ['a', 'query'], 2: ['B', 'key'] };
  function draw() {
    layers.value = layer;
    play.textContent = playing ? t('停', 'Pause') : t('播放', 'Play');
    layerName.textContent = layer ? t(`第 ${layer} 层之后`, `after layer ${layer}`) : t('查表得到的行', 'the table’s row');
    frames.replaceChildren(...[0, 1, 2].map(f => of(f)).filter(Boolean).map(p => {
      const at = p.text.lastIndexOf(p.word);
      return el('div', { className: 'wp-frame' }, tag(...MARK[p.frame]), ' ', el('bdi', {}, p.text.slice(0, at), el('b', { className: 'wp-slot', textContent: p.word }), p.text.slice(at + p.word.length)), el('small', { textContent: data.senses.length ? data.senses[p.frame === 2 ? 1 : 0] : '' }));
    }));
    drawMap(); drawLines();
    const c = data.lines.other[layer], same = data.lines.same?.[layer], w = t(`「${data.word}」`, `“${data.word}”`);
    readout.replaceChildren(t(`${layer ? `第 ${layer} 层之后` : '刚查完表'}，两句里的${w}余弦 `, `${layer ? `After layer ${layer}` : 'Fresh from the table'} the ${w} of A and B has cosine `), el('code', { className: 'wp-other', textContent: num(c, 3) }),
      ...(same === undefined ? [t('。', '.')] : [t('；同一意思的两句 ', '; two sentences of one sense '), el('code', { className: 'wp-same', textContent: num(same, 3) }), t('。', '. '), layer === L() ? (same > c + .02 ? t('意思不同的离得更远。', 'The other sense has moved further away.') : t('这里没有分开：这个小模型没学会这个词的两个意思，或前面的词还不够提示。', 'Here the senses did not part: this model has not learned both, or the words before give too little away.')) : '']));
    mapNote.textContent = t(`地图只留住了 ${pct(data.explained[0] + data.explained[1], 0)} 的差异，远近以余弦为准。`, `The map keeps ${pct(data.explained[0] + data.explained[1], 0)} of the variance; trust the cosine for distance.`);
  }
  function drawMap() {
    const W = Math.max(280, map.clientWidth || 460), H = 330, pad = 34, every = data.paths.flatMap(p => p.at);
    const xs = every.map(p => p[0]), ys = every.map(p => p[1]), box = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = Math.min((W - 2 * pad) / (box[1] - box[0] || 1), (H - 2 * pad) / (box[3] - box[2] || 1)), X = x => W / 2 + (x - (box[0] + box[1]) / 2) * scale, Y = y => H / 2 - (y - (box[2] + box[3]) / 2) * scale;
    const picture = svg('svg', { width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': t('每层之后的位置', 'places after each layer') });
    const trail = (p, cls, faint) => {
      const [letter, colour] = MARK[p.frame], pts = p.at.slice(0, layer + 1).map(([x, y]) => [X(x), Y(y)]), last = pts[pts.length - 1];
      const g = svg('g', { class: 'wp-trail ' + cls, style: `--role:var(--${colour})` }, svg('polyline', { points: pts.map(q => q.join(',')).join(' '), 'stroke-dasharray': p.frame === 1 ? '5 4' : 'none' }), ...pts.slice(0, -1).map(([x, y]) => svg('circle', { cx: x, cy: y, r: 2.5 })));
      if (faint) g.append(svg('circle', { cx: last[0], cy: last[1], r: 4 }));
      else { const n = svg('text', { x: last[0], y: last[1] + 5, 'text-anchor': 'middle' }); n.textContent = letter; g.append(svg('circle', { cx: last[0], cy: last[1], r: 12, class: 'end' }), n); }
      g.onpointerenter = event => tip.show(event, el('b', {}, el('bdi', { textContent: p.text })));
      g.onpointerleave = () => tip.hide();
      return g;
    };
    picture.append(...data.paths.filter(p => p.word !== word).map(p => trail(p, 'faint', true)), ...[1, 0, 2].map(of).filter(Boolean).map(p => trail(p, 'main', false)));
    map.replaceChildren(picture);
  }
  function drawLines() {
    const W = Math.max(280, lines.clientWidth || 460), H = 330, left = 46, right = 96, top = 16, foot = 42, n = L();
    const low = Math.floor(10 * Math.min(...Object.values(data.lines).flat(), .9)) / 10, X = l => left + l / n * (W - left - right), Y = c => top + (1 - c) / (1 - low) * (H - top - foot);
    const picture = svg('svg', { width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': t('余弦随层数的变化', 'cosine by layer') });
    const write = (x, y, text, anchor, cls = '') => { const node = svg('text', { x, y, 'text-anchor': anchor, class: cls }); node.textContent = text; picture.append(node); };
    for (let c = 10; c >= Math.round(10 * low); c -= low < .45 ? 2 : 1) { picture.append(svg('line', { x1: left, x2: W - right, y1: Y(c / 10), y2: Y(c / 10), class: 'wp-grid' })); write(left - 8, Y(c / 10) + 5, (c / 10).toFixed(1), 'end'); }
    const stepBy = Math.ceil(n / 8);
    for (let l = 0; l <= n; l += stepBy) write(X(l), H - foot + 22, String(l), 'middle');
    write((left + W - right) / 2, H - 4, t('第几层之后（0：表里的行）', 'after layer (0: the table’s row)'), 'middle');
    picture.append(svg('line', { x1: X(layer), x2: X(layer), y1: top, y2: H - foot, class: 'wp-now' }));
    for (const [key, colour, dash, name] of [['same', 'query', '5 4', 'A·a'], ['other', 'key', 'none', 'A·B']]) {
      const line = data.lines[key];
      if (!line) continue;
      picture.append(svg('polyline', { points: line.map((c, l) => `${X(l)},${Y(c)}`).join(' '), class: 'wp-line', style: `--role:var(--${colour})`, 'stroke-dasharray': dash }), ...line.map((c, l) => svg('circle', { cx: X(l), cy: Y(c), r: l === layer ? 5.5 : 3, class: 'wp-dot', style: `--role:var(--${colour})` })));
      const clash = data.lines.same && Math.abs(Y(data.lines.same[n]) - Y(data.lines.other[n])) < 18 ? ((data.lines[key][n] >= data.lines[key === 'same' ? 'other' : 'same'][n]) ? -9 : 9) : 0;
      write(W - right + 10, Y(line[n]) + 5 + clash, `${name} ${num(line[n], 2)}`, 'start', 'wp-end');
    }
    picture.onpointermove = event => { const r = picture.getBoundingClientRect(), l = Math.max(0, Math.min(n, Math.round((event.clientX - r.left - left) / (W - left - right) * n))); tip.show(event, el('b', { textContent: l ? t(`第 ${l} 层之后`, `after layer ${l}`) : t('表里的行', 'the table’s row') }), ...(data.lines.same ? [el('br'), 'A·a ', el('code', { textContent: num(data.lines.same[l], 3) })] : []), el('br'), 'A·B ', el('code', { textContent: num(data.lines.other[l], 3) })); };
    picture.onpointerleave = () => tip.hide();
    picture.onclick = event => { const r = picture.getBoundingClientRect(); layer = Math.max(0, Math.min(n, Math.round((event.clientX - r.left - left) / (W - left - right) * n))); draw(); };
    lines.replaceChildren(picture);
  }
  onDispose(watchWidth(board, () => data && draw()));
  if (!model.get('examples').length) { root.append(t('没有例子可看。', 'No example to show.')); return dispose; }
  show(ask.now());
  return dispose;
}
export default { render };
