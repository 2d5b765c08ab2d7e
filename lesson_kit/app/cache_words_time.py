"""Times with and without a cache, to the first token, and with a shared beginning: in words."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from typing import Any

from lesson_kit.app.cache_says import Raw, Result, axis, fact, figure, in_ms, say, series
from lesson_kit.measure.flops import attention_pairs
from lesson_kit.show.numbers import grouped
from lesson_kit.show.words import Lang

__all__ = ["first_token", "prefix", "speed"]


def speed(raw: Raw, lang: Lang) -> Result:
    """K2: per-token time by step, and speed-up by length."""
    no, yes = say(lang, "无缓存", "no cache"), say(lang, "有缓存", "cache")
    per = say(lang, "每个词元（毫秒）", "per token (ms)")
    length = say(lang, "已有词元数", "tokens so far")
    same = raw["ids"][0] == raw["ids"][1]
    n = len(raw["ids"][1])
    gains = [[p["n"], p["no"][0] / p["yes"][0]] for p in raw["sweep"]]
    longest, gain = gains[-1]
    shortest = raw["sweep"][0]["n"]
    grown = [raw["sweep"][-1][key][0] / raw["sweep"][0][key][0] for key in ("no", "yes")]
    later_no = sorted(p[0] for p in raw["no"][1:] or raw["no"])
    later_yes = sorted(p[0] for p in raw["yes"][1:] or raw["yes"])
    middle_no, middle_yes = later_no[len(later_no) // 2], later_yes[len(later_yes) // 2]
    panels = [
        {
            "title": say(lang, f"前文 {raw['prompt']} 个词元，再写 {n} 个", f"{n} tokens behind {raw['prompt']}"),
            "x": axis(say(lang, "第几步（0 是预填充）", "step (0 is the prefill)")), "y": axis(per),
            "series": [
                series(no, "square", [[i, *in_ms(p)] for i, p in enumerate(raw["no"])], dash=True),
                series(yes, "circle", [[i, *in_ms(p)] for i, p in enumerate(raw["yes"])]),
            ],
        },
        {
            "title": say(lang, "越长，差得越多", "The longer the text, the wider the gap"),
            "x": axis(length), "y": axis(per),
            "series": [
                series(no, "square", [[p["n"], *in_ms(p["no"])] for p in raw["sweep"]], dash=True),
                series(yes, "circle", [[p["n"], *in_ms(p["yes"])] for p in raw["sweep"]]),
            ],
        },
    ]  # fmt: skip
    rows: list[list[Any]] = [
        ["step", "tokens_so_far", "cache", "median_ms", "lowest_ms", "highest_ms"]
    ]
    for name, key in (("no", "no"), ("yes", "yes")):
        rows += [[i, raw["prompt"] + i, name, *in_ms(p)] for i, p in enumerate(raw[key])]
        rows += [["", p["n"], name, *in_ms(p[key])] for p in raw["sweep"]]
    return {
        "panels": panels,
        "facts": [
            fact(say(lang, "两边选出的词元", "tokens both ways"), say(lang, "逐个相同", "all the same") if same else say(lang, "不同！", "different!"), how=say(lang, f"{n} 个，贪心", f"{n} of them, greedy")),
            fact(say(lang, f"前文 {raw['prompt']} 时，每个词元", f"per token behind {raw['prompt']}"), f"{figure(1000 * middle_no)} → {figure(1000 * middle_yes)}", say(lang, "毫秒", "ms"), how=say(lang, f"预填充之后各步的中位数，重复 {raw['repeats']} 次", f"median of the steps after the prefill, {raw['repeats']} repeats")),
            fact(say(lang, f"到 {longest} 个词元", f"at {longest} tokens"), figure(gain), say(lang, "倍", "times"), how=say(lang, "无缓存 ÷ 有缓存", "no cache ÷ cache")),
        ],
        "says": say(
            lang,
            f"同样的 {n} 个词元。从 {shortest} 到 {longest} 个词元，无缓存时每个词元的用时是原来的 {figure(grown[0], 2)} 倍，有缓存时 {figure(grown[1], 2)} 倍；到 {longest} 个词元，有缓存快 {figure(gain)} 倍。",
            f"The same {n} tokens. From {shortest} to {longest} tokens the time per token grows {figure(grown[0], 2)} times without a cache and {figure(grown[1], 2)} times with one; at {longest} tokens it is {figure(gain)} times faster with the cache.",
        ),
        "rows": rows,
    }  # fmt: skip


def first_token(raw: Raw, lang: Lang) -> Result:
    """K3: time to the first token by prompt length, measured and fitted."""
    a, b = raw["a"], raw["b"]
    most = raw["points"][-1][0]
    curve = [[n, 1000 * (a * n + b * n * n)] for n in (most * i / 40 for i in range(1, 41))]
    measured = say(lang, "测得", "measured")
    half = a / b if b else None
    says = say(
        lang,
        f"{raw['points'][0][0]} 个词元 {figure(1000 * raw['points'][0][1])} 毫秒，{most} 个 {figure(1000 * raw['points'][-1][1])} 毫秒。",
        f"{raw['points'][0][0]} tokens take {figure(1000 * raw['points'][0][1])} ms, {most} tokens {figure(1000 * raw['points'][-1][1])} ms.",
    )
    if half and half < 1e7:
        says += say(
            lang,
            f"在这台机器上，长到约 {figure(half, 2)} 个词元，n² 那一项才和 n 那一项一样大。",
            f" On this machine the n² part only equals the n part at about {figure(half, 2)} tokens.",
        )
    else:
        says += say(
            lang,
            "在这么短的提示里，还看不出 n² 的那一项。",
            " In prompts this short the n² part does not show yet.",
        )
    return {
        "panels": [
            {
                "title": say(lang, "提示越长，第一个词元来得越晚", "The longer the prompt, the later the first token"),
                "x": axis(say(lang, "提示的词元数 n", "prompt tokens n")), "y": axis(say(lang, "首词元时间（毫秒）", "time to first token (ms)")),
                "series": [
                    series("a·n + b·n²", "none", curve, dash=True),
                    series(measured, "circle", [[p[0], *in_ms(p[1:])] for p in raw["points"]], line=False),
                ],
            }
        ],
        "facts": [
            fact("a", figure(1e6 * a), say(lang, "微秒 / 词元", "µs per token"), how=say(lang, "最小二乘拟合，过原点", "least squares through zero")),
            fact("b", figure(1e9 * b), say(lang, "纳秒 / 词元对", "ns per pair"), how=say(lang, "n² 那一项", "the n² part")),
            fact(say(lang, f"比较的词元对，n = {grouped(1000)}", f"pairs compared, n = {grouped(1000)}"), grouped(attention_pairs(1000)), how=say(lang, "n²，每层每头（公式）", "n², per layer and head (formula)")),
            fact(f"n = {grouped(16000)}", grouped(attention_pairs(16000)), how=say(lang, "长 16 倍，对数是 256 倍（公式）", "16 times as long, 256 times the pairs (formula)")),
        ],
        "says": says,
        "rows": [["tokens", "median_ms", "lowest_ms", "highest_ms", "fit_ms"], *([p[0], *in_ms(p[1:]), 1000 * (a * p[0] + b * p[0] ** 2)] for p in raw["points"])],
    }  # fmt: skip


def prefix(raw: Raw, lang: Lang) -> Result:
    """K7: prefill time of a second request, by where it parts from the first."""
    points = [[p["shared"], *in_ms(p["seconds"])] for p in raw["points"]]
    full, n = in_ms(raw["full"]), raw["n"]
    early, late = points[0], points[-1]
    same = all(p["same"] for p in raw["points"])
    return {
        "panels": [
            {
                "title": say(lang, "改得越早，能重用的越少", "The earlier the change, the less is reused"),
                "x": axis(say(lang, "相同的开头有几个词元", "tokens both requests begin with")), "y": axis(say(lang, "预填充（毫秒）", "prefill (ms)")),
                "series": [
                    series(say(lang, "不重用", "no reuse"), "none", [[0, full[0]], [n, full[0]]], dash=True),
                    series(say(lang, "重用开头", "beginning reused"), "circle", points),
                ],
            }
        ],
        "facts": [
            fact(say(lang, f"{n} 个词元，不重用", f"{n} tokens, no reuse"), figure(full[0]), say(lang, "毫秒", "ms")),
            fact(say(lang, f"前 {late[0]} 个相同", f"first {late[0]} alike"), figure(late[1]), say(lang, "毫秒", "ms"), how=say(lang, "只有最后一个要算", "only the last one is computed")),
            fact(say(lang, f"第 {early[0] + 1} 个就不同", f"differs at token {early[0] + 1}"), figure(early[1]), say(lang, "毫秒", "ms"), how=say(lang, "后面的全都作废", "everything behind it is void")),
            fact(say(lang, "下一个词元与不重用时", "next token, against no reuse"), say(lang, "都相同", "the same") if same else say(lang, "不同！", "different!"), how=say(lang, f"{len(points)} 种情形", f"{len(points)} cases")),
        ],
        "says": say(
            lang,
            f"两次请求都是 {n} 个词元。前 {late[0]} 个相同时，预填充从 {figure(full[0])} 毫秒降到 {figure(late[1])} 毫秒；只要开头改一个词元，重用就到此为止，因为后面每个键和值都依赖它。",
            f"Both requests have {n} tokens. With the first {late[0]} alike, prefill drops from {figure(full[0])} ms to {figure(late[1])} ms; change one token near the start and the reuse ends there, because every later key and value depends on it.",
        ),
        "rows": [["beginning_reused", "shared_tokens", "median_ms", "lowest_ms", "highest_ms"], ["no", "", *full], *(["yes", *point] for point in points)],
    }  # fmt: skip
