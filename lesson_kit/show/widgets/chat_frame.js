/* What people see in a chat, and the one sequence the model receives. */
const CHAT_ROLES = { system: ['S', '系统', 'system'], user: ['U', '用户', 'user'], assistant: ['A', '助手', 'assistant'] };
function render({ model, el: host }) {
  return textPicture(model, host, app => {
    const { t, tip } = app;
    const talk = el('div', { className: 'cf-talk' }), sequence = el('div', { className: 'cf-seq' }), readout = el('p', { className: 'lk-read', role: 'status' }), counts = el('div', { className: 'tp-counts' });
    const lane = role => role ? 'lk-' + role : '';
    function draw(data) {
      talk.replaceChildren(...data.messages.map(one => el('div', { className: 'cf-say cf-' + one.role + ' ' + lane(one.role) }, el('span', { className: 'cf-who' }, tag(CHAT_ROLES[one.role][0], one.role), ' ' + t(CHAT_ROLES[one.role][1], CHAT_ROLES[one.role][2])), el('p', {}, el('bdi', { textContent: one.content })))));
      let place = 0;
      sequence.replaceChildren(...data.parts.filter(part => part.tokens.length).map(part => {
        const box = el('span', { className: 'lk-chips cf-part ' + lane(part.role) + (part.frame ? ' frame' : '') });
        fillChips(box, part.tokens, t, { ids: true, from: 1 }).forEach((col, i) => {
          const token = part.tokens[i], at = place++;
          col.tabIndex = 0;
          col.onmouseenter = col.onfocus = () => { tip.show(col, ...tokenFacts(token, t)); readout.replaceChildren(t(`第 ${at + 1} 个，`, `Number ${at + 1}, `), el('code', { textContent: token.id }), token.s ? t('：特殊词元，由模板放进来，谁也打不出来。', ': a special token, put there by the template; nobody can type it.') : part.frame ? t('：模板里的普通文字。', ': plain text of the template.') : t('：', ': ') + t(CHAT_ROLES[part.role]?.[1] ?? '', CHAT_ROLES[part.role]?.[2] ?? '') + t('说的话。', '’s words.')); };
          col.onmouseleave = col.onblur = () => { tip.hide(); rest(data); };
        });
        return box;
      }));
      const all = data.parts.flatMap(part => part.tokens), special = all.filter(token => token.s).length, frame = data.parts.filter(part => part.frame).flatMap(part => part.tokens).length;
      const card = (value, label) => el('div', { className: 'tp-count' }, el('b', { textContent: value }), el('span', { textContent: label }));
      counts.replaceChildren(card(all.length, t('个词元，模型收到的全部', 'tokens: all the model receives')), card(frame, t('个属于框架', 'belong to the frame')), card(special, t('个特殊词元', 'special tokens')), card(data.parts.filter(part => !part.frame).flatMap(part => part.tokens).filter(token => token.s).length, t('个特殊词元来自打的字', 'special tokens out of typed text')));
      rest(data);
    }
    function rest(data) {
      const typed = data.messages.map(one => one.content).join(' ').match(/<\|\w+\|>/);
      readout.replaceChildren(...(typed ? [t('打进去的 ', 'The typed '), el('code', { textContent: typed[0] }), t(' 被切成了普通的几块，编号与真正的特殊词元不同：冒充不了。', ' was cut into ordinary pieces; its ids are not those of the real special token, so it cannot pass for one.')] : [t('几条消息连成一条序列，结尾留着助手的开头：模型接着往下写。', 'The messages become one sequence, and it ends with the assistant’s opening: the model writes on from there.')]));
    }
    return {
      body: el('div', { className: 'cf-grid' }, el('section', {}, el('h3', { textContent: t('人看到的', 'What people see') }), talk), el('section', {}, el('h3', { textContent: t('模型收到的', 'What the model receives') }), sequence, counts)),
      readout, show: draw,
      say: d => d.template ?? '',
      rows: d => [['position', 'role', 'frame', 'id', 'text'], ...d.parts.flatMap(part => part.tokens.map(token => [part.role ?? '', part.frame, token.id, token.t])).map((row, i) => [i, ...row])],
    };
  }, { name: 'chat-template' });
}
export default { render };
