"""Texts that printed cards may have, said in the vocabulary and played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.btwixt.editions import data_check
from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules import seasons
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.rules.scoring import totals
from adjudicator.btwixt.state import decisions as d, edition as c, events as e
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Outcome, advance
from tests.adjudicator.btwixt.tables import Setup, build
from tests.brought_editions import forgotten

PILES = {"euron": ["skirmish", "betrayal"], "jon": ["little-birds"], "melisandre": ["royal-host"], "doran": ["feint"]}


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Nothing that a test brings is known to the next one."""
    with forgotten():
        yield


def played(ability: dict[str, Any], *leaders: str, **setup: Any) -> tuple[Outcome[Any], list[Decision]]:
    """Cersei plays a card that can do this and chooses these leaders; what came of it, and her questions after it."""
    read = msgspec.convert({"when": "on-play", **ability}, c.Ability)
    card = msgspec.structs.replace(HOUSE.influence["counterplot"], abilities=(read,))
    assert list(data_check.ability_faults(card, "")) == []
    cards = msgspec.structs.replace(HOUSE.cards, influence={**HOUSE.influence, card.id: card})
    edition = seasons.register(msgspec.structs.replace(HOUSE, id="btwixt-0123abcd", cards=cards, offered=False))
    games.add(games.GAMES["btwixt"], edition)
    position = build(Setup(ally="bronn", **{"piles": PILES, "hand": [card.id, "feint"], **setup}))
    position.edition = edition.id
    chosen, questions = list(leaders), []

    def answer(at: Any, asked: Decision) -> SourcedAnswer | None:
        if isinstance(asked, d.PlayOrKneel):
            return (
                SourcedAnswer(d.Play(card.id), Source("player"))
                if card.id in asked.hand and not at.board.plays["cersei"]
                else None
            )
        if asked.seat == "cersei":
            questions.append(asked)
        return (
            SourcedAnswer(d.LeaderChoice(chosen.pop(0)), Source("player"))
            if isinstance(asked, d.ChooseLeader)
            else None
        )

    return advance(StepRules(edition), position, answer), questions


def pile(outcome: Outcome[Any], house: str) -> list[str]:
    return [one.card for one in outcome.showing.board.piles[house]]


def test_the_highest_card_of_a_picked_pile_is_moved() -> None:
    pick = {"zone": "pile", "of": {"pick": "neighbor", "where": ["has-pile"]}, "how": "highest"}
    outcome, questions = played({"do": [{"op": "move-card", "card": pick, "to": "you"}]}, "euron")
    highest = max(PILES["euron"], key=lambda card: HOUSE.influence[card].value)
    assert [type(one) for one in questions] == [d.ChooseLeader]
    assert highest in pile(outcome, "cersei")
    assert pile(outcome, "euron") == [card for card in PILES["euron"] if card != highest]


def test_the_whole_hand_is_discarded() -> None:
    hand = ["counterplot", "feint", "feint", "skirmish"]
    ability = {"do": [{"op": "discard-card", "card": {"zone": "hand", "how": "all"}}]}
    outcome, questions = played(ability, hand=hand)
    assert questions == []
    assert outcome.showing.board.hands["cersei"] == 0
    assert sorted(outcome.showing.board.discard) == ["feint", "feint", "skirmish"]


def test_only_whoever_has_the_lowest_total_is_picked() -> None:
    ability = {"do": [{"op": "draw-cards", "who": {"pick": "other", "where": ["lowest-total"]}, "n": 1}]}
    outcome, questions = played(ability, piles={**PILES, "euron": []})
    assert questions == []
    assert outcome.showing.board.hands["euron"] == 1


@pytest.mark.parametrize(("season", "drawn"), [("winter", 1), ("autumn", 0)])
def test_a_card_asks_for_the_season(season: str, drawn: int) -> None:
    outcome, _ = played({"if": ["winter"], "do": [{"op": "draw-cards", "who": "you", "n": 1}]}, season=season)
    assert outcome.showing.board.hands["cersei"] == 1 + drawn


@pytest.mark.parametrize(("season", "worth"), [("summer", 4), ("winter", 0)])
def test_a_value_lasts_for_a_season(season: str, worth: int) -> None:
    lasting = {"when": "in-pile", "if": ["summer"], "do": [{"op": "add-value", "cards": "this", "amount": 4}]}
    outcome, _ = played(lasting, season=season)
    board, edition = outcome.showing.board, seasons.EDITIONS["btwixt-0123abcd"]
    assert totals(board, edition)["cersei"] == HOUSE.influence["counterplot"].value + worth


@pytest.mark.parametrize(("piles", "drawn"), [(PILES, 1), ({**PILES, "euron": []}, 0)])
def test_a_card_asks_for_the_lowest_total(piles: dict[str, list[str]], drawn: int) -> None:
    ability = {"if": ["lowest-total"], "do": [{"op": "draw-cards", "who": "you", "n": 1}]}
    outcome, _ = played(ability, piles=piles)
    assert outcome.showing.board.hands["cersei"] == 1 + drawn


def test_a_picked_hand_is_looked_at_by_one_alone() -> None:
    ability = {
        "do": [{"op": "peek", "what": "hand", "of": {"pick": "other", "where": ["has-hand"]}, "by": "you", "n": 1}]
    }
    outcome, questions = played(ability, "jon", hands={"jon": ["betrayal"], "euron": ["feint"]})
    (seen,) = [record.event for record in outcome.records if isinstance(record.event, e.HandSeen)]
    assert (seen.house, seen.by, seen.cards) == ("jon", ("cersei",), ("betrayal",))
    assert [one.choices for one in questions if isinstance(one, d.ChooseLeader)] == [("euron", "jon")]
