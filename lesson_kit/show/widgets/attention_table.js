/* The same numbers as a table that a screen reader can walk, and that can be copied. */

const TABLE = 48;                  // more tokens: the table holds the query's row only

function weightTable(app) {
  const { t } = app, node = el('div', { className: 'av-table', tabIndex: 0, hidden: true, role: 'region', ariaLabel: t('权重表', 'table of weights') });
  const label = (s, i) => `${i + 1} ${face(s.tokens[i], t, i).text}`;
  function draw() {
    if (node.hidden) return;
    const s = app.s(), q = app.S.q, w = app.shown()[0].w;
    node.replaceChildren(s.T > TABLE ? oneRow(s, q, w) : whole(s, q, w));
  }
  function whole(s, q, w) {
    const head = el('tr', {}, el('th', { scope: 'col', textContent: t('查询 ↓ 键 →', 'query ↓ key →') }), ...range(s.T).map(j => el('th', { scope: 'col' }, el('bdi', { textContent: label(s, j) }))));
    const rows = range(s.T).map(i => el('tr', { className: i === q ? 'on' : '' }, el('th', { scope: 'row' }, el('bdi', { textContent: label(s, i) })), ...range(s.T).map(j => cell(s, w, i, j)), el('td', { className: 'sum', textContent: pct(sum(s, w, i)) })));
    head.append(el('th', { scope: 'col', textContent: t('合计', 'sum') }));
    return el('table', { className: 'lk-table' }, el('caption', { textContent: t('权重，%；', 'Weights, %; ') + app.where() }), el('thead', {}, head), el('tbody', {}, ...rows));
  }
  const sum = (s, w, i) => range(s.T).reduce((a, j) => a + w[i * s.T + j], 0);
  function cell(s, w, i, j) {
    const hidden = (app.S.mask !== 'none' && j > i) || (app.S.ex && j === 0);
    return hidden ? el('td', { className: 'none', textContent: '·', ariaLabel: t('看不见', 'hidden') }) : el('td', { textContent: (100 * w[i * s.T + j]).toFixed(1), onclick: () => app.pin(i, j) });
  }
  function oneRow(s, q, w) {
    const scores = app.scoreRow(q), rows = range(s.T).filter(j => app.S.mask === 'none' || j <= q);
    return el('table', { className: 'lk-table' }, el('caption', { textContent: t(`${named(s.tokens[q], t, q)}这一行；`, `Row of ${named(s.tokens[q], t, q)}; `) + app.where() }),
      el('thead', {}, el('tr', {}, ...[t('键', 'key'), ...(scores ? [t('分数', 'score')] : []), t('权重，%', 'weight, %')].map(x => el('th', { scope: 'col', textContent: x })))),
      el('tbody', {}, ...rows.map(j => el('tr', {}, el('th', { scope: 'row' }, el('bdi', { textContent: label(s, j) })), ...(scores ? [el('td', { textContent: num(scores[j], 3) })] : []), el('td', { textContent: (100 * w[q * s.T + j]).toFixed(2) })))));
  }
  return { node, draw };
}
