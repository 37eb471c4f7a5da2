"""Who is late gets what the game allows, once and in order; nobody else pays for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from correspondence.accounts.use_cases import enter_absence
from correspondence.closing import adjudicate
from correspondence.deadlines.clock import set_wait
from correspondence.deadlines.opening import send_reminders
from correspondence.games.access import find_game
from correspondence.games.options import PRESETS
from correspondence.models.games import Game, Seat
from correspondence.models.turns import Attendance, DeadlineChange, Turn
from correspondence.seats import MISSED, offer, seat_of, take_over
from correspondence.store import Store
from tests.correspondence.people import People

RULES: dict[str, Any] = {
    "window_hours": 47,
    "extensions": 1,
    "extension_hours": 24,
    "extensions_in_a_row": 2,
    "grace_hours": 12,
    "misses_allowed": 2,
}
THREE = {"stark": "ada", "lannister": "bo", "tyrell": "cy"}


def open_turn(store: Store, game_id: str) -> Turn:
    with store.read() as session:
        query = select(Turn).join(Game).where(Game.public_id == game_id)
        return session.scalars(query.order_by(Turn.number.desc()).limit(1)).one()


def seat(store: Store, game_id: str, house: str) -> Seat:
    with store.read() as session:
        return next(s for s in find_game(session, game_id).seats if s.house == house)


def at_due(people: People, store: Store, game_id: str, seconds: float = 0.0) -> bool:
    """Let the deadline come, and a worker look so many seconds later; whether the turn is adjudicated."""
    turn = open_turn(store, game_id)
    people.now = turn.due_at + timedelta(seconds=seconds)
    return adjudicate(store, turn.public_id, "test", people.clock)


def subjects(people: People, name: str) -> list[str]:
    people.deliver()
    return [str(mail["Subject"]) for mail in people.mails(name)]


def past_the_first_turn(people: People, store: Store, **rules: Any) -> str:
    game_id = people.game(THREE, **{**RULES, **rules})
    for name in THREE.values():
        people.submit(game_id, name)
    assert at_due(people, store, game_id)
    return game_id


def test_extension_then_grace_then_the_default(people: People, store: Store) -> None:
    game_id = past_the_first_turn(people, store)
    turn = open_turn(store, game_id)
    people.submit(game_id, "ada")
    people.submit(game_id, "bo")
    assert not at_due(people, store, game_id)
    assert open_turn(store, game_id).due_at == people.now + timedelta(hours=24)
    assert (seat(store, game_id, "tyrell").extensions_used, seat(store, game_id, "stark").extensions_used) == (1, 0)
    assert not at_due(people, store, game_id), "cy has no extension left, so this is grace"
    assert open_turn(store, game_id).due_at == people.now + timedelta(hours=12)
    assert at_due(people, store, game_id)
    with store.read() as session:
        kept = session.scalars(select(Attendance).where(Attendance.turn_id == turn.id)).all()
        assert {row.seat_id: row.on_time for row in kept} == {
            seat(store, game_id, "stark").id: True,
            seat(store, game_id, "lannister").id: True,
            seat(store, game_id, "tyrell").id: False,
        }
        changes = session.scalars(select(DeadlineChange.reason).where(DeadlineChange.turn_id == turn.id)).all()
        assert list(changes) == ["extension", "grace"]
    told = subjects(people, "ada")
    assert sum("the deadline moved" in s for s in told) == 1
    assert sum("a last chance" in s for s in told) == 1
    assert not any("without you" in s for s in told)
    assert sum("without you" in s for s in subjects(people, "cy")) == 1


def test_a_second_miss_in_a_row_offers_the_seat(people: People, store: Store) -> None:
    game_id = past_the_first_turn(people, store, extensions=0, grace_hours=0)
    for miss in (1, 2):
        assert seat(store, game_id, "tyrell").offered_at is None
        turn = open_turn(store, game_id)
        for house, name in THREE.items():
            if house in turn.required_houses and name != "cy":
                people.submit(game_id, name)
        asked = "tyrell" in turn.required_houses
        assert at_due(people, store, game_id)
        if not asked:
            continue
        held = seat(store, game_id, "tyrell")
        if miss == 1:
            assert (held.misses_in_a_row, held.offered_at) == (1, None)
        if held.misses_in_a_row == 2:
            break
    while seat(store, game_id, "tyrell").offered_at is None:
        for house, name in THREE.items():
            if house in open_turn(store, game_id).required_houses and name != "cy":
                people.submit(game_id, name)
        assert at_due(people, store, game_id)
    held = seat(store, game_id, "tyrell")
    assert (held.kind, held.misses_in_a_row) == ("steward", 2)
    assert "tyrell" not in open_turn(store, game_id).required_houses, "the next call waits for people alone"


def test_a_sheet_between_two_misses_counts(people: People, store: Store) -> None:
    game_id = past_the_first_turn(people, store, extensions=0, grace_hours=0)
    with store.begin() as session:
        tyrell = next(s for s in find_game(session, game_id).seats if s.house == "tyrell")
        tyrell.misses_in_a_row = 1
    while "tyrell" not in open_turn(store, game_id).required_houses:
        assert at_due(people, store, game_id)
    for house, name in THREE.items():
        if house in open_turn(store, game_id).required_houses:
            people.submit(game_id, name)
    assert at_due(people, store, game_id)
    assert seat(store, game_id, "tyrell").misses_in_a_row == 0


def test_who_misses_the_first_turn_is_replaced_before_it(people: People, store: Store) -> None:
    game_id = people.game(THREE, **{**RULES, "extensions": 0, "grace_hours": 0})
    people.submit(game_id, "ada")
    people.submit(game_id, "bo")
    assert not at_due(people, store, game_id)
    assert seat(store, game_id, "tyrell").offered_at is not None
    assert open_turn(store, game_id).number == 1
    assert at_due(people, store, game_id), "nobody came, so the steward plays on"


def test_when_nobody_is_there_the_game_pauses(people: People, store: Store) -> None:
    game_id = past_the_first_turn(people, store, extensions=0)
    while not open_turn(store, game_id).asked:
        at_due(people, store, game_id)
    assert not at_due(people, store, game_id)
    assert not at_due(people, store, game_id), "after grace"
    turn = open_turn(store, game_id)
    assert turn.status == "paused"
    assert any("paused" in subject for subject in subjects(people, "ada"))
    people.later(days=30)
    assert people.due() == []


def test_games_without_rules_adjudicate_at_once(people: People, store: Store) -> None:
    game_id = people.game(THREE, window_hours=47)
    assert at_due(people, store, game_id)


def test_a_miss_during_an_absence_is_excused(people: People, store: Store) -> None:
    game_id = people.game(THREE, **{**RULES, "extensions": 0, "grace_hours": 0})
    for name in THREE.values():
        people.submit(game_id, name)
    with store.begin() as session:
        day = people.now.date() + timedelta(days=3)
        enter_absence(session, people.account_in(session, "cy"), day, day + timedelta(days=9), people.now)
    at_due(people, store, game_id)
    turn = open_turn(store, game_id)
    while not {"tyrell", "lannister"} <= set(turn.required_houses):
        at_due(people, store, game_id)
        turn = open_turn(store, game_id)
    people.later(hours=1)
    with store.begin() as session:
        now, bo = people.now, people.account_in(session, "bo")
        enter_absence(session, bo, now.date(), now.date() + timedelta(days=9), now)
    for house, name in THREE.items():
        if house in turn.required_houses and name == "ada":
            people.submit(game_id, name)
    assert at_due(people, store, game_id)
    assert seat(store, game_id, "lannister").misses_in_a_row == 1, "said too late for a call that was open"
    with store.read() as session:
        mine = seat(store, game_id, "tyrell")
        row = session.scalars(select(Attendance).where(Attendance.seat_id == mine.id).order_by(Attendance.id)).all()[-1]
        assert (row.on_time, row.excused, mine.misses_in_a_row) == (False, "absence", 0)


def test_reminders_go_to_those_alone_who_are_missing(people: People, store: Store) -> None:
    game_id = people.game(THREE, **RULES)
    people.submit(game_id, "ada")
    due = open_turn(store, game_id).due_at
    for hours in (30, 24, 23, 6, 1, 0.5):
        people.now = due - timedelta(hours=hours)
        send_reminders(store, people.clock())
        send_reminders(store, people.clock())
    told = [sum("you haven't submitted orders yet" in s for s in subjects(people, name)) for name in ("ada", "bo")]
    assert told == [0, 3]


@pytest.mark.parametrize("waits", [True, False])
def test_a_turn_waits_if_somebody_wants_it_to(people: People, store: Store, waits: bool) -> None:
    game_id = people.game(THREE, hold_minutes=30)
    turn = people.turn(game_id)
    if waits:
        with store.begin() as session:
            set_wait(session, people.account_in(session, "cy"), turn, True, people.now)
    for name in THREE.values():
        people.submit(game_id, name, ready=True)
    assert (open_turn(store, game_id).closing_at is None) == waits
    if waits:
        with store.begin() as session:
            set_wait(session, people.account_in(session, "cy"), turn, False, people.now)
        assert open_turn(store, game_id).closing_at == people.now + timedelta(minutes=30)


def test_games_with_a_fixed_hour_never_close_early(people: People, store: Store) -> None:
    game_id = people.game(THREE, clock="20:00", zone="Europe/Rome", window_hours=47)
    for name in THREE.values():
        people.submit(game_id, name, ready=True)
    turn = open_turn(store, game_id)
    assert (turn.closing_at, turn.closes_at) == (None, turn.due_at)
    assert turn.due_at.hour == 19


# Due on Sundays at eight in the evening in Rome.
WEEKLY: dict[str, Any] = {"clock": "20:00", "zone": "Europe/Rome", "weekdays": "7", "window_hours": 167}
STRICT: dict[str, Any] = {"extensions": 1, "extensions_in_a_row": 2, "grace_hours": 24, "misses_allowed": 2}


def due_in_rome(store: Store, game_id: str) -> str:
    return f"{open_turn(store, game_id).due_at.astimezone(ZoneInfo('Europe/Rome')):%a %d %b %H:%M}"


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (WEEKLY, ["Sun 29 Nov 20:00", "Mon 30 Nov 20:00", "Tue 01 Dec 20:00", "Sun 06 Dec 20:00"]),
        (
            {**WEEKLY, "weekdays": "1234567", "window_hours": 47},
            ["Mon 23 Nov 20:00", "Tue 24 Nov 20:00", "Wed 25 Nov 20:00", "Fri 27 Nov 20:00"],
        ),
    ],
)
def test_a_day_of_extension_or_grace_is_a_day(
    people: People, store: Store, terms: dict[str, Any], expected: list[str]
) -> None:
    game_id = people.game(THREE, **{**STRICT, **terms, "misses_allowed": 0})
    people.submit(game_id, "ada")
    people.submit(game_id, "bo")

    dues = [due_in_rome(store, game_id)]
    for adjudicated in (False, False, True):
        assert at_due(people, store, game_id, seconds=7) == adjudicated
        dues.append(due_in_rome(store, game_id))

    assert dues == expected


def test_one_silent_player_costs_a_first_turn_days_and_not_weeks(people: People, store: Store) -> None:
    slow = {**PRESETS["slow"], "weekdays": "7", "zone": "Europe/Rome", "muster_hours": 0.0}
    game_id = people.game(THREE, **slow)
    people.submit(game_id, "ada")
    people.submit(game_id, "bo")
    assert due_in_rome(store, game_id) == "Sun 29 Nov 20:00"

    for due in ("Mon 30 Nov", "Tue 01 Dec", "Wed 02 Dec", "Thu 03 Dec"):
        assert not at_due(people, store, game_id, seconds=7)
        assert due_in_rome(store, game_id) == f"{due} 20:00"
    assert at_due(people, store, game_id, seconds=7)

    assert due_in_rome(store, game_id) == "Sun 06 Dec 20:00"


@pytest.mark.parametrize(
    ("hours_before", "expected"), [(23.5, "Mon 23 Nov 20:00"), (3, "Tue 24 Nov 20:00"), (13, "Tue 24 Nov 20:00")]
)
def test_a_substitute_has_until_the_hour_of_the_next_day(
    people: People, store: Store, hours_before: float, expected: str
) -> None:
    game_id = people.game(THREE, **{**WEEKLY, "weekdays": "1234567", "window_hours": 47})
    people.now = open_turn(store, game_id).due_at - timedelta(hours=hours_before)
    with store.begin() as session:
        game = find_game(session, game_id, lock=True)
        offer(session, game, seat_of(game, "tyrell"), MISSED, people.now)

    with store.begin() as session:
        take_over(session, people.account_in(session, "dee"), game_id, "tyrell", people.now)

    assert due_in_rome(store, game_id) == expected


def test_a_substitute_does_not_cost_a_week(people: People, store: Store) -> None:
    game_id = people.game(THREE, **WEEKLY)
    people.now = open_turn(store, game_id).due_at - timedelta(hours=5)
    with store.begin() as session:
        game = find_game(session, game_id, lock=True)
        offer(session, game, seat_of(game, "tyrell"), MISSED, people.now)

    with store.begin() as session:
        take_over(session, people.account_in(session, "dee"), game_id, "tyrell", people.now)

    assert due_in_rome(store, game_id) == "Mon 30 Nov 20:00"


def test_a_spring_change_costs_no_day(people: People, store: Store) -> None:
    people.now = datetime(2027, 3, 26, 12, tzinfo=UTC)
    game_id = people.game(THREE, **{**WEEKLY, "weekdays": "1234567", "window_hours": 23})
    assert due_in_rome(store, game_id) == "Sat 27 Mar 20:00"

    assert at_due(people, store, game_id, seconds=300)

    assert due_in_rome(store, game_id) == "Sun 28 Mar 20:00"


def test_a_turn_that_asks_nobody_does_not_put_off_the_next(people: People, store: Store) -> None:
    rules = {**WEEKLY, "weekdays": "1234567", "window_hours": 23, "clock": "23:50"}
    game_id = people.game(THREE, **rules)
    with store.begin() as session:
        turn = session.merge(open_turn(store, game_id))
        slot, turn.asked, turn.due_at = turn.due_at, "", turn.due_at + timedelta(days=1)
        turn.closing_at = turn.closes_at = slot + timedelta(minutes=30)

    people.adjudicate(game_id)

    assert people.now.astimezone(ZoneInfo("Europe/Rome")).hour == 0
    assert open_turn(store, game_id).due_at == slot + timedelta(days=1)
