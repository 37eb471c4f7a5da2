"""A call from three browsers at once: two players write on the board, a master reviews, and everybody hears of it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House
from tests.e2e.test_board_form import Hand
from tests.e2e.test_browser import once_there, pytestmark, sign_in
from tests.e2e.test_storm import hand_in, join

__all__ = ["pytestmark"]

# The way to the open turn's sheet.
SHEET = "#board-state a.button[href*='/turns/']"


def found_table(page: Page, house: House) -> str:
    """A game of three whose results a master without a seat reviews, with two seats for whoever has the code; its
    invitation."""
    page.goto(f"{house.url}/games/new")
    page.fill("#title", "Three windows")
    page.check("input[name=players][value='3']")
    page.locator("summary", has_text="Who plays what").click()
    page.check("input[name='seat.baratheon'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.check("input[name=deadline][value=none]")
    page.select_option("[name=early_close]", "yes")
    page.fill("#hold_minutes", "0")
    page.fill("#muster_hours", "0")
    page.locator("summary", has_text="Game masters").click()
    page.check("input[name='play'][value=no]")
    page.check("input[name=review][value=all]")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/(?!new)[^/]+$"))
    code = re.search(r"\?code=(\w+)", page.content())
    assert code is not None
    return f"{page.url}?code={code[1]}"


def order_on_the_map(page: Page, area: str, token: str) -> None:
    """Touch an area of the map and messages a token; the server draws it and keeps the draft."""
    hand = Hand(page)
    page.locator("#map-touch").wait_for(state="attached")
    hand.touch(area)
    hand.press(f"token {token}")
    hand.planned(area)


def untouched(page: Page, address: str) -> None:
    """Open a page that will not be loaded again."""
    page.goto(address)
    page.evaluate("window.untouched = true")


def reviewed(page: Page, game: str, house: House) -> None:
    """The master looks at the draft that the closed turn brought to the desk, of which nothing is told before, and
    publishes it."""
    look = page.locator("a.button", has_text="Review the result")
    once_there(page, f"{game}/gm", "Review the result", "a draft at the desk", house)
    assert page.request.get(f"{game}/turns/1").status == 404
    look.click()
    expect(page.locator("main")).to_contain_text("Winterfell")
    page.goto(f"{game}/gm")
    page.locator("button", has_text=re.compile("^Publish result")).first.click()


def test_two_players_and_a_master_go_through_a_turn_together(page: Page, house: House) -> None:
    sign_in(page, house)
    invitation = found_table(page, house)
    game = invitation.partition("?")[0]
    stark = join(page, house, invitation, "jeyne", "stark")
    lannister = join(page, house, invitation, "genna", "lannister")
    once_there(stark, game, 'id="board-state"', "the first call", house)
    for reader in (stark, page):
        untouched(reader, game)
        expect(reader.locator("#awaited")).to_contain_text("Lannister and Stark")
    # The one hands in on the board; the other's page and the master's say so by themselves.
    lannister.goto(game)
    lannister.locator(SHEET).first.click()
    order_on_the_map(lannister, "lannisport", "march+0")
    hand_in(lannister)
    expect(lannister.locator("main")).to_contain_text("Lannisport")
    for reader in (stark, page):
        expect(reader.locator("#awaited")).to_have_text("Waiting for: Stark.")
        assert reader.evaluate("window.untouched")
    page.goto(f"{game}/gm")
    expect(page.locator("tr", has=page.locator("th", has_text="Lannister"))).to_contain_text(re.compile("version 1.*✓"))
    untouched(lannister, game)
    stark.locator(SHEET).first.click()
    order_on_the_map(stark, "winterfell", "march+0")
    hand_in(stark)
    untouched(stark, game)
    reviewed(page, game, house)
    for reader in (stark, lannister):
        # What the turn brought is played on the map of the open page, then the new board comes by itself.
        expect(reader.locator("#unfold .sentence")).not_to_be_empty()
        reader.locator("#unfold > a.button").click()
        expect(reader.locator("#last-title")).to_be_visible()
        expect(reader.locator("main")).to_contain_text("Winterfell")
