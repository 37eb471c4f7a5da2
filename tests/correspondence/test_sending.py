"""Whatever a mail server does, no email is lost, and one that leaves again has the same Message-ID."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from correspondence.mail.payload import Links, NoticePayload, SignInPayload, Thread
from correspondence.models.mail import MailRoute, OutgoingMail
from correspondence.outbox import sending, smtp
from correspondence.outbox.sending import deliver_due, enqueue_mail
from correspondence.outbox.smtp import SmtpTransport
from correspondence.settings import BadSetting, Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.correspondence.postoffice import DROP, STALL, PostOffice, deliver_batch, post_office
from tests.services import free_port

pytestmark = pytest.mark.both_databases


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A mail server that behaves."""
    with post_office() as made:
        yield made


def write(people: People, count: int, domain: str = "rookery.example", first: int = 0) -> list[str]:
    """Emails into the outbox; their Message-IDs."""
    ids = [f"{domain}.{first + n}@rookery.example" for n in range(count)]
    with people.store.begin() as session:
        for n, message_id in enumerate(ids):
            payload = SignInPayload(
                link="https://rookery.example/in/x",
                expires_at=people.now + timedelta(days=30),
                thread=Thread(message_id=message_id),
                written_at=people.now,
            )
            enqueue_mail(session, f"test:{message_id}", payload, f"reader{first + n}@{domain}", people.now)
    return ids


def transport_to(office: PostOffice) -> SmtpTransport:
    return SmtpTransport(office.url, "r@rookery.example")


def rows(store: Store) -> list[OutgoingMail]:
    with store.read() as session:
        return list(session.scalars(select(OutgoingMail).order_by(OutgoingMail.id)))


def routes(store: Store) -> dict[str, MailRoute]:
    with store.read() as session:
        return {route.name: route for route in session.scalars(select(MailRoute))}


def deliver_all(people: People, transport: SmtpTransport, minutes: float, step: float = 30.0) -> int:
    """Sweep every `step` seconds of the clock for so many minutes; how many emails left."""
    sent, end = 0, people.now + timedelta(minutes=minutes)
    while people.now < end:
        sent += deliver_due(people.store, transport, people.clock)[0]
        people.later(seconds=step)
    return sent


def test_one_connection_serves_many_batches(people: People, office: PostOffice) -> None:
    ids = write(people, 45)
    transport = transport_to(office)
    assert [deliver_batch(people.store, transport, people.clock, 20) for _ in range(4)] == [20, 20, 5, 0]
    assert office.connections == 1
    assert sorted(office.ids()) == sorted(ids)
    transport.close()
    assert office.lines[-1] == "quit"


def test_a_connection_is_changed_after_many_mails(
    people: People, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "MAX_MAILS", 10)
    ids = write(people, 25)
    assert deliver_batch(people.store, transport_to(office), people.clock, 30) == 25
    assert office.connections == 3
    assert office.ids() == ids


@pytest.mark.parametrize("extensions", [("PIPELINING", "SIZE 1000000"), ("8BITMIME",)])
def test_mails_arrive_as_they_were_written(people: People, extensions: tuple[str, ...]) -> None:
    with post_office(extensions=extensions) as office:
        transport = transport_to(office)
        transport.open(people.now)
        bodies = [b"Message-ID: <a@b>\r\n\r\n.\r\n..two\r\n.\r\nend\r\n", b".first line\r\nlast"]
        for body in bodies:
            transport.send("ada@rookery.example", "a@b", "s", body)
        large = b"." + b"\r\n.".join([b"0123456789"] * 10_000)
        for _ in range(2):
            transport.send("ada@rookery.example", "a@b", "s", b"small\r\n" + large + b".\r\n.end")
        whole = b"small\r\n" + large + b".\r\n.end\r\n"
        assert [raw for _, raw in office.taken] == [bodies[0], bodies[1] + b"\r\n", whole, whole]


