"""A sheet written earlier in a round stays in force for the round's later turns, until a section is written anew."""

from __future__ import annotations

import json

import pytest

from adjudicator.engine.step import Decided
from correspondence.archive.records import turn_results
from correspondence.sheets.use_cases import submit_standing_orders
from correspondence.store import Store
from tests.correspondence.people import People

PLAN = {
    "orders": {"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support+1"},
    "marches": {"areas": {"winterfell": [{"moves": [{"to": "castle-black", "units": {"footman": 1}}]}]}},
}


def _march_of(people: People, store: Store, game: str, turn: int) -> Decided:
    account = people.account("ada")
    with store.read() as session:
        results = turn_results(session, game, turn, account, people.now)
    decided = [r.event for r in results.records if isinstance(r.event, Decided) and r.event.asked == "resolve-march"]
    return decided[0]


def test_march_plans_of_the_orders_are_used_after_the_raven(people: People, store: Store) -> None:
    game = people.game(pace="raven")
    people.submit(game, document=json.dumps(PLAN).encode())
    people.adjudicate(game)
    assert people.page(game).turn is not None
    people.adjudicate(game)
    march = _march_of(people, store, game, 2)
    assert march.source["by"] == "sheet"
    assert march.answer["moves"] == {"castle-black": {"footman": 1}}


def test_a_section_written_anew_replaces_the_earlier_one(people: People, store: Store) -> None:
    game = people.game(pace="raven")
    people.submit(game, document=json.dumps(PLAN).encode())
    people.adjudicate(game)
    anew = {"marches": {"areas": {"winterfell": [{"moves": [{"to": "karhold", "units": {"knight": 1}}]}]}}}
    people.submit(game, document=json.dumps(anew).encode())
    people.adjudicate(game)
    assert _march_of(people, store, game, 2).answer["moves"] == {"karhold": {"knight": 1}}


@pytest.mark.parametrize("unsaid", ["defaults", "bot"])
def test_what_was_written_earlier_in_the_round_is_not_missed(people: People, unsaid: str) -> None:
    """In games in which the bot makes unsaid choices nothing is missed: it marches."""
    missed = []
    for plan in (PLAN, {"orders": PLAN["orders"]}):
        game = people.game(pace="raven", unsaid=unsaid)
        first = people.submit(game, document=json.dumps(plan).encode())
        assert "march-without-plan" not in [one.code for one in first.warnings], "the next call asks for it"
        people.adjudicate(game)
        told = people.submit(game, document=b'{"blade": [{"use": "always"}]}').warnings
        missed.append([one.code for one in told])
    assert missed == [[], ["march-without-plan"] if unsaid == "defaults" else []]


def test_what_stands_in_standing_instructions_is_not_missed(people: People, store: Store) -> None:
    game = people.game()
    with store.begin() as session:
        account = people.account_in(session, "ada")
        standing = submit_standing_orders(
            session, account, game, json.dumps({"marches": PLAN["marches"]}).encode(), people.now
        )
    assert standing.warnings == ()
    told = people.submit(game, document=json.dumps({"orders": PLAN["orders"]}).encode()).warnings
    assert told == ()
