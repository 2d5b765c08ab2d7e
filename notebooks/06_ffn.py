# /// script
# [tool.marimo.display]
# theme = "system"
# ///
import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 06")

with app.setup:
    import math
    from dataclasses import asdict

    import torch
    from torch.nn import functional as F

    from lesson_kit.app import cross_lesson, cross_page, units
    from lesson_kit.app import ffn_lesson as lesson
    from lesson_kit.app import ffn_numbers as numbers
    from lesson_kit.app import ffn_page as at
    from lesson_kit.app.guard import UnusableTextError
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.once import drawn, once_for_all
    from lesson_kit.app.visible import with_code
    from lesson_kit.measure.residual import gradients
    from lesson_kit.show import html
    from lesson_kit.show.charts_alone import alone_chart, alone_table
    from lesson_kit.show.charts_ffn import bend_chart, bend_tables
    from lesson_kit.show.charts_norm import norm_chart, norm_facts
    from lesson_kit.show.charts_stream import gradient_chart, sizes_chart
    from lesson_kit.show.ffn_drawings import norm_places
    from lesson_kit.show.numbers import exact, figures, grouped, percent
    from lesson_kit.show.theme import colours
    from lesson_kit.show.widgets.ffn_view import FfnView, LensView
    from lesson_kit.show.widgets.fit_view import FitView
    from lesson_kit.show.widgets.ledger import Ledger
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz
    from lesson_kit.show.widgets.unit_view import UnitView


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("06", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def prepared_sentences(page):
    with page.guard():
        sentences, lenses, traces = page.once(lesson.prepared_pictures, page.lang)
        words = lesson.words_of(page.model, traces[0])
    return lenses, sentences, traces, words


@app.cell(hide_code=True)
def one_position(page, sentences):
    with page.guard():
        view = FfnView(
            sentences=sentences,
            lang=page.lang,
            live=page.live,
            layer=page.model.model.config.n_layer // 2,
            title=page.t("图 1　展开、弯折、收回", "Figure 1. Expand, bend, contract"),
            source=page.model_name,
        )
        typed = at.Typed(page, view)
    view
    return (typed,)


@app.cell(hide_code=True)
def guess_mixing(alone_now, page, words):
    _zero = max(x for i, x in enumerate(alone_now.ffn) if i != alone_now.at)
    QuestionCard(
        lang=page.lang,
        key="06-mixing",
        question=page.t(
            f"注意力已经算完。这时只把「{words[alone_now.at]}」那一行换成别的数，再过 FFN。别的位置会变多少？",
            f"Attention is done. Now replace only the row of “{words[alone_now.at]}” and run the FFN. How much do the other positions change?",
        ),
        options=[
            page.t("都变一点", "All of them a little"),
            page.t("只有后面的变", "Only the later ones"),
            page.t("一点不变", "Not at all"),
        ],
        answer=2,
        reveal=page.t(
            "FFN 在每个位置上各做各的：同一组矩阵，一行进一行出，行与行互不相见。交换信息是注意力的事。",
            "The FFN works on each position by itself: the same matrices, one row in, one row out, and rows never meet. Exchanging information is attention's job.",
        ),
        numbers=[{"value": exact(_zero), "unit": "", "label": page.t("其余位置的最大变化", "largest change of any other position")}],
    )
    return


@app.cell(hide_code=True)
def mixing_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    ## 各算各的

    注意力把信息取回来，FFN 让每个位置单独消化：{_c.d_model} 个数展开成 {_c.d_ff} 个，弯一下，再收回 {_c.d_model} 个，加回残差流（residual stream）。所有位置用的是同一组矩阵。下面几行只动一个位置，`moved` 说其余的动了没有。换一层（`layer`）、换一个位置（`other`），结论会变吗？
    """,
        en=rf"""
    ## Each on its own

    Attention fetched the information; the FFN lets each position digest it alone: {_c.d_model} numbers become {_c.d_ff}, bend, shrink back to {_c.d_model} and are added to the residual stream (残差流). Every position uses the same matrices. The lines below touch one position, and `moved` says whether any other noticed. Would another layer (`layer`) or another position (`other`) tell a different story?
    """,
    )
    return


@app.cell(hide_code=True)
def mixing_code(page, traces):
    layer, other = 2, 3                                      # 第几层，第几个位置，从 1 数 · counted from 1
    mid = traces[0].layers[layer - 1].resid_mid              # (1, T, d_model)
    block = lesson.block(page.model, layer - 1)
    changed = mid.clone()
    changed[0, other - 1] = mid[0, -1]                       # 只动这一行 · touch this row only
    before, after = (block.ffn(block.ffn_norm(rows))[2] for rows in (mid, changed))
    moved = (after - before).abs().amax(-1)[0]               # (T,) 每个位置变了多少 · change by position
    with_code()
    return block, layer, mid, moved, other


@app.cell(hide_code=True)
def mixing_numbers(layer, other, page, traces):
    with page.guard():
        alone_now = numbers.alone(page.model, traces[0], layer=layer - 1, at=other - 1)
    return (alone_now,)


@app.cell(hide_code=True)
def mixing_chart(alone_now, moved, page, words):
    with page.guard():
        _table = alone_table(moved.tolist(), alone_now.attention, words)
        _chart = drawn(alone_chart, _table, at=alone_now.at, colours=colours(), lang=page.lang)
    _chart
    return


@app.cell(hide_code=True)
def mixing_chart_on_a_phone(alone_now, moved, page, words):
    with page.guard():
        _table = alone_table(moved.tolist(), alone_now.attention, words)
        _chart = drawn(alone_chart, _table, at=alone_now.at, colours=colours(), lang=page.lang, narrow=True)
    _chart
    return



@app.cell(hide_code=True)
def mixing_caption(alone_now, moved, page, words):
    _others = max(x for i, x in enumerate(moved.tolist()) if i != alone_now.at)
    page.show(
        html.caption(
            page.t(
                f"图 2　换掉第 {alone_now.at + 1} 个位置「{words[alone_now.at]}」的一行，各位置输出的最大变化。FFN：其余位置 {exact(_others)}，逐位相等。注意力：最多 {figures(max(alone_now.attention))}。",
                f"Figure 2. The row of position {alone_now.at + 1}, “{words[alone_now.at]}”, replaced: largest change of each position's output. FFN: {exact(_others)} elsewhere, bit for bit. Attention: up to {figures(max(alone_now.attention))}.",
            ),
            source=f"{page.model_name} · {page.t('第', 'layer')} {alone_now.layer + 1} {page.t('层', '')}",
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def units_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    ## 一个单元爱看什么，写下什么

    {_c.n_layer} 层各有 {_c.d_ff} 个单元。每个单元像一条小规则：这一行像不像我要找的样子？像，就把自己的输出行加进去。在图 1 里点一个单元，这里就换成它。
    """,
        en=rf"""
    ## What a unit likes, and what it writes

    Each of the {_c.n_layer} layers has {_c.d_ff} units. A unit is like a small rule: does this row look like what I am after? If so, it adds its own output row. Click a unit in Figure 1 and it appears here.
    """,
    )
    return


