/* The chain of one attention row, from q to the head's output, with the model's own numbers. */

function render({ model, el: host }) {
  const { root, t, dispose, onDispose } = mount(model, host), tip = tooltip(root), held = model.get('sentences');
  const state = { sentence: 0, layer: model.get('layer'), head: model.get('head'), query: 0, step: 0, pick: { kind: 'dot', j: null, d: 0 } };
  let s = null, row = null, ramps = null, rows = [];
  const source = () => model.get('source'), where = () => t(`第 ${state.layer + 1} 层 · 第 ${state.head + 1} 头`, `layer ${state.layer + 1} · head ${state.head + 1}`);
  const name = j => named(s.tokens[j], t, j);

  /* ── the parts that stay ── */
  const columns = [['', ''], [t('键', 'keys'), 'k'], [t('相乘相加', 'dot product'), 'q·k'], [t('分数', 'score'), '÷ √d'], [t('掩码', 'mask'), t('后面的', 'later')], [t('权重', 'weight'), 'softmax'], [t('值', 'values'), 'v · weight·v']];
  const heads = columns.map(([label, formula], c) => el('div', { className: 'ch c' + c }, label && el('b', { textContent: label }), el('code', { textContent: formula })));
  const strip = (kind, height) => el('canvas', { className: 'strip lk-role-' + kind, width: 1, height, role: 'img' });
  const qStrip = strip('query', 1), outStrip = strip('resid', 1), askChip = el('span', { className: 'ask' }), scaleK = el('span', { className: 'sc' }), scaleV = el('span', { className: 'sc' });
  const body = el('div', { className: 'chain-rows', tabIndex: -1 });
  const board = el('div', { className: 'chain' }, el('div', { className: 'chain-grid chain-head' }, ...heads),
    el('div', { className: 'chain-grid chain-q' }, el('div', { className: 'c0' }, tag('q', 'query'), ' ', askChip), el('div', { className: 'c1' }, qStrip), scaleK), body,
    el('div', { className: 'chain-grid chain-out' }, el('div', { className: 'c0 wide' }, tag('x', 'resid'), ' ', t('这个头的输出', 'output of this head')), el('div', { className: 'c6' }, outStrip), scaleV));
  const readout = el('p', { className: 'lk-read', role: 'status' }), drill = el('div', { className: 'chain-drill', tabIndex: 0, role: 'region', ariaLabel: t('这个数怎么来的', 'where this number comes from'), ariaLive: 'polite' });
  const steps = player(t, 6, n => { state.step = n; paint(); });
  const knobs = el('div', { className: 'lk-knobs' }), note = el('span', {}), from = el('code', {}), place = el('span', {});
  const KINDS = { dot: 'q·k', scaled: t('分数', 'score'), mask: t('掩码', 'mask'), weight: t('权重', 'weight') };
  let layers = null, layerKnob = null, headKnob = null;

  lessonFigure(root, { title: model.get('title') || t('同样的六步，真模型的数', 'The same six steps with the model’s own numbers'), controls: [steps],
    menu: lessonMenu(root, t, 'attention-chain', () => board, () => [['looks', 'looked_at', 'q_dot_k', 'score', 'weight', ...range(s.D).map(d => 'v' + (d + 1))], ...range(s.T).map(j => [s.tokens[state.query].t, s.tokens[j].t, row.dots[j], j > row.i ? '-inf' : row.scaled[j], row.weights[j], ...row.v[j]])],
      () => `${source()} · ${where()} · ${s.label} · ${s.tokens[state.query].t}`),
    body: el('div', {}, knobs, board, drill), readout, captionNode: caption([t('点一个词元换查询，点任何一个数看它怎么算出来。', 'Click a token to make it the query, click any number to see how it came about. '), note], [from, place], t('模型实算', 'computed by the model')) });
  readout.remove(); board.before(readout);

  /* ── one sentence ── */
  function open(raw) {
    if (!raw || raw.error || !raw.v) return;
    const next = openSentence(raw);
    if (s === next) return;
    const first = !s;
    s = next;
    state.query = first && state.asked != null ? Math.min(state.asked, s.T - 1) : s.first;
    state.layer = Math.min(state.layer, s.L - 1); state.head = Math.min(state.head, s.H - 1);
    const key = s.L + '×' + s.H;
    if (layers !== key) {
      layers = key;
      const knob = (label, n, set) => { const make = n > 10 ? stepper : segment; return make(label, range(n).map(x => [x, String(x + 1)]), set); };
      layerKnob = knob(t('层', 'layer'), s.L, v => go({ layer: v })); headKnob = knob(t('头', 'head'), s.H, v => go({ head: v }));
      knobs.replaceChildren(el('span', { className: 'lk-knob' }, t('层', 'Layer'), layerKnob), el('span', { className: 'lk-knob' }, t('头', 'Head'), headKnob));
    }
    rows = range(s.T).map(j => {
      const ask = chip(s.tokens[j], t, j), k = strip('key', 1), v = strip('value', 2), cell = kind => el('button', { type: 'button', className: 'val', data: { kind, j }, onclick: () => { state.pick = { ...state.pick, kind, j }; paint(); } });
      ask.onclick = () => go({ query: j });
      const parts = { ask, k, v, dot: cell('dot'), scaled: cell('scaled'), mask: cell('mask'), weight: cell('weight'), bar: el('i') };
      k.setAttribute('aria-label', t(`${name(j)} 的键`, `key of ${name(j)}`)); v.setAttribute('aria-label', t(`${name(j)} 的值`, `value of ${name(j)}`));
      parts.node = el('div', { className: 'chain-grid row' }, el('div', { className: 'c0' }, ask), el('div', { className: 'c1' }, k), el('div', { className: 'c2' }, parts.dot), el('div', { className: 'c3' }, parts.scaled), el('div', { className: 'c4' }, parts.mask), el('div', { className: 'c5' }, parts.weight, el('span', { className: 'bar' }, parts.bar)), el('div', { className: 'c6' }, v));
      point(k, d => [[tag('k', 'key'), ` ${name(j)} [${d + 1}] = `, fig(row.k[j][d])], [tag('q', 'query'), ` [${d + 1}] = ${fig(row.q[d])}`], [`${t('乘积', 'product')} ${fig(row.products[j][d])}`]], d => { state.pick = { kind: 'dot', j, d }; paint(); });
      point(v, d => [[tag('v', 'value'), ` ${name(j)} [${d + 1}] = ${fig(row.v[j][d])}`], [`${t('乘权重', 'times weight')} ${fig(row.weights[j])} = ${fig(row.weights[j] * row.v[j][d])}`]], d => { state.pick = { kind: 'out', j, d }; paint(); });
      return parts;
    });
    body.replaceChildren(...rows.map(r => r.node));
    state.pick = { kind: 'dot', j: null, d: 0 };
    draw();
  }
  /* pointing at a cell of a strip tells its number; clicking opens its sum */
  function point(canvas, say, pick) {
    const cell = event => Math.max(0, Math.min(s.D - 1, Math.floor(event.offsetX / canvas.clientWidth * s.D)));
    canvas.onpointermove = event => { if (row) tip.show(event, ...say(cell(event)).map(line => el('div', {}, ...line))); };
    canvas.onpointerleave = () => tip.hide();
    if (pick) canvas.onclick = event => { tip.hide(); pick(cell(event)); };
  }
  point(qStrip, d => [[tag('q', 'query'), ` ${name(state.query)} [${d + 1}] = ${fig(row.q[d])}`]]);
  point(outStrip, d => [[tag('x', 'resid'), ` [${d + 1}] = ${fig(row.out[d])}`]], d => { state.pick = { ...state.pick, kind: 'out', d }; paint(); });
  outStrip.tabIndex = 0;
  outStrip.onkeydown = event => { const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (by && s) { event.preventDefault(); state.pick = { ...state.pick, kind: 'out', d: Math.max(0, Math.min(s.D - 1, state.pick.d + by)) }; paint(); } };
  const most = lists => Math.max(1e-9, ...lists.map(x => x.reduce((a, b) => Math.max(a, Math.abs(b)), 0)));
  function ink(canvas, lists, ramp) {
    if (canvas.width !== s.D) canvas.width = s.D;
    const pen = canvas.getContext('2d'), image = pen.createImageData(s.D, lists.length), { data } = image;
    let at = 0;
    for (const list of lists) for (const x of list) { const c = ramp.rgb(x); data[at++] = c[0]; data[at++] = c[1]; data[at++] = c[2]; data[at++] = 255; }
    pen.putImageData(image, 0, 0);
  }
  /* the page's colours are read once per theme: asking for a style is what takes time */
  let hues = null;
  const dye = () => { hues = { signed: signedRamp(root, 1), weight: heatRamp(root) }; };
  const scaled = limit => ({ at: x => hues.signed.at(x / limit), rgb: x => hues.signed.rgb(x / limit) });
  /* strips are drawn when they come into sight: 256 tokens have 512 of them */
  const ROW = 38, SHOWN = 16;      // as in the style sheet: ten rows are in sight
  let strips = null;
  function reveal() {
    if (!strips) return;
    const from = Math.floor(body.scrollTop / ROW) - 2, to = from + SHOWN;
    for (let j = Math.max(0, from); j <= Math.min(s.T - 1, to); j++) {
      if (rows[j].drawn) continue;
      rows[j].drawn = true;
      ink(rows[j].k, [row.k[j]], strips.k); ink(rows[j].v, [row.v[j], row.v[j].map(x => x * row.weights[j])], strips.v);
    }
  }
  body.addEventListener('scroll', reveal, { passive: true });
  onDispose(watchWidth(body, reveal));
  /* everything that depends on sentence, layer, head, query, theme */
  function draw() {
    if (!s) return;
    if (!hues) dye();
    row = chainRow(s, state.layer, state.head, state.query);
    const limitK = most([row.q, ...row.k]), limitV = most([...row.v, row.out]), rampK = scaled(limitK), rampV = scaled(limitV);
    ramps = { product: list => scaled(most([list])), weight: hues.weight };
    ink(qStrip, [row.q], rampK); ink(outStrip, [row.out], rampV);
    scaleK.textContent = t(`橙 −${fig(limitK, 2)} … 蓝 +${fig(limitK, 2)}`, `orange −${fig(limitK, 2)} … blue +${fig(limitK, 2)}`); scaleV.textContent = t(`橙 −${fig(limitV, 2)} … 蓝 +${fig(limitV, 2)}`, `orange −${fig(limitV, 2)} … blue +${fig(limitV, 2)}`);
    qStrip.setAttribute('aria-label', t(`查询，${s.D} 个数`, `query, ${s.D} numbers`)); outStrip.setAttribute('aria-label', t(`输出，${s.D} 个数`, `output, ${s.D} numbers`));
    const asked = name(row.i);
    rows.forEach((r, j) => {
      const to = name(j);
      r.drawn = false;
      r.dot.textContent = num(row.dots[j]); r.scaled.textContent = num(row.scaled[j]); r.mask.textContent = j > row.i ? '−∞' : '✓';
      r.weight.textContent = j > row.i ? '0' : pct(row.weights[j]); r.bar.style.width = 100 * row.weights[j] + '%';
      for (const kind of ['dot', 'scaled', 'mask', 'weight']) r[kind].ariaLabel = `${KINDS[kind]}, ${asked} → ${to}: ${r[kind].textContent}`;
      r.dot.dataset.value = row.dots[j]; r.scaled.dataset.value = row.scaled[j]; r.weight.dataset.value = row.weights[j];
      r.node.classList.toggle('future', j > row.i); r.ask.classList.toggle('isq', j === row.i); r.ask.setAttribute('aria-pressed', String(j === row.i));
    });
    strips = { k: rampK, v: rampV };
    reveal();
    const g = kvHead(s, state.head);
    askChip.replaceChildren(chip(s.tokens[state.query], t, state.query, 'span')); askChip.firstChild.classList.add('isq');
    note.replaceChildren((s.G < s.H ? t(`${s.H} 个查询头共用 ${s.G} 组键和值（GQA）：第 ${state.head + 1} 头用第 ${g + 1} 组。`, `${s.H} query heads share ${s.G} keys and values (GQA): head ${state.head + 1} uses group ${g + 1}. `) : t('每个查询头有自己的键和值。', 'Every query head has keys and values of its own. ')) + (model.get('rope') ? t('q、k 画的是按位置旋转之后的样子（RoPE），v 不转。', 'q and k are drawn after their rotation by position (RoPE); v is not rotated.') : ''));
    from.textContent = source(); place.textContent = where();
    layerKnob.sync(state.layer); headKnob.sync(state.head);
    paint();
  }
  /* what only lights up: step and drill-down */
  function paint() {
    if (!row) return;
    steps.sync(state.step);
    board.className = 'chain step' + state.step;
    readout.textContent = stepWords(state.step, s, row, state.layer, state.head, t, name);
    const best = row.weights.indexOf(Math.max(...row.weights)), pick = { ...state.pick, j: state.pick.j == null ? best : Math.min(state.pick.j, s.T - 1) };
    rows.forEach((r, j) => { for (const kind of ['dot', 'scaled', 'mask', 'weight']) { const on = pick.kind === kind && pick.j === j; r[kind].classList.toggle('self', on); r[kind].setAttribute('aria-pressed', String(on)); } r.k.classList.toggle('lit', pick.kind === 'dot' && pick.j === j); });
    qStrip.classList.toggle('lit', pick.kind === 'dot');
    const { head, body: list } = explain(s, row, pick, t, ramps, name), y = drill.scrollTop;
    drill.replaceChildren(el('p', {}, ...head), list);
    drill.scrollTop = y;
  }
  function go(change) { Object.assign(state, change); draw(); bus.send(change); }

  const bus = attentionBus(model.get('group'), 'chain', d => {
    if (d.hover) return;
    for (const key of ['layer', 'head']) if (Number.isInteger(d[key])) state[key] = d[key];
    if (d.sentence !== undefined) state.sentence = d.sentence;
    const raw = d.data ?? (Number.isInteger(d.sentence) ? held[d.sentence] : null);
    if (Number.isInteger(d.query)) state.asked = d.query;
    if (raw) open(raw);
    if (s && Number.isInteger(d.query)) state.query = Math.min(d.query, s.T - 1);
    if (s) { state.layer = Math.min(state.layer, s.L - 1); state.head = Math.min(state.head, s.H - 1); draw(); }
  }, null);
  onDispose(bus.close);
  onDispose(watchTheme(root, () => { hues = null; draw(); }));
  open(held[0]);
  bus.hello();
  return dispose;
}
export default { render };
