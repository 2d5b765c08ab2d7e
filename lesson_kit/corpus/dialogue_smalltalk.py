"""Turns that carry no fact to be asked about: they make the way to a late question longer."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random

from lesson_kit.corpus import world
from lesson_kit.corpus.dialogue_parts import Turn, side, twos
from lesson_kit.corpus.filler import filler

# What the user says and what the assistant answers, in both languages, four columns a row.
_TALK = """
今天天气真好。 | 是啊，适合出去走走。 | The weather is lovely today. | Yes, a good day for a walk.
外面下雨了。 | 出门记得带伞。 | It has started to rain. | Remember to take an umbrella.
我刚吃完午饭。 | 休息一下再做事吧。 | I have just had lunch. | Take a short rest before you go on.
我有点累了。 | 那就歇一会儿，喝点水。 | I am a little tired. | Then take a break and drink some water.
最近工作很忙。 | 辛苦了，记得早点睡。 | Work has been busy lately. | That sounds hard. Try to sleep early.
楼下新开了一家店。 | 有空可以去看看。 | A new shop has opened downstairs. | You could have a look some time.
我昨晚没睡好。 | 今天早点休息吧。 | I slept badly last night. | Try to rest early today.
路上堵车堵了很久。 | 堵车的时候听听音乐会好一点。 | The traffic was terrible. | Some music helps when you are stuck.
我家的花开了。 | 真好，看着心情也会好。 | My flowers are in bloom. | How nice. That lifts the mood.
今天的月亮很圆。 | 晚上看月亮很舒服。 | The moon is full tonight. | It is pleasant to look at the moon.
我正在听歌。 | 听歌能让人放松。 | I am listening to music. | Music helps you relax.
周末过得很快。 | 是啊，休息的时间总是很短。 | The weekend went by so fast. | Yes, free time always feels short.
我想喝点热的。 | 天冷的时候喝点热的很舒服。 | I would like something hot to drink. | A hot drink is good when it is cold.
地铁上人真多。 | 早一点出门会好一些。 | The underground was so crowded. | Leaving earlier may help.
我把房间打扫干净了。 | 房间干净，心情也好。 | I have cleaned my room. | A clean room feels good.
邻居家的孩子很吵。 | 可以好好跟他们说一说。 | The children next door are noisy. | You could talk to them kindly.
我刚跑完步。 | 跑完步记得拉伸一下。 | I have just been for a run. | Remember to stretch afterwards.
电视里没什么好看的。 | 那就看看书吧。 | There is nothing good on television. | Then read a book instead.
我在等公共汽车。 | 希望车快点来。 | I am waiting for the bus. | I hope it comes soon.
今天学了很多新词。 | 明天再复习一遍就记住了。 | I learned many new words today. | Look at them again tomorrow.
我的手机快没电了。 | 找个地方充一下电吧。 | My phone is almost out of battery. | Find a place to charge it.
窗外有一只鸟在叫。 | 听起来像是在打招呼。 | A bird is singing outside. | It sounds as if it is saying hello.
这几天降温了。 | 多穿一件衣服，别着凉。 | It has turned colder these days. | Put on another layer and stay warm.
我今天走了一万步。 | 真不少，对身体很好。 | I walked ten thousand steps today. | That is a lot. Good for your health.
我做了一道新菜。 | 味道怎么样？下次可以再试试。 | I cooked a new dish. | How did it taste? You can try it again.
超市里今天打折。 | 那可以买一些常用的东西。 | There is a sale at the supermarket. | A good time to buy everyday things.
我把杯子打碎了。 | 小心别割到手，慢慢扫。 | I broke a cup. | Be careful with the pieces.
明天要早起。 | 今晚早点睡，定个闹钟。 | I have to get up early tomorrow. | Go to bed early and set an alarm.
我喜欢下雪的时候。 | 下雪的时候很安静。 | I like it when it snows. | Everything is quiet when it snows.
刚才停电了。 | 现在来电了就好。 | The power went out just now. | Good that it is back.
我在整理书架。 | 按大小放会整齐一些。 | I am tidying my bookshelf. | Sorting by size keeps it neat.
今天的晚霞很美。 | 拍张照片留下来吧。 | The sunset is beautiful today. | Take a photo of it.
排队排了半个小时。 | 等了这么久，真不容易。 | I stood in a queue for half an hour. | That is a long wait.
我的鞋子湿了。 | 先换一双干的，别着凉。 | My shoes are wet. | Change into dry ones first.
我在学做蛋糕。 | 第一次慢一点，没关系。 | I am learning to bake. | Take it slowly the first time.
我把闹钟关了又睡着了。 | 下次把闹钟放远一点。 | I turned off my alarm and fell asleep again. | Put the alarm further away next time.
公园里很多人在跳舞。 | 看着就很热闹。 | Many people are dancing in the park. | That sounds lively.
我刚看完一部电影。 | 好看的话可以推荐给朋友。 | I have just watched a film. | If it was good, tell your friends.
饭做多了。 | 放进冰箱，明天热一热再吃。 | I cooked too much. | Put it in the fridge for tomorrow.
雨停了。 | 可以打开窗户透透气。 | The rain has stopped. | You can open the window now.
"""
TALK = tuple(tuple(cell.strip() for cell in line.split("|")) for line in _TALK.strip().splitlines())
ACKS = twos(
    """