@app.cell(hide_code=True)
def favourite_units(page):
    with page.guard():
        _table = units.units_of(page.choice.name, page.model)
        if _table is None:
            unit_view = page.show(html.callout(units.why_hidden(page.choice.name, page.lang)))
        else:
            unit_view = UnitView(
                table=units.units_picture(page.model, _table, page.lang),
                lang=page.lang,
                live=page.live,
                source=page.model_name,
                title=page.t("图 3　单元的偏好", "Figure 3. A unit's favourites"),
            )
    unit_view
    return


@app.cell(hide_code=True)
def units_caveat(page):
    page.show(
        html.callout(
            page.t(
                "它爱看的和它写下的常常对不上，一个单元也常在几件不相干的事上都亮。概念多半分散在许多单元里。",
                "What it likes and what it writes often do not match, and one unit often lights for several unrelated things. Concepts are mostly spread over many units.",
            ),
            kind="caution",
            head=page.t("一个单元很少正好是一个概念", "One unit is rarely one concept"),
        )
    )
    return


@app.cell(hide_code=True)
def guess_linear(page):
    QuestionCard(
        lang=page.lang,
        key="06-linear",
        question=page.t(
            "如果去掉中间的弯折，只留两个矩阵，怎样才能让它分开异或（XOR）的四团点？",
            "Take the bend out and keep the two matrices. What would let it tell the four clouds of XOR apart?",
        ),
        options=[
            page.t("多训练一会儿", "Train longer"),
            page.t("多加些单元", "Add units"),
            page.t("怎样都不行", "Nothing would"),
        ],
        answer=2,
        reveal=page.t(
            "两个矩阵相乘还是一个矩阵。没有弯折，再多层、再多单元，也只画得出一条直线。",
            "Two matrices multiplied are one matrix. Without a bend, any number of layers and units draws one straight line.",
        ),
    )
    return


