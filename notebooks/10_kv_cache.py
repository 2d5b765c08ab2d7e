# /// script
# [tool.marimo.display]
# theme = "system"
# ///

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 10")

with app.setup:
    import marimo as mo
    import torch

    from lesson_kit.app import cache_later as later
    from lesson_kit.app import cache_lesson as lesson
    from lesson_kit.app.cache_page import CacheRuns
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.once import drawn
    from lesson_kit.app.visible import with_code
    from lesson_kit.show import html
    from lesson_kit.show.charts_cache import (
        arrival_chart,
        arrival_table,
        dropping_chart,
        pairs_chart,
    )
    from lesson_kit.show.numbers import exact, grouped
    from lesson_kit.show.theme import colours
    from lesson_kit.show.widgets.cache_memory import BIG, CacheMemory
    from lesson_kit.show.widgets.measuring import Bench, CacheLanes
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("10", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def measurements(page):
    with page.guard():
        runs = CacheRuns(page.model, page.lang, live=page.live, memory=(page.kept, page.keep))
    return (runs,)


@app.cell(hide_code=True)
def lanes(page, runs):
    with page.guard():
        _prepared = runs.prepared()
        lanes_now, show_lanes = mo.state(_prepared)
        lane_picture = page.show(html.callout(runs.missing))
        if _prepared or page.live:  # always so, but in an export of a model that nobody recorded
            lane_picture = CacheLanes(
                runs.beginnings,
                _prepared,
                lang=page.lang,
                shape=runs.shape,
                typed=runs.kept.own_text,
                measuring=later.patience(page) if runs.unrecorded else "",
                notice=runs.kept.notice("lanes"),
                halted=runs.halted("lanes"),
                measure=runs.run_lanes,
                live=page.live,
                source=page.model_name,
                title=page.t("图 1　每一步算了哪些位置", "Figure 1. Which positions each step computes"),
            )
    lane_picture
    return lane_picture, lanes_now, show_lanes


@app.cell(hide_code=True)
def two_phases(page):
    page.say(
        zh=r"""
    ## 先一口气读完，再一个一个写

    **预填充**（prefill）把整段提示同时算完，得到第一个新词元。之后是**解码**（decode）：每步只多一个词元。因果掩码保证旧位置看不见新来的词，所以旧位置的键和值算一百遍也是同样的数。

    没有缓存，写第 T + 1 个词元要把前面 T 个位置全算一遍；存着它们的键和值，只算最新的 1 个。
    """,
        en=r"""
    ## First read everything at once, then write one by one

    **Prefill** (预填充) runs the whole prompt together and gives the first new token. Then comes **decode** (解码): each step adds a single token. The causal mask keeps old positions from seeing new ones, so their keys and values come out the same however often they are computed.

    Without a cache, token T + 1 costs all T positions before it; with their keys and values kept, only the newest 1.
    """,
    )
    return


@app.cell(hide_code=True)
def guess_query(page):
    QuestionCard(
        lang=page.lang,
        key="10-query",
        question=page.t("每层都算出查询、键、值。缓存里存哪几样？", "Each layer computes query, key and value. Which of them are kept?"),
        options=[
            page.t("三样都存", "All three"),
            page.t("只存键和值", "Keys and values only"),
            page.t("只存最后的答案", "Only the final answer"),
            page.t("只存查询", "Queries only"),
        ],
        answer=1,
        reveal=page.t(
            "一个位置的查询只问一次：在它自己那一步。它的键和值却会被后面每一个新词元的查询读到。图 1 里那条蓝线就是新查询在读。",
            "A position's query asks once, in its own step. Its key and value are read by the query of every later token. The blue line in Figure 1 is the newest query reading them.",
        ),
    )
    return


@app.cell(hide_code=True)
def stored_intro(page):
    page.say(
        zh=r"""
    ## 存下来的东西，真的拿在手里

    缓存是每层两个张量，每走一步各长一行。在编辑器里换一句话再运行，形状和字节会跟着变。
    """,
        en=r"""
    ## What is kept, in your hands

    The cache is two tensors per layer, each one row longer after every step. Put in another sentence in the editor and run: shapes and bytes follow.
    """,
    )
    return


@app.cell(hide_code=True)
def the_model(page):
    model, tokenizer = page.model.model, page.model.tokenizer
    device = model.embed.weight.device
    return device, model, tokenizer


@app.cell
def cache_in_code(device, model, page, tokenizer):
    text = page.t("今天天气很好，我", "The weather is nice and")  # 换一句 · change me
    ids = tokenizer.encode(text, start=True)
    cache, grown = None, []
    for id in ids:  # 一次一个词元 · one token at a time
        logits, cache = model.step(torch.tensor([[id]], device=device), cache)
        grown.append(cache.nbytes)  # 每步多一行 · one row more per step
    whole = model(torch.tensor([ids], device=device))  # 不用缓存 · no cache
    difference = float((logits[0, -1] - whole[0, -1]).abs().max())
    with_code()
    return cache, difference, grown, ids


@app.cell(hide_code=True)
def cache_numbers(cache, difference, grown, ids, page):
    with page.guard():
        _counted, _formula = lesson.real_bytes(page.model, cache)
        _c, _width = page.model.model.config, cache.k(0).element_size()
        _thin = grouped(_counted)
    page.show(
        html.number_cards(
            [
                html.number_card("k, v", " × ".join(map(str, cache.k(0).shape[1:])), how=page.t(f"KV 头 × 词元 × d_head，{_c.n_layer} 层各两个；q 不在其中", f"KV heads × tokens × d_head, two in each of {_c.n_layer} layers; no q among them")),
                html.number_card(page.t("每步多出", "more per step"), grouped(grown[-1] - (grown[-2] if len(grown) > 1 else 0)), unit=page.t("字节", "bytes"), how=f"2 × {_c.n_layer} × {_c.n_kv_head} × {_c.d_head} × {_width}"),
                html.number_card(page.t("真张量的字节", "bytes of the real tensors"), _thin, how=page.t(f"逐个张量数出来；公式 2·L·G·D·T·字节，T = {len(ids)}，" + ("相等" if _counted == _formula else f"却是 {grouped(_formula)}"), f"counted tensor by tensor; the formula 2·L·G·D·T·bytes with T = {len(ids)} " + ("agrees" if _counted == _formula else f"says {grouped(_formula)}"))),
                html.number_card(page.t("打分与不用缓存相差", "logits, against no cache"), exact(difference), how=page.t("最大的一个差，只剩浮点舍入", "the largest difference: rounding and nothing else")),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def guess_size(page):
    QuestionCard(
        lang=page.lang,
        key="10-size",
        question=page.t("80 层、宽 8 192、4 096 个词元、fp16：一段对话的缓存有多大？", "80 layers, width 8 192, 4 096 tokens, fp16: how big is the cache of one conversation?"),
        options=["100 MB", "1 GB", "10 GB", "100 GB"],
        answer=2,
        reveal=page.t(
            "2 × 80 × 64 × 128 × 4 096 × 2 = 10\u202f737\u202f418\u202f240 字节，也就是 10.0 GiB。同时服务十个人，光缓存就要一百多 GB。8 个查询头共用一份键和值，就只要八分之一。",
            "2 × 80 × 64 × 128 × 4 096 × 2 = 10\u202f737\u202f418\u202f240 bytes, or 10.0 GiB. Ten people at once need more than 100 GB for caches alone. Let 8 query heads share one key and value head and it is an eighth.",
        ),
        numbers=[{"value": "10.7", "unit": "GB", "label": page.t("公式，一段对话", "by formula, one conversation")}],
    )
    return


@app.cell(hide_code=True)
def memory(page):
    with page.guard():
        _c = page.model.model.config
        _mine = {"layers": _c.n_layer, "q": _c.n_head, "kv": _c.n_kv_head, "d": _c.d_head, "T": _c.max_seq_len, "b": page.model.model.embed.weight.element_size(), "g": _c.n_kv_head}
        memory_picture = CacheMemory(
            [
                {"key": "mha", "name": page.t("80 层 × 8 192，全部头", "80 layers × 8 192, all heads"), **BIG},
                {"key": "gqa", "name": page.t("同上，8 个 KV 头（GQA）", "same, 8 KV heads (GQA)"), **BIG, "kv": 8},
                {"key": "mine", "name": page.model_name, **_mine},
                {"key": "smol", "name": "SmolLM2-135M", "layers": 30, "q": 9, "kv": 3, "d": 64, "T": 2048, "b": 4, "g": 3},
            ],
            lang=page.lang,
            live=page.live,
            chosen=page.kept("10-memory", {}),
            keep=page.keep("10-memory"),
            title=page.t("图 2　它占多少内存？", "Figure 2. How much memory does it hold?"),
        )
    memory_picture
    return


@app.cell(hide_code=True)
def guess_speed(page):
    QuestionCard(
        lang=page.lang,
        key="10-speed",
        question=page.t("文字越写越长。有缓存时，每个词元的用时会怎样？", "The text grows. With a cache, what happens to the time per token?"),
        options=[
            page.t("和长度成正比地变长", "It grows in step with the length"),
            page.t("几乎不变，只慢慢变长一点", "It hardly changes, creeping up a little"),
            page.t("越来越快", "It gets shorter and shorter"),
        ],
        answer=1,
        reveal=page.t(
            "要算的新位置总是 1 个；但它的查询仍要读完所有存着的键，这部分随长度慢慢增加。按下面的按钮，在你面前这台机器上量。",
            "There is always exactly 1 new position to compute; but its query still reads every kept key, and that part grows slowly. Press the button below and measure it on the machine in front of you.",
        ),
    )
    return


@app.cell(hide_code=True)
def speed(page, runs):
    with page.guard():
        speed_bench = Bench(
            **runs.bench("speed"),
            about=page.t("贪心解码，两种做法各自重复，取中位数，色带从最快到最慢。无缓存：每步把全文再算一遍。", "Greedy decoding both ways, repeated; medians, band from fastest to slowest. No cache: each step runs the whole text again."),
            title=page.t("图 3　有缓存和没有缓存，量一量", "Figure 3. With and without a cache, measured"),
        )
    speed_bench
    return


@app.cell(hide_code=True)
def first_token_intro(page):
    page.say(
        zh=r"""
    ## 第一个词元为什么来得晚

    预填充要把提示里的每个位置都算一遍，这一项和 $n$ 成正比；注意力还要比较每一对位置，这一项和 $n^2$ 成正比。短提示里第一项占大头，长到上万词元，第二项就追上来。
    """,
        en=r"""
    ## Why the first token takes its time

    Prefill runs every position of the prompt, which grows with $n$; attention also compares every pair of positions, which grows with $n^2$. In short prompts the first part is most of it; at tens of thousands of tokens the second catches up.
    """,
    )
    return


@app.cell(hide_code=True)
def first_token(page, runs):
    with page.guard():
        first_bench = Bench(
            **runs.bench("first_token"),
            about=page.t("从交出提示到选出第一个词元。虚线是过原点的最小二乘拟合，a 和 b 不许小于 0。", "From handing over the prompt to choosing the first token. Dashed: least squares through zero, a and b not below 0."),
            title=page.t("图 4　首词元时间", "Figure 4. Time to first token"),
        )
    first_bench
    return


@app.cell(hide_code=True)
def pairs(page):
    drawn(pairs_chart, colours=colours(), lang=page.lang)
    return


@app.cell(hide_code=True)
def pairs_caption(page):
    page.show(
        html.caption(
            page.t("图 5　n² 对：1\u202f000 个词元是 1\u202f000\u202f000 对，16\u202f000 个是 256\u202f000\u202f000 对。因果掩码挡掉其中一半。", "Figure 5. n² pairs: 1\u202f000 tokens make 1\u202f000\u202f000, 16\u202f000 make 256\u202f000\u202f000. The causal mask hides half of them."),
            badges=[html.badge("formula", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def roof_intro(page):
    page.say(
        zh=r"""
    ## 解码为什么慢：读得多，用得少

    写一个词元要把全部权重从内存读一遍，读来的每个数只乘一次就放下。预填充读同样多，却给提示里的每个词元都用上。**屋顶线**（roofline）把两件事画在一起：内存给得多快，算得多快。
    """,
        en=r"""
    ## Why decode is slow: it reads much and uses it once

    Making one token means reading every weight from memory, and each number read is multiplied once and put down. Prefill reads as much but uses it for every token of the prompt. A **roofline** (屋顶线) draws both limits together: how fast memory delivers and how fast the arithmetic goes.
    """,
    )
    return


@app.cell(hide_code=True)
def roof(page, runs):
    with page.guard():
        roof_bench = Bench(
            **runs.bench("roof"),
            about=page.t("斜线是内存给的上限，平线是算术给的上限，都在这台机器上量。两个点的运算数和字节数由公式算，时间是量的。小模型的权重可能整个待在处理器的缓存里，读得比内存快。", "The slope is what memory allows, the flat part what arithmetic allows, both measured on this machine. Operations and bytes of the two points come from formulas, their time from the clock. A small model's weights may sit in the processor's own cache, faster than memory."),
            title=page.t("图 6　两个阶段，两种瓶颈", "Figure 6. Two phases, two bottlenecks"),
        )
    roof_bench
    return


@app.cell(hide_code=True)
def streaming_intro(page):
    page.say(
        zh=r"""
    ## 边写边给，还是写完再给

    图 1 那次有缓存的生成，同一只钟，两种给法。总时间一样，第一眼看到字的时间不一样。
    """,
        en=r"""
    ## Word by word, or all at once

    The cached run of Figure 1, one clock, two ways to deliver. The total is the same; the moment you first see something is not.
    """,
    )
    return


@app.cell(hide_code=True)
def streaming(lanes_now, page, runs):
    with page.guard():
        streamed = lanes_now().get("0:40") or lanes_now().get("0:0")
        arrivals = arrival_table([step[0] for step in streamed["yes"]]) if streamed else None
        _wait = later.patience(page) if runs.unrecorded else runs.missing
    page.show(html.callout(_wait)) if arrivals is None else drawn(arrival_chart, arrivals, colours=colours(), lang=page.lang)
    return arrivals, streamed


@app.cell(hide_code=True)
def streaming_caption(arrivals, page, streamed):
    with page.guard():
        arrivals_caption = None
        if arrivals is not None:
            _seen = arrivals[(arrivals["kind"] == "stream") & (arrivals["tokens"] > 0)]["ms"].tolist()
            _gap = (_seen[-1] - _seen[0]) / max(1, len(_seen) - 1)
            _badge = page.t("录制", "recorded") if streamed["kind"] == "recorded" else page.t("刚刚测得", "measured just now")
            arrivals_caption = html.caption(
                page.t(
                    f"图 7　首词元 {_seen[0]:.1f} 毫秒，之后平均每 {_gap:.1f} 毫秒一个，共 {len(_seen)} 个，{_seen[-1]:.0f} 毫秒写完。{streamed['on']}",
                    f"Figure 7. First token after {_seen[0]:.1f} ms, then one every {_gap:.1f} ms on average; {len(_seen)} tokens, done after {_seen[-1]:.0f} ms. {streamed['on']}",
                ),
                source=page.model_name,
                badges=[html.rich(f'<span class="lk-badge">{_badge}</span>')],
            )
    page.show(arrivals_caption) if arrivals_caption else None
    return


@app.cell(hide_code=True)
def kinds_of_memory(page):
    page.say(
        zh=r"""
    ## 三样东西，常被混为一谈

    都叫「缓存」或「记忆」，管的却是三回事：

    | | KV 缓存 | 提示缓存（prompt cache） | 产品里的「记忆」 |
    |---|---|---|---|
    | 存什么 | 键和值，张量 | 一段相同开头的键和值 | 几句文字 |
    | 活多久 | 这一次回答 | 几分钟到几小时，下次请求还能用 | 直到你删掉 |
    | 归谁 | 推理程序 | 服务商 | 产品的数据库 |
    | 模型能想起更多吗 | 不能，只是更快 | 不能，只是更快、更便宜 | 能：下次把文字放回提示 |

    下面量第二样：两次请求开头相同，第二次从不同的地方算起。
    """,
        en=r"""
    ## Three things that are often confused

    All three go by “cache” or “memory”, and do different jobs:

    | | KV cache | Prompt cache (提示缓存) | A product's “memory” |
    |---|---|---|---|
    | What is kept | keys and values, tensors | keys and values of a shared beginning | a few sentences |
    | How long | this answer | minutes to hours, for the next request | until you delete it |
    | Whose it is | the running program's | the provider's | the product's database |
    | Does the model recall more? | no, it is only faster | no, only faster and cheaper | yes: the text goes back into the prompt |

    The second one is measured below: two requests begin alike, and the later one starts where they part.
    """,
    )
    return


@app.cell(hide_code=True)
def prefix(page, runs):
    with page.guard():
        prefix_bench = Bench(
            **runs.bench("prefix"),
            about=page.t("第二次请求只换掉一个词元，换的位置不同。重用：generate(…, past=step.past)，取最长的相同开头。", "The second request changes one token, at different places. Reuse: generate(…, past=step.past), the longest shared beginning."),
            title=page.t("图 8　开头相同，就不必再算", "Figure 8. What begins alike need not be computed again"),
        )
    prefix_bench
    return


@app.cell(hide_code=True)
def guess_drop(page):
    QuestionCard(
        lang=page.lang,
        key="10-drop",
        question=page.t("缓存满了，丢掉最旧的键和值，只留最新的 8 个。这和只把最后 8 个词元重新交给模型，一样吗？", "The cache is full: drop the oldest keys and values, keep the newest 8. Is that the same as giving the model only the last 8 tokens?"),
        options=[
            page.t("一样，看得见的都是那 8 个", "Yes, both see the same 8"),
            page.t("只有一层的模型才一样", "Only in a model of one layer"),
            page.t("从来不一样", "Never"),
        ],
        answer=1,
        reveal=page.t(
            "第一层的键只由自己那个词元算出，所以一层时两种做法相同。从第二层起，留下的键是在读过更早文字之后算出来的，旧文字的影响还在里面；重新交 8 个词元，就什么都没有了。",
            "A first-layer key is computed from its own token alone, so with one layer both ways agree. From the second layer on, the kept keys were computed after reading further back, and what was dropped still echoes in them; with only 8 tokens handed over, nothing does.",
        ),
    )
    return


@app.cell(hide_code=True)
def measure_dropping(page):
    with page.guard():
        dropped_first = later.dropped(page)
        dropped_now, show_dropped = mo.state(dropped_first)
    return dropped_first, dropped_now, show_dropped


@app.cell(hide_code=True)
def dropping(dropped_now, page):
    with page.guard():
        dropped = dropped_now()  # a table, or a sentence until it is there
    page.show(html.callout(dropped)) if isinstance(dropped, str) else drawn(dropping_chart, dropped, colours=colours(), lang=page.lang)
    return (dropped,)


@app.cell(hide_code=True)
def dropping_caption(dropped, page):
    with page.guard():
        mo.stop(isinstance(dropped, str))
        _mean = dropped.groupby("layers")["moved"].mean()
        _window, _n = int(dropped["window"].iloc[0]), dropped["text"].nunique()
        _low, _high = int(_mean.index[0]), int(_mean.index[-1])
    page.show(
        html.caption(
            page.t(
                f"图 9　{_n} 段文字各一个点。滑动窗口：每层只看最新 {_window} 个键；截断：只把最后 {_window} 个词元交给模型。{_low} 层时挪动 {100 * _mean[_low]:.1f}\u202f%，{_high} 层时 {100 * _mean[_high]:.0f}\u202f%。浅层模型是同一个模型只用前几层，它没有为此训练过。",
                f"Figure 9. One dot for each of {_n} texts. Sliding window: every layer sees only the newest {_window} keys; truncated: the model gets only the last {_window} tokens. With {_low} layer {100 * _mean[_low]:.1f}\u202f% moves, with {_high} layers {100 * _mean[_high]:.0f}\u202f%. The shallow models are the same model cut off early; it was not trained for that.",
            ),
            source=page.model_name,
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def lab_intro(page):
    page.say(
        zh=r"""
    ## 五个实验，一张表

    基准、长提示、关掉缓存、抽样、一个头对公式：按一次按钮，全都在你的机器上做一遍，结果可以下载成 CSV。
    """,
        en=r"""
    ## Five experiments, one table

    Baseline, long prompt, cache off, sampling, one head against the formula: one press runs them all on your machine, and the table can be downloaded as CSV.
    """,
    )
    return


@app.cell(hide_code=True)
def lab(page, runs):
    with page.guard():
        lab_bench = Bench(
            **runs.bench("lab"),
            about=page.t("时间是中位数。重复率：相邻两个词元的组合里，先前已经出现过的占多少。", "Times are medians. Repetition: the share of neighbouring token pairs that had appeared before."),
            title=page.t("图 10　五步实验", "Figure 10. The five-step lab"),
        )
    lab_bench
    return


@app.cell(hide_code=True)
def takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "缓存用内存换时间：键和值算一次，存到写完为止。它让模型更快，不让模型记得更多。",
                "A cache buys time with memory: keys and values are computed once and kept until the answer is done. It makes the model faster; it does not make it remember more.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def quiz_intro(page):
    page.say(zh="## 考考自己", en="## Check yourself")
    return


@app.cell(hide_code=True)
def quiz(page):
    Quiz(
        [
            Question(
                page.t("提示 100 个词元，写第 11 个新词元时，有缓存要算几个位置？", "The prompt has 100 tokens. With a cache, how many positions does the 11th new token cost?"),
                [
                    Option(page.t("1 个", "1"), page.t("对。前面 110 个位置里，109 个的键和值存着，只算最新的那一个。", "Right. Of the 110 positions before it, 109 are kept; only the newest is computed."), True),
                    Option(page.t("11 个", "11"), page.t("写过的词元也进了缓存，不只提示。", "Tokens already written are in the cache too, not only the prompt.")),
                    Option(page.t("110 个", "110"), page.t("那是没有缓存时的数目。看图 1 左边那一道。", "That is the count without a cache. See the left lane of Figure 1.")),
                ],
            ),
            Question(
                page.t("把对话开头的一个词改了再发，提示缓存还能省多少？", "You change a word at the start of a chat and send it again. How much does the prompt cache still save?"),
                [
                    Option(page.t("几乎全部，只改了一个词", "Nearly all; only one word changed"), page.t("后面每个位置的键和值都读过那个词，全都变了。", "Every later key and value has read that word, so all of them changed.")),
                    Option(page.t("几乎没有：改动之后的都要重算", "Next to nothing: all behind the change is computed again"), page.t("对。图 8 最左边的点就是这样。", "Right. The leftmost point of Figure 8 is this case."), True),
                    Option(page.t("一半", "Half"), page.t("要看改在哪里；改在开头，就从开头算起。", "It depends on where; changed at the start, it starts at the start.")),
                ],
            ),
            Question(
                page.t("64 个查询头共用 8 份键和值，缓存变成原来的多少？", "64 query heads share 8 key and value heads. What becomes of the cache?"),
                [
                    Option(page.t("八分之一", "An eighth"), page.t("对。存的是 8 份而不是 64 份。图 2 里点一下 GQA。", "Right. 8 copies are kept instead of 64. Click GQA in Figure 2."), True),
                    Option(page.t("不变，查询头还是 64 个", "The same, there are still 64 query heads"), page.t("查询不进缓存，进缓存的只有键和值。", "Queries are not kept; only keys and values are.")),
                    Option(page.t("八倍", "Eight times"), page.t("反了：共用的越多，存的越少。", "The other way round: the more is shared, the less is kept.")),
                ],
            ),
        ],
        lang=page.lang,
        key="10",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


@app.cell(hide_code=True)
def measure_the_rest(dropped_first, lane_picture, page, runs, show_dropped, show_lanes):
    # A model that nobody recorded: the page stands, now its pictures fill in.
    later.fill_lanes(page, runs, lane_picture, show_lanes)
    later.fill_dropped(page, dropped_first, show_dropped)
    return


if __name__ == "__main__":
    app.run()
