"""Emails leave: once if all goes well, again under the same id if something died, never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from email import message_from_bytes, policy
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from sqlalchemy import select

from correspondence.accounts.use_cases import look_at_unsubscribe, unsubscribe
from correspondence.input_validation import NotFound
from correspondence.models.archive import StoredPicture
from correspondence.models.mail import LocalMail, OutgoingMail
from correspondence.outbox import delivery
from correspondence.outbox.delivery import MailboxTransport, SmtpTransport, Unreachable, transport_for
from correspondence.outbox.sending import mailbox, mailbox_mail
from correspondence.settings import BadSetting, Settings
from correspondence.store import Store
from tests.correspondence.people import People, link_in, text_of
from tests.correspondence.postoffice import deliver_batch
from tests.services import free_port

pytestmark = pytest.mark.both_databases


class Postmaster:
    """A mail server that keeps what it gets, and answers what it is told to."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.answers: dict[str, str] = {}
        self.connections = 0

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, name: str, lines: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = name
        return lines

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await asyncio.sleep(0)
        assert isinstance(envelope.content, bytes)
        self.got.append(envelope.content)
        return "250 OK"


@contextmanager
def postmaster() -> Iterator[tuple[Postmaster, str]]:
    keeper, port = Postmaster(), free_port()
    controller = Controller(keeper, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield keeper, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()


def rows(store: Store) -> list[OutgoingMail]:
    with store.read() as session:
        return list(session.scalars(select(OutgoingMail).order_by(OutgoingMail.id)))


def test_the_first_mail_and_the_results_reach_the_mailbox(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    turn = people.turn(game_id)
    assert people.deliver() == 2
    people.submit(game_id, ready=True)
    people.adjudicate(game_id)
    assert people.deliver() == 2
    assert people.deliver() == 0
    first, results = people.mails("ada")
    assert link_in(first, "turns/") == turn
    assert first["Message-ID"] == f"<{game_id}.0.stark.results@rookery.example>"
    assert results["Message-ID"] == f"<{game_id}.1.stark.results@rookery.example>"
    assert results["References"] == first["Message-ID"] == results["In-Reply-To"]
    assert "Ada" in str(first["To"])
    types = [part.get_content_type() for part in results.walk()]
    assert {"text/plain", "text/html", "image/png", "text/calendar"} <= set(types)
    assert "Your orders, version 1, were used." in text_of(results)
    assert people.count(StoredPicture) == 0, "what leaves once is not kept"
    for row in rows(store):
        assert (row.payload, row.next_attempt_at) == (b"", None)
        assert row.sent_at is not None


def test_the_mailbox_is_read_by_id(people: People, store: Store) -> None:
    people.game()
    people.deliver()
    with store.read() as session:
        (line,) = mailbox(session)
        assert line.address == "ada@rookery.example"
        assert mailbox_mail(session, line.id).startswith(b"From:")
        assert mailbox(session, address="bo@rookery.example") == []
        with pytest.raises(NotFound):
            mailbox_mail(session, "nothing")


def test_mails_go_by_smtp_over_one_connection(people: People, store: Store) -> None:
    people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"})
    with postmaster() as (keeper, url):
        transport = transport_for(replace(store.settings, smtp_url=url), store)
        assert deliver_batch(store, transport, people.clock, 20) == 3
        assert deliver_batch(store, transport, people.clock, 20) == 0
    assert keeper.connections == 1
    mails = [message_from_bytes(raw, policy=policy.SMTP) for raw in keeper.got]
    assert len({mail["Message-ID"] for mail in mails}) == 3
    for raw in keeper.got:
        assert max(map(len, raw.split(b"\r\n"))) <= 998
        assert b"\n" not in raw.replace(b"\r\n", b"")


def test_refused_for_good_and_refused_for_now(people: People, store: Store) -> None:
    people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"})
    with postmaster() as (keeper, url):
        keeper.answers = {"ada@rookery.example": "550 no such person", "bo@rookery.example": "451 come back later"}
        transport = SmtpTransport(url, store.settings.sender)
        assert deliver_batch(store, transport, people.clock, 20) == 1
        ada, bo, cy = sorted(rows(store), key=lambda row: row.address)
        assert ada.failed_at is not None
        assert "550" in ada.last_error
        assert ada.next_attempt_at is None
        assert bo.failed_at is None
        assert bo.next_attempt_at is not None
        assert 24 <= (bo.next_attempt_at - people.now).total_seconds() <= 30
        assert cy.sent_at is not None
        keeper.answers.clear()
        assert deliver_batch(store, transport, people.clock, 20) == 0
        people.later(seconds=30)
        assert deliver_batch(store, transport, people.clock, 20) == 1


def test_mailer_that_dies_after_sending_repeats_the_mail(people: People, store: Store) -> None:
    people.game()

    class Dies(MailboxTransport):
        def send(self, address: str, message_id: str, subject: str, raw: bytes, sender: str = "") -> None:
            super().send(address, message_id, subject, raw)
            sent.append((message_id, raw))
            if len(sent) == 1:
                raise KeyboardInterrupt

    sent: list[tuple[str, bytes]] = []
    transport = Dies(store)
    with pytest.raises(KeyboardInterrupt):
        deliver_batch(store, transport, people.clock, 20)
    assert deliver_batch(store, transport, people.clock, 20) == 0, "claimed by the dead"
    people.later(minutes=6)
    assert deliver_batch(store, transport, people.clock, 20) == 1
    assert sent[0][0] == sent[1][0]
    assert people.count(LocalMail) == 1, "the reader's mail program knows it by its id"


def test_one_mail_that_cannot_be_made_holds_up_no_other(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.game({"stark": "ada", "tyrell": "bo"})
    whole = delivery.write

    def faulty(payload: Any, **how: Any) -> Any:
        if payload.seat == "stark":
            raise ZeroDivisionError("a fault in a template")
        return whole(payload, **how)

    monkeypatch.setattr(delivery, "write", faulty)
    assert people.deliver() == 1
    row = min(rows(store), key=lambda row: row.address)
    assert "a fault in a template" in row.last_error
    assert row.failed_at is None
    monkeypatch.undo()
    people.later(minutes=1)
    assert people.deliver() == 1


def test_a_player_ends_the_mails_of_one_game(people: People, store: Store) -> None:
    game_id, other = people.game(), people.game(title="Another game")
    people.deliver()
    mail = people.mails("ada")[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = str(mail["List-Unsubscribe"]).rpartition("/")[2].rstrip(">")
    with store.read() as session:
        assert look_at_unsubscribe(session, token).title == "A game"
    with store.begin() as session:
        assert unsubscribe(session, token, people.now).what == "game"
    for game in (game_id, other):
        people.adjudicate(game)
    people.deliver()
    assert [str(mail["List-Id"]) for mail in people.mails("ada")[2:]] == [f"<{other}.rookery.example>"]


def test_two_mailers_share_the_work(people: People, store: Store) -> None:
    people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"})

    class Second(MailboxTransport):
        def open(self, now: datetime) -> None:
            # While the first mailer works, another looks for emails.
            assert deliver_batch(store, MailboxTransport(store), people.clock, 20) == 1
            super().open(now)

    assert deliver_batch(store, Second(store), people.clock, 2) == 2
    assert people.count(LocalMail) == 3


def test_addresses_of_mail_servers() -> None:
    for wrong in ("http://mail.example", "smtp://", "mail.example:25"):
        with pytest.raises(BadSetting, match="SMTP_URL"):
            SmtpTransport(wrong, "r@rookery.example")
    with pytest.raises(Unreachable):
        SmtpTransport("smtp://127.0.0.1", "r@rookery.example").send("a@b.example", "id", "s", [])


def test_a_password_never_travels_in_the_clear(people: People, store: Store, settings: Settings) -> None:
    people.game()
    with postmaster() as (keeper, url):
        transport = SmtpTransport(url.replace("://", "://ada:secret@"), settings.sender)
        assert deliver_batch(store, transport, people.clock, 20) == 0
    assert keeper.got == []
    assert "no encryption" in rows(store)[0].last_error
