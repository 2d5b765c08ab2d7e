"""Chapter 10's raw measurements as charts, figures, tables and one sentence, in either language."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lesson_kit.measure.flops import attention_pairs
from lesson_kit.measure.timing import Machine
from lesson_kit.show.words import Lang

__all__ = ["RESULTS", "on_machine"]

Raw = Mapping[str, Any]
Result = dict[str, Any]


def on_machine(where: Machine, lang: Lang) -> str:
    """The machine in the words of a caption."""
    return {
        "zh": f"{where.processor}，{where.device}，{where.threads} 线程，torch {where.torch}",
        "en": f"{where.processor}, {where.device}, {where.threads} threads, torch {where.torch}",
    }[lang]


def _say(lang: Lang, zh: str, en: str) -> str:
    return zh if lang == "zh" else en


def _ms(point: Sequence[float]) -> list[float]:
    return [1000 * value for value in point]


def _figure(x: float, digits: int = 3) -> str:
    """Three significant digits without an exponent: 0.123, 4.56, 78.9, 1230."""
    if x == 0:
        return "0"
    text = f"{x:.{digits}g}"
    return text if "e" not in text else f"{float(text):.0f}" if abs(x) >= 1 else text


def _axis(label: str, *, log: bool = False) -> dict[str, Any]:
    return {"label": label, "log": log}


def _series(name: str, mark: str, points: list[list[float]], **more: Any) -> dict[str, Any]:
    return {"name": name, "mark": mark, "points": points, **more}


def _fact(label: str, value: str, unit: str = "", how: str = "") -> dict[str, str]:
    return {"label": label, "value": value, "unit": unit, "how": how}


def speed(raw: Raw, lang: Lang) -> Result:
    """K2: per-token time by step, and speed-up by length."""
    no, yes = _say(lang, "无缓存", "no cache"), _say(lang, "有缓存", "cache")
    per = _say(lang, "每个词元（毫秒）", "per token (ms)")
    length = _say(lang, "已有词元数", "tokens so far")
    same = raw["ids"][0] == raw["ids"][1]
    n = len(raw["ids"][1])
    gains = [[p["n"], p["no"][0] / p["yes"][0]] for p in raw["sweep"]]
    best = max(gains, key=lambda p: p[1])
    later_no = sorted(p[0] for p in raw["no"][1:] or raw["no"])
    later_yes = sorted(p[0] for p in raw["yes"][1:] or raw["yes"])
    middle_no, middle_yes = later_no[len(later_no) // 2], later_yes[len(later_yes) // 2]
    panels = [
        {
            "title": _say(lang, f"前文 {raw['prompt']} 个词元，再写 {n} 个", f"{n} tokens behind {raw['prompt']}"),
            "x": _axis(_say(lang, "第几步（0 是预填充）", "step (0 is the prefill)")), "y": _axis(per),
            "series": [
                _series(no, "square", [[i, *_ms(p)] for i, p in enumerate(raw["no"])], dash=True),
                _series(yes, "circle", [[i, *_ms(p)] for i, p in enumerate(raw["yes"])]),
            ],
        },
        {
            "title": _say(lang, "越长，差得越多", "The longer the text, the wider the gap"),
            "x": _axis(length), "y": _axis(per),
            "series": [
                _series(no, "square", [[p["n"], *_ms(p["no"])] for p in raw["sweep"]], dash=True),
                _series(yes, "circle", [[p["n"], *_ms(p["yes"])] for p in raw["sweep"]]),
            ],
        },
    ]  # fmt: skip
    rows: list[list[Any]] = [
        ["what", "tokens_or_step", "cache", "median_ms", "lowest_ms", "highest_ms"]
    ]
    for name, key in (("no", "no"), ("yes", "yes")):
        rows += [["step", i, name, *_ms(p)] for i, p in enumerate(raw[key])]
        rows += [["length", p["n"], name, *_ms(p[key])] for p in raw["sweep"]]
    return {
        "panels": panels,
        "facts": [
            _fact(_say(lang, "两边选出的词元", "tokens both ways"), _say(lang, "逐个相同", "all the same") if same else _say(lang, "不同！", "different!"), how=_say(lang, f"{n} 个，贪心", f"{n} of them, greedy")),
            _fact(_say(lang, f"前文 {raw['prompt']} 时，每个词元", f"per token behind {raw['prompt']}"), f"{_figure(1000 * middle_no)} → {_figure(1000 * middle_yes)}", _say(lang, "毫秒", "ms"), how=_say(lang, f"预填充之后各步的中位数，重复 {raw['repeats']} 次", f"median of the steps after the prefill, {raw['repeats']} repeats")),
            _fact(_say(lang, f"到 {best[0]} 个词元", f"at {best[0]} tokens"), _figure(best[1]), _say(lang, "倍", "times"), how=_say(lang, "无缓存 ÷ 有缓存", "no cache ÷ cache")),
        ],
        "says": _say(
            lang,
            f"同样的 {n} 个词元。无缓存时每一步都要从头算，越长越慢；有缓存时几乎不随长度变，到 {best[0]} 个词元快 {_figure(best[1])} 倍。",
            f"The same {n} tokens. Without a cache each step starts from the beginning and grows with the text; with one it hardly changes: at {best[0]} tokens it is {_figure(best[1])} times faster.",
        ),
        "rows": rows,
    }  # fmt: skip


def first_token(raw: Raw, lang: Lang) -> Result:
    """K3: time to the first token by prompt length, measured and fitted."""
    a, b = raw["a"], raw["b"]
    most = raw["points"][-1][0]
    curve = [[n, 1000 * (a * n + b * n * n)] for n in (most * i / 40 for i in range(1, 41))]
    measured = _say(lang, "测得", "measured")
    half = a / b if b else None
    says = _say(
        lang,
        f"{raw['points'][0][0]} 个词元 {_figure(1000 * raw['points'][0][1])} 毫秒，{most} 个 {_figure(1000 * raw['points'][-1][1])} 毫秒。",
        f"{raw['points'][0][0]} tokens take {_figure(1000 * raw['points'][0][1])} ms, {most} tokens {_figure(1000 * raw['points'][-1][1])} ms.",
    )
    if half and half < 1e7:
        says += _say(
            lang,
            f"在这台机器上，长到约 {_figure(half, 2)} 个词元，n² 那一项才和 n 那一项一样大。",
            f" On this machine the n² part only equals the n part at about {_figure(half, 2)} tokens.",
        )
    else:
        says += _say(
            lang,
            "在这么短的提示里，还看不出 n² 的那一项。",
            " In prompts this short the n² part does not show yet.",
        )
    return {
        "panels": [
            {
                "title": _say(lang, "提示越长，第一个词元来得越晚", "The longer the prompt, the later the first token"),
                "x": _axis(_say(lang, "提示的词元数 n", "prompt tokens n")), "y": _axis(_say(lang, "首词元时间（毫秒）", "time to first token (ms)")),
                "series": [
                    _series("a·n + b·n²", "none", curve, dash=True),
                    _series(measured, "circle", [[p[0], *_ms(p[1:])] for p in raw["points"]], line=False),
                ],
            }
        ],
        "facts": [
            _fact("a", _figure(1e6 * a), _say(lang, "微秒 / 词元", "µs per token"), how=_say(lang, "最小二乘拟合，过原点", "least squares through zero")),
            _fact("b", _figure(1e9 * b), _say(lang, "纳秒 / 词元对", "ns per pair"), how=_say(lang, "n² 那一项", "the n² part")),
            _fact(_say(lang, "比较的词元对，n = 1000", "pairs compared, n = 1000"), f"{attention_pairs(1000):,}".replace(",", "\u202f"), how=_say(lang, "n²，每层每头（公式）", "n², per layer and head (formula)")),
            _fact("n = 16 000", f"{attention_pairs(16000):,}".replace(",", "\u202f"), how=_say(lang, "长 16 倍，对数是 256 倍（公式）", "16 times as long, 256 times the pairs (formula)")),
        ],
        "says": says,
        "rows": [["tokens", "median_ms", "lowest_ms", "highest_ms", "fit_ms"], *([p[0], *_ms(p[1:]), 1000 * (a * p[0] + b * p[0] ** 2)] for p in raw["points"])],
    }  # fmt: skip


def roof(raw: Raw, lang: Lang) -> Result:
    """K5: the machine's roof, and prefill and decode under it."""
    reading, multiplying = raw["reading"], raw["multiplying"]
    placed = [
        (p, p["flops"] / p["bytes"], p["flops"] / p["seconds"][0] / 1e9) for p in raw["points"]
    ]
    low = min(0.1, *(x / 2 for _, x, _ in placed))
    high = max(1000.0, *(2 * x for _, x, _ in placed))
    corner = multiplying / reading
    line = [[x, min(multiplying, reading * x) / 1e9] for x in (low, corner, high)]
    names = {"prefill": _say(lang, "预填充", "prefill"), "decode": _say(lang, "逐个解码", "decode")}
    marks = {"prefill": "square", "decode": "circle"}
    prefill, decode = raw["points"]
    per_token = [p["seconds"][0] / p["new"] for p in (prefill, decode)]
    ratio = per_token[1] / per_token[0]
    reached = placed[1][2] * 1e9 / min(multiplying, reading * placed[1][1])
    if reached >= 0.5:
        why = _say(
            lang,
            f"它到了内存上限的 {100 * reached:.0f}\u202f%：在等内存，不在算。",
            f"It reaches {100 * reached:.0f}\u202f% of what memory allows: it waits for memory, not for arithmetic.",
        )
    else:
        why = _say(
            lang,
            f"不过它只到内存上限的 {100 * reached:.0f}\u202f%：模型这么小，每步发起几十次小运算的固定开销占了大头；模型越大，越贴近那条斜线。",
            f"Yet it reaches only {100 * reached:.0f}\u202f% of what memory allows: in a model this small the fixed cost of starting dozens of little operations is most of a step. The larger the model, the closer to the slope.",
        )
    return {
        "panels": [
            {
                "title": _say(lang, "这台机器的屋顶线", "The roofline of this machine"),
                "x": _axis(_say(lang, "每搬 1 字节做几次运算", "operations per byte moved"), log=True),
                "y": _axis(_say(lang, "每秒运算（十亿次）", "operations per second (billions)"), log=True),
                "series": [
                    _series(_say(lang, "屋顶：上限", "the roof (limit)"), "none", line),
                    *(_series(names[p["phase"]], marks[p["phase"]], [[x, y]]) for p, x, y in placed),
                ],
            }
        ],
        "facts": [
            _fact(_say(lang, "读内存", "reading memory"), _figure(reading / 1e9), "GB/s", how=_say(lang, f"{_figure(raw['weights'] / 1e6)} MB 的矩阵乘一个向量，最快的一次", f"a matrix of {_figure(raw['weights'] / 1e6)} MB times one vector, the fastest run")),
            _fact(_say(lang, "矩阵乘法", "matrix product"), _figure(multiplying / 1e9), "GFLOP/s", how="1024 × 1024, fp32"),
            *(
                _fact(_say(lang, f"{names[p['phase']]}，每个词元", f"{names[p['phase']]}, per token"), _figure(1000 * p["seconds"][0] / p["new"]), _say(lang, "毫秒", "ms"), how=_say(lang, f"每字节 {_figure(x)} 次运算，每秒 {_figure(y)} 十亿次", f"{_figure(x)} operations per byte, {_figure(y)} billion per second"))
                for p, x, y in placed
            ),
        ],
        "says": _say(
            lang,
            f"预填充把每个权重读一次，用在 {prefill['new']} 个词元上；解码读同样多的权重，只为一个词元。按每个词元算，解码慢 {_figure(ratio)} 倍。{why}",
            f"Prefill reads every weight once and uses it for {prefill['new']} tokens; decode reads as many for a single one. Per token decode is {_figure(ratio)} times slower. {why}",
        ),
        "rows": [["phase", "new", "past", "flops", "bytes", "median_s", "operations_per_byte", "gflops"], *([p["phase"], p["new"], p["past"], p["flops"], p["bytes"], p["seconds"][0], x, y] for p, x, y in placed), ["read_bytes_per_s", "", "", "", "", "", "", reading], ["matmul_flops_per_s", "", "", "", "", "", "", multiplying]],
    }  # fmt: skip