@app.cell(hide_code=True)
def bend_intro(page):
    page.say(
        zh=r"""
    ## 为什么要弯一下

    两个网络从同样的数出发，学同样的点，唯一的差别是中间有没有激活函数。看它们各自能画出什么边界。
    """,
        en=r"""
    ## Why bend at all

    Two networks start from the same numbers and learn the same points; the only difference is the activation in the middle. Watch which boundary each can draw.
    """,
    )
    return


@app.cell(hide_code=True)
def small_fit(page):
    FitView(lang=page.lang, live=page.live, title=page.t("图 4　有弯折与没有弯折，当场训练", "Figure 4. With and without the bend, trained live"))
    return


@app.cell(hide_code=True)
def collapse_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    真模型也一样。把 FFN 的弯折拿掉，`W_up` 和 `W_down` 合成一个 {_c.d_model} × {_c.d_model} 的矩阵，结果一模一样：宽出来的那些单元就白费了。
    """,
        en=rf"""
    The real model is no different. Take the bend out of its FFN, and `W_up` and `W_down` melt into one matrix of {_c.d_model} × {_c.d_model} with the same result: all those extra units would be wasted.
    """,
    )
    return


@app.cell(hide_code=True)
def collapse_code(block, mid):
    W_up, W_down = (part.weight.double() for part in (block.ffn.W_up, block.ffn.W_down))
    rows = block.ffn_norm(mid)[0].double()             # (T, d_model)
    two = rows @ W_up.T @ W_down.T                     # 两个矩阵，不弯 · two matrices, no bend
    one = rows @ (W_down @ W_up).T                     # 先乘成一个 · multiplied into one
    collapse = float((two - one).abs().max())
    with_code()
    return W_down, W_up, collapse


@app.cell(hide_code=True)
def collapse_number(W_down, W_up, collapse, page):
    _size = W_up.numel() + W_down.numel()
    page.show(
        html.number_cards(
            [
                html.number_card(page.t("最大相差", "largest difference"), exact(collapse), how=page.t("两个矩阵与一个矩阵的输出逐格相减", "outputs of two matrices and of one, cell by cell")),
                html.number_card(page.t("参数", "parameters"), f"{grouped(_size)} → {grouped(W_down.shape[0] ** 2)}", how=page.t("两个矩阵，合成的一个", "two matrices, and the one they make")),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def curves_intro(page):
    page.say(
        zh=r"""
    ## 弯法不同，用意相同

    ReLU 把负数一律变成 0。GELU 和 SiLU 弯得圆一些，负数留一点余地，梯度不会突然断掉。SwiGLU 再用第二个矩阵的结果去乘：弯过的那一半当「门」，决定另一半放行多少。
    """,
        en=r"""
    ## Different bends, one purpose

    ReLU turns every negative number into 0. GELU and SiLU bend more gently and leave negatives a little room, so the gradient never breaks off. SwiGLU also multiplies by a second matrix's result: the bent half is a gate that decides how much of the other half passes.
    """,
    )
    return


@app.cell(hide_code=True)
def curves(page, traces):
    with page.guard():
        bent = bend_tables(numbers.pre_activations(traces))
        own_bend = {"swiglu": "SiLU", "relu": "ReLU"}.get(page.model.model.config.ffn, "GELU")
        _chart = drawn(bend_chart, bent, colours=colours(), lang=page.lang, bend=own_bend)
    _chart
    return bent, own_bend


@app.cell(hide_code=True)
def curves_on_a_phone(bent, own_bend, page):
    drawn(bend_chart, bent, colours=colours(), lang=page.lang, bend=own_bend, narrow=True)
    return



@app.cell(hide_code=True)
def curves_caption(bent, page, traces):
    _facts = bent["facts"]
    _beyond = percent(float(_facts["beyond"].max()), 1)
    _n = sum(trace.ids.shape[1] for trace in traces)
    page.show(
        html.caption(
            page.t(
                f"图 5　曲线下面是 {len(traces)} 句话 {_n} 个位置的真实预激活值，一次看一层；「出来的值」是它们经过曲线以后。超出 ±4 没画的，最多的一层占 {_beyond}。这个模型用的是 {at.bend_name(page.model)}。",
                f"Figure 5. Under the curve: the real pre-activations of {_n} positions in {len(traces)} sentences, one layer at a time; “what comes out” is the same numbers after it. Beyond ±4, not drawn: {_beyond} in the worst layer. This model uses {at.bend_name(page.model)}.",
            ),
            source=page.model_name,
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def stream_intro(page):
    page.say(
        zh=r"""
    ## 残差流：只加不改的一条路

    $$\begin{aligned}x &\leftarrow x + \text{attn}(\text{norm}(x))\\ x &\leftarrow x + \text{ffn}(\text{norm}(x))\end{aligned}$$

    每一步都不替换 $x$，只往上加。所以一路走来，谁都能读到前面各层留下的东西，流也越积越大。
    """,
        en=r"""
    ## The residual stream: a road one only adds to

    $$\begin{aligned}x &\leftarrow x + \text{attn}(\text{norm}(x))\\ x &\leftarrow x + \text{ffn}(\text{norm}(x))\end{aligned}$$

    No step replaces $x$; each adds to it. So every layer can still read what earlier ones left behind, and the stream keeps growing.
    """,
    )
    return


@app.cell(hide_code=True)
def stream(page, sentences, traces):
    with page.guard():
        sizes = numbers.stream_sizes(page.model, [one["label"] for one in sentences], traces)
        _chart = drawn(sizes_chart, sizes, colours=colours(), lang=page.lang)
    _chart
    return (sizes,)


@app.cell(hide_code=True)
def stream_on_a_phone(page, sizes):
    drawn(sizes_chart, sizes, colours=colours(), lang=page.lang, narrow=True)
    return



@app.cell(hide_code=True)
def stream_caption(page, sentences, sizes):
    _first, _last = at.mean_sizes(sizes, sentences[0]["label"])
    page.show(
        html.caption(
            page.t(
                f"图 6　细线是一个词元，粗线是平均。第一句话里，流的大小平均从 {figures(_first)} 长到 {figures(_last)}。指着线看是哪个词元。",
                f"Figure 6. A thin line is one token, a thick one the mean. In the first sentence the stream grows from {figures(_first)} to {figures(_last)} on average. Point at a line to see whose it is.",
            ),
            source=page.model_name,
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def guess_gradient(deep, page):
    QuestionCard(
        lang=page.lang,
        key="06-gradient",
        question=page.t(
            "把 48 个 FFN 直接叠起来，不相加也不归一。从末尾传回来的梯度，到第 1 层还剩多大？",
            "Stack 48 FFNs, without adding and without norms. How large is the gradient that comes back to layer 1?",
        ),
        options=[
            page.t("一半左右", "About half"),
            page.t("百分之一左右", "About a hundredth"),
            page.t("小数点后十几个 0", "More than ten zeros after the point"),
        ],
        answer=2,
        reveal=page.t(
            "每过一层乘一次小于 1 的数，48 次以后什么也不剩：第 1 层等于没有老师。相加给梯度留了一条直路，归一让它不至于越滚越大。",
            "Each layer multiplies by something below 1, and after 48 of them nothing is left: layer 1 has no teacher. Adding leaves the gradient a straight road; the norm keeps it from snowballing.",
        ),
        numbers=[
            {"value": figures(deep.first(48, residual=False, norm=False)), "unit": "", "label": page.t("都没有", "neither")},
            {"value": figures(deep.first(48, residual=True, norm=True)), "unit": "", "label": page.t("相加 + 归一", "add + norm")},
        ],
    )
    return


@app.cell(hide_code=True)
def gradient_numbers():
    deep = once_for_all(gradients)
    return (deep,)


@app.cell(hide_code=True)
def gradient_picture(deep, page):
    drawn(gradient_chart, deep.gradient, colours=colours(), lang=page.lang)
    return


@app.cell(hide_code=True)
def gradient_picture_on_a_phone(deep, page):
    drawn(gradient_chart, deep.gradient, colours=colours(), lang=page.lang, narrow=True)
    return



@app.cell(hide_code=True)
def gradient_caption(deep, page):
    _only, _norm = (figures(deep.first(48, residual=r, norm=not r)) for r in (True, False))
    _like = deep.likeness(48, residual=False, norm=True)
    _both = deep.likeness(48, residual=True, norm=True)
    page.show(
        html.caption(
            page.t(
                f"图 7　随机初始化的 FFN 深栈（宽 64，种子 {deep.seed}），不是课堂模型。48 层时第 1 层的梯度：只相加 {_only}，越滚越大；只归一 {_norm}，大小还在，方向却开始乱：输入动 {percent(0.01)}，两次梯度的余弦只有 {_like:.2f}，两样都有时是 {_both:.3f}。",
                f"Figure 7. A deep stack of freshly drawn FFNs (width 64, seed {deep.seed}), not the classroom model. Gradient at layer 1 of 48: add only {_only}, snowballing; norm only {_norm}, the size survives but the direction frays: move the input by {percent(0.01)} and the two gradients have a cosine of {_like:.2f}, against {_both:.3f} with both.",
            ),
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def norm_intro(page):
    page.say(
        zh=r"""
    ## 归一：读之前先调好音量

    **LayerNorm** 减去平均、除以标准差；**RMSNorm** 只除以均方根。拖动两个滑块，把整行放大，或给每一项加上同一个数：谁看得出来，谁看不出来？
    """,
        en=r"""
    ## Norms: set the volume before reading

    **LayerNorm** subtracts the mean and divides by the standard deviation; **RMSNorm** only divides by the root mean square. Use the sliders to scale the row, or to add one number to every entry: which of the two can tell, and which cannot?
    """,
    )
    return


@app.cell(hide_code=True)
def norm_picture(mid, page):
    with page.guard():
        norm_row = mid[0, -2].float().cpu().numpy()
        _chart = drawn(norm_chart, norm_row, colours=colours(), lang=page.lang)
    _chart
    return (norm_row,)


@app.cell(hide_code=True)
def norm_picture_on_a_phone(norm_row, page):
    drawn(norm_chart, norm_row, colours=colours(), lang=page.lang, narrow=True)
    return



@app.cell(hide_code=True)
def norm_caption(layer, norm_row, page, words):
    _facts = norm_facts(norm_row)
    page.show(
        html.caption(
            page.t(
                f"图 8　「{words[-2]}」在第 {layer} 层注意力之后的一行。均方根：进来时 {_facts['before']['rms']:.2f}，LayerNorm 之后 {_facts['layer']['rms']:.2f}，RMSNorm 之后 {_facts['rms']['rms']:.2f}。图里没有乘学到的权重。",
                f"Figure 8. The row of “{words[-2]}” after attention in layer {layer}. Root mean square {_facts['before']['rms']:.2f} coming in, {_facts['layer']['rms']:.2f} after LayerNorm, {_facts['rms']['rms']:.2f} after RMSNorm. The learned weights are left out.",
            ),
            source=page.model_name,
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def norm_place(page):
    page.show(norm_places(page.lang))
    return


@app.cell(hide_code=True)
def norm_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "归一放在岔路口（pre-norm），直路上只剩加号：梯度可以从最后一层直通第一层。",
                "With the norm on the side road (pre-norm) the straight road holds nothing but plus signs: the gradient runs from the last layer to the first.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def lens_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    ## 一层一层，想到了什么

    残差流从头到尾是同一种向量，所以每一层之后都可以提前收工：拿这时的 $x$ 去乘输出矩阵，看看「到这里就停」会说什么。{_c.n_layer} 层走下来，答案是怎么浮上来的？
    """,
        en=rf"""
    ## Layer by layer, what comes to mind

    The stream is the same kind of vector from start to end, so we may stop after any layer: multiply $x$ by the output matrix and see what the model would say. How does the answer surface over {_c.n_layer} layers?
    """,
    )
    return


