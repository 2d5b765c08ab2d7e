/* The blackboard: messages as blocks of their own token counts; the window's newest edge is fixed,
   the other edge is dragged. Lies on its side where there is room, stands upright on a phone. */
const BOARD_GAP = 18, BOARD_UPRIGHT = 620, BOARD_MOST = 2;      // of the largest window: what lies further away is counted, not drawn
/* The longest the row can get: window, a gap, and what lies outside of it. */
function boardLength(talk) {
  const cost = at => at.reduce((sum, i) => sum + talk.messages[i].tokens, 0);
  return Math.min(BOARD_MOST * talk.sizes.at(-1) + BOARD_GAP, Math.max(...talk.sizes.map((size, s) => Math.max(...Object.values(talk.plans).map(plan => {
    const r = talk.requests[plan[s]], over = r.refused ? talk.frame + talk.reserve + cost(talk.messages.map((_, i) => i)) : 0;
    return Math.max(size + (r.refused ? 0 : cost(r.dropped)), over) + BOARD_GAP;
  })))));
}
function windowBoard(root, t, { english, onSize, tip }) {
  const board = el('div', { className: 'wb' }), frame = el('div', { className: 'wb-frame' }), slack = el('div', { className: 'wb-slack' });
  const grip = el('button', { type: 'button', className: 'wb-grip', role: 'slider', ariaLabel: t('窗口大小', 'window size') }, svg('svg', { viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' }, svg('path', { d: 'M7 4v12M13 4v12' })));
  const labels = { size: el('div', { className: 'wb-label' }), gone: el('div', { className: 'wb-label' }), used: el('div', { className: 'wb-label' }) }, squeeze = svg('svg', { class: 'wb-squeeze', 'aria-hidden': 'true' });
  let talk = null, blocks = [], note = null, answer = null, upright = false, k = 1, drag = null, size = 0;
  /* a new conversation */
  function load(one) {
    talk = one;
    const last = talk.messages.length - 1, short = { system: t('系统', 'sys.'), user: t('用户', 'user'), assistant: t('助手', 'asst.') };
    const said = (who, n) => who + t(`，${grouped(n)} 个词元`, ', ' + many(n, 'token')), whole = (who, text) => who + (text ? t('：', ': ') + text : '');
    blocks = talk.messages.map((m, i) => messageBlock({ role: m.role, name: i === last && m.role === 'user' ? t('提问', 'asks') : short[m.role], letter: TURN_ROLES[m.role][0], tokens: m.tokens, text: m.text, facts: talk.facts, tip, say: (node, brief) => { const who = said(roleName(t, m.role), node.tokens) + (node.classList.contains('out') ? t('，没有发送', ', not sent') : ''); return brief ? who : whole(who, node.full); } }));
    note = messageBlock({ role: 'assistant', name: t('摘要', 'note'), letter: '', tokens: 0, facts: talk.facts, kind: 'note', tip, say: (node, brief) => { const who = said(t('模型写的摘要', 'the model’s summary'), node.tokens); return brief ? who : whole(who, node.full); } });
    answer = messageBlock({ role: 'assistant', name: t('留给回答', 'answer'), letter: '', tokens: talk.reserve, kind: 'reserve', tip, say: node => said(t('留给回答', 'kept free for the answer'), node.tokens) });
    board.replaceChildren(...blocks, note, answer, slack, squeeze, frame, grip, ...Object.values(labels));
    for (const [name, value] of [['min', talk.sizes[0]], ['max', talk.sizes.at(-1)]]) grip.setAttribute('aria-value' + name, value);
  }
  const nearest = v => talk.sizes.reduce((best, s, i) => Math.abs(s - v) < Math.abs(talk.sizes[best] - v) ? i : best, 0);
  grip.addEventListener('pointerdown', e => { drag = { x: e.clientX, y: e.clientY, size, reach: 0 }; grip.setPointerCapture(e.pointerId); board.classList.add('dragging'); });
  grip.addEventListener('pointermove', e => { if (drag) onSize(nearest(drag.size + (upright ? drag.y - e.clientY : drag.x - e.clientX) / k), false); });
  for (const end of ['pointerup', 'pointercancel']) grip.addEventListener(end, () => { if (!drag) return; drag = null; board.classList.remove('dragging'); onSize(talk.sizes.indexOf(size), true); });
  grip.addEventListener('keydown', e => {
    const at = talk.sizes.indexOf(size), to = { ArrowLeft: at + 1, ArrowUp: at + 1, ArrowRight: at - 1, ArrowDown: at - 1, Home: talk.sizes.length - 1, End: 0 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    onSize(Math.max(0, Math.min(talk.sizes.length - 1, to)), true);
  });
  /* request: the chosen policy's; extra: the summary as { text, tokens }, or null */
  function draw(at, request, extra) {
    const W = board.clientWidth;
    if (!W || !talk) return;
    size = talk.sizes[at];
    upright = W < BOARD_UPRIGHT;
    const AX = boardLength(talk), tall = english || talk.messages.some(m => isLatin(m.text)), low = innerHeight < 800, thick = upright ? W - 30 : tall ? (low ? 160 : 196) : low ? 140 : 166, top = upright ? 0 : 34, pad = 7;
    const most = 700 / talk.sizes.at(-1);      // pixels a token may take, so that the largest window stays in sight
    k = upright ? Math.max(2.2, Math.min(most, Math.max(4, 17.2 / Math.min(...talk.messages.map(m => m.tokens))))) : (W - 8) / AX;      // and the shortest message can be read, where that leaves room
    const wide = n => n * k, refused = request.refused, inside = refused ? talk.messages.map((_, i) => i) : request.sent, outside = refused ? [] : request.dropped;
    note.tell(extra?.tokens ?? 0, extra?.text ?? '');
    note.classList.toggle('hide', !extra); note.tabIndex = extra ? 0 : -1;
    const order = inside.map(i => [blocks[i], talk.messages[i].tokens]);
    if (extra) order.splice(request.at, 0, [note, extra.tokens]);
    order.push([answer, talk.reserve]);
    const used = order.reduce((sum, [, n]) => sum + n, talk.frame), cost = outside.reduce((sum, i) => sum + talk.messages[i].tokens, 0);
    /* upright the board is as tall as what is on it; under a finger it does not shrink, so that the edge stays there */
    const reach = Math.min(wide(AX) + 44, refused ? wide(used) + 56 : outside.length ? wide(size + cost) + 72 : wide(size) + 44);
    if (drag) drag.reach = Math.max(drag.reach, reach);
    const length = upright ? Math.max(reach, drag?.reach ?? 0) + 6 : wide(AX), end = length - 6, edge = end - wide(size), start = end - wide(used), least = upright ? 26 : 0;
    let unseen = 0;
    const place = (node, at, n, cross = 0, depth = thick) => {
      const size = Math.max(1, wide(n) - 2), s = node.style;
      if (upright) { s.top = top + at + 1 + 'px'; s.height = size + 'px'; s.left = 14 + cross + 'px'; s.width = depth + 'px'; } else { s.left = at + 1 + 'px'; s.width = size + 'px'; s.top = top + cross + 'px'; s.height = depth + 'px'; }
      if (!node.fit) return;
      const far = at < least - 1;
      node.classList.toggle('far', far);
      if (far) unseen += 1; else node.fit(upright ? depth : size, upright ? size : depth, upright);
    };
    let x = start + wide(talk.frame);
    for (const [node, n] of order) { node.classList.remove('out'); node.classList.toggle('over', Boolean(refused) && x < edge - 1); place(node, x, n, upright ? 0 : pad); x += wide(n); }
    const away = edge - (upright ? 44 : 16) - wide(cost);
    x = away;
    for (const i of outside) { blocks[i].classList.add('out'); blocks[i].classList.remove('over'); place(blocks[i], x, talk.messages[i].tokens, upright ? -12 : pad + 10, thick - (upright ? 8 : 12)); x += wide(talk.messages[i].tokens); }
    for (const node of blocks) node.tell(node.tokens, node.full);
    board.style.height = (upright ? length + 14 : top + thick + pad * 2 + 20) + 'px';
    frame.classList.toggle('bad', Boolean(refused)); grip.classList.toggle('bad', Boolean(refused));
    const depth = thick + pad * 2;
    Object.assign(frame.style, upright ? { left: '5px', width: W - 12 + 'px', top: top + edge - 5 + 'px', height: end - edge + 12 + 'px' } : { left: edge - 5 + 'px', width: end - edge + 10 + 'px', top: top + 'px', height: depth + 'px' });
    Object.assign(grip.style, upright ? { left: W / 2 - 32 + 'px', width: '64px', top: top + edge - 17 + 'px', height: '24px' } : { left: edge - 15 + 'px', width: '22px', top: top + thick / 2 - 20 + 'px', height: '54px' });
    grip.firstChild.style.transform = upright ? 'rotate(90deg)' : '';
    grip.setAttribute('aria-valuenow', size); grip.setAttribute('aria-valuetext', t(`${grouped(size)} 个词元`, many(size, 'token')));
    const free = size - used;
    slack.style.opacity = wide(free) > (upright ? 20 : 34) ? 1 : 0; slack.textContent = t(`空 ${grouped(free)}`, `free ${grouped(free)}`);
    place(slack, edge + 3, Math.max(0, free) , upright ? 0 : pad);
    arrow(extra && outside.length && !upright, { W, y: top + depth, from: away, to: edge - 18, tip: start + wide(talk.frame) + order.slice(0, request.at).reduce((sum, [, n]) => sum + wide(n), 0) + wide(extra?.tokens ?? 0) / 2 });
    labels.size.replaceChildren(t('窗口 ', 'window '), el('b', { textContent: grouped(size) }), t(' 词元', upright ? '' : ' tokens'));
    labels.used.textContent = t(`用了 ${grouped(used)} / ${grouped(size)}`, `used ${grouped(used)} of ${grouped(size)}`);
    const some = grouped(outside.length), dear = many(cost, 'token'), rest = unseen ? t(`（最早 ${unseen} 条没有画）`, ` (the earliest ${unseen === 1 ? 'one is' : unseen + ' are'} not drawn)`) : '';
    labels.gone.textContent = (refused ? t(`多出 ${grouped(used - size)} 个词元`, `${many(used - size, 'token')} too many`) : !outside.length ? '' : extra ? t(`掉出去 ${some} 条、${grouped(cost)} 词元，压成 ${extra.tokens}`, `${some} fell out, ${dear} squeezed into ${extra.tokens}`) : t(`掉出去 ${some} 条、${grouped(cost)} 词元：模型看不见`, `${some} fell out, ${dear}: unseen`)) + rest;
    labels.gone.classList.toggle('bad', Boolean(refused));
    const at0 = (node, left, y, right) => Object.assign(node.style, { left: right === undefined ? left + 'px' : 'auto', right: right === undefined ? 'auto' : right + 'px', top: y + 'px' });
    if (upright) { const y = refused ? Math.max(26, start - 30) : edge - 42; at0(labels.size, 6, y); at0(labels.used, 0, y, 8); at0(labels.gone, 6, refused ? Math.max(2, y - 24) : Math.max(2, away - 26)); }
    else { at0(labels.size, Math.max(4, Math.min(edge - 5, W - 300)), 5); at0(labels.used, 0, 5, W - end - 5); const room = edge - 24; at0(labels.gone, refused ? 2 : Math.max(2, Math.min(away, room - 330)), refused && start < edge - 190 ? 5 : refused ? top + depth + 2 : 5); }
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
  function mark(holds) { for (const node of [...blocks, note]) for (const u of node.words.querySelectorAll('u')) u.classList.toggle('lost', node.classList.contains('out') && !holds(+u.dataset.fact)); }
  return { node: board, load, draw, mark, nearest };
}
