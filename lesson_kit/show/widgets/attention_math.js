/* Numbers of one sentence, from its q and k. Pure functions: no page, no state but a cache.
   Matrices are Float32Array of T×T, row = query, column = key. Layers and heads count from 0. */

const opened = new WeakMap();
/* The packed dict from Python → { tokens, T, L, H, G, D, q, k, v, label, next, first }. Opened once per dict. */
function openSentence(raw) {
  if (opened.has(raw)) return opened.get(raw);
  const s = { raw, label: raw.label, tokens: raw.tokens, T: raw.tokens.length, L: raw.n_layer, H: raw.n_head, G: raw.n_kv_head, D: raw.d_head,
    q: floats(raw.q, raw.dtype), k: floats(raw.k, raw.dtype), v: raw.v ? floats(raw.v, raw.dtype) : null, next: raw.next ?? [], first: raw.first ?? raw.tokens.length - 1, kept: new Map() };
  opened.set(raw, s);
  return s;
}
const kvHead = (s, head) => Math.floor(head * s.G / s.H);
const qAt = (s, layer, head, i) => s.q.subarray(((layer * s.H + head) * s.T + i) * s.D, ((layer * s.H + head) * s.T + i + 1) * s.D);
const kAt = (s, layer, head, j) => s.k.subarray(((layer * s.G + kvHead(s, head)) * s.T + j) * s.D, ((layer * s.G + kvHead(s, head)) * s.T + j + 1) * s.D);

/* q·k/√d_head of one pair, whatever the mask says; with the parts of the sum. */
function dotParts(s, layer, head, i, j) {
  const q = qAt(s, layer, head, i), k = kAt(s, layer, head, j);
  const products = Array.from(q, (x, d) => x * k[d]), sum = products.reduce((a, b) => a + b, 0);
  return { q, k, products, sum, score: sum / Math.sqrt(s.D) };
}
/* Scores of the whole head; hidden pairs are −Infinity. */
function headScores(s, layer, head, mask = 'causal') {
  const { T, D, q, k } = s, out = new Float32Array(T * T).fill(-Infinity), root = Math.sqrt(D);
  const q0 = (layer * s.H + head) * T * D, k0 = (layer * s.G + kvHead(s, head)) * T * D;
  for (let i = 0; i < T; i++) {
    const end = mask === 'causal' ? i : T - 1;
    for (let j = 0; j <= end; j++) {
      let sum = 0;
      for (let d = 0, a = q0 + i * D, b = k0 + j * D; d < D; d++) sum += q[a + d] * k[b + d];
      out[i * T + j] = sum / root;
    }
  }
  return out;
}
/* Row by row: e^score ÷ Σ e^score. The row's maximum is taken off first, which changes nothing but the size of the numbers. */
function softmaxRows(scores, T) {
  const out = new Float32Array(T * T), e = new Float64Array(T);
  for (let i = 0; i < T; i++) {
    let top = -Infinity, sum = 0;
    for (let j = 0; j < T; j++) top = Math.max(top, scores[i * T + j]);
    for (let j = 0; j < T; j++) sum += e[j] = Math.exp(scores[i * T + j] - top);
    for (let j = 0; j < T; j++) out[i * T + j] = e[j] / sum;
  }
  return out;
}
/* Matrices of a sentence are kept while they fit in about 32 MB; the oldest goes first. */
function keep(s, name, make) {
  const held = s.kept.get(name);
  if (held) { s.kept.delete(name); s.kept.set(name, held); return held; }
  const made = make();
  s.kept.set(name, made);
  while (s.kept.size > Math.max(4, 8e6 / (s.T * s.T))) s.kept.delete(s.kept.keys().next().value);
  return made;
}
const headWeights = (s, layer, head, mask = 'causal') => keep(s, `${layer}.${head}.${mask}`, () => softmaxRows(headScores(s, layer, head, mask), s.T));
const range = n => [...Array(n).keys()];
function meanOf(matrices, T) {
  const out = new Float32Array(T * T);
  for (const m of matrices) for (let n = 0; n < out.length; n++) out[n] += m[n] / matrices.length;
  return out;
}
const layerMean = (s, layer, mask = 'causal') => keep(s, `${layer}.mean.${mask}`, () => meanOf(range(s.H).map(h => headWeights(s, layer, h, mask)), s.T));
const wholeMean = (s, mask = 'causal') => keep(s, `mean.${mask}`, () => meanOf(range(s.L).map(l => layerMean(s, l, mask)), s.T));
/* Attention rollout (Abnar & Zuidema 2020): product over layers, last on the left, of ½ mean over heads + ½ identity. */
function rollout(s, mask = 'causal') {
  return keep(s, `rollout.${mask}`, () => {
    const { T } = s;
    let total = new Float32Array(T * T);
    for (let i = 0; i < T; i++) total[i * T + i] = 1;
    for (let l = 0; l < s.L; l++) {
      const mean = layerMean(s, l, mask), next = new Float32Array(T * T);
      for (let i = 0; i < T; i++) for (let m = 0; m < T; m++) {
        const a = (mean[i * T + m] + (i === m)) / 2, end = mask === 'causal' ? m : T - 1;
        if (a) for (let j = 0; j <= end; j++) next[i * T + j] += a * total[m * T + j];
      }
      total = next;
    }
    return total;
  });
}
/* What a picture shows: one head, the mean of a layer's heads, of all, or the rollout. */
function chosenWeights(s, { layer, head, mask = 'causal' }) {
  if (layer === 'rollout') return rollout(s, mask);
  if (layer === 'mean') return wholeMean(s, mask);
  return head === 'mean' ? layerMean(s, layer, mask) : headWeights(s, layer, head, mask);
}
/* The first column dropped and each row brought back to 1; a row that saw nothing else stays empty. */
function withoutFirst(weights, T) {
  const out = new Float32Array(T * T);
  for (let i = 0; i < T; i++) {
    let rest = 0;
    for (let j = 1; j < T; j++) rest += weights[i * T + j];
    if (rest > 1e-12) for (let j = 1; j < T; j++) out[i * T + j] = weights[i * T + j] / rest;
  }
  return out;
}
/* −Σ p log₂ p of one row, in bits. */
function rowEntropy(weights, T, i) {
  let bits = 0;
  for (let j = 0; j < T; j++) { const p = weights[i * T + j]; if (p > 0) bits -= p * Math.log2(p); }
  return bits;
}
/* Health of one head. Rows with a single choice say nothing and are left out.
   entropy, uniform: bits, means over the rows that count; first: mean share on token 0; flat: within a tenth of uniform. */
function headHealth(s, layer, head, { skipFirst = false, weights = null } = {}) {
  const { T } = s, whole = weights ?? headWeights(s, layer, head), w = skipFirst ? withoutFirst(whole, T) : whole, from = skipFirst ? 2 : 1;
  let entropy = 0, uniform = 0, first = 0;
  for (let i = from; i < T; i++) { entropy += rowEntropy(w, T, i); uniform += Math.log2(i + 1 - (skipFirst ? 1 : 0)); }
  for (let i = 1; i < T; i++) first += whole[i * T];
  const n = Math.max(1, T - from), ratio = uniform > 0 ? entropy / uniform : 0;
  return { entropy: entropy / n, uniform: uniform / n, first: first / Math.max(1, T - 1), ratio, flat: T > from + 1 && ratio >= .9 };
}
