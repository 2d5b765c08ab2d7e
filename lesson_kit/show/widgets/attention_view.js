/* The attention picture: sentence and own text, tokens with arcs, heatmap, knobs, and the way down to one dot product. */

function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host), app = attentionState(model, root, t), { S } = app;
  root.classList.add('av');
  if (!app.sentences.length) { root.append(t('没有句子可看。', 'No sentence to show.')); return dispose; }
  const tip = tooltip(root), strip = arcStrip(app), heat = heatMap(app), table = weightTable(app), panel = cellPanel(app);
  const bus = attentionBus(model.get('group'), 'view', hear, () => tell());
  onDispose(bus.close);

  /* ── the parts ── */
  app.readout = el('p', { className: 'av-readout', ariaLive: 'polite' });
  const next = el('p', { className: 'av-next lk-frame' }), left = el('div', { className: 'av-left' }, app.readout, strip.node, next);
  const pair = el('div', { className: 'av-pair' }, left, el('div', { className: 'lk-frame av-right' }, heat.node));
  const stage = el('div', { className: 'av-stage', tabIndex: 0, role: 'group', ariaLabel: t('注意力图。方向键：上下换查询，左右换键；回车看算法，Esc 放开。', 'Attention picture. Arrow keys: up and down change the query, left and right the key; Enter shows the arithmetic, Escape lets go.') }, pair, table.node);
  const caveat = el('p', { className: 'lk-caveat av-caveat' }), from = el('span');
  const say = [tag('q', 'query'), t(' 在看，', ' looks, '), tag('k', 'key'), t(' 被看。弧越粗、格越深，权重越大，一行合计 100\u202f%。点一下固定，方向键移动。', ' is looked at. Thicker, deeper: larger weight; a row sums to 100\u202f%. Click holds, arrow keys move.')];
  const knobs = attentionKnobs(app, choose), source = sentenceSource(model, app, onDispose, show);
  const save = () => [root, `attention-${app.where().replace(/[^\p{L}\p{N}]+/gu, '-')}`, drawnPicture(app, strip, heat), provenance()];
  const provenance = () => `${model.get('source')} · ${app.s().label} · ${app.where()} · ${model.get('kind') || t('实测', 'measured')}`;
  const menu = saveMenu(t('保存这张图', 'Save this picture'), { PNG: () => savePng(...save()), SVG: () => saveSvg(...save()), CSV: () => saveCsv(save()[1], csvRows(app), provenance()) });
  root.append(el('figure', {}, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), ...source.nodes, el('span', { className: 'lk-space' }), ...knobs.views, menu),
    stage, knobs.node, caption(say, from, model.get('kind') || t('实测', 'measured'))), el('div', { className: 'av-deeper' }, knobs.mask, caveat), panel.node);

  /* ── draw ── */
  function layout() {
    const width = root.clientWidth, single = S.big || width < 860, narrow = width <= 640;
    if (!width) return;                                   // a hidden tab is drawn when it is shown
    root.classList.toggle('av-single', single);
    const edge = S.big ? Math.min(width - 118, 720) : single ? Math.min(width - 118, 420) : 276;   // the caption stays on a 720 px screen
    heat.layout(edge);
    const tall = TOP + edge + FOOT, room = single ? (narrow ? 196 : 250) : tall - 64 - 34;
    strip.fit(room);
    table.node.style.height = (single ? room + 98 + tall + 20 : tall) + 'px';
  }
  function draw() {
    app.stale();
    if (!root.clientWidth) return;
    pair.hidden = S.table; table.node.hidden = !S.table;
    knobs.sync();
    strip.draw(); heat.paint(); table.draw(); panel.draw();
    from.textContent = `${model.get('source')} · ${app.where()}`;
    caveat.textContent = warning();
    touch();
  }
  function touch() {                                      // the hand has moved: nothing to compute, little to draw
    app.readout.replaceChildren(...readoutParts(app));
    heat.mark();
  }
  function warning() {
    if (S.sentence === 'own' && app.own()?.note) return app.own().note;
    if (S.mask === 'none') return t('假设：只用这一层自己的 q 和 k 去掉掩码重算；前面各层仍是因果的，模型并没有这样训练过。', 'What if: mask lifted for this layer’s q and k only; the layers below stay causal, and the model never trained this way.');
    if (S.ex) return t('首词元常常只是停放权重的地方。去掉它，每行重新归一到 100\u202f%；这时停放和指代可能看起来一样。', 'The first token is often just a parking place. Rows are rescaled to 100\u202f%; a sink and a reference can now look alike.');
    if (S.layer === 'rollout' || app.focus().head === 'mean') return app.method();
    return t('权重大，只说明从那里读得多，不说明答案因它而定：注意力不是解释。', 'A large weight says that much was read from there, not that the answer hangs on it: attention is not explanation.');
  }
  function nextLine() {
    const list = app.s().next.slice(0, 5);
    next.replaceChildren(...(list.length ? [tag('p', 'logits'), t(' 接下来最可能：', ' Likely next: '), ...list.flatMap(c => [' ', el('span', { className: 'av-cand', title: tokenTitle(c) }, el('bdi', { textContent: (f => (f.dot ? '·' : '') + f.text + (f.note ? ' ' + f.note : ''))(face({ s: /^<\|[^|]+\|>$/.test(c.t), ...c }, t)) }), el('small', { textContent: pct(c.p) }))])] : ['\u00a0']));
  }
  function show(sentence) {                               // another sentence
    S.sentence = sentence;
    Object.assign(S, { q: app.s().first, k: null, hq: null, hk: null });
    tip.hide();
    strip.build(); nextLine(); layout(); draw();
    strip.reveal();
    tell(); report();
  }
  function choose(change) {                               // a knob
    const shape = 'big' in change;
    Object.assign(S, change);
    if (shape) layout();
    draw(); tell(); report();
  }
  Object.assign(app, { choose, hover, leave, pin });

  /* ── the hand ── */
  let frame = 0;
  const later = () => { frame ||= requestAnimationFrame(() => { frame = 0; bus.send({ query: app.query(), key: app.key(), hover: S.hq != null }); }); };
  onDispose(() => cancelAnimationFrame(frame));
  function hover(q, k, event) {
    const moved = q !== (S.hq ?? S.q);
    Object.assign(S, { hq: q, hk: k });
    moved ? strip.draw() : strip.mark();
    if (event) strip.reveal();                            // from the heatmap: the tokens follow
    touch(); later();
    if (event && k != null) tip.show(event, ...tipParts(app, q, k, heat.small() && heat.lens(q, k))); else tip.hide();
  }
  function leave() {
    if (S.hq == null && S.hk == null) return;
    const moved = S.hq != null && S.hq !== S.q;
    Object.assign(S, { hq: null, hk: null });
    moved ? strip.draw() : strip.mark();
    touch(); later(); tip.hide();
  }
  function pin(q, k, open = true) {
    const again = k != null && q === S.q && k === S.k;
    Object.assign(S, { q, k: again ? null : k, hq: null, hk: null });
    strip.draw(); table.draw(); touch(); later(); report();
    open && k != null && !again ? panel.open() : panel.draw();
  }
  stage.addEventListener('keydown', event => {
    const { T } = app.s(), step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || S.table) return;
    if (step) {
      const [q, k] = app.pair(), to = (x, n) => Math.max(0, Math.min(n - 1, x)), q2 = to(q + step[0], T);
      event.preventDefault();
      pin(q2, step[1] ? to(k + step[1], S.mask === 'none' ? T : q2 + 1) : S.k == null ? null : to(S.k, S.mask === 'none' ? T : q2 + 1), false);
      strip.reveal();
      if (event.target.closest?.('.lk-tok')) strip.focus();
      if (heat.small()) tip.show(heat.place(...app.pair()), ...tipParts(app, ...app.pair(), heat.lens(...app.pair())));
    } else if (event.key === 'Enter' && event.target === stage) { panel.open(); event.preventDefault(); }
    else if (event.key === 'Escape') { tip.hide(); pin(S.q, null, false); }
  });
  stage.addEventListener('focusout', () => tip.hide());

  /* ── the other pictures, and Python ── */
  function tell() { bus.send({ sentence: S.sentence, data: app.s().raw, ...app.focus(), query: S.q, key: S.k }); }
  function report() {
    if (!model.get('report') || !model.get('live')) return;
    model.set('choice', { sentence: S.sentence === 'own' ? -1 : S.sentence, ...app.focus(), query: S.q, key: S.k });
    model.save_changes();
  }
  function hear(d) {
    const { T, L, H } = app.s();
    if (d.sentence !== undefined && d.sentence !== S.sentence && app.sentences[d.sentence]) { source.sync(d.sentence); show(d.sentence); }
    if (d.layer !== undefined || d.head !== undefined) {
      const layer = d.layer ?? S.layer, head = d.head ?? S.head;
      if (!(layer < L || layer === 'mean' || layer === 'rollout') || !(head < H || head === 'mean')) return;
      Object.assign(S, { layer, head, heads: typeof head === 'number' ? [head] : S.heads, many: false });
      draw(); tell(); report();
    }
    if (d.query >= 0 && d.query < T) d.hover ? hover(d.query, d.key ?? null) : pin(d.query, d.key ?? null, false);
  }
  for (const event of ['change:layer', 'change:head']) listen(model, onDispose, event, () => choose({ layer: model.get('layer'), head: model.get('head'), heads: [model.get('head')], many: false }));
  onDispose(watchTheme(root, () => { app.recolour(); draw(); }));
  onDispose(watchWidth(root, () => { layout(); draw(); strip.reveal(); }));
  document.fonts?.ready.then(() => { if (root.isConnected) { layout(); draw(); } });
  app.recolour();
  show(source.begin());
  return dispose;
}
export default { render };
