"""Which model a page uses: the one asked for if a learner may have it, else the server's own.

A learner chooses among names only. A folder on the server's disk can be chosen by whoever
started the server (``--model``), never through an address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from lesson_kit.app.guard import explain
from lesson_kit.show.html import Html, rich
from lesson_kit.show.words import Lang, word
from lesson_kit.weights.errors import ModelError
from lesson_kit.weights.registry import NAMES, LoadedModel, available, decoder_only, load

__all__ = [
    "DEFAULT",
    "OWN",
    "Choice",
    "Option",
    "address_name",
    "chat_model",
    "choose_model",
    "label",
    "menu",
    "options",
]

DEFAULT = "classroom-base"
#: How an address names a folder given by ``--model``: the path itself stays on the server.
OWN = "own"
_FETCHABLE = "smollm2-135m"
_CHAT = "classroom-chat"


@dataclass(frozen=True)
class Option:
    """One line of the model list: ``name`` as in the address, ``here`` whether it can be used."""

    name: str
    title: str
    here: bool


@dataclass(frozen=True)
class Choice:
    """The model a page runs on; ``name`` is as in the address.

    Two sentences in the learner's language, often empty: ``note`` says why it is not the model
    they asked for, ``hint`` what this model cannot do.
    """

    name: str
    loaded: LoadedModel
    note: str = ""
    hint: str = ""


def chat_model() -> str | None:
    """The built-in model that answers questions, if this copy of the course has it."""
    return _CHAT if any(card.name == _CHAT for card in available()) else None


def address_name(model: str) -> str:
    """What a name or folder is called in an address."""
    return model if model in NAMES else OWN


def options(lang: Lang, default: str = DEFAULT, *, own_title: str = "") -> list[Option]:
    """What the list shows: the models on this machine, then the one that can be fetched.

    ``own_title`` is the title of a ``default`` that is a folder, if it is known by now.
    """
    listed = [Option(card.name, card.title[lang], True) for card in available()]
    if default not in NAMES:
        listed.insert(0, Option(OWN, own_title or Path(default).name, True))
    if all(option.name != _FETCHABLE for option in listed):
        listed.append(Option(_FETCHABLE, "SmolLM2-135M", False))
    return listed


def choose_model(
    wish: str | None, lang: Lang, *, default: str = DEFAULT, device: str = "auto"
) -> Choice:
    """Load the model wished for, or fall back to the default and say why.

    ``default`` is a name or a folder; ``wish`` comes from an address, and only a known name
    counts. Raises ModelError if the default cannot be loaded either.
    """
    own_name = address_name(default)
    note = ""
    if wish and wish != own_name:
        if wish in NAMES:
            try:
                loaded = load(wish, device=device)
                return Choice(wish, loaded, hint=_languages(loaded, lang))
            except ModelError as error:
                note = explain(error, lang)
        else:
            note = {
                "zh": f"没有叫「{wish[:60]}」的模型。",
                "en": f"There is no model called “{wish[:60]}”.",
            }[lang]
    loaded = decoder_only(load(default, device=device))
    if note:
        note += {
            "zh": f" 这一页先用 {loaded.card.title['zh']}。",
            "en": f" This page uses {loaded.card.title['en']} instead.",
        }[lang]
    return Choice(own_name, loaded, note, _languages(loaded, lang))


def _languages(loaded: LoadedModel, lang: Lang) -> str:
    spoken = loaded.card.languages
    if not spoken or "zh" in spoken:
        return ""
    return {
        "zh": f"{loaded.card.title['zh']} 只学过英文：中文对它只是一串字节，"
        "续写出来的中文不能当真。",
        "en": f"{loaded.card.title['en']} was trained on English only: to it, Chinese text is just "
        "bytes.",
    }[lang]


def menu(chosen: str, listed: list[Option], lang: Lang, link: Callable[[str], str | None]) -> Html:
    """The model list for the top of a page: a button with the model's name that opens it.

    ``link`` gives the address of this page with another model, None where there is none.
    """
    title = next((option.title for option in listed if option.name == chosen), chosen)
    rows = "".join(_row(option, option.name == chosen, lang, link) for option in listed)
    return rich(
        f'<details class="lk-menu" data-testid="model-picker"><summary>'
        f'<span class="lk-menu-label">{escape(word("model", lang))}</span> '
        f"<b>{escape(title)}</b></summary><ul>{rows}</ul></details>"
    )


def label(title: str, lang: Lang) -> Html:
    """The model's name where there is nothing to choose: in an export."""
    return rich(
        f'<span class="lk-menu" data-testid="model-name"><span class="lk-menu-label">'
        f"{escape(word('model', lang))}</span> <b>{escape(title)}</b></span>"
    )


def _row(option: Option, chosen: bool, lang: Lang, link: Callable[[str], str | None]) -> str:
    title = escape(option.title)
    if chosen:
        return f'<li aria-current="true"><b>{title}</b></li>'
    address = link(option.name) if option.here else None
    if address is None:
        how = {"zh": "先在终端运行", "en": "first, in a terminal:"}[lang]
        return f"<li>{title}<small>{how} <code>lesson-kit fetch {option.name}</code></small></li>"
    return (
        f'<li><a href="{escape(address)}" data-lk-choice="model={escape(option.name)}">'
        f"{title}</a></li>"
    )
