/* Roads: every continuation kept, one under the other, so that a fork stands where the two texts part.
   A line: { rows, steps, cursor, from, parent, seed }; the first rows are the prompt, which the tree leaves out. */

/* [{ at, text, spaced }]: what is written for each token; a character over several tokens stands at the first of them. */
function leavesOf(rows, t) {
  const runs = new Map(groupsOf(rows).map(run => [run.from, run])), out = [];
  for (let i = 0; i < rows.length; i++) {
    const run = runs.get(i), f = run ? { text: run.text || '…' } : face(rows[i], t);
    out.push({ at: i, text: f.text, spaced: Boolean(f.dot) });
    if (run) i = run.to;
  }
  return out;
}
/* onLook(line, step): show that line with this many tokens made. */
function roadTree(t, onLook) {
  const list = el('ol', { className: 'lk-roads' }), node = el('section', { className: 'lk-forks', hidden: true }, el('h3', {}, t('岔路', 'Roads'), el('small', { textContent: t('点任何一个词元，就回到那一步', 'click any token to go back to its step') })), list);
  return {
    node,
    /* prompt: rows before the first new one; share(step): the chosen token's probability as text */
    show(lines, active, prompt, share) {
      node.hidden = lines.length < 2;
      if (node.hidden) return;
      const seeds = new Set(lines.map(one => one.settings.seed)), heats = new Set(lines.map(one => one.settings.temperature));
      list.replaceChildren(...ordered(lines).map(one => {
        const forked = one.parent && lines.includes(one.parent), here = one === active, rows = one.rows.slice(prompt, prompt + Math.max(one.cursor, one.from + 1)), step = one.steps[one.from];
        const leaves = leavesOf(rows, t).map(leaf => el('button', {
          type: 'button', tabIndex: here && leaf.at === one.cursor - 1 ? 0 : -1, onclick: () => onLook(one, leaf.at + 1), textContent: leaf.text,
          className: 'lk-leaf' + (leaf.spaced ? ' spaced' : '') + (forked && leaf.at < one.from ? ' shared' : '') + (forked && leaf.at === one.from ? ' fork' : '') + (here && leaf.at === one.cursor - 1 ? ' at' : ''),
        }));
        const facts = [forked && step ? t(`第 ${one.from + 1} 步换成它，概率 ${share(one, one.from)}`, `taken at step ${one.from + 1}, p = ${share(one, one.from)}`) : '', seeds.size > 1 ? t(`种子 ${one.settings.seed}`, `seed ${one.settings.seed}`) : '', heats.size > 1 ? t(`温度 ${one.settings.temperature}`, `T ${one.settings.temperature}`) : ''];
        const row = el('li', { className: here ? 'on' : '' }, el('button', { type: 'button', className: 'lk-road', ariaLabel: t('看这条路：', 'look at this road: ') + rowsText(rows), title: t('看这条路', 'look at this road'), onclick: () => onLook(one, one.cursor) }, el('i')), el('div', { className: 'lk-frame' }, el('span', {}, ...leaves)), el('small', { textContent: facts.filter(Boolean).join(t('，', ' · ')) }));
        if (here) row.setAttribute('aria-current', 'true');
        return row;
      }));
    },
  };
}
/* A road's forks stand right under it. */
function ordered(lines) {
  const out = [], put = one => { out.push(one); lines.filter(other => other.parent === one).forEach(put); };
  lines.filter(one => !one.parent || !lines.includes(one.parent)).forEach(put);
  return out;
}
