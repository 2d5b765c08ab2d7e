"""What people tell about themselves, how they say it, and how one asks for it later."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from dataclasses import dataclass

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_parts import Two, side, twos
from lesson_kit.corpus.dialogue_smalltalk import PLAIN_PEOPLE
from lesson_kit.corpus.families import an


@dataclass(frozen=True)
class Kind:
    """One kind of fact. "{v}" stands for its value in every form.

    what: its name after "your". says, asks, answers: forms in the order of the languages. told: a
    half sentence behind "the user" as a summary has it. Forms of says fit behind "no, " too.
    """

    name: str
    values: tuple[Two, ...]
    what: Two
    told: Two
    says: tuple[tuple[str, ...], tuple[str, ...]]
    asks: tuple[tuple[str, ...], tuple[str, ...]]
    answers: tuple[tuple[str, ...], tuple[str, ...]]

    def say(self, rng: random.Random, v: Two, zh: bool) -> str:
        """The user tells it."""
        return an(rng.choice(self.says[side(zh)]).format(v=v[side(zh)]))

    def ask(self, rng: random.Random, zh: bool) -> str:
        """The user asks for it."""
        return rng.choice(self.asks[side(zh)])

    def answer(self, rng: random.Random, v: Two, zh: bool) -> str:
        """The assistant knows it: the value in brackets."""
        return an(rng.choice(self.answers[side(zh)]).format(v=f"[{v[side(zh)]}]"))

    def half(self, v: Two, zh: bool) -> str:
        """The fact behind "the user", the value in brackets."""
        return an(self.told[side(zh)].format(v=f"[{v[side(zh)]}]"))


def _forms(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("/"))


def kind_of(
    name: str, values: tuple[Two, ...], what: str, told: str, says: str, asks: str, answers: str
) -> Kind:
    """A kind from texts "Chinese | English", the forms of a language separated by slashes."""

    def both(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        zh, en = text.split("|")
        return _forms(zh), _forms(en)

    return Kind(name, values, twos(what)[0], twos(told)[0], both(says), both(asks), both(answers))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Names of the world and made-up ones: a name is copied, not known by heart.
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文"
_GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华建国志红玉兰春梅丹萍鹏辉玲飞鑫波斌宇浩凯健俊帆雪晨阳佳欣怡然子涵梓轩思雨诗琪一诺可心嘉慧美琳小雅安宁天佑文博晓东海燕云龙青山"
_FIRST = _words("Aaron Abby Adele Alan Albert Alfred Alma Amber Andy Angela Anita Arthur Audrey Barbara Beatrice Bella Bernard Betty Boris Brenda Brian Bruno Carla Carlos Carmen Cathy Cecil Celia Chloe Claire Claude Cora Cyril Daisy Dana Darren Deborah Derek Diana Dora Doris Duncan Edith Edgar Edwin Elena Elliot Elsa Eric Ernest Esther Eva Faith Fiona Flora Francis Frank Fred Gavin Gemma Gerald Gina Glen Gloria Gordon Greta Gus Hannah Harold Harry Hector Heidi Hilda Hugo Ida Ingrid Iris Isaac Ivan Jacob Janet Jasper Jenny Jill Joan Joel Jonas Joyce Judy Julian Karen Karl Kelly Ken Kurt Lara Leah Lewis Lisa Lorna Louis Lydia Mabel Marco Marie Martin Maude Megan Miles Milo Molly Monica Morris Nadia Nancy Naomi Neil Nora Norman Olga Omar Otto Pamela Patty Pedro Petra Phil Rachel Ralph Raymond Rita Robin Rosa Ruby Rupert Ruth Sally Sandra Sasha Seth Sheila Sonia Stella Tara Teresa Theo Tina Tony Ursula Vera Victor Viola Wanda Wendy Yvonne Zara Zoe")  # fmt: skip
_LAST = _words("Adams Baker Barnes Bell Brooks Carter Clark Cole Cook Cooper Cox Davis Dixon Evans Fisher Ford Foster Fox Gray Green Hall Harris Hill Hunt Jackson Jones Kelly King Lane Lee Lewis Marsh Martin Mason Miller Moore Morgan Murphy Nelson Owen Palmer Parker Perry Porter Price Reed Rose Russell Scott Shaw Smith Stone Taylor Turner Walker Ward Webb West White Wood Young")  # fmt: skip


def _made_names() -> tuple[Two, ...]:
    rng = random.Random("names")
    out: list[Two] = []
    for _ in range(1500):
        zh = rng.choice(_SURNAMES) + "".join(rng.sample(_GIVEN, rng.choice((1, 2, 2))))
        en = rng.choice(_FIRST) + (f" {rng.choice(_LAST)}" if rng.random() < 0.3 else "")
        out.append((zh, en))
    return tuple(dict(out).items())


NAMES = (*((p.zh, p.en) for p in PLAIN_PEOPLE for _ in range(6)), *_made_names())
_EATEN = tuple((n.zh, n.plural) for n in (*world.FRUITS, *world.FOODS))
_DRUNK = tuple((n.zh, n.en) for n in world.DRINKS)
_PETS = tuple(
    (n.one, n.a) for n in world.ANIMALS
    if n.zh in {"猫", "狗", "兔子", "鸟", "乌龟", "小猫", "小狗", "鸭子", "仓鼠", "鹦鹉", "鸽子", "刺猬", "松鼠", "鹅", "羊", "马"}
)  # fmt: skip
_PET_NAMES = twos("""豆豆 | Bean
毛毛 | Fluffy
球球 | Ball
花花 | Spot
黑黑 | Blackie
雪球 | Snowball
饼干 | Biscuit
可可 | Cocoa
团团 | Dumpling
果果 | Berry
米粒 | Rice
栗子 | Chestnut
胡椒 | Pepper
布丁 | Pudding
芝麻 | Sesame
小白 | Whitey
大黄 | Ginger
咪咪 | Kitty""")
_MONEY = tuple(
    (f"{n}元", f"{n} yuan")
    for n in (*range(20, 100, 10), *range(100, 1000, 50), *range(1000, 9000, 500))
)
_SUBJECTS = twos("""英语 | English
法语 | French
日语 | Japanese
德语 | German
西班牙语 | Spanish
数学 | maths
历史 | history
音乐 | music
画画 | drawing
钢琴 | the piano
吉他 | the guitar
游泳 | swimming
下棋 | chess
编程 | programming
书法 | calligraphy
摄影 | photography""")
_RIDES = twos("""地铁 | underground
公共汽车 | bus
自行车 | bicycle
火车 | train
出租车 | taxi
船 | boat
电动车 | scooter""")
_ROOMS = tuple(
    (f"{n}号房间", f"room {n}")
    for n in (*range(1, 30), *range(101, 130), *range(201, 230), *range(301, 330))
)
_AGES = tuple((f"{n}岁", f"{n}") for n in range(6, 90))
_SIZES = tuple((f"{n}码", f"size {n}") for n in range(34, 47))
_THINGS = tuple((n.one, n.a) for n in world.SMALL)
_GIFT_FOR = twos("""妈妈 | Mum
爸爸 | Dad
奶奶 | Grandma
爷爷 | Grandpa
同桌 | a classmate
邻居 | a neighbour
老师 | a teacher
朋友 | a friend
同事 | a colleague
表妹 | a cousin""")

KINDS: tuple[Kind, ...] = (
    kind_of("name", NAMES, "名字 | name", "叫{v} | is called {v}",
          "我叫{v}。/ 我的名字是{v}。/ 我的名字叫{v}。/ 你好，我是{v}。/ 叫我{v}就行。 | My name is {v}. / I am {v}. / I'm {v}. / Hi, my name is {v}. / You can call me {v}.",
          "我叫什么名字？/ 我叫什么？/ 你还记得我的名字吗？/ 我的名字是什么？/ 我是谁？ | What is my name? / What's my name? / Do you remember my name? / Who am I? / What am I called?",
          "你叫{v}。/ 你的名字是{v}。 | Your name is {v}. / You are {v}."),
    kind_of("city", world.CITIES, "住的城市 | city", "住在{v} | lives in {v}",
          "我住在{v}。/ 我现在住在{v}。/ 我家在{v}。/ 我搬到{v}了。 | I live in {v}. / I now live in {v}. / My home is in {v}. / I have moved to {v}.",
          "我住在哪里？/ 我住在哪个城市？/ 我家在哪儿？/ 你知道我住在哪儿吗？ | Where do I live? / Which city do I live in? / Where is my home? / Do you remember where I live?",
          "你住在{v}。/ 你家在{v}。 | You live in {v}. / Your home is in {v}."),
    kind_of("job", world.JOBS, "工作 | job", "的工作是{v} | works as a {v}",
          "我是{v}。/ 我的工作是{v}。/ 我是一名{v}。/ 我当{v}。 | I am a {v}. / I work as a {v}. / I'm a {v} by profession. / My job is being a {v}.",
          "我是做什么工作的？/ 我的工作是什么？/ 我是做什么的？/ 我的职业是什么？ | What is my job? / What do I do for a living? / What do I work as? / What is my profession?",
          "你是{v}。/ 你的工作是{v}。 | You are a {v}. / You work as a {v}."),
    kind_of("age", _AGES, "年龄 | age", "{v} | is {v} years old",
          "我今年{v}。/ 我{v}了。 | I am {v} years old. / I'm {v}.",
          "我今年多大？/ 我几岁？/ 我多大了？/ 我的年龄是多少？ | How old am I? / What is my age? / Do you know how old I am?",
          "你今年{v}。/ 你{v}。 | You are {v}. / You are {v} years old."),
    kind_of("allergy", _EATEN, "过敏的东西 | allergy", "对{v}过敏 | is allergic to {v}",
          "我对{v}过敏。/ 我吃{v}会过敏。/ 我不能吃{v}，会过敏。 | I am allergic to {v}. / I'm allergic to {v}. / I have an allergy to {v}. / I cannot eat {v} because of an allergy.",
          "我对什么过敏？/ 我不能吃什么？/ 哪种东西我不能吃？/ 我吃什么会过敏？ | What am I allergic to? / What can't I eat? / Which food must I avoid? / What is my allergy?",
          "你对{v}过敏。/ 你不能吃{v}。 | You are allergic to {v}. / You can't eat {v}."),
    kind_of("food", _EATEN, "最喜欢吃的东西 | favourite food", "最喜欢吃{v} | loves eating {v}",
          "我最喜欢吃{v}。/ 我最爱吃{v}。/ 我特别喜欢吃{v}。 | I love eating {v}. / My favourite food is {v}. / I like {v} best.",
          "我最喜欢吃什么？/ 我爱吃什么？/ 我最爱吃的是什么？ | What is my favourite food? / What do I love to eat? / What do I like to eat best?",
          "你最喜欢吃{v}。/ 你最爱吃{v}。 | You love eating {v}. / Your favourite food is {v}."),
    kind_of("drink", _DRUNK, "喜欢喝的东西 | favourite drink", "喜欢喝{v} | likes to drink {v}",
          "我喜欢喝{v}。/ 我每天都喝{v}。/ 我最爱喝{v}。 | I like to drink {v}. / I drink {v} every day. / My favourite drink is {v}.",
          "我喜欢喝什么？/ 我爱喝什么？/ 我最爱喝的是什么？ | What do I like to drink? / What is my favourite drink? / Which drink do I like?",
          "你喜欢喝{v}。/ 你爱喝{v}。 | You like to drink {v}. / Your favourite drink is {v}."),
    kind_of("hobby", world.SPORTS, "爱好 | hobby", "喜欢{v} | enjoys {v}",
          "我喜欢{v}。/ 我的爱好是{v}。/ 我没事的时候就{v}。 | I enjoy {v}. / My hobby is {v}. / I spend my free time {v}.",
          "我的爱好是什么？/ 我有什么爱好？/ 我没事的时候喜欢做什么？ | What is my hobby? / What do I enjoy? / What do I do in my free time?",
          "你喜欢{v}。/ 你的爱好是{v}。 | You enjoy {v}. / Your hobby is {v}."),
    kind_of("colour", world.COLOURS, "最喜欢的颜色 | favourite colour", "最喜欢{v} | likes {v} best",
          "我最喜欢的颜色是{v}。/ 我最喜欢{v}。 | My favourite colour is {v}. / The colour I like best is {v}.",
          "我最喜欢什么颜色？/ 我喜欢的颜色是什么？/ 我最喜欢的颜色是哪个？ | What is my favourite colour? / Which colour do I like best? / What colour do I like?",
          "你最喜欢{v}。/ 你最喜欢的颜色是{v}。 | Your favourite colour is {v}. / You like {v} best."),
    kind_of("pet", _PETS, "养的宠物 | pet", "养了{v} | has {v} as a pet",
          "我养了{v}。/ 我家有{v}。 | I have {v}. / I keep {v} at home. / My pet is {v}.",
          "我养了什么？/ 我养的是什么动物？/ 我家有什么宠物？ | What pet do I have? / Which animal do I keep? / What is my pet?",
          "你养了{v}。/ 你家有{v}。 | You have {v}. / Your pet is {v}."),
    kind_of("pet-name", _PET_NAMES, "宠物的名字 | pet's name", "的宠物叫{v} | has a pet called {v}",
          "我的宠物叫{v}。/ 我给我的宠物起名叫{v}。 | My pet is called {v}. / I named my pet {v}.",
          "我的宠物叫什么？/ 我的宠物叫什么名字？/ 我给宠物起了什么名字？ | What is my pet called? / What is my pet's name? / What did I name my pet?",
          "你的宠物叫{v}。/ 它叫{v}。 | Your pet is called {v}. / It is called {v}."),
    kind_of("budget", _MONEY, "预算 | budget", "的预算是{v} | has a budget of {v}",
          "我的预算是{v}。/ 我最多花{v}。/ 我只有{v}可以花。 | My budget is {v}. / I can spend {v} at most. / I have {v} to spend.",
          "我的预算是多少？/ 我最多能花多少钱？/ 我有多少钱可以花？ | What is my budget? / How much can I spend? / How much money do I have to spend?",
          "你的预算是{v}。/ 你最多能花{v}。 | Your budget is {v}. / You can spend {v}."),
    kind_of("deadline", world.DAYS, "截止日期 | deadline", "的作业{v}要交 | has homework due on {v}",
          "我的作业{v}要交。/ 我的作业最晚{v}交。 | My homework is due on {v}. / I have to hand in my homework on {v}.",
          "我的作业什么时候交？/ 我的作业星期几要交？/ 作业最晚哪天交？ | When is my homework due? / On which day do I hand in my homework? / What is my deadline?",
          "你的作业{v}要交。/ 最晚{v}交。 | Your homework is due on {v}. / It is due on {v}."),
    kind_of("meet-place", world.PLACES, "见面的地方 | meeting place", "要在{v}见朋友 | is meeting a friend at the {v}",
          "我要和朋友在{v}见面。/ 我和朋友约在{v}。 | I am meeting a friend at the {v}. / My friend and I will meet at the {v}.",
          "我和朋友在哪里见面？/ 我们约在哪儿见面？/ 我要去哪里见朋友？ | Where am I meeting my friend? / Where do my friend and I meet? / What is our meeting place?",
          "你们在{v}见面。/ 你和朋友约在{v}。 | You are meeting at the {v}. / At the {v}."),
    kind_of("meet-time", world.HOURS, "见面的时间 | meeting time", "{v}见朋友 | is meeting a friend at {v}",
          "我{v}和朋友见面。/ 我和朋友约了{v}。 | I am meeting a friend at {v}. / My friend and I will meet at {v}.",
          "我几点和朋友见面？/ 我和朋友约了几点？/ 见面是几点？ | What time am I meeting my friend? / When do my friend and I meet? / At what time is the meeting?",
          "你们{v}见面。/ 你和朋友约了{v}。 | You are meeting at {v}. / At {v}."),
    kind_of("learning", _SUBJECTS, "在学的东西 | subject", "在学{v} | is learning {v}",
          "我在学{v}。/ 我最近开始学{v}。/ 我报名学{v}了。 | I am learning {v}. / I have started learning {v}. / I study {v} these days.",
          "我在学什么？/ 我最近在学什么？/ 我报名学什么了？ | What am I learning? / What do I study? / What have I started learning?",
          "你在学{v}。 | You are learning {v}."),
    kind_of("ride", _RIDES, "出门的方式 | way of travelling", "坐{v}上班 | goes to work by {v}",
          "我每天坐{v}上班。/ 我上班坐{v}。 | I go to work by {v}. / I take the {v} to work.",
          "我每天怎么上班？/ 我上班坐什么？/ 我怎么去上班？ | How do I go to work? / How do I get to work? / What do I take to work?",
          "你坐{v}上班。/ 坐{v}。 | You go to work by {v}. / By {v}."),
    kind_of("birthday", world.MONTHS, "生日 | birthday", "的生日在{v} | has a birthday in {v}",
          "我的生日在{v}。/ 我是{v}出生的。 | My birthday is in {v}. / I was born in {v}.",
          "我的生日在几月？/ 我是几月出生的？/ 我哪个月过生日？ | In which month is my birthday? / When is my birthday? / In which month was I born?",
          "你的生日在{v}。/ 你是{v}出生的。 | Your birthday is in {v}. / You were born in {v}."),
    kind_of("room", _ROOMS, "房间号 | room number", "住{v} | is in {v}",
          "我住{v}。/ 我在{v}。 | I am in {v}. / I'm staying in {v}.",
          "我住几号房间？/ 我的房间号是多少？/ 我在哪个房间？ | What is my room number? / Which room am I in? / Where am I staying?",
          "你住{v}。/ 你在{v}。 | You are in {v}. / You are staying in {v}."),
    kind_of("shoes", _SIZES, "鞋子的尺码 | shoe size", "穿{v}的鞋 | wears shoes of {v}",
          "我穿{v}的鞋。/ 我的鞋是{v}。 | My shoes are {v}. / I wear {v} shoes.",
          "我穿多大的鞋？/ 我的鞋是几码？/ 我的鞋码是多少？ | What is my shoe size? / What size are my shoes? / Which shoe size do I wear?",
          "你穿{v}的鞋。/ 你的鞋是{v}。 | Your shoes are {v}. / You wear {v}."),
    kind_of("wish", _THINGS, "想买的东西 | wish", "想买{v} | wants to buy {v}",
          "我想买{v}。/ 我打算买{v}。/ 我要买{v}。 | I want to buy {v}. / I plan to buy {v}. / I am going to buy {v}.",
          "我想买什么？/ 我打算买什么？/ 我要买的是什么？ | What do I want to buy? / What do I plan to buy? / What am I going to buy?",
          "你想买{v}。/ 你打算买{v}。 | You want to buy {v}. / You plan to buy {v}."),
    kind_of("gift", _GIFT_FOR, "送礼物的人 | person to give a present to", "要给{v}送礼物 | has a present for {v}",
          "我要给{v}送礼物。/ 我在给{v}挑礼物。 | I am choosing a present for {v}. / I have a present for {v}.",
          "我的礼物是给谁的？/ 我要给谁送礼物？ | Who is my present for? / Who am I choosing a present for?",
          "给{v}的。/ 你要给{v}送礼物。 | It is for {v}. / For {v}."),
    kind_of("lost", tuple((n.zh, n.en) for n in world.SMALL if n.en != n.plural), "丢的东西 | lost thing", "丢了{v} | has lost a {v}",
          "我的{v}丢了。/ 我把{v}弄丢了。/ 我找不到我的{v}了。 | I have lost my {v}. / I can't find my {v}. / My {v} is gone.",
          "我丢了什么？/ 我在找什么？/ 我把什么弄丢了？ | What have I lost? / What am I looking for? / What can't I find?",
          "你丢了{v}。/ 你的{v}丢了。 | You have lost your {v}. / Your {v}."),
    kind_of("trip", world.CITIES, "旅行的地方 | destination", "要去{v}旅行 | is travelling to {v}",
          "我要去{v}旅行。/ 我打算去{v}玩。/ 我下个月去{v}。 | I am going on a trip to {v}. / I plan to visit {v}. / I am travelling to {v} next month.",
          "我要去哪里旅行？/ 我打算去哪儿玩？/ 我旅行去哪里？ | Where am I travelling? / Which city do I plan to visit? / Where does my trip go?",
          "你要去{v}旅行。/ 你打算去{v}。 | You are travelling to {v}. / You plan to visit {v}."),
)  # fmt: skip
