/* Two orders of the same tokens: does a token's final row know which sentence it stands in? */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  let data, setting = 'none', strips = [];
  const NAMES = { none: t('位置和掩码都去掉', 'no positions, no mask'), mask: t('只去掉位置', 'no positions'), model: t('模型原样', 'the model as it is') };
  const heads = el('div', { className: 'or-heads' }), board = el('div', { className: 'or-board' }), cards = el('div', { className: 'or-cards' }), readout = el('p', { className: 'lk-read', role: 'status' }), scale = el('span', {});
  const pick = segment(t('怎么算', 'how'), Object.entries(NAMES), v => { setting = v; draw(); });
  const ask = asking(model, t, onDispose, { hints: [t('自己的句子，会倒过来读', 'Your own; it is read backwards')], show, label: t('两句', 'Two sentences') });
  lessonFigure(root, { title: model.get('title'), controls: ask.nodes, body: el('div', {}, heads, el('div', { className: 'lk-knobs' }, pick), board, cards), readout, captionNode: caption([t('每条是一个词元在最后一层之后的那一行数；上句、下句里的同一个词元放在一起。', 'Each strip is one token’s row after the last layer; the same token of both sentences is set side by side. '), scale], model.get('source'), t('模型实算', 'computed by the model')),
    menu: lessonMenu(root, t, 'order', () => board, () => [['setting', 'largest difference'], ...Object.entries(data.settings).map(([k, v]) => [k, v.difference])], () => `${model.get('source')} · ${data.label}`) });
  const diff = x => x === 0 ? '0' : fig(x, 3);
  function show(example) {
    data = example;
    heads.replaceChildren(...data.tokens.map((tokens, i) => { const box = el('div', { className: 'lk-chips' }); fillChips(box, tokens, t); return el('div', { className: 'or-head' }, el('b', { textContent: i ? 'B' : 'A' }), box); }));
    draw();
  }
  function draw() {
    pick.sync(setting);
    const now = data.settings[setting], rows = floats(now.rows, 'float16'), T = data.tokens[0].length, C = data.width, most = Math.min(24, T);
    const sizes = Array.from(rows, Math.abs).sort((a, b) => a - b), limit = sizes[Math.floor(sizes.length * .98)] || 1;      // the few giants of the stream would leave the rest white
    strips = [];
    board.replaceChildren(...[...Array(most).keys()].map(i => {
      const pair = [0, 1].map(s => { const strip = stripOf(root, Array.from(rows.subarray((s * T + i) * C, (s * T + i + 1) * C)), limit, { height: 17, name: `${'AB'[s]} ${data.tokens[0][i].t}` }); strips.push(strip); return strip; });
      const gap = pair[0].values.reduce((top, x, c) => Math.max(top, Math.abs(x - pair[1].values[c])), 0), same = setting === 'none' && now.difference === 0;
      return el('div', { className: 'or-row' }, el('span', { className: 'or-tok' }, chip(data.tokens[0][i], t, i, 'span')), el('span', { className: 'or-pair' }, el('small', {}, 'A'), pair[0].node, el('small', {}, 'B'), pair[1].node), el('code', { textContent: same ? '= 0' : fig(gap, 2) }));
    }));
    strips.forEach(strip => strip.paint());
    scale.replaceChildren(stripScale(root, t, limit));
    cards.replaceChildren(...Object.entries(NAMES).map(([key, name]) => el('button', { type: 'button', className: 'or-card' + (key === setting ? ' on' : ''), onclick: () => { setting = key; draw(); } }, el('span', { textContent: name }), el('b', { textContent: diff(data.settings[key].difference), data: { key } }), el('small', { textContent: t('两句各行的最大相差', 'largest difference of rows') }))));
    readout.textContent = {
      none: now.difference === 0 ? t('没有位置、谁都看得见谁：两句话对模型是同一袋词元，每一行一模一样，差恰好是 0。', 'No positions and everybody sees everybody: both sentences are one bag of tokens, every row is the same, the difference exactly 0.') : t(`差 ${diff(now.difference)}。`, `A difference of ${diff(now.difference)}.`),
      mask: t('只去掉位置，因果掩码还在：排在前面的看不见后面的，顺序从这条缝里漏了进来。', 'Positions gone, the causal mask still there: earlier tokens cannot see later ones, and order leaks in through that.'),
      model: t('模型原样：同一个词元在两句里成了不同的行，谁追谁分得清了。', 'The model as it is: the same token becomes a different row in each sentence, and who chases whom can be told.'),
    }[setting];
  }
  onDispose(watchTheme(root, () => data && draw()));
  if (!model.get('examples').length) { root.append(t('没有例子可看。', 'No example to show.')); return dispose; }
  show(ask.now());
  return dispose;
}
export default { render };
