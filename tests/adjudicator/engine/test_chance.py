"""Chance is portable: fixed vectors, fairness by construction, commitment."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from adjudicator.engine.chance import Picker, below, commitment, shuffle


def test_a_shuffle_is_the_same_for_ever() -> None:
    assert shuffle("seed", "deck-I/start", list("abcdefgh")) == EXPECTED
    assert shuffle("seed", "deck-I/start", list("abcdefgh")) == shuffle("seed", "deck-I/start", list("abcdefgh"))


def test_purposes_and_seeds_are_independent() -> None:
    items = list(range(30))
    assert shuffle("seed", "a", items) != shuffle("seed", "b", items)
    assert shuffle("seed", "a", items) != shuffle("dees", "a", items)


def test_the_words_are_sha_256_in_counter_mode() -> None:
    first = int.from_bytes(hashlib.sha256(b"s\np\n0").digest()[:8], "big")
    assert Picker("s", "p")(1000) == first % 1000


def test_every_order_of_three_comes_up_about_equally() -> None:
    seen = Counter("".join(shuffle(f"seed-{n}", "x", "abc")) for n in range(6000))
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_biased_words_are_thrown_away() -> None:
    top = (1 << 64) - 1
    assert below(iter([top, 5]), 3) == 2
    with pytest.raises(ValueError, match="at least 1"):
        below(iter([1]), 0)


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment("winter") == hashlib.sha256(b"winter").hexdigest()


EXPECTED = list("hefacgdb")
