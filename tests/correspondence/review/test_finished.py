"""A game that is over, taken back: it runs again under a new seed, its end is withdrawn, and everybody is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from adjudicator.thrones.state.overrides import EndGame
from correspondence.archive.records import current
from correspondence.archive.statistics import keep_missing
from correspondence.games.access import find_game
from correspondence.input_validation import Denied
from correspondence.models.archive import HouseResult, RoundBoard, StoredStatistics
from correspondence.models.turns import AuditEntry
from correspondence.overrides import NewPosition
from correspondence.overview.game_page import game_page
from correspondence.overview.game_pages import end_page
from correspondence.review import enforcement
from correspondence.votes.rules import end_game
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out
from tests.correspondence.review.test_overrides import apply, propose, verified
from tests.correspondence.review.test_rolling_back import SHEET, _back, _game


def _over(people: People) -> str:
    """A game that was ended in its third turn, with its figures counted."""
    game_id = _game(people, turns=2)
    apply(people, game_id, propose(people, game_id, NewPosition(EndGame(winners=("lannister",)))))
    with people.store.begin() as session:
        assert find_game(session, game_id).status == "finished"
        assert keep_missing(session, people.now) == 1
    return game_id


def test_the_end_is_withdrawn_and_the_game_goes_on_and_verifies(people: People) -> None:
    game_id = _over(people)
    people.deliver()
    opened = _back(people, game_id, 2, chance="reseed")
    assert (opened.number, opened.status) == (4, "open")
    with people.store.read() as session:
        game = find_game(session, game_id)
        assert (game.status, game.finished_at, game.ended_by) == ("running", None, "")
        assert current(session, game).showing.board.ending is None
        for table in (HouseResult, StoredStatistics):
            assert session.scalars(select(table)).all() == []
        assert session.scalars(select(RoundBoard).where(RoundBoard.round >= game.round)).all() == []
        ada = people.account_in_read(session, "ada")
        assert game_page(session, game_id, ada, people.now).seed == "", "hidden again, though it is known"
        with pytest.raises(Denied) as refused:
            end_page(session, game_id, ada, people.now)
    assert refused.value.code == "not-over-yet"
    verified(people, game_id)
    people.deliver()
    for name in ("ada", "ben"):
        mails = [" ".join(text_of(mail).split()) for mail in people.mails(name)]
        told = [mail for mail in mails if "although it had ended" in mail]
        assert len(told) == 1, name
        assert "A wrong map" in told[0]
    people.submit(game_id, "ada", SHEET)
    run_out(people, game_id)
    verified(people, game_id)


def test_it_can_end_again_and_is_told_again(people: People) -> None:
    game_id = _over(people)
    _back(people, game_id, 2, chance="reseed")
    people.deliver()
    before = len(people.mails("ben"))
    apply(people, game_id, propose(people, game_id, NewPosition(EndGame(winners=("stark",)))))
    with people.store.begin() as session:
        assert keep_missing(session, people.now) == 1
        assert session.scalars(select(HouseResult.house).where(HouseResult.won)).all() == ["stark"]
    people.deliver()
    assert len(people.mails("ben")) > before
    verified(people, game_id)
    with people.store.read() as session:
        page = end_page(session, game_id, people.account_in_read(session, "ben"), people.now)
    assert (page.winners, page.seed_fits) == (("stark",), True)


def test_it_goes_back_to_a_decision_too(people: People) -> None:
    game_id = _over(people)
    mira = people.account(MASTER)
    with people.store.read() as session:
        steps = enforcement.steps_of(session, mira, game_id, 2, people.now)
        plan = enforcement.plan(session, mira, game_id, 2, steps[0].decision, "reseed", people.now)
    assert plan.impact.seed
    assert plan.impact.leaks
    assert plan.about == 3
    _back(people, game_id, 2, decision=steps[0].decision, chance="reseed", about=3)
    verified(people, game_id)


def test_refusals(people: People) -> None:
    game_id = _over(people)
    make_master(people, game_id, "ada")
    for changed, code in (
        ({"chance": "keep"}, "seed-revealed"),
        ({"name": "ada"}, "game-master-plays"),
        ({"name": "ben"}, "not-game-master"),
        ({"about": 7}, "stale-turn"),
    ):
        with pytest.raises(Denied) as refused:
            _back(people, game_id, 2, **({"chance": "reseed"} | changed))
        assert refused.value.code == code
    people.now += timedelta(days=15)
    with pytest.raises(Denied) as refused:
        _back(people, game_id, 2, chance="reseed")
    assert refused.value.code == "ended-long-ago"
    with people.store.read() as session:
        assert find_game(session, game_id).status == "finished"
        assert "rolled-back" not in session.scalars(select(AuditEntry.kind)).all()


def test_what_players_voted_for_stays(people: People) -> None:
    game_id = _game(people, turns=2)
    with people.store.begin() as session:
        end_game(session, find_game(session, game_id, lock=True), "draw", people.now)
    with pytest.raises(Denied) as refused:
        _back(people, game_id, 1, chance="reseed", about=2)
    assert refused.value.code == "ended-by-vote"


def test_whoever_deleted_their_account_meanwhile_is_replaced(people: People) -> None:
    game_id = _over(people)
    with people.store.begin() as session:
        people.account_in(session, "ben").deleted_at = people.now
    _back(people, game_id, 2, chance="reseed")
    with people.store.read() as session:
        seat = next(seat for seat in find_game(session, game_id).seats if seat.house == "lannister")
        assert seat.account_id is None
        assert seat.offered_at is not None
    assert "lannister" not in last_turn(people, game_id).required_houses
