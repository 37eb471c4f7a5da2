"""Who was on time for a turn that a master holds is a matter of its deadline, not of when the master looks."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select

from correspondence.accounts.use_cases import enter_absence
from correspondence.games.access import find_game
from correspondence.models.games import Seat
from correspondence.models.turns import Attendance, Turn
from correspondence.review.pending_results import approve
from correspondence.seats import replace
from correspondence.store import Store
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, reviewed_game, run_out

THREE = {"stark": "ada", "lannister": "bo", "tyrell": "cy"}


def _approve(people: People, game_id: str, turn: Turn) -> None:
    draft = draft_of(people, game_id)
    with people.store.begin() as session:
        master = people.account_in(session, MASTER)
        approve(session, master, game_id, turn.number, draft.number, draft.digest, people.now)


def _until_asked(people: People) -> tuple[str, Turn]:
    """A game with a master, past its first turn, and an open turn that asks tyrell."""
    game_id = reviewed_game(people, THREE, window_hours=47, most_hours=47, misses_allowed=2)
    while True:
        turn = last_turn(people, game_id)
        if turn.number > 1 and "tyrell" in turn.required_houses:
            return game_id, turn
        for house, name in THREE.items():
            if house in turn.required_houses:
                people.submit(game_id, name)
        day = (turn.due_at + timedelta(hours=47)).date()
        with people.store.begin() as session:
            enter_absence(session, people.account_in(session, "cy"), day, day, people.now)
        _approve(people, game_id, run_out(people, game_id))


def _hold(people: People, game_id: str, turn: Turn) -> Turn:
    """Everybody but tyrell hands in, and the master lets the turn lie for days."""
    for house, name in THREE.items():
        if house in turn.required_houses and name != "cy":
            people.submit(game_id, name)
    held = run_out(people, game_id)
    assert held.status == "held"
    people.later(days=3)
    return held


def _tyrell(store: Store, game_id: str, turn: Turn) -> tuple[Seat, Attendance]:
    with store.read() as session:
        seat = next(seat for seat in find_game(session, game_id).seats if seat.house == "tyrell")
        row = select(Attendance).where(Attendance.turn_id == turn.id, Attendance.seat_id == seat.id)
        return seat, session.scalars(row).one()


def test_absence_over_the_deadline_excuses_once_it_is_over(people: People, store: Store) -> None:
    game_id, turn = _until_asked(people)
    _approve(people, game_id, _hold(people, game_id, turn))
    seat, row = _tyrell(store, game_id, turn)
    assert (row.on_time, row.excused, seat.misses_in_a_row) == (False, "absence", 0)


def test_a_substitute_is_not_charged_with_what_was_missed_before(people: People, store: Store) -> None:
    game_id, turn = _until_asked(people)
    held = _hold(people, game_id, turn)
    with store.begin() as session:
        game = find_game(session, game_id)
        seat = next(seat for seat in game.seats if seat.house == "tyrell")
        replace(session, game, seat, people.account_in(session, "dan"), "asked", people.now)
    _approve(people, game_id, held)
    seat, row = _tyrell(store, game_id, turn)
    assert seat.misses_in_a_row == 0
    assert row.account_id == people.account("cy").id, "whoever held the seat at the deadline was late"
    people.deliver()
    assert not any("without you" in str(mail["Subject"]) for mail in people.mails("dan"))


def test_looking_over_results_does_not_cost_a_week(people: People) -> None:
    game_id = reviewed_game(people, THREE, clock="20:00", zone="Europe/Rome", weekdays="7", window_hours=167)
    held = run_out(people, game_id)
    people.later(hours=1.5)

    _approve(people, game_id, held)

    assert last_turn(people, game_id).due_at == held.due_at + timedelta(days=7)
