"""A real worker process: it finds what is due, adjudicates it once, sends the emails, and survives being killed."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import func, select

from correspondence import tutorial
from correspondence.lobby import seating
from correspondence.models.games import Game
from correspondence.models.turns import Turn
from correspondence.outbox.sending import mailbox
from correspondence.settings import Settings
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from correspondence.turns import set_ready
from tests.e2e.house_turn import House, eventually, process
from tests.e2e.post import post_office, text_of
from tests.migrated import make_tables
from worker.service import clock

# One worker for all queues. Without it, on servers, there is a crew of four processes, each of which takes two seconds
# to start; that is how the first test here runs it, and `test_supervisor`.
ALONE = "--one-pool"
SEED = sha256(b"a long game 2").hexdigest()


class Desk:
    """A store with a demo game, and the settings of its service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings)
        make_tables(self.store)
        # One game in twelve is won with the fifth turn; this one goes on for nineteen.
        with patch.object(seating, "draw_seed", lambda: SEED), self.store.begin() as session:
            self.game_id = tutorial.make_demo(session, clock()).game.public_id
            session.execute(Game.__table__.update().values(hold_seconds=0.0))

    def house(self, folder: Path) -> House:
        """The service as processes see it."""
        environment = {
            **os.environ,
            "ROOKERY_DATA": str(self.settings.data_dir),
            "DATABASE_URL": self.settings.database_url,
            "BROKER_URL": self.settings.broker_url,
            "SWEEP_SECONDS": "0.5",
            **({"SMTP_URL": self.settings.smtp_url} if self.settings.smtp_url else {}),
        }
        return House("", environment, folder)

    def ready(self) -> None:
        """The one person says that she is ready, whatever the turn asks."""
        with self.store.begin() as session:
            player = get_or_create_account(session, tutorial.EMAIL, clock())
            turn = session.scalars(select(Turn).where(Turn.status == "open")).one()
            set_ready(session, player, turn.public_id, True, clock())

    def closed(self) -> int:
        """How many turns are closed."""
        with self.store.read() as session:
            query = select(func.count()).select_from(Turn).where(Turn.status == "closed")
            return int(session.scalar(query) or 0)

    def mails(self) -> list[str]:
        """The subjects in the mailbox, newest first."""
        with self.store.read() as session:
            return [line.subject for line in mailbox(session)]

    def past(self, count: int) -> Callable[[], bool]:
        """Whether more than `count` turns are closed."""
        return lambda: self.closed() > count


@pytest.fixture(params=["embedded", "servers"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """A game on the embedded broker and SQLite, and one on Redis and PostgreSQL."""
    settings = Settings.from_environment({"ROOKERY_DATA": str(tmp_path / "data")})
    if request.param == "servers":
        settings = dataclasses.replace(
            settings,
            database_url=request.getfixturevalue("migrated_postgres_url"),
            broker_url=request.getfixturevalue("redis_url"),
        )
    desk = Desk(settings)
    try:
        yield desk
    finally:
        desk.store.close()


def test_a_worker_adjudicates_what_is_due_and_sends_the_mails(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with process(house, "worker"):
        for _ in range(3):
            closed, mails = desk.closed(), len(desk.mails())
            desk.ready()
            eventually(desk.past(closed), "a closed call", house)
            eventually(lambda mails=mails: len(desk.mails()) > mails, "its letter", house)


def test_what_fell_due_without_a_worker_is_done_when_one_starts(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with process(house, "worker", ALONE) as worker:
        desk.ready()
        eventually(desk.past(0), "a closed call", house)
        worker.send_signal(signal.SIGKILL)
        worker.wait(timeout=10)
    desk.ready()
    assert desk.closed() == 1
    with process(house, "worker", ALONE):
        eventually(desk.past(1), "the call that fell due without a worker", house)


def test_mails_go_by_mail_where_there_is_a_server(desk: Desk, tmp_path: Path) -> None:
    with post_office() as post:
        desk.settings = dataclasses.replace(desk.settings, smtp_url=post.url)
        house = desk.house(tmp_path)
        with process(house, "worker", ALONE):
            desk.ready()
            eventually(lambda: len(post.to(tutorial.EMAIL)) == 2, "the first letter and the results", house)
    assert len({mail["Message-ID"] for mail in post.mails}) == 2
    for mail in post.mails:
        assert text_of(mail)
        assert {part.get_content_type() for part in mail.walk()} >= {"text/plain", "text/html", "image/png"}
    assert desk.mails() == [], "the local mailbox has nothing"


def test_two_workers_adjudicate_each_turn_once(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with contextlib.ExitStack() as workers:
        for _ in range(2):
            workers.enter_context(process(house, "worker"))
        for _ in range(4):
            closed = desk.closed()
            desk.ready()
            eventually(desk.past(closed), "a closed call", house)
        # One email when the game began, and one for each turn that closed.
        eventually(lambda: len(desk.mails()) == desk.closed() + 1, "a letter for each call", house)
    with desk.store.read() as session:
        numbers = session.scalars(select(Turn.number).order_by(Turn.number)).all()
        assert numbers == list(range(1, len(numbers) + 1))
        assert set(session.scalars(select(Turn.status))) == {"closed", "open"}
