# /// script
# [tool.marimo.display]
# theme = "system"
# ///
import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 05")

with app.setup:
    import math

    import marimo as mo
    import torch

    from lesson_kit.app import attention_lesson as lesson
    from lesson_kit.app import attention_page as at
    from lesson_kit.app import cross_lesson, cross_page
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.once import drawn, once_for_all
    from lesson_kit.app.visible import with_code
    from lesson_kit.measure.scaling import scaling
    from lesson_kit.show import html
    from lesson_kit.show.charts_attention import scaling_chart
    from lesson_kit.show.charts_path import path_chart, path_table
    from lesson_kit.show.charts_weights import weights_chart
    from lesson_kit.show.numbers import exact
    from lesson_kit.show.theme import colours
    from lesson_kit.show.widgets.ablation_view import AblationView
    from lesson_kit.show.widgets.attention_chain import AttentionChain
    from lesson_kit.show.widgets.attention_view import AttentionView
    from lesson_kit.show.widgets.by_hand import ByHand
    from lesson_kit.show.widgets.head_grid import HeadGrid, HeadHealth
    from lesson_kit.show.widgets.kv_sharing import HeadsShapes, KVSharing
    from lesson_kit.show.widgets.mask_view import MaskView
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("05", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def prepared_sentences(page):
    with page.guard():
        sentences = page.once(lesson.prepared_pictures, page.lang)
    return (sentences,)


@app.cell(hide_code=True)
def who_looks_at_whom(page, sentences):
    with page.guard():
        _layer, _head = page.once(lesson.opening_head, page.lang)
        view = AttentionView(
            sentences=sentences,
            lang=page.lang,
            live=page.live,
            layer=_layer,
            head=_head,
            title=page.t("图 1　谁在看谁", "Figure 1. Who looks at whom"),
            source=page.model_name,
        )
        typed = at.Typed(page, view)
    view
    return typed, view


@app.cell(hide_code=True)
def guess_future(page):
    with page.guard():
        _twins = page.once(lesson.two_endings, page.lang)
        _zero = exact(_twins.difference)
    QuestionCard(
        lang=page.lang,
        key="05-future",
        question=page.t(
            f"把句尾的「{_twins.old}」换成「{_twins.new}」。「{_twins.word}」这一行的权重会怎么变？",
            f"Replace “{_twins.old}” at the end with “{_twins.new}”. How will the row of “{_twins.word}” change?",
        ),
        options=[
            page.t("转去看别的名词", "It turns to another noun"),
            page.t("变得更平均", "It becomes more even"),
            page.t("一点不变", "Not at all"),
            page.t("先前的词权重都变小", "Earlier words all get less"),
        ],
        answer=2,
        reveal=page.t(
            f"写到「{_twins.word}」的时候，后面的词还没有来。因果掩码（causal mask）让每个词元只看自己和前面，所以两次计算里，所有层、所有头的这一行都一样。要分清它指谁，得由更后面的词元回头去看。",
            f"When the model reaches “{_twins.word}”, the later words are not there yet. The causal mask (因果掩码) lets every token see only itself and the past, so in both runs this row is the same in every head of every layer. Sorting out who is meant falls to later tokens looking back.",
        ),
        numbers=[{"value": _zero, "unit": "", "label": page.t("两次计算的最大相差，所有层和头", "largest difference between the two runs, all layers and heads")}],
    )
    return


@app.cell(hide_code=True)
def by_hand_intro(page):
    page.say(
        zh=r"""
    ## 一个权重是怎么算出来的

    每个词元的向量乘上三个矩阵，分成三份：**查询**（Query）是它在找什么，**键**（Key）是别人凭什么找到它，**值**（Value）是找到以后交出什么。查询与键的点积是**分数**，分数除以 $\sqrt{d}$，经过 softmax 成为**权重**，再用权重把各个值加在一起。

    $$\text{weights} = \text{softmax}\!\left(\frac{q\,k^\top}{\sqrt{d_{head}}} + \text{mask}\right),\qquad \text{out} = \text{weights}\cdot v$$

    先用两个词元、两维的小例子，每一格都可以改。
    """,
        en=r"""
    ## Where one weight comes from

    Each token's vector meets three matrices and becomes three: the **query** (查询) says what it looks for, the **key** (键) how others find it, the **value** (值) what it hands over once found. Query times key is a **score**; scores divided by $\sqrt{d}$ go through softmax and become **weights**; the weights add up the values.

    $$\text{weights} = \text{softmax}\!\left(\frac{q\,k^\top}{\sqrt{d_{head}}} + \text{mask}\right),\qquad \text{out} = \text{weights}\cdot v$$

    First a toy: two tokens, two dimensions, every cell yours to change.
    """,
    )
    return


@app.cell(hide_code=True)
def by_hand(page):
    ByHand(lang=page.lang, live=page.live, title=page.t("图 2　从 x 到输出，六步", "Figure 2. From x to the output in six steps"))
    return


@app.cell(hide_code=True)
def chain_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    ## 同样六步，真模型的数

    下面是图 1 里那个词元、那一层、那个头。步骤一模一样，只是 $d_{{head}}$ 从 2 变成了 {_c.d_head}。点任何一个数，看它由哪两行相乘相加得来。
    """,
        en=rf"""
    ## The same six steps, with the model's own numbers

    This is the token, layer and head you chose in Figure 1. Nothing changes but the width: $d_{{head}}$ goes from 2 to {_c.d_head}. Click any number to see which two rows it was multiplied and added from.
    """,
    )
    return


@app.cell(hide_code=True)
def chain(page, view):
    AttentionChain(
        sentences=view.sentences[:1],
        lang=page.lang,
        live=page.live,
        layer=view.layer,
        head=view.head,
        rope=page.model.model.config.position == "rope",
        source=page.model_name,
        title=page.t("图 3　一行注意力，从头到尾", "Figure 3. One row of attention, start to end"),
    )
    return


@app.cell(hide_code=True)
def code_intro(page):
    page.say(
        zh=r"""
    ## 写成代码

    公式有几步，代码就有几行。换一个 `layer` 看看；或者删掉带 `triu` 的那一行再运行：右上角会亮起来，模型偷看了还没写到的词。
    """,
        en=r"""
    ## The same thing as code

    As many lines as the formula has steps. Try another `layer`; or delete the line with `triu` and run: the upper right lights up, and the model has peeked at words not written yet.
    """,
    )
    return


@app.cell(hide_code=True)
def one_layer(page, sentences):
    with page.guard():
        tokens = [token["t"].strip() if not token["s"] else "▷" for token in sentences[0]["tokens"]]
        trace = page.once(lesson.run_sentence, tuple(token["id"] for token in sentences[0]["tokens"]))
        blocks, T = page.model.model.layers, len(tokens)
        turn = lesson.rotation(page.model, T)
    return T, blocks, tokens, trace, turn


@app.cell
def attention_in_code(T, blocks, trace, turn):
    layer = 2                                                     # 换一层 · try another
    block, x = blocks[layer - 1], trace.layers[layer - 1].resid_pre
    q, k, v = block.attn.qkv(block.attn_norm(x), turn)            # 含 RoPE · RoPE inside
    k, v = (y.repeat_interleave(q.shape[1] // y.shape[1], 1) for y in (k, v))  # GQA
    scores = q @ k.mT / math.sqrt(q.shape[-1])                    # (B, H, T, T)
    scores = scores + torch.full((T, T), -math.inf).triu(1)       # 看不到后面 · no peeking
    weights = scores.softmax(dim=-1)                              # 每行合计 1 · rows sum to 1
    out = block.attn.merge(weights @ v)                           # (B, T, d_model)
    with_code()
    return layer, out, q, v, weights


@app.cell(hide_code=True)
def code_picture(page, tokens, weights):
    with page.guard():
        weights_of_code = drawn(
            weights_chart,
            weights[0].detach().cpu().numpy(),
            tokens,
            colours=colours(),
            lang=page.lang,
        )
    weights_of_code  # alone in its cell: a chart inside a stack would not follow the dark page
    return


@app.cell(hide_code=True)
def code_numbers(layer, out, page, q, trace, weights):
    with page.guard():
        _difference = float((weights - trace.layers[layer - 1].weights).abs().max())
    page.show(
        html.number_cards(
            [
                html.number_card("q", " × ".join(map(str, q.shape[1:])), how="H × T × d_head"),
                html.number_card("weights", " × ".join(map(str, weights.shape[1:])), how="H × T × T"),
                html.number_card("out", " × ".join(map(str, out.shape[1:])), how="T × d_model"),
                html.number_card(
                    page.t("与模型相差", "difference from the model"),
                    exact(_difference),
                    how=page.t("权重逐格相减取最大；0 附近说明这几行就是模型做的事", "largest cell-wise difference of weights; about 0 means these lines are what the model does"),
                ),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def heads_intro(page):
    _c = page.model.model.config
    _n = _c.n_layer * _c.n_head
    page.say(
        zh=rf"""
    ## {_n} 个头，各看各的

    同一步在 {_c.n_layer} 层里各做 {_c.n_head} 份，互不商量。有的只看前一个词元，有的专找上次出现过的样子，有的什么也不找，把权重都停在开头。右边四种习惯的分数，是在准备好的句子上量出来的。
    """,
        en=rf"""
    ## {_n} heads, each with its own habit

    The same step exists {_c.n_head} times in each of {_c.n_layer} layers, and they do not confer. Some look only at the previous token, some look for what came last time, some look for nothing and park their weight at the start. The four habits on the right were scored on the prepared sentences.
    """,
    )
    return


@app.cell(hide_code=True)
def all_heads(page):
    with page.guard():
        head_grid = HeadGrid(
            lang=page.lang,
            live=page.live,
            title=page.t("图 4　所有层 × 所有头", "Figure 4. All layers × all heads"),
            source=page.model_name,
        )
        at.measure_habits(page, head_grid)
    head_grid
    return


@app.cell(hide_code=True)
def how_habits_are_measured(page):
    page.show(html.caption(at.habits_in_words(page.once(lesson.counted_rows), page.lang), source=page.model_name, badges=[html.badge("measured", page.lang)]))
    return


@app.cell(hide_code=True)
def guess_ablation(page):
    ablation_card = QuestionCard(
        lang=page.lang,
        key="05-ablation",
        question=page.t(
            "关掉一个头，让它什么也交不出来。下一个词元的概率会变多少？",
            "Switch one head off so that it hands over nothing. How much will the next-token probabilities move?",
        ),
        options=[
            page.t("哪个头都不要紧，几乎不变", "No head matters much"),
            page.t("每个头都要紧，全乱了", "Every head matters, all breaks"),
            page.t("大多数几乎没影响，个别影响很大", "Most hardly matter, a few matter a lot"),
        ],
        answer=2,
        reveal="",
    )
    ablation_card
    return (ablation_card,)


@app.cell(hide_code=True)
def shapes_intro(page):
    page.say(
        zh=r"""
    ## 切开，各算各的，拼回去

    多头注意力没有把工作量变成 H 倍：向量被切成 H 段，每个头只算自己那一段，最后并排放好，再乘一次输出矩阵 $W_o$，把各头的发现混在一起。
    """,
        en=r"""
    ## Split, run, put together again

    Many heads do not mean H times the work: the vector is cut into H parts and each head computes only its own. At the end they stand side by side and one more matrix, $W_o$, mixes what they found.
    """,
    )
    return


@app.cell(hide_code=True)
def shapes(page, sentences):
    HeadsShapes(
        config=at.config_entries(page.model),
        length=len(sentences[0]["tokens"]),
        lang=page.lang,
        live=page.live,
        source=page.model_name,
        title=page.t("图 5　一层注意力里的每个张量", "Figure 5. Every tensor of one attention layer"),
    )
    return


@app.cell(hide_code=True)
def ablation(ablation_card, page, sentences, typed, view):
    with page.guard():
        ablation_view = AblationView(
            lang=page.lang,
            live=page.live,
            layer=view.layer,
            head=view.head,
            source=page.model_name,
            title=page.t("图 6　关掉一个头，下一个词元会怎样", "Figure 6. Switch one head off: what becomes of the next token?"),
        )
        at.measure_ablations(page, sentences, ablation_view, ablation_card)
        typed.also(ablation_view)
    ablation_view
    return


@app.cell(hide_code=True)
def not_explanation(page):
    page.show(
        html.callout(
            page.t(
                "权重大，只说明信息从那里来得多，不说明答案因它而定。要知道一个头有没有用，就关掉它，看下一个词元的概率变多少。",
                "A large weight says that much was read from there, not that the answer hangs on it. To learn whether a head matters, switch it off and see how the next-token probabilities move.",
            ),
            kind="caution",
            head=page.t("注意力不是解释", "Attention is not explanation"),
        )
    )
    return


@app.cell(hide_code=True)
def masks_intro(page):
    page.say(
        zh=r"""
    ## 谁可以看谁

    掩码在 softmax 之前把不该看的分数改成 $-\infty$，权重就恰好是 0。会写字的模型用因果掩码；只读不写的编码器（encoder）两边都看；一批句子长短不一时，补齐用的空位谁也不许看。

    泄漏测试：换掉一个词元，看哪些位置的输出变了。
    """,
        en=r"""
    ## Who may look at whom

    The mask sets forbidden scores to $-\infty$ before softmax, so their weights are exactly 0. A model that writes uses the causal mask; an encoder (编码器), which only reads, looks both ways; and when sentences of a batch differ in length, nobody may look at the padding.

    The leak test: change one token and see which outputs move.
    """,
    )
    return


@app.cell(hide_code=True)
def masks(page, sentences, typed):
    with page.guard():
        _ids = tuple(token["id"] for token in sentences[0]["tokens"])
        mask_view = MaskView(
            tokens=sentences[0]["tokens"],
            leak=page.once(lesson.leak_test, _ids, lesson.middle_word(page.model, _ids)),
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 7　三种掩码，一次泄漏测试", "Figure 7. Three masks and a leak test"),
        )
        typed.also(mask_view)
    mask_view
    return


@app.cell(hide_code=True)
def masks_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "有因果掩码，后面的词元改不动前面的输出：差恰好是 0。训练时才能一句话同时当许多道题，推理时才能把前面的结果存着不再算。",
                "Under the causal mask a later token cannot move an earlier output: the difference is exactly 0. That is why one sentence can be many exercises in training, and why past results can be kept when writing.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def scaling_intro(page):
    page.say(
        zh=r"""
    ## 为什么要除以 $\sqrt{d_{head}}$

    两个各项独立、方差为 1 的 $d$ 维向量，点积的标准差是 $\sqrt d$。维数越大，分数散得越开，softmax 就越像「赢家通吃」，梯度也就没了。除以 $\sqrt d$ 之后，散开的程度与 $d$ 无关。
    """,
        en=r"""
    ## Why divide by $\sqrt{d_{head}}$

    Two $d$-dimensional vectors with independent entries of variance 1 have a dot product of standard deviation $\sqrt d$. The wider the vectors, the further scores spread, softmax turns into winner-takes-all, and the gradient is gone. After dividing by $\sqrt d$ the spread no longer depends on $d$.
    """,
    )
    return


@app.cell(hide_code=True)
def scaling_picture(page):
    tables = once_for_all(scaling)
    drawn(
        scaling_chart,
        tables.summary,
        tables.histogram,
        tables.ranked,
        colours=colours(),
        lang=page.lang,
        d_head=page.model.model.config.d_head,
    )
    return (tables,)


@app.cell(hide_code=True)
def scaling_caption(page, tables):
    _d = 64
    _rows = tables.summary.set_index(["d", "scaled"])
    page.show(
        html.caption(
            page.t(
                f"图 8　{tables.n_query} 个随机查询各配 {tables.n_key} 个随机键（种子 {tables.seed}），不是模型的向量。d = {_d} 时最大的权重平均：不除 {100 * _rows.loc[(_d, False), 'top']:.0f} %，除过 {100 * _rows.loc[(_d, True), 'top']:.0f} %。",
                f"Figure 8. {tables.n_query} random queries with {tables.n_key} random keys each (seed {tables.seed}), not the model's vectors. At d = {_d} the largest weight is {100 * _rows.loc[(_d, False), 'top']:.0f} % on average without dividing, {100 * _rows.loc[(_d, True), 'top']:.0f} % with it.",
            ),
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def health_intro(page):
    page.say(
        zh=r"""
    ## 头的体检

    **熵**说一行权重有多分散：只看一个词元是 0 比特，均匀看 n 个是 $\log_2 n$ 比特。**首词元份额**说多少权重停在开头：softmax 每行非得凑满 100 %，没什么可找的头就把它停在那里，这叫 sink，不是含义。
    """,
        en=r"""
    ## A check-up for heads

    **Entropy** says how spread a row is: 0 bits when it looks at one token, $\log_2 n$ bits when it looks at n alike. **Share on the first token** says how much weight is parked at the start: softmax must hand out 100 % in every row, and a head with nothing to look for leaves it there. That is a sink, not meaning.
    """,
    )
    return


@app.cell(hide_code=True)
def health(page):
    HeadHealth(
        lang=page.lang,
        live=page.live,
        title=page.t("图 9　熵与首词元份额", "Figure 9. Entropy and share on the first token"),
        source=page.model_name,
    )
    return


@app.cell(hide_code=True)
def paths_intro(page):
    page.say(
        zh=r"""
    ## 一步到，还是一个传一个

    循环网络（RNN）把消息从一个词传到下一个，相隔 n 个词就要传 n 次，而且必须排队等。注意力让任意两个位置一步相连，所有位置同时算；代价是要比 $n^2$ 对。
    """,
        en=r"""
    ## One step, or passed along

    A recurrent network (RNN) hands a message from word to word: n words apart, n hand-overs, each waiting for the one before. Attention joins any two positions in one step and computes all of them at once; the price is $n^2$ pairs to compare.
    """,
    )
    return


@app.cell(hide_code=True)
def paths(page):
    drawn(path_chart, path_table(), colours=colours(), lang=page.lang)
    return


@app.cell(hide_code=True)
def paths_caption(page):
    page.show(
        html.caption(
            page.t(
                "图 10　按公式计算：RNN 的路径 n − 1 步、排队 n 步；注意力的路径 1 步，要比 n² 对（因果掩码下约一半）。",
                "Figure 10. By formula: an RNN has a path of n − 1 steps and n that wait in line; attention has a path of 1 and n² pairs to compare (about half under the causal mask).",
            ),
            badges=[html.badge("formula", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def sharing_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    ## 几个头共用一份键和值

    每个查询头都要有自己的键和值吗？全都有叫 MHA，几个头共用一份叫 GQA（分组查询注意力），大家共用一份叫 MQA。这个模型是 {_c.sharing}：{_c.n_head} 个查询头，{_c.n_kv_head} 份键和值。省下来的是写字时要存的东西，第 10 章会量给你看。
    """,
        en=rf"""
    ## How many heads share one key and value

    Does every query head need keys and values of its own? All of them: MHA. A few share: GQA, grouped-query attention (分组查询注意力). Everybody shares one: MQA. This model uses {_c.sharing}: {_c.n_head} query heads, {_c.n_kv_head} sets of keys and values. What it saves is what must be kept while writing; chapter 10 measures it.
    """,
    )
    return


