"""The sheet as text beside its form: it follows what is chosen, and what is typed fills the form."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House
from tests.e2e.test_board_form import drawn, game_of, to_turn
from tests.e2e.test_browser import pytestmark, sign_in

__all__ = ["pytestmark"]


def test_both_ways(page: Page, house: House) -> None:
    sign_in(page, house)
    to_turn(page, game_of(page, house, "first-edition", "stark", ("lannister", "baratheon")), house)
    drawn(page)
    page.locator("#as-text summary").click()
    text = page.locator("#typed")
    expect(text).to_have_value("CLEAR\n")
    order = page.locator("#sheet [name='orders.winterfell']")
    text.fill("ORDERS winterfell M+1; white-harbor D+1")
    # The old page has no errors either, and the new one's scripts hear nothing before the map is drawn.
    with page.expect_navigation():
        page.locator("button[value=from-text]").click()
    drawn(page)
    expect(page.locator("#text-errors")).to_have_count(0)
    assert "march+1" in page.evaluate("[...new FormData(document.getElementById('sheet')).getAll('orders.winterfell')]")
    assert order.count()
    # What is chosen in the form comes into the text.
    page.evaluate(
        """() => {
          const fields = [...document.querySelectorAll("#sheet [name='orders.winterfell']")];
          for (const one of fields) if (one.type === "radio") one.checked = one.value === "support";
            else if (one.tagName === "SELECT") one.value = one === fields[0] ? "support" : "";
          fields[0].dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    expect(page.locator("[data-kept]")).to_have_text("Draft saved, not submitted")
    written = text.input_value()
    assert "white-harbor" in written
    assert "M+1" not in written
    # Who writes there is not interrupted by what is chosen meanwhile.
    page.locator("#as-text summary").click()
    text.fill("# mine")
    page.evaluate("document.querySelector('#sheet').dispatchEvent(new Event('change', { bubbles: true }))")
    expect(page.locator("[data-kept]")).to_have_text("Draft saved, not submitted")
    expect(text).to_have_value("# mine")
