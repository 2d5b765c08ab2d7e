/* One word, cut with merges learned before: a ladder, one rung for each merge. */
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t, onDispose } = app;
    let data = null, word = null, which = 0;
    const words = el('div', { className: 'be-words', role: 'group', ariaLabel: t('哪一段', 'which chunk') }), ladder = el('ol', { className: 'be-ladder' }), readout = el('p', { className: 'lk-read', role: 'status' }), scroll = el('div', { className: 'lk-frame be-frame' }, ladder);
    const player = stepPlayer(t, onDispose, draw, { paces: [[2400, '½×'], [1200, '1×'], [400, '3×']], pace: 1200 });
    /* which neighbours are joined next: the smallest number between two */
    const chosen = step => { let best = -1; step.ranks.forEach((rank, i) => { if (rank !== null && (best < 0 || rank < step.ranks[best])) best = i; }); return best; };
    function rung(k, now) {
      const step = word.steps[k], pick = chosen(step), parts = [], rank = pick < 0 ? null : step.ranks[pick];
      const joined = k ? joinedAt(k) : [];
      step.tokens.forEach((token, i) => {
        parts.push(byteToken(token, t, (joined.includes(i) ? 'new ' : '') + (now && rank !== null && (step.ranks[i] === rank || step.ranks[i - 1] === rank) ? 'next' : '')));
        if (i + 1 < step.tokens.length) { const r = step.ranks[i]; parts.push(el('span', { className: 'be-rank' + (r !== null && r === rank ? ' low' : ''), textContent: r === null ? '·' : grouped(r) })); }
      });
      return el('li', { className: now ? 'now' : '' }, el('span', { className: 'be-no', textContent: k }), el('span', { className: 'be-tokens' }, ...parts));
    }
    /* places of tokens that were made by the step before */
    function joinedAt(k) { const before = word.steps[k - 1], pick = chosen(before); if (pick < 0) return []; const made = before.tokens[pick] + before.tokens[pick + 1]; return word.steps[k].tokens.map((token, i) => token === made ? i : -1).filter(i => i >= 0); }
    function draw(k) {
      if (!word) return;
      ladder.replaceChildren(...word.steps.slice(0, k + 1).map((_, i) => rung(i, i === k)));
      scroll.scrollTop = 1e6;
      const step = word.steps[k], pick = chosen(step);
      if (pick >= 0) readout.replaceChildren(t('能合的对里，编号最小的先合：', 'Of the pairs that can be joined the one with the smallest number goes first: '), el('code', { textContent: byteName(step.tokens[pick], t) }), ' + ', el('code', { textContent: byteName(step.tokens[pick + 1], t) }), t(`，它是学到的第 ${grouped(step.ranks[pick])} 次合并（一共 ${grouped(data.n_merge)} 次）。`, `, merge number ${grouped(step.ranks[pick])} of the ${grouped(data.n_merge)} learned.`));
      else readout.replaceChildren(t('没有能合的对了。编号：', 'Nothing left to join. The ids: '), el('code', { textContent: word.ids.join(' ') }), word.same ? t('，与分词器给出的一样。', ', the same as the tokenizer gives.') : t('。分词器另有规矩，给出的不同。', '. The tokenizer has further rules and gives others.'));
    }
    function choose(w, begin = null) {
      which = w; word = data.words[w];
      [...words.children].forEach((button, i) => button.setAttribute('aria-pressed', String(i === w)));
      player.load(word.steps.length - 1, begin ?? 0);
    }
    return {
      body: el('div', {}, words, player, scroll), readout, onkey: player.key,
      show(next) {
        data = next;
        words.replaceChildren(...data.words.map((one, i) => el('button', { type: 'button', className: 'be-word', onclick: () => choose(i) }, face({ t: one.text }, t).dot && el('i', { className: 'lk-dot' }), el('bdi', { textContent: visible(one.text, t) }))));
        words.hidden = data.words.length < 2;
        choose(Math.min(data.first ?? 0, data.words.length - 1), data.at ?? 0);
      },
      say: d => t('小数字是这一对在学习时排第几，越小越早；点（·）表示没学过这一对。合并不跨过上面的分段。', 'The small numbers say when a pair was learned, smaller is earlier; a dot (·) marks a pair never learned. Merges do not cross the chunks above.'),
      rows: d => [['chunk', 'step', 'tokens', 'ranks'], ...d.words.flatMap(one => one.steps.map((step, k) => [one.text, k, step.tokens.map(b => byteName(b, t)).join(' | '), step.ranks.map(r => r ?? '').join(' ')]))],
    };
  }, { name: 'bpe-encoding' });
}
export default { render };
