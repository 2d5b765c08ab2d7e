/* Neighbours by number, and neighbours by meaning: two lists of the same token. */
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t } = app, left = el('div', { className: 'in-list' }), right = el('div', { className: 'in-list' }), readout = el('p', { className: 'lk-read', role: 'status' });
    const one = (row, self) => el('div', { className: 'in-row' + (self ? ' self' : '') }, el('code', { textContent: row.id }), el('span', { className: 'tp-tok' }, ...(() => { const f = face({ t: row.t, s: row.s, b: row.b }, t); return [f.dot && el('i', { className: 'lk-dot' }), el('bdi', { textContent: f.text })].filter(Boolean); })()),
      el('span', { className: 'in-bar' }, el('i', { className: 'tp-bar' + (self ? '' : ' soft'), style: `width:${Math.max(0, 80 * row.cos)}%` }), el('b', { textContent: self ? '1' : num(row.cos) })));
    const mean = rows => rows.reduce((sum, row) => sum + row.cos, 0) / Math.max(1, rows.length);
    return {
      body: el('div', { className: 'in-grid' }, el('section', {}, el('h3', { textContent: t('编号挨着的', 'Next to it by number') }), left), el('section', {}, el('h3', { textContent: t('向量挨着的（余弦）', 'Next to it by vector (cosine)') }), right)), readout,
      show(data) {
        const self = { ...data.token, cos: 1 };
        left.replaceChildren(...[...data.by_id, self].sort((a, b) => a.id - b.id).map(row => one(row, row.id === self.id)));
        right.replaceChildren(one(self, true), ...data.by_meaning.map(row => one(row, false)));
        readout.replaceChildren(t('平均余弦：编号邻居 ', 'Mean cosine: neighbours by number '), el('code', { textContent: num(mean(data.by_id)) }), t('，向量邻居 ', ', by vector '), el('code', { textContent: num(mean(data.by_meaning)) }), t('，与词表里所有词元 ', ', with every token of the vocabulary '), el('code', { textContent: num(data.chance) }), t('。', '.'));
      },
      say: () => t('左右两栏的条长都是向量夹角的余弦，来自模型的嵌入表；编号只决定查哪一行。', 'Bars in both columns are cosines between vectors of the model’s embedding table; the number only says which row to look up.'),
      rows: d => [['list', 'id', 'text', 'cosine'], ...d.by_id.map(row => ['id', row.id, row.t, row.cos]), ...d.by_meaning.map(row => ['vector', row.id, row.t, row.cos])],
    };
  }, { name: 'id-neighbours' });
}
export default { render };
