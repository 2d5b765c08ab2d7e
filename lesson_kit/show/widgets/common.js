/* Shared by every widget: each widget's module is this file followed by its own, in one scope.
   A widget starts with
     function render({ model, el: host }) {
       const { root, t, dispose, onDispose } = mount(model, host);   // root: <div class="lk"> in the right language
       ...
       return dispose;
     }
     export default { render };
   User text goes in through textContent or as a string child of el(), never as HTML. */

/* ── elements ───────────────────────────────────────────────────────────── */
/* el('button', { className: 'lk-quiet', ariaLabel: 'x', data: { k: 1 }, style: 'width:3px', onclick }, 'text', node) */
function el(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'data') Object.assign(node.dataset, value);
    else if (name === 'style') node.style.cssText = value;
    else if (/^aria[A-Z]/.test(name)) node.setAttribute('aria-' + name.slice(4).toLowerCase(), value);
    else if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...present(kids));
  return node;
}
/* Children may be left out by writing null, undefined or false in their place: the DOM's own methods would print the word. */
function present(kids) { return kids.filter(kid => kid !== null && kid !== undefined && kid !== false); }
/* In place of node.replaceChildren(…) wherever a child may be left out. */
function fillWith(node, ...kids) { node.replaceChildren(...present(kids)); }
function svg(tag, attributes = {}, ...kids) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...present(kids));
  return node;
}

/* ── one root per widget: language, theme, width, clean-up ──────────────── */
/* root wears lk-dark, and lk-mid (≤ 1080 px) or lk-narrow (≤ 640 px) by its own width: a column may be narrower than the window. */
function mount(model, host) {
  const english = model.get('lang') === 'en', ending = [];
  const root = el('div', { className: 'lk' + (english ? ' lk-en' : ' lk-zh'), lang: english ? 'en' : 'zh-Hans' });
  host.append(root);
  const onDispose = step => ending.push(step);
  const dress = () => root.classList.toggle('lk-dark', isDark());
  dress();
  onDispose(watchTheme(root, dress));
  onDispose(watchWidth(root, width => {
    root.classList.toggle('lk-mid', width <= 1080);
    root.classList.toggle('lk-narrow', width <= 640);
    if (!matchMedia('print').matches) root.style.setProperty('--drawn', width + 'px');      // what print.css fits to the paper
  }));
  return { root, t: (zh, en) => english ? en : zh, english, onDispose, dispose: () => { ending.splice(0).forEach(step => step()); root.remove(); } };
}
/* on(model, 'change:own', f) that is taken back at dispose */
function listen(model, onDispose, event, run) { model.on(event, run); onDispose(() => model.off(event, run)); }

/* A picture whose traits may change after it was shown is drawn anew: export default { render: redrawn(['numbers'], render) }. */
const redrawn = (names, draw) => context => {
  let end = draw(context);
  const again = () => { end(); end = draw(context); };
  for (const name of names) context.model.on('change:' + name, again);
  return () => { for (const name of names) context.model.off('change:' + name, again); end(); };
};

