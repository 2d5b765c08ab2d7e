"""The benchmark's arithmetic, its rows on a tiny model, and what it says when a side is missing."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import torch

from lesson_kit.app import bench_command, bench_parts
from lesson_kit.app.bench_table import as_markdown, as_text, number
from lesson_kit.app.command_line import main
from lesson_kit.measure import bench_decode
from lesson_kit.measure.bench import MissingError, Row, as_data, library, take_turns
from lesson_kit.measure.bench_threads import on_threads, thread_counts, threads
from lesson_kit.measure.quality import change_of_mind
from lesson_kit.model import TransformerConfig, new_model
from lesson_kit.model.freeze import freeze
from lesson_kit.places import asset
from lesson_kit.text.tokenizer import Tokenizer
from lesson_kit.weights.cards import Card
from lesson_kit.weights.quantization import quantise
from lesson_kit.weights.registry import LoadedModel

CONFIG = TransformerConfig(
    vocab_size=8192, d_model=16, n_layer=2, n_head=4, n_kv_head=2, d_head=4, d_ff=24, max_seq_len=64
)
BOTH = {"zh": "小", "en": "tiny"}


@pytest.fixture(scope="module")
def tiny() -> LoadedModel:
    tokenizer = Tokenizer.from_file(asset("models", "classroom-base", "tokenizer.json"))
    card = Card(name="tiny", title=BOTH, about=BOTH, licence="", source="", languages=(),
                config=CONFIG, files={})  # fmt: skip
    return LoadedModel(freeze(new_model(CONFIG, seed=1)), tokenizer, card)


def finish(work: Generator[float, None, Any]) -> tuple[list[float], Any]:
    shares = []
    while True:
        try:
            shares.append(next(work))
        except StopIteration as ended:
            return shares, ended.value


def row(**changes: Any) -> Row:
    known = dict(name="x", what=BOTH, unit="s", ours=(2.0, 4.0, 3.0))
    return Row(**{**known, **changes})


def test_a_ratio_is_the_median_of_neighbours_and_more_is_always_better() -> None:
    rate = row(unit="tokens/s", ours=(10.0, 40.0, 30.0), other=(5.0, 10.0, 10.0), aim=2.0)
    assert rate.value == 30 and rate.ratio == 3 and rate.reached
    slow = row(other=(4.0, 8.0, 3.0), less=True, aim=2.1)
    assert slow.ratio == 2 and slow.reached is False
    assert row(aim=3.0, less=True).reached and not row(aim=2.9, less=True).reached
    assert row(aim=3.0).reached and row().reached is None and row().ratio is None


def test_turns_alternate_and_the_first_is_not_counted() -> None:
    calls: list[str] = []

    def side(name: str) -> Any:
        return lambda: (calls.append(name), float(len(calls)))[1]

    shares, said = finish(take_turns({"a": side("a"), "b": side("b")}, 3))
    assert calls == ["b", "a", "a", "b", "b", "a", "a", "b"]
    assert said == {"a": (3.0, 6.0, 7.0), "b": (4.0, 5.0, 8.0)}
    assert shares == [0.25, 0.5, 0.75, 1.0]
    with pytest.raises(ValueError, match="turns=0"):
        finish(take_turns({}, 0))


def test_both_sides_of_decode_write_the_same_tokens(tiny: LoadedModel) -> None:
    pytest.importorskip("transformers")
    rows = finish(bench_decode.decode(tiny, "今天", n=6, turns=2, aims=(2.0, 0.85)))[1]
    assert [one.name for one in rows] == ["decode-tiny", "decode-tiny-limit"]
    for one in rows:
        assert one.notes["same_tokens"] is True and len(one.ours) == len(one.other) == 2
        assert min(*one.ours, *one.other) > 0


def test_smaller_weights_are_measured_with_what_they_cost(tiny: LoadedModel) -> None:
    pytest.importorskip("transformers")
    small = {
        kind: LoadedModel(quantise(new_model(CONFIG, seed=1), kind), tiny.tokenizer, tiny.card)
        for kind in ("bf16", "int8")
    }
    work = bench_decode.decode_small(tiny, small, "今天", range(9, 60), n=4, turns=1)
    rows = {one.name: one for one in finish(work)[1]}
    assert list(rows) == ["decode-tiny-bf16", "decode-tiny-int8"]  # no GGUF, no row of llama.cpp
    assert (
        rows["decode-tiny-int8"].aim == 3 and "GGUF" in rows["decode-tiny-int8"].notes["llama.cpp"]
    )
    for one in rows.values():
        assert 0 < one.notes["logit_error"] < 0.1 and one.notes["same_choice"] > 0.5


def test_a_model_does_not_change_its_mind_about_itself() -> None:
    model = new_model(CONFIG, seed=1).eval()
    same = change_of_mind(model, model, range(30))
    assert same["logit_error"] == same["divergence"] == 0 and same["same_choice"] == 1
    assert same["perplexity_full"] == same["perplexity_small"]
    assert abs(same["perplexity_full"] / 8192 - 1) < 0.1  # a fresh model guesses evenly
    with pytest.raises(ValueError, match="two ids"):
        change_of_mind(model, model, [3])


def test_prefill_counts_the_operations_of_the_formula(tiny: LoadedModel) -> None:
    (one,) = finish(bench_decode.prefill(tiny, n=512, turns=1))[1]
    assert "64" in one.what["en"]  # cut to the window
    flops = bench_decode.step_flops(CONFIG, 64, logits=1)
    assert one.notes["seconds"] == pytest.approx(flops / 1e9 / one.value)


def test_threads_are_tried_and_put_back() -> None:
    assert thread_counts(1) == [1] and thread_counts(6) == [1, 2, 4, 6]
    before, seen = torch.get_num_threads(), []
    (one,) = finish(
        threads(lambda: seen.append(torch.get_num_threads()) or 1.0, BOTH, turns=1)
    )[1]  # fmt: skip
    assert sorted(set(seen)) == thread_counts() and torch.get_num_threads() == before
    assert len(one.ours) == 1
    with pytest.raises(RuntimeError), on_threads(1):
        raise RuntimeError
    assert torch.get_num_threads() == before


def test_what_is_missing_is_said_with_how_to_get_it() -> None:
    with pytest.raises(MissingError, match="pip install no-such-thing"):
        library("no_such_thing", get="pip install no-such-thing")


def test_only_named_rows_run_and_missing_ones_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def good(options: Any) -> Any:
        yield 0.5
        return [row(aim=6.0, less=True)]

    def bad(options: Any) -> Any:
        yield 0.1
        raise MissingError("needs a browser")

    def never(options: Any) -> Any:
        raise AssertionError("was not asked for")

    parts = {name: bench_parts.Part(1, run) for name, run in
             (("decode", good), ("start", bad), ("export", never))}  # fmt: skip
    monkeypatch.setattr(bench_parts, "PARTS", parts)
    monkeypatch.setattr(bench_command, "PARTS", parts)
    file = tmp_path / "bench.json"
    assert main(["bench", "--only", "decode,start", "--json", str(file)]) == 0
    said = capsys.readouterr().out
    assert "needs a browser" in said and "met" in said
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["skipped"] == {"start": "needs a browser"}
    assert figures["rows"][0]["median"] == 3 and figures["versions"]["torch"]
    assert main(["bench", "--only", "start"]) == 1  # nothing measured is no success
    capsys.readouterr()
    assert main(["bench", "--show", str(file), "--lang", "zh"]) == 0
    assert "达到" in capsys.readouterr().out


def test_an_unknown_row_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--only", "decode,everything"])
    assert ended.value.code == 2 and "'everything' is none of" in capsys.readouterr().err


def test_the_table_says_what_was_measured() -> None:
    figures = {
        "date": "2026-11-30", "machine": "a machine, 2 threads", "load": 0.2, "turns": 3,
        "versions": {"torch": "2"}, "skipped": {"class": "no time"},
        "rows": [as_data(one) for one in (
            row(name="a", unit="tokens/s", ours=(1000.0, 2000.0, 3000.0), other=(1e3,) * 3,
                against={"zh": "别人", "en": "others"}, aim=3.0),
            row(name="b", aim=6.0, less=True),
        )],
    }  # fmt: skip
    english, chinese = as_markdown(figures, "en"), as_markdown(figures, "zh")
    assert (
        "| tiny | 2,000 tokens/s (1,000–3,000) | 1,000: others | 2.00 × | ≥ 3 ×, missed |"
        in english
    )
    assert "| tiny | 3.00 s (2.00–4.00) | – | – | ≤ 6 s, met |" in english
    assert "别人" in chinese and "未达到" in chinese and "a machine" in chinese
    assert [line.count("|") for line in english.splitlines()] == [
        line.count("|") for line in chinese.splitlines()
    ]
    text = as_text(figures)
    assert "left out: class: no time" in text and "2.00 ×" in text
    assert [number(x) for x in (0.123, 12.34, 512.4, 12300)] == ["0.12", "12.3", "512", "12,300"]
