/* A measurement as charts, figures and a table; a button that makes it again on this machine. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), title = model.get('title');
  let result = model.get('result'), asked = 0, busy = false, beat = 0;
  const tip = tooltip(root), charts = el('div', { className: 'charts' }), facts = el('div', { className: 'facts' }), table = el('div', { className: 'lk-frame' }), says = el('p', { className: 'says', role: 'status' });
  const run = el('button', { type: 'button', className: 'lk-btn run', onclick: () => busy ? halt() : start(), disabled: !live }), bar = el('i'), progress = el('div', { className: 'progress', role: 'progressbar', ariaLabel: t('进度', 'progress'), hidden: true }, bar), wait = el('span', { role: 'status' });
  const csv = el('button', { type: 'button', className: 'lk-quiet', textContent: t('下载 CSV', 'Download CSV'), onclick: () => saveCsv(model.get('key'), result.rows, from()) });
  const kind = el('span', { className: 'lk-badge' }), where = el('span', { className: 'where' });
  const from = () => `${title} · ${model.get('source')} · ${kind.textContent} · ${result.on ?? ''}`;
  const body = el('div', {}, charts, facts, table);
  root.append(el('figure', { className: 'lk-lesson lk-bench' },
    el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: title }), el('span', { className: 'lk-space' }), wait, progress, run, lessonMenu(root, t, model.get('key'), () => body, () => result.rows ?? [], from)),
    body, says, el('figcaption', {}, el('span', { className: 'lk-say' }, model.get('about'), ' ', where), el('span', { className: 'lk-from' }, model.get('source'), kind, csv))));

  function tell(content) { try { model.send(content); } catch { wait.textContent = t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.'); state(false); } }
  function start() { asked += 1; state(true); bar.style.width = '0'; wait.textContent = t('正在测量…', 'Measuring …'); tell({ kind: 'run', number: asked, key: model.get('key') }); }
  function halt() { asked += 1; tell({ kind: 'stop' }); state(false); wait.textContent = t('停了，图不变。', 'Stopped; the picture stays.'); }
  function state(on) {
    busy = on; progress.hidden = !on;
    run.textContent = on ? t('停止', 'Stop') : t('在这台机器上测', 'Measure on this machine') + (model.get('estimate') ? t('，', ', ') + model.get('estimate') : '');
    if (!live) { run.textContent = t('仅现场可测', 'Measuring: live only'); }
    clearInterval(beat); if (on) beat = setInterval(() => tell({ kind: 'heard' }), 5000);
  }
  listen(model, onDispose, 'msg:custom', m => {
    if (m.number !== asked || !busy) return;
    if (m.kind === 'progress') { bar.style.width = (100 * m.done / m.total).toFixed(1) + '%'; progress.setAttribute('aria-valuenow', Math.round(100 * m.done / m.total)); wait.textContent = progressText(m, t); return; }
    state(false);
    if (m.kind === 'error') wait.textContent = m.say || t('没有测成，再试一次。', 'That did not work; try again.');
    else if (m.kind === 'result') { result = m.result; wait.textContent = t('刚刚测完。', 'Just measured.'); draw(); }
  });
  onDispose(() => { clearInterval(beat); if (busy) tell({ kind: 'stop', gone: true }); });

  function draw() {
    const has = Boolean(result.rows), panels = result.panels ?? [];
    body.hidden = csv.hidden = kind.hidden = !has;
    says.textContent = has ? result.says ?? '' : live ? t('还没有这个模型的数：按右上角的按钮现场测。', 'No figures for this model yet: press the button above to measure.') : t('这个模型没有录下来的数。', 'No recorded figures for this model.');
    if (!has) return;
    kind.textContent = result.kind === 'recorded' ? t('录制', 'recorded') : t('刚刚测得', 'measured just now');
    where.textContent = result.on ?? '';
    const W = charts.clientWidth, columns = panels.length > 1 && W > 760 ? 2 : 1, each = columns === 2 ? (W - 32) / 2 : W;
    charts.classList.toggle('two', columns === 2);
    if (W) charts.replaceChildren(...panels.map(p => el('div', {}, el('h5', { textContent: p.title }), benchChart(p, each, { t, tip }))));
    facts.replaceChildren(...(result.facts ?? []).map(f => el('div', { title: f.how ?? '' }, el('span', { className: 'lb', textContent: f.label }), el('b', {}, f.value, el('small', { textContent: f.unit })), f.how ? el('span', { className: 'how', textContent: f.how }) : '')));
    const T = result.table;
    table.replaceChildren(...(T ? [el('table', { className: 'lk-table' }, el('thead', {}, el('tr', {}, ...T.head.map(h => el('th', { textContent: h })))), el('tbody', {}, ...T.rows.map(r => el('tr', {}, ...r.map(c => el('td', { textContent: c }))))))] : []));
  }
  state(false);
  wait.textContent = model.get('notice');
  onDispose(watchWidth(charts, draw)); onDispose(watchTheme(root, draw));
  draw();
  return dispose;
}
export default { render };
