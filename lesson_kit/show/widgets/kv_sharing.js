/* Which query heads read which key/value head, and what storing K and V costs per token. */

function render({ model, el: host }) {
  const { root, t, dispose, onDispose, english } = mount(model, host);
  let c, groups, width = 2, hot = null;
  const source = () => model.get('source'), title = () => model.get('title') || t('几个头共用一份键和值', 'How many heads share one key and value');
  const kindOf = g => g === c.n_head ? 'MHA' : g === 1 ? 'MQA' : 'GQA', bytes = g => 2 * c.n_layer * g * c.d_head * width;
  const size = n => n >= 1e6 ? fig(n / 1e6) + THIN + 'MB' : n >= 1e4 ? fig(n / 1e3) + THIN + 'kB' : grouped(n) + THIN + t('字节', 'bytes');
  const board = el('div', { className: 'kv' }), knobs = el('div', { className: 'lk-knobs' }), readout = el('p', { className: 'lk-read', role: 'status' }), bars = el('div', { className: 'kvbars' }), from = el('code', {});
  const body = el('div', {}, board, bars);
  lessonFigure(root, { title: title(), menu: lessonMenu(root, t, 'kv-sharing', () => body, () => [['n_kv_head', 'kind', 'bytes_per_value', 'bytes_per_token'], ...choices().map(g => [g, kindOf(g), width, bytes(g)])], () => `${title()} · ${source()} · ` + formula(groups)), body: el('div', {}, knobs, body), readout,
    captionNode: caption(t('上排是查询头，下排是键和值，连线表示谁读谁。查询头的个数不变，变少的只是要存的那一排。', 'Query heads above, keys and values below; a line means “reads”. The number of query heads stays; only the row that must be stored gets shorter.'), [from], t('公式', 'by formula')) });

  const choices = () => [...Array(c.n_head).keys()].map(i => i + 1).filter(g => c.n_head % g === 0).reverse();
  const formula = g => `2 × ${c.n_layer} × ${g} × ${c.d_head} × ${width} = ${grouped(bytes(g))}`;
  function draw() {
    c = model.get('config');
    if (!c?.n_head) return;
    groups ??= c.n_kv_head;
    if (c.n_head % groups) groups = c.n_kv_head;
    const list = choices(), label = g => (g === c.n_head ? `MHA ${g}` : g === 1 ? 'MQA 1' : `GQA ${g}`) + (g === c.n_kv_head ? ' ●' : '');
    const pick = segment(t('键值头的个数', 'number of K/V heads'), list.map(g => [g, label(g), g === c.n_kv_head ? source() : '']), g => { groups = g; draw(); });
    const store = segment(t('每个数占几个字节', 'bytes per number'), [[4, '4'], [2, '2'], [1, '1']], n => { width = n; draw(); });
    knobs.replaceChildren(el('span', { className: 'lk-knob' }, t('键值头 G', 'K/V heads G'), pick), el('span', { className: 'lk-knob' }, t('每数字节', 'Bytes per number'), store), el('span', { className: 'mine' }, '● ', source() || t('这个模型', 'this model')));
    pick.sync(groups); store.sync(width);
    from.textContent = source();
    picture();
    const most = bytes(c.n_head);
    bars.replaceChildren(...list.map(g => el('div', { className: 'kvbar' + (g === groups ? ' on' : '') }, el('span', { className: 'nm' }, `${kindOf(g)} ${g}`, g === c.n_kv_head ? ' ●' : ''), el('span', { className: 'track' }, ...Array.from({ length: g }, () => el('i', { style: `width:${100 / c.n_head}%` }))), el('code', { textContent: size(bytes(g)) }), el('span', { className: 'part', textContent: g === c.n_head ? '1' : '1/' + c.n_head / g }))));
    bars.ariaLabel = t('每个词元要存的字节', 'bytes stored per token');
    say();
  }
  function say() {
    const each = c.n_head / groups;
    if (hot != null) { const g = Math.floor(hot / each); readout.textContent = t(`查询头 ${hot + 1} 读第 ${g + 1} 组键和值` + (each > 1 ? `，同组的还有查询头 ${range1(g, each).filter(h => h !== hot + 1).join('、')}。` : '，这一组只归它。'), `Query head ${hot + 1} reads K/V head ${g + 1}` + (each > 1 ? `, shared with query head${each > 2 ? 's' : ''} ${range1(g, each).filter(h => h !== hot + 1).join(', ')}.` : ', its own.')); return; }
    readout.replaceChildren(t('每个词元存 2·L·G·D·字节 = ', 'Stored per token: 2·L·G·D·bytes = '), el('code', { textContent: formula(groups) }), t(` 字节（K 和 V 两份，${c.n_layer} 层）`, ` bytes (K and V, ${c.n_layer} layers)`), groups === c.n_head ? t('；每个查询头都有自己的一份。', '; every query head has its own.') : t(`，是 MHA 的 1/${each}。`, `, 1/${each} of MHA.`));
  }
  const range1 = (g, each) => Array.from({ length: each }, (_, i) => g * each + i + 1);
  function picture() {
    const W = Math.max(board.clientWidth || 700, 300), H = c.n_head, G = groups, each = H / G, room = W - 8, gap = room / H, r = Math.max(7, Math.min(19, gap * .4)), yq = r + 26, yk = yq + 128, tall = yk + r + 30;
    const p = svg('svg', { width: W, height: tall, role: 'img', 'aria-label': t(`${H} 个查询头读 ${G} 组键和值`, `${H} query heads read ${G} K/V heads`) }), x = h => 4 + gap * (h + .5), xg = g => 4 + gap * (g * each + each / 2);
    const write = (at, y, s, more = {}) => { const n = svg('text', { x: at, y, 'text-anchor': 'middle', ...more }); n.textContent = s; p.append(n); return n; };
    const parts = [];
    for (let h = 0; h < H; h++) { const g = Math.floor(h / each), w = Math.max(r * 1.5, 12); const line = svg('path', { d: `M${x(h)} ${yq + r}C${x(h)} ${yq + 70} ${xg(g)} ${yk - 78} ${xg(g)} ${yk - r - 2}`, class: 'wire' }); p.append(line); parts.push({ h, g, line, w }); }
    for (let g = 0; g < G; g++) {
      const s = r * .92, box = svg('g', { class: 'kvbox' }, svg('rect', { x: xg(g) - 2 * s - 1, y: yk - s, width: 2 * s, height: 2 * s, rx: 3, class: 'k' }), svg('rect', { x: xg(g) + 1, y: yk - s, width: 2 * s, height: 2 * s, rx: 3, class: 'v' }));
      if (r >= 10) { for (const [dx, s2] of [[-s - 1, 'k'], [s + 1, 'v']]) { const n = svg('text', { x: xg(g) + dx, y: yk + 5, 'text-anchor': 'middle', class: 'in' }); n.textContent = s2; box.append(n); } }
      p.append(box);
      if (r >= 10) write(xg(g), yk + s + 20, String(g + 1), { class: 'nr' });
      for (const part of parts.filter(q => q.g === g)) part.box = box;
    }
    for (const part of parts) {
      const ring = svg('g', { class: 'qbox', tabindex: 0, role: 'img', 'aria-label': t(`查询头 ${part.h + 1} 读第 ${part.g + 1} 组`, `query head ${part.h + 1} reads K/V head ${part.g + 1}`) }, svg('circle', { cx: x(part.h), cy: yq, r, class: 'q' }));
      if (r >= 10) { const n = svg('text', { x: x(part.h), y: yq + 5, 'text-anchor': 'middle', class: 'in' }); n.textContent = 'q'; ring.append(n); write(x(part.h), yq - r - 8, String(part.h + 1), { class: 'nr' }); }
      p.append(ring);
      const on = h => { hot = h; for (const q of parts) { q.line.classList.toggle('on', q.h === h); q.ring.classList.toggle('on', q.h === h); } parts.forEach(q => q.box.classList.toggle('on', h != null && q.g === Math.floor(h / each))); say(); };
      ring.onpointerenter = ring.onfocus = () => on(part.h);
      ring.onpointerleave = ring.onblur = () => on(null);
      part.ring = ring;
    }
    board.replaceChildren(p);
  }
  onDispose(watchWidth(board, () => c?.n_head && picture()));
  listen(model, onDispose, 'change:config', () => { groups = null; draw(); });
  draw();
  return dispose;
}
export default { render };
