/* One head off: how far the whole next-token distribution moves, and what the likeliest candidates get. */

function render({ model, el: host }) {
  const { root, t, dispose, onDispose } = mount(model, host), tip = tooltip(root);
  const state = { sentence: 0, layer: model.get('layer'), head: model.get('head') };
  let a = null, kl, off, cells = [], picture = null, heat = null, ramp = null, limit = 1;
  const source = () => model.get('source'), title = () => model.get('title') || t('关掉一个头，下一个词会怎样', 'Switch one head off: what becomes of the next token?');
  const where = (l = state.layer, h = state.head) => t(`第 ${l + 1} 层第 ${h + 1} 头`, `layer ${l + 1}, head ${h + 1}`);
  const share = p => p >= .001 ? pct(p) : p < .0001 ? '<0.01' + THIN + '%' : pct(p, 2);      // small ones keep a digit
  const word = c => named({ t: c.t, id: c.id, s: /^<\|.*\|>$/.test(c.t) }, t);
  const after = (k, l = state.layer, h = state.head) => off[(l * a.n_head + h) * a.candidates.length + k], klOf = (l, h) => kl[l * a.n_head + h];

  const matrix = el('div', { className: 'ab-matrix lk-frame' }), look = el('canvas', { className: 'ab-look', role: 'img' }), bars = el('div', { className: 'ab-bars' }), scale = el('div', { className: 'ab-scale' });
  const sentence = el('p', { className: 'ab-sentence' }), readout = el('p', { className: 'lk-read', role: 'status' }), place = el('span', {}), from = el('code', {});
  const lookBox = el('div', { className: 'ab-col' }, el('h4', { textContent: t('它在看哪里', 'Where it looks') }), look);
  const body = el('div', { className: 'ablation' }, el('div', { className: 'ab-col' }, el('h4', { textContent: t('关掉后分布移动多少（KL）', 'How far the prediction moves (KL)') }), matrix, scale), lookBox, el('div', { className: 'ab-col' }, el('h4', { textContent: t('下一个词的概率：都开着 → 关掉它', 'Next-token probability: all on → this one off') }), bars));
  const strongest = el('button', { type: 'button', className: 'lk-quiet', textContent: t('最要紧的头', 'Most important head'), onclick: () => { let best = 0; kl.forEach((x, i) => { if (x > kl[best]) best = i; }); pick(Math.floor(best / a.n_head), best % a.n_head); } });
  lessonFigure(root, { title: title(), controls: [strongest], menu: lessonMenu(root, t, 'head-ablation', () => body, () => [['layer', 'head', 'kl_nats', ...a.candidates.map(c => c.t)], ['all on', '', 0, ...a.candidates.map(c => c.p)], ...range(a.n_layer * a.n_head).map(n => { const l = Math.floor(n / a.n_head), h = n % a.n_head; return [l + 1, h + 1, klOf(l, h), ...a.candidates.map((_, k) => after(k, l, h))]; })], () => `${source()} · ${where()} · ${a.label}`),
    body: el('div', {}, sentence, body), readout, captionNode: caption(t('点一格就关掉那个头。KL 以 nat 计，0 是毫无变化。变化小不等于没用：别的头可能顶上了它的活。', 'Click a cell to switch that head off. KL is in nats; 0 means no change at all. A small change does not make a head useless: others may have taken over its work.'), [from, place], t('模型实算', 'computed by the model')) });

  function open() {
    const given = state.sentence === 'own' ? model.get('own') : model.get('sentences')[state.sentence];
    a = given?.candidates?.length ? given : null;
    body.classList.toggle('none', !a);
    strongest.disabled = !a;
    if (!a) { sentence.textContent = model.get('measuring') || (model.get('live') ? t('这句话还没有测过关头。', 'No head has been switched off for this sentence yet.') : t('这一页是导出的，只有准备好的句子测过关头。', 'This page is an export: only the prepared sentences were measured.')); readout.textContent = ''; return; }
    kl = floats(a.kl); off = floats(a.off);
    state.layer = Math.min(state.layer, a.n_layer - 1); state.head = Math.min(state.head, a.n_head - 1);
    limit = Math.max(...a.candidates.map(c => c.p), ...off);
    draw();
  }
  function draw() {
    if (!a) return;
    const { n_layer: L, n_head: H } = a, top = Math.max(1e-9, ...kl), room = Math.min(440, (body.clientWidth || 440) - 4), w = Math.max(22, Math.min(52, Math.floor((room - 36) / H))), h = Math.max(16, Math.min(32, Math.floor(380 / L))), left = 34, up = 24;
    ramp = heatRamp(root, 'logits');
    picture = svg('svg', { width: left + H * w + 2, height: up + L * h + 2, role: 'group', tabindex: 0, 'aria-label': t('每个头关掉后的 KL', 'KL with each head off') });
    const write = (x, y, s, cls, more = {}) => { const n = svg('text', { x, y, class: cls, ...more }); n.textContent = s; picture.append(n); return n; };
    write(0, 14, t('层＼头', 'L \\ H'), 'ax');
    for (let y = 0; y < H; y++) write(left + (y + .5) * w, 16, String(y + 1), 'ax', { 'text-anchor': 'middle' });
    cells = [];
    for (let l = 0; l < L; l++) {
      if (h >= 16) write(left - 10, up + l * h + h / 2 + 5, String(l + 1), 'ax', { 'text-anchor': 'end' });
      for (let n = 0; n < H; n++) {
        const x = klOf(l, n), g = svg('g', { class: 'cell', role: 'img', 'aria-label': `${where(l, n)}: KL ${fig(x, 2)}` }, svg('rect', { x: left + n * w + .75, y: up + l * h + .75, width: w - 1.5, height: h - 1.5, rx: 2, fill: ramp.at(x / top), class: 'heat' }));
        if (w >= 40 && h >= 20) { const s = svg('text', { x: left + (n + .5) * w, y: up + (l + .5) * h + 5, 'text-anchor': 'middle', class: 'n' }); s.textContent = x < .0005 ? '0' : x < .0995 ? num(x, 3).replace('0.', '.') : num(x, 2); s.style.fill = ramp.text(x / top); g.append(s); }
        g.onclick = () => pick(l, n);
        g.onpointermove = event => tip.show(event, el('b', { textContent: where(l, n) }), el('br'), 'KL ', el('code', { textContent: fig(x) + ' nats' }));
        g.onpointerleave = () => tip.hide();
        cells.push(g); picture.append(g);
      }
    }
    picture.append(svg('rect', { class: 'mark', width: w + 1, height: h + 1, rx: 3 }));
    picture.onkeydown = event => {
      const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
      if (by) { event.preventDefault(); pick(Math.max(0, Math.min(L - 1, state.layer + by[0])), Math.max(0, Math.min(H - 1, state.head + by[1]))); }
    };
    picture.dataset.geometry = [left, up, w, h].join();
    matrix.replaceChildren(picture);
    scale.replaceChildren('0 ', el('span', { className: 'ramp' }, ...range(11).map(i => el('i', { style: `background:${ramp.at(i / 10)}` }))), ` ${fig(top, 2)} nats`);
    bars.replaceChildren(...a.candidates.map((c, k) => el('div', { className: 'ab-bar', data: { k } }, el('span', { className: 'lk-minitok' }, ...chip({ t: c.t, id: c.id, s: /^<\|.*\|>$/.test(c.t) }, t, -1, 'span').childNodes), el('span', { className: 'track' }, el('i', { className: 'after' }), el('i', { className: 'before', style: `width:${100 * c.p / limit}%` })), el('code', {}))));
    sentence.replaceChildren(el('span', { textContent: a.label }), el('span', { className: 'next', textContent: ' ▁' }));
    from.textContent = source();
    show();
  }
  function show() {
    if (!a) return;
    const [left, up, w, h] = picture.dataset.geometry.split(',').map(Number), mark = picture.querySelector('.mark');
    mark.setAttribute('x', left + state.head * w - .5); mark.setAttribute('y', up + state.layer * h - .5);
    a.candidates.forEach((c, k) => { const row = bars.children[k], p = after(k); row.querySelector('.after').style.width = 100 * p / limit + '%'; row.lastChild.textContent = `${share(c.p)} → ${share(p)}`; row.dataset.after = p; row.ariaLabel = `${word(c)}: ${row.lastChild.textContent}`; });
    const most = a.candidates.map((c, k) => [Math.abs(after(k) - c.p), k]).sort((x, y) => y[0] - x[0])[0][1], c = a.candidates[most], x = klOf(state.layer, state.head);
    readout.textContent = x < 5e-5 ? t(`关掉${where()}，下一个词几乎没变：KL ${fig(x, 2)}。`, `With ${where()} off, the prediction hardly moves: KL ${fig(x, 2)}.`)
      : t(`关掉${where()}，变得最多的是${word(c)}：${share(c.p)} → ${share(after(most))}。整个分布移动 ${fig(x, 2)} nats。`, `With ${where()} off, ${word(c)} changes most: ${share(c.p)} → ${share(after(most))}. The whole distribution moves ${fig(x, 2)} nats.`);
    place.textContent = where();
    thumbnail();
  }
  /* the head's own heatmap, where the page holds its q and k */
  function thumbnail() {
    lookBox.classList.toggle('none', !heat);
    if (!heat || state.layer >= heat.L || state.head >= heat.H) return;
    const w = headWeights(heat, state.layer, state.head), { T } = heat, blue = heatRamp(root), pen = look.getContext('2d');
    look.width = look.height = T;
    const image = pen.createImageData(T, T), hidden = role(root, 'bg');
    for (let n = 0; n < T * T; n++) image.data.set([...(n % T > Math.floor(n / T) ? hidden : blue.rgb(w[n])), 255], 4 * n);
    pen.putImageData(image, 0, 0);
    look.ariaLabel = t(`${where()}的权重热图，${T}×${T}`, `weights of ${where()} as a heatmap, ${T}×${T}`);
  }
  function pick(layer, head) { Object.assign(state, { layer, head }); show(); bus.send({ layer, head }); }
  const bus = attentionBus(model.get('group'), 'ablation', d => {
    if (d.hover) return;
    if (Number.isInteger(d.layer)) state.layer = d.layer;
    if (Number.isInteger(d.head)) state.head = d.head;
    if (d.data?.q) heat = openSentence(d.data);
    if (d.sentence !== undefined) { state.sentence = d.sentence; open(); } else if (a) { state.layer = Math.min(state.layer, a.n_layer - 1); state.head = Math.min(state.head, a.n_head - 1); show(); }
  });
  onDispose(bus.close);
  for (const key of ['sentences', 'own', 'measuring']) listen(model, onDispose, 'change:' + key, () => { const had = a; if (key !== 'measuring' || !had) open(); });
  onDispose(watchTheme(root, draw));
  onDispose(watchWidth(body, draw));
  open();
  bus.hello();
  return dispose;
}
export default { render };
