"""The things of the authored world: what can be eaten, drunk, met, held."""

# ruff: noqa: E501  (a row of things reads best on one line)

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


def _nouns(table: str) -> tuple[Noun, ...]:
    rows = []
    for line in table.strip().splitlines():
        for cell in line.split(";"):
            zh, measure, en, *plural = (part.strip() for part in cell.split(","))
            rows.append(Noun(zh, measure, en, plural[0] if plural else f"{en}s"))
    return tuple(rows)


FRUITS = _nouns(
    """苹果,个,apple; 香蕉,根,banana; 西瓜,个,watermelon; 橙子,个,orange; 葡萄,串,grape; 草莓,颗,strawberry,strawberries
    桃子,个,peach,peaches; 梨,个,pear; 樱桃,颗,cherry,cherries; 柠檬,个,lemon; 芒果,个,mango,mangoes; 菠萝,个,pineapple
    荔枝,颗,lychee; 柚子,个,pomelo; 杏,个,apricot; 李子,个,plum; 石榴,个,pomegranate; 椰子,个,coconut; 蓝莓,颗,blueberry,blueberries; 猕猴桃,个,kiwi; 哈密瓜,个,melon; 枣,颗,date; 无花果,个,fig; 橘子,个,tangerine"""
)
# Foods and drinks are masses in English: their plural is the bare noun.
FOODS = _nouns(
    """面包,个,bread,bread; 米饭,碗,rice,rice; 面条,碗,noodle,noodles; 饺子,盘,dumpling,dumplings; 蛋糕,块,cake,cake
    鸡蛋,个,egg; 豆腐,块,tofu,tofu; 土豆,个,potato,potatoes; 胡萝卜,根,carrot; 西红柿,个,tomato,tomatoes; 饼干,块,biscuit
    巧克力,块,chocolate,chocolate; 汤,碗,soup,soup; 鱼,条,fish,fish; 包子,个,bun; 玉米,根,corn,corn; 沙拉,盘,salad,salad
    奶酪,块,cheese,cheese; 冰淇淋,个,ice cream,ice cream; 三明治,个,sandwich,sandwiches; 汉堡,个,hamburger; 蜂蜜,瓶,honey,honey
    粥,碗,porridge,porridge; 馒头,个,steamed bun; 馄饨,碗,wonton; 炒饭,盘,fried rice,fried rice; 烤鸭,只,roast duck,roast duck; 火锅,顿,hot pot,hot pot; 牛肉,块,beef,beef; 鸡肉,块,chicken,chicken; 羊肉,块,mutton,mutton
    虾,只,prawn; 螃蟹,只,crab; 香肠,根,sausage; 披萨,块,pizza,pizza; 薯条,包,chips,chips; 布丁,个,pudding,pudding; 果酱,瓶,jam,jam; 黄油,块,butter,butter; 酸奶,杯,yogurt,yogurt; 糖,块,candy,candy; 花生,颗,peanut
    核桃,个,walnut; 蘑菇,朵,mushroom; 洋葱,个,onion; 黄瓜,根,cucumber; 白菜,棵,cabbage,cabbage; 菠菜,把,spinach,spinach; 南瓜,个,pumpkin; 茄子,个,eggplant; 豆子,颗,bean; 大蒜,头,garlic,garlic; 月饼,个,mooncake; 粽子,个,rice dumpling; 春卷,个,spring roll"""
)
DRINKS = _nouns(
    """茶,杯,tea,tea; 咖啡,杯,coffee,coffee; 牛奶,杯,milk,milk; 果汁,杯,juice,juice; 水,杯,water,water
    可乐,杯,cola,cola; 豆浆,杯,soy milk,soy milk; 柠檬水,杯,lemonade,lemonade; 热巧克力,杯,cocoa,cocoa
    绿茶,杯,green tea,green tea; 红茶,杯,black tea,black tea; 奶茶,杯,milk tea,milk tea; 苹果汁,杯,apple juice,apple juice; 橙汁,杯,orange juice,orange juice; 啤酒,杯,beer,beer; 汽水,瓶,soda,soda; 椰汁,杯,coconut milk,coconut milk"""
)
ANIMALS = _nouns(
    """猫,只,cat; 狗,只,dog; 兔子,只,rabbit; 鸟,只,bird; 老鼠,只,mouse,mice; 马,匹,horse; 牛,头,cow; 羊,只,sheep,sheep
    猪,头,pig; 鸡,只,hen; 鸭子,只,duck; 熊,只,bear; 老虎,只,tiger; 狮子,只,lion; 大象,头,elephant; 猴子,只,monkey
    狐狸,只,fox,foxes; 狼,只,wolf,wolves; 青蛙,只,frog; 乌龟,只,turtle; 蛇,条,snake; 熊猫,只,panda; 松鼠,只,squirrel; 鹅,只,goose,geese
    小猫,只,kitten; 小狗,只,puppy,puppies; 小羊,只,lamb; 鹿,只,deer,deer; 驴,头,donkey; 猎豹,只,leopard
    斑马,匹,zebra; 长颈鹿,只,giraffe; 骆驼,头,camel; 袋鼠,只,kangaroo; 企鹅,只,penguin; 海豚,只,dolphin; 鲸鱼,头,whale; 鲨鱼,条,shark; 章鱼,只,octopus,octopuses; 蜜蜂,只,bee; 蝴蝶,只,butterfly,butterflies
    蚂蚁,只,ant; 蜘蛛,只,spider; 蜗牛,只,snail; 蝙蝠,只,bat; 猫头鹰,只,owl; 老鹰,只,eagle; 乌鸦,只,crow; 鸽子,只,pigeon; 天鹅,只,swan; 孔雀,只,peacock; 鹦鹉,只,parrot; 麻雀,只,sparrow; 公鸡,只,rooster; 小鸡,只,chick
    小鸭,只,duckling; 小马,匹,pony,ponies; 小牛,头,calf,calves; 刺猬,只,hedgehog; 海龟,只,sea turtle; 海狮,头,sea lion; 豹子,只,panther; 鳄鱼,条,crocodile; 鸵鸟,只,ostrich,ostriches"""
)
OBJECTS = _nouns(
    """书,本,book; 笔,支,pen; 铅笔,支,pencil; 帽子,顶,hat; 雨伞,把,umbrella; 钥匙,把,key; 杯子,个,cup; 勺子,把,spoon
    叉子,把,fork; 筷子,双,chopstick; 碗,个,bowl; 盘子,个,plate; 手表,块,watch,watches; 手机,部,phone; 电脑,台,computer; 球,个,ball
    玩具,个,toy; 盒子,个,box,boxes; 袋子,个,bag; 书包,个,schoolbag; 椅子,把,chair; 桌子,张,table; 灯,盏,lamp; 镜子,面,mirror
    毛巾,条,towel; 肥皂,块,soap,soap; 牙刷,把,toothbrush,toothbrushes; 梳子,把,comb; 剪刀,把,pair of scissors,scissors; 刀,把,knife,knives
    地图,张,map; 照片,张,photo; 信,封,letter; 票,张,ticket; 花,朵,flower; 风筝,只,kite; 自行车,辆,bicycle; 相机,台,camera
    吉他,把,guitar; 钱包,个,wallet; 围巾,条,scarf,scarves; 外套,件,coat; 鞋,双,shoe; 毯子,条,blanket; 枕头,个,pillow; 瓶子,个,bottle
    橡皮,块,eraser; 尺子,把,ruler; 本子,个,notebook; 日记,本,diary,diaries; 字典,本,dictionary,dictionaries; 报纸,份,newspaper; 杂志,本,magazine; 画,幅,painting; 邮票,枚,stamp; 蜡烛,根,candle; 火柴,根,match,matches; 绳子,根,rope
    针,根,needle; 扇子,把,fan; 闹钟,个,alarm clock; 收音机,台,radio; 耳机,副,headset; 键盘,个,keyboard; 鼠标,个,computer mouse,computer mice; 篮球,个,basketball; 足球,个,football; 羽毛球,个,shuttlecock; 球拍,副,racket; 手套,副,glove
    袜子,双,sock; 裙子,条,skirt; 裤子,条,pair of trousers,trousers; 衬衫,件,shirt; 毛衣,件,sweater; 靴子,双,boot; 腰带,条,belt; 戒指,枚,ring; 项链,条,necklace; 眼镜,副,pair of glasses,glasses; 帐篷,顶,tent; 行李箱,个,suitcase
    水壶,个,kettle; 锅,口,pot; 茶杯,个,teacup; 罐子,个,jar; 篮子,个,basket; 桶,个,bucket; 扫帚,把,broom; 锤子,把,hammer; 钉子,颗,nail; 梯子,架,ladder; 手电筒,个,torch,torches; 洋娃娃,个,doll; 积木,块,toy brick; 气球,个,balloon
    鼓,面,drum; 笛子,支,flute; 小提琴,把,violin; 硬币,枚,coin; 礼物,份,present; 卡片,张,card; 旗子,面,flag; 石头,块,stone; 贝壳,枚,shell; 羽毛,根,feather"""
)
_FIXED = {"椅子", "桌子", "灯", "电脑", "自行车", "镜子", "帐篷", "梯子"}
SMALL = tuple(n for n in OBJECTS if n.zh not in _FIXED)
