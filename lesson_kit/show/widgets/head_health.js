/* How spread out every head is: mean entropy against the uniform, and the share that rests on the first token. */

function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), queue = workQueue(onDispose), tip = tooltip(root), S = { metric: 'entropy', skipFirst: false };
  root.classList.add('hh');
  const follow = followAttention(model, 'health', onDispose, change), { now } = follow;
  const board = el('div', {}), legend = el('div', { className: 'hd-legend' }), cards = el('div', { className: 'hh-cards' }), note = el('p', { className: 'hh-note' }), from = el('span');
  let table = null, found = [], ramps = null;
  const metric = segment(t('看什么', 'Show'), [['entropy', t('平均熵', 'mean entropy')], ['first', t('首词元份额', 'share on first token')]], value => { S.metric = value; paint(); });
  const skip = toggle(t('不计首词元', 'Skip first token'), on => { S.skipFirst = on; measure(); showCards(); });
  const menu = saveMenu(t('保存这张表', 'Save this table'), { CSV: () => now.s && saveCsv('head-health', rows(), provenance()) });
  root.append(el('figure', {}, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), el('span', { className: 'lk-space' }), menu),
    el('div', { className: 'lk-knobs' }, metric, skip), el('div', { className: 'hd-pair' }, el('div', {}, board, legend), el('div', {}, cards, note)),
    caption(t('每格一个头，算的是上面那句话；只有一种选择的行不计。点一格，上面的图跟着换。', 'One cell per head, for the sentence above; rows with a single choice are left out. Click one and the picture above follows.'), from, model.get('kind') || t('实测', 'measured'))));
  board.append(el('p', { className: 'hd-wait', textContent: t('等上面的图给出一句话…', 'Waiting for the picture above to give a sentence…') }));

  function change(fresh) {
    const { s } = now;
    if (!table || table.L !== s.L || table.H !== s.H) {
      table = { L: s.L, H: s.H, ...headTable(t, s.L, s.H, () => el('span', { className: 'hh-tile' }), (l, h) => follow.select(l, h)) };
      table.cells.forEach((row, l) => row.forEach(({ button }, h) => {
        button.addEventListener('pointerenter', event => { if (event.pointerType !== 'touch' && found[l]?.[h]) tip.show(button, ...facts(l, h)); });
        button.addEventListener('pointerleave', () => tip.hide());
      }));
      board.replaceChildren(table.node);
      size();
    }
    if (fresh) measure();
    table.mark(now.layer, now.head);
    showCards();
    from.textContent = `${model.get('source')} · ${s.label}`;
  }
  function size() {
    if (!table) return;
    const fit = Math.floor((root.clientWidth - 44 - 5 * table.H) / table.H), narrow = root.classList.contains('lk-narrow');
    table.node.style.setProperty('--size', (narrow ? Math.max(30, Math.min(46, fit)) : 46) + 'px');
  }
  const weightsOf = (l, h) => softmaxRows(headScores(now.s, l, h), now.s.T);
  function measure() {
    if (!now.s) return;
    found = range(table.L).map(() => []);
    queue(range(table.L).flatMap(l => range(table.H).map(h => [l, h])), ([l, h]) => { found[l][h] = headHealth(now.s, l, h, { skipFirst: S.skipFirst, weights: weightsOf(l, h) }); tile(l, h); }, count);
    paint();
  }
  function colours() { ramps ??= { entropy: heatRamp(root, 'resid'), first: heatRamp(root) }; return ramps[S.metric]; }
  function tile(l, h) {
    const x = found[l][h], { button, inside, marks } = table.cells[l][h], value = S.metric === 'entropy' ? x.ratio : x.first, ramp = colours();
    inside.textContent = S.metric === 'entropy' ? num(x.entropy, 1) : String(Math.round(100 * x.first));
    inside.style.background = ramp.at(value); inside.style.color = ramp.text(value);
    inside.classList.toggle('flat', x.flat);
    marks.replaceChildren(...(x.flat ? [el('b', { textContent: '≈' })] : []));
    button.ariaLabel = `${t(`第 ${l + 1} 层第 ${h + 1} 头`, `layer ${l + 1}, head ${h + 1}`)}: ${button.textContent}`;
  }
  function paint() {
    metric.sync(S.metric); skip.sync(S.skipFirst);
    if (!now.s) return;
    found.forEach((row, l) => row.forEach((_, h) => tile(l, h)));
    const ramp = colours(), bar = el('span', { className: 'hd-ramp' }, ...range(11).map(i => el('i', { style: `background:${ramp.at(i / 10)}` })));
    legend.replaceChildren(...(S.metric === 'entropy' ? [t('只看一个 0 比特', 'one token, 0 bits'), bar, t('均匀', 'uniform')] : ['0', bar, pct(1, 0)]));
  }
  function count() {
    const flat = found.flat().filter(x => x.flat).length, sinks = found.flat().filter(x => x.first >= .5).length, all = table.L * table.H, first = named(now.s.tokens[0], t, 0);
    note.textContent = t(`${all} 个头里，${sinks} 个把一半以上的权重放在${first}上（sink），${flat} 个几乎平均地看（≈：熵达到均匀的 90\u202f%）。`, `Of ${all} heads, ${sinks} rest more than half their weight on ${first} (sinks) and ${flat} look almost evenly (≈: entropy at least 90\u202f% of uniform).`);
  }
  function facts(l, h) {
    const x = found[l][h];
    return [el('b', { textContent: t(`第 ${l + 1} 层第 ${h + 1} 头`, `layer ${l + 1}, head ${h + 1}`) }), el('br'), t(`平均熵 ${num(x.entropy)} 比特，均匀是 ${num(x.uniform)}（${pct(x.ratio, 0)}）`, `mean entropy ${num(x.entropy)} bits, uniform ${num(x.uniform)} (${pct(x.ratio, 0)})`), el('br'), t(`首词元份额 ${pct(x.first)}`, `share on the first token ${pct(x.first)}`)];
  }
  /* the selected head in four numbers */
  function showCards() {
    const { s } = now, q = Math.min(now.query ?? s.T - 1, s.T - 1);
    if (typeof now.layer !== 'number' || typeof now.head !== 'number') { cards.replaceChildren(el('p', { className: 'hd-wait', textContent: t('选一个头，这里是它的四个数。', 'Choose one head to see its four numbers.') })); return; }
    const whole = headWeights(s, now.layer, now.head), x = headHealth(s, now.layer, now.head, { skipFirst: S.skipFirst, weights: whole }), w = S.skipFirst ? withoutFirst(whole, s.T) : whole;
    const sum = range(s.T).reduce((a, j) => a + w[q * s.T + j], 0), name = named(s.tokens[q], t, q);
    const card = (label, value, unit, how) => el('div', { className: 'hh-card' }, el('div', { className: 'hh-label', textContent: label }), el('div', { className: 'hh-value' }, value, el('small', { textContent: unit })), el('div', { className: 'hh-how', textContent: how }));
    cards.replaceChildren(
      card(t('平均熵', 'Mean entropy'), num(x.entropy), t('比特', 'bits'), t(`−Σ p log₂ p，各行平均；均匀地看是 ${num(x.uniform)}`, `−Σ p log₂ p, mean over rows; uniform would be ${num(x.uniform)}`)),
      card(t('首词元份额', 'Share on the first token'), (100 * x.first).toFixed(1), '%', t('第一列的平均，从第 2 行起', 'first column, mean from row 2 on')),
      card(t('相当于看几个词元', 'As if looking at'), num(2 ** x.entropy, 1), t('个', 'tokens'), t('2 的平均熵次方', '2 to the mean entropy')),
      card(t(`${name}一行之和`, `Sum of the row of ${name}`), (100 * sum).toFixed(1), '%', sum < .5 ? t('首词元只看自己，去掉就空了', 'the first token sees only itself') : S.skipFirst ? t('去掉首词元后重新归一', 'rescaled without the first token') : t('softmax 之后必为 100 %', 'always 100 % after softmax')));
  }
  const provenance = () => `${model.get('source')} · ${now.s.label} · ${t('各头的熵与首词元份额', 'entropy and first-token share of every head')}${S.skipFirst ? t('，不计首词元', ', first token excluded') : ''} · ${model.get('kind') || t('实测', 'measured')}`;
  function rows() { return [['layer', 'head', 'entropy_bits', 'uniform_bits', 'ratio', 'share_first_token', 'near_uniform'], ...found.flatMap((row, l) => row.map((x, h) => [l + 1, h + 1, x.entropy.toFixed(4), x.uniform.toFixed(4), x.ratio.toFixed(4), x.first.toFixed(4), x.flat]))]; }
  onDispose(watchTheme(root, () => { ramps = null; paint(); }));
  onDispose(watchWidth(root, size));
  paint();
  follow.hello();
  return dispose;
}
export default { render };
