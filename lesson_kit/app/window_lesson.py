"""What chapter 11 asks of the model, as plain data for the pictures.

A conversation becomes its messages with token counts, and for every window size and policy the
request that would be sent; requests that are alike are listed once. An outcome is what the model
really answers to one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lesson_kit.app.window_answers import LONGEST_ANSWER, Answers, NotAskedError
from lesson_kit.app.window_summary import language_of, write_summary
from lesson_kit.app.window_texts import Conversation
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

__all__ = ["POLICIES", "STEP", "SUMMARY_ROOM", "WindowLesson"]

Plain = dict[str, Any]
POLICIES = ("all", "oldest", "system", "summary")
STEP = 4  # tokens between two window sizes
SUMMARY_ROOM = 44  # tokens a summary may take in the window


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
        """The model's own summary of old messages in at most `most` tokens, as a system message."""
        return write_summary(self.answers, old, most, lang)

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
        if not self.answers.fits(messages):
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
        if not self.answers.fits(messages):
            return {"kept": False, "ask": ask, "said": ""}
        said, _ = self.answers.say(messages, 24)
        return {"kept": words.casefold() in said.casefold(), "ask": ask, "said": said}

    def counted(self, messages: Sequence[Message], *, made: Sequence[int] = ()) -> list[Plain]:
        """Messages with their tokens, ready to be shown; `made` are places nobody typed."""
        return [
            {**_told(one), "made": i in made}
            for i, one in enumerate(count(self.tokenizer, messages))
        ]


def _told(one: Counted) -> Plain:
    return {"role": one.role, "text": one.content, "tokens": one.tokens}


def _marked(answer: str) -> str:
    """An answer up to the end of its [words]: what the probability is of."""
    return answer.split("]")[0].replace("[", "")
