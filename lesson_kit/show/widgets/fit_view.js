/* Two twins learn the same points, one with a bend between its layers and one without. */

function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), LIMIT = 1.7, RATE = .6;
  const S = { data: model.get('data'), H: 8, seed: model.get('seed'), step: 0, running: false };
  let points, nets, losses, timer = 0;
  const data = segment(t('点', 'Points'), [['moons', t('双月', 'two moons')], ['xor', t('异或', 'XOR')], ['rings', t('圆环', 'rings')], ['line', t('一条线', 'a line')]], v => { S.data = v; begin(); play(true); });
  const wide = segment(t('单元数', 'Units'), [[2, '2'], [4, '4'], [8, '8'], [16, '16']], v => { S.H = v; begin(); play(true); });
  const go = el('button', { type: 'button', className: 'lk-btn', onclick: () => { if (S.step >= model.get('steps')) begin(); play(!S.running); } }), SEEDS = Math.max(20, S.seed);
  const start = seed => { S.seed = seed; begin(); play(true); };       // everything is drawn from the seed: the same one gives the same run again
  const seeds = stepper(t('种子', 'seed'), [...Array(SEEDS).keys()].map(i => [i + 1, String(i + 1)]), start);
  const again = el('button', { type: 'button', className: 'lk-quiet', textContent: t('换一组起点', 'New start'), onclick: () => start(S.seed % SEEDS + 1) }), from = el('span');
  const cards = [true, false].map(bent => { const canvas = el('canvas', { role: 'img' }), line = el('canvas', { className: 'fit-loss', role: 'img', ariaLabel: t('损失随训练步数的变化', 'loss over the training steps') }), say = el('p', { className: 'fit-say' }); return { bent, canvas, line, say, node: el('div', {}, el('h4', { textContent: bent ? t('有弯折：W₂·tanh(W₁x)', 'With the bend: W₂·tanh(W₁x)') : t('没有弯折：W₂·(W₁x)', 'Without it: W₂·(W₁x)') }), canvas, line, say) }; });
  const readout = el('p', { className: 'lk-read', role: 'status' }), body = el('div', { className: 'fit-pair' }, ...cards.map(k => k.node));
  const menu = lessonMenu(root, t, 'small-fit', () => body, () => [['step', 'loss_bent', 'loss_straight'], ...losses[0].map((x, i) => [i, x, losses[1][i]])], () => t(`教学示例，种子 ${S.seed}`, `teaching example, seed ${S.seed}`));
  lessonFigure(root, { title: model.get('title'), menu, body: el('div', {}, el('div', { className: 'lk-knobs' }, data, el('span', { className: 'lk-knob' }, t('单元', 'Units'), wide), el('span', { className: 'lk-knob' }, t('种子', 'Seed'), seeds), go, again), body), readout,
    captionNode: caption(t('两个网络起点相同，在这一页里当场训练（全部点，梯度下降）。底色是它的判断，浓的地方更有把握；下面是损失。', 'Both start from the same numbers and train right here (all points, gradient descent). The ground shows the verdict, deeper where it is surer; below, the loss.'), from, t('教学示例 · 当场实算', 'teaching example · computed here')) });
  function begin() {
    points = fitPoints(S.data, S.seed);
    nets = [newNet(S.H, true, S.seed), newNet(S.H, false, S.seed)];
    losses = [[], []]; S.step = 0;
    data.sync(S.data); wide.sync(S.H); seeds.sync(S.seed);
    from.textContent = t(`种子 ${S.seed}，步长 ${RATE}`, `seed ${S.seed}, rate ${RATE}`);
    draw();
  }
  function advance(n) {
    for (let i = 0; i < n && S.step < model.get('steps'); i++, S.step++) nets.forEach((net, k) => losses[k].push(fitStep(net, points, RATE)));
    if (S.step >= model.get('steps')) play(false);
    draw();
  }
  function play(on) {
    S.running = on && S.step < model.get('steps');
    cancelAnimationFrame(timer);
    go.textContent = S.running ? t('停', 'Pause') : S.step >= model.get('steps') ? t('再来', 'Again') : t('训练', 'Train');
    if (!S.running) return;
    if (stillMotion()) { advance(model.get('steps')); return; }
    const tick = () => { if (!root.isConnected) return; advance(12); if (S.running) timer = requestAnimationFrame(tick); };
    timer = requestAnimationFrame(tick);
  }
  function draw() {
    const width = Math.min(430, (body.clientWidth - (body.clientWidth > 560 ? 40 : 0)) / (body.clientWidth > 560 ? 2 : 1));
    if (!(width > 0)) return;
    const ink = css(role(root, 'ink')), one = role(root, 'query'), two = role(root, 'key'), ramp = rampOf(root, ['key', 'bg', 'query']), dpr = Math.min(2, devicePixelRatio || 1), tall = Math.round(width * .74);
    nets.forEach((net, k) => {
      const { canvas, line, say } = cards[k], N = 48, M = Math.round(N * .74), X = i => -LIMIT + 2 * LIMIT * (i + .5) / N, Y = j => (LIMIT - 2 * LIMIT * (j + .5) / M) * .74;
      canvas.width = width * dpr; canvas.height = tall * dpr; canvas.style.width = width + 'px'; canvas.style.height = tall + 'px';
      const pen = canvas.getContext('2d');
      pen.scale(dpr, dpr);
      for (let j = 0; j < M; j++) for (let i = 0; i < N; i++) { const p = 1 / (1 + Math.exp(-logit(net, X(i), Y(j)))); pen.fillStyle = ramp.at(.5 + .55 * (p - .5)); pen.fillRect(i * width / N, j * tall / M, width / N + 1, tall / M + 1); }
      pen.strokeStyle = ink; pen.lineWidth = 2; pen.lineCap = 'round'; pen.beginPath();
      for (const [x1, y1, x2, y2] of verdictLine((i, j) => logit(net, -LIMIT + 2 * LIMIT * i / N, (LIMIT - 2 * LIMIT * j / M) * .74), N, M)) { pen.moveTo(x1 * width / N, y1 * tall / M); pen.lineTo(x2 * width / N, y2 * tall / M); }
      pen.stroke();
      for (const p of points) { const x = (p.x + LIMIT) / (2 * LIMIT) * width, y = (1 - (p.y / .74 + LIMIT) / (2 * LIMIT)) * tall; pen.beginPath(); if (p.c) pen.arc(x, y, 4, 0, 7); else pen.rect(x - 3.6, y - 3.6, 7.2, 7.2); pen.fillStyle = css(p.c ? one : two); pen.fill(); pen.strokeStyle = css(role(root, 'bg')); pen.lineWidth = 1; pen.stroke(); }
      const lh = 64;
      line.width = width * dpr; line.height = lh * dpr; line.style.width = width + 'px'; line.style.height = lh + 'px';
      const q = line.getContext('2d'), most = Math.max(.75, losses[0][0] ?? 0, losses[1][0] ?? 0), at = (i, x) => [i / model.get('steps') * width, lh - 4 - (lh - 10) * Math.min(1, x / most)];
      q.scale(dpr, dpr); q.strokeStyle = css(role(root, 'line')); q.beginPath(); q.moveTo(0, lh - 4); q.lineTo(width, lh - 4); q.stroke();
      q.strokeStyle = css(role(root, 'logits')); q.lineWidth = 2; q.beginPath(); losses[k].forEach((x, i) => q.lineTo(...at(i, x))); q.stroke();
      const right = accuracy(net, points), last = losses[k][losses[k].length - 1];
      say.textContent = t(`分对 ${pct(right, 0)}，损失 ${last === undefined ? '–' : fig(last)}`, `${pct(right, 0)} right, loss ${last === undefined ? '–' : fig(last)}`);
      root.dataset[net.bent ? 'bent' : 'straight'] = right;
      canvas.ariaLabel = say.textContent;
    });
    root.dataset.step = S.step; root.dataset.seed = S.seed;
    losses.forEach((row, k) => { root.dataset[k ? 'lossStraight' : 'lossBent'] = row[row.length - 1] ?? ''; });
    const one_ = collapse(nets[1], points);
    root.dataset.collapse = one_.difference;
    readout.replaceChildren(t(`第 ${S.step} 步。没有弯折，两层就等于一层：`, `Step ${S.step}. Without the bend two layers are one: `), el('code', { textContent: `z = ${fig(one_.u)}·x + ${fig(one_.v)}·y + ${fig(one_.b)}`.replaceAll('+ −', '− ') }), t('，与两层算出的最大相差 ', '; largest difference from the two layers: '), el('code', { textContent: one_.difference === 0 ? '0' : fig(one_.difference, 2) }), t('。它只会画直线。', '. It can only draw a straight line.'));
  }
  onDispose(() => cancelAnimationFrame(timer));
  onDispose(watchTheme(root, draw));
  onDispose(watchWidth(body, draw));
  begin();
  play(false);
  // training starts when the picture comes into sight, once
  const eye = new IntersectionObserver(entries => { if (entries.some(e => e.isIntersecting)) { eye.disconnect(); play(true); } }, { threshold: .4 });
  eye.observe(body);
  onDispose(() => eye.disconnect());
  return dispose;
}
export default { render };
