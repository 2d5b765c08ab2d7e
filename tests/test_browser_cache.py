"""Chapter 10 as a learner uses it: on a phone, and through a switch of language."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import PATIENCE, fits, learner, settle
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

OWN = "The red bird is on"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_chart_is_seen_whole_on_a_phone(chrome: Any, site: str, lang: str) -> None:
    with learner(chrome, site, viewport={"width": 390, "height": 844}) as page:
        page.goto(f"{site}/10_kv_cache/?lang={lang}")
        # Two of the three come when their numbers do, after the page stands.
        expect(page.locator(".vega-embed")).to_have_count(3, timeout=PATIENCE)
        settle(page)
        assert fits(page)
        charts = page.evaluate(
            "() => [...document.querySelectorAll('.vega-embed')].map(chart => "
            "[chart.querySelector('svg.marks').getBoundingClientRect().right, "
            "chart.parentElement.getBoundingClientRect().right])"
        )
        assert len(charts) == 3
        assert all(drawn <= box + 1 and drawn <= 390 for drawn, box in charts), charts


def test_a_switch_of_language_keeps_the_own_beginning_and_tells_of_what_it_cut(
    chrome: Any, site: str
) -> None:
    with learner(chrome, site, locale="en-GB") as page:
        page.goto(f"{site}/10_kv_cache/?lang=en")
        settle(page)
        lanes = page.locator(".lk-lanes").first
        entry = lanes.get_by_label("Your own beginning")
        entry.fill(OWN)
        entry.press("Enter")
        expect(lanes.locator(".wait")).to_have_text("Just measured.")
        bench = page.locator(".lk-bench").first
        bench.get_by_role("button", name="Measure on this machine").click()
        expect(bench.get_by_role("button", name="Stop")).to_be_visible()
        page.get_by_text("中文", exact=True).first.click()
        expect(page.get_by_text("考考自己").first).to_be_visible()
        settle(page)
        lanes, bench = page.locator(".lk-lanes").first, page.locator(".lk-bench").first
        expect(lanes.get_by_label("自己写个开头")).to_have_value(OWN)
        expect(lanes.get_by_label("开头", exact=True).locator("option:checked")).to_have_text(OWN)
        expect(lanes.locator("figcaption .lk-badge")).to_have_text("刚刚测得")
        expect(bench.locator(".lk-head [role=status]")).to_contain_text("停下了")
