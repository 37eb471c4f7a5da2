"""Who looks on sees what the game allows, on every page of its past."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.archive.files import export_game
from correspondence.archive.records import current, round_log, round_view, turn_change, turn_results
from correspondence.archive.statistics import compare_rounds
from correspondence.games.access import Who, find_game, last_shown
from correspondence.input_validation import Denied, NotFound
from correspondence.models.accounts import Account
from correspondence.models.turns import Turn
from correspondence.overview.game_page import game_page
from correspondence.overview.game_pages import end_page
from correspondence.store import Store
from tests.correspondence.people import People

Look = Callable[[Session, str, Account | None, People], Any]
LOOKS: dict[str, Look] = {
    "log": lambda session, game, account, people: round_log(session, game, 1, account, people.now),
    "view": lambda session, game, account, people: round_view(session, game, 1, account, people.now),
    "results": lambda session, game, account, people: turn_results(session, game, 1, account, people.now),
    "compare": lambda session, game, account, people: compare_rounds(session, game, None, None, account, people.now),
    "export": lambda session, game, account, people: export_game(session, game, account, people.now),
    "end": lambda session, game, account, people: end_page(session, game, account, people.now),
}


@pytest.fixture
def closed(people: People) -> str:
    """A game that nobody may look at from outside; two turns are over."""
    game_id = people.game(spectators="none")
    people.adjudicate(game_id)
    people.adjudicate(game_id)
    return game_id


@pytest.mark.parametrize("look", LOOKS)
def test_a_closed_game_shows_nothing_outside(closed: str, people: People, store: Store, look: str) -> None:
    people.account("eve")
    with store.read() as session:
        for account in (None, people.account_in_read(session, "eve")):
            with pytest.raises(Denied, match="no-spectators"):
                LOOKS[look](session, closed, account, people)
        mine = people.account_in_read(session, "ada")
        if look == "end":
            with pytest.raises(Denied, match="not-over-yet"):
                LOOKS[look](session, closed, mine, people)
        else:
            assert LOOKS[look](session, closed, mine, people)


def test_late_spectators_are_late_everywhere(people: People, store: Store) -> None:
    game_id = people.game(spectators="delayed", spectator_delay=2)
    for _ in range(5):
        people.adjudicate(game_id)
    with store.read() as session:
        ada, now = people.account_in_read(session, "ada"), people.now
        assert turn_results(session, game_id, 5, ada, now).number == 5
        last = turn_results(session, game_id, 3, None, now)
        assert (last.last_number, last.later, last.earlier) == (3, 0, 2)
        for number in (4, 5):
            with pytest.raises(NotFound):
                turn_results(session, game_id, number, None, now)
        public, mine = export_game(session, game_id, None, now), export_game(session, game_id, ada, now)
        assert public.board == last.after.board
        assert mine.board == current(session, find_game(session, game_id)).showing.board
        assert public.board != mine.board
        assert public.records()[-1].number == max(record.number for record in last.records)
        assert public.records()[-1].number < mine.records()[-1].number
        rounds = round_log(session, game_id, 1, None, now).rounds
        assert round_view(session, game_id, rounds[-1], None, now).board == last.after.board
        marks = [mark.number for number in rounds for mark in round_log(session, game_id, number, None, now).turns]
        assert marks == [1, 2, 3]
        assert compare_rounds(session, game_id, None, None, None, now).after.board == last.after.board


def test_before_anything_may_be_known_there_is_the_opening(people: People, store: Store) -> None:
    game_id = people.game(spectators="delayed", spectator_delay=3)
    people.adjudicate(game_id)
    with store.read() as session:
        log = round_log(session, game_id, 1, None, people.now)
        assert (log.rounds, log.turns) == ((1,), ())
        assert round_view(session, game_id, 1, None, people.now).board.orders == {}
        assert export_game(session, game_id, None, people.now).journal == []


def test_turns_that_were_rolled_back_are_no_delay(people: People, store: Store) -> None:
    game_id = people.game(spectators="delayed", spectator_delay=2)
    for _ in range(5):
        people.adjudicate(game_id)
    with store.begin() as session:
        game = find_game(session, game_id)
        for turn in session.scalars(select(Turn).where(Turn.game_id == game.id, Turn.number.in_((3, 4)))):
            turn.status = "void"
        assert last_shown(session, game, Who(None)) == 1
        assert turn_results(session, game_id, 1, None, people.now).later == 0
        mine = turn_results(session, game_id, 2, people.account_in(session, "ada"), people.now)
        assert (mine.earlier, mine.later) == (1, 5)


def test_what_a_page_reads_was_so_at_one_moment(people: People) -> None:
    """The turn closes while a page is read: the page goes on in the moment before, the next one finds it closed."""
    game_id = people.game()
    with people.store.read() as session:
        account = people.account_in_read(session, "ada")
        begun = people.now
        page = game_page(session, game_id, account, begun)
        assert page.turn is not None
        number = page.turn.number
        people.adjudicate(game_id)
        session.expire_all()
        assert game_page(session, game_id, account, begun).turn == page.turn
        with pytest.raises(NotFound, match="There is no such turn"):
            turn_results(session, game_id, number, account, begun)
    with people.store.read() as session:
        account = people.account_in_read(session, "ada")
        assert turn_results(session, game_id, number, account, people.now).number == number
        assert turn_change(session, game_id, number, account, people.now).records
