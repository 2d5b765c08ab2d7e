"""What chapter 11 asks of the model, as plain data for the pictures.

A conversation becomes its messages with token counts, and for every window size and policy the
request that would be sent; requests that are alike are listed once. An outcome is what the model
really answers to one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lesson_kit.app.window_answers import LONGEST_ANSWER, Answers, NotAskedError
from lesson_kit.app.window_texts import SUMMARY, Conversation, Wording
from lesson_kit.context import (
    Counted,
    Window,
    count,
    drop_oldest,
    frame_tokens,
    keep_all,
    keep_system_and_newest,
    summarise_old,
)
from lesson_kit.show.words import Lang
from lesson_kit.text.chat import Message

__all__ = ["POLICIES", "STEP", "SUMMARY_ROOM", "WindowLesson", "language_of"]

Plain = dict[str, Any]
POLICIES = ("all", "oldest", "system", "summary")
STEP = 4  # tokens between two window sizes
SUMMARY_ROOM = 44  # tokens a summary may take in the window
_LEAST_ROOM = 8  # tokens below which no summary is asked for
_PER_TOKEN = {"zh": 1.4, "en": 0.7}  # characters, words: what a budget in tokens comes to, about
_TRIES = 4  # times a summary that came out too long is asked for again, shorter
_SUMMARY = 96  # tokens after which a summary is broken off, whatever its budget


class WindowLesson:
    """One model's conversations: `answers` runs it, everything else is counting.

    Over `Answers.quiet` whatever needs an answer nobody asked for yet raises NotAskedError.
    """

    def __init__(self, answers: Answers, *, quiet: bool = False) -> None:
        self.answers = answers
        self.tokenizer = answers.chat.loaded.tokenizer
        self.frame = frame_tokens(self.tokenizer)
        self.quiet = None if quiet else WindowLesson(answers.quiet(), quiet=True)

    # ── counting ─────────────────────────────────────────────────────────────
    def plan(self, conversation: Conversation, *, largest: int | None = None) -> Plain:
        """A conversation for the blackboard: messages, window sizes, and the request at each.

        Summaries are left open (``pending``) where the model has not written them yet.
        """
        counted = count(self.tokenizer, conversation.messages)
        whole = self.frame + LONGEST_ANSWER + sum(one.tokens for one in counted)
        smallest = self.frame + LONGEST_ANSWER + (counted[-1].tokens if counted else 0)
        low = max(STEP, STEP * (smallest // STEP) - 2 * STEP)
        high = STEP * -(-(whole + 3 * STEP) // STEP)
        if largest is not None:  # a window is never larger than the model's own
            most = max(STEP, STEP * (largest // STEP))
            low, high = min(low, most), min(high, most)
        sizes = list(range(low, high + 1, STEP))
        requests: list[Plain] = []
        places: dict[str, int] = {}
        plans: dict[str, list[int]] = {policy: [] for policy in POLICIES}
        for size in sizes:
            window = Window(size, reserve=LONGEST_ANSWER, frame=self.frame)
            for policy in POLICIES:
                one = self.request(conversation, counted, policy, window)
                place = places.setdefault(repr(one), len(requests))
                if place == len(requests):
                    requests.append(one)
                plans[policy].append(place)
        return {
            "label": conversation.label,
            "messages": [_told(one) for one in counted],
            "facts": [{"name": fact.name, "words": fact.words} for fact in conversation.facts],
            "right": [_marked(one) for one in conversation.right],
            "frame": self.frame,
            "reserve": LONGEST_ANSWER,
            "sizes": sizes,
            "requests": requests,
            "plans": plans,
        }

    def request(
        self, conversation: Conversation, counted: Sequence[Counted], policy: str, window: Window
    ) -> Plain:
        """What one policy sends in one window; a summary that nobody wrote yet is ``pending``."""
        quiet = self if self.quiet is None else self.quiet
        fits = sum(one.tokens for one in counted) <= window.budget
        asked: list[tuple[Sequence[Counted], int]] = []

        def written(old: Sequence[Counted], most: int) -> Counted | None:
            asked.append((old, most))
            try:
                return quiet.summary(old, most, language_of(conversation.messages))
            except NotAskedError:
                return None

        rules = {
            "all": keep_all, "oldest": drop_oldest, "system": keep_system_and_newest,
            "summary": summarise_old(written, room=SUMMARY_ROOM),
        }  # fmt: skip
        made = rules[policy](counted, window.budget)
        at = {id(one): i for i, one in enumerate(counted)}
        note = next((one for one in made.sent if one.made), None)
        pending = policy == "summary" and not fits and not made.refused and note is None
        return {
            "sent": [at[id(one)] for one in made.sent if not one.made],
            "dropped": [at[id(one)] for one in made.dropped],
            "note": _told(note) if note else None,
            "most": asked[0][1] if pending and asked else 0,
            "at": sum(1 for one in made.sent if one.role == "system" and not one.made),
            "used": made.used + self.frame,
            "needed": made.needed + self.frame + LONGEST_ANSWER if made.refused else 0,
            "refused": made.refused,
        }

    # ── asking the model ─────────────────────────────────────────────────────
    def summary(self, old: Sequence[Counted], most: int, lang: Lang) -> Counted | None:
        """The model's own summary of old messages in at most `most` tokens, as a system message.

        One that comes out too long is asked for again with a limit of so many characters or words,
        lower each time, and in the end only its whole sentences that fit are kept.
        """
        wording = SUMMARY[lang]
        if most < _LEAST_ROOM or not old:
            return None
        (empty,) = count(self.tokenizer, [Message("system", wording.note)])
        most_words = max(5, 5 * round((most - empty.tokens) * _PER_TOKEN[lang] / 5))
        best: Counted | None = None
        for size in (None, *range(most_words, max(0, most_words - 5 * _TRIES), -5)):
            request = _summary_request(old, wording, size)
            if not self._fits(request):
                return None
            text, ended = self.answers.say(request, _SUMMARY)
            best = self._note(text, wording, most, whole=ended) or best
            if best is not None and ended and best.content.endswith(_body(text, wording)):
                return best
        return best

    def _note(self, text: str, wording: Wording, most: int, *, whole: bool) -> Counted | None:
        """The summary as a message, sentence by sentence as far as it fits."""
        body = _body(text, wording)
        sentences = _sentences(body)
        if not whole and sentences and not body.endswith(tuple("。！？.!?")):
            sentences = sentences[:-1]  # broken off: no half sentence is kept
        for n in range(len(sentences), 0, -1):
            said = Message("system", wording.note + "".join(sentences[:n]).strip())
            (counted,) = count(self.tokenizer, [said])
            if counted.tokens <= most:
                return counted
        return None

    def outcome(self, conversation: Conversation, request: Plain) -> Plain:
        """What the model really answers to a request: the answer, how likely the right one, facts.

        Writes the summary first where it is still open; the note then stands in the outcome.
        """
        if request["refused"]:
            return {}
        counted = count(self.tokenizer, conversation.messages)
        note = request["note"]
        if note is None and request["most"]:
            old = [counted[i] for i in request["dropped"]]
            written = self.summary(old, request["most"], language_of(conversation.messages))
            note = _told(written) if written else None
        sent = [conversation.messages[i] for i in request["sent"]]
        if note:
            sent.insert(request["at"], Message("system", note["text"]))
        found = self.asked(sent, conversation.right)
        if note:
            found["note"] = note
        found["facts"] = [self.knows(sent, fact.ask, fact.words) for fact in conversation.facts]
        return found

    def asked(
        self,
        messages: Sequence[Message],
        right: Sequence[str] = (),
        *,
        limit: int = LONGEST_ANSWER,
    ) -> Plain:
        """The model's answer to a request, and the probability of the right one if there is one."""
        if not self._fits(messages):
            return {"text": "", "ended": False, "p": None, "refused": True}
        text, ended = self.answers.say(messages, limit)
        found: Plain = {"text": text, "ended": ended, "p": None}
        if right:
            found["p"] = float(f"{self.answers.chance(messages, right):.4g}")
        return found

    def knows(self, sent: Sequence[Message], ask: str, words: str) -> Plain:
        """Ask the model for one fact in place of the question: does its answer hold the words?"""
        last = len(sent) - 1 if sent and sent[-1].role == "user" else len(sent)
        messages = [*sent[:last], Message("user", ask)]
        if not self._fits(messages):
            return {"kept": False, "ask": ask, "said": ""}
        said, _ = self.answers.say(messages, 24)
        return {"kept": words.casefold() in said.casefold(), "ask": ask, "said": said}

    def counted(self, messages: Sequence[Message], *, made: Sequence[int] = ()) -> list[Plain]:
        """Messages with their tokens, ready to be shown; `made` are places nobody typed."""
        return [
            {**_told(one), "made": i in made}
            for i, one in enumerate(count(self.tokenizer, messages))
        ]

    def _fits(self, messages: Sequence[Message]) -> bool:
        room = self.answers.chat.window - len(self.answers.chat.prompt(messages))
        return room >= LONGEST_ANSWER // 2


