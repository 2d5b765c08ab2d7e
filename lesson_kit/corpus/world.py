"""A small authored world, in both languages: who and what the sentences are about.

Every entry is one thing with its Chinese and its English name, so that a family can tell the
same scene twice. Nouns carry the measure word Chinese needs and the form English needs.
"""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

from lesson_kit.corpus.people import PEOPLE, Person
from lesson_kit.corpus.things import ANIMALS, DRINKS, FOODS, FRUITS, OBJECTS, SMALL, Noun

__all__ = ["ANIMALS", "DRINKS", "FOODS", "FRUITS", "OBJECTS", "PEOPLE", "SMALL", "Noun", "Person"]


def _pairs(table: str) -> tuple[tuple[str, str], ...]:
    cells = (cell for line in table.strip().splitlines() for cell in line.split(";"))
    return tuple((zh.strip(), en.strip()) for zh, en in (cell.split("=") for cell in cells))


# Places: zh, en; "in the" fits each of them.
PLACES = _pairs(
    """公园=park; 学校=school; 图书馆=library; 医院=hospital; 超市=supermarket; 饭店=restaurant; 车站=station
    博物馆=museum; 书店=bookshop; 银行=bank; 邮局=post office; 动物园=zoo; 花园=garden; 教室=classroom; 办公室=office
    厨房=kitchen; 商店=shop; 咖啡馆=café; 电影院=cinema; 体育馆=gym; 药店=pharmacy; 面包店=bakery; 市场=market; 游泳池=swimming pool
    机场=airport; 酒店=hotel; 广场=square; 教堂=church; 剧院=theatre; 农场=farm; 工厂=factory; 森林=forest; 村子=village; 花店=flower shop; 水果店=fruit shop; 理发店=hair salon; 洗衣店=laundry; 停车场=car park; 操场=playground; 食堂=canteen; 宿舍=dormitory; 实验室=laboratory; 会议室=meeting room; 客厅=living room; 卧室=bedroom; 院子=yard; 地铁站=underground station; 码头=harbour; 警察局=police station; 大学=university; 幼儿园=nursery; 茶馆=tea house; 网球场=tennis court"""
)
ROOM_SPOTS = _pairs(
    """桌子上=on the table; 床下=under the bed; 书包里=in the schoolbag; 抽屉里=in the drawer; 椅子上=on the chair
    门后=behind the door; 窗台上=on the windowsill; 箱子里=in the box; 沙发上=on the sofa; 冰箱里=in the fridge
    柜子里=in the cupboard; 书架上=on the bookshelf; 口袋里=in the pocket; 篮子里=in the basket; 盘子里=on the plate; 厨房里=in the kitchen
    花瓶旁边=beside the vase; 窗户旁边=by the window; 钢琴上=on the piano; 枕头下=under the pillow; 衣柜里=in the wardrobe; 车里=in the car; 垃圾桶旁边=next to the bin; 墙上=on the wall; 地上=on the floor; 楼下=downstairs; 阳台上=on the balcony; 浴室里=in the bathroom"""
)
JOBS = _pairs(
    """老师=teacher; 医生=doctor; 护士=nurse; 司机=driver; 厨师=cook; 农民=farmer; 警察=police officer; 工人=worker
    画家=painter; 歌手=singer; 作家=writer; 工程师=engineer; 店员=shop assistant; 记者=reporter; 律师=lawyer; 科学家=scientist
    飞行员=pilot; 消防员=firefighter; 邮递员=postman; 木匠=carpenter; 理发师=barber; 园丁=gardener; 面包师=baker; 舞蹈家=dancer
    导游=guide; 摄影师=photographer; 演员=actor; 翻译=translator; 牙医=dentist; 兽医=vet; 裁缝=tailor; 渔夫=fisherman; 船长=captain; 售货员=salesperson; 会计=accountant; 秘书=secretary; 经理=manager; 图书管理员=librarian; 程序员=programmer; 设计师=designer; 教练=coach; 法官=judge; 军人=soldier; 清洁工=cleaner; 保安=guard; 出租车司机=taxi driver; 电工=electrician; 音乐家=musician"""
)
WEATHERS = _pairs(
    """晴天=sunny; 阴天=cloudy; 下雨=rainy; 下雪=snowy; 刮风=windy; 有雾=foggy; 很热=hot; 很冷=cold; 很暖和=warm; 很凉快=cool"""
)
COLOURS = _pairs(
    """红色=red; 蓝色=blue; 绿色=green; 黄色=yellow; 白色=white; 黑色=black; 紫色=purple; 粉色=pink; 灰色=grey; 棕色=brown; 橙色=orange
    金色=gold; 银色=silver; 浅蓝色=light blue; 深绿色=dark green"""
)
FEELINGS = _pairs(
    """高兴=happy; 难过=sad; 生气=angry; 累=tired; 紧张=nervous; 害怕=afraid; 无聊=bored; 激动=excited; 担心=worried; 困=sleepy; 饿=hungry; 渴=thirsty; 孤单=lonely; 骄傲=proud
    满意=pleased; 吃惊=surprised; 害羞=shy; 失望=disappointed; 放松=relaxed; 平静=calm; 着急=anxious; 感动=touched; 好奇=curious"""
)
SPORTS = _pairs(
    """游泳=swimming; 跑步=running; 画画=drawing; 唱歌=singing; 跳舞=dancing; 看书=reading; 做饭=cooking; 踢足球=playing football; 打篮球=playing basketball; 下棋=playing chess; 弹钢琴=playing the piano; 爬山=climbing; 钓鱼=fishing; 骑车=cycling; 滑雪=skiing; 拍照=taking photos; 写字=writing; 种花=growing flowers
    打网球=playing tennis; 打乒乓球=playing table tennis; 打羽毛球=playing badminton; 弹吉他=playing the guitar; 拉小提琴=playing the violin; 打太极=doing tai chi; 做瑜伽=doing yoga; 滑冰=skating; 散步=walking; 露营=camping; 划船=rowing; 放风筝=flying kites; 听音乐=listening to music; 看电影=watching films; 写诗=writing poems; 讲故事=telling stories; 学英语=learning English; 做蛋糕=baking cakes; 折纸=folding paper; 集邮=collecting stamps; 打扫房间=cleaning the room; 逛街=going shopping"""
)
CITIES = _pairs(
    """北京=Beijing; 上海=Shanghai; 广州=Guangzhou; 成都=Chengdu; 西安=Xi'an; 南京=Nanjing; 杭州=Hangzhou; 武汉=Wuhan; 伦敦=London; 巴黎=Paris; 东京=Tokyo; 纽约=New York; 柏林=Berlin; 罗马=Rome; 悉尼=Sydney; 首尔=Seoul
    重庆=Chongqing; 天津=Tianjin; 苏州=Suzhou; 青岛=Qingdao; 大连=Dalian; 厦门=Xiamen; 昆明=Kunming; 长沙=Changsha; 济南=Jinan; 哈尔滨=Harbin; 香港=Hong Kong; 大阪=Osaka; 曼谷=Bangkok; 新加坡=Singapore; 开罗=Cairo; 莫斯科=Moscow; 马德里=Madrid; 维也纳=Vienna; 雅典=Athens; 芝加哥=Chicago; 波士顿=Boston; 多伦多=Toronto; 墨尔本=Melbourne"""
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
