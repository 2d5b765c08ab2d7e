"""Ideas of everyday life: what each is, in one sentence, and three examples of it."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

TABLE = """
因果关系 | cause and effect
因果关系就是一件事引起了另一件事。 | Cause and effect means that one thing makes another thing happen.
比如下雨了没带伞，衣服就湿了。 | For example, it rains, you have no umbrella, and your clothes get wet.
比如晚上睡得太晚，第二天上课就会困。 | For example, you go to bed too late and feel sleepy in class the next day.
比如忘了给花浇水，花就干了。 | For example, you forget to water the plant and it dries up.

习惯 | a habit
习惯就是常常做、不用想也会做的事。 | A habit is something you do so often that you need not think about it.
比如每天起床以后先刷牙。 | For example, brushing your teeth every morning.
比如进门先换鞋。 | For example, taking off your shoes when you come home.
比如睡觉以前看几页书。 | For example, reading a few pages before you sleep.

摩擦力 | friction
摩擦力就是两个东西碰在一起时，不让它们滑动的力。 | Friction is the force that stops two touching things from sliding.
比如鞋底有花纹，走路才不会滑倒。 | For example, the pattern on your soles keeps you from slipping.
比如骑车时捏刹车，车轮就慢下来。 | For example, when you brake, the bicycle wheel slows down.
比如冬天搓一搓手，手会变暖。 | For example, rubbing your hands makes them warm in winter.

回收 | recycling
回收就是把用过的东西收起来，做成新的东西。 | Recycling means collecting used things and making new things from them.
比如旧报纸可以做成新的纸。 | For example, old newspapers become new paper.
比如空瓶子送到回收站，可以再做成瓶子。 | For example, empty bottles are collected and made into bottles again.
比如旧衣服可以做成擦桌子的布。 | For example, old clothes are turned into cloths for cleaning.

耐心 | patience
耐心就是愿意慢慢等、慢慢做，不着急。 | Patience means being willing to wait and to go slowly.
比如种下种子以后，每天浇水，等它发芽。 | For example, you plant a seed, water it every day and wait for it to come up.
比如排队买票的时候，不推别人。 | For example, you stand in a queue and do not push.
比如教弟弟写字，一遍不会就再教一遍。 | For example, you teach your brother to write and show him again when he fails.

合作 | teamwork
合作就是几个人一起做一件事，每人做一部分。 | Teamwork means that several people do one job together, each a part of it.
比如两个人一起抬桌子。 | For example, two people carry a table together.
比如大扫除的时候，有人扫地，有人擦窗。 | For example, on cleaning day some sweep and some wash the windows.
比如踢足球的时候，大家互相传球。 | For example, football players pass the ball to each other.

公平 | fairness
公平就是大家用一样的规矩，谁也不吃亏。 | Fairness means the same rules for everyone.
比如把蛋糕切成一样大的几块。 | For example, you cut the cake into equal pieces.
比如轮流玩秋千，每人五分钟。 | For example, everyone gets five minutes on the swing.
比如比赛的时候，大家从同一条线出发。 | For example, all runners start from the same line.

选择 | a choice
选择就是在几样东西里挑一样。 | A choice means taking one thing out of several.
比如午饭吃面条，就不吃米饭了。 | For example, you have noodles for lunch and not rice.
比如周末可以爬山，也可以在家看书，你挑一个。 | For example, at the weekend you either climb a hill or read at home.
比如买衣服的时候，在红色和蓝色里挑红色。 | For example, you pick the red coat and leave the blue one.

预算 | a budget
预算就是花钱以前先算好能花多少。 | A budget is a plan of how much money you can spend.
比如去超市以前决定只花五十元。 | For example, you decide to spend only fifty yuan at the supermarket.
比如旅行以前写下车票、吃饭和住店各要多少钱。 | For example, before a trip you write down the cost of tickets, food and hotel.
比如每个月留一百元买书。 | For example, you keep a hundred yuan a month for books.

重力 | gravity
重力就是地球把东西往下拉的力。 | Gravity is the force with which the Earth pulls things down.
比如苹果熟了会从树上掉下来。 | For example, a ripe apple falls from the tree.
比如把球扔上去，它还会落回来。 | For example, a ball you throw up comes down again.
比如水总是往低处流。 | For example, water always flows downhill.

蒸发 | evaporation
蒸发就是水变成看不见的水汽，跑到空气里。 | Evaporation means that water turns into vapour and goes into the air.
比如湿衣服晒一会儿就干了。 | For example, wet clothes dry in the sun.
比如雨后地上的水坑慢慢不见了。 | For example, a puddle slowly disappears after the rain.
比如杯子里的水放几天会变少。 | For example, the water in a glass gets less after a few days.

惯性 | inertia
惯性就是动着的东西想一直动，停着的东西想一直停。 | Inertia means that moving things keep moving and still things stay still.
比如公共汽车突然停下，人会往前倒。 | For example, when a bus stops suddenly, people fall forward.
比如跑得很快的时候，不能马上停下来。 | For example, when you run fast, you cannot stop at once.
比如拍一拍衣服，灰就掉下来。 | For example, when you beat a carpet, the dust comes off.

