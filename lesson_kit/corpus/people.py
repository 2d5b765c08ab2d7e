"""The people of the authored world: what each is called in both languages."""

# ruff: noqa: E501  (a row of names reads best on one line)

from __future__ import annotations

from dataclasses import dataclass


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


def _people(table: str, *, girl: bool) -> tuple[Person, ...]:
    cells = (cell for line in table.strip().splitlines() for cell in line.split(";"))
    pairs = ((zh.strip(), en.strip()) for zh, en in (cell.split("=") for cell in cells))
    return tuple(Person(zh, en, girl) for zh, en in pairs)


# Those the vocabulary knows as one token each, and then the wider circle, spelled in several.
_CLOSE = (
    *_people(
    """小红=Anna; 小丽=Lily; 小芳=Mary; 小雪=Lucy; 小雨=Emma; 小文=Alice; 小兰=Rose; 小梅=Kate
    小燕=Jane; 小玉=Sarah; 小花=Nina; 小静=Ella; 小云=Amy; 小月=Grace; 小玲=Helen; 小霞=Julia
    安娜=Linda; 玛丽=Maria; 丽丽=Sophie; 红红=Olivia; 小美=Mia; 小慧=Clara; 小英=Susan; 小莉=Laura""", girl=True),
    *_people(
    """小明=Tom; 小刚=Jack; 小李=Ben; 小王=Sam; 小张=Leo; 小华=Peter; 小强=Mike; 小军=John
    小东=Paul; 小龙=David; 小海=Mark; 小林=Henry; 小天=Bill; 小杰=Jim; 小宝=Tim; 小山=Max
    汤姆=Bob; 大卫=Daniel; 小亮=Oscar; 小峰=Felix; 小陈=Adam; 小赵=Luke; 小周=Simon; 小马=George""", girl=False),
)  # fmt: skip
# Grown-ups with a title, of whom nobody asks how old they are or what they do.
TITLED = (
    *_people("王阿姨=Mrs Wang; 李老师=Miss Li; 张奶奶=Mrs Hill; 陈医生=Dr Green", girl=True),
    *_people("刘叔叔=Mr Liu; 张老师=Mr Brown; 王爷爷=Mr King; 赵医生=Dr White", girl=False),
)  # fmt: skip
CLOSE = (*_CLOSE, *TITLED)
_WIDE = (
    *_people(
    """小霜=Fiona; 小琴=Ruby; 小青=Ivy; 小蓝=Hazel; 小晴=Chloe; 小叶=Zoe; 小竹=Daisy; 小琳=Molly; 小敏=Nora; 小雯=Ellen
    莎莎=Irene; 婷婷=Jenny; 圆圆=Polly; 乐乐=Lola; 甜甜=Wendy; 朵朵=Flora; 妮妮=Cindy; 思思=Vera; 苗苗=Iris; 贝贝=Bella
    王芳=Martha; 李静=Diana; 张敏=Judy; 刘洋=Carol; 陈晨=Tina; 杨柳=Elsa; 周红=Betty; 吴燕=Joan; 许丽=Nancy; 孙玉=Ruth
    朱琳=Hannah; 胡月=Leah; 林雪=Stella; 何花=Penny; 郭美=Gloria; 高洁=Sally; 罗兰=Audrey; 宋佳=Megan; 唐宁=Abby; 许静=Tracy
    沈青=Maggie; 苏梅=Holly; 叶兰=Eva; 方圆=Dora; 白玉=Lena; 田甜=Katie; 江雨=Paula; 史文=Rachel; 夏荷=Avril; 秋兰=Juno
    艾米=Aimee; 露西=Luna; 珍妮=Gina; 凯特=Karen; 苏珊=Susie; 玛莎=Marcia; 海伦=Helena; 爱丽丝=Alicia; 艾玛=Emily; 莉莉=Lilian""", girl=True),
    *_people(
    """小勇=Ray; 小涛=Ian; 小波=Neil; 小斌=Eric; 小伟=Alan; 小志=Kevin; 小飞=Owen; 小新=Evan; 小安=Noah; 小乐=Toby
    小石=Rob; 小川=Dean; 小松=Ken; 小阳=Ryan; 小星=Seth; 小毛=Fred; 小虎=Hugo; 小光=Luis; 小冬=Ted; 小树=Wes
    王强=Victor; 李明=Frank; 张伟=Steven; 刘刚=Roger; 陈平=Philip; 杨帆=Ralph; 周亮=Stanley; 吴勇=Walter; 许东=Howard; 孙涛=Martin
    马龙=Dennis; 朱文=Carl; 胡军=Gary; 林海=Louis; 何山=Arthur; 郭峰=Edward; 高远=Andrew; 罗成=Jason; 宋江=Nathan; 唐明=Vincent
    许安=Harry; 沈飞=Billy; 苏城=Charlie; 叶青=Danny; 方明=Eddie; 白杨=Jerry; 田林=Larry; 江平=Ronnie; 史强=Terry; 夏杰=Tony
    彼得=Pete; 迈克=Mick; 杰克=Jacob; 约翰=Johnny; 保罗=Pablo; 亨利=Harold; 马克=Marcus; 比尔=Willy; 本杰明=Benjamin; 亚当=Aaron""", girl=False),
)  # fmt: skip
_WIDE_TITLED = (
    *_people("李阿姨=Mrs Lee; 陈老师=Miss Chen; 刘奶奶=Mrs Young; 周医生=Dr Zhou; 林老师=Miss Lin; 马阿姨=Mrs Baker", girl=True),
    *_people("陈叔叔=Mr Chen; 王老师=Mr Wang; 李爷爷=Mr Wood; 孙医生=Dr Sun; 高老师=Mr Gray; 黄叔叔=Mr Yellow", girl=False),
)  # fmt: skip
PLAIN = (*_CLOSE, *_WIDE)
PEOPLE = (*PLAIN, *TITLED, *_WIDE_TITLED)
