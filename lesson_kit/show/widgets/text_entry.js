/* Prepared examples to pick from, and an entry (or several) for the learner's own: one piece for every picture.

   exampleSource(model, t, onDispose, options) → { picker, box, nodes: [picker, box], choice(), own(), sync(choice), begin() }
     names: labels of the prepared examples; kind: prefix of the classes -pick and -own
     hints, entryNames: placeholder and name of each entry; lines: more than 1 makes it a field of several lines
     good(own): whether an answer can be shown; show(choice): an index or 'own', after a pick or an answer
   own(): the last good answer; a refusal does not take it away.
   begin() is called once, when the picture is ready, and says what to show first.

   Text leaves on Enter (Ctrl+Enter in a field of several lines) or when the field loses the focus, never while an
   input method is composing. Each question has a number, `asked`: so the same text sent once more is news to Python,
   and an answer to an older question is not taken for the newest one. */
const PATIENCE = 30000;          // ms without an answer before the learner is told
const wellFormed = text => text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, half => half.length === 2 ? half : '\ufffd');      // half a character travels nowhere

function exampleSource(model, t, onDispose, { names, pickName = t('例子', 'Example'), hints, entryNames = hints, lines = 1, kind, good, show, first = 0 }) {
  const live = model.get('live');
  const mine = el('option', { value: 'own', hidden: true });
  const picker = el('select', { className: `lk-pick ${kind}-pick`, ariaLabel: pickName, onchange: () => show(choice()) }, ...names.map((name, n) => el('option', { value: String(n), textContent: name })), mine);
  const choice = () => picker.value === 'own' ? 'own' : +picker.value;
  const entries = hints.map((hint, n) => el(lines > 1 ? 'textarea' : 'input', { className: 'lk-input lk-entry', rows: lines, placeholder: live ? hint : t('自己写：仅现场', 'your own: live only'), title: live ? hint : '', ariaLabel: entryNames[n], disabled: !live, spellcheck: false, autocomplete: 'off' }));
  const state = el('span', { className: 'lk-state', role: 'status' }), problem = el('p', { className: 'lk-problem lk-error', role: 'alert', hidden: true });
  const box = el('span', { className: `lk-own ${kind}-own` + (entries.length > 1 ? ' two' : '') }, ...entries, live ? state : badge(t('仅现场', 'live only')), problem);
  if (!live) box.title = t('要让模型读新的文字，得在现场运行课程。', 'To let the model read new text, run the course live.');
  let last = '', refused = '', timer = 0, late = false, composing = false, held = null;     // last: the question asked last, as JSON; held: the last good answer

  function complain(text) { problem.textContent = text; problem.hidden = !text; for (const entry of entries) entry.setAttribute('aria-invalid', String(!!text)); }
  function rest() { clearTimeout(timer); timer = 0; late = false; state.textContent = ''; box.classList.remove('busy'); }
  function wait() {
    rest();
    state.textContent = t('计算中…', 'computing…');
    box.classList.add('busy');
    timer = setTimeout(() => {
      rest();
      late = true;
      complain(t('还没有回答：页面可能还在算别的图，算完就来。一直没有，就再按一次回车。', 'No answer yet: the page may still be busy with its other pictures and will answer after them. If nothing comes, press Enter again.'));
    }, PATIENCE);
  }
  function ask(texts) {
    last = JSON.stringify(texts);
    refused = '';
    complain('');
    wait();
    model.set('typed', entries.length > 1 ? texts : texts[0]);
    model.set('asked', (model.get('asked') ?? 0) + 1);
    model.save_changes();
  }
  /* entry: the one Enter was pressed in; null when the field was only left */
  function send(entry = null) {
    const texts = entries.map(one => wellFormed(one.value)), blank = entries.find(one => !one.value.trim());
    if (blank) {
      if (entry && blank === entry) complain(t('这里还没有文字。打一句话，再按回车。', 'There is no text yet. Type a sentence and press Enter.'));
      else if (entry) blank.focus();
      return;
    }
    if (JSON.stringify(texts) !== last) { ask(texts); return; }
    if (!entry || timer) return;                   // on its way, or answered and only left
    if (late) ask(texts);
    else if (refused) complain(refused);
    else if (held) { sync('own'); show('own'); }
  }
  const focused = entry => entry.getRootNode().activeElement === entry;
  for (const entry of entries) {
    entry.addEventListener('compositionstart', () => { composing = true; });
    entry.addEventListener('compositionend', () => { composing = false; if (!focused(entry)) send(); });
    entry.onkeydown = event => {
      if (event.key !== 'Enter' || event.isComposing || composing || event.keyCode === 229 || (lines > 1 && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      send(entry);
    };
    entry.onblur = () => { if (!composing) send(); };
    entry.oninput = () => complain('');
  }

  const sync = value => { picker.value = String(value); };
  /* the text an answer belongs to; what is being written just now is left alone */
  function remember(own) {
    if (own.typed === undefined) return;
    const texts = [own.typed].flat();
    last = JSON.stringify(texts);
    texts.forEach((text, n) => { if (entries[n] && (!focused(entries[n]) || !entries[n].value)) entries[n].value = text; });
  }
  function take() {                                // whether the learner's own can be shown now
    const own = model.get('own');
    if (own?.error) { remember(own); refused = own.error; complain(refused); return false; }
    if (!own || !good(own)) return false;
    held = own;
    complain('');
    remember(own);
    mine.hidden = false;
    mine.textContent = t('自己的：', 'own: ') + oneLine(own.label, t);
    sync('own');
    return true;
  }
  const waited = () => (model.get('asked') ?? 0) > (model.get('own')?.asked ?? Infinity);      // an older question's answer
  listen(model, onDispose, 'change:own', () => { if (waited()) return; rest(); if (take()) show('own'); });
  onDispose(rest);
  /* a page that was drawn anew (another language, another model) still has the learner's text */
  function begin() {
    sync(first);
    const mine = take();
    if (model.get('asked') && live && (waited() || !model.get('own')?.typed)) { remember({ typed: model.get('typed') }); wait(); }
    return mine ? 'own' : first;
  }
  return { picker, box, nodes: [picker, box], choice, own: () => held, sync, begin };
}
/* A text as one line for a list: blanks joined, control characters by their codes, long ones cut. */
const visible = (text, t = zh => zh) => face({ t: text }, t).text;
const oneLine = (text, t) => { const s = visible(String(text).replace(/\s+/g, ' ').trim(), t).replaceAll('␣', ' '); return [...s].length > 44 ? [...s].slice(0, 43).join('') + '…' : s; };
