/* Bytes of characters above; below, tokens arriving one by one and text that appears when its last byte is there. */
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t, onDispose } = app;
    let data = null, track = 0;
    const chars = el('div', { className: 'bs-chars tp-scroll' }), tracks = el('span'), strip = el('div', { className: 'lk-chips bs-strip tp-scroll' }), held = el('div', { className: 'bs-held' }), shown = el('div', { className: 'bs-shown', role: 'log' }), readout = el('p', { className: 'lk-read', role: 'status' });
    let columns = [], knob = null;
    const player = stepPlayer(t, onDispose, draw);
    /* the leading bits say how many bytes a character has; the rest is the code point */
    const bits = byte => { const text = byte.toString(2).padStart(8, '0'), lead = byte < 0x80 ? 1 : byte < 0xc0 ? 2 : byte < 0xe0 ? 3 : byte < 0xf0 ? 4 : 5; return el('span', { className: 'bs-bits' }, el('b', { textContent: text.slice(0, lead) }), text.slice(lead)); };
    function drawChars() {
      const list = data.chars.slice(0, 24);
      chars.replaceChildren(...[...list.map(one => el('div', { className: 'bs-char', title: one.name ?? '' }, el('span', { className: 'bs-glyph' }, el('bdi', { className: visible(one.c, t).length > 3 ? 'small' : '', textContent: one.c === ' ' ? '␣' : one.c === '\u200d' ? t('连接符', 'joiner') : visible(one.c, t) })), el('span', { className: 'bs-code', textContent: codePoints(one.c).join(' ') }), ...(one.b.match(/../g) ?? []).map(pair => el('span', { className: 'bs-byte' }, el('code', { textContent: pair.toUpperCase() }), bits(parseInt(pair, 16)))))), data.chars.length > 24 && el('span', { className: 'lk-kicker', textContent: t(`还有 ${data.chars.length - 24} 个字符`, `${data.chars.length - 24} more characters`) })].filter(Boolean));
    }
    function draw(k) {
      if (!data) return;
      const one = data.tracks[track];
      columns.forEach((col, i) => { col.classList.toggle('bs-wait', i >= k); col.classList.toggle('tp-now', i === k - 1); });
      columns[k - 1]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
      const before = one.steps.slice(0, Math.max(0, k - 1)).map(step => step.out).join(''), last = k ? one.steps[k - 1] : { out: '', held: '' };
      held.replaceChildren(...((last.held.match(/../g) ?? []).map(pair => el('span', { className: 'tp-tok bytes', textContent: pair.toUpperCase() }))));
      held.classList.toggle('empty', !last.held);
      const safe = text => face({ t: text.startsWith(' ') ? '\u00a0' + text.slice(1) : text }, t).text.replaceAll('␣', ' ');
      shown.replaceChildren(el('span', { textContent: safe(before) }), el('mark', { textContent: safe(last.out) }), el('i', { className: 'bs-caret' }));
      const token = one.tokens[k - 1];
      if (!k) readout.textContent = t('按播放：词元一个一个到来。', 'Press play: tokens arrive one by one.');
      else if (last.held) readout.replaceChildren(t('来了 ', 'Token '), el('code', { textContent: token.id }), t(`：字还没完整，${spanOf(last.held)} 个字节先留着，屏幕上什么也不能多写。`, ` has come: the character is not complete, so ${spanOf(last.held)} byte${spanOf(last.held) === 1 ? ' is' : 's are'} held back and nothing may be shown yet.`));
      else readout.replaceChildren(t('来了 ', 'Token '), el('code', { textContent: token.id }), t('：凑齐了，写出 ', ' has come: complete, out goes '), el('code', { textContent: face({ t: last.out }, t).dot ? '␣' + face({ t: last.out }, t).text : face({ t: last.out }, t).text }), t('。', '.'));
    }
    function choose(n) {
      track = n; knob?.sync(n);
      columns = fillChips(strip, data.tracks[n].tokens, t, { ids: true });
      player.load(data.tracks[n].tokens.length, Math.min(data.at ?? 0, data.tracks[n].tokens.length));
    }
    const section = (name, ...kids) => el('section', { className: 'bs-part' }, el('h3', { textContent: name }), ...kids);
    return {
      body: el('div', {}, section(t('字符 → 字节', 'Characters → bytes'), chars), el('div', { className: 'bs-head' }, el('h3', { textContent: t('词元 → 文字', 'Tokens → text') }), tracks), player, strip, el('div', { className: 'bs-out' }, section(t('留着的字节', 'Held back'), held), section(t('屏幕上', 'On screen'), shown))),
      readout, onkey: player.key,
      show(next) {
        data = next;
        knob = segment(t('词表', 'vocabulary'), data.tracks.map((one, i) => [i, one.name]), choose);
        tracks.replaceChildren(knob);
        drawChars(); choose(Math.min(track, data.tracks.length - 1));
      },
      say: () => t('UTF-8 里，首字节开头的 1（粗体）说这个字一共几个字节，后面的字节都以 10 开头，所以中途断开也看得出来。', 'In UTF-8 the leading ones of the first byte (bold) say how many bytes the character has, and every later byte begins with 10: a break in the middle can be told.'),
      rows: d => [['step', 'id', 'bytes', 'shown', 'held back'], ...d.tracks[track].steps.map((step, i) => [i + 1, d.tracks[track].tokens[i].id, hexPairs(d.tracks[track].tokens[i].b), step.out, hexPairs(step.held)])],
    };
  }, { name: 'byte-stream' });
}
export default { render };
