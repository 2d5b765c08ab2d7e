/* The blackboard, the request it stands for, and what the model answered under each policy. */
const WW_POLICIES = [['all', '全部保留', 'Keep all'], ['oldest', '丢掉最早', 'Drop oldest'], ['system', '保留系统 + 最新', 'System + newest'], ['summary', '摘要旧对话', 'Summarise old']];
function render({ model, el: host }) {
  const { root, t, english, onDispose, dispose } = mount(model, host);
  const live = model.get('live'), chats = model.get('chats'), talks = model.get('conversations').map(x => ({ ...x })), outcomes = { ...model.get('outcomes') }, frame = model.get('frame'), { was, keep } = memory(model, live);
  let which = 0, at = 0, policy = 'oldest', view = 'api', hovered = -1, sending = '', wanted = new Set();
  const talk = () => talks[which], requestOf = name => talk().requests[talk().plans[name][at]], keyOf = name => which + ':' + talk().plans[name][at], outcomeOf = name => outcomes[keyOf(name)], policyName = name => { const p = WW_POLICIES.find(p => p[0] === name); return t(p[1], p[2]); };
  const noteOf = name => outcomeOf(name)?.note ?? requestOf(name).note ?? null;
  const board = windowBoard(root, t, { english, tip: tooltip(root), onSize: (i, done) => resize(i, done) });
  const tabs = el('div', { className: 'ww-tabs', role: 'tablist', ariaLabel: t('窗口满了怎么办', 'when the window is full') }, ...WW_POLICIES.map(([id], i) => el('button', { type: 'button', role: 'tab', textContent: policyName(id), data: { policy: id }, onclick: () => pick(id), onkeydown: e => { const by = { ArrowRight: 1, ArrowLeft: 3 }[e.key]; if (by) { pick(WW_POLICIES[(i + by) % 4][0]); tabs.querySelector('[aria-selected=true]').focus(); } } })));
  const picker = el('select', { className: 'lk-pick', ariaLabel: t('对话', 'Conversation'), onchange: () => { choose(+picker.value); keep({ talk: talk().own ? -1 : which, size: undefined }); } });
  const size = el('input', { type: 'range', className: 'ww-size', min: 0, step: 1, ariaLabel: t('窗口大小', 'Window size'), oninput: () => resize(+size.value), onchange: () => resize(+size.value, true) }), sizeNo = el('b');
  const views = segment(t('看哪一面', 'view'), [['api', t('模型收到的', 'what the model gets')], ['chat', t('聊天里看到的', 'what you see')]], v => { view = v; keep({ view }); draw(); });
  const raw = el('div', { className: 'rq-raw', tabIndex: 0 }), none = el('p', { className: 'rq-none' }), counts = el('small'), rows = el('div'), readout = el('p', { className: 'lk-read', role: 'status' });
  const bar = el('i'), progress = el('span', { className: 'rq-progress', role: 'progressbar', ariaLabel: t('进度', 'progress'), hidden: true }, bar), status = el('span', { role: 'status' }), stop = el('button', { type: 'button', className: 'lk-quiet', textContent: t('停止', 'Stop'), hidden: true, onclick: () => { asking.stop(); freed(); status.textContent = t('停了。', 'Stopped.'); } });
  const own = el('input', { className: 'lk-input', maxLength: model.get('longest'), onchange: () => keep({ draft: own.value }), ariaLabel: t('自己接着聊', 'Talk to it yourself'), disabled: !live || !chats, placeholder: !live ? t('自己聊：仅现场可用', 'Your own talk: live only') : chats ? t('自己聊一句，回车', 'Say something yourself, Enter') : t('这个模型不会聊天', 'this model cannot chat') });
  own.onkeydown = event => { if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) { event.preventDefault(); say(); } };
  const again = el('button', { type: 'button', className: 'lk-quiet', textContent: t('从头聊', 'Start over'), hidden: true, onclick: () => { asking.ask({ what: 'clear' }); } });
  const body = el('div', {}, board.node, el('div', { className: 'rq-grid' },
    el('section', {}, el('h3', {}, views, counts), raw, none),
    el('section', {}, el('h3', {}, t('同一个问题，四种做法', 'One question, four policies'), el('small', { textContent: t('横条：答对的概率', 'bar: probability of the right answer') })), rows)));
  const liveRow = el('div', { className: 'rq-live' }, own, again, progress, stop, status);
  const caption = el('figcaption', {}, el('span', { className: 'lk-say' }, el('span')), el('span', { className: 'lk-from' }, model.get('source'), badge(model.get('kind'))));
  const from = () => [model.get('title'), model.get('source'), model.get('kind')].filter(Boolean).join(' · ');
  const menu = lessonMenu(root, t, 'context-window', () => body, table, from);
  lessonFigure(root, { title: model.get('title'), controls: [picker], menu, body: el('div', {}, el('div', { className: 'lk-knobs' }, tabs, el('span', { className: 'lk-knob' }, t('窗口', 'Window'), size, sizeNo, t('词元', 'tokens'))), body, readout, liveRow), captionNode: caption });

  /* ── asking the model for what nobody has asked yet ── */
  const asking = asker(model, onDispose, live, m => {
    if (m.kind === 'outcome') { outcomes[m.key] = m.value; draw(); }
    else if (m.kind === 'progress') { bar.style.width = 100 * m.done / m.total + '%'; status.textContent = t(`模型正在回答，第 ${m.done + 1} / ${m.total} 个`, `the model is answering, ${m.done + 1} of ${m.total}`); }
    else if (m.kind === 'own') { const i = talks.findIndex(x => x.own), where = i < 0 ? talks.length : i; for (const k of Object.keys(outcomes)) if (k.startsWith(where + ':')) delete outcomes[k]; talks[where] = { ...m.conversation, own: true }; list(); if (m.conversation.messages.length) { which = where; at = Math.max(0, Math.min(m.at, talks[where].sizes.length - 1)); board.load(talk()); keep({ talk: -1, size: talk().sizes[at], draft: undefined }); sending = ''; } else { talks.splice(where, 1); list(); choose(0); keep({ talk: 0, size: undefined }); } draw(); }
    else if (m.kind === 'done') { status.textContent = m.say ?? ''; freed(); if (missing().some(i => !wanted.has(which + ':' + i))) want(); }
    else if (m.kind === 'error') { status.textContent = m.say || t('没有答成，再试一次。', 'That did not work; try again.'); freed(); }
    else if (m.kind === 'lost') { freed(); status.textContent = t('页面和 Python 断开了，请刷新。', 'The page has lost Python; please reload.'); }
  }, on => { progress.hidden = stop.hidden = !on; bar.style.width = '0'; draw(); });
  /* the entry takes words again; those that did not become part of the talk are still in it */
  function freed() { own.disabled = !live || !chats; if (sending && !own.value) own.value = sending; sending = ''; }
  const missing = () => [...new Set(WW_POLICIES.map(p => talk().plans[p[0]][at]))].filter(i => !talk().requests[i].refused && !outcomes[which + ':' + i]);
  function want() { if (!live || !chats) return; const need = missing(); if (!need.length || (asking.busy && own.disabled)) return; wanted = new Set(need.map(i => which + ':' + i)); asking.ask({ what: 'answers', conversation: talk().own ? -1 : which, key: which, requests: need }); }
  function say() { const text = own.value; if (!text.trim() || own.disabled) return; sending = text; wanted = new Set(); own.value = ''; own.disabled = true; status.textContent = t('模型正在回答…', 'the model is answering …'); asking.ask({ what: 'say', text, policy, at: talk().own ? at : -1 }); }

  function list() { picker.replaceChildren(...talks.map((x, i) => el('option', { value: String(i), textContent: x.own ? t('自己聊的', 'my own talk') : x.label }))); again.hidden = !talks.some(x => x.own); }
  function choose(i) { which = i; at = Math.max(0, talk().sizes.findIndex(s => s >= (talk().start ?? 0))); board.load(talk()); draw(); want(); }
  function resize(i, done) { at = i; if (done) keep({ size: talk().sizes[at] }); draw(); want(); }
  function pick(id) { policy = id; keep({ policy }); draw(); }
  function sentOf(name) {
    const r = requestOf(name), note = noteOf(name), sent = r.sent.map(i => talk().messages[i]);
    if (note) sent.splice(r.at, 0, { ...note, role: 'system', made: true });
    return sent;
  }
  function draw() {
    const one = talk(), r = requestOf(policy), note = noteOf(policy), sent = sentOf(policy), out = outcomeOf(policy);
    picker.value = String(which); picker.hidden = talks.length < 2;
    size.max = String(one.sizes.length - 1); size.value = String(at); size.setAttribute('aria-valuetext', t(`${grouped(one.sizes[at])} 个词元`, many(one.sizes[at], 'token'))); sizeNo.textContent = grouped(one.sizes[at]);
    for (const b of tabs.children) { const on = b.dataset.policy === policy; b.setAttribute('aria-selected', String(on)); b.tabIndex = on ? 0 : -1; }
    views.sync(view);
    board.draw(at, r, note);
    const all = sent.map(m => m.text).join('\n').toLowerCase();
    board.mark(i => all.includes(one.facts[i].words.toLowerCase()));
    const gone = new Set(r.refused ? one.messages.keys() : r.dropped), used = r.refused ? 0 : r.used + (note && !r.note ? note.tokens : 0);
    raw.classList.toggle('chat', view === 'chat');
    raw.replaceChildren(...(view === 'chat' ? chatText(t, one.messages.map((m, i) => ({ ...m, gone: gone.has(i) })), one.facts) : r.refused ? [el('p', { className: 'lk-error', textContent: refusal(r) })] : sentText(t, frame, sent, one.facts)));
    counts.textContent = r.refused ? '' : t(`${sent.length} 条，${grouped(used)} 词元`, many(sent.length, 'message') + ', ' + many(used, 'token'));
    none.textContent = r.refused || !r.dropped.length ? '' : note ? t(`${r.dropped.length} 条没有原样发送，换成了模型自己写的摘要。`, r.dropped.length === 1 ? '1 message was not sent as it was; the model’s own summary stands in for it.' : `${r.dropped.length} messages were not sent as they were; the model’s own summary stands in for them.`) : t(`没有发送：${r.dropped.length} 条。`, `Not sent: ${many(r.dropped.length, 'message')}.`);
    rows.replaceChildren(...WW_POLICIES.map(([id]) => { const q = requestOf(id), n = noteOf(id); return outcomeRow(t, { name: policyName(id), small: q.refused ? t(`要 ${grouped(q.needed)}，只有 ${grouped(one.sizes[at])}`, `needs ${grouped(q.needed)} of ${grouped(one.sizes[at])}`) : `${grouped(q.used + (n && !q.note ? n.tokens : 0) + one.reserve)} / ${grouped(one.sizes[at])}`, outcome: q.refused ? null : outcomeOf(id), state: q.refused ? refusal(q) : waiting(), bad: Boolean(q.refused), facts: one.facts, pressed: id === policy, onPick: () => pick(id), onFact: i => { hovered = i; read(id); } }); }));
    caption.firstChild.firstChild.textContent = t('块宽 = 词元数，含模板词元。整轮掉出，绝不切开一条消息。', 'Block width = tokens, template included. Whole turns fall out; no message is ever cut. ') + (one.right.length ? t(`概率：读完发出去的文字，开口就答${one.right.map(x => '「' + x + '」').join('或')}的概率。`, `Probability: that the answer to the text sent begins ${one.right.map(x => '“' + x + '”').join(' or ')}. `) : '') + (one.facts.length ? t('对错号：把最后一问换成问这件事，模型自己答出来才打勾。', 'Ticks: the last question is swapped for one about that fact; ticked only if the model’s own answer has it.') : '');
    if (!out) hovered = -1;
    read(policy);
  }
  const toldIn = name => sentOf(name).map(m => m.text).join('\n').toLowerCase();
  const refusal = r => r.refused === 'empty' ? t('还没有一条消息。', 'There is no message yet.') : t(`请求被拒绝：至少要 ${grouped(r.needed)} 个词元，窗口只有 ${grouped(talk().sizes[at])}。什么也没有发出去。`, `Request refused: it needs at least ${many(r.needed, 'token')} and the window has ${grouped(talk().sizes[at])}. Nothing was sent.`);
  const waiting = () => !chats ? t('这个模型只会续写，不会回答。上面换成会聊天的课堂模型，这里就有回答。', 'This model only continues text. Choose the classroom chat model above and its answers appear here.') : !live ? t('这个窗口大小没有算过。', 'This window size was not computed.') : asking.busy ? t('模型正在回答…', 'the model is answering …') : t('还没有问。', 'not asked yet');
  function read(id) {
    const one = talk(), room = grouped(one.sizes[at]), out = outcomeOf(id);
    if (hovered >= 0 && out?.facts?.[hovered]) { const f = out.facts[hovered]; readout.replaceChildren(policyName(id), t('：把最后一问换成', ': asked instead '), quote(t, f.ask), t('，模型答', ', the model says '), quote(t, f.said || '…'), f.kept ? (toldIn(id).includes(one.facts[hovered].words.toLowerCase()) ? t('：还知道。', ': it knows.') : t('：猜中了，这件事没有发给它。', ': a lucky guess; it was not told.')) : t('：不知道。', ': it does not know.')); return; }
    const q = requestOf(id), sent = toldIn(id), guessed = one.facts.filter((f, i) => out?.facts?.[i]?.kept && !sent.includes(f.words.toLowerCase())).map(f => f.name), lost = one.facts.filter((f, i) => out?.facts?.[i] && !out.facts[i].kept), missed = lost.filter(f => sent.includes(f.words.toLowerCase())).map(f => f.name), never = lost.filter(f => !sent.includes(f.words.toLowerCase())).map(f => f.name), list = names => names.length ? t('「' + names.join('」「') + '」', '“' + names.join('”, “') + '”') : '';
    readout.replaceChildren(q.refused ? refusal(q) : out?.refused ? t('这一问装不进模型的窗口，没有问。', 'This request does not fit the model’s window; it was not asked.') : !q.dropped.length && !missed.length ? t(`窗口 ${room}：全都装得下，四种做法发的一样。把框拖小再看。`, `Window ${room}: everything fits, and all four send the same. Make it smaller.`) : lost.length ? (never.length ? t(`${policyName(id)}，窗口 ${room}：模型不知道${list(never)}。它不是忘了，是没有收到。`, `${policyName(id)}, window ${room}: the model does not know ${list(never)}. It has not forgotten; it was never told. `) : t(`${policyName(id)}，窗口 ${room}：`, `${policyName(id)}, window ${room}: `)) + (missed.length ? t(`${list(missed)}明明在发出去的文字里，模型却没有答出来。`, `${list(missed)} stood in the text sent, yet the model did not answer with it.`) : '') : guessed.length ? t(`${policyName(id)}，窗口 ${room}：没有发送${list(guessed)}，它却答对了：是猜中的。`, `${policyName(id)}, window ${room}: ${list(guessed)} was not sent, yet the answer is right: a lucky guess.`) : out && one.facts.length ? t(`${policyName(id)}，窗口 ${room}：掉出去 ${q.dropped.length} 条，要紧的都还在。`, `${policyName(id)}, window ${room}: ${many(q.dropped.length, 'message')} fell out and what matters is still there.`) : t(`${policyName(id)}，窗口 ${room}：掉出去 ${q.dropped.length} 条。`, `${policyName(id)}, window ${room}: ${many(q.dropped.length, 'message')} fell out.`));
  }
  function table() {
    const one = talk();
    return [['window', 'policy', 'messages sent', 'tokens used', 'messages dropped', 'summary', 'answer', 'probability of right answer', ...one.facts.map(f => f.name)], ...one.sizes.flatMap((s, i) => WW_POLICIES.map(([id]) => { const r = one.requests[one.plans[id][i]], o = outcomes[which + ':' + one.plans[id][i]], n = o?.note ?? r.note; return [s, id, r.refused ? 0 : r.sent.length + (n ? 1 : 0), r.refused ? 0 : r.used + (n && !r.note ? n.tokens : 0), r.dropped.length, n?.text ?? '', r.refused || (o?.text ?? ''), o?.p ?? '', ...one.facts.map((_, f) => o?.facts?.[f] ? (o.facts[f].kept ? 'kept' : 'lost') : '')]; }))];
  }
  list();
  onDispose(watchWidth(board.node, draw)); onDispose(watchTheme(root, draw));
  if (WW_POLICIES.some(p => p[0] === was.policy)) policy = was.policy;
  if (['api', 'chat'].includes(was.view)) view = was.view;
  if (live && chats && was.draft) own.value = was.draft;
  choose(Math.max(0, was.talk === -1 ? talks.findIndex(x => x.own) : talks[was.talk] ? was.talk : 0));
  if (was.size) { at = board.nearest(was.size); draw(); want(); }
  return dispose;
}
export default { render };
