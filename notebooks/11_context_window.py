# /// script
# [tool.marimo.display]
# theme = "system"
# ///

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="一句话的旅程 · 11")

with app.setup:
    from lesson_kit.app.header import open_chapter, open_window
    from lesson_kit.app.visible import with_code
    from lesson_kit.app.window_page import WindowRuns, chat_offer, remembering
    from lesson_kit.context import Window, count, frame_tokens, keep_system_and_newest
    from lesson_kit.show import html
    from lesson_kit.show.numbers import grouped
    from lesson_kit.show.widgets.measuring import Bench
    from lesson_kit.show.widgets.question_card import QuestionCard
    from lesson_kit.show.widgets.quiz import Option, Question, Quiz
    from lesson_kit.show.widgets.window_view import RequestView, WindowView
    from lesson_kit.text.chat import Message


@app.cell(hide_code=True)
def window_of_this_learner():
    window = open_window()
    window
    return (window,)


@app.cell(hide_code=True)
def header(window):
    page = open_chapter("11", window)
    page.header
    return (page,)


@app.cell(hide_code=True)
def title(page):
    page.title
    return


@app.cell(hide_code=True)
def conversations(page):
    with page.guard():
        runs = WindowRuns.of(page)
        talks = runs.conversations()
        answered = runs.outcomes(talks)
        kind = page.t("模型的真回答", "the model’s real answers")
    page.show("" if runs.chats else chat_offer(page))
    return answered, kind, runs, talks


@app.cell(hide_code=True)
def blackboard(answered, kind, page, runs, talks):
    with page.guard():
        board_picture = WindowView(
            talks,
            answered,
            frame=runs.frame,
            chats=runs.chats,
            lang=page.lang,
            live=page.live,
            ask=runs.ask_window,
            source=page.model_name,
            kind=kind,
            title=page.t("图 1　黑板写满之后", "Figure 1. When the blackboard is full"),
        )
        remembering(page, "board", board_picture)
    board_picture
    return


@app.cell(hide_code=True)
def blackboard_words(page):
    page.say(
        zh=r"""
    ## 模型只看得见框里的字

    聊天框里的话一直都在，模型却每次只收到一份请求：从头拼好的一段文字，不能比它的**上下文窗口**（context window）长，还要给回答留位置。装不下时，得有人决定丢什么。

    拖动图 1 的框，看四种做法各丢什么、答成什么。右边每句话都是模型当真答的。
    """,
        en=r"""
    ## The model sees only what is inside the frame

    A chat keeps everything on the screen, but each time the model receives one request: a text put together from the beginning, no longer than its **context window** (上下文窗口), with room left for the answer. When it does not fit, somebody has to choose what goes.

    Drag the frame in Figure 1 and see what each of four policies loses and what the model then says. Every answer on the right is its own.
    """,
    )
    return


@app.cell(hide_code=True)
def guess_forget(page):
    QuestionCard(
        lang=page.lang,
        key="11-forget",
        question=page.t(
            "早先说过的名字掉出了窗口。再问模型叫什么，它会怎样？",
            "A name told early has fallen out of the window. Ask for it again. What does the model do?",
        ),
        options=[
            page.t("想一会儿，能想起来", "It thinks a while and remembers"),
            page.t("说还没人告诉过它，或者乱猜", "It says nobody told it, or guesses"),
            page.t("报错", "It reports an error"),
        ],
        answer=1,
        reveal=page.t(
            "它没有别处可想：权重里没有这次谈话，窗口里也没有了。在图 1 里把框拖小，点「丢掉最早」，看对错号：偶尔猜中，图下会说是猜的。",
            "There is nowhere else to look: this conversation is not in the weights and no longer in the window. Make the frame in Figure 1 smaller, choose “Drop oldest”, and watch the ticks; a lucky guess is called one below the picture.",
        ),
    )
    return


@app.cell(hide_code=True)
def policy_intro(page):
    page.say(
        zh=r"""
    ## 一条规矩，几行代码

    窗口策略只是普通函数：进去的是带词元数的消息和一个预算，出来的是发什么、丢什么。下面的窗口有 100 个词元；在编辑器里换一个大小，再运行，看谁先掉出去。
    """,
        en=r"""
    ## A policy is a few lines of code

    A window policy is a plain function: messages with their token counts and a budget go in; what is sent and what is dropped come out. The window below has 100 tokens; give it another size in the editor, run it, and see who falls out first.
    """,
    )
    return


@app.cell
def policy_in_code(page, talks):
    tokenizer = page.model.tokenizer
    said = [Message(m["role"], m["text"]) for m in talks[0]["messages"]]
    size = 100  # 换一个 · change me
    room = Window(size, reserve=28, frame=frame_tokens(tokenizer)).budget
    request = keep_system_and_newest(count(tokenizer, said), room)
    with_code()
    return request, room, size


