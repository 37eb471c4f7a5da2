"""Battles where they happen: an attack drawn on the map opens a panel with both sums and the hand, by every hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Hand
from tests.e2e.phases import DRAGONS, FIRST, Phase, opened
from tests.e2e.served import Served
from tests.e2e.test_phases import blank, handed, site, windows
from tests.slices import in_turn

__all__ = ["blank", "handed", "site", "windows"]
pytestmark = pytest.mark.browser
ATTACK = Phase(
    "an attack",
    FIRST,
    "stark",
    3,
    """
    agenda = ["planning", "raids", "marches", "power", "end-round"]
    setup.units.baratheon = { moat-cailin = "F1", shipbreaker-bay = "S1", dragonstone = "F1" }
    """,
    "",
)
RULE = "cards.rules[0]"
BATTLE = "battle moat-cailin attacker"


def attack(hand: Hand) -> None:
    """March on Moat Cailin from Winterfell."""
    hand.touch("winterfell")
    hand.offered("token march+0")
    hand.point("moat-cailin")
    hand.page.locator(".tray [data-battle=moat-cailin]").wait_for()


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_attack_offers_both_sums_and_the_hand(by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    hand = handed(by, opened(site.people, ATTACK))
    attack(hand)
    panel = hand.page.locator(".tray [data-battle=moat-cailin]")
    expect(panel).to_contain_text("Battle for Moat Cailin: Stark 3, Baratheon 1")
    expect(panel).to_contain_text("If you choose no card, the bot chooses one.")

    hand.offered(f"{BATTLE} robb-stark")
    hand.offered(f"{BATTLE} eddard-stark")
    hand.settle()

    assert hand.filled(f"{RULE}.cards") == ["robb-stark", "eddard-stark"]
    assert (hand.filled(f"{RULE}.battles"), hand.filled(f"{RULE}.role")) == (["moat-cailin"], ["attacker"])
    expect(panel).to_contain_text("You play Robb Stark, or Eddard Stark if it is gone.")
    hand.offered(f"{BATTLE} robb-stark")
    hand.offered(f"{BATTLE} eddard-stark")
    hand.settle()
    assert hand.filled(f"{RULE}.battles") == []


def test_card_for_a_battle_comes_before_all_others(site: Served, handed: Callable[[str, str], Hand]) -> None:
    hand = handed("mouse", opened(site.people, ATTACK))
    hand.page.locator("#section-cards").evaluate("one => one.open = true")
    hand.page.locator(f'[name="{RULE}.cards"][value=greatjon-umber]').click()
    hand.page.locator(f'[name="{RULE}.cards"][value=catelyn-stark]').click()
    assert hand.filled(f"{RULE}.cards") == ["greatjon-umber", "catelyn-stark"]
    hand.settle()

    attack(hand)
    hand.offered(f"{BATTLE} eddard-stark")
    hand.settle()

    assert hand.filled(f"{RULE}.cards") == ["eddard-stark"]
    assert hand.filled("cards.rules[1].cards") == ["greatjon-umber", "catelyn-stark"]
    assert hand.filled("cards.rules[1].battles") == []


VASSAL = Phase(
    "a vassal's attack",
    DRAGONS,
    "stark",
    3,
    """
    houses = ["stark", "lannister", "baratheon"]
    agenda = ["planning", "bluffs", "raids", "marches", "power", "end-round"]
    setup.units.lannister = { riverrun = "F2", lannisport = "K1" }
    """,
    "",
)


@pytest.mark.parametrize("by", in_turn(1, ["mouse", "touch"]))
def test_march_of_a_vassal_offers_what_may_be_drawn(by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    hand = handed(by, opened(site.people, VASSAL))
    hand.touch("pyke")
    hand.offered("token vassal-march")
    hand.point("riverrun")
    panel = hand.page.locator(".tray [data-battle=riverrun]")
    panel.wait_for()
    expect(panel).to_contain_text("Battle for Riverrun: Greyjoy")

    hand.offered("battle riverrun attacker varys")
    hand.settle()

    assert hand.filled("vassals.greyjoy.cards.rules[0].cards") == ["varys"]
    assert hand.filled("vassals.greyjoy.cards.rules[0].battles") == ["riverrun"]
    expect(panel).to_contain_text("You play Varys, if it is drawn.")
