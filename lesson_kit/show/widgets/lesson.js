/* Shared by the pictures that compute in front of the learner: the figure's frame, numbers one can
   drag, a step player, and a way to save a picture that is made of ordinary page elements. */

/* 2.1×10⁴: a power of ten as one writes it by hand, as show/numbers.py. */
const raised = n => String(n).replace('+', '').replace(/[-\d]/g, c => c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]);
const scientific = (x, digits = 2) => { const [m, n] = x.toExponential(digits - 1).split('e'); return (m + '×10' + raised(n)).replace('-', '−'); };
/* Three significant digits at most, no power of ten for everyday sizes, a true minus sign. */
function fig(x, digits = 3) {
  if (!Number.isFinite(x)) return num(x);
  const size = Math.abs(x);
  const text = x === 0 ? '0' : size >= 1e5 || size < 1e-4 ? scientific(x, digits) : String(+x.toPrecision(digits));
  return text.replace('-', '−');
}
/* At most `digits` decimals, whole numbers without any. */
const short = (x, digits = 3) => String(+x.toFixed(digits)).replace('-', '−').replace(/^−0$/, '0');
/* e to the x as text, however large: 69.62, or 3.1×10^120. */
function expText(x) {
  if (Math.abs(x) < 9) return Math.exp(x).toFixed(2);
  const ten = x / Math.LN10, whole = Math.floor(ten);
  return (10 ** (ten - whole)).toFixed(1) + '×10^' + String(whole).replace('-', '−');
}
const times = '\u202f×\u202f', dotted = a => a.join('\u202f·\u202f');

/* figure.lk-lesson with head (title, controls, menu), a body, a line that answers the pointer, a caption. */
function lessonFigure(root, { title, controls = [], menu = null, body, readout = null, captionNode }) {
  const box = el('figure', { className: 'lk-lesson' },
    el('div', { className: 'lk-head' }, el('span', { className: 'lk-title', textContent: title }), el('span', { className: 'lk-space' }), ...controls, menu), body, readout, captionNode);
  root.append(box);
  return box;
}
/* Numbered steps; node.sync(step). Keys ← → move while a button has the focus. */
function player(t, count, onPick) {
  const items = [[0, t('全部', 'all')], ...[...Array(count).keys()].map(i => [i + 1, String(i + 1)])];
  const node = segment(t('第几步', 'step'), items, onPick), sync = node.sync;
  let now = 0;
  node.sync = value => { now = value; sync(value); };
  node.classList.add('lk-player');
  node.addEventListener('keydown', event => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    onPick(Math.max(0, Math.min(count, now + by)));
    node.children[now].focus();
  });
  return node;
}

/* A number to type, to drag sideways, or to step with the arrow keys.
   say(text | null): what went wrong, in words; the last good value stays. */
