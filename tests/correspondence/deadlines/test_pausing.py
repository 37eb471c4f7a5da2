"""Pauses keep the time that was left; they end when they should, and are announced."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from correspondence.accounts.use_cases import choose_streams
from correspondence.deadlines.clock import (
    close_now,
    emergency_pause,
    extend,
    go_on,
    pause,
    resume,
    wake_games,
)
from correspondence.input_validation import Denied, Invalid
from correspondence.models.accounts import DigestLine
from correspondence.store import Store
from correspondence.turns import locked_game
from tests.correspondence.deadlines.test_lateness import open_turn, subjects
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import make_master

TWO = {"stark": "ada", "tyrell": "bo"}


def test_a_pause_keeps_what_was_left(people: People, store: Store) -> None:
    game_id = people.game(TWO, window_hours=48)
    people.later(hours=10)
    with store.begin() as session:
        pause(session, locked_game(session, game_id), "asked", people.account_in(session, "ada"), people.now)
    people.later(days=9)
    assert people.due() == []
    assert people.submit(game_id, "ada").number == 1
    with store.begin() as session:
        with pytest.raises(Denied, match="paused-already"):
            pause(session, locked_game(session, game_id), "asked", None, people.now)
        resume(session, locked_game(session, game_id), None, people.now)
    assert open_turn(store, game_id).due_at == people.now + timedelta(hours=38)
    told = subjects(people, "bo")
    assert sum("is paused" in s for s in told) == 1
    assert sum("resumes" in s for s in told) == 1


def pauses_told(people: People, name: str) -> list[str]:
    """The emails to somebody which say that a game is paused."""
    people.deliver()
    return [text_of(mail) for mail in people.mails(name) if "is paused" in str(mail["Subject"])]


def pause_by(people: People, store: Store, game_id: str, name: str) -> None:
    with store.begin() as session:
        by = people.account_in(session, name)
        pause(session, locked_game(session, game_id), "The fair is in town", by, people.now)


def test_a_pause_is_told_once_with_its_reason(people: People, store: Store) -> None:
    """Ada and fay master the game, and ada plays it too."""
    game_id = people.game(TWO, window_hours=48)
    make_master(people, game_id, "fay")
    pause_by(people, store, game_id, "fay")
    for name in ("ada", "bo"):
        (mail,) = pauses_told(people, name)
        assert "> The fair is in town" in mail
        assert "A game you run" not in mail
    assert pauses_told(people, "fay") == []

    with store.begin() as session:
        resume(session, locked_game(session, game_id), None, people.now)
    people.later(hours=1)
    pause_by(people, store, game_id, "ada")
    (mail,) = pauses_told(people, "fay")
    assert "A game you run was paused." in mail
    assert "> The fair is in town" in mail
    assert len(pauses_told(people, "ada")) == 1
    assert len(pauses_told(people, "bo")) == 2


@pytest.mark.parametrize(
    ("choices", "as_master"),
    [({"deadlines": "off"}, [True]), ({"deadlines": "digest"}, [True]), ({"gm": "off"}, [False])],
)
def test_a_master_who_plays_gets_the_mail_that_they_want(
    people: People, store: Store, choices: dict[str, str], as_master: list[bool]
) -> None:
    game_id = people.game(TWO, window_hours=48)
    make_master(people, game_id, "fay")
    with store.begin() as session:
        choose_streams(session, people.account_in(session, "ada"), choices)
    pause_by(people, store, game_id, "fay")
    assert ["A game you run" in mail for mail in pauses_told(people, "ada")] == as_master
    with store.read() as session:
        assert session.scalars(select(DigestLine)).all() == []


def test_an_emergency_pause_ends_by_itself_and_comes_once(people: People, store: Store) -> None:
    game_id = people.game(TWO, window_hours=48)
    with store.begin() as session:
        emergency_pause(session, people.account_in(session, "ada"), game_id, people.now)
    for _ in range(8 * 24):
        people.later(hours=1)
        wake_games(store, people.now)
    assert open_turn(store, game_id).status == "open"
    assert sum("resumes soon" in s for s in subjects(people, "bo")) == 1
    with store.begin() as session, pytest.raises(Denied, match="paused-lately"):
        emergency_pause(session, people.account_in(session, "ada"), game_id, people.now)


def test_extend_and_close(people: People, store: Store) -> None:
    game_id = people.game(TWO, window_hours=48)
    due = open_turn(store, game_id).due_at
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        extend(session, locked_game(session, game_id), 12, "the fair was long", ada, people.now)
        with pytest.raises(Invalid, match="out-of-range"):
            extend(session, locked_game(session, game_id), 0, "", None, people.now)
    assert open_turn(store, game_id).due_at == due + timedelta(hours=12)
    people.deliver()
    mail = people.mails("bo")[-1]
    calendar = next(part for part in mail.walk() if part.get_content_type() == "text/calendar")
    assert "SEQUENCE:1" in calendar.get_content()
    with store.begin() as session:
        close_now(session, locked_game(session, game_id), None, people.now)
    assert people.due() == [open_turn(store, game_id).public_id]


def test_whoever_is_back_may_let_a_game_go_on(people: People, store: Store) -> None:
    game_id = people.game(TWO, window_hours=48)
    for reason, able in (("everybody", True), ("vote", False)):
        with store.begin() as session:
            pause(session, locked_game(session, game_id), reason, None, people.now)
        people.later(hours=3)
        assert people.page(game_id, "bo").may_go_on == able
        assert not people.page(game_id, "dee").may_go_on
        with store.begin() as session:
            with pytest.raises(Denied, match="not-your-pause"):
                go_on(session, people.account_in(session, "dee"), game_id, people.now)
            if able:
                go_on(session, people.account_in(session, "bo"), game_id, people.now)


def test_who_paused_in_an_emergency_may_end_it(people: People, store: Store) -> None:
    game_id = people.game(TWO, window_hours=48)
    with store.begin() as session:
        emergency_pause(session, people.account_in(session, "ada"), game_id, people.now)
    people.later(days=1)
    assert not people.page(game_id, "bo").may_go_on
    with store.begin() as session:
        go_on(session, people.account_in(session, "ada"), game_id, people.now)
    assert people.page(game_id).paused_at is None


def test_a_paused_turn_is_not_closed(people: People, store: Store) -> None:
    game_id = people.game(TWO, window_hours=48)
    with store.begin() as session:
        pause(session, locked_game(session, game_id), "everybody", None, people.now)
    with store.begin() as session, pytest.raises(Denied, match="paused-already"):
        close_now(session, locked_game(session, game_id), None, people.now)
    people.later(days=3)
    assert people.due() == []
    with store.begin() as session:
        resume(session, locked_game(session, game_id), None, people.now)
    with store.begin() as session:
        close_now(session, locked_game(session, game_id), None, people.now)
    assert people.due() == [open_turn(store, game_id).public_id]


WEEKLY = {"clock": "20:00", "zone": "Europe/Rome", "weekdays": "7", "window_hours": 167}


def test_a_pause_of_a_day_does_not_cost_a_week(people: People, store: Store) -> None:
    game_id = people.game(TWO, **WEEKLY)
    due = open_turn(store, game_id).due_at
    people.later(days=2)
    with store.begin() as session:
        pause(session, locked_game(session, game_id), "asked", None, people.now)
    people.later(days=1)

    with store.begin() as session:
        resume(session, locked_game(session, game_id), None, people.now)

    assert open_turn(store, game_id).due_at == due


@pytest.mark.parametrize("paused", [False, True])
def test_more_time_is_counted_from_the_due_time(people: People, store: Store, paused: bool) -> None:
    game_id = people.game(TWO, **WEEKLY)
    due = open_turn(store, game_id).due_at
    people.later(days=2)
    if paused:
        with store.begin() as session:
            pause(session, locked_game(session, game_id), "asked", None, people.now)

    with store.begin() as session:
        extend(session, locked_game(session, game_id), 48, "vote", None, people.now)

    assert open_turn(store, game_id).due_at == due + timedelta(days=2)
    if paused:
        left = open_turn(store, game_id).remaining_seconds
        assert people.now + timedelta(seconds=left or 0.0) == due + timedelta(days=2)


def test_a_turn_closed_early_leaves_the_next_its_slot(people: People, store: Store) -> None:
    game_id = people.game(TWO, **WEEKLY)
    due = open_turn(store, game_id).due_at
    people.now = due - timedelta(days=2)

    with store.begin() as session:
        close_now(session, locked_game(session, game_id), None, people.now)
    people.adjudicate(game_id)

    assert open_turn(store, game_id).due_at == due + timedelta(days=7)
