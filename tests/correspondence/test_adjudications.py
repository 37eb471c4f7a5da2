"""A turn is adjudicated once, wholly or not at all, whoever dies, and one bad game stops no other."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import DBAPIError, InternalError, OperationalError
from sqlalchemy.orm import Session

from adjudicator import documents
from correspondence import closing
from correspondence.archive.records import turn_results
from correspondence.closing import CLAIM, MAX_ATTEMPTS, adjudicate, take_up_again
from correspondence.input_validation import Denied
from correspondence.models.archive import CurrentPosition, JournalPart, RoundRecords
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, SheetVersion, Turn
from correspondence.sheets.use_cases import submit_sheet
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


def together(work: list[Callable[[], Any]]) -> list[Any]:
    """Do all at the same time, each in its own thread; what each returned or raised."""
    found: list[Any] = [None] * len(work)
    barrier = threading.Barrier(len(work))

    def run(place: int) -> None:
        barrier.wait()
        try:
            found[place] = work[place]()
        except Exception as fault:  # noqa: BLE001  the tests look at it
            found[place] = fault

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_many_workers_adjudicate_each_turn_once(people: People, store: Store) -> None:
    games = [people.game(title=f"Game {number}", window_hours=1) for number in range(3)]
    people.later(hours=1)
    turns = people.due()
    assert len(turns) == 3
    work = [
        lambda c=turn, w=worker: adjudicate(store, c, f"w{w}", people.clock) for turn in turns for worker in range(4)
    ]
    done = together(work)
    assert sum(outcome is True for outcome in done) == 3, done
    assert [outcome for outcome in done if not isinstance(outcome, bool)] == []
    assert people.count(Adjudication) == 3
    assert people.count(OutgoingMail) == 6, "the first letter and the results, for each game"
    for game_id in games:
        page = people.page(game_id)
        assert page.turn is not None
        assert page.turn.number == 2
    for turn in turns:
        assert adjudicate(store, turn, "late", people.clock) is False
    assert adjudicate(store, "nothing", "late", people.clock) is False


def test_a_turn_that_is_not_due_is_left_alone(people: People, store: Store) -> None:
    game_id = people.game(window_hours=1)
    assert adjudicate(store, people.turn(game_id), "early", people.clock) is False
    assert people.count(Adjudication) == 0
    with store.read() as session:
        assert session.scalars(select(Turn.attempts)).all() == [0]


def test_sheets_are_used_as_handed_in(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    orders = {"winterfell": "march+1", "white-harbor": "march+0"}
    people.submit(game_id, "ada", b'{"orders": {"winterfell": "support"}}')
    people.submit(game_id, "ada", json.dumps({"orders": orders}).encode())
    people.adjudicate(game_id)
    ada, bo = people.account("ada"), people.account("bo")
    with store.read() as session:
        mine, theirs = (turn_results(session, game_id, 1, account, people.now) for account in (ada, bo))
        assert session.scalars(select(Adjudication.sheets)).one() == "stark:2"
    asked = [r.event for r in mine.records if getattr(r.event, "asked", "") == "place-orders"]
    assert len(asked) == 1
    assert {area: asked[0].answer["orders"][area] for area in orders} == orders
    assert asked[0].source["by"] == "sheet"
    assert (mine.sheet_number, theirs.sheet_number) == (2, 0)
    assert {r.event.seat for r in theirs.records if r.event.__struct_config__.tag == "decided"} == {"tyrell"}


def test_a_poisoned_game_is_set_aside_and_others_go_on(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = people.game(title="Good", window_hours=1), people.game(title="Bad", window_hours=1)
    whole = closing.resolve_turn

    def poisoned(session: Any, turn: Turn, worker: str, now: datetime) -> None:
        whole(session, turn, worker, now)
        if session.get_one(Game, turn.game_id).title == "Bad":
            raise ArithmeticError("this game is poisoned")

    monkeypatch.setattr("correspondence.closing.resolve_turn", poisoned)
    people.later(hours=1)
    bad_call = people.turn(bad)
    for _ in range(5):
        for turn in people.due():
            adjudicate(store, turn, "w", people.clock)
        people.later(minutes=1)
    assert people.page(good).last_turn == 1
    assert people.page(bad).status == "set-aside"
    assert people.due() == []
    with store.read() as session:
        game = session.scalars(select(Game).where(Game.public_id == bad)).one()
        turn = session.scalars(select(Turn).where(Turn.public_id == bad_call)).one()
        assert "this game is poisoned" in game.trouble
        assert (turn.status, turn.attempts) == ("set-aside", 3)
        assert "Traceback" in turn.trouble
    assert people.count(Adjudication) == 1
    assert "poisoned" not in repr(people.page(bad)), "the trouble is for the host"
    monkeypatch.undo()
    with store.begin() as session:
        take_up_again(session, bad)
        with pytest.raises(Denied, match="not-set-aside"):
            take_up_again(session, good)
    assert adjudicate(store, bad_call, "w", people.clock)
    assert people.page(bad).status == "running"


def test_a_worker_that_dies_counts_as_an_attempt(people: People, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def die(*_: Any) -> None:
        raise Killed

    game_id = people.game(window_hours=1)
    people.later(hours=1)
    turn = people.turn(game_id)
    monkeypatch.setattr("correspondence.closing.resolve_turn", die)
    with pytest.raises(Killed):
        adjudicate(store, turn, "dies", people.clock)
    monkeypatch.undo()
    assert people.due() == [], "claimed by the dead"
    assert adjudicate(store, turn, "w", people.clock) is False
    people.now += CLAIM
    assert people.due() == [turn]
    assert adjudicate(store, turn, "w", people.clock)
    with store.read() as session:
        assert session.scalars(select(Turn.attempts).where(Turn.public_id == turn)).one() == 2


def test_a_game_whose_workers_always_die_is_set_aside(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = people.game(window_hours=1)
    people.later(hours=1)
    turn = people.turn(game_id)

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("correspondence.closing.resolve_turn", die)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            adjudicate(store, turn, "dies", people.clock)
        people.now += CLAIM + timedelta(seconds=1)
    assert adjudicate(store, turn, "w", people.clock) is False
    assert people.page(game_id).status == "set-aside"


@pytest.mark.parametrize("away", [OperationalError, InternalError])
def test_a_database_that_does_not_answer_is_not_the_game_s_fault(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch, away: type[DBAPIError]
) -> None:
    game_id = people.game(window_hours=1)
    people.later(hours=1)
    turn = people.turn(game_id)

    def unanswered(*_: Any) -> None:
        raise away("select 1", {}, OSError("connection lost"))

    monkeypatch.setattr("correspondence.closing.resolve_turn", unanswered)
    for _ in range(6):
        assert adjudicate(store, turn, "w", people.clock) is False
        people.later(minutes=1)
    monkeypatch.undo()
    assert adjudicate(store, turn, "w", people.clock)


def test_a_statement_that_makes_no_sense_is_a_fault_that_counts(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On both databases, although SQLite calls it what it calls a file it cannot read."""
    game_id = people.game(window_hours=1)
    people.later(hours=1)
    turn = people.turn(game_id)

    def senseless(session: Session, *_: Any) -> None:
        session.execute(text("select nothing_of_that_name from turns"))

    monkeypatch.setattr("correspondence.closing.resolve_turn", senseless)
    for _ in range(MAX_ATTEMPTS):
        assert adjudicate(store, turn, "w", people.clock) is False
        people.later(minutes=1)
    with store.read() as session:
        row = session.scalars(select(Turn).where(Turn.public_id == turn)).one()
        assert row.status == "set-aside"
        assert "nothing_of_that_name" in row.trouble


