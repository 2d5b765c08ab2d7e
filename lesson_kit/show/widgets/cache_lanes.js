/* Two lanes that write the same text: every position again, or only the newest. */
function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), examples = model.get('examples').map(x => ({ ...x })), runs = { ...model.get('runs') }, shape = model.get('shape');
  let which = 0, history = 0, step = 0, speed = 1, timer = 0, asked = 0, busy = false, beat = 0;
  const run = () => runs[which + ':' + history], icon = d => svg('svg', { width: 18, height: 18, viewBox: '0 0 20 20', fill: 'currentColor', 'aria-hidden': 'true' }, svg('path', { d }));
  const button = (name, d, go) => el('button', { type: 'button', className: 'ico', ariaLabel: name, title: name, onclick: go }, icon(d));
  const PLAY = 'M6 3.5v13l10.5-6.5z', PAUSE = 'M5.5 4h3.2v12H5.5zM11.3 4h3.2v12h-3.2z';
  const back = button(t('上一步', 'Back one step'), 'M14.5 4 7 10l7.5 6zM4.5 4h2v12h-2z', () => go(step - 1)), start = button('', PLAY, () => play(!timer)), forth = button(t('下一步', 'Forward one step'), 'M5.5 4 13 10l-7.5 6zM13.5 4h2v12h-2z', () => go(step + 1));
  start.classList.add('main');
  const name = el('span'), scrub = el('input', { type: 'range', min: 0, max: 1, step: 1, ariaLabel: t('步', 'Step'), oninput: () => go(+scrub.value) });
  const pace = segment(t('快慢', 'speed'), [[.5, '½×'], [1, '1×'], [2, '2×']], v => { speed = v; pace.sync(v); if (timer) play(true); });
  const ask = el('select', { className: 'lk-pick', ariaLabel: t('开头', 'Beginning'), onchange: () => choose(+ask.value, history) });
  const earlier = segment(t('前文词元数', 'earlier tokens'), [[0, '0'], [40, '40'], [400, '400']], h => choose(which, h));
  const own = el('input', { className: 'lk-input', maxLength: 200, placeholder: live ? t('自己写个开头，回车', 'Your own beginning, Enter') : t('自己写：仅现场可用', 'Your own: live only'), disabled: !live, ariaLabel: t('自己写个开头', 'Your own beginning'), value: model.get('typed'), onkeydown: event => { if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) { event.preventDefault(); submit(); } }, onchange: () => { if (own.value !== entered) submit(); } });
  let entered = own.value;
  function submit() {
    entered = own.value;
    if (own.value.trim()) request({ text: own.value, history: 0, own: true });
    else wait.textContent = t('先写点什么，再按回车。', 'Write something first, then press Enter.');
  }
  const lane = (cached, title, sub) => { const saidBox = el('span', { className: 'said' }), grid = el('div', { className: 'lanegrid' }), nums = el('dl', { className: 'nums' }); return { cached, saidBox, grid, nums, node: el('section', { className: 'lane' }, el('h4', {}, svg('svg', { class: 'mk', width: 34, height: 14, viewBox: '0 0 34 14' }, svg('path', { class: 'ln' + (cached ? '' : ' dash'), d: 'M1 7h32' }), cached ? svg('circle', { class: 'mkci', cx: 17, cy: 7, r: 5 }) : svg('rect', { class: 'mksq', x: 12.5, y: 2.5, width: 9, height: 9 })), el('span', { textContent: title }), el('small', { textContent: sub }), saidBox), grid, nums) }; };
  const lanes = [lane(false, t('无缓存', 'Without cache'), t('每一步全部重算', 'every position again')), lane(true, t('有缓存', 'With cache'), t('只算最新的一个', 'only the newest'))];
  const times = el('div', { className: 'times' }), lens = el('p', { className: 'lens', role: 'status' }), take = el('p', { className: 'lanetake' }), kind = el('span', { className: 'lk-badge' }), where = el('span');
  const measure = el('button', { type: 'button', className: 'lk-quiet measure', hidden: !live, onclick: () => busy ? halt() : request({ example: which, history }) }), bar = el('i'), progress = el('div', { className: 'progress', role: 'progressbar', hidden: true }, bar), wait = el('span', { className: 'wait', role: 'status' });
  const legend = el('div', { className: 'legend' });
  const body = el('div', {}, el('div', { className: 'lanes' }, ...lanes.map(x => x.node)), times);
  const from = () => `${model.get('title')} · ${model.get('source')} · ${kind.textContent} · ${where.textContent}`;
  const rows = () => !run() ? [] : [['step', 'cache', 'positions', 'positions_total', 'median_ms', 'lowest_ms', 'highest_ms', 'cache_bytes', 'token'], ...[false, true].flatMap(c => run().answer.map((a, s) => [s, c ? 'yes' : 'no', newAt(run(), c, s), sumAt(run(), c, s), ...timeAt(run(), c, s).map(v => (1000 * v).toFixed(4)), c ? run().bytes[s] : 0, a.t]))];
  const box = el('figure', { className: 'lk-lesson lk-lanes', tabIndex: 0, ariaLabel: model.get('title') },
    el('div', { className: 'playbar' }, el('span', { className: 'transport' }, back, start, forth), el('label', { className: 'stepper' }, name, scrub), pace, el('span', { className: 'lk-space' }), el('label', { className: 'lk-knob ask' }, t('开头', 'Begin'), ask), el('span', { className: 'lk-knob' }, t('前文', 'Earlier'), earlier, el('span', { className: 'unit', textContent: t('词元', 'tokens') })), lessonMenu(root, t, 'kv-cache-lanes', () => body, rows, from)),
    body, legend, lens, take,
    el('figcaption', {}, el('span', { className: 'lk-say' }, model.get('title'), t('。', '. '), where), el('span', { className: 'lk-from' }, model.get('source'), kind)),
    el('div', { className: 'below' }, measure, progress, wait, el('span', { className: 'lk-space' }), own));
  root.append(box);

  function choose(i, h) {
    which = i;
    const ready = examples[i].histories;
    history = ready.includes(h) ? h : ready.includes(0) ? 0 : ready[0];
    if (!run() && waits()) { draw(); return; }
    if (run()) { step = Math.min(step, steps(run())); play(false); draw(); return; }
    if (live) request({ example: which, history }); else { wait.textContent = t('这一种没有录下来；接上 Python 就能现场测。', 'This one was not recorded; with Python behind the page it can be measured.'); draw(); }
  }
  function go(s) { play(false); set(s); }
  function set(s) { if (run()) { step = Math.max(0, Math.min(steps(run()), s)); draw(); } }
  function play(on) {
    clearInterval(timer); timer = 0;
    if (on && run()) { if (step >= steps(run())) set(0); timer = setInterval(() => { set(step + 1); if (step >= steps(run())) play(false); }, 900 / speed); }
    start.setAttribute('aria-label', timer ? t('暂停', 'Pause') : t('播放', 'Play')); start.title = start.getAttribute('aria-label');
    start.firstChild.firstChild.setAttribute('d', timer ? PAUSE : PLAY);
  }
  const waits = () => live && which === 0 && model.get('measuring');          // Python is about to send these runs
  /* ── measuring here ── */
  function tell(content) { try { model.send(content); } catch { wait.textContent = t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.'); state(false); } }
  function request(what) { if (!live) return; asked += 1; state(true); bar.style.width = '0'; wait.textContent = t('正在测量…', 'Measuring …'); tell({ kind: 'run', number: asked, text: what.own ? what.text : examples[what.example].text, history: what.history, example: what.own ? -1 : what.example }); }
  function halt() { asked += 1; tell({ kind: 'stop' }); state(false); wait.textContent = t('停了，图不变。', 'Stopped; the picture stays.'); if (!run()) choose(0, 0); }
  function state(on) { busy = on; progress.hidden = !on; measure.textContent = on ? t('停止', 'Stop') : t('在这台机器上重测', 'Measure on this machine'); clearInterval(beat); if (on) beat = setInterval(() => tell({ kind: 'heard' }), 5000); }
  listen(model, onDispose, 'msg:custom', m => {
    if (m.number !== asked || !busy) return;
    if (m.kind === 'progress') { bar.style.width = (100 * m.done / m.total).toFixed(1) + '%'; wait.textContent = progressText(m, t); return; }
    state(false);
    if (m.kind === 'error') { wait.textContent = m.say || t('没有测成，换一句再试。', 'That did not work; try another text.'); return; }
    if (m.kind !== 'result') return;
    let i = m.example;
    if (i < 0) { i = examples.findIndex(x => x.own); if (i < 0) { i = examples.length; examples.push({}); } examples[i] = { label: m.label, text: m.text, histories: m.histories, own: true }; for (const k of Object.keys(runs)) if (k.startsWith(i + ':')) delete runs[k]; list(); step = 3; }
    runs[i + ':' + m.run.history] = m.run;
    which = i; history = m.run.history;
    step = Math.min(step, steps(run()));
    wait.textContent = m.note || t('刚刚测完。', 'Just measured.');
    draw();
  });
  onDispose(() => { clearInterval(timer); clearInterval(beat); if (busy) tell({ kind: 'stop', gone: true }); });

  /* ── drawing ── */
  function list() { ask.replaceChildren(...examples.map((x, i) => el('option', { value: String(i), textContent: x.label }))); }
  function point(cached, r, c) {
    const R = run(), f = c + FOLD;
    if (r == null || r > step || c >= R.question.length + r || c < (R.history ? -FOLD : 0)) { lens.textContent = t('指着任一格，看它从哪里来。', 'Point at a cell to see where it comes from.'); return; }
    const each = R.history / FOLD, token = c < 0 ? null : [...R.question, ...R.answer][c], who = c < 0 ? t(`前文第 ${f * each + 1}–${(f + 1) * each} 个词元`, `earlier tokens ${f * each + 1}–${(f + 1) * each}`) : token.s ? named(token, t, c) : quote(t, face(token, t).text);
    const fresh = r === 0 || c === R.question.length - 1 + r;
    lens.textContent = (r === 0 ? t('预填充', 'Prefill') : t(`第 ${r} 步`, `Step ${r}`)) + t('，', ', ') + who + t('：', ': ') + (fresh ? t(`第一次算它的 q、k、v（${shape.L} 层）；k 和 v 以后还要用。`, `its q, k, v are computed for the first time (${shape.L} layers); k and v will be needed again.`) : cached ? t('k 和 v 从缓存读出，没有重算；它的 q 早已用完，不存。', 'k and v are read from the cache, not computed; its q was used once and never kept.') : t('又算一遍 q、k、v，结果和上一步完全相同。', 'q, k, v are computed again, and come out as they did the step before.'));
  }
  const rich = (node, text) => node.replaceChildren(...text.split('*').map((x, i) => i % 2 ? el('b', { textContent: x }) : x));
  function draw() {
    const R = run();
    ask.value = String(which);
    earlier.sync(history);
    for (const b of earlier.children) b.disabled = !examples[which].histories.includes(+b.dataset.v);
    if (!R) { if (waits() && which === 0) { lanes.forEach(L => L.grid.replaceChildren()); take.textContent = model.get('measuring'); } return; }
    const N = steps(R), s = step;
    scrub.max = String(N); scrub.value = String(s);
    name.textContent = s === 0 ? t('预填充', 'Prefill') : t(`第 ${s} 步 / ${N}`, `Step ${s} of ${N}`);
    for (const L of lanes) {
      drawLane(root, L.grid, R, { cached: L.cached, step: s, t, english, at: (r, c) => point(L.cached, r, c) });
      L.saidBox.replaceChildren(said(R, s), s < N ? el('i') : '');
      const held = sized(L.cached ? R.bytes[s] : 0), time = timeAt(R, L.cached, s), each = Array.from({ length: s + 1 }, (_, i) => newAt(R, L.cached, i));
      const facts = [[t('本步计算', 'this step'), grouped(newAt(R, L.cached, s)), t('个位置', 'pos.'), t('这一行亮着的位置', 'lit positions of this row')], [t('累计计算', 'in total'), grouped(sumAt(R, L.cached, s)), t('个位置', 'pos.'), each.join(' + ')], [t('本步用时', 'time'), ms(time[0]), t('毫秒', 'ms'), R.repeats > 1 ? t(`${R.repeats} 次的中位数；最快 ${ms(time[1])}，最慢 ${ms(time[2])}`, `median of ${R.repeats}; fastest ${ms(time[1])}, slowest ${ms(time[2])}`) : t('只跑了一次', 'one run only')], [t('存着', 'held'), held[0], held[1], L.cached ? `2 × ${shape.L} × ${shape.G} × ${shape.D} × ${prompt(R) + s} × ${shape.width} B` : t('算完就丢', 'thrown away after the step')]];
      L.nums.replaceChildren(...facts.map(([k, v, u, how]) => el('div', { title: how }, el('dt', { textContent: k }), el('dd', {}, v, el('small', { textContent: u })))));
    }
    drawTimes(times, R, { step: s, t, onStep: go });
    const a = sumAt(R, false, s), b = sumAt(R, true, s), x = timeAt(R, false, s)[0] / timeAt(R, true, s)[0], hold = sized(R.bytes[s]).join(THIN), gain = x >= 10 ? x.toFixed(0) : x.toFixed(1);
    rich(take, s === 0 ? t(`预填充时两边一样：*${grouped(b)}* 个位置都得算一遍。差别从下一步开始。`, `Prefill is the same for both: all *${grouped(b)}* positions are computed. The difference starts with the next step.`)
      : t(`写同样的字，无缓存累计算了 *${grouped(a)}* 个位置，有缓存 *${grouped(b)}* 个；这一步用时是 *${gain}${THIN}:${THIN}1*。代价是一直占着 *${hold}* 内存。`, `For the same text, *${grouped(a)}* positions without a cache and *${grouped(b)}* with one; this step took *${gain}${THIN}:${THIN}1* in time. The price: *${hold}* of memory, held all along.`));
    if (endsEarly(R)) take.append(t('', ' ') + t(`模型自己写完了：第 ${N} 步给出的 □ 是结束标记，所以只有 ${N} 步。`, `The model ended the text by itself: the □ of ${N ? 'step ' + N : 'the prefill'} is its end mark, hence ${N ? `only ${N} step${N > 1 ? 's' : ''}` : 'no further step'}.`));
    kind.textContent = R.kind === 'recorded' ? t('录制', 'recorded') : t('刚刚测得', 'measured just now');
    where.textContent = t(`一行是一步，一列是一个词元。${shape.L} 层 × ${shape.G} 个 KV 头 × ${shape.D}，fp${8 * shape.width}；${R.repeats > 1 ? R.repeats + ' 次取中位数，色带从最快到最慢' : '只跑了一次'}；两边选出的词元${R.same ? '逐个相同' : '不同！'}。${R.on}`, `A row is a step, a column a token. ${shape.L} layers × ${shape.G} KV heads × ${shape.D}, fp${8 * shape.width}; ${R.repeats > 1 ? `median of ${R.repeats}, band from fastest to slowest` : 'one run only'}; both lanes chose ${R.same ? 'the same tokens' : 'different tokens!'}. ${R.on}`);
    if (!lens.textContent) point(true, null);
  }
  function key() {
    const item = (draw1, zh, en) => { const p = svg('svg', { width: 28, height: 16, viewBox: '0 0 28 16', 'aria-hidden': 'true' }); draw1(p); return el('span', {}, p, t(zh, en)); }, h = hatching(root);
    legend.replaceChildren(item(p => p.append(kvPair(2, 1, 24, 14, 'hot')), '键 Key | 值 Value', 'key | value'), item(p => p.append(h.node, kvPair(2, 1, 24, 14, 'hot', h.url)), '又算一遍', 'computed again'), item(p => p.append(kvPair(2, 1, 24, 14, 'hot'), svg('rect', { x: 1, y: 0, width: 26, height: 16, rx: 2, class: 'ring' })), '第一次算', 'computed first time'), item(p => p.append(svg('rect', { x: 2, y: 1, width: 12, height: 14, class: 'bk' }), svg('rect', { x: 14, y: 1, width: 12, height: 14, class: 'bv' })), '存在缓存里', 'kept in the cache'), item(p => p.append(svg('path', { d: 'M0 8H28', class: 'ql' }), svg('circle', { cx: 14, cy: 8, r: 3, class: 'cq' })), '新词元的查询 Query 读一遍', "the new token's query reads it"));
  }
  box.addEventListener('keydown', event => {                                 // keys belong to the picture, never to the page
    if (event.target.matches('input, select') || (event.key === ' ' && event.target.matches('button, summary'))) return;
    const f = { ' ': () => play(!timer), ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(99) }[event.key];
    if (f) { event.preventDefault(); f(); }
  });
  state(false); list(); pace.sync(speed); play(false); key();
  /* what the learner wrote before the language was switched comes first, if it was run; then the wished history, then what there is */
  function begin() {
    const here = Object.keys(runs).map(k => k.split(':').map(Number)), mine = examples.findIndex((x, i) => x.own && here.some(k => k[0] === i)), first = model.get('first');
    which = Math.max(0, mine);
    const ready = here.filter(k => k[0] === which).map(k => k[1]);
    history = ready.includes(first) ? first : ready[0] ?? (examples[which].histories.includes(first) ? first : examples[which].histories[0]);
    if (run()) step = Math.min(5, steps(run()));
  }
  begin();
  listen(model, onDispose, 'change:runs', () => { const none = !run(); Object.assign(runs, model.get('runs')); if (none && which === 0) begin(); draw(); });
  listen(model, onDispose, 'change:measuring', draw);
  wait.textContent = model.get('notice');
  onDispose(watchWidth(body, draw)); onDispose(watchTheme(root, () => { key(); draw(); }));
  draw();
  return dispose;
}
export default { render };