/* ── theme ──────────────────────────────────────────────────────────────── */
/* The page says whether it is dark: marimo puts a class on body; else the system decides. */
function isDark() {
  const { body, documentElement: html } = document;
  for (const node of [body, html]) {
    if (node.classList.contains('dark') || node.dataset.theme === 'dark') return true;
    if (node.classList.contains('light') || node.dataset.theme === 'light') return false;
  }
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
/* run() whenever the page's ground really changes colour; returns the way to stop watching. */
function watchTheme(node, run) {
  const state = () => isDark() + getComputedStyle(node).getPropertyValue('--lk-bg');
  let last = state();
  const check = () => { const now = state(); if (now !== last) { last = now; run(); } };
  const media = matchMedia('(prefers-color-scheme: dark)'), eye = new MutationObserver(check);
  for (const target of [document.body, document.documentElement]) eye.observe(target, { attributeFilter: ['class', 'style', 'data-theme'] });
  media.addEventListener('change', check);
  return () => { eye.disconnect(); media.removeEventListener('change', check); };
}
/* run(width) when the node gets a new width, never for width 0 (a hidden tab is drawn when shown). */
function watchWidth(node, run) {
  let last = 0;
  const eye = new ResizeObserver(() => { const now = Math.round(node.clientWidth); if (now && now !== last) { last = now; run(now); } });
  eye.observe(node);
  return () => eye.disconnect();
}
const stillMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* ── colour: ramps even to the eye (OKLab), computed from the page's own tokens ─ */
const toLinear = c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
const toGamma = c => c <= .0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - .055;
function toLab([r, g, b]) {
  [r, g, b] = [r, g, b].map(c => toLinear(c / 255));
  const [l, m, s] = [.4122214708 * r + .5363325363 * g + .0514459929 * b, .2119034982 * r + .6806995451 * g + .1073969566 * b, .0883024619 * r + .2817188376 * g + .6299787005 * b].map(Math.cbrt);
  return [.2104542553 * l + .793617785 * m - .0040720468 * s, 1.9779984951 * l - 2.428592205 * m + .4505937099 * s, .0259040371 * l + .7827717662 * m - .808675766 * s];
}
function fromLab([L, a, b]) {
  const [l, m, s] = [L + .3963377774 * a + .2158037573 * b, L - .1055613458 * a - .0638541728 * b, L - .0894841775 * a - 1.291485548 * b].map(x => x ** 3);
  return [4.0767416621 * l - 3.3077115913 * m + .2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - .3413193965 * s, -.0041960863 * l - .7034186147 * m + 1.707614701 * s]
    .map(c => Math.round(255 * toGamma(Math.min(1, Math.max(0, c)))));
}
/* a role's colour as [r, g, b]: role(root, 'query'); names as in common.css: bg ink muted line query key value resid ffn logits ... */
function role(root, name) {
  const probe = el('i', { style: `position:absolute;visibility:hidden;color:var(--${name})` });
  root.append(probe);
  const rgb = getComputedStyle(probe).color;
  probe.remove();
  const numbers = rgb.match(/[\d.]+/g).map(Number);
  return rgb.startsWith('rgb') ? numbers.slice(0, 3) : numbers.slice(0, 3).map(c => 255 * c);   // color(srgb …) counts to 1
}
const css = ([r, g, b]) => `rgb(${r},${g},${b})`;
const luminance = rgb => { const [r, g, b] = rgb.map(c => toLinear(c / 255)); return .2126 * r + .7152 * g + .0722 * b; };
const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)]; return (Math.max(x, y) + .05) / (Math.min(x, y) + .05); };
/* On a middle tone neither paper nor ink can be read: black or white always can. */
function legible(ground, paper, ink) {
  const best = contrast(ground, paper) > contrast(ground, ink) ? paper : ink;
  return contrast(ground, best) >= 4.5 ? best : contrast(ground, [0, 0, 0]) >= 4.5 ? [0, 0, 0] : [255, 255, 255];
}
/* Colours between stops, 256 steps. at(w) → css colour, text(w) → ink or paper, whichever reads better on it, rgb(w) → [r,g,b]. */
function rampOf(root, stops) {
  const labs = stops.map(name => toLab(Array.isArray(name) ? name : role(root, name))), last = labs.length - 1;
  const table = [...Array(256).keys()].map(i => {
    const x = i / 255 * last, low = Math.min(last - 1, Math.floor(x));
    return fromLab(labs[low].map((c, n) => c + (labs[low + 1][n] - c) * (x - low)));
  });
  const paper = role(root, 'bg'), ink = role(root, 'ink'), pick = w => table[Math.max(0, Math.min(255, Math.round(255 * w)))];
  return { rgb: pick, at: w => css(pick(w)), text: w => css(legible(pick(w), paper, ink)) };
}
const heatRamp = (root, name = 'query') => rampOf(root, ['bg', name]);      // 0 … 1
/* −limit … 0 … +limit: key orange – ground – query blue (positive is blue) */
function signedRamp(root, limit) {
  const ramp = rampOf(root, ['key', 'bg', 'query']), place = x => limit > 0 ? .5 + .5 * x / limit : .5;
  return { at: x => ramp.at(place(x)), text: x => ramp.text(place(x)), rgb: x => ramp.rgb(place(x)) };
}

