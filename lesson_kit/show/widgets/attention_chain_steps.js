/* What the chain computes for one row, and how each of its numbers is written out. No page here but for el(). */

const vAt = (s, layer, head, j) => { const at = ((layer * s.G + kvHead(s, head)) * s.T + j) * s.D; return s.v.subarray(at, at + s.D); };

/* Every number of the row of query i: { q, k[], v[], dots[], scaled[], weights[], out, sum, top }, future positions too. */
function chainRow(s, layer, head, i) {
  const all = range(s.T), parts = all.map(j => dotParts(s, layer, head, i, j)), scaled = parts.map(p => p.score);
  const seen = all.slice(0, i + 1), top = Math.max(...seen.map(j => scaled[j])), e = seen.map(j => Math.exp(scaled[j] - top)), sum = e.reduce((a, b) => a + b, 0);
  const weights = all.map(j => j <= i ? e[j] / sum : 0), v = all.map(j => vAt(s, layer, head, j));
  const out = Float64Array.from({ length: s.D }, (_, d) => seen.reduce((a, j) => a + weights[j] * v[j][d], 0));
  return { i, q: parts[0].q, k: parts.map(p => p.k), products: parts.map(p => p.products), dots: parts.map(p => p.sum), scaled, weights, v, out, top, logSum: top + Math.log(sum) };
}

