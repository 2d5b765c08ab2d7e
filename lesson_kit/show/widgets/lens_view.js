/* If we stopped here: the best next tokens at every position after every layer. */

function openLens(raw) {
  const { depth: D, top: K } = raw, T = raw.tokens.length, bytes = raw.ids, ids = new Int32Array(new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength).slice().buffer), p = floats(raw.p), last = floats(raw.last);
  return { raw, label: raw.label, tokens: raw.tokens, D, T, K, at: (d, i) => [...Array(K).keys()].map(k => { const n = (d * T + i) * K + k; return { id: ids[n], p: p[n], t: raw.names[ids[n]] }; }), last: (d, i) => last[d * T + i] };
}
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), tip = tooltip(root);
  root.classList.add('av', 'lens');
  const sentences = model.get('sentences').map(openLens);
  if (!sentences.length) { root.append(t('没有句子可看。', 'No sentence to show.')); return dispose; }
  const S = { sentence: 0, i: 0 };
  let cached = null;
  const own = () => { const o = model.get('own'); if (!o?.tokens) return null; if (cached?.raw !== o) cached = openLens(o); return cached; };
  const app = { t, S, sentences, own }, s = () => (S.sentence === 'own' ? own() : sentences[S.sentence]) ?? sentences[0];
  const source = sentenceSource(model, app, onDispose, show);
  const grid = el('div', { className: 'lens-grid', role: 'group', tabIndex: 0, ariaLabel: t('每层每个位置的第一候选；方向键换位置', 'first candidate of every layer and position; arrow keys change the position') }), list = el('div', { className: 'lens-list' }), readout = el('p', { className: 'lk-read', role: 'status' }), head = el('h4', {}), note = el('p', { className: 'lk-caveat' });
  const body = el('div', {}, el('div', { className: 'lk-frame' }, grid), head, el('div', { className: 'lk-frame' }, list));
  const special = c => ({ ...c, s: /^<\|[^|]+\|>$/.test(c.t) });
  const faceOf = c => { if (/^⟨[0-9A-F ]+⟩$/.test(c.t ?? c)) return c.t ?? c; const f = face(special(c), t); return (f.dot ? '·' : '') + f.text; };
  const depthName = d => d === 0 ? t('嵌入', 'embed') : String(d);
  const rows = () => [['after_layer', 'position', 'token', ...[...Array(s().K).keys()].flatMap(k => ['candidate_' + (k + 1), 'p_' + (k + 1)])], ...[...Array(s().D * s().T).keys()].map(n => [Math.floor(n / s().T), n % s().T, s().tokens[n % s().T].t, ...s().at(Math.floor(n / s().T), n % s().T).flatMap(c => [c.t, c.p])])];
  const menu = lessonMenu(root, t, 'logit-lens', () => body, rows, () => `${model.get('source')} · ${s().label}`);
  root.append(el('figure', { className: 'lk-lesson' }, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), ...source.nodes, el('span', { className: 'lk-space' }), menu), body, readout,
    caption([tag('p', 'logits'), t(' 每格是「到这一层就停」时的第一候选，越深概率越大。最上一行就是模型真正的回答。点一列看前五名。', ' Each cell: the first candidate if we stopped there; deeper means more probable. The top row is what the model really says. Click a column for the top five.')], model.get('source'), t('实测', 'measured')),
    note, el('p', { className: 'lk-caveat', textContent: t('中间各层从没练过「直接说出来」：读成胡话，不等于那里没有信息。', 'The layers in between were never trained to speak: if they read as nonsense, that does not mean nothing is there.') })));
  function show(sentence) { S.sentence = sentence; S.i = s().T - 1; draw(); tell(); }
  function draw() {
    const { D, T } = s(), ramp = heatRamp(root, 'logits');
    grid.style.gridTemplateColumns = `max-content repeat(${T}, minmax(${T > 16 ? 54 : 62}px, 1fr))`;
    const parts = [];
    for (let d = D - 1; d >= 0; d--) {
      parts.push(el('span', { className: 'lens-row', textContent: d === D - 1 ? t(`${d}（完）`, `${d} (end)`) : depthName(d) }));
      for (let i = 0; i < T; i++) {
        const c = s().at(d, i)[0], cell = el('button', { type: 'button', className: 'lens-cell', tabIndex: -1, data: { d, i }, style: `background:${ramp.at(c.p)};color:${ramp.text(c.p)}`, ariaLabel: `${depthName(d)}, ${i + 1}: ${faceOf(c)} ${pct(c.p)}` }, el('bdi', { textContent: faceOf(c) }));
        parts.push(cell);
      }
    }
    parts.push(el('span', { className: 'lens-row', textContent: t('输入', 'input') }), ...s().tokens.map((token, i) => { const node = chip(token, t, i); node.dataset.i = i; node.tabIndex = -1; return node; }));
    const runs = groupsOf(s().tokens);                     // characters spread over several tokens, under one bracket
    if (runs.length) parts.push(el('span', { className: 'lens-row' }), ...runs.map(run => el('bdi', { className: 'lens-group', style: `grid-column:${run.from + 2} / ${run.to + 3};grid-row:${D + 2}`, textContent: run.text || '…' })));
    grid.replaceChildren(...parts);
    note.textContent = S.sentence === 'own' ? s().raw.note ?? '' : '';
    note.hidden = !note.textContent;
    choose(S.i, false);
  }
  function choose(i, tells = true) {
    S.i = i;
    for (const node of grid.children) node.classList.toggle('on', node.dataset.i !== undefined && +node.dataset.i === i);
    const { D, K } = s(), final = s().at(D - 1, i)[0];
    head.replaceChildren(t('在', 'After '), named(s().tokens[i], t, i), t('之后，每层的前五名', ': the top five of every layer'));
    list.style.gridTemplateColumns = `max-content repeat(${K}, minmax(118px, 1fr))`;
    list.replaceChildren(...[...Array(D).keys()].reverse().flatMap(d => [el('span', { className: 'lens-row', textContent: depthName(d) }), ...s().at(d, i).map(c => el('span', { className: 'lens-cand' + (c.id === final.id ? ' final' : ''), style: `--p:${c.p}`, title: tokenTitle(c), data: { d, id: c.id, p: c.p } }, el('i', {}), el('bdi', { textContent: faceOf(c) }), el('small', { textContent: pct(c.p) })))]));
    const settled = [...Array(D).keys()].find(d => [...Array(D - d).keys()].every(n => s().at(d + n, i)[0].id === final.id)), word = quote(t, faceOf(final).replace(/^·/, ''));
    root.dataset.settled = settled;
    readout.textContent = settled === D - 1 ? t(`${word}直到最后一层才排到第一（${pct(final.p)}）；一层之前它只有 ${pct(s().last(D - 2, i))}。`, `${word} comes first only after the last layer (${pct(final.p)}); one layer earlier it had ${pct(s().last(D - 2, i))}.`)
      : t(`从第 ${settled} 层起，${word}一直排第一：那时 ${pct(s().last(settled, i))}，最后 ${pct(final.p)}。`, `From layer ${settled} on ${word} stays first: ${pct(s().last(settled, i))} then, ${pct(final.p)} in the end.`);
    if (tells) tell();
  }
  grid.onclick = event => { const node = event.target.closest('[data-i]'); if (node) choose(+node.dataset.i); };
  grid.onpointermove = event => { const node = event.target.closest('.lens-cell'); if (!node) return tip.hide(); const { d, i } = node.dataset; tip.show(node, el('b', {}, +d ? t(`第 ${d} 层之后`, `after layer ${d}`) : t('嵌入之后', 'after the embedding')), ...s().at(+d, +i).flatMap(c => [el('br'), el('bdi', { textContent: faceOf(c) }), ' ', el('code', { textContent: pct(c.p) })])); };
  grid.onpointerleave = () => tip.hide();
  grid.onkeydown = event => { const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (by) { event.preventDefault(); choose(Math.max(0, Math.min(s().T - 1, S.i + by))); } };
  const bus = attentionBus(model.get('group'), 'lens', d => {
    if (d.sentence !== undefined && d.sentence !== S.sentence && (d.sentence === 'own' ? own() : sentences[d.sentence])) { source.sync(d.sentence); S.sentence = d.sentence; S.i = s().T - 1; draw(); }
  }, () => tell());
  function tell() { bus.send({ sentence: S.sentence }); }
  onDispose(bus.close);
  onDispose(watchTheme(root, draw));
  S.sentence = source.begin(); S.i = s().T - 1;
  draw();
  return dispose;
}
export default { render };
