"""The units' favourites of a model: made by a command, shown only with the weights they are of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from itertools import islice
from typing import Any

import numpy as np

from lesson_kit.app.picker import OWN
from lesson_kit.corpus import mixture
from lesson_kit.measure.units import UnitTable, favourites, read_units, write_units
from lesson_kit.show.html import Html, rich
from lesson_kit.weights import LoadedModel
from lesson_kit.weights.cards import Card
from lesson_kit.weights.registry import decoder_only, folder_of, load

N_DOCUMENT, N_TOKEN, SEED = 800, 48, 11


def weights_hash(card: Card) -> str:
    """sha256 of the model's weight file as its card has it; "" if the card has none."""
    for name, sha256 in card.files.items():
        if name.endswith((".safetensors", ".gguf")):
            return sha256
    return ""


def make_units(name: str, *, tick: Callable[[int, int], object] | None = None) -> str:
    """Find every unit's favourites over a sample of the corpus and keep them with the model.

    Returns the path written. Raises ValueError for a model without a card that names its weights.
    """
    loaded = decoder_only(load(name, device="cpu"))
    mark = weights_hash(loaded.card)
    if not mark:
        raise ValueError(f"{name} has no card with the sha256 of its weights")
    documents = sample(loaded)
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        if tick is not None:
            tick(done, len(documents))

    table = favourites(loaded.model, documents, weights=mark, tick=one_more)
    return str(write_units(table, folder_of(name)))


def sample(loaded: LoadedModel) -> list[list[int]]:
    """Authored documents of the corpus, each once, cut after 48 tokens."""
    stream = mixture.stream(SEED, pairs=(), shares={"handwritten": 0.6, "grammar": 0.4})
    texts = dict.fromkeys(item.text for item in islice(stream, 3 * N_DOCUMENT))
    return [loaded.encode(text)[:N_TOKEN] for text in islice(texts, N_DOCUMENT)]


def units_of(name: str, loaded: LoadedModel) -> UnitTable | None:
    """The favourites kept with this model, if they were found with exactly these weights."""
    if name == OWN:  # a folder of the server's: where it lies is not told to pages
        return None
    table, mark = read_units(folder_of(name)), weights_hash(loaded.card)
    if table is None or not mark or table.weights != mark:
        return None
    config = loaded.model.config
    return table if table.top.shape[:2] == (config.n_layer, config.d_ff) else None


def units_picture(loaded: LoadedModel, table: UnitTable, lang: str) -> dict[str, Any]:
    """The table as `UnitView` takes it, with the names of the tokens in it.

    lang: of the page, for the unit it opens with.
    """
    used = np.union1d(table.sample, table.writes)
    names = {str(int(id)): loaded.tokenizer.label(int(id)) for id in used}
    layer, unit = clearest(table, names, lang)
    return {
        "n_layer": table.top.shape[0],
        "d_ff": table.top.shape[1],
        "k": table.top.shape[2],
        "names": names,
        "layer": layer,
        "unit": unit,
        **{
            key: np.ascontiguousarray(getattr(table, key), "<i4").tobytes()
            for key in ("sample", "starts", "top", "writes")
        },
        **{
            key: np.ascontiguousarray(getattr(table, key), "<f4").tobytes()
            for key in ("act", "push")
        },
    }


def clearest(table: UnitTable, names: Mapping[str, str], lang: str) -> tuple[int, int]:
    """The unit to open with, (layer, unit): every favourite is one and the same word of the page's
    language, and so are the tokens it pushes up; of those units it pushes hardest where it fires.

    Where no unit is like that, the one that comes nearest. names: the tokens' texts by id, as a
    string.
    """
    fired = table.sample[table.top]  # (L, F, K)
    same = (fired == fired[..., :1]).mean(-1)
    ours = [int(id) for id, text in names.items() if _is_word(text, lang)]
    fires, writes = (np.isin(ids, ours).mean(-1) for ids in (fired, table.writes))
    push = table.push[..., 0].astype(np.float64) * np.abs(table.act[..., 0].astype(np.float64))
    score = (same + fires + writes) * 1e6 + push
    layer, unit = np.unravel_index(int(score.argmax()), score.shape)
    return int(layer), int(unit)


def _is_word(text: str, lang: str) -> bool:
    """Whether a token is a word of a language by its letters, not a piece of one: Chinese ones,
    or two and more Latin ones after a space."""
    word = text.strip()
    if lang == "zh":
        return bool(word) and all("\u4e00" <= char <= "\u9fff" for char in word)
    return len(word) > 1 and text.startswith(" ") and word.isascii() and word.isalpha()


def why_hidden(name: str, lang: str) -> Html:
    """What stands in the picture's place when no favourites belong to these weights."""
    if name == OWN:
        return rich(
            {
                "zh": "这幅图要事先查好每个单元的偏好，只有课程自带的模型才有；换回课堂模型就有。",
                "en": "This picture needs every unit looked up beforehand, which is done only for "
                "models the course knows by name; switch back to the classroom model to see it.",
            }[lang]
        )
    command = f"<code>lesson-kit units {escape(name)}</code>"
    return rich(
        {
            "zh": "图 3：这个模型的单元还没有对着它现在的权重查过，所以先不画。"
            f"查一次要几分钟：{command}",
            "en": "Figure 3: the units of this model have not been looked up with its present "
            f"weights, so the picture is left out. It takes some minutes, once: {command}",
        }[lang]
    )