def test_a_server_that_hung_up_meanwhile_is_called_again(people: People, office: PostOffice) -> None:
    transport = SmtpTransport(office.url, "r@rookery.example", ticks=lambda: people.now.timestamp())
    write(people, 1)
    assert deliver_batch(people.store, transport, people.clock) == 1
    people.later(minutes=5)
    write(people, 1, first=1)
    assert deliver_batch(people.store, transport, people.clock) == 1
    assert "noop" in office.lines
    assert office.connections == 1
    assert transport._server is not None
    transport._server.sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]  # the cable is pulled
    people.later(minutes=5)
    write(people, 1, first=2)
    assert deliver_batch(people.store, transport, people.clock) == 1
    assert office.connections == 2
    assert len(set(office.ids())) == 3


def test_a_server_that_is_down_for_half_an_hour(people: People) -> None:
    ids, port = write(people, 30), free_port()
    transport = SmtpTransport(f"smtp://127.0.0.1:{port}", "r@rookery.example")
    assert deliver_all(people, transport, 30) == 0
    assert {row.attempts for row in rows(people.store)} == {0}, "nobody is charged with an outage"
    assert "refused" in rows(people.store)[0].last_error
    assert routes(people.store)["*"].failures > 5
    with post_office(port) as office:
        assert deliver_all(people, transport, 6) == 30
        assert sorted(office.ids()) == sorted(ids)
    assert routes(people.store) == {}


@pytest.mark.parametrize("how", [{"greeting": "421 too busy"}, {"sender": "451 no room"}, {"sender": "550 not you"}])
def test_a_server_that_takes_nothing_from_us_costs_no_mail(people: People, how: dict[str, str]) -> None:
    ids = write(people, 12)
    with post_office(**how) as office:
        transport = transport_to(office)
        assert deliver_all(people, transport, 30) == 0
        office.greeting, office.sender = "220 hello", "250 fine"
        assert deliver_all(people, transport, 6) == 12
        assert sorted(office.ids()) == sorted(ids)


def test_waits_for_a_server_grow_and_differ(people: People) -> None:
    write(people, 1)
    transport = SmtpTransport(f"smtp://127.0.0.1:{free_port()}", "r@rookery.example")
    waits = []
    for _ in range(7):
        assert deliver_batch(people.store, transport, people.clock) == 0
        until = routes(people.store)["*"].until
        assert until is not None
        assert deliver_batch(people.store, transport, people.clock) == 0, "nothing is tried before"
        waits.append((until - people.now).total_seconds())
        people.now = until
    for wait, whole in zip(waits, (30, 60, 120, 240, 300, 300, 300), strict=True):
        assert 0.8 * whole <= wait <= whole
    assert len(set(waits)) == 7


def test_a_grey_list_delays_its_mails_alone(people: People, office: PostOffice) -> None:
    grey, others = write(people, 12, "grey.example"), write(people, 40, "swift.example")
    office.recipients = {"grey.example": "451 come back later"}
    transport = transport_to(office)
    assert deliver_due(people.store, transport, people.clock)[0] == 40
    assert sorted(office.ids()) == sorted(others)
    asked = sum("grey.example" in line for line in office.lines)
    assert asked == 5, "a domain that refuses one after the other is not asked again at once"
    assert deliver_all(people, transport, 30) == 0
    office.recipients = {}
    assert deliver_all(people, transport, 9) == 12
    assert sorted(office.ids()) == sorted(grey + others)
    assert routes(people.store) == {}


def test_one_full_mailbox_holds_up_nobody_else_of_its_domain(people: People, office: PostOffice) -> None:
    write(people, 30)
    office.recipients = {"reader3@rookery.example": "452 mailbox full"}
    assert deliver_due(people.store, transport_to(office), people.clock)[0] == 29
    (left,) = (row for row in rows(people.store) if row.sent_at is None)
    assert (left.address, left.attempts) == ("reader3@rookery.example", 1)


def test_a_refusal_for_good_hits_one_mail(people: People, office: PostOffice) -> None:
    write(people, 30)
    office.recipients = {"reader3@rookery.example": "550 no such person"}
    office.at_end = lambda address, raw: "554 looks like spam" if address.startswith("reader7@") else "250 taken"
    assert deliver_due(people.store, transport_to(office), people.clock)[0] == 28
    failed = {row.address: row.last_error for row in rows(people.store) if row.failed_at is not None}
    assert failed == {
        "reader3@rookery.example": "550 no such person",
        "reader7@rookery.example": "554 looks like spam",
    }
    assert office.connections == 1


