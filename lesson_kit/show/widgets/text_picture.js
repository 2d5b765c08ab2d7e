/* A picture of one text: where the text comes from, its frame, and a player for what happens step by step. */

/* textPicture(model, host, view => { … return { body, controls, show(data), say(data), rows(data), readout } }, options)
   show(data) draws one text; say → the caption's words; rows → cells for CSV.
   options: { name: for saved files, lines: rows of the entry }. What is too long, Python cuts and says so. */
function textPicture(model, host, build, { name, lines = 1 } = {}) {
  const { root, t, english, onDispose, dispose } = mount(model, host), live = model.get('live');
  const examples = () => model.get('examples');
  let data = null;
  const app = { model, root, t, english, onDispose, live, tip: tooltip(root), data: () => data };
  const part = build(app);
  const note = el('p', { className: 'tp-note', hidden: true }), of = choice => choice === 'own' ? source.own() : examples()[choice];
  const source = exampleSource(model, t, onDispose, { names: examples().map(one => oneLine(one.label, t)), entryNames: [t('自己的文字', 'Your own text')], lines, kind: 'tp', first: Math.min(model.get('start'), examples().length - 1),
    hints: [lines > 1 ? t('写一段你自己的；点别处就算写完', 'Write your own; click elsewhere when done') : t('写一句你自己的，回车', 'Type your own, press Enter')],
    good: own => own?.label !== undefined && !own.error, show: choice => put(of(choice)) });
  const say = el('span', { className: 'lk-say' });
  const from = () => [model.get('title'), data?.label, model.get('source'), model.get('kind')].filter(Boolean).map(part => oneLine(part, t)).join(' · ');
  const figure = el('div', { className: 'tp-figure' }, part.body);
  const menu = lessonMenu(root, t, name ?? 'tokens', () => figure, () => part.rows?.(data) ?? [], from);
  const captionNode = el('figcaption', {}, say, el('span', { className: 'lk-from' }, el('span', { textContent: model.get('source') }), model.get('kind') && badge(model.get('kind'))));
  const frame = lessonFigure(root, { title: model.get('title'), controls: part.controls ?? [], menu, body: el('div', {}, el('div', { className: 'tp-source' + (lines > 1 ? ' tall' : '') }, ...source.nodes), note, figure), readout: part.readout, captionNode });
  if (part.onkey) { frame.addEventListener('keydown', event => { if (!event.target.closest('input:not([type=range]), textarea, select')) part.onkey(event); }); }
  function put(next) {
    data = next;
    note.textContent = next.note ?? ''; note.hidden = !next.note;
    part.show(next);
    say.replaceChildren(...[part.say(next)].flat());
  }
  app.resay = () => say.replaceChildren(...[part.say(data)].flat());
  put(of(source.begin()));
  return dispose;
}

/* ── the step player ────────────────────────────────────────────────────── */
/* Steps 0 … n: first, back, play/pause, on, a slider, the pace. onStep(k, forward) draws.
   node.load(n, start) begins anew; node.go(k); node.key(event): ← → Home End space. Motion ends with the widget. */
const PLAYER_PICTURES = { first: 'M4 3h2v10H4zM13 3v10L7 8z', back: 'M11 3v10L4 8z', play: 'M5 2.5v11l8.5-5.5z', pause: 'M4 3h3v10H4zM9 3h3v10H9z', on: 'M5 3v10l7-5z' };
function stepPlayer(t, onDispose, onStep, { paces = [[1600, '½×'], [800, '1×'], [300, '3×'], [90, '9×']], pace = 800 } = {}) {
  let n = 0, at = 0, timer = 0;
  const draw = what => svg('svg', { width: 16, height: 16, viewBox: '0 0 16 16', fill: 'currentColor', 'aria-hidden': 'true' }, svg('path', { d: PLAYER_PICTURES[what] }));
  const button = (what, name, run) => el('button', { type: 'button', ariaLabel: name, title: name, data: { act: what }, onclick: run }, draw(what));
  const first = button('first', t('回到开头', 'to the start'), () => { stop(); go(0); }), back = button('back', t('退一步', 'one step back'), () => { stop(); go(at - 1); });
  const play = button('play', t('播放', 'play'), () => timer ? stop() : start()), on = button('on', t('进一步', 'one step on'), () => { stop(); go(at + 1); });
  const slider = el('input', { type: 'range', className: 'tp-slider', min: 0, max: 1, step: 1, ariaLabel: t('第几步', 'step'), oninput: () => { stop(); go(+slider.value); } });
  const where = el('span', { className: 'tp-where' }), speed = el('select', { className: 'lk-pick tp-speed', ariaLabel: t('速度', 'speed'), onchange: () => { pace = +speed.value; if (timer) { stop(); start(); } } }, ...paces.map(([ms, name]) => el('option', { value: String(ms), textContent: name, selected: ms === pace })));
  const node = el('div', { className: 'tp-player', role: 'group', ariaLabel: t('逐步播放', 'step player') }, el('span', { className: 'lk-seg' }, first, back, play, on), slider, where, speed);
  const face = running => { play.replaceChildren(draw(running ? 'pause' : 'play')); play.ariaLabel = play.title = running ? t('暂停', 'pause') : t('播放', 'play'); };
  function stop() { if (!timer) return; clearInterval(timer); timer = 0; face(false); }
  function start() { if (at >= n) go(0); timer = setInterval(() => { if (at >= n || !node.isConnected) { stop(); return; } go(at + 1); if (at >= n) stop(); }, pace); face(true); }
  function go(k) {
    const forward = k > at;
    at = Math.max(0, Math.min(n, k));
    slider.value = at; where.textContent = `${at} / ${n}`;
    slider.setAttribute('aria-valuetext', t(`第 ${at} 步，共 ${n} 步`, `step ${at} of ${n}`));
    first.disabled = back.disabled = at === 0; on.disabled = at === n;
    onStep(at, forward);
  }
  node.load = (count, begin = 0) => { stop(); n = count; slider.max = n; play.disabled = n === 0; go(begin); };
  node.go = k => { stop(); go(k); };
  node.at = () => at;
  node.key = event => {
    if (event.target.type === 'range' && event.key !== ' ') return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: n }[event.key];
    if (to !== undefined) { event.preventDefault(); stop(); go(to); }
    else if (event.key === ' ' && event.target.tagName !== 'BUTTON') { event.preventDefault(); if (timer) stop(); else start(); }
  };
  onDispose(stop);
  return node;
}

/* ── small tokens, from bytes in hex ────────────────────────────────────── */
/* A token by its bytes: text where they are whole characters, else the bytes themselves. */
function byteToken(hex, t, cls = '') {
  const text = strict(bytesOf(hex)), f = face({ t: text ?? '', b: hex }, t);
  return el('span', { className: 'tp-tok' + (f.bytes ? ' bytes' : '') + (cls ? ' ' + cls : ''), data: { hex } }, f.dot && el('i', { className: 'lk-dot' }), el('bdi', { textContent: f.text }));
}
const byteName = (hex, t) => { const text = strict(bytesOf(hex)); return text === null ? '⟨' + hexPairs(hex) + '⟩' : face({ t: text.replace(/^ /, '␣') }, t).text; };
const spanOf = hex => hex.length / 2;
