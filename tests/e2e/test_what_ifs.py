"""What-ifs with a browser: an assumption is tried, another kept beside it, one becomes the sheet, on the phone too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.house_turn import House, eventually
from tests.e2e.test_browser import make_game, sign_in, take_suggestions

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


def drawn(picture: Locator) -> bool:
    """Whether a picture has come and is one."""
    return bool(picture.evaluate("image => image.complete && image.naturalWidth > 0"))


def see_both_maps(page: Page, house: House) -> None:
    """The map after, with its arrows, and the one before once it is unfolded."""
    outcome = page.locator("#outcome")
    after, before = outcome.locator("img").nth(0), outcome.locator("img").nth(1)
    eventually(lambda: drawn(after), "the map after", house)
    outcome.locator("summary", has_text="Map before").click()
    eventually(lambda: drawn(before), "the map before", house)
    assert after.get_attribute("src") != before.get_attribute("src")


def no_wider_than(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def story_of(page: Page) -> str:
    return page.locator("#story").inner_text()


def assume_a_raid(page: Page) -> None:
    """Suppose that Lannister raids instead of what the bot guesses, and see that it does."""
    guessed = story_of(page)
    page.locator("#lannister > summary").click()
    page.select_option("[name='lannister.orders.lannisport']", "raid")
    page.fill("#name", "Lannisport raids")
    page.locator("button[name=do][value=try]").click()
    page.wait_for_url(re.compile(r"/what-if/1#outcome$"))
    expect(page.locator("[name='lannister.orders.lannisport']")).to_have_value("raid")
    expect(page.locator("#lannister > summary")).to_contain_text("your assumptions")
    assert story_of(page) != guessed
    expect(page.locator("#story")).to_contain_text("Lannisport: Raid")
    expect(page.locator("#story")).not_to_contain_text("Lannister marches from Lannisport")


def keep_another(page: Page) -> None:
    """A second one beside the first, with another order of one's own."""
    page.fill("#name", "and I stay")
    page.select_option("[name='orders.winterfell']", "defense+1")
    page.locator("button[name=do][value=copy]").click()
    page.wait_for_url(re.compile(r"/what-if/2#outcome$"))
    kept = page.locator("nav.steps")
    expect(kept).to_contain_text("Lannisport raids")
    expect(kept.locator("[aria-current=page]")).to_have_text("and I stay")
    expect(page.locator("#story")).to_contain_text("Winterfell: Defense +1")
    # What-ifs are tabs, one beside the other.
    kept.get_by_role("link", name="Lannisport raids").click()
    expect(kept.locator("[aria-current=page]")).to_have_text("Lannisport raids")
    kept.get_by_role("link", name="and I stay").click()
    expect(kept.locator("[aria-current=page]")).to_have_text("and I stay")


def hand_it_in(page: Page) -> None:
    """What was changed last is handed in, worked out or not."""
    page.select_option("[name='orders.winterfell']", "march-1")
    page.get_by_role("button", name="Submit my orders from this what-if").click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    page.locator("#sheet-is-in a").click()
    expect(page.locator("main")).to_contain_text("Winterfell: March \u22121")


def test_a_what_if_becomes_the_sheet(page: Page, house: House) -> None:
    sign_in(page, house)
    make_game(page, house)
    game = page.url
    page.locator("a.button[href*='/turns/']").first.click()
    turn = page.url
    # A button above the form is nobody's until the form has come.
    page.wait_for_load_state()
    take_suggestions(page)
    # Whoever clicks on before it has come tries what stands there then.
    expect(page.locator("[name='orders.winterfell']:checked")).not_to_have_value("")
    page.locator("button[name=do][value=what-if]").click()
    page.wait_for_url(re.compile(r"/what-if/1$"))
    see_both_maps(page, house)
    assume_a_raid(page)
    keep_another(page)
    hand_it_in(page)
    page.goto(turn)
    expect(page.locator("[name='orders.winterfell'][value=march-1]")).to_be_checked()
    page.locator("button[name=do][value=save-ready]").first.click()
    eventually(lambda: page.request.get(f"{game}/turns/1").ok, "the results of the first call", house)


def test_what_ifs_fit_a_telephone(page: Page, house: House) -> None:
    sign_in(page, house)
    make_game(page, house)
    page.set_viewport_size(PHONE)
    page.goto(page.locator("a.button[href*='/turns/']").first.evaluate("link => link.href") + "/what-if")
    no_wider_than(page, PHONE["width"])
    page.locator("#baratheon > summary").click()
    page.locator("[name^='baratheon.orders.']").first.select_option("defense+1")
    page.locator("button[name=do][value=try]").click()
    page.wait_for_url(re.compile(r"/what-if/1#outcome$"))
    no_wider_than(page, PHONE["width"])
    expect(page.locator("#outcome h2").first).to_be_in_viewport()
    see_both_maps(page, house)
    page.locator("#outcome a[href='#what-if']").click()
    expect(page.locator("[name='orders.winterfell']")).to_be_in_viewport()
