/* What the attention picture knows and can be asked: the sentence, the choice of layer and head, the hand. */

const INK = ['query', 'av-amber', 'ink', 'av-olive'];          // several heads at once: colour …
const MANY = INK.length;                                       // … and pattern run out here

function attentionState(model, root, t) {
  const sentences = model.get('sentences') ?? [];
  const begin = () => ({ layer: model.get('layer'), head: model.get('head'), ex: false, nums: true, mask: 'causal', table: false, big: false, many: false, heads: [model.get('head')] });
  const S = { sentence: 0, q: 0, k: null, hq: null, hk: null, ...begin() };
  let colours = new Map(), ramps = new Map(), shown = null, mine = null;

  const app = {
    S, root, t, sentences,
    own() { const now = model.get('own'); if (now?.tokens) mine = now; return mine; },       // a refusal does not take the last good one away
    s: () => openSentence(S.sentence === 'own' ? app.own() ?? sentences[0] : sentences[S.sentence]),
    query: () => Math.min(S.hq ?? S.q, app.s().T - 1),
    key: () => S.hk ?? (S.hq == null || S.hq === S.q ? S.k : null),
    focus: () => ({ layer: S.layer, head: S.many ? S.heads[0] : typeof S.layer === 'number' ? S.head : 'mean' }),
    narrow: () => root.classList.contains('lk-narrow'),
    font: () => getComputedStyle(root).fontFamily,
    mono: () => getComputedStyle(root).getPropertyValue('--mono'),
    c: name => { if (!colours.has(name)) colours.set(name, css(role(root, name))); return colours.get(name); },
    reset() { Object.assign(S, begin(), { q: app.s().first, k: null, hq: null, hk: null }); app.stale(); },
    stale() { shown = null; },
    recolour() { colours = new Map(); ramps = new Map(); shown = null; },
    ramp_(name) { if (!ramps.has(name)) ramps.set(name, heatRamp(root, name)); return ramps.get(name); },
    get ramp() { return app.ramp_('query'); },
    /* the matrices on show, main one first */
    shown() {
      if (shown) return shown;
      const s = app.s(), heads = S.many && typeof S.layer === 'number' ? S.heads : [app.focus().head];
      shown = heads.map((head, n) => {
        const whole = chosenWeights(s, { layer: S.layer, head, mask: S.mask });
        return { head, w: S.ex ? withoutFirst(whole, s.T) : whole, css: app.c(INK[n]), ramp: app.ramp_(INK[n]), dash: heads.length > 1 ? DASHES[n] : '', name: app.headName(head) };
      });
      shown.top = s.T > LONG ? scaleTop(shown, s.T) : 1;
      return shown;
    },
    top: () => app.shown().top,
    /* scores of one row, −Infinity where hidden; null where no single head is chosen */
    scoreRow(i) {
      const s = app.s(), { layer, head } = app.focus();
      if (typeof layer !== 'number' || typeof head !== 'number') return null;
      return range(s.T).map(j => (S.mask === 'none' || j <= i ? dotParts(s, layer, head, i, j).score : -Infinity));
    },
    /* the pair under study: what is held, else what the row looks at most */
    pair() {
      const { w } = app.shown()[0], T = app.s().T, line = w.subarray(S.q * T, S.q * T + T);
      return [S.q, S.k ?? line.indexOf(Math.max(...line))];
    },
    headName: head => (head === 'mean' ? t('平均', 'mean') : t(`第 ${head + 1} 头`, `head ${head + 1}`)),
    where() {
      const s = app.s(), { layer, head } = app.focus(), layerName = t(`第 ${layer + 1} 层`, `layer ${layer + 1}`), heads = app.shown();
      const what = layer === 'rollout' ? 'attention rollout' : layer === 'mean' ? t(`${s.L} 层 × ${s.H} 头的算术平均`, `arithmetic mean of ${s.L} layers × ${s.H} heads`)
        : head === 'mean' ? t(`${layerName} · ${s.H} 头的算术平均`, `${layerName} · arithmetic mean of ${s.H} heads`) : `${layerName} · ${heads.map(h => h.name).join(t('、', ', '))}`;
      return what + (S.ex ? t(' · 不计首词元', ' · first token excluded') : '') + (S.mask === 'none' ? t(' · 假设双向', ' · what if bidirectional') : '');
    },
    method: () => (S.layer === 'rollout'
      ? t('累积（rollout，Abnar & Zuidema 2020）：每层取各头平均的 ½ 加自己的 ½，从下往上逐层相乘。', 'Rollout (Abnar & Zuidema 2020): per layer ½ mean of the heads + ½ the token itself, multiplied up through the layers.')
      : t('算术平均：每个头算一份，不管它有没有用。', 'Arithmetic mean: every head counts alike, useful or not.')),
  };
  S.q = sentences.length ? app.s().first : 0;
  return app;
}
const swatch = r => svg('svg', { class: 'av-swatch', width: 26, height: 10, 'aria-hidden': 'true' }, svg('path', { d: 'M0 5H26', stroke: r.css, 'stroke-width': 4, 'stroke-dasharray': r.dash }));
/* For long texts the darkest colour is not 100 %: 99.5 % of the cells (first column apart) stay below it. */
function scaleTop(rows, T) {
  const seen = [];
  for (const { w } of rows) for (let i = 8; i < T; i++) for (let j = 1; j <= i; j++) if ((i * T + j) % 3 === 0) seen.push(w[i * T + j]);
  seen.sort((a, b) => a - b);
  const high = seen[Math.floor(.995 * seen.length)] ?? 1;
  return [.02, .05, .1, .2, .3, .5].find(x => x >= high) ?? 1;
}
/* The sentence under the hand: what the picture shows, in words. → nodes and strings */
function readoutParts(app) {
  const { S, t } = app, s = app.s(), q = app.query(), k = app.key(), rows = app.shown(), { T } = s, name = j => (j === q ? t('自己', 'itself') : named(s.tokens[j], t, j));
  const line = rows[0].w.subarray(q * T, q * T + T), who = named(s.tokens[q], t, q), bold = w => el('b', { textContent: pct(w) });
  if (S.ex && q === 0) return [t('首词元只看得见自己；不计它，这一行就空了。', 'The first token sees only itself; without it this row is empty.')];
  if (rows.length > 1) {
    return [who, t(' 最看重：', ' looks most at: '), ...rows.flatMap((r, n) => {
      const own = r.w.subarray(q * T, q * T + T), best = k ?? own.indexOf(Math.max(...own));
      return [n ? t('；', '; ') : '', swatch(r), `${r.name} → ${name(best)} `, bold(own[best])];
    }), t('。', '.')];
  }
  if (k != null && S.mask !== 'none' && k > q) return [t(`${named(s.tokens[k], t, k)}在${who}后面，还没有写到：看不见。`, `${named(s.tokens[k], t, k)} comes after ${who} and is not written yet: hidden.`)];
  if (q === 0 && S.mask !== 'none') return [t(`${who}前面什么也没有，只能看自己。`, `${who.replace(/^t/, 'T')} has nothing before it and can only look at itself.`)];
  const start = who.replace(/^the/, 'The');
  if (k != null) return app.S.nums ? [start, t('把 ', ' gives '), bold(line[k]), t(` 的权重给了${name(k)}。`, ` of its weight to ${name(k)}.`)] : [start, t(`看${name(k)}。`, ` looks at ${name(k)}.`)];
  const [a, b] = range(T).sort((x, y) => line[y] - line[x]);
  const tail = b !== undefined && line[b] > .0005 ? t(`，${pct(line[b])} 给了${name(b)}`, `, ${pct(line[b])} to ${name(b)}`) : '';
  return [start, t('把 ', ' gives '), bold(line[a]), t(` 的权重给了${name(a)}${tail}。`, ` of its weight to ${name(a)}${tail}.`)];
}
/* The box at the pointer: the weight, and the softmax arithmetic behind it. */
function tipParts(app, i, j, lens) {
  const { S, t } = app, s = app.s(), rows = app.shown(), name = n => named(s.tokens[n], t, n), br = () => el('br');
  const title = el('b', { textContent: `${name(i)} → ${name(j)}` }), out = lens ? [lens, title] : [title];
  if (S.mask !== 'none' && j > i) return [...out, br(), t('还没有写到：掩码把分数设成 −∞，不是 0', 'not written yet: the mask sets its score to −∞, which is not a weight of “0”')];
  if (S.ex && j === 0) return [...out, br(), t('首词元，这里不计', 'first token, not counted here')];
  out.push('　', el('b', { textContent: pct(rows[0].w[i * s.T + j]) }));
  if (rows.length > 1) return [...out.slice(0, -2), ...rows.flatMap(r => [br(), `${r.name}: `, el('code', { textContent: pct(r.w[i * s.T + j]) })])];
  const scores = app.scoreRow(i);
  if (!scores) return [...out, br(), app.S.layer === 'rollout' ? t('rollout：从下往上各层相乘', 'rollout: product of the layers') : t('各头的算术平均', 'arithmetic mean of the heads')];
  const total = scores.reduce((a, x) => a + Math.exp(x), 0);
  out.push(br(), t(`分数 q·k ÷ √${s.D} = `, `score q·k ÷ √${s.D} = `), el('code', { textContent: num(scores[j]) }), br(), t('权重 e^', 'weight e^'), el('code', { textContent: `${num(scores[j])} ÷ ${compact(total)}` }));
  if (S.ex) out.push(br(), t('再除以 1 − 首词元的权重', 'then divided by 1 − the first token’s weight'));
  return out;
}