def prefix(raw: Raw, lang: Lang) -> Result:
    """K7: prefill time of a second request, by where it parts from the first."""
    points = [[p["shared"], *_ms(p["seconds"])] for p in raw["points"]]
    full, n = _ms(raw["full"]), raw["n"]
    early, late = points[0], points[-1]
    same = all(p["same"] for p in raw["points"])
    return {
        "panels": [
            {
                "title": _say(lang, "改得越早，能重用的越少", "The earlier the change, the less is reused"),
                "x": _axis(_say(lang, "相同的开头有几个词元", "tokens both requests begin with")), "y": _axis(_say(lang, "预填充（毫秒）", "prefill (ms)")),
                "series": [
                    _series(_say(lang, "不重用", "no reuse"), "none", [[0, full[0]], [n, full[0]]], dash=True),
                    _series(_say(lang, "重用开头", "beginning reused"), "circle", points),
                ],
            }
        ],
        "facts": [
            _fact(_say(lang, f"{n} 个词元，不重用", f"{n} tokens, no reuse"), _figure(full[0]), _say(lang, "毫秒", "ms")),
            _fact(_say(lang, f"前 {late[0]} 个相同", f"first {late[0]} alike"), _figure(late[1]), _say(lang, "毫秒", "ms"), how=_say(lang, "只有最后一个要算", "only the last one is computed")),
            _fact(_say(lang, f"第 {early[0] + 1} 个就不同", f"differs at token {early[0] + 1}"), _figure(early[1]), _say(lang, "毫秒", "ms"), how=_say(lang, "后面的全都作废", "everything behind it is void")),
            _fact(_say(lang, "下一个词元与不重用时", "next token, against no reuse"), _say(lang, "都相同", "the same") if same else _say(lang, "不同！", "different!"), how=_say(lang, f"{len(points)} 种情形", f"{len(points)} cases")),
        ],
        "says": _say(
            lang,
            f"两次请求都是 {n} 个词元。前 {late[0]} 个相同时，预填充从 {_figure(full[0])} 毫秒降到 {_figure(late[1])} 毫秒；只要开头改一个词元，重用就到此为止，因为后面每个键和值都依赖它。",
            f"Both requests have {n} tokens. With the first {late[0]} alike, prefill drops from {_figure(full[0])} ms to {_figure(late[1])} ms; change one token near the start and the reuse ends there, because every later key and value depends on it.",
        ),
        "rows": [["shared_tokens", "median_ms", "lowest_ms", "highest_ms"], ["none", *full], *points],
    }  # fmt: skip


