/* Where one weight comes from, down to the products: q row, k row, product by product, sum, ÷ √d_head, e^, share. */

const SHARES = 12;                 // a row longer than this shows its largest shares and one line for the rest

function cellPanel(app) {
  const { t } = app, body = el('div', { className: 'av-cell' });
  const node = el('details', { className: 'av-panel' }, el('summary', {}, el('b', { textContent: t('这个权重从哪里来', 'Where this weight comes from') }), el('span', { className: 'av-which' })), body);
  const which = node.querySelector('.av-which');
  node.addEventListener('toggle', () => { if (node.open) draw(); });

  function draw() {
    const s = app.s(), { layer, head } = app.focus(), [i, j] = app.pair(), name = n => named(s.tokens[n], t, n);
    which.replaceChildren(`${name(i)} → ${name(j)} · ${app.where()}`);
    if (!node.open) return;
    if (layer === 'rollout' || layer === 'mean') { body.replaceChildren(el('p', { textContent: app.method() + t(' 选定一层一头，就能看到点积。', ' Choose one layer and one head to reach the dot product.') })); return; }
    if (head === 'mean') { body.replaceChildren(...meanParts(s, layer, i, j)); return; }
    const parts = dotParts(s, layer, head, i, j), hidden = app.S.mask !== 'none' && j > i;
    const shared = s.H / s.G > 1 ? t(`第 ${kvHead(s, head) + 1} 组键，${s.H / s.G} 个头共用`, `key group ${kvHead(s, head) + 1}, shared by ${s.H / s.G} heads`) : '';
    body.replaceChildren(strips(s, parts, name(i), name(j), shared), sums(s, parts, i, j, hidden), ...(hidden ? [] : [shares(s, layer, head, i, j)]));
  }
  /* three rows of numbers, as many per line as fit */
  function strips(s, parts, qi, kj, shared) {
    const width = app.root.clientWidth, per = Math.min(s.D, [16, 8, 4].find(n => width >= 44 + n * 61) ?? 4);
    const limit = Math.max(...parts.q.map(Math.abs), ...parts.k.map(Math.abs)), wide = Math.max(...parts.products.map(Math.abs));
    const vector = signedRamp(app.root, limit), product = signedRamp(app.root, wide);
    const line = (letter, role, values, ramp, from, title) => el('div', { className: 'av-line' }, letter === '×' ? el('span', { className: 'av-op', textContent: 'q×k' }) : tag(letter, role),
      ...range(Math.min(per, s.D - from)).map(n => { const x = values[from + n]; return el('span', { className: 'av-num', textContent: num(x), title: title(from + n, x), style: `background:${ramp.at(x)};color:${ramp.text(x)}` }); }));
    const blocks = [];
    for (let from = 0; from < s.D; from += per) blocks.push(el('div', { className: 'av-block', style: `--per:${per}` },
      line('q', 'query', parts.q, vector, from, (d, x) => `q[${d}] = ${num(x, 4)}`),
      line('k', 'key', parts.k, vector, from, (d, x) => `k[${d}] = ${num(x, 4)}`),
      line('×', '', parts.products, product, from, (d, x) => `q[${d}]·k[${d}] = ${num(parts.q[d], 4)} × ${num(parts.k[d], 4)} = ${num(x, 4)}`)));
    const head = el('p', { className: 'av-note' }, tag('q', 'query'), t(` ${qi}在找什么，${s.D} 个数　`, ` what ${qi} looks for, ${s.D} numbers   `), tag('k', 'key'), t(` ${kj}凭什么被找到`, ` how ${kj} is found`), shared && t(`（${shared}）`, ` (${shared})`));
    return el('div', {}, head, el('div', { className: 'lk-frame' }, ...blocks), scale(limit, vector, wide));
  }
  function scale(limit, ramp, wide) {
    const bar = el('span', { className: 'av-scale' }, ...range(11).map(n => el('i', { style: `background:${ramp.at(limit * (n / 5 - 1))}` })));
    return el('p', { className: 'av-note' }, t('颜色 ', 'Colour '), `${num(-limit, 1)} `, bar, ` ${num(limit, 1)}`, t(`；乘积一行 ±${num(wide, 1)}`, `; products ±${num(wide, 1)}`));
  }
  function sums(s, parts, i, j, hidden) {
    const step = (label, value, how) => el('div', { className: 'av-step' }, el('span', { textContent: label }), el('b', { textContent: value }), el('small', { textContent: how }));
    const steps = [step(t('乘积之和 q·k', 'sum of products q·k'), num(parts.sum, 3), t(`${s.D} 个乘积相加`, `${s.D} products added`)), step(t('÷ √d_head = 分数', '÷ √d_head = score'), num(parts.score, 3), `${num(parts.sum, 3)} ÷ √${s.D} = ${num(parts.sum, 3)} ÷ ${num(Math.sqrt(s.D), 3)}`)];
    if (hidden) return el('div', { className: 'av-steps' }, ...steps, step(t('因果掩码', 'causal mask'), '−∞ → 0', t('这个词元还没有写到：分数换成 −∞，e^−∞ = 0', 'not written yet: the score becomes −∞, and e^−∞ = 0')));
    const line = app.scoreRow(i), total = line.reduce((a, x) => a + Math.exp(x), 0), weight = Math.exp(parts.score) / total;
    return el('div', { className: 'av-steps' }, ...steps, step(t('e 的分数次方', 'e to the score'), compact(Math.exp(parts.score)), `e^${num(parts.score, 3)}`),
      step(t('÷ 这一行的合计 = 权重', '÷ the row’s total = weight'), pct(weight, 2), `${compact(Math.exp(parts.score))} ÷ ${compact(total)}`));
  }
  /* softmax of the whole row: every share, click one to follow it */
  function shares(s, layer, head, i, j) {
    const line = app.scoreRow(i), seen = range(s.T).filter(n => Number.isFinite(line[n])), e = line.map(Math.exp), total = seen.reduce((a, n) => a + e[n], 0);
    const order = [...seen].sort((a, b) => e[b] - e[a]), listed = order.slice(0, order.length > SHARES ? SHARES - 1 : SHARES), rest = order.slice(listed.length);
    if (!listed.includes(j) && rest.includes(j)) { rest.push(listed.pop()); listed.push(j); }
    const row = n => el('button', { type: 'button', className: 'av-share' + (n === j ? ' on' : ''), onclick: () => app.pin(i, n) },
      el('bdi', { textContent: face(s.tokens[n], t, n).text }), el('code', { textContent: num(line[n], 2) }), el('code', { textContent: compact(e[n]) }), el('span', { className: 'av-bar' }, el('i', { style: `width:${100 * e[n] / total}%` })), el('code', { textContent: pct(e[n] / total) }));
    const left = rest.filter(n => n !== j).reduce((a, n) => a + e[n], 0);
    return el('div', { className: 'av-shares' }, el('div', { className: 'av-share head' }, el('span', { textContent: t('键', 'key') }), el('span', { textContent: t('分数', 'score') }), el('span', { textContent: t('e^分数', 'e^score') }), el('span', {}), el('span', { textContent: t('权重', 'weight') })),
      ...listed.map(row), rest.length > 0 && el('div', { className: 'av-share' }, el('span', { textContent: t(`其余 ${rest.length} 个`, `${rest.length} others`) }), el('span', {}), el('code', { textContent: compact(left) }), el('span', { className: 'av-bar' }, el('i', { style: `width:${100 * left / total}%` })), el('code', { textContent: pct(left / total) })),
      el('div', { className: 'av-share foot' }, el('span', { textContent: t('合计 Σ', 'total Σ') }), el('span', {}), el('code', { textContent: compact(total) }), el('span', {}), el('code', { textContent: pct(1) })));
  }
  function meanParts(s, layer, i, j) {
    const each = range(s.H).map(h => headWeights(s, layer, h, app.S.mask)[i * s.T + j]), mean = each.reduce((a, b) => a + b, 0) / s.H;
    return [el('p', { className: 'av-note', textContent: t('各头的权重，一个头算一份，取平均。点一个头看它的点积。', 'Each head’s weight, all counted alike, averaged. Click a head to reach its dot product.') }),
      el('div', { className: 'av-shares' }, ...each.map((w, h) => el('button', { type: 'button', className: 'av-share', onclick: () => app.choose({ head: h }) }, el('span', { textContent: t(`第 ${h + 1} 头`, `head ${h + 1}`) }), el('span', {}), el('span', {}), el('span', { className: 'av-bar' }, el('i', { style: `width:${100 * w}%` })), el('code', { textContent: pct(w) }))),
        el('div', { className: 'av-share foot' }, el('span', { textContent: t('平均', 'mean') }), el('span', {}), el('span', {}), el('span', {}), el('code', { textContent: pct(mean) })))];
  }
  return { node, draw, open() { if (!node.open) node.open = true; else draw(); } };
}
/* a positive number of any size in few digits */
function compact(x) {
  if (x === 0) return '0';
  if (x >= 1e5 || x < 1e-3) { const p = Math.floor(Math.log10(x)); return `${(x / 10 ** p).toFixed(2)}×10${String(p).replace(/./g, d => ({ '-': '⁻' })[d] ?? '⁰¹²³⁴⁵⁶⁷⁸⁹'[d])}`; }
  return x >= 100 ? x.toFixed(1) : x.toFixed(x >= 1 ? 2 : 4);
}