@app.cell(hide_code=True)
def policy_numbers(page, request, room, size):
    _n_sent, _n_dropped = len(request.sent), len(request.dropped)
    page.show(
        html.number_cards(
            [
                html.number_card(
                    page.t("可用", "room"),
                    grouped(room),
                    unit=page.t("词元", "tokens"),
                    how=page.t(
                        f"窗口 {grouped(size)} 减去留给回答的和模板的",
                        f"window {grouped(size)} less the answer's share and the template",
                    ),
                ),
                html.number_card(
                    page.t("发出", "sent"),
                    grouped(_n_sent),
                    unit=page.t("条", "message" if _n_sent == 1 else "messages"),
                    how=page.t(
                        f"共 {grouped(request.used)} 个词元，绝不超过预算",
                        f"{grouped(request.used)} tokens, never more than the budget",
                    ),
                ),
                html.number_card(
                    page.t("丢下", "dropped"),
                    grouped(_n_dropped),
                    unit=page.t("条", "message" if _n_dropped == 1 else "messages"),
                    how=page.t("整条整条地丢，没有半句", "whole messages, never half of one"),
                ),
            ]
        )
    )
    return


@app.cell(hide_code=True)
def summary_intro(page):
    page.say(
        zh=r"""
    ## 把旧话写短

    摘要是**有损压缩**：模型自己把旧对话写成一两句，放回请求里。预算越小，能写进去的越少。哪件事先没有？先看，再动手改摘要，重新问一遍。
    """,
        en=r"""
    ## Make the old part short

    A summary is **lossy compression** (有损压缩): the model itself retells the old turns in a sentence or two, and that goes into the request. The smaller the budget, the less it can hold. Which goes first? Look, then change the summary by hand and ask again.
    """,
    )
    return


@app.cell(hide_code=True)
def summary(kind, page, runs):
    with page.guard():
        summary_picture = RequestView(
            runs.scenes("summary"),
            frame=runs.frame,
            chats=runs.chats,
            lang=page.lang,
            live=page.live,
            ask=runs.ask_scenes("summary"),
            source=page.model_name,
            kind=kind,
            name="summary-budget",
            title=page.t(
                "图 2　预算多大的摘要，还留着什么",
                "Figure 2. What a summary of each size still holds",
            ),
            head=page.t(
                "不同的预算，模型写的摘要和回答", "The model's summary and answer at each budget"
            ),
            about=page.t(
                "旧对话就是图 1 的第一段，全部换成摘要。先让模型自己写；写长了，就限定字数再写，一次比一次短；还长，只留放得下的整句。对错号：只凭这份请求问那件事，模型自己答出来才算。",
                "The old turns are those of Figure 1's first conversation, all replaced by a summary. The model writes one freely; too long, it is asked for so many words, fewer each time; still too long, only whole sentences that fit are kept. Ticks: asked about that fact with this request alone, the model's own answer has it.",
            ),
            says=page.t(
                "点左边的名字换一份请求。改框里的摘要，再问一遍。",
                "Click a name to see that request. Change the summary in the box and ask again.",
            ),
            edit=page.t("动手改摘要", "Change the summary"),
        )
        remembering(page, "summary", summary_picture)
    summary_picture
    return


@app.cell(hide_code=True)
def guess_follow(page):
    QuestionCard(
        lang=page.lang,
        key="11-follow",
        question=page.t(
            "只发「能再举一个生活中的例子吗？」这一句，不带前面的话。模型会举什么例子？",
            "Send only “Can you give another everyday example?”, nothing before it. What example will the model give?",
        ),
        options=[
            page.t("接着刚才的话题举", "One on the topic from before"),
            page.t("它不知道是什么的例子", "It cannot know an example of what"),
            page.t("拒绝，因为句子太短", "It refuses a text that short"),
        ],
        answer=1,
        reveal=page.t(
            "「刚才」在你的屏幕上，不在这份请求里。图 3 最后一行就是这样发的。",
            "“Before” is on your screen, not in this request. The last row of Figure 3 was sent that way.",
        ),
    )
    return


@app.cell(hide_code=True)
def follow_intro(page):
    page.say(
        zh=r"""
    ## 每一轮都把从前重发一遍

    第 1 轮带 1 条，第 2 轮 3 条，第 3 轮 5 条：模型在两次请求之间什么也不留。点每一行，看那一轮真正发出去的文字；再切到「聊天里看到的」对比。
    """,
        en=r"""
    ## Every turn sends the past again

    Turn 1 carries 1 message, turn 2 carries 3, turn 3 carries 5: between two requests the model keeps nothing. Click a row to see the text that turn really sent, then switch to “what you see”.
    """,
    )
    return


