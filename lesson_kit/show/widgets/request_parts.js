/* A request in words: the exact text that is sent, and what the model made of it. */
const TURN_ROLES = { system: ['S', '系统', 'system'], user: ['U', '用户', 'user'], assistant: ['A', '助手', 'assistant'] };
const roleName = (t, role) => t(TURN_ROLES[role]?.[1] ?? role, TURN_ROLES[role]?.[2] ?? role);
const tickIcon = ok => svg('svg', { viewBox: '0 0 14 14', width: 14, height: 14, 'aria-hidden': 'true' }, svg('path', { d: ok ? 'M2 7.5 5.5 11 12 3' : 'M3 3l8 8M11 3l-8 8' }));
/* Text with the words of facts underlined: [{ text, fact }], fact −1 for what is between. */
function markedWords(text, facts) {
  const out = [];
  for (let i = 0, from = 0; i <= text.length; i++) {
    const n = i < text.length ? facts.findIndex(f => f.words && text.slice(i, i + f.words.length).toLowerCase() === f.words.toLowerCase()) : -2;
    if (n === -1) continue;
    if (i > from) out.push({ text: text.slice(from, i), fact: -1 });
    if (n === -2) break;
    out.push({ text: text.slice(i, i + facts[n].words.length), fact: n });
    from = i + facts[n].words.length;
    i = from - 1;
  }
  return out;
}
const wordsOf = (text, facts) => markedWords(text, facts).map(part => part.fact < 0 ? part.text : el('u', { textContent: part.text, data: { fact: part.fact } }));
/* What the model reads, template and all. messages: [{ role, text, made }]; frame: { begin, system, user, assistant, end } as text. */
function sentText(t, frame, messages, facts = []) {
  const spoken = s => s.replace(/\n/g, '⏎');
  const line = one => el('p', { className: 'rq-line lk-' + one.role + (one.made ? ' made' : '') }, el('span', { className: 'rq-role', textContent: spoken(frame[one.role]) }), ...wordsOf(one.text, facts), el('span', { className: 'rq-end', textContent: spoken(frame.end) }));
  return [...(frame.begin ? [el('p', { className: 'rq-line' }, el('span', { className: 'rq-end', textContent: spoken(frame.begin) }))] : []), ...messages.map(line), el('p', { className: 'rq-line lk-assistant' }, el('span', { className: 'rq-role', textContent: spoken(frame.assistant) }), el('i', { className: 'rq-cursor' }))];
}
/* What a person sees in the chat: everything that was said; `gone` marks what is not sent this time. */
function chatText(t, messages, facts = []) {
  return messages.map(one => el('div', { className: 'rq-say lk-' + one.role + ' ' + one.role + (one.gone ? ' gone' : '') }, el('span', { className: 'rq-who' }, tag(TURN_ROLES[one.role][0], one.role), ' ' + roleName(t, one.role), one.gone ? el('em', { textContent: t('没有发送', 'not sent') }) : ''), el('p', {}, el('bdi', {}, ...wordsOf(one.text, facts)))));
}
/* One result as a button: name, tokens, the model's words, the bar of the right answer, the facts.
   outcome: { text, ended, p, facts: [{ kept, ask, said }] }; state: words shown while there is none; bad: it is an error. */
function outcomeRow(t, { name, small, lead = '', outcome, state = '', bad = false, facts = [], pressed, onPick, onFact }) {
  const said = outcome && !outcome.refused, text = said ? outcome.text : state;
  const body = el('div', { className: 'rq-body' }, lead && el('p', { className: 'rq-lead' }, el('bdi', { textContent: lead })), el('p', { className: 'rq-text' + (bad || outcome?.refused ? ' lk-error' : said ? '' : ' wait') }, el('bdi', { textContent: said ? (text ? quote(t, text + (outcome.ended ? '' : '…')) : t('（没有说话）', '(said nothing)')) : outcome?.refused ? t('这一问装不进模型的窗口。', 'This request does not fit the model’s window.') : text })));
  if (said && outcome.p != null) body.append(el('span', { className: 'rq-p', title: t('答对的概率', 'probability of the right answer') }, el('span', { className: 'rq-bar' }, el('i', { style: `width:${100 * outcome.p}%` })), el('b', { textContent: outcome.p < .001 ? t('不到 0.1', 'below 0.1') + THIN + '%' : pct(outcome.p) })));
  if (said && outcome.facts?.length) body.append(el('span', { className: 'rq-facts' }, ...outcome.facts.map((fact, i) => el('span', { className: 'rq-fact ' + (fact.kept ? 'yes' : 'no'), tabIndex: 0, role: 'note', ariaLabel: (facts[i]?.name ?? '') + (fact.kept ? t('，还知道', ', known') : t('，不知道', ', not known')), onmouseenter: () => onFact?.(i), onfocus: () => onFact?.(i), onmouseleave: () => onFact?.(-1), onblur: () => onFact?.(-1) }, tickIcon(fact.kept), el('bdi', { textContent: facts[i]?.name ?? '' })))));
  const row = el('div', { className: 'rq-row', data: { on: String(pressed) } }, el('button', { type: 'button', className: 'rq-name', ariaPressed: String(pressed), onclick: onPick }, el('span', { textContent: name }), el('small', { textContent: small })), body);
  row.addEventListener('click', event => { if (!event.target.closest('button, .rq-fact')) onPick(); });
  return row;
}
/* "1 message", "2 messages": English counts. */
const many = (n, one, more = one + 's') => `${grouped(n)} ${n === 1 ? one : more}`;
/* How a learner leaves a picture, told to Python in the trait `kept`: it stands so again after a switch of language or model.
   was: as it was left; keep({ name: value }): remember, undefined forgets. */
function memory(model, live) {
  const was = { ...model.get('kept') }, now = { ...was };
  return {
    was,
    keep(patch) {
      if (!live || Object.entries(patch).every(([name, value]) => now[name] === value)) return;
      for (const [name, value] of Object.entries(patch)) if (value === undefined) delete now[name]; else now[name] = value;
      model.set('kept', { ...now });
      model.save_changes();
    },
  };
}
/* Asking Python for work: one request at a time, told apart by number; `heard` keeps it going. */
function asker(model, onDispose, live, onMessage, onState) {
  let number = 0, busy = false, beat = 0;
  const tell = content => { try { model.send(content); return true; } catch { return false; } };
  const rest = () => { busy = false; clearInterval(beat); onState(false); };
  listen(model, onDispose, 'msg:custom', m => {
    if (m.number !== number || !busy) return;
    if (m.kind === 'done' || m.kind === 'error') rest();
    onMessage(m);
  });
  onDispose(() => { clearInterval(beat); if (busy) tell({ kind: 'stop' }); });
  return {
    ask(content) {
      if (!live) return;
      number += 1; busy = true; onState(true);
      clearInterval(beat); beat = setInterval(() => tell({ kind: 'heard' }), 5000);
      if (!tell({ kind: 'run', number, ...content })) { rest(); onMessage({ kind: 'lost' }); }
    },
    stop() { if (busy) { number += 1; tell({ kind: 'stop' }); rest(); } },
    get busy() { return busy; },
  };
}