class Crash(Exception):
    """What the faulty database raises."""


@contextmanager
def crashing_at(store: Store, statement: int) -> Iterator[list[int]]:
    """The database fails at the n-th statement of the transaction that resolves; yields how many there were."""
    seen, resolving_now = [0], [False]

    def before(connection: Any, cursor: Any, text: str, *_: Any) -> None:
        # The claim commits first; the transaction that counts begins when the journal is looked at.
        if "FROM sheet_versions" in text:
            resolving_now[0] = True
        if resolving_now[0]:
            seen[0] += 1
            if seen[0] == statement:
                resolving_now[0] = False
                raise Crash(text)

    event.listen(store.engine, "before_cursor_execute", before)
    try:
        yield seen
    finally:
        event.remove(store.engine, "before_cursor_execute", before)


def content(store: Store) -> dict[str, list[Any]]:
    """Every row of every table, but for what a failed attempt may leave."""
    kept = {}
    with store.read() as session:
        for table in METADATA.sorted_tables:
            columns = [c for c in table.columns if c.name not in ("attempts", "claim", "claimed_until", "trouble")]
            kept[table.name] = sorted(map(repr, session.execute(select(*columns))))
    return kept


def test_a_crash_at_any_statement_leaves_nothing_half_done(people: People, store: Store) -> None:
    game_id = people.game(window_hours=1)
    people.submit(game_id)
    people.later(hours=1)
    turn, before = people.turn(game_id), content(store)
    statement = 0
    while True:
        statement += 1
        with crashing_at(store, statement) as seen:
            done = adjudicate(store, turn, "w", people.clock)
        if done:
            break
        assert content(store) == before, f"statement {statement}"
        with store.begin() as session:
            row = session.scalars(select(Turn).where(Turn.public_id == turn)).one()
            row.attempts, row.claimed_until = 0, None
    assert statement == seen[0] + 1
    assert statement > 10
    assert people.count(Adjudication) == 1
    assert people.count(OutgoingMail) == 2