def test_a_mail_refused_for_days_is_given_up(people: People, office: PostOffice) -> None:
    write(people, 1)
    office.recipients = {"rookery.example": "451 come back later"}
    transport = transport_to(office)
    deliver_all(people, transport, 60 * 70, step=1800)
    (row,) = rows(people.store)
    assert row.failed_at is None
    deliver_all(people, transport, 60 * 12, step=1800)
    (row,) = rows(people.store)
    assert row.failed_at is not None
    assert row.attempts >= sending.MAX_ATTEMPTS


def test_a_stall_after_data_holds_up_no_other_mail(
    people: People, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "REPLY_SECONDS", 0.3)
    ids = write(people, 8)
    office.at_end = lambda address, raw: STALL if address.startswith("reader2@") else "250 taken"
    transport = transport_to(office)
    assert deliver_batch(people.store, transport, people.clock) == 7
    assert office.connections == 2
    office.at_end = lambda address, raw: "250 taken"
    people.later(minutes=1)
    assert deliver_batch(people.store, transport, people.clock) == 1
    assert sorted(set(office.ids())) == sorted(ids)


def test_connection_cut_at_the_end_repeats_under_the_same_id(people: People, office: PostOffice) -> None:
    ids = write(people, 10)
    office.at_end = lambda address, raw: DROP if address.startswith(("reader2@", "reader6@")) else "250 taken"
    transport = transport_to(office)
    assert deliver_batch(people.store, transport, people.clock) == 8
    office.at_end = lambda address, raw: "250 taken"
    people.later(minutes=1)
    assert deliver_batch(people.store, transport, people.clock) == 2
    twice = [name for name in set(office.ids()) if office.ids().count(name) == 2]
    assert sorted(twice) == [ids[2], ids[6]]
    first, again = (raw for _, raw in office.taken if f"<{ids[2]}>".encode() in raw)
    assert first == again, "the repeat is the same letter"
    assert set(office.ids()) == set(ids)


def test_a_server_that_sends_us_away_in_the_middle(people: People, office: PostOffice) -> None:
    ids = write(people, 20)
    said: list[str] = []

    def at_end(address: str, raw: bytes) -> str:
        said.append(address)
        return "421 closing" if len(said) == 7 else "250 taken"

    office.at_end = at_end
    transport = transport_to(office)
    assert deliver_batch(people.store, transport, people.clock) == 19
    assert office.connections == 2
    people.later(minutes=1)
    assert deliver_batch(people.store, transport, people.clock) == 1
    assert sorted(office.ids()) == sorted(ids)


def test_several_senders_send_nothing_twice(people: People, office: PostOffice) -> None:
    ids = write(people, 60)

    def drain(number: int) -> int:
        return deliver_due(people.store, transport_to(office), people.clock, limit=4)[0]

    with ThreadPoolExecutor(4) as senders:
        sent = list(senders.map(drain, range(4)))
    assert sum(sent) == 60
    assert sorted(office.ids()) == sorted(ids)


def test_a_sender_that_was_frozen_leaves_its_mails_to_the_next(people: People, office: PostOffice) -> None:
    ids = write(people, 10)

    def at_end(address: str, raw: bytes) -> str:
        if address.startswith("reader3@") and len(office.taken) == 3:
            people.later(minutes=6)
            office.at_end = lambda address, raw: "250 taken"
            assert deliver_batch(people.store, transport_to(office), people.clock) == 10
        return "250 taken"

    office.at_end = at_end
    assert deliver_batch(people.store, transport_to(office), people.clock) == 4, "then its claim had run out"
    assert sorted(set(office.ids())) == sorted(ids)
    assert len(office.ids()) == 14, "only what it had sent and not yet marked"
    assert all(row.sent_at is not None and row.attempts == 2 for row in rows(people.store))


def notice(what: str, stream: str, **more: object) -> Callable[[People], NoticePayload]:
    def made(people: People) -> NoticePayload:
        return NoticePayload(
            what=what,
            stream=stream,
            moments={"due": people.now + timedelta(hours=1)},
            links=Links(game="https://rookery.example/g"),
            thread=Thread(message_id=f"{what}@rookery.example"),
            written_at=people.now,
        )

    return made


