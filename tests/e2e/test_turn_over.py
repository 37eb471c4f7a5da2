"""A turn ends while pages are open: each learns of it by itself, also after its stream was lost."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import CALM, PATIENCE
from tests.e2e.house_turn import House, process, settled, site
from tests.e2e.newcomer_clock import Newcomer
from tests.e2e.test_board_form import Hand, drawn
from tests.e2e.test_browser import make_game, once_there, pytestmark, sign_in
from tests.e2e.test_live import ROUNDS, found_table
from tests.e2e.test_newcomer import follow_the_marks
from tests.e2e.test_storm import join

__all__ = ["pytestmark"]
SHEET = "#board-state a.button[href*='/turns/']"


def in_a_turn(page: Page, house: House, name: str) -> tuple[str, Page]:
    """A game of two people in its first turn: its address, and the other one's page, who has handed in."""
    sign_in(page, house)
    invitation = found_table(page, house)
    other = join(page, house, invitation, name, "lannister")
    other.add_init_script(ROUNDS)
    other.emulate_media(reduced_motion="reduce")
    game = invitation.partition("?")[0]
    once_there(page, game, 'id="board-state"', "the first turn", house)
    other.goto(game)
    other.locator(SHEET).first.click()
    other.locator("button[name=do][value=save-ready]").first.click()
    other.wait_for_url(re.compile(r"/games/[^/]+$"))
    return game, other


def be_ready(page: Page, game: str) -> None:
    """Be ready without orders, which ends the turn."""
    page.goto(game)
    page.locator("button[name=ready][value=yes]").click()
    page.locator("input[name=sure] ~ button").click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))


def new_board(page: Page) -> None:
    """Wait for the board after the turn; no page before it showed parts of two rounds."""
    expect(page.locator("#last-title")).to_be_visible()
    assert page.evaluate("sessionStorage.mixed || ''") == ""


def write_on(other: Page) -> Hand:
    """Open the sheet again and change an order, without handing it in."""
    other.locator(SHEET).first.click()
    hand = drawn(other)
    hand.touch("lannisport")
    hand.press("token support")
    return hand


def test_open_sheet_makes_way_for_the_new_board(page: Page, house: House) -> None:
    game, other = in_a_turn(page, house, "kevan")
    write_on(other).kept()

    be_ready(page, game)

    new_board(other)
    assert int(other.evaluate("sessionStorage.parts")) >= 3


def test_board_follows_after_a_lost_connection(page: Page, house: House) -> None:
    game, other = in_a_turn(page, house, "lancel")
    # A stream that is open lives on while all other requests fail.
    with other.expect_response(lambda answer: "/events" in answer.url):
        other.goto(game)
    other.context.set_offline(True)

    with other.expect_event("requestfailed", lambda request: "/state" in request.url):
        be_ready(page, game)
    once_there(page, game, 'id="last-title"', "the results", house)
    expect(other.locator("#last-title")).to_have_count(0)
    other.context.set_offline(False)

    new_board(other)


def test_sheet_written_offline_stays_when_its_turn_is_over(page: Page, house: House) -> None:
    game, other = in_a_turn(page, house, "daven")
    other.locator(SHEET).first.click()
    hand = drawn(other)
    other.context.set_offline(True)
    hand.touch("lannisport")
    hand.press("token support")
    expect(other.locator("[data-kept]")).to_contain_text("No connection")

    be_ready(page, game)
    once_there(page, game, 'id="last-title"', "the results", house)
    other.context.set_offline(False)

    expect(other.locator("#results-there")).to_contain_text("The turn has been resolved.")
    expect(other.locator("[name='orders.lannisport'][value=support]")).to_be_checked()
    expect(other.locator("#sheet .save button").first).to_be_disabled()
    other.locator("#results-there a").click()
    new_board(other)


def test_sheet_written_offline_is_saved_once_online(page: Page, house: House) -> None:
    _, other = in_a_turn(page, house, "willem")
    other.locator(SHEET).first.click()
    hand = drawn(other)
    other.context.set_offline(True)
    hand.touch("lannisport")
    hand.press("token support")
    expect(other.locator("[data-kept]")).to_contain_text("No connection")

    other.context.set_offline(False)

    hand.kept()
    other.reload()
    expect(other.locator("[name='orders.lannisport'][value=support]")).to_be_checked()


def test_first_game_follows_in_another_tab(browser: Browser, house: House) -> None:
    guest = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = guest.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(house.url)
    page.locator("form[action='/first-game'] button").first.click()
    drawn(page)
    other = guest.new_page()
    other.set_default_timeout(PATIENCE)
    other.add_init_script(ROUNDS)
    other.goto(page.url)
    drawn(other)

    follow_the_marks(Newcomer(page))
    page.locator("#first-game button[form=sheet]").click()

    other.wait_for_url(re.compile(r"/games/[^/]+$"))
    new_board(other)


def test_board_follows_after_the_site_is_started_again(browser: Browser, tmp_path: Path) -> None:
    house = settled(tmp_path, RATE_LIMITS="off")
    context = browser.new_context(locale="en-GB", **{**CALM, "reduced_motion": "reduce"})
    page, other = context.new_page(), context.new_page()
    with process(house, "worker"):
        with site(house):
            sign_in(page, house)
            make_game(page, house)
            other.goto(page.url)
            expect(other.locator("#awaited")).to_be_visible()
            other.evaluate("window.untouched = true")
        with site(house):
            be_ready(page, other.url)

            new_board(other)
    context.close()
