"""Games that stop more often than once a phase: who is asked, and what nobody need be asked."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from adjudicator import game_file
from adjudicator.thrones.rules import round
from adjudicator.thrones.state import decisions as d
from correspondence.archive.files import export_game
from correspondence.archive.records import current, turn_results
from correspondence.deadlines import opening
from correspondence.games.access import find_game
from correspondence.models.turns import Adjudication, Turn
from correspondence.store import Store
from tests.correspondence.people import People, text_of


def played(people: People, game_id: str) -> list[Turn]:
    """Play a game to its end by defaults; its turns in order."""
    for _ in range(300):
        if people.page(game_id).status == "finished":
            break
        people.adjudicate(game_id)
    with people.store.read() as session:
        return list(session.scalars(select(Turn).order_by(Turn.number)))


PACES = ["bulk", "raven", "house-cards", "stepwise", ("choose-house-card", "use-raven"), ("place-bid", "resolve-march")]


# The pace says which calls are opened, and nothing of it reaches a statement: PostgreSQL sees the one with most turns
# and one that is put together.
@pytest.mark.parametrize(
    ("store", "pace"),
    [*(("sqlite", pace) for pace in PACES), ("postgresql", "stepwise"), ("postgresql", PACES[-1])],
    indirect=["store"],
    ids=lambda one: one if isinstance(one, str) else "+".join(one),
)
def test_whoever_decides_in_a_turn_was_asked(people: People, store: Store, pace: Any) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, pace=pace)
    turns = played(people, game_id)
    assert people.page(game_id).status == "finished"
    assert len(turns) == people.count(Adjudication)
    assert [later.number - earlier.number for earlier, later in pairwise(turns)] == [1] * (len(turns) - 1)
    with store.read() as session:
        assert game_file.verify(export_game(session, game_id, None, people.now)) == []
        for turn in turns:
            stop = not turn.window.endswith(("-westeros", "-planning", "-raven"))
            assert turn.required_houses or not stop, f"{turn.window} stops the game for stewards alone"
            results = turn_results(session, game_id, turn.number, None, people.now)
            decided = [r.event for r in results.records if r.event.__struct_config__.tag == "decided"]
            people_there = {"stark", "tyrell"}
            first_phase = [e for e in decided if e.decision == turn.window or not stop]
            deciding = {e.seat for e in first_phase if e.source["by"] not in ("forced", "steward")} & people_there
            assert deciding <= set(turn.required_houses), turn.window
            chose = {e.seat for e in decided if e.source["by"] not in ("forced", "steward")} & people_there
            assert chose or not stop, f"{turn.window} stops the game though nobody has a choice"


def test_a_stop_waits_for_nobody_who_has_no_choice(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, pace="stepwise")
    with store.read() as session:
        game = find_game(session, game_id)
        outcome = current(session, game)

        def asked(**goals: tuple[str, ...]) -> list[str]:
            waiting = [d.RetreatTo(id="d9-x", seat=h, house=h, area="a", choices=c) for h, c in goals.items()]
            return opening.houses_with_decisions(game, msgspec.structs.replace(outcome, waiting=waiting))

        assert asked(stark=("winterfell",)) == []
        assert asked(stark=("winterfell",), tyrell=("highgarden", "oldtown")) == ["tyrell"]


def test_a_turn_that_asks_no_person_waits_only_for_the_hold(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "houses_with_decisions", lambda game, outcome: [])
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, hold_minutes=10)
    turn = people.page(game_id).turn
    assert turn is not None
    assert (turn.closes_at - turn.opened_at).total_seconds() == 600
    assert turn.closing_at == turn.closes_at < turn.due_at
    people.submit(game_id, ready=True)
    people.submit(game_id, ready=False)
    again = people.page(game_id).turn
    assert again is not None
    assert again.closing_at == turn.closing_at, "whoever is not asked does not hold up the others"


def test_a_card_of_choice_asks_whoever_an_option_asks(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The raven's holder may choose Clash of Kings: all write bids before, and the turn waits for all."""
    cards = {"I": "last-days-of-summer", "II": "dark-wings-dark-words", "III": "hidden-schemes"}
    first = set(cards.values())
    monkeypatch.setattr(round, "shuffle", lambda seed, what, deck: sorted(deck, key=lambda card: card not in first))
    names = {"stark": "ada", "lannister": "bo", "baratheon": "cy", "greyjoy": "di"}
    game_id = people.game(names, players=4, edition="storm-of-swords")
    people.adjudicate(game_id)
    page = people.page(game_id)
    assert page.turn is not None
    assert page.turn.window == "r2-westeros"
    assert {seat.house for seat in page.seats if seat.asked} == set(names)
    people.deliver()
    with people.store.read() as session:
        holder = current(session, find_game(session, game_id)).showing.board.holders["messenger-raven"]
    for name in names.values():
        text = text_of(people.mails(name)[-1])
        assert "Your orders are due" in text
        assert "Bids" in text
    document = b'{"choices": {"dark-wings-dark-words": [{"pick": ["clash-of-kings"]}]}}'
    people.submit(game_id, names.pop(holder), document, ready=True)
    for name in names.values():
        open_turn = people.page(game_id).turn
        assert open_turn is not None
        assert open_turn.closing_at is None, "it waits for whoever may bid"
        people.submit(game_id, name, b'{"bids": {"iron-throne": [{"amount": 1}]}}', ready=True)
    open_turn = people.page(game_id).turn
    assert open_turn is not None
    assert open_turn.closing_at is not None
    people.adjudicate(game_id)
    with people.store.read() as session:
        bids = current(session, find_game(session, game_id)).showing.board.bids
    assert {house for house, bid in bids["iron-throne"].items() if bid == 1} == set(names)
