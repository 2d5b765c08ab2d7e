# /// script
# [tool.marimo.display]
# theme = "system"
# ///

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 07")

with app.setup:
    import math

    import torch
    from torch.nn import functional as F

    from lesson_kit.app import training_lesson as lesson
    from lesson_kit.app import training_recorded as recordings
    from lesson_kit.app import training_words as words
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.training_runs import Runs
    from lesson_kit.app.visible import with_code
    from lesson_kit.show import html
    from lesson_kit.show.memory_table import Asked, memory_table, share
    from lesson_kit.show.numbers import grouped
    from lesson_kit.show.widgets.exercise import LossCurve, ShiftView, StepView
    from lesson_kit.show.widgets.live_training import LiveTraining, RaceView
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz
    from lesson_kit.show.widgets.run_view import RunView
    from lesson_kit.train.private import fingerprint, private_copy


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("07", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def from_scratch(page):
    with page.guard():
        fingerprint_at_start = fingerprint(page.model.model)
        recorded = recordings.recordings(page.lang)
        training = LiveTraining(
            recordings.preset_entries(page.lang),
            lang=page.lang,
            live=page.live,
            train=Runs(page.lang).train,
            title=page.t("图 1　从零训练", "Figure 1. Training from nothing"),
        )
        lesson.as_left(page, training)
    training
    return fingerprint_at_start, recorded


@app.cell(hide_code=True)
def what_happens(page):
    page.say(
        zh=r"""
    ## 猜一个，错多少，改一点

    一开始，模型里全是随机的数，写出来的字也是随机的。没有人告诉它语法。它只做一件事：读一段文字，**猜下一个词元**，看给正确答案的概率有多小，再把每个数往「下次给多一点」的方向挪一小步。挪几百步，就写出了句子。

    留出的那份文字从不参加训练：它的损失跟着降，才说明学到的不只是死记。
    """,
        en=r"""
    ## Guess, measure the miss, nudge

    At first the model is random numbers, and so is what it writes. Nobody tells it any grammar. It does one thing: read some text, **guess the next token**, see how small a probability it gave the right one, and nudge every number a little towards giving more next time. A few hundred nudges later it writes sentences.

    The held-out text (留出的文字) is never trained on: only when its loss falls too has more been learned than the text by heart.
    """,
    )
    return


@app.cell(hide_code=True)
def guess_rote(page, recorded):
    with page.guard():
        _rote = words.rote(recorded["runs"]["overfits"])
    QuestionCard(
        lang=page.lang,
        key="07-rote",
        question=page.t(
            "只给它六个小故事，一遍又一遍地学。留出的那一小份，损失会怎样？",
            "It gets only six little stories, over and over. What becomes of the loss on the part kept back?",
        ),
        options=[
            page.t("跟着训练损失一起降", "It falls along with the training loss"),
            page.t("先降一点，然后越来越高", "It falls a little, then climbs and climbs"),
            page.t("一直不动", "It does not move"),
        ],
        answer=_rote.outcome,
        reveal=page.t("图 1 选「死记硬背」：", "Choose “Learning by rote” in Figure 1: ") + _rote.story(page.lang),
        numbers=[{"value": f"{_rote.held_last:.1f}", "unit": page.t("奈特", "nats"), "label": page.t("最后的留出损失（录制的那次）", "final held-out loss (the recorded run)")}],
    )
    return


@app.cell(hide_code=True)
def shift_intro(page):
    page.say(
        zh=r"""
    ## 移一格，题目和答案都有了

    不用谁来出题、批改。把一句话往左移一格，每个位置的下一个词元就是答案。所有位置同时算，而且每个位置读到的都是原文，不是自己猜的：这叫**教师强制**（teacher forcing）。

    指一指每一列，看它看得见什么、该猜什么。
    """,
        en=r"""
    ## Shift by one: exercises with answers included

    Nobody has to set or mark the exercises. Move a sentence one place to the left, and every position's next token is its answer. All positions are computed at once, each reading the original text rather than its own guesses: that is **teacher forcing** (教师强制).

    Point at a column: what can it see, and what should it guess?
    """,
    )
    return


@app.cell(hide_code=True)
def shift(page):
    with page.guard():
        _prepared = lesson.prepared_exercises(page)
        first_exercise = next(_prepared)
        shift_view = ShiftView(
            exercises=[first_exercise],
            lang=page.lang,
            live=page.live,
            source=page.model_name,
            title=page.t("图 2　一句话，许多道题", "Figure 2. One sentence, many exercises"),
        )
        lesson.answer_typed(page, shift_view)
        lesson.more_exercises(page, shift_view, _prepared)
    shift_view
    return (first_exercise,)


@app.cell(hide_code=True)
def guess_loss(page):
    QuestionCard(
        lang=page.lang,
        key="07-loss",
        question=page.t(
            "正确的词元，模型只给了 1 % 的概率。这一题的损失比给 10 % 时多多少？",
            "The model gave the right token only 1 %. How much more does that cost than 10 %?",
        ),
        options=[
            page.t("多 0.09", "0.09 more"),
            page.t("多 2.3", "2.3 more"),
            page.t("10 倍", "10 times as much"),
        ],
        answer=1,
        reveal=page.t(
            f"损失是 −ln p：−ln 0.01 = {-math.log(0.01):.2f}，−ln 0.1 = {-math.log(0.1):.2f}，差 ln 10 = {math.log(10):.2f}。概率每少十倍，损失就多这么多；给 0 的话，损失是无穷大。",
            f"The loss is −ln p: −ln 0.01 = {-math.log(0.01):.2f} and −ln 0.1 = {-math.log(0.1):.2f}, a difference of ln 10 = {math.log(10):.2f}. Each tenfold drop in probability costs that much more; a probability of 0 would cost infinitely much.",
        ),
        numbers=[{"value": f"{math.log(10):.2f}", "unit": page.t("奈特", "nats"), "label": "ln 10"}],
    )
    return


@app.cell(hide_code=True)
def loss_intro(page):
    page.say(
        zh=r"""
    ## 错多少，用一个数说

    $$\text{损失} = -\ln p(\text{正确的词元})$$

    $$\text{困惑度} = e^{\,\text{损失}}$$

    给正确词元的概率越小，损失越大。整段文字的损失是各位置的平均。对词表里 $V$ 个词元一视同仁地瞎猜，损失是 $\ln V$：每张损失图里都有这条线，低于它才算学到了东西。
    """,
        en=r"""
    ## One number for the miss

    $$\text{loss} = -\ln p(\text{right token})$$

    $$\text{perplexity} = e^{\,\text{loss}}$$

    The smaller the probability of the right token, the larger the loss; a text's loss is the mean over its positions. Treating all $V$ tokens of the vocabulary alike costs $\ln V$: that line stands in every loss chart, and only below it has anything been learned.
    """,
    )
    return


@app.cell(hide_code=True)
def loss(first_exercise, page):
    LossCurve(
        exercises=[first_exercise],
        lang=page.lang,
        live=page.live,
        source=page.model_name,
        title=page.t("图 3　拖动 p，看损失", "Figure 3. Drag p and see the loss"),
    )
    return


@app.cell(hide_code=True)
def step_intro(page):
    page.say(
        zh=r"""
    ## 走一步，慢动作

    **梯度**说：每个数往哪边挪、挪多少，损失降得最快。$\theta' = \theta - \eta\,\nabla\text{损失}$ 就是沿着它的反方向走一小步；步子的大小 $\eta$ 叫做**学习率**。

    下面在真模型的一份私有副本上只走一步。先猜：步子越大越好吗？再换几个学习率看。
    """,
        en=r"""
    ## One step in slow motion

    The **gradient** (梯度) says which way to move every number so that the loss falls fastest. With $\theta' = \theta - \eta\,\nabla\text{loss}$ we take a small step against it; its size $\eta$ is the **learning rate** (学习率).

    Below, one single step on a private copy of the real model. Guess first whether longer is better, then try the rates.
    """,
    )
    return


@app.cell(hide_code=True)
def step(first_exercise, page):
    StepView(
        exercises=[first_exercise],
        lang=page.lang,
        live=page.live,
        source=page.model_name,
        title=page.t("图 4　一步之前，一步之后", "Figure 4. Before and after one step"),
    )
    return


@app.cell(hide_code=True)
def step_takeaway(first_exercise, page):
    with page.guard():
        _step = first_exercise["step"]
        _rate, _loss, _longer = words.after_the_best(_step["rates"], _step["loss_after"], page.lang)
    page.show(
        html.takeaway(
            page.t(
                f"梯度只说方向，不说走多远。第一句话：一步之前损失 {_step['loss_before']:.2f}，{len(_step['rates'])} 个学习率里最好的是 {_rate:g}，一步之后是 {_loss:.2f}。{_longer}",
                f"The gradient gives the direction, not the distance. First sentence: loss {_step['loss_before']:.2f} before the step; of the {len(_step['rates'])} rates {_rate:g} is best and leaves {_loss:.2f}. {_longer}",
            )
        )
    )
    return


@app.cell(hide_code=True)
def guess_race(page, recorded):
    with page.guard():
        _race = recorded["race"]
        _lanes = words.race_lanes(_race)
        _best = min(_lanes, key=lambda lane: lane.last)
        _rates = [f"{lane.rate:g}" for lane in _lanes]
    QuestionCard(
        lang=page.lang,
        key="07-race",
        question=page.t(
            f"三个一样的微型模型，学习率 {'、'.join(_rates)}。都走 {_race['steps']} 步，谁的损失最低？",
            f"Three equal nano models with learning rates {_rates[0]}, {_rates[1]} and {_rates[2]}. After {_race['steps']} steps, whose loss is lowest?",
        ),
        options=_rates,
        answer=_lanes.index(_best),
        reveal=page.t("录制的那次：", "In the recorded race: ") + words.race_story(_race, page.lang),
        numbers=[{"value": f"{_best.last:.2f}", "unit": page.t("奈特", "nats"), "label": page.t(f"{_best.rate:g}，录制的那次", f"{_best.rate:g}, in the recorded race")}],
    )
    return


@app.cell(hide_code=True)
def race(page, recorded):
    with page.guard():
        race_view = RaceView(
            recorded["race"],
            lang=page.lang,
            live=page.live,
            train=Runs(page.lang).race,
            title=page.t("图 5　三个学习率赛跑", "Figure 5. Three learning rates race"),
        )
    race_view
    return


@app.cell(hide_code=True)
def not_training_intro(page):
    page.say(
        zh=r"""
    ## 聊天里纠正它，不是训练

    它答得不对，你在对话里告诉它，它马上改口。它学会了吗？模型里的数一个也没变，变的只是这次对话的文字。要让它真的记住，得走前面那样的步子：下面几行在一份私有副本上走五步。换一句再运行。
    """,
        en=r"""
    ## Correcting it in chat is not training

    Its answer is wrong, you tell it in the chat, and it changes at once. Has it learned? Not one number inside has moved; only the text of this conversation is longer. To make it remember takes steps like the ones above: the lines below take five, on a private copy. Change the sentence and run again.
    """,
    )
    return


@app.cell(hide_code=True)
def the_model(page):
    model, tokenizer, fact = page.model.model, page.model.tokenizer, lesson.FACT[page.lang]
    return fact, model, tokenizer


@app.cell
def fine_tune(fact, model, tokenizer):
    student = private_copy(model)                                   # 私有副本 · a copy of our own
    optimizer = torch.optim.AdamW(student.parameters(), lr=3e-4, fused=True)
    ids = tokenizer.encode(fact.lesson, start=True)                 # 换一句 · change me
    ids = torch.tensor([ids], device=model.embed.weight.device)
    for _ in range(5):
        logits = student(ids[:, :-1])                               # 每个位置都是一道题 · (1, T − 1, V)
        miss = F.cross_entropy(logits[0], ids[0, 1:])               # 移一格 · shifted by one
        optimizer.zero_grad(), miss.backward(), optimizer.step()
    with_code()
    return optimizer, student


@app.cell(hide_code=True)
def asked_four_times(fact, fingerprint_at_start, model, optimizer, page, student):
    with page.guard():
        optimizer.zero_grad(), optimizer.state.clear()  # three times the model's size: the steps are done
        _answers = [
            (what, text, lesson.carry_on(page.model, who, text), lesson.known_word(page.model, who, text, fact.word), who is student)
            for what, who, text in (
                (page.t("先问", "Ask"), model, fact.question),
                (page.t("在对话里告诉它，再问", "Tell it in the chat, ask again"), model, fact.told + fact.question),
                (page.t("新开一个对话，再问", "Ask in a new conversation"), model, fact.question),
                (page.t("训练五步的副本，新对话", "The copy after five steps, new conversation"), student, fact.question),
            )
        ]
        fingerprint_now, _trained = fingerprint(model), fingerprint(student)
        asked = [Asked(*one, _trained if trained else fingerprint_now) for *one, trained in _answers]
        _same = page.t("一样", "equal") if fingerprint_now == fingerprint_at_start else page.t("变了！", "changed!")
    page.show(
        html.rich(
            memory_table(asked, word=fact.word.strip(), lang=page.lang)
            + html.number_cards(
                [
                    html.number_card(page.t("共用的模型，打开这一页时", "the shared model, when this page opened"), fingerprint_at_start[:8], how=page.t("全部参数的 SHA-256，前 8 位", "SHA-256 of all parameters, first 8 digits")),
                    html.number_card(page.t("现在", "and now"), fingerprint_now[:8], how=_same),
                    html.number_card(page.t("训练过的副本", "the trained copy"), asked[3].fingerprint[:8], how=page.t("走了五步，数都动过了", "five steps: its numbers moved")),
                ]
            )
        )
    )
    return asked, fingerprint_now


@app.cell(hide_code=True)
def not_training_takeaway(asked, fact, page):
    _word, _p = fact.word.strip(), [share(one.p) for one in asked]
    page.show(
        html.takeaway(
            page.t(
                f"对话里说的话只活在这次对话的文字里：「{_word}」的概率从 {_p[0]} 到 {_p[1]}，新开一个对话又回到 {_p[2]}。训练改的是参数：副本在新对话里给它 {_p[3]}。",
                f"What is said in a chat lives in that chat's text only: the probability of “{_word}” goes from {_p[0]} to {_p[1]}, and back to {_p[2]} in a new conversation. Training moves the parameters: the copy gives it {_p[3]} in a new conversation.",
            )
        )
    )
    return


@app.cell(hide_code=True)
def real_run_intro(page):
    page.say(
        zh=r"""
    ## 课堂模型就是这样来的

    这门课一直在用的模型，走的是同样的步子，只是多得多。拖动图 6 的那条竖线，看同样几个开头，它在不同的时候各写了什么。
    """,
        en=r"""
    ## How the classroom model came to be

    The model used throughout this course took the same kind of steps, only many more. Drag the line in Figure 6 and see what it wrote after the same prompts at different times.
    """,
    )
    return


@app.cell(hide_code=True)
def real_run(page):
    with page.guard():
        _real = lesson.real_run(page.lang)
        diary, _size = _real.run, _real.n_parameter
        _minutes, _tokens = diary["seconds"] / 60, words.large(diary["tokens"], page.lang)
        _turn = _real.new_lessons[0] if _real.new_lessons and _real.new_lessons[0] < diary["steps"] else 0
        _steps = [grouped(step) for step in diary["again"]]
        _again = page.t(
            f"训练中断过，从第 {'、'.join(_steps)} 步的存档接着跑（竖虚线）。",
            f" The run was broken off and taken up again from what was saved at {'step' if len(_steps) == 1 else 'steps'} {' and '.join(_steps)} (dashed vertical lines).",
        ) if _steps else ""
        run_view = RunView(
            run=diary,
            ln_v=_real.ln_v,
            lang=page.lang,
            live=page.live,
            note=page.t(
                f"{grouped(diary['steps'])} 步，读了 {_tokens}个词元，用了 {_minutes:.0f} 分钟。训练材料里有大量编写的练习，能推知的词元还加了权，所以训练损失比三份留出文字低得多：几条线不能直接比高低，各看各的走势。{f'第 {grouped(_turn)} 步起换了一批材料，训练损失跳了一下。' if _turn else ''}{_again}",
                f"{grouped(diary['steps'])} steps, {_tokens} tokens read, {_minutes:.0f} minutes. The training mix holds many authored exercises and weights tokens that can be known, so its loss lies far below that of the three held-out texts: compare each curve with itself, not with the others.{f' At step {grouped(_turn)} the mix of texts changed, and the training loss jumped.' if _turn else ''}{_again}",
            ),
            source=page.t(f"课堂模型 base，{words.large(_size, page.lang)}个参数，训练日志", f"Classroom base, {words.large(_size, page.lang)} parameters, training log"),
            title=page.t("图 6　真正的那次训练", "Figure 6. The real run"),
        )
    run_view
    return (diary,)


@app.cell(hide_code=True)
def small_world(page):
    page.show(
        html.callout(
            page.t(
                "损失低，只说明它猜得准这一类文字，不说明它说得对，也不说明它懂别的文字。材料里没有的，训练再久也学不到。",
                "A low loss says it guesses this kind of text well. It does not say that what it writes is true, or that it can handle other texts. What the material lacks, no amount of training will teach.",
            ),
            kind="caution",
            head=page.t("学到的是材料", "It learns its material"),
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
                page.t("训练时，每个位置的正确答案从哪里来？", "In training, where do the right answers come from?"),
                [
                    Option(page.t("有人一题一题标注", "People label them one by one"), page.t("预训练不用标注：看图 2 的目标那一行。", "Pre-training needs no labels: look at the target row of Figure 2.")),
                    Option(page.t("就是原文里的下一个词元", "They are the next tokens of the text itself"), page.t("对。移一格，题目和答案就都有了。", "Right. Shift by one, and the text brings its own answers."), True),
                    Option(page.t("另一个更大的模型", "A larger model"), page.t("那叫蒸馏，是第 12 章的事。", "That is distillation, in chapter 12.")),
                ],
            ),
            Question(
                page.t("训练损失一直降，留出损失却在升。该怎么办？", "The training loss keeps falling while the held-out loss rises. What now?"),
                [
                    Option(page.t("接着练，总会降下来", "Keep going, it will come down"), page.t("图 1 的「死记硬背」就是接着练的结果。", "“Learning by rote” in Figure 1 shows what keeping going does.")),
                    Option(page.t("把学习率调大", "Raise the learning rate"), page.t("毛病不在步子，在材料太少。", "The stride is not the trouble; there is too little material.")),
                    Option(page.t("早点停，或者多给些文字", "Stop earlier, or give it more text"), page.t("对。它已经在背材料了。", "Right. It has begun to memorise."), True),
                ],
            ),
            Question(
                page.t("你在聊天里教它一个新名字，它用对了。参数变了吗？", "You teach it a new name in chat and it uses it. Did the parameters change?"),
                [
                    Option(page.t("变了一点点", "A little"), page.t("看表里的指纹：一位也没变。", "Look at the fingerprints in the table: not a digit moved.")),
                    Option(page.t("没有，名字只在这次对话的文字里", "No, the name is only in this chat's text"), page.t("对。所以新开一个对话，它就不知道了。", "Right. That is why a new conversation knows nothing of it."), True),
                    Option(page.t("聊完以后统一变", "All at once when the chat ends"), page.t("模型自己不会在聊完后训练。", "A model does not train itself when a chat ends.")),
                ],
            ),
        ],
        lang=page.lang,
        key="07",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
