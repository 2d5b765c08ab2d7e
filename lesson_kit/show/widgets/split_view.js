/* Figure 1: a text becomes tokens with numbers. */
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t, tip } = app;
    let columns = [], tokens = [], bytesOn = false, idsOn = true, chosen = -1;
    const strip = el('div', { className: 'lk-chips sv-strip', role: 'list', ariaLabel: t('词元', 'tokens') }), counts = el('div', { className: 'tp-counts' }), twin = el('div', { className: 'sv-twin' }), readout = el('p', { className: 'lk-read', role: 'status' });
    const ids = toggle(t('编号', 'ids'), on => { idsOn = on; redraw(); }), bytes = toggle(t('字节与码位', 'bytes, code points'), on => { bytesOn = on; redraw(); });
    const copied = el('span', { ariaLive: 'polite', className: 'lk-kicker' });
    const copy = el('button', { className: 'lk-quiet', type: 'button', textContent: t('复制编号', 'Copy ids'), onclick: async () => {
      const text = '[' + (app.data()?.ids ?? tokens.map(token => token.id)).join(', ') + ']';
      try { await navigator.clipboard.writeText(text); copied.textContent = t('已复制', 'copied'); } catch { saveBlob(new Blob([text], { type: 'text/plain' }), 'ids.txt'); copied.textContent = t('已存为 ids.txt', 'saved as ids.txt'); }      // no clipboard on plain http
    } });
    ids.sync(true);
    /* every chip of the same token lights up, here and in the twin */
    const light = id => { for (const chip of [...strip.querySelectorAll('.lk-chip'), ...twin.querySelectorAll('.lk-chip')]) chip.classList.toggle('tp-now', chip.dataset.id === String(id)); };
    const prepare = (cols, rows) => cols.forEach((col, i) => { col.dataset.id = rows[i].id; col.tabIndex = 0; col.setAttribute('role', 'listitem'); });
    function point(event, rows) {
      const col = event.target.closest?.('.lk-chip');
      if (!col) { light(null); tip.hide(); tell(chosen); return; }
      light(col.dataset.id);
      tip.show(col, ...tokenFacts(rows[+col.dataset.i], t, +col.dataset.i));
      if (rows === tokens) tell(+col.dataset.i);
    }
    for (const [box, rows] of [[strip, () => tokens], [twin, () => app.data()?.twin?.tokens ?? []]]) {
      box.onmouseover = event => point(event, rows()); box.onfocusin = box.onmouseover;
      box.onmouseleave = () => { light(null); tip.hide(); tell(chosen); }; box.onfocusout = box.onmouseleave;
    }
    strip.onclick = event => { const col = event.target.closest?.('.lk-chip'); chosen = col ? +col.dataset.i : -1; tell(chosen); };
    function tell(i) {
      const token = tokens[i];
      if (!token) { readout.textContent = t('把鼠标放在一块上：看它的编号、字符和字节。点一下可以留住。', 'Point at a piece to see its id, characters and bytes; click to keep it.'); return; }
      const same = tokens.filter(other => other.id === token.id).length;
      readout.replaceChildren(named(token, t, i), t(' 的编号是 ', ' has id '), el('code', { textContent: token.id }), token.s ? t('，是一个特殊词元。', ', a special token.') : t(`，占 ${spanOf(token.b)} 个字节（`, `, ${spanOf(token.b)} byte${spanOf(token.b) === 1 ? '' : 's'} (`), token.s ? '' : el('code', { textContent: hexPairs(token.b.slice(0, 48)) }), token.s ? '' : t(`）。这段文字里它出现 ${same} 次。`, `). It occurs ${same} time${same === 1 ? '' : 's'} in this text.`));
    }
    const size = rows => rows.filter(row => !row.s).reduce((sum, row) => sum + spanOf(row.b), 0), real = rows => rows.filter(row => !row.s).length;
    const letters = text => [...text].length;
    function redraw() {
      const data = app.data() ?? data0;
      columns = fillChips(strip, tokens, t, { ids: idsOn });
      prepare(columns, tokens);
      if (bytesOn) columns.forEach((col, i) => { if (!tokens[i].s) col.append(el('span', { className: 'sv-bytes', textContent: hexPairs(tokens[i].b) }), el('span', { className: 'sv-bytes', textContent: codePoints(tokens[i].t).join(' ') || '–' })); });
      const n = real(tokens), all = data.counts ?? { chars: letters(data.text), bytes: size(tokens), tokens: n }, card = (value, label) => el('div', { className: 'tp-count' }, el('b', { textContent: value }), el('span', { textContent: label }));
      counts.replaceChildren(card(grouped(all.chars), t('个字符', 'characters')), card(grouped(all.bytes), t('个字节（UTF-8）', 'bytes (UTF-8)')), card(grouped(all.tokens), t('个词元', all.tokens === 1 ? 'token' : 'tokens')), card(all.tokens ? fig(all.chars / all.tokens, 2) : '–', t('个字符 / 词元', 'characters per token')));
      twin.hidden = !data.twin;
      if (!data.twin) return;
      const other = real(data.twin.tokens), box = el('div', { className: 'lk-chips', role: 'list', ariaLabel: t('另一种语言的词元', 'tokens of the other language') });
      prepare(fillChips(box, data.twin.tokens, t, { ids: idsOn }), data.twin.tokens);
      const [zh, en] = data.lang === 'zh' ? [n, other] : [other, n];
      const longest = Math.max(zh, en), bar = (name, count) => el('div', { className: 'sv-bar' }, el('span', { textContent: name }), el('i', { className: 'tp-bar', style: `width:${68 * count / longest}%` }), el('b', { textContent: count }));
      twin.replaceChildren(el('p', { className: 'lk-kicker', textContent: data.lang === 'zh' ? t('同一句话的英文', 'The same sentence in English') : t('同一句话的中文', 'The same sentence in Chinese') }), box,
        el('div', { className: 'sv-bars' }, bar(t('中文', 'Chinese'), zh), bar(t('英文', 'English'), en), el('p', { className: 'sv-ratio' }, t('中文 : 英文 = ', 'Chinese : English = '), el('b', { textContent: (zh / en).toFixed(2) }), t('（词元数之比）', ' (ratio of token counts)'))));
    }
    let data0 = null;
    return {
      body: el('div', {}, strip, counts, twin), controls: [ids, bytes, copy, copied], readout,
      show(data) { data0 = data; tokens = data.tokens; chosen = -1; tip.hide(); redraw(); tell(-1); },
      say: data => t('每个方块是一个词元，下面是它在词表里的编号；方块里的小点表示词前的空格。模型收到的只有这串编号。', 'Each box is a token with its number in the vocabulary below it; a small dot inside stands for the space before a word. The numbers are all the model receives.'),
      rows: data => [['position', 'id', 'text', 'bytes'], ...tokens.map((token, i) => [i, token.id, token.t, hexPairs(token.b)])],
    };
  }, { name: 'tokens' });
}
export default { render };
