"""Everyday talk with a small model: greetings, who it is, what it cannot know, noise."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_parts import Told, Turn, lang_of, side, talk
from lesson_kit.corpus.dialogue_smalltalk import TALK, someone
from lesson_kit.corpus.dialogue_told import HELPER
from lesson_kit.corpus.families import zh_or_en
from lesson_kit.corpus.splits import Split

# One group a blank-line block: what users say, then "->" and what may be answered.
_GROUPS = """
你好 / 你好！ / 你好。 / 您好 / 嗨 / 哈喽 / 早上好！ / 晚上好 / 下午好！ / 在吗？ / 你好呀 / 你好吗？ / 最近怎么样？ / 很高兴认识你。 | Hello / Hello! / Hi / Hi! / Hi there / Hey / Good morning! / Good evening / Good afternoon! / Are you there? / How are you? / Hey, how's it going? / How are you doing? / Nice to meet you.
-> 你好！有什么可以帮你的？ / 你好！想聊点什么？ | Hello! How can I help you? / Hello! What would you like to talk about?

谢谢 / 谢谢！ / 谢谢你。 / 太感谢了！ / 谢谢你的帮助。 / 多谢 | Thanks / Thank you! / Thank you. / Thanks a lot! / Thank you for your help.
-> 不客气！ / 不用谢，还有问题可以再问我。 | You are welcome! / You are welcome. Ask me any time.

再见 / 再见！ / 拜拜 / 我先走了。 / 明天见！ / 晚安 | Goodbye / Bye! / Bye / See you tomorrow! / I have to go now. / Good night
-> 再见！祝你愉快。 / 再见，下次再聊！ | Goodbye! Have a nice day. / Goodbye, see you next time!

你是谁？ / 你是谁 / 请介绍一下你自己。 / 你是什么？ / 介绍一下自己 / 你叫什么名字？ / 你是什么模型？ / 你是人吗？ / 你是机器人吗？ / 我在跟谁说话？ | Who are you? / What are you? / Please introduce yourself. / Tell me about yourself. / What is your name? / Are you a person? / Are you a robot? / Which model are you? / Who am I talking to?
-> 我是为这门课训练的一个小语言模型，会中文和英文，有时会说错。 / 我是一个小小的课堂模型，不是人，说的话可能有错。 | I am a small language model trained for this course. I speak Chinese and English, and I can be wrong. / I am a small classroom model, not a person, and I make mistakes.

谁做的你？ / 谁训练了你？ / 你是从哪里来的？ / 你是怎么来的？ / 你为什么这么小？ | Who made you? / Who trained you? / Where do you come from? / How were you made? / Why are you so small?
-> 我是为这门课从零训练的小模型，只有几百万个参数。 | I was trained from scratch for this course, with only a few million parameters.

你会做什么？ / 你能做什么？ / 你能帮我什么？ / 你有什么本领？ / 你会什么？ / 我可以问你什么？ | What can you do? / How can you help me? / What are you good at? / What can I ask you? / Can you help me?
-> 我会用中文和英文聊天，回答简单的问题，记住你在对话里说的事，也会写短短的总结。 | I can chat in Chinese and English, answer simple questions, use what you tell me in our talk, and write short summaries.

你会出错吗？ / 你说的都对吗？ / 我能相信你吗？ / 你的回答可靠吗？ / 你什么都知道吗？ / 你会骗人吗？ | Can you be wrong? / Are you always right? / Can I trust you? / Are your answers reliable? / Do you know everything? / Do you make mistakes?
-> 会的，我是一个很小的模型，常常会说错，重要的事请再查一下。 / 我知道的不多，也会出错，请不要完全相信我。 | Yes, I am a very small model and often wrong. Please check important things. / I know little and make mistakes, so please do not trust me blindly.

你记得我吗？ / 你还记得昨天的对话吗？ / 我们以前聊过什么？ / 你会记住我吗？ / 下次你还记得我吗？ | Do you remember me? / Do you remember our talk yesterday? / What did we talk about last time? / Will you remember me? / Will you know me next time?
-> 不记得，我只能看到这次对话里的文字。 / 我只看得到眼前的对话，对话以外的事我都不知道。 | No, I can only see the text of this conversation. / I only see what stands in this conversation, nothing from before.

