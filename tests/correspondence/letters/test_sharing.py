"""What the letters of a table share is what their readers were shown alike, and it changes no letter."""

from __future__ import annotations

import random

import msgspec
import pytest

from adjudicator.engine.journal import Decided
from correspondence.letters import write
from narration import memo
from narration.memo import once
from tests.correspondence.letters import samples
from tests.correspondence.letters.test_whole_games import calls, payload_of

SEATS = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")


def letter(number: int, seat: str, language: str) -> bytes:
    """A letter of the game that stewards play."""
    payload = payload_of(calls("bulk")[number], number + 1, seat, "bulk")
    reader = msgspec.structs.replace(samples.ADA, language=language)
    return write(payload, recipient=reader, site=samples.SITE)[1]


def test_a_letter_is_the_same_whoever_was_written_to_before() -> None:
    wanted = [(number, seat, language) for number in (0, 2, 4) for seat in SEATS for language in ("en", "it", "es")]
    alone = {}
    for one in wanted:
        memo.forget()
        alone[one] = letter(*one)
    for seed in range(3):
        memo.forget()
        for one in random.Random(seed).sample(wanted, len(wanted)):
            assert letter(*one) == alone[one]


def test_nothing_that_one_player_decided_is_ever_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered: list[bytes] = []
    encode = memo._encode

    def noted(data: object) -> bytes:
        remembered.append(encode(data))
        return remembered[-1]

    monkeypatch.setattr(memo, "_encode", noted)
    for number, closed in enumerate(calls("bulk")):
        for seat in SEATS:
            letter(number, seat, "en")
        assert any(isinstance(record.event, Decided) for record in closed.records)
    assert len(remembered) > 100
    assert not any(b'"kind":"decided"' in key for key in remembered)


def test_readers_share_words_only_of_equal_data() -> None:
    memo.forget()
    made = []

    def tell(data: object, language: str = "en") -> int:
        return once("test", data, language, make=lambda: made.append(data) or len(made))  # type: ignore[func-returns-value]

    first = tell({"area": "pyke", "units": {"ship": 1}})
    assert tell({"area": "pyke", "units": {"ship": 1}}) == first
    assert tell({"area": "pyke", "units": {"ship": 2}}) != first
    assert tell({"area": "pyke", "units": {"ship": 1}}, "it") != first
    assert len(made) == 3


def test_what_fails_is_not_remembered() -> None:
    def broken() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once("test-of-failing", 1, make=broken)
    assert once("test-of-failing", 1, make=lambda: "told") == "told"