/* ── numbers and words ──────────────────────────────────────────────────── */
const THIN = '\u202f';
const pct = (w, digits = 1) => (100 * w).toFixed(digits) + THIN + '%';
const num = (x, digits = 2) => (Number.isFinite(x) ? x.toFixed(digits).replace(/^-(?=0(\.0*)?$)/, '') : x > 0 ? '∞' : x < 0 ? '-∞' : '–').replace('-', '−');
const grouped = n => Math.round(n).toLocaleString('en').replaceAll(',', THIN).replace('-', '−');      // 16 384, as show/numbers.py
const quote = (t, text) => t('「' + text + '」', '“' + text.trim() + '”');

/* ── bytes from Python ──────────────────────────────────────────────────── */
/* A DataView (or typed array) of float32 or float16, little-endian → Float32Array (values; aligned, may be a copy). */
function floats(view, dtype = 'float32') {
  const bytes = new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength);
  if (dtype !== 'float16') return bytes.byteOffset % 4 ? new Float32Array(bytes.slice().buffer) : new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  const half = new Uint16Array(bytes.slice().buffer), out = new Float32Array(half.length);
  for (let i = 0; i < half.length; i++) {
    const h = half[i], e = h >> 10 & 31, f = h & 1023, sign = h & 32768 ? -1 : 1;
    out[i] = sign * (e === 0 ? f * 2 ** -24 : e === 31 ? (f ? NaN : Infinity) : (1 + f / 1024) * 2 ** (e - 15));
  }
  return out;
}

/* ── pictures of one page talk to each other ────────────────────────────── */
/* detail: { source, group, sentence, layer, head, query, key, data, hover }; a picture leaves out what it does not change.
   sentence: index or 'own'; data: that sentence's dict itself, so that it travels to Python's page only once;
   layer, head: 0-based or 'mean' / 'rollout'; hover: true while only pointing (the held values come again afterwards).
   A picture that arrives late says hello(); whoever holds the sentences answers (onHello) by sending all it has. */
function attentionBus(group, source, onMessage, onHello = null) {
  const hear = event => {
    const d = event.detail;
    if (!d || d.group !== group || d.source === source) return;
    if (d.hello) onHello?.(); else onMessage(d);
  };
  window.addEventListener('lk-attention', hear);
  const send = detail => window.dispatchEvent(new CustomEvent('lk-attention', { detail: { ...detail, group, source } }));
  return { send, hello: () => send({ hello: true }), close: () => window.removeEventListener('lk-attention', hear) };
}

/* ── tokens ─────────────────────────────────────────────────────────────── */
/* token.e: it ends the text, whatever its name (a text may end with the mark that starts the next one).
   How a token is written: { text, dot (it begins with a space), note (a small word beside it), bytes (hex, when it is no whole character) }. */
