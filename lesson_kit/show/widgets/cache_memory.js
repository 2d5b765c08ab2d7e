/* Bytes of a KV cache: factors to drag, type or step; one bar per way of sharing heads, one segment per KV head. */
const decimal = b => { for (const [unit, name] of [[1e15, 'PB'], [1e12, 'TB'], [1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']]) if (b >= unit) return fig(b / unit) + THIN + name; return b + THIN + 'B'; };
const binary = b => { for (const [unit, name] of [[2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB']]) if (b >= unit) return fig(b / unit) + THIN + name; return b + THIN + 'B'; };
const held = m => 2 * m.layers * m.kv * m.d * m.T * m.b;
const LADDER = { layers: [1, 2, 4, 6, 12, 16, 24, 30, 32, 40, 48, 64, 80, 96, 128], d: [16, 32, 64, 96, 128, 192, 256], T: [16, 64, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 1048576], b: [1, 2, 4, 8] };
const MOST = { layers: 200, d: 1024, T: 10000000 };
const divisors = n => Array.from({ length: n }, (_, i) => i + 1).filter(i => n % i === 0);
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const presets = model.get('presets'), m = { ...presets[0], preset: presets[0].key }, before = model.get('chosen');
  /* a preset is taken from this page: one of them is its model; own factors come back as they were */
  const again = presets.find(p => p.key === before.preset);
  if (again) Object.assign(m, again, { preset: again.key }); else if (before.layers && !before.preset) Object.assign(m, before);
  const remember = () => { if (model.get('live')) { model.set('chosen', { ...m }); model.save_changes(); } };
  const say = el('p', { className: 'lk-read', role: 'status' }), eq = el('div', { className: 'eq' }), bars = el('div', { className: 'bars' }), title = model.get('title');
  const pick = segment(t('例子', 'examples'), presets.map(p => [p.key, p.name]), key => { Object.assign(m, presets.find(p => p.key === key), { preset: key }); told = ''; remember(); draw(); });
  /* what a factor can be: query heads share KV heads evenly, and a number fills whole bytes, a power of two of them */
  const ladder = k => k === 'kv' ? divisors(m.q) : LADDER[k], listed = k => k === 'kv' || k === 'b';
  const FACTS = [['layers', t('层', 'layers'), () => t('每层一份', 'one per layer')], ['kv', t('KV 头', 'KV heads'), () => t(`查询头 ${m.q}`, `${m.q} query heads`)], ['d', 'd_head', () => t('每头的宽', 'width per head')], ['T', t('长度', 'length'), () => t('词元', 'tokens')], ['b', t('字节', 'bytes'), () => ({ 1: 'int8', 2: 'fp16 / bf16', 4: 'fp32', 8: 'fp64' })[m.b]]];
  let told = '';
  const inputs = {}, rung = (k, by) => by > 0 ? ladder(k).find(x => x > m[k]) ?? m[k] : [...ladder(k)].reverse().find(x => x < m[k]) ?? m[k];
  function put(k, v, shown) {
    if (listed(k) ? !ladder(k).includes(v) : !Number.isFinite(v) || v < 1 || v > MOST[k] || v !== Math.round(v)) { told = refusal(k, String(shown ?? v).slice(0, 12)); draw(); return; }
    told = ''; m[k] = v; m.preset = '';
    if (k === 'kv' && m.kv > 1 && m.kv < m.q) m.g = m.kv;
    remember();
    draw();
  }
  function refusal(k, text) {
    const keeps = [t(`，先保留 ${grouped(m[k])}。`, `; keeping ${grouped(m[k])}.`)], choices = listed(k) ? ladder(k).join(t('、', ', ')) : '';
    if (k === 'kv') return t(`「${text}」不能用：${m.q} 个查询头要平均分给 KV 头，只能是 ${choices}`, `“${text}” cannot be used: ${m.q} query heads share the KV heads evenly, so ${choices} only`) + keeps;
    if (k === 'b') return t(`「${text}」不能用：一个数占 ${choices} 个字节（int8、fp16 / bf16、fp32、fp64）`, `“${text}” cannot be used: a number takes ${choices} bytes (int8, fp16 / bf16, fp32, fp64)`) + keeps;
    return t(`「${text}」不能用：这里只收 1 到 ${grouped(MOST[k])} 的整数`, `“${text}” cannot be used: whole numbers from 1 to ${grouped(MOST[k])} only`) + keeps;
  }
  eq.append(el('div', { className: 'f two' }, el('span', { className: 'lab', textContent: t('键和值', 'K and V') }), el('b', { textContent: '2' }), el('span', { className: 'sub kvsw' }, el('i', { textContent: 'K' }), el('i', { textContent: 'V' }))));
  for (const [k, name] of FACTS) {
    const input = el('input', { type: 'text', inputMode: 'numeric', role: 'spinbutton', ariaLabel: name, autocomplete: 'off' });
    let x0 = null, moved = false;
    input.addEventListener('change', () => { const text = input.value.trim(); put(k, /^\d[\d\s,\u202f\u2009]*$/.test(text) ? Number(text.replace(/[^\d]/g, '')) : NaN, text); });
    input.addEventListener('focus', () => { input.value = m[k]; });
    input.addEventListener('blur', () => draw());
    input.addEventListener('keydown', e => { const by = { ArrowUp: 1, ArrowDown: -1 }[e.key]; if (by) { e.preventDefault(); put(k, rung(k, by)); input.value = m[k]; } if (e.key === 'Enter') input.blur(); });
    input.addEventListener('pointerdown', e => { if (root.getRootNode().activeElement !== input) { x0 = e.clientX; moved = false; input.setPointerCapture(e.pointerId); e.preventDefault(); } });
    input.addEventListener('pointermove', e => { if (x0 !== null && Math.abs(e.clientX - x0) > 18) { put(k, rung(k, Math.sign(e.clientX - x0))); x0 = e.clientX; moved = true; } });
    input.addEventListener('pointerup', () => { if (x0 !== null && !moved) { input.focus(); input.select(); } x0 = null; });
    inputs[k] = { input, sub: el('span', { className: 'sub' }) };
    eq.append(el('span', { className: 'op', textContent: '×' }), el('label', { className: 'f' }, el('span', { className: 'lab', textContent: name }), input, inputs[k].sub));
  }
  const big = el('b'), gib = el('span'), exact = el('span');
  eq.append(el('span', { className: 'op', textContent: '=' }), el('div', { className: 'res' }, big, gib, exact));
  const body = el('div', {}, eq, bars), formula = () => `2 × ${m.layers} × ${m.kv} × ${m.d} × ${grouped(m.T)} × ${m.b} = ${grouped(held(m))}`;
  root.append(el('figure', { className: 'lk-lesson lk-memory' },
    el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: title }), el('span', { className: 'lk-space' }), lessonMenu(root, t, 'kv-cache-bytes', () => body, () => [['layers', 'kv_heads', 'd_head', 'tokens', 'bytes_per_value', 'bytes'], ...ways().map(([kv]) => [m.layers, kv, m.d, m.T, m.b, held({ ...m, kv })])], () => `${title} · ` + formula())),
    el('div', { className: 'presets' }, pick), body, say,
    caption(t('左右拖动数字，或按 ↑ ↓，或直接输入后回车。这是一路对话；B 路同时再 × B。d_head 从配置里读，不由宽度推算。滑动窗口只存窗口里的，潜在注意力（MLA）存压缩过的，都更小。', 'Drag a number sideways, press ↑ ↓, or type and press Enter. One conversation; B at once cost × B. d_head is read from the config, not derived from the width. A sliding window keeps only what is inside it, and latent attention (MLA) keeps a compressed form: both hold less.'), [], t('公式', 'by formula'))));
  const ways = () => [[m.q, 'MHA', t('每个查询头各有一份', 'one per query head')], ...(m.g > 1 && m.g < m.q ? [[m.g, 'GQA', t(`每 ${fig(m.q / m.g)} 个查询头共用`, `shared by ${fig(m.q / m.g)} query heads`)]] : []), [1, 'MQA', t('全部共用一份', 'one shared by all')]];
  function draw() {
    const total = held(m), full = held({ ...m, kv: m.q }), focus = root.getRootNode().activeElement;
    pick.sync(m.preset);
    for (const [k, , sub] of FACTS) { const { input, sub: node } = inputs[k]; if (focus !== input) input.value = grouped(m[k]); input.setAttribute('aria-valuenow', m[k]); node.textContent = sub(); }
    big.textContent = decimal(total); gib.textContent = '= ' + binary(total); exact.textContent = grouped(total) + t(' 字节', ' bytes');
    bars.replaceChildren(...ways().map(([kv, name, note]) => {
      const row = el('button', { type: 'button', className: 'hrow', onclick: () => { m.kv = kv; m.preset = presets.find(p => ['layers', 'q', 'd', 'T', 'b'].every(f => p[f] === m[f]) && p.kv === kv)?.key ?? ''; told = ''; remember(); draw(); } }), part = m.q / kv;
      row.setAttribute('aria-pressed', String(kv === m.kv));
      row.append(el('span', { className: 'n' }, el('b', { textContent: `${name} · ${kv} ` + t('个 KV 头', kv > 1 ? 'KV heads' : 'KV head') }), el('small', { textContent: note })),
        el('span', { className: 'track' }, ...Array.from({ length: kv }, () => el('i', { style: `width:${100 / m.q}%` }, el('u'), el('s')))),
        el('span', { className: 'v', textContent: decimal(held({ ...m, kv })) + (part > 1 ? ' · ' + (Number.isInteger(part) ? '1/' + part : Math.round(100 / part) + THIN + '%') : '') }));
      return row;
    }));
    say.classList.toggle('bad', Boolean(told));
    say.replaceChildren(...(told ? [told] : [t('每多写一个词元，就多占 ', 'Every further token holds '), el('b', { textContent: decimal(total / m.T) }), t(`；写多长，占多大。${m.kv < m.q ? `全部头各存一份要 ${decimal(full)}，现在是它的 ${fig(100 * m.kv / m.q)}${THIN}%。` : ''}`, ` more; the longer the text, the more memory.${m.kv < m.q ? ` One copy per head would be ${decimal(full)}; this is ${fig(100 * m.kv / m.q)}${THIN}% of it.` : ''}`)]));
  }
  onDispose(watchWidth(body, draw));
  draw();
  return dispose;
}
export default { render };
