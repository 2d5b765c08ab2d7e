/* Two rows, one shifted by a place: each column is an exercise. Pointing at one shows what it may see and what it should guess. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const live = model.get('live');
  let exercises = model.get('exercises'), shown = exercises[0], at = Math.min(2, shown.p.length - 1), asked = '';
  const pick = el('select', { className: 'lk-pick', ariaLabel: t('选一句', 'choose a sentence'), onchange: () => take(pick.value === 'own' ? model.get('own') : exercises[Number(pick.value)]) });
  /* The list grows while the page already stands: only what is new is put before the learner's own. */
  const own = el('option', { value: 'own', textContent: t('（自己写的）', '(your own)'), hidden: true });
  const list = () => own.before(...exercises.slice(pick.length - 1).map((one, i, { length }) => el('option', { value: String(exercises.length - length + i), textContent: one.label })));
  pick.append(own);
  list();
  pick.value = '0';      // until now the learner's own was the only one there
  const input = el('input', { className: 'lk-input lk-typed', type: 'text', maxLength: 2000, disabled: !live, autocomplete: 'off', ariaLabel: t('自己写一句', 'write your own'), placeholder: live ? t('自己写一句，按回车', 'write your own, press Enter') : t('自己写：仅现场', 'your own text: live only') });
  const send = () => { const text = input.value; if (!live || text === asked) return; asked = text; trouble.hidden = true; model.set('typed', text || ' '); model.save_changes(); };
  input.addEventListener('keydown', event => { if (event.key === 'Enter' && !event.isComposing) send(); });
  input.addEventListener('blur', () => { if (input.value.trim()) send(); });
  const trouble = el('p', { className: 'lk-caveat lk-error', role: 'alert', hidden: true });
  const grid = el('div', { className: 'lk-shift' }), frame = el('div', { className: 'lk-frame' }, grid), read = el('p', { className: 'lk-read', ariaLive: 'polite' });
  const say = el('span', { className: 'lk-say' }), from = el('span', { className: 'lk-from' });
  const menu = lessonMenu(root, t, 'shift-by-one', () => grid, () => [['position', 'input', 'target', 'p', 'loss_nats'], ...shown.p.map((p, i) => [i, shown.tokens[i].t, shown.tokens[i + 1].t, p, lossOf(p)])], () => model.get('source'));
  lessonFigure(root, { title: model.get('title'), controls: [pick, input], menu, body: el('div', {}, trouble, frame), readout: read, captionNode: el('figcaption', {}, say, from) });

  function take(next, mine = false) { shown = next; at = Math.min(at, shown.p.length - 1); if (mine) { own.hidden = false; pick.value = 'own'; } build(); tellExercise(shown, at); }
  function build() {
    const name = text => el('span', { className: 'lk-rowname', textContent: text });
    grid.style.gridTemplateColumns = `auto repeat(${shown.p.length}, minmax(max-content, 1fr))`;
    const cell = (i, kind, ...kids) => el('span', { className: kind, data: { i, k: kind }, onpointerenter: () => point(i), onclick: () => point(i) }, ...kids);
    grid.replaceChildren(
      name(t('输入', 'input')), ...shown.p.map((p, i) => cell(i, 'in', chip(shown.tokens[i], t, i))),
      name(t('目标', 'target')), ...shown.p.map((p, i) => cell(i, 'out', chip(shown.tokens[i + 1], t, i + 1))),
      name(t('给它的概率', 'p given to it')), ...shown.p.map((p, i) => cell(i, 'share', share(p))));
    const n = shown.p.length;
    say.textContent = t(`${n} 个位置就是 ${n} 道题${n > 1 ? '，同时算' : ''}。目标就是输入往左移一格；因果掩码保证每道题只看得到自己和左边。`, `${n === 1 ? '1 position makes 1 exercise' : `${n} positions make ${n} exercises, all computed at once`}. The target is the input moved one place to the left; the causal mask lets each see only itself and what stands to its left.`) + (shown.note ? ' ' + shown.note : '');
    from.textContent = model.get('source');
    point(at);
  }
  function point(i) {
    at = i;
    for (const node of grid.children) {
      const k = Number(node.dataset.i);
      if (Number.isNaN(k)) continue;
      node.classList.toggle('seen', node.dataset.k === 'in' && k <= i);
      node.classList.toggle('unseen', node.dataset.k === 'in' && k > i);
      node.classList.toggle('asked', node.dataset.k !== 'in' && k === i);
    }
    const before = shown.tokens.slice(0, i + 1).filter(x => !x.s).map(x => x.t).join('').slice(-24), right = named(shown.tokens[i + 1], t, i + 1);
    const best = shown.top[i].map(one => `${named({ t: one.t, b: one.b, s: one.s }, t)} ${share(one.p)}`).join(t('，', ', '));
    read.textContent = (before ? t(`看到「${before}」，该猜${right}：模型给它 ${share(shown.p[i])}。`, `It sees “${before}” and should guess ${right}: the model gives it ${share(shown.p[i])}. `) : t(`只看到开始标记，该猜${right}：模型给它 ${share(shown.p[i])}。`, `It sees only the start mark and should guess ${right}: the model gives it ${share(shown.p[i])}. `)) + t(`最看好的是 ${best}。`, `Its favourites: ${best}.`);
    tellExercise(shown, at);
  }
  function answered() {
    const made = model.get('own');
    if (made.error) { trouble.textContent = made.error; trouble.hidden = false; return; }
    if (!made.tokens) return;
    trouble.hidden = true; at = Math.min(2, made.p.length - 1);
    take(made, true);
  }
  listen(model, onDispose, 'change:own', answered);
  listen(model, onDispose, 'change:exercises', () => { exercises = model.get('exercises'); list(); });
  build();
  /* Typed before the language or the model was switched: Python may have answered before this picture was drawn. */
  if (model.get('typed').trim()) input.value = asked = model.get('typed');
  answered();
  return dispose;
}
export default { render };