const SPECIAL = { start: ['▷', '开始', 'start'], end: ['□', '结束', 'end'], pad: ['∅', '填充', 'pad'], system: ['S', '系统', 'system'], user: ['U', '用户', 'user'], assistant: ['A', '助手', 'assistant'] };
function face(token, t, index = -1) {
  if (token.s) {
    const known = SPECIAL[token.e ? 'end' : String(token.t).replace(/[<|>]/g, '')] ?? (index === 0 ? SPECIAL.start : null);
    return known ? { text: known[0], note: t(known[1], known[2]) } : { text: token.t };
  }
  if (!token.t) return { text: hexPairs(token.b), bytes: true };
  if (/^[\u200c\u200d\ufe00-\ufe0f]+$/.test(token.t)) return { text: [...token.t].map(codePoint).join(' ') };      // joiners alone have no shape
  const spaced = /^ \S/.test(token.t), body = spaced ? token.t.slice(1) : token.t;
  return { text: withStandIns(body, t).replace(/ /g, '␣').replace(/\n/g, '⏎').replace(/\t/g, '⇥').replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')), dot: spaced };
}
/* A character this computer has no glyph for would be an empty box: its name, or its code point, stands in for it. */
const GLYPH_NAMES = { '🥄': ['勺子', 'spoon'], '👨': ['男人', 'man'], '👩': ['女人', 'woman'], '👧': ['女孩', 'girl'], '👦': ['男孩', 'boy'], '🚀': ['火箭', 'rocket'], '🙂': ['微笑', 'smile'] };
const hasGlyph = (() => {
  const known = new Map();
  let pen = null, missing = '';
  const look = char => {
    pen.clearRect(0, 0, 28, 28);
    pen.fillText(char, 2, 22);
    return pen.getImageData(0, 0, 28, 28).data.join();
  };
  return char => {
    if (!pen) {
      pen = el('canvas', { width: 28, height: 28 }).getContext('2d', { willReadFrequently: true });
      pen.font = '20px sans-serif';
      missing = look('\u{10ffff}');               // no character, so no font has it
    }
    if (!known.has(char)) known.set(char, look(char) !== missing);
    return known.get(char);
  };
})();
const DOUBTFUL = /[\u2600-\u27bf\u2e80-\u2fdf\u3400-\u4dbf\ua000-\uabff]|[\ud800-\udbff][\udc00-\udfff]/g;      // outside what every system draws
const withStandIns = (text, t) => text.replace(DOUBTFUL, char => hasGlyph(char) ? char : GLYPH_NAMES[char] ? '‹' + t(...GLYPH_NAMES[char]) + '›' : codePoint(char));
const codePoint = char => 'U+' + char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
const hexPairs = hex => (hex ?? '').toUpperCase().replace(/(..)(?=.)/g, '$1 ');
const tokenTitle = token => `id ${token.id}` + (token.s ? ` ${token.t}` : '') + (token.b ? ` · ${hexPairs(token.b)}` : '');
/* A token named inside a sentence of prose: 「小猫」 “kitten”, the start token by its name. */
function named(token, t, index = -1) {
  const f = face(token, t, index);
  return f.note ? t(f.note + '标记', 'the ' + f.note + ' token') : quote(t, f.text);
}
/* chip of one token; add class isq / isk / future, and whatever handlers the picture needs */
function chip(token, t, index = -1, kind = 'button') {
  const f = face(token, t, index);
  return el(kind, { className: 'lk-tok' + (token.s ? ' special' : '') + (f.bytes ? ' bytes' : ''), title: tokenTitle(token), ...(kind === 'button' ? { type: 'button' } : {}) },
    f.dot && el('i', { className: 'lk-dot' }), el('bdi', { textContent: f.text }), f.note && el('small', { textContent: f.note }));
}
/* Runs of neighbours that share characters: [{ from, to, text }], only those of two tokens and more. */
function groupsOf(tokens) {
  const runs = [];
  for (let i = 0; i < tokens.length;) {
    let j = i;
    while (j + 1 < tokens.length && tokens[j + 1].g === tokens[i].g && tokens[i].g != null) j++;
    if (j > i) {
      const bytes = tokens.slice(i, j + 1).map(x => x.b ?? '').join('').match(/../g) ?? [];
      let text = '';
      try { text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, x => parseInt(x, 16))); } catch { /* the character never completes */ }
      runs.push({ from: i, to: j, text });
    }
    i = j + 1;
  }
  return runs;
}

