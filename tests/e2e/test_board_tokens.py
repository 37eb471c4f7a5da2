"""Tokens and targets on the map: a token that is used moves, what cannot be raided stays dark, remarks are in reach."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.test_board_form import PHONE, Opened, begin_again, drawn, first_turn, opened, state
from tests.e2e.test_browser import pytestmark

__all__ = ["first_turn", "opened", "pytestmark", "state"]
SAID = "[data-said]"
WINTERFELL, HARBOR = "[name='orders.winterfell']:checked", "[name='orders.white-harbor']:checked"


def test_used_token_moves_from_where_it_lies(opened: Opened, first_turn: str) -> None:
    page = opened()
    begin_again(page, first_turn)
    hand = drawn(page)
    hand.touch("winterfell")
    hand.press("token march+1")
    hand.press("close")
    hand.touch("white-harbor")
    button = page.locator('.tray [data-key="token march+1"]')
    expect(button).to_have_attribute("title", "Placed in Winterfell. Choose it to move it here.")

    button.click()

    expect(page.locator(SAID)).to_have_text("March +1 ★: moved from Winterfell to White Harbor.")
    expect(page.locator(HARBOR)).to_have_value("march+1")
    expect(page.locator(WINTERFELL)).to_have_value("")
    hand.kept()
    expect(page.locator("#state-errors")).to_have_count(0)


def test_used_token_moves_in_the_form_too(opened: Opened, first_turn: str) -> None:
    page = opened()
    begin_again(page, first_turn)
    drawn(page)
    for area in ("winterfell", "white-harbor"):
        page.locator(f"label:has([name='orders.{area}'][value='march+1'])").click()

    expect(page.locator(HARBOR)).to_have_value("march+1")
    expect(page.locator(WINTERFELL)).to_have_value("")


def test_raid_lights_only_enemies_in_reach(opened: Opened, first_turn: str) -> None:
    page = opened()
    begin_again(page, first_turn)
    hand = drawn(page)
    hand.touch("winterfell")
    hand.press("token raid")
    page.locator(".tray [data-key='aim raid']").wait_for()

    # In the first round nobody else stands beside Winterfell.
    expect(page.locator("#map-touch .goal")).to_have_count(0)


def test_remarks_are_reached_by_a_tap_on_their_middle(opened: Opened, first_turn: str) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    begin_again(page, first_turn)
    hand = drawn(page)
    hand.touch("winterfell")
    hand.press("token march+0")
    link = page.locator("[data-remarks]")
    expect(link).to_be_visible()
    hand.press("close")
    hand.kept()

    link.tap()

    expect(page.locator("#state-warnings a").first).to_be_focused()
    expect(page.locator("#state-warnings a").first).to_be_in_viewport()
