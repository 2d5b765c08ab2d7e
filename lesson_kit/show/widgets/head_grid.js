/* Every head of every layer at once, small; and which of them was found to have which habit. */

function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host), queue = workQueue(onDispose), tip = tooltip(root), habits = model.get('habits') ?? [];
  root.classList.add('hg');
  const follow = followAttention(model, 'grid', onDispose, change), { now } = follow, pick = (l, h) => follow.select(l, h);
  const thumbs = el('div', {}), legend = el('div', { className: 'hd-legend' }), from = el('span');
  let grid = null, ramp = heatRamp(root);
  const word = (habit, name) => habit[english ? name + 'en' : name + 'zh'] ?? '';
  const finds = habits.map(habit => {
    const place = t(`第 ${habit.layer + 1} 层第 ${habit.head + 1} 头`, `layer ${habit.layer + 1}, head ${habit.head + 1}`);
    const button = el('button', { type: 'button', className: 'hg-find', onclick: () => pick(habit.layer, habit.head) }, el('span', { className: 'hg-let', textContent: habit.letter }), el('span', { className: 'hg-name', textContent: word(habit, '') }), el('span', { className: 'hg-jump', textContent: place }),
      el('span', { className: 'hg-what', textContent: word(habit, 'what_') }), el('span', { className: 'hg-score', title: habit.n ? t(`${habit.n} 行的平均权重`, `mean weight over ${habit.n} rows`) : '' }, pct(habit.score, 0), habit.n ? el('small', { textContent: ` n = ${habit.n}` }) : null));
    return { habit, button };
  });
  const menu = saveMenu(t('保存这张图', 'Save this picture'), { PNG: () => now.s && savePng(root, 'all-heads', drawing(), provenance()), SVG: () => now.s && saveSvg(root, 'all-heads', drawing(), provenance()), CSV: () => now.s && saveCsv('all-heads', rows(), provenance()) });
  const right = habits.length ? el('div', {}, el('p', { className: 'hg-kicker', textContent: t('找到的习惯，各由哪个头做得最好：预测的那一格上的平均权重', 'Habits found and the head best at each: mean weight on the predicted cell') }), el('div', { className: 'hg-finds' }, ...finds.map(f => f.button))) : model.get('measuring') ? el('p', { className: 'hg-kicker', role: 'status', textContent: model.get('measuring') }) : '';
  root.append(el('figure', {}, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), el('span', { className: 'lk-space' }), menu),
    el('div', { className: 'hd-pair' }, el('div', {}, thumbs, legend), right),
    caption(t('每张小图都是上面那句话；行是在看的词元，列是被看的词元。点一格，上面的图跟着换。', 'Every small picture is the sentence above; rows look, columns are looked at. Click one and the picture above follows.'), from, model.get('kind') || t('实测', 'measured'))));
  thumbs.append(el('p', { className: 'hd-wait', textContent: t('等上面的图给出一句话…', 'Waiting for the picture above to give a sentence…') }));

  function change(fresh) {
    const { s } = now;
    if (!grid || grid.L !== s.L || grid.H !== s.H) build();
    if (fresh) paint();
    grid.table.mark(now.layer, now.head);
    for (const { habit, button } of finds) button.classList.toggle('on', habit.layer === now.layer && habit.head === now.head);
    from.textContent = `${model.get('source')} · ${s.L} × ${s.H}`;
  }
  function build() {
    const { L, H } = now.s, table = headTable(t, L, H, () => el('canvas', {}), pick);
    grid = { L, H, table };
    table.cells.forEach((row, l) => row.forEach(({ button, marks }, h) => {
      marks.append(...habits.filter(x => x.layer === l && x.head === h).map(x => el('b', { textContent: x.letter })));
      button.addEventListener('pointerenter', event => { if (event.pointerType !== 'touch') tip.show(button, ...facts(l, h)); });
      button.addEventListener('pointerleave', () => tip.hide());
    }));
    thumbs.replaceChildren(table.node);
    size();
  }
  function size() {
    if (!grid) return;
    const { H } = grid, width = root.clientWidth, fit = Math.floor((width - 44 - 5 * H) / H);
    grid.table.node.style.setProperty('--size', (root.classList.contains('lk-narrow') ? Math.max(28, Math.min(46, fit)) : H > 8 ? 48 : 62) + 'px');
  }
  function facts(l, h) {
    const { entropy, first } = headHealth(now.s, l, h), own = habits.filter(x => x.layer === l && x.head === h);
    return [el('b', { textContent: t(`第 ${l + 1} 层第 ${h + 1} 头`, `layer ${l + 1}, head ${h + 1}`) }), ...own.flatMap(x => [el('br'), `${x.letter} ${word(x, '')} ${pct(x.score, 0)}`]), el('br'), t(`平均熵 ${num(entropy)} 比特 · 首词元 ${pct(first, 0)}`, `mean entropy ${num(entropy)} bits · first token ${pct(first, 0)}`)];
  }
  /* one pixel per token (per block of tokens where there are more than 64), enlarged by the browser */
  const top = () => (now.s.T > 40 ? .3 : 1);
  function thumb(l, h) {
    const { s } = now, { T } = s, w = softmaxRows(headScores(s, l, h), T), b = Math.ceil(T / 64), n = Math.ceil(T / b), canvas = grid.table.cells[l][h].inside, pen = canvas.getContext('2d');
    canvas.width = canvas.height = n;
    const image = pen.createImageData(n, n), peak = top(), clear = ramp.rgb(0);
    for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) {
      let v = 0;
      for (let i = y * b; i < Math.min(T, y * b + b); i++) for (let j = x * b; j < Math.min(T, x * b + b); j++) v = Math.max(v, w[i * T + j]);
      image.data.set([...(v ? ramp.rgb(Math.min(1, v / peak)) : clear), 255], 4 * (y * n + x));
    }
    pen.putImageData(image, 0, 0);
  }
  function paint() {
    queue(range(grid.L).flatMap(l => range(grid.H).map(h => [l, h])), ([l, h]) => thumb(l, h));
    legend.replaceChildren('0', el('span', { className: 'hd-ramp' }, ...range(11).map(i => el('i', { style: `background:${ramp.at(i / 10)}` }))), (top() < 1 ? '≥ ' : '') + pct(top(), 0));
  }
  const provenance = () => `${model.get('source')} · ${now.s.label} · ${t('所有层 × 所有头', 'all layers × heads')} · ${model.get('kind') || t('实测', 'measured')}`;
  function drawing() {
    const { L, H } = grid, side = 62, out = svg('svg', { width: 50 + H * 70 + 12, height: 34 + L * 70, 'font-family': getComputedStyle(root).fontFamily, 'font-size': 14 });
    const text = (x, y, words, more) => { const node = svg('text', { x, y, fill: css(role(root, 'muted')), ...more }); node.textContent = words; out.append(node); };
    for (const h of range(H)) text(50 + h * 70 + side / 2, 22, String(h + 1), { 'text-anchor': 'middle' });
    for (const l of range(L)) {
      text(12, 34 + l * 70 + side / 2 + 5, (l ? '' : t('层 ', 'L ')) + (l + 1));
      for (const h of range(H)) {
        const x = 50 + h * 70, y = 30 + l * 70;
        out.append(svg('image', { x, y, width: side, height: side, href: grid.table.cells[l][h].inside.toDataURL(), style: 'image-rendering:pixelated' }), svg('rect', { x, y, width: side, height: side, fill: 'none', stroke: css(role(root, 'line')) }));
        const letters = habits.filter(k => k.layer === l && k.head === h).map(k => k.letter).join('');
        if (letters) text(x + side - 4, y + 16, letters, { 'text-anchor': 'end', 'font-weight': 700, fill: css(role(root, 'ink')) });
      }
    }
    return out;
  }
  function rows() {
    const { L, H } = grid;
    return [['layer', 'head', 'entropy_bits', 'uniform_bits', 'share_first_token', 'habit'], ...range(L).flatMap(l => range(H).map(h => { const x = headHealth(now.s, l, h); return [l + 1, h + 1, x.entropy.toFixed(4), x.uniform.toFixed(4), x.first.toFixed(4), habits.filter(k => k.layer === l && k.head === h).map(k => k.letter).join('')]; }))];
  }
  onDispose(watchTheme(root, () => { ramp = heatRamp(root); if (now.s) paint(); }));
  onDispose(watchWidth(root, size));
  follow.hello();
  return dispose;
}
export default { render: redrawn(['habits', 'measuring'], render) };      // the habits are measured after the page is shown
