/* One unit of the FFN: its favourite places in the sample, and what it writes when it fires. */

const int32 = view => new Int32Array(new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength).slice().buffer);
function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host), T = model.get('table'), { n_layer: L, d_ff: F, k: K, names } = T;
  const sample = int32(T.sample), starts = int32(T.starts), top = int32(T.top), writes = int32(T.writes), act = floats(T.act), push = floats(T.push);
  const S = { layer: T.layer, unit: T.unit }, at = k => (S.layer * F + S.unit) * K + k;
  root.classList.add('uv');
  const layers = (L > 8 ? stepper : segment)(t('层', 'Layer'), [...Array(L).keys()].map(l => [l, String(l + 1)]), l => pick(l, S.unit));
  const field = el('input', { className: 'lk-input uv-nr', inputMode: 'numeric', ariaLabel: t('单元编号', 'unit number'), autocomplete: 'off' });
  const take = () => { const n = /^\s*#?\d+\s*$/.test(field.value) ? parseInt(field.value.replace('#', ''), 10) : NaN; if (n < F) pick(S.layer, n); else { say(t(`单元编号从 0 到 ${F - 1}。`, `Units are numbered from 0 to ${F - 1}.`), true); field.value = S.unit; } };
  field.onchange = take;
  field.onkeydown = event => { const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]; if (by) { event.preventDefault(); pick(S.layer, (S.unit + by + F) % F); } };
  const chance = el('button', { type: 'button', className: 'lk-quiet', textContent: t('随便一个', 'Any one'), onclick: () => pick(Math.floor(Math.random() * L), Math.floor(Math.random() * F)) });
  /* units whose favourites are one and the same token: those of the page's language first, then the strongest push */
  const pure = [];
  for (let l = 0; l < L; l++) for (let u = 0; u < F; u++) { const n = (l * F + u) * K; let same = true; for (let k = 1; k < K; k++) same &&= sample[top[n + k]] === sample[top[n]]; if (same && /^\s*\p{L}{2,}\s*$/u.test(names[sample[top[n]]] ?? '')) pure.push([l, u, Math.abs(act[n]) * push[n]]); }
  const ours = ([l, u]) => (english ? /^\s*[a-z]+\s*$/i : /\p{Script=Han}/u).test(names[sample[top[(l * F + u) * K]]]);
  pure.sort((a, b) => ours(b) - ours(a) || b[2] - a[2]);
  let turn = 0;
  const clear = el('button', { type: 'button', className: 'lk-quiet', disabled: !pure.length, textContent: t(`专一的单元（${pure.length}）`, `Single-token units (${pure.length})`), onclick: () => { turn = (turn + 1) % pure.length; pick(pure[turn][0], pure[turn][1]); } });
  const left = el('div', {}), right = el('div', {}), readout = el('p', { className: 'lk-read', role: 'status' }), body = el('div', { className: 'uv-pair' }, left, right), from = el('span');
  const special = id => /^<\|[^|]+\|>$/.test(names[id] ?? ''), faceOf = id => { const f = face({ t: names[id] ?? '', id, s: special(id) }, t); return (f.dot ? '·' : '') + f.text; };
  const rows = () => [['kind', 'token', 'value', 'context'], ...[...Array(K).keys()].map(k => ['fires', names[sample[top[at(k)]]], act[at(k)], contextOf(k).map(([id]) => names[id]).join('')]), ...[...Array(K).keys()].map(k => ['writes', names[writes[at(k)]], push[at(k)], ''])];
  const menu = lessonMenu(root, t, 'unit', () => body, rows, () => `${model.get('source')} · ${where()}`);
  const where = () => t(`第 ${S.layer + 1} 层单元 #${S.unit}`, `layer ${S.layer + 1}, unit #${S.unit}`);
  lessonFigure(root, { title: model.get('title'), menu, body: el('div', {}, el('div', { className: 'lk-knobs' }, el('span', { className: 'lk-knob' }, t('层', 'Layer'), layers), el('span', { className: 'lk-knob' }, t('单元', 'Unit'), field), clear, chance), body), readout,
    captionNode: caption(t(`左：${starts.length} 篇语料里它最强的 ${K} 处（每篇最多一处）。右：它的输出行经输出矩阵读出来，推得最高的词元；还没有除以最后归一化的那一步，所以只比大小，不是真的 logit 差。`, `Left: its ${K} strongest places in ${starts.length} documents (one a document at most). Right: its output row read through the output matrix: the tokens it pushes up most. The final norm's division is not in it: compare sizes, don't read them as logits gained.`), from, t('实测，预先算好', 'measured beforehand')) });
  /* [[id, is it the firing token]] around the place, within its document */
  function contextOf(k) {
    const place = top[at(k)];
    let doc = 0, high = starts.length - 1;
    while (doc < high) { const mid = (doc + high + 1) >> 1; if (starts[mid] <= place) doc = mid; else high = mid - 1; }
    const begin = starts[doc], end = doc + 1 < starts.length ? starts[doc + 1] : sample.length, out = [];
    for (let i = Math.max(begin, place - 11); i < Math.min(end, place + 6); i++) out.push([sample[i], i === place]);
    return out;
  }
  function say(text, bad = false) { readout.textContent = text; readout.classList.toggle('bad', bad); }
  function draw() {
    layers.sync(S.layer); field.value = S.unit;
    from.textContent = `${model.get('source')} · ${where()}`;
    const most = Math.abs(act[at(0)]) || 1, strong = push[at(0)] || 1;
    left.replaceChildren(el('h4', { textContent: t('它在哪里最强（激活值）', 'Where it fires most (activation)') }), ...[...Array(K).keys()].map(k => el('div', { className: 'uv-row', data: { place: top[at(k)], act: act[at(k)] } }, el('code', { textContent: fig(act[at(k)]) }), el('span', { className: 'uv-bar' }, el('i', { style: `width:${100 * Math.abs(act[at(k)]) / most}%` })), el('span', { className: 'uv-text' }, ...contextOf(k).map(([id, hit]) => el(hit ? 'mark' : 'bdi', { textContent: special(id) ? '▷ ' : (names[id] ?? '').replace(/\n/g, '⏎') }))))));
    right.replaceChildren(el('h4', { textContent: t('它写下什么（每 1 份激活推高的 logit）', 'What it writes (logit for each 1 of activation)') }), ...[...Array(K).keys()].map(k => el('div', { className: 'uv-write', data: { id: writes[at(k)], push: push[at(k)] } }, el('span', { className: 'lk-minitok', textContent: faceOf(writes[at(k)]) }), el('span', { className: 'uv-bar' }, el('i', { className: 'out', style: `width:${100 * Math.max(0, push[at(k)] / strong)}%` })), el('code', { textContent: (push[at(k)] < 0 ? '−' : '+') + Math.abs(push[at(k)]).toPrecision(3) }))));
    const fired = [...new Set([...Array(K).keys()].map(k => faceOf(sample[top[at(k)]]).replace(/^·/, '')))];
    say(fired.length === 1 ? t(`${where()}：最强的 ${K} 处都落在${quote(t, fired[0])}上。`, `In ${where()} the ${K} strongest places are all ${quote(t, fired[0])}.`) : t(`${where()}：最强的 ${K} 处是 ${fired.length} 种词元。`, `In ${where()} the ${K} strongest places are ${fired.length} different tokens.`));
  }
  function pick(layer, unit) { S.layer = layer; S.unit = unit; draw(); }
  const bus = attentionBus(model.get('group'), 'unit', d => { if (Number.isInteger(d.unit) && d.unit < F && Number.isInteger(d.layer) && d.layer < L) pick(d.layer, d.unit); });
  onDispose(bus.close);
  draw();
  return dispose;
}
export default { render };
