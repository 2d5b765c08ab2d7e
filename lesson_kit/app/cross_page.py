"""How chapter 05 shows the translator's two kinds of attention, and says what was measured."""

from __future__ import annotations

from typing import Any

from lesson_kit.app import cross_lesson
from lesson_kit.app.guard import explain
from lesson_kit.app.header import Page
from lesson_kit.app.once import once
from lesson_kit.show import html
from lesson_kit.show.html import Html
from lesson_kit.show.numbers import grouped
from lesson_kit.show.widgets.cross_view import CrossView
from lesson_kit.weights.registry import LoadedTranslator

__all__ = ["absent", "caption", "cross_view", "ledger_line"]

_NAME = "05-cross"  # under which the window keeps the learner's English sentence


def cross_view(page: Page, loaded: LoadedTranslator, *, title: str) -> CrossView:
    """The picture over the prepared sentences, opened at the head that aligns best."""
    layer, head, _ = once(cross_lesson.alignment, loaded).best()
    picture = CrossView(
        examples=[once(cross_lesson.view, loaded, one.en) for one in cross_lesson.PREPARED],
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
    found = once(cross_lesson.alignment, loaded)
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


def ledger_line(page: Page, loaded: LoadedTranslator) -> Html:
    """Chapter 06's ledger for an encoder–decoder: counted in the real tensors, beside a formula."""
    c = loaded.model.config
    sizes = {name: p.numel() for name, p in loaded.model.named_parameters()}
    total = sum(sizes.values())
    attention = sum(n for name, n in sizes.items() if ".attn." in name or ".cross." in name)
    ffn = sum(n for name, n in sizes.items() if ".ffn." in name)
    guess = c.vocab_size * c.d_model + 28 * c.n_layer * c.d_model**2
    return html.caption(
        page.t(
            f"编码器–解码器另有一本账：第 5 章的翻译模型有 {grouped(total)} 个参数，其中词表 "
            f"{grouped(sizes['embed.weight'])}，注意力 {grouped(attention)}，FFN {grouped(ffn)}。"
            f"读、写各 {c.n_layer} 层，写的一层有两份注意力，所以估算式是 V·d + 28·L·d²，"
            f"得 {grouped(guess)}。",
            f"An encoder–decoder keeps other books: the translator of chapter 05 has "
            f"{grouped(total)} parameters, {grouped(sizes['embed.weight'])} of them in the table, "
            f"{grouped(attention)} in attention, {grouped(ffn)} in FFNs. It has {c.n_layer} layers "
            "to read and as many to write, the latter with two attentions each, so the rule of "
            f"thumb becomes V·d + 28·L·d², which gives {grouped(guess)}.",
        ),
        source=loaded.card.title[page.lang],
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