const three = x => num(x, 3);
/* One line of a listing: a label, the arithmetic, and a swatch by sign. */
function listing(rows, ramp) {
  return el('ol', { className: 'chain-list' }, ...rows.map(([label, sum, value]) => el('li', {}, el('span', { className: 'ix' }, label), el('code', { textContent: sum }), el('i', { style: `background:${ramp.at(value)}` }))));
}
/* The panel below: where one number comes from. pick: { kind, j, d } → { head: [...], body }. */
function explain(s, row, pick, t, ramps, name) {
  const { i } = row, { kind } = pick, j = Math.min(pick.j ?? i, s.T - 1), d = Math.min(pick.d ?? 0, s.D - 1), root = fig(Math.sqrt(s.D)), code = text => el('code', { textContent: text });
  const pair = () => [tag('q', 'query'), ' ', name(i), ' · ', tag('k', 'key'), ' ', name(j)];
  if (kind === 'dot') {
    return { head: [...pair(), t('：对应的数相乘，再全部加起来 ', ': multiply number by number, then add it all up '), code(`Σ = ${num(row.dots[j], 3)}`)],
      body: listing([...row.q].map((x, n) => [String(n + 1), `${three(x)}${times}${three(row.k[j][n])} = ${three(row.products[j][n])}`, row.products[j][n]]), ramps.product(row.products[j])) };
  }
  if (kind === 'scaled') return { head: [...pair(), t('：', ': '), code(`${num(row.dots[j], 3)} ÷ √${s.D} = ${num(row.dots[j], 3)} ÷ ${root} = ${num(row.scaled[j], 3)}`)],
    body: el('p', {}, t(`${s.D} 对数相加，和会随 ${s.D} 变大而散开；除以 √${s.D}，散开的程度就与维数无关了。`, `A sum of ${s.D} products spreads as ${s.D} grows; divided by √${s.D} its spread no longer depends on the width.`)) };
  if (kind === 'mask') return { head: [name(j), t('：', ': '), code(j > i ? `${num(row.scaled[j], 3)} → −∞` : `${num(row.scaled[j], 3)} → ${num(row.scaled[j], 3)}`)],
    body: el('p', {}, j > i ? t('它排在后面，写到这里时还不存在。分数先照算，再换成 −∞；e 的 −∞ 次方是 0，权重就恰好是 0。', 'It comes later and does not exist yet at this point. Its score is computed all the same, then replaced by −∞; e to the −∞ is 0, so its weight is exactly 0.')
      : t('它在前面（或就是自己），分数原样通过。', 'It comes before (or is the token itself): the score passes unchanged.')) };
  if (kind === 'weight') {
    const seen = range(i + 1);
    if (j > i) return explain(s, row, { kind: 'mask', j }, t, ramps, name);
    return { head: [name(j), t('：', ': '), code(`e^${num(row.scaled[j])} ÷ Σ = ${expText(row.scaled[j])} ÷ ${expText(row.logSum)} = ${pct(row.weights[j])}`)],
      body: listing(seen.map(n => [name(n), `e^${num(row.scaled[n])} = ${expText(row.scaled[n])} → ${pct(row.weights[n])}`, row.weights[n]]), ramps.weight) };
  }
  return { head: [t(`输出的第 ${d + 1} 个数：每个词元的权重乘它的值，再加起来 `, `number ${d + 1} of the output: each weight times its value, added up `), code(`Σ = ${num(row.out[d], 3)}`)],
    body: listing(range(i + 1).map(n => [name(n), `${three(row.weights[n])}${times}${three(row.v[n][d])} = ${three(row.weights[n] * row.v[n][d])}`, row.weights[n] * row.v[n][d]]), ramps.product(range(i + 1).map(n => row.weights[n] * row.v[n][d]))) };
}
/* What a step does, in a sentence. */
function stepWords(step, s, row, layer, head, t, name) {
  const i = row.i, best = row.weights.indexOf(Math.max(...row.weights)), later = s.T - 1 - i, g = kvHead(s, head);
  return [
    row.weights[best] > .5 ? t(`${name(i)}把 ${pct(row.weights[best])} 的权重给了${best === i ? '自己' : name(best)}，输出就主要是它交出的值。`, `${name(i)} gives ${pct(row.weights[best])} of its weight to ${best === i ? 'itself' : name(best)}, so the output is mostly what that token hands over.`)
      : t(`${name(i)}给得最多的是${best === i ? '自己' : name(best)}，也只有 ${pct(row.weights[best])}：输出是好几个值掺在一起。`, `${name(i)} gives most to ${best === i ? 'itself' : name(best)}, yet only ${pct(row.weights[best])}: the output is a blend of several values.`),
    t(`一个查询 q 属于${name(i)}，一排键 k，每个词元一个。每条 ${s.D} 格，一格一个数。`, `One query q belongs to ${name(i)}; the keys k, one for each token. Every strip has ${s.D} cells, one number each.`),
    t('q 与每个 k 逐格相乘、全部相加：每个词元得到一个数，越大越合查询的意。', 'q meets every k cell by cell, and the products are added: one number per token, larger where the key suits the query.'),
    t(`每个数除以 √${s.D} = ${fig(Math.sqrt(s.D))}，这才叫分数。`, `Each number is divided by √${s.D} = ${fig(Math.sqrt(s.D))}; that is the score.`),
    later ? t(`${name(i)}后面的 ${later} 个词元还没写到：分数换成 −∞。`, `The ${later} token${later > 1 ? 's' : ''} after ${name(i)} ${later > 1 ? 'are' : 'is'} not there yet: ${later > 1 ? 'their scores become' : 'its score becomes'} −∞.`) : t(`${name(i)}是最后一个词元，没有什么要遮。`, `${name(i)} is the last token: nothing to hide.`),
    t('softmax 把分数变成份额：全是正数，加起来是 100 %。', 'Softmax turns scores into shares: all positive, 100 % together.'),
    t(`每个词元的值 v（上半条）按权重缩小（下半条），再逐格相加，就是第 ${layer + 1} 层第 ${head + 1} 头交出的 ${s.D} 个数。${s.G < s.H ? `值和键取自第 ${g + 1} 组。` : ''}`, `Each value v (upper half) is shrunk by its weight (lower half) and added cell by cell: the ${s.D} numbers that layer ${layer + 1}, head ${head + 1} hands on.${s.G < s.H ? ` Keys and values come from group ${g + 1}.` : ''}`),
  ][step];
}
