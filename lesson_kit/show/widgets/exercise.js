/* Shared by the pictures of one sentence as exercises. */
const lossOf = p => -Math.log(Math.max(p, 1e-30)), meanOf = values => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const meanLoss = p => meanOf(p.map(lossOf));
const plural = (n, one, many) => n === 1 ? one : many;
const share = p => p >= .0995 ? num(100 * p, 0) + THIN + '%' : p >= .001 ? num(100 * p, 1) + THIN + '%' : '<' + THIN + '0.1' + THIN + '%';
/* The shown sentence travels through the page: { exercise, at }. */
function exerciseBus(onDispose, hear) {
  const listener = event => hear(event.detail);
  window.addEventListener('lk-training', listener);
  onDispose(() => window.removeEventListener('lk-training', listener));
}
const tellExercise = (exercise, at) => { window.lkTraining = { exercise, at }; window.dispatchEvent(new CustomEvent('lk-training', { detail: { exercise, at } })); };
