"""Two people in two browsers: what one does is seen by the other, who touches nothing."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House
from tests.e2e.test_browser import once_there, pytestmark, sign_in
from tests.e2e.test_storm import join

__all__ = ["pytestmark"]


def found_table(page: Page, house: House) -> str:
    """A game of three with a seat for whoever has the code; its invitation."""
    page.goto(f"{house.url}/games/new")
    page.fill("#title", "Open pages")
    page.check("input[name=players][value='3']")
    page.locator("summary", has_text="Who plays what").click()
    page.check("input[name='seat.stark'][value=me]")
    page.check("input[name='seat.baratheon'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.check("input[name=deadline][value=none]")
    page.select_option("[name=early_close]", "yes")
    page.fill("#hold_minutes", "0")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    code = re.search(r"\?code=(\w+)", page.content())
    assert code is not None
    return f"{page.url}?code={code[1]}"


def test_what_one_does_the_other_sees_without_loading_the_page(page: Page, house: House) -> None:
    sign_in(page, house)
    invitation = found_table(page, house)
    other = join(page, house, invitation, "tywin", "lannister")
    game = invitation.partition("?")[0]
    page.goto(game)
    page.locator("button", has_text="Confirm").click()
    once_there(page, game, 'id="board-state"', "the first call", house)
    page.evaluate("window.untouched = true")
    expect(page.locator("#awaited")).to_contain_text("Lannister and Stark")
    other.goto(game)
    other.locator("#board-state a.button[href*='/turns/']").first.click()
    other.locator("button[name=do][value=save-ready]").first.click()
    other.wait_for_url(re.compile(r"/sheets/1$"))
    expect(page.locator("#awaited")).to_have_text("Waiting for: Stark.")
    # The one who waits asks before they are ready without a sheet; what the turn brought then comes to the other.
    other.goto(game)
    other.evaluate("window.untouched = true")
    page.locator("button[name=ready][value=yes]").click()
    page.wait_for_url(re.compile(r"/ready$"))
    page.locator("input[name=sure] ~ button").click()
    page.wait_for_url(game)
    other.locator("#results-there a.button").wait_for(timeout=30_000)
    assert other.evaluate("window.untouched")
