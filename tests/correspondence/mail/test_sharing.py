"""What the emails of a table share is what their readers were shown alike, and it changes no email."""

from __future__ import annotations

import random

import msgspec
import pytest

from correspondence.mail import write
from narration import memo
from narration.memo import cached_by_identity
from tests.correspondence.mail import samples
from tests.correspondence.mail.test_whole_games import payload_of, turns

SEATS = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")


def mail(number: int, seat: str, language: str) -> bytes:
    """An email of the game that bots play."""
    payload = payload_of(turns("bulk")[number], number + 1, seat, "bulk")
    reader = msgspec.structs.replace(samples.ADA, language=language)
    return write(payload, recipient=reader, site=samples.SITE)[1]


def test_a_mail_is_the_same_whoever_was_written_to_before() -> None:
    wanted = [(number, seat, language) for number in (0, 2, 4) for seat in SEATS for language in ("en", "it", "es")]
    alone = {}
    for one in wanted:
        memo.forget()
        alone[one] = mail(*one)
    for seed in range(3):
        memo.forget()
        for one in random.Random(seed).sample(wanted, len(wanted)):
            assert mail(*one) == alone[one]


def test_what_fails_is_not_remembered() -> None:
    def broken() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cached_by_identity("test-of-failing", (SEATS,), make=broken)
    assert cached_by_identity("test-of-failing", (SEATS,), make=lambda: "told") == "told"
