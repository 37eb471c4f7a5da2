"""Whom mails are taken for, and how much of them is kept: the receiver upon a real database."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from correspondence.addresses import renew, reply_address
from correspondence.incoming_mail.batches import work_off
from correspondence.incoming_mail.queue import drop_bytes, raw_of, stored_size
from correspondence.models.games import Seat
from correspondence.models.mail import IncomingMail, OutgoingMail
from correspondence.outbox.returns import return_address
from correspondence.store import Store
from tests.correspondence.people import People
from worker.mail_in import Away, Full, Receiver

BARE = "orders@rookery.example"
BODY = b"Subject: x\r\n\r\n" + bytes(range(32, 127)) * 20


@pytest.fixture
def receiver(store: Store, people: People) -> Receiver:
    """Who takes its mails."""
    return Receiver(store, people.clock, lambda _: None)


@pytest.fixture
def addresses(store: Store, people: People) -> tuple[str, str]:
    """Where one who plays answers emails, and where an email of theirs comes back to."""
    game = people.game()
    with store.read() as session:
        seat = session.scalars(select(Seat).where(Seat.account_id.is_not(None))).first()
        letter = session.scalars(select(OutgoingMail)).first()
        assert seat is not None
        assert letter is not None
        return reply_address(store.settings, seat, people.turn(game)), return_address(store.settings, letter)


def taken(store: Store) -> list[IncomingMail]:
    """The rows of mails, oldest first."""
    with store.read() as session:
        return list(session.scalars(select(IncomingMail).order_by(IncomingMail.id)))


def test_addresses_that_were_made_here_are_taken(receiver: Receiver, addresses: tuple[str, str]) -> None:
    assert all(receiver.takes(address) for address in (BARE, BARE.upper(), *addresses, addresses[0].upper()))


def _flipped(address: str) -> str:
    local, _, domain = address.partition("@")
    return f"{local[:-1]}{'0' if local[-1] != '0' else '1'}@{domain}"


@pytest.mark.parametrize(
    "made",
    [
        lambda reply, _: _flipped(reply),
        lambda _, returned: _flipped(returned),
        lambda reply, _: reply.replace("+", "+x", 1),
        lambda *_: "orders+anything@rookery.example",
        lambda *_: "orders+b.7ffffffffffffff-00000000000000000000@rookery.example",
        lambda *_: "else@rookery.example",
        lambda reply, _: reply.replace("rookery.example", "other.example"),
    ],
)
def test_addresses_that_nobody_has_are_refused(
    receiver: Receiver, addresses: tuple[str, str], made: Callable[[str, str], str]
) -> None:
    assert not receiver.takes(made(*addresses))


def test_addresses_that_were_ended_are_refused(receiver: Receiver, store: Store, addresses: tuple[str, str]) -> None:
    with store.begin() as session:
        for seat in session.scalars(select(Seat)):
            renew(seat)

    assert not receiver.takes(addresses[0])


def test_a_database_that_is_away_refuses_nobody(
    receiver: Receiver, store: Store, addresses: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise OperationalError("select", {}, Exception("gone"))

    monkeypatch.setattr(store, "read", away)

    with pytest.raises(Away):
        receiver.takes(addresses[0])


def test_one_body_is_stored_for_all_recipients(receiver: Receiver, store: Store, addresses: tuple[str, str]) -> None:
    assert receiver.take(BODY, [BARE, *addresses]) == 3

    rows = taken(store)
    assert [row.stored_bytes > 0 for row in rows] == [True, False, False]
    with store.read() as session:
        assert {raw_of(session, session.merge(row, load=False)) for row in rows} == {BODY}


def test_bytes_that_another_recipient_needs_are_not_dropped(
    receiver: Receiver, store: Store, addresses: tuple[str, str]
) -> None:
    """They go with the last who does."""
    receiver.take(BODY, [BARE, addresses[0]])
    for expected in (1, 0):
        with store.begin() as session:
            row = session.scalars(select(IncomingMail).where(IncomingMail.state == "stored").limit(1)).one()
            row.state = "passed-over"
            drop_bytes(session, row)
        with store.read() as session:
            assert stored_size(session)[0] == expected


def test_mails_for_nobody_leave_no_bytes(receiver: Receiver, store: Store, people: People) -> None:
    receiver.take(BODY, [BARE])
    work_off(store, people.clock)

    (row,) = taken(store)
    assert (row.state, row.raw, row.stored_bytes) == ("passed-over", b"", 0)


def test_no_more_is_taken_than_the_host_allows(receiver: Receiver, store: Store, people: People) -> None:
    """While nobody reads what came; afterwards what was read makes room, and mail comes in again."""
    store.settings = replace(store.settings, mail_in_max_mails=3)
    for number in range(3):
        receiver.take(BODY + b"%d" % number, [BARE])
    with pytest.raises(Full):
        receiver.take(BODY + b"more", [BARE])
    with store.begin() as session:
        for number, row in enumerate(session.scalars(select(IncomingMail).order_by(IncomingMail.id))):
            row.state, row.read_at = "done" if number else "waiting", people.now

    receiver.take(BODY + b"more", [BARE])

    assert [row.stored_bytes > 0 for row in taken(store)] == [True, False, True, True]


def test_large_mails_reach_the_ceiling_sooner(receiver: Receiver, store: Store) -> None:
    store.settings = replace(store.settings, mail_in_max_megabytes=1)

    receiver.take(b"a" * 600_000, [BARE])

    with pytest.raises(Full):
        receiver.take(b"b" * 600_000 + bytes(600_000), [BARE])


def test_room_is_not_made_of_bytes_that_another_recipient_needs(
    receiver: Receiver, store: Store, people: People, addresses: tuple[str, str]
) -> None:
    store.settings = replace(store.settings, mail_in_max_mails=2)
    receiver.take(BODY, [BARE, addresses[0]])
    receiver.take(BODY + b"other", [BARE])
    with store.begin() as session:
        first, waiting, last = session.scalars(select(IncomingMail).order_by(IncomingMail.id))
        first.state, first.read_at = "done", people.now
        waiting.state, waiting.read_at = "waiting", people.now
        last.state, last.read_at = "done", people.now

    receiver.take(BODY + b"more", [BARE])

    assert [row.stored_bytes > 0 for row in taken(store)] == [True, False, False, True]


def test_room_is_made_for_a_mail_larger_than_what_is_left(receiver: Receiver, store: Store, people: People) -> None:
    store.settings = replace(store.settings, mail_in_max_megabytes=1)
    large = random.Random(1).randbytes(800_000)
    receiver.take(large, [BARE])
    with store.begin() as session:
        row = session.scalars(select(IncomingMail)).one()
        row.state, row.read_at = "done", people.now

    receiver.take(large[:600_000], [BARE])

    assert [row.stored_bytes > 0 for row in taken(store)] == [False, True]
