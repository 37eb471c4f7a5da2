"""A service that takes mail, and a player who writes some."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from email.utils import format_datetime

import pytest
from sqlalchemy import select

from correspondence.addresses import reply_address
from correspondence.incoming_mail.batches import work_off
from correspondence.incoming_mail.queue import keep_mail
from correspondence.models.mail import IncomingMail
from correspondence.store import Store
from tests.correspondence.people import People

SERVER = "mx.rookery.example"


@pytest.fixture
def store(store: Store) -> Store:
    """The database of a service that takes mail."""
    store.settings = replace(store.settings, mail_in="orders@rookery.example", mail_in_checked_by=SERVER)
    return store


class Writer:
    """Writes mails for a seat, and has them read."""

    def __init__(self, people: People, game: str, name: str = "ada") -> None:
        self.people, self.game, self.name = people, game, name
        self.sent = 0

    def address(self, turn: str | None = None) -> str:
        """Where emails about the open turn (or another) are answered to."""
        with self.people.store.read() as session:
            account = self.people.account_in_read(session, self.name)
            seat = session.scalars(select_seat(self.game, account.id)).one()
            return reply_address(session.info["settings"], seat, turn or self.people.turn(self.game))

    def mail(self, text: str, *, to: str = "", sender: str = "", vouched: bool = True, **headers: str) -> bytes:
        """A mail as it comes from the mail server."""
        self.sent += 1
        message = EmailMessage()
        sender = sender or f"{self.name}@rookery.example"
        if vouched:
            domain = sender.rpartition("@")[2]
            message["Authentication-Results"] = f"{SERVER}; dmarc=pass header.from={domain}"
        message["From"] = f"Ada <{sender}>"
        message["To"] = to or self.address()
        message["Subject"] = "Re: A game, round 1"
        message["Date"] = format_datetime(self.people.now)
        message["Message-ID"] = f"<{self.game}.{self.name}.{self.sent}@mail.example>"
        for header, value in headers.items():
            message[header.replace("_", "-")] = value
        message.set_content(text)
        return message.as_bytes()

    def keep(self, raw: bytes, to: str = "") -> bool:
        """Have a mail come in; whether it is new."""
        with self.people.store.begin() as session:
            return keep_mail(session, raw, to or self.address(), self.people.now)

    def read(self) -> int:
        """Have what came in read; how many mails."""
        return work_off(self.people.store, self.people.clock)[0]

    def send(self, text: str, *, to: str = "", **how: object) -> IncomingMail:
        """Write a mail, have it come in and be read; what became of it."""
        self.keep(self.mail(text, to=to, **how), to)  # type: ignore[arg-type]
        assert self.read() == 1
        with self.people.store.read() as session:
            return session.scalars(select(IncomingMail).order_by(IncomingMail.id.desc()).limit(1)).one()

    def answer(self) -> EmailMessage:
        """The last email that its writer got."""
        self.people.deliver()
        return self.people.mails(self.name)[-1]


def select_seat(game: str, account_id: int) -> object:
    """The seat of an account in a game."""
    from correspondence.models.games import Game, Seat

    return select(Seat).join(Game).where(Game.public_id == game, Seat.account_id == account_id)


@pytest.fixture
def ada(people: People, store: Store) -> Writer:
    """Ada, who plays Stark in a game against bots."""
    return Writer(people, people.game())


@pytest.fixture
def table(people: People, store: Store) -> tuple[Writer, Writer]:
    """Ada and Bo in one game of people."""
    game = people.game({"stark": "ada", "lannister": "bo", "baratheon": "cy"})
    return Writer(people, game), Writer(people, game, "bo")
