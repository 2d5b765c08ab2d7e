/* The knobs of the attention picture, and where its sentence comes from. */

function attentionKnobs(app, choose) {
  const { t, S } = app, { L, H } = app.s(), all = t('平均', 'mean'), roll = t('累积', 'rollout');
  const rolled = t('attention rollout：各层相乘', 'attention rollout: product of the layers');
  const layers = [...range(L).map(l => [l, String(l + 1)]), ['mean', L > 8 ? t('全部平均', 'mean of all') : all, t('所有层、所有头的算术平均', 'arithmetic mean of all layers and heads')], ['rollout', roll, rolled]];
  const heads = [...range(H).map(h => [h, String(h + 1)]), ['mean', all, t('本层各头的算术平均', 'arithmetic mean of this layer’s heads')]];
  const layerKnob = (L > 8 ? stepper : segment)(t('层', 'Layer'), layers, layer => choose({ layer, ...(typeof layer === 'number' ? {} : { many: false }) }));
  const headKnob = (H > 12 ? stepper : segment)(t('头', 'Head'), heads, pickHead);
  function pickHead(head) {
    const layer = typeof S.layer === 'number' ? S.layer : 0;
    if (!S.many || head === 'mean') { choose({ layer, head, many: false, heads: head === 'mean' ? S.heads : [head] }); return; }
    const held = S.heads.includes(head) ? S.heads.filter(h => h !== head) : [...S.heads, head].slice(-MANY);
    if (held.length) choose({ layer, heads: held, head: held[0] });
  }
  const many = toggle(t('叠加', 'Overlay'), on => {
    const head = typeof S.head === 'number' ? S.head : 0;
    choose(on ? { many: true, head, heads: [head, (head + 1) % H].slice(0, H), layer: typeof S.layer === 'number' ? S.layer : 0 } : { many: false });
  }, t(`最多 ${MANY} 个头，各用一种颜色和线型`, `up to ${MANY} heads, each with a colour and a pattern`));
  const ex = toggle(t('不计首词元', 'Skip first token'), on => choose({ ex: on })), nums = toggle(t('数字', 'Numbers'), on => choose({ nums: on }));
  const mask = segment(t('掩码', 'Mask'), [['causal', t('因果', 'causal'), t('每个词元只看自己和前面，模型就是这样算的', 'every token sees itself and the past: what the model does')], ['none', t('假设双向', 'what if both ways'), t('只在这一层去掉掩码重算', 'recomputed without the mask, in this layer only')]], value => choose({ mask: value }));
  const table = segment(t('看法', 'View'), [[false, t('图', 'picture')], [true, t('表', 'table'), t('同样的数，排成表', 'the same numbers as a table')]], on => choose({ table: on }));
  const big = el('button', { type: 'button', className: 'lk-quiet', textContent: t('放大', 'Enlarge'), onclick: () => choose({ big: !S.big }) });
  const reset = el('button', { type: 'button', className: 'lk-quiet', textContent: t('复位', 'Reset'), onclick: () => { const shape = S.big; app.reset(); choose(shape ? { big: false } : {}); } });
  const knob = (label, control, more = '') => el('span', { className: 'lk-knob ' + more }, el('span', { textContent: label }), control);
  const node = el('div', { className: 'av-knobs' }, el('div', { className: 'lk-knobs' }, knob(t('层', 'Layer'), layerKnob, 'av-wide'), knob(t('头', 'Head'), headKnob, 'av-wide'), many, ex, nums));
  function sync() {
    layerKnob.sync(S.layer);
    headKnob.sync(app.focus().head);
    if (S.many && headKnob.matches(':not(.lk-stepper)')) for (const b of headKnob.children) b.setAttribute('aria-pressed', String(S.heads.includes(+b.dataset.v)));
    many.sync(S.many); ex.sync(S.ex); nums.sync(S.nums); table.sync(S.table); big.setAttribute('aria-pressed', String(S.big)); mask.sync(S.mask);
  }
  return { node, views: [table, big, reset], mask: knob(t('掩码', 'Mask'), mask), sync };
}

