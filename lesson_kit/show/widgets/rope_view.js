/* RoPE on a real query and key: turned by m and by n, their score depends on m − n alone. */
/* What each pair adds to the score q·k/√D when the key stands `apart` positions before the query. */
function ropeParts(q, k, speeds, apart) {
  const half = speeds.length, root = Math.sqrt(2 * half);
  return speeds.map((w, i) => {
    const along = q[i] * k[i] + q[i + half] * k[i + half], across = q[i] * k[i + half] - q[i + half] * k[i], turn = apart * w;
    return (along * Math.cos(turn) + across * Math.sin(turn)) / root;
  });
}
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host), d = model.get('data'), qs = floats(d.q), ks = floats(d.k), D = d.d_head, half = D / 2, REACH = 48;
  const sum = list => list.reduce((a, b) => a + b, 0), tip = tooltip(root);
  let state = { layer: d.layer, head: d.head, m: d.m, apart: d.m - d.n };
  const q = () => qs.subarray((state.layer * d.n_head + state.head) * D, (state.layer * d.n_head + state.head + 1) * D);
  const k = () => { const g = Math.floor(state.head / (d.n_head / d.n_kv_head)), at = (state.layer * d.n_kv_head + g) * D; return ks.subarray(at, at + D); };
  const words = d.tokens.map((token, i) => named(token, t, i)), clocks = el('div', { className: 'ro-clocks' }), curve = el('div', { className: 'ro-curve' }), readout = el('p', { className: 'lk-read', role: 'status' });
  const slide = (label, min, max, get, set) => { const input = el('input', { type: 'range', min, max, step: 1, ariaLabel: label }), value = el('output', {}); input.oninput = () => { set(+input.value); draw(); }; const node = el('label', { className: 'ro-slide' }, el('span', { textContent: label }), input, value); node.sync = () => { input.value = get(); value.textContent = get(); }; return node; };
  const apart = slide(t('相距', 'distance'), 0, REACH - 1, () => state.apart, v => { state.apart = v; state.m = Math.max(state.m, v); });
  const where = slide(t('q 的位置（一起移动）', 'position of q (both move)'), 0, 200, () => state.m, v => { state.m = Math.max(v, state.apart); });
  const pick = (label, n, key) => stepper(label, [...Array(n).keys()].map(i => [i, String(i + 1)]), v => { state[key] = v; draw(); });
  const layers = pick(t('层', 'Layer'), d.n_layer, 'layer'), heads = pick(t('头', 'Head'), d.n_head, 'head');
  const reset = el('button', { type: 'button', className: 'lk-quiet', textContent: t('复位', 'Reset'), onclick: () => { state = { layer: d.layer, head: d.head, m: d.m, apart: d.m - d.n }; draw(); } });
  const board = el('div', { className: 'ro-board' }, clocks, curve), from = el('span', {});
  const knobs = el('div', { className: 'lk-knobs' }, apart, where, el('span', { className: 'lk-knob' }, t('层', 'Layer'), layers), el('span', { className: 'lk-knob' }, t('头', 'Head'), heads));
  lessonFigure(root, { title: model.get('title'), controls: [reset], body: el('div', {}, knobs, board), readout,
    captionNode: caption([t(`向量是「${d.text}」里${words[0]}的 `, `The vectors are the `), tag('q', 'query'), t(` 和${words[1]}的 `, ` of ${words[0]} and the `), tag('k', 'key'), t('，转之前的真值；每对数是一根表针，按位置转动。前面的表走得快，后面的慢。', ` of ${words[1]} in “${d.text}” before turning; each pair of numbers is a hand, turned by position. The first clocks run fast, the last slowly.`)], from, t('模型实算', 'computed by the model')),
    menu: lessonMenu(root, t, 'rope', () => board, () => [['distance', 'score'], ...[...Array(REACH).keys()].map(n => [n, sum(ropeParts(q(), k(), d.speeds, n))])], () => `${model.get('source')} · ${d.text} · L${state.layer + 1} H${state.head + 1}`) });
  const shown = [...new Set([0, 1, 2, 3, 5, 7, 10, half - 1].map(i => Math.round(i * (half - 1) / 15)).filter(i => i < half))].slice(0, 8);

  function draw() {
    for (const part of [apart, where]) part.sync();
    layers.sync(state.layer); heads.sync(state.head);
    const parts = ropeParts(q(), k(), d.speeds, state.apart), total = sum(parts), n = state.m - state.apart;
    clocks.replaceChildren(...shown.map(i => clock(i, parts[i])));
    drawCurve(total);
    const real = state.apart === d.m - d.n;
    readout.replaceChildren(tag('q', 'query'), t(` 在第 ${state.m} 位，`, ` at position ${state.m}, `), tag('k', 'key'), t(` 在第 ${n} 位，相距 ${state.apart}：分数 `, ` at ${n}, ${state.apart} apart: score `), el('code', { className: 'ro-score', textContent: num(total, 3) }), real ? t('，正是模型里的这一格。', ', the very cell in the model. ') : t('。', '. '), t('两者一起移动，表针都转，分数不变：只剩下相距多远。', 'Move both together and every hand turns, yet the score stays: only the distance is left.'));
    from.textContent = `${model.get('source')} · ` + t(`第 ${state.layer + 1} 层第 ${state.head + 1} 头`, `layer ${state.layer + 1}, head ${state.head + 1}`);
  }
  function clock(i, part) {
    const R = 44, C = 50, a = q(), b = k(), most = Math.max(...shown.flatMap(j => [Math.hypot(a[j], a[j + half]), Math.hypot(b[j], b[j + half])])) || 1;
    const hand = (v, turn, cls) => { const x = v[i], y = v[i + half], r = Math.max(.12, Math.hypot(x, y) / most) * (R - 4), angle = Math.atan2(y, x) + turn; return svg('g', { class: cls }, svg('line', { x1: C, y1: C, x2: C + r * Math.cos(angle), y2: C - r * Math.sin(angle) }), svg('circle', { cx: C + r * Math.cos(angle), cy: C - r * Math.sin(angle), r: 4 })); };
    const face1 = svg('svg', { width: 100, height: 100, viewBox: '0 0 100 100', role: 'img', 'aria-label': t(`第 ${i + 1} 对`, `pair ${i + 1}`) }, svg('circle', { cx: C, cy: C, r: R, class: 'ro-face' }), svg('line', { x1: C + R - 6, x2: C + R, y1: C, y2: C, class: 'ro-tick' }), hand(b, (state.m - state.apart) * d.speeds[i], 'ro-k'), hand(a, state.m * d.speeds[i], 'ro-q'));
    const lap = 2 * Math.PI / d.speeds[i];
    return el('div', { className: 'ro-clock' }, face1, el('span', { textContent: t(`第 ${i + 1} 对`, `pair ${i + 1}`) }), el('small', { textContent: t(`一圈 ${fig(lap, 2)} 步`, `a lap: ${fig(lap, 2)}`) }), el('code', { textContent: (part >= 0 ? '+' : '') + num(part, 2) }));
  }
  function drawCurve(total) {
    const W = Math.max(280, curve.clientWidth || 420), H = 250, left = 52, right = 14, top = 14, foot = 42, line = [...Array(REACH).keys()].map(n => sum(ropeParts(q(), k(), d.speeds, n)));
    const low = Math.min(0, ...line), high = Math.max(0, ...line), span = high - low || 1, X = n => left + n / (REACH - 1) * (W - left - right), Y = s => top + (high - s) / span * (H - top - foot);
    const picture = svg('svg', { width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': t('分数随距离的变化', 'score by distance') });
    const write = (x, y, text, anchor) => { const node = svg('text', { x, y, 'text-anchor': anchor }); node.textContent = text; picture.append(node); };
    for (const s of [low, 0, high].filter((s, i, all) => i === 1 || Math.abs(Y(s) - Y(0)) > 18)) { picture.append(svg('line', { x1: left, x2: W - right, y1: Y(s), y2: Y(s), class: s === 0 ? 'ro-zero' : 'ro-grid' })); write(left - 8, Y(s) + 5, num(s, 1), 'end'); }
    for (const n of [0, 10, 20, 30, 40]) write(X(n), H - foot + 22, String(n), 'middle');
    write((left + W - right) / 2, H - 3, t('相距几个位置', 'positions apart'), 'middle');
    const real = d.m - d.n;
    picture.append(svg('line', { x1: X(state.apart), x2: X(state.apart), y1: top, y2: H - foot, class: 'ro-now' }), svg('polyline', { points: line.map((s, n) => `${X(n)},${Y(s)}`).join(' '), class: 'ro-line' }), ...(real < REACH ? [svg('circle', { cx: X(real), cy: Y(line[real]), r: 8, class: 'ro-real' })] : []), svg('circle', { cx: X(state.apart), cy: Y(total), r: 5, class: 'ro-dot' }));
    picture.onpointerdown = event => { picture.setPointerCapture(event.pointerId); to(event); };
    const to = event => { const r = picture.getBoundingClientRect(); state.apart = Math.max(0, Math.min(REACH - 1, Math.round((event.clientX - r.left - left) / (W - left - right) * (REACH - 1)))); state.m = Math.max(state.m, state.apart); draw(); };
    curve.replaceChildren(el('h4', { textContent: t('分数，随距离', 'Score, by distance') }), picture, el('p', { className: 'ro-note', textContent: t(`空心圈：句子里真正的距离 ${real}`, `ring: the true distance in the sentence, ${real}`) }));
  }
  onDispose(watchWidth(curve, draw));
  draw();
  return dispose;
}
export default { render };
