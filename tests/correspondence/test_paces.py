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
from correspondence.archive.records import call_results, current
from correspondence.deadlines import opening
from correspondence.games.access import game_named
from correspondence.models.calls import Adjudication, OpenedCall
from correspondence.store import Store
from tests.correspondence.people import People, text_of


def played(people: People, game_id: str) -> list[OpenedCall]:
    """Play a game to its end by defaults; its calls in order."""
    for _ in range(300):
        if people.page(game_id).status == "finished":
            break
        people.adjudicate(game_id)
    with people.store.read() as session:
        return list(session.scalars(select(OpenedCall).order_by(OpenedCall.number)))


PACES = ["bulk", "raven", "house-cards", "stepwise", ("choose-house-card", "use-raven"), ("place-bid", "resolve-march")]


# The pace says which calls are opened, and nothing of it reaches a statement: PostgreSQL sees the one with most calls
# and one that is put together.
@pytest.mark.parametrize(
    ("store", "pace"),
    [*(("sqlite", pace) for pace in PACES), ("postgresql", "stepwise"), ("postgresql", PACES[-1])],
    indirect=["store"],
    ids=lambda one: one if isinstance(one, str) else "+".join(one),
)
def test_whoever_decides_in_a_call_was_asked(people: People, store: Store, pace: Any) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, pace=pace)
    calls = played(people, game_id)
    assert people.page(game_id).status == "finished"
    assert len(calls) == people.count(Adjudication)
    assert [later.number - earlier.number for earlier, later in pairwise(calls)] == [1] * (len(calls) - 1)
    with store.read() as session:
        assert game_file.verify(export_game(session, game_id, None, people.now)) == []
        for call in calls:
            stop = not call.window.endswith(("-westeros", "-planning", "-raven"))
            assert call.houses_asked or not stop, f"{call.window} stops the game for stewards alone"
            results = call_results(session, game_id, call.number, None, people.now)
            decided = [r.event for r in results.records if r.event.__struct_config__.tag == "decided"]
            people_there = {"stark", "tyrell"}
            first_phase = [e for e in decided if e.decision == call.window or not stop]
            deciding = {e.seat for e in first_phase if e.source["by"] not in ("forced", "steward")} & people_there
            assert deciding <= set(call.houses_asked), call.window
            chose = {e.seat for e in decided if e.source["by"] not in ("forced", "steward")} & people_there
            assert chose or not stop, f"{call.window} stops the game though nobody has a choice"


def test_a_stop_waits_for_nobody_who_has_no_choice(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, pace="stepwise")
    with store.read() as session:
        game = game_named(session, game_id)
        outcome = current(session, game)

        def asked(**goals: tuple[str, ...]) -> list[str]:
            waiting = [d.RetreatTo(id="d9-x", seat=h, house=h, area="a", choices=c) for h, c in goals.items()]
            return opening.asked_in(game, msgspec.structs.replace(outcome, waiting=waiting))

        assert asked(stark=("winterfell",)) == []
        assert asked(stark=("winterfell",), tyrell=("highgarden", "oldtown")) == ["tyrell"]


def test_a_call_that_asks_no_person_waits_only_for_the_hold(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "asked_in", lambda game, outcome: [])
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, hold_minutes=10)
    call = people.page(game_id).call
    assert call is not None
    assert (call.closes_at - call.opened_at).total_seconds() == 600
    assert call.closing_at == call.closes_at < call.due_at
    people.submit(game_id, ready=True)
    people.submit(game_id, ready=False)
    again = people.page(game_id).call
    assert again is not None
    assert again.closing_at == call.closing_at, "whoever is not asked does not hold up the others"


def test_a_card_of_choice_asks_whoever_an_option_asks(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The raven's holder may choose Clash of Kings: all write bids before, and the call waits for all."""
    cards = {"I": "last-days-of-summer", "II": "dark-wings-dark-words", "III": "hidden-schemes"}
    first = set(cards.values())
    monkeypatch.setattr(round, "shuffle", lambda seed, what, deck: sorted(deck, key=lambda card: card not in first))
    names = {"stark": "ada", "lannister": "bo", "baratheon": "cy", "greyjoy": "di"}
    game_id = people.game(names, players=4, edition="storm-of-swords")
    people.adjudicate(game_id)
    page = people.page(game_id)
    assert page.call is not None
    assert page.call.window == "r2-westeros"
    assert {seat.house for seat in page.seats if seat.asked} == set(names)
    people.deliver()
    with people.store.read() as session:
        holder = current(session, game_named(session, game_id)).showing.board.holders["messenger-raven"]
    for name in names.values():
        text = text_of(people.letters(name)[-1])
        assert "Your sheet is due" in text
        assert "Bids" in text
    document = b'{"choices": {"dark-wings-dark-words": [{"pick": ["clash-of-kings"]}]}}'
    people.submit(game_id, names.pop(holder), document, ready=True)
    for name in names.values():
        open_call = people.page(game_id).call
        assert open_call is not None
        assert open_call.closing_at is None, "it waits for whoever may bid"
        people.submit(game_id, name, b'{"bids": {"iron-throne": [{"amount": 1}]}}', ready=True)
    open_call = people.page(game_id).call
    assert open_call is not None
    assert open_call.closing_at is not None
    people.adjudicate(game_id)
    with people.store.read() as session:
        bids = current(session, game_named(session, game_id)).showing.board.bids
    assert {house for house, bid in bids["iron-throne"].items() if bid == 1} == set(names)