/* The picker of prepared sentences and the entry for one's own.
   Text leaves the entry on Enter or when it loses focus, never while an input method is composing. */
function sentenceSource(model, app, onDispose, show) {
  const { t } = app, live = model.get('live');
  const picker = el('select', { className: 'lk-pick av-pick', ariaLabel: t('句子', 'Sentence'), onchange: () => show(picker.value === 'own' ? 'own' : +picker.value) });
  const mine = el('option', { value: 'own', hidden: true });
  picker.append(...app.sentences.map((s, n) => el('option', { value: String(n), textContent: s.label })), mine);
  const entry = el('input', { className: 'lk-input av-entry', type: 'text', maxLength: 40000, placeholder: t('写一句你自己的，回车', 'Type your own, press Enter'), ariaLabel: t('自己的句子', 'Your own sentence'), disabled: !live, spellcheck: false, autocomplete: 'off' });
  const state = el('span', { className: 'av-state', role: 'status' }), problem = el('p', { className: 'av-problem lk-error', role: 'alert', hidden: true });
  const box = el('span', { className: 'av-own' }, entry, live ? state : badge(t('仅现场', 'live only')), problem);
  if (!live) entry.title = box.title = t('要让模型读新的句子，得在现场运行课程。', 'To let the model read a new sentence, run the course live.');
  let sent = '', refused = '', waiting = 0;
  function complain(text) { problem.textContent = text; problem.hidden = !text; entry.setAttribute('aria-invalid', String(!!text)); }
  function rest() { clearTimeout(waiting); waiting = 0; state.textContent = ''; box.classList.remove('busy'); }
  function send() {
    const text = entry.value;
    if (!text.trim() || waiting) return;
    if (text === sent) {                          // asked before: the answer is still here
      if (refused) complain(refused);
      else if (app.own() && app.S.sentence !== 'own') { sync('own'); show('own'); }
      return;
    }
    sent = text;
    refused = '';
    complain('');
    state.textContent = t('计算中…', 'computing…');
    box.classList.add('busy');
    waiting = setTimeout(() => {                  // a page that still computes its pictures answers when they are done
      waiting = 0; sent = '';
      complain(t('还没有回答：页面可能还在算别的图，算完就来。一直没有，就再按一次回车。', 'No answer yet: the page may still be busy with its other pictures and will answer after them. If nothing comes, press Enter again.'));
    }, 30000);
    if (model.get('typed') === text) { model.set('typed', ''); model.save_changes(); }  // the same text once more is news too
    model.set('typed', text);
    model.save_changes();
  }
  entry.onkeydown = event => { if (event.key === 'Enter' && !event.isComposing && event.keyCode !== 229) { event.preventDefault(); entry.value.trim() ? send() : complain(t('这里还没有文字。打一句话，再按回车。', 'There is no text yet. Type a sentence and press Enter.')); } };
  entry.onblur = () => { if (entry.value !== sent) send(); };
  entry.oninput = () => complain('');
  function receive() {
    const own = model.get('own');
    rest();
    if (own?.error) { refused = own.error; complain(refused); return; }
    complain('');
    if (!app.own()) return;
    mine.hidden = false;
    mine.textContent = t('自己的：', 'own: ') + own.label;
    sync('own');
    show('own');
  }
  const sync = value => { picker.value = String(value); };
  listen(model, onDispose, 'change:own', receive);
  onDispose(() => clearTimeout(waiting));
  /* a page that was drawn anew (another language, another model) still has the learner's sentence */
  function begin() {
    const own = model.get('own');
    if (own?.error) { sent = entry.value = own.typed ?? ''; refused = own.error; complain(refused); }
    if (!own?.tokens) return 0;
    sent = entry.value = own.typed ?? '';
    mine.hidden = false;
    mine.textContent = t('自己的：', 'own: ') + own.label;
    sync('own');
    return 'own';
  }
  return { nodes: [picker, box], sync, begin };
}
