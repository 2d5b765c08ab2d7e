/* Three learning rates, one model, one text, one seed: whose loss is lowest? */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), given = model.get('race'), roles = ['query', 'value', 'key'], marks = ['A', 'B', 'C'];
  let race = { ...given, recorded: true }, at = null, asked = 0, busy = false, held = false, timer = 0, playing = 0, trouble = '';
  const chart = lossChart(t, step => { stopPlay(); at = step; draw(); }), lanes = el('div', { className: 'lk-lanes' }), says = el('div', { className: 'lk-why', role: 'status' });
  const scrub = el('input', { type: 'range', className: 'lk-scrub', min: 0, max: given.steps, step: 1, ariaLabel: t('看第几步', 'look at step'), oninput: () => { stopPlay(); at = Number(scrub.value); draw(); } });
  const go = el('button', { type: 'button', className: 'lk-btn', hidden: !live, onclick: start }), hold = el('button', { type: 'button', className: 'lk-quiet', onclick: () => { held = !held; tell({ kind: held ? 'pause' : 'resume' }); draw(); } });
  const halt = el('button', { type: 'button', className: 'lk-quiet', textContent: t('停止', 'Stop'), onclick: () => { tell({ kind: 'stop' }); asked += 1; finish(); } }), replay = el('button', { type: 'button', className: live ? 'lk-quiet' : 'lk-btn', onclick: play });
  const say = el('span', { className: 'lk-say' }), from = el('span', { className: 'lk-from' });
  const provenance = () => race.recorded ? given.on : t('刚才在这台机器上训练', 'trained on this machine just now');
  const menu = saveMenu(t('保存这幅图', 'Save this picture'), { PNG: () => savePng(root, 'race', chart.node, provenance()), SVG: () => saveSvg(root, 'race', chart.node, provenance()), CSV: () => saveCsv('race', [['rate', 'step', 'train_loss', 'held_out_loss'], ...race.runs.flatMap((run, i) => run.step.map((s, n) => [race.rates[i], s, run.loss[n] ?? '', run.held[n] ?? '']))], provenance()) });
  root.append(el('figure', { className: 'lk-lesson lk-live' }, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), el('span', { className: 'lk-space' }), go, hold, halt, replay, menu),
    el('div', { className: 'lk-train' }, el('div', {}, chart.node, scrub), lanes), says, el('figcaption', {}, say, from)));

  const tell = content => { if (live) try { model.send(content); } catch { trouble = t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.'); } };
  function start() {
    stopPlay(); asked += 1; at = null; busy = true; held = false; trouble = '';
    race = { rates: given.rates, ln_v: given.ln_v, steps: given.steps, runs: given.rates.map(() => ({ step: [], loss: [], held: [], end: '' })) };
    clearInterval(timer); timer = setInterval(() => tell({ kind: 'heard' }), 5000);
    tell({ kind: 'run', number: asked });
    draw();
  }
  function finish() { busy = held = false; clearInterval(timer); draw(); }
  onDispose(() => { clearInterval(timer); stopPlay(); tell({ kind: 'stop' }); });
  listen(model, onDispose, 'msg:custom', said => {
    if (said.number !== asked) return;
    tell({ kind: 'heard' });
    if (said.kind === 'begin') Object.assign(race, { ln_v: said.ln_v, steps: said.steps });
    else if (said.kind === 'points') { const run = race.runs[said.lane]; for (const name of ['step', 'loss', 'held']) run[name].push(...said[name]); }
    else if (said.kind === 'lane-end') race.runs[said.lane].end = said.why;
    else { if (said.kind === 'error') trouble = said.say || t('这次没有跑成，再试一次。', 'This race failed; try again.'); return finish(); }
    draw();
  });
  const lastStep = () => Math.max(0, ...race.runs.map(run => run.step[run.step.length - 1] ?? 0));
  function play() {
    if (playing) { stopPlay(); return draw(); }
    const begun = performance.now(), last = lastStep(), span = stillMotion() ? 1 : 7000;
    const tick = time => { at = Math.round(last * Math.min(1, (time - begun) / span)); if (at >= last) { at = null; stopPlay(); } else playing = requestAnimationFrame(tick); draw(); };
    playing = requestAnimationFrame(tick);
  }
  function stopPlay() { cancelAnimationFrame(playing); playing = 0; }
  function draw() {
    go.textContent = race.recorded ? t('现在赛一次', 'Race now') : t('再赛一次', 'Race again');
    hold.hidden = halt.hidden = !busy; replay.hidden = busy; hold.textContent = held ? t('继续', 'Resume') : t('暂停', 'Pause'); replay.textContent = playing ? t('停住', 'Hold') : t('逐步播放', 'Play step by step');
    const end = at ?? lastStep(), cut = run => { let n = run.step.length; while (n && run.step[n - 1] > end) n -= 1; return n; };
    const series = race.runs.map((run, i) => ({ name: `${marks[i]} ${race.rates[i]}`, role: roles[i], dash: ['', '9 4', '3 3'][i], steps: run.step.slice(0, cut(run)), values: lastTen(run.loss.slice(0, cut(run))) }));
    chart.draw({ series, lnV: race.ln_v, steps: race.steps, at: at === null ? null : end, yTop: race.ln_v * 1.7 });
    const now = series.map(one => lastOf(one.values));
    const best = now.reduce((b, v, i) => v !== null && (b < 0 || v < now[b]) ? i : b, -1);
    lanes.replaceChildren(...race.runs.map((run, i) => el('div', { className: 'lk-lane', style: `--role:var(--${roles[i]})` }, el('span', { className: 'lk-tag', textContent: marks[i] }), el('span', {}, t('学习率 ', 'rate '), el('code', { textContent: String(race.rates[i]) })), el('b', { textContent: now[i] === null ? '–' : num(now[i]) }),
      el('small', { textContent: run.end === 'diverged' && at === null ? t('发散', 'diverged') : i === best ? t('领先', 'ahead') : now[i] !== null && now[i] > race.ln_v ? t('还不如瞎猜', 'worse than guessing') : '' }))));
    scrub.max = String(Math.max(1, lastStep())); scrub.value = String(end);
    says.replaceChildren(...(trouble ? [el('p', { textContent: trouble })] : [])); says.classList.toggle('bad', Boolean(trouble));
    say.textContent = t('同一个微型模型，同一份文字，同一个种子，只有学习率不同。三条都是训练损失，线上每一点和旁边的数都是最近 10 步的平均。', 'The same nano model, text and seed; only the learning rate differs. All three are training losses; every point of a curve, and the number beside it, is the mean of the last 10 steps.');
    from.replaceChildren(el('span', { textContent: provenance() }), badge(race.recorded ? t('已录制', 'recorded') : t('现场', 'live')));
  }
  draw();
  return dispose;
}
export default { render };