@app.cell(hide_code=True)
def follow_up(kind, page, runs):
    with page.guard():
        follow_picture = RequestView(
            runs.scenes("follow_up"),
            frame=runs.frame,
            chats=runs.chats,
            lang=page.lang,
            live=page.live,
            ask=runs.ask_scenes("follow_up"),
            source=page.model_name,
            kind=kind,
            name="follow-up",
            title=page.t(
                "图 3　带着历史问，和单独问", "Figure 3. Asked with the history, and alone"
            ),
            head=page.t("三轮，和不带历史的第三轮", "Three turns, and the third without history"),
            about=page.t(
                "前两轮的回答也是模型自己的，原样接进下一次请求。",
                "The answers of the first two turns are the model's own and go into the next request as they are.",
            ),
            says=page.t(
                "最后两行问的是同一句话。差别只在前面有没有东西。",
                "The last two rows ask the same sentence. Only what stands before it differs.",
            ),
        )
        remembering(page, "follow-up", follow_picture)
    follow_picture
    return


@app.cell(hide_code=True)
def middle_intro(page):
    page.say(
        zh=r"""
    ## 装得下，就一定读得到吗

    有的大模型记得住开头和结尾，却漏掉长文中间的事，人称「迷失在中间」（lost in the middle）。这个模型呢？把同一件事放在长对话的每个位置，问它，量答对的概率。结果是什么样，就画成什么样。
    """,
        en=r"""
    ## If it fits, is it read?

    Some large models recall the beginning and the end of a long text and miss what stands between: “lost in the middle” (迷失在中间). Does this one? The same fact is put at every place of a long conversation, and the chance of the right answer measured. Whatever comes out is what is drawn.
    """,
    )
    return


@app.cell(hide_code=True)
def middle(page, runs):
    with page.guard():
        recall_bench = Bench(
            runs.recall(),
            lang=page.lang,
            key="recall",
            about=page.t(
                "一件事、几轮闲聊、一个问题。位置按轮数算；概率是开口就答对的概率（答句的全部词元相乘），几件事取平均。",
                "One fact, turns of small talk, one question. Place counts turns; the probability is that of beginning with the right answer (the product over its tokens), averaged over the facts.",
            ),
            measure=runs.ask_recall,
            live=page.live,
            source=page.model_name,
            title=page.t(
                "图 4　放在哪里，还答得出来",
                "Figure 4. Where the fact stands, and whether it is recalled",
            ),
        )
    recall_bench
    return


@app.cell(hide_code=True)
def memory_intro(page):
    page.say(
        zh=r"""
    ## 两种记忆，一种产品

    模型自己只有两处放东西：**权重**，训练时写好，聊天改不了；**窗口**，这次请求里的字。产品说的「记住了你」是第三样：程序把几句话存进自己的数据库，下次开新对话时，悄悄放回请求的开头。关掉它，看回答。
    """,
        en=r"""
    ## Two memories, and a product

    The model has two places of its own: the **weights** (权重), written by training and never by chatting, and the **window**, the text of this request. A product that “remembers you” adds a third: the program keeps a few sentences in its database and quietly puts them at the head of the next conversation. Switch it off and see.
    """,
    )
    return


@app.cell(hide_code=True)
def memory(kind, page, runs):
    with page.guard():
        memory_picture = RequestView(
            runs.scenes("notes"),
            frame=runs.frame,
            chats=runs.chats,
            lang=page.lang,
            live=page.live,
            ask=runs.ask_scenes("notes"),
            source=page.model_name,
            kind=kind,
            name="product-memory",
            title=page.t("图 5　记忆是放回来的字", "Figure 5. Memory is text put back"),
            head=page.t("新开一个对话，只问一句", "A new conversation, one question"),
            about=page.t(
                "三次在聊天框里问的一模一样，发出去的请求不一样。",
                "The question in the chat is the same three times. The requests are not.",
            ),
            says=page.t(
                "点一行，看它真正发出去的文字，再看模型照没照着答。",
                "Click a row to see what it really sent, and whether the model went by it.",
            ),
        )
        remembering(page, "notes", memory_picture)
    memory_picture
    return


@app.cell(hide_code=True)
def system_intro(page):
    page.say(
        zh=r"""
    ## 系统行：放在最前面的一句话

    **系统行**（system prompt）也只是窗口里的字，是训练教会模型要照着它做。同一个问题换几句系统行；再看第二个例子，系统行和用户要的正好相反，听谁的？
    """,
        en=r"""
    ## The system line: one sentence put first

    The **system line** (系统行) is text in the window too; training has taught the model to follow it. Ask one question under several of them. In the second example system and user want opposite things. Who wins?
    """,
    )
    return