/* ── controls ───────────────────────────────────────────────────────────── */
/* items: [[value, label, title?], …]; node.sync(value) shows the choice. */
function segment(label, items, onPick) {
  const node = el('span', { className: 'lk-seg', role: 'group', ariaLabel: label });
  node.append(...items.map(([value, text, title]) => el('button', { type: 'button', textContent: text, title: title ?? '', data: { v: String(value) }, onclick: () => onPick(value) })));
  node.sync = value => { for (const b of node.children) b.setAttribute('aria-pressed', String(b.dataset.v === String(value))); };
  return node;
}
/* − value + with a select between: for many choices. Same contract as segment. */
function stepper(label, items, onPick) {
  const select = el('select', { className: 'lk-pick', ariaLabel: label }, ...items.map(([value, text]) => el('option', { value: String(value), textContent: text })));
  const pick = i => { if (items[i]) onPick(items[i][0]); };
  select.onchange = () => pick(select.selectedIndex);
  const step = (by, text, name) => el('button', { type: 'button', textContent: text, ariaLabel: label + ' ' + name, onclick: () => pick(select.selectedIndex + by) });
  const node = el('span', { className: 'lk-seg lk-stepper', role: 'group', ariaLabel: label }, step(-1, '‹', '−1'), select, step(1, '›', '+1'));
  node.sync = value => {
    select.value = String(value);
    node.firstChild.disabled = select.selectedIndex <= 0;
    node.lastChild.disabled = select.selectedIndex >= items.length - 1;
  };
  return node;
}
function toggle(text, onChange, title = '') {
  const box = el('input', { type: 'checkbox', onchange: () => onChange(box.checked) });
  const node = el('label', { className: 'lk-switch', title }, box, text);
  node.sync = on => { box.checked = on; };
  return node;
}
/* A box at the pointer. show(event or element, ...children); hide(). It lives in root, so it wears its theme. */
function tooltip(root) {
  const box = el('div', { className: 'lk-tip', hidden: true, role: 'tooltip' });
  root.append(box);
  return {
    show(at, ...kids) {
      fillWith(box, ...kids);
      box.hidden = false;
      const r = box.getBoundingClientRect(), a = at.getBoundingClientRect?.();
      const x = a ? a.left + a.width / 2 : at.clientX, y = a ? a.top : at.clientY;
      box.style.left = '0px'; box.style.top = '0px';
      const zero = box.getBoundingClientRect();        // a transformed ancestor moves the origin of position: fixed
      const big = r.height > 180, room = x - r.width - 24, beside = room > 8 ? room : x + 24, above = y - r.height - 12;   // a big box stands beside the pointer
      const left = big ? beside : x + 14, top = big ? y - r.height / 2 : above < 8 ? y + 20 : above;
      box.style.left = Math.max(8, Math.min(innerWidth - r.width - 8, left)) - zero.left + 'px';
      box.style.top = Math.max(8, Math.min(innerHeight - r.height - 8, top)) - zero.top + 'px';
    },
    hide() { box.hidden = true; },
  };
}

