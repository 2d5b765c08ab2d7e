"""The learner's own conversation in chapter 11: it grows by what the chosen policy answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lesson_kit.app.guard import UnusableTextError
from lesson_kit.app.window_answers import LONGEST_ANSWER
from lesson_kit.app.window_entries import LONGEST_LINE, read_entry
from lesson_kit.app.window_lesson import Plain, WindowLesson
from lesson_kit.app.window_texts import Conversation
from lesson_kit.context import count
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = ["LONGEST_TALK", "OwnTalk"]

LONGEST_TALK = 200  # messages


class OwnTalk:
    """What the learner said and what was answered, the newest question still open at its end.

    ``changed`` hears of every change with all messages.
    """

    def __init__(
        self,
        lesson: WindowLesson,
        lang: Lang,
        said: Sequence[Message] = (),
        changed: Callable[[tuple[Message, ...]], None] = lambda said: None,
    ) -> None:
        self.lesson = lesson
        self.lang: Lang = lang
        self.said = tuple(said)
        self._changed = changed
        self._size = 0  # the window it was last answered in

    @property
    def conversation(self) -> Conversation:
        """As a conversation without facts and right answers."""
        return Conversation("", self.said)

    def plan(self) -> Plain:
        """It at every window size, as for the blackboard, which opens it in the largest."""
        plan = self.lesson.plan(self.conversation, largest=self.lesson.answers.chat.window)
        return {**plan, "start": plan["sizes"][-1], "own": True}

    def clear(self) -> None:
        """Start over."""
        self._set(())

    def say(self, text: str, policy: str, at: object) -> tuple[Plain, int, str]:
        """Say something; what was answered last under ``policy`` joins the conversation.

        ``at`` is the place of the window's size, as the page has it. Returns the new plan, the
        place to show, and a sentence about what was left out of the text ("": nothing). Raises
        UnusableTextError for an empty text and a conversation that is long enough; nothing is
        changed then.
        """
        text, note = self._read(text)
        if len(self.said) >= LONGEST_TALK:
            raise UnusableTextError(
                zh=f"已经聊了 {len(self.said)} 条，图里放不下了。按「从头聊」重新开始。",
                en=f"That is {len(self.said)} messages, more than the picture holds. Press "
                "“Start over”.",
            )
        said = self.said
        if said and said[-1].role == "user":
            said = (*said, Message("assistant", self._answered(policy, at)))
        self._set((*said, Message("user", text)))
        plan = self.plan()
        last = len(plan["sizes"]) - 1
        if not (isinstance(at, int) and at >= 0 and self._size):
            return plan, last, note
        place = next((i for i, n in enumerate(plan["sizes"]) if n >= self._size), last)
        return plan, place, note

    def _read(self, text: str) -> tuple[str, str]:
        chat = self.lesson.answers.chat
        (empty,) = count(chat.loaded.tokenizer, [Message("user", "")])
        room = chat.window - self.lesson.frame - LONGEST_ANSWER - empty.tokens
        return read_entry(text, chat, most=LONGEST_LINE, room=room, lang=self.lang)

    def _answered(self, policy: str, at: object) -> str:
        """What the model answered under a policy and window to the conversation so far."""
        plan = self.plan()
        last = len(plan["sizes"]) - 1
        place = min(at, last) if isinstance(at, int) and at >= 0 else last
        self._size = plan["sizes"][place]
        chosen = plan["plans"].get(policy, plan["plans"]["oldest"])[place]
        outcome = self.lesson.outcome(self.conversation, plan["requests"][chosen])
        refused = {"zh": "（装不下，没有回答。）", "en": "(Too long, no answer.)"}[self.lang]
        return refused if not outcome or outcome.get("refused") else outcome["text"]

    def _set(self, said: tuple[Message, ...]) -> None:
        self.said = said
        self._changed(said)
