"""Gifts of Power: once each, only what one has, only while the turn takes sheets; kept, replayed, taken back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from adjudicator.engine.decision import Illegal
from correspondence.archive.records import current
from correspondence.games.access import find_game
from correspondence.gifts import Gift, gifts_in, gifts_page, give
from correspondence.input_validation import Denied
from correspondence.review.enforcement import roll_back, steps_of
from correspondence.seats import seat_of
from correspondence.turns import houses_ready, mark
from tests.correspondence.games.test_vassals import big_game, left, replays
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out, set_review


def given(people: People, game_id: str, to: str, amount: int, number: int = 1, name: str = "ada") -> Gift:
    """Somebody gives Power in the open turn."""
    turn, account = last_turn(people, game_id), people.account(name)
    with people.store.begin() as session:
        return give(session, account, turn.public_id, to, amount, number, people.now)


def power(people: People, game_id: str) -> dict[str, int]:
    """What everybody has."""
    with people.store.read() as session:
        return current(session, find_game(session, game_id)).showing.board.power


def test_a_gift_is_made_once(people: People) -> None:
    game_id = big_game(people)
    before = power(people, game_id)
    assert given(people, game_id, "lannister", 2) == given(people, game_id, "lannister", 2)
    after = power(people, game_id)
    assert (after["stark"], after["lannister"]) == (before["stark"] - 2, before["lannister"] + 2)
    with pytest.raises(Denied, match="stale-gift"):
        given(people, game_id, "lannister", 1)
    given(people, game_id, "lannister", 1, number=2)
    with people.store.read() as session:
        page = gifts_page(session, people.account_in_read(session, "ada"), game_id, people.now)
    assert (page.number, page.power, [gift.amount for gift in page.given]) == (3, before["stark"] - 3, [2, 1])
    replays(people, game_id)
    run_out(people, game_id)
    replays(people, game_id)


def test_only_giver_and_receiver_are_asked_again(people: People) -> None:
    game_id = big_game(people)
    with people.store.begin() as session:
        game, turn = find_game(session, game_id), session.merge(last_turn(people, game_id))
        for house in ("stark", "lannister", "tyrell", "targaryen"):
            mark(session, game, turn, seat_of(game, house), True, people.now)
        assert turn.closing_at is not None
    given(people, game_id, "lannister", 1)
    turn = last_turn(people, game_id)
    assert (turn.closing_at, turn.closes_at) == (None, turn.due_at)
    with people.store.read() as session:
        assert houses_ready(session, [turn.id])[turn.id] == {"tyrell", "targaryen"}


def test_everybody_is_told(people: People) -> None:
    game_id = big_game(people)
    given(people, game_id, "lannister", 1)
    people.deliver()
    for name in ("ada", "ben", "cem", "dia"):
        assert people.mails(name)[-1]["Subject"] == "A game: Stark gives Power to Lannister"


@pytest.mark.parametrize(
    ("to", "amount", "code"),
    [
        ("stark", 1, "gift-to-oneself"),
        ("lannister", 0, "not-enough-power"),
        ("lannister", 99, "not-enough-power"),
        ("tyrell", 1, "vassals-have-no-power"),
        ("nobody", 1, "unknown-house"),
    ],
)
def test_what_cannot_be_given(people: People, to: str, amount: int, code: str) -> None:
    game_id = big_game(people)
    left(people, game_id, "tyrell")
    with pytest.raises(Illegal, match=code):
        given(people, game_id, to, amount)


def test_nothing_is_given_once_the_turn_is_closed(people: People) -> None:
    game_id = big_game(people)
    people.now = last_turn(people, game_id).closes_at
    with pytest.raises(Denied, match="turn-closed"):
        given(people, game_id, "lannister", 1)
    people.now -= timedelta(seconds=1)
    given(people, game_id, "lannister", 1)
    with pytest.raises(Denied, match="not-your-seat"):
        given(people, game_id, "lannister", 1, name="zoe")


@pytest.mark.both_databases
def test_two_gifts_at_once_are_not_more_than_one_has(people: People) -> None:
    game_id = big_game(people)
    turn, mine, have = last_turn(people, game_id), people.account("ada"), power(people, game_id)["stark"]

    def one(to: str) -> str:
        try:
            with people.store.begin() as session:
                give(session, mine, turn.public_id, to, have, 1, people.now)
        except Denied as refused:
            return refused.code
        return ""

    with ThreadPoolExecutor(4) as pool:
        told = sorted(pool.map(one, ("lannister", "lannister", "tyrell", "targaryen")))
    assert power(people, game_id)["stark"] == 0
    assert told.count("stale-gift") in (2, 3)
    assert set(told) == {"", "stale-gift"}


@pytest.mark.parametrize("within", [False, True])
def test_going_back_to_the_turn_takes_its_gifts_back(people: People, within: bool) -> None:
    game_id = big_game(people)
    make_master(people, game_id)
    before, master = power(people, game_id), people.account(MASTER)
    given(people, game_id, "lannister", 2)
    set_review(people, game_id, "all")
    held = run_out(people, game_id)
    assert held.status == "held"
    decision = ""
    if within:
        with people.store.read() as session:
            decision = steps_of(session, master, game_id, held.number, people.now)[0].decisions[0]
    with people.store.begin() as session:
        roll_back(session, master, game_id, about=1, to=1, decision=decision, chance="keep", reason="x", now=people.now)
    assert power(people, game_id)["lannister"] == before["lannister"] + (2 if within else 0)
    with people.store.read() as session:
        assert gifts_in(session, last_turn(people, game_id)) == []
    replays(people, game_id)