function dragNumber(t, { name, value, limit = 99, step = 1, onValue, say }) {
  let good = value, start = null, typed = false;
  const show = () => { node.value = short(good); node.setAttribute('aria-valuenow', good); };
  const put = x => { good = +Math.max(-limit, Math.min(limit, x)).toFixed(2); node.classList.remove('bad'); say(null); show(); onValue(good); };
  const read = text => { const s = text.trim().replace(/[−－]/g, '-').replace(/[，,．。]/g, '.'); return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(s) ? Number(s) : NaN; };
  const take = () => {
    if (!typed) return;              // Enter and the change event that follows it are one answer
    typed = false;
    const text = node.value, x = read(text);
    if (Number.isFinite(x) && Math.abs(x) <= limit) return x === good ? (node.classList.remove('bad'), show()) : put(x);
    show();
    node.classList.add('bad');
    say(Number.isFinite(x) ? t(`只收 −${limit} 到 ${limit} 之间的数，先保留 ${short(good)}。`, `Only numbers from −${limit} to ${limit}; keeping ${short(good)}.`)
      : t(`「${text.trim().slice(0, 12)}」不是一个数，先保留 ${short(good)}。`, `“${text.trim().slice(0, 12)}” is not a number; keeping ${short(good)}.`));
  };
  const node = el('input', { className: 'drag', inputMode: 'decimal', role: 'spinbutton', autocomplete: 'off', spellcheck: false, ariaLabel: name, title: t('输入、左右拖动，或按 ↑ ↓', 'Type, drag sideways, or press ↑ ↓'), onchange: take });
  node.addEventListener('input', () => { typed = true; const x = read(node.value); if (Number.isFinite(x) && Math.abs(x) <= limit) { good = x; node.classList.remove('bad'); node.setAttribute('aria-valuenow', x); say(null); onValue(x); } });
  node.addEventListener('keydown', event => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) { event.preventDefault(); put(good + by * (event.shiftKey ? step / 10 : step)); }
    if (event.key === 'Enter') take();
    if (event.key === 'Escape') { typed = false; show(); node.classList.remove('bad'); say(null); }
  });
  node.addEventListener('pointerdown', event => { start = { x: event.clientX, good, moved: false }; });
  node.addEventListener('pointermove', event => {
    if (!start || !event.buttons) return;
    const by = event.clientX - start.x;
    if (!start.moved && Math.abs(by) < 5) return;
    if (!start.moved) { start.moved = true; node.setPointerCapture(event.pointerId); node.blur(); }
    event.preventDefault();
    const next = start.good + Math.round(by / (event.shiftKey ? 4 : 12)) * (event.shiftKey ? step / 10 : step);
    if (+next.toFixed(2) !== good) put(next);
  });
  for (const end of ['pointerup', 'pointercancel']) node.addEventListener(end, () => { start = null; });
  node.put = put;
  show();
  return node;
}

/* Ordinary page elements, as they stand on the screen, drawn as an <svg>: boxes, borders, stripes, text (lying, on its
   side, struck through), what a style writes before or after, canvases. */