@app.cell(hide_code=True)
def lens(lenses, page, typed):
    with page.guard():
        lens_view = LensView(
            sentences=lenses,
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 9　如果到这一层就停", "Figure 9. If we stopped here"),
        )
        typed.also(lens_view)
    lens_view
    return


@app.cell(hide_code=True)
def forward_intro(page):
    page.say(
        zh=r"""
    ## 整个模型，十九行

    到这里，所有零件都见过了。下面三个函数就是整个模型，空行不算正好十九行：没有藏起来的代码，权重也是同一份。想看看少了哪一样会怎样，就打开笔记本，删掉一个加号，或者拿掉 `silu`，看相差变成多少。
    """,
        en=r"""
    ## The whole model in nineteen lines

    You have now met every part. These three functions are the entire model, nineteen lines without the blank ones: no hidden code, the same weights. What if a part were missing? Open the notebook, delete a plus sign or take out `silu`, and see what becomes of the difference.
    """,
    )
    return


@app.cell(hide_code=True)
def forward_ready(page, traces):
    with page.guard():
        if not numbers.plain_llama(page.model):
            raise UnusableTextError(
                zh="这十九行写的是 Llama 一家的结构（RMSNorm、RoPE、SwiGLU）。眼下这个模型的结构不同，请在上面换回课堂模型再看。",
                en="These lines describe the Llama family (RMSNorm, RoPE, SwiGLU). The model chosen now is built differently; switch back to the classroom model above.",
            )
        (W, layers), c = numbers.weights_of(page.model), page.model.model.config
        ids = traces[0].ids[0].cpu()
    return W, c, ids, layers


