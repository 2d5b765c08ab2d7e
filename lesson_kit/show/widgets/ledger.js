/* The parameter ledger: every part by exact formula, beside V·d + 12·L·d². */

/* the same sums as TransformerConfig.n_parameter, part by part */
function ledgerParts(c) {
  const { vocab_size: V, d_model: C, n_layer: L, n_head: H, n_kv_head: G, d_head: D, d_ff: F } = c, norm = C * (c.norm === 'layer' ? 2 : 1), gated = c.ffn === 'swiglu';
  return {
    embed: V * C,
    positions: c.position === 'learned' ? c.max_seq_len * C : 0,
    attention: L * (C * D * (H + 2 * G) + H * D * C + (c.qkv_bias ? D * (H + 2 * G) : 0) + (c.o_bias ? C : 0)),
    ffn: L * ((gated ? 3 : 2) * C * F + (c.ffn_bias ? (gated ? 2 : 1) * F + C : 0)),
    norms: L * (2 * norm + (c.qk_norm ? 2 * D : 0)) + norm,
    unembed: c.tie_embeddings ? 0 : V * C,
  };
}
const ruleOfThumb = c => c.vocab_size * c.d_model + 12 * c.n_layer * c.d_model ** 2;

const share = w => w > 0 && w < .0005 ? '<' + THIN + pct(.001) : pct(w);