function pictureOf(root, node) {
  const zero = node.getBoundingClientRect(), picture = svg('svg', { width: Math.ceil(zero.width), height: Math.ceil(zero.height), viewBox: `0 0 ${Math.ceil(zero.width)} ${Math.ceil(zero.height)}` });
  const seen = c => c && c !== 'transparent' && !/[,/]\s*0\)$/.test(c), at = r => ({ x: r.left - zero.left, y: r.top - zero.top, width: r.width, height: r.height });
  const rule = (x1, y1, x2, y2, more) => picture.append(svg('line', { x1: x1 - zero.left, y1: y1 - zero.top, x2: x2 - zero.left, y2: y2 - zero.top, ...more }));
  const write = (text, r, style, struck = '') => {
    const size = parseFloat(style.fontSize), upright = r.vertical;
    const place = upright ? { x: (r.left + r.right) / 2 - zero.left, y: r.top - zero.top, 'writing-mode': 'vertical-rl' } : { x: r.left - zero.left, y: (r.top + r.bottom) / 2 - zero.top + size * .35 };
    const line = svg('text', { ...place, fill: style.color, 'font-size': style.fontSize, 'font-family': style.fontFamily, 'font-weight': style.fontWeight, opacity: faded, 'xml:space': 'preserve' });
    line.textContent = text;
    picture.append(line);
    const middle = upright ? (r.left + r.right) / 2 : (r.top + r.bottom) / 2, ink = { stroke: struck, 'stroke-width': Math.max(1, size / 14), opacity: faded };
    if (struck) rule(...(upright ? [middle, r.top, middle, r.bottom] : [r.left, middle, r.right, middle]), ink);
  };
  let faded = 1;
  const box = (r, style, opacity) => {
    const ground = style.backgroundColor, sides = ['Top', 'Right', 'Bottom', 'Left'], line = sides.map(s => style[`border${s}Style`] === 'none' ? 0 : parseFloat(style[`border${s}Width`]));
    const even = line.every(w => w === line[0]), radius = Math.min(parseFloat(style.borderTopLeftRadius) || 0, r.height / 2), dashes = s => style[`border${s}Style`] === 'dashed' ? '4 3' : 'none';
    if (seen(ground) || (even && line[0])) picture.append(svg('rect', { ...at(r), rx: radius, fill: seen(ground) ? ground : 'none', stroke: even && line[0] ? style.borderTopColor : 'none', 'stroke-width': even ? line[0] : 0, 'stroke-dasharray': dashes('Top'), opacity }));
    const stripes = stripesOf(style.backgroundImage, picture.querySelectorAll('pattern').length);
    if (stripes) picture.append(stripes, svg('rect', { ...at(r), rx: radius, fill: `url(#${stripes.id})`, opacity }));
    if (even) return;
    [[r.left, r.top, r.right, r.top], [r.right, r.top, r.right, r.bottom], [r.left, r.bottom, r.right, r.bottom], [r.left, r.top, r.left, r.bottom]]
      .forEach((ends, i) => { if (line[i]) rule(...ends, { stroke: style[`border${sides[i]}Color`], 'stroke-width': line[i], 'stroke-dasharray': dashes(sides[i]), opacity }); });
  };
  /* Words that only a style sheet knows. A browser tells no box of theirs: they stand where the content begins or ends. */
  const pseudo = (e, which, r, style, opacity) => {
    const s = getComputedStyle(e, which), text = s.content.match(/^"((?:[^"\\]|\\.)*)"$/)?.[1].replace(/\\(.)/g, '$1');
    if (text === undefined || s.display === 'none' || s.visibility === 'hidden') return;
    const px = name => parseFloat(s[name]) || 0, inner = side => parseFloat(style[`border${side}Width`]) + parseFloat(style[`padding${side}`]), boxed = s.display !== 'inline' && px('width') > 0;
    const range = document.createRange();
    range.selectNodeContents(e);
    const last = [...range.getClientRects()].pop(), height = boxed ? px('height') : parseFloat(s.lineHeight) || px('fontSize') * 1.4;
    const loose = s.position === 'absolute', left = loose ? r.left + px('left') : which === '::after' && last ? last.right : r.left + inner('Left');
    const centred = style.alignItems === 'center', top = loose ? r.top + px('top') : centred ? (r.top + r.bottom - height) / 2 : r.top + inner('Top') + px('marginTop');
    const place = { left, top, width: px('width'), height, right: left + px('width'), bottom: top + height };
    faded = opacity;
    if (boxed || loose) box(place, s, opacity);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    const wide = pen.measureText(text).width, start = boxed && /center/.test(s.justifyItems + s.justifyContent + s.textAlign) ? left + (place.width - wide) / 2 : left;
    if (text.trim()) write(text, { ...place, left: start, right: start + wide }, s);
  };
  const walk = (e, above, frame, clip, struck) => {
    const style = getComputedStyle(e), r = e.getBoundingClientRect();
    if (frame && (r.bottom > frame.bottom + 1 || r.top < frame.top - 1 || r.left > frame.right)) return;      // scrolled out of its frame
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) frame = r;
    if (/hidden|clip/.test(style.overflowX + style.overflowY)) clip = r;
    if (style.display === 'none' || style.visibility === 'hidden' || !r.width || e.classList.contains('lk-sr')) return;
    const own = above * parseFloat(style.opacity);
    if (!own) return;
    faded = own;
    if (/line-through/.test(style.textDecorationLine)) struck = style.textDecorationColor;
    if (e.namespaceURI.endsWith('svg')) { const copy = e.cloneNode(true); const from = [e, ...e.querySelectorAll('*')]; [copy, ...copy.querySelectorAll('*')].forEach((c, i) => { const s = getComputedStyle(from[i]); for (const p of ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'opacity']) if (!c.getAttribute(p)?.startsWith('url')) c.setAttribute(p, s.getPropertyValue(p)); c.removeAttribute('style'); }); for (const [k, v] of Object.entries(at(r))) copy.setAttribute(k, v); picture.append(copy); return; }
    if (e.tagName === 'CANVAS') { picture.append(svg('image', { ...at(r), href: e.toDataURL(), preserveAspectRatio: 'none', style: 'image-rendering:pixelated', opacity: own })); return; }
    box(r, style, own);
    if (e.tagName === 'INPUT') { const w = parseFloat(style.fontSize) * .6 * e.value.length; write(e.value, { left: (r.left + r.right - w) / 2, top: r.top, bottom: r.bottom }, style); return; }
    pseudo(e, '::before', r, style, own);
    for (const kid of e.childNodes) {
      if (kid.nodeType === 1) walk(kid, own, frame, clip, struck);
      else if (kid.nodeType === 3 && kid.data.trim()) {
        faded = own;
        for (const line of lines(kid, document.createRange(), style.writingMode.startsWith('vertical'))) {
          const x = (line.left + line.right) / 2, y = (line.top + line.bottom) / 2;
          if (!clip || (x > clip.left && x < clip.right && y > clip.top && y < clip.bottom)) write(line.text, line, style, struck);
        }
      }
    }
    pseudo(e, '::after', r, style, own);
  };
  walk(node, 1, null, null, '');
  return picture;
}
/* repeating-linear-gradient(135deg, a 0px, a 6px, b 6px, b 12px) → a <pattern> of stripes; null for any other ground. */
function stripesOf(image, count) {
  const apart = text => { const parts = ['']; let deep = 0; for (const c of text) { deep += c === '(' ? 1 : c === ')' ? -1 : 0; if (c === ',' && !deep) parts.push(''); else parts[parts.length - 1] += c; } return parts.map(part => part.trim()); };
  const layer = apart(image).find(one => one.startsWith('repeating-linear-gradient('));
  if (!layer) return null;
  const [turn, ...stops] = apart(layer.slice('repeating-linear-gradient('.length, -1)), marks = [];
  for (const stop of stops) {
    const places = stop.match(/-?[\d.]+px/g) ?? ['0px'];
    for (const place of places) marks.push([stop.replace(/(\s+-?[\d.]+px)+$/, ''), parseFloat(place)]);
  }
  const length = marks.at(-1)[1];
  if (!(length > 0)) return null;
  const bands = marks.slice(0, -1).map(([colour, from], i) => [colour, from, marks[i + 1][1]]).filter(([colour, from, to]) => to > from && colour !== 'transparent' && colour !== 'rgba(0, 0, 0, 0)');
  return svg('pattern', { id: 'stripes-' + count, patternUnits: 'userSpaceOnUse', width: length, height: length, patternTransform: `rotate(${parseFloat(turn) - 90})` },
    ...bands.map(([fill, x, to]) => svg('rect', { x, width: to - x, height: length, fill })));
}
/* The lines a text node was broken into: [{ text, left, right, top, bottom, vertical }]; a line on its side runs downwards. */
function lines(node, range, vertical = false) {
  const out = [], across = r => vertical ? (r.left + r.right) / 2 : r.top;
  for (let i = 0; i < node.data.length; i++) {
    range.setStart(node, i); range.setEnd(node, i + 1);
    const r = range.getBoundingClientRect(), last = out[out.length - 1];
    if (!r.width && !r.height) continue;
    if (last && Math.abs(across(last) - across(r)) < 3) {
      last.text += node.data[i];
      if (vertical) last.bottom = Math.max(last.bottom, r.bottom); else last.right = Math.max(last.right, r.right);
    } else out.push({ text: node.data[i], left: r.left, right: r.right, top: r.top, bottom: r.bottom, vertical });
  }
  return out.filter(l => l.text.trim());
}
/* The ⋯ menu of such a picture. rows(): cells for CSV; from(): provenance, told at the moment of saving. */
function lessonMenu(root, t, name, node, rows, from) {
  const svgOf = () => pictureOf(root, node());
  return saveMenu(t('保存这幅图', 'Save this picture'), {
    PNG: () => savePng(root, name, svgOf(), from()),
    SVG: () => saveSvg(root, name, svgOf(), from()),
    CSV: () => saveCsv(name, rows(), from()),
  });
}
