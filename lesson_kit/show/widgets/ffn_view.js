/* Expand, bend, contract: one token in one layer of the FFN, every unit a bar. */

const silu = z => z / (1 + Math.exp(-z));
function openFfn(raw) {
  const { layers, d_model: C, d_ff: F, gated } = raw, T = raw.tokens.length, all = Object.fromEntries(['x', 'pre', 'second', 'out'].map(n => [n, floats(raw[n], 'float16')]));
  const row = (name, n, i) => { const w = name === 'x' || name === 'out' ? C : F; return all[name].subarray((n * T + i) * w, (n * T + i + 1) * w); };
  return { raw, label: raw.label, tokens: raw.tokens, layers, C, F, T, gated, first: raw.first, at(n, i) { const pre = row('pre', n, i), second = row('second', n, i); return { x: row('x', n, i), pre, second, act: gated ? pre.map((g, j) => silu(g) * second[j]) : second, out: row('out', n, i) }; } };
}
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), tip = tooltip(root);
  root.classList.add('av', 'ffn');
  const sentences = model.get('sentences').map(openFfn);
  if (!sentences.length) { root.append(t('没有句子可看。', 'No sentence to show.')); return dispose; }
  const S = { sentence: 0, n: 0, i: 0, unit: null, sorted: false };
  let cached = null;
  const own = () => { const o = model.get('own'); if (!o?.tokens) return null; if (cached?.raw !== o) cached = openFfn(o); return cached; };
  const app = { t, S, sentences, own }, s = () => (S.sentence === 'own' ? own() : sentences[S.sentence]) ?? sentences[0];
  const source = sentenceSource(model, app, onDispose, show);
  const chips = el('div', { className: 'ffn-chips' }), canvas = el('canvas', { tabIndex: 0, role: 'img' }), readout = el('p', { className: 'lk-read', role: 'status' }), strongest = el('div', { className: 'ffn-top' }), layerBox = el('span', {}), note = el('p', { className: 'lk-caveat' });
  const sort = segment(t('排列', 'Order'), [[false, t('按编号', 'by number')], [true, t('按大小', 'by size')]], v => { S.sorted = v; draw(); });
  const from = el('span');
  let v, order, plan, nodes = [];
  const menu = lessonMenu(root, t, 'ffn', () => body, () => [['unit', 'pre', s().gated ? 'up' : 'act', 'activation'], ...order.map(j => [j, v.pre[j], v.second[j], v.act[j]])], provenance);
  const body = el('div', {}, canvas, strongest);
  const say = [tag('x', 'resid'), t(' 残差流里的一行，', ' one row of the residual stream, '), tag('f', 'ffn'), t(' 单元。上排是弯折之前，下排是之后；宽窄按真实比例。点一个单元，看它的算式。', ' the units, before the bend and after it; widths are to scale. Click a unit for its arithmetic.')];
  root.append(el('figure', { className: 'lk-lesson' }, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), ...source.nodes, el('span', { className: 'lk-space' }), menu),
    el('div', { className: 'lk-knobs' }, el('span', { className: 'lk-knob' }, t('层', 'Layer'), layerBox), el('span', { className: 'lk-knob' }, t('单元', 'Units'), sort)), chips, body, readout, caption(say, from, t('实测', 'measured')), note));

  const where = () => t(`第 ${s().layers[S.n] + 1} 层`, `layer ${s().layers[S.n] + 1}`);
  function provenance() { return `${model.get('source')} · ${where()} · ${s().label}`; }
  function layerKnob() {
    const knob = (s().layers.length > 8 ? stepper : segment)(t('层', 'Layer'), s().layers.map((l, n) => [n, String(l + 1)]), n => { S.n = n; S.unit = null; draw(); tell(); });
    layerBox.replaceChildren(knob);
    layerBox.sync = knob.sync;
  }
  function show(sentence) {
    S.sentence = sentence; S.i = s().first; S.unit = null;
    S.n = Math.min(S.n, s().layers.length - 1);
    layerKnob();
    nodes = s().tokens.map((token, i) => { const node = chip(token, t, i); node.onclick = () => { S.i = i; S.unit = null; draw(); tell(); }; return node; });
    const runs = new Map(groupsOf(s().tokens).map(run => [run.from, run])), parts = [];
    for (let i = 0; i < nodes.length; i++) { const run = runs.get(i); if (!run) { parts.push(nodes[i]); continue; } parts.push(el('span', { className: 'ffn-group' }, ...nodes.slice(run.from, run.to + 1), el('bdi', { textContent: run.text || '…' }))); i = run.to; }
    chips.replaceChildren(...parts);
    draw(); tell();
  }
  function words() {
    const { C, F, gated } = s();
    return { in: t(`进来 ${C} 个数（已归一）`, `${C} numbers in (normalised)`), pre: gated ? t(`展开到 ${F}：门 g = x·W_gate`, `expand to ${F}: gate g = x·W_gate`) : t(`展开到 ${F}：x·W_up`, `expand to ${F}: x·W_up`),
      act: gated ? t('弯折：silu(g) × (x·W_up)', 'bend: silu(g) × (x·W_up)') : t('弯折：激活函数', 'bend: the activation'), out: t(`收回 ${C} 个数：·W_down，加回残差流`, `back to ${C}: ·W_down, added to the stream`) };
  }
  function draw() {
    const width = body.clientWidth;
    if (!width) return;
    v = s().at(S.n, S.i);
    order = [...v.act.keys()];
    if (S.sorted) order.sort((a, b) => Math.abs(v.act[b]) - Math.abs(v.act[a]));
    plan = ffnPlan(width, s(), width < 560);
    const short_ = width < 560, w = words();
    if (short_) { w.pre = t(`展开到 ${s().F} 个`, `expand to ${s().F}`); w.act = t('弯折之后', 'after the bend'); w.out = t(`收回 ${s().C} 个，加回去`, `back to ${s().C}, added`); }
    drawFfn(canvas, root, plan, v, order, S.unit, w);
    sort.sync(S.sorted); layerBox.sync(S.n);
    nodes.forEach((node, i) => node.classList.toggle('on', i === S.i));
    const top = [...v.act.keys()].sort((a, b) => Math.abs(v.act[b]) - Math.abs(v.act[a])).slice(0, 5);
    strongest.replaceChildren(el('span', { textContent: t('最强的单元', 'Strongest units') }), ...top.map(j => el('button', { type: 'button', className: 'ffn-unit' + (j === S.unit ? ' on' : ''), onclick: () => pick(j) }, el('b', { textContent: '#' + j }), ' ' + fig(v.act[j]))));
    from.textContent = `${model.get('source')} · ${where()}`;
    note.hidden = !(S.sentence === 'own' && own()?.raw.note);
    note.textContent = own()?.raw.note ?? '';
    canvas.ariaLabel = t(`${named(s().tokens[S.i], t, S.i)}在${where()}的 ${s().F} 个单元`, `${s().F} units of ${named(s().tokens[S.i], t, S.i)} in ${where()}`);
    tellReader();
  }
  function tellReader() {
    const token = named(s().tokens[S.i], t, S.i), n = halfOf(v.act), j = S.unit;
    root.dataset.half = n;
    if (j == null) { readout.textContent = t(`${token}在${where()}：${s().F} 个单元里，最强的 ${n} 个就占了激活总量的一半。`, `${token} in ${where()}: of ${s().F} units ${n === 1 ? 'the strongest one carries' : `the strongest ${n} carry`} half of all the activation.`); return; }
    readout.replaceChildren(t(`单元 #${j}：`, `Unit #${j}: `), el('code', { textContent: path(j) }));
  }
  const path = j => s().gated ? `silu(${fig(v.pre[j])}) × ${fig(v.second[j])} = ${fig(silu(v.pre[j]))} × ${fig(v.second[j])} = ${fig(v.act[j])}` : `act(${fig(v.pre[j])}) = ${fig(v.act[j])}`;
  function pick(j) { S.unit = j; draw(); tell(); }
  const unitAt = event => { const box = canvas.getBoundingClientRect(), y = event.clientY - box.top; if (y < plan.preTop - 8 || y > plan.actEnd + 8) return null; return order[Math.max(0, Math.min(order.length - 1, Math.floor((event.clientX - box.left) / box.width * order.length)))]; };
  canvas.onpointermove = event => { const j = unitAt(event); if (j == null) tip.hide(); else tip.show(event, el('b', { textContent: t(`单元 #${j}`, `unit #${j}`) }), el('br'), el('code', { textContent: path(j) })); };
  canvas.onpointerleave = () => tip.hide();
  canvas.onclick = event => { const j = unitAt(event); if (j != null) pick(j); };
  canvas.onkeydown = event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = S.unit == null ? (by > 0 ? -1 : order.length) : order.indexOf(S.unit);
    pick(order[Math.max(0, Math.min(order.length - 1, at + by))]);
  };
  const bus = attentionBus(model.get('group'), 'ffn', d => {
    if (d.sentence !== undefined && d.sentence !== S.sentence && (d.sentence === 'own' ? own() : sentences[d.sentence])) { source.sync(d.sentence); show(d.sentence); }
    if (Number.isInteger(d.query) && d.query < s().T && d.query !== S.i) { S.i = d.query; S.unit = null; draw(); }
  }, () => tell());
  function tell() { bus.send({ sentence: S.sentence, query: S.i, layer: s().layers[S.n], unit: S.unit }); }
  onDispose(bus.close);
  onDispose(watchTheme(root, draw));
  onDispose(watchWidth(body, draw));
  const wanted = sentences[0].layers.reduce((best, l, n) => Math.abs(l - model.get('layer')) < Math.abs(sentences[0].layers[best] - model.get('layer')) ? n : best, 0);
  S.n = wanted;
  const begun = source.begin();
  S.sentence = begun;
  show(begun);
  return dispose;
}
export default { render };
