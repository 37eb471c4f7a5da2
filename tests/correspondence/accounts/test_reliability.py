"""The figure of reliability: ten games, without what is excused, and without telling who plays under a mask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from correspondence.accounts.queries import person, reliability_of
from correspondence.games.access import find_game, seat_in
from correspondence.input_validation import NotFound
from correspondence.models.games import Game
from correspondence.models.turns import Attendance, Turn
from tests.correspondence.people import People


def attend(people: People, game_id: str, on_time: bool, excused: str = "", days: int = 0) -> None:
    """One more turn of a game, answered by ada or not."""
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        game = find_game(session, game_id)
        seat = seat_in(game, ada)
        assert seat is not None
        last = session.scalars(select(Turn).where(Turn.game_id == game.id).order_by(Turn.number.desc())).first()
        assert last is not None
        copy = {c.key: getattr(last, c.key) for c in Turn.__table__.columns if c.key not in ("id", "public_id")}
        turn = Turn(**copy | {"number": last.number + 1, "public_id": f"x{last.number}{game_id[:10]}"})
        turn.status = "closed"
        session.add(turn)
        session.flush()
        at = people.now + timedelta(days=days)
        session.add(
            Attendance(
                game_id=game.id,
                turn_id=turn.id,
                seat_id=seat.id,
                account_id=ada.id,
                on_time=on_time,
                excused=excused,
                at=at,
            )
        )


def figure(people: People, *, public: bool = True) -> tuple[int, int, int, int | None]:
    with people.store.read() as session:
        told = reliability_of(session, people.account_in_read(session, "ada").id, public=public)
    return told.answered, told.asked, told.games, told.percent


def test_misses_count_and_what_is_excused_does_not(people: People) -> None:
    game = people.game({"stark": "ada"})
    assert figure(people) == (0, 0, 0, None)
    for on_time in (True, True, False, True):
        attend(people, game, on_time)
    attend(people, game, False, "absence")
    attend(people, game, False, "outage")
    assert figure(people) == (3, 4, 1, None)
    attend(people, game, False)
    assert figure(people) == (3, 5, 1, 60)


def test_only_the_last_ten_games_count(people: People) -> None:
    old = people.game({"stark": "ada"})
    attend(people, old, False)
    for number in range(10):
        attend(people, people.game({"stark": "ada"}), True, days=1 + number)
    assert figure(people) == (10, 10, 10, 100)
    attend(people, old, True, days=20)
    assert figure(people) == (10, 11, 10, 90)


def test_a_running_game_under_masks_is_not_told_of(people: People) -> None:
    game = people.game({"stark": "ada"}, names="anonymous")
    attend(people, game, False)
    assert figure(people) == (0, 0, 0, None)
    assert figure(people, public=False) == (0, 1, 1, None)
    with people.store.begin() as session:
        found = session.scalars(select(Game).where(Game.public_id == game)).one()
        found.status, found.finished_at = "finished", people.now
    assert figure(people) == (0, 1, 1, None)
    with people.store.read() as session:
        page = person(session, people.account_in_read(session, "ada").public_id)
        assert [(line.id, line.house, line.to_the_end) for line in page.finished] == [(game, "stark", True)]
        with pytest.raises(NotFound, match="no-such-person"):
            person(session, "nobody")
