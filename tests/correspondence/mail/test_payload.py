"""Emails as they lie in the outbox: compressed JSON, and what earlier and later versions stored."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from correspondence.mail import decode_payload, encode_payload
from correspondence.mail.payload import GameOverPayload, ResultsPayload
from correspondence.models.mail import OutgoingMail
from correspondence.store import Store
from tests.correspondence.mail import samples
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases

TWO_PARTS = Path(__file__).parent / "kept"


def test_a_stored_mail_is_compressed_json() -> None:
    mail = samples.results()
    stored = encode_payload(mail)
    assert zlib.decompress(stored) == msgspec.json.encode(mail)
    assert len(stored) < 4000
    assert decode_payload(stored) == mail


def test_what_mails_of_a_table_tell_alike_are_the_same_objects() -> None:
    mail = samples.results()
    tyrell = msgspec.structs.replace(mail, seat="stark")

    first, second = (decode_payload(encode_payload(one)) for one in (mail, tyrell))

    assert isinstance(first, ResultsPayload)
    assert isinstance(second, ResultsPayload)
    assert second.seat == "stark"
    assert first.board is second.board
    assert first.closed is not None
    assert second.closed is not None
    assert all(one is other for one, other in zip(first.closed.records, second.closed.records, strict=True))


@pytest.mark.parametrize("mail", [samples.results(), samples.game_over()])
def test_mails_of_earlier_versions_are_read(mail: ResultsPayload | GameOverPayload) -> None:
    """Plain JSON; and two parts, what a whole table is told and the rest. Those were written by revision 0036.

    Their link to the sheet is the address of that time.
    """
    name = str(mail.__struct_config__.tag)
    sheet = mail.links.sheet.replace("/turns/", "/calls/")
    mail = msgspec.structs.replace(mail, links=msgspec.structs.replace(mail.links, sheet=sheet))
    assert decode_payload(msgspec.json.encode(mail)) == mail
    assert decode_payload((TWO_PARTS / f"{name}.two-parts").read_bytes()) == mail


def test_a_mail_of_a_later_version_waits_for_its_workers(people: People, store: Store) -> None:
    people.game()
    with store.begin() as session:
        session.execute(update(OutgoingMail).values(payload=b"\x07 whatever comes after this version"))
    people.deliver()
    with store.read() as session:
        rows = list(session.scalars(select(OutgoingMail)))
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
def test_a_damaged_mail_is_refused(spoil: Any, stored: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_payload(spoil(stored))
