/* The tokens in a row; from the query, one arc to each token it looks at. Side by side at the query the arcs are
   100 % wide. A text too long for a row is set as running text instead, each token tinted by its weight. */

const LONG = 40;                    // more tokens than this: running text
const DASHES = ['', '9 4', '2 4', '12 4 2 4'];   // several heads at once: a pattern each, besides a colour

function arcStrip(app) {
  const { t } = app;
  const arcs = svg('svg', { class: 'av-arcs', 'aria-hidden': 'true' }), row = el('div', { className: 'av-toks' });
  const strip = el('div', { className: 'av-strip' }, arcs, row), flow = el('div', { className: 'av-flow' }), note = el('p', { className: 'av-flownote' });
  const node = el('div', { className: 'lk-frame av-stripframe' }, strip, flow, note);
  let chips = [], height = 200, marks = [];

  function build() {
    const s = app.s(), long = s.T > LONG, groups = groupsOf(s.tokens);
    strip.hidden = long; flow.hidden = note.hidden = !long;
    chips = s.tokens.map((token, i) => {
      const c = chip(token, t, i);
      c.onpointerenter = event => { if (event.pointerType !== 'touch') app.hover(i, null); };
      c.onpointerleave = () => app.leave();
      c.onclick = () => app.pin(i, null);
      return c;
    });
    if (long) { flow.replaceChildren(...chips); row.replaceChildren(); return; }
    flow.replaceChildren();
    row.replaceChildren(...chips.map((c, i) => {
      const g = groups.find(run => run.from <= i && i <= run.to);
      const brace = g && el('span', { className: 'av-group' + (i === g.from ? ' from' : '') + (i === g.to ? ' to' : ''), textContent: i === g.from ? g.text || t('不成字', 'no character') : '' });
      return el('div', { className: 'av-col' }, c, el('span', { className: 'av-w' }), groups.length > 0 && (brace || el('span', { className: 'av-group none' })));
    }));
  }
  /* the arcs' own height is what the rest of the column leaves */
  function fit(total) {
    height = Math.max(96, total - 65 - (app.s().T <= LONG && groupsOf(app.s().tokens).length ? 24 : 0));
    flow.style.height = total - 26 + 'px';
    node.style.height = total + 'px';
  }

  function draw() {
    const s = app.s(), q = app.query(), rows = app.shown(), w = rows[0].w, seen = j => app.S.mask === 'none' || j <= q;
    chips.forEach((c, j) => {
      c.classList.toggle('isq', j === q);
      c.classList.toggle('future', !seen(j));
      c.setAttribute('aria-pressed', String(j === app.S.q));
      c.tabIndex = j === app.S.q ? 0 : -1;                      // one stop for the Tab key; the arrow keys do the rest
    });
    s.T > LONG ? tint(s, q, w, seen) : bow(s, q, rows, seen);
    mark();
  }
  function tint(s, q, w, seen) {
    const line = w.subarray(q * s.T, (q + 1) * s.T), top = Math.max(...line) || 1;
    chips.forEach((c, j) => {
      const x = line[j] / top, on = seen(j) && j !== q;
      c.style.background = on ? app.ramp.at(x) : '';
      c.style.color = on ? app.ramp.text(x) : '';
    });
    note.textContent = t(`底色按这一行的最大值 ${pct(top)} 定深浅`, `Tint: darkest is this row’s largest, ${pct(top)}`);
  }
  function bow(s, q, rows, seen) {
    const home = strip.getBoundingClientRect(), narrow = app.narrow(), bundle = narrow ? 24 : 36, y = height - 4;
    arcs.setAttribute('height', height);
    arcs.replaceChildren();
    marks = [];
    const at = chips.map(c => { const r = c.getBoundingClientRect(); return { c: (r.left + r.right) / 2 - home.left, l: r.left - home.left, r: r.right - home.left }; });
    const span = at[s.T - 1].c - at[0].c, reach = Math.max(at[q].c - at[0].c, app.S.mask === 'none' ? at[s.T - 1].c - at[q].c : 0, .55 * span) || 1;
    rows.forEach((shown, n) => {
      const width = bundle / rows.length, line = shown.w.subarray(q * s.T, (q + 1) * s.T);
      // left keys near to far, itself, right keys far to near: so no arc crosses another
      const order = [...range(q).reverse(), q, ...range(s.T).slice(q + 1).reverse()];
      let x = at[q].c - bundle / 2 + n * width;
      const items = order.map(j => { const thick = line[j] * width, item = { j, thick, x: x + thick / 2 }; x += thick; return item; });
      items.sort((a, b) => Math.abs(b.j - q) - Math.abs(a.j - q));          // near ones on top
      for (const { j, thick, x } of items) {
        if (line[j] < .0005 || !seen(j)) continue;
        const stroke = Math.max(1, thick), far = Math.abs(x - at[j].c), rise = (10 + (height - 34) * Math.pow(far / reach, .92)) * 4 / 3 * (1 - .05 * n);
        const d = j === q ? `M${x} ${y + 4}v${-(14 + .3 * thick)}` : `M${x} ${y + 4}V${y}C${x} ${y - rise} ${at[j].c} ${y - rise} ${at[j].c} ${y}`;
        if (thick > 3 && !shown.dash) arcs.append(svg('path', { d, class: 'av-case', 'stroke-width': stroke + 2 }));
        const path = svg('path', { d, class: 'av-arc', 'stroke-width': stroke, stroke: shown.css, 'stroke-dasharray': shown.dash }), hit = svg('path', { d, class: 'av-hit', 'stroke-width': Math.max(12, stroke) });
        hit.addEventListener('pointermove', event => app.hover(q, j, event));
        hit.addEventListener('pointerleave', () => app.leave());
        hit.addEventListener('click', () => app.pin(q, j));
        arcs.append(path, hit);
        marks.push([path, j]);
        if (j !== q) {
          const foot = svg('rect', { x: at[j].c - Math.max(4, stroke) / 2, y, width: Math.max(4, stroke), height: 4, class: 'av-foot' });
          arcs.append(foot);
          marks.push([foot, j]);
        }
      }
    });
    under(s, q, rows, seen, at);
  }
  /* what stands under the chips: the share, or with several heads a small bar each */
  function under(s, q, rows, seen, at) {
    const line = rows[0].w.subarray(q * s.T, (q + 1) * s.T), best = line.indexOf(Math.max(...line)), tight = (at[s.T - 1].c - at[0].c) / Math.max(1, s.T - 1) < 58;
    [...row.children].forEach((col, j) => {
      const w = col.children[1];
      w.className = 'av-w' + (j === best && rows.length === 1 ? ' max' : '');
      if (rows.length > 1) {
        w.replaceChildren(...(seen(j) ? rows.map(r => el('i', { style: `height:${Math.max(1, 18 * r.w[q * s.T + j])}px;background:${r.css}` })) : []));
        w.title = seen(j) ? rows.map(r => `${r.name}: ${pct(r.w[q * s.T + j])}`).join('\n') : '';
      } else {
        w.title = '';
        w.textContent = app.S.ex && j === 0 ? '—' : app.S.nums && seen(j) ? (tight ? Math.round(100 * line[j]) + '%' : pct(line[j])) : '\u00a0';
      }
    });
    strip.querySelector('.av-brace')?.remove();
    if (app.S.mask !== 'none' && q < s.T - 1) {
      const left = at[q + 1].l, right = at[s.T - 1].r, room = right - left;
      const words = room > 150 ? t('还没有写到，看不见', 'not there yet') : room > 64 ? t('看不见', 'unseen') : '';
      const brace = el('span', { className: 'av-brace', textContent: words, style: `left:${left}px;width:${room}px` });
      if (groupsOf(s.tokens).length) brace.style.bottom = '24px';
      strip.append(brace);
    }
  }
  function mark() {
    const k = app.key(), q = app.query(), point = app.S.hk;
    for (const [shape, j] of marks) shape.classList.toggle('dim', point != null && point !== j);
    chips.forEach((c, j) => c.classList.toggle('isk', j === k && j !== q));
  }
  /* bring the query (or key) into the frame without moving the page */
  function reveal(i = app.query()) {
    const c = chips[i];
    if (!c?.isConnected) return;
    if (app.s().T > LONG) { if (c.offsetTop < flow.scrollTop || c.offsetTop + 34 > flow.scrollTop + flow.clientHeight) flow.scrollTop = c.offsetTop - flow.clientHeight / 2; return; }
    const home = strip.getBoundingClientRect().left, box = c.getBoundingClientRect(), left = box.left - home, right = box.right - home;
    if (right > node.scrollLeft + node.clientWidth) node.scrollLeft = right - node.clientWidth + 70;
    else if (left < node.scrollLeft) node.scrollLeft = left - 70;
  }
  return { node, build, fit, draw, mark, reveal, focus: () => chips[app.S.q]?.focus({ preventScroll: true }) };
}
