/* Prepared examples to pick from and an entry (or several) for one's own; after lesson.js and text_entry.js.
   asking(model, t, onDispose, { hints, show }) → { nodes, now() }: show(example) runs for each choice. */
function asking(model, t, onDispose, { hints, show, label = t('例子', 'Example') }) {
  const examples = () => model.get('examples'), good = own => !!own && own.label !== undefined && !own.error;
  const of = choice => choice === 'own' ? source.own() : examples()[choice];
  const note = el('p', { className: 'as-note', hidden: true });
  const tell = example => { note.textContent = example.note ?? ''; note.hidden = !example.note; };
  const source = exampleSource(model, t, onDispose, { names: examples().map(one => one.label), pickName: label, hints, kind: 'as', good, show: choice => { tell(of(choice)); show(of(choice)); } });
  source.box.append(note);
  let begun = null;
  const now = () => { begun ??= source.begin(); const example = of(source.choice()); tell(example); return example; };
  return { nodes: [...(examples().length > 1 || model.get('live') ? [source.picker] : []), source.box], now };
}
/* Numbers as coloured cells in one line: positive query blue, negative key orange, the scale's limit given. */
function stripOf(root, values, limit, { height = 26, name = '' } = {}) {
  const canvas = el('canvas', { className: 'as-strip', role: 'img', ariaLabel: name, width: values.length, height: 1, style: `height:${height}px` });
  const paint = () => {
    const ramp = signedRamp(root, limit), pen = canvas.getContext('2d'), image = pen.createImageData(values.length, 1);
    values.forEach((x, i) => image.data.set([...ramp.rgb(Math.max(-limit, Math.min(limit, x))), 255], 4 * i));
    pen.putImageData(image, 0, 0);
  };
  const at = event => { const r = canvas.getBoundingClientRect(); return Math.max(0, Math.min(values.length - 1, Math.floor((event.clientX - r.left) / r.width * values.length))); };
  return { node: canvas, paint, at, values };
}
const largest = values => values.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
/* The legend of such a strip. */
function stripScale(root, t, limit) {
  const ramp = signedRamp(root, 1);
  return el('span', { className: 'as-scale' }, el('code', { textContent: '−' + fig(limit, 2) }), ...[-1, -.6, -.3, 0, .3, .6, 1].map(x => el('i', { style: `background:${ramp.at(x)}` })), el('code', { textContent: '+' + fig(limit, 2) }));
}