def lab(raw: Raw, lang: Lang) -> Result:
    """K9: the five experiments as one table."""
    names = {
        "baseline": _say(lang, "1 基准：短提示，贪心", "1 Baseline: short prompt, greedy"),
        "long": _say(lang, "2 长提示", "2 Long prompt"),
        "no_cache": _say(lang, "3 长提示，关掉缓存", "3 Long prompt, cache off"),
        "sampling": _say(lang, f"4 抽样 0.9 / 0.9 × {raw['draws']}", f"4 Sampling 0.9 / 0.9 × {raw['draws']}"),
        "head": _say(lang, "5 一个头：公式对模型", "5 One head: formula against model"),
    }  # fmt: skip
    head = [_say(lang, "实验", "experiment"), _say(lang, "提示", "prompt"), _say(lang, "写了", "made"), _say(lang, "首词元 ms", "first ms"), _say(lang, "每词元 ms", "per token ms"), _say(lang, "词元/秒", "tokens/s"), _say(lang, "重复率", "repetition"), _say(lang, "得到", "outcome")]  # fmt: skip
    shown: list[list[str]] = []
    for row in raw["rows"]:
        if row["name"] == "head":
            difference = row["difference"]
            said = "0" if difference == 0 else f"{difference:.1e}"
            shown.append(
                [
                    names["head"],
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    _say(lang, f"权重最大相差 {said}", f"largest difference of a weight: {said}"),
                ]
            )
            continue
        first, each = row["first"][0], row["each"][0]
        shown.append([names[row["name"]], str(row["prompt"]), str(row["made"]), _figure(1000 * first), _figure(1000 * each), _figure(1 / each), f"{100 * row['repetition']:.0f}\u202f%", row["text"]])  # fmt: skip
    by = {row["name"]: row for row in raw["rows"]}
    slower = by["no_cache"]["each"][0] / by["long"]["each"][0]
    return {
        "panels": [],
        "facts": [],
        "table": {"head": head, "rows": shown},
        "says": _say(
            lang,
            f"长提示只推迟第一个词元；关掉缓存，每个词元都慢 {_figure(slower)} 倍；抽样不改变速度，只改变文字（重复率从 {100 * by['baseline']['repetition']:.0f}\u202f% 到 {100 * by['sampling']['repetition']:.0f}\u202f%）。",
            f"A long prompt delays only the first token; without the cache every token takes {_figure(slower)} times as long; sampling leaves the speed alone and changes the text (repetition {100 * by['baseline']['repetition']:.0f}\u202f% to {100 * by['sampling']['repetition']:.0f}\u202f%).",
        ),
        "rows": [head, *shown],
    }  # fmt: skip


RESULTS: dict[str, Callable[[Raw, Lang], Result]] = {
    "speed": speed, "first_token": first_token, "roof": roof, "prefix": prefix, "lab": lab,
}  # fmt: skip