def language_of(messages: Sequence[Message]) -> Lang:
    """Chinese if a good part of what was said is written in Han characters."""
    text = "".join(one.content for one in messages)
    han = sum("\u4e00" <= char <= "\u9fff" for char in text)
    return "zh" if han * 4 >= len(text) and han else "en"


def _summary_request(old: Sequence[Counted], wording: Wording, size: int | None) -> list[Message]:
    talk = [one.message for one in old if one.role != "system"]
    limit = "" if size is None else wording.limit.format(n=size)
    return [*talk, Message("user", wording.request + limit)]


def _body(text: str, wording: Wording) -> str:
    return text.removeprefix(wording.prefix).strip()


def _sentences(text: str) -> list[str]:
    """The text cut behind every full stop; joined they are the text again."""
    found, start = [], 0
    for i, char in enumerate(text):
        if char in "。！？" or (char in ".!?" and text[i + 1 : i + 2] in ("", " ", "\n")):
            found.append(text[start : i + 1])
            start = i + 1
    return [*found, text[start:]] if text[start:].strip() else found


def _told(one: Counted) -> Plain:
    return {"role": one.role, "text": one.content, "tokens": one.tokens}


def _marked(answer: str) -> str:
    """An answer up to the end of its [words]: what the probability is of."""
    return answer.split("]")[0].replace("[", "")
