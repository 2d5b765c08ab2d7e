/* Predict, then look: choose, reveal, and the answer stays for this visit. */
const remember = {
  get(key) { try { return sessionStorage.getItem(key); } catch { return null; } },        // storage can be forbidden: then nothing is kept
  set(key, value) { try { value === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value); } catch { /* not kept */ } },
};
function tellPython(model, name, value) { try { model.set(name, value); model.save_changes(); } catch { /* a static page has nobody to tell */ } }

function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const key = model.get('key') && 'lk-ask-' + model.get('key'), answer = model.get('answer');
  const name = 'o' + Math.random().toString(36).slice(2);
  const labels = model.get('options').map((html, i) => el('label', { className: 'lk-opt' }, el('input', { type: 'radio', name, value: String(i) }), el('span', { innerHTML: html })));
  const button = el('button', { className: 'lk-btn', type: 'submit', disabled: true, textContent: t('揭晓', 'Reveal') });
  const row = el('div', { className: 'lk-row' }, button, el('span', { className: 'lk-hint', textContent: t('选一个再揭晓；答案会记住', 'Choose first; your answer is remembered') }));
  const again = el('button', { className: 'lk-quiet', type: 'button', textContent: t('重新猜', 'Guess again') });
  const says = el('div', { className: 'lk-prose' }), figures = el('div');
  const result = el('div', { className: 'lk-answer', hidden: true, ariaLive: 'polite' });
  result.append(figures, says);
  function fill() {                                 // what is measured may come after the card is shown
    const numbers = model.get('numbers');
    result.classList.toggle('two', numbers.length > 0);
    figures.hidden = !numbers.length;
    figures.replaceChildren(...numbers.map(one => el('p', { className: 'lk-big' }, one.value + (one.unit ? THIN + one.unit : ''), el('small', { textContent: one.label ?? '' }))));
    says.innerHTML = model.get('reveal');
    says.append(el('p', {}, again));
  }
  fill();
  for (const name of ['reveal', 'numbers']) listen(model, onDispose, 'change:' + name, fill);
  const form = el('form', { className: 'lk-ask' },
    el('p', { className: 'lk-kicker', textContent: t('先猜，再看', 'Predict, then look') }), el('h3', { innerHTML: model.get('question') }),
    el('fieldset', { className: 'lk-opts' }, el('legend', { className: 'lk-sr', textContent: t('你的猜测', 'Your guess') }), ...labels), row, result);
  root.append(form);

  const picked = () => labels.findIndex(label => label.firstChild.checked);
  function open() {
    const mine = picked();
    form.classList.add('open');
    row.hidden = true; result.hidden = false;
    labels.forEach((label, i) => {
      label.classList.toggle('right', i === answer);
      label.classList.toggle('wrong', i === mine && i !== answer);
      label.firstChild.disabled = true;
    });
  }
  form.onchange = () => { button.disabled = false; };
  form.onsubmit = event => {
    event.preventDefault();
    if (picked() < 0) return;
    if (key) remember.set(key, String(picked()));
    open();
    tellPython(model, 'chosen', picked());
    again.focus({ preventScroll: true });
  };
  again.onclick = () => {
    if (key) remember.set(key, null);
    form.classList.remove('open');
    row.hidden = false; result.hidden = true; button.disabled = true;
    labels.forEach(label => { label.classList.remove('right', 'wrong'); label.firstChild.disabled = label.firstChild.checked = false; });
    labels[0]?.firstChild.focus({ preventScroll: true });
  };
  const before = key ? labels[remember.get(key)] : undefined;
  if (before) { before.firstChild.checked = true; open(); }
  onDispose(() => { form.onsubmit = form.onchange = null; });
  return dispose;
}
export default { render };
