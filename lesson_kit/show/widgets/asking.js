/* Prepared examples to pick from and an entry (or several) for one's own; after lesson.js.
   asking(model, t, onDispose, { hints, show }) → { nodes, now() }: show(example) runs for each choice.
   Text leaves the entry on Enter or when it loses focus, never while an input method is composing. */
function asking(model, t, onDispose, { hints, show, label = t('例子', 'Example') }) {
  const live = model.get('live'), examples = () => model.get('examples'), mine = () => (o => o && o.label !== undefined && !o.error ? o : null)(model.get('own'));
  const own = el('option', { value: 'own', hidden: true });
  const picker = el('select', { className: 'lk-pick as-pick', ariaLabel: label, onchange: () => show(now()) });
  picker.append(...examples().map((e, n) => el('option', { value: String(n), textContent: e.label })), own);
  const now = () => picker.value === 'own' ? mine() : examples()[+picker.value];
  const state = el('span', { className: 'as-state', role: 'status' }), problem = el('p', { className: 'as-problem lk-error', role: 'alert', hidden: true });
  const entries = hints.map(hint => el('input', { className: 'lk-input as-entry', type: 'text', maxLength: 2000, placeholder: hint, ariaLabel: hint, disabled: !live, spellcheck: false, autocomplete: 'off' }));
  const box = el('span', { className: 'as-own' + (entries.length > 1 ? ' two' : '') }, ...entries, live ? state : badge(t('仅现场', 'live only')), problem);
  if (!live) box.title = t('要让模型读新的文字，得在现场运行课程。', 'To let the model read new text, run the course live.');
  let sent = '', waiting = 0;
  const complain = text => { problem.textContent = text; problem.hidden = !text; };
  const rest = () => { clearTimeout(waiting); waiting = 0; state.textContent = ''; };
  function send() {
    const texts = entries.map(entry => entry.value), whole = JSON.stringify(texts);
    if (texts.some(text => !text.trim()) || waiting) return;
    if (whole === sent) { if (mine() && picker.value !== 'own') { picker.value = 'own'; show(mine()); } return; }
    sent = whole;
    complain('');
    state.textContent = t('计算中…', 'computing…');
    waiting = setTimeout(() => { rest(); sent = ''; complain(t('还没有回答：页面可能还在算别的图，算完就来。一直没有，就再按一次回车。', 'No answer yet: the page may still be busy with its other pictures and will answer after them. If nothing comes, press Enter again.')); }, 30000);
    model.set('typed', entries.length > 1 ? texts : texts[0]);
    model.save_changes();
  }
  for (const entry of entries) {
    entry.onkeydown = event => { if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) { event.preventDefault(); send(); } };
    entry.onblur = send;
    entry.oninput = () => complain('');
  }
  function receive() {
    rest();
    if (model.get('own')?.error) { complain(model.get('own').error); return; }
    if (!mine()) return;
    take();
    complain(mine().note ?? '');                    // also takes back "no answer yet" when it came late
    show(mine());
  }
  function take() { own.hidden = false; own.textContent = t('自己的：', 'own: ') + mine().label; picker.value = 'own'; }
  listen(model, onDispose, 'change:own', receive);
  onDispose(() => clearTimeout(waiting));
  /* a page that was drawn anew (another language, another model) still has the learner's text */
  const kept = model.get('own');
  if (kept?.typed) { [kept.typed].flat().forEach((text, i) => { if (entries[i]) entries[i].value = text; }); sent = JSON.stringify([kept.typed].flat()); if (kept.error) complain(kept.error); }
  if (mine()) take();
  return { nodes: [...(examples().length > 1 || live ? [picker] : []), box], now };
}
/* Numbers as coloured cells in one line: positive query blue, negative key orange, the scale's limit given. */
function stripOf(root, values, limit, { height = 26, name = '' } = {}) {
  const canvas = el('canvas', { className: 'as-strip', role: 'img', ariaLabel: name, width: values.length, height: 1, style: `height:${height}px` });
  const paint = () => {
    const ramp = signedRamp(root, limit), pen = canvas.getContext('2d'), image = pen.createImageData(values.length, 1);
    values.forEach((x, i) => image.data.set([...ramp.rgb(Math.max(-limit, Math.min(limit, x))), 255], 4 * i));
    pen.putImageData(image, 0, 0);
  };
  const at = event => { const r = canvas.getBoundingClientRect(); return Math.max(0, Math.min(values.length - 1, Math.floor((event.clientX - r.left) / r.width * values.length))); };
  return { node: canvas, paint, at, values };
}
const largest = values => values.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
/* The legend of such a strip. */
function stripScale(root, t, limit) {
  const ramp = signedRamp(root, 1);
  return el('span', { className: 'as-scale' }, el('code', { textContent: '−' + fig(limit, 2) }), ...[-1, -.6, -.3, 0, .3, .6, 1].map(x => el('i', { style: `background:${ramp.at(x)}` })), el('code', { textContent: '+' + fig(limit, 2) }));
}
