"""More ideas of everyday life, in the same form: name, meaning, three examples."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

TABLE = """
友谊 | friendship
友谊就是朋友之间互相关心、互相帮助。 | Friendship means that friends care for and help each other.
比如朋友病了，你给他送作业。 | For example, you bring homework to a sick friend.
比如下雨时两个人打一把伞。 | For example, two people share one umbrella.
比如朋友难过的时候，陪他坐一会儿。 | For example, you sit with a friend who is sad.

浮力 | buoyancy
浮力就是水往上托东西的力。 | Buoyancy is the force with which water pushes things up.
比如木头放进水里会浮起来。 | For example, wood floats on water.
比如游泳圈能把人托在水面上。 | For example, a swimming ring keeps you up.
比如大铁船也能浮在海上。 | For example, even a big iron ship floats on the sea.

杠杆 | a lever
杠杆就是用一根棍子和一个支点，省力地抬东西。 | A lever is a bar on a support that lifts things with little force.
比如用开瓶器打开瓶盖。 | For example, you open a bottle with an opener.
比如跷跷板能把对面的人抬起来。 | For example, a seesaw lifts the person on the other side.
比如用剪刀剪纸很省力。 | For example, scissors cut paper with little effort.

保温 | insulation
保温就是不让热跑得太快。 | Insulation keeps heat from moving too fast.
比如保温杯里的水到晚上还是热的。 | For example, the water in a flask is still hot in the evening.
比如冬天盖厚被子睡觉很暖。 | For example, a thick quilt keeps you warm in winter.
比如鸟有羽毛，所以不怕冷。 | For example, feathers keep a bird warm.

传染 | infection
传染就是病从一个人到另一个人身上。 | Infection means that an illness goes from one person to another.
比如感冒的人打喷嚏，旁边的人也感冒了。 | For example, someone sneezes and the next person catches a cold.
比如一家人用一个杯子，都生病了。 | For example, a family shares a cup and all fall ill.
比如班里一个同学发烧，过几天又有两个发烧。 | For example, one pupil has a fever, and two more have it days later.

压力 | pressure
压力大就是力气集中在很小的地方。 | Pressure is high when a force works on a small spot.
比如针尖很细，轻轻一按就扎进布里。 | For example, a needle goes through cloth with a light push.
比如穿高跟鞋走在草地上会陷下去。 | For example, high heels sink into the grass.
比如书包带子宽一点，肩膀就不疼。 | For example, wide straps on a bag do not hurt the shoulders.

反射 | reflection
反射就是光或者声音碰到东西又回来。 | Reflection means that light or sound comes back from a surface.
比如镜子里能看见自己。 | For example, you see yourself in a mirror.
比如平静的湖面上能看见山。 | For example, a calm lake shows the mountains.
比如在山谷里喊一声，能听见回声。 | For example, you shout in a valley and hear an echo.

磁力 | magnetism
磁力就是磁铁吸住铁的力。 | Magnetism is the force with which a magnet pulls iron.
比如冰箱贴能贴在冰箱门上。 | For example, a fridge magnet sticks to the door.
比如指南针总是指着北方。 | For example, a compass points north.
比如用磁铁能把掉在地上的针吸起来。 | For example, a magnet picks up needles from the floor.

热胀冷缩 | thermal expansion
热胀冷缩就是东西热了变大，冷了变小。 | Thermal expansion means that things grow when hot and shrink when cold.
比如瓶盖打不开，用热水冲一下就松了。 | For example, hot water loosens a tight lid.
比如夏天电线会垂下来一些。 | For example, power lines hang lower in summer.
比如热空气让气球变大。 | For example, warm air makes a balloon bigger.

食物链 | a food chain
食物链就是谁吃谁，一个接一个。 | A food chain shows who eats whom, one after another.
比如虫子吃草，鸟吃虫子。 | For example, insects eat grass and birds eat insects.
比如小鱼吃水草，大鱼吃小鱼。 | For example, small fish eat water plants and big fish eat small fish.
比如老鼠吃粮食，猫吃老鼠。 | For example, mice eat grain and cats eat mice.

伪装 | camouflage
伪装就是让自己看起来像周围的东西。 | Camouflage means looking like the things around you.
比如绿色的青蛙蹲在草里，很难看见。 | For example, a green frog is hard to see in the grass.
比如雪地里的白兔子不容易被发现。 | For example, a white rabbit is hidden in the snow.
比如有的虫子长得像树叶。 | For example, some insects look like leaves.

分工 | division of labour
分工就是每个人做自己会做的一部分。 | Division of labour means that everyone does the part they are good at.
比如饭店里有人做菜，有人端菜。 | For example, in a restaurant some cook and some serve.
比如家里爸爸洗碗，妈妈扫地，孩子倒垃圾。 | For example, at home Dad washes up, Mum sweeps and the child takes out the rubbish.
比如蜜蜂有的采蜜，有的看家。 | For example, some bees collect honey and some guard the hive.

