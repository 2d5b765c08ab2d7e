/* The journey: a message, and the model carrying it on. Every step is either recorded in the page or made by Python on request.
   A line is one continuation: { rows, steps, end, cursor, parent, from, settings }; other choices make other lines, kept one under the other. */
const NEXT_MS = 1300, UNTIMED_MS = 350, PATIENCE_MS = 30000, KEPT_LINES = 6;

function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), shapes = model.get('shapes'), examples = model.get('examples'), limit = model.get('limit');
  const settings = { ...model.get('settings') };
  let message = null, lines = [], line = null, goal = 0, playing = false, clock = 0, slow = 0, asked = 0, asking = null, waiting = false, lastHeard = 0, frame = 0, last = 0;

  /* ── parts ── */
  const pick = el('select', { className: 'lk-pick', ariaLabel: t('准备好的消息', 'prepared messages') }, ...examples.map((one, i) => el('option', { value: String(i), textContent: one.label })), el('option', { value: 'own', textContent: t('（自己写的）', '(your own)'), hidden: true }));
  const input = el('input', { className: 'lk-input', type: 'text', maxLength: 2000, disabled: !live, autocomplete: 'off', ariaLabel: t('自己写一句', 'write your own'), placeholder: live ? t('自己写一句，按回车', 'write your own, press Enter') : t('自己写：仅现场', 'your own text: live only') });
  const trouble = el('p', { className: 'lk-trouble', role: 'alert', hidden: true });
  const strip = el('div', { className: 'lk-chips lk-line' }), stripFrame = el('div', { className: 'lk-frame lk-belt' }, strip), tip = tooltip(root);
  const road = roadPicture(model.get('stops'), shapes, t), bars = candidateBars(t, choose), lanes = clockLanes(t);
  const untimed = el('p', { hidden: true, textContent: t('这个模型的用时没有录下来，两只钟要在现场看。', 'No times were recorded for this model; to see the two clocks, run it live.') });
  const tree = roadTree(t, lookAt);
  const next = el('button', { type: 'button', className: 'lk-btn', textContent: t('下一个词元', 'Next token'), onclick: () => { if (playing) pause(); goTo(line.cursor + 1); } });
  const play = el('button', { type: 'button', className: 'lk-ghost', onclick: () => { if (playing) { pause(); draw(); } else start(); } });
  const back = el('button', { type: 'button', className: 'lk-quiet', textContent: t('退一步', 'Back'), onclick: () => lookAt(line, line.cursor - 1) });
  const again = el('button', { type: 'button', className: 'lk-quiet', textContent: t('从头来', 'From the start'), onclick: () => { pause(); line.cursor = 0; goal = 0; draw(); } });
  const redraw = el('button', { type: 'button', className: 'lk-quiet', textContent: t('重抽', 'Draw again'), title: t('换一个随机种子，从头写一遍', 'another random seed, written anew'), onclick: () => { settings.seed += 1; restart(); } });
  const heat = segment(t('温度', 'Temperature'), model.get('temperatures').map(x => [x, x === 0 ? t('取最大', 'top') : String(x), x === 0 ? t('温度 0：总取概率最大的那个', 'temperature 0: always take the likeliest') : '']), value => set('temperature', value));
  const topK = segment('top-k', model.get('top_k').map(x => [x, x === 0 ? t('全部', 'all') : String(x)]), value => set('top_k', value));
  const pace = segment(t('快慢', 'Pace'), [[1, t('实速', 'real')], [10, '÷10'], [100, '÷100']], value => { slow = value; draw(); });
  const note = el('span', { className: 'lk-say' }), from = el('span', { className: 'lk-from' });
  const menu = saveMenu(t('保存', 'Save'), { CSV: saveSteps, SVG: () => saveSvg(root, 'journey', barsSvg(), provenance()), PNG: () => savePng(root, 'journey', barsSvg(), provenance()) });
  root.append(el('figure', { className: 'lk-journey', tabIndex: 0, ariaLabel: t('一句话穿过模型', 'a message going through the model') },
    el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: t('图 1　一句话上路', 'Figure 1. A message sets out') }), pick, input, el('span', { className: 'lk-space' }), menu),
    trouble, stripFrame, road.node, el('div', { className: 'lk-two' }, bars.node, el('div', { className: 'lk-col' }, lanes.node, untimed)),
    el('div', { className: 'lk-knobs' }, el('span', { className: 'lk-knob' }, next, play, back, again), knob(t('温度', 'Temperature'), heat), knob('top-k', topK), redraw, knob(t('快慢', 'Pace'), pace)), tree.node,
    el('figcaption', {}, note, from)));
  function knob(name, control) { return el('span', { className: 'lk-knob' }, name, control); }
  const figure = root.querySelector('.lk-journey');

  /* ── messages and lines ── */
  function take(one, own) {
    pause(); tell({ kind: 'stop' }); waiting = false;
    message = { label: one.label, tokens: one.tokens, text: one.text, branches: one.branches ?? {}, own, note: one.note ?? '' };
    line = { rows: [...one.tokens, ...(one.steps ?? []).map(step => step.token)], steps: [...(one.steps ?? [])], end: one.end ?? '', parent: null, from: 0, recorded: !live, settings: { ...(one.settings ?? settings) } };
    line.cursor = Math.min(1, line.steps.length);
    lines = [line];
    goal = line.cursor;
    say('');
    setPace();
    if (live && !line.steps.length && line.rows.length) { goal = 1; more(); }
    draw();
  }
  const prompt = () => message.tokens.length;
  function set(name, value) {
    settings[name] = value;
    line.settings = { ...line.settings, [name]: value };
    if (live) { line.steps.length = Math.min(line.steps.length, line.cursor); line.rows.length = prompt() + line.steps.length; line.end = ''; tell({ kind: 'stop' }); waiting = false; line.mixed = line.cursor > 0; if (playing) more(); }
    draw();
  }
  function restart() {
    pause(); tell({ kind: 'stop' }); waiting = false;
    keep({ rows: [...message.tokens], steps: [], end: '', parent: null, from: 0, cursor: 0 });
    start();
  }
  function keep(other) {
    line = { settings: { ...settings }, ...other };
    lines = [...lines, line];
    const spare = lines.filter(one => one !== line && one !== line.parent && one !== lines[0]);
    if (lines.length > KEPT_LINES) lines = lines.filter(one => one !== spare[0]);
    goal = line.cursor;
    setPace();
  }
  /* Another candidate instead of the one just chosen: a second line from here, under the same seed. */
  function choose(token) {
    const at = line.cursor - 1, step = line.steps[at], rank = step.named.findIndex(one => one.id === token.id), recorded = recordedBranch(token.id), parent = at < line.from && line.parent ? line.parent : line;
    pause(); tell({ kind: 'stop' }); waiting = false;
    const mine = { ...step, token: { ...token, g: -1 - at }, rank, logit: step.logits[rank], chosen: true }, after = recorded?.steps ?? [];
    parent.cursor = parent.steps.length;                     // both roads are seen as far as they are known
    keep({ rows: [...line.rows.slice(0, prompt() + at), mine.token, ...after.map(one => one.token)], steps: [...line.steps.slice(0, at), mine, ...after], end: recorded?.end ?? '', parent, from: at, cursor: at + 1, mixed: true, recorded: !live, settings: { ...settings, seed: line.settings.seed } });
    start();
  }
  /* What was written down behind another token at this step; only the first road has such side roads. */
  function recordedBranch(id) { const at = line.cursor - 1; return line.parent && at >= line.from ? undefined : message.branches[`${at}:${id}`]; }
  /* A road, with so many of its tokens made. */
  function lookAt(other, cursor) {
    pause(); tell({ kind: 'stop' }); waiting = false;
    line = other;
    line.cursor = Math.max(0, Math.min(line.steps.length, cursor));
    goal = line.cursor;
    draw();
  }
  const canChoose = id => live || Boolean(recordedBranch(id));

  /* ── Python ── */
  function tell(content) { if (live) try { model.send(content); } catch { say(t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.')); } }
  function request(what) { asked += 1; waiting = true; lastHeard = performance.now(); tell({ kind: 'run', number: asked, ...settings, ...what }); }
  const beat = setInterval(() => { if (waiting) tell({ kind: 'heard' }); }, 5000);          // Python ends work that nobody waits for
  /* More steps for this line. A line that is all the model's own is made anew from the prompt, so that its times belong together. */
  function more(target = line) {
    if (waiting || target.end || !live) return;
    const kept = target.mixed ? target.steps.length : 0;
    target.replace = kept;
    asking = target;
    request({ ids: target.rows.slice(0, prompt() + kept).map(row => row.id), prompt: prompt(), n: Math.max(1, limit - kept), seed: target.settings.seed });
    if (target === line && !playing && goal <= line.cursor) tell({ kind: 'pause' });
  }
  /* Once this road is at its end, a road it left unfinished is written to the end too: only whole roads compare. */
  function finishOthers() {
    const open = lines.find(one => one !== line && !one.end && lines.some(other => other.parent === one));
    if (open && live && finished()) more(open);
  }
  listen(model, onDispose, 'msg:custom', said => {
    if (said.number !== asked) return;
    lastHeard = performance.now();
    if (said.kind === 'prompt') {
      if (said.own) { input.value = ''; pick.value = 'own'; take({ label: said.label, tokens: said.tokens, text: said.label, note: said.note }, true); }       // asks for its steps itself
      else asking.rows.splice(0, said.tokens.length, ...said.tokens);
    } else if (said.kind === 'step') {
      const target = asking;
      if (target.replace !== undefined) { target.steps.length = target.replace; target.rows.length = prompt() + target.replace; target.replace = undefined; }
      target.steps.push(said.step); target.rows.push(said.step.token);
      if (target !== line) target.cursor = target.steps.length;
      else if (line.steps.length === 1) setPace();
    } else {
      waiting = false;
      if (said.kind === 'end') { asking.end = said.why; finishOthers(); }
      if (said.kind === 'error') { pause(); say(said.say || t('这一步没有算成，换一句再试。', 'This step failed; try another message.')); }
    }
    if (goal > line.cursor) run(); else draw();
  });
  function say(text) { trouble.textContent = text; trouble.hidden = !text; }

  /* ── moving ── */
  const timed = () => line.steps.length > 0 && line.steps.every(step => step.seconds !== null);      // an export of a model nobody recorded has no times
  function setPace() { if (timed()) { const mean = line.steps.reduce((a, s) => a + s.seconds, 0) / line.steps.length; slow ||= mean >= .1 ? 1 : mean >= .01 ? 10 : 100; } }
  function start() { if (finished()) { line.cursor = 0; } playing = true; goal = Infinity; tell({ kind: 'resume' }); run(); draw(); }
  function pause() { if (playing || goal > (line?.cursor ?? 0)) tell({ kind: 'pause' }); playing = false; goal = line?.cursor ?? 0; clock = 0; }
  function goTo(n) { if (finished()) return; goal = n; tell({ kind: 'resume' }); run(); }
  const finished = () => line.cursor >= line.steps.length && (line.end !== '' || !live);
  function run() { if (!frame) { last = 0; frame = requestAnimationFrame(tick); } }
  function tick(now) {
    frame = 0;
    if (!root.isConnected) return;
    const passed = last ? Math.min(200, now - last) : 16;
    last = now;
    if (goal > line.cursor) {
      if (line.steps[line.cursor]) {
        const before = line.cursor;
        let left = passed;
        while (left > 0 && goal > line.cursor && line.steps[line.cursor]) {        // at real speed several tokens fit in one frame
          const length = duration(line.steps[line.cursor]);
          if (clock + left < length) { clock += left; left = 0; } else { left -= length - clock; clock = 0; line.cursor += 1; }
        }
        line.cursor === before ? move() : draw();
      } else if (finished()) { playing = false; goal = line.cursor; draw(); }
      else {
        more();
        if (!waiting || now - lastHeard > PATIENCE_MS) { if (waiting) say(t('模型没有回应。刷新页面再试。', 'The model does not answer. Reload the page and try again.')); waiting = false; pause(); draw(); }
      }
    }
    if (goal > line.cursor) frame = requestAnimationFrame(tick);
    else if (finished()) { playing = false; finishOthers(); draw(); }
  }
  const duration = step => playing ? (step.seconds === null ? UNTIMED_MS : step.seconds * 1000 * slow) : stillMotion() ? 0 : NEXT_MS;      // one step alone is slow enough to be followed
  const part = () => { const step = line.steps[line.cursor]; return step && clock ? Math.min(1, clock / Math.max(1, duration(step))) : 0; };

  /* ── drawing ── */
  function texts() {
    return { given: rowsText(line.rows.slice(0, prompt())), made: rowsText(line.rows.slice(prompt(), prompt() + line.cursor)) };
  }
  function move() {                                          // within a step: only what moves
    road.light(stillMotion() ? null : part());
    drawLanes();
  }
  function drawLanes() {
    untimed.hidden = live || timed(); lanes.node.hidden = !untimed.hidden;
    if (lanes.node.hidden) return;
    const shown = line.steps.slice(0, line.cursor), { given, made } = texts(), step = line.steps[line.cursor];
    lanes.show({ prompt: given, made, times: shown.map(one => one.seconds), over: finished() && line.cursor > 0, moving: clock > 0, clock: shown.reduce((a, one) => a + one.seconds, 0) + (step ? part() * step.seconds : 0) });
  }
  function draw() {
    const shown = line.rows.slice(0, prompt() + line.cursor), columns = fillChips(strip, shown, t, { ids: true });
    columns.slice(prompt()).forEach(column => column.classList.add('made'));
    if (columns.length) stripFrame.scrollLeft = stripFrame.scrollWidth;
    if (columns.length) strip.parentNode.scrollTop = strip.parentNode.scrollHeight;
    const index = Math.max(0, line.cursor - 1), step = line.steps[index], known = line.cursor > 0;
    if (step) {
      const p = shares(step, settings.temperature, settings.top_k);
      road.show({ total: step.past + step.new, fresh: step.new, past: step.past, chars: [...texts().given].length, logits: known ? step.logits : [], probs: known ? p.all : [], pick: known ? step.rank : null, pickProb: p.chosen, made: known ? face(step.token, t).text : '' });
    } else road.show({ total: shown.length, fresh: shown.length, past: 0, chars: [...texts().given].length, logits: [], probs: [], pick: null, made: '' });
    road.light(clock && !stillMotion() ? part() : null);
    bars.show(known ? step : null, settings, { drawn: live, allowed: canChoose, why: Object.keys(message.branches).length ? t('这个没有录下来：换它要当场算', 'not recorded: this one needs the model') : t('换别的词元要当场算：仅现场', 'other tokens need the model: live only') });
    drawLanes();
    drawTree();
    play.replaceChildren(playing ? t('暂停', 'Pause') : finished() ? t('再播一遍', 'Play again') : t('播放', 'Play'));
    next.disabled = finished(); back.disabled = line.cursor < 1;
    redraw.hidden = !live || settings.temperature === 0;
    heat.sync(settings.temperature); topK.sync(settings.top_k); pace.sync(slow);
    const last = line.steps.at(-1)?.token.t === '<|start|>';      // in plain text, a document ends where the next one starts
    const ended = { stop: last ? t('它给出了结束标记（也是新一篇的开头标记）：这一篇写完了。', 'It gave its end mark (which also starts a new document): this one is finished.') : t('模型自己写完了。', 'The model finished by itself.'), limit: t(`到了 ${limit} 个词元的上限。`, `It reached the limit of ${limit} tokens.`), window: t('窗口满了。', 'The window is full.') }[line.end];
    note.textContent = (message.note ? message.note + ' ' : '') + (finished() && ended ? ended : '') + ' ' + (live ? t('点一个已写的词元回到那一步，点一个候选就从那里另走一条路；两条路用同一个种子。', 'Click a written token to go back to its step, and a candidate to take another road from there, under the same seed.') : sideRoads() + t('温度和 top-k 只改画面上的概率；文字是录好的。', 'Temperature and top-k change the probabilities shown; the text is as recorded.') + (model.get('clock_on') ? t('时间录制于：', ' Times recorded on: ') + model.get('clock_on') + t('。', '.') : ''));
    from.replaceChildren(el('span', {}, el('code', { textContent: model.get('source') })), badge(live ? t('当场测得', 'measured live') : t('录制', 'recorded')));
  }
  function drawTree() { tree.show(lines, line, prompt(), (one, at) => share(shares(one.steps[at], 1, 0).chosen)); }
  function sideRoads() {
    const depth = Math.max(0, ...Object.keys(message.branches).map(key => parseInt(key) + 1));
    return depth ? t(`前 ${depth} 步录下了别的走法：退到那里，点一个候选。`, `Other roads are recorded for the first ${depth} steps: go back there and click a candidate. `) : '';
  }
  const provenance = () => `${model.get('source')} · T=${settings.temperature} top-k=${settings.top_k || '∞'} seed=${settings.seed} · ${texts().given}`;
  function saveSteps() {
    saveCsv('journey', [['step', 'id', 'token', 'bytes', 'rank', 'probability at T=1', 'seconds', 'positions computed', 'positions cached', 'cache bytes'],
      ...line.steps.slice(0, line.cursor).map((s, i) => [i + 1, s.token.id, s.token.t, s.token.b, s.rank + 1, shares(s, 1, 0).chosen.toFixed(6), s.seconds?.toFixed(6) ?? '', s.new, s.past, s.cache])], provenance());
  }
  function barsSvg() {
    const step = line.steps[Math.max(0, line.cursor - 1)], p = step ? shares(step, settings.temperature, settings.top_k).all : [], ground = css(role(root, 'logits')), ink = css(role(root, 'ink')), font = getComputedStyle(root).fontFamily;
    const put = (x, y, text) => { const node = svg('text', { x, y, 'font-size': 15, 'font-family': font, fill: ink }); node.textContent = text; return node; };
    return svg('svg', { width: 520, height: 300, viewBox: '0 0 520 300' }, put(8, 24, texts().given + texts().made),
      ...(step ? step.named.slice(0, 8).flatMap((token, i) => [put(8, 60 + i * 28, face(token, t).text), svg('rect', { x: 130, y: 47 + i * 28, width: Math.max(1, 300 * p[i]), height: 16, fill: ground }), put(440, 60 + i * 28, pct(p[i]))]) : []));
  }

  /* ── hands ── */
  pick.onchange = () => { if (pick.value !== 'own') take(examples[+pick.value], false); };
  const submit = entered => { const text = input.value; if (!text.trim()) { if (entered) say(t('先写点什么，再按回车。', 'Write something first, then press Enter.')); return; } say(''); pause(); request({ text, n: 0 }); };
  input.onkeydown = event => { if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) { event.preventDefault(); submit(true); } };      // 229: the input method is still composing
  input.onblur = () => submit(false);
  figure.onkeydown = event => {
    if (event.target !== figure) return;
    if (event.key === ' ') { event.preventDefault(); playing ? pause() : start(); draw(); }
    if (event.key === 'ArrowRight') { event.preventDefault(); next.click(); }
    if (event.key === 'ArrowLeft') { event.preventDefault(); back.click(); }
  };
  strip.onmouseover = event => { const column = event.target.closest('.lk-chip'); if (column) tip.show(column, ...tokenFacts(line.rows[+column.dataset.i], t, +column.dataset.i)); else tip.hide(); };
  strip.onmouseleave = () => tip.hide();
  strip.onclick = event => { const column = event.target.closest('.lk-chip.made'); if (column) lookAt(line, +column.dataset.i - prompt() + 1); };
  onDispose(() => { clearInterval(beat); cancelAnimationFrame(frame); tell({ kind: 'stop' }); });
  onDispose(watchTheme(root, draw));
  take(examples[0], false);
  return dispose;
}
export default { render };
