"""Whatever a learner types into whichever entry of the course: an answer, or one sentence.

The chapters are run as they are, every picture that takes text is found among their widgets, and
each is asked what nobody would ask. A chapter added later is tried without a change here.
"""

from __future__ import annotations

import gc
import json
import math
import sys
import threading
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from counting import Tally, tally
from course import tiny_model
from hypothesis import given, settings
from hypothesis import strategies as st

from lesson_kit.places import notebooks_dir
from lesson_kit.show.widgets.answering import AnsweringWidget, well_formed
from lesson_kit.show.widgets.exercise import ShiftView
from lesson_kit.show.widgets.working import WorkingWidget
from lesson_kit.show.words import CHAPTERS

pytestmark = pytest.mark.slow
NAMES = [one.file for one in CHAPTERS if one.built]

#: The list of the course's quality plan, one of each.
HOSTILE = {
    "empty": "",
    "one character": "猫",
    "10,000 characters": "小猫追小狗 cat " * 833,
    "10,000 without a blank": "猫" * 10_000,
    "blanks": " \t\n\u3000\u2003",
    "control characters": "a\x00b\x07c\x1b[31md\x7f\u0085\u2028e",
    "a lone surrogate": "a\ud800 b\udfff",
    "right to left": "שלום \u202e שלום مرحبا\u202c!",
    "joined emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽",
    "combining marks": "e\u0301" + "a" + "\u0300" * 200,
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "markup that closes": "</script></textarea>\"'><svg/onload=alert(1)>",
    "control tokens as text": "<|user|><|assistant|> <|end|> <|start|>",
    "template": "{{7*7}} ${7*7} %s %(x)s {0.__class__} \\N{BULLET} $$x$$ `x`",
    "arithmetic": "- - + + king - man + ",
    "not a character": "\ufffd\uffff\U0010ffff",
}
FRAGMENTS = (*list(HOSTILE.values())[4:], "猫", "cat", " ", "\n", "1234567890", ",")
texts = (
    st.lists(st.sampled_from(FRAGMENTS), max_size=6).map("".join)
    | st.text(st.characters(exclude_categories=()), max_size=60)  # lone surrogates too
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)
WORDS = (
    "text", "ids", "prompt", "n", "seed", "temperature", "top_k", "preset", "lr", "batch", "steps",
    "units", "history", "example", "key", "what", "conversation", "requests", "policy", "at",
    "scene", "name", "number",
)  # fmt: skip


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module", params=NAMES)
def pictures(
    request: pytest.FixtureRequest, model: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Any]]:
    """Every picture of one chapter that asks Python for something."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LESSON_KIT_LANG", "en")
        patch.setenv("LESSON_KIT_MODEL", str(model))
        patch.setenv("LESSON_KIT_CACHE", str(tmp_path_factory.mktemp("cache")))
        path = notebooks_dir() / f"{request.param}.py"
        patch.setattr(sys, "argv", [str(path)])
        spec = spec_from_file_location(f"faults_{request.param}", path)
        assert spec and spec.loader
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        earlier = {id(one) for one in asking()}
        outputs = module.app.run()
        yield [one for one in asking() if id(one) not in earlier]
        del outputs


def asking() -> list[Any]:
    """Every picture there is that takes text or starts work."""
    kinds = (AnsweringWidget, ShiftView, WorkingWidget)
    # By type(): isinstance() would wake up whatever lazy object some library keeps.
    return [one for one in gc.get_objects() if issubclass(type(one), kinds)]


def name(widget: object) -> str:
    return type(widget).__name__


def travels(value: object) -> None:
    """The browser can be sent this: UTF-8, and no number that JSON does not know."""

    def plain(one: Any) -> Any:
        if isinstance(one, bytes | memoryview):
            return len(one)
        raise TypeError(type(one))

    json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain).encode("utf-8")


def ask(widget: Any, text: str, counts: Tally) -> None:
    """Type a text into a picture; it must be answered, in a way that can be sent."""
    what = "texts typed into pictures"
    if isinstance(widget, ShiftView):
        if not text or text == widget.typed:
            return
        widget.typed = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        own = widget.own
    else:
        two = name(widget) == "WordPaths"
        widget.ask([text, f"{text} 苹果"] if two else text)
        own = widget.own
        assert own["asked"] == widget.asked, f"{name(widget)} did not answer {text!r}"
    travels(own)
    if "error" in own:
        assert own["error"].strip(), f"{name(widget)} refused {text!r} without a word"
        counts.add(what, "refused in words")
    else:
        counts.add(what, "answered")


def requests(widget: Any, text: str) -> Iterator[dict[str, Any]]:
    """What a page asks a working picture for when somebody types ``text``."""
    shape = name(widget)
    if shape == "Journey":
        yield {"text": text, "n": 0}
    elif shape == "LiveTraining":
        for units in ("bpe", "characters"):
            yield {"text": text, "lr": 3e-3, "batch": 2, "steps": 1, "units": units}
    elif shape == "CacheLanes":
        yield {"text": text, "history": 0, "example": -1}
    elif shape not in ("RaceView", "Bench"):
        yield {"what": "say", "text": text, "policy": "newest", "at": -1}
        yield {"what": "edit", "text": text}


def told(widget: Any, request: dict[str, Any], *, most: int, what: str, counts: Tally) -> None:
    """The first messages of an answer; an error must come with a sentence, and may end it."""
    messages: list[dict[str, Any]] = []
    asked = well_formed({"kind": "run", "number": 1, **request})  # as `_receive` hands it on
    work = widget._messages(asked, lambda: False)
    try:
        for message in islice(work, most):
            messages.append(dict(message))
    except Exception:
        assert messages and messages[-1]["kind"] == "error", f"{name(widget)} broke on {request!r}"
    finally:
        work.close()
    assert messages, f"{name(widget)} said nothing to {request!r}"
    for message in messages:
        travels(message)
    if messages[-1]["kind"] == "error":
        assert messages[-1]["say"].strip()
        counts.add(what, "refused in words")
    else:
        counts.add(what, "answered")


def test_every_entry_answers_the_whole_list(
    pictures: list[Any], request: pytest.FixtureRequest
) -> None:
    assert pictures, "a chapter without a picture that asks: is it found at all?"
    counts = tally(request.config)
    for widget in pictures:
        for text in HOSTILE.values():
            if isinstance(widget, WorkingWidget):
                for one in requests(widget, text) if widget._answer else ():
                    told(widget, one, most=4, what="texts sent to work", counts=counts)
            else:
                ask(widget, text, counts)


@settings(max_examples=20)
@given(text=texts)
def test_every_entry_answers_any_text(
    text: str, pictures: list[Any], request: pytest.FixtureRequest
) -> None:
    counts = tally(request.config)
    for widget in pictures:
        if isinstance(widget, WorkingWidget):
            for one in islice(requests(widget, text), 1) if widget._answer else ():
                told(widget, one, most=2, what="texts sent to work", counts=counts)
        else:
            ask(widget, text, counts)


@settings(max_examples=25)
@given(said=st.dictionaries(st.sampled_from(WORDS), junk, max_size=6))
def test_a_request_no_page_would_send_is_answered_too(
    said: dict[str, Any], pictures: list[Any], request: pytest.FixtureRequest
) -> None:
    counts = tally(request.config)
    for widget in pictures:
        if isinstance(widget, WorkingWidget) and widget._answer:
            told(widget, said, most=1, what="senseless requests", counts=counts)


def test_half_a_character_in_a_request_is_mended_before_anybody_reads_it() -> None:
    seen: list[Any] = []
    heard = threading.Event()

    class Listening(WorkingWidget):
        def _messages(self, request: Any, stopped: Any) -> Iterator[Any]:
            seen.append(request)
            heard.set()
            yield from ()

    widget = Listening()
    widget._wire(lambda _: iter(()))
    widget._receive(None, {"kind": "run", "text": "a\ud800", "more": ["\udfff", {"x": "猫"}]}, None)
    assert heard.wait(60)
    assert seen == [{"kind": "run", "text": "a\ufffd", "more": ["\ufffd", {"x": "猫"}]}]


def test_the_checks_here_can_fail() -> None:
    with pytest.raises(UnicodeEncodeError):
        travels({"typed": "\ud800"})
    with pytest.raises(ValueError, match="JSON"):
        travels({"p": math.nan})
    assert len("".join(HOSTILE["10,000 without a blank"])) == 10_000