@app.cell(hide_code=True)
def sharing(page):
    KVSharing(
        config=at.config_entries(page.model),
        lang=page.lang,
        live=page.live,
        source=page.model_name,
        title=page.t("图 11　MHA、GQA、MQA", "Figure 11. MHA, GQA, MQA"),
    )
    return


@app.cell(hide_code=True)
def cross_intro(page):
    page.say(
        zh=r"""
    ## 问自己，还是问别人

    到这里，查询、键、值都出自同一句话，这叫**自注意力**（self-attention）。2017 年的 Transformer 是为翻译而生的：编码器读完英文，解码器写中文。解码器每一层先看自己写过的，再用同一条公式去问英文：查询还是中文的，键和值换成英文的。这叫**交叉注意力**（cross-attention）。

    $$\text{self: } q, k, v \leftarrow \text{target}\qquad\text{cross: } q \leftarrow \text{target},\; k, v \leftarrow \text{source}$$
    """,
        en=r"""
    ## Asking oneself, or asking someone else

    So far queries, keys and values all came from one sentence: **self-attention** (自注意力). The Transformer of 2017 was born to translate: an encoder reads the English, a decoder writes the Chinese. Each decoder layer first looks at what it has written, then asks the English with the very same formula: the queries still come from the Chinese, keys and values now from the English. That is **cross-attention** (交叉注意力).

    $$\text{self: } q, k, v \leftarrow \text{target}\qquad\text{cross: } q \leftarrow \text{target},\; k, v \leftarrow \text{source}$$
    """,
    )
    return


