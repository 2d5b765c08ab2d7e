"""How fast a training step is, against the same model written with torch's own layers.

The two take turns, a few steps each, so that whatever else the machine does hits both alike; what
counts is the ratio within each turn.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.measure.timing import clock_to_myself
from lesson_kit.model import TransformerConfig

__all__ = ["TorchLayers", "TrainingRates", "torch_step", "training_rates"]


class TorchLayers(nn.Module):
    """The GPT-2 shape out of ``nn.TransformerEncoderLayer`` and a causal mask.

    config: norm "layer", ffn "gelu", position "learned", one KV head per head, biases, tied
    tables; ValueError for another shape, which torch's layer cannot be.
    """

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        c = config
        plain = c.norm == "layer" and c.ffn == "gelu" and c.position == "learned"
        if not (plain and c.n_kv_head == c.n_head and c.tie_embeddings and c.qkv_bias):
            raise ValueError("torch's encoder layer has LayerNorm, GELU, full heads and biases")
        layer = nn.TransformerEncoderLayer(
            c.d_model, c.n_head, c.d_ff, dropout=0.0, activation="gelu", batch_first=True,
            norm_first=True, layer_norm_eps=c.norm_eps,
        )  # fmt: skip
        self.embed = nn.Embedding(c.vocab_size, c.d_model)
        self.positions = nn.Embedding(c.max_seq_len, c.d_model)
        self.final_norm = nn.LayerNorm(c.d_model, eps=c.norm_eps)
        self.stack = nn.TransformerEncoder(
            layer, c.n_layer, norm=self.final_norm, enable_nested_tensor=False
        )

    def forward(self, ids: Tensor) -> Tensor:
        """Logits (B,T,V) of ids (B,T)."""
        n = ids.shape[1]
        mask = nn.Transformer.generate_square_subsequent_mask(n, device=ids.device)
        x = self.embed(ids) + self.positions.weight[:n]
        return F.linear(self.stack(x, mask=mask, is_causal=True), self.embed.weight)


def torch_step(
    config: TransformerConfig, *, rows: int, seed: int = 1, lr: float = 3e-3
) -> Callable[[], float]:
    """A function that takes one step of `TorchLayers` on random ids and returns its loss.

    rows: texts a step, each of config.max_seq_len tokens. Fused AdamW and a gradient norm of at
    most 1, as in the course's own training.
    """
    dice = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=[]):  # torch's layers draw from the global dice
        torch.manual_seed(seed)
        model = TorchLayers(config)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=lr, betas=(0.9, 0.95), weight_decay=0.0, fused=True
    )

    def step() -> float:
        shape = (rows, config.max_seq_len + 1)
        block = torch.randint(config.vocab_size, shape, generator=dice)
        loss = F.cross_entropy(model(block[:, :-1]).flatten(0, 1), block[:, 1:].flatten())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        return loss.item()

    return step


@dataclass(frozen=True)
class TrainingRates:
    """Tokens per second of each turn, ours and torch's, one after the other."""

    ours: tuple[float, ...]
    torch: tuple[float, ...]
    tokens: int  # a step
    threads: int

    @property
    def ratio(self) -> float:
        """Ours over torch's: the median over the turns."""
        return statistics.median(a / b for a, b in zip(self.ours, self.torch, strict=True))


def training_rates(
    config: TransformerConfig, ours: Callable[[], object], *, rows: int, turns: int = 7,
    steps: int = 5,
) -> TrainingRates:  # fmt: skip
    """Let both train in turn: ``turns`` times ``steps`` steps each, after a warm-up.

    ours: takes one step of the same configuration with as many rows. Raises ValueError for fewer
    than one turn or step, or a configuration that torch's layer cannot be.
    """
    if turns < 1 or steps < 1:
        raise ValueError(f"turns={turns} and steps={steps} must be at least 1")
    tokens = rows * config.max_seq_len
    sides: dict[str, Callable[[], object]] = {"ours": ours, "torch": torch_step(config, rows=rows)}
    rates: dict[str, list[float]] = {name: [] for name in sides}
    with clock_to_myself():
        for step in sides.values():
            for _ in range(3):
                step()
        for _ in range(turns):
            for name, step in sides.items():
                started = time.perf_counter()
                for _ in range(steps):
                    step()
                rates[name].append(steps * tokens / (time.perf_counter() - started))
    return TrainingRates(
        tuple(rates["ours"]), tuple(rates["torch"]), tokens, torch.get_num_threads()
    )
