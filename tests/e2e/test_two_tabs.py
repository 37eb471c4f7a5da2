"""Two tabs with one sheet in Chromium: neither overwrites what it has not seen."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.house_turn import House
from tests.e2e.test_browser import give_orders, make_game, once_there, pytestmark, sign_in

__all__ = ["pytestmark"]


def test_second_tab_is_shown_what_the_first_has_handed_in(browser: Browser, page: Page, house: House) -> None:
    sign_in(page, house)
    make_game(page, house)
    game = page.url.partition("?")[0]
    once_there(page, game, 'id="board-state"', "the first call", house)
    page.locator("#board-state a.button[href*='/turns/']").first.click()
    page.wait_for_url(re.compile(r"/turns/[^/]+$"))
    other = browser.new_context(storage_state=page.context.storage_state(), locale="en-GB").new_page()
    other.goto(page.url)
    give_orders(page)
    page.locator("#draft-kept").wait_for(timeout=20_000)

    order = other.locator("fieldset[data-tool=order] input[value='defense+1']").first
    order.check()
    expect(other.locator("#draft-elsewhere")).to_be_visible(timeout=20_000)
    page.locator("#sheet .save button[name=do][value=save]").click()
    expect(page.locator("#sheet-is-in")).to_contain_text("version 1, ")
    other.locator("#sheet .save button[name=do][value=save]").click()

    told = other.locator("#newer-version")
    expect(told).to_contain_text("Version 1 came in after you opened this page")
    expect(told.locator(".receipt")).to_have_count(2)
    expect(other.locator("fieldset[data-tool=order] input[value='defense+1']:checked")).to_have_count(1)
    expect(other.locator("#sheet-is-in")).to_contain_text("version 1")
    told.locator("button[name=do][value=save]").click()
    other.wait_for_url(re.compile(r"/games/[^/]+$"))
    expect(other.locator("#sheet-is-in")).to_contain_text("version 2, ")