平衡 | balance
平衡就是两边差不多，不会倒。 | Balance means that both sides are equal, so nothing falls.
比如走独木桥的时候张开两只手。 | For example, you hold out your arms on a narrow bridge.
比如跷跷板两边的人一样重。 | For example, two children of the same weight sit on a seesaw.
比如工作累了就休息一会儿。 | For example, you rest for a while after hard work.

节约 | saving
节约就是不浪费，够用就好。 | Saving means using only what you need.
比如离开房间的时候关灯。 | For example, you turn off the light when you leave the room.
比如洗菜的水留着浇花。 | For example, you water the flowers with the water from washing vegetables.
比如一张纸两面都写。 | For example, you write on both sides of the paper.

礼貌 | politeness
礼貌就是说话做事让别人觉得舒服。 | Politeness means speaking and acting so that others feel at ease.
比如请别人帮忙时说“请”，帮完说“谢谢”。 | For example, you say please when you ask and thank you afterwards.
比如进别人的房间以前先敲门。 | For example, you knock before you go into a room.
比如别人说话的时候不插嘴。 | For example, you do not interrupt when someone is speaking.

责任 | responsibility
责任就是自己该做的事自己做好。 | Responsibility means doing well what is yours to do.
比如养了小狗，就要每天喂它。 | For example, if you keep a dog, you feed it every day.
比如借了书，到时候要还。 | For example, you return a book you borrowed on time.
比如打破了杯子，自己把它扫干净。 | For example, you sweep up the cup you broke.

信任 | trust
信任就是相信别人会做到他说的事。 | Trust means believing that someone will do what they said.
比如把家里的钥匙交给邻居。 | For example, you give your key to a neighbour.
比如朋友说会来，你就等他。 | For example, a friend says he will come, and you wait.
比如把秘密告诉好朋友。 | For example, you tell a secret to a good friend.

诚实 | honesty
诚实就是说真话，不骗人。 | Honesty means telling the truth.
比如店员多找了钱，你退给他。 | For example, the shop gives you too much change and you give it back.
比如没写作业就说没写。 | For example, you admit that you did not do your homework.
比如打破了窗户，自己去告诉主人。 | For example, you tell the owner that you broke the window.

勇气 | courage
勇气就是害怕的时候也去做对的事。 | Courage means doing the right thing even when you are afraid.
比如第一次上台说话，心跳很快，还是说完了。 | For example, you finish your first speech although your heart beats fast.
比如看见有人被欺负，去叫老师。 | For example, you call the teacher when someone is bullied.
比如怕水的人慢慢学会游泳。 | For example, someone afraid of water learns to swim.

分类 | sorting
分类就是把一样的东西放在一起。 | Sorting means putting things of the same kind together.
比如洗衣服时把白色的和黑色的分开。 | For example, you wash white and black clothes apart.
比如超市把水果和面包放在不同的架子上。 | For example, the supermarket keeps fruit and bread on different shelves.
比如倒垃圾的时候，纸放一边，剩饭放一边。 | For example, paper goes into one bin and leftovers into another.

计划 | a plan
计划就是事先想好先做什么、后做什么。 | A plan says what you will do first and what comes later.
比如周末以前写好：上午买菜，下午看外婆。 | For example, you write: shopping in the morning, Grandma in the afternoon.
比如考试以前每天复习一课。 | For example, you review one lesson a day before the exam.
比如做饭以前先想好要买哪些菜。 | For example, you think about what to buy before you cook.

供求 | supply and demand
供求就是东西多了就便宜，想要的人多了就贵。 | Supply and demand means that plenty makes things cheap and many buyers make them dear.
比如夏天西瓜多，价钱就低。 | For example, watermelons are cheap in summer because there are many.
比如下大雨的时候，想买伞的人多，伞就贵了。 | For example, umbrellas cost more when it pours and everyone wants one.
比如过节以前，花店里的花涨价。 | For example, flowers cost more before a festival.

机会成本 | opportunity cost
机会成本就是选了一样，就放弃了另一样。 | Opportunity cost is what you give up when you choose something else.
比如用一个下午看电影，就少了一个下午学习。 | For example, an afternoon at the cinema is an afternoon without study.
比如用钱买了玩具，就不能买书。 | For example, the money spent on a toy cannot buy a book.
比如地里种了玉米，就不能种花。 | For example, a field of corn cannot be a field of flowers.

反馈 | feedback
反馈就是做了以后知道做得怎么样，再改一改。 | Feedback tells you how well you did, so that you can change it.
比如尝一口汤，淡了就加点盐。 | For example, you taste the soup and add salt if it is weak.
比如老师在作业上写评语，你照着改。 | For example, you correct your work after the teacher's remarks.
比如照镜子看见头发乱了，就梳一梳。 | For example, you look in the mirror and comb your hair.

概率 | probability
概率就是一件事发生的可能有多大。 | Probability says how likely something is.
比如抛硬币，正面和反面各有一半可能。 | For example, a coin shows heads half of the time.
比如天气预报说明天很可能下雨。 | For example, the forecast says that rain is likely tomorrow.
比如十个球里有一个红球，摸到红球的可能很小。 | For example, one red ball among ten is hard to draw.

规则 | a rule
规则就是大家都要照着做的约定。 | A rule is something everyone agrees to follow.
比如红灯停，绿灯行。 | For example, stop at red and go at green.
比如下棋的时候，一人走一步。 | For example, in chess each player makes one move in turn.
比如在图书馆里小声说话。 | For example, people speak quietly in the library.
"""
