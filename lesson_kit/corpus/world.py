"""A small authored world, in both languages: who and what the sentences are about.

Every entry is one thing with its Chinese and its English name, so that a family can tell the
same scene twice. Nouns carry the measure word Chinese needs and the form English needs.
"""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    """A thing. zh, en: its names; measure: its Chinese measure word; plural: the English plural."""

    zh: str
    measure: str
    en: str
    plural: str

    @property
    def a(self) -> str:
        """The English noun with its article: ``an apple``."""
        return ("an " if self.en[0] in "aeiou" else "a ") + self.en

    @property
    def one(self) -> str:
        """The Chinese noun with its measure word: ``一个苹果``."""
        return f"一{self.measure}{self.zh}"


@dataclass(frozen=True)
class Person:
    """A person. girl decides 她 and she; the two names need not sound alike."""

    zh: str
    en: str
    girl: bool

    @property
    def ta(self) -> str:
        return "她" if self.girl else "他"

    @property
    def she(self) -> str:
        return "she" if self.girl else "he"

    @property
    def her(self) -> str:
        """The possessive: her or his."""
        return "her" if self.girl else "his"


def _nouns(table: str) -> tuple[Noun, ...]:
    rows = []
    for line in table.strip().splitlines():
        for cell in line.split(";"):
            zh, measure, en, *plural = (part.strip() for part in cell.split(","))
            rows.append(Noun(zh, measure, en, plural[0] if plural else f"{en}s"))
    return tuple(rows)


def _pairs(table: str) -> tuple[tuple[str, str], ...]:
    cells = (cell for line in table.strip().splitlines() for cell in line.split(";"))
    return tuple((zh.strip(), en.strip()) for zh, en in (cell.split("=") for cell in cells))


def _people(table: str, girl: bool) -> tuple[Person, ...]:
    return tuple(Person(zh, en, girl) for zh, en in _pairs(table))


PEOPLE = (
    *_people(
        """小红=Anna; 小丽=Lily; 小芳=Mary; 小雪=Lucy; 小雨=Emma; 小文=Alice; 小兰=Rose; 小梅=Kate
        小燕=Jane; 小玉=Sarah; 小花=Nina; 小静=Ella; 小云=Amy; 小月=Grace; 小玲=Helen; 小霞=Julia
        安娜=Linda; 玛丽=Maria; 丽丽=Sophie; 红红=Olivia; 小美=Mia; 小慧=Clara; 小英=Susan; 小莉=Laura
        王阿姨=Mrs Wang; 李老师=Miss Li; 张奶奶=Mrs Hill; 陈医生=Dr Green""",
        girl=True,
    ),
    *_people(
        """小明=Tom; 小刚=Jack; 小李=Ben; 小王=Sam; 小张=Leo; 小华=Peter; 小强=Mike; 小军=John
        小东=Paul; 小龙=David; 小海=Mark; 小林=Henry; 小天=Bill; 小杰=Jim; 小宝=Tim; 小山=Max
        汤姆=Bob; 大卫=Daniel; 小亮=Oscar; 小峰=Felix; 小陈=Adam; 小赵=Luke; 小周=Simon; 小马=George
        刘叔叔=Mr Liu; 张老师=Mr Brown; 王爷爷=Mr King; 赵医生=Dr White""",
        girl=False,
    ),
)  # fmt: skip

