"""Letters as they lie in the outbox: compressed JSON, and what earlier and later versions stored."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from correspondence.letters import decode_payload, encode_payload
from correspondence.letters.payload import GameOverPayload, ResultsPayload
from correspondence.models.mail import OutgoingLetter
from correspondence.store import Store
from tests.correspondence.letters import samples
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases

TWO_PARTS = Path(__file__).parent / "kept"


def test_a_stored_letter_is_compressed_json() -> None:
    letter = samples.results()
    stored = encode_payload(letter)
    assert zlib.decompress(stored) == msgspec.json.encode(letter)
    assert len(stored) < 4000
    assert decode_payload(stored) == letter


def test_what_letters_of_a_table_tell_alike_are_the_same_objects() -> None:
    letter = samples.results()
    tyrell = msgspec.structs.replace(letter, seat="stark")

    first, second = (decode_payload(encode_payload(one)) for one in (letter, tyrell))

    assert isinstance(first, ResultsPayload)
    assert isinstance(second, ResultsPayload)
    assert second.seat == "stark"
    assert first.board is second.board
    assert first.closed is not None
    assert second.closed is not None
    assert all(one is other for one, other in zip(first.closed.records, second.closed.records, strict=True))


@pytest.mark.parametrize("letter", [samples.results(), samples.game_over()])
def test_letters_of_earlier_versions_are_read(letter: ResultsPayload | GameOverPayload) -> None:
    """Plain JSON; and two parts, what a whole table is told and the rest. Those were written by revision 0036.

    Their link to the sheet is the address of that time.
    """
    name = str(letter.__struct_config__.tag)
    sheet = letter.links.sheet.replace("/turns/", "/calls/")
    letter = msgspec.structs.replace(letter, links=msgspec.structs.replace(letter.links, sheet=sheet))
    assert decode_payload(msgspec.json.encode(letter)) == letter
    assert decode_payload((TWO_PARTS / f"{name}.two-parts").read_bytes()) == letter


def test_a_letter_of_a_later_version_waits_for_its_workers(people: People, store: Store) -> None:
    people.game()
    with store.begin() as session:
        session.execute(update(OutgoingLetter).values(payload=b"\x07 whatever comes after this version"))
    people.deliver()
    with store.read() as session:
        rows = list(session.scalars(select(OutgoingLetter)))
    assert rows
    assert {(row.failed_at, row.next_attempt_at is not None) for row in rows} == {(None, True)}
    assert all("form 7" in row.last_error for row in rows)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:3],
        lambda data: data[:40],
        lambda data: data[:1] + b"\xff\xff\xff\xff" + data[5:],
        lambda data: data[:1] + bytes(4) + data[5:],
        lambda data: data[:-1],
    ],
)
@pytest.mark.parametrize("stored", [encode_payload(samples.results()), (TWO_PARTS / "results.two-parts").read_bytes()])
def test_a_damaged_letter_is_refused(spoil: Any, stored: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_payload(spoil(stored))
