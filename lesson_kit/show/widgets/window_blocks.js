/* A message as a block of the blackboard: what can be read in a box of any size. Whole lines or none, and a
   name that fits or a shorter one; the whole message is told to whoever points at the block, or goes there by key. */
const BLOCK_LINE = 19, BLOCK_SIDEWAYS = 16, BLOCK_TINY = 15;
const widthOf = node => Math.ceil(node.getBoundingClientRect().width - .01);
const isLatin = text => ([...text].filter(c => c >= '\u2e80').length * 4 < [...text].length);
function messageBlock({ role, name, letter, tokens, text = '', facts = [], kind = '', tip, say }) {
  const title = el('span'), count = el('em'), head = el('div', { className: 'wb-name' }, title, count), words = el('div', { className: 'wb-text' });
  const node = el('div', { className: 'wb-block lk-' + role + ' ' + kind, tabIndex: 0, role: 'img' }, head, words);
  Object.assign(node, { words, tokens, full: text, facts });
  node.tell = (n, whole) => { node.tokens = n; node.full = whole; node.setAttribute('aria-label', say(node)); };
  node.tell(tokens, text);
  const show = () => tip.show(node, el('b', { textContent: say(node, true) }), ...(node.full ? [el('br'), el('bdi', { textContent: node.full })] : []));
  node.onpointerenter = node.onfocus = show;
  node.onpointerleave = node.onblur = () => tip.hide();
  /* w, h: what the block is going to measure, borders and all (on its way there it is still moving) */
  node.fit = (w, h, flat) => {
    const key = [w, h, flat, node.tokens, node.full].join('|');
    if (node.fitted === key) return;
    node.fitted = key;
    const lying = !flat || kind === 'reserve', sides = kind ? 14 : flat ? 16 : 10, room = w - sides, high = h - (flat ? (h < BLOCK_LINE + 2 ? 0 : 2) : kind ? 11 : 9);
    const line = flat && high < BLOCK_LINE ? BLOCK_TINY : BLOCK_LINE, sideways = !flat && room < 66 && isLatin(node.full) && Boolean(node.full);
    node.classList.toggle('flat', flat && kind !== 'reserve'); node.classList.toggle('tiny', line === BLOCK_TINY); node.classList.toggle('sideways', sideways);
    const forms = [[name, node.tokens], ...(letter ? [[letter, node.tokens]] : []), ['', node.tokens]];
    const fits = high >= line && forms.some(([a, b]) => { title.textContent = a; count.textContent = grouped(b); head.hidden = title.hidden = false; title.hidden = !a; return widthOf(head) <= room; });
    head.hidden = !fits;
    const below = high - (lying && fits ? 20 : 0), across = room + (sideways ? 4 : 0) - (!lying && fits ? widthOf(head) + 8 : 0);      // on its side the text may use the padding
    const lines = Math.floor(sideways ? across / BLOCK_SIDEWAYS : below / line);
    words.hidden = !node.full || lines < 1 || (sideways ? below < 40 : across < 16);
    if (words.hidden) return;
    Object.assign(words.style, sideways ? { width: lines * BLOCK_SIDEWAYS + 'px', height: below + 'px' } : { width: across + 'px', height: lines * line + 'px' });
    wholeLines(words, node.full, facts, sideways);
  };
  return node;
}
/* As much of a text as its box holds, an ellipsis where it had to stop. */
function wholeLines(box, text, facts, across) {
  const signs = 'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(s => s.segment) : [...text];
  const put = n => box.replaceChildren(...wordsOf(n < signs.length ? signs.slice(0, n).join('').trimEnd() + '…' : text, facts));
  const fits = n => { put(n); return box.scrollHeight <= box.clientHeight + (across ? 1 : 5) && box.scrollWidth <= box.clientWidth + (across ? 5 : 1); };      // a glyph's box may be taller than its line
  if (fits(signs.length)) return;
  let low = 0, high = signs.length;
  while (high - low > 1) { const middle = (low + high) >> 1; if (fits(middle)) low = middle; else high = middle; }
  put(low);
  if (!low) box.hidden = true;
}
