/* A text as tokens. Hovering lights the same token in every picture of the group. */
function render({ model, el: host }) {
  const { root, t, onDispose, dispose } = mount(model, host);
  const tip = tooltip(root), sentence = () => model.get('sentence') || undefined;
  const bus = attentionBus(model.get('group'), {}, hear);      // the source is this very object: no two strips share it
  let tokens = [], chips = [], showIds = model.get('ids'), showBytes = false, held = -1, first = 0;

  const counts = el('span'), strip = el('div', { className: 'lk-strip lk-chips', role: 'listbox', ariaLabel: t('词元', 'tokens'), tabIndex: -1 });
  const ids = toggle(t('编号', 'ids'), on => { showIds = on; draw(); });
  const bytes = toggle(t('字节与码位', 'bytes and code points'), on => { showBytes = on; draw(); });
  const copied = el('span', { ariaLive: 'polite' });
  const copy = el('button', { className: 'lk-quiet', type: 'button', textContent: t('复制编号', 'Copy ids'), onclick: async () => {
    const text = '[' + tokens.map(token => token.id).join(', ') + ']';
    try { await navigator.clipboard.writeText(text); copied.textContent = t('已复制', 'copied'); }
    catch { saveBlob(new Blob([text], { type: 'text/plain' }), 'ids.txt'); copied.textContent = t('已存为 ids.txt', 'saved as ids.txt'); }   // no clipboard on plain http
    setTimeout(() => { copied.textContent = ''; }, 2500);
  } });
  root.append(el('div', { className: 'lk-counts' }, counts, ids, bytes, copy, copied), strip);
  ids.sync(showIds);

  function draw() {
    tokens = model.get('tokens');
    chips = fillChips(strip, tokens, t, { ids: showIds });
    chips.forEach((chip, i) => {
      chip.tabIndex = i === first ? 0 : -1;
      chip.setAttribute('role', 'option');
      chip.setAttribute('aria-label', `${named(tokens[i], t, i)}, id ${tokens[i].id}`);
      if (showBytes && !tokens[i].s) chip.append(el('span', { className: 'lk-bytes', textContent: hexPairs(tokens[i].b) }),
        el('span', { className: 'lk-bytes', textContent: codePoints(tokens[i].t).join(' ') || '–' }));
    });
    const text = tokens.filter(token => !token.s).map(token => token.b).join('');
    const size = text.length / 2, shown = readable(bytesOf(text));
    counts.replaceChildren(el('b', { textContent: tokens.length }), t(' 个词元 · ', tokens.length === 1 ? ' token · ' : ' tokens · '), el('b', { textContent: [...shown].length }), t(' 个字符 · ', ' characters · '), el('b', { textContent: size }), t(' 个字节', ' bytes'));
    light();
  }
  const at = event => { const chip = event.target.closest?.('.lk-chip'); return chip ? +chip.dataset.i : -1; };
  let hover = -1, key = -1;
  function light() {
    chips.forEach((chip, i) => {
      chip.classList.toggle('lit', i === hover);
      chip.classList.toggle('isq', i === held);
      chip.classList.toggle('isk', i === key && i !== held);
    });
  }
  /* Pointing shows the token as the query elsewhere; leaving gives back what was held. */
  function point(i) {
    if (i === hover) return;
    hover = i;
    light();
    if (i < 0) tip.hide(); else tip.show(chips[i], ...tokenFacts(tokens[i], t, i));
    if (i >= 0) bus.send({ sentence: sentence(), query: i, hover: true });
    else if (held >= 0) bus.send({ sentence: sentence(), query: held });
  }
  function hear(message) {
    if (message.sentence !== undefined && sentence() !== undefined && String(message.sentence) !== sentence()) return;
    if ('query' in message) { if (message.hover) hover = message.query ?? -1; else { held = message.query ?? -1; hover = -1; } }
    if ('key' in message) key = message.key ?? -1;
    light();
  }
  strip.onmouseover = event => point(at(event));
  strip.onmouseleave = () => point(-1);
  strip.onfocusin = event => point(at(event));
  strip.onfocusout = () => point(-1);
  strip.onclick = event => { const i = at(event); if (i >= 0) { held = i; light(); bus.send({ sentence: sentence(), query: i }); } };
  strip.onkeydown = event => {
    const i = at(event), to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: chips.length - 1 }[event.key];
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); strip.onclick(event); }
    if (i < 0 || to === undefined || !chips[to]) return;
    event.preventDefault();
    chips[first].tabIndex = -1; first = to; chips[to].tabIndex = 0; chips[to].focus();
  };
  listen(model, onDispose, 'change:tokens', () => { first = 0; hover = held = key = -1; draw(); });
  onDispose(() => bus.close());
  draw();
  return dispose;
}
export default { render };
