/* Nearest rows by cosine: of the trained table, and of the same table before training. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), tip = tooltip(root);
  let data;
  const sum = el('p', { className: 'nb-sum' }), left = el('div', { className: 'nb-col' }), right = el('div', { className: 'nb-col' }), board = el('div', { className: 'nb-board' }, left, right), readout = el('p', { className: 'lk-read', role: 'status' });
  const ask = asking(model, t, onDispose, { hints: [t('打一个词，或 甲 - 乙 + 丙', 'A word, or one - two + three')], show });
  lessonFigure(root, { title: model.get('title'), controls: ask.nodes, body: el('div', {}, sum, board), readout, captionNode: caption(t('条长是余弦：1 是同一方向，0 是互不相干。比过整个词表，问的词自己不算。', 'Bars are cosines: 1 is the same direction, 0 unrelated. The whole vocabulary was compared; the words asked about do not count.'), model.get('source'), t('模型实算', 'computed by the model')),
    menu: lessonMenu(root, t, 'neighbours', () => board, () => [['table', 'rank', 'token', 'id', 'cosine'], ...['after', 'before'].flatMap(name => data[name].map((x, i) => [name + ' training', i + 1, x.t, x.id, x.c]))], () => `${model.get('source')} · ${data.label}`) });
  function column(box, title, list) {
    box.replaceChildren(el('h4', { textContent: title }), ...list.map(x => {
      const bar = el('i', { style: `width:${100 * Math.max(0, x.c)}%` });
      const row = el('div', { className: 'nb-row' }, el('span', { className: 'nb-tok' }, chip(x, t, -1, 'span')), el('span', { className: 'nb-track' }, bar), el('code', { textContent: num(x.c, 2) }));
      row.onpointerenter = event => tip.show(event, el('b', {}, el('bdi', { textContent: face(x, t).text })), ` id ${x.id}`, el('br'), t('余弦 ', 'cosine '), el('code', { textContent: num(x.c, 3) }));
      row.onpointerleave = () => tip.hide();
      return row;
    }));
  }
  function show(example) {
    data = example;
    const best = face(data.after[0], t).text, several = data.terms.filter(x => x.ids.length > 1);
    sum.replaceChildren(...data.terms.flatMap((x, i) => [...(i || x.sign < 0 ? [el('b', { textContent: x.sign < 0 ? ' − ' : ' + ' })] : []), el('bdi', { className: 'lk-minitok', textContent: x.t })]), el('b', { textContent: ' ≈ ' }), el('bdi', { className: 'lk-minitok nb-best', textContent: best }));
    column(left, t('训练之后', 'After training'), data.after);
    column(right, t('训练之前：随机的表', 'Before training: a random table'), data.before);
    readout.textContent = t(`最近的是「${best}」，余弦 ${num(data.after[0].c, 2)}；训练之前整张表里最近的也只有 ${num(data.before[0].c, 2)}。`, `The nearest is “${best}” with cosine ${num(data.after[0].c, 2)}; before training the nearest row of the whole table reaches only ${num(data.before[0].c, 2)}.`)
      + (data.hoped ? data.hoped.rank === 1 ? t(`预期的正是它：这道算式成立。`, ` That is the word expected: the sum comes out.`) : t(`预期是「${data.hoped.t}」，它排第 ${data.hoped.rank}，余弦 ${num(data.hoped.c, 2)}：这道算式没成。`, ` Expected was “${data.hoped.t}”, which comes number ${data.hoped.rank} with ${num(data.hoped.c, 2)}: this sum does not come out.`) : '')
      + (several.length ? t(`「${several[0].t}」要 ${several[0].ids.length} 个词元才拼得出，用的是各行的平均。`, ` “${several[0].t}” takes ${several[0].ids.length} tokens; the mean of their rows stands for it.`) : '');
  }
  if (!model.get('examples').length) { root.append(t('没有例子可看。', 'No example to show.')); return dispose; }
  show(ask.now());
  return dispose;
}
export default { render };