@app.cell(hide_code=True)
def system_line(kind, page, runs):
    with page.guard():
        system_picture = RequestView(
            runs.scenes("system"),
            frame=runs.frame,
            chats=runs.chats,
            lang=page.lang,
            live=page.live,
            ask=runs.ask_scenes("system"),
            source=page.model_name,
            kind=kind,
            name="system-line",
            title=page.t(
                "图 6　同一个问题，不同的系统行",
                "Figure 6. One question under different system lines",
            ),
            head=page.t("模型的回答", "The model's answers"),
            about=page.t(
                "优先级不是机器里的开关，是训练时的例子教出来的；小模型有时学得不牢。",
                "Priority is no switch in the machine; examples in training taught it, and a small model has not always learned it well.",
            ),
            says=page.t(
                "点一行，看它真正发出去的文字。", "Click a row to see the text it really sent."
            ),
        )
        remembering(page, "system", system_picture)
    system_picture
    return


@app.cell(hide_code=True)
def takeaway(page):
    page.show(
        html.takeaway(
            page.t(
                "模型知道的，只有权重和这次请求里的字。掉出窗口的不是被忘记，是没有发送；摘要和「记忆」都是重新放进去的字。",
                "A model knows its weights and the text of this request, nothing else. What falls out of the window is not forgotten but not sent; a summary or a “memory” is text put back in.",
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
                page.t(
                    "聊了很久，模型突然不知道你的名字了。最可能的原因？",
                    "After a long chat the model no longer knows your name. The likeliest reason?",
                ),
                [
                    Option(
                        page.t(
                            "说名字的那一轮没有再发送", "The turn with your name is no longer sent"
                        ),
                        page.t(
                            "对。窗口满了，最早的几轮掉了出去。",
                            "Right. The window was full and the oldest turns fell out.",
                        ),
                        True,
                    ),
                    Option(
                        page.t("权重被后面的话改掉了", "Later messages changed its weights"),
                        page.t(
                            "聊天不改权重，一个数也不改。",
                            "Chatting changes no weight, not a single number.",
                        ),
                    ),
                    Option(
                        page.t("KV 缓存清空了", "The KV cache was cleared"),
                        page.t(
                            "缓存只让计算变快；文字还在，就能重算。",
                            "The cache only saves time; as long as the text is sent it can be computed again.",
                        ),
                    ),
                ],
            ),
            Question(
                page.t(
                    "摘要旧对话，一定比丢掉最早好吗？",
                    "Is summarising the old turns always better than dropping them?",
                ),
                [
                    Option(
                        page.t("是，摘要什么都不丢", "Yes, a summary loses nothing"),
                        page.t(
                            "摘要是有损的：没写进去的就没有了。把图 2 的每一份和原话比一比。",
                            "A summary is lossy: what it leaves out is gone. Compare those of Figure 2 with what was said.",
                        ),
                    ),
                    Option(
                        page.t(
                            "不一定：要紧的事得写进了摘要",
                            "Not always: what matters has to be in it",
                        ),
                        page.t(
                            "对。而且摘要自己也占窗口。",
                            "Right. And the summary itself takes room in the window.",
                        ),
                        True,
                    ),
                    Option(
                        page.t("不是，摘要没有用", "No, summaries are useless"),
                        page.t(
                            "写进摘要的事还在请求里，没写的才没有。在图 1 里和「丢掉最早」比一比。",
                            "What it holds is still in the request; only the rest is gone. Compare it with “Drop oldest” in Figure 1.",
                        ),
                    ),
                ],
            ),
            Question(
                page.t(
                    "产品说「已记住你对芒果过敏」。它把这件事放在哪里？",
                    "A product says “I will remember your mango allergy”. Where does it keep it?",
                ),
                [
                    Option(
                        page.t("模型的权重里", "In the model's weights"),
                        page.t(
                            "那要重新训练，聊天做不到。",
                            "That would take training; a chat cannot do it.",
                        ),
                    ),
                    Option(
                        page.t(
                            "产品的数据库里，下次放进请求",
                            "In the product's database, and puts it into the next request",
                        ),
                        page.t(
                            "对。图 5 里能打开、关掉，还能换成别人的。",
                            "Right. Figure 5 can switch it on, off, or to someone else's.",
                        ),
                        True,
                    ),
                    Option(
                        page.t("KV 缓存里，一直留着", "In the KV cache, for good"),
                        page.t(
                            "缓存跟着一次请求走，过后就没有了。",
                            "That belongs to one request and is gone afterwards.",
                        ),
                    ),
                ],
            ),
        ],
        lang=page.lang,
        key="11",
    )
    return


@app.cell(hide_code=True)
def footer(page):
    page.footer
    return


if __name__ == "__main__":
    app.run()
