"""What a learner does with every picture of a page: look whether it is whole, turn a knob, save it.

The functions ask an open page (Playwright) and know no chapter: a picture is an anywidget that
shows something, or a chart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Roots of pictures: our widgets' .lk inside their shadow root, and vega's charts.
_ROOTS = """
  const roots = [...document.querySelectorAll('marimo-anywidget')]
    .map(node => node.shadowRoot?.querySelector('.lk'))
    .filter(root => root && root.getBoundingClientRect().height > 0);
  const charts = [];
  const look = node => {
    if (node.classList?.contains('vega-embed')) { charts.push(node); return; }
    if (node.shadowRoot) look(node.shadowRoot);
    for (const child of node.children ?? []) look(child);
  };
  look(document.body);
  const shows = chart => chart.getClientRects().length > 0 && chart.querySelector('svg, canvas');
  const pictures = [...roots, ...charts.filter(shows)];
  const name = root => (root.querySelector('.lk-title, h3, h4, .lk-q, legend')?.textContent
    || root.querySelector('[aria-label]')?.getAttribute('aria-label')
    || root.textContent).trim().slice(0, 60);
"""

_COUNT = f"() => {{ {_ROOTS} return pictures.map(name); }}"

# What a picture shows, without its knobs: those would change by themselves.
_TURN = f"""
async number => {{
  {_ROOTS}
  const root = pictures[number];
  const KNOBS = '[role=group], [role=radiogroup], select, input, textarea, summary, .lk-tip';
  const shown = () => {{
    const copy = root.cloneNode(true);
    copy.querySelectorAll(KNOBS).forEach(node => node.remove());
    const drawn = [...root.querySelectorAll('canvas')].map(c => c.width ? c.toDataURL() : '');
    return copy.innerHTML.replace(/aria-[a-z]+="[^"]*"/g, '') + drawn.join();
  }};
  const usable = node => !node.disabled && !node.closest('.lk-menu, figcaption, [hidden], details')
    && node.getClientRects().length > 0;
  const find = what => [...root.querySelectorAll(what)].filter(usable);
  const say = (node, ...kinds) => kinds.forEach(
    kind => node.dispatchEvent(new Event(kind, {{ bubbles: true, composed: true }})));
  const set = (node, value) => {{
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value').set.call(node, value);
    say(node, 'input', 'change');
  }};
  const turns = [
    ...find('[role=group] button:not([aria-pressed=true])').map(node => () => node.click()),
    ...find('select').filter(node => node.options.length > 1).flatMap(node =>
      [...node.options].filter(one => !one.selected && !one.disabled && !one.hidden).slice(0, 2)
        .map(one => () => {{ node.value = one.value; say(node, 'input', 'change'); }})),
    ...find('input[type=range]').flatMap(node => [node.min || '0', node.max || '100']
      .filter(value => value !== node.value).map(value => () => set(node, value))),
    ...find('input[type=checkbox], input[type=radio]').map(node => () => node.click()),
    ...find('button').map(node => () => node.click()),
    ...find('[tabindex="0"], canvas').flatMap(node =>
      ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', ' ', 'Enter'].map(key => () => {{
        node.focus();
        node.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true, composed: true }}));
      }})),
  ];
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const before = shown();
  let tried = 0;
  for (const turn of turns.slice(0, 24)) {{
    tried += 1;
    turn();
    for (let i = 0; i < 12; i++) {{
      await frame();
      if (shown() !== before) return {{ name: name(root), knobs: turns.length, changed: true }};
    }}
  }}
  return {{ name: name(root), knobs: turns.length, changed: false }};
}}
"""

_SAVING = f"""
() => {{
  {_ROOTS}
  return pictures.map(root => [
    name(root),
    root.classList.contains('vega-embed')
      ? [...root.querySelectorAll('.vega-actions a')].map(a => a.textContent)
      : [...root.querySelectorAll('.lk-menu button')].map(b => b.textContent),
    root.querySelector('canvas, svg:not([aria-hidden]), table, figure') !== null,
  ]);
}}
"""

_SIZES = f"""
() => {{
  {_ROOTS}
  return pictures.map(root => {{
    const box = root.getBoundingClientRect(), captions = [...root.querySelectorAll('figcaption')];
    const bottom = captions.length ? captions.at(-1).getBoundingClientRect().top : box.bottom;
    return [name(root), box.width, bottom - box.top, box.left].map(
      x => typeof x === 'number' ? Math.round(x) : x);
  }});
}}
"""


@dataclass(frozen=True)
class Turned:
    """One picture after a knob of its own was turned; ``knobs`` is 0 for one that has none."""

    name: str
    knobs: int
    changed: bool


def names(page: Any) -> list[str]:
    """Every picture that shows something, by the first words a learner reads on it."""
    return page.evaluate(_COUNT)


def turn_every_knob(page: Any) -> list[Turned]:
    """In each picture, turn its own knobs one after the other until what it shows changes."""
    return [Turned(**page.evaluate(_TURN, number)) for number in range(len(names(page)))]


def menus(page: Any) -> list[tuple[str, list[str], bool]]:
    """Of each picture: name, what its menu can save, and whether there is anything to save."""
    return [(name, saved, drawn) for name, saved, drawn in page.evaluate(_SAVING)]


def sizes(page: Any) -> list[tuple[str, int, int, int]]:
    """Of each picture: name, width, height without its caption, and left edge, in pixels."""
    return [tuple(one) for one in page.evaluate(_SIZES)]