def test_a_reminder_of_a_turn_that_is_closed_is_not_sent(people: People, office: PostOffice) -> None:
    late, moved = notice("reminder", "reminders")(people), notice("deadline-moved", "deadlines")(people)
    with people.store.begin() as session:
        enqueue_mail(session, "late", late, "ada@rookery.example", people.now)
        enqueue_mail(session, "moved", moved, "ada@rookery.example", people.now)
    people.later(hours=2)
    assert deliver_batch(people.store, transport_to(office), people.clock) == 1
    dropped, sent = rows(people.store)
    assert dropped.dropped_at == people.now
    assert dropped.last_error == "the call of which it reminds is closed"
    assert (dropped.sent_at, dropped.failed_at, dropped.next_attempt_at, dropped.payload) == (None, None, None, b"")
    assert sent.sent_at is not None


def test_an_expired_sign_in_link_is_not_sent(people: People, office: PostOffice) -> None:
    write(people, 1)
    people.later(days=31)
    assert deliver_batch(people.store, transport_to(office), people.clock) == 0
    assert rows(people.store)[0].last_error == "the link in it has expired"
    assert office.taken == []


def test_mails_a_second_are_limited_for_all_senders_together(people: People, office: PostOffice) -> None:
    store = Store(replace(people.store.settings, mails_per_second=4.0))
    ids = write(people, 30)
    began = people.now

    def wait(seconds: float) -> None:
        people.later(seconds=seconds)

    senders = [transport_to(office), transport_to(office)]
    while len(office.taken) < 30:
        before = len(office.taken)
        for transport in senders:
            deliver_batch(store, transport, people.clock, 20, wait)
            assert len(office.taken) <= (people.now - began).total_seconds() * 4 + 8
        if len(office.taken) == before:
            people.later(seconds=0.5)
    assert (people.now - began).total_seconds() >= 30 / 4 - 1
    assert sorted(office.ids()) == sorted(ids)
    store.close()


@pytest.mark.parametrize("value", ["many", "-1", "0.001", "nan", "1e9"])
def test_a_limit_that_is_none_is_refused(value: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="LETTERS_PER_SECOND"):
        Settings.from_environment({"ROOKERY_DATA": str(tmp_path), "LETTERS_PER_SECOND": value})


SENDER = """
import sys
from pathlib import Path
from datetime import datetime
from correspondence.outbox.smtp import SmtpTransport
from correspondence.outbox.sending import deliver_due
from correspondence.settings import Settings
from correspondence.store import Store
url, folder, smtp, now = sys.argv[1:]
settings = Settings(data_dir=Path(folder), database_url=url, secret_key="k", sender="r@rookery.example")
deliver_due(Store(settings), SmtpTransport(smtp, "r@rookery.example"), lambda: datetime.fromisoformat(now))
"""


def test_sender_killed_before_marking_repeats_the_mails(people: People, office: PostOffice) -> None:
    ids = write(people, 25)
    killed: list[int] = []

    def at_end(address: str, raw: bytes) -> str:
        if len(office.taken) == 15:
            # The 16th is taken; that it was, the sender never hears.
            os.kill(process.pid, signal.SIGKILL)
            killed.append(process.wait())
        return "250 taken"

    office.at_end = at_end
    url = people.store.settings.database_url
    command = [
        sys.executable,
        "-c",
        SENDER,
        url,
        str(people.store.settings.data_dir),
        office.url,
        people.now.isoformat(),
    ]
    with subprocess.Popen(command) as process:
        process.wait(60)
    assert killed == [-signal.SIGKILL]
    assert len(office.taken) == 16
    with people.store.begin() as session:
        session.execute(
            update(OutgoingMail).where(OutgoingMail.claimed_until.is_not(None)).values(claimed_until=people.now)
        )
    people.later(seconds=1)
    office.at_end = lambda address, raw: "250 taken"
    assert deliver_due(people.store, transport_to(office), people.clock)[0] == 15
    assert sorted(set(office.ids())) == sorted(ids)
    assert len(office.ids()) == 31, "six were taken and not marked; each left again under its own id"
    assert all(row.sent_at is not None for row in rows(people.store))
