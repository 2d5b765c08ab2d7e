"""Pictures on paper and in files: whole at any width, with everything that stands on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
import widget_page

from lesson_kit.show.widgets.base import LessonWidget, read_parts

_DRAW = """
const style = '.side { writing-mode: vertical-rl; height: 90px }'
  + ' .gone { text-decoration: line-through }'
  + ' .free { width: 80px; height: 30px; border: 1px dashed red; border-top: 4px solid red;'
  + ' background: repeating-linear-gradient(135deg, #eee 0 6px, #fff 6px 12px) }'
  + ' .first::before { content: "S " }';
function render({ model, el: host }) {
  const { root, t } = mount(model, host);
  const body = el('div', { className: 'whole' }, el('style', { textContent: style }),
    el('p', { className: 'side', textContent: 'on its side' }),
    el('p', { className: 'gone', textContent: 'lost' }),
    el('p', { className: 'first', textContent: '9' }), el('p', { className: 'free' }),
    el('div', { style: 'display:flex;justify-content:space-between' },
      el('b', { textContent: 'left' }), el('b', { className: 'last', textContent: 'right' })));
  const menu = lessonMenu(root, t, 'sample', () => body, () => [['a'], [1]], () => 'a test');
  lessonFigure(root, { title: 'Sample', menu, body });
  window.saved = () => svgText(root, pictureOf(root, body), 'a test');
  window.sample = root;
}
export default { render };
"""


class Sample(LessonWidget):
    """A picture made of ordinary page elements, of every kind that is hard to save."""

    js: ClassVar[tuple[str, ...]] = ("lesson.js",)
    css: ClassVar[tuple[str, ...]] = ("lesson.css",)


Sample._esm = read_parts("common.js", "lesson.js") + _DRAW


@pytest.fixture(scope="module")
def sample() -> Iterator[Any]:
    with widget_page.browser() as chrome:
        page = chrome.new_page(viewport={"width": 1200, "height": 700})
        stage = widget_page.WidgetPage(page)
        stage.show(Sample(lang="en"))
        yield page
        assert not stage.problems, stage.problems


def test_a_saved_picture_keeps_what_a_style_sheet_says(sample: Any) -> None:
    texts, stripes, struck, dashed = sample.evaluate("""() => {
      const drawn = new DOMParser().parseFromString(saved(), 'image/svg+xml');
      const all = what => [...drawn.querySelectorAll(what)];
      return [all('text').map(node => [node.textContent, node.getAttribute('writing-mode')]),
        all('pattern rect').length, all('line[stroke]').length,
        all('line[stroke-dasharray="4 3"]').length];
    }""")
    assert ["on its side", "vertical-rl"] in texts  # one line downwards, not one letter a line
    assert ["S ", None] in texts
    assert stripes == 2
    assert dashed == 3 and struck == 4 + 1  # three dashed sides and the thick one; the lost word


def test_a_menu_is_shut_by_escape_and_walked_by_arrows(sample: Any) -> None:
    menu = sample.locator(".lk-menu")
    menu.locator("summary").click()
    seen = []
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"):
        sample.keyboard.press(key)
        seen.append(menu.evaluate("menu => menu.getRootNode().activeElement.textContent"))
    assert seen == ["PNG", "SVG", "CSV", "PNG", "CSV", "PNG", "CSV"]
    sample.keyboard.press("Escape")
    asked = "menu => [menu.open, menu.getRootNode().activeElement?.tagName]"
    assert menu.evaluate(asked) == [False, "SUMMARY"]


@pytest.mark.parametrize("paper", [420, 703, 1032])
def test_a_picture_is_whole_on_any_paper(sample: Any, paper: int) -> None:
    """It is laid out as on the screen, only smaller: no second layout that nobody measured."""
    measure = """() => {
      const box = node => node.getBoundingClientRect();
      const whole = box(sample.querySelector('.whole'));
      return [box(sample.querySelector('.last')).right, whole.width / whole.height,
        sample.classList.contains('lk-mid')];
    }"""
    _, shape, narrow = sample.evaluate(measure)
    try:
        sample.emulate_media(media="print")
        sample.set_viewport_size({"width": paper, "height": 900})
        sample.evaluate("() => { document.body.style.margin = 0; }")
        sample.evaluate("() => new Promise(f => requestAnimationFrame(() => setTimeout(f)))")
        right, printed, same = sample.evaluate(measure)
    finally:
        sample.emulate_media(media="null")
        sample.set_viewport_size({"width": 1200, "height": 700})
        sample.evaluate("() => { document.body.style.margin = '16px'; }")
    assert right <= paper + 1
    assert printed == pytest.approx(shape, rel=0.03)
    assert same == narrow
