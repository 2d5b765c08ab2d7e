/* Attention by hand. The numbers and how each follows from others; below, the picture. */

/* start: { x, W_q, W_k, W_v } as rows of numbers → every value of the chain by its id. */
function handChain({ x, W_q, W_k, W_v }) {
  const value = {}, times2 = (row, m) => [0, 1].map(c => row[0] * m[0][c] + row[1] * m[1][c]);
  const keep = (name, row) => row.forEach((v, c) => { value[name + c] = v; });
  x.forEach((row, i) => { keep('x' + i, row); keep('k' + i, times2(row, W_k)); keep('v' + i, times2(row, W_v)); });
  for (const [m, rows] of Object.entries({ q: W_q, k: W_k, v: W_v })) rows.forEach((row, r) => keep('W' + m + r, row));
  keep('q', times2(x[1], W_q));
  for (const i of [0, 1]) {
    value['s' + i] = value.q0 * value[`k${i}0`] + value.q1 * value[`k${i}1`];
    value['c' + i] = Math.round(value['s' + i] / Math.SQRT2 * 1000) / 1000;      // three decimals, as on paper
    value['e' + i] = Math.exp(value['c' + i]);
  }
  value.z = value.e0 + value.e1;
  const top = Math.max(value.c0, value.c1), part = [0, 1].map(i => Math.exp(value['c' + i] - top));   // safe for large scores
  for (const i of [0, 1]) value['w' + i] = part[i] / (part[0] + part[1]);
  for (const c of [0, 1]) value['o' + c] = value.w0 * value['v0' + c] + value.w1 * value['v1' + c];
  return value;
}
/* Which values a value was computed from. */
function handInputs(id) {
  const [, kind, a, b] = id.match(/^(W.|.)(\d)?(\d)?$/), both = f => [0, 1].map(f);
  return { q: () => [...both(r => 'x1' + r), ...both(r => `Wq${r}${a}`)], k: () => [...both(r => `x${a}${r}`), ...both(r => `Wk${r}${b}`)], v: () => [...both(r => `x${a}${r}`), ...both(r => `Wv${r}${b}`)],
    s: () => [...both(c => 'q' + c), ...both(c => `k${a}${c}`)], c: () => ['s' + a], e: () => ['c' + a], z: () => ['e0', 'e1'], w: () => ['e' + a, 'z'], o: () => both(i => ['w' + i, `v${i}${a}`]).flat() }[kind]?.() ?? [];
}
/* The arithmetic of one value, written out. */
function handWords(id, value, t, names) {
  const [, kind, a, b] = id.match(/^(W.|.)(\d)?(\d)?$/), n = x => short(value[x]), p = x => value[x] < 0 ? `(${n(x)})` : n(x);
  const sum = (xs, ys) => xs.map((x, i) => p(x) + times + p(ys[i])).join(' + '), d = Number(a) + 1;
  if (kind in { q: 1, k: 1, v: 1 }) {
    const [tok, col] = kind === 'q' ? [1, a] : [a, b], from = handInputs(id);
    return [t(`${names[tok]} 的 ${kind}，第 ${+col + 1} 个数`, `${kind} of “${names[tok]}”, number ${+col + 1}`), `${sum(from.slice(0, 2), from.slice(2))} = ${n(id)}`];
  }
  const ti = names[a];
  return {
    x: () => [t(`${ti} 的输入，可以改`, `input of “${ti}”, yours to change`), `x = ${n(id)}`],
    W: () => [t('矩阵的一格，可以改', 'one cell of a matrix, yours to change'), n(id)],
    s: () => [t(`「它」与${ti}合不合：查询点乘键`, `how well the query suits “${ti}”: query times key`).replace('「它」', `「${names[1]}」`), `${sum(['q0', 'q1'], [`k${a}0`, `k${a}1`])} = ${n(id)}`],
    c: () => [t('除以 √2，保留三位小数', 'divided by √2, three decimals kept'), `${n('s' + a)} ÷ 1.414 = ${value[id].toFixed(3).replace('-', '−')}`],
    e: () => [t('取指数：负数也变成正数', 'the exponential: even a negative score becomes positive'), `e^${n('c' + a)} = ${expText(value['c' + a])}`],
    z: () => [t('两个指数相加', 'both exponentials added'), `${expText(value.c0)} + ${expText(value.c1)} = ${sumText(value)}`],
    w: () => [t(`给${ti}的份额`, `the share of “${ti}”`), `${expText(value['c' + a])} ÷ ${sumText(value)} = ${pct(value[id])}`],
    o: () => [t(`输出的第 ${d} 个数：权重乘值，再相加`, `output, number ${d}: weights times values, added up`), `${short(value.w0)}${times}${p('v0' + a)} + ${short(value.w1)}${times}${p('v1' + a)} = ${n(id)}`],
  }[kind[0]]();
}
const sumText = v => { const top = Math.max(v.c0, v.c1); return expText(top + Math.log(Math.exp(v.c0 - top) + Math.exp(v.c1 - top))); };

