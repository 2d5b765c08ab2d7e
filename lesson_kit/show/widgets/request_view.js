/* A question asked in several ways: the text each way sends, and what the model answered to it. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), chats = model.get('chats'), frame = model.get('frame'), scenes = model.get('scenes').map(s => ({ ...s, variants: [...s.variants] })), { was, keep } = memory(model, live);
  let which = 0, chosen = 0, view = 'api', hovered = [-1, -1];
  const scene = () => scenes[which], variant = () => scene().variants[chosen] ?? scene().variants[0];
  const picker = segment(t('例子', 'example'), scenes.map((s, i) => [i, s.label]), i => { which = i; chosen = Math.min(scene().start ?? 0, scene().variants.length - 1); keep({ scene: which, way: undefined, draft: undefined }); edited(); draw(); want(); });
  picker.classList.add('rq-pick');
  const views = segment(t('看哪一面', 'view'), [['api', t('模型收到的', 'what the model gets')], ['chat', t('聊天里看到的', 'what you see')]], v => { view = v; keep({ view }); draw(); });
  const raw = el('div', { className: 'rq-raw', tabIndex: 0 }), counts = el('small'), rows = el('div'), readout = el('p', { className: 'lk-read', role: 'status' });
  const status = el('span', { role: 'status' }), bar = el('i'), progress = el('span', { className: 'rq-progress', role: 'progressbar', ariaLabel: t('进度', 'progress'), hidden: true }, bar);
  const pen = el('textarea', { className: 'lk-input', maxLength: model.get('longest'), onchange: () => keep({ draft: pen.value }), ariaLabel: model.get('edit'), disabled: !live || !chats, spellcheck: false }), send = el('button', { type: 'button', className: 'lk-btn', textContent: t('照这样再问', 'Ask with this'), disabled: !live || !chats, onclick: () => { status.textContent = t('模型正在回答…', 'the model is answering …'); asking.ask({ what: 'edit', scene: which, text: pen.value }); } });
  const editor = el('div', { className: 'rq-live', hidden: !model.get('edit') }, el('span', { textContent: model.get('edit') }), pen, send, ...(live ? [] : [badge(t('仅现场', 'live only'))]));
  const body = el('div', { className: 'rq-grid' }, el('section', {}, el('h3', {}, views, counts), raw, editor), el('section', {}, el('h3', {}, model.get('head')), rows, el('div', { className: 'rq-live' }, progress, status)));
  const from = () => [model.get('title'), model.get('source'), model.get('kind')].filter(Boolean).join(' · ');
  const menu = lessonMenu(root, t, model.get('name'), () => body, () => [['example', 'way', 'messages', 'tokens', 'sent', 'answer', 'probability of right answer', 'facts known'], ...scenes.flatMap(s => s.variants.map(v => [s.label, v.label, v.messages.length, v.used, v.messages.map(m => m.role + ': ' + m.text).join(' | '), v.outcome?.text ?? '', v.outcome?.p ?? '', (v.outcome?.facts ?? []).map((f, i) => s.facts[i].name + (f.kept ? ' yes' : ' no')).join('; ')]))], from);
  lessonFigure(root, { title: model.get('title'), controls: scenes.length > 1 ? [picker] : [], menu, body, readout, captionNode: el('figcaption', {}, el('span', { className: 'lk-say', textContent: model.get('about') }), el('span', { className: 'lk-from' }, model.get('source'), badge(model.get('kind')))) });
  const asking = asker(model, onDispose, live, m => {
    if (m.kind === 'variant') { const list = scenes[m.scene].variants, i = m.place < 0 ? list.findIndex(v => v.own) : m.place; if (i < 0) list.push(m.value); else list[i] = m.value; if (m.place < 0) { which = m.scene; chosen = i < 0 ? list.length - 1 : i; keep({ scene: which, way: chosen, draft: undefined }); } draw(); }
    else if (m.kind === 'progress') { bar.style.width = 100 * m.done / m.total + '%'; status.textContent = t('模型正在回答…', 'the model is answering …'); }
    else if (m.kind === 'done') status.textContent = m.say ?? '';
    else if (m.kind === 'error') status.textContent = m.say || t('没有答成，再试一次。', 'That did not work; try again.');
    else if (m.kind === 'lost') status.textContent = t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.');
  }, on => { progress.hidden = !on; bar.style.width = '0'; send.disabled = on || !live || !chats; });
  function want() { if (live && chats && scene().variants.some(v => !v.outcome)) asking.ask({ what: 'scene', scene: which }); }
  function edited() { const made = variant().messages.find(m => m.made); pen.value = made ? made.text : ''; editor.hidden = !model.get('edit') || !made; }
  function pick(i) { chosen = i; keep({ way: i, draft: undefined }); edited(); draw(); }
  const waiting = () => !chats ? t('这个模型只会续写，不会回答。换成会聊天的课堂模型再看。', 'This model only continues text. Choose the classroom chat model to see answers.') : live ? t('模型正在回答…', 'the model is answering …') : t('没有算过。', 'not computed');
  function draw() {
    const s = scene(), v = variant(), facts = s.facts ?? [];
    if (chosen >= s.variants.length) chosen = 0;
    picker.sync(which); views.sync(view);
    raw.classList.toggle('chat', view === 'chat');
    raw.replaceChildren(...(view === 'chat' ? chatText(t, v.seen ?? v.messages, facts) : sentText(t, frame, v.messages, facts)));
    counts.textContent = t(`${v.messages.length} 条，${grouped(v.used)} 词元`, many(v.messages.length, 'message') + ', ' + many(v.used, 'token'));
    rows.replaceChildren(...s.variants.map((one, i) => outcomeRow(t, { name: one.label, small: one.small ?? t(`${one.messages.length} 条，${grouped(one.used)} 词元`, many(one.messages.length, 'message') + ', ' + many(one.used, 'token')), lead: one.lead ?? '', outcome: one.outcome, state: waiting(), facts, pressed: i === chosen, onPick: () => pick(i), onFact: f => { hovered = [i, f]; read(); } })));
    read();
  }
  function read() {
    const s = scene(), [i, f] = hovered, fact = s.variants[i]?.outcome?.facts?.[f];
    if (fact) readout.replaceChildren(t('把最后一问换成', 'Asked instead '), quote(t, fact.ask), t('，模型答', ', the model says '), quote(t, fact.said || '…'), fact.kept ? t('：知道。', ': it knows.') : t('：不知道。', ': it does not know.'));
    else readout.textContent = variant().says ?? s.says ?? model.get('says');
  }
  which = scenes[was.scene] ? was.scene : 0;
  chosen = scene().variants[was.way] ? was.way : Math.min(scene().start ?? 0, scene().variants.length - 1);
  if (['api', 'chat'].includes(was.view)) view = was.view;
  edited();
  if (live && chats && was.draft !== undefined && !editor.hidden) pen.value = was.draft;
  draw(); want();
  return dispose;
}
export default { render };
