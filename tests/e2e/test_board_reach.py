"""What a hand reaches on the map of a sheet: goals before any answer, one drag for a march, nothing behind a bar."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.house_turn import House
from tests.e2e.test_board_form import PHONE, SPOT, Hand, drawn, game_of, to_turn
from tests.e2e.test_browser import pytestmark, sign_in

__all__ = ["pytestmark"]
# How much of what is lit the card of the touched place covers: the worst share of any.
COVERED = """() => {
  const tray = document.querySelector(".tray").getBoundingClientRect();
  const over = (box) => Math.max(0, Math.min(tray.right, box.right) - Math.max(tray.left, box.left)) *
    Math.max(0, Math.min(tray.bottom, box.bottom) - Math.max(tray.top, box.top)) / (box.width * box.height);
  const lit = [...document.querySelectorAll(".hit.goal, .hit.open")];
  return Math.max(...lit.map((one) => over(one.getBoundingClientRect())));
}"""
# What has the focus, and whether something else lies over its middle.
STOP = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height, 44) / 2);
  const near = one.closest("label, .map-pane") || one;
  return [one.outerHTML.slice(0, 120), Boolean(top && (near.contains(top) || top.contains(one)))];
}"""


@pytest.fixture
def sheet(page: Page, house: House) -> Page:
    """The sheet of a first planning phase, nothing written on it."""
    sign_in(page, house)
    to_turn(page, game_of(page, house, "first-edition", "stark", ("lannister", "baratheon")), house)
    drawn(page)
    return page


def drag(page: Page, begin: str, goal: str) -> None:
    """Drag from an area to another."""
    start, end = page.evaluate(SPOT, begin), page.evaluate(SPOT, goal)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 9, start[1] + 9)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def stops(page: Page) -> list[str]:
    """What the tab key comes to that lies behind something else."""
    hidden = []
    page.evaluate("document.activeElement.blur()")
    for _ in range(200):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            break
        if not stop[1]:
            hidden.append(stop[0])
    return hidden


def test_goals_are_lit_before_any_answer_and_one_drag_is_a_march(sheet: Page) -> None:
    hand, held = Hand(sheet), []

    def hold(route: Route) -> None:
        held.append(route)

    sheet.route("**/live", hold)
    hand.touch("winterfell")
    assert sheet.evaluate(COVERED) < 0.2
    hand.press("token march+0")
    sheet.locator("#map-touch .goal[data-at=moat-cailin]").wait_for(state="attached")
    assert sheet.evaluate(COVERED) < 0.2
    sheet.unroute("**/live")
    for route in held:
        route.continue_()
    hand.press("close")
    drag(sheet, "white-harbor", "widows-watch")
    expect(sheet.locator("[name='orders.white-harbor']:checked")).to_have_value("march-1")
    hand.planned("white-harbor", "widows-watch")
    hand.kept()


def test_choice_under_an_open_answer_stays(sheet: Page) -> None:
    hand, held = Hand(sheet), []

    def hold(route: Route) -> None:
        held.append(route)

    # What lays answers over the page is slow to come.
    sheet.route("**/htmx*", hold)
    cards = sheet.locator("#section-cards")
    cards.locator(":scope > summary").click()
    hand.touch("winterfell")
    with sheet.expect_response("**/live"):
        hand.press("token defense+1")
    hand.press("token support")
    for route in held:
        route.continue_()
    sheet.unroute("**/htmx*")
    hand.kept()
    expect(sheet.locator("[name='orders.white-harbor']:checked")).to_have_value("support")
    expect(sheet.locator("[name='orders.winterfell']:checked")).to_have_value("defense+1")
    # So does what was opened.
    expect(cards).to_have_attribute("open", "")


@pytest.mark.parametrize("size", [{"width": 1280, "height": 900}, PHONE])
def test_no_stop_of_the_keyboard_lies_behind_a_bar(sheet: Page, size: dict[str, int]) -> None:
    sheet.set_viewport_size(size)  # type: ignore[arg-type]
    if size != PHONE:
        Hand(sheet).touch("winterfell")
    assert stops(sheet) == []
