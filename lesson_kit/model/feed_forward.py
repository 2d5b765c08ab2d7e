"""The feed-forward network: each position, by itself, widens, bends and narrows what it holds."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F

from lesson_kit.model.config import TransformerConfig
from lesson_kit.model.side_by_side import side_by_side


class FeedForward(nn.Module):
    """d_model -> d_ff -> d_model. In SwiGLU (Shazeer 2020) a second matrix opens or shuts units."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.kind = config.ffn
        C, width, bias = config.d_model, config.d_ff, config.ffn_bias
        if config.ffn == "swiglu":
            self.W_gate = nn.Linear(C, width, bias=bias)
        self.W_up = nn.Linear(C, width, bias=bias)
        self.W_down = nn.Linear(width, C, bias=bias)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """x (B,T,C) -> pre (B,T,F) before the bend, act (B,T,F) after it, out (B,T,C)."""
        if self.kind == "swiglu":
            pre, up = side_by_side(x, self.W_gate, self.W_up).chunk(2, dim=-1)
            act = F.silu(pre) * up
        else:
            pre = self.W_up(x)
            act = F.relu(pre) if self.kind == "relu" else F.gelu(pre, approximate=self._approximate)
        return pre, act, self.W_down(act)

    @property
    def _approximate(self) -> str:
        return "tanh" if self.kind == "gelu_tanh" else "none"