@app.cell(hide_code=True)
def cross(page):
    translator = cross_lesson.translator_here()
    if translator is None:
        _shown = page.show(cross_page.absent(page))
    else:
        with page.guard():
            _shown = cross_page.cross_view(page, translator, title=page.t("图 12　同一个查询，两处去问", "Figure 12. One query, asked in two places"))
    _shown
    return (translator,)


@app.cell(hide_code=True)
def cross_caption(page, translator):
    mo.stop(translator is None)
    page.show(cross_page.caption(page, translator))
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
                page.t("softmax 之后，一行权重加起来是多少？", "After softmax, what does one row of weights add up to?"),
                [
                    Option(page.t("看是第几层", "It depends on the layer"), page.t("层数不影响：每一行都单独归一。", "The layer does not matter: every row is normalised on its own.")),
                    Option(page.t("1", "1"), page.t("对。所以多给一个词元，就要少给别的。", "Right. Giving more to one token means giving less to the others."), True),
                    Option(page.t("等于分数之和", "The sum of the scores"), page.t("分数可以是任何数，softmax 才让它们成为份额。", "Scores can be anything; softmax turns them into shares.")),
                ],
            ),
            Question(
                page.t("为什么要除以 √d？", "Why divide by √d?"),
                [
                    Option(page.t("d 大，分数就散，softmax 会饱和", "Large d spreads the scores and saturates softmax"), page.t("对。除过之后，分数的波动与 d 无关，梯度还在。", "Right. After dividing, the spread no longer depends on d and gradients survive."), True),
                    Option(page.t("让算得更快", "To compute faster"), page.t("多一次除法不会更快。想想分数的大小。", "One more division is not faster. Think of the size of the scores.")),
                    Option(page.t("让每行之和为 1", "To make rows sum to 1"), page.t("那是 softmax 的事。", "That is what softmax does.")),
                ],
            ),
            Question(
                page.t("一个头把 90 % 的权重放在首词元上，说明什么？", "A head puts 90 % of its weight on the first token. What does it tell you?"),
                [
                    Option(page.t("首词元最重要", "The first token matters most"), page.t("未必：换一句话，它多半照样看第一个。", "Not necessarily: in another sentence it would most likely do the same.")),
                    Option(page.t("多半是此刻没什么可找", "Probably it has nothing to look for right now"), page.t("对。这叫 sink；去掉首词元再看其余的比例。", "Right. It is called a sink; exclude it and look at the rest."), True),
                    Option(page.t("模型出错了", "The model is broken"), page.t("训练好的模型里很常见。", "It is common in well-trained models.")),
                ],
            ),
        ],
        lang=page.lang,
        key="05",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
