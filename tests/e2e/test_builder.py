"""A condition is built by choosing: the typed line follows, and what is typed comes back as rows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.house_turn import House
from tests.e2e.test_browser import make_game, sign_in

pytestmark = pytest.mark.browser
FIELD = "blade[0].when"


def open_blade(page: Page, house: House) -> None:
    """The sheet of a first turn, at its rules for the Valyrian steel blade."""
    sign_in(page, house)
    make_game(page, house)
    page.locator("a.button[href*='/turns/']").first.click()
    page.locator("#section-blade > summary").click()
    page.locator("#section-blade details.more > summary").first.click()
    expect(page.locator(f"[name='{FIELD}']")).to_be_visible()


def test_a_condition_is_built_and_read_back(page: Page, house: House) -> None:
    open_blade(page, house)
    page.locator(f"[data-build='{FIELD}']").click()
    builder = page.locator("dialog.builder")
    expect(builder).to_be_visible()
    builder.locator("[data-name=add]").click()
    builder.locator("[data-name=row-0-kind]").select_option("{area} is {house}")
    # The server may take its time: what is chosen meanwhile counts, and no list is drawn anew when it has told.
    held: list[Route] = []
    page.route("**/conditions/**", lambda route: held.append(route))
    builder.locator("[data-name=row-0-0]").select_option("winterfell")
    houses = builder.locator("[data-name=row-0-1]").element_handle()
    while not held:
        page.wait_for_timeout(20)
    with page.expect_response(lambda answer: "/conditions/" in answer.url):
        held[0].continue_()
    page.unroute("**/conditions/**")
    assert houses.evaluate("list => list.isConnected")
    houses.select_option("lannister")
    expect(builder.locator("[role=status]")).to_have_text("Winterfell belongs to Lannister")
    line = builder.locator("#builder-line")
    expect(line).to_have_value("winterfell is lannister")
    line.fill("winterfell is lannister or power >= 3")
    expect(builder.locator("[data-name=row-1-plain]")).to_have_value("3")
    expect(builder.locator("[role=status]")).to_have_text("Winterfell belongs to Lannister or my Power ≥ 3")
    line.fill("winterfell is lannster")
    expect(builder.locator("[role=status]")).to_contain_text('did you mean "Lannister"?')
    line.fill("not winterfell is lannister")
    expect(builder.locator("[data-name=row-0-not]")).to_be_checked()
    builder.locator("[data-name=done]").click()
    expect(builder).to_have_count(0)
    # The draft, once it is kept, says the same with its brackets.
    typed = re.compile(r"^not (winterfell is lannister|\(winterfell is lannister\))$")
    expect(page.locator(f"[name='{FIELD}']")).to_have_value(typed)
    page.locator("button[name=do][value=save]").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    page.locator("#sheet-is-in a").click()
    expect(page.locator("main")).to_contain_text("not (Winterfell belongs to Lannister)")