FRUITS = _nouns(
    """苹果,个,apple; 香蕉,根,banana; 西瓜,个,watermelon; 橙子,个,orange; 葡萄,串,grape; 草莓,颗,strawberry,strawberries
    桃子,个,peach,peaches; 梨,个,pear; 樱桃,颗,cherry,cherries; 柠檬,个,lemon; 芒果,个,mango,mangoes; 菠萝,个,pineapple"""
)
# Foods and drinks are masses in English: their plural is the bare noun.
FOODS = _nouns(
    """面包,个,bread,bread; 米饭,碗,rice,rice; 面条,碗,noodle,noodles; 饺子,盘,dumpling,dumplings; 蛋糕,块,cake,cake
    鸡蛋,个,egg; 豆腐,块,tofu,tofu; 土豆,个,potato,potatoes; 胡萝卜,根,carrot; 西红柿,个,tomato,tomatoes; 饼干,块,biscuit
    巧克力,块,chocolate,chocolate; 汤,碗,soup,soup; 鱼,条,fish,fish; 包子,个,bun; 玉米,根,corn,corn; 沙拉,盘,salad,salad
    奶酪,块,cheese,cheese; 冰淇淋,个,ice cream,ice cream; 三明治,个,sandwich,sandwiches; 汉堡,个,hamburger; 蜂蜜,瓶,honey,honey"""
)
DRINKS = _nouns(
    """茶,杯,tea,tea; 咖啡,杯,coffee,coffee; 牛奶,杯,milk,milk; 果汁,杯,juice,juice; 水,杯,water,water
    可乐,杯,cola,cola; 豆浆,杯,soy milk,soy milk; 柠檬水,杯,lemonade,lemonade; 热巧克力,杯,cocoa,cocoa"""
)
ANIMALS = _nouns(
    """猫,只,cat; 狗,只,dog; 兔子,只,rabbit; 鸟,只,bird; 老鼠,只,mouse,mice; 马,匹,horse; 牛,头,cow; 羊,只,sheep,sheep
    猪,头,pig; 鸡,只,hen; 鸭子,只,duck; 熊,只,bear; 老虎,只,tiger; 狮子,只,lion; 大象,头,elephant; 猴子,只,monkey
    狐狸,只,fox,foxes; 狼,只,wolf,wolves; 青蛙,只,frog; 乌龟,只,turtle; 蛇,条,snake; 熊猫,只,panda; 松鼠,只,squirrel; 鹅,只,goose,geese
    小猫,只,kitten; 小狗,只,puppy,puppies; 小羊,只,lamb; 鹿,只,deer,deer; 驴,头,donkey; 猎豹,只,leopard"""
)
OBJECTS = _nouns(
    """书,本,book; 笔,支,pen; 铅笔,支,pencil; 帽子,顶,hat; 雨伞,把,umbrella; 钥匙,把,key; 杯子,个,cup; 勺子,把,spoon
    叉子,把,fork; 筷子,双,chopstick; 碗,个,bowl; 盘子,个,plate; 手表,块,watch,watches; 手机,部,phone; 电脑,台,computer; 球,个,ball
    玩具,个,toy; 盒子,个,box,boxes; 袋子,个,bag; 书包,个,schoolbag; 椅子,把,chair; 桌子,张,table; 灯,盏,lamp; 镜子,面,mirror
    毛巾,条,towel; 肥皂,块,soap,soap; 牙刷,把,toothbrush,toothbrushes; 梳子,把,comb; 剪刀,把,pair of scissors,scissors; 刀,把,knife,knives
    地图,张,map; 照片,张,photo; 信,封,letter; 票,张,ticket; 花,朵,flower; 风筝,只,kite; 自行车,辆,bicycle; 相机,台,camera
    吉他,把,guitar; 钱包,个,wallet; 围巾,条,scarf,scarves; 外套,件,coat; 鞋,双,shoe; 毯子,条,blanket; 枕头,个,pillow; 瓶子,个,bottle"""
)
SMALL = tuple(n for n in OBJECTS if n.zh not in {"椅子", "桌子", "灯", "电脑", "自行车", "镜子"})

