"""Chapter 06 in a learner's browser: its charts on a phone, their numbers, what is cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from browsing import browser, learner, settle
from course import served

from lesson_kit.app import serve

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Five charts and their twins; one that is being drawn anew is not there for a moment.
_ALL_DRAWN = "() => document.querySelectorAll('.vega-actions[data-lk]').length === 10"
_CHARTS = """
() => [...document.querySelectorAll('.vega-embed')].filter(e => e.getClientRects().length)
  .map(e => {
    const frame = e.querySelector('.chart-wrapper');
    return {
      narrow: !!e.querySelector('[class*=lkphone]'), room: frame.clientWidth,
      wide: frame.scrollWidth, shaded: getComputedStyle(frame).backgroundImage.includes('gradient'),
      covered: getComputedStyle(e.querySelector('svg.marks')).backgroundColor,
      words: [...e.querySelectorAll('text')].map(x => x.textContent),
    };
  })
"""

_STICKS_OUT = """
() => [...document.querySelectorAll('.vega-embed')].filter(e => e.getClientRects().length)
  .flatMap(e => {
    const frame = e.querySelector('svg.marks').getBoundingClientRect();
    return [...e.querySelectorAll('text')].filter(word => {
      const box = word.getBoundingClientRect();
      return box.width && (box.left < frame.left - 1 || box.right > frame.right + 1);
    }).map(word => word.textContent);
  })
"""


Visit = Callable[..., AbstractContextManager[Any]]


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    """visit(width, lang): the chapter in a window of that width, drawn to the end."""
    course = served(serve.Settings(model="classroom-base", device="cpu"))
    with browser() as driver, course as (address, warmup):
        warmup.wait(300)

        @contextmanager
        def opened(width: int, lang: str = "en") -> Iterator[Any]:
            with learner(driver, address, viewport={"width": width, "height": 844}) as page:
                page.goto(f"{address}/06_ffn/?lang={lang}")
                settle(page)
                page.wait_for_function(_ALL_DRAWN)
                yield page

        yield opened


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_chart_is_whole_on_a_phone(visit: Visit, lang: str) -> None:
    for width in (360, 390):
        with visit(width, lang) as page:
            charts = page.evaluate(_CHARTS)
            assert len(charts) == 5 and all(one["narrow"] for one in charts)
            assert all(one["wide"] <= one["room"] for one in charts), charts
            # a formula is broken over lines, not cut
            cut = page.evaluate(
                "() => [...document.querySelectorAll('#App .markdown.prose > marimo-tex')]"
                ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
            )
            assert cut == []


def test_a_wide_window_has_the_wide_twins_and_a_middling_one_shades_their_edge(
    visit: Visit,
) -> None:
    with visit(1280) as page:
        charts = page.evaluate(_CHARTS)
        assert len(charts) == 5 and not any(one["narrow"] for one in charts)
        assert all(one["wide"] <= one["room"] for one in charts), charts
        words = " ".join(word for one in charts for word in one["words"])
        assert "\u202f%" in words
        assert not re.search(r"\d(%|e[+-])", words) and "×10" in words
        page.set_viewport_size({"width": 700, "height": 720})
        charts = page.evaluate(_CHARTS)
        assert any(one["wide"] > one["room"] for one in charts)
        assert all(one["shaded"] for one in charts)
        assert all(one["covered"] == "rgba(0, 0, 0, 0)" for one in charts)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_turned_knob_pushes_no_word_over_the_edge(visit: Visit, width: int) -> None:
    with visit(width) as page:
        charts = page.locator(".vega-embed:visible")
        charts.nth(3).locator(".vega-bind-radio label", has_text="8").first.click()
        for slider, value in ((0, "0.1"), (1, "-5")):
            charts.nth(4).locator("input[type=range]").nth(slider).fill(value)
        page.wait_for_function(
            "() => [...document.querySelectorAll('.vega-embed text')]"
            ".some(e => e.textContent.includes('−4.99') && e.getClientRects().length)"
        )
        cut = page.evaluate(_STICKS_OUT)
        assert cut == []


def test_a_slider_below_zero_has_a_minus_as_the_axes(visit: Visit) -> None:
    with visit(1280) as page:
        slider = page.locator(".vega-bind:visible", has_text="add to every entry")
        slider.locator("input").fill("-5")
        page.wait_for_function(
            "node => node.textContent === '−5'", arg=slider.locator("input + span").element_handle()
        )
