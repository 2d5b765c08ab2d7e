"""What a learner is told about a training of their own: refusals, notes, and how it went wrong."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CannotTrainError", "Note"]


class CannotTrainError(ValueError):
    """The plan cannot be trained; ``zh`` and ``en`` each say why and what to do."""

    def __init__(self, *, zh: str, en: str) -> None:
        super().__init__(en)
        self.zh, self.en = zh, en


@dataclass(frozen=True)
class Note:
    """Something a learner should know about the run, in both languages."""

    zh: str
    en: str


def no_text() -> CannotTrainError:
    """Nothing, or nothing but blanks, was given to learn from."""
    return CannotTrainError(
        zh="还没有文字可学。打几句话，或选一份准备好的文字。",
        en="There is no text to learn from. Type some sentences or pick a prepared text.",
    )


def too_short() -> CannotTrainError:
    """A text of one token has nothing to guess."""
    return CannotTrainError(
        zh="文字太短：至少要两个词元，一个拿来读，一个拿来猜。",
        en="The text is too short: it takes at least two tokens, one to read and one to guess.",
    )


def bad_rate() -> CannotTrainError:
    """The learning rate is no number, or below 0."""
    return CannotTrainError(
        zh="学习率要写成不小于 0 的数，例如 0.003。",
        en="The learning rate must be a number of 0 or more, such as 0.003.",
    )


def out_of_range(zh: str, en: str, lowest: int, highest: int) -> CannotTrainError:
    """A dial beyond its ends; zh, en: its name, as a sentence begins with it."""
    return CannotTrainError(
        zh=f"{zh}要是 {_grouped(lowest)} 到 {_grouped(highest)} 之间的整数。",
        en=f"{en} must be a whole number from {_grouped(lowest)} to {_grouped(highest)}.",
    )


def cut_short(n_bytes: int, longest: int) -> Note:
    """Only the beginning of a long text is used; both in bytes of UTF-8."""
    has, used = f"{n_bytes / 1000:.0f} kB", f"{longest // 1000} kB"
    return Note(
        f"文字有 {has}，只用开头的 {used}。",
        f"The text has {has}; only the first {used} are used.",
    )


def too_many_kinds(n: int, most: int, unknown: str) -> Note:
    """Tokens beyond the ``most`` commonest share one sign."""
    return Note(
        f"不同的词元有 {_grouped(n)} 种，超过 {_grouped(most)} 种的部分都写作 {unknown}。",
        f"There are {_grouped(n)} different tokens; beyond {_grouped(most)} they are all written "
        f"{unknown}.",
    )


def nothing_held_out() -> Note:
    """The text is too short to keep a part of it back."""
    return Note(
        "文字太短，留不出一份来检验：只画训练损失。",
        "The text is too short to keep a part back: only the training loss is drawn.",
    )


def smaller_batch(wanted: int, batch: int) -> Note:
    """The text does not give as many different rows as the batch should have."""
    return Note(
        f"这段文字只切得出 {batch} 段不同的练习，批量从 {wanted} 减到 {batch}。",
        f"The text gives only {batch} different {'row' if batch == 1 else 'rows'}, so the batch "
        f"went from {wanted} down to {batch}.",
    )


def standing_still() -> Note:
    """The learning rate is 0."""
    return Note(
        "学习率是 0：算得出该往哪边改，却一步也不走，什么也学不到。",
        "The learning rate is 0: the direction is known but no step is taken, so nothing is "
        "learned.",
    )


def only_one_kind(unknown: str) -> Note:
    """Every token of the text is the same one; ``unknown``: what was put beside it."""
    return Note(
        f"这段文字从头到尾只有一种词元，没有什么可猜的。添上一个用不到的 {unknown}，词表才有两种。",
        "The text is one and the same token throughout, so there is nothing to guess. An unused "
        f"{unknown} joins it, to make a vocabulary of two.",
    )


def held_out_was_seen() -> Note:
    """The part kept back says the same as the part trained on."""
    return Note(
        "留出的那一份，训练的文字里也有（文字在重复），所以它的损失低，不说明模型会读没见过的文字。",
        "What is held out stands in the training text as well, for the text repeats itself: a low "
        "held-out loss says nothing about unseen text here.",
    )


def not_a_number(step: int, lr: float) -> Note:
    """The loss of ``step`` could not be computed any more."""
    return Note(
        f"发散：第 {step} 步的损失不再是一个数（NaN）。学习率 {lr:g} 太大，每一步都跨过了谷底。"
        "前面的曲线留着；把学习率除以 10 再试。",
        f"Diverged: at step {step} the loss is no longer a number (NaN). A learning rate of "
        f"{lr:g} is too large: every step jumps over the valley. The curve so far stays; divide "
        "the rate by 10 and try again.",
    )


def worse_than_guessing(ln_v: float, times: float, lr: float) -> Note:
    """The loss stayed above ``times`` that of blind guessing."""
    return Note(
        f"发散：损失一直比瞎猜（ln V = {ln_v:.2f}）的 {times:g} 倍还高。"
        f"学习率 {lr:g} 太大，越改越糟；把它除以 10 再试。",
        f"Diverged: the loss stays above {times:g} times that of blind guessing "
        f"(ln V = {ln_v:.2f}). A learning rate of {lr:g} is too large and makes things worse; "
        "divide it by 10 and try again.",
    )


def _grouped(n: int) -> str:
    return f"{n:,}".replace(",", "\u202f")  # as the whole course writes it
