/* Two orders of the same tokens: does a token know which sentence it stands in? With and without positions, with and without the mask. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  let data, setting = 'none', strips = [];
  const WAYS = { none: [false, false], position: [true, false], mask: [false, true], model: [true, true] };      // positions, mask
  const AXES = { position: [t('没有位置', 'no positions'), t('有位置', 'positions')], mask: [t('没有掩码', 'no mask'), t('因果掩码', 'causal mask')] };
  const nameOf = way => { const [position, mask] = WAYS[way]; return AXES.position[+position] + t('，', ', ') + AXES.mask[+mask]; };
  const heads = el('div', { className: 'or-heads' }), board = el('div', { className: 'or-board' }), cards = el('div', { className: 'or-cards', role: 'group', ariaLabel: t('怎么算', 'how') }), readout = el('p', { className: 'lk-read', role: 'status' }), scale = el('span', {});
  const ask = asking(model, t, onDispose, { hints: [t('自己的句子，会倒过来读', 'Your own; read backwards too')], show, label: t('两句', 'Two sentences') });
  lessonFigure(root, { title: model.get('title'), controls: ask.nodes, body: el('div', {}, heads, cards, board), readout,
    captionNode: caption([t('大数字：同一个词元后面，下一个词元的概率在两句里有多大一份挪了地方，各词元平均（总变差，0 到 100\u202f%）。彩条是它在最后一层之后的那一行数，A、B 是两句。', 'Large numbers: what share of the next-token probabilities differs between the two sentences, mean over their tokens (total variation, 0 to 100\u202f%). Strips: a token’s row after the last layer in sentences A and B. '), scale], model.get('source'), t('模型实算', 'computed by the model')),
    menu: lessonMenu(root, t, 'order', () => board, () => [['positions', 'mask', 'mean share of probability that differs', 'largest difference of rows', ...data.tokens[0].map((token, i) => token.t || `token ${i + 1}`)], ...Object.entries(WAYS).map(([way, on]) => [...on, data.settings[way].difference, data.settings[way].largest, ...data.settings[way].each])], () => `${model.get('source')} · ${data.label}`) });
  const share = x => x === 0 ? '0' : x < .0005 ? '<' + THIN + pct(.0005, 2) : pct(x);
  function show(example) {
    data = example;
    heads.replaceChildren(...data.tokens.map((tokens, i) => { const box = el('div', { className: 'lk-chips' }); fillChips(box, tokens, t); return el('div', { className: 'or-head' }, el('b', { textContent: i ? 'B' : 'A' }), box); }));
    draw();
  }
  const card = way => el('button', { type: 'button', className: 'or-card' + (way === setting ? ' on' : ''), ariaPressed: String(way === setting), ariaLabel: `${nameOf(way)}: ${share(data.settings[way].difference)}${way === 'model' ? ' ' + t('模型原样', 'the model as it is') : ''}`, data: { way }, onclick: () => { setting = way; draw(); } },
    el('b', { textContent: share(data.settings[way].difference), data: { key: way } }), ' ', way === 'model' && el('small', { textContent: t('模型原样', 'the model as it is') }));
  function draw() {
    const now = data.settings[setting], rows = floats(now.rows, 'float16'), T = data.tokens[0].length, C = data.width, most = Math.min(24, T);
    const sizes = Array.from(rows, Math.abs).sort((a, b) => a - b), limit = sizes[Math.floor(sizes.length * .98)] || 1;      // the few giants of the stream would leave the rest white
    const head = text => el('span', { className: 'or-axis', textContent: text });
    cards.replaceChildren(head(''), head(AXES.position[0]), head(AXES.position[1]), head(AXES.mask[0]), card('none'), card('position'), head(AXES.mask[1]), card('mask'), card('model'));
    strips = [];
    board.replaceChildren(...[...Array(most).keys()].map(i => {
      const pair = [0, 1].map(s => { const strip = stripOf(root, Array.from(rows.subarray((s * T + i) * C, (s * T + i + 1) * C)), limit, { height: 17, name: `${'AB'[s]} ${data.tokens[0][i].t}` }); strips.push(strip); return strip; });
      return el('div', { className: 'or-row' }, el('span', { className: 'or-tok' }, chip(data.tokens[0][i], t, i, 'span')), el('span', { className: 'or-pair' }, el('small', {}, 'A'), pair[0].node, el('small', {}, 'B'), pair[1].node), el('code', { textContent: share(now.each[i]) }));
    }));
    strips.forEach(strip => strip.paint());
    scale.replaceChildren(stripScale(root, t, limit));
    const size = share(now.difference);
    readout.textContent = {
      none: now.largest === 0 ? t('没有位置，谁都看得见谁：两句话对模型是同一袋词元，每一行、每一个概率都一样，差恰好是 0。', 'No positions and everybody sees everybody: both sentences are one bag of tokens; every row and every probability is the same, the difference exactly 0.') : t(`差 ${size}。`, `A difference of ${size}.`),
      position: t(`只把位置还给它，仍然谁都看得见谁：同一袋词元，预测差了 ${size}。这全是位置的功劳。`, `Only positions are given back, and everybody still sees everybody: of the same bag of tokens the predictions differ by ${size}. That is the work of positions alone.`),
      mask: t(`没有位置，因果掩码还在：排在前面的看不见后面的，次序从这条缝里漏进来，差 ${size}。`, `No positions, yet the causal mask is there: earlier tokens cannot see later ones, and order leaks in through that: ${size}.`),
      model: t(`模型原样，位置和掩码都有：差 ${size}。只有这一格是它练过的样子，其余三格看差不差，不看说得对不对。`, `The model as it is, with both: ${size}. Only this is what it was trained for; of the other three ask whether they differ, not whether they are right.`),
    }[setting];
  }
  onDispose(watchTheme(root, () => data && draw()));
  if (!model.get('examples').length) { root.append(t('没有例子可看。', 'No example to show.')); return dispose; }
  show(ask.now());
  return dispose;
}
export default { render };
