"""A table of chapter 07: who was asked what, what came out, and whether any number moved."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from lesson_kit.show.html import Html, safe
from lesson_kit.show.numbers import THIN
from lesson_kit.show.words import Lang

__all__ = ["Asked", "memory_table", "share"]

_STYLE = (
    "<style>.lk-memory{overflow-x:auto;margin-bottom:36px}"
    ".lk-memory table{border-collapse:collapse;min-width:720px;"
    "width:100%;font-size:16px;line-height:1.5}.lk-memory th,.lk-memory td{text-align:left;"
    "padding:9px 14px 9px 0;border-bottom:1px solid var(--lk-line);vertical-align:baseline}"
    ".lk-memory th{font-weight:600;font-size:15px;color:var(--lk-ink-2)}.lk-memory td:nth-child(4)"
    "{font-family:var(--lk-mono);text-align:right;white-space:nowrap}.lk-memory th:nth-child(4)"
    "{text-align:right}.lk-memory td:last-child,.lk-memory th:last-child{padding-left:24px}"
    ".lk-memory code{font-family:var(--lk-mono);font-size:14px;"
    "white-space:nowrap;background:none}.lk-memory .other code{border-bottom:3px solid "
    "var(--lk-logits);font-weight:600}"
    # On a phone a row stands below the other, each cell behind its column's name.
    "@media screen and (max-width:760px){.lk-memory table{min-width:0}"
    ".lk-memory thead{display:none}.lk-memory tr{display:block;padding:10px 0;"
    "border-bottom:1px solid var(--lk-line)}"
    ".lk-memory td,.lk-memory td:nth-child(4),.lk-memory td:last-child{display:flex;gap:12px;"
    "justify-content:space-between;text-align:end;white-space:normal;padding:3px 0;border:0}"
    ".lk-memory td:first-child{font-weight:600;text-align:start}.lk-memory td::before"
    "{content:attr(data-head);font:400 15px/1.6 var(--lk-font);color:var(--lk-muted);"
    "text-align:start;white-space:nowrap}"
    ".lk-memory td:first-child::before{content:none}}</style>"
)


class Asked(NamedTuple):
    """One question to one model: what was done, what it read, what it wrote, p of the fact's
    word, and the fingerprint of all its numbers."""

    what: str
    text: str
    written: str
    p: float
    fingerprint: str


def share(p: float) -> str:
    """A probability as the pictures write it: 62\u202f%, 1.3\u202f%, <\u202f0.1\u202f%."""
    if p < 0.001:
        return f"<{THIN}0.1{THIN}%"
    return f"{100 * p:.{0 if p >= 0.0995 else 1}f}{THIN}%"


def memory_table(rows: Sequence[Asked], *, word: str, lang: Lang) -> Html:
    """The rows as a table; a fingerprint unlike the first row's is underlined."""
    heads = {
        "zh": ("", "模型读到的", "它接着写", f"「{word}」的概率", "全部参数的指纹"),
        "en": ("", "What the model reads", "It goes on", f"p of “{word}”", "All its numbers"),
    }[lang]
    head = "".join(f'<th scope="col">{safe(one)}</th>' for one in heads)
    body = ""
    for row in rows:
        code = Html(f"<code>{safe(row.fingerprint[:12])}</code>")
        cells = (row.what, row.text, row.written, share(row.p), code)
        other = " class=other" if row.fingerprint != rows[0].fingerprint else ""
        body += f"<tr{other}>" + "".join(
            f'<td data-head="{escape(name)}">{safe(cell)}</td>'
            for name, cell in zip(heads, cells, strict=True)
        )
        body += "</tr>"
    return Html(
        f'{_STYLE}<div class="lk lk-memory" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
