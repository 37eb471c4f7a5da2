"""A game of A Storm of Swords by hand: a hostage is bought back by what two sheets say, and another one is executed."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House, eventually
from tests.e2e.test_browser import TO_THE_SHEET, once_there, pytestmark, sign_in
from tests.e2e.test_btwixt import PHONE, no_wider, publish

__all__ = ["pytestmark"]


def found_table(page: Page, house: House) -> str:
    """A game of four whose results a master reviews, with two seats for whoever has the code; its invitation."""
    page.goto(f"{house.url}/games/new?edition=storm-of-swords")
    page.fill("#title", "The Trident")
    page.check("input[name=players][value='4']")
    page.locator("summary", has_text="Who plays what").click()
    for bot in ("baratheon", "greyjoy"):
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.check("input[name=deadline][value=none]")
    page.select_option("[name=early_close]", "yes")
    page.fill("#hold_minutes", "0")
    page.locator("summary", has_text="Game masters").click()
    page.check("input[name='play'][value=no]")
    page.check("input[name=review][value=all]")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    code = re.search(r"\?code=(\w+)", page.content())
    assert code is not None
    return f"{page.url}?code={code[1]}"


def join(master: Page, house: House, invitation: str, name: str, seat: str) -> Page:
    """Another person with a browser of their own takes a seat."""
    browser = master.context.browser
    assert browser is not None
    page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}).new_page()
    page.set_default_timeout(30_000)
    sign_in(page, house, f"{name}@players.example")
    page.goto(invitation)
    page.select_option("#join-house", seat)
    page.locator("form[action$='/join'] button").first.click()
    return page


def suggested(page: Page, game: str, house: House) -> None:
    """The sheet of the open turn, filled in by the bot."""
    once_there(page, game, TO_THE_SHEET, "a call", house)
    page.locator("a.button[href*='/turns/']").first.click()
    page.locator(".workbench.live #map-touch [data-at]").first.wait_for(state="attached")
    page.locator("button[name=do][value=suggest]").click()
    # The suggestion comes into the page without another being loaded.
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/live")):
        page.locator("[data-take-all]").click()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)


def unfold(page: Page, section: str) -> None:
    """Open a section of the sheet, if it is not."""
    folded = page.locator(f"#section-{section}:not([open]) > summary")
    if folded.count():
        folded.click()


def hand_in(page: Page) -> None:
    page.locator("button[name=do][value=save-ready]").first.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))


def decree(page: Page, game: str, kind: str, **fields: str) -> None:
    """The master sets something."""
    page.goto(f"{game}/gm/overrides/new?kind={kind}")
    for name, value in fields.items():
        page.locator(f"[name='{name}']").first.select_option(value)
    page.fill("[name=reason]", "as the scenario has it")
    page.locator("main form button").last.click()
    page.locator("button", has_text="Apply").click()


def lay_out_the_second_turn(page: Page, game: str) -> None:
    """A hostage, the card that asks about him, and nothing else to ask."""
    decree(page, game, "set-leader", leader="balon-greyjoy", house="lannister")
    decree(page, game, "set-deck", deck="III", order="swing-the-sword")
    for deck in ("I", "II"):
        decree(page, game, "set-deck", deck=deck, order="last-days-of-summer")


def test_a_hostage_is_bought_back_and_another_executed(page: Page, house: House) -> None:
    sign_in(page, house)
    invitation = found_table(page, house)
    game = invitation.partition("?")[0]
    stark = join(page, house, invitation, "arya-of-storms", "stark")
    lannister = join(page, house, invitation, "jaime-of-storms", "lannister")
    lay_out_the_second_turn(page, game)
    # Power for Eddard: whoever writes it into the sheet need not be asked again.
    suggested(stark, game, house)
    stark.check("[name='orders.greywater-watch'][value=consolidate-power]")
    unfold(stark, "hostages")
    stark.fill("[name='hostages.offers[0].power']", "1")
    stark.locator("details.more:has([name='hostages.offers[0].when']):not([open]) > summary").last.click()
    stark.fill("[name='hostages.offers[0].when']", "")
    hand_in(stark)
    suggested(lannister, game, house)
    # The bot of Greyjoy would buy Balon back.
    unfold(lannister, "hostages")
    lannister.select_option("[name='hostages.replies[0].do']", "accept")
    lannister.check("[name='hostages.replies[0].offerers'][value=stark]")
    hand_in(lannister)
    publish(page, game, house)
    results = f"{game}/turns/1"
    eventually(lambda: page.request.get(results).ok, "the results of the first call", house)
    lannister.goto(results)
    expect(lannister.locator("main")).to_contain_text("Stark asks Lannister for Eddard Stark and offers 1 power.")
    expect(lannister.locator("main")).to_contain_text("Lannister accepts what Stark offers.")
    suggested(lannister, game, house)
    lannister.locator("[name='choices.swing-the-sword[0].pick']").first.select_option("balon-greyjoy")
    hand_in(lannister)
    publish(page, game, house)
    eventually(lambda: page.request.get(f"{game}/turns/2").ok, "the results of the second call", house)
    stark.goto(f"{game}/turns/2")
    expect(stark.locator("main")).to_contain_text("Lannister executes Balon Greyjoy of Greyjoy.")
    stark.goto(f"{house.url}/mailbox?address=arya-of-storms@players.example")
    assert stark.locator("table.mail td a[href^='/mailbox/']").count() >= 3
    stark.set_viewport_size(PHONE)
    for address in (game, f"{game}/turns/1", f"{house.url}/help/storm-of-swords"):
        no_wider(stark, address)
