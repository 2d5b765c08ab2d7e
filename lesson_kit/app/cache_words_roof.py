"""The roof over a machine, and the five-step lab: in words."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)
from __future__ import annotations

from lesson_kit.app.cache_says import Raw, Result, axis, fact, figure, say, series
from lesson_kit.show.numbers import exact
from lesson_kit.show.words import Lang

__all__ = ["lab", "roof"]


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
    names = {"prefill": say(lang, "预填充", "prefill"), "decode": say(lang, "逐个解码", "decode")}
    marks = {"prefill": "square", "decode": "circle"}
    prefill, decode = raw["points"]
    per_token = [p["seconds"][0] / p["new"] for p in (prefill, decode)]
    ratio = per_token[1] / per_token[0]
    reached = placed[1][2] * 1e9 / min(multiplying, reading * placed[1][1])
    if reached >= 0.5:
        why = say(
            lang,
            f"它到了内存上限的 {100 * reached:.0f}\u202f%：在等内存，不在算。",
            f"It reaches {100 * reached:.0f}\u202f% of what memory allows: it waits for memory, not for arithmetic.",
        )
    else:
        why = say(
            lang,
            f"不过它只到内存上限的 {100 * reached:.0f}\u202f%：模型这么小，每步发起几十次小运算的固定开销占了大头；模型越大，越贴近那条斜线。",
            f"Yet it reaches only {100 * reached:.0f}\u202f% of what memory allows: in a model this small the fixed cost of starting dozens of little operations is most of a step. The larger the model, the closer to the slope.",
        )
    return {
        "panels": [
            {
                "title": say(lang, "这台机器的屋顶线", "The roofline of this machine"),
                "x": axis(say(lang, "每搬 1 字节做几次运算", "operations per byte moved"), log=True),
                "y": axis(say(lang, "每秒运算（十亿次）", "operations per second (billions)"), log=True),
                "series": [
                    series(say(lang, "屋顶：上限", "the roof (limit)"), "none", line),
                    *(series(names[p["phase"]], marks[p["phase"]], [[x, y]]) for p, x, y in placed),
                ],
            }
        ],
        "facts": [
            fact(say(lang, "读内存", "reading memory"), figure(reading / 1e9), "GB/s", how=say(lang, f"{figure(raw['weights'] / 1e6)} MB 的矩阵乘一个向量，最快的一次", f"a matrix of {figure(raw['weights'] / 1e6)} MB times one vector, the fastest run")),
            fact(say(lang, "矩阵乘法", "matrix product"), figure(multiplying / 1e9), "GFLOP/s", how="1024 × 1024, fp32"),
            *(
                fact(say(lang, f"{names[p['phase']]}，每个词元", f"{names[p['phase']]}, per token"), figure(1000 * p["seconds"][0] / p["new"]), say(lang, "毫秒", "ms"), how=say(lang, f"每字节 {figure(x)} 次运算，每秒 {figure(y)} 十亿次", f"{figure(x)} operations per byte, {figure(y)} billion per second"))
                for p, x, y in placed
            ),
        ],
        "says": say(
            lang,
            f"预填充把每个权重读一次，用在 {prefill['new']} 个词元上；解码读同样多的权重，只为一个词元。按每个词元算，解码慢 {figure(ratio)} 倍。{why}",
            f"Prefill reads every weight once and uses it for {prefill['new']} tokens; decode reads as many for a single one. Per token decode is {figure(ratio)} times slower. {why}",
        ),
        "rows": [["phase", "new", "past", "flops", "bytes", "median_s", "operations_per_byte", "gflops", "read_bytes_per_s", "matmul_flops_per_s"], *([p["phase"], p["new"], p["past"], p["flops"], p["bytes"], p["seconds"][0], x, y, "", ""] for p, x, y in placed), ["machine at best", *[""] * 7, reading, multiplying]],
    }  # fmt: skip


def lab(raw: Raw, lang: Lang) -> Result:
    """K9: the five experiments as one table."""
    names = {
        "baseline": say(lang, "1 基准：短提示，贪心", "1 Baseline: short prompt, greedy"),
        "long": say(lang, "2 长提示", "2 Long prompt"),
        "no_cache": say(lang, "3 长提示，关掉缓存", "3 Long prompt, cache off"),
        "sampling": say(lang, f"4 抽样 0.9 / 0.9 × {raw['draws']}", f"4 Sampling 0.9 / 0.9 × {raw['draws']}"),
        "head": say(lang, "5 一个头：公式对模型", "5 One head: formula against model"),
    }  # fmt: skip
    head = [say(lang, "实验", "experiment"), say(lang, "提示", "prompt"), say(lang, "写了", "made"), say(lang, "首词元 ms", "first ms"), say(lang, "每词元 ms", "per token ms"), say(lang, "词元/秒", "tokens/s"), say(lang, "重复率", "repetition"), say(lang, "得到", "outcome")]  # fmt: skip
    shown: list[list[str]] = []
    for row in raw["rows"]:
        if row["name"] == "head":
            difference = row["difference"]
            said = exact(difference)
            shown.append(
                [
                    names["head"],
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    say(lang, f"权重最大相差 {said}", f"largest difference of a weight: {said}"),
                ]
            )
            continue
        first, each = row["first"][0], row["each"][0]
        shown.append([names[row["name"]], str(row["prompt"]), str(row["made"]), figure(1000 * first), figure(1000 * each), figure(1 / each), f"{100 * row['repetition']:.0f}\u202f%", row["text"]])  # fmt: skip
    by = {row["name"]: row for row in raw["rows"]}
    short, long = by["baseline"], by["long"]
    slower = by["no_cache"]["each"][0] / by["long"]["each"][0]
    return {
        "panels": [],
        "facts": [],
        "table": {"head": head, "rows": shown},
        "says": say(
            lang,
            f"提示从 {short['prompt']} 到 {long['prompt']} 个词元，第一个词元从 {figure(1000 * short['first'][0])} 推到 {figure(1000 * long['first'][0])} 毫秒，之后每个从 {figure(1000 * short['each'][0])} 到 {figure(1000 * long['each'][0])} 毫秒；关掉缓存，每个词元要 {figure(slower)} 倍的时间；抽样时每个 {figure(1000 * by['sampling']['each'][0])} 毫秒，变的是文字（重复率从 {100 * short['repetition']:.0f}\u202f% 到 {100 * by['sampling']['repetition']:.0f}\u202f%）。",
            f"From {short['prompt']} to {long['prompt']} tokens of prompt the first token goes from {figure(1000 * short['first'][0])} to {figure(1000 * long['first'][0])} ms, each later one from {figure(1000 * short['each'][0])} to {figure(1000 * long['each'][0])} ms; without the cache a token takes {figure(slower)} times as long; with sampling it takes {figure(1000 * by['sampling']['each'][0])} ms, and what changes is the text (repetition {100 * short['repetition']:.0f}\u202f% to {100 * by['sampling']['repetition']:.0f}\u202f%).",
        ),
        "rows": [head, *shown],
    }  # fmt: skip
