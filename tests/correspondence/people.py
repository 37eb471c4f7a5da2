"""People who play: accounts, games and a clock that only moves when it is told to."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.closing import adjudicate
from correspondence.games.options import NewGame
from correspondence.imports import check_import, claim_import
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.models.turns import UNFINISHED, Turn
from correspondence.outbox.delivery import MailboxTransport
from correspondence.outbox.sending import mailbox, mailbox_mail
from correspondence.overview.game_page import GamePage, game_page
from correspondence.rows import Row
from correspondence.sheets.use_cases import submit_sheet
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from tests.correspondence.postoffice import deliver_batch

EDITION = "first-edition"
HOUSES = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")


def due_turns(session: Session, now: datetime) -> list[str]:
    """The public ids of turns whose time is up and that nobody adjudicates now, oldest first."""
    query = (
        select(Turn.public_id)
        .where(Turn.status == "open", Turn.closes_at <= now)
        .where(Turn.claimed_until.is_(None) | (Turn.claimed_until <= now))
    )
    return list(session.scalars(query.order_by(Turn.closes_at, Turn.id)))


class People:
    """Shortcuts through the use cases. `now` stands still until `later`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
        # Emails in mailboxes do not change: each is parsed once.
        self._parsed: dict[str, EmailMessage] = {}

    def clock(self) -> datetime:
        """The time, for those who ask."""
        return self.now

    def later(self, **how_much: float) -> None:
        """Let time pass."""
        self.now += timedelta(**how_much)

    def account(self, name: str) -> Account:
        """Somebody's account, made if needed."""
        with self.store.begin() as session:
            return get_or_create_account(session, f"{name}@rookery.example", self.now, name=name.title())

    def game(self, humans: dict[str, str] | None = None, **options: Any) -> str:
        """A running game: `humans` maps houses to names (none: stark is ada's), bots play others."""
        humans = humans or {"stark": "ada"}
        (first, maker), *others = humans.items()
        count = options.pop("players", 5)
        # Whoever comes by may take a seat that is offered.
        options.setdefault("visibility", "open")
        able = options.get("houses") or houses_of(count, options.get("edition", EDITION))
        rest = [house for house in able if house not in humans]
        new = NewGame(
            title=options.pop("title", "A game"),
            players=count,
            house=first,
            bot_houses=tuple(rest[: count - len(humans)]),
            **options,
        )
        with self.store.begin() as session:
            game = create_game(session, self.account_in(session, maker), new, self.now)
            game_id, code = game.public_id, game.join_code
        for house, name in others:
            with self.store.begin() as session:
                join_game(session, self.account_in(session, name), game_id, self.now, code=code, house=house)
        return game_id

    def account_in(self, session: Any, name: str) -> Account:
        """Somebody's account, in a session that is open."""
        return get_or_create_account(session, f"{name}@rookery.example", self.now, name=name.title())

    def account_in_read(self, session: Any, name: str) -> Account:
        """Somebody's account, which is there already."""
        found = session.scalars(select(Account).where(Account.email == f"{name}@rookery.example")).one()
        assert isinstance(found, Account)
        return found

    def page(self, game_id: str, name: str | None = "ada") -> GamePage:
        """A game as somebody sees it."""
        account = self.account(name) if name else None
        with self.store.read() as session:
            return game_page(session, game_id, account, self.now)

    def turn(self, game_id: str) -> str:
        """The id of the open turn."""
        return self._open_turn(game_id).public_id

    def _open_turn(self, game_id: str) -> Turn:
        # In one statement: every other step of every test asks for it.
        query = select(Turn).join(Game, Game.id == Turn.game_id).where(Game.public_id == game_id)
        newest = query.where(Turn.status.in_(UNFINISHED)).order_by(Turn.number.desc()).limit(1)
        with self.store.read() as session:
            return session.scalars(newest).one()

    def submit(self, game_id: str, name: str = "ada", document: bytes = b"{}", ready: bool | None = None) -> Any:
        """Hand in a sheet for the open turn."""
        turn, account = self.turn(game_id), self.account(name)
        with self.store.begin() as session:
            return submit_sheet(session, account, turn, document, self.now, ready)

    def due(self) -> list[str]:
        """The turns that are due."""
        with self.store.read() as session:
            return due_turns(session, self.now)

    def adjudicate(self, game_id: str) -> None:
        """Let the open turn's time run out, and adjudicate it."""
        turn = self._open_turn(game_id)
        self.now = max(self.now, turn.closes_at)
        if not adjudicate(self.store, turn.public_id, "test", self.clock):
            with self.store.read() as session:
                trouble = session.scalar(select(Turn.trouble).where(Turn.public_id == turn.public_id))
            raise AssertionError(trouble or "not adjudicated")

    def deliver(self) -> int:
        """Deliver all emails to the local mailbox."""
        return deliver_batch(self.store, MailboxTransport(self.store), self.clock, 500)

    def mails(self, name: str) -> list[EmailMessage]:
        """What lies in the mailbox for somebody, oldest first."""
        with self.store.read() as session:
            ids = [line.id for line in reversed(mailbox(session, 500, f"{name}@rookery.example"))]
            raw = {one: mailbox_mail(session, one) for one in ids if one not in self._parsed}
        for one, mail in raw.items():
            self._parsed[one] = message_from_bytes(mail, policy=policy.SMTP)  # type: ignore[assignment]
        return [self._parsed[one] for one in ids]

    def restore(self, database: bytes) -> None:
        """Have the whole database be as it was, emails too."""
        self.store.close()
        Path(str(self.store.engine.url.database)).write_bytes(database)
        self._parsed.clear()

    def count(self, table: type[Row]) -> int:
        """How many rows a table has."""
        with self.store.read() as session:
            return session.scalar(select(func.count()).select_from(table)) or 0


def houses_of(players: int, edition: str = EDITION) -> tuple[str, ...]:
    """The houses of a game, of the first edition if no other is named."""
    from correspondence.games.options import houses

    return houses(edition, players)


def text_of(mail: EmailMessage) -> str:
    """The text part of an email."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def link_in(mail: EmailMessage, path: str) -> str:
    """The rest of the first link in an email that begins with a path of the site."""
    found = re.search(rf"http://127\.0\.0\.1:8000/{path}([\w./?=-]+)", text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]


def check_imports(people: People) -> int:
    """Check every game file that waits; how many there were."""
    checked = 0
    while claimed := claim_import(people.store, people.now, timedelta(minutes=2)):
        check_import(people.store, claimed, people.clock, 120)
        checked += 1
    return checked
