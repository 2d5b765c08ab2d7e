/* The real run, from its log: curves, and a hand on the steps where the model was asked to write. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const run = model.get('run'), lnV = model.get('ln_v'), stops = run.samples.map(s => s[0]), roles = ['query', 'key', 'value'], dashes = ['', '9 4', '3 3'];
  let at = stops.length ? stops.length - 1 : -1, playing = 0;
  const nearest = step => stops.reduce((best, s, i) => Math.abs(s - step) < Math.abs(stops[best] - step) ? i : best, 0);
  const chart = lossChart(t, step => { if (!stops.length) return; stop(); at = nearest(step); draw(); });
  const scrub = el('input', { type: 'range', className: 'lk-scrub', min: 0, max: Math.max(0, stops.length - 1), step: 1, disabled: stops.length < 2, ariaLabel: t('看第几步写的', 'look at what it wrote at step'), oninput: () => { stop(); at = Number(scrub.value); draw(); } });
  const play = el('button', { type: 'button', className: 'lk-btn', hidden: stops.length < 2, onclick: () => { if (playing) { stop(); return draw(); } at = 0; draw(); playing = setInterval(() => { at += 1; if (at >= stops.length - 1) { at = stops.length - 1; stop(); } draw(); }, 900); draw(); } });
  const written = el('div', { className: 'lk-prompts', ariaLive: 'polite' }), say = el('span', { className: 'lk-say' }), from = el('span', { className: 'lk-from' });
  const menu = saveMenu(t('保存这幅图', 'Save this picture'), { PNG: () => savePng(root, 'real-run', chart.node, model.get('source')), SVG: () => saveSvg(root, 'real-run', chart.node, model.get('source')), CSV: () => saveCsv('real-run', [['series', 'step', 'loss'], ...run.train.step.map((s, i) => ['train', s, run.train.loss[i]]), ...Object.entries(run.held).flatMap(([name, h]) => h.step.map((s, i) => [name, s, h.loss[i]]))], model.get('source')) });
  root.append(el('figure', { className: 'lk-lesson lk-live' }, el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: model.get('title') }), el('span', { className: 'lk-space' }), play, menu),
    el('div', { className: 'lk-train' }, el('div', {}, chart.node, scrub), written), el('figcaption', {}, say, from)));
  const stop = () => { clearInterval(playing); playing = 0; };
  onDispose(stop);
  function draw() {
    play.textContent = playing ? t('停住', 'Hold') : t('从头播放', 'Play from the start');
    chart.draw({ lnV, steps: run.steps, marks: (run.again ?? []).map(step => ({ step, name: t('接着跑', 'taken up') })), at: at < 0 ? null : stops[at], yTop: Math.max(lnV, run.train.loss[0]) * 1.08, series: [{ name: t('训练', 'train'), role: 'logits', thin: true, steps: run.train.step, values: run.train.loss },
      ...Object.entries(run.held).map(([name, held], i) => ({ name, role: roles[i % 3], dash: dashes[i % 3], dots: held.step.length < 40, steps: held.step, values: held.loss }))] });
    if (at >= 0) {
      scrub.value = String(at);
      const [step, texts] = run.samples[at];
      written.replaceChildren(el('h4', { textContent: t(`第 ${grouped(step)} 步，同样的开头，总取最可能的词元`, `Step ${grouped(step)}: the same prompts, always the likeliest token`) }), ...Object.entries(texts).map(([prompt, text]) => el('p', {}, el('b', { textContent: prompt }), el('span', { textContent: text }))));
    } else written.replaceChildren(el('h4', { textContent: t('日志里没有样句', 'The log holds no samples') }));
    say.textContent = model.get('note');
    from.textContent = model.get('source');
  }
  draw();
  return dispose;
}
export default { render };