好的。 | All right.
嗯，我在听。 | I see. Go on.
好的，还有吗？ | OK. Anything else?
明白了。 | Got it.
原来是这样。 | I see.
是吗？听起来不错。 | Really? That sounds nice.
"""
)
# Questions that have an answer of their own, so that not every early turn is chat.
ASIDES = """
一年有几个月？ | 一年有十二个月。 | How many months are there in a year? | There are twelve months in a year.
怎么泡茶？ | 把茶叶放进杯子，倒上热水，等几分钟。 | How do I make tea? | Put the leaves in a cup, add hot water and wait a few minutes.
为什么要刷牙？ | 刷牙能把食物和细菌刷掉，牙齿就不容易坏。 | Why should we brush our teeth? | Brushing removes food and germs, so teeth stay healthy.
怎么才能早点睡着？ | 睡前不看手机，房间暗一点，会好一些。 | How can I fall asleep sooner? | Put the phone away and keep the room dark.
水为什么会结冰？ | 天太冷，水就变成硬的冰了。 | Why does water freeze? | When it is cold enough, water turns into hard ice.
一个星期有几天？ | 一个星期有七天。 | How many days are there in a week? | There are seven days in a week.
怎么保护眼睛？ | 看一会儿书就看看远处，别离屏幕太近。 | How can I look after my eyes? | Look into the distance now and then, and keep away from the screen.
"""
TALK = (
    *TALK,
    *(tuple(cell.strip() for cell in line.split("|")) for line in ASIDES.strip().splitlines()),
)


def smalltalk(rng: random.Random, zh: bool, n: int) -> list[Turn]:
    """`n` exchanges about nothing in particular."""
    turns: list[Turn] = []
    for row in rng.sample(TALK, min(n, len(TALK))):
        at = 0 if zh else 2
        if rng.random() < 0.7:
            turns += [("u", row[at]), ("a", row[at + 1])]
            continue
        said = [filler(rng, "zh" if zh else "en") for _ in range(rng.randint(1, 3))]
        turns += [("u", ("" if zh else " ").join(said)), ("a", rng.choice(ACKS)[side(zh)])]
    return turns


def gap(rng: random.Random, most: int = 18) -> int:
    """How many exchanges lie in between: often few, sometimes as many as the window holds."""
    return min(
        most, rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18))
    )


def someone(rng: random.Random) -> world.Person:
    """A person whose name a user may have: no titles."""
    return rng.choice(PLAIN_PEOPLE)


_TITLES = ("Mr", "Mrs", "Miss", "Ms", "Dr")
PLAIN_PEOPLE = tuple(p for p in world.PEOPLE if not p.en.startswith(_TITLES))
