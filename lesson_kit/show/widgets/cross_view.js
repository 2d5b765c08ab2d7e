/* One translation, two attentions: the same queries ask the sentence being written (self) and the one being read (cross).
   Softmax is done here, so that layer, head and step live without Python. */
function render({ model, el: host }) {
  const { root, t, dispose, onDispose, english } = mount(model, host), tip = tooltip(root);
  let data, S = 0, T = 0, row = 0, pointed = null, layer = model.get('layer'), head = model.get('head');
  const kept = new Map();
  const ask = asking(model, t, onDispose, { hints: [t('写一句英文，回车', 'Type an English sentence, press Enter')], show });
  const knob = (name, node) => el('span', { className: 'lk-knob' }, name, node);
  const pickers = el('div', { className: 'lk-knobs' }), bridge = el('div', { className: 'cx-bridge' }), boards = el('div', { className: 'cx-boards' });
  const body = el('div', {}, pickers, el('div', { className: 'lk-frame' }, bridge), boards), readout = el('p', { className: 'lk-read', ariaLive: 'polite' }), from = el('span');
  const KINDS = [
    ['self', t('自注意力', 'Self-attention'), t('译文', 'the translation'), t('译文', 'the translation')],
    ['cross', t('交叉注意力', 'Cross-attention'), t('译文', 'the translation'), t('原文', 'the source')],
  ];
  const where = () => t(`第 ${layer + 1} 层 · 第 ${head + 1} 头`, `layer ${layer + 1} · head ${head + 1}`);
  const provenance = () => `${model.get('source')} · ${data.label} · ${where()} · ${t('实测', 'measured')}`;
  const keysOf = kind => kind === 'self' ? data.target : data.source, nameOf = (tokens, i) => named(tokens[i], t, -1);

  /* ── numbers ── */
  function weights(kind) {                                // T rows of softmax(q·k/√d), the future left out in self-attention
    const name = `${kind}.${layer}.${head}`;
    if (!kept.has(name)) {
      const n = keysOf(kind).length, all = floats(data[kind]), start = (layer * data.n_head + head) * T * n;
      kept.set(name, range0(T).map(i => {
        const seen = kind === 'self' ? i + 1 : n, scores = all.subarray(start + i * n, start + i * n + seen), top = Math.max(...scores), e = Array.from(scores, x => Math.exp(x - top)), sum = e.reduce((a, b) => a + b, 0);
        return { scores, w: e.map(x => x / sum) };
      }));
    }
    return kept.get(name);
  }
  const range0 = n => [...Array(n).keys()];
  const most = list => list.indexOf(Math.max(...list));
  const rowsOf = () => [['attention', 'query', 'writes', 'key', 'score', 'weight'], ...KINDS.flatMap(([kind]) => weights(kind).flatMap(({ scores, w }, i) => w.map((x, j) => [kind, data.target[i].t, data.writes[i].t, keysOf(kind)[j].t, scores[j], x])))];

  /* ── parts ── */
  lessonFigure(root, { title: model.get('title'), controls: ask.nodes, body, readout, menu: lessonMenu(root, t, 'cross-attention', () => body, rowsOf, provenance),
    captionNode: caption([tag('q', 'query'), t(' 两边相同，来自刚写好的词；', ' is the same on both sides, from the word just written; '), tag('k', 'key'), ' ', tag('v', 'value'), t(' 左边来自译文，右边来自原文。线越粗，权重越大。指着一步，或按 ←\u00a0→。', ' come from the translation on the left, from the source on the right. Thicker line: larger weight. Point at a step, or press ←\u00a0→.')], from, t('实测', 'measured')) });
  bridge.tabIndex = 0;
  bridge.setAttribute('role', 'group');
  bridge.setAttribute('aria-label', t('一步一步写译文；左右键换一步', 'the translation, step by step; left and right keys change the step'));
  bridge.onkeydown = event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    pick(Math.max(0, Math.min(T - 1, row + by)));
  };
  let above, below, top, bottom, chipsOf = { source: [], target: [] };

  function show(example) {
    data = example;
    kept.clear();
    S = data.source.length; T = data.target.length;
    row = Math.max(0, Math.min(T - 1, data.first ?? 0));
    pointed = null;
    layer = Math.min(layer, data.n_layer - 1); head = Math.min(head, data.n_head - 1);
    const layers = segment(t('层', 'layer'), range0(data.n_layer).map(i => [i, String(i + 1)]), x => { layer = x; draw(); });
    const heads = segment(t('头', 'head'), range0(data.n_head).map(i => [i, String(i + 1)]), x => { head = x; draw(); });
    const steps = player1();
    pickers.replaceChildren(knob(t('层', 'Layer'), layers), knob(t('头', 'Head'), heads), knob(t('这一步写', 'This step writes'), steps));
    Object.assign(pickers, { sync: () => { layers.sync(layer); heads.sync(head); steps.sync(row); } });
    // the line of the translation: what was written, then what comes next
    const line = [...data.target, data.writes[T - 1]];
    above = svg('svg', { class: 'cx-lines', 'aria-hidden': 'true', height: 92 }); below = svg('svg', { class: 'cx-lines', 'aria-hidden': 'true', height: 52 });
    chipsOf = { source: data.source.map((token, j) => held(token, () => point(null, j))), target: line.map((token, i) => held(token, () => pick(Math.min(T - 1, i)), i)) };
    top = el('div', { className: 'cx-row' }, el('span', { className: 'cx-name' }, t('原文', 'Source')), ...chipsOf.source);
    bottom = el('div', { className: 'cx-row' }, el('span', { className: 'cx-name' }, t('译文', 'Translation')), ...chipsOf.target);
    bridge.replaceChildren(top, above, bottom, below);
    layout();
  }
  function player1() {
    const items = data.writes.map((token, i) => [i, face(token, t).note ?? face(token, t).text]);
    return items.length > 9 ? stepper(t('第几步', 'step'), items, pick) : segment(t('第几步', 'step'), items, pick);
  }
  function held(token, run, i = -1) {
    const c = chip(token, t, -1);
    c.tabIndex = -1;
    c.onpointerenter = event => { if (event.pointerType !== 'touch') run(); };
    c.onpointerleave = () => { if (pointed) point(null, null); };
    c.onclick = run;
    return c;
  }
  function pick(i) { row = i; pointed = null; mark(); }
  function point(i, j) { pointed = j === null ? null : { j }; if (i !== null) row = i; mark(); }

  /* ── draw ── */
  function layout() {
    const width = root.clientWidth;
    if (!width || !data) return;
    boards.style.gridTemplateColumns = width > 760 ? `minmax(0, ${T + 4}fr) minmax(0, ${S + 4}fr)` : 'minmax(0, 1fr)';
    draw();
  }
  function draw() {
    const width = root.clientWidth;
    if (!width || !data) return;
    const ramp = heatRamp(root), side = english ? 92 : 76, room = width > 760 ? width - 130 - 2 * side : width - side - 44, cells = width > 760 ? T + S : Math.max(T, S), size = Math.max(16, Math.min(40, Math.floor(room / cells)));
    boards.replaceChildren(...KINDS.map(([kind, name, queries, keys]) => el('div', { data: { kind } },
      el('h4', { textContent: name }),
      el('p', { className: 'cx-formula' }, tag('q', 'query'), ` ${queries}`, el('span', { className: 'lk-space' }), tag('k', 'key'), ' ', tag('v', 'value'), ` ${keys}`),
      el('div', { className: 'lk-frame' }, matrix(kind, size, side, ramp)))));
    from.textContent = `${model.get('source')} · ${where()}`;
    pickers.sync();
    mark();
  }
  function matrix(kind, size, side, ramp) {
    const keys = keysOf(kind), n = keys.length, rows = weights(kind), head_ = english ? 78 : 70, picture = svg('svg', { width: side + n * size + 40, height: head_ + T * size + 2, class: 'cx-matrix', role: 'img', 'aria-label': `${kind === 'self' ? KINDS[0][1] : KINDS[1][1]}, ${where()}` });
    const write = (text, more) => { const node = svg('text', more); node.textContent = text; picture.append(node); return node; };
    const word = token => { const f = face(token, t); return f.note ?? f.text; };
    keys.forEach((token, j) => write(word(token), { transform: `translate(${side + (j + .5) * size + 3} ${head_ - 7}) rotate(-52)`, class: 'nm', 'data-j': j }));
    data.writes.forEach((token, i) => write('→ ' + word(token), { x: side - 8, y: head_ + (i + .5) * size + 5, 'text-anchor': 'end', class: 'nm', 'data-i': i }));
    rows.forEach(({ w }, i) => range0(n).forEach(j => {
      const hidden = j >= w.length, cell = svg('rect', { x: side + j * size + .5, y: head_ + i * size + .5, width: size - 1, height: size - 1, rx: 2, class: hidden ? 'no' : 'ok', 'data-i': i, 'data-j': j });
      if (hidden) cell.setAttribute('fill', 'url(#cx-hatch)'); else cell.style.fill = ramp.at(w[j]);
      picture.append(cell);
    }));
    picture.append(svg('pattern', { id: 'cx-hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('rect', { width: 1.3, height: 6, class: 'cx-hatch' })), svg('rect', { class: 'cx-mark', x: side - .5, width: n * size + 1, height: size + 1, rx: 3 }));
    picture.onpointermove = event => {
      const box = picture.getBoundingClientRect(), j = Math.floor((event.clientX - box.left - side) / size), i = Math.floor((event.clientY - box.top - head_) / size);
      if (i < 0 || i >= T) { tip.hide(); return; }
      if (i !== row || pointed) pick(i);
      const { scores, w } = rows[i];
      if (j < 0 || j >= n) { tip.hide(); return; }
      if (j >= w.length) { tip.show(event, t('还没有写到，看不见', 'not written yet: out of sight')); return; }
      tip.show(event, el('b', {}, nameOf(data.target, i), ' → ', nameOf(keys, j)), el('br'), t('分数 ', 'score '), el('code', { textContent: `q·k/√${data.d_head} = ${num(scores[j])}` }), el('br'), t('权重 ', 'weight '), el('code', { textContent: pct(w[j]) }));
    };
    picture.onpointerleave = () => tip.hide();
    return picture;
  }
  function mark() {
    if (!root.clientWidth || !data) return;
    const own = weights('self')[row].w, across = weights('cross')[row].w, ramp = heatRamp(root, 'key');
    chipsOf.target.forEach((c, i) => {
      c.classList.toggle('isq', i === row);
      c.classList.toggle('cx-next', i === row + 1);
      c.classList.toggle('future', i > row + 1);
    });
    chipsOf.source.forEach((c, j) => {
      c.style.background = pointed ? '' : ramp.at(.85 * across[j]);
      c.style.color = pointed ? '' : ramp.text(.85 * across[j]);
      c.classList.toggle('isk', pointed ? pointed.j === j : j === most(across));
    });
    const all = weights('cross').map(({ w }) => w);
    bridge_(above, pointed ? all.map((w, i) => [i, pointed.j, w[pointed.j]]) : across.map((w, j) => [row, j, w]), true);
    bridge_(below, pointed ? [] : own.map((w, j) => [row, j, w]), false);
    for (const [kind] of KINDS) {
      const box = boards.querySelector(`[data-kind=${kind}]`);
      if (!box) continue;
      const picture = box.querySelector('svg'), frame = picture.querySelector('.cx-mark'), cell = picture.querySelector(`rect[data-i="${row}"]`);
      frame.setAttribute('y', +cell.getAttribute('y') - 1);
      picture.querySelectorAll('text[data-i]').forEach(node => node.classList.toggle('on', +node.dataset.i === row));
      picture.querySelectorAll('text[data-j]').forEach(node => node.classList.toggle('on', kind === 'cross' && pointed ? +node.dataset.j === pointed.j : +node.dataset.j === most(kind === 'self' ? own : across)));
    }
    pickers.sync();
    say(own, across);
  }
  /* lines between the two rows of chips (across) or bows below the translation (own past); list: [query, key, weight] */
  function bridge_(lines, list, over) {
    lines.replaceChildren();
    const home = lines.getBoundingClientRect(), middle = c => { const r = c.getBoundingClientRect(); return (r.left + r.right) / 2 - home.left; }, tall = +lines.getAttribute('height');
    lines.setAttribute('width', Math.max(top.scrollWidth, bottom.scrollWidth));
    for (const [i, j, w] of list) {
      if (w < .01) continue;
      const x = middle(chipsOf.target[i]), y = middle(over ? chipsOf.source[j] : chipsOf.target[j]);
      const loop = !over && i === j, deep = Math.min(tall - 6, 18 + Math.abs(x - y) * .3);
      const d = over ? `M${x} ${tall} C${x} ${tall * .45} ${y} ${tall * .55} ${y} 0` : loop ? `M${x - 8} 2 C${x - 20} 30 ${x + 20} 30 ${x + 8} 2` : `M${x} 0 C${x} ${deep} ${y} ${deep} ${y} 0`;
      lines.append(svg('path', { d, class: over ? 'cx-over' : 'cx-under', 'stroke-width': Math.max(1, (loop ? 7 : 20) * w).toFixed(1), style: `opacity:${(.25 + .6 * w).toFixed(2)}` }));
    }
  }
  function say(own, across) {
    if (pointed) {
      const column = weights('cross').map(({ w }) => w[pointed.j]), i = most(column);
      readout.replaceChildren(t(`${where()}：写 ${nameOf(data.writes, i)} 时看 ${nameOf(data.source, pointed.j)} 最多，`, `${where()}: ${nameOf(data.source, pointed.j)} is looked at most when writing ${nameOf(data.writes, i)}, `), el('b', { textContent: pct(column[i]) }), t('。', '.'));
      return;
    }
    const j = most(across), k = most(own), chance = data.next[row]?.[0], others = (data.next[row] ?? []).slice(1).map(c => `${visible(c.t, t)} ${pct(c.p)}`).join(t('、', ', '));
    readout.replaceChildren(t('刚写好 ', 'Just written: '), nameOf(data.target, row), t('，接下来写 ', '; next comes '), el('b', { textContent: nameOf(data.writes, row) }), chance ? t(`（${pct(chance.p)}${others ? '；其次 ' + others : ''}）`, ` (${pct(chance.p)}${others ? '; then ' + others : ''})`) : '', t('。这个头在原文里最看 ', '. In the source this head looks most at '), el('b', { textContent: `${nameOf(data.source, j)} ${pct(across[j])}` }), t('，在译文里最看 ', ', in the translation at '), el('b', { textContent: `${nameOf(data.target, k)} ${pct(own[k])}` }), t('。', '.'));
  }
  onDispose(watchTheme(root, draw));
  onDispose(watchWidth(root, layout));
  if (!model.get('examples').length) { root.append(t('没有例子可看。', 'No example to show.')); return dispose; }
  show(ask.now());
  document.fonts?.ready.then(() => { if (root.isConnected) draw(); });
  return dispose;
}
export default { render };
