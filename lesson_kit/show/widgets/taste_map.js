/* A teaching plane: words as points one can drag, sums of words as arrows, distance and cosine. */
const tasteDistance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const tasteCosine = (a, b) => { const l = Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y); return l > 1e-9 ? (a.x * b.x + a.y * b.y) / l : NaN; };
/* a − b + c, and the thing nearest to it that is not one of the three */
function tasteSum(points, [a, b, c]) {
  const p = key => points.find(x => x.key === key), end = { x: p(a).x - p(b).x + p(c).x, y: p(a).y - p(b).y + p(c).y };
  const rest = points.filter(x => !x.word && ![a, b, c].includes(x.key));
  const best = rest.reduce((low, x) => tasteDistance(x, end) < tasteDistance(low, end) ? x : low, rest[0]);
  return { end, best, middle: { x: p(a).x - p(b).x, y: p(a).y - p(b).y } };
}
function render({ model, el: host }) {
  const { root, t, onDispose, dispose, english } = mount(model, host), begin = () => structuredClone(model.get('points'));
  let points = begin(), sum = [...model.get('sums')[0]], pair = [points[2].key, points[3].key], held = null;
  const name = p => english ? p.en : p.zh, get = key => points.find(p => p.key === key), kind = t('教学示例', 'teaching example');
  const board = el('div', { className: 'tm-board' }), plane = el('div', { className: 'tm-plane' }), side = el('div', { className: 'tm-side' });
  board.append(plane, side);
  const select = (label, keys, get1, set1) => { const s = el('select', { className: 'lk-pick', ariaLabel: label, onchange: () => { set1(s.value); draw(); } }, ...keys.map(k => el('option', { value: k, textContent: name(get(k)) }))); s.sync = () => { s.value = get1(); }; return s; };
  const all = points.map(p => p.key), things = points.filter(p => !p.word).map(p => p.key);
  const picks = [0, 1, 2].map(i => select(t('第 ' + (i + 1) + ' 项', 'term ' + (i + 1)), all, () => sum[i], v => { sum[i] = v; }));
  const pairs = [0, 1].map(i => select(t('第 ' + (i + 1) + ' 个', 'word ' + (i + 1)), things, () => pair[i], v => { pair[i] = v; }));
  const answer = el('p', { className: 'tm-answer', role: 'status' }), compared = el('p', { className: 'tm-answer', role: 'status' });
  const ready = el('div', { className: 'tm-ready' }, ...model.get('sums').map(s => el('button', { type: 'button', className: 'lk-quiet', textContent: `${name(get(s[0]))} − ${name(get(s[1]))} + ${name(get(s[2]))}`, onclick: () => { sum = [...s]; draw(); } })));
  side.append(el('h4', { textContent: t('加减', 'Add and subtract') }), el('div', { className: 'tm-sum' }, picks[0], el('b', {}, '−'), picks[1], el('b', {}, '+'), picks[2]), answer, ready,
    el('h4', { textContent: t('两个词有多近', 'How close are two words') }), el('div', { className: 'tm-sum' }, ...pairs), compared);
  const reset = el('button', { type: 'button', className: 'lk-quiet', textContent: t('复位', 'Reset'), onclick: () => { points = begin(); sum = [...model.get('sums')[0]]; pair = [points[2].key, points[3].key]; draw(); } });
  lessonFigure(root, { title: model.get('title') || t('口味地图', 'A map of tastes'), controls: [reset], body: board, captionNode: caption(t('横轴甜不甜，纵轴热不热，位置是人摆的，可以拖（键盘：方向键）。真的表没有这样现成的轴：它有几百维，方向是学出来的。', 'Across: sweet or not; up: warm or not. The places are made up; drag them (keyboard: arrow keys). A real table has no such ready-made axes: hundreds of dimensions, directions it learned by itself.'), [], kind),
    menu: lessonMenu(root, t, 'taste-map', () => board, () => [['word', 'sweet', 'warm'], ...points.map(p => [name(p), p.x, p.y])], () => t('口味地图', 'map of tastes') + ' · ' + kind) });

  let picture, place, SIDE = 480;
  function draw() {
    picks.forEach(s => s.sync()); pairs.forEach(s => s.sync());
    const width = plane.clientWidth || 480;
    SIDE = Math.max(280, Math.min(520, width));
    const pad = 26, unit = (SIDE - 2 * pad) / 10, X = x => pad + (x + 5) * unit, Y = y => pad + (5 - y) * unit;
    place = { pad, unit };
    const { end, best, middle } = tasteSum(points, sum), [a, b, c] = sum.map(get);
    const write = (x, y, text, cls, anchor = 'middle') => { const n = svg('text', { x, y, class: cls, 'text-anchor': anchor }); n.textContent = text; return n; };
    const defs = svg('defs', {}, svg('marker', { id: 'tm-head', viewBox: '0 0 10 10', refX: 8, refY: 5, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' }, svg('path', { d: 'M0 0L10 5L0 10z', fill: 'context-stroke' })));
    const arrow = (from, to, cls) => svg('line', { x1: X(from.x), y1: Y(from.y), x2: X(to.x), y2: Y(to.y), class: 'tm-arrow ' + cls, 'marker-end': 'url(#tm-head)' });
    const zero = { x: 0, y: 0 }, [p, q] = pair.map(get);
    picture = svg('svg', { width: SIDE, height: SIDE, viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'group', 'aria-label': t('甜与热的平面', 'plane of sweet and warm') }, defs,
      svg('rect', { x: pad, y: pad, width: 10 * unit, height: 10 * unit, class: 'tm-ground' }), svg('line', { x1: X(-5), x2: X(5), y1: Y(0), y2: Y(0), class: 'tm-axis' }), svg('line', { y1: Y(-5), y2: Y(5), x1: X(0), x2: X(0), class: 'tm-axis' }),
      write(X(5), Y(0) + 18, t('甜 →', 'sweet →'), 'tm-label', 'end'), write(X(0) + 8, Y(5) + 14, t('↑ 热', '↑ warm'), 'tm-label', 'start'),
      svg('line', { x1: X(0), y1: Y(0), x2: X(p.x), y2: Y(p.y), class: 'tm-ray' }), svg('line', { x1: X(0), y1: Y(0), x2: X(q.x), y2: Y(q.y), class: 'tm-ray' }), svg('line', { x1: X(p.x), y1: Y(p.y), x2: X(q.x), y2: Y(q.y), class: 'tm-gap' }),
      arrow(zero, a, 'first'), arrow(a, middle, 'minus'), arrow(middle, end, 'plus'), svg('line', { x1: X(end.x), y1: Y(end.y), x2: X(best.x), y2: Y(best.y), class: 'tm-near' }), svg('circle', { cx: X(end.x), cy: Y(end.y), r: 7, class: 'tm-end' }));
    for (const one of points) {
      const node = svg('g', { class: 'tm-point' + (one.word ? ' word' : '') + (one === best ? ' best' : ''), tabindex: 0, role: 'button', 'aria-label': `${name(one)}: ${t('甜', 'sweet')} ${short(one.x, 1)}, ${t('热', 'warm')} ${short(one.y, 1)}`, 'data-key': one.key },
        one.word ? svg('rect', { x: X(one.x) - 5, y: Y(one.y) - 5, width: 10, height: 10 }) : svg('circle', { cx: X(one.x), cy: Y(one.y), r: 6 }), write(X(one.x) + (one.x > 2.6 ? -11 : 11), Y(one.y) - 9, name(one), 'tm-word', one.x > 2.6 ? 'end' : 'start'));
      picture.append(node);
    }
    const focus = root.getRootNode().activeElement?.dataset?.key;
    plane.replaceChildren(picture);
    if (focus) picture.querySelector(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
    const d = tasteDistance(end, best);
    answer.replaceChildren(`${name(a)} − ${name(b)} + ${name(c)} = `, el('code', { textContent: `(${short(end.x, 1)}, ${short(end.y, 1)})` }), t('，离得最近的是', ', and nearest to that is '), el('b', { textContent: name(best) }), t('，距离 ', ', at distance '), el('code', { className: 'tm-d', textContent: num(d, 2) }), t('。', '.'));
    compared.replaceChildren(t('距离 ', 'Distance '), el('code', { textContent: num(tasteDistance(p, q), 2) }), t('，余弦 ', ', cosine '), el('code', { className: 'tm-c', textContent: num(tasteCosine(p, q), 2) }), t('。', '. '), tasteWords(tasteDistance(p, q), tasteCosine(p, q)));
  }
  const tasteWords = (d, c) => !Number.isFinite(c) ? t('有一个在原点，没有方向可言。', 'One of them sits at the origin and has no direction.') : c > .97 && d > 1.5 ? t('方向一样，只是浓淡不同：余弦只看方向。', 'The same direction, only stronger: cosine looks at direction alone.') : c > .7 ? t('方向相近。', 'Similar directions.') : c < -.7 ? t('方向相反。', 'Opposite directions.') : t('方向相差很大。', 'Quite different directions.');
  const move = (one, x, y) => { one.x = Math.max(-5, Math.min(5, Math.round(x * 10) / 10)); one.y = Math.max(-5, Math.min(5, Math.round(y * 10) / 10)); draw(); };
  plane.addEventListener('pointerdown', event => { const key = event.target.closest?.('[data-key]')?.dataset.key; if (!key) return; held = get(key); plane.setPointerCapture(event.pointerId); event.preventDefault(); });
  plane.addEventListener('pointermove', event => { if (!held) return; const r = picture.getBoundingClientRect(); move(held, (event.clientX - r.left - place.pad) / place.unit - 5, 5 - (event.clientY - r.top - place.pad) / place.unit); });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) plane.addEventListener(end, () => { held = null; });
  plane.addEventListener('keydown', event => { const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key], key = event.target.closest?.('[data-key]')?.dataset.key; if (!by || !key) return; event.preventDefault(); const one = get(key), size = event.shiftKey ? .5 : .1; move(one, one.x + by[0] * size, one.y + by[1] * size); });
  onDispose(watchWidth(plane, draw));
  draw();
  return dispose;
}
export default { render };
