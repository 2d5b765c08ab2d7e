/* One attention layer as shapes: split, run, concatenate, project. A slice lights up in every tensor it touches. */

function render({ model, el: host }) {
  const { root, t, dispose, onDispose } = mount(model, host);
  let c, T, head = 0, stages = [];
  const source = () => model.get('source'), title = () => model.get('title') || t('切开，各算各的，拼回去', 'Split, run, put together again');
  const kv = h => Math.floor(h * c.n_kv_head / c.n_head), span = (i, size) => `${i * size + 1}–${(i + 1) * size}`;
  const board = el('div', { className: 'shapes' }), readout = el('p', { className: 'lk-read', role: 'status' }), knob = el('span', { className: 'lk-knob' }), from = el('code', {}), sizes = el('span', {});
  lessonFigure(root, { title: title(), controls: [knob], menu: lessonMenu(root, t, 'heads-shapes', () => board, () => [['tensor', 'shape'], ...stages.map(s => [s.name, s.shape])], () => `${title()} · ${source()}`), body: el('div', { className: 'lk-frame' }, board), readout,
    captionNode: caption(t('T 个词元，C 维；H 个查询头、G 个键值头，每头 D 维。指着一个头，看它占哪些列。', 'T tokens, C wide; H query heads, G key/value heads, each D wide. Point at a head to see which columns are its own.'), [from, sizes], t('按模型的真实形状', 'the model’s real shapes')) });

  /* a tensor drawn as a box of stripes: n slices along one side */
  function tensor(name, role, shape, formula, { n = 1, of = () => null, across = true, tall = 92, wide = 92, words }) {
    const box = el('div', { className: 'tensor lk-role-' + role, style: `width:${wide}px;height:${tall}px;flex-direction:${across ? 'row' : 'column'}`, role: 'img', ariaLabel: name + ' ' + shape },
      ...Array.from({ length: n }, (_, i) => el('i', { data: { i } })));
    const node = el('figure', { className: 'ts' }, box, el('b', {}, name), el('code', { textContent: shape }), el('span', { className: 'fm', textContent: formula }));
    stages.push({ name, shape, box, of, n, words });
    box.addEventListener('pointermove', event => { const i = event.target.dataset?.i; if (i != null && n > 1) pick(n === c.n_head ? +i : Math.floor(+i * c.n_head / n), words); else readout.textContent = words(head); });
    return node;
  }
  function draw() {
    c = model.get('config'); T = model.get('length');
    if (!c?.n_head) return;
    head = Math.min(head, c.n_head - 1);
    const { d_model: C, n_head: H, n_kv_head: G, d_head: D } = c, stripe = n => Math.max(96, Math.min(168, n * 13));
    stages = [];
    const step = (n, name, what, ...kids) => el('section', { className: 'sh' }, el('header', {}, el('b', {}, el('span', { textContent: n }), name), el('code', { textContent: what })), el('div', { className: 'row' }, ...kids));
    board.replaceChildren(
      step(1, t('输入', 'Input'), 'x', tensor('x', 'resid', `${T}×${C}`, 'T×C', { words: () => t(`每个词元一行，共 ${T} 行，每行 ${C} 个数。`, `One row for each of the ${T} tokens, ${C} numbers in a row.`) })),
      step(2, t('投影并切开', 'Project and split'), 'x × W', el('div', { className: 'stack3' }, ...[['q', 'query', H, 'W_q'], ['k', 'key', G, 'W_k'], ['v', 'value', G, 'W_v']].map(([name, role, n, w]) => tensor(name, role, `${T}×${n * D}`, `→ ${n}×${T}×${D}`, { n, of: h => name === 'q' ? h : kv(h), wide: stripe(n), tall: 44,
        words: h => { const i = name === 'q' ? h : kv(h); return t(`${name} 的第 ${span(i, D)} 列归第 ${i + 1} ${name === 'q' ? '头' : '组'}：${w} 是 ${C}×${n * D}，切成 ${n} 份，每份 ${D} 列。`, `Columns ${span(i, D)} of ${name} belong to ${name === 'q' ? 'head' : 'group'} ${i + 1}: ${w} is ${C}×${n * D}, cut into ${n} pieces of ${D} columns.`); } })))),
      step(3, t('各头各算', 'Every head on its own'), 'softmax(q·k ÷ √D) · v', tensor('weights', 'query', `${H}×${T}×${T}`, 'H×T×T', { n: H, of: h => h, wide: stripe(H), words: h => t(`第 ${h + 1} 头有自己的 ${T}×${T} 张权重表，读第 ${kv(h) + 1} 组键和值；${H} 个头互不商量。`, `Head ${h + 1} has a ${T}×${T} table of weights of its own and reads group ${kv(h) + 1} of keys and values; the ${H} heads do not confer.`) }),
        tensor('heads', 'value', `${H}×${T}×${D}`, 'H×T×D', { n: H, of: h => h, wide: stripe(H), words: h => t(`第 ${h + 1} 头交出 ${T}×${D}：每个词元 ${D} 个数。`, `Head ${h + 1} hands on ${T}×${D}: ${D} numbers for every token.`) })),
      step(4, t('拼起来', 'Concatenate'), 'concat', tensor('concat', 'value', `${T}×${H * D}`, 'T×(H·D)', { n: H, of: h => h, wide: stripe(H), words: h => t(`并排拼成一行：第 ${h + 1} 头占第 ${span(h, D)} 列。`, `Side by side in one row: head ${h + 1} takes columns ${span(h, D)}.`) })),
      step(5, t('输出投影', 'Output projection'), '× W_o', tensor('W_o', 'none', `${H * D}×${C}`, '(H·D)×C', { n: H, of: h => h, across: false, wide: 96, tall: Math.max(92, Math.min(132, H * 11)), words: h => t(`W_o 的第 ${span(h, D)} 行只接第 ${h + 1} 头：拼接再相乘，等于每个头乘自己的 ${D} 行、再相加。`, `Rows ${span(h, D)} of W_o meet head ${h + 1} only: concatenating and multiplying equals each head times its own ${D} rows, added up.`) }),
        tensor('out', 'resid', `${T}×${C}`, 'T×C', { words: () => t(`和输入同形，加回残差流：x + out。`, `The input’s shape again, added to the residual stream: x + out.`) })));
    const pickKnob = H > 12 ? stepper : segment, choose = pickKnob(t('头', 'head'), [...Array(H).keys()].map(h => [h, String(h + 1)]), h => { pick(h); bus.send({ head: h }); });
    knob.replaceChildren(t('头', 'Head'), choose);
    knob.sync = choose.sync;
    from.textContent = source();
    sizes.textContent = `T ${T} · C ${C} · H ${H} · G ${G} · D ${D}`;
    pick(head);
  }
  function pick(h, words) {
    head = h;
    for (const { box, of, n } of stages) [...box.children].forEach((node, i) => node.classList.toggle('on', n > 1 ? i === of(h) : false));
    knob.sync(h);
    readout.textContent = (words ?? stages.find(s => s.name === 'W_o').words)(h);
  }
  const bus = attentionBus(model.get('group'), 'heads', d => {
    if (d.data?.tokens && d.data.tokens.length !== T && !d.hover) { model.set('length', d.data.tokens.length); draw(); }
    if (Number.isInteger(d.head) && c && d.head < c.n_head && !d.hover) pick(d.head);
  });
  onDispose(bus.close);
  for (const key of ['config', 'length']) listen(model, onDispose, 'change:' + key, draw);
  draw();
  bus.hello();
  return dispose;
}
export default { render };
