/* What shares the window, and what a conversation of n turns costs. All arithmetic is here. */

/* One request per turn, each with the whole conversation before it. With a prompt cache, what the
   request before has sent counts as cached; the last answer and the new question are new. */
function budgetTurns({ system, question, answer, turns }) {
  return [...Array(turns).keys()].map(k => {
    const input = system + k * (question + answer) + question, seen = k ? input - question - answer : 0;
    return { input, seen, fresh: input - seen, output: answer };
  });
}
function budgetBill(turns, prices, cache) {
  const sum = pick => turns.reduce((total, turn) => total + pick(turn), 0), cached = cache ? sum(turn => turn.seen) : 0;
  const tokens = { cached, input: sum(turn => turn.input) - cached, output: sum(turn => turn.output) };
  const money = Object.fromEntries(Object.entries(tokens).map(([kind, n]) => [kind, n * prices[kind] / 1e6]));
  return { tokens, money, total: money.cached + money.input + money.output };
}
function render({ model, el: host }) {
  const { root, t, dispose, onDispose } = mount(model, host);
  const own = model.get('window'), begin = () => ({ ...model.get('parts'), turns: 6, window: own, cache: true, prices: { ...model.get('prices') } });
  let state = begin();
  const many = grouped, roles = { system: ['S', t('系统', 'system')], history: ['…', t('历史', 'history')], question: ['U', t('问题', 'question')], answer: ['A', t('留给回答', 'kept for the answer')] };
  const readout = el('p', { className: 'lk-read', role: 'status' }), bar = el('div', { className: 'bv-bar' }), legend = el('div', { className: 'bv-legend' }), chart = el('div', { className: 'bv-turns' }), table = el('table', { className: 'lk-table bv-table' });
  const warn = message => { readout.classList.toggle('bad', !!message); if (message) readout.textContent = message; else tell(); };
  const inputs = [];
  const entry = (label, get, set, limit, unit = '', step = 1) => {
    const node = dragNumber(t, { name: label, value: get(), limit, step, onValue: v => { set(Math.max(0, v)); draw(); }, say: warn });
    inputs.push(() => node.put(get()));
    return el('label', { className: 'bv-knob' }, el('span', { textContent: label }), node, unit && el('small', { textContent: unit }));
  };
  const part = name => entry(roles[name][1], () => state[name], v => { state[name] = Math.round(v); }, 1e6, t('词元', 'tokens'));
  const price = (name, label) => entry(label, () => state.prices[name], v => { state.prices[name] = v; }, 1e4, t('/ 百万词元', 'per million'), .1);
  const windows = segment(t('窗口', 'window'), [[own, many(own)], ...[4096, 32768, 131072, 1048576].filter(n => n !== own).map(n => [n, n < 1e6 ? n / 1024 + 'k' : '1M'])], n => { state.window = n; draw(); });
  const turns = el('input', { type: 'range', min: 1, max: 40, step: 1, className: 'bv-slider', ariaLabel: t('第几轮', 'turn'), oninput: () => { state.turns = +turns.value; draw(); } }), turnNo = el('b');
  const cache = toggle(t('前缀缓存', 'prefix cache'), on => { state.cache = on; draw(); });
  const reset = el('button', { type: 'button', className: 'lk-quiet', textContent: t('复位', 'Reset'), onclick: () => { state = begin(); inputs.forEach(run => run()); draw(); } });
  let used = 0, bill = null, plain = null, list = [];
  function draw() {
    turns.value = state.turns; turnNo.textContent = state.turns; windows.sync(state.window); cache.sync(state.cache);
    list = budgetTurns(state);
    const history = (state.turns - 1) * (state.question + state.answer), sizes = { system: state.system, history, question: state.question, answer: state.answer };
    used = Object.values(sizes).reduce((a, b) => a + b, 0);
    const whole = Math.max(used, state.window), share = n => 100 * n / whole;
    bar.replaceChildren(...Object.entries(sizes).filter(([, n]) => n).map(([name, n]) => el('i', { className: 'bv-' + name, style: `width:${share(n)}%`, title: `${roles[name][1]} ${many(n)}` }, share(n) > 5 ? el('span', { textContent: roles[name][0] }) : '')), el('u', { style: `left:${share(state.window)}%` }));
    legend.replaceChildren(...Object.entries(sizes).map(([name, n]) => el('span', {}, el('i', { className: 'bv-swatch bv-' + name }), roles[name][1] + ' ', el('b', { textContent: many(n) }))), el('span', {}, t('合计 ', 'sum '), el('b', { textContent: many(used), data: { used } }), ' / ' + many(state.window)));
    bill = budgetBill(list, state.prices, state.cache); plain = budgetBill(list, state.prices, false);
    const tall = Math.max(...list.map(turn => turn.input + turn.output), 1);
    chart.replaceChildren(...list.map((turn, k) => el('span', { className: 'bv-turn', title: t(`第 ${k + 1} 轮：重发 ${many(turn.seen)}，新输入 ${many(turn.fresh)}，输出 ${many(turn.output)}`, `turn ${k + 1}: resent ${many(turn.seen)}, new input ${many(turn.fresh)}, output ${many(turn.output)}`) }, el('i', { className: 'out', style: `height:${100 * turn.output / tall}%` }), el('i', { className: 'new', style: `height:${100 * turn.fresh / tall}%` }), el('i', { className: 'old', style: `height:${100 * turn.seen / tall}%` }))));
    const row = (name, kind, swatch) => el('tr', {}, el('th', { scope: 'row' }, el('i', { className: 'bv-swatch ' + swatch }), name), el('td', { textContent: many(bill.tokens[kind]) }), el('td', { textContent: fig(state.prices[kind]) }), el('td', { textContent: fig(bill.money[kind]), data: { money: bill.money[kind] } }));
    table.replaceChildren(el('tr', {}, el('th'), ...[t('词元', 'tokens'), t('单价', 'price'), t('金额', 'cost')].map(name => el('th', { textContent: name }))), row(t('缓存过的前缀', 'cached prefix'), 'cached', 'old'), row(t('新输入', 'new input'), 'input', 'new'), row(t('输出', 'output'), 'output', 'out'), el('tr', {}, el('th', { textContent: t('合计', 'total') }), el('td', { textContent: many(Object.values(bill.tokens).reduce((a, b) => a + b, 0)) }), el('td'), el('td', {}, el('b', { textContent: fig(bill.total), data: { total: bill.total } }))));
    tell();
  }
  function tell() {
    if (readout.classList.contains('bad') || !bill) return;
    const over = used - state.window, spoken = state.turns * (state.question + state.answer) + state.system, sent = bill.tokens.cached + bill.tokens.input;
    readout.replaceChildren(...(over > 0 ? [t(`到第 ${state.turns} 轮，窗口装不下：多出 ${many(over)} 个词元，最早的话得先丢掉或缩短。`, `By turn ${state.turns} the window is full: ${many(over)} tokens too many, and the oldest words have to go or be shortened.`)] : [t(`到第 ${state.turns} 轮，窗口还剩 ${many(-over)} 个词元。`, `At turn ${state.turns} the window still has ${many(-over)} tokens left.`)]),
      t(` 说过的话一共 ${many(spoken)} 个词元，${state.turns} 次请求却送去了 ${many(sent)} 个：每一轮都把前面重发一遍。`, ` What was said comes to ${many(spoken)} tokens, yet the ${state.turns} requests sent ${many(sent)}: every turn sends the past again.`), state.cache && plain.total > 0 ? t(` 有缓存是没有缓存的 ${(100 * bill.total / plain.total).toFixed(0)} %。`, ` With the cache the bill is ${(100 * bill.total / plain.total).toFixed(0)} % of the bill without.`) : '');
  }
  const body = el('div', {}, el('div', { className: 'lk-knobs' }, el('span', { className: 'lk-knob' }, t('窗口', 'Window'), windows), el('span', { className: 'lk-knob' }, t('第几轮', 'Turn'), turns, turnNo), part('system'), part('question'), part('answer')), bar, legend,
    el('div', { className: 'bv-grid' }, el('section', {}, el('h3', { textContent: t('每一轮送去和收到的词元', 'Tokens sent and received in each turn') }), chart), el('section', {}, el('h3', { textContent: t('这场对话的账单', 'The bill of this conversation') }), el('div', { className: 'lk-frame' }, table))), el('div', { className: 'lk-knobs' }, price('input', t('新输入', 'new input')), price('cached', t('缓存过的', 'cached')), price('output', t('输出', 'output')), cache));
  const caption = el('figcaption', {}, el('span', { className: 'lk-say', textContent: t('词元数可以改，价格也由你填（开始的几个只是例子，不是哪家的报价）。算法：每轮一次请求，带着全部历史；上一次请求送过的算缓存过的前缀。', 'Token counts are yours to change and so are prices (the first ones are examples, nobody’s list). One request per turn with the whole history; what the request before had sent counts as cached.') }), el('span', { className: 'lk-from' }, el('span', { textContent: model.get('source') }), badge(t('公式', 'formula'))));
  const menu = lessonMenu(root, t, 'context-budget', () => body, () => [['turn', 'resent', 'new input', 'output'], ...list.map((turn, k) => [k + 1, turn.seen, turn.fresh, turn.output])], () => [model.get('title'), model.get('source')].filter(Boolean).join(' · '));
  lessonFigure(root, { title: model.get('title'), controls: [reset], menu, body, readout, captionNode: caption });
  draw();
  return dispose;
}
export default { render };
