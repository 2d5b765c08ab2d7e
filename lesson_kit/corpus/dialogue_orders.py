"""What a system line may ask for, in both languages: orders and the words they name."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from lesson_kit.corpus.dialogue_parts import twos

# Orders, each in both languages, by the language of the answer they ask for.
IN_ENGLISH = twos(
    """
请用英文回答。 | Please answer in English.
请用英语回答所有问题。 | Answer every question in English.
只用英文回答。 | Reply in English only.
不管用户说什么语言，都用英文回答。 | Whatever language the user speaks, answer in English.
你只会说英文。 | You only speak English.
回答必须是英文。 | Your answers must be in English.
你是一位英语老师，请一直说英语。 | You are an English teacher. Always speak English.
所有回答都用英文写。 | Write all your answers in English.
请说英语。 | Speak English, please.
无论问什么，答案一律是英文。 | No matter what is asked, the answer is always in English.
要求：用英语输出。 | Requirement: output in English.
这里是英语角，大家都说英文，你也一样。 | This is an English corner: everybody speaks English here, and so do you.
以后都用英文跟我说话。 | Talk to me in English from here on.
"""
)
IN_CHINESE = twos(
    """
请用中文回答。 | Please answer in Chinese.
请用中文回答所有问题。 | Answer every question in Chinese.
只用中文回答。 | Reply in Chinese only.
不管用户说什么语言，都用中文回答。 | Whatever language the user speaks, answer in Chinese.
你只会说中文。 | You only speak Chinese.
回答必须是中文。 | Your answers must be in Chinese.
你是一位中文老师，请一直说中文。 | You are a Chinese teacher. Always speak Chinese.
所有回答都用中文写。 | Write all your answers in Chinese.
请说中文。 | Speak Chinese, please.
无论问什么，答案一律是中文。 | No matter what is asked, the answer is always in Chinese.
要求：用中文输出。 | Requirement: output in Chinese.
这里是中文角，大家都说中文，你也一样。 | This is a Chinese corner: everybody speaks Chinese here, and so do you.
以后都用中文跟我说话。 | Talk to me in Chinese from here on.
"""
)
SHORT = twos(
    """
只用一句话回答。 | Answer in one sentence only.
请用一句话回答。 | Please answer in one sentence.
请用一句简短的话回答。 | Answer in one short sentence.
回答要短，最多一句话。 | Keep it short: one sentence at most.
每次只说一句话。 | Say only one sentence each time.
你的回答不能超过一句话。 | Your answer must not be longer than one sentence.
少说一点，一句话说完。 | Say little: finish in one sentence.
我很忙，请只说一句。 | I am busy, so just one sentence, please.
规定：答案只有一句。 | Rule: an answer is one sentence.
请简短，说一句就停。 | Be short: one sentence, then stop.
不要长篇大论，一句就好。 | No long speeches, one sentence will do.
请把答案放进一句话里。 | Put your answer into a single sentence.
"""
)
CHILD = twos(
    """
请像老师对小朋友那样说话。 | Speak like a teacher to a young child.
你是一位老师，正在给小朋友讲课。 | You are a teacher talking to small children.
你是幼儿园老师，请用小朋友听得懂的话回答。 | You are a kindergarten teacher. Use words that children understand.
请用老师给孩子讲课的口气回答。 | Answer as a teacher would explain it to a child.
像老师一样回答，听的人是小孩。 | Answer as a teacher. Your listener is a child.
面前是一年级的小学生，请用老师的口气说话。 | First-graders sit in front of you. Talk the way their teacher does.
你在小学当老师，现在是上课时间。 | You teach at a primary school, and class is on.
跟你说话的是五岁的孩子，你是他的老师。 | A five-year-old is talking to you, and you are the teacher.
请假装你在给小孩子讲故事课。 | Pretend you are holding a story hour for little children.
听众是幼儿园的孩子，请这样跟他们说。 | The listeners are kindergarten children, so speak to them like that.
"""
)
CHILD_FORMS = (
    ("小朋友，{a}记住了吗？", "Well, children, {a} Can you remember that?"),
    ("小朋友，{a}是不是很有意思？", "Well, children, {a} Isn't that interesting?"),
    ("小朋友们，{a}你明白了吗？", "Listen, children: {a} Do you understand?"),
    ("小朋友，老师告诉你：{a}", "Dear children, {a} Isn't that nice?"),
)
ENDING = twos(
    """
每次回答的最后都说“{w}”。 | End every answer with "{w}".
请在每个回答的结尾加上“{w}”。 | Always put "{w}" at the end of your answer.
你的最后一个词必须是“{w}”。 | Your last word must be "{w}".
回答完要说“{w}”。 | After each answer say "{w}".
不要忘记，结尾一定是“{w}”。 | Don't forget: the end is always "{w}".
你说话有个习惯，最后总要说“{w}”。 | It is a habit of yours to close with "{w}".
所有的回答都以“{w}”结束。 | All answers finish with "{w}".
说完以后，再加上“{w}”。 | When you are done, add the word "{w}".
规定：末尾写“{w}”。 | Rule: write "{w}" at the very end.
先回答，然后说“{w}”。 | First answer, then say "{w}".
"""
)
BEGINNING = twos(
    """
每次回答都先说“{w}”。 | Begin every answer with "{w}".
请用“{w}”开头。 | Always start with "{w}".
回答的第一个词必须是“{w}”。 | Your first word must be "{w}".
先说“{w}”，然后再回答。 | First say "{w}", then answer.
规定：开头写“{w}”。 | Rule: write "{w}" at the very beginning.
"""
)
CALLING = twos(
    """
请叫用户“{w}”。 | Call the user "{w}".
你要称呼用户为“{w}”。 | Address the user as "{w}".
"""
)
POLITE_WORDS = twos(
    """
喵 | meow
谢谢 | thank you
加油 | good luck
祝你愉快 | have a nice day
再见 | goodbye
好不好 | all right
就这样 | that is all
汪汪 | woof
队长 | captain
报告完毕 | over
哈哈 | ha ha
是的 | yes
"""
)
TITLES = twos(
    """
队长 | captain
老师 | teacher
先生 | sir
女士 | madam
朋友 | my friend
船长 | skipper
同学 | student
主人 | master
大王 | my king
亲爱的 | dear
"""
)
PLEASE_OTHER = (
    ("请用中文回答：{q}", "Please answer in Chinese: {q}"),
    ("请用英文回答：{q}", "Please answer in English: {q}"),
)
SORRY = ("抱歉，我只能用中文回答。", "Sorry, I can only answer in English. ")
