# /// script
# [tool.marimo.display]
# theme = "system"
# ///
import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 03")

with app.setup:
    import torch

    from lesson_kit.app import embedding_lesson as lesson
    from lesson_kit.app import position_lesson as order
    from lesson_kit.app import word_in_sentence as inside
    from lesson_kit.app.embedding_numbers import answer_typed, asked_examples, sums_that_hold
    from lesson_kit.app.embedding_words import LOOKED_UP
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.once import drawn
    from lesson_kit.app.visible import with_code
    from lesson_kit.show import html
    from lesson_kit.show.charts_embedding import word_map_chart
    from lesson_kit.show.charts_sinusoid import sinusoid_chart
    from lesson_kit.show.numbers import exact, grouped
    from lesson_kit.show.theme import colours
    from lesson_kit.show.widgets.lookup_view import LookupView
    from lesson_kit.show.widgets.neighbours_view import NeighboursView
    from lesson_kit.show.widgets.order_view import OrderView
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz
    from lesson_kit.show.widgets.rope_view import RopeView
    from lesson_kit.show.widgets.taste_map import TasteMap
    from lesson_kit.show.widgets.word_paths import WordPaths


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("03", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def map_of_words(page):
    with page.guard():
        word_map = page.once(lesson.word_map, page.lang)
    return (word_map,)


@app.cell(hide_code=True)
def word_map_picture(page, word_map):
    drawn(
        word_map_chart,
        word_map.words,
        word_map.pairs,
        [word_map.before.explained, word_map.after.explained],
        colours=colours(),
        lang=page.lang,
        first={"zh": "猫", "en": "cat"}[word_map.lang],
        title=page.t("图 1　词的地图", "Figure 1. A map of words"),
    )
    return


@app.cell(hide_code=True)
def word_map_caption(page, word_map):
    _n, _c = len(word_map.words), page.model.model.config
    _kept = [f"{100 * flat.explained.sum():.0f}" for flat in (word_map.before, word_map.after)]
    _whole = (
        page.t("都是单个词元", "each a single token")
        if word_map.whole
        else page.t("几个词元的词取各行平均", "words of several tokens: the mean of their rows")
    )
    page.show(
        html.caption(
            page.t(
                f"表里 {_n} 个词的行（{_whole}），从 {_c.d_model} 维压到 2 维（PCA，训练前后各压各的，两轴各自撑满画面；挤不下的名字先不写，指到、突出或查找时才写）。指一个词，线连到余弦最大的五个词，右边是真余弦。训练前是随机的表（种子 {lesson.SEED}）。两轴留住的差异：训练前 {_kept[0]} %，训练后 {_kept[1]} %。",
                f"The table's rows of {_n} words ({_whole}), flattened from {_c.d_model} dimensions to 2 (PCA, separately before and after, each axis stretched to fill the picture; names there is no room for appear when pointed at, lit up or searched for). Point at a word: lines lead to the five words of largest cosine, listed on the right with the true number. Before training: a random table (seed {lesson.SEED}). Variance kept by two axes: {_kept[0]} % before, {_kept[1]} % after.",
            ),
            source=page.model_name,
            badges=[html.badge("measured", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def flat_maps_distort(page):
    page.show(
        html.callout(
            page.t(
                "平面图会骗人：几百维压成两维，多半的远近都丢了。图上挨着的未必相近，线连得远的反而可能是近亲。远近以余弦为准。",
                "A flat map misleads: squeezing hundreds of dimensions into two throws most distances away. Neighbours on paper need not be close, and a long line may join close kin. Trust the cosine.",
            ),
            kind="caution",
            head=page.t("压平就会变形", "Flattening distorts"),
        )
    )
    return


@app.cell(hide_code=True)
def guess_kinship(page, word_map):
    with page.guard():
        _same, _other = word_map.kinship()
        _same0, _other0 = word_map.kinship(0)
    QuestionCard(
        lang=page.lang,
        key="03-kinship",
        question=page.t(
            "训练开始之前，同类的词（猫和狗）会比不同类的词（猫和星期天）更相近吗？",
            "Before training begins, are words of one kind (cat and dog) closer than words of two kinds (cat and Sunday)?",
        ),
        options=[
            page.t("会，意思本来就近", "Yes, their meanings are close after all"),
            page.t("不会，一样互不相干", "No, all are equally unrelated"),
            page.t("反而更远", "They are even further apart"),
        ],
        answer=1,
        reveal=page.t(
            f"训练前每一行都是随机数，同类的平均余弦 {_same0:.2f}，不同类 {_other0:.2f}，都在 0 附近。训练后同类 {_same:.2f}，不同类 {_other:.2f}。没有人告诉过模型谁和谁一类：常在同样的地方出现，就被推到了一起。",
            f"Before training every row is random: mean cosine {_same0:.2f} within a kind, {_other0:.2f} across kinds, both about 0. After training: {_same:.2f} within, {_other:.2f} across. Nobody told the model what is of a kind; words that turn up in the same places were pushed together.",
        ),
        numbers=[
            {"value": f"{_same:.2f}", "unit": "", "label": page.t("同类两词的平均余弦，训练后", "mean cosine within a kind, after training")},
            {"value": f"{_other:.2f}", "unit": "", "label": page.t("不同类", "across kinds")},
        ],
    )
    return


@app.cell(hide_code=True)
def lookup_intro(page):
    _c = page.model.model.config
    page.say(
        zh=rf"""
    ## 编号查表，抽出一行

    模型不认得字，只认得编号；编号也不是数量，只是门牌。门牌后面是一张表，每个词元一行，每行 {_c.d_model} 个数：这一行就是它的**嵌入**（embedding），也叫词向量。

    查表也可以写成乘法：编号变成一排 0，只有它那一格是 1（one-hot），乘上表，抽出来的正好是那一行。
    """,
        en=rf"""
    ## An id looks up a row

    The model knows no letters, only ids, and an id is not a quantity but a house number. Behind it is a table with one row for each token, {_c.d_model} numbers a row: that row is the token's **embedding** (嵌入), its word vector.

    Looking up can be written as multiplication: a line of zeros with a 1 at the token's place (one-hot), times the table, gives exactly that row.
    """,
    )
    return


@app.cell(hide_code=True)
def lookup_picture(page):
    with page.guard():
        _rows = [lesson.lookup(page.model, text, page.model.encode(text)) for text in LOOKED_UP[page.lang]]
        lookup_view = LookupView(
            examples=_rows,
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 2　编号 → 表里的一行", "Figure 2. Id → a row of the table"),
        )
        answer_typed(page, "03-sentence", lookup_view, "lookup")
    lookup_view
    return


@app.cell(hide_code=True)
def code_ids(page):
    ids = page.model.encode(LOOKED_UP[page.lang][0])
    table = page.model.model.embed.weight.detach()               # (V, d_model)
    return ids, table


@app.cell
def lookup_in_code(ids, table):
    rows = table[ids]                                            # 查表 · look up: (T, d_model)
    one_hot = torch.zeros(len(ids), len(table), device=table.device)
    one_hot[range(len(ids)), ids] = 1                            # 每行一个 1 · one 1 a row
    same = (one_hot @ table - rows).abs().max()                  # 乘法也一样 · the same by multiplying
    with_code()
    return rows, same


@app.cell(hide_code=True)
def lookup_numbers(page, rows, same, table):
    page.show(
        html.number_cards(
            [
                html.number_card(page.t("表", "table"), " × ".join(map(grouped, table.shape)), how="V × d_model"),
                html.number_card(page.t("查到的行", "rows found"), " × ".join(map(str, rows.shape)), how="T × d_model"),
                html.number_card(page.t("两种算法相差", "difference of the two ways"), f"{float(same):.3g}", how=page.t("0：one-hot × 表 就是那一行", "0: one-hot × table is that row")),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def taste_intro(page):
    page.say(
        zh=r"""
    ## 意思成了方向

    先用只有两维的玩具：横着量甜不甜，竖着量热不热。一个词是一个点，从原点到它的箭头就是向量。两个词有多近，可以量**距离**，也可以看两支箭头的夹角：**余弦**，$\cos = \frac{a\cdot b}{|a|\,|b|}$，同向为 1，垂直为 0，反向为 −1。

    词还能加减：去掉热，加上冷，黑咖啡变成什么？
    """,
        en=r"""
    ## Meaning becomes direction

    A toy with two dimensions first: sweetness across, warmth up. A word is a point, and the arrow to it from the origin is its vector. How close two words are can be measured as **distance** (距离) or by the angle between their arrows: the **cosine** (余弦), $\cos = \frac{a\cdot b}{|a|\,|b|}$, 1 for the same direction, 0 at right angles, −1 for opposite.

    Words can be added, too: take away hot, add cold, and black coffee becomes what?
    """,
    )
    return


@app.cell(hide_code=True)
def taste(page):
    TasteMap(lang=page.lang, live=page.live, title=page.t("图 3　口味地图：拖一拖，加一加", "Figure 3. A map of tastes: drag and add"))
    return


@app.cell(hide_code=True)
def guess_sums(page):
    with page.guard():
        sums = page.once(sums_that_hold, page.lang)
        _held, _tried = len(sums.held), len(sums.tried)
        _last = 0 if not _held else 2 if _held == _tried else 1
    QuestionCard(
        lang=page.lang,
        key="03-sums",
        question=page.t(
            f"玩具里的加减是我们摆出来的。在真的表里试 {_tried} 道这样的算式，有几道能成？",
            f"In the toy we arranged the sums ourselves. Of {_tried} such sums in the real table, how many come out?",
        ),
        options=[page.t("一道也不成", "None"), page.t("成一部分", "Some of them"), page.t("全成", "All of them")],
        answer=_last,
        reveal=page.t(
            f"{_tried} 道里成了 {_held} 道，例如 {sums.example}。算作成：在整个词表里，和最近的那一行正是预期的词（算式里的三个词不参加，否则最近的往往是它们自己）。加减能成，说明「同样的差别」在表里大致是同一个方向；不成的也很多。",
            f"{_held} of {_tried}, for example {sums.example}. It counts if the row nearest to the sum, in the whole vocabulary, is the expected word (the three words of the sum are left out, or they would often win themselves). Where a sum comes out, the same difference is roughly the same direction in the table; often enough it does not.",
        ),
        numbers=[{"value": f"{_held} / {_tried}", "unit": "", "label": page.t("道算式成立", "sums come out")}],
    )
    return (sums,)


@app.cell(hide_code=True)
def neighbours_intro(page):
    page.say(
        zh=r"""
    ## 谁是谁的近邻

    在真的表里，拿一个词的行和其余所有行比余弦，排个队。也可以打一个算式，用空格和 `+`、`-` 连起来。左边是训练之后，右边是训练之前的同一张表。
    """,
        en=r"""
    ## Who is near whom

    In the real table, compare one word's row with every other row by cosine and line them up. You may also type a sum, joined by spaces and `+` or `-`. Left: after training. Right: the same table before it.
    """,
    )
    return


@app.cell(hide_code=True)
def neighbours_picture(page, sums):
    with page.guard():
        _asked = page.once(asked_examples, page.lang, sums)
        neighbours_view = NeighboursView(
            examples=_asked,
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 4　最近的词", "Figure 4. The nearest words"),
        )
        answer_typed(page, "03-asked", neighbours_view, "neighbours")
    neighbours_view
    return


@app.cell(hide_code=True)
def pca_intro(page):
    page.say(
        zh=r"""
    ## 图 1 是这样压平的

    把这些行缩放到长度 1（只比方向，和余弦一样），挪到中心，找出散得最开的两个方向（主成分，PCA），只留每行在这两个方向上的位置。改一改最后一行，看看第三、第四个方向还剩多少。
    """,
        en=r"""
    ## How Figure 1 was flattened

    Bring the rows to length 1 (direction only, as for the cosine), move them to their centre, find the two directions in which they spread most (principal components, 主成分), keep only each row's place along those. Change the last line to see how much the third and fourth directions still hold.
    """,
    )
    return


@app.cell(hide_code=True)
def words_to_flatten(page, word_map):
    word_rows = torch.stack([lesson.table_of(page.model)[ids].mean(0) for ids in word_map.words["ids"]])
    return (word_rows,)


@app.cell
def pca_in_code(word_rows):
    unit = word_rows / word_rows.norm(dim=1, keepdim=True)       # 只留方向 · direction only
    centred = unit - unit.mean(dim=0)                            # (n, d_model)
    U, S, _ = torch.linalg.svd(centred, full_matrices=False)     # 最宽的方向在前 · widest first
    share = S**2 / (S**2).sum()                                  # 各方向留住多少 · kept by each
    flat = U[:, :2] * S[:2]                                      # (n, 2)
    with_code()
    return flat, share


@app.cell(hide_code=True)
def pca_numbers(flat, page, share, word_map):
    with page.guard():
        _ours, _theirs = flat.double().cpu(), torch.tensor(word_map.after.at)
        _width = min(_ours.shape[1], 2)
        _apart = float((_ours[:, :_width].abs() - _theirs[:, :_width].abs()).abs().max())
    page.show(
        html.number_cards(
            [
                html.number_card(page.t("前两个方向", "first two directions"), f"{100 * float(share[:2].sum()):.1f}", unit="%", how=page.t("留住的差异", "variance kept")),
                html.number_card(page.t("要留住一半", "to keep one half"), str(int((share.cumsum(0) < 0.5).sum()) + 1), unit=page.t("个方向", "directions"), how=page.t("从最宽的数起", "counted from the widest")),
                html.number_card(page.t("与图 1 相差", "difference from Figure 1"), exact(_apart), how=page.t("轴的正负号不算", "signs of axes aside")),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def guess_context(page):
    with page.guard():
        contexts = [page.once(inside.contexts, one, page.lang) for one in page.once(inside.fitting, page.lang)]
        _first = contexts[0]
        _start, _end = _first["lines"]["other"][0], _first["lines"]["other"][-1]
    QuestionCard(
        lang=page.lang,
        key="03-context",
        question=page.t(
            f"「{_first['paths'][0]['text']}」和「{_first['paths'][2]['text']}」：两个「{_first['word']}」从表里查到的行，一样吗？",
            f"“{_first['paths'][0]['text']}” and “{_first['paths'][2]['text']}”: is the row the two “{_first['word']}” get from the table the same?",
        ),
        options=[
            page.t("一样", "The same"),
            page.t("不一样，意思不同", "Different, since the meanings differ"),
            page.t("一样，但位置不同就不一样", "Only if they stand at the same place"),
        ],
        answer=0,
        reveal=page.t(
            f"同一个词元，同一行：余弦 {_start:.2f}。表里没有句子。分别是各层一点一点加上去的：走完所有层，两者的余弦是 {_end:.2f}。",
            f"One token, one row: cosine {_start:.2f}. The table knows no sentences. The difference is added layer by layer: after the last, their cosine is {_end:.2f}.",
        ),
        numbers=[
            {"value": f"{_start:.2f}", "unit": "", "label": page.t("查表时的余弦", "cosine at the table")},
            {"value": f"{_end:.2f}", "unit": "", "label": page.t("最后一层之后", "after the last layer")},
        ],
    )
    return (contexts,)


@app.cell(hide_code=True)
def context_intro(page):
    page.say(
        zh=r"""
    ## 进了句子，同一行走出两条路

    词向量离开表，就成了**残差流**（residual stream）：每一层的注意力和 FFN 都往上加一点。A 和 a 是同一个意思，B 是另一个意思。拖动层数，看它们分开；再往空里换一个词。
    """,
        en=r"""
    ## Inside a sentence one row takes two roads

    Once it leaves the table, the word vector becomes the **residual stream** (残差流): attention and FFN of every layer add a little. A and a share a sense; B has the other. Drag through the layers and watch them part; then put another word in the gap.
    """,
    )
    return


@app.cell(hide_code=True)
def context_picture(contexts, page):
    with page.guard():
        paths_view = WordPaths(
            examples=contexts,
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 5　同一个词，两个意思，逐层分开", "Figure 5. One word, two senses, layer by layer"),
        )
        answer_typed(page, "03-pair", paths_view, "context")
    paths_view
    return


@app.cell(hide_code=True)
def context_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "表只给起点；词在句子里是什么意思，是前面的词一层一层写上去的。",
                "The table gives only the start; what a word means in its sentence is written on, layer by layer, by the words before it.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def position_intro(page):
    page.say(
        zh=r"""
    ## 第几个词，也要写成数

    查表不管次序：「猫追狗」和「狗追猫」查到的是同样三行。2017 年的做法是给每个位置也编一行数，加到词的行上：$PE_{p,2i}=\sin(p/10000^{2i/d})$，$PE_{p,2i+1}=\cos(\cdot)$。左边的数变得快，右边的慢，像钟上的秒针和时针。
    """,
        en=r"""
    ## Which place, in numbers

    Looking up ignores order: “cat chased dog” and “dog chased cat” find the same three rows. The way of 2017 was to give each position a row of its own and add it to the word's: $PE_{p,2i}=\sin(p/10000^{2i/d})$, $PE_{p,2i+1}=\cos(\cdot)$. Numbers on the left change fast, on the right slowly, like the hands of a clock.
    """,
    )
    return


@app.cell(hide_code=True)
def sinusoid_picture(page, table):
    with page.guard():
        _code = order.sinusoids(64, min(64, table.shape[1]))
        _word = page.t("猫", "cat")
        _row = table[lesson.word_ids(page.model, _word)[0]][: _code.shape[1]].float().cpu()
        _scaled = (_row / _row.std()).numpy()
        _chart = drawn(
            sinusoid_chart,
            _code,
            _scaled,
            word=_word,
            colours=colours(),
            lang=page.lang,
            title=page.t("图 6　给每个位置一行数", "Figure 6. A row of numbers for each position"),
        )
    _chart
    return


@app.cell(hide_code=True)
def sinusoid_caption(page, table):
    _width = min(64, table.shape[1])
    _uses = {
        "rope": page.t("这个模型不往行上加，它用下面的 RoPE", "this model adds nothing to the rows, it uses RoPE, below"),
        "learned": page.t("这个模型也加，但加的行是学出来的", "this model adds rows too, but learned ones"),
        "none": page.t("这个模型不用位置", "this model uses no positions"),
    }[page.model.model.config.position]
    page.show(
        html.caption(
            page.t(
                f"按公式画的 64 个位置 × {_width} 维；蓝为正、橙为负，越深越大。词的行取前 {_width} 个数，缩放到标准差 1。两个位置的点积只看相距多远：拖动 p，尖峰跟着走，曲线的样子不变。{_uses}。",
                f"64 positions × {_width} dimensions by formula; blue positive, orange negative, deeper is larger. The word's row: its first {_width} numbers, scaled to a deviation of 1. The dot product of two positions depends on their distance alone: drag p, and the peak follows while the curve keeps its shape. Note: {_uses}.",
            ),
            source=page.model_name,
            badges=[html.badge("formula", page.lang)],
        )
    )
    return


@app.cell(hide_code=True)
def rope_intro(page):
    page.say(
        zh=r"""
    ## RoPE：不加，转

    今天的模型多半不再加位置，而是在每一层里把 q 和 k 两个两个地转：第 $p$ 位就转 $p$ 倍的角度。q 转 $m\theta$，k 转 $n\theta$，点积里只剩下 $(m-n)\theta$，也就是相距多远。
    """,
        en=r"""
    ## RoPE: turn instead of add

    Most models today add no positions; in every layer they turn q and k, two numbers at a time, by $p$ times an angle at position $p$. With q turned by $m\theta$ and k by $n\theta$, the dot product keeps only $(m-n)\theta$: the distance.
    """,
    )
    return


@app.cell(hide_code=True)
def rope_picture(page):
    with page.guard():
        _turning = page.once(order.rope_lesson, page.lang)
    (
        RopeView(
            data=_turning,
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 7　q 和 k 的表针", "Figure 7. The hands of q and k"),
        )
        if _turning
        else page.show(
            html.callout(
                page.t(
                    "这个模型不用 RoPE，没有可转的表针。换成课堂模型就能看到这幅图。",
                    "This model has no RoPE and no hands to turn. Switch to the classroom model to see this picture.",
                )
            )
        )
    )
    return


@app.cell(hide_code=True)
def guess_order(page):
    with page.guard():
        swapped = [page.once(order.order_lesson, *pair) for pair in page.once(order.fitting_pairs, page.lang)]
        _zero, _real = (swapped[0]["settings"][name]["difference"] for name in ("none", "position"))
        _shown = "0" if _zero == 0 else f"{exact(100 * _zero)} %"
    QuestionCard(
        lang=page.lang,
        key="03-order",
        question=page.t(
            f"把位置和掩码都从模型里拿掉，再读「{swapped[0]['label']}」。走完所有层，同一个词后面接什么，两句的预测差多少？",
            f"Take positions and mask out of the model and let it read “{swapped[0]['label']}”. After all layers, how far do its predictions behind the same word differ?",
        ),
        options=[
            page.t("一点不差", "Not at all"),
            page.t("差一点点", "A little"),
            page.t("差很多", "A lot"),
        ],
        answer=0,
        reveal=page.t(
            f"每一行、每一个概率都一样，差是 {_shown}：没有位置，句子就是一袋词元。只把位置还给它，预测平均就差 {100 * _real:.0f} %。",
            f"Every row and every probability is the same, a difference of {_shown}: without positions a sentence is a bag of tokens. Give it back the positions alone, and predictions differ by {100 * _real:.0f} % on average.",
        ),
        numbers=[{"value": _shown, "unit": "", "label": page.t("两句预测的相差", "difference of the predictions")}],
    )
    return (swapped,)


@app.cell(hide_code=True)
def order_picture(page, swapped):
    with page.guard():
        order_view = OrderView(
            examples=swapped,
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 8　换了次序，模型知道吗", "Figure 8. Does the model notice the order?"),
        )
        answer_typed(page, "03-order-sentence", order_view, "order")
    order_view
    return


@app.cell(hide_code=True)
def order_method(page, swapped):
    _off = f"{max(one['rounding'] for one in swapped):.1g}"
    page.show(
        html.callout(
            page.t(
                f"比的是什么：模型的副本，权重一样，只关掉位置，或只打开掩码。两句里同一个词元配成一对，比它后面的概率：各项相减，取绝对值，加起来的一半，就是有多大一份概率挪了地方。不直接比行里的数：有的模型把一个词元的行放得极大，别的差都给盖住了。换个次序相加，舍入会有出入（行里最多 {_off}），所以「都没有」那一格先把加数按大小排好再加，次序就碰不到结果的最后一位。",
                f"What is compared: a copy of the model with the same weights, positions switched off or the mask lifted. The same token of both sentences makes a pair; half the sum of the absolute differences of its next-token probabilities is the share of probability that has moved. The rows themselves would not do: some models keep one token's row so large that it hides every other difference. Adding in another order rounds differently (in the rows by up to {_off}), so where both are gone the terms are sorted by size before adding: then order cannot touch even the last bit.",
            ),
            head=page.t("怎么算出的 0", "How the 0 was computed"),
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
                page.t("编号 500 和 501 的两个词元，意思相近吗？", "Two tokens have ids 500 and 501. Are they close in meaning?"),
                [
                    Option(page.t("相近，编号挨着", "Yes, their ids are neighbours"), page.t("编号只是门牌，先来后到而已。", "An id is a house number, given out in order of arrival.")),
                    Option(page.t("看它们的行才知道", "Only their rows can tell"), page.t("对。意思住在行里，比余弦。", "Right. Meaning lives in the rows; compare cosines."), True),
                    Option(page.t("差 1，所以几乎一样", "They differ by 1, so nearly the same"), page.t("编号不是数量，不能相减。", "Ids are not quantities and cannot be subtracted.")),
                ],
            ),
            Question(
                page.t("两个向量的余弦是 1，距离却不是 0。怎么回事？", "Two vectors have cosine 1 and yet a distance that is not 0. How?"),
                [
                    Option(page.t("算错了", "A mistake"), page.t("没有错：余弦不看长短。", "No mistake: the cosine ignores length.")),
                    Option(page.t("方向一样，长短不同", "Same direction, different length"), page.t("对，像甜豆浆和热巧克力。", "Right, like sweet soy milk and hot chocolate."), True),
                    Option(page.t("它们互相垂直", "They are at right angles"), page.t("垂直时余弦是 0。", "At right angles the cosine is 0.")),
                ],
            ),
            Question(
                page.t("用 RoPE 时，把整句话往后挪十个位置，两个词之间的注意力分数会怎样？", "With RoPE, move a pair of words ten places to the right together. What happens to their score?"),
                [
                    Option(page.t("变小", "It falls"), page.t("表针都多转了，但多转的一样多。", "All hands turn further, but all by the same amount.")),
                    Option(page.t("不变", "Nothing"), page.t("对，只看相距多远。", "Right, only the distance counts."), True),
                    Option(page.t("没法说", "Impossible to say"), page.t("看图 7：一起移动，分数不动。", "See Figure 7: move both, the score stays.")),
                ],
            ),
        ],
        lang=page.lang,
        key="03",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
