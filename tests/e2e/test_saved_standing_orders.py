"""Standing orders in Chromium: what is written is kept by itself, and there in another browser."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.e2e.house_turn import House, eventually
from tests.e2e.test_browser import make_game, once_there, pytestmark, sign_in

__all__ = ["pytestmark"]

AMOUNT = "#sheet [name='bids.iron-throne[0].amount']"


def test_what_is_written_is_kept_and_shown_on_another_device(browser: Browser, page: Page, house: House) -> None:
    sign_in(page, house)
    make_game(page, house)
    game = page.url.partition("?")[0]
    once_there(page, game, 'id="board-state"', "the first call", house)
    page.goto(f"{game}/standing")
    page.evaluate("window.untouched = true")
    page.locator("summary", has_text="Advanced").click()
    page.locator("button[value=section-bids]").click()
    page.locator(AMOUNT).fill("2")
    page.locator("#draft-kept").wait_for(timeout=20_000)
    expect(page.locator("[data-kept]")).to_have_text("Draft saved, not submitted", timeout=20_000)
    expect(page.locator("[data-retry]")).to_be_hidden()
    assert page.evaluate("window.untouched"), "the page was not loaded anew"
    other = browser.new_context(storage_state=page.context.storage_state(), locale="en-GB").new_page()
    # What was kept first had the part alone, without its number.
    eventually(
        lambda: other.goto(f"{game}/standing") and other.locator(f"{AMOUNT}[value='2']").count(), "the number", house
    )
    expect(other.locator("#draft-kept")).to_be_visible()
    other.locator("button[value=discard]").click()
    other.wait_for_url(f"{game}/standing")
    expect(other.locator("#draft-kept")).to_have_count(0)
