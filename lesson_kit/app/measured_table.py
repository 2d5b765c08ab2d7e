"""What a model's card says it can do, as a table for the first page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from lesson_kit.show.html import Html, rich
from lesson_kit.show.words import Lang

if TYPE_CHECKING:  # the server listens before torch, which this would bring, is there
    from lesson_kit.weights.cards import Card

__all__ = ["card_of", "measured_table"]

# The names of `lesson-kit evaluate`, said in Chinese. What stands behind a colon is a part.
_ZH = {
    "everyday continuation, zh": "日常句子往下接（中文）",
    "everyday continuation, en": "日常句子往下接（英文）",
    "recall in context": "在上下文里回忆",
    "recall, asked backwards (who likes tea?)": "反过来问：谁喜欢茶？",
    "literal repetition": "照样重复",
    "order (who did what to whom)": "语序：谁对谁做了什么",
    "reference (it, he, she)": "指代：它、他、她是谁",
    "negation": "否定",
    "an early fact used late": "前面的事后面用",
    "summary, written on": "接着写摘要",
    "word sense: the fitting continuation": "一词多义：接得上的那个意思",
    "arithmetic: sums of 1-digit numbers": "算术：一位数相加",
    "arithmetic: sums of 2-digit numbers": "算术：两位数相加",
    "arithmetic: sums of 3-digit numbers": "算术：三位数相加",
    "system line obeyed: language": "照系统指令：用哪种语言",
    "system line obeyed: one sentence": "照系统指令：只说一句",
    "system line obeyed: to a child": "照系统指令：对小朋友说",
    "system line obeyed: a last word": "照系统指令：最后一个词",
    "follow-up: with history, the same topic": "追问：有历史，还是那个话题",
    "follow-up: without history, asks which": "追问：没有历史，反问哪个话题",
    "early fact: whole history": "早先的事：历史完整",
    "early fact: truncated, still said": "早先的事：截断以后还说得出",
    "early fact: truncated, admits it": "早先的事：截断以后承认不知道",
    "early fact: kept in a summary": "早先的事：留在摘要里",
    "summary: facts kept, tight budget": "摘要：留下的事，预算很紧",
    "summary: facts kept, half budget": "摘要：留下的事，预算偏紧",
    "summary: facts kept, ample budget": "摘要：留下的事，预算充足",
    "summary: facts kept, no budget": "摘要：留下的事，不限长短",
    "summary: keeps within, tight budget": "摘要：不超出很紧的预算",
    "summary: keeps within, half budget": "摘要：不超出偏紧的预算",
    "summary: keeps within, ample budget": "摘要：不超出充足的预算",
    "evidence: none, cannot confirm": "证据：没有，就说不能确定",
    "evidence: none, invents one": "证据：没有，照样编一个",
    "evidence: one official source, quoted": "证据：一个来源，引用它",
    "evidence: two that differ, both named": "证据：两个说法不一，都说出来",
    "chat: questions on a scene": "对话里问一个小场景",
    "chat: negation, asked": "对话里问有没有",
    "an instruction: answers and stops": "一条指令：回答，然后停下",
    "an instruction: goes on with the page": "一条指令：接着往下写",
}
_LOWER = {"zh": "越低越好", "en": "lower is better"}
_HEAD = {
    "zh": ("考什么", "答对", "比例", "95 % 区间", "不动脑筋也能得"),
    "en": ("asked", "right", "share", "95 % interval", "without understanding"),
}
_BY_ZH = {
    "bigram model": "二元模型", "most frequent answer": "最常见的答案", "a coin": "抛硬币",
    "a topic at random": "随便一个话题", "a value of the kind at random": "同类里随便一个",
}  # fmt: skip


def card_of(wish: str, default: str) -> Card | None:
    """The card of the model wished for by name, else of `default` (name or folder), if any."""
    from lesson_kit.weights.cards import read_card
    from lesson_kit.weights.errors import ModelError
    from lesson_kit.weights.registry import NAMES, folder_of

    try:
        return read_card(folder_of(wish if wish in NAMES else default))
    except ModelError:
        return None


def measured_table(card: Card | None, lang: Lang) -> Html:
    """The probe table of a card, folded; nothing for a card that tells of no probes."""
    table = (card.measured.get("probes") or {}).get("table") if card else None
    if not card or not table:
        return rich("")
    title = {
        "zh": f"这个模型会什么：{card.title['zh']}，用没见过的组合考出来的",
        "en": f"What this model can do: {card.title['en']}, asked on combinations it never saw",
    }[lang]
    how = {
        "zh": "由 <code>lesson-kit evaluate</code> 数出；答错的例子在模型卡片里。",
        "en": "Counted by <code>lesson-kit evaluate</code>; wrong answers stand in the card.",
    }[lang]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in _HEAD[lang])
    rows = "".join(_row(name, row, lang) for name, row in table.items())
    return rich(
        f'<details class="lk-measured" data-testid="measured"><summary>{escape(title)}</summary>'
        f'<div class="lk-measured-scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"<p>{how}</p></details>"
    )


def _row(name: str, row: Mapping[str, Any], lang: Lang) -> str:
    said = _ZH.get(name, name) if lang == "zh" else name
    if row.get("lower_is_better"):
        said += f"（{_LOWER['zh']}）" if lang == "zh" else f" ({_LOWER['en']})"
    low, high = row["interval_95"]
    cells = (
        f"{row['right']} / {row['asked']}", f"{row['share']:.0%}", f"{low:.0%}–{high:.0%}",
        _baseline(row.get("baseline"), lang),
    )  # fmt: skip
    return f'<tr><th scope="row">{escape(said)}</th>' + "".join(
        f"<td>{escape(cell)}</td>" for cell in cells
    ) + "</tr>"  # fmt: skip


def _baseline(told: Mapping[str, Any] | None, lang: Lang) -> str:
    if not told:
        return ""
    by = _BY_ZH.get(told["by"], told["by"]) if lang == "zh" else told["by"]
    return f"{told['share']:.0%} ({by})" if lang == "en" else f"{told['share']:.0%}（{by}）"
