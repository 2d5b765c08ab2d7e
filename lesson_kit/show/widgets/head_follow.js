/* What the pictures of all heads share: they follow the attention picture of their page, and work through
   layers × heads in the pauses, so that a large model never holds up the hand. */

function followAttention(model, name, onDispose, onChange) {
  const now = { s: null, layer: 0, head: 0, query: 0 };
  const bus = attentionBus(model.get('group'), name, d => {
    if (d.hover) return;
    const fresh = d.data && d.data !== now.s?.raw;
    if (fresh) now.s = openSentence(d.data);
    for (const part of ['layer', 'head', 'query']) if (d[part] !== undefined) now[part] = d[part];
    if (now.s) onChange(fresh);
  });
  onDispose(bus.close);
  return { now, hello: bus.hello, select(layer, head) { now.layer = layer; now.head = head; bus.send({ layer, head }); if (now.s) onChange(false); } };
}
/* run(task) for each task, a few milliseconds at a time; a new call drops what is left of the old one. */
function workQueue(onDispose) {
  let turn = 0, handle = 0;
  const pause = window.requestIdleCallback ? f => requestIdleCallback(f, { timeout: 300 }) : f => setTimeout(f, 16), drop = window.cancelIdleCallback ?? clearTimeout;
  onDispose(() => { turn++; drop(handle); });
  return (tasks, run, done = () => {}) => {
    const mine = ++turn, left = [...tasks];
    const step = () => {
      if (mine !== turn) return;
      const until = performance.now() + 12;
      while (left.length && performance.now() < until) run(left.shift());
      if (left.length) handle = pause(step); else done();
    };
    drop(handle);
    step();
  };
}
/* A table of layers × heads with one button each; arrow keys walk through it. make(layer, head) → node inside the button. */
function headTable(t, L, H, make, onPick) {
  const cells = range(L).map(() => []);
  const node = el('div', { className: 'hd-table', role: 'group', ariaLabel: t('所有层 × 所有头；方向键移动', 'all layers × heads; arrow keys move'), style: `--heads:${H}` });
  node.append(el('span', { className: 'hd-corner' }), ...range(H).map(h => el('span', { textContent: (h ? '' : t('头 ', 'H ')) + (h + 1) })));
  for (const l of range(L)) {
    node.append(el('span', { className: 'hd-row', textContent: (l ? '' : t('层 ', 'L ')) + (l + 1) }));
    for (const h of range(H)) {
      const inside = make(l, h), button = el('button', { type: 'button', className: 'hd-cell', ariaLabel: t(`第 ${l + 1} 层第 ${h + 1} 头`, `layer ${l + 1}, head ${h + 1}`), tabIndex: -1, onclick: () => onPick(l, h) }, inside);
      cells[l][h] = { button, inside, marks: el('span', { className: 'hd-marks' }) };
      button.append(cells[l][h].marks);
      node.append(button);
    }
  }
  let at = [0, 0];
  node.addEventListener('keydown', event => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const l = Math.max(0, Math.min(L - 1, at[0] + step[0])), h = Math.max(0, Math.min(H - 1, at[1] + step[1]));
    onPick(l, h);
    cells[l][h].button.focus();
  });
  const frame = el('div', { className: L > 8 ? 'hd-frame tall' : 'hd-frame lk-frame' }, node);
  return {
    node: frame, cells,
    /* layer and head as the attention picture has them: numbers, or 'mean' for a whole row or table */
    mark(layer, head) {
      if (typeof layer === 'number') at = [layer, typeof head === 'number' ? head : 0];
      cells.forEach((row, l) => row.forEach((cell, h) => {
        const on = (layer === l || typeof layer !== 'number') && (head === h || typeof head !== 'number');
        cell.button.classList.toggle('on', on);
        cell.button.setAttribute('aria-pressed', String(on));
        cell.button.tabIndex = l === at[0] && h === at[1] ? 0 : -1;
      }));
      const box = cells[at[0]]?.[at[1]]?.button.getBoundingClientRect(), view = frame.getBoundingClientRect();     // the frame scrolls, never the page
      if (box && box.bottom > view.bottom) frame.scrollTop += box.bottom - view.bottom + 40;
      else if (box && box.top < view.top) frame.scrollTop -= view.top - box.top + 40;
    },
  };
}
