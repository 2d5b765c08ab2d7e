"""How numbers are written, everywhere alike: 16\u202f384 with a thin space, 2.1×10⁴, 66\u202f%."""

from __future__ import annotations

import math

__all__ = ["THIN", "drawn_number", "exact", "figures", "grouped", "percent", "scientific"]

#: A narrow space that no line breaks at; also stands before a unit.
THIN = "\u202f"


def grouped(n: int) -> str:
    """A whole number in groups of three digits; widgets have the same in ``common.js``."""
    return f"{n:,}".replace(",", THIN)


def scientific(x: float, digits: int = 2) -> str:
    """A power of ten as one writes it by hand, with `digits` significant ones: 5.8×10⁻¹⁵.

    Widgets have the same in ``lesson.js``.
    """
    mantissa, power = f"{x:.{digits - 1}e}".split("e")
    return f"{mantissa}×10{_raised(int(power))}".replace("-", "−")


def figures(x: float, digits: int = 2) -> str:
    """`digits` significant ones: plain from 0.001 to 1000, where it is read at a glance."""
    if x == 0:
        return "0"
    if not 0.001 <= abs(x) < 1000:
        return scientific(x, digits)
    kept = round(x, digits - 1 - math.floor(math.log10(abs(x))))
    return f"{kept:.10f}".rstrip("0").rstrip(".").replace("-", "−")


def exact(x: float) -> str:
    """A difference as it stands in a caption: "0" only if it is exactly 0."""
    return "0" if x == 0 else scientific(x)


def percent(share: float, digits: int = 0) -> str:
    """A share as it stands in a sentence: 0.66 is 66\u202f%."""
    return f"{100 * share:.{digits}f}{THIN}%".replace("-", "−")


def drawn_number(value: str, digits: int = 2) -> str:
    """:func:`figures` of a vega expression, itself as a vega expression: for charts' labels.

    A 1 before a power of ten on its own is left out where `digits` is 1: 10⁻⁵ on an axis.
    """
    powers = ",".join(f"'{n:+d}':'10{_raised(n)}'" for n in range(-40, 41))
    written = f"split(format({value}, '.{digits - 1}e'), 'e')"
    power = f"{{{powers}}}[replace({written}[1], '−', '-')]"
    whole = f"{written}[0] + '×' + {power}"
    if digits == 1:
        whole = f"({written}[0] == '1' ? {power} : {whole})"
    plain = f"format({value}, '.{max(2, digits)}~r')"
    return f"({value} != 0 && (abs({value}) < 0.001 || abs({value}) >= 1000) ? {whole} : {plain})"


def _raised(n: int) -> str:
    return str(n).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