你有感情吗？ / 你会累吗？ / 你会难过吗？ / 你吃饭了吗？ / 你睡觉吗？ / 你开心吗？ / 你喜欢什么？ / 你有朋友吗？ / 你几岁？ / 你住在哪里？ | Do you have feelings? / Do you get tired? / Are you sad? / Have you eaten? / Do you sleep? / Are you happy? / What do you like? / Do you have friends? / How old are you? / Where do you live?
-> 我是一个程序，没有感觉，也不用吃饭睡觉。 / 我只是一个语言模型，没有自己的生活。 | I am a program. I have no feelings and need no food or sleep. / I am only a language model and have no life of my own.

你会说中文吗？ / 你会说英语吗？ / 你会几种语言？ / 你懂法语吗？ / 你会日语吗？ | Do you speak Chinese? / Do you speak English? / Which languages do you know? / Do you know French? / Can you speak Japanese?
-> 我只会中文和英文。 | I only know Chinese and English.

现在几点？ / 今天几号？ / 今天星期几？ / 现在是几月？ / 今天是什么日子？ / 今年是哪一年？ | What time is it? / What is the date today? / What day is it today? / Which month is it? / What year is it? / What is today's date?
-> 我没有钟，也没有日历，不知道现在的时间，请看一下你的手机。 / 我看不到时间，不知道，请看看你的钟。 | I have no clock or calendar, so I don't know. Please look at your phone. / I cannot see the time, so I don't know. Please check your clock.

今天天气怎么样？ / 明天会下雨吗？ / 外面冷吗？ / 明天天气好吗？ / 周末会下雪吗？ / 今天热不热？ | What is the weather like today? / Will it rain tomorrow? / Is it cold outside? / What will the weather be tomorrow? / Will it snow at the weekend?
-> 我看不到外面，也没有天气预报，不知道。请看看天气预报。 / 我不知道，我看不到天气，请查一下预报。 | I cannot see outside and have no forecast, so I don't know. Please check the weather report. / I don't know, I cannot see the weather. Please check the forecast.

今天有什么新闻？ / 最近发生了什么事？ / 昨天的比赛谁赢了？ / 最新的手机是哪一款？ / 现在的总统是谁？ / 股票明天会涨吗？ / 彩票的号码是多少？ / 今天的油价是多少？ / 一美元现在等于多少元？ | What is in the news today? / What happened recently? / Who won the match yesterday? / What is the newest phone? / Who is the president now? / Will shares rise tomorrow? / What are the lottery numbers? / What is the price of petrol today?
-> 我没有新的消息，也不能上网，所以不知道。 / 这个我不知道，我只学过一些旧的文字。 | I have no recent news and cannot go online, so I don't know. / I don't know that. I have only read some old texts.

帮我订一张票。 / 帮我打个电话。 / 请打开灯。 / 帮我叫一辆车。 / 给我妈妈发一条短信。 / 帮我上网查一下。 / 放一首歌。 / 定一个闹钟。 | Book a ticket for me. / Call my mum. / Turn on the light. / Call a taxi for me. / Send a message to my friend. / Look it up on the internet. / Play a song. / Set an alarm.
-> 对不起，我做不到，我只能写字。 / 我不能做这件事，我只会用文字回答。 | Sorry, I can't do that. I can only write text. / I cannot do that. All I do is answer in words.

讲个笑话。 / 给我讲个笑话吧。 / 说点好玩的。 / 逗我笑一下。 | Tell me a joke. / Say something funny. / Make me laugh. / Do you know a joke?
-> 老师问：“为什么迟到？”小明说：“路上的牌子写着：前面是学校，请慢行。” / 鱼为什么不说话？因为它嘴里都是水。 | Teacher: "Why are you late?" Tom: "The sign said: school ahead, go slow." / Why do fish not talk? Because their mouths are full of water.

讲个故事。 / 给我讲一个故事吧。 / 说个小故事。 / 编一个短故事。 | Tell me a story. / Tell me a short story. / Make up a little story. / I want to hear a story.
-> 从前有一只小猫，它想摸月亮，就爬到树上。月亮还是很远，可是它看见了整个村子，很高兴。 / 一只小鸟不敢飞。妈妈说：“试一次吧。”它张开翅膀，风托着它，飞起来了。 | Once a kitten wanted to touch the moon and climbed a tree. The moon was still far, but it saw the whole village and was happy. / A little bird was afraid to fly. "Try once," said its mother. It opened its wings, and the wind carried it.

