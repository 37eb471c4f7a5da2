"""Letters as they lie in the outbox: what a table shares is there once, nobody's own part is in another's letter."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from adjudicator.engine.journal import Decided
from adjudicator.engine.values import StoredRecord
from adjudicator.thrones.state.events import RavenLooked, VassalHandDrawn
from correspondence.letters import encode_payload
from correspondence.letters.payload import ClosedCall, GameOverPayload, ResultsPayload
from correspondence.models.mail import OutgoingLetter
from correspondence.outbox import sharing
from correspondence.outbox.sharing import packed, stretched, unpacked
from correspondence.store import Store
from tests.correspondence.letters import samples
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


def closed_of(payload: ResultsPayload | GameOverPayload) -> ClosedCall:
    """The call that a letter tells of."""
    assert payload.closed is not None
    return payload.closed


def parts(data: bytes) -> tuple[bytes, bytes]:
    """What is shared, packed, and what is not, as JSON."""
    assert data[:1] == sharing.MARK
    end = 5 + int.from_bytes(data[1:5], "big")
    return data[5:end], stretched(data[end:])


def record(event: RavenLooked | VassalHandDrawn) -> StoredRecord:
    """A record as a letter keeps it."""
    return StoredRecord(900, 2, "planning", "planning.raven", event)


def test_what_a_table_shares_is_the_same_bytes_and_read_once() -> None:
    letter = samples.results()
    others = [msgspec.structs.replace(letter, seat=seat) for seat in ("stark", "lannister")]
    shared = {parts(packed(other))[0] for other in others}
    assert len(shared) == 1
    first, second = (unpacked(packed(other)) for other in others)
    assert isinstance(first, ResultsPayload)
    assert isinstance(second, ResultsPayload)
    assert (first.seat, second.seat) == ("stark", "lannister")
    assert first.board is second.board
    # The last event is a public one.
    assert closed_of(first).records[-1] is closed_of(second).records[-1]


def test_what_only_one_reader_may_see_is_in_no_part_that_others_share() -> None:
    letter = samples.results()
    records = [*closed_of(letter).records]
    # What the raven saw is in the middle, a card in hand at the end.
    records.insert(1, record(RavenLooked(house="stark", card="skinchanger-scout", buried=False)))
    records.append(record(VassalHandDrawn(house="tyrell", commander="stark", cards=("cersei-lannister",))))
    letter = msgspec.structs.replace(letter, closed=msgspec.structs.replace(closed_of(letter), records=tuple(records)))
    shared, own = parts(packed(letter))
    told = sharing._common(shared, "thrones").records
    private = [one for one in records if isinstance(one.event, Decided | RavenLooked | VassalHandDrawn)]
    assert len(private) >= 3
    assert list(told) == [one for one in records if one not in private]
    assert len(msgspec.json.decode(own)["closed"]["records"]) == len(private)
    assert unpacked(packed(letter)) == letter


def test_the_last_letter_comes_back_too() -> None:
    letter = samples.game_over()
    assert unpacked(packed(letter)) == letter


def test_letters_packed_by_earlier_versions_are_read() -> None:
    letter = samples.results()
    assert unpacked(encode_payload(letter)) == letter
    assert unpacked(zlib.compress(encode_payload(letter))) == letter


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
def test_a_damaged_letter_is_refused(spoil: Any) -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpacked(spoil(packed(samples.results())))
