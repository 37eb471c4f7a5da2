"""What the bot suggests: ghosts on the map and rows beside it, taken one by one, all at once, or dismissed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_board_form import PHONE, Opened, begin_again, drawn, first_turn, opened, state
from tests.e2e.test_browser import pytestmark

__all__ = ["first_turn", "opened", "pytestmark", "state"]
DESK = {"width": 1280, "height": 900}
ORDER = "#map-ghosts [data-part='orders.winterfell']"
# The middle of a ghost, where the map shows it.
MIDDLE = """path => {
  const box = document.querySelector(path).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def ask_bot(page: Page, turn: str) -> None:
    """Open a blank sheet and ask the bot."""
    begin_again(page, turn)
    drawn(page)
    page.locator("button[name=do][value=suggest]").click()
    expect(page.locator("#suggestions h2")).to_be_focused()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_ghost_that_is_tapped_becomes_the_order(opened: Opened, first_turn: str, size: dict[str, int]) -> None:
    page = opened(viewport=size, has_touch=size == PHONE)
    ask_bot(page, first_turn)
    expect(page.locator("#map-ghosts [data-part^='marches.winterfell']")).not_to_have_count(0)
    expect(page.locator("[name='orders.winterfell']:checked")).to_have_value("")
    page.locator(ORDER).scroll_into_view_if_needed()

    (page.touchscreen.tap if size == PHONE else page.mouse.click)(*page.evaluate(MIDDLE, ORDER))

    page.locator("#map-plan [data-part='orders.winterfell']").wait_for(state="attached")
    expect(page.locator(ORDER)).to_have_count(0)
    expect(page.locator("#map-ghosts .plan-order")).to_have_count(2)
    expect(page.locator("[name='orders.white-harbor']:checked")).to_have_value("")


def test_all_suggestions_are_taken_or_dismissed(opened: Opened, first_turn: str) -> None:
    page = opened()
    ask_bot(page, first_turn)
    page.locator("[data-dismiss]").click()
    expect(page.locator("#suggestions, #map-ghosts .plan")).to_have_count(0)
    expect(page.locator("button[value=suggest]")).to_be_focused()
    expect(page.locator("[name='orders.winterfell']:checked")).to_have_value("")
    page.keyboard.press("Enter")
    page.locator("[data-take-all]").click()
    expect(page.locator("#map-plan .plan-order")).to_have_count(3)
    expect(page.locator("#suggestions, #map-ghosts .plan")).to_have_count(0)
    expect(page.locator("[name='steward[0].may_attack']:checked")).to_have_count(0)


def test_own_order_replaces_a_suggestion(opened: Opened, first_turn: str) -> None:
    page = opened()
    ask_bot(page, first_turn)

    page.locator("label:has([name='orders.winterfell'][value=support])").click()

    expect(page.locator(ORDER)).to_have_count(0)
    expect(page.locator("#suggestions li[data-parts*='orders.winterfell']")).to_be_hidden()
    expect(page.locator("#map-ghosts .plan-order")).to_have_count(2)