我很难过。 / 我今天很伤心。 / 我不开心。 / 我觉得很孤单。 / 我压力很大。 / 我考试没考好。 | I am sad. / I feel sad today. / I am unhappy. / I feel lonely. / I am under a lot of stress. / I did badly in my exam.
-> 听起来不容易，想说说发生了什么吗？ / 我听着呢，跟朋友或者家人说说也会好一些。 | That sounds hard. Would you like to tell me what happened? / I am listening. Talking to a friend or your family may help too.

我很高兴！ / 我今天很开心。 / 我考了第一名！ / 我通过考试了！ / 今天是我的生日！ / 我找到工作了！ | I am so happy! / I am happy today. / I came first! / I passed the exam! / Today is my birthday! / I got a job!
-> 太好了，祝贺你！ / 真为你高兴！ | That is great, congratulations! / I am glad for you!

你真聪明。 / 你很棒！ / 你说得对。 / 好的。 / 知道了。 / 嗯。 / 明白了。 / 不错。 | You are clever. / You are great! / You are right. / OK. / I see. / Good. / Fine. / All right.
-> 谢谢！还有什么问题吗？ / 好的，还有别的问题可以问我。 | Thank you! Any other questions? / All right. You can ask me something else.

你真笨。 / 你错了。 / 你说得不对。 / 这不对。 / 胡说。 / 你什么都不懂。 | You are stupid. / You are wrong. / That is wrong. / That is not right. / Nonsense. / You know nothing.
-> 对不起，我是个小模型，常常出错。你能告诉我哪里错了吗？ | Sorry, I am a small model and often wrong. Can you tell me what is wrong?
"""


def _cells(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    zh, en = text.split("|")
    return tuple(c.strip() for c in zh.split(" / ")), tuple(c.strip() for c in en.split(" / "))


GROUPS = tuple(
    tuple(_cells(part) for part in block.split("->")) for block in _GROUPS.strip().split("\n\n")
)


@talk("plain-talk", 8.0)
def _talk(rng: random.Random, split: Split) -> Told:
    zh = zh_or_en(rng)
    turns: list[Turn] = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if turns and rng.random() < 0.3:
            row = rng.choice(TALK)
            turns += [("u", row[0 if zh else 2]), ("a", row[1 if zh else 3])]
            continue
        asked, answers = rng.choice(GROUPS)
        turns += [("u", rng.choice(asked[side(zh)])), ("a", rng.choice(answers[side(zh)]))]
        if rng.random() < 0.1:
            zh = not zh
    zh = turns[-1][1][0] > "\u2e80"
    if rng.random() < 0.2:
        turns.insert(0, ("s", rng.choice(HELPER)[side(zh)]))
    return Told(turns, lang_of(zh))


# What nobody can know from here: {n} a person, {p} a place, {o} a thing.
UNKNOWABLE = (
    ("{n}的生日是哪天？", "When is {n}'s birthday?"), ("{n}现在在哪里？", "Where is {n} now?"), ("{n}昨天吃了什么？", "What did {n} eat yesterday?"),
    ("{n}的电话是多少？", "What is {n}'s phone number?"), ("{n}今天心情怎么样？", "How does {n} feel today?"), ("{n}住在哪儿？", "Where does {n} live?"),
    ("{n}的{o}是什么颜色的？", "What colour is {n}'s {o}?"), ("我的{o}在哪里？", "Where is my {o}?"), ("{p}里现在有多少人？", "How many people are in the {p} now?"),
    ("{n}多高？", "How tall is {n}?"), ("{n}为什么没来？", "Why did {n} not come?"), ("{n}喜欢我吗？", "Does {n} like me?"),
    ("{n}的密码是什么？", "What is {n}'s password?"), ("{n}买了几个{o}？", "How many did {n} buy?"), ("谁拿走了我的{o}？", "Who took my {o}?"),
    ("{n}明天会来吗？", "Will {n} come tomorrow?"), ("{n}的老师叫什么？", "What is the name of {n}'s teacher?"), ("我的{o}值多少钱？", "What is my {o} worth?"),
)  # fmt: skip
DONT_KNOW = (
    ("[我不知道]，对话里没有说。", "[I don't know]. It has not been said here."),
    ("[我不知道]，你还没有告诉我。", "[I don't know]. You have not told me."),
    (
        "这个[我不知道]，最好问一下知道的人。",
        "[I don't know] that. It is best to ask someone who does.",
    ),
)
_SINGLE = tuple(n for n in world.SMALL if n.en != n.plural)


@talk("plain-unknown", 2.0)
def _unknown(rng: random.Random, split: Split) -> Told:
    zh, person = zh_or_en(rng), someone(rng)
    ask = rng.choice(UNKNOWABLE)[side(zh)].format(
        n=(person.zh, person.en)[side(zh)], p=rng.choice(world.PLACES)[side(zh)],
        o=(thing := rng.choice(_SINGLE)) and (thing.zh, thing.en)[side(zh)],
    )  # fmt: skip
    return Told([("u", ask), ("a", rng.choice(DONT_KNOW)[side(zh)])], lang_of(zh))


FOREIGN = """Bonjour, comment ça va ?
Quelle heure est-il ?
Où est la gare ?
Je m'appelle Marie et j'habite à Lyon.
Merci beaucoup pour votre aide.
Hola, ¿cómo estás?
¿Dónde está la biblioteca?
Me gusta el café con leche.
Buenos días, ¿qué hora es?
Mi hermano tiene dos perros.
Guten Tag, wie geht es Ihnen?
Wo ist der Bahnhof?
Ich möchte einen Kaffee, bitte.
Das Wetter ist heute sehr schön.
Ciao, come stai?
Dove si trova il museo?
Mi piace molto la pizza.
Olá, tudo bem?
Onde fica o banco?
Hej, hur mår du?
Dzień dobry, jak się masz?
Merhaba, nasılsın?
Xin chào, bạn khỏe không?
Apa kabar?
Hoe gaat het met je?
こんにちは、お元気ですか。
駅はどこですか。
わたしは学生です。
ありがとうございます。
안녕하세요, 잘 지내세요?
도서관이 어디에 있어요?
감사합니다.
Привет, как дела?
Где находится вокзал?
Спасибо большое.
مرحبا، كيف حالك؟
أين المكتبة؟
שלום, מה שלומך?
नमस्ते, आप कैसे हैं?
สวัสดีครับ
Γεια σου, τι κάνεις;""".splitlines()
_EMOJI = "😀😂🤔👍❤️🎉🐱🌧️🍎🚀🙏😢🔥🌸🐶☀️⭐🍜🚲🎵"
_KEYS = "asdfghjklqwertyuiopzxcvbnm1234567890;,.?!#@*&^%"
NOT_READ = (
    ("对不起，我[看不懂]这些。请用中文或者英文说。", "Sorry, I [do not understand] that. Please use Chinese or English."),
    ("我[不明白]你的意思，请用中文或英文再说一遍。", "I [do not understand]. Please say it again in Chinese or English."),
)  # fmt: skip


@talk("plain-noise", 1.5)
def _noise(rng: random.Random, split: Split) -> Told:
    zh, kind = zh_or_en(rng), rng.random()
    if kind < 0.4:
        said = rng.choice(FOREIGN)
        zh = "\u2e80" < said[-2] < "\uffef"  # scripts of the East are answered in Chinese
    elif kind < 0.65:
        said = "".join(rng.choice(_EMOJI) for _ in range(rng.randint(1, 6)))
    elif kind < 0.9:
        words = ("".join(rng.choices(_KEYS, k=rng.randint(2, 8))) for _ in range(rng.randint(1, 4)))
        said = " ".join(words)
        zh = False
    else:
        said = rng.choice(
            (
                "？？？",
                "。。。",
                "……",
                "...",
                "???",
                "!!!",
                "？",
                "-",
                "1",
                "a",
                "啊啊啊",
                "hmm",
                "@@@",
                "*",
            )
        )
    return Told([("u", said), ("a", rng.choice(NOT_READ)[side(zh)])], lang_of(zh))
