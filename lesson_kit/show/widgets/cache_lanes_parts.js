/* Drawing of the two lanes and of the time chart below them. A run R: { history, question, answer, no, yes, bytes }. */
const FOLD = 4;                                                            // columns that stand for the earlier text
const steps = R => R.answer.length - 1;                                    // steps after the prefill
const prompt = R => R.history + R.question.length;
const newAt = (R, cached, s) => s === 0 ? prompt(R) : cached ? 1 : prompt(R) + s;
const sumAt = (R, cached, s) => { let n = 0; for (let i = 0; i <= s; i++) n += newAt(R, cached, i); return n; };
const timeAt = (R, cached, s) => (cached ? R.yes : R.no)[s];
const ms = s => { const x = 1000 * s; return x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2); };
function sized(b) {
  for (const [unit, name] of [[1e12, 'TB'], [1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']]) if (b >= unit) return [fig(b / unit), name];
  return [String(b), 'B'];
}
const endsEarly = R => Boolean(R.answer[R.answer.length - 1].e);                  // the model gave its end mark
const said = (R, s) => R.answer.slice(0, s + 1).map(x => x.s ? '' : x.t).join('');

let hatchNumber = 0;
function hatching(root) {
  const id = 'lk-hatch-' + ++hatchNumber, p = svg('pattern', { id, width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('path', { d: 'M0 0V5', stroke: css(role(root, 'bg')), 'stroke-width': 1.7 }));
  return { node: svg('defs', {}, p), url: `url(#${id})` };
}
function kvPair(x, y, w, h, kind, over) {
  const g = svg('g', { class: kind }, svg('rect', { x, y, width: w / 2, height: h, class: 'ck' }), svg('rect', { x: x + w / 2, y, width: w / 2, height: h, class: 'cv' }));
  if (over) g.append(svg('rect', { x, y, width: w, height: h, fill: over }));
  return g;
}
/* One lane into `box` (its width is read). at(step, column | null) tells what the pointer is on. */
function drawLane(root, box, R, { cached, step: s, t, english, at }) {
  const W = box.clientWidth, narrow = W < 430, N = steps(R), Q = R.question.length;
  if (!W) return;
  const fold = R.history ? FOLD : 0, qc = fold + Q, labels = narrow ? t(24, 30) : english ? 58 : 60, counts = narrow ? 36 : 46;
  const cw = Math.max(8, Math.floor((W - labels - counts) / (fold + Q + N + 1.4) * 4) / 4), rh = 17, big = narrow ? 24 : 30, gap = 2;
  const X = c => labels + c * cw, Y = r => r * rh + (r > s ? big - rh : 0) + 2, RH = r => r === s ? big : rh, H = Y(N + 1) + 1, last = qc - 1 + s, mid = Y(s) + (big - gap) / 2;
  const longest = Math.max(2, ...[...R.question, ...R.answer].map(x => { const f = face(x, t); return [...f.text].reduce((n, c) => n + (c.charCodeAt(0) > 255 ? 15 : 8.2), 0); }));
  const head = el('div', { className: 'lanehead', style: `padding-left:${labels}px;height:${Math.min(88, Math.max(46, longest + 10))}px` });
  if (fold) head.append(el('span', { className: 'fold', style: `width:${cw * fold - gap}px` }, el('b', { textContent: narrow ? String(R.history) : t(`前文 ${R.history}`, `earlier ${R.history}`) }), narrow ? `1:${R.history / fold}` : t(`1 格 = ${R.history / fold}`, `1 cell = ${R.history / fold}`)));
  [...R.question, ...R.answer.slice(0, N)].forEach((token, i) => head.append(el('span', { className: 'tk ' + (i < Q ? 'asked' : 'made' + (i - Q >= s ? ' fut' : '')), style: `width:${cw - gap}px`, title: t('位置 ', 'position ') + (R.history + i + 1) + ' · ' + tokenTitle(token), textContent: face(token, t).text })));
  head.append(el('span', { className: 'cnt', textContent: narrow ? t('个', 'n') : t('算几个', 'count') }));
  const hatch = hatching(root), picture = svg('svg', { class: 'cells', width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': t('每一步计算了哪些位置', 'positions computed at each step') }, hatch.node, svg('rect', { x: 0, y: Y(s) - 2, width: W, height: big + 2, rx: 4, class: 'now' }));
  const born = c => Math.max(0, c - qc + 1);
  if (cached) for (let c = 0; c < qc + s; c++) {                              // kept: one calm column from birth to now
    const b = born(c), y1 = Y(b) + RH(b) - gap, y2 = Y(s) + big - gap, half = (cw - gap) / 2;
    if (b < s) picture.append(svg('rect', { x: X(c), y: y1, width: half, height: y2 - y1, class: 'bk' }), svg('rect', { x: X(c) + half, y: y1, width: half, height: y2 - y1, class: 'bv' }));
  }
  for (let r = 0; r <= s; r++) for (let c = cached && r > 0 ? qc - 1 + r : 0; c <= qc - 1 + r; c++)
    picture.append(kvPair(X(c), Y(r), cw - gap, RH(r) - gap, r === s ? 'hot' : 'past', r === 0 || c === qc - 1 + r ? null : hatch.url));
  const write = (x, y, text, kind = '', anchor = 'middle') => { const n = svg('text', { x, y, class: kind, 'text-anchor': anchor }); n.textContent = text; picture.append(n); return n; };
  if (s > 0) {
    picture.append(svg('rect', { x: X(last) - 1, y: Y(s) - 1, width: cw, height: big, rx: 2, class: 'ring' }));
    if (cw >= 21) { write(X(last) + (cw - gap) / 4, mid + 5, 'K', 'on'); write(X(last) + (cw - gap) * .75, mid + 5, 'V', 'on'); }
  }
  if (cached && s > 0) {                                                     // the new token's query reads every kept key
    picture.append(svg('path', { d: `M${X(0) + (cw - gap) / 2} ${mid}H${X(last) - 1}`, class: 'ql' }));
    for (let c = 0; c < last; c++) picture.append(svg('circle', { cx: X(c) + (cw - gap) / 2, cy: mid, r: narrow ? 2 : 3, class: 'cq' }));
  }
  for (let r = 0; r <= N; r++) {
    const y = Y(r) + RH(r) / 2 + 4, b = r === s ? 'b' : r > s ? 'later' : '';
    write(narrow ? 2 : 6, y, r === 0 ? narrow ? t('预', 'pre') : t('预填充', 'prefill') : narrow ? String(r) : t(`第 ${r} 步`, `step ${r}`), b, 'start');
    if (r <= s) write(W - 6, y + (r === s ? 2 : 0), grouped(newAt(R, cached, r)), b + (r === s ? ' big' : ''), 'end');
  }
  const out = face(R.answer[s], t).text, x = X(last + 1) + (narrow ? 2 : 8), w = [...out].reduce((n, c) => n + (c.charCodeAt(0) > 255 ? 15 : 8.4), 0) + 10;
  const left = Math.min(x, W - counts - w + (narrow ? 8 : 0));               // a long word moves left over the empty columns
  picture.append(svg('path', { d: `M${X(last + 1)} ${mid}H${Math.max(x, left)}`, class: 'arrow' }), svg('rect', { x: left, y: mid - 11, width: w, height: 22, rx: 4, class: 'outchip' }));
  write(left + w / 2, mid + 5, out, 'out');
  picture.addEventListener('pointermove', event => {
    const b = picture.getBoundingClientRect(), y = event.clientY - b.top;
    let r = 0; while (r < N && y >= Y(r + 1)) r++;
    at(r, Math.floor((event.clientX - b.left - labels) / cw) - fold);
  });
  picture.addEventListener('pointerleave', () => at(null));
  box.replaceChildren(head, picture);
}
/* Time per token by step, both ways, spread as a band. */
function drawTimes(box, R, { step: s, t, onStep }) {
  const W = box.clientWidth, narrow = W < 560, N = steps(R), H = narrow ? 180 : 144, ml = 48, mr = narrow ? 104 : 140, mt = 24, mb = 30;
  if (!W) return;
  const raw = 1000 * Math.max(...R.no.concat(R.yes).map(x => x[2])), unit = 10 ** Math.floor(Math.log10(raw)), top = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find(m => m * unit >= raw) * unit;
  const x = i => ml + (W - ml - mr) * i / Math.max(1, N), y = v => H - mb - (H - mt - mb) * Math.min(top, 1000 * v) / top;
  const picture = svg('svg', { width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': t('每个词元用时', 'time per token') });
  const write = (px, py, text, kind = '', anchor = 'middle') => { const n = svg('text', { x: px, y: py, class: kind, 'text-anchor': anchor }); n.textContent = text; picture.append(n); };
  for (const v of [0, top / 2, top]) { picture.append(svg('path', { d: `M${ml} ${y(v / 1000)}H${W - mr}`, class: v ? 'gridl' : 'axis' })); write(ml - 8, y(v / 1000) + 5, short(v, 2), '', 'end'); }
  write(2, 13, t('每个词元用时（毫秒）', 'Time per token (ms)'), 'b', 'start');
  for (let i = 0; i <= N; i += narrow ? 2 : 1) write(x(i), H - 6, i === 0 ? t('预填充', 'prefill') : String(i), i === s ? 'b' : '');
  if (!narrow) write(W - mr + 14, H - 6, t('步', 'step'), '', 'start');
  picture.append(svg('path', { d: `M${x(s)} ${mt - 4}V${H - mb}`, class: 'cross' }));
  const ends = [];
  for (const cached of [false, true]) {
    const points = Array.from({ length: s + 1 }, (_, i) => timeAt(R, cached, i)), line = k => points.map((p, i) => `${i ? 'L' : 'M'}${x(i)} ${y(p[k])}`).join('');
    if (s) picture.append(svg('path', { d: line(2) + points.map((p, i) => `L${x(i)} ${y(p[1])}`).reverse().join('') + 'Z', class: 'band' }));
    picture.append(svg('path', { d: line(0), class: 'ln' + (cached ? '' : ' dash') }));
    points.forEach((p, i) => picture.append(cached ? svg('circle', { cx: x(i), cy: y(p[0]), r: 4, class: 'mkci' }) : svg('rect', { x: x(i) - 4, y: y(p[0]) - 4, width: 8, height: 8, class: 'mksq' })));
    ends.push([y(points[s][0]), cached]);
  }
  if (Math.abs(ends[0][0] - ends[1][0]) < 18) { const m = Math.min(H - mb - 9, (ends[0][0] + ends[1][0]) / 2), up = ends[0][0] <= ends[1][0] ? -9 : 9; ends[0][0] = m + up; ends[1][0] = m - up; }
  for (const [yy, cached] of ends) write(x(s) + 12, yy + 5, (cached ? t('有缓存 ', 'cache ') : t('无缓存 ', 'no cache ')) + ms(timeAt(R, cached, s)[0]), 'b', 'start');
  picture.addEventListener('click', event => { const b = picture.getBoundingClientRect(); onStep(Math.round((event.clientX - b.left - ml) / (W - ml - mr) * N)); });
  box.replaceChildren(picture);
}
