"""When the service was away players get their time back, once; a clock that jumps stops everything."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from correspondence import operations
from correspondence.models.turns import AuditEntry, DeadlineChange, Heartbeat
from correspondence.operations import Uptime, beat, confirm_clock, stop_reason
from correspondence.store import Store
from tests.correspondence.deadlines.test_lateness import open_turn, subjects
from tests.correspondence.people import People


def beats(people: People, store: Store, minutes: int) -> None:
    """The worker sweeps for so many minutes."""
    for _ in range(minutes):
        people.later(minutes=1)
        assert beat(store, people.now)


def test_an_outage_gives_its_time_back_once(people: People, store: Store) -> None:
    near, far = (people.game({"stark": "ada", "tyrell": "bo"}, window_hours=hours) for hours in (3, 90))
    assert beat(store, people.now)
    due = {game: open_turn(store, game).due_at for game in (near, far)}
    beats(people, store, 5)
    since = people.now
    people.later(hours=4)
    assert people.due(), "the deadline passed while nobody swept"
    assert beat(store, people.now)
    assert open_turn(store, near).due_at == due[near] + (people.now - since) + timedelta(hours=2)
    assert open_turn(store, far).due_at == due[far], "four days ahead nobody lost anything"
    assert people.due() == []
    beats(people, store, 3)
    assert people.count(DeadlineChange) == 1
    with store.read() as session:
        assert session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == "site")).all() == ["outage"]
    assert sum("the deadline moved" in subject for subject in subjects(people, "ada")) == 1


def test_an_hour_away_does_not_cost_a_week(people: People, store: Store) -> None:
    game = people.game(
        {"stark": "ada", "tyrell": "bo"}, clock="20:00", zone="Europe/Rome", weekdays="7", window_hours=167
    )
    due = open_turn(store, game).due_at
    people.now = due - timedelta(minutes=30)
    assert beat(store, people.now)
    people.later(hours=1)
    assert beat(store, people.now)
    assert open_turn(store, game).due_at == due + timedelta(days=1), "at its hour"


def test_ten_minutes_are_no_outage(people: People, store: Store) -> None:
    people.game({"stark": "ada"}, window_hours=1)
    assert beat(store, people.now)
    people.later(minutes=10)
    assert beat(store, people.now)
    assert people.count(DeadlineChange) == 0


def test_two_outages_are_two(people: People, store: Store) -> None:
    game = people.game({"stark": "ada"}, window_hours=3)
    assert beat(store, people.now)
    due = open_turn(store, game).due_at
    for _ in range(2):
        people.later(hours=1)
        assert beat(store, people.now)
    assert open_turn(store, game).due_at == due + 2 * timedelta(hours=3)


def test_a_clock_that_goes_back_stops_everything(people: People, store: Store) -> None:
    assert beat(store, people.now)
    people.later(hours=-3)
    assert not beat(store, people.now)
    assert not beat(store, people.now + timedelta(hours=5)), "until a host has looked"
    with store.begin() as session:
        assert "but it was" in (stop_reason(session) or "")
        assert confirm_clock(session, None, people.now)
        assert not confirm_clock(session, None, people.now)
    assert beat(store, people.now)


def test_a_clock_that_leaps_stops_everything(people: People, store: Store) -> None:
    game = people.game({"stark": "ada"}, window_hours=48)
    assert beat(store, people.now, Uptime("boot", 100.0))
    people.later(minutes=1)
    assert beat(store, people.now, Uptime("boot", 160.0))
    people.later(days=400)
    assert not beat(store, people.now, Uptime("boot", 220.0)), "a year passed in a minute"
    people.later(days=-400, minutes=3)
    with store.begin() as session:
        confirm_clock(session, None, people.now)
    assert beat(store, people.now, Uptime("boot", 400.0))
    assert open_turn(store, game).status == "open"


def test_a_machine_that_slept_or_started_anew_did_not_leap(people: People, store: Store) -> None:
    assert beat(store, people.now, Uptime("boot", 100.0))
    people.later(hours=8)
    assert beat(store, people.now, Uptime("boot", 100.0 + 8 * 3600)), "asleep"
    people.later(hours=8)
    assert beat(store, people.now, Uptime("another", 12.0))


def test_an_outage_is_finished_by_whoever_comes_next(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [people.game({"stark": "ada"}, window_hours=3) for _ in range(2)]
    assert beat(store, people.now)
    due = [open_turn(store, game).due_at for game in games]
    people.later(hours=4)
    moves = operations.move
    left = [1]

    def dies(*args: object, **how: object) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        moves(*args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(operations, "move", dies)
    with contextlib.suppress(KeyboardInterrupt):
        beat(store, people.now)
    monkeypatch.setattr(operations, "move", moves)
    ended: datetime = people.now
    people.later(minutes=1)
    assert beat(store, people.now)
    expected = [when + (ended - (when - timedelta(hours=3))) + timedelta(hours=2) for when in due]
    assert [open_turn(store, game).due_at for game in games] == expected


def test_outage_is_remembered_while_a_deadline_could_not_move(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [people.game({"stark": "ada"}, window_hours=3) for _ in range(2)]
    assert beat(store, people.now)
    due = {game: open_turn(store, game).due_at for game in games}
    since = people.now
    people.later(hours=4)
    stuck, moves = open_turn(store, games[0]).id, operations.move

    def fails(session: Any, turn: Any, *args: Any, **how: Any) -> None:
        if turn.id == stuck:
            raise RuntimeError("this one cannot be moved")
        moves(session, turn, *args, **how)

    monkeypatch.setattr(operations, "move", fails)
    assert beat(store, people.now)
    lost = people.now - since + operations.ON_TOP
    assert open_turn(store, games[0]).due_at == due[games[0]]
    assert open_turn(store, games[1]).due_at == due[games[1]] + lost
    with store.read() as session:
        assert session.get(Heartbeat, operations.OUTAGE) is not None, "somebody still waits for the time"
    monkeypatch.setattr(operations, "move", moves)
    people.later(minutes=1)
    assert beat(store, people.now)
    assert [open_turn(store, game).due_at for game in games] == [due[game] + lost for game in games]
    with store.read() as session:
        assert session.get(Heartbeat, operations.OUTAGE) is None
