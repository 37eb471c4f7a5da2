"""First orders of the second edition, with an attack and the House card for its battle, by four hands.

With a map they take few actions; then the turn's page takes them back and hands them in again.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Hand
from tests.e2e.phases import SECOND, Phase, opened
from tests.e2e.served import Served
from tests.e2e.test_phases import HANDS, SCRIPTED, blank, fields_of, handed, handed_in, site, windows, write

__all__ = ["blank", "handed", "site", "windows"]
pytestmark = pytest.mark.browser
MAX_ACTIONS = 9
ROUND = Phase(
    "first orders",
    SECOND,
    "stark",
    4,
    """
    agenda = ["planning", "raids", "marches", "power", "end-round"]
    setup.units.baratheon = { moat-cailin = "F1", shipbreaker-bay = "S1", dragonstone = "F1" }
    """,
    "",
)
FIELDS = {
    "orders.winterfell": ["march+0"],
    "orders.white-harbor": ["defense+1"],
    "orders.the-shivering-sea": ["support"],
    "marches.winterfell[0].do": ["go"],
    "marches.winterfell[0].moves[0].to": ["moat-cailin"],
    "marches.winterfell[0].moves[0].who": ["all"],
    "cards.rules[0].role": ["attacker"],
    "cards.rules[0].battles": ["moat-cailin"],
    "cards.rules[0].cards": ["eddard-stark"],
}


def on_the_map(hand: Hand) -> None:
    """Choose the orders where the map offers them."""
    hand.touch("winterfell")
    hand.offered("token march+0")
    hand.point("moat-cailin")
    hand.page.locator(".tray [data-battle=moat-cailin]").wait_for()
    hand.offered("battle moat-cailin attacker eddard-stark")
    hand.offered("next")
    hand.offered("token defense+1")
    hand.offered("token support")
    hand.settle()


@pytest.mark.parametrize("by", SCRIPTED)
def test_first_orders_with_a_card_take_nine_actions(by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    turn = opened(site.people, ROUND)
    hand = handed(by, turn)
    on_the_map(hand)

    hand.hand_in()

    assert hand.actions <= MAX_ACTIONS
    sheet = handed_in(site, turn)
    assert len(sheet.orders) == 3
    assert sheet.cards.rules[0].cards == ("eddard-stark",)
    expect(hand.page.locator("#sheet-is-in")).to_contain_text("version 1")


@pytest.mark.parametrize("by", HANDS)
def test_orders_are_taken_back_and_submitted_again(by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    turn = opened(site.people, ROUND)
    hand = handed(by, turn)
    write(hand, FIELDS)
    hand.hand_in()
    page = hand.page
    expect(page.locator("#sheet-is-in")).to_contain_text("version 1")

    hand.press(page.locator("button[name=ready][value=no]"))
    expect(page.locator("#sheet-is-in")).to_contain_text("You are not ready yet.")
    hand.press(page.locator("a.button[href*='/turns/']").first)
    page.wait_for_url(re.compile(r"/turns/[^/]+$"))
    hand.ready()
    hand.write("orders.white-harbor", ["raid"])
    hand.hand_in()

    expect(page.locator("#sheet-is-in")).to_contain_text("version 2")
    expect(page.locator("#sheet-is-in")).to_contain_text("You are ready.")
    assert fields_of(handed_in(site, turn), SECOND)["orders.white-harbor"] == ["raid"]