@app.cell(hide_code=True)
def forward_code(W, c, ids, layers):
    def norm(x, w):
        return F.rms_norm(x, w.shape, w, c.norm_eps)

    def turn(x, angle):                                         # RoPE
        first, second = x.chunk(2, dim=-1)
        return x * angle.cos() + torch.cat((-second, first), -1) * angle.sin()

    def forward(ids):
        T, D = len(ids), c.d_head
        speed = c.rope_theta ** (-torch.arange(0, D, 2) / D)
        angle = torch.outer(torch.arange(T), speed).repeat(1, 2)
        x = W["embed"][ids]                                     # (T, d_model)
        for w in layers:
            y = norm(x, w["attn_norm"])
            q, k, v = ((y @ w[m].T).view(T, -1, D).transpose(0, 1) for m in ("W_q", "W_k", "W_v"))
            k, v = (z.repeat_interleave(c.group_size, 0) for z in (turn(k, angle), v))
            scores = turn(q, angle) @ k.mT / D**0.5 + torch.full((T, T), -math.inf).triu(1)
            x = x + (scores.softmax(-1) @ v).transpose(0, 1).flatten(1) @ w["W_o"].T
            y = norm(x, w["ffn_norm"])
            x = x + (F.silu(y @ w["W_gate"].T) * (y @ w["W_up"].T)) @ w["W_down"].T
        return norm(x, W["final_norm"]) @ W["unembed"].T        # (T, V)

    logits = forward(ids)
    with_code()
    return forward, logits


