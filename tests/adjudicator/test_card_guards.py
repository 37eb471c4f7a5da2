"""What guards a card has a counter-case beside the case that shows it: for every card of A Storm of Swords."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.state.edition import Edition
from tests.adjudicator.case_file import Case, read_cases

FIRST: Edition = games.edition("first-edition")  # type: ignore[assignment]
STORM: Edition = games.edition("storm-of-swords")  # type: ignore[assignment]
CASES = {case.id.removeprefix("SOS-"): case for case in read_cases("storm-of-swords")}
OPTIONS = {case.id.removeprefix("1E-"): case for case in read_cases("first-edition")}

# By card, what keeps it from doing what it does otherwise.
TACTICS = {
    "careful-planning": ("TACTICS-careful-second", "TACTICS-careful-poor"),
    "control-westeros": ("TACTICS-control-city", "TACTICS-control-land"),
    "forge-alliances": ("TACTICS-support-replaced", "TACTICS-forge-poor"),
    "hold-territory": ("TACTICS-hold-tower", "TACTICS-hold-no-order"),
    "manage-troops": ("TACTICS-manage-troops", "TACTICS-manage-nowhere"),
    "secure-hostages": ("TACTICS-hostages-spared", "TACTICS-hostages-of-others"),
    "support-allies": ("TACTICS-allies-other-side", "TACTICS-allies-own-battle"),
    "motto-winter-is-coming": ("TACTICS-motto-stark", "TACTICS-motto-not-met"),
    "hear-me-roar": ("TACTICS-hear-me-roar", "TACTICS-hear-me-roar-not-met"),
    "ours-is-the-fury": ("TACTICS-ours-is-the-fury", "TACTICS-ours-is-the-fury-not-met"),
    "we-do-not-sow": ("TACTICS-we-do-not-sow", "TACTICS-we-do-not-sow-not-met"),
}
# By effect of alliance cards, whose guards are the same in every deck.
ALLIANCES = {
    "army": ("ALLIANCE-arryn-army", "ALLIANCE-frey-army"),
    "leadership": ("ALLIANCE-arryn-leadership", "ALLIANCE-mercenary-leadership"),
    "military-support": ("ALLIANCE-frey-military-support", "ALLIANCE-military-poor"),
    "plots": ("ALLIANCE-frey-plots", "ALLIANCE-tyrell-plots-poor"),
    "political-support": ("EX-asos-i13", "EX-asos-i13b"),
    "lookout": ("ALLIANCE-arryn-lookout", "ALLIANCE-lookout-own-side"),
    "galleys": ("ALLIANCE-frey-galleys", "EDGE-rivers-without-galleys"),
    "supplies": ("ALLIANCE-tyrell-supplies", "ALLIANCE-supplies-end"),
    "filthy-accusations": ("ALLIANCE-filthy-accusations", "ALLIANCE-accusations-unsaid"),
    "raiders": ("ALLIANCE-mercenary-raiders", "ALLIANCE-raiders-not-needed"),
    "transport": ("ALLIANCE-mercenary-transport", "EDGE-ford-in-storm"),
}
# How the counter-case of a House card ends its name; cards without a text are beaten.
ENDINGS = (
    *("loses", "declines", "alone", "nothing", "poor", "routed", "inland", "against-four", "other-holder"),
    *("last-card", "attacks", "not-the-march"),
)
# By Westeros card: what it lets happen, and what not.
WESTEROS = {
    "a-throne-of-blades": ("WEST-a-throne-of-blades", "WEST-a-throne-of-blades-mustering"),
    "dark-wings-dark-words": ("WEST-dark-wings-dark-words", "STORM-dark-wings-clash"),
    "claim-westeros": ("WEST-claim-westeros", "WEST-claim-westeros-all-equal"),
    "punish-the-guilty": ("WEST-punish-the-guilty-executions", "WEST-punish-the-guilty-token"),
    "swing-the-sword": ("WEST-swing-the-sword-one-each", "WEST-swing-the-sword-nobody-held"),
    "hidden-schemes": ("WEST-hidden-schemes", "WEST-hidden-schemes-held"),
    "rains-of-autumn": ("WEST-rains-of-autumn", "WEST-dry-autumn"),
}
# Cards of the other board, or of all editions, whose cases are the first edition's; those that do nothing but forbid.
ELSEWHERE = ("supply", "mustering", "last-days-of-summer", "winter-is-coming", "clash-of-kings", "game-of-thrones")
FORBIDDING = ("sea-of-storms", "storm-of-swords")


def told_of(case: Case) -> str:
    return msgspec.json.encode(case).decode()


def pair(names: tuple[str, str]) -> tuple[Case, Case]:
    """The case and its counter-case; KeyError for a name that no case has."""
    known = {**OPTIONS, **CASES}
    return known[names[0]], known[names[1]]


def assert_apart(names: tuple[str, str], card: str) -> None:
    shows, counter = pair(names)
    assert card in told_of(shows), f"{shows.id} does not name {card}"
    assert shows.expect != counter.expect, f"{counter.id} expects what {shows.id} does"


def test_every_card_with_a_guard_is_looked_for() -> None:
    assert set(TACTICS) == set(STORM.tactics)
    assert set(ALLIANCES) == {card.effect for card in STORM.alliances.values()}
    assert {*WESTEROS, *ELSEWHERE, *FORBIDDING} == set(STORM.westeros)


@pytest.mark.parametrize("card", TACTICS)
def test_a_tactics_card_has_its_counter_case(card: str) -> None:
    shows, counter = pair(TACTICS[card])
    assert card in told_of(counter), f"{counter.id} does not name {card}"
    assert_apart(TACTICS[card], card)
    assert shows.id != counter.id


@pytest.mark.parametrize("effect", ALLIANCES)
def test_an_alliance_has_its_counter_case(effect: str) -> None:
    cards = [card.id for card in STORM.alliances.values() if card.effect == effect]
    shows, _ = pair(ALLIANCES[effect])
    named = [card for card in cards if card in told_of(shows)]
    assert named, f"{shows.id} names none of {cards}"
    assert_apart(ALLIANCES[effect], named[0])


def house_cards() -> Mapping[str, list[str]]:
    """The cards of the four houses, and those that the option brings for the others, with the names of their cases."""
    found = {card.id: [name for name in CASES if name.startswith(f"CARD-{card.id}")] for card in STORM.cards.values()}
    for name in OPTIONS:
        for card in ("mace-tyrell", "willas-tyrell", "queen-of-thorns", "ser-loras-tyrell-storm", "randyll-tarly"):
            if name.startswith(f"STORM-{card}"):
                found.setdefault(card, []).append(name)
    return found


@pytest.mark.parametrize("card", house_cards())
def test_a_house_card_has_its_counter_case(card: str) -> None:
    names = house_cards()[card]
    assert any(name.endswith(card) for name in names), f"no case shows {card}"
    assert any(name.endswith(ENDINGS) for name in names), f"only {names}"


@pytest.mark.parametrize("leader", STORM.leaders)
def test_a_leader_has_its_counter_case(leader: str) -> None:
    """Marching he counts and has swords that he has not in defence."""
    assert_apart((f"LEADER-{leader}-marches", f"LEADER-{leader}-defends"), leader)


@pytest.mark.parametrize("card", WESTEROS)
def test_a_westeros_card_has_its_counter_case(card: str) -> None:
    assert_apart(WESTEROS[card], card)


# Won, or where there is nothing to lose or to take, a wildling card does something else.
WILDLINGS = {
    "wildling-1": ("EX-asos-07", "EDGE-wildling-last-card"),
    "wildling-2": ("WILD-wildling-2", "WILD-wildling-2-nothing-used"),
    "wildling-3": ("WILD-wildling-3", "WILD-wildling-3-won"),
    "wildling-4": ("WILD-wildling-4", "WILD-wildling-4-won"),
    "wildling-5": ("WILD-wildling-5", "WILD-wildling-5-won"),
}


def test_every_wildling_card_is_looked_for() -> None:
    assert set(WILDLINGS) == {card for card in FIRST.wildling_cards if card.startswith("wildling-")}


@pytest.mark.parametrize("card", WILDLINGS)
def test_a_wildling_card_has_its_counter_case(card: str) -> None:
    assert_apart(WILDLINGS[card], card)
