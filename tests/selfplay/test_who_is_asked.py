"""Whoever is left a choice while a turn is resolved was asked by the turn, whatever anybody answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest
from msgspec import structs

from adjudicator import documents, games
from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.step import Outcome, Step
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import rest_of_westeros
from adjudicator.thrones.state.decisions import PickTied, PlaceBid
from tests.random_answers import TABLES, resolved
from tests.slices import often

THRONES = TABLES[:-1]
# A Westeros phase is resolved so often, with other answers each time.
TIMES = often(3, 12)
PACES: list[Pace] = ["bulk", ("pick-effect", "place-orders", "play-or-kneel")]


def turns(edition: str, players: int, modules: tuple[str, ...], pace: Pace, seed: str) -> Iterator[Outcome[Any]]:
    """A game of random answers, where each of its turns opens."""
    shown = games.of_edition(edition).resume(games.start(edition, players, seed, modules))
    while shown.showing.board.ending is None:
        yield shown
        shown, _ = resolved(shown, pace, f"{seed}/{shown.waiting[0].id}")


def declared(shown: Outcome[Any], decision: Decision) -> bool:
    """Whether a step of the Westeros phase says beside its rule that it may ask this of the seat."""
    began = shown.position
    ahead = rest_of_westeros(began.board, edition_of(began), began.progress.agenda)
    return type(decision) in ahead.kinds.get(decision.seat, ())


def redraw_hidden_state(shown: Outcome[Any]) -> Outcome[Any]:
    """The same with other hidden cards."""
    other = games.of(shown.showing).reshuffled
    return structs.replace(shown, position=other(shown.position, "anew"), showing=other(shown.showing, "anew"))


@pytest.mark.parametrize("pace", PACES, ids=["bulk", "stops"])
@pytest.mark.parametrize(("edition", "players", "modules"), TABLES)
def test_who_has_a_choice_was_asked(edition: str, players: int, modules: tuple[str, ...], pace: Pace) -> None:
    for game in range(often(1, 6)):
        earlier: dict[str, set[str]] = {}
        for shown in turns(edition, players, modules, pace, f"who-{game}"):
            asked = games.of(shown.showing).may_ask(shown, pace)
            # At a stop the sheets of the phase's earlier turns still count.
            phase = earlier.setdefault(games.of(shown.showing).phase_window(shown.showing, pace), set())
            phase |= asked
            westeros = shown.showing.phase == "westeros"
            for time in range(TIMES if westeros else 1):
                for decision in resolved(shown, pace, f"again-{time}")[1]:
                    assert decision.seat in (asked if westeros else phase), decision
                    assert not westeros or declared(shown, decision), decision


@pytest.mark.parametrize(("edition", "players", "modules"), TABLES)
def test_who_is_asked_follows_from_what_lies_open(edition: str, players: int, modules: tuple[str, ...]) -> None:
    for shown, _ in pairwise(turns(edition, players, modules, PACES[1], "open")):
        assert games.of(shown.showing).may_ask(redraw_hidden_state(shown), "bulk") == games.of(shown.showing).may_ask(
            shown, "bulk"
        )
        assert games.of(shown.showing).may_ask(redraw_hidden_state(shown), PACES[1]) == games.of(shown.showing).may_ask(
            shown, PACES[1]
        )


@cache
def later(edition: str, players: int, modules: tuple[str, ...]) -> bytes:
    """A game of random answers where a turn opens in its fourth round."""
    games = turns(edition, players, modules, "bulk", "later")
    return documents.encode(next(shown for shown in games if shown.showing.round == 4).position)


def turned_up(stored: bytes, deck: str, card: str, wildling: str) -> Outcome[Any]:
    """The same round with a single Westeros card, and a wildling card, if one is named, to come."""
    position = documents.decode(stored)
    board, rules = position.board, edition_of(position)
    board.phase, board.revealed = "westeros", {deck: card}
    position.hidden.decks[deck] = [one for one in position.hidden.decks[deck] if one != card]
    if wildling:
        others = [one for one in position.hidden.decks["wildlings"] if one != wildling]
        position.hidden.decks["wildlings"] = [wildling, *others]
        board.wildling_card = wildling if board.wildling_card else ""
    then = rules.round_steps[rules.round_steps.index("planning") :]
    agenda = [Step("westeros-card", {"deck": deck}), Step("return-westeros"), *map(Step, then)]
    position.progress = structs.replace(position.progress, agenda=agenda, pending={})
    return games.of(position).resume(position)


@pytest.mark.parametrize(("edition", "players", "modules"), THRONES)
def test_every_card_declares_what_it_asks(edition: str, players: int, modules: tuple[str, ...]) -> None:
    """Each Westeros card alone, by each of its options, and with each wildling card to come."""
    stored, met = later(edition, players, modules), set()
    position = documents.decode(stored)
    rules, options = edition_of(position), set()
    for deck in position.hidden.decks.keys() & {*rules.westeros_decks}:
        for card in (rules.westeros[entry.card] for entry in rules.decks[deck]):
            options |= {(card.id, option.id) for option in card.options}
            attacks = card.step == "wildling-attack"
            wildlings = rules.wildling_cards if attacks and rules.wildling_cards else ("",)
            for wildling, option in product(wildlings, [option.id for option in card.options] or [""]):
                shown = turned_up(stored, deck, card.id, wildling)
                for time in range(TIMES if shown.showing.phase == "westeros" else 0):
                    for decision in resolved(shown, "bulk", f"{card.id}/{wildling}/{time}", option)[1]:
                        assert declared(shown, decision), (card, wildling, option, decision)
                        met.add((card.id, option))
    assert {"mustering", "clash-of-kings"} < {card for card, _ in met}
    assert options <= met


def test_an_open_card_that_brings_another_declares_what_any_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wildlings come again by the card that lies open: what they do then is hidden."""
    stored = later(*TABLES[1])
    position = documents.decode(stored)
    rules, deck = edition_of(position), position.hidden.decks["wildlings"]
    first, *others = deck
    values = {**rules.wildling_cards[first].values, "reward": "attack-again", "strength": 10}
    monkeypatch.setitem(rules.wildling_cards, first, structs.replace(rules.wildling_cards[first], values=values))
    position.board.wildlings, position.board.wildling_card = 0, first
    asked_by: set[str] = set()
    for second in others:
        position.hidden.decks["wildlings"] = [second, *(card for card in deck if card != second)]
        shown = turned_up(documents.encode(position), "III", "wildling-attack", first)
        for time in range(often(6, 20)):
            for decision in resolved(shown, "bulk", f"{second}/{time}")[1]:
                assert declared(shown, decision), (second, decision)
                asked_by |= {second} if not isinstance(decision, (PlaceBid, PickTied)) else set()
    assert len(asked_by) > 1


@pytest.mark.parametrize(("edition", "players", "modules"), [t for t in THRONES if t[0] != "storm-of-swords"])
def test_only_one_house_decides_ties_of_wildlings(edition: str, players: int, modules: tuple[str, ...]) -> None:
    """Nothing that a wildling card changes comes before the last tie of its attack."""
    shown = turned_up(later(edition, players, modules), "III", "wildling-attack", "")
    began = shown.position
    ahead = rest_of_westeros(began.board, edition_of(began), began.progress.agenda)
    assert ahead.judges == {began.board.holders["iron-throne"]}