function render({ model, el: host }) {
  const { root, t, dispose, english } = mount(model, host);
  const names = model.get('names')[english ? 'en' : 'zh'], begin = () => structuredClone(model.get('start'));
  let state = begin(), value = handChain(state), step = 0, held = null;
  const nodes = {}, inputs = [], updates = [];
  const put = (id, node) => { (nodes[id] ??= []).push(node); node.dataset.id = id; return node; };
  /* a computed number: a button, so that the keyboard can ask it where it comes from */
  const val = (id, text, cls = 'val') => {
    const node = put(id, el('button', { type: 'button', className: cls }));
    updates.push(() => { node.textContent = text(value[id]); node.dataset.value = value[id]; const [what, sum] = handWords(id, value, t, names); node.ariaLabel = what + ': ' + sum; });
    return node;
  };
  const edit = (id, rows, r, c, name) => {
    const node = put(id, dragNumber(t, { name, value: rows()[r][c], onValue: v => { rows()[r][c] = v; update(); }, say: warn }));
    inputs.push(() => node.put(rows()[r][c]));
    return node;
  };
  const vec = (kind, cells) => el('span', { className: 'vec lk-role-' + kind }, ...cells);
  const nums = (id, kind) => vec(kind, [0, 1].map(c => val(id + c, v => short(v, 2), 'val cell')));
  const chip = i => el('span', { className: 'lk-minitok' + (i ? ' isq' : ''), textContent: names[i] });
  const lead = i => { const node = chip(i); node.classList.add('lead'); return node; };
  const text = (run, cls = 'lk-path') => { const node = el('span', { className: cls }); updates.push(() => node.replaceChildren(...[run()].flat())); return node; };
  const under = (kind, id) => el('u', { className: 'lk-role-' + kind, textContent: value[id] < 0 ? `(${short(value[id], 2)})` : short(value[id], 2) });
  const stage = (n, name, formula, aux, rows, foot) => {
    const node = el('section', { className: 'stage', ariaLabel: n + ' ' + name }, el('header', {}, el('b', {}, el('span', { textContent: n }), name), el('code', { textContent: formula })),
      el('div', { className: 'aux' }, ...aux), ...rows.map(row => el('div', { className: 'rw' }, ...row)), el('div', { className: 'foot' }, ...foot));
    stages.push(node);
    return node;
  };
  const stages = [], two = make => [0, 1].map(make), roles = { q: 'query', k: 'key', v: 'value' };
  const matrix = m => el('span', { className: 'mat lk-role-' + roles[m] }, ...two(r => two(c => edit(`W${m}${r}${c}`, () => state['W_' + m], r, c, `W_${m} ${r + 1},${c + 1}`))).flat());

  const board = el('div', { className: 'hand' },
    stage(1, t('输入', 'Input'), 'x', [], two(i => [chip(i), vec('resid', two(c => edit(`x${i}${c}`, () => state.x, i, c, `x ${names[i]} ${c + 1}`)))]), []),
    stage(2, t('分成三份', 'Three projections'), 'x × W', [el('div', { className: 'qkv' }, ...Object.keys(roles).map(m => el('div', {}, el('span', { className: 'matl' }, 'W', el('sub', { textContent: m })), matrix(m))))],
      two(i => [lead(i), el('div', { className: 'qkv' }, i ? nums('q', 'query') : el('span', { className: 'none', title: t('这一行只为第二个词元算', 'only the second token asks here') }), nums('k' + i, 'key'), nums('v' + i, 'value'))]),
      [el('div', { className: 'qkv' }, ...[['q', t('在找', 'seeks')], ['k', t('被找', 'is found')], ['v', t('交出', 'gives')]].map(([m, s]) => el('span', { className: 'nm' }, tag(m, roles[m]), ' ' + s)))]),
    stage(3, t('分数', 'Scores'), 'q·k', [nums('q', 'query')], two(i => [lead(i), el('div', { className: 'stack' }, val('s' + i, v => short(v)), text(() => [under('query', 'q0'), '×', under('key', `k${i}0`), ' + ', under('query', 'q1'), '×', under('key', `k${i}1`)]))]), []),
    stage(4, t('缩小', 'Scale'), '÷ √d', [el('span', { className: 'lk-path', textContent: '√2 = 1.414' })], two(i => [lead(i), el('div', { className: 'stack' }, val('c' + i, v => v.toFixed(3).replace('-', '−')), text(() => `${short(value['s' + i])} ÷ 1.414`))]), []),
    stage(5, t('权重', 'Weights'), 'softmax', [el('span', { className: 'lk-path' }, 'Σ = ', val('z', () => sumText(value), 'val small'))],
      two(i => { const bar = el('i'); updates.push(() => { bar.style.width = 100 * value['w' + i] + '%'; });
        return [lead(i), el('div', { className: 'stack wide' }, el('span', {}, val('w' + i, v => pct(v)), el('span', { className: 'lk-path' }, ' ', text(() => `e^${short(value['c' + i])} = `), val('e' + i, () => expText(value['c' + i]), 'val small'))), el('div', { className: 'bar' }, bar))]; }),
      [t('合计 ', 'total '), text(() => pct(value.w0 + value.w1))]),
    stage(6, t('加权和', 'Weighted sum'), 'Σ weight·v', [], two(i => [lead(i), text(() => short(value['w' + i]) + ' ×'), nums('v' + i, 'value')]), [el('span', { className: 'lk-path', textContent: '= ' }), vec('resid', two(c => val('o' + c, v => short(v), 'val cell wide')))]));

  const readout = el('p', { className: 'lk-read', role: 'status' });
  function warn(message) { readout.classList.toggle('bad', !!message); if (message) readout.textContent = message; else tell(); }
  function tell() {
    if (readout.classList.contains('bad')) return;
    const id = held;
    if (id) { const [what, sum] = handWords(id, value, t, names); readout.replaceChildren(what + t('：', ': '), el('code', { textContent: sum })); return; }
    const gap = Math.abs(value.c0 - value.c1), more = value.c0 >= value.c1 ? 0 : 1, lot = gap > 14;
    readout.replaceChildren(...(gap < .0005 ? [t('两个分数一样，权重各半：softmax 只认差距。', 'Equal scores share the weight equally: softmax looks at differences only.')]
      : [t('缩小后的分数差 ', 'A scaled gap of '), el('code', { textContent: short(gap) }), t('，权重就差 ', ' makes a factor of '), el('code', { textContent: `e^${short(gap)} = ${lot ? expText(gap) : fig(Math.exp(gap))}` }), t(` 倍，偏向「${names[more]}」：softmax 把差距变成倍数。`, ` in weight, in favour of “${names[more]}”: softmax turns differences into ratios.`)]));
  }
  function light(id) {
    held = id;
    for (const [key, list] of Object.entries(nodes)) for (const node of list) node.classList.remove('lit', 'self');
    if (id) { nodes[id].forEach(n => n.classList.add('self')); handInputs(id).forEach(key => nodes[key]?.forEach(n => n.classList.add('lit'))); }
    tell();
  }
  function update() { value = handChain(state); updates.forEach(run => run()); tell(); }
  const pick = n => { step = n; steps.sync(n); board.classList.toggle('stepping', n > 0); stages.forEach((s, i) => { s.classList.toggle('now', i + 1 === n); s.classList.toggle('done', i + 1 < n); }); };
  const steps = player(t, 6, pick);
  const reset = el('button', { type: 'button', className: 'lk-quiet', textContent: t('复位', 'Reset'), onclick: () => { state = begin(); inputs.forEach(run => run()); update(); pick(0); } });
  const of = event => event.target.closest?.('[data-id]')?.dataset.id ?? null;
  board.addEventListener('pointerover', event => light(of(event)));
  board.addEventListener('pointerleave', () => light(null));
  board.addEventListener('focusin', event => light(of(event)));
  board.addEventListener('focusout', () => light(null));
  const kind = t('教学示例', 'teaching example'), title = model.get('title') || t('从 x 到输出，六步', 'From x to the output in six steps');
  lessonFigure(root, { title, controls: [reset, steps], menu: lessonMenu(root, t, 'attention-by-hand', () => board, () => [['value', 'number'], ...Object.entries(value)], () => title + ' · ' + kind), body: board, readout,
    captionNode: caption([t(`为「${names[1]}」算一行。灰框和虚线框里的数都能改：输入、左右拖动、按 ↑ ↓，整条链随之重算。像在纸上算一样，`, `One row, for “${names[1]}”. Every number in a grey or dashed box can be changed: type, drag sideways, or press ↑ ↓, and the whole chain follows. As on paper, three decimals are kept after `), el('code', { textContent: '÷ √d' }), t(' 之后留三位小数。', '.')], [], kind) });
  update(); pick(0);
  return dispose;
}
export default { render };