@app.cell(hide_code=True)
def forward_number(ids, logits, page, sentences):
    with page.guard():
        _text = sentences[0]["label"]
        _theirs = page.once(numbers.own_logits, tuple(ids.tolist()))
        _difference = float((logits - _theirs).abs().max())
        _top = logits[-1].softmax(-1).max(0)
        _said = page.model.tokenizer.label(int(_top.indices))
    page.show(
        html.number_cards(
            [
                html.number_card("logits", " × ".join(map(grouped, logits.shape)), how="T × V"),
                html.number_card(
                    page.t("与模型的最大相差", "largest difference from the model"),
                    exact(_difference),
                    how=page.t("全部 logits 逐个相减，两边都用 float64 算", "every logit compared, both sides in float64"),
                ),
                html.number_card(
                    page.t("下一个词元", "next token"),
                    _said,
                    unit=percent(float(_top.values), 1),
                    how=page.t(f"这十九行读完「{_text}」以后", f"what these lines say after “{_text}”"),
                ),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def guess_where(page):
    with page.guard():
        parts = numbers.counted(page.model)
        _shares = [parts["embed"] + parts["positions"] + parts["unembed"], parts["attention"], parts["ffn"]]
        _whole = sum(parts.values())
        _tables, _attention, _ffn = (percent(n / _whole) for n in _shares)
    QuestionCard(
        lang=page.lang,
        key="06-where",
        question=page.t("这个模型的参数，最多的住在哪里？", "Where do most of this model's parameters live?"),
        options=[page.t("词表（进和出）", "In the tables, in and out"), page.t("注意力", "In attention"), page.t("FFN", "In the FFNs")],
        answer=_shares.index(max(_shares)),
        reveal=page.t(
            f"一共 {grouped(_whole)} 个：词表 {_tables}，注意力 {_attention}，FFN {_ffn}。模型越宽，词表的份额越小，FFN 的越大。",
            f"{grouped(_whole)} in all: tables {_tables}, attention {_attention}, FFNs {_ffn}. The wider a model, the smaller the tables' share and the larger the FFNs'.",
        ),
        numbers=[{"value": f"{100 * _shares[2] / _whole:.0f}", "unit": "%", "label": page.t("在 FFN 里", "in the FFNs")}],
    )
    return (parts,)


@app.cell(hide_code=True)
def ledger_intro(page):
    page.say(
        zh=r"""
    ## 参数的账本

    估个大概只要一个式子：$V d + 12 L d^2$。每层注意力 4 个 $d \times d$ 的矩阵，FFN 两个 $d \times 4d$ 的，合起来 $12 d^2$。真模型各有出入，账本逐项算给你看。
    """,
        en=r"""
    ## The ledger of parameters

    One formula gives a fair guess: $V d + 12 L d^2$. In each layer attention has 4 matrices of $d \times d$ and the FFN two of $d \times 4d$, together $12 d^2$. Real models differ here and there; the ledger goes through it item by item.
    """,
    )
    return


@app.cell(hide_code=True)
def ledger(page, parts):
    Ledger(
        presets=[{"name": page.model_name, "config": asdict(page.model.model.config)}, *at.known_models(page.model.card.name)],
        counted=parts,
        lang=page.lang,
        live=page.live,
        source=page.model_name,
        title=page.t("图 10　参数住在哪里", "Figure 10. Where the parameters live"),
    )
    return


@app.cell(hide_code=True)
def ledger_of_the_translator(page):
    _translator = cross_lesson.translator_here()
    page.show(cross_page.ledger_line(page, _translator)) if _translator else None
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
                page.t("FFN 里，两个词元之间怎样交换信息？", "How do two tokens exchange information in the FFN?"),
                [
                    Option(page.t("通过 W_up 矩阵", "Through the matrix W_up"), page.t("W_up 混合的是一行之内的数，不是行与行。", "W_up mixes the numbers within a row, not the rows.")),
                    Option(page.t("不交换，那是注意力的事", "They do not; that is attention's job"), page.t("对。换掉别的位置，这一行恰好一点不变。", "Right. Replace another position and this row changes by exactly 0."), True),
                    Option(page.t("只看前一个", "Only with the one before"), page.t("FFN 连前一个也看不见。", "The FFN does not even see the one before.")),
                ],
            ),
            Question(
                page.t("两层之间没有激活函数，等于什么？", "Two layers with no activation between them equal what?"),
                [
                    Option(page.t("一个矩阵", "One matrix"), page.t("对。先把两个矩阵乘好，结果相同。", "Right. Multiply the two first and the result is the same."), True),
                    Option(page.t("一个更强的网络", "A stronger network"), page.t("直线接直线还是直线。", "A line after a line is still a line.")),
                    Option(page.t("两个头", "Two heads"), page.t("头是注意力里的。", "Heads belong to attention.")),
                ],
            ),
            Question(
                page.t("残差相加最要紧的好处是什么？", "What is the main gain of adding instead of replacing?"),
                [
                    Option(page.t("省参数", "It saves parameters"), page.t("相加没有参数，但也没省下什么。", "Adding has no parameters, but saves none either.")),
                    Option(page.t("让数变小", "It makes numbers smaller"), page.t("正相反，流会越积越大，所以要归一。", "On the contrary: the stream grows, hence the norm.")),
                    Option(page.t("梯度有一条直路回到第一层", "The gradient has a straight road back to layer 1"), page.t("对。没有它，深处的第一层几乎收不到梯度。", "Right. Without it the first of many layers hears almost nothing."), True),
                ],
            ),
        ],
        lang=page.lang,
        key="06",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
