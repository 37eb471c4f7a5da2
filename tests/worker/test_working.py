"""Tasks delivered many times over, databases that go away, rules that never end: each turn is adjudicated once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select, text, update
from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError

from correspondence import closing
from correspondence.closing import MAX_ATTEMPTS
from correspondence.games.options import NewGame
from correspondence.lobby.use_cases import create_game
from correspondence.models.archive import PreparedAnswers
from correspondence.models.mail import LocalMail, OutgoingMail
from correspondence.models.turns import Adjudication, Turn
from correspondence.settings import Settings
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from tests.correspondence.test_adjudications import together
from tests.migrated import make_tables
from worker import tasks
from worker.app import make_app
from worker.messages import ADJUDICATE, CHORES, DRAIN, POST, PUSH, SEARCH, SWEEP, TIDY
from worker.service import Service, clock

pytestmark = pytest.mark.both_databases

GAMES = 6


@pytest.fixture
def house(url_to_fill: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A service with some games whose first turn is due; a worker takes its time, however busy the machine is."""
    monkeypatch.setattr(tasks, "WORK_SECONDS", 600.0)
    settings = Settings(data_dir=tmp_path, database_url=url_to_fill, secret_key="not secret")
    store = Store(settings)
    make_tables(store)
    begun = datetime.now(UTC) - timedelta(hours=2)
    bots = ("baratheon", "lannister")
    with store.begin() as session:
        ada = get_or_create_account(session, "ada@rookery.example", begun, name="Ada")
        for number in range(GAMES):
            new = NewGame(title=f"Game {number}", players=3, house="stark", bot_houses=bots, window_hours=1)
            create_game(session, ada, new, begun)
        session.execute(update(Turn).values(closes_at=begun + timedelta(hours=1), due_at=begun))
    store.close()
    return settings


def counted(settings: Settings, table: type[Any]) -> int:
    """How many rows a table has."""
    store = Store(settings)
    with store.read() as session:
        found = session.scalar(select(func.count()).select_from(table)) or 0
    store.close()
    return found


def test_task_delivered_ten_times_works_once(house: Settings) -> None:
    before = counted(house, OutgoingMail)
    app = make_app(house)
    for name in (ADJUDICATE, SWEEP, DRAIN, CHORES, POST, PUSH, TIDY):
        found = together([app.tasks[name].run] * 10)
        # A file that others hold too long is no fault of the task; the next delivery finds what is left.
        assert [one for one in found if isinstance(one, Exception) and not isinstance(one, OperationalError)] == []
        app.tasks[name].run()
    assert counted(house, Adjudication) == GAMES
    assert counted(house, OutgoingMail) == before + GAMES, "one letter for each seat with a person, once"
    assert counted(house, LocalMail) == before + GAMES
    store = Store(house)
    with store.read() as session:
        ids = session.scalars(select(LocalMail.message_id)).all()
        assert len(set(ids)) == len(ids)
        assert session.scalar(select(func.max(Turn.number))) == 2
    store.close()


