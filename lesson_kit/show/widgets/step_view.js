/* One gradient step, slowly: every right token's probability before and after, for a rate chosen here; and where the gradient is. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  let shown = window.lkTraining?.exercise ?? model.get('exercises')[0], rate = Math.floor((shown.step.rates.length - 1) / 2), hot = -1;
  const pick = segment(t('步子多大', 'size of the step'), shown.step.rates.map((r, i) => [i, short(r, 4)]), i => { rate = i; draw(); });
  const sum = el('div', { className: 'lk-sum' }), bars = el('div', { className: 'lk-pairs' }), parts = el('div', { className: 'lk-parts' }), say = el('span', { className: 'lk-say' }), from = el('span', { className: 'lk-from' });
  const body = el('div', { className: 'lk-train' }, el('div', {}, sum, bars), el('div', {}, parts));
  const menu = lessonMenu(root, t, 'one-step', () => body, () => [['target', 'p_before', ...shown.step.rates.map(r => 'p_after_' + r)], ...shown.p.map((p, i) => [shown.tokens[i + 1].t, p, ...shown.step.after.map(row => row[i])])], () => model.get('source'));
  lessonFigure(root, { title: model.get('title'), controls: [el('span', { className: 'lk-knob' }, t('学习率', 'Learning rate'), pick)], menu, body, captionNode: el('figcaption', {}, say, from) });
  const written = p => p === null ? '–' : share(p);      // what is written as no change is drawn as none
  const partName = one => one.kind === 'embed' ? t('嵌入表', 'embedding table') : one.kind === 'rest' ? t('最后的归一化', 'final norm') : t(`第 ${one.layer + 1} 层 `, `layer ${one.layer + 1} `) + (one.kind === 'attn' ? t('注意力', 'attention') : 'FFN');
  function draw() {
    const step = shown.step, after = step.after[rate], was = step.loss_before, is = step.loss_after[rate], r = step.rates[rate];
    pick.sync(rate);
    const better = after.filter((p, i) => p > shown.p[i]).length;
    const big = (value, label) => el('p', {}, el('b', { textContent: value }), ' ' + label);
    sum.replaceChildren(big(`${num(was)} → ${is === null ? '∞' : num(is)}`, t('平均损失（奈特）', 'mean loss (nats)')), big(`${better}/${after.length}`, t('个目标的概率升高', 'targets became likelier')));
    bars.replaceChildren(...shown.p.map((p, i) => el('div', { className: 'lk-pair' + (i === hot ? ' hot' : '') }, chip(shown.tokens[i + 1], t, i + 1),
      el('span', { className: 'lk-two-bars' }, el('i', { className: 'was', style: `width:${(100 * p).toFixed(2)}%` }), el('i', { className: after[i] >= p || written(after[i]) === written(p) ? 'up' : 'down', style: `width:${(100 * (after[i] ?? 0)).toFixed(2)}%` })),
      el('code', { textContent: `${written(p)} → ${written(after[i])}` }))));
    const widest = Math.max(...step.parts.map(one => one.gradient), 1e-12);
    parts.replaceChildren(el('h4', { textContent: t('梯度的大小，一部分一部分看', 'Size of the gradient, part by part') }), ...step.parts.map(one => el('div', { className: 'lk-part ' + one.kind }, el('span', { textContent: partName(one) }), el('i', {}, el('u', { style: `width:${(100 * one.gradient / widest).toFixed(1)}%` })), el('code', { textContent: fig(one.gradient), title: t(`这部分的数整体改动 ${fig(100 * r * one.gradient / one.weight, 2)} %`, `these numbers change by ${fig(100 * r * one.gradient / one.weight, 2)} % as a whole`) }))));
    const n = after.length;
    const verdict = is === null || is > was ? t('步子太大，跨过了谷底，损失反而变高。', 'The step is too long: it jumps over the valley and the loss rises.') : t(`损失降了 ${num(was - is)}；${better} 个目标升了，${n - better} 个没有：一步顾的是总和，不是每一个。`, `The loss falls by ${num(was - is)}; ${better} ${plural(better, 'target', 'targets')} rose, ${n - better} did not: a step looks after the sum, not after each.`);
    say.textContent = t(`只用这一句，θ′ = θ − ${short(r, 4)} × 梯度，在私有的副本上走一步。${verdict}`, `This sentence only: θ′ = θ − ${short(r, 4)} × gradient, one step on a private copy. ${verdict}`);
    from.textContent = model.get('source');
  }
  exerciseBus(onDispose, said => { if (said.exercise !== shown || said.at !== hot) { shown = said.exercise; hot = said.at; rate = Math.min(rate, shown.step.rates.length - 1); draw(); } });
  draw();
  return dispose;
}
export default { render };
