/* The blackboard: messages as blocks of their own token counts; the window's newest edge is fixed,
   the other edge is dragged. Lies on its side where there is room, stands upright on a phone. */
const BOARD_GAP = 18, BOARD_UPRIGHT = 620;
/* The longest the row can get: window, a gap, and what lies outside of it. */
function boardLength(talk) {
  const cost = at => at.reduce((sum, i) => sum + talk.messages[i].tokens, 0);
  return Math.max(...talk.sizes.map((size, s) => Math.max(...Object.values(talk.plans).map(plan => {
    const r = talk.requests[plan[s]], over = r.refused ? talk.frame + talk.reserve + cost(talk.messages.map((_, i) => i)) : 0;
    return Math.max(size + (r.refused ? 0 : cost(r.dropped)), over) + BOARD_GAP;
  }))));
}
function windowBoard(root, t, { english, onSize }) {
  const board = el('div', { className: 'wb' }), frame = el('div', { className: 'wb-frame' }), slack = el('div', { className: 'wb-slack' });
  const grip = el('button', { type: 'button', className: 'wb-grip', role: 'slider', ariaLabel: t('窗口大小', 'window size') }, svg('svg', { viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' }, svg('path', { d: 'M7 4v12M13 4v12' })));
  const labels = { size: el('div', { className: 'wb-label' }), gone: el('div', { className: 'wb-label' }), used: el('div', { className: 'wb-label' }) }, squeeze = svg('svg', { class: 'wb-squeeze', 'aria-hidden': 'true' });
  let talk = null, blocks = [], note = null, answer = null, upright = false, k = 1, drag = null, size = 0;
  const block = (role, title, tokens, words, extra = '') => { const name = el('span', { textContent: title, data: { letter: extra ? '' : TURN_ROLES[role][0] } }), count = el('em', { textContent: tokens }), text = el('div', { className: 'wb-text' }, ...words), node = el('div', { className: 'wb-block lk-' + role + ' ' + extra }, el('div', { className: 'wb-name' }, name, count), text); Object.assign(node, { name, count, text, tokens }); return node; };
  /* a new conversation */
  function load(one) {
    talk = one;
    const last = talk.messages.length - 1, short = { system: t('系统', 'sys.'), user: t('用户', 'user'), assistant: t('助手', 'asst.') };
    blocks = talk.messages.map((m, i) => { const node = block(m.role, i === last && m.role === 'user' ? t('提问', 'asks') : short[m.role], m.tokens, wordsOf(m.text, talk.facts)); node.title = roleName(t, m.role) + t('：', ': ') + m.text; return node; });
    note = block('assistant', t('摘要', 'note'), 0, [], 'note'); answer = block('assistant', t('留给回答', 'answer'), talk.reserve, [], 'reserve');
    board.replaceChildren(...blocks, note, answer, slack, squeeze, frame, grip, ...Object.values(labels));
    for (const [name, value] of [['min', talk.sizes[0]], ['max', talk.sizes.at(-1)]]) grip.setAttribute('aria-value' + name, value);
  }
  const nearest = v => talk.sizes.reduce((best, s, i) => Math.abs(s - v) < Math.abs(talk.sizes[best] - v) ? i : best, 0);
  grip.addEventListener('pointerdown', e => { drag = [e.clientX, e.clientY, size]; grip.setPointerCapture(e.pointerId); board.classList.add('dragging'); });
  grip.addEventListener('pointermove', e => { if (drag) onSize(nearest(drag[2] + (upright ? drag[1] - e.clientY : drag[0] - e.clientX) / k)); });
  for (const end of ['pointerup', 'pointercancel']) grip.addEventListener(end, () => { drag = null; board.classList.remove('dragging'); });
  grip.addEventListener('keydown', e => {
    const at = talk.sizes.indexOf(size), to = { ArrowLeft: at + 1, ArrowUp: at + 1, ArrowRight: at - 1, ArrowDown: at - 1, Home: talk.sizes.length - 1, End: 0 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    onSize(Math.max(0, Math.min(talk.sizes.length - 1, to)));
  });
  /* request: the chosen policy's; extra: the summary as { text, tokens }, or null */
  function draw(at, request, extra) {
    const W = board.clientWidth;
    if (!W || !talk) return;
    size = talk.sizes[at];
    upright = W < BOARD_UPRIGHT;
    const AX = boardLength(talk), low = innerHeight < 800, thick = upright ? W - 30 : english ? (low ? 160 : 196) : low ? 140 : 166, top = upright ? 30 : 34, pad = 7;
    k = upright ? 3.5 : (W - 8) / AX;
    const length = AX * k, end = length - 6, wide = n => n * k, place = (node, start, n, cross = 0, depth = thick) => { const s = node.style; if (upright) { s.top = top + start + 1 + 'px'; s.height = wide(n) - 2 + 'px'; s.left = 14 + cross + 'px'; s.width = depth + 'px'; } else { s.left = start + 1 + 'px'; s.width = wide(n) - 2 + 'px'; s.top = top + cross + 'px'; s.height = depth + 'px'; } };
    const refused = request.refused, inside = refused ? talk.messages.map((_, i) => i) : request.sent, outside = refused ? [] : request.dropped, edge = end - wide(size);
    note.count.textContent = extra?.tokens ?? ''; note.text.replaceChildren(...wordsOf(extra?.text ?? '', talk.facts)); note.title = extra?.text ?? '';
    note.classList.toggle('hide', !extra);
    const order = inside.map(i => [blocks[i], talk.messages[i].tokens]);
    if (extra) order.splice(request.at, 0, [note, extra.tokens]);
    order.push([answer, talk.reserve]);
    const used = order.reduce((sum, [, n]) => sum + n, talk.frame), start = end - wide(used), cost = outside.reduce((sum, i) => sum + talk.messages[i].tokens, 0);
    let x = start + wide(talk.frame);
    for (const [node, n] of order) { node.classList.remove('out'); node.classList.toggle('over', Boolean(refused) && x < edge - 1); place(node, x, n, upright ? 0 : pad); x += wide(n); }
    const away = edge - (upright ? 44 : 16) - wide(cost);
    x = away;
    for (const i of outside) { blocks[i].classList.add('out'); blocks[i].classList.remove('over'); place(blocks[i], x, talk.messages[i].tokens, upright ? -12 : pad + 10, thick - (upright ? 8 : 12)); x += wide(talk.messages[i].tokens); }
    const tall = top + length + 14;
    board.style.height = (upright ? tall + Math.max(0, -away) : top + thick + pad * 2 + 20) + 'px';
    for (const node of [...blocks, note, answer]) fit(node, upright);
    frame.classList.toggle('bad', Boolean(refused)); grip.classList.toggle('bad', Boolean(refused));
    const depth = thick + pad * 2;
    Object.assign(frame.style, upright ? { left: '5px', width: W - 12 + 'px', top: top + edge - 5 + 'px', height: end - edge + 12 + 'px' } : { left: edge - 5 + 'px', width: end - edge + 10 + 'px', top: top + 'px', height: depth + 'px' });
    Object.assign(grip.style, upright ? { left: W / 2 - 32 + 'px', width: '64px', top: top + edge - 17 + 'px', height: '24px' } : { left: edge - 15 + 'px', width: '22px', top: top + thick / 2 - 20 + 'px', height: '54px' });
    grip.firstChild.style.transform = upright ? 'rotate(90deg)' : '';
    grip.setAttribute('aria-valuenow', size); grip.setAttribute('aria-valuetext', t(`${size} 个词元`, `${size} tokens`));
    const free = size - used;
    slack.style.opacity = wide(free) > (upright ? 20 : 34) ? 1 : 0; slack.textContent = t(`空 ${free}`, `free ${free}`);
    place(slack, edge + 3, Math.max(0, free) , upright ? 0 : pad);
    arrow(extra && outside.length && !upright, { W, y: top + depth, from: away, to: edge - 18, tip: start + wide(talk.frame) + order.slice(0, request.at).reduce((sum, [, n]) => sum + wide(n), 0) + wide(extra?.tokens ?? 0) / 2 });
    labels.size.replaceChildren(t('窗口 ', 'window '), el('b', { textContent: size }), t(' 词元', upright ? '' : ' tokens'));
    labels.used.textContent = t(`用了 ${used} / ${size}`, `used ${used} of ${size}`);
    labels.gone.textContent = refused ? t(`多出 ${used - size} 个词元`, `${used - size} tokens too many`) : !outside.length ? '' : extra ? t(`掉出去 ${outside.length} 条、${cost} 词元，压成 ${extra.tokens}`, `${outside.length} fell out, ${cost} tokens squeezed into ${extra.tokens}`) : t(`掉出去 ${outside.length} 条、${cost} 词元：模型看不见`, `${outside.length} fell out, ${cost} tokens: unseen`);
    labels.gone.classList.toggle('bad', Boolean(refused));
    const at0 = (node, left, y, right) => Object.assign(node.style, { left: right === undefined ? left + 'px' : 'auto', right: right === undefined ? 'auto' : right + 'px', top: y + 'px' });
    if (upright) { const y = refused ? top + start - 30 : top + edge - 42; at0(labels.size, 6, y); at0(labels.used, 0, y, 8); at0(labels.gone, 6, refused ? y - 24 : Math.max(2, top + away - 26)); }
    else { at0(labels.size, Math.max(4, Math.min(edge - 5, W - 300)), 5); at0(labels.used, 0, 5, W - end - 5); const room = edge - 24; at0(labels.gone, refused ? 2 : Math.max(2, Math.min(away, room - 330)), refused && start < edge - 190 ? 5 : refused ? top + depth + 2 : 5); }
  }
  /* as many whole lines as there is room for; a name that is too long for its block goes */
  function fit(node, flat) {
    const w = parseFloat(node.style.width) - 10, h = parseFloat(node.style.height);
    node.classList.toggle('slim', !flat && w < 40);
    node.text.style.webkitLineClamp = Math.max(1, Math.floor((h - (flat ? 4 : node.classList.contains('slim') || w > 70 ? 28 : 48)) / 19));
    node.classList.toggle('sideways', english && !flat && w < 66 && !node.classList.contains('reserve')); node.classList.toggle('flat', flat); node.classList.toggle('tiny', flat && h < 19);
  }
  function arrow(on, { W, y, from, to, tip }) {
    squeeze.replaceChildren();
    squeeze.style.opacity = on ? 1 : 0;
    if (!on) return;
    for (const [name, value] of [['viewBox', `0 0 ${W} ${y + 26}`], ['width', W], ['height', y + 26]]) squeeze.setAttribute(name, value);
    const left = Math.max(2, from);
    squeeze.append(svg('path', { d: `M${left} ${y - 2}v8a6 6 0 0 0 6 6H${tip - 6}a6 6 0 0 0 6 -6V${y - 8}M${Math.max(left + 4, to)} ${y - 2}v14M${tip - 5} ${y - 2}l5 -7l5 7` }));
  }
  /* facts(i): does the text that is sent still hold fact i? */
  function mark(holds) { for (const node of [...blocks, note]) for (const u of node.text.querySelectorAll('u')) u.classList.toggle('lost', node.classList.contains('out') && !holds(+u.dataset.fact)); }
  return { node: board, load, draw, mark };
}
