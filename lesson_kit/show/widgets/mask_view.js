/* Three masks over one sentence; below, what changing one token did to every output. */

const projected = () => innerHeight < 800 && innerWidth >= 1000;      // a projector's screen is low: the picture fits it whole
/* May position i look at position j? n: real tokens, the rest is padding. */
const MASKS = { causal: (i, j) => j <= i, open: () => true, padding: (i, j, n) => j < n };

function render({ model, el: host }) {
  const { root, t, dispose, onDispose, english } = mount(model, host), tip = tooltip(root);
  let tokens, real, row = 0, drawn = [];
  const source = () => model.get('source');
  const kinds = [['causal', t('因果掩码', 'Causal mask'), t('写字的模型：只看自己和前面', 'a model that writes: itself and the past')], ['open', t('双向（无掩码）', 'Both ways (no mask)'), t('读懂一句的编码器：前后都看', 'an encoder that reads: past and future')],
    ['padding', t('填充掩码', 'Padding mask'), t('短句补齐到同样长，补的位置谁也不看', 'a shorter sentence filled up; nobody looks at the filling')]];
  const name = j => tokens[j].pad ? t('填充', 'padding') : named(tokens[j], t, j);
  const boards = el('div', { className: 'masks' }), readout = el('p', { className: 'lk-read', role: 'status' }), leakBox = el('div', { className: 'leak' });
  const title = () => model.get('title') || t('谁可以看谁：三种掩码', 'Who may look at whom: three masks');
  const body = el('div', {}, boards, readout, leakBox);
  const rowsOf = () => [['mask', 'looks', 'looked_at', 'allowed'], ...kinds.flatMap(([kind]) => { const T = sizeOf(kind); return [...Array(T * T).keys()].map(n => [kind, tokens[Math.floor(n / T)].t || 'pad', tokens[n % T].t || 'pad', Number(MASKS[kind](Math.floor(n / T), n % T, real))]); }), ...(leak() ? [[], ['position', 'token', 'change_causal', 'change_no_mask'], ...leak().causal.map((x, i) => [i + 1, tokens[i].t, x, leak().open[i]])] : [])];
  lessonFigure(root, { title: title(), menu: lessonMenu(root, t, 'masks', () => body, rowsOf, () => title() + (source() ? ' · ' + source() : '')), body,
    captionNode: caption(t('行在看，列被看；斜线是看不到的位置。指着一行，三幅图一起亮；也可以按 ↑ ↓。', 'Rows look, columns are looked at; hatched cells are out of sight. Point at a row and all three light up; ↑ ↓ work too.'), source() ? [el('code', { textContent: source() })] : [], leak() ? t('泄漏测试：模型实算', 'leak test: computed by the model') : t('定义', 'by definition')) });

  // tokens and leak arrive one after the other: a test of another sentence is not shown
  function leak() { const x = model.get('leak'); return x?.causal?.length && x.causal.length === model.get('tokens').length ? x : null; }
  const sizeOf = kind => kind === 'padding' ? tokens.length : real;
  function load() {
    const given = model.get('tokens');
    real = given.length;
    tokens = [...given, ...Array.from({ length: model.get('pads') }, () => ({ t: '', pad: true }))];
    row = Math.max(0, Math.min(leak() ? leak().at : real - 2, real - 1));
    draw();
  }
  const label = j => { if (tokens[j].pad) return '∅'; const f = face(tokens[j], t, j); return f.note && !english ? f.text + f.note : f.note ? f.text : f.text; };

  function draw() {
    const width = body.clientWidth;
    if (!width || !real) return;
    const across = width > 900 ? 3 : width > 620 ? 2 : 1, gap = 36, space = (width - gap * (across - 1)) / across;
    drawn = [];
    boards.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    boards.replaceChildren(...kinds.map(([kind, head, what]) => el('div', {}, el('h4', { textContent: head }), el('p', { textContent: what }), el('div', { className: 'lk-frame' }, matrix(kind, space, across)))));
    show(row);
    drawLeak(width);
  }
  function matrix(kind, space, across) {
    const T = sizeOf(kind), most = tokens.length, tall = across > 1 ? most : T, side = english ? 84 : 60, cell = Math.max(1, Math.min(projected() ? 15 : 30, Math.floor((space - side - 2) / most))), named_ = cell >= 15, top = named_ ? (english ? 62 : 52) : 8, left = named_ ? side : 8;
    const size = left + most * cell + 2, picture = svg('svg', { width: size, height: top + tall * cell + 2, tabindex: 0, role: 'img', class: 'mask' }), cells = [], rowNames = [], columnNames = [];
    const write = (x, y, text, more) => { const node = svg('text', { x, y, ...more }); node.textContent = text; picture.append(node); return node; };
    const pattern = svg('pattern', { id: 'lk-m-' + kind, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('rect', { width: 1.3, height: 6, class: 'hatchline' }));
    picture.append(pattern);
    for (let i = 0; i < T; i++) {
      if (named_) {
        rowNames.push(write(left - 8, top + i * cell + cell / 2 + 5, label(i), { 'text-anchor': 'end', class: 'nm' }));
        columnNames.push(write(0, 0, label(i), { transform: `translate(${left + i * cell + cell / 2 + 2} ${top - 7}) rotate(-52)`, class: 'nm' }));
      }
      // Far too many cells to draw one by one are drawn as runs: what a row may see is always its left part.
      const seen = kind === 'causal' ? i + 1 : kind === 'open' ? T : real, g = cell > 8 ? 1 : 0, runs = g ? [...Array(T).keys()].map(j => [j, j + 1]) : [[0, seen], [seen, T]];
      for (const [from, to] of runs.filter(([x, y]) => y > x)) {
        const ok = MASKS[kind](i, from, real), r = svg('rect', { x: left + from * cell + g / 2, y: top + i * cell + g / 2, width: (to - from) * cell - g, height: cell - g, rx: g * 2, class: ok ? 'ok' : 'no' });
        if (!ok) r.setAttribute('fill', `url(#lk-m-${kind})`);
        cells.push([r, i]);
      }
    }
    picture.append(...cells.map(([r]) => r));
    const frame = svg('rect', { class: 'rowmark', height: cell + 1, x: left - .5, width: T * cell + 1, rx: 3 });
    picture.append(frame);
    picture.onpointermove = event => { const box = picture.getBoundingClientRect(), i = Math.floor((event.clientY - box.top - top) / cell); if (i >= 0 && i < T) show(i); };
    picture.onkeydown = event => { const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]; if (by) { event.preventDefault(); show(Math.max(0, Math.min(T - 1, row + by))); } };
    drawn.push({ kind, T, cells, rowNames, columnNames, frame, top, cell, picture });
    return picture;
  }
  function show(i) {
    row = i;
    const pad = tokens[i].pad, n = Math.min(i + 1, real), counts = { causal: n, open: real, padding: real };
    for (const { kind, T, cells, rowNames, columnNames, frame, top, cell, picture } of drawn) {
      cells.forEach(([node, r]) => node.classList.toggle('on', r === i));
      rowNames.forEach((node, r) => node.classList.toggle('on', r === i));
      columnNames.forEach((node, c) => node.classList.toggle('on', i < T && MASKS[kind](i, c, real)));
      frame.style.display = i < T ? '' : 'none';
      frame.setAttribute('y', top + i * cell - .5);
      picture.setAttribute('aria-label', kinds.find(k => k[0] === kind)[1] + (i < T ? t(`：${name(i)}看得见 ${counts[kind]} 个位置`, `: ${name(i)} sees ${counts[kind]} positions`) : ''));
    }
    readout.textContent = pad ? t('补上的位置自己也会算出一行，但没有人读它的输出。', 'A filled position computes a row of its own too, but nobody reads its output.')
      : t(`${name(i)}排第 ${i + 1}：因果掩码下看得见 ${n} 个位置（${i ? `前面 ${i} 个和自己` : '只有自己'}），双向时看得见全部 ${real} 个。`, `${name(i)} is number ${i + 1}: under the causal mask it sees ${n} position${n > 1 ? 's' : ''} (${i ? `${i} before it and itself` : 'only itself'}), both ways all ${real}.`);
  }

  /* changing one token: the largest change of any output, position by position */
  function drawLeak(width) {
    const test = leak();
    leakBox.hidden = !test;
    if (!test) return;
    const T = test.causal.length, names = width < 560 ? 0 : english ? 128 : 112, room = width > 760 ? width - 292 : width, col = Math.max(26, Math.min(80, (room - names - 6) / T)), low = projected(), tall = low ? 26 : 76, top = 26, rowH = tall + (low ? 40 : 50);
    const height = top + 2 * rowH + 44, picture = svg('svg', { width: names + col * T + 4, height, role: 'img' }), limit = Math.max(1e-12, ...test.causal, ...test.open);
    const write = (x, y, text, cls, more = {}) => { const node = svg('text', { x, y, class: cls, ...more }); node.textContent = text; picture.append(node); return node; };
    const left = x => Math.max(0, ...x.slice(0, test.at)), zero = x => x === 0 ? '0' : fig(x, 2);
    [['causal', t('因果掩码', 'Causal mask')], ['open', t('无掩码', 'No mask')]].forEach(([kind, title], r) => {
      const base = top + r * rowH + tall + 16;
      if (names) write(0, base - 4, title, 'row'); else write(0, top + r * rowH + 4, title, 'row');
      picture.append(svg('line', { x1: names, x2: names + col * T, y1: base, y2: base, class: 'base' }));
      test[kind].forEach((x, i) => {
        const h = x === 0 ? 0 : Math.max(1.5, tall * x / limit), g = svg('g', {}, svg('rect', { x: names + i * col, y: base - tall - 16, width: col, height: tall + 34, class: 'hit' }), svg('rect', { x: names + i * col + col * .22, y: base - h, width: col * .56, height: h, class: i === test.at ? 'bar at' : 'bar' }));
        picture.append(g);
        if (col >= 34 || x === 0) write(names + (i + .5) * col, base - h - 5, zero(x), x === 0 ? 'val zero' : 'val', { 'text-anchor': 'middle' });
        g.onpointermove = event => tip.show(event, el('b', { textContent: `${name(i)}  ${title}` }), el('br'), t('输出的最大变化 ', 'largest change of any output '), el('code', { textContent: x === 0 ? '0' : fig(x, 4) }));
        g.onpointerleave = () => tip.hide();
      });
    });
    const foot = top + 2 * rowH + 12;
    for (let i = 0; i < T; i++) {
      const text = label(i);
      if (i === test.at) picture.append(svg('rect', { x: names + i * col + 1, y: foot - 17, width: col - 2, height: 25, rx: 5, class: 'changed' }));
      write(names + (i + .5) * col, foot, col >= 40 || text.length < 3 ? text : text.slice(0, 2), i === test.at ? 'nm on' : 'nm', { 'text-anchor': 'middle' });
    }
    picture.setAttribute('aria-label', t(`泄漏测试：因果掩码下，左边各位置最大变化 ${zero(left(test.causal))}；无掩码 ${zero(left(test.open))}`, `leak test: largest change to the left is ${zero(left(test.causal))} with the causal mask, ${zero(left(test.open))} without`));
    const card = (value, what) => el('div', { className: 'card' }, el('b', { textContent: zero(value) }), el('span', { textContent: what }));
    leakBox.replaceChildren(el('h4', {}, t('泄漏测试：把', 'Leak test: replace '), name(test.at), t('换成', ' by '), quote(t, test.changed), t('，各位置的输出变了多少', '; how far does every output move?')),
      el('div', { className: 'leakrow' }, el('div', { className: 'lk-frame' }, picture), el('div', { className: 'cards' }, card(left(test.causal), t('因果掩码：左边各位置的最大变化', 'causal mask: largest change to its left')), card(left(test.open), t('无掩码：左边各位置的最大变化', 'no mask: largest change to its left')))),
      el('p', { className: 'unit', textContent: t('高度 = 该位置全部 logits 的最大变化；不是四舍五入的 0，是逐位相等。', 'Height: largest change of any logit at that position. The 0 is not rounded: the numbers are identical.') }));
    if (left(test.causal) !== 0) leakBox.lastChild.textContent = t('高度 = 该位置全部 logits 的最大变化。', 'Height: largest change of any logit at that position.');
  }
  for (const key of ['tokens', 'leak', 'pads']) listen(model, onDispose, 'change:' + key, load);
  onDispose(watchWidth(body, draw));
  load();
  return dispose;
}
export default { render };
