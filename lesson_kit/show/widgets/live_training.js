/* Training from nothing: curve, samples and knobs. A run is { lnV, params, kinds, steps, step: [], loss: [], held: [], samples: [[step, text]], rate, seconds, left, end, says, notes, on }.
   It is either recorded in the page or grows as Python trains; both are looked at in the same way. */
function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), presets = model.get('presets');
  const mind = memory(model, live);
  let preset = presets[0], run = null, coming = null, note = '', bad = false, at = null, asked = 0, state = 'idle', timer = 0, noting = 0, playing = 0;

  const which = segment(t('选一次训练', 'choose a run'), presets.map((p, i) => [i, p.name, p.about]), i => { take(presets[i]); remember(); });
  const chart = lossChart(t, step => look(step)), bar = el('i'), facts = el('div', { className: 'lk-facts' });
  const scrub = el('input', { type: 'range', className: 'lk-scrub', min: 0, max: 1, step: 1, ariaLabel: t('看第几步', 'look at step'), oninput: () => look(Number(scrub.value)) });
  const sampleHead = el('h4'), sample = el('div', { className: 'now' }), past = el('ol', { className: 'lk-past' });
  const says = el('div', { className: 'lk-why', role: 'status' });
  const go = el('button', { type: 'button', className: 'lk-btn', onclick: start }), hold = el('button', { type: 'button', className: 'lk-quiet', onclick: pause }), halt = el('button', { type: 'button', className: 'lk-quiet', textContent: t('停止', 'Stop'), onclick: stop });
  const replay = el('button', { type: 'button', className: 'lk-quiet', textContent: t('逐步播放', 'Play step by step'), onclick: play });
  const dial = (name, mode) => el('input', { className: 'lk-input lk-dial', inputMode: mode, disabled: !live, ariaLabel: name, autocomplete: 'off' });
  const lr = dial(t('学习率', 'learning rate'), 'decimal'), batch = dial(t('批量', 'batch'), 'numeric'), steps = dial(t('步数', 'steps'), 'numeric');
  const units = segment(t('切成什么', 'cut into'), [['characters', t('字符', 'characters')], ['bpe', t('BPE 词元', 'BPE tokens')]], value => { units.value = value; units.sync(value); remember(); });
  if (!live) for (const button of units.children) button.disabled = true;
  const own = el('textarea', { className: 'lk-own', spellcheck: false, ariaLabel: t('拿来学的文字', 'the text to learn from'), disabled: !live, maxLength: 250000 });
  own.addEventListener('input', count);
  for (const box of [own, lr, batch, steps]) { box.addEventListener('input', () => { clearTimeout(noting); noting = setTimeout(remember, 300); }); box.addEventListener('change', () => remember()); }
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
  /* recorded or grown here: about says what it learns from, preset whose it is (null: an own text's) */
  const recorded = p => p.run?.points ? { ...p.run, preset: p, about: p.about, lnV: p.run.ln_v, params: p.run.n_parameter, ...p.run.points, recorded: true, rate: p.run.tokens / Math.max(1e-9, p.run.seconds), left: 0, notes: [] } : null;
  function take(next, left = {}) {
    stop();
    preset = next; note = ''; bad = false;
    run = recorded(preset); at = null;
    own.value = left.text ?? preset.text; count();
    for (const [name, box] of dials()) box.value = left[name] ?? String(preset.settings[name]);
    units.value = left.units ?? preset.settings.units; units.sync(units.value);
    setState('idle');
    draw();
  }
  const dials = () => [['lr', lr], ['batch', batch], ['steps', steps]], isOwn = () => own.value !== preset.text;
  /* What differs from the preset stays with the window through a switch of language or model; with a text of one's own, every knob does: presets differ by language. */
  function remember() {
    clearTimeout(noting);
    const mine = (name, value) => [name, !isOwn() && value === String(preset.settings[name]) ? undefined : value];
    mind.keep({ preset: preset.key, text: isOwn() ? own.value : undefined, ...Object.fromEntries([...dials().map(([name, box]) => mine(name, box.value)), mine('units', units.value)]) });
  }
  function sizeOf(text) {
    const bytes = new TextEncoder().encode(text).length, chars = [...text].length;
    return t(`${grouped(chars)} 个字符，`, many(chars, 'character') + ', ') + (bytes < 1000 ? t(`${bytes} 字节`, many(bytes, 'byte')) : (bytes / 1000).toFixed(1) + THIN + 'kB');
  }
  function count() { size.textContent = sizeOf(own.value); }
  /* What a run made here learns from, and the choices that are not its preset's. */
  function aboutNow() {
    const same = dials().every(([name, box]) => box.value.trim() === String(preset.settings[name])) && units.value === preset.settings.units;
    if (same && !isOwn()) return preset.about;
    const cut = units.value === 'bpe' ? t('BPE 词元', 'BPE tokens') : t('字符', 'characters');
    return (isOwn() ? t(`你自己的文字：${sizeOf(own.value)}，`, `Your own text: ${sizeOf(own.value)}, `) : t(`「${preset.name}」的文字，你定的设置：`, `The text of “${preset.name}” with your settings: `)) + t(`切成${cut}，学习率 ${lr.value.trim()}，批量 ${batch.value.trim()}，${steps.value.trim()} 步。`, `cut into ${cut}, learning rate ${lr.value.trim()}, batch ${batch.value.trim()}, ${steps.value.trim()} ${steps.value.trim() === '1' ? 'step' : 'steps'}.`);
  }

  /* ── running ── */
  function tell(content) { if (!live) return; try { model.send(content); } catch { tellTrouble(t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.')); } }
  function start() {
    if (!live) return play();
    stopPlay();
    remember();
    if (run && !run.end) breakOff();
    asked += 1; note = ''; bad = false;
    /* What is drawn stays until the new run has begun: it may be refused. */
    coming = { preset: isOwn() ? null : preset, about: aboutNow(), step: [], loss: [], held: [], samples: [], rate: 0, seconds: 0, left: null, end: '', says: '' };
    setState('running');
    tell({ kind: 'run', number: asked, preset: preset.key, text: isOwn() ? own.value : null, lr: lr.value, batch: batch.value, steps: steps.value, units: units.value });
    draw();
  }
  function pause() { if (state === 'running') { tell({ kind: 'pause' }); setState('paused'); } else if (state === 'paused') { tell({ kind: 'resume' }); setState('running'); } draw(); }
  function stop() {
    stopPlay();
    if (state !== 'running' && state !== 'paused') return;
    tell({ kind: 'stop' });
    asked += 1;
    if (coming) { coming = null; note = t('还没走完第一步就停了，什么也没学到；图里还是之前的那次。', 'Stopped before the first step was done: nothing has been learned, and the picture still shows the run before.'); }
    else if (run && !run.end) breakOff();
    setState('idle');
    draw();
  }
  function breakOff() { run.end = 'stopped'; run.says = run.step.length > 1 ? t(`停在第 ${last()} 步，曲线留着。`, `Stopped at step ${last()}; the curve stays.`) : t('还没走完第一步就停了，什么也没学到。', 'Stopped before the first step was done: nothing has been learned.'); }
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
  onDispose(() => { clearInterval(timer); clearTimeout(noting); stopPlay(); tell({ kind: 'stop' }); });
  function tellTrouble(words) { if (!coming && run && !run.end) run.end = 'error'; coming = null; note = words; bad = true; setState('idle'); draw(); }
  listen(model, onDispose, 'msg:custom', said => {
    if (said.number !== asked || !(coming || run)) return;
    tell({ kind: 'heard' });
    if (said.kind === 'begin') { run = coming ?? run; coming = null; at = null; Object.assign(run, { lnV: said.ln_v, params: said.n_parameter, kinds: said.kinds, steps: said.steps, notes: said.notes, batch: said.batch, lr: said.lr, unseen: said.unseen }); }
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
  function draw() {
    which.sync(run ? presets.indexOf(run.preset) : presets.indexOf(preset));
    if (!run) { facts.replaceChildren(); chart.draw({ series: [], lnV: 1, steps: 1, at: null }); sample.textContent = ''; past.replaceChildren(); sampleHead.textContent = coming ? t('准备中…', 'Getting ready…') : t('按「开始训练」', 'Press “Train now”'); tellLines([]); caption(); return; }
    const n = upTo(), end = at ?? last(), step = run.step.slice(0, n), loss = lastTen(run.loss.slice(0, n)), held = run.held.slice(0, n);
    const finite = [...run.loss, ...run.held].filter(Number.isFinite), high = Math.max(run.lnV * 1.12, ...finite);
    chart.draw({ lnV: run.lnV || 1, steps: run.end && run.end !== 'done' ? Math.max(1, last()) : run.steps, at: at === null ? null : end, yTop: Math.min(high * 1.05, (run.lnV || 1) * 5),
      series: [{ name: t('训练', 'train'), role: 'logits', thin: true, steps: step, values: loss }, { name: t('留出', 'held out'), role: 'resid', dash: '7 4', dots: true, steps: step, values: held }] });
    const size = x => (x < 1000 ? num(x) : fig(x)); // 1.00 and not 1; a diverged loss in few digits
    const l = lastOf(loss), h = lastOf(held), fact = (value, label, of = '') => el('span', {}, el('b', { textContent: value }), of && el('span', { className: 'of', textContent: of }), ' ' + label);
    facts.replaceChildren(
      fact(String(end), t('步', 'steps'), '/' + run.steps), fact(l === null ? '–' : size(l), t('训练损失', 'train')), fact(h === null ? '–' : size(h), t('留出损失', 'held out')),
      fact(run.rate ? grouped(run.rate) : '–', t('词元/秒', 'tokens/s')),
      run.recorded || run.end ? fact(num(run.seconds, 1) + THIN + t('秒', 's'), t('用时', 'taken')) : fact(run.left === null ? '…' : num(run.left, 0) + THIN + t('秒', 's'), t('还要', 'left')));
    bar.style.width = 100 * end / Math.max(1, run.steps) + '%';
    bar.parentNode.setAttribute('aria-valuenow', String(Math.round(100 * end / Math.max(1, run.steps))));
    scrub.max = String(Math.max(1, last())); scrub.value = String(end); scrub.disabled = !run.step.length;
    const seen = run.samples.filter(s => s[0] <= end), shown = seen[seen.length - 1];
    sampleHead.textContent = shown ? t(`第 ${shown[0]} 步，模型写的`, `What the model writes at step ${shown[0]}`) : '';
    sample.textContent = shown ? shown[1] || t('（写不出来：概率已经不是数）', '(nothing: its probabilities are no numbers)') : '';
    past.replaceChildren(...milestones(seen).map(([s, words]) => el('li', { className: shown && s === shown[0] ? 'here' : '' }, el('button', { type: 'button', onclick: () => look(s) }, el('code', { textContent: s }), el('bdi', { textContent: words.replace(/\s+/g, ' ').slice(0, 60) })))));
    tellLines([...(run.notes ?? []), ...(at === null ? [run.says || verdict()] : [])], run.end === 'diverged' && at === null);
    caption();
  }
  /* What was refused, or what the page itself has to say, comes before the run that is still shown. */
  function tellLines(ofRun, wrong = false) {
    const lines = coming ? run ? [t('准备中…', 'Getting ready…')] : [] : note ? [note] : ofRun.filter(Boolean);
    says.classList.toggle('bad', !coming && (note ? bad : wrong));
    says.replaceChildren(...lines.map(words => el('p', { textContent: words })));
  }
  /* What a finished run shows, read off its own curves: nothing is said of it beforehand. */
  function verdict() {
    if (run.end !== 'done') return '';
    const losses = run.loss.filter(Number.isFinite), held = run.held.map((v, i) => [run.step[i], v]).filter(p => Number.isFinite(p[1]));
    if (losses.length < 2) return '';
    const mean = lastTen(run.loss), first = num(losses[0]), last = num(lastOf(mean));
    if (run.lr === 0) {
      const low = num(Math.min(...losses)), high = num(Math.max(...losses));
      return low === high ? t(`一个数也没动，训练损失一直是 ${low}。`, `Not one number moved: the training loss is ${low} throughout.`) : t(`一个数也没动。训练损失在 ${low} 和 ${high} 之间变来变去，只因为每一步读到的段落不同。`, `Not one number moved. The training loss wanders between ${low} and ${high} only because every step reads other passages.`);
    }
    if (run.unseen === false && held.length > 1) return t(`训练损失从 ${first} 到 ${last}，留出的那份从 ${num(held[0][1])} 到 ${num(held[held.length - 1][1])}，可它不算没见过的文字。`, `The training loss went from ${first} to ${last}, that of the part held out from ${num(held[0][1])} to ${num(held[held.length - 1][1])}; but that part is no unseen text.`);
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
    if (!run?.params) return '';
    const what = t(`微型模型 ${grouped(run.params)} 个参数，词表 ${grouped(run.kinds)}`, `nano model, ${grouped(run.params)} parameters, vocabulary ${grouped(run.kinds)}`);
    return run.recorded ? `${what} · ${run.on}` : `${what} · ${t('刚才在这台机器上训练', 'trained on this machine just now')}`;
  }
  function caption() {
    say.textContent = run ? run.about + t('训练损失，图上的线和数，都是最近 10 步的平均。', ' The training loss, in the curve as in the number, is the mean of the last 10 steps.') : preset.about;
    from.replaceChildren(el('span', { textContent: provenance() }), ...(run?.recorded ? [badge(t('已录制', 'recorded'))] : run?.step.length ? [badge(t('现场', 'live'))] : []));
  }
  const rows = () => [['step', 'train_loss', 'held_out_loss', 'sample'], ...run.step.map((s, i) => [s, run.loss[i] ?? '', run.held[i] ?? '', (run.samples.find(x => x[0] === s) ?? ['', ''])[1]])];
  const left = mind.was;
  take(presets.find(p => p.key === left.preset) ?? preset, live ? left : {});
  if (live && ['text', 'lr', 'batch', 'steps', 'units'].some(name => left[name] !== undefined)) {
    box.open = left.text !== undefined;
    note = t('你选的、写的都还在。图里是录制的那次；按「开始训练」，就用你的再跑一次。', 'What you chose and typed is still here. The picture shows the recorded run; press “Train now” to run with yours.');
    draw();
  }
  return dispose;
}
export default { render };