瓶颈 | a bottleneck
瓶颈就是最慢的那一步，它决定整件事的快慢。 | A bottleneck is the slowest step, which sets the speed of the whole.
比如五个人切菜，只有一个炉子，就要等炉子。 | For example, five people chop vegetables but there is only one stove.
比如路很宽，桥很窄，车都堵在桥上。 | For example, the road is wide but the bridge is narrow, so cars wait there.
比如超市人很多，只开了一个收银台。 | For example, the shop is full but only one till is open.

保险 | insurance
保险就是平时交一点钱，出事的时候有人帮你付。 | Insurance means paying a little so that you get help when something goes wrong.
比如车撞坏了，保险公司付修车的钱。 | For example, the company pays when your car is damaged.
比如生病住院，保险付一部分费用。 | For example, insurance pays part of the hospital bill.
比如出去旅行，行李丢了可以得到赔偿。 | For example, you get money when your luggage is lost on a trip.

同情 | empathy
同情就是能感到别人的难过，想帮他。 | Empathy means feeling what others feel.
比如看见同学哭了，给他一张纸巾。 | For example, you give a tissue to a crying classmate.
比如老人拿着很多东西，你去帮他提。 | For example, you carry bags for an old man.
比如新同学没有朋友，你请他一起玩。 | For example, you ask a lonely new pupil to play.

对称 | symmetry
对称就是左边和右边一样。 | Symmetry means that the left and the right look the same.
比如蝴蝶的两只翅膀一样。 | For example, the two wings of a butterfly match.
比如人的脸有两只眼睛、两只耳朵。 | For example, a face has two eyes and two ears.
比如剪纸时把纸对折再剪。 | For example, you fold the paper before you cut a shape.

算法 | an algorithm
算法就是一步一步做事的方法。 | An algorithm is a way of doing something step by step.
比如照着菜谱做菜。 | For example, you cook from a recipe.
比如按照说明书装桌子。 | For example, you build a table from the instructions.
比如查字典时先找第一个字母，再找第二个。 | For example, in a dictionary you look for the first letter, then the second.

隐私 | privacy
隐私就是自己的事，不想让别人知道。 | Privacy means keeping your own matters to yourself.
比如日记不给别人看。 | For example, you do not show your diary.
比如密码只有自己知道。 | For example, only you know your password.
比如进房间以前要敲门。 | For example, others knock before they enter your room.

误会 | a misunderstanding
误会就是把别人的意思想错了。 | A misunderstanding means taking something in the wrong way.
比如他没打招呼，不是生气，是没看见你。 | For example, he did not greet you because he did not see you, not because he was angry.
比如说好三点见，一个人以为是下午，一个人以为是凌晨。 | For example, two people agree on three o'clock, but one thinks of the night.
比如妈妈说“好啊”，其实是不同意。 | For example, Mum says "well, fine" but does not agree.

承诺 | a promise
承诺就是说好要做的事，一定要做到。 | A promise is something you said you would do and must do.
比如答应妹妹周末去公园，周末就去。 | For example, you promised your sister the park, so you go.
比如说好八点还书，八点就还。 | For example, you bring back the book at eight as you said.
比如答应不说出去，就不告诉别人。 | For example, you said you would keep it secret, so you tell nobody.

妥协 | a compromise
妥协就是两个人各让一步。 | A compromise means that both sides give way a little.
比如一个想看电影，一个想散步，就先散步再看电影。 | For example, one wants a film and one a walk, so you walk first and then see the film.
比如两个人都要靠窗的位子，就一人坐一半路。 | For example, two people share the window seat, half of the way each.
比如卖家要一百，买家出八十，最后九十成交。 | For example, one asks a hundred, one offers eighty, and they agree on ninety.

副作用 | a side effect
副作用就是除了想要的结果，还带来了别的结果。 | A side effect is something that happens besides what you wanted.
比如吃了感冒药会想睡觉。 | For example, cold medicine makes you sleepy.
比如喝咖啡提神，可是晚上睡不着。 | For example, coffee wakes you up, but you cannot sleep at night.
比如开空调很凉快，可是用电多。 | For example, air conditioning cools the room but uses much power.

证据 | evidence
证据就是能证明一件事是真的东西。 | Evidence is what shows that something is true.
比如地上有脚印，说明有人来过。 | For example, footprints show that someone was here.
比如收据能证明你付过钱。 | For example, a receipt shows that you paid.
比如盘子里有碎屑，说明有人吃了饼干。 | For example, crumbs on the plate show that someone ate the biscuits.

浪费 | waste
浪费就是把还能用的东西丢掉或者乱用。 | Waste means throwing away or misusing what is still good.
比如饭没吃完就倒掉。 | For example, you throw away half of your dinner.
比如没有人的房间开着灯。 | For example, the light is on in an empty room.
比如刷牙的时候一直开着水。 | For example, the tap runs while you brush your teeth.

共享 | sharing
共享就是一样东西大家一起用。 | Sharing means that many people use the same thing.
比如大家从图书馆借同一本书看。 | For example, many people read the same library book.
比如路边的共享单车，谁都可以骑。 | For example, anyone can ride the bicycles on the street.
比如邻居之间借一把梯子。 | For example, neighbours lend each other a ladder.
"""
