/* The same text through real vocabularies. */
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t, tip } = app, list = el('div', { className: 'vc-list' });
    let idsOn = false, sorted = false, data0 = null;
    const ids = toggle(t('编号', 'ids'), on => { idsOn = on; draw(); }), sort = toggle(t('从少到多', 'fewest first'), on => { sorted = on; draw(); });
    const readout = el('p', { className: 'lk-read', role: 'status' });
    const count = row => row.n ?? row.tokens.length;
    /* Where each token lies in the text, in bytes: the same place in every row. */
    const spans = tokens => { let at = 0; return tokens.map(token => [at, at += token.s ? 0 : spanOf(token.b)]); };
    let drawn = [];
    const light = (from, to) => { for (const { columns, at } of drawn) columns.forEach((column, i) => column.classList.toggle('tp-now', at[i][0] < to && from < at[i][1])); };
    function draw() {
      drawn = [];
      const rows = sorted ? [...data0.rows].sort((a, b) => count(a) - count(b)) : data0.rows, most = Math.max(...rows.map(count), 1);
      list.replaceChildren(...rows.map(row => {
        const n = count(row), box = el('div', { className: 'lk-chips vc-chips' }), wide = el('div', { className: 'vc-row' + (row.ours ? ' ours' : '') },
          el('div', { className: 'vc-name' }, el('b', { textContent: row.name }), el('span', { textContent: t(`词表 ${grouped(row.size)}`, `${grouped(row.size)} tokens known`) })),
          el('div', { className: 'vc-count', title: t(`${n} 个词元`, `${n} tokens`) }, el('i', { className: 'tp-bar' + (row.ours ? '' : ' soft'), style: `width:calc((100% - 52px) * ${n / most})` }), el('b', { textContent: grouped(n) })), box);
        const columns = fillChips(box, row.tokens, t, { ids: idsOn }), at = spans(row.tokens);
        drawn.push({ columns, at });
        columns.forEach((col, i) => { col.tabIndex = 0; col.onmouseenter = col.onfocus = () => { light(...at[i]); tip.show(col, ...tokenFacts(row.tokens[i], t, i)); }; col.onmouseleave = col.onblur = () => { light(0, 0); tip.hide(); }; });
        return wide;
      }));
      const by = [...data0.rows].sort((a, b) => count(a) - count(b)), ends = row => ({ ...row, names: by.filter(other => count(other) === count(row)).map(other => other.name).join(t('、', ', ')) }), few = ends(by[0]), many = ends(by[by.length - 1]);
      readout.replaceChildren(...(count(few) === count(many) ? [t(`${rows.length} 份词表都切成 ${count(few)} 块。`, `All of them make ${count(few)} piece${count(few) === 1 ? '' : 's'} of it.`)]
        : [t('最少：', 'Fewest: '), few.names + ' ', el('code', { textContent: grouped(count(few)) }), t('；最多：', '; most: '), many.names + ' ', el('code', { textContent: grouped(count(many)) }), t('，是 ', ', '), el('code', { textContent: fig(count(many) / count(few), 2) }), t(' 倍。同一段文字，账单和窗口就差这么多倍。', ' times as many. For the same text, bill and window differ by that factor.')]));
    }
    return {
      body: list, controls: [ids, sort], readout,
      show(data) { data0 = data; tip.hide(); draw(); },
      say: () => t('条长是词元数。指着一块，别的词表里同一处文字也会亮。括在一起的几块合起来才是一个字；块里写的是它的 UTF-8 字节。', 'Bars show token counts. Point at a piece and the same place lights up in every vocabulary. Pieces under one bracket make a single character together; what stands in them are its UTF-8 bytes.'),
      rows: data => [['vocabulary', 'size', 'tokens', 'ids'], ...data.rows.map(row => [row.name, row.size, count(row), row.tokens.map(token => token.id).join(' ')])],
    };
  }, { name: 'vocabularies' });
}
export default { render };
