# /// script
# [tool.marimo.display]
# theme = "system"
# ///

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 00")

with app.setup:
    import torch

    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.journey_lesson import JourneyRuns
    from lesson_kit.app.visible import with_code
    from lesson_kit.show import html
    from lesson_kit.show.numbers import grouped
    from lesson_kit.show.widgets.journey import Journey
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("00", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def prepared_messages(page):
    messages = {
        "zh": ("今天天气", "我喜欢吃", "小猫追小狗，因为", "从前有一个", "外面下雨了，", "The weather is"),
        "en": ("The weather is", "I like to eat", "The cat chased the", "Once upon a time", "It was raining,", "今天天气"),
    }[page.lang]
    runs = JourneyRuns(page.model, page.lang, live=page.live)
    return messages, runs


@app.cell(hide_code=True)
def journey(messages, page, runs):
    def _run(request):
        if "text" in request:
            page.keep("message")(str(request["text"]))
        yield from runs.run(request)

    # With Python behind the page the rest is made when asked for; a static page carries it all.
    with page.guard():
        if page.static:
            examples = [runs.with_branches(runs.example(text)) for text in messages]
        else:
            _own = page.kept("message", "").strip()  # typed before the language or model was switched
            _all = [*([_own] if _own else []), *messages]
            examples = [runs.example(text, steps=0 if i else 1) for i, text in enumerate(_all)]
        picture = Journey(
            examples,
            runs.shapes,
            lang=page.lang,
            source=page.model_name,
            clock_on=runs.clock.on[page.lang] if runs.clock else "",
            run=_run,
            live=page.live,
        )
    picture
    return


@app.cell(hide_code=True)
def one_lap(page):
    page.say(
        zh=r"""
    ## 走一圈，多一个词元

    消息先切成**词元**（token），每个词元查到一行数，就是它的**向量**。注意力让各行互相看，FFN 让每行独自消化，这样重复 N 层。最后一行变成**打分**（logits）：词表里每个词元一个数。softmax 把打分变成概率，从中选一个，接在文字后面。

    然后整圈再走一遍。模型从不打草稿，它只会做这一件事：给出下一个词元。
    """,
        en=r"""
    ## One lap, one more token

    The message is cut into **tokens** (词元), and each looks up a row of numbers: its **vector**. Attention lets the rows look at one another, the FFN lets each digest alone, and this repeats for N layers. The last row becomes **logits**: one number for every token in the vocabulary. Softmax turns them into probabilities, one token is chosen, and it joins the text.

    Then the whole lap again. The model never drafts; it knows how to do one thing, and that is to give the next token.
    """,
    )
    return


@app.cell(hide_code=True)
def whole_run(messages, page, runs):
    with page.guard():
        whole = runs.example(messages[0])
    return (whole,)


@app.cell(hide_code=True)
def guess_candidates(messages, page, runs, whole):
    _step = whole["steps"][0]
    _top, _size = _step["named"][0]["t"].strip(), grouped(runs.shapes['V'])
    _p = 2.718281828459045 ** (_step["logits"][0] - _step["z"]["1"])
    QuestionCard(
        lang=page.lang,
        key="00-candidates",
        question=page.t(f"「{messages[0]}」后面接什么？模型这一步给几个词元打了分？", f"“{messages[0]} …” What comes next? How many tokens does the model score in this step?"),
        options=[
            page.t("一个：它想好的那个", "One: the one it has in mind"),
            page.t("五六个说得通的", "The five or six that make sense"),
            page.t("一百个左右", "About a hundred"),
            page.t(f"词表里的全部 {_size} 个", f"All {_size} in the vocabulary"),
        ],
        answer=3,
        reveal=page.t(
            f"每一步，词表里的每个词元都得一个分，再由 softmax 变成概率，合计 100\u202f%。图 1 只画最高的六个。排第一的「{_top}」占 {100 * _p:.1f}\u202f%，剩下的概率分在别的词元上。",
            f"In every step each token of the vocabulary gets a score, and softmax turns the scores into probabilities that add up to 100\u202f%. Figure 1 draws only the six highest. The first, “{_top}”, holds {100 * _p:.1f}\u202f%; what is left is shared by all the others.",
        ),
        numbers=[{"value": _size, "unit": "", "label": page.t("个打分，每一步都是", "scores, in every step")}],
    )
    return


@app.cell(hide_code=True)
def code_intro(page):
    page.say(
        zh=r"""
    ## 同一圈，写成代码

    图 1 里亮过的各站，用 `lesson_kit` 写出来就是下面六行。在编辑器里换一句话再运行，看最后的词元变不变。
    """,
        en=r"""
    ## The same lap as code

    The stops that lit up in Figure 1 are the six lines of `lesson_kit` below. Put in another message in the editor, run, and see whether the last token changes.
    """,
    )
    return


@app.cell(hide_code=True)
def the_model(page):
    model, tokenizer = page.model.model, page.model.tokenizer
    device = model.embed.weight.device
    return device, model, tokenizer


@app.cell
def next_token(device, model, page, tokenizer):
    message = page.t("今天天气", "The weather is")  # 换一句 · change me
    ids = tokenizer.encode(message, start=True)  # 文字 → 编号 · text → ids, T
    logits = model(torch.tensor([ids], device=device))[0, -1]  # 编号 → 打分 · ids → logits, V
    probabilities = logits.softmax(dim=-1)  # 合计为 1 · they sum to 1
    chosen = int(probabilities.argmax())  # 选一个 · the choice
    with_code(tokenizer.decode([*ids, chosen]))
    return chosen, ids, logits, message, probabilities


@app.cell(hide_code=True)
def what_came_out(chosen, ids, logits, page, probabilities, tokenizer):
    page.show(
        html.number_cards(
            [
                html.number_card(page.t("编号", "ids"), str(len(ids)), unit="T", how=", ".join(map(str, ids[:8])) + (" …" if len(ids) > 8 else "")),
                html.number_card(page.t("打分", "logits"), grouped(len(logits)), unit="V", how=page.t("词表里每个词元一个", "one for each token of the vocabulary")),
                html.number_card(page.t("概率合计", "sum of probabilities"), f"{float(probabilities.sum()):.4f}", how="softmax"),
                html.number_card(page.t(f"「{tokenizer.label(chosen).strip()}」的概率", f"probability of “{tokenizer.label(chosen).strip()}”"), f"{100 * float(probabilities[chosen]):.1f}", unit="%", how=page.t(f"编号 {chosen}，概率最大的一个", f"id {chosen}, the likeliest of all")),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def smooth_is_not_true(page):
    page.show(
        html.callout(
            page.t(
                "模型选的是「像会出现在这里的词元」，不是查证过的事实。它接得通顺，不等于说得对；换一个模型，候选和概率都会变。",
                "The model picks what looks likely here, not what has been checked. A fluent continuation is not a true one; with another model, candidates and probabilities change.",
            ),
            kind="caution",
            head=page.t("通顺不等于正确", "Fluent is not correct"),
        )
    )
    return


@app.cell(hide_code=True)
def streaming_intro(page):
    page.say(
        zh=r"""
    ## 为什么一个字一个字地出来

    既然一圈只出一个词元，就有两种给法：写一个给一个，或者全写完再给。图 1 里有同一个回答的两种给法，用同一只钟。
    """,
        en=r"""
    ## Why answers appear word by word

    Since one lap makes one token, there are two ways to deliver: each token as it is made, or everything at the end. Figure 1 gives the same answer both ways, by one clock.
    """,
    )
    return


@app.cell(hide_code=True)
def guess_streaming(page, whole):
    _times = [step["seconds"] for step in whole["steps"]]
    _timed = None not in _times  # an export of a model nobody recorded knows no times
    _first, _total = (f"{1000 * _times[0]:.1f}", f"{1000 * sum(_times):.0f}") if _timed else ("", "")
    _how = page.t("刚才测得", "just measured") if page.live else page.t("录制", "recorded")
    QuestionCard(
        lang=page.lang,
        key="00-streaming",
        question=page.t("边写边给，全文会更早写完吗？", "Does streaming finish the whole text sooner?"),
        options=[
            page.t("会，快得多", "Yes, much sooner"),
            page.t("会，快一点", "Yes, a little sooner"),
            page.t("不会，一样久", "No, it takes as long"),
        ],
        answer=2,
        reveal=page.t(
            f"同样的 {len(_times)} 圈，一圈也不少。不同的是第一个字什么时候来" + (f"：边写边给时是 {_first} 毫秒，写完再给要等满 {_total} 毫秒。" if _timed else "。"),
            f"The same {len(_times)} laps, not one fewer. What differs is when the first word arrives" + (f": after {_first} ms when streamed, after all {_total} ms otherwise." if _timed else "."),
        ),
        numbers=[
            {"value": _first, "unit": page.t("毫秒", "ms"), "label": page.t(f"首词元，{_how}", f"first token, {_how}")},
            {"value": _total, "unit": page.t("毫秒", "ms"), "label": page.t(f"全文 {len(_times)} 个词元", f"all {len(_times)} tokens")},
        ] if _timed else [],
    )
    return


@app.cell(hide_code=True)
def streaming_takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "流式输出不省时间，只是让你不用对着空白等。",
                "Streaming saves no time; it only spares you the blank wait.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def chapters_intro(page):
    page.say(
        zh=r"""
    ## 路上的各站

    每一站一章，可以照着走，也可以挑着看。
    """,
        en=r"""
    ## The stops along the road

    One chapter a stop: follow the road, or pick what you like.
    """,
    )
    return


@app.cell(hide_code=True)
def chapters(page):
    page.show(html.chapter_cards(page.lang, page.way.chapter, keep=lambda one: one.number != "00"))
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
                page.t("走完一圈，模型给出什么？", "What does one lap give?"),
                [
                    Option(page.t("一整句话", "A whole sentence"), page.t("看图 1 的「文字」一站：每圈只长一个词元。", "Look at the stop “text” in Figure 1: one token longer per lap.")),
                    Option(page.t("一个词元", "One token"), page.t("对。要再来一个，就得再走一圈。", "Right. For another one it takes another lap."), True),
                    Option(page.t("一个汉字或一个字母", "One letter or character"), page.t("词元常常是一个词，有时只是一个字的几个字节。", "A token is often a word, sometimes only some bytes of a character.")),
                ],
            ),
            Question(
                page.t("概率最大的词元一定会被选中吗？", "Is the likeliest token always chosen?"),
                [
                    Option(page.t("一定", "Always"), page.t("只在温度 0 时如此。把温度调到 1.5，重抽几次看看。", "Only at temperature 0. Set it to 1.5 and draw again a few times.")),
                    Option(page.t("看怎么选：温度 0 时是，否则按概率抽", "It depends: at temperature 0 yes, otherwise it is drawn"), page.t("对。模型只给概率，选是另外一步。", "Right. The model gives probabilities; choosing is a separate step."), True),
                    Option(page.t("从不，那样太无聊", "Never, that would be dull"), page.t("概率最大的当然最常被抽中。", "Of all tokens, the likeliest is drawn most often.")),
                ],
            ),
            Question(
                page.t("第二圈时，前面的词元要重算一遍吗？", "On the second lap, are the earlier tokens computed again?"),
                [
                    Option(page.t("要，每圈都从头算", "Yes, all of them every lap"), page.t("可以这样做，只是慢。看图 1「词元」一站写的「新 1」。", "That would work, only slower. See “1 new” at the stop “tokens” in Figure 1.")),
                    Option(page.t("不用，模型已经记进参数里", "No, the model has learned them by now"), page.t("生成时参数一个也不变。", "No parameter changes while it writes.")),
                    Option(page.t("不用，它们的键和值存着", "No, their keys and values are kept"), page.t("对，这叫 KV 缓存，第 10 章会量它。", "Right. That is the KV cache; chapter 10 measures it."), True),
                ],
            ),
        ],
        lang=page.lang,
        key="00",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
