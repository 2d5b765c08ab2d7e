/* Points to tell apart, and a network 2 → H → 1 that learns to: all of it, in double precision. */

/* mulberry32: the same numbers from the same seed in every browser */
function dice(seed) {
  let a = seed >>> 0;
  const next = () => { a = (a + 0x6D2B79F5) | 0; let x = Math.imul(a ^ (a >>> 15), 1 | a); x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x; return ((x ^ (x >>> 14)) >>> 0) / 4294967296; };
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) };
}
/* [{ x, y, c }] with c 0 or 1, about within ±1.6 */
function fitPoints(kind, seed, n = 120) {
  const d = dice(seed * 7919 + 17), out = [];
  for (let i = 0; i < n; i++) {
    const c = i % 2, a = Math.PI * d.next(), noise = () => .09 * d.normal();
    if (kind === 'moons') out.push(c ? { x: .5 - Math.cos(a) * .9 + noise(), y: .28 - Math.sin(a) * .9 + noise(), c } : { x: Math.cos(a) * .9 - .5 + noise(), y: Math.sin(a) * .9 - .28 + noise(), c });
    else if (kind === 'xor') { const sx = d.next() < .5 ? -1 : 1, sy = c ? -sx : sx; out.push({ x: sx * (.2 + d.next()), y: sy * (.2 + d.next()), c }); }
    else if (kind === 'rings') { const r = c ? 1.15 + noise() : .45 * Math.sqrt(d.next()) + Math.abs(noise()); out.push({ x: r * Math.cos(2 * a), y: r * Math.sin(2 * a), c }); }
    else { const x = -1.3 + 2.6 * d.next(); out.push({ x, y: .6 * x + (c ? 1 : -1) * (.12 + .7 * d.next()), c }); }
  }
  return out;
}
/* W1 (H×2), b1 (H), w2 (H), b2; bent: tanh between the two, or nothing */
function newNet(H, bent, seed) {
  const d = dice(seed * 104729 + 5);
  return { H, bent, W1: Float64Array.from({ length: 2 * H }, () => d.normal()), b1: Float64Array.from({ length: H }, () => .5 * d.normal()), w2: Float64Array.from({ length: H }, () => d.normal() / Math.sqrt(H)), b2: 0 };
}
function logit(net, x, y) {
  let z = net.b2;
  for (let h = 0; h < net.H; h++) { const a = net.W1[2 * h] * x + net.W1[2 * h + 1] * y + net.b1[h]; z += net.w2[h] * (net.bent ? Math.tanh(a) : a); }
  return z;
}
/* one step of gradient descent on the mean of −log p over all points; returns that mean before the step */
function fitStep(net, points, rate) {
  const { H, bent } = net, gW = new Float64Array(2 * H), gb = new Float64Array(H), gw = new Float64Array(H), hid = new Float64Array(H), n = points.length;
  let g2 = 0, loss = 0;
  for (const { x, y, c } of points) {
    let z = net.b2;
    for (let h = 0; h < H; h++) { const a = net.W1[2 * h] * x + net.W1[2 * h + 1] * y + net.b1[h]; hid[h] = bent ? Math.tanh(a) : a; z += net.w2[h] * hid[h]; }
    loss += Math.max(z, 0) - z * c + Math.log1p(Math.exp(-Math.abs(z)));
    const e = 1 / (1 + Math.exp(-z)) - c;
    g2 += e;
    for (let h = 0; h < H; h++) { gw[h] += e * hid[h]; const back = e * net.w2[h] * (bent ? 1 - hid[h] * hid[h] : 1); gW[2 * h] += back * x; gW[2 * h + 1] += back * y; gb[h] += back; }
  }
  for (let h = 0; h < H; h++) { net.w2[h] -= rate * gw[h] / n; net.b1[h] -= rate * gb[h] / n; net.W1[2 * h] -= rate * gW[2 * h] / n; net.W1[2 * h + 1] -= rate * gW[2 * h + 1] / n; }
  net.b2 -= rate * g2 / n;
  return loss / n;
}
const accuracy = (net, points) => points.filter(p => (logit(net, p.x, p.y) > 0) === (p.c === 1)).length / points.length;
/* without the bend, two layers are one: z = u·x + v·y + b. Largest difference over the points. */
function collapse(net, points) {
  let u = 0, v = 0, b = net.b2;
  for (let h = 0; h < net.H; h++) { u += net.w2[h] * net.W1[2 * h]; v += net.w2[h] * net.W1[2 * h + 1]; b += net.w2[h] * net.b1[h]; }
  return { u, v, b, difference: Math.max(...points.map(p => Math.abs(logit(net, p.x, p.y) - (u * p.x + v * p.y + b)))) };
}
/* Where f crosses 0 on a grid of N × M squares, as pieces [x1, y1, x2, y2] in squares (marching squares, Lorensen & Cline 1987 in the plane): each square's crossed edges joined, the crossing placed by the two corners' values. */
function verdictLine(f, N, M) {
  const out = [], values = [...Array(M + 1).keys()].map(j => [...Array(N + 1).keys()].map(i => f(i, j)));
  for (let j = 0; j < M; j++) for (let i = 0; i < N; i++) {
    const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], cut = [];
    corners.forEach(([x, y], k) => { const [u, v] = corners[(k + 1) % 4], a = values[y][x], b = values[v][u]; if (a > 0 !== b > 0) { const s = a / (a - b); cut.push(x + s * (u - x), y + s * (v - y)); } });
    for (let k = 0; k + 3 < cut.length; k += 4) out.push(cut.slice(k, k + 4));
  }
  return out;
}
