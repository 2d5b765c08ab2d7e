"""Chapter 10's measurements on their way to the page: recorded ones read, new ones told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from lesson_kit.app.cache_clock import lanes_plan
from lesson_kit.app.cache_kept import Kept, Memory
from lesson_kit.app.cache_lesson import HISTORIES, CacheMeasurements, Plan, Raw
from lesson_kit.app.cache_running import finish, plan_of, run_out, told
from lesson_kit.app.cache_texts import QUESTIONS
from lesson_kit.app.cache_turns import Turns
from lesson_kit.app.cache_words import RESULTS, on_machine
from lesson_kit.app.guard import UnusableTextError, read_text
from lesson_kit.app.recorded import read_recorded
from lesson_kit.measure.decoding import step_work
from lesson_kit.measure.timing import machine
from lesson_kit.show.attention_data import token_entries
from lesson_kit.show.words import Lang
from lesson_kit.weights import LoadedModel

__all__ = ["CacheRuns", "finish", "run_out"]

Message = dict[str, Any]
_LONGEST = 14  # tokens of a beginning in the lanes; more columns would be too narrow to see


class CacheRuns:
    """The chapter's measurements for one page: what is recorded, and new ones on request.

    A page that is not ``live`` has only what is recorded: nothing is measured for it. ``memory``:
    what the window keeps through a switch of language or model.
    """

    def __init__(
        self, loaded: LoadedModel, lang: Lang, *, live: bool = True, memory: Memory | None = None
    ) -> None:
        self.loaded = loaded
        self.live = live
        self.lang: Lang = lang
        self._shared = False  # somebody else held the clock since the last message
        self.measure = CacheMeasurements(loaded, lang, self._wait)
        self.recorded = read_recorded(loaded)
        self.kept = Kept(loaded, lang, memory)
        self._turns = Turns()

    def _wait(self) -> None:
        self._shared = True

    @property
    def shape(self) -> dict[str, int]:
        """L, G, D and the bytes of one value, for the formula under the lanes."""
        c = self.loaded.model.config
        width = self.loaded.model.embed.weight.element_size()
        return {"L": c.n_layer, "G": c.n_kv_head, "D": c.d_head, "width": width}

    @property
    def examples(self) -> list[Message]:
        """The prepared beginnings, each with the histories that fit this model's window."""
        found = []
        for text in QUESTIONS[self.lang]:
            ids = self.loaded.tokenizer.encode(text)
            histories = self.measure.histories(ids)
            if histories and len(ids) <= 3 * _LONGEST:
                found.append({"label": text, "text": text, "histories": histories})
        return found

    @property
    def beginnings(self) -> list[Message]:
        """The prepared beginnings, and the learner's own that the window has kept."""
        own = self.kept.own_text if self.live else ""
        try:
            ids = self._read(own)[0] if own else []
        except UnusableTextError:
            ids = []
        return [*self.examples, *([self._own(own, ids)] if ids else [])]

    def prepared(self) -> dict[str, Message]:
        """The lanes to start with: the recorded ones, and those measured for this window."""
        on, lanes = self._recorded_on(), self.recorded.get("lanes", {}).get(self.lang, {})
        runs = {key: self._lane(raw, "recorded", on) for key, raw in lanes.items()}
        beginnings = self.beginnings
        if beginnings and beginnings[-1].get("own"):
            for history, raw in self.kept.own_raws().items():
                runs[f"{len(beginnings) - 1}:{history}"] = self._measured_lane(raw)
        return runs

    @property
    def unrecorded(self) -> bool:
        """Whether the lanes of the first beginning have to be measured before anything is seen."""
        return self.live and not self.recorded.get("lanes", {}).get(self.lang)

    def first_lanes(
        self, stopped: Callable[[], bool], *, repeats: int = 1
    ) -> Iterator[tuple[str, Message]]:
        """Measure the first beginning, briefly: name and lanes, one history at a time."""
        first = self.examples[0]
        question = self._question(first["text"])
        for history in first["histories"][:2]:
            plan = lanes_plan(self.measure.until(stopped), question, history, repeats=repeats)
            for message in self._told("", lambda p=plan: p, lambda raw: {"raw": raw}, stopped):
                if message["kind"] == "error":
                    raise RuntimeError(message["say"])
                if message["kind"] == "result":
                    yield f"0:{history}", self._measured_lane(message["raw"])

    def bench(self, key: str) -> dict[str, Any]:
        """What `Bench` needs to know of the measurement ``key``."""
        return {
            "result": self.result(key), "key": key, "estimate": self.estimate(key),
            "measure": self.run_bench, "halted": self.halted(key),
            "lang": self.lang, "live": self.live, "notice": self.kept.notice(key),
            "source": self.loaded.card.title[self.lang],
        }  # fmt: skip

    def halted(self, key: str) -> Callable[[], None]:
        """For a picture: the learner has stopped this measurement."""
        return lambda: self.kept.running(key, False)

    def result(self, key: str) -> Message:
        """What was measured in this window, else the recorded result; {} if there is neither."""
        mine = self.kept.result(key) if self.live else {}
        if mine:
            return self._present(key, mine, "measured", on_machine(machine(), self.lang))
        benches = self.recorded.get("benches", {})
        raw = benches.get(f"{key}:{self.lang}") or benches.get(key)
        return self._present(key, raw, "recorded", self._recorded_on()) if raw else {}

    def estimate(self, key: str) -> str:
        """How long a measurement here may take, from one short run of the loaded model."""
        if not self.live:
            return ""
        recorded = self.recorded.get("benches", {}).get(key, {}).get("took")
        seconds = recorded or self.plan(key).work * self._seconds_per_work
        minutes, whole = round(seconds / 60), max(1, round(seconds))
        if seconds > 100:
            return {"zh": f"约 {minutes} 分钟", "en": f"about {minutes} minutes"}[self.lang]
        return {"zh": f"约 {whole} 秒", "en": f"about {whole} s"}[self.lang]

    @cached_property
    def _seconds_per_work(self) -> float:
        """From one prompt of middle length: most work is in prompts. Waiting does not count."""
        n = min(64, self.measure.window // 2)
        pace = run_out(self.measure.pace(self.measure.long_text(n), 1, False, 1))
        return pace.first.median / step_work(n, 0, False)

    @property
    def missing(self) -> str:
        """What stands in a picture's place on a page that may not measure and has no recording."""
        name = self.loaded.card.title[self.lang]
        return {
            "zh": f"这里要用量出来的时间，而 {name} 还没有录过。在终端运行 "
            "python -m lesson_kit.app.record_cache 加上模型的名字或文件夹，再导出一次。",
            "en": f"This picture needs measured times, and none were recorded for {name}. In a "
            "terminal run python -m lesson_kit.app.record_cache with the model's name or folder, "
            "then export again.",
        }[self.lang]

    # ── what the pictures ask for ────────────────────────────────────────────
    def run_lanes(
        self, request: Mapping[str, Any], stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[Message]:
        """Answer the lanes: a prepared or own ``text`` behind ``history`` earlier tokens."""
        text, history, example = (request.get(k) for k in ("text", "history", "example"))
        prepared = isinstance(example, int) and example >= 0
        note = ""

        def begin() -> Plan:
            nonlocal note
            ids, note = self._read(str(text or ""))
            if not prepared:
                self.kept.typed(str(text))
            wanted = history if history in HISTORIES else 0
            if wanted not in self.measure.histories(ids):
                wanted = 0
            return lanes_plan(self.measure.until(stopped), ids, int(wanted))

        def end(raw: Raw) -> Message:
            if str(text) == self.kept.own_text:
                self.kept.measured_own(str(text), raw["history"], raw)
            own = self._own(str(text), self._read(str(text or ""))[0])
            place = {"example": example if prepared else -1}
            return {**own, **place, "run": self._measured_lane(raw), "note": note}

        yield from self._told("lanes", begin, end, stopped)

    def run_bench(
        self, request: Mapping[str, Any], stopped: Callable[[], bool] = lambda: False
    ) -> Iterator[Message]:
        """Answer a bench picture: measure what its ``key`` names, until stopped()."""
        key = str(request.get("key"))

        def end(raw: Raw) -> Message:
            self.kept.measured(key, raw)
            on = on_machine(machine(), self.lang)
            return {"result": self._present(key, raw, "measured", on)}

        plan = self.plan
        yield from self._told(key, lambda: plan(key, self.measure.until(stopped)), end, stopped)

    def _told(
        self,
        name: str,
        begin: Callable[[], Plan],
        end: Callable[[Raw], Message],
        stopped: Callable[[], bool],
    ) -> Iterator[Message]:
        def started() -> Plan:
            plan = begin()
            self.kept.running(name, True)
            return plan

        for message in told(
            started, end, lang=self.lang, shared=self._was_shared, turns=self._turns,
            stopped=stopped,
        ):  # fmt: skip
            if message["kind"] != "progress":
                self.kept.running(name, False)
            yield message

    def _was_shared(self) -> bool:
        shared, self._shared = self._shared, False
        return shared

    def plan(self, key: str, measure: CacheMeasurements | None = None) -> Plan:
        """The measurement called `key`, ready to run. UnusableTextError for an unknown one."""
        return plan_of(key, measure or self.measure)

    def _present(self, key: str, raw: Raw, kind: str, on: str) -> Message:
        return {**RESULTS[key](raw, self.lang), "kind": kind, "on": on}

    def _lane(self, raw: Raw, kind: str, on: str) -> Message:
        tokenizer, n = self.loaded.tokenizer, len(raw["prompt"])
        pieces = tokenizer.pieces([*raw["prompt"], *raw["answer"]])
        rows = token_entries(pieces, tokenizer.special)
        for row in rows[n:]:  # the model may end a text with the mark that starts the next one
            row["e"] = row["id"] in tokenizer.stop_ids
        kept = {k: raw[k] for k in ("history", "same", "no", "yes", "bytes", "repeats")}
        shown = {"question": rows[raw["history"] : n], "answer": rows[n:]}
        return {**kept, **shown, "kind": kind, "on": on}

    def _measured_lane(self, raw: Raw) -> Message:
        return self._lane(raw, "measured", on_machine(machine(), self.lang))

    def _own(self, text: str, ids: list[int]) -> Message:
        histories = self.measure.histories(ids)
        label = text if len(text) <= 24 else text[:23] + "…"
        return {"label": label, "text": text, "histories": histories, "own": True}

    def _read(self, text: str) -> tuple[list[int], str]:
        """Question ids without a start token, and what was left out, in words."""
        window = self.measure.window
        limit = min(_LONGEST, max(2, window - 10))
        reading = read_text(text, self.loaded.tokenizer, limit=limit, lang=self.lang)
        prepared = self.loaded.tokenizer.encode(text)
        if text in QUESTIONS[self.lang] and self.measure.histories(prepared):
            return prepared, ""
        ids = reading.ids
        start = self.loaded.tokenizer.start_id
        return (ids[1:] if ids[0] == start else ids), reading.note

    def _question(self, text: str) -> list[int]:
        return self._read(text)[0]

    def _recorded_on(self) -> str:
        return self.recorded.get("on", {}).get(self.lang, "")