def test_what_was_accepted_is_used_and_what_was_refused_is_not(people: People, store: Store) -> None:
    """A slice of the race at the deadline: sheets come in while workers close the turn."""
    ada = people.account("ada")
    for number in range(12):
        game_id = people.game(title=f"Game {number}", window_hours=1)
        turn, opened = people.turn(game_id), people.now
        in_time, after = opened + timedelta(minutes=59), opened + timedelta(hours=1)

        def hand_in(turn: str = turn, now: datetime = in_time) -> int:
            with store.begin() as session:
                return submit_sheet(session, ada, turn, b'{"orders": {"winterfell": "march+1"}}', now).number

        def close(turn: str = turn, now: datetime = after) -> bool:
            until = time.monotonic() + 10
            while not (done := adjudicate(store, turn, "w", lambda: now)) and time.monotonic() < until:
                time.sleep(0.001)
            return done

        closed, *handed_in = together([close, hand_in, hand_in, hand_in])
        assert closed is True
        accepted = [outcome for outcome in handed_in if isinstance(outcome, int)]
        refused = [outcome for outcome in handed_in if not isinstance(outcome, int)]
        assert all(isinstance(fault, Denied) and fault.code == "turn-closed" for fault in refused), refused
        with store.read() as session:
            row = session.scalars(select(Turn).where(Turn.public_id == turn)).one()
            kept = session.scalars(select(SheetVersion.number).where(SheetVersion.turn_id == row.id)).all()
            used = session.scalars(select(Adjudication.sheets).where(Adjudication.turn_id == row.id)).one()
        assert sorted(kept) == sorted(accepted) == list(range(1, len(accepted) + 1))
        assert used == (f"stark:{len(accepted)}" if accepted else "")
        people.now = after


def test_the_journal_and_the_log_have_no_gaps(people: People, store: Store) -> None:
    game_id = people.game()
    for _ in range(4):
        people.submit(game_id, ready=True)
        people.adjudicate(game_id)
    with store.read() as session:
        kept = session.scalars(select(JournalPart).order_by(JournalPart.first)).all()
        assert [part.turn_number for part in kept] == [1, 2, 3, 4]
        numbers = [number for part in kept for number in range(part.first, part.last + 1)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert [len(documents.decode_entries("first-edition", part.document)) for part in kept] == [
            p.last - p.first + 1 for p in kept
        ]
        parts = session.scalars(select(RoundRecords).order_by(RoundRecords.first)).all()
        told = [record.number for part in parts for record in documents.decode_records("first-edition", part.document)]
        assert told == list(range(1, len(told) + 1))
        position = session.scalars(select(CurrentPosition)).one()
        assert position.turn_number == 4
        assert len(position.document) <= 12 * 1024


def test_an_adjudication_takes_a_modest_number_of_statements(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "lannister": "bo", "tyrell": "cy"})
    for name in ("ada", "bo", "cy"):
        people.submit(game_id, name)
    turn = people.page(game_id).turn
    assert turn is not None
    people.now = turn.closes_at
    counted: list[str] = []

    def count(connection: Any, cursor: Any, text: str, *_: Any) -> None:
        counted.append(text)

    event.listen(store.engine, "before_cursor_execute", count)
    adjudicate(store, turn.id, "w", people.clock)
    done = len(counted)
    people.page(game_id)
    event.remove(store.engine, "before_cursor_execute", count)
    assert done <= 26, "\n".join(counted[:done])
    assert len(counted) - done <= 16, "\n".join(counted[done:])