function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), presets = model.get('presets');
  let now = 0, c = { ...presets[0].config }, changed = false;
  const names = { embed: [t('词嵌入表', 'Embedding table'), 'V·d'], positions: [t('位置表', 'Position table'), 'T·d'], attention: [t('注意力', 'Attention'), 'L·(d·D·(H+2G) + H·D·d)'], ffn: ['FFN', ''], norms: [t('归一化', 'Norms'), ''], unembed: [t('输出矩阵', 'Output matrix'), 'V·d'] };
  const colour = { embed: 'resid', positions: 'value', attention: 'query', ffn: 'ffn', norms: 'muted', unembed: 'logits' };
  const pick = segment(t('模型', 'Model'), presets.map((p, i) => [i, p.name]), i => { now = i; c = { ...presets[i].config }; changed = false; draw(); });
  const slider = (key, name, max, step) => { const input = el('input', { type: 'range', ariaLabel: name, oninput: () => set(key, +input.value) }), out = el('output', {}); const node = el('label', { className: 'lk-knob led-slide' }, name, input, out); node.sync = () => { const s = step(); input.min = key === 'n_layer' ? 1 : s; input.max = max; input.step = s; input.value = c[key]; out.textContent = grouped(c[key]); }; return node; };
  const group = () => c.n_head / c.n_kv_head, unit = () => c.d_head * group();
  const sliders = [slider('vocab_size', t('词表 V', 'vocabulary V'), 200000, () => 64), slider('d_model', t('宽度 d', 'width d'), 8192, unit), slider('n_layer', t('层数 L', 'layers L'), 96, () => 1)];
  const kind = segment(t('FFN 的矩阵', 'FFN matrices'), [['gelu', t('两个', 'two')], ['swiglu', t('三个（SwiGLU）', 'three (SwiGLU)')]], v => { c.ffn = v === 'swiglu' ? v : 'gelu_tanh'; changed = true; draw(); });
  const tie = toggle(t('输入输出共用一张表', 'Tied output'), on => { c.tie_embeddings = on; changed = true; draw(); });
  const heads = el('span', {});
  const bar = el('div', { className: 'led-bar', role: 'img' }), table = el('div', { className: 'led-rows' }), sums = el('div', { className: 'led-sums' }), readout = el('p', { className: 'lk-read', role: 'status' });
  const body = el('div', {}, bar, table, sums);
  const menu = lessonMenu(root, t, 'parameters', () => body, () => [['part', 'formula', 'parameters'], ...Object.entries(ledgerParts(c)).map(([k, n]) => [k, formula(k), n]), ['total', '', total()], ['V*d+12*L*d^2', '', ruleOfThumb(c)]], () => `${label()} · ${t('公式', 'formula')}`);
  lessonFigure(root, { title: model.get('title'), menu, body: el('div', {}, el('div', { className: 'lk-knobs' }, pick, ...sliders, el('span', { className: 'lk-knob' }, 'FFN', kind), el('span', { className: 'lk-knob' }, t('键值头 G', 'K/V heads G'), heads), tie), body), readout,
    captionNode: caption(t('每一行按精确公式算；第一个模型还数过真正的张量。拖动滑块，d_ff 与 d 的比例、每头宽度保持不变。', 'Each row by exact formula; for the first model the real tensors were counted too. Sliders keep the ratio d_ff / d and the width of a head.'), model.get('source'), t('公式与实测', 'formula and count')) });
  const total = () => Object.values(ledgerParts(c)).reduce((a, b) => a + b), label = () => presets[now].name + (changed ? t('（改过）', ' (changed)') : '');
  function formula(k) {
    const { d_model: d, n_layer: L, n_head: H, n_kv_head: G, d_head: D, d_ff: F, vocab_size: V } = c;
    const [n, w, f] = [V, d, F].map(grouped);
    return { embed: `${n}·${w}`, positions: `${grouped(c.max_seq_len)}·${w}`, attention: `${L}·(${w}·${D}·(${H}+2·${G}) + ${H}·${D}·${w})` + (c.qkv_bias || c.o_bias ? t(' + 偏置', ' + biases') : ''), ffn: `${L}·${c.ffn === 'swiglu' ? 3 : 2}·${w}·${f}` + (c.ffn_bias ? t(' + 偏置', ' + biases') : ''), norms: `(2·${L}+1)·${w}` + (c.norm === 'layer' ? '·2' : '') + (c.qk_norm ? ` + ${L}·2·${D}` : ''), unembed: `${n}·${w}` }[k];
  }
  function set(key, value) {
    changed = true;
    if (key === 'd_model') { const ratio = c.d_ff / c.d_model, each = group(); c.n_head = Math.max(each, Math.round(value / c.d_head / each) * each); c.n_kv_head = c.n_head / each; c.d_ff = Math.round(ratio * value); }
    c[key] = value;
    draw();
  }
  function draw() {
    const parts = ledgerParts(c), sum = total(), thumb = ruleOfThumb(c);
    pick.sync(now); sliders.forEach(s => s.sync()); kind.sync(c.ffn === 'swiglu' ? 'swiglu' : 'gelu'); tie.sync(c.tie_embeddings);
    const choices = [...Array(c.n_head).keys()].map(i => i + 1).filter(g => c.n_head % g === 0).slice(-4);
    if (!choices.includes(c.n_kv_head)) choices.unshift(c.n_kv_head);
    const knob = segment(t('键值头', 'K/V heads'), choices.map(g => [g, String(g)]), g => { c.n_kv_head = g; changed = true; draw(); });
    knob.sync(c.n_kv_head); heads.replaceChildren(knob);
    const seen = Object.entries(parts).filter(([, n]) => n > 0);
    bar.replaceChildren(...seen.map(([k, n]) => el('i', { style: `width:${100 * n / sum}%;--role:var(--${colour[k]})`, title: `${names[k][0]} ${share(n / sum)}`, data: { share: n / sum } }, el('b', { textContent: names[k][0] }))));
    nameBar();
    bar.ariaLabel = seen.map(([k, n]) => `${names[k][0]} ${share(n / sum)}`).join('; ');
    const counted = now === 0 && !changed ? model.get('counted') : null;
    table.replaceChildren(...seen.map(([k, n]) => el('div', { className: 'led-row', data: { part: k, n } }, el('span', { className: 'led-key', style: `--role:var(--${colour[k]})` }), el('span', { textContent: names[k][0] }), el('code', { textContent: formula(k) }), el('code', { className: 'led-n', textContent: grouped(n) }), el('code', { className: 'led-p', textContent: share(n / sum) }))));
    const real = counted && Object.values(counted).reduce((a, b) => a + b, 0);
    root.dataset.total = sum; root.dataset.thumb = thumb;
    fillWith(sums, el('div', { className: 'led-sum' }, el('b', { textContent: grouped(sum) }), el('span', { textContent: t('精确公式，全部参数', 'exact formula, all parameters') })), counted ? el('div', { className: 'led-sum' }, el('b', { textContent: grouped(real) }), el('span', { textContent: real === sum ? t('从真正的张量数出来，一个不差', 'counted in the real tensors: equal to the last one') : t(`从真正的张量数出来，差 ${grouped(real - sum)}`, `counted in the real tensors: ${grouped(real - sum)} apart`) })) : null, el('div', { className: 'led-sum' }, el('b', { textContent: grouped(thumb) }), el('span', { textContent: t(`经验式 V·d + 12·L·d²，是精确值的 ${pct(thumb / sum)}`, `rule of thumb V·d + 12·L·d², ${pct(thumb / sum)} of the exact count`) })));
    const why = [];
    if (c.n_kv_head !== c.n_head) why.push(t(`只有 ${c.n_kv_head} 份键值头，注意力不到 4d²`, `with ${c.n_kv_head} K/V head${c.n_kv_head === 1 ? '' : 's'} attention needs less than 4d²`));
    const width = (c.ffn === 'swiglu' ? 3 : 2) * c.d_ff / c.d_model;
    if (Math.abs(width - 8) > .05) why.push(t(`FFN 每层是 ${width.toFixed(2)}·d²，不是 8·d²`, `the FFN holds ${width.toFixed(2)}·d² a layer, not 8·d²`));
    if (!c.tie_embeddings) why.push(t('输出另有一张 V·d 的表', 'the output has a table of V·d of its own'));
    if (c.position === 'learned') why.push(t('位置也有一张表', 'positions have a table too'));
    if (c.qkv_bias || c.ffn_bias || c.norm === 'layer') why.push(t('偏置和归一化没算进去', 'biases and norms are left out'));
    readout.textContent = t('经验式假设：注意力 4d²、FFN 8d²、输入输出共用一张表、不计偏置归一化位置。', 'The rule assumes 4d² attention, 8d² FFN, one shared table, and ignores biases, norms, positions. ') + (why.length ? t('在这里：', 'Here: ') + why.join(t('；', '; ')) + t('。', '.') : '');
  }
  /* A name is written into the bar whole or not at all; the rows below have every one. */
  function nameBar() {
    const room = bar.clientWidth;
    for (const part of room ? bar.children : []) { const word = part.firstChild; word.hidden = false; word.hidden = word.getBoundingClientRect().width + 6 > room * part.dataset.share; }
  }
  onDispose(watchWidth(bar, nameBar));
  draw();
  return dispose;
}
export default { render };
