/* From a token's id to its row: the one-hot vector is a finger that points into the table. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), tip = tooltip(root);
  let data, rows, at = 0, strips = [], parts = [];
  const chipsBox = el('div', { className: 'lk-chips lu-chips' }), board = el('div', { className: 'lu-board' }), hot = el('div', { className: 'lu-hot' }), table = el('div', { className: 'lu-table' });
  const readout = el('p', { className: 'lk-read', role: 'status' }), from = el('span', {}), say = el('span', {}), scale = el('span', {});
  const ask = asking(model, t, onDispose, { hints: [t('写一句你自己的，回车', 'Type your own, press Enter')], show });
  board.append(hot, el('div', { className: 'lu-times' }, '×'), table);
  const provenance = () => `${model.get('title')} · ${model.get('source')} · ${data.label}`;
  const rowOf = (i, k = 2) => rows.subarray((i * 5 + k) * data.width, (i * 5 + k + 1) * data.width);
  lessonFigure(root, { title: model.get('title'), controls: ask.nodes, body: el('div', {}, chipsBox, board), readout, captionNode: caption([say, ' ', scale], from, t('模型的表', 'the model’s table')),
    menu: lessonMenu(root, t, 'lookup', () => board, () => [['id', 'token', ...Array.from({ length: data.width }, (_, c) => c)], ...data.tokens.map((token, i) => [token.id, token.t, ...Array.from(rowOf(i), x => +x.toFixed(5))])], provenance) });

  function show(example) {
    data = example;
    rows = floats(data.rows, 'float16');
    at = Math.min(data.tokens.length - 1, data.tokens.findIndex(token => !token.s) < 0 ? 0 : data.tokens.findIndex(token => !token.s));
    const columns = fillChips(chipsBox, data.tokens, t, { ids: true });
    columns.forEach((column, i) => {
      const button = el('button', { type: 'button', className: 'lk-chip lu-pick', data: { i }, onclick: () => pick(i) }, ...[...column.childNodes].flatMap(part => [part, ' ']));
      column.replaceWith(button);
    });
    pick(at);
  }
  function pick(i) {
    at = i;
    for (const node of chipsBox.querySelectorAll('.lu-pick')) { node.classList.toggle('on', +node.dataset.i === i); node.setAttribute('aria-pressed', String(+node.dataset.i === i)); }
    draw();
  }
  function draw() {
    const id = data.tokens[at].id, limit = largest(Array.from(rowOf(at))) * .8 || 1, near = data.near[at];
    const line = (k, mark) => {
      const row = near[k], strip = stripOf(root, Array.from(rowOf(at, k)), limit, { height: k === 2 ? 40 : 18, name: t(`第 ${row} 行的 ${data.width} 个数`, `the ${data.width} numbers of row ${row}`) });
      strips.push(strip);
      strip.node.onpointermove = event => { const c = strip.at(event); tip.show(event, el('b', { textContent: num(strip.values[c], 3) }), t(`　第 ${row} 行，第 ${c + 1} 个数`, ` row ${row}, number ${c + 1}`)); };
      strip.node.onpointerleave = () => tip.hide();
      return el('div', { className: 'lu-row' + (k === 2 ? ' on' : '') }, el('code', { textContent: String(row) }), el('bdi', { textContent: face({ t: data.names[at][k], s: false, b: '' }, t).text }), strip.node);
    };
    strips = [];
    const gap = () => el('div', { className: 'lu-gap', ariaHidden: 'true' }, '⋮');
    table.replaceChildren(el('div', { className: 'lu-name', textContent: t(`表：${grouped(data.size)} 行 × ${data.width} 列`, `table: ${grouped(data.size)} rows × ${data.width} columns`) }), gap(), ...[0, 1, 2, 3, 4].filter(k => near[k] >= 0).map(k => line(k)), gap());
    const vector = [0, 1, 2, 3, 4].filter(k => near[k] >= 0).map(k => el('div', { className: 'lu-bit' + (k === 2 ? ' on' : ''), textContent: k === 2 ? '1' : '0' }));
    hot.replaceChildren(el('div', { className: 'lu-name', textContent: 'one-hot' }), gap(), ...vector, gap());
    strips.forEach(strip => strip.paint());
    scale.replaceChildren(stripScale(root, t, limit));
    const row = rowOf(at), length = Math.sqrt(row.reduce((s, x) => s + x * x, 0)), token = named(data.tokens[at], t, at);
    readout.replaceChildren(t(`${token} 的编号是 `, `${token} has id `), el('b', { textContent: id }), t(`，查到第 ${id} 行：`, `, which looks up row ${id}: `), el('code', { textContent: '[' + Array.from(row.slice(0, 4), x => num(x, 2)).join(', ') + ', …]' }), t(`，${data.width} 个数，长度 ${fig(length)}。`, `, ${data.width} numbers, length ${fig(length)}. `), t(`one-hot × 表 与这一行最大相差 `, `One-hot × table differs from this row by at most `), el('b', { className: 'lu-same', textContent: data.same === 0 ? '0' : data.same.toExponential(1) }), t('。', '.'));
    say.textContent = t(`one-hot 只有第 ${id} 格是 1，乘表就等于抽出那一行。上下两行是编号相邻的词元：编号挨着，意思不必挨着。`, `The one-hot vector is 1 only at ${id}, so multiplying picks out that row. Above and below: tokens with neighbouring ids, which need not be neighbours in meaning.`);
    from.textContent = model.get('source');
  }
  onDispose(watchTheme(root, () => data && draw()));
  if (!model.get('examples').length) { root.append(t('没有例子可看。', 'No example to show.')); return dispose; }
  show(ask.now());
  return dispose;
}
export default { render };
