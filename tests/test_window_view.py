"""The blackboard and the request picture in a real browser, on plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from widget_page import WidgetPage, browser

from lesson_kit.app.window_recall import LENGTHS, PLACES, RecallPoint, recall_result
from lesson_kit.show.widgets.measuring import Bench
from lesson_kit.show.widgets.window_view import (
    LONGEST_LINE,
    LONGEST_SUMMARY,
    RequestView,
    WindowView,
)

HOSTILE = "<img src=x onerror=alert(1)>"
FRAME = {"begin": "<|start|>", "system": "<|system|>", "user": "<|user|>",
         "assistant": "<|assistant|>", "end": "<|end|>"}  # fmt: skip
MESSAGES = [
    {"role": "system", "text": "Be brief.", "tokens": 10},
    {"role": "user", "text": f"I am Emma. {HOSTILE}", "tokens": 30},
    {"role": "assistant", "text": "Hello!", "tokens": 20},
    {"role": "user", "text": "Who am I?", "tokens": 14},
]


def _request(sent: list[int], **more: Any) -> dict[str, Any]:
    gone = [i for i in range(4) if i not in sent] if not more.get("refused") else [0, 1, 2, 3]
    used = 2 + sum(MESSAGES[i]["tokens"] for i in sent)
    return {"sent": sent, "dropped": gone, "note": None, "most": 0, "at": int(0 in sent),
            "used": used, "needed": 0, "refused": "", **more}  # fmt: skip


TOO_LONG = _request([], refused="too long", needed=84)
NOTE = {"role": "system", "text": "The user is Emma.", "tokens": 12}
#: window sizes 40 and 100; the question alone, with the system line, with a note, or everything
TALK = {
    "label": HOSTILE, "messages": MESSAGES, "facts": [{"name": "name", "words": "Emma"}],
    "right": ["You are Emma"], "frame": 2, "reserve": 8, "sizes": [40, 100], "start": 40,
    "requests": [
        TOO_LONG, _request([3]), _request([0, 3]), _request([0, 3], note=NOTE, used=38),
        _request([0, 1, 2, 3]),
    ],
    "plans": {"all": [0, 4], "oldest": [1, 4], "system": [2, 4], "summary": [3, 4]},
}  # fmt: skip


def _said(text: str, p: float, kept: bool) -> dict[str, Any]:
    facts = [{"kept": kept, "ask": "Name?", "said": text}]
    return {"text": text, "ended": True, "p": p, "facts": facts}


OUTCOMES = {
    "0:1": _said("I don't know.", 0.01, False), "0:2": _said(HOSTILE, 0.02, False),
    "0:3": _said("You are Emma.", 0.9, True), "0:4": _said("You are Emma!", 0.95, True),
}  # fmt: skip


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as chromium:
        yield chromium


@pytest.fixture
def page(chromium: Any) -> Iterator[WidgetPage]:
    view = WidgetPage(chromium.new_page(viewport={"width": 1240, "height": 900}))
    yield view
    view.page.close()
    assert view.problems == []


def _board(**more: Any) -> WindowView:
    settings = {
        "lang": "en", "title": "Figure 1", "outcomes": OUTCOMES, "conversations": [TALK], **more,
    }  # fmt: skip
    return WindowView(frame=FRAME, ask=lambda _: iter(()), **settings)


def _in(view: WidgetPage, script: str) -> Any:
    return view.page.evaluate(f"() => {{ const r = hosts[0]; {script} }}")


def _do(view: WidgetPage, script: str) -> None:
    _in(view, script)
    view.page.wait_for_function("() => !hosts[0].getAnimations?.().length")
    view.settle()


def _asked(view: WidgetPage) -> list[dict[str, Any]]:
    """What the pictures asked Python to work out."""
    return [one[1] for one in view.page.evaluate("sent") if one[0] == "send"]


def _kept(view: WidgetPage) -> dict[str, Any]:
    """How the pictures asked to be remembered, at last."""
    return [one[1] for one in view.page.evaluate("sent") if one[0] == "kept"][-1]


def _size(view: WidgetPage, at: int) -> None:
    _do(view, f"const i = r.querySelector('.ww-size'); i.value = {at}; i.oninput()")


def _policy(view: WidgetPage, name: str) -> None:
    _do(view, f"r.querySelector('[data-policy={name}]').click()")


def test_blocks_and_window_are_as_wide_as_their_tokens(page: WidgetPage) -> None:
    page.show(_board())
    _size(page, 1)
    styles = "x => parseFloat(x.style.width)"
    wide = _in(page, f"return [...r.querySelectorAll('.wb-block')].slice(0, 4).map({styles})")
    scale = (wide[1] + 2) / 30
    assert [(w + 2) / scale for w in wide] == pytest.approx([10, 30, 20, 14])
    frame = _in(page, f"return ({styles})(r.querySelector('.wb-frame'))")
    assert (frame - 10) / scale == pytest.approx(100)
    _size(page, 0)
    frame = _in(page, f"return ({styles})(r.querySelector('.wb-frame'))")
    assert (frame - 10) / scale == pytest.approx(40)
    assert _in(page, "return r.querySelectorAll('.wb-block.out').length") == 3


_CUT = """
  // what is written in a block and does not stand wholly inside of it
  const cut = [];
  for (const block of r.querySelectorAll('.wb-block:not(.hide, .far)')) {
    const outer = block.getBoundingClientRect();
    for (const part of block.querySelectorAll('.wb-name, .wb-text')) {
      if (part.hidden) continue;
      const range = document.createRange(), box = part.getBoundingClientRect();
      range.selectNodeContents(part);
      for (const line of [box, ...range.getClientRects()]) {
        // a glyph's box is a little taller than a line, across the direction of writing
        const upright = block.classList.contains('sideways') && part.className === 'wb-text';
        const tiny = block.classList.contains('tiny') ? 2 : 0;
        const [x, y] = upright ? [3, 1] : [1, 3 + tiny];
        const inside = (a, b) => a.left >= b.left - x && a.right <= b.right + x
          && a.top >= b.top - y && a.bottom <= b.bottom + y;
        if (!inside(line, outer) || (part.className === 'wb-text' && !inside(line, box)))
          cut.push(block.getAttribute('aria-label').slice(0, 40) + ' ' + part.textContent);
      }
    }
  }
  return cut;
