/* Whole texts as chips, on top of common.js: ids below, split characters bracketed with the character they make. */
const bytesOf = hex => Uint8Array.from((hex ?? '').match(/../g) ?? [], pair => parseInt(pair, 16));
const codePoints = text => [...text].map(codePoint);
const strict = bytes => { try { return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes); } catch { return null; } };
/* Bytes as text, never "�": what is no UTF-8 shows as ⟨E4⟩; a character still unfinished at the end is held back. */
function readable(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i], size = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    const part = bytes.slice(i, i + size);
    if (size && part.length < size && part.slice(1).every(byte => byte >> 6 === 2)) break;
    const char = size ? strict(part) : null;
    text += char ?? '⟨' + first.toString(16).toUpperCase().padStart(2, '0') + '⟩';
    i += char === null ? 1 : size;
  }
  return text;
}
const rowsText = rows => readable(bytesOf(rows.filter(row => !row.s).map(row => row.b).join('')));
/* One token as a column: the chip, and with ids its number below. */
function chipColumn(token, t, index, ids) {
  const column = el('span', { className: 'lk-chip', data: { i: index } }, chip(token, t, index, 'span'));
  column.firstChild.removeAttribute('title');
  if (ids) column.append(el('span', { className: 'lk-id', textContent: token.id }));
  return column;
}
/* All tokens into box, tokens of one group under one bracket. Returns the columns in order.
   from: place of the first one, where the box holds the middle of a text. */
function fillChips(box, tokens, t, { ids = false, from = 0 } = {}) {
  const columns = tokens.map((token, i) => chipColumn(token, t, from + i, ids)), parts = document.createDocumentFragment();
  const runs = new Map(groupsOf(tokens).map(run => [run.from, run]));
  for (let i = 0; i < tokens.length; i++) {
    const run = runs.get(i);
    if (!run) { parts.append(columns[i]); continue; }
    const whole = el('bdi', { className: 'lk-whole', dir: 'ltr', title: codePoints(run.text).join(' '), textContent: run.text ? face({ t: run.text }, t).text : '…' });
    parts.append(el('span', { className: 'lk-bracket' }, whole, ...columns.slice(run.from, run.to + 1)));
    i = run.to;
  }
  box.replaceChildren(parts);
  return columns;
}
/* The lines of a token's tooltip: what it is, id, characters with code points, bytes. */
function tokenFacts(token, t, index = -1) {
  const title = token.s || token.t ? named(token, t, index) : t('一个字的一部分', 'part of a character');
  const lines = [el('b', {}, el('bdi', { textContent: title })), ` id ${token.id}`];
  if (token.s) return [...lines, el('br'), t('特殊词元，打字打不出来', 'a special token: nobody can type it')];
  const points = codePoints(token.t ?? ''), size = (token.b ?? '').length / 2;
  if (points.length) lines.push(el('br'), points.slice(0, 8).join(' ') + (points.length > 8 ? ' …' : ''));
  lines.push(el('br'), t(`${size} 个字节：`, `${size} byte${size === 1 ? '' : 's'}: `), el('code', { textContent: hexPairs(token.b.slice(0, 48)) + (size > 24 ? ' …' : '') }));
  return lines;
}
