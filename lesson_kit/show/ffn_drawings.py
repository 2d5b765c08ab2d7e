"""Where the norm stands in a block: pre-norm and post-norm, drawn."""

from __future__ import annotations

from html import escape

from lesson_kit.show.html import Html
from lesson_kit.show.theme import Lang

_W, _H = 470, 196


def norm_places(lang: Lang) -> Html:
    """Two blocks side by side: norm before the step (today's models) and after the sum (2017)."""
    zh = lang == "zh"
    pre = _block(
        "pre-norm" + ("（今天的模型）" if zh else " (today's models)"),
        "x + f(norm(x))",
        "直路上什么也没有" if zh else "nothing stands on the straight road",
        lang,
        before=True,
    )
    post = _block(
        "post-norm" + ("（2017）" if zh else " (2017)"),
        "norm(x + f(x))",
        "直路上每层过一次归一" if zh else "the road passes a norm in every layer",
        lang,
        before=False,
    )
    return Html(
        '<div class="lk" style="display:flex;flex-wrap:wrap;gap:16px 48px;margin:8px 0">'
        f"{pre}{post}</div>"
    )


def _block(title: str, formula: str, note: str, lang: Lang, *, before: bool) -> str:
    road, bend = 142, 58
    step = "注意力 / FFN" if lang == "zh" else "attention / FFN"
    parts = [
        _line(f"M10 {road}H{_W - 24}", "resid", 4),
        f'<path d="M{_W - 26} {road - 8}l16 8l-16 8z" fill="var(--lk-resid)"/>',
        _line(f"M60 {road}V{bend}H340V{road - 13}", "ink-2", 2.5),
        _box(188 if before else 130, bend, 128, step, "ink-2"),
        f'<circle cx="340" cy="{road}" r="13" fill="var(--lk-bg)" stroke="var(--lk-ink)" '
        'stroke-width="2"/>',
        _text(340, road + 6, "+", size=20, anchor="middle"),
        _text(10, road + 38, "x", size=17),
        _text(_W - 10, road + 42, note, size=15, anchor="end", colour="ink-2"),
        _text(10, 20, title, size=17, weight=600),
        _text(_W - 10, 20, formula, size=16, anchor="end", mono=True),
        _box(92, bend, 74, "norm", "muted") if before else _box(366, road, 66, "norm", "muted"),
    ]
    return (
        f'<svg viewBox="0 0 {_W} {_H}" role="img" '
        f'style="flex:1 1 320px;max-width:{_W}px;min-width:0" '
        f'aria-label="{escape(title)}: {escape(formula)}">{"".join(parts)}</svg>'
    )


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="var(--lk-{colour})" stroke-width="{width}"/>'


def _box(x: int, middle: int, width: int, text: str, colour: str) -> str:
    return (
        f'<rect x="{x}" y="{middle - 18}" width="{width}" height="36" rx="6" fill="var(--lk-bg)" '
        f'stroke="var(--lk-{colour})" stroke-width="2"/>'
        + _text(x + width // 2, middle + 5, text, size=15, anchor="middle")
    )


def _text(
    x: int, y: int, text: str, *, size: int, anchor: str = "start", weight: int = 400,
    colour: str = "ink", mono: bool = False,
) -> str:  # fmt: skip
    font = ";font-family:var(--lk-mono)" if mono else ""
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="var(--lk-{colour})" '
        f'style="font-size:{size}px;font-weight:{weight}{font}">{escape(text)}</text>'
    )
