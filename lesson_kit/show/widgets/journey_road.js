/* The road as a picture of this very step: each stop drawn from the real shapes and numbers. */
const STAGES = ['message', 'context', 'tokens', 'vectors', 'attention', 'ffn', 'layers', 'logits', 'choice', 'text'];
const BOX = { width: 92, height: 46 };
const group3 = n => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);

/* Drawings, one per stop. view: { total, fresh, past, logits, probs, pick, made, chars }; s: shapes C L H G D F V max. */
const DRAW = {
  message: (view, s, t) => [svg('path', { class: 'ln', d: 'M22 6h48a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H40l-9 8v-8h-9a5 5 0 0 1-5-5V11a5 5 0 0 1 5-5z' }), word(46, 25, t('你', 'you'))],
  context(view, s) {                                        // the window, and how much of it is filled
    const wide = 72, full = Math.max(2, wide * Math.min(1, view.total / s.max));
    return [svg('path', { class: 'ln', d: 'M14 8h-6v30h6M78 8h6v30h-6' }), svg('rect', { class: 'cell', x: 10, y: 17, width: wide, height: 12 }), svg('rect', { class: 'fresh', x: 10, y: 17, width: full, height: 12 })];
  },
  tokens(view) {                                            // one square a token, newest right; the ones computed now are filled
    const n = Math.min(8, view.total), hidden = view.total - n, w = 9, gap = 2, x0 = 46 - (n * (w + gap) - gap) / 2;
    return [...Array(n).keys()].map(i => svg('rect', { class: hidden + i >= view.total - view.fresh ? 'fresh' : 'cell', x: x0 + i * (w + gap), y: 18, width: w, height: 11, rx: 2 }));
  },
  vectors(view) {                                           // a row a token: T × C
    const n = Math.min(6, view.total), h = 5, gap = 1.5, y0 = 23 - (n * (h + gap) - gap) / 2, hidden = view.total - n, cols = 9;
    return [...Array(n).keys()].flatMap(i => {
      const y = y0 + i * (h + gap), now = hidden + i >= view.total - view.fresh;
      return [svg('rect', { class: now ? 'resid' : 'cell', x: 18, y, width: 56, height: h, rx: 1 }), ...(now ? [...Array(cols - 1).keys()].map(c => svg('path', { class: 'cut', d: `M${18 + 56 * (c + 1) / cols} ${y}v${h}` })) : [])];
    });
  },
  attention(view, s) {                                      // one small table a head: rows look, columns are looked at
    const heads = Math.min(8, s.H), size = 15, per = Math.min(4, heads), rows = Math.ceil(heads / per), x0 = 46 - (per * (size + 4) - 4) / 2, y0 = 23 - (rows * (size + 4) - 4) / 2;
    return [...Array(heads).keys()].flatMap(h => {
      const x = x0 + (h % per) * (size + 4), y = y0 + Math.floor(h / per) * (size + 4), top = y + size * (view.total - view.fresh) / view.total;
      return [svg('rect', { class: 'frame', x, y, width: size, height: size }), svg('path', { class: 'query', d: `M${x} ${top}L${x + size * (view.total - view.fresh + 1) / view.total} ${top}L${x + size} ${y + size}H${x}Z` })];
    });
  },
  ffn(view, s) {                                            // widths C → F → C at their true ratio
    const high = 38, low = high * s.C / Math.max(s.F, s.C), y = h => 23 - h / 2;
    return [svg('path', { class: 'ffn', d: `M20 ${y(low)}L42 ${y(high)}H50L72 ${y(low)}V${23 + low / 2}L50 ${23 + high / 2}H42L20 ${23 + low / 2}Z` })];
  },
  layers(view, s) {
    const n = Math.min(s.L, 12), step = Math.min(6, 34 / n), y0 = 23 + n * step / 2;
    return [...Array(n).keys()].map(i => svg('path', { class: 'ln', d: `M22 ${y0 - (i + .5) * step}h48` })).concat(svg('path', { class: 'ln', d: 'M80 40V8m-3.5 4L80 7l3.5 5' }));
  },
  logits(view) {                                            // the largest logits of this step, highest first
    const n = Math.min(24, view.logits.length), high = view.logits[0], low = view.logits[n - 1] - .6;
    return [...Array(n).keys()].map(i => { const h = Math.max(1, 34 * (view.logits[i] - low) / Math.max(1e-6, high - low)); return svg('rect', { class: 'logits', x: 10 + i * 3, y: 40 - h, width: 2, height: h }); });
  },
  choice(view) {                                            // the first five candidates as discs, the chosen one dark
    const shown = view.probs.slice(0, 5), top = Math.max(...shown, 1e-9);
    return shown.map((p, i) => svg('circle', { class: i === view.pick ? 'picked' : 'disc', cx: 14 + i * 16, cy: 23, r: Math.max(1.5, 8 * Math.sqrt(p / top)) }));
  },
  text: view => [view.made ? word(46, 29, view.made, 'big') : svg('path', { class: 'ln', d: 'M46 14v18' })],
};
function word(x, y, text, kind = '') {
  const node = svg('text', { class: 'w ' + kind, x, y, 'text-anchor': 'middle' });
  node.textContent = [...text].length > 7 ? [...text].slice(0, 6).join('') + '…' : text;
  return node;
}
/* The line under each stop: real numbers of this step. */
function stageNumbers(view, s, t) {
  const { total, fresh } = view;
  return {
    message: t(`${view.chars} 字`, `${view.chars} chars`),
    context: `${total}${THIN}/${THIN}${group3(s.max)}`,
    tokens: t(`${total} 个`, String(total)) + (fresh < total ? t(`，新 ${fresh}`, `, ${fresh} new`) : ''),
    vectors: `${fresh}×${s.C}`,
    attention: t(`${s.H} 头 ${fresh}×${total}`, `${s.H} × ${fresh}×${total}`),
    ffn: `${s.C}→${group3(s.F)}`,
    layers: t(`${s.L} 层`, `${s.L} layers`),
    logits: t(`${group3(s.V)} 个`, group3(s.V)),
    choice: view.pick === null ? '' : share(view.pickProb),
    text: view.made ? '+1' : '',
  };
}
function stageTitles(view, s, t) {
  const cached = view.past ? t(`；前 ${view.past} 行的键和值取自缓存`, `; keys and values of the ${view.past} rows before come from the cache`) : '';
  return {
    message: t('你的消息，字符数', 'your message, in characters'),
    context: t(`窗口里的词元数 / 窗口大小 ${s.max}`, `tokens in the window / window size ${s.max}`),
    tokens: t('窗口里的词元；实心的这一步要算', 'tokens in the window; the solid ones are computed in this step'),
    vectors: t(`每个词元一行 ${s.C} 个数`, `one row of ${s.C} numbers a token`) + cached,
    attention: t(`${s.H} 个头，每头一张 ${view.fresh}×${view.total} 的权重表`, `${s.H} heads, each with a ${view.fresh}×${view.total} table of weights`) + cached,
    ffn: t(`每行 ${s.C} 个数展开成 ${s.F} 个再收回`, `each row of ${s.C} numbers widens to ${s.F} and back`),
    layers: t(`注意力和 FFN 重复 ${s.L} 层`, `attention and FFN repeat for ${s.L} layers`),
    logits: t(`词表里 ${s.V} 个词元各得一个分；画出最高的 24 个`, `each of ${s.V} tokens of the vocabulary gets a number; the 24 highest are drawn`),
    choice: t('选中的词元有多大概率', 'the probability of the token chosen'),
    text: t('文字长了一个词元', 'the text is one token longer'),
  };
}
function roadPicture(stops, shapes, t) {
  const names = Object.fromEntries(stops.map(stop => [stop.key, stop.name]));
  const cells = STAGES.map(key => {
    const picture = svg('svg', { viewBox: `0 0 ${BOX.width} ${BOX.height}`, 'aria-hidden': 'true' }), number = el('span', { className: 'lk-num' });
    const node = el('li', { className: 'lk-stage', data: { stage: key } }, picture, el('span', { className: 'lk-name', textContent: names[key] ?? key }), number);
    return { key, node, picture, number };
  });
  const node = el('div', { className: 'lk-way' }, el('ol', {}, ...cells.map(cell => cell.node)),
    el('span', { className: 'lk-repeat', title: t(`重复 ${shapes.L} 层`, `repeats for ${shapes.L} layers`) }, el('b', { textContent: '×' + shapes.L })), el('span', { className: 'lk-back', title: t('新词元再走一圈', 'the new token takes one more lap') }));
  return {
    node,
    show(view) {
      const numbers = stageNumbers(view, shapes, t), titles = stageTitles(view, shapes, t);
      for (const cell of cells) {
        cell.picture.replaceChildren(...DRAW[cell.key](view, shapes, t));
        cell.number.textContent = numbers[cell.key];
        cell.node.title = titles[cell.key];
      }
    },
    /* at: 0 … 1 through the step, or null when nothing moves */
    light(at) {
      const here = at === null ? -1 : Math.min(STAGES.length - 1, Math.floor(at * STAGES.length));
      node.classList.toggle('moving', at !== null);
      cells.forEach((cell, i) => { cell.node.classList.toggle('now', i === here); cell.node.classList.toggle('later', at !== null && i > here); });
    },
  };
}
