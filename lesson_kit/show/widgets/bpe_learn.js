/* Byte-pair encoding being learned. The merges come from Python; between them the page counts pairs itself. */
const bpeJoin = (tokens, l, r) => { const out = []; for (const token of tokens) { if (out.length && !out[out.length - 1].used && out[out.length - 1].b === l && token === r) { out[out.length - 1] = { b: l + r, used: true }; } else out.push({ b: token, used: false }); } return out.map(one => one.b); };
/* words, merges → the tokens of each word after 0, 1, … n merges */
function bpeStates(words, merges) {
  const states = [words.map(word => word.b.match(/../g) ?? [])];
  for (const merge of merges) states.push(states[states.length - 1].map(tokens => bpeJoin(tokens, merge.l, merge.r)));
  return states;
}
/* how often each pair stands side by side: [{ l, r, n }], most frequent first, `best` before its equals */
function bpePairs(words, tokens, best) {
  const counts = new Map();
  tokens.forEach((word, w) => { for (let i = 0; i + 1 < word.length; i++) { const key = word[i] + ' ' + word[i + 1]; counts.set(key, (counts.get(key) ?? 0) + words[w].n); } });
  const won = best ? best.l + ' ' + best.r : '';
  return [...counts].map(([key, n]) => { const [l, r] = key.split(' '); return { l, r, n, key }; }).sort((a, b) => b.n - a.n || (b.key === won) - (a.key === won) || (a.key < b.key ? -1 : 1));
}
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t, onDispose } = app;
    let data = null, states = [];
    const total = k => states[k].reduce((sum, word, w) => sum + word.length * data.words[w].n, 0);
    const board = el('div', { className: 'bl-words tp-scroll' }), table = el('div', { className: 'bl-pairs' }), vocabulary = el('div', { className: 'bl-vocab tp-scroll' }), spark = el('div', { className: 'bl-spark' }), grown = el('b'), readout = el('p', { className: 'lk-read', role: 'status' });
    const player = stepPlayer(t, onDispose, draw);
    function draw(k) {
      if (!data) return;
      const next = data.merges[k], last = data.merges[k - 1], made = last && last.l + last.r;
      board.replaceChildren(...states[k].map((word, w) => el('div', { className: 'bl-word' }, el('span', { className: 'bl-row' }, ...word.map((token, i) => byteToken(token, t, (token === made ? 'new ' : '') + (next && ((token === next.l && word[i + 1] === next.r) || (token === next.r && word[i - 1] === next.l)) ? 'next' : '')))), data.words[w].n > 1 && el('span', { className: 'bl-times', textContent: '×' + data.words[w].n }))));
      const pairs = bpePairs(data.words, states[k], next).slice(0, 8), most = pairs[0]?.n ?? 1;
      table.replaceChildren(...pairs.map((pair, i) => el('div', { className: 'bl-pair' + (next && i === 0 ? ' best' : ''), data: { pair: pair.key, n: pair.n } }, el('span', { className: 'bl-two' }, byteToken(pair.l, t), byteToken(pair.r, t)), el('i', { className: 'tp-bar' + (next && i === 0 ? '' : ' soft'), style: `width:${55 * pair.n / most}%` }), el('b', { textContent: pair.n }))));
      vocabulary.replaceChildren(el('span', { className: 'bl-base', textContent: t('256 个字节', '256 bytes') }), ...data.merges.slice(0, k).map((merge, i) => { const node = byteToken(merge.l + merge.r, t, i === k - 1 ? 'new' : ''); node.title = `${256 + i}: ${byteName(merge.l, t)} + ${byteName(merge.r, t)}, ${merge.n}×`; return node; }));
      vocabulary.scrollTop = 1e6;
      grown.textContent = grouped(256 + k);
      drawSpark(k);
      if (next) readout.replaceChildren(t('最常相邻的一对：', 'The pair that meets most often: '), el('code', { textContent: byteName(next.l, t) }), ' + ', el('code', { textContent: byteName(next.r, t) }), t(`，${next.n} 次。合成一块，编号 ${256 + k}。`, `, ${next.n} times. It becomes one token with id ${256 + k}.`));
      else readout.textContent = data.merges.length ? t('没有哪一对再出现两次以上，学完了。', 'No pair meets twice any more: learning is over.') : t('没有哪一对出现两次，没有可学的。', 'No pair occurs twice: there is nothing to learn.');
    }
    function drawSpark(k) {
      const n = data.merges.length, w = 320, h = 74, top = total(0), x = i => 6 + (w - 12) * (n ? i / n : 0), y = v => h - 8 - (h - 20) * v / top;
      const path = states.map((_, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(total(i)).toFixed(1)}`).join('');
      spark.replaceChildren(svg('svg', { viewBox: `0 0 ${w} ${h}`, role: 'img', 'aria-label': t(`文字现在是 ${total(k)} 块，开始时 ${top} 块`, `the text is ${total(k)} pieces now, ${top} at the start`) }, svg('path', { d: path, fill: 'none', stroke: 'var(--muted)', 'stroke-width': 1.5 }), svg('line', { x1: 6, x2: w - 6, y1: h - 8, y2: h - 8, stroke: 'var(--line-2)' }), svg('circle', { cx: x(k), cy: y(total(k)), r: 5, fill: 'var(--ink)' })),
        el('p', {}, t('整段文字：', 'The whole text: '), el('b', { textContent: top }), t(' 块 → ', ' pieces → '), el('b', { textContent: total(k) }), t(' 块', ' pieces')));
    }
    return {
      body: el('div', {}, player, el('div', { className: 'bl-grid' }, el('section', {}, el('h3', { textContent: t('文字，此刻的切法', 'The text as it is cut now') }), board), el('section', {}, el('h3', { textContent: t('相邻的一对，数一数', 'Neighbours, counted') }), table, spark)), el('h3', { className: 'bl-more' }, t('词表：', 'Vocabulary: '), grown, t(' 个词元', ' tokens')), vocabulary),
      readout, onkey: player.key,
      show(next) { data = next; states = bpeStates(data.words, data.merges); player.load(data.merges.length, Math.min(next.at ?? 0, data.merges.length)); },
      say: d => t(`合并由 text/bpe.py 学得；tokenizers 库在同样文字上学到的前 ${d.merges.length} 次合并，有 ${d.same} 次与它相同。`, `The merges were learned by text/bpe.py; of the first ${d.merges.length} merges that the tokenizers library learns on the same text, ${d.same} are the same.`),
      rows: d => [['id', 'left', 'right', 'count', 'bytes'], ...d.merges.map((merge, i) => [256 + i, byteName(merge.l, t), byteName(merge.r, t), merge.n, hexPairs(merge.l + merge.r)])],
    };
  }, { name: 'bpe-learning', lines: 2 });
}
export default { render };
