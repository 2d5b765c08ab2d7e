/* Training from nothing: curve, samples and knobs. A run is { lnV, params, kinds, steps, step: [], loss: [], held: [], samples: [[step, text]], rate, seconds, left, end, says, notes, on }.
   It is either recorded in the page or grows as Python trains; both are looked at in the same way. */
function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), presets = model.get('presets');
  let preset = presets[0], run = null, at = null, asked = 0, state = 'idle', edited = false, timer = 0, playing = 0;

  const which = segment(t('选一次训练', 'choose a run'), presets.map((p, i) => [i, p.name, p.about]), i => take(presets[i]));
  const chart = lossChart(t, step => look(step)), bar = el('i'), facts = el('div', { className: 'lk-facts' });
  const scrub = el('input', { type: 'range', className: 'lk-scrub', min: 0, max: 1, step: 1, ariaLabel: t('看第几步', 'look at step'), oninput: () => look(Number(scrub.value)) });
  const sampleHead = el('h4'), sample = el('div', { className: 'now' }), past = el('ol', { className: 'lk-past' });
  const says = el('div', { className: 'lk-why', role: 'status' });
  const go = el('button', { type: 'button', className: 'lk-btn', onclick: start }), hold = el('button', { type: 'button', className: 'lk-quiet', onclick: pause }), halt = el('button', { type: 'button', className: 'lk-quiet', textContent: t('停止', 'Stop'), onclick: stop });
  const replay = el('button', { type: 'button', className: 'lk-quiet', textContent: t('逐步播放', 'Play step by step'), onclick: play });
  const dial = (name, mode) => el('input', { className: 'lk-input lk-dial', inputMode: mode, disabled: !live, ariaLabel: name, autocomplete: 'off' });
  const lr = dial(t('学习率', 'learning rate'), 'decimal'), batch = dial(t('批量', 'batch'), 'numeric'), steps = dial(t('步数', 'steps'), 'numeric');
  const units = segment(t('切成什么', 'cut into'), [['characters', t('字符', 'characters')], ['bpe', t('BPE 词元', 'BPE tokens')]], value => { units.value = value; units.sync(value); });
  if (!live) for (const button of units.children) button.disabled = true;
  const own = el('textarea', { className: 'lk-own', spellcheck: false, ariaLabel: t('拿来学的文字', 'the text to learn from'), disabled: !live, maxLength: 250000 });
  own.addEventListener('input', () => { edited = true; count(); });
  const size = el('span'), box = el('details', { className: 'lk-textbox' }, el('summary', {}, t('拿来学的文字（可以改，也可以换成自己的）', 'The text to learn from (edit it, or paste your own)'), ' · ', size), own);
  const menu = saveMenu(t('保存这幅图', 'Save this picture'), { PNG: () => savePng(root, 'training', chart.node, provenance()), SVG: () => saveSvg(root, 'training', chart.node, provenance()), CSV: () => saveCsv('training', rows(), provenance()) });
  const from = el('span', { className: 'lk-from' }), say = el('span', { className: 'lk-say' });
  const knob = (name, control) => el('label', { className: 'lk-knob' }, name, control);
  root.append(el('figure', { className: 'lk-lesson lk-live' },
    el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), which, el('span', { className: 'lk-space' }), el('span', { className: 'lk-go' }, replay, hold, halt, go), menu),
    el('div', { className: 'lk-train' },
      el('div', {}, facts, el('div', { className: 'lk-progress', role: 'progressbar', ariaLabel: t('进度', 'progress') }, bar), chart.node, scrub),
      el('div', { className: 'lk-written' }, sampleHead, sample, past)),
    says,
    el('div', { className: 'lk-knobs' }, knob(t('学习率', 'Learning rate'), lr), knob(t('批量', 'Batch'), batch), knob(t('步数', 'Steps'), steps), el('span', { className: 'lk-knob' }, t('切成', 'Cut into'), units), ...(live ? [] : [badge(t('旋钮仅现场可用', 'knobs: live only'))])),
    box, el('figcaption', {}, say, from)));

  /* ── which run ── */
  const recorded = p => p.run?.points ? { ...p.run, lnV: p.run.ln_v, params: p.run.n_parameter, ...p.run.points, recorded: true, rate: p.run.tokens / Math.max(1e-9, p.run.seconds), left: 0, notes: [] } : null;
  function take(next) {
    stop();
    preset = next;
    run = recorded(preset); at = null;
    own.value = preset.text; edited = false; count();
    lr.value = String(preset.settings.lr); batch.value = String(preset.settings.batch); steps.value = String(preset.settings.steps);
    units.value = preset.settings.units; units.sync(units.value);
    which.sync(presets.indexOf(preset));
    setState('idle');
    draw();
  }
  function count() {
    const bytes = new TextEncoder().encode(own.value).length;
    size.textContent = t(`${grouped([...own.value].length)} 个字符，${(bytes / 1000).toFixed(1)} kB`, `${grouped([...own.value].length)} characters, ${(bytes / 1000).toFixed(1)} kB`);
  }

  /* ── running ── */
  function tell(content) { if (!live) return; try { model.send(content); } catch { tellTrouble(t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.')); } }
  function start() {
    if (!live) return play();
    stopPlay();
    asked += 1; at = null;
    run = { lnV: 0, params: 0, kinds: 0, steps: 1, step: [], loss: [], held: [], samples: [], rate: 0, seconds: 0, left: null, notes: [], end: '', says: '' };
    setState('running');
    tell({ kind: 'run', number: asked, preset: preset.key, text: edited ? own.value : null, lr: lr.value, batch: batch.value, steps: steps.value, units: units.value });
    draw();
  }
  function pause() { if (state === 'running') { tell({ kind: 'pause' }); setState('paused'); } else if (state === 'paused') { tell({ kind: 'resume' }); setState('running'); } draw(); }
  function stop() {
    stopPlay();
    if (state !== 'running' && state !== 'paused') return;
    tell({ kind: 'stop' });
    asked += 1;
    if (run && !run.end) { run.end = 'stopped'; run.says = run.step.length > 1 ? t(`停在第 ${last()} 步，曲线留着。`, `Stopped at step ${last()}; the curve stays.`) : t('还没走完第一步就停了，什么也没学到。', 'Stopped before the first step was done: nothing has been learned.'); }
    setState('idle');
    draw();
  }
  function setState(next) {
    state = next;
    const busy = state === 'running' || state === 'paused';
    go.textContent = live ? busy ? t('重新开始', 'Start again') : t('开始训练', 'Train now') : t('播放', 'Play');
    hold.textContent = state === 'paused' ? t('继续', 'Resume') : t('暂停', 'Pause');
    hold.hidden = halt.hidden = !busy;
    replay.hidden = busy || !live;
    clearInterval(timer);
    if (busy) timer = setInterval(() => tell({ kind: 'heard' }), 5000);
  }
  onDispose(() => { clearInterval(timer); stopPlay(); tell({ kind: 'stop' }); });
  function tellTrouble(words) { if (run) { run.end = 'error'; run.says = words; } setState('idle'); draw(); }
  listen(model, onDispose, 'msg:custom', said => {
    if (said.number !== asked || !run) return;
    tell({ kind: 'heard' });
    if (said.kind === 'begin') Object.assign(run, { lnV: said.ln_v, params: said.n_parameter, kinds: said.kinds, steps: said.steps, notes: said.notes, batch: said.batch, lr: said.lr, trainSize: said.train, heldSize: said.held });
    else if (said.kind === 'points') {
      run.step.push(...said.step); run.loss.push(...said.loss); run.held.push(...said.held); run.samples.push(...said.samples);
      Object.assign(run, { rate: said.rate, seconds: said.seconds, left: said.left });
    } else if (said.kind === 'end') { run.end = said.why; run.says = said.say; run.left = 0; setState('idle'); }
    else if (said.kind === 'error') return tellTrouble(said.say || t('这次训练出了错，换一份文字再试。', 'This run failed; try another text.'));
    draw();
  });

  /* ── looking ── */
  const last = () => run?.step.length ? run.step[run.step.length - 1] : 0;
  function look(step) { stopPlay(); at = run && step < last() ? step : null; draw(); }
  function play() {
    if (playing) { stopPlay(); return draw(); }
    if (!run || !run.step.length) return;
    const begun = performance.now(), from0 = at ?? 0, span = stillMotion() ? 1 : 12000;
    replay.textContent = go.textContent = t('停住', 'Hold');
    const tick = time => {
      at = Math.round(from0 + (last() - from0) * Math.min(1, (time - begun) / span));
      if (at >= last()) { at = null; stopPlay(); } else playing = requestAnimationFrame(tick);
      draw();
    };
    playing = requestAnimationFrame(tick);
  }
  function stopPlay() { cancelAnimationFrame(playing); playing = 0; replay.textContent = t('逐步播放', 'Play step by step'); if (!live) go.textContent = t('播放', 'Play'); }
  const upTo = () => { const end = at ?? last(); let n = run.step.length; while (n && run.step[n - 1] > end) n -= 1; return n; };
  const lastOf = (values, n) => { for (let i = n - 1; i >= 0; i--) if (values[i] !== null && values[i] !== undefined) return values[i]; return null; };
  /* Where the training loss stands: the mean of the last 10 steps, one batch's loss jumps about. A loss that is no number is said as it is. */
  function recent(values) {
    const end = lastOf(values, values.length), tail = values.filter(Number.isFinite).slice(-10);
    return Number.isFinite(end) && tail.length ? tail.reduce((a, b) => a + b) / tail.length : end;
  }
  function draw() {
    if (!run) { facts.replaceChildren(); chart.draw({ series: [], lnV: 1, steps: 1, at: null }); sample.textContent = ''; past.replaceChildren(); sampleHead.textContent = t('按「开始训练」', 'Press “Train now”'); caption(); return; }
    const n = upTo(), end = at ?? last(), step = run.step.slice(0, n), loss = run.loss.slice(0, n), held = run.held.slice(0, n);
    const finite = [...run.loss, ...run.held].filter(Number.isFinite), high = Math.max(run.lnV * 1.12, ...finite);
    chart.draw({ lnV: run.lnV || 1, steps: run.end && run.end !== 'done' ? Math.max(1, last()) : run.steps, at: at === null ? null : end, yTop: Math.min(high * 1.05, (run.lnV || 1) * 5),
      series: [{ name: t('训练', 'train'), role: 'logits', thin: true, steps: step, values: smooth(loss, .6) }, { name: t('留出', 'held out'), role: 'resid', dash: '7 4', dots: true, steps: step, values: held }] });
    const size = x => (x < 1000 ? num(x) : fig(x)); // 1.00 and not 1; a diverged loss in few digits
    const l = recent(loss), h = lastOf(held, n), fact = (value, label, of = '') => el('span', {}, el('b', { textContent: value }), of && el('span', { className: 'of', textContent: of }), ' ' + label);
    facts.replaceChildren(
      fact(String(end), t('步', 'steps'), '/' + run.steps), fact(l === null ? '–' : size(l), t('训练损失', 'train')), fact(h === null ? '–' : size(h), t('留出损失', 'held out')),
      fact(run.rate ? grouped(run.rate) : '–', t('词元/秒', 'tokens/s')),
      run.recorded || run.end ? fact(num(run.seconds, 1) + THIN + t('秒', 's'), t('用时', 'taken')) : fact(run.left === null ? '…' : num(run.left, 0) + THIN + t('秒', 's'), t('还要', 'left')));
    bar.style.width = 100 * end / Math.max(1, run.steps) + '%';
    bar.parentNode.setAttribute('aria-valuenow', String(Math.round(100 * end / Math.max(1, run.steps))));
    scrub.max = String(Math.max(1, last())); scrub.value = String(end); scrub.disabled = !run.step.length;
    const seen = run.samples.filter(s => s[0] <= end), shown = seen[seen.length - 1];
    sampleHead.textContent = shown ? t(`第 ${shown[0]} 步，模型写的`, `What the model writes at step ${shown[0]}`) : t('准备中…', 'Getting ready…');
    sample.textContent = shown ? shown[1] || t('（写不出来：概率已经不是数）', '(nothing: its probabilities are no numbers)') : '';
    past.replaceChildren(...milestones(seen).map(([s, words]) => el('li', { className: shown && s === shown[0] ? 'here' : '' }, el('button', { type: 'button', onclick: () => look(s) }, el('code', { textContent: s }), el('bdi', { textContent: words.replace(/\s+/g, ' ').slice(0, 60) })))));
    const lines = [...(run.notes ?? []), ...(at === null ? [run.says || verdict()] : [])].filter(Boolean);
    says.classList.toggle('bad', (run.end === 'diverged' || run.end === 'error') && at === null);
    says.replaceChildren(...lines.map(words => el('p', { textContent: words })));
    caption();
  }
  /* What a finished run shows, read off its own curves: nothing is said of it beforehand. */
  function verdict() {
    if (run.end !== 'done') return '';
    const losses = run.loss.filter(Number.isFinite), held = run.held.map((v, i) => [run.step[i], v]).filter(p => Number.isFinite(p[1]));
    if (losses.length < 2) return '';
    const first = num(losses[0]), last = num(recent(run.loss));
    if (held.length < 3) return t(`训练损失从 ${first} 到 ${last}。`, `The training loss went from ${first} to ${last}.`);
    const low = held.reduce((a, b) => b[1] < a[1] ? b : a), end = held[held.length - 1];
    if (end[1] > 1.05 * low[1]) return t(`训练损失到了 ${last}；留出损失在第 ${low[0]} 步最低（${num(low[1])}），后来升到 ${num(end[1])}：它在背材料，这叫过拟合（overfitting）。`, `The training loss is down to ${last}; the held-out loss was lowest at step ${low[0]} (${num(low[1])}) and then rose to ${num(end[1])}: it is memorising. That is overfitting (过拟合).`);
    return t(`训练损失从 ${first} 到 ${last}，没见过的文字从 ${num(held[0][1])} 到 ${num(end[1])}。`, `The training loss went from ${first} to ${last}, on unseen text from ${num(held[0][1])} to ${num(end[1])}.`);
  }
  /* Few enough to read: the first, the doublings, the newest. */
  function milestones(seen) {
    if (seen.length <= 5) return seen;
    const wanted = new Set([0, seen.length - 1]);
    for (let i = 1; i < seen.length - 1; i *= 3) wanted.add(i);
    return seen.filter((s, i) => wanted.has(i)).slice(-5);
  }
  function provenance() {
    if (!run) return '';
    const what = t(`纳米模型 ${grouped(run.params)} 个参数，词表 ${grouped(run.kinds)}`, `nano model, ${grouped(run.params)} parameters, vocabulary ${grouped(run.kinds)}`);
    return run.recorded ? `${what} · ${run.on}` : `${what} · ${t('刚才在这台机器上训练', 'trained on this machine just now')}`;
  }
  function caption() {
    say.textContent = preset.about;
    from.replaceChildren(el('span', { textContent: provenance() }), ...(run?.recorded ? [badge(t('已录制', 'recorded'))] : run?.step.length ? [badge(t('现场', 'live'))] : []));
  }
  const rows = () => [['step', 'train_loss', 'held_out_loss', 'sample'], ...run.step.map((s, i) => [s, run.loss[i] ?? '', run.held[i] ?? '', (run.samples.find(x => x[0] === s) ?? ['', ''])[1]])];
  take(preset);
  return dispose;
}
export default { render };
