"""One calm design, defined once: colours by role, type, widths; for pages and for charts.

The colours live here, as plain constants, and everything else is derived from them: the
CSS custom properties (``--lk-*``) that pages and widgets read, and the configuration that
altair charts use. The rules of the page itself stand beside this file in ``theme.css``.

Hues come from the Okabe-Ito set (safe for colour-blind eyes). The interface has none: a
hue always means a role, and a letter or a pattern always says the same thing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from lesson_kit.show.numbers import THIN

Lang = Literal["zh", "en"]
Chart = TypeVar("Chart", bound=Any)

LIGHT: dict[str, str] = {
    "bg": "#FDFDFC",
    "surface": "#F4F5F3",
    "ink": "#16191C",
    "ink-2": "#454B53",
    "muted": "#676E77",
    "line": "#E2E4E1",
    "line-2": "#C4C8C5",
    "hatch": "#E9EBE8",
    "query": "#0072B2",
    "key": "#D55E00",
    "value": "#009E73",
    "resid": "#5B6675",
    "ffn": "#7B5EA7",
    "logits": "#B5427F",
    "system": "#8A6D1D",
    "user": "#2F5FA8",
    "assistant": "#1F7A6B",
    "error": "#B42318",
    "tint": "13%",
}
DARK: dict[str, str] = {
    "bg": "#131517",
    "surface": "#1B1E21",
    "ink": "#ECEEF0",
    "ink-2": "#BBC1C8",
    "muted": "#98A0A9",
    "line": "#2B2F33",
    "line-2": "#4A5157",
    "hatch": "#212529",
    "query": "#56B4E9",
    "key": "#FF9A4D",
    "value": "#45D0A6",
    "resid": "#A6B2C2",
    "ffn": "#B79CE6",
    "logits": "#F08FBF",
    "system": "#D9BD6A",
    "user": "#8DB4F2",
    "assistant": "#6FCFBD",
    "error": "#FF8A7A",
    "tint": "19%",
}
#: The roles that own a hue, and the letter or mark that says the same without colour.
ROLES: dict[str, str] = {
    "query": "q",
    "key": "k",
    "value": "v",
    "resid": "x",
    "ffn": "f",
    "logits": "p",
    "system": "S",
    "user": "U",
    "assistant": "A",
}

_CJK = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC"'
_LATIN = '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Source Sans 3", "Noto Sans"'
_LATIN_MONO = '"JetBrains Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono"'
#: Font stacks by language. English puts Latin faces first, or its quotation marks and
#: dashes would be drawn full-width by a Chinese face.
FONTS: dict[str, str] = {
    "zh": f"{_CJK}, system-ui, sans-serif",
    "en": f"{_LATIN}, {_CJK}, system-ui, sans-serif",
}
MONO = f'{_LATIN_MONO}, "Noto Sans Mono CJK SC", {_CJK}, monospace'

# px, not rem: marimo sets the root's size, and shadow roots inherit these as they are.
_SIZES: dict[str, str] = {
    "fs": "17px",
    "fs-label": "14px",
    "fs-caption": "15px",
    "fs-lead": "20px",
    "fs-h2": "27px",
    "fs-h1": "42px",
    "fs-number": "40px",
    "w-prose": "748px",  # 44 x 17 px
    "w-wide": "1156px",  # 68 x 17 px
    "r-cell": "3px",
    "r-chip": "6px",
    "r-box": "10px",
    "ease": "200ms cubic-bezier(.2, 0, .2, 1)",
}
_LINE_HEIGHT = {"zh": "1.65", "en": "1.55"}


def _block(selector: str, tokens: dict[str, str], *extra: str) -> str:
    body = "".join(f"--lk-{name}:{value};" for name, value in tokens.items())
    return f"{selector}{{{body}{''.join(extra)}}}"


@cache
def tokens_css(lang: Lang = "zh") -> str:
    """The custom properties ``--lk-*`` as CSS text, light and dark, for one language.

    Light is the default; dark follows the system; a body with marimo's class ``dark`` or
    ``light`` wins over both. Properties are declared on the root, so shadow roots inherit.
    """
    fixed = dict(_SIZES, font=FONTS[lang], mono=MONO, lh=_LINE_HEIGHT[lang])
    light, dark = ("color-scheme:light;",), ("color-scheme:dark;",)
    # Charts are drawn in the light colours; on a dark page each is swapped for its dark twin.
    recoloured = "".join(
        f'body.dark .vega-embed svg [{part}="{LIGHT[name]}"]{{{part}:{DARK[name]}}}'
        for name in LIGHT
        if LIGHT[name].startswith("#")
        for part in ("fill", "stroke")
    )
    # The ground is an inline style of the svg itself, not an attribute.
    recoloured += "body.dark .vega-embed svg.marks{background:transparent!important}"
    charts = "@media screen{" + recoloured + "}"
    # A Chinese face would draw “ ” ’ full-width; `font:` resets this, so it is said everywhere.
    narrow = "#App,#App *,.lk,.lk *{font-variant-east-asian:proportional-width}"
    return "\n".join(
        [
            _block(":root", {**fixed, **LIGHT}, *light),
            "@media (prefers-color-scheme:dark){" + _block(":root", DARK, *dark) + "}",
            _block("body.light", LIGHT, *light),
            _block("body.dark", DARK, *dark),
            "@media print{" + _block("body.dark", LIGHT, *light) + "}",  # paper is light
            "@media (max-width:640px){:root{--lk-fs-h1:34px;--lk-fs-h2:24px;"
            "--lk-fs-lead:18px;--lk-fs-number:32px}}",
            "@media (prefers-reduced-motion:reduce){:root{--lk-ease:0ms}}",
            charts,
            narrow if lang == "en" else "",
        ]
    )


@cache
def page_css(lang: Lang = "zh") -> str:
    """Everything a page needs: the tokens for ``lang`` followed by ``theme.css``."""
    rules = Path(__file__).with_name("theme.css").read_text(encoding="utf-8")
    return tokens_css(lang) + "\n" + rules


def colours(dark: bool = False) -> dict[str, str]:
    """Colour by role name (``"query"``, ``"ink"``, ...), light or dark; a fresh dict."""
    return dict(DARK if dark else LIGHT)


def altair_config(*, lang: Lang = "zh") -> dict[str, Any]:
    """The Vega-Lite ``config`` that makes a chart match the page.

    Use :func:`dress`, or ``chart.configure(**altair_config(lang="en"))``. Text sizes are
    pixels and never under 14. Colours are the light ones: drawn as SVG, a chart on a dark page
    is recoloured by the page's style (:func:`tokens_css`), at once and without Python, and a
    saved picture is light on light.
    """
    c = LIGHT
    font = FONTS[lang]
    text = {"labelFont": font, "titleFont": font, "labelFontSize": 14, "titleFontSize": 14}
    axis = {
        **text,
        "labelColor": c["ink-2"],
        "titleColor": c["ink-2"],
        "titleFontWeight": 400,
        "domainColor": c["line-2"],
        "tickColor": c["line-2"],
        "gridColor": c["line"],
        "labelPadding": 6,
    }
    return {
        "background": c["bg"],
        "font": font,
        "axis": axis,
        "legend": {**text, "labelColor": c["ink"], "titleColor": c["ink-2"]},
        "header": {**text, "labelColor": c["ink"], "titleColor": c["ink-2"]},
        "title": {
            "font": font,
            "fontSize": 17,
            "fontWeight": 600,
            "anchor": "start",
            "color": c["ink"],
            "subtitleFont": font,
            "subtitleFontSize": 14,
            "subtitleColor": c["ink-2"],
        },
        "text": {"font": font, "fontSize": 14, "color": c["ink"]},
        "view": {"stroke": "transparent"},
        "mark": {"color": c["ink-2"], "tooltip": True},
        "rule": {"color": c["line-2"]},
        "range": {
            "category": [c[name] for name in ("query", "key", "value", "ffn", "logits", "resid")],
            "heatmap": [c["bg"], c["query"]],
            "ramp": [c["bg"], c["query"]],
            "diverging": [c["query"], c["bg"], c["key"]],
        },
    }


def dress(chart: Chart, *, lang: Lang = "zh") -> Chart:
    """An altair chart in the page's type and colours, drawn as SVG so that it follows dark.

    Its menu (PNG, SVG; CSV comes from the page) speaks the page's language.
    """
    numbers = {
        "decimal": ".",
        "thousands": THIN,
        "grouping": [3],
        "currency": ["", ""],
        "percent": f"{THIN}%",
    }
    options = {
        "renderer": "svg",
        "actions": {"editor": False, "source": False, "compiled": False},
        "formatLocale": numbers,  # thousands and percent as everywhere: see show.numbers
    }
    return chart.configure(**altair_config(lang=lang)).properties(
        usermeta={"embedOptions": options}
    )
