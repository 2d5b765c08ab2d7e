/* Candidates as bars, and the same answer told twice: streamed, and as one blank wait. */

/* Exact probabilities of the named candidates at a temperature and top-k (0: all). The step brings the largest logits
   and, for each temperature on offer, the log of the whole vocabulary's sum. T = 0 takes the likeliest; the bars then show T = 1. */
function shares(step, temperature, topK) {
  const T = temperature > 0 ? temperature : 1, scaled = step.logits.map(x => x / T);
  const kept = topK > 0 ? Math.min(topK, scaled.length) : 0;
  const sum = kept ? logSumExp(scaled.slice(0, kept)) : step.z[String(+T.toFixed(4))];
  const of = (x, rank) => kept && rank >= kept ? 0 : Math.exp(x / T - sum);
  return { all: step.logits.map(of), chosen: of(step.logit, step.rank), how: (x, rank) => kept && rank >= kept ? null : [x / T, sum] };
}
function logSumExp(xs) { const top = Math.max(...xs); return top + Math.log(xs.reduce((a, x) => a + Math.exp(x - top), 0)); }

const SHOWN = 6, share = p => p > 0 && p < .001 ? '<' + pct(.001) : pct(p);
/* Where a probability comes from: its logit over the temperature, against the log of everybody's sum. */
const origin = (how, t) => how ? `softmax: e^(${num(how[0])} − ${num(how[1])})` + t('，打分 ÷ 温度，减去全体之和的对数', ', logit ÷ temperature, less the log of the sum over all') : t('不在 top-k 之内', 'not among the top k');
function candidateBars(t, onPick) {
  const list = el('ol', { className: 'lk-cands' }), rest = el('p', { className: 'lk-rest' }), how = el('small');
  const node = el('section', { className: 'lk-col' }, el('h3', {}, t('下一个词元的候选', 'Candidates for the next token'), how), list, rest);
  return {
    node,
    /* step: null before the first token; allowed(id): may it be chosen here, and if not, why */
    show(step, settings, { drawn = true, why = '', allowed = () => true } = {}) {
      how.textContent = settings.temperature === 0 ? t('取概率最大的', 'the likeliest is taken') : drawn ? t(`温度 ${settings.temperature}，按概率抽`, `drawn at temperature ${settings.temperature}`) : t(`温度 ${settings.temperature} 时的概率`, `probabilities at temperature ${settings.temperature}`);
      if (!step) { list.replaceChildren(...Array.from({ length: SHOWN }, () => el('li', { className: 'lk-cand empty' }))); rest.textContent = ''; return; }
      const p = shares(step, settings.temperature, settings.top_k), shown = step.named.slice(0, SHOWN).map((token, i) => ({ token, p: p.all[i], i, x: step.logits[i], mine: token.id === step.token.id }));
      if (!shown.some(one => one.mine)) shown[SHOWN - 1] = { token: step.token, p: p.chosen, i: step.rank, x: step.logit, mine: true };      // drawn from further down the list
      list.replaceChildren(...shown.map(one => {
        const free = !one.mine && allowed(one.token.id), at = one.i < SHOWN ? '' : t(`第 ${one.i + 1} 名`, `rank ${one.i + 1}`);
        const row = el('button', { type: 'button', className: 'lk-cand' + (one.mine ? ' mine' : ''), disabled: !free, title: one.mine ? t('选中的就是它', 'this one was chosen') : free ? t('换成这个，接着往下走', 'take this one and go on from here') : why, onclick: () => onPick(one.token) },
          el('span', { className: 'lk-mark', textContent: one.mine ? '●' : '' }), chip(one.token, t, -1, 'span'),
          el('span', { className: 'lk-bar' }, el('i', { style: `width:${(100 * one.p).toFixed(2)}%` })), el('span', { className: 'lk-p', textContent: share(one.p), title: origin(p.how(one.x, one.i), t) }), el('small', { textContent: at }));
        if (one.mine) row.setAttribute('aria-current', 'true');
        return el('li', {}, row);
      }));
      const left = 1 - shown.reduce((a, one) => a + one.p, 0);
      rest.textContent = left > .0005 ? t(`其余词元合计 ${pct(left)}`, `all others together ${pct(left)}`) : '';
    },
  };
}

const clockText = (seconds, t) => seconds < 1 ? `${(1000 * seconds).toFixed(seconds < .01 ? 1 : 0)}${THIN}${t('毫秒', 'ms')}` : `${seconds.toFixed(2)}${THIN}${t('秒', 's')}`;
function clockLanes(t) {
  const lane = (name, about) => {
    const text = el('p', { className: 'lk-said' }), clock = el('dl', { className: 'lk-clock', title: t('模型自己的计算时间，不含画面和网络', 'the model’s own time, without drawing and network') });
    return { node: el('div', { className: 'lk-lane' }, el('h3', {}, name, el('small', { textContent: about })), text, clock), text, clock };
  };
  const stream = lane(t('边写边给', 'Streamed'), t('写一个给一个', 'each token as it is made')), wait = lane(t('写完再给', 'One wait'), t('同一个回答，一次给全', 'the same answer, all at once'));
  const fact = (name, value) => el('div', {}, el('dt', { textContent: name }), el('dd', { textContent: value }));
  return {
    node: el('div', { className: 'lk-lanes' }, stream.node, wait.node),
    /* prompt, made: text; times: seconds of the revealed steps; over: the answer is complete; clock: seconds shown running */
    show({ prompt, made, times, over, clock, moving }) {
      const write = (where, text, cursor) => {
        where.replaceChildren(el('span', { className: 'lk-given', textContent: prompt }), el('span', { className: 'lk-new', textContent: text }), cursor ? el('i', { className: 'lk-caret' }) : '');
        where.scrollTop = where.scrollHeight;
      };
      write(stream.text, made, !over);
      const total = times.reduce((a, x) => a + x, 0), rest = total - (times[0] ?? 0), rate = times.length > 1 && rest > 0 ? (times.length - 1) / rest : null;
      stream.clock.replaceChildren(fact(t('首词元', 'first token'), times.length ? clockText(times[0], t) : moving ? clockText(clock, t) : '–'), fact(t('之后每秒', 'then, per second'), rate === null ? '–' : t(`${rate.toFixed(rate < 10 ? 1 : 0)} 个词元`, `${rate.toFixed(rate < 10 ? 1 : 0)} tokens`)), fact(t('共', 'total'), clockText(Math.max(total, clock), t)));
      if (over) write(wait.text, made, false); else wait.text.replaceChildren(el('span', { className: 'lk-given', textContent: prompt }), el('span', { className: 'lk-blank', textContent: t(' 还没有字', ' nothing yet') }));
      wait.clock.replaceChildren(fact(over ? t('第一个字来时', 'first word after') : t('已等', 'waiting'), clockText(Math.max(total, clock), t)), fact(t('看到全文', 'whole text after'), over ? clockText(total, t) : '–'));
    },
  };
}