"""
LINES = [
    ("system", "You are a helpful assistant.", 9), ("user", "我对芒果过敏。我的宠物叫豆豆。", 15),
    ("assistant", "Some music helps when you are stuck in a jam on your way home.", 9),
    ("assistant", "OK", 4), ("user", "The weather is lovely today.", 8),
    ("assistant", "Yes, a good day for a walk.", 11), ("user", "word " * 60, 64),
    ("assistant", "\u0e01\u0e33\u0e25\u0e31\u0e07 🙂👨\u200d👩\u200d👧", 40), ("user", "Why?", 5),
]  # fmt: skip


def _long_talk(repeat: int = 1) -> dict[str, Any]:
    messages = [{"role": a, "text": b, "tokens": n} for a, b, n in LINES * repeat]
    every = list(range(len(messages)))

    def plan(first: int, room: int) -> dict[str, Any]:
        tokens = 2 + sum(m["tokens"] for m in messages[first:])
        sent = {"sent": every[first:], "dropped": every[:first], "note": None, "most": 0}
        more = {"at": 0, "used": tokens, "needed": 0, "refused": ""}
        if tokens + 8 > room:
            more |= {"refused": "too long", "needed": tokens + 8}
        return sent | more

    sizes, ends = [40, 120, 200], [len(every) - 1, len(every) - 3, len(every) - 8]
    requests = [plan(0, n) for n in sizes]
    requests += [plan(first, n) for first, n in zip(ends, sizes, strict=True)]
    own = {"all": [0, 1, 2], "oldest": [3, 4, 5], "system": [3, 4, 5], "summary": [3, 4, 5]}
    return {"label": "", "messages": messages, "facts": [{"name": "pet", "words": "豆豆"}],
            "right": [], "frame": 2, "reserve": 8, "sizes": sizes, "start": 40,
            "requests": requests, "plans": own}  # fmt: skip


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [1240, 390])
@pytest.mark.parametrize("repeat", [1, 6])
def test_a_block_shows_whole_lines_or_a_name_that_fits_or_nothing(
    chromium: Any, width: int, lang: str, repeat: int
) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": width, "height": 900}))
    view.page.emulate_media(reduced_motion="reduce")
    view.show(_board(conversations=[_long_talk(repeat)], outcomes={}, lang=lang, live=False))
    seen: set[str] = set()
    for policy in ("all", "oldest"):
        _policy(view, policy)
        for at in range(3):
            _size(view, at)
            view.page.wait_for_function(
                "() => hosts[0].querySelector('.wb').getAnimations({subtree: true}).length === 0"
            )
            assert _in(view, _CUT) == [], (policy, at)
            shown = "return [...r.querySelectorAll('.wb-block:not(.far) .wb-text:not([hidden])')]"
            seen |= set(_in(view, shown + ".map(x => x.textContent.slice(-1))"))
            numbers = _in(view, "return [...r.querySelectorAll('.wb-name:not([hidden]) em')]"
                                ".map(x => +x.textContent)")  # fmt: skip
            assert set(numbers) <= {n for _, _, n in LINES} | {8, 0}
            board = _in(view, "return r.querySelector('.wb').clientHeight")
            assert board < 1600 or repeat == 1
    assert "…" in seen and seen - {"…", ""}
    if repeat == 1:  # short words are shown whole in a block of few tokens
        assert "Why?" in _in(view, "return r.querySelector('.wb').textContent")
    # the whole message is told to whoever points at its block or goes there by key
    _do(view, "[...r.querySelectorAll('.wb-block:not(.far)')].find("
              "x => x.getAttribute('aria-label').includes('word word')).focus()")  # fmt: skip
    told = _in(view, "return r.querySelector('.lk-tip').textContent")
    assert ("word " * 60).strip() in told and "64" in told
    assert view.page.evaluate("() => document.documentElement.scrollWidth") <= width
    view.page.close()
    assert view.problems == []


def test_on_a_phone_a_short_talk_is_drawn_large_enough_to_read(chromium: Any) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": 390, "height": 900}))
    messages = [{"role": "user", "text": "Hm", "tokens": 3}]
    talk = {**TALK, "messages": messages, "facts": [], "requests": [_request([0], dropped=[])],
            "sizes": [40], "plans": {key: [0] for key in TALK["plans"]}}  # fmt: skip
    view.show(_board(conversations=[talk], outcomes={}, live=False))
    shown = "return r.querySelector('.wb-text:not([hidden])')?.textContent"
    assert _in(view, shown) == "Hm"
    view.page.close()
    assert view.problems == []


def test_on_a_phone_the_board_is_as_tall_as_what_is_on_it(chromium: Any) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": 390, "height": 900}))
    view.page.emulate_media(reduced_motion="reduce")
    view.show(_board(conversations=[TALK, _long_talk()]))
    blank = """
      const top = r.querySelector('.wb').getBoundingClientRect().top;
      const shown = [...r.querySelectorAll('.wb-block:not(.hide, .far), .wb-frame, .wb-label')];
      return Math.min(...shown.filter(x => x.textContent || x.className.includes('frame'))
        .map(x => x.getBoundingClientRect().top)) - top;
    """
    for policy in ("all", "oldest", "system", "summary"):
        _policy(view, policy)
        for at in (0, 1):
            _size(view, at)
            view.page.wait_for_function(
                "() => hosts[0].querySelector('.wb').getAnimations({subtree: true}).length === 0"
            )
            assert 0 <= _in(view, blank) <= 12, (policy, at)
    view.page.close()
    assert view.problems == []


def test_each_policy_shows_exactly_what_it_sends(page: WidgetPage) -> None:
    page.show(_board())
    lines = "return [...r.querySelectorAll('.rq-raw .rq-line')].map(p => p.textContent)"
    _policy(page, "system")
    assert _in(page, lines) == [
        "<|start|>", "<|system|>Be brief.<|end|>", "<|user|>Who am I?<|end|>", "<|assistant|>",
    ]  # fmt: skip
    _policy(page, "summary")
    assert _in(page, lines)[2] == "<|system|>The user is Emma.<|end|>"
    assert (
        _in(page, "return r.querySelector('.wb-block.note .wb-text').textContent") == NOTE["text"]
    )
    assert _in(page, "return r.querySelectorAll('.wb-block.out u.lost').length") == 0
    _policy(page, "oldest")
    assert len(_in(page, lines)) == 3
    assert _in(page, "return r.querySelectorAll('.wb-block.out u.lost').length") == 1
    _policy(page, "all")
    assert "84" in _in(page, "return r.querySelector('.rq-raw').textContent")
    _size(page, 1)
    assert len(_in(page, lines)) == 6


def test_all_four_results_stay_visible_with_bar_and_ticks(page: WidgetPage) -> None:
    page.show(_board())
    rows = _in(page, "return [...r.querySelectorAll('.rq-row')].map(x => x.textContent)")
    assert len(rows) == 4
    assert "refused" in rows[0] and "I don't know." in rows[1] and "You are Emma." in rows[3]
    bars = _in(page, "return [...r.querySelectorAll('.rq-bar i')].map(x => x.style.width)")
    assert bars == ["1%", "2%", "90%"]
    ticks = _in(page, "return [...r.querySelectorAll('.rq-fact')].map(x => x.className)")
    assert [name.split()[-1] for name in ticks] == ["no", "no", "yes"]
    _do(page, "r.querySelectorAll('.rq-fact')[2].dispatchEvent(new Event('mouseenter'))")
    read = _in(page, "return r.querySelector('.lk-read').textContent")
    assert "Name?" in read and "You are Emma." in read


@pytest.mark.parametrize(
    ("text", "kept", "says", "never"),
    [
        ("You are Emma.", True, "lucky guess", "matters"),  # not in the text sent: a guess
        ("No idea.", False, "never told", "guess"),
        ("Hm.", None, "messages fell out.", "matters"),  # a talk in which no facts are known
    ],
)
def test_the_line_below_says_what_was_answered_not_what_was_hoped(
    page: WidgetPage, text: str, kept: bool | None, says: str, never: str
) -> None:
    facts = [] if kept is None else TALK["facts"]
    outcome = _said(text, 0.5, bool(kept)) | ({"facts": []} if kept is None else {})
    page.show(_board(conversations=[{**TALK, "facts": facts}], outcomes={"0:1": outcome}))
    _size(page, 0)
    _policy(page, "oldest")
    read = _in(page, "return r.querySelector('.lk-read').textContent")
    assert says in read and never not in read


def test_hostile_text_stays_text_everywhere(page: WidgetPage) -> None:
    page.show(_board(live=False))
    for name in ("all", "oldest", "system", "summary"):
        for at in (0, 1):
            _policy(page, name)
            _size(page, at)
            _do(page, "r.querySelector('.rq-grid .lk-seg [data-v=chat]').click()")
            assert _in(page, "return r.querySelectorAll('img').length") == 0
    assert HOSTILE in _in(page, "return r.querySelector('.rq-raw').textContent")


def test_the_edge_is_moved_with_keys_and_pointer(page: WidgetPage) -> None:
    page.show(_board())
    now = "return +r.querySelector('.wb-grip').getAttribute('aria-valuenow')"
    assert _in(page, now) == 40
    _do(page, "r.querySelector('.wb-grip').focus()")
    page.page.keyboard.press("ArrowLeft")
    page.settle()
    assert _in(page, now) == 100
    page.page.keyboard.press("End")
    page.settle()
    assert _in(page, now) == 40
    page.page.wait_for_function("() => !hosts[0].getAnimations?.().length")
    box = page.page.locator(".wb-grip").bounding_box()
    assert box
    page.page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] - 500, box["y"] + 20)
    page.page.mouse.up()
    page.settle()
    assert _in(page, now) == 100


def test_a_picture_without_python_is_alive_and_asks_nothing(page: WidgetPage) -> None:
    page.show(_board(live=False, outcomes={"0:4": OUTCOMES["0:4"]}))
    _size(page, 1)
    assert "You are Emma!" in _in(page, "return r.querySelector('.rq-row').textContent")
    assert _in(page, "return r.querySelector('.rq-live input').disabled") is True
    assert _asked(page) == []


def test_missing_answers_are_asked_for_and_fill_in(page: WidgetPage) -> None:
    page.show(_board(outcomes={"0:1": OUTCOMES["0:1"]}))
    (asked,) = _asked(page)
    assert asked["what"] == "answers" and asked["requests"] == [2, 3]
    tell = "x => models[0].custom(x)"
    base = {"number": asked["number"]}
    page.page.evaluate(tell, {**base, "kind": "progress", "done": 0, "total": 2})
    assert "1 of 2" in _in(page, "return r.querySelector('.rq-live').textContent")
    page.page.evaluate(tell, {**base, "kind": "outcome", "key": "0:3", "value": OUTCOMES["0:3"]})
    assert "You are Emma." in _in(page, "return r.querySelectorAll('.rq-row')[3].textContent")
    page.page.evaluate(
        tell, {"number": 99, "kind": "outcome", "key": "0:2", "value": OUTCOMES["0:2"]}
    )  # an answer to another question
    assert HOSTILE not in _in(page, "return r.querySelectorAll('.rq-row')[2].textContent")
    page.page.evaluate(tell, {**base, "kind": "done"})
    assert _in(page, "return r.querySelector('.rq-progress').hidden") is True


def test_own_words_are_sent_on_enter_only_and_become_a_conversation(page: WidgetPage) -> None:
    page.show(_board())
    own = page.page.locator(".rq-live input")
    own.fill("ni hao")
    own.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    assert _asked(page) == []
    own.press("Enter")
    (asked,) = _asked(page)
    assert asked["what"] == "say" and asked["text"] == "ni hao" and asked["at"] == -1
    talk = {**TALK, "label": "", "messages": MESSAGES, "facts": [], "right": []}
    base = {"number": asked["number"]}
    page.page.evaluate(
        "x => models[0].custom(x)", {**base, "kind": "own", "conversation": talk, "at": 1}
    )
    value = {**OUTCOMES["0:4"], "text": "Good day.", "p": None, "facts": []}
    page.page.evaluate(
        "x => models[0].custom(x)", {**base, "kind": "outcome", "key": "1:4", "value": value}
    )
    page.page.evaluate("x => models[0].custom(x)", {**base, "kind": "done"})
    assert _in(page, "return r.querySelector('.lk-pick').value") == "1"
    assert "Good day." in _in(page, "return r.querySelector('.rq-row').textContent")
    assert _in(page, "return r.querySelector('.rq-live input').disabled") is False


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_model_that_cannot_chat_is_told_kindly(page: WidgetPage, lang: str) -> None:
    page.show(_board(outcomes={}, chats=False, lang=lang))
    said = _in(page, "return r.querySelectorAll('.rq-row')[1].textContent")
    assert {"zh": "只会续写", "en": "only continues text"}[lang] in said
    assert _asked(page) == []


def test_the_board_is_shown_again_as_it_was_left(page: WidgetPage) -> None:
    own = {**_long_talk(), "own": True}
    talks = [TALK, {**TALK, "label": "second"}, own]
    page.show(_board(conversations=talks))
    _policy(page, "summary")
    _do(page, "r.querySelector('.rq-grid .lk-seg [data-v=chat]').click()")
    _do(page, "const p = r.querySelector('.lk-pick'); p.value = '2'; p.onchange()")
    _do(page, "const i = r.querySelector('.ww-size'); i.value = 1; i.oninput(); i.onchange()")
    page.page.locator(".rq-live input").fill("half a sen")
    page.page.locator(".rq-live input").blur()
    kept = _kept(page)
    assert kept == {
        "policy": "summary", "view": "chat", "talk": -1, "size": 120, "draft": "half a sen"
    }  # fmt: skip
    page.page.evaluate("() => document.body.replaceChildren((hosts.length = 0, ''))")
    page.show(_board(conversations=talks, kept=kept, lang="zh"))
    shown = """return [r.querySelector('[aria-selected=true]').dataset.policy,
      r.querySelector('.lk-pick').value, r.querySelector('.ww-size + b').textContent,
      r.querySelector('.rq-live input').value, r.querySelector('.rq-raw').className]"""
    assert _in(page, shown) == ["summary", "2", "120", "half a sen", "rq-raw chat"]
    odd = {"policy": "none", "talk": 77, "size": 41, "view": "x"}
    for kept in (odd, {"talk": -1}):  # what does not apply here is passed over
        page.page.evaluate("() => document.body.replaceChildren((hosts.length = 0, ''))")
        page.show(_board(conversations=[TALK], kept=kept))
        assert _in(page, shown)[:3] == ["oldest", "0", "40"]


def test_a_size_chosen_while_the_model_answers_is_asked_for_afterwards(page: WidgetPage) -> None:
    page.show(_board(outcomes={key: OUTCOMES[key] for key in ("0:1", "0:2", "0:3")}))
    own = page.page.locator(".rq-live input")
    own.fill("hello")
    own.press("Enter")
    (said,) = _asked(page)
    talk = {**TALK, "own": True, "facts": [], "right": []}
    base = {"number": said["number"]}
    page.page.evaluate(
        "x => models[0].custom(x)", {**base, "kind": "own", "conversation": talk, "at": 0}
    )
    _size(page, 1)
    assert len(_asked(page)) == 1  # one thing at a time
    value = {**OUTCOMES["0:1"], "facts": []}
    for place in (1, 2, 3):
        page.page.evaluate(
            "x => models[0].custom(x)",
            {**base, "kind": "outcome", "key": f"1:{place}", "value": value},
        )
    page.page.evaluate("x => models[0].custom(x)", {**base, "kind": "done"})
    asked = _asked(page)[-1]
    assert asked["what"] == "answers" and asked["requests"] == [4]


def test_after_a_stop_the_entry_takes_words_again(page: WidgetPage) -> None:
    page.show(_board())
    own = page.page.locator(".rq-live input")
    own.fill("hello")
    own.press("Enter")
    assert own.is_disabled()
    page.page.get_by_role("button", name="Stop").click()
    assert own.is_enabled() and own.input_value() == "hello"


def test_a_line_that_was_refused_is_still_in_its_entry(page: WidgetPage) -> None:
    page.show(_board())
    own = page.page.locator(".rq-live input")
    assert own.get_attribute("maxlength") == str(LONGEST_LINE)
    own.fill("one more")
    own.press("Enter")
    (asked,) = _asked(page)
    assert own.input_value() == ""
    error = {"number": asked["number"], "kind": "error", "say": "Full."}
    page.page.evaluate("x => models[0].custom(x)", error)
    assert own.input_value() == "one more" and own.is_enabled()


def test_one_message_is_a_message(page: WidgetPage) -> None:
    one = _request([0], dropped=[], used=1234)
    talk = {**TALK, "messages": [{**MESSAGES[0], "tokens": 1232}], "requests": [one],
            "sizes": [2000], "plans": {key: [0] for key in TALK["plans"]}}  # fmt: skip
    page.show(_board(conversations=[talk], outcomes={}, live=False))
    counts = _in(page, "return r.querySelector('.rq-grid h3 small').textContent")
    assert counts == "1 message, 1\u202f234 tokens"
    assert "used 1\u202f242 of 2\u202f000" in _in(page, "return r.querySelector('.wb').textContent")
    gone = _request([1, 2, 3], dropped=[0])
    talk = {
        **TALK,
        "requests": [gone],
        "sizes": [100],
        "plans": {key: [0] for key in TALK["plans"]},
    }
    page.page.evaluate("() => document.body.replaceChildren((hosts.length = 0, ''))")
    page.show(_board(conversations=[talk], outcomes={"0:0": _said("Hm.", 0.5, True)}))
    text = _in(page, "return r.querySelector('.lk').textContent")
    assert "Not sent: 1 message." in text and "1 messages" not in text


def _variant(label: str, text: str, **more: Any) -> dict[str, Any]:
    messages = [{"role": "system", "text": label, "tokens": 9, "made": True}, MESSAGES[3]]
    return {"label": label, "messages": messages, "used": 25, "outcome": _said(text, 0.5, True),
            **more}  # fmt: skip


def _requests(**more: Any) -> RequestView:
    scenes = [
        {"label": "one", "facts": TALK["facts"], "start": 1,
         "variants": [_variant("first", HOSTILE, lead="a note"), _variant("second", "Two.")]},
        {"label": "two", "facts": [], "start": 0,
         "variants": [{"label": "open", "messages": [MESSAGES[3]], "used": 16}]},
    ]  # fmt: skip
    settings = {"lang": "en", "title": "Figure 2", "edit": "Change it", **more}
    return RequestView(scenes, frame=FRAME, ask=lambda _: iter(()), **settings)


def test_each_way_shows_its_request_and_answer(page: WidgetPage) -> None:
    page.show(_requests())
    raw = "return r.querySelector('.rq-raw').textContent"
    assert "second" in _in(page, raw)
    _do(page, "r.querySelector('.rq-name').click()")
    assert "first" in _in(page, raw) and "second" not in _in(page, raw)
    assert HOSTILE in _in(page, "return r.querySelector('.rq-row').textContent")
    assert _in(page, "return r.querySelectorAll('img').length") == 0
    assert _asked(page) == []  # everything was known
    _do(
        page, "[...r.querySelectorAll('.lk-seg button')].find(b => b.textContent === 'two').click()"
    )
    (asked,) = _asked(page)
    assert asked["what"] == "scene" and asked["scene"] == 1


def test_an_edited_summary_is_asked_again(page: WidgetPage) -> None:
    page.show(_requests())
    page.page.locator(".rq-live textarea").fill("<b>I am Bob.</b>")
    page.page.locator(".rq-live .lk-btn").click()
    (asked,) = _asked(page)
    assert asked["what"] == "edit" and asked["text"] == "<b>I am Bob.</b>"
    value = {**_variant("<b>mine</b>", "You are Bob."), "own": True}
    message = {
        "number": asked["number"],
        "kind": "variant",
        "scene": 0,
        "place": -1,
        "value": value,
    }
    page.page.evaluate("x => models[0].custom(x)", message)
    assert _in(page, "return r.querySelectorAll('.rq-row').length") == 3
    assert "You are Bob." in _in(page, "return r.querySelectorAll('.rq-row')[2].textContent")
    assert _in(page, "return r.querySelectorAll('.rq-row b').length") == 3  # the percentages only


def test_the_request_is_shown_again_as_it_was_left(page: WidgetPage) -> None:
    page.show(_requests())
    _do(page, "r.querySelector('.rq-name').click()")
    page.page.locator(".rq-live textarea").fill("half a summary")
    page.page.locator(".rq-live textarea").blur()
    kept = _kept(page)
    assert kept == {"way": 0, "draft": "half a summary"}
    page.page.evaluate("() => document.body.replaceChildren((hosts.length = 0, ''))")
    page.show(_requests(kept=kept, lang="zh"))
    assert "first" in _in(page, "return r.querySelector('.rq-raw').textContent")
    assert page.page.locator(".rq-live textarea").input_value() == "half a summary"
    limit = page.page.locator(".rq-live textarea").get_attribute("maxlength")
    assert limit == str(LONGEST_SUMMARY)
    for kept in ({"scene": 1, "way": 0}, {"scene": 9, "way": 99}):
        page.page.evaluate("() => document.body.replaceChildren((hosts.length = 0, ''))")
        page.show(_requests(kept=kept))
        pressed = _in(page, "return r.querySelector('.rq-pick [aria-pressed=true]').textContent")
        assert pressed == ("two" if kept["scene"] == 1 else "one")


def test_long_choices_are_whole_on_a_phone(chromium: Any) -> None:
    view = WidgetPage(chromium.new_page(viewport={"width": 390, "height": 844}))
    scenes = [{"label": text, "facts": [], "start": 0, "variants": [_variant("a", "b")]}
              for text in ("What is the capital of China?",
                           "Please answer in English: What is the capital of China?")]  # fmt: skip
    view.show(RequestView(scenes, frame=FRAME, lang="en", title="Figure 6"))
    cut = """return [...r.querySelectorAll('.rq-pick button')].filter(b =>
      b.scrollWidth > b.clientWidth || b.scrollHeight > b.clientHeight
      || b.getBoundingClientRect().right > innerWidth - 16).length"""
    assert _in(view, "return r.querySelectorAll('.rq-pick button').length") == 2
    assert _in(view, cut) == 0
    view.page.close()
    assert view.problems == []


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [1240, 390])
def test_lines_of_the_measurement_are_told_apart_without_colour(
    chromium: Any, width: int, lang: Any
) -> None:
    points = [RecallPoint(n, p, (n / 1000 + p,), (True,)) for n in LENGTHS for p in PLACES]
    view = WidgetPage(chromium.new_page(viewport={"width": width, "height": 900}))
    view.show(Bench(recall_result(points, lang), lang=lang, key="recall", about=""))
    looks = _in(
        view,
        """return [...r.querySelectorAll('.charts svg')].map(chart => {
      const look = line => getComputedStyle(line).strokeDasharray;
      const sign = mark => mark.tagName + mark.getAttribute('class')
        + (mark.getAttribute('d') ?? '').replace(/[-\\d. ]+/g, '');
      const marks = [...chart.querySelectorAll('.mksq, .mkci')];
      const names = [...chart.querySelectorAll('text.b')].slice(1);
      return names.map(name => {
        const n = name.getBoundingClientRect(), y = (n.top + n.bottom) / 2;
        const near = x => { const b = x.getBoundingClientRect();
          return Math.abs((b.top + b.bottom) / 2 - y) < 5 && b.right < n.left + 1
            && b.right > n.left - 30; };
        return [name.textContent, marks.filter(near).map(sign).at(-1),
          [...chart.querySelectorAll('.ln')].filter(near).map(look).at(-1)];
      });
    })""",
    )
    assert [len(one) for one in looks] == [len(LENGTHS), 3]
    for chart in looks:  # beside each name stands its own sign, on its own dashes
        assert all(sign and dashes for _, sign, dashes in chart)
        assert len({sign for _, sign, _ in chart}) == len(chart)
        assert len({dashes for _, _, dashes in chart}) == len(chart)
    over = _in(
        view,
        """return [...r.querySelectorAll('.charts svg')].filter(chart => {
      const box = chart.getBoundingClientRect();
      const wide = [...chart.querySelectorAll('.gridl')].map(x => x.getBoundingClientRect());
      const left = Math.min(...wide.map(x => x.left));
      const right = Math.max(...wide.map(x => x.right));
      return [...chart.querySelectorAll('text')].some(text => {
        const at = text.getBoundingClientRect(), title = !text.className.baseVal && at.width > 60;
        return at.right > box.right + 1 || at.bottom > box.bottom + 1
          || (title && (at.left < left - 1 || at.right > right + 1));
      });
    }).length""",
    )
    assert over == 0
    view.page.close()
    assert view.problems == []


def test_empty_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one conversation"):
        WindowView([], {}, frame=FRAME)
    with pytest.raises(ValueError, match="at least one request"):
        RequestView([{"label": "x", "variants": []}], frame=FRAME)
