"""Wordings that no training text uses: half of the chat probes are put in these words."""

# ruff: noqa: E501  (a sentence and its twin read best on one line)

from __future__ import annotations

from lesson_kit.corpus.dialogue_parts import twos

IN_ENGLISH = twos("""
从现在起，你的每句话都要用英文写。 | From now on, every sentence you write must be English.
我想练英语，所以请你一直用英文回我。 | I am practising my English, so always reply to me in English.
规定：输出语言为英文。 | Rule: the output language is English.
""")
IN_CHINESE = twos("""
从现在起，你的每句话都要用中文写。 | From now on, every sentence you write must be Chinese.
我在学中文，所以请你一直用中文回我。 | I am learning Chinese, so always reply to me in Chinese.
规定：输出语言为中文。 | Rule: the output language is Chinese.
""")
SHORT = twos("""
一句话就够了，不要多说。 | One sentence is enough, say no more.
请你回答得简短，仅一句话。 | Be brief: just a single sentence.
""")
CHILD = twos("""
你在给一群小朋友上课，请这样说话。 | You are giving a lesson to young children, so talk that way.
你是老师，对面坐着一个小孩。 | You are a teacher, and a small child sits in front of you.
""")
ENDING = twos("""
记得用“{w}”来结束你的回答。 | Remember to finish your answer with "{w}".
每句回答后面都要加一个“{w}”。 | Add "{w}" after each of your answers.
""")
AGAIN = twos("""
麻烦你再说一个例子。 | Would you mind giving one more example?
除了这个，还有别的生活例子吗？ | Apart from that, is there any other example from everyday life?
再给我讲一个类似的例子吧。 | Tell me one more example like that.
我还想要一个例子。 | I want one more example.
""")
ABOUT = twos("""
我想知道{t}指的是什么，举个例子吧。 | I'd like to know what {t} is, with an example.
老师今天讲了{t}，那是什么？举例说一下。 | Our teacher spoke of {t} today. What is it? Give an example.
""")
SUMMARISE = twos("""
麻烦把我们聊的内容写成一段总结。 | Could you write a short summary of what we talked about?
请把要点总结给我看。 | Show me a summary of the main points.
""")
SUMMED = twos("""
上文摘要：{text} | Digest of the earlier text: {text}
较早的对话可以概括为：{text} | The earlier conversation, in brief: {text}
""")
BEFORE = twos("""
还记得吗？ | Do you still remember?
帮我想想， | Help me think:
""")
SOURCES = twos("""
刚看到的公告：{x}。 | I have just seen this notice: {x}.
我手里的宣传单上印着：{x}。 | The leaflet in my hand says: {x}.
""")
AND = twos("""
一个来源写{x}，另一个来源写{y}。 | One source says {x}, another says {y}.
网站上说{x}，可是电话里说{y}。 | The website says {x}, but on the phone they said {y}.
""")
""" What a base model and a chat model are both given: the task, and words a right answer holds. """
TASKS = twos("""
请介绍一下你自己。 | Please introduce yourself.
请说出三种动物。 | Please name three animals.
请把“苹果”翻译成英文。 | Please translate "苹果" into English.
请问，一个星期有几天？ | Tell me, how many days are there in a week?
请用一句话说说什么是友谊。 | Say in one sentence what friendship is.
请问中国的首都是哪里？ | Please tell me the capital of China.
怎么泡茶？请简单说一下。 | How do I make tea? Keep it simple.
请列出两种水果。 | Please list two fruits.
请问下雨的时候应该带什么？ | What should I take with me when it rains?
请解释什么是习惯。 | Please explain what a habit is.
""")
