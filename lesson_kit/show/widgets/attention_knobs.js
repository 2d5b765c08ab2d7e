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

/* The picker of prepared sentences and the entry for one's own. */
function sentenceSource(model, app, onDispose, show) {
  const { t } = app;
  return exampleSource(model, t, onDispose, { names: app.sentences.map(s => s.label), pickName: t('句子', 'Sentence'), hints: [t('写一句你自己的，回车', 'Type your own, press Enter')], entryNames: [t('自己的句子', 'Your own sentence')], kind: 'av', good: own => !!own?.tokens && !own.error, show });
}
