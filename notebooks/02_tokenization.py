# /// script
# [tool.marimo.display]
# theme = "system"
# ///
import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 02")

with app.setup:
    import inspect
    from itertools import islice

    import marimo as mo

    from lesson_kit.app import tokenization_lesson as lesson
    from lesson_kit.app import tokenization_texts as texts
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.once import drawn
    from lesson_kit.app.tokenization_page import answering, vocabulary_sizes
    from lesson_kit.app.visible import with_code
    from lesson_kit.show import html
    from lesson_kit.show.charts_vocabulary import sizes_chart, sizes_table
    from lesson_kit.show.numbers import grouped
    from lesson_kit.show.theme import colours
    from lesson_kit.show.widgets.budget_view import BudgetView
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz
    from lesson_kit.show.widgets.token_pictures import (
        BpeEncode,
        BpeLearn,
        ByteStream,
        ChatFrame,
        IdNeighbours,
        SplitView,
        VocabularyCompare,
    )
    from lesson_kit.text import bpe, chat


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("02", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def live_split(page):
    with page.guard():
        _view = SplitView(
            lesson.prepared_sentences(page.model, page.lang),
            lang=page.lang,
            live=page.live,
            title=page.t("图 1　一句话变成编号", "Figure 1. A sentence becomes numbers"),
            source=page.model_name,
        )
        answering(page, _view, lambda text: lesson.split(page.model, text, page.lang), "02-split")
    _view
    return


@app.cell(hide_code=True)
def split_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "模型不认识字，只认识编号。词元（token）可以是一个词、一个字，也可以只是一个字的几个字节；怎么切，由词表（vocabulary）决定，切的时候模型还没有出场。",
                "A model knows no letters, only numbers. A token (词元) may be a word, a character or a few bytes of one; how text is cut is up to the vocabulary (词表), before the model has any say.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def comparisons(page):
    with page.guard():
        compared = lesson.prepared_comparisons(page.model, page.lang)
        gpt2_weather = next(len(row["tokens"]) for row in compared[0]["rows"] if row["name"] == "GPT-2")
        fewest_weather = min(len(row["tokens"]) for row in compared[0]["rows"])
    return compared, fewest_weather, gpt2_weather


@app.cell(hide_code=True)
def guess_weather(fewest_weather, gpt2_weather, page):
    QuestionCard(
        lang=page.lang,
        key="02-weather",
        question=page.t(
            "「今天天气很好」六个字，18 个字节。2019 年的 GPT-2 把它切成几个词元？",
            "“今天天气很好” (the weather is nice today) has six characters and 18 bytes. How many tokens did GPT-2 make of it in 2019?",
        ),
        options=["3", "6", str(gpt2_weather), "18"],
        answer=2,
        reveal=page.t(
            f"GPT-2 的词表几乎全从英文网页学来，常用汉字也只学了前两个字节，于是一个字常常要两块。如今的词表见过许多中文，最少只要 {fewest_weather} 块。往下看。",
            f"GPT-2 learned its vocabulary almost wholly from English pages; of most Chinese characters it knows the first two bytes and no more, so one character often takes two pieces. Today's vocabularies have seen much Chinese and need as few as {fewest_weather}. See below.",
        ),
        numbers=[{"value": str(gpt2_weather), "unit": page.t("个词元", "tokens"), "label": "GPT-2"}],
    )
    return


@app.cell(hide_code=True)
def side_by_side(compared, page):
    with page.guard():
        _view = VocabularyCompare(
            compared,
            lang=page.lang,
            live=page.live,
            title=page.t("图 2　同一段文字，六份词表", "Figure 2. One text, six vocabularies"),
            source=page.t("真实词表，随课程附带", "real vocabularies, shipped with the course"),
        )
        answering(page, _view, lambda text: lesson.compared(page.model, text, page.lang), "02-compare")
    _view
    return


@app.cell(hide_code=True)
def vocabularies_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "词表从哪种文字里学来，就省哪种文字。没有哪段文字切不开：最坏就是一个字节一块。",
                "A vocabulary is thrifty with the kind of text it was learned from. No text is ever refused: at worst every byte is a piece of its own.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def learning_intro(page):
    page.say(
        zh=r"""
    ## 词表是学出来的

    没有人编这份词表。**字节对编码**（byte-pair encoding, BPE）从 256 个字节开始，数一数哪两块最常挨在一起，把它们合成一块，再数，再合。合并的先后就是编号的先后。
    """,
        en=r"""
    ## A vocabulary is learned

    Nobody compiles the list. **Byte-pair encoding** (BPE, 字节对编码) begins with the 256 bytes, counts which two pieces stand side by side most often, makes them one, and counts again. The order of merging is the order of ids.
    """,
    )
    return


@app.cell(hide_code=True)
def guess_pair(learned, page):
    _first = learned[0]["merges"][0]
    QuestionCard(
        lang=page.lang,
        key="02-pair",
        question=page.t("第一步，哪两块会合在一起？", "Which two pieces are joined first?"),
        options=[
            page.t("意思最接近的两块", "the two closest in meaning"),
            page.t("挨在一起次数最多的两块", "the two that meet most often"),
            page.t("最长的两块", "the two longest"),
            page.t("最前面的两块", "the first two in the text"),
        ],
        answer=1,
        reveal=page.t(
            f"只看次数。下面第一段文字里，最常相邻的一对出现 {_first['n']} 次。意思从头到尾没有参与，可是常在一起的字往往就是词。",
            f"Counting is all there is to it. In the first text below the most frequent pair meets {_first['n']} times. Meaning plays no part, yet letters that keep company usually make words.",
        ),
        numbers=[{"value": str(_first["n"]), "unit": page.t("次", "times"), "label": page.t("第一次合并", "the first merge")}],
    )
    return


@app.cell(hide_code=True)
def learned_merges(page):
    with page.guard():
        learned = [lesson.learned(text, page.lang) for text in texts.LEARNED[page.lang]]
    return (learned,)


@app.cell(hide_code=True)
def watch_learning(learned, page):
    with page.guard():
        _view = BpeLearn(
            [{**one, "at": 3} for one in learned],
            lang=page.lang,
            live=page.live,
            title=page.t("图 3　看着词表长大", "Figure 3. Watch a vocabulary grow"),
            source="lesson_kit/text/bpe.py",
            kind=page.t("现场学得", "learned here"),
        )
        answering(page, _view, lambda text: lesson.learned(text, page.lang), "02-learn")
    _view
    return


@app.cell(hide_code=True)
def code_intro(page):
    page.say(
        zh=r"""
    同一件事写成代码。换一段 `text`，或多学几次，看看新词 `slowest` 怎么切。
    """,
        en=r"""
    The same as code. Change `text`, or learn more merges, and see how the new word `slowest` is cut.
    """,
    )
    return


@app.cell
def bpe_in_code():
    text = "low low low lower lowest new newer newest"   # 换一段 · try another
    words = bpe.split_words(text)                        # 合并不跨词 · merges stay inside words
    merges = list(islice(bpe.learn(words), 10))          # 学十次 · ten merges
    *_, tokens = bpe.apply(merges, "slowest")            # 切一个新词 · cut a new word
    with_code()
    return merges, tokens


@app.cell(hide_code=True)
def code_result(merges, page, tokens):
    def _name(token):
        return token.decode("utf-8", "backslashreplace").replace(" ", "␣")

    page.show(
        html.number_cards(
            [
                html.number_card(
                    page.t("学到的合并", "merges learned"),
                    str(len(merges)),
                    how=" · ".join(f"{_name(m.left)}+{_name(m.right)} ({m.count})" for m in merges),
                ),
                html.number_card(
                    page.t("新词切成", "the new word as"),
                    str(len(tokens)),
                    unit=page.t("块", "pieces"),
                    how=" | ".join(_name(token) for token in tokens),
                ),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def bpe_itself(page):
    mo.accordion(
        {
            page.t("`bpe.learn` 里面：整个算法", "Inside `bpe.learn`: the whole algorithm"): page.show(
                html.code_block(inspect.getsource(bpe.learn) + "\n\n" + inspect.getsource(bpe.join), name="lesson_kit/text/bpe.py")
            )
        }
    )
    return


@app.cell(hide_code=True)
def encoding_intro(page):
    _n = grouped(len(page.model.tokenizer.merges))
    page.say(
        zh=rf"""
    ## 用学到的合并切一个词

    学会以后不再数次数。这个模型记着 {_n} 次合并，切新文字时从字节开始，哪一对学得最早，就先合哪一对，直到没有能合的。
    """,
        en=rf"""
    ## Cutting a word with merges learned before

    Once learned, nothing is counted any more. This model remembers {_n} merges; a new text begins as bytes, and of the pairs present the one learned earliest is joined first, until none is left.
    """,
    )
    return


@app.cell(hide_code=True)
def encode_one_word(page):
    with page.guard():
        _view = BpeEncode(
            [{**lesson.encoded(page.model, text, page.lang), "at": 5} for text in texts.ENCODED[page.lang]],
            lang=page.lang,
            live=page.live,
            title=page.t("图 4　一个词，一次合一对", "Figure 4. One word, one pair at a time"),
            source=page.model_name,
        )
        answering(page, _view, lambda text: lesson.encoded(page.model, text, page.lang), "02-encode")
    _view
    return


@app.cell(hide_code=True)
def bytes_intro(page):
    page.say(
        zh=r"""
    ## 字节，和只到了一半的字

    一个汉字在 UTF-8 里占 3 个字节，一个表情常占 4 个。词表里没有的字会拆到几个词元里。模型一个词元一个词元地写，屏幕上却不能出现半个字：到齐之前，字节先留着。
    """,
        en=r"""
    ## Bytes, and characters only half there

    A Chinese character takes 3 bytes in UTF-8, an emoji often 4. A character that is not in the vocabulary is spread over several tokens. The model writes token by token, but no screen can show half a character: until the last byte has come, the others are held back.
    """,
    )
    return


@app.cell(hide_code=True)
def guess_bytes(page):
    _open = 2**6
    QuestionCard(
        lang=page.lang,
        key="02-bytes",
        question=page.t(
            "一个表情有 4 个字节，前 3 个已经到了。屏幕上该写什么？",
            "An emoji has 4 bytes, and 3 of them have come. What should the screen show?",
        ),
        options=[
            page.t("一个问号方块", "A box with a question mark"),
            page.t("先什么也不写", "Nothing yet"),
            page.t("最可能的那个表情", "The likeliest emoji"),
        ],
        answer=1,
        reveal=page.t(
            f"最后一个字节还有 6 位没有定，{_open} 个字符都可能。写早了就会写错，所以这几个字节先留着，等最后一个到齐。",
            f"Six bits of the last byte are still open, so it may become any of {_open} characters. Whatever is shown now may be wrong; the bytes are kept until the last one comes.",
        ),
        numbers=[{"value": str(_open), "unit": page.t("个字符", "characters"), "label": page.t("前三个字节相同，2⁶", "share the first three bytes, 2⁶")}],
    )
    return


@app.cell(hide_code=True)
def stream_of_bytes(page):
    with page.guard():
        _view = ByteStream(
            [{**lesson.streamed(page.model, text, page.lang), "at": 4} for text in texts.STREAMED[page.lang]],
            lang=page.lang,
            live=page.live,
            title=page.t("图 5　最后一个字节到了，字才出现", "Figure 5. A character appears with its last byte"),
            source=page.t("StreamDecoder，逐个词元", "StreamDecoder, token by token"),
        )
        answering(page, _view, lambda text: lesson.streamed(page.model, text, page.lang), "02-stream")
    _view
    return


@app.cell(hide_code=True)
def labels_intro(page):
    page.say(
        zh=r"""
    ## 编号只是标签

    编号像座位号，大小没有意思。意思在别处：每个编号对应嵌入表里的一行数，第 3 章就看它。这里先比一比，编号挨着的和向量挨着的，各是哪些词元。
    """,
        en=r"""
    ## An id is a label

    Ids are like seat numbers: their size means nothing. Meaning lives elsewhere, in the row of numbers each id looks up, which chapter 03 is about. Here we only compare: which tokens sit next to one by number, and which by vector?
    """,
    )
    return


@app.cell(hide_code=True)
def word_neighbours(page):
    with page.guard():
        around = [lesson.neighbours(page.model, text, page.lang) for text in texts.NEIGHBOURS[page.lang]]
        _one = around[0]
        by_id, by_meaning = (sum(r["cos"] for r in _one[k]) / len(_one[k]) for k in ("by_id", "by_meaning"))
    return around, by_id, by_meaning


@app.cell(hide_code=True)
def guess_neighbours(around, by_id, by_meaning, page):
    _word, _id = around[0]["token"]["t"].strip(), around[0]["token"]["id"]
    QuestionCard(
        lang=page.lang,
        key="02-label",
        question=page.t(
            f"「{_word}」的编号是 {_id}。{_id + 1} 号多半是什么？",
            f"“{_word}” has id {_id}. What is id {_id + 1} likely to be?",
        ),
        options=[
            page.t("另一种水果", "another fruit"),
            page.t("字典里的下一个词", "the next word in a dictionary"),
            page.t("碰巧同时学到的随便一块", "whatever piece was learned at about that time"),
        ],
        answer=2,
        reveal=page.t(
            "编号只记下合并的先后，也就是出现次数的多少。意思相近的词元，向量才挨着。",
            "An id records when a token was merged, which goes by frequency. Tokens of like meaning have vectors side by side instead.",
        ),
        numbers=[
            {"value": f"{by_id:.2f}", "unit": "", "label": page.t("编号邻居的平均余弦", "mean cosine, neighbours by id")},
            {"value": f"{by_meaning:.2f}", "unit": "", "label": page.t("向量邻居的平均余弦", "mean cosine, neighbours by vector")},
        ],
    )
    return


@app.cell(hide_code=True)
def two_kinds_of_neighbours(around, page):
    with page.guard():
        _view = IdNeighbours(
            around,
            lang=page.lang,
            live=page.live,
            title=page.t("图 6　两种邻居", "Figure 6. Two kinds of neighbours"),
            source=page.model_name,
        )
        answering(page, _view, lambda text: lesson.neighbours(page.model, text, page.lang), "02-label")
    _view
    return


@app.cell(hide_code=True)
def template_intro(page):
    page.say(
        zh=r"""
    ## 对话也是一串编号

    聊天框里有三种人说话，模型只收一串编号。谁在说话，由**特殊词元**（special token）标出来。它们由程序放进去；你在框里打 `<|user|>`，它只是七八个普通字符。试试看。
    """,
        en=r"""
    ## A conversation is a row of ids too

    Three parties speak in a chat, yet the model gets one row of ids. Who is speaking is marked by **special tokens** (特殊词元). The program puts them in; a `<|user|>` that you type is a handful of ordinary characters. Try it.
    """,
    )
    return


@app.cell(hide_code=True)
def chat_template(page):
    with page.guard():
        if chat.can_chat(page.model.tokenizer):
            shown_chat = ChatFrame(
                [lesson.conversation(page.model, one, page.lang) for one in reversed(texts.CHATS[page.lang])],
                lang=page.lang,
                live=page.live,
                title=page.t("图 7　从对话到序列", "Figure 7. From a conversation to a sequence"),
                source=page.model_name,
            )
            answering(page, shown_chat, lambda text: lesson.said(page.model, texts.CHATS[page.lang][1], text, page.lang), "02-chat")
        else:
            shown_chat = page.show(
                html.callout(
                    page.t(
                        "这个模型的词表里没有标出说话人的特殊词元，所以没有对话模板可看。换课堂模型再看这幅图。",
                        "This model's vocabulary has no special tokens for who speaks, so there is no chat template to show. Choose the classroom model to see this picture.",
                    )
                )
            )
    shown_chat
    return


@app.cell(hide_code=True)
def template_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "角色、开头、结尾都是词元，和字排在同一条队里；模型每次收到的，就是这一整条。",
                "Roles, openings and endings are tokens, standing in one line with the words; that whole line is what the model gets, every time.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def budget_intro(page):
    page.say(
        zh=r"""
    ## 窗口和账单都按词元算

    系统提示、历史、问题、回答，挤在同一个窗口里。模型不记事，所以每一轮都要把前面的话重发一遍；重复的开头若有缓存，可以便宜些。拖一拖轮数。
    """,
        en=r"""
    ## Window and bill are counted in tokens

    System line, history, question and answer share one window. A model remembers nothing, so every turn sends the past again; where that repeated beginning is cached it costs less. Drag the number of turns.
    """,
    )
    return


@app.cell(hide_code=True)
def budget_numbers(page):
    with page.guard():
        parts = lesson.budget_parts(page.model, texts.CHATS[page.lang][1])
        said, sent = lesson.said_and_sent(parts, turns=12)
    return parts, said, sent


@app.cell(hide_code=True)
def guess_budget(page, said, sent):
    _times = sent / said
    QuestionCard(
        lang=page.lang,
        key="02-budget",
        question=page.t(
            f"一场 12 轮的对话，说过的话一共 {grouped(said)} 个词元。模型一共要读多少？",
            f"A conversation of 12 turns comes to {grouped(said)} tokens in all. How many does the model have to read?",
        ),
        options=[
            page.t("一样多", "As many"),
            page.t("大约两倍", "About twice as many"),
            page.t("四倍以上", "More than four times as many"),
        ],
        answer=2 if _times > 4 else 1 if _times > 1.5 else 0,
        reveal=page.t(
            f"每一轮都从头重发，越往后越长：12 次请求送去 {grouped(sent)} 个，是说过的 {_times:.1f} 倍。轮数加倍，这个数大约变成四倍。",
            f"Every turn sends everything again, and it grows: 12 requests carry {grouped(sent)} tokens, {_times:.1f} times what was said. Twice the turns make about four times the tokens.",
        ),
        numbers=[{"value": f"{_times:.1f}", "unit": page.t("倍", "times"), "label": page.t("送去的 ÷ 说过的", "sent ÷ said")}],
    )
    return


@app.cell(hide_code=True)
def budget(page, parts):
    with page.guard():
        _view = BudgetView(
            parts=parts,
            window=page.model.model.config.max_seq_len,
            lang=page.lang,
            live=page.live,
            title=page.t("图 8　窗口里有什么，要付多少", "Figure 8. What is in the window, and what it costs"),
            source=page.t(f"词元数取自图 7 的第二段对话，{page.model_name}", f"counts from the second conversation of Figure 7, {page.model_name}"),
        )
    _view
    return


@app.cell(hide_code=True)
def sizes_intro(page):
    page.say(
        zh=r"""
    ## 词表该多大

    词表大，一句话的词元就少，窗口里能装更多；可是每个词元在嵌入表里要占一行，共 $V \times d$ 个参数，而罕见的词元又难得学好。
    """,
        en=r"""
    ## How large should it be?

    With a larger vocabulary a sentence takes fewer tokens and more fits into the window; yet every token needs a row of the embedding table, $V \times d$ parameters in all, and rare tokens are seldom learned well.
    """,
    )
    return


@app.cell(hide_code=True)
def sizes_numbers(page):
    with page.guard():
        measured_sizes = vocabulary_sizes()
        sizes = {row["size"]: row for row in measured_sizes["rows"]}
    return measured_sizes, sizes


@app.cell(hide_code=True)
def guess_sizes(page, sizes):
    _saved = 1 - sizes[32768][page.lang] / sizes[8192][page.lang]
    QuestionCard(
        lang=page.lang,
        key="02-sizes",
        question=page.t(
            f"词表从 {grouped(8192)} 扩到 {grouped(32768)}，大 4 倍。同一句话的词元会少多少？",
            f"A vocabulary grows from {grouped(8192)} to {grouped(32768)}, 4 times the size. How many fewer tokens will a sentence take?",
        ),
        options=[
            page.t("少四分之三", "Three quarters fewer"),
            page.t("少一半", "Half as many"),
            page.t("少不到三成", "Less than 30 % fewer"),
        ],
        answer=2 if _saved < 0.3 else 1 if _saved < 0.62 else 0,
        reveal=page.t(
            f"只少 {100 * _saved:.0f} %。常用的词早就是整块了，新添的都是少见的；嵌入表却实实在在大了 4 倍。",
            f"Only {100 * _saved:.0f} % fewer. The common words were whole already, and what is added is rare; yet the embedding table is 4 times as large.",
        ),
        numbers=[{"value": f"{100 * _saved:.0f}", "unit": "%", "label": page.t("每句少掉的词元", "fewer tokens per sentence")}],
    )
    return


@app.cell(hide_code=True)
def sizes_picture(measured_sizes, page):
    drawn(
        sizes_chart,
        sizes_table(measured_sizes["rows"]),
        colours=colours(),
        lang=page.lang,
        size=page.model.tokenizer.n_token,
        width=page.model.model.config.d_model,
        title=page.t("图 9　词表的大小", "Figure 9. How large a vocabulary"),
    )
    return


@app.cell(hide_code=True)
def sizes_caption(measured_sizes, page, sizes):
    _small, _ours, _large = (sizes[n] for n in (1024, 8192, 32768))
    page.show(
        html.caption(
            page.t(
                f"在课堂语料上学一份词表，截成不同大小，再切 {measured_sizes['n_pair']} 对留出的句子。从 1 024 到 8 192，中文每句由 {_small['zh']:.1f} 减到 {_ours['zh']:.1f} 个词元；再到 32 768 只减到 {_large['zh']:.1f}，参数却要 4 倍。虚线是本页模型的词表大小。随课程附带的测量，python -m lesson_kit.train.vocabulary_sizes 会重做一遍。",
                f"A vocabulary learned on the classroom corpus, cut short at several sizes, on {measured_sizes['n_pair']} held-out pairs. From 1 024 to 8 192 an English sentence falls from {_small['en']:.1f} to {_ours['en']:.1f} tokens; on to 32 768 only to {_large['en']:.1f}, for 4 times the parameters. The dashed line is the size of this page's vocabulary. Measured once and shipped; python -m lesson_kit.train.vocabulary_sizes does it again.",
            ),
            badges=[html.badge("measured", page.lang)],
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
                page.t("遇到词表里没有的字，会怎样？", "What happens to a character that is not in the vocabulary?"),
                [
                    Option(page.t("用一个「未知」词元代替", "It becomes one “unknown” token"), page.t("老办法会丢掉内容；字节级词表不需要它。", "An old way, which loses the content; a byte-level vocabulary needs none.")),
                    Option(page.t("拆成字节，用几个词元拼出来", "It is spelled in bytes, over several tokens"), page.t("对。256 个字节都在词表里，所以什么文字都写得出来。", "Right. All 256 bytes are in the vocabulary, so any text can be written."), True),
                    Option(page.t("模型报错", "The model fails"), page.t("不会：最坏是一个字节一个词元。", "It does not: at worst each byte is a token.")),
                ],
            ),
            Question(
                page.t("编号 100 和 101 的两个词元，关系如何？", "How are the tokens with ids 100 and 101 related?"),
                [
                    Option(page.t("意思相近", "They mean similar things"), page.t("意思在嵌入表的向量里，不在编号里。", "Meaning is in the vectors of the table, not in the ids.")),
                    Option(page.t("没什么关系", "Hardly at all"), page.t("对。编号只记下先后，是个标签。", "Right. An id records an order; it is a label."), True),
                    Option(page.t("后一个包含前一个", "The second contains the first"), page.t("偶尔会碰巧，不是规矩。", "Now and then by chance, not by rule.")),
                ],
            ),
            Question(
                page.t("有人在聊天框里打 <|system|>，模型会当成系统消息吗？", "Somebody types <|system|> into a chat. Does the model take it for a system message?"),
                [
                    Option(page.t("会，写法一样", "Yes, it is spelled the same"), page.t("写法一样，编号不一样：它被切成了普通的几块。", "Same spelling, other ids: it was cut into ordinary pieces.")),
                    Option(page.t("不会，打的字只变成普通词元", "No, typed text makes ordinary tokens only"), page.t("对。特殊词元只有程序放得进去。不过内容仍可能误导模型，那是另一回事。", "Right. Only the program can put special tokens in. The words may still mislead a model, but that is another matter."), True),
                    Option(page.t("看模型大不大", "It depends on the size of the model"), page.t("切分在模型之前，和大小无关。", "Cutting comes before the model; size does not matter.")),
                ],
            ),
        ],
        lang=page.lang,
        key="02",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
