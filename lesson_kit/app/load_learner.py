"""One made-up learner for the load test: types, starts work, switches the language.

Every sentence carries a word of the learner's own, so a sentence that reaches somebody else's
window is noticed there.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

from lesson_kit.app.load_window import PATIENCE, Window, name_of

__all__ = ["Learner"]

#: Seconds for which a started piece of work (training, measuring) is watched before it is stopped.
WATCH = 12.0

_SENTENCES = {
    "zh": ("小猫追小狗，因为它饿了", "今天天气很好，我们去公园", "他把苹果吃了，又买了一个"),
    "en": ("The cat chased the dog because it was hungry", "The weather is nice today"),
}


_ACTIONS = {
    "ShiftView": "type_exercise",
    "Journey": "generate",
    "LiveTraining": "train",
    "RaceView": "race",
    "CacheLanes": "measure",
    "WindowView": "say",
}


class Learner(Window):
    """A window with somebody in front of it, who does the same again for the same ``seed``."""

    def __init__(self, address: str, chapter: str, number: int, *, seed: int = 0) -> None:
        self._random = random.Random(seed * 1000 + number)
        super().__init__(address, chapter, number, lang=self._random.choice(("zh", "en")))
        self._asked = 0

    async def work(self, seconds: float, *, pace: float = 10.0) -> None:
        """Do something every ``pace`` seconds, for ``seconds``; never faster than the answers."""
        end = time.monotonic() + seconds
        turn = time.monotonic() + self._random.uniform(0, min(pace, seconds))
        while turn < end:
            await asyncio.sleep(max(0.0, turn - time.monotonic()))
            try:
                await self._act()
            except TimeoutError:
                self.errors.append(f"{self.chapter}: no reaction within {PATIENCE:g} s")
            turn = max(turn + pace, time.monotonic())

    # ── what a learner does ──────────────────────────────────────────────────
    async def _act(self) -> None:
        self._asked += 1
        if self._asked % 7 == 0:
            await self.switch_language()
            return
        able = [id for id, state in self.models.items() if _action(state)]
        if not able:
            await self.switch_language()
            return
        chosen = self._random.choice(able)
        state = self.models[chosen]
        await getattr(self, f"_{_action(state)}")(chosen, state)

    def _sentence(self) -> str:
        return f"{self._random.choice(_SENTENCES[self.lang])} {self.word} {self._asked}"

    async def _type(self, model: str, state: dict[str, Any]) -> None:
        name, text = name_of(state), self._sentence()
        typed: str | list[str] = text
        if name == "NeighboursView":  # a word, not a sentence
            typed = self._random.choice(("猫", "狗", "茶") if self.lang == "zh" else ("cat", "tea"))
        elif name == "WordPaths":  # two sentences that share a word
            typed = [f"我吃苹果 {self.word}", f"苹果发布手机 {self.word}"]
            if self.lang == "en":
                typed = [f"I ate an apple {self.word}", f"The apple is red {self.word}"]
        state["asked"] = asked = int(state["asked"]) + 1
        waiting = self.wait(("own", model, asked))
        await self.timed("typed a sentence", waiting, self.set(model, typed=typed, asked=asked))

    async def _type_exercise(self, model: str, state: dict[str, Any]) -> None:
        text = self._sentence()
        waiting = self.wait(("typed", model, text))
        await self.timed("typed a sentence", waiting, self.set(model, typed=text))

    async def _generate(self, model: str, state: dict[str, Any]) -> None:
        prompt = await self.run("typed a sentence", model, text=self._sentence(), n=0)
        ids = [one["id"] for one in prompt.get("tokens", [])]
        if ids:
            await self.run("started generating", model, ids=ids, prompt=len(ids), n=12, seed=1)

    async def _train(self, model: str, state: dict[str, Any]) -> None:
        preset = self._random.choice(state["presets"])
        settings = {k: preset["settings"][k] for k in ("lr", "batch", "steps", "units")}
        text = f"{preset['text']}\n{self._sentence()}"
        await self.run("started training", model, preset=preset["key"], text=text, **settings)
        self._leave_running(model)

    async def _race(self, model: str, state: dict[str, Any]) -> None:
        await self.run("started training", model)
        self._leave_running(model)

    async def _measure(self, model: str, state: dict[str, Any]) -> None:
        await self.run(
            "started measuring", model, text=self._sentence(), history=0, example=-1, key=""
        )
        self._leave_running(model)

    async def _say(self, model: str, state: dict[str, Any]) -> None:
        await self.run(
            "said something", model, what="say", text=self._sentence(), policy="all", at=-1
        )
        self._leave_running(model)

    async def switch_language(self) -> None:
        """Click on the other language, and wait until all of the page has changed."""
        window = next((id for id, s in self.models.items() if name_of(s) == "WindowChoices"), None)
        if window is None:
            return
        self.lang = "en" if self.lang == "zh" else "zh"
        begun, whole = self.wait(("language",)), self.wait(("page",))
        sent = self.set(window, choice={"lang": self.lang})
        await self.timed("switched the language: first of it", begun, sent)
        await self.timed("switched the language: the rest of the page", whole)

    def _leave_running(self, model: str) -> None:
        """Let the work go on for a while beside everything else, then stop it."""
        number = self.running[model]

        async def stop() -> None:
            await asyncio.sleep(self._random.uniform(0.3, 1) * WATCH)
            if self.running.get(model) == number and model in self.models:
                await self.send(model, {"kind": "stop"})

        self.keep(stop())


def _action(state: dict[str, Any]) -> str:
    """What a learner can do with a picture besides looking; "" if nothing needs Python."""
    if state.get("live") is False or state.get("chats") is False:
        return ""
    return _ACTIONS.get(name_of(state)) or ("type" if "asked" in state else "")
