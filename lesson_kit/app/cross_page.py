"""How chapter 05 shows the translator's two kinds of attention, and says what was measured."""

from __future__ import annotations

from typing import Any

from lesson_kit.app import cross_lesson
from lesson_kit.app.guard import explain
from lesson_kit.app.header import Page
from lesson_kit.show import html
from lesson_kit.show.html import Html
from lesson_kit.show.widgets.cross_view import CrossView
from lesson_kit.weights.registry import LoadedTranslator

__all__ = ["absent", "caption", "cross_view"]

_NAME = "05-cross"  # under which the window keeps the learner's English sentence


def cross_view(page: Page, loaded: LoadedTranslator, *, title: str) -> CrossView:
    """The picture over the prepared sentences, opened at the head that aligns best."""
    layer, head, _ = cross_lesson.alignment(loaded).best()
    picture = CrossView(
        examples=[cross_lesson.view(loaded, one.en) for one in cross_lesson.PREPARED],
        lang=page.lang,
        live=page.live,
        layer=layer,
        head=head,
        title=title,
        source=loaded.card.title[page.lang],
    )

    def make(text: str) -> dict[str, Any]:
        page.keep(_NAME)(text)
        try:
            return cross_lesson.typed(loaded, text)
        except Exception as error:
            raise ValueError(explain(error, page.lang)) from error

    picture.answer(make)
    kept = page.kept(_NAME, "")
    if kept:
        picture.ask(kept)
    return picture


def caption(page: Page, loaded: LoadedTranslator) -> Html:
    """The measured sentence below the picture."""
    found = cross_lesson.alignment(loaded)
    layer, head, share = found.best()
    right, average = round(share * found.n), float(found.share.mean())
    return html.caption(
        page.t(
            f"六句话里手工标了 {found.n} 步：正在写的中文词对应哪个英文词。第 {layer + 1} 层"
            f"第 {head + 1} 头有 {right} 步最看对的那个词（{100 * share:.0f} %）；"
            f"{found.share.size} 个头平均 {100 * average:.0f} %，"
            f"随便指一个词元 {100 * found.chance:.0f} %。没有人教过它对齐。",
            f"In the six sentences {found.n} steps were marked by hand: which English word the "
            f"Chinese word being written stands for. Head {head + 1} of layer {layer + 1} looks "
            f"most at that very word in {right} of them ({100 * share:.0f} %); the "
            f"{found.share.size} heads average {100 * average:.0f} %, pointing at a token blindly "
            f"gives {100 * found.chance:.0f} %. Nobody taught it to align.",
        ),
        source=loaded.card.title[page.lang],
        badges=[html.badge("measured", page.lang)],
    )


def absent(page: Page) -> Html:
    """What stands in the picture's place where there is no translator."""
    return html.callout(
        page.t(
            "这份课程里没有带翻译模型，所以这幅图先空着。想要它，可以自己训练："
            "lesson-kit train translator。",
            "This copy of the course came without the translator, so there is nothing to show "
            "here. You can train one yourself: lesson-kit train translator.",
        ),
        head=page.t("翻译模型不在", "No translator here"),
    )