# Places: zh, en; "in the" fits each of them.
PLACES = _pairs(
    """公园=park; 学校=school; 图书馆=library; 医院=hospital; 超市=supermarket; 饭店=restaurant; 车站=station
    博物馆=museum; 书店=bookshop; 银行=bank; 邮局=post office; 动物园=zoo; 花园=garden; 教室=classroom; 办公室=office
    厨房=kitchen; 商店=shop; 咖啡馆=café; 电影院=cinema; 体育馆=gym; 药店=pharmacy; 面包店=bakery; 市场=market; 游泳池=swimming pool"""
)
ROOM_SPOTS = _pairs(
    """桌子上=on the table; 床下=under the bed; 书包里=in the schoolbag; 抽屉里=in the drawer; 椅子上=on the chair
    门后=behind the door; 窗台上=on the windowsill; 箱子里=in the box; 沙发上=on the sofa; 冰箱里=in the fridge
    柜子里=in the cupboard; 书架上=on the bookshelf; 口袋里=in the pocket; 篮子里=in the basket; 盘子里=on the plate; 厨房里=in the kitchen"""
)
JOBS = _pairs(
    """老师=teacher; 医生=doctor; 护士=nurse; 司机=driver; 厨师=cook; 农民=farmer; 警察=police officer; 工人=worker
    画家=painter; 歌手=singer; 作家=writer; 工程师=engineer; 店员=shop assistant; 记者=reporter; 律师=lawyer; 科学家=scientist
    飞行员=pilot; 消防员=firefighter; 邮递员=postman; 木匠=carpenter; 理发师=barber; 园丁=gardener; 面包师=baker; 舞蹈家=dancer"""
)
WEATHERS = _pairs(
    """晴天=sunny; 阴天=cloudy; 下雨=rainy; 下雪=snowy; 刮风=windy; 有雾=foggy; 很热=hot; 很冷=cold; 很暖和=warm; 很凉快=cool"""
)
COLOURS = _pairs(
    "红色=red; 蓝色=blue; 绿色=green; 黄色=yellow; 白色=white; 黑色=black; 紫色=purple; 粉色=pink; 灰色=grey; 棕色=brown; 橙色=orange"
)
FEELINGS = _pairs(
    "高兴=happy; 难过=sad; 生气=angry; 累=tired; 紧张=nervous; 害怕=afraid; 无聊=bored; 激动=excited; 担心=worried; 困=sleepy; 饿=hungry; 渴=thirsty; 孤单=lonely; 骄傲=proud"
)
SPORTS = _pairs(
    "游泳=swimming; 跑步=running; 画画=drawing; 唱歌=singing; 跳舞=dancing; 看书=reading; 做饭=cooking; 踢足球=playing football; 打篮球=playing basketball; 下棋=playing chess; 弹钢琴=playing the piano; 爬山=climbing; 钓鱼=fishing; 骑车=cycling; 滑雪=skiing; 拍照=taking photos; 写字=writing; 种花=growing flowers"
)
CITIES = _pairs(
    "北京=Beijing; 上海=Shanghai; 广州=Guangzhou; 成都=Chengdu; 西安=Xi'an; 南京=Nanjing; 杭州=Hangzhou; 武汉=Wuhan; 伦敦=London; 巴黎=Paris; 东京=Tokyo; 纽约=New York; 柏林=Berlin; 罗马=Rome; 悉尼=Sydney; 首尔=Seoul"
)
CAPITALS = (
    ("中国", "北京", "China", "Beijing"), ("法国", "巴黎", "France", "Paris"), ("英国", "伦敦", "the United Kingdom", "London"),
    ("日本", "东京", "Japan", "Tokyo"), ("德国", "柏林", "Germany", "Berlin"), ("意大利", "罗马", "Italy", "Rome"),
    ("西班牙", "马德里", "Spain", "Madrid"), ("俄罗斯", "莫斯科", "Russia", "Moscow"), ("美国", "华盛顿", "the United States", "Washington"),
    ("加拿大", "渥太华", "Canada", "Ottawa"), ("韩国", "首尔", "South Korea", "Seoul"), ("泰国", "曼谷", "Thailand", "Bangkok"),
    ("埃及", "开罗", "Egypt", "Cairo"), ("希腊", "雅典", "Greece", "Athens"), ("澳大利亚", "堪培拉", "Australia", "Canberra"),
    ("越南", "河内", "Vietnam", "Hanoi"), ("印度", "新德里", "India", "New Delhi"), ("葡萄牙", "里斯本", "Portugal", "Lisbon"),
)  # fmt: skip
DAYS = _pairs(
    "星期一=Monday; 星期二=Tuesday; 星期三=Wednesday; 星期四=Thursday; 星期五=Friday; 星期六=Saturday; 星期天=Sunday"
)
MONTHS = _pairs(
    "一月=January; 二月=February; 三月=March; 四月=April; 五月=May; 六月=June; 七月=July; 八月=August; 九月=September; 十月=October; 十一月=November; 十二月=December"
)
HOURS = _pairs(
    "六点=six o'clock; 七点=seven o'clock; 八点=eight o'clock; 九点=nine o'clock; 十点=ten o'clock; 十一点=eleven o'clock; 三点=three o'clock; 四点=four o'clock; 五点=five o'clock; 两点=two o'clock"
)
NUMBERS = _pairs(
    "零=zero; 一=one; 二=two; 三=three; 四=four; 五=five; 六=six; 七=seven; 八=eight; 九=nine; 十=ten; 十一=eleven; 十二=twelve; 十三=thirteen; 十四=fourteen; 十五=fifteen; 十六=sixteen; 十七=seventeen; 十八=eighteen; 十九=nineteen; 二十=twenty"
)
# What happens between two animals: active zh, passive question zh, en past, en participle.
CHASES = (
    ("追", "chased", "chased", "chase"), ("看见", "saw", "seen", "see"), ("抓住", "caught", "caught", "catch"),
    ("咬", "bit", "bitten", "bite"), ("帮助", "helped", "helped", "help"), ("吓到", "scared", "scared", "scare"),
    ("踢", "kicked", "kicked", "kick"), ("推", "pushed", "pushed", "push"), ("找到", "found", "found", "find"),
    ("亲", "kissed", "kissed", "kiss"), ("等", "waited for", "waited for", "wait for"), ("跟着", "followed", "followed", "follow"),
)  # fmt: skip


def words() -> tuple[str, ...]:
    """Every name of the world, in both languages: what the vocabulary should hold whole."""
    out: list[str] = []
    for noun in (*FRUITS, *FOODS, *DRINKS, *ANIMALS, *OBJECTS):
        out += [noun.zh, noun.en, noun.plural]
    for person in PEOPLE:
        out += [person.zh, person.en]
    for table in (
        PLACES,
        JOBS,
        WEATHERS,
        COLOURS,
        FEELINGS,
        SPORTS,
        CITIES,
        DAYS,
        MONTHS,
        HOURS,
        NUMBERS,
    ):
        out += [name for pair in table for name in pair]
    out += [name for row in CAPITALS for name in row]
    out += [name for row in CHASES for name in row]
    return tuple(dict.fromkeys(out))