/* ── saving: every file says where its numbers come from ────────────────── */
function saveBlob(blob, name) {
  const link = el('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
}
const csvCell = value => { const s = String(value); return /[",\n\r]/.test(s) || /^[=+@\t-]/.test(s) && isNaN(s) ? `"${(/^[=+@\t-]/.test(s) && isNaN(s) ? "'" : '') + s.replace(/"/g, '""')}"` : s; };
/* rows of cells; the provenance is the first line, as a comment. BOM so that Excel reads UTF-8; a cell that looks like a formula is defused. */
const csvText = (rows, provenance) => '\ufeff' + '# ' + provenance.replace(/\s+/g, ' ') + '\r\n' + rows.map(row => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
function saveCsv(name, rows, provenance) { saveBlob(new Blob([csvText(rows, provenance)], { type: 'text/csv;charset=utf-8' }), name + '.csv'); }
/* A drawn <svg> → standalone text: styles resolved, ground painted, provenance written under the picture. */
function svgText(root, source, provenance) {
  const box = source.viewBox?.baseVal, width = box?.width || +source.getAttribute('width'), height = box?.height || +source.getAttribute('height');
  const copy = source.cloneNode(true), from = [source, ...source.querySelectorAll('*')], to = [copy, ...copy.querySelectorAll('*')];
  if (source.isConnected) from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const p of ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor']) {
      if (!to[i].getAttribute(p)?.startsWith('url')) to[i].setAttribute(p, style.getPropertyValue(p));
    }
    to[i].removeAttribute('style');
  });
  const font = getComputedStyle(root).fontFamily, line = svg('text', { x: 8, y: height + 18, 'font-size': 12, 'font-family': font, fill: css(role(root, 'muted')) });
  line.textContent = provenance;
  copy.prepend(svg('rect', { width, height: height + 28, fill: css(role(root, 'bg')) }));
  copy.append(line, svg('metadata'));
  copy.lastChild.textContent = provenance;
  if (root.closest?.('.lk-en')) copy.setAttribute('style', 'font-variant-east-asian:proportional-width');      // “ ” ’ from a Chinese face are full-width else
  for (const [k, v] of Object.entries({ xmlns: 'http://www.w3.org/2000/svg', width, height: height + 28, viewBox: `0 0 ${width} ${height + 28}` })) copy.setAttribute(k, v);
  return new XMLSerializer().serializeToString(copy);
}
function saveSvg(root, name, source, provenance) { saveBlob(new Blob([svgText(root, source, provenance)], { type: 'image/svg+xml' }), name + '.svg'); }
function savePng(root, name, source, provenance, scale = 2) {
  const image = new Image();
  image.onload = () => {
    const canvas = el('canvas', { width: image.width * scale, height: image.height * scale }), pen = canvas.getContext('2d');
    pen.scale(scale, scale);
    pen.drawImage(image, 0, 0);
    canvas.toBlob(blob => saveBlob(blob, name + '.png'), 'image/png');
  };
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svgText(root, source, provenance));
}
/* The ⋯ menu of a picture, in one order everywhere. actions: { PNG: f, SVG: f, CSV: f } */
const SAVED_AS = ['PNG', 'SVG', 'CSV'];
function saveMenu(label, actions) {
  const dots = svg('svg', { width: 18, height: 18, viewBox: '0 0 18 18', fill: 'currentColor', 'aria-hidden': 'true' }, ...[3, 9, 15].map(cx => svg('circle', { cx, cy: 9, r: 1.6 })));
  const menu = el('details', { className: 'lk-menu' }, el('summary', { ariaLabel: label, title: label }, dots));
  const kinds = Object.keys(actions).sort((a, b) => SAVED_AS.indexOf(a) - SAVED_AS.indexOf(b));
  menu.append(el('div', {}, ...kinds.map(kind => el('button', { type: 'button', textContent: kind, onclick: () => { menu.open = false; actions[kind](); } }))));
  menu.addEventListener('focusout', event => { if (!menu.contains(event.relatedTarget)) menu.open = false; });
  menuKeys(menu, 'button');
  return menu;
}
/* Keys of an open <details> that is a menu: Escape shuts it wherever the focus is and gives the focus back, ↓ ↑ Home End move in it. */
function menuKeys(menu, items) {
  const summary = menu.querySelector('summary');
  const shut = event => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    summary.focus();
  };
  menu.addEventListener('toggle', () => document[menu.open ? 'addEventListener' : 'removeEventListener']('keydown', shut, true));
  menu.addEventListener('keydown', event => {
    const all = [...menu.querySelectorAll(items)], at = all.indexOf(menu.getRootNode().activeElement), last = all.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (to === undefined || (!menu.open && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    menu.open = true;
    all[to]?.focus();
  });
}

/* ── frames ─────────────────────────────────────────────────────────────── */
const tag = (letter, name) => el('span', { className: 'lk-tag', style: `--role:var(--${name})`, textContent: letter });
const badge = text => el('span', { className: 'lk-badge', textContent: text });
/* say: what the picture shows; from: which model, layer, head; kind: measured / teaching example / recorded … */
function caption(say, from, kind) {
  return el('figcaption', {}, el('span', { className: 'lk-say' }, ...[say].flat()), el('span', { className: 'lk-from' }, ...[from].flat(), ...(kind ? [badge(kind)] : [])));
}