@pytest.mark.parametrize("url_to_fill", ["postgresql"], indirect=True)
def test_a_database_that_cuts_every_connection_costs_no_turn(house: Settings) -> None:
    """Backends are terminated in the middle of adjudications; the worker goes on, without a restart, and loses none."""
    service, cut = Service(house), [0]

    def cutting(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "INSERT INTO adjudications" in statement and cut[0] < 3:
            cut[0] += 1
            others = Store(house)
            with others.begin() as session:
                session.execute(
                    text(
                        "select pg_terminate_backend(pid) from pg_stat_activity "
                        "where datname = current_database() and pid <> pg_backend_pid()"
                    )
                )
            others.close()

    event.listen(service.store.engine, "before_cursor_execute", cutting)
    for _ in range(10):
        tasks.work_off(service, lambda: None)
        _claims_run_out(service.store.engine)
    assert cut[0] == 3
    assert counted(house, Adjudication) == GAMES
    service.store.close()


def _claims_run_out(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("update turns set claimed_until = null where status = 'open'"))


def test_rules_that_never_end_are_ended(house: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, service = closing.resolve_turn, Service(house)
    with service.store.read() as session:
        bad = session.scalars(select(Turn.public_id).order_by(Turn.id)).first()

    def endless(session: Any, turn: Turn, *rest: Any) -> None:
        if turn.public_id == bad:
            # The limit's own signal, sooner, so that nobody waits for it.
            signal.setitimer(signal.ITIMER_REAL, 0.05)
        while turn.public_id == bad:
            pass
        whole(session, turn, *rest)

    monkeypatch.setattr(closing, "resolve_turn", endless)
    tasks.work_off(service, lambda: None)
    assert counted(house, Adjudication) == GAMES - 1
    with service.store.read() as session:
        found = session.scalars(select(Turn).where(Turn.public_id == bad)).one()
        assert (found.status, found.attempts) == ("open", 1)
        assert "not finished after" in found.trouble
    service.store.close()


@pytest.mark.parametrize("url_to_fill", ["postgresql"], indirect=True)
@pytest.mark.parametrize("swallowed", [False, True])
def test_timeout_during_a_statement_is_the_turns_own(
    house: Settings, monkeypatch: pytest.MonkeyPatch, swallowed: bool
) -> None:
    """The driver, cut off in the middle, says that the connection is of no use: that is no database that is away."""
    whole, service = closing.resolve_turn, Service(house)
    with service.store.read() as session:
        bad = session.scalars(select(Turn.public_id).order_by(Turn.id)).first()

    def slow(session: Any, turn: Turn, *rest: Any) -> None:
        if turn.public_id == bad:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            try:
                session.execute(text("select pg_sleep(60)"))
            except Exception as fault:
                if not swallowed:
                    raise
                # What a library makes of it when it catches everything.
                raise OperationalError("select pg_sleep(60)", {}, fault) from None
        whole(session, turn, *rest)

    monkeypatch.setattr(closing, "resolve_turn", slow)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        tasks.work_off(service, lambda: None)
        with service.store.read() as session:
            found = session.scalars(select(Turn).where(Turn.public_id == bad)).one()
            assert (found.attempts, found.status) == (attempt, "set-aside" if attempt == MAX_ATTEMPTS else "open")
            assert "not finished after" in found.trouble
        _claims_run_out(service.store.engine)
    assert counted(house, Adjudication) == GAMES - 1
    service.store.close()


GREEDY = """
import sys
from correspondence import closing
from correspondence.settings import Settings
from worker import tasks
from worker.subprocesses import limit_memory
from worker.app import MAX_BYTES
from worker.service import Service

whole = closing.resolve_turn

def greedy(session, call, *rest):
    if call.public_id == sys.argv[1]:
        bytearray(MAX_BYTES)
    whole(session, call, *rest)

closing.resolve_turn = greedy
limit_memory(MAX_BYTES)
tasks.work_off(Service(Settings.from_environment()), lambda: None)
"""


def test_game_that_eats_memory_is_charged_and_others_go_on(house: Settings) -> None:
    store = Store(house)
    with store.read() as session:
        bad = session.scalars(select(Turn.public_id).order_by(Turn.id)).first()
    environment = {**os.environ, "ROOKERY_DATA": str(house.data_dir), "DATABASE_URL": house.database_url}
    done = subprocess.run([sys.executable, "-c", GREEDY, str(bad)], env=environment, check=False)
    assert done.returncode == 0, "the worker lives on"
    assert counted(house, Adjudication) == GAMES - 1
    with store.read() as session:
        found = session.scalars(select(Turn).where(Turn.public_id == bad)).one()
        assert (found.status, found.attempts) == ("open", 1)
        assert "MemoryError" in found.trouble
    store.close()


def test_wake_ups_are_for_as_many_as_there_is_work_for(house: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(house)
    assert tasks.wake_ups_due(service) == 0, "one worker does a single batch"
    monkeypatch.setattr(tasks, "TURN_BATCH", 2)
    assert tasks.wake_ups_due(service) == 2
    woken: list[datetime] = []
    assert tasks.work_off(service, lambda: woken.append(clock())) is False
    assert woken, "letters are rung for"
    assert counted(house, Adjudication) == GAMES
    assert tasks.wake_ups_due(service) == 0
    service.store.close()


def test_maesters_are_searched_by_a_task_however_often_it_comes(house: Settings) -> None:
    store = Store(house)
    with store.begin() as session:
        ada = get_or_create_account(session, "ada@rookery.example", datetime.now(UTC), name="Ada")
        bots = ("baratheon", "lannister")
        new = NewGame(title="Maesters", players=3, house="stark", bot_houses=bots, bot_level="maester")
        create_game(session, ada, new, datetime.now(UTC))
    app = make_app(house)

    # Each would wake for the next one; here there is nobody who listens.
    for _ in range(3):
        app.tasks[SEARCH].apply(throw=True)

    assert counted(house, PreparedAnswers) == 2
    store.close()
