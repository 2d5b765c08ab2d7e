"""Making tokens: our loop against the transformers library's and llama.cpp's, on equal weights."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch

from lesson_kit.generate import generate
from lesson_kit.measure.bench import Bench, MissingError, Row, library, take_turns
from lesson_kit.measure.decoding import GREEDY
from lesson_kit.measure.flops import step_bytes, step_flops
from lesson_kit.measure.quality import change_of_mind
from lesson_kit.measure.roofline import multiply_rate, read_rate
from lesson_kit.model import Transformer
from lesson_kit.weights.families import their_tensors
from lesson_kit.weights.registry import LoadedModel

__all__ = ["decode", "decode_small", "our_rate", "prefill", "their_model"]

_INSTALL = "pip install transformers"
_LIMIT = {
    "zh": "内存能给的上限：读速 ÷ 每步字节",
    "en": "what memory allows: read rate ÷ bytes a step",
}


def their_model(loaded: LoadedModel, dtype: torch.dtype = torch.float32) -> tuple[Any, str]:
    """The same weights in the transformers library's Llama, and its version.

    Raises MissingError without the library, or for a model of another shape than Llama's.
    """
    transformers, said = library("transformers", get=_INSTALL)
    c = loaded.model.config
    if c.norm != "rms" or c.ffn != "swiglu" or c.position != "rope" or c.qkv_bias or c.qk_norm:
        raise MissingError(f"{loaded.card.name} has not the shape of Llama, the other side here")
    config = transformers.LlamaConfig(
        vocab_size=c.vocab_size, hidden_size=c.d_model, intermediate_size=c.d_ff,
        num_hidden_layers=c.n_layer, num_attention_heads=c.n_head,
        num_key_value_heads=c.n_kv_head, head_dim=c.d_head, max_position_embeddings=c.max_seq_len,
        rms_norm_eps=c.norm_eps, tie_word_embeddings=c.tie_embeddings, use_cache=True,
        rope_parameters={"rope_type": "default", "rope_theta": c.rope_theta},
    )  # fmt: skip
    ours = loaded.model.state_dict()
    theirs = transformers.LlamaForCausalLM(config).eval().requires_grad_(False)
    named = {name: ours[own] for own, name, _ in their_tensors("llama", ours, {})}
    theirs.load_state_dict(named, strict=False)
    return theirs.to(dtype), said


def decode(loaded: LoadedModel, text: str, *, n: int, turns: int, aims: Sequence[float]) -> Bench:
    """Greedy tokens a second in the loaded precision: transformers, then the memory's limit.

    aims: for the ratio to transformers and, if there is a second, for the share of the limit.
    """
    theirs, said = their_model(loaded)
    ids = loaded.encode(text)
    texts: dict[str, list[int]] = {}  # what each side wrote last: the same, if all is right
    sides = {
        "ours": our_rate(loaded.model, ids, n, texts, "ours"),
        "theirs": _transformers(theirs, ids, n, texts, "theirs"),
    }
    if len(aims) > 1:
        sides["limit"] = lambda: _limit(loaded.model, len(ids) + n // 2)
    rates = yield from take_turns(sides, turns)
    name, title = loaded.card.name, loaded.card.title
    what = {"zh": f"逐个生成，{title['zh']}，fp32", "en": f"decode, {title['en']}, fp32"}
    same = texts["ours"] == texts["theirs"]
    notes = {"tokens": n, "prompt": len(ids), "same_tokens": same, **_threads()}
    rows = [
        Row(f"decode-{name}", what, "tokens/s", rates["ours"], rates["theirs"],
            _both(f"transformers {said} generate"), aims[0], notes=notes),
    ]  # fmt: skip
    if len(aims) > 1:
        rows.append(
            Row(f"decode-{name}-limit", what, "tokens/s", rates["ours"], rates["limit"], _LIMIT,
                aims[1], notes=notes)
        )  # fmt: skip
    return rows


def decode_small(
    full: LoadedModel, small: dict[str, LoadedModel], text: str, sample: Sequence[int], *,
    n: int, turns: int, gguf: Path | None = None,
) -> Bench:  # fmt: skip
    """Greedy tokens a second with smaller weights, against transformers in bfloat16 and llama.cpp.

    small: the same model by the name of its weights ("bf16", "int8"). sample: ids to measure on
    how much the rounding changes its mind. gguf: the file llama.cpp reads; without it, or without
    llama-cpp-python, that row is left out.
    """
    theirs, said = their_model(full, torch.bfloat16)
    ids = full.encode(text)
    texts: dict[str, list[int]] = {}
    sides: dict[str, Callable[[], float]] = {
        kind: our_rate(one.model, ids, n, texts, kind) for kind, one in small.items()
    }
    sides["theirs"] = _transformers(theirs, ids, n, texts, "theirs")
    try:
        sides["llama"], llama = _llama(gguf, ids, n)
    except MissingError as missing:
        llama = str(missing)
    rates = yield from take_turns(sides, turns)
    rows = []
    for kind, one in small.items():
        title = one.card.title
        what = {
            "zh": f"逐个生成，{title['zh']}，{kind} 权重",
            "en": f"decode, {title['en']}, {kind} weights",
        }
        cost = change_of_mind(full.model, one.model, sample)
        notes = {"tokens": n, "prompt": len(ids), "llama.cpp": llama, **cost, **_threads()}
        name = f"decode-{one.card.name}-{kind}"
        aim = 3.0 if kind == "int8" else None
        rows.append(
            Row(name, what, "tokens/s", rates[kind], rates["theirs"],
                _both(f"transformers {said} generate, bf16"), aim, notes=notes)
        )  # fmt: skip
        if "llama" in rates and kind == "int8":
            rows.append(
                Row(f"{name}-llama", what, "tokens/s", rates[kind], rates["llama"], _both(llama),
                    1.0, notes=notes)
            )  # fmt: skip
    return rows


def prefill(loaded: LoadedModel, *, n: int, turns: int) -> Bench:
    """Operations a second while reading `n` tokens at once, against a large matrix product."""
    config = loaded.model.config
    n = min(n, config.max_seq_len)
    ids = torch.randint(config.vocab_size, (1, n), generator=torch.Generator().manual_seed(0))
    flops = step_flops(config, n, logits=1)

    def read() -> float:
        with torch.inference_mode():
            started = time.perf_counter()
            loaded.model.step(ids, last=True)
            return flops / (time.perf_counter() - started) / 1e9

    rates = yield from take_turns(
        {"ours": read, "product": lambda: _end(multiply_rate(repeats=2)) / 1e9}, turns
    )
    zh, en = (loaded.card.title[lang] for lang in ("zh", "en"))
    return [
        Row(
            f"prefill-{loaded.card.name}",
            {"zh": f"读入 {n} 个词元，{zh}", "en": f"prefill of {n} tokens, {en}"},
            "GFLOP/s", rates["ours"], rates["product"],
            {"zh": "1024 见方的矩阵乘法", "en": "a product of 1024-square matrices"},
            0.5, notes={"seconds": flops / 1e9 / sorted(rates["ours"])[turns // 2], **_threads()},
        )
    ]  # fmt: skip


def our_rate(
    model: Transformer, ids: Sequence[int], n: int, texts: dict[str, list[int]], side: str = "ours"
) -> Callable[[], float]:
    """A function that makes n tokens greedily, leaves them in `texts`, and returns tokens/s."""

    def run() -> float:
        started = time.perf_counter()
        steps = generate(model, ids, max_new_tokens=n, sampler=GREEDY)
        texts[side] = [step.id for step in steps]
        return n / (time.perf_counter() - started)

    return run


def _transformers(
    model: Any, ids: Sequence[int], n: int, texts: dict[str, list[int]], side: str
) -> Callable[[], float]:
    prompt = torch.tensor([list(ids)])

    def run() -> float:
        with torch.inference_mode():
            started = time.perf_counter()
            made = model.generate(
                prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=n,
                min_new_tokens=n, do_sample=False, eos_token_id=None, pad_token_id=0,
            )  # fmt: skip
            seconds = time.perf_counter() - started
        texts[side] = made[0, len(ids) :].tolist()
        return n / seconds

    return run


def _llama(gguf: Path | None, ids: Sequence[int], n: int) -> tuple[Callable[[], float], str]:
    """llama.cpp on the same prompt, greedy, with as many threads."""
    if gguf is None:
        raise MissingError("no GGUF file given (--gguf FILE)")
    llama_cpp, said = library("llama_cpp", get="pip install llama-cpp-python")
    threads = torch.get_num_threads()
    model = llama_cpp.Llama(
        str(gguf), n_ctx=len(ids) + n + 8, n_threads=threads, n_threads_batch=threads, verbose=False
    )

    def run() -> float:
        model.reset()
        started = time.perf_counter()
        for made, _ in enumerate(model.generate(list(ids), temp=0.0, reset=True), start=1):
            if made == n:
                break
        return n / (time.perf_counter() - started)

    return run, f"llama-cpp-python {said}, {gguf.name}"


def _limit(model: Transformer, length: int) -> float:
    """Tokens a second if a step did nothing but read its bytes at the rate measured now."""
    weight = model.embed.weight
    step = step_bytes(model.config, 1, length, bytes_per_value=weight.element_size())
    return _end(read_rate(min(step, 1_000_000_000), repeats=2)) / step


def _end(work: Any) -> Any:
    """Run a generator to its end and return what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            return ended.value


def _threads() -> dict[str, int]:
    return {"threads": torch.get_num_threads()}


def _both(text: str) -> dict[str, str]:
    return {"zh": text, "en": text}
