"""Everyday talk: weather, meals, work, feelings, plans, shopping, greetings."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

import random
from collections.abc import Callable

from lesson_kit.corpus import world
from lesson_kit.corpus.families import allowed, cap, family, zh_or_en
from lesson_kit.corpus.item import Lang
from lesson_kit.corpus.splits import Split

# Forms use: p q people, ta/she/her their pronouns, place, food, drink, fruit, thing, animal, day,
# hour, feel, sport, job, city, col. In Chinese "one" words carry their measure word.
TOPICS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "weather": (
        ("今天天气很好，{p}想去{place}。", "今天天气不错，我们去{place}吧。", "今天天气真好！{p}在{place}{sport}。", "今天天气很冷，{p}穿了一件外套。", "今天天气太热了，{p}喝了{drink1}。",
         "外面下雨了，{p}带了一把雨伞。", "昨天下雪了，{p}没有去{place}。", "明天会下雨，别忘了带雨伞。", "天气预报说明天是晴天。", "风很大，{p}的帽子被吹走了。", "春天来了，花都开了。",
         "夏天很热，大家都喜欢吃冰淇淋。", "秋天到了，树叶变黄了。", "冬天很冷，{p}喜欢喝热茶。", "雨停了，太阳出来了。", "天气越来越冷了，要多穿衣服。", "今天天气怎么样？今天天气很好。"),
        ("The weather is very nice today, so {p} wants to go to the {place}.", "It is a sunny day. Let's go to the {place}.", "The weather is very cold, so {p} put on a coat.", "It is too hot today. {p} had some {drink}.",
         "It is raining outside, so {p} took an umbrella.", "It snowed yesterday and {p} did not go to the {place}.", "It will rain tomorrow. Don't forget your umbrella.", "The weather is fine and the sky is blue.",
         "The wind was strong and blew {p}'s hat away.", "Spring is here and the flowers are out.", "In summer it is hot and everyone likes ice cream.", "The rain stopped and the sun came out.", "How is the weather today? It is very nice."),
    ),
    "meals": (
        ("早上，{p}吃了{food}，喝了{drink1}。", "中午我们吃{food}。", "晚上{p}做了{food}，大家都说好吃。", "我饿了，想吃{food}。", "我渴了，想喝{drink}。", "{p}不想吃{food}，想吃{fruit}。", "妈妈做的{food}很好吃。",
         "你吃饭了吗？我吃过了。", "这个{fruit}很甜。", "{p}请我喝{drink}。", "{drink}太烫了，等一会儿再喝。", "我们去饭店吃{food}吧。", "{food}很香，可是有点咸。", "我早上喜欢喝{drink}。", "吃饭以前要先洗手。"),
        ("In the morning {p} had {food} and {drink}.", "We have {food} for lunch.", "In the evening {p} cooked {food} and everyone liked it.", "I am hungry. I want to eat {food}.", "I am thirsty. I want to drink some {drink}.",
         "{p} does not want {food}. {She} wants {fruits}.", "Mum's {food} tastes very good.", "Have you eaten? Yes, I have.", "This {fruit} is very sweet.", "The {drink} is too hot. Wait a moment.", "Let's go to the restaurant and eat {food}.", "I like to drink {drink} in the morning.", "Wash your hands before you eat."),
    ),
    "work": (
        ("{p}是{job}，每天早上{hour}去上班。", "我爸爸是{job}，我妈妈是老师。", "{p}长大以后想当{job}。", "{p}工作很忙，常常很晚回家。", "今天是{day}，{p}不用上班。", "{p}坐公共汽车去上班。", "下班以后，{p}去{place}。", "{p}喜欢自己的工作。",
         "医生在医院工作。", "老师在学校教书。", "厨师在厨房做饭。", "{p}每天工作八个小时。", "会议{hour}开始，请不要迟到。"),
        ("{p} is the {job} and goes to work at {hour}.", "My father is a doctor and my mother is a teacher.", "{p} wants to be the best {job} in town.", "{p} is very busy and often comes home late.", "Today is {day}. {p} does not have to work.", "{p} goes to work by bus.",
         "After work {p} goes to the {place}.", "{p} likes {her} job.", "Doctors work in a hospital.", "Teachers work in a school.", "The cook is in the kitchen.", "The meeting starts at {hour}. Please don't be late."),
    ),
    "feelings": (
        ("{p}很高兴，因为{ta}收到了{thing1}。", "{p}很难过，因为{ta}的{thing}丢了。", "{p}有点紧张，明天要考试。", "{p}累了，想早点睡觉。", "{p}生气了，因为{q}迟到了。", "{p}觉得很{feel}。", "别担心，一切都会好的。", "{p}笑了，大家也笑了。",
         "{p}害怕{animal}。", "我很喜欢这本书。", "我今天很{feel}。", "{p}哭了，{q}给{ta}一条毛巾。", "他很高兴，因为今天放假。", "她心情很好，一边走一边唱歌。"),
        ("{p} is happy because {she} got {thing1}.", "{p} is sad because {she} lost {her} {thing}.", "{p} is a little nervous. There is a test tomorrow.", "{p} is tired and wants to go to bed early.", "{p} is angry because {q} was late.", "{p} feels {feel}.",
         "Don't worry, everything will be fine.", "{p} smiled and everyone smiled too.", "{p} is afraid of the {animal}.", "I like this book very much.", "I am very {feel} today.", "She is very happy today.", "He was sad, so {p} told him a story."),
    ),
    "routine": (
        ("{p}每天早上{hour}起床。", "起床以后，{p}先刷牙，再洗脸。", "{p}{hour}去{place}。", "晚上{p}看书，然后睡觉。", "{p}每天都{sport}。", "{day}{p}常常去{place}。", "{p}睡觉以前关灯。", "{p}放学以后写作业。", "{p}周末在家休息。", "我每天走路去学校。", "我们每天学习中文。", "{p}出门以前关好门。"),
        ("{p} gets up at {hour} every day.", "After getting up, {p} washes {her} face.", "{p} goes to the {place} at {hour}.", "In the evening {p} reads a book and goes to bed.", "{p} likes {sport} every day.", "On {day} {p} often goes to the {place}.",
         "{p} turns off the light before sleeping.", "{p} does {her} homework after school.", "{p} rests at home at the weekend.", "I walk to school every day.", "I go to school every day.", "{p} closed the door and went out."),
    ),
    "plans": (
        ("{day}我们去{place}，好吗？好的。", "{p}打算去{city}旅行。", "明天{p}要和{q}去{place}。", "周末你有空吗？我们一起{sport}吧。", "我想买{thing1}送给{p}。", "下个月{p}要去{city}。", "{hour}我在{place}等你。", "{p}想和朋友一起{sport}。", "我明天要早起。", "我想去{place}。", "等雨停了，我们就走。"),
        ("Shall we go to the {place} on {day}? Yes, let's.", "{p} is planning a trip to {city}.", "Tomorrow {p} will go to the {place} with {q}.", "Are you free at the weekend? Let's go {sport}.", "I want to buy {thing1} for {p}.", "{p} is going to {city} next month.",
         "I will wait for you at the {place} at {hour}.", "{p} wants to learn something new.", "I have to get up early tomorrow.", "I want to go to the {place}.", "We will leave when the rain stops."),
    ),
    "hobbies": (
        ("{p}喜欢{sport}，{q}也喜欢。", "我最喜欢的水果是{fruit}。", "我最喜欢的动物是{animal}。", "{p}的爱好是{sport}。", "你喜欢{sport}吗？喜欢。", "{p}{sport}的时候很开心。", "我们常常一起{sport}。", "{p}养了一只猫。", "{p}最喜欢{col}。", "我喜欢听音乐。", "他喜欢看电影，她喜欢看书。"),
        ("{p} likes {sport} and {q} likes it too.", "My favourite fruit is the {fruit}.", "My favourite animal is the {animal}.", "{p}'s hobby is {sport}.", "Do you like {sport}? Yes, I do.", "{p} is happy when {she} is {sport}.", "{p} has a cat at home.", "{p}'s favourite colour is {col}.", "I like to listen to music.", "He likes films and she likes books."),
    ),
    "home": (
        ("我家有四口人：爸爸、妈妈、姐姐和我。", "{p}的房间很大，也很干净。", "桌子上有{thing1}。", "{p}在找{ta}的{thing}。", "门开着，请进。", "我们家有一只{animal}。", "妈妈在厨房做饭，爸爸在看书。", "{p}帮妈妈洗碗。", "窗户关了，房间里很暖和。", "{p}把{thing}放在桌子上。", "奶奶给我们讲故事。", "弟弟在睡觉，请小声一点。", "我的{thing}在哪里？在桌子上。"),
        ("There are four people in my family.", "{p}'s room is big and clean.", "There is {thing1} on the table.", "{p} is looking for {her} {thing}.", "The door is open. Please come in.", "We have a {animal} at home.", "Mum is cooking and Dad is reading a book.", "{p} helped Mum wash the plates.", "The window is closed and the room is warm.", "{p} put the {thing} on the table.", "Grandma told us a story.", "The baby is sleeping. Please be quiet.", "Where is my {thing}? It is on the table."),
    ),
    "shopping": (
        ("请问，{thing}多少钱？二十块钱。", "我要买{thing1}。好的，请等一下。", "{p}去{place}买了{fruit}和{food}。", "太贵了，能便宜一点吗？", "这件衣服很漂亮，可是太贵了。", "{p}花了五十块钱买{thing1}。", "{p}忘了带钱包。", "超市里人很多。", "请给我{drink1}。好的，还要别的吗？", "商店几点关门？", "这双鞋太小了，有大一点的吗？有。"),
        ("Excuse me, how much is the {thing}? It is twenty yuan.", "I would like {thing1}, please. Here you are.", "{p} went to the market and bought {fruits} and {food}.", "It is too expensive. Do you have a cheaper one?", "The dress is beautiful but too expensive.", "{p} forgot {her} wallet.",
         "There are many people in the shop.", "Can I have some {drink}, please? Of course. Anything else?", "These shoes are too small. Do you have bigger ones? Yes, we do."),
    ),
    "greetings": (
        ("你好，{p}！你好，{q}！", "早上好！早上好！", "谢谢你，{p}。不客气。", "对不起，我来晚了。没关系。", "再见，{p}！明天见！", "你叫什么名字？我叫{p}。", "你好吗？我很好，谢谢。你呢？我也很好。", "很高兴认识你。我也很高兴认识你。", "请问，{place}在哪里？在前面。", "祝你生日快乐！谢谢！", "新年快乐！", "好久不见！你最近怎么样？", "晚安，{p}。晚安。", "请坐，喝{drink}吗？好的，谢谢。"),
        ("Hello, {p}! Hello, {q}!", "Good morning! Good morning!", "Thank you, {p}. You're welcome.", "Sorry, I am late. That's all right.", "Goodbye, {p}! See you tomorrow!", "What is your name? My name is {p}.", "How are you? I am fine, thank you. And you? I am fine too.", "Nice to meet you. Nice to meet you too.",
         "Excuse me, where is the {place}? It is over there.", "Happy birthday to you! Thank you!", "Happy New Year!", "Good night, {p}. Good night.", "Would you like some {drink}? Yes, please.", "Thank you very much for your help."),
    ),
    "journeys": (
        ("{p}坐火车去{city}。", "从这里到{place}要走十分钟。", "{p}迷路了，问{q}怎么走。", "一直走，到{place}往左转。", "公共汽车来了，{p}上了车。", "飞机{hour}起飞。", "去{city}的火车几点开？{hour}。", "{p}骑自行车去{place}。", "路上堵车，{p}迟到了。", "{p}在车站等{q}。", "他们坐船过河。", "我们走路去{place}。"),
        ("{p} went to {city} by train.", "It takes ten minutes to walk to the {place}.", "{p} was lost and asked {q} the way.", "Go straight and turn left at the {place}.", "The bus came and {p} got on.", "The plane leaves at {hour}.", "When does the train to {city} leave? At {hour}.", "{p} rode a bicycle to the {place}.", "The bus was late, so {p} was late too.", "{p} is waiting for {q} at the station.", "We walked to the {place}."),
    ),
    "school": (
        ("老师问了一个问题，{p}举手回答。", "{p}在教室里看书。", "今天有数学课和英语课。", "{p}忘了带{thing}，{q}借给{ta}。", "下课了，学生们在外面玩。", "{p}的作业写完了。", "老师说{p}写得很好。", "考试{hour}开始。", "{p}和{q}是同学。", "学校里有一个图书馆。", "我在学校学习中文和英文。", "{p}的成绩很好，大家都为{ta}高兴。"),
        ("The teacher asked a question and {p} put up {her} hand.", "{p} is reading in the classroom.", "We have maths and English today.", "{p} forgot {her} {thing}, so {q} lent {her2} one.", "Class is over and the students are playing outside.", "{p} finished {her} homework.", "The teacher said {p} did well.", "The test starts at {hour}.", "{p} and {q} are classmates.", "There is a library in our school.", "I learn English at school."),
    ),
    "nature": (
        ("一只{animal}在{place}里跑。", "树上有一只鸟在唱歌。", "河里有很多鱼。", "天上有很多星星。", "月亮很圆，也很亮。", "{p}看见了一只{animal}。", "花园里的花是{col}的。", "海边的风很大。", "山很高，路很长。", "太阳从东边升起，从西边落下。", "雨后天上有彩虹。", "{animal}在睡觉。"),
        ("A {animal} is running in the park.", "A bird is singing in the tree.", "There are many fish in the river.", "There are many stars in the sky.", "The moon is round and bright.", "{p} saw a {animal}.", "The flowers in the garden are {col}.", "The mountain is high and the road is long.", "The sun rises in the east and sets in the west.", "After the rain there was a rainbow.", "The {animal} is sleeping."),
    ),
    "health": (
        ("{p}生病了，要去医院。", "医生说{p}要多喝水，多休息。", "{p}头疼，吃了药就睡了。", "多吃水果对身体好。", "每天{sport}对身体好。", "{p}感冒了，不能去{place}。", "你怎么了？我肚子疼。", "要早睡早起。", "{p}的手受伤了，{q}帮{ta}。"),
        ("{p} is ill and has to see a doctor.", "The doctor told {p} to drink water and rest.", "{p} had a headache, so {she} went to bed.", "Eating fruit is good for you.", "{Sport} is good for your health.", "{p} has a cold and can't go to the {place}.", "What's the matter? My stomach hurts.", "Go to bed early and get up early."),
    ),
}  # fmt: skip
ANIMALS = tuple(n for n in world.ANIMALS if n.measure == "只" and n.en[0] not in "aeiou")
OBJECTS = tuple(n for n in world.SMALL if n.en != n.plural and " " not in n.en)


def _slots(rng: random.Random, zh: bool) -> dict[str, str]:
    at = 0 if zh else 1
    p, q = rng.sample(world.PEOPLE, 2)
    thing, fruit, food, drink = (
        rng.choice(t) for t in (OBJECTS, world.FRUITS, world.FOODS, world.DRINKS)
    )
    tables = {
        "place": world.PLACES, "feel": world.FEELINGS, "sport": world.SPORTS, "job": world.JOBS,
        "city": world.CITIES, "col": world.COLOURS, "day": world.DAYS, "hour": world.HOURS,
    }  # fmt: skip
    drawn = {name: rng.choice(table) for name, table in tables.items()}
    # Who does what, and who works as what, is asked in recall scenes: what those hold out is not told here.
    for name, relation in (("sport", "hobby"), ("job", "job")):
        while not allowed("train", relation, p.zh, drawn[name][0]):
            drawn[name] = rng.choice(tables[name])
    slots = {name: pair[at] for name, pair in drawn.items()}
    return slots | {
        "p": (p.zh, p.en)[at], "q": (q.zh, q.en)[at], "ta": p.ta, "she": p.she, "She": cap(p.she), "her": p.her,
        "her2": "her" if p.girl else "him", "Sport": cap(slots["sport"]),
        "thing": (thing.zh, thing.en)[at], "thing1": (thing.one, thing.a)[at],
        "fruit": (fruit.zh, fruit.en)[at], "fruits": fruit.plural, "food": (food.zh, food.plural)[at],
        "drink": (drink.zh, drink.en)[at], "drink1": drink.one, "animal": (lambda a: (a.zh, a.en)[at])(rng.choice(ANIMALS)),
    }  # fmt: skip


def _tell(topic: str) -> Callable[[random.Random, Split], tuple[str, Lang]]:
    def tell(rng: random.Random, split: Split) -> tuple[str, Lang]:
        zh = zh_or_en(rng)
        forms = TOPICS[topic][0 if zh else 1]
        picked = rng.sample(forms, rng.randint(1, 3))
        lines = [form.format(**_slots(rng, zh)) for form in picked]
        return ("" if zh else " ").join(lines), "zh" if zh else "en"

    return tell


for _topic in TOPICS:
    family(f"daily-{_topic}")(_tell(_topic))
