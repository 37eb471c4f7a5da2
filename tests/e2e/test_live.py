"""Two people in two browsers: what one does is seen by the other, who touches nothing."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House
from tests.e2e.test_browser import once_there, pytestmark, sign_in
from tests.e2e.test_storm import join

__all__ = ["pytestmark"]


# Notes whenever the parts of a page tell of different rounds, also across its loading anew.
ROUNDS = """new MutationObserver(() => {
  const parts = [".under", "#board-state h2", "[data-drawer] h1", "[data-map-pane] .map-view svg"];
  const round = (part) => document.querySelector(part)?.textContent.match(/round (\\d+)/i)?.[1];
  const texts = parts.map(round).filter(Boolean);
  sessionStorage.parts = Math.max(sessionStorage.parts || 0, texts.length);
  if (new Set(texts).size > 1) sessionStorage.mixed = texts.join();
}).observe(document, { childList: true, subtree: true });"""


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
    other.add_init_script(ROUNDS)
    # Nobody who has just joined is asked to confirm.
    once_there(page, game, 'id="board-state"', "the first call", house)
    page.evaluate("window.untouched = true")
    expect(page.locator("#awaited")).to_contain_text("Lannister and Stark")
    other.goto(game)
    other.locator("#board-state a.button[href*='/turns/']").first.click()
    other.locator("button[name=do][value=save-ready]").first.click()
    other.wait_for_url(re.compile(r"/games/[^/]+$"))
    expect(page.locator("#awaited")).to_have_text("Waiting for: Stark.")
    # The one who waits asks before they are ready without a sheet; what the turn brought then comes to the other.
    other.goto(game)
    other.evaluate("window.untouched = true")
    page.locator("button[name=ready][value=yes]").click()
    page.wait_for_url(re.compile(r"/ready$"))
    page.locator("input[name=sure] ~ button").click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    other.locator("#results-there").wait_for(timeout=30_000)
    assert other.evaluate("window.untouched")
    expect(other.locator("#unfold .stage svg")).to_be_visible()
    # Nothing is done by anybody: the film ends, and the board of the next turn is there.
    expect(other.locator("#last-title")).to_be_visible(timeout=60_000)
    assert not other.evaluate("window.untouched")
    assert other.evaluate("sessionStorage.parts") == "3"
    assert other.evaluate("sessionStorage.mixed || ''") == ""


def test_an_open_conversation_follows_what_is_written(page: Page, house: House) -> None:
    sign_in(page, house)
    invitation = found_table(page, house)
    other = join(page, house, invitation, "tyrion", "lannister")
    game = invitation.partition("?")[0]
    # Nobody who has just joined is asked to confirm.
    once_there(page, game, 'id="board-state"', "the first call", house)
    other.goto(f"{game}/messages")
    heard = other.locator("#threads")
    page.goto(f"{game}/messages")
    page.check("input[name=to][value=public]")
    page.fill("#body", "Who holds the Twins?")
    page.locator("#write button").click()
    page.wait_for_url(re.compile(r"/conversations/"))
    page.evaluate("window.untouched = true")
    expect(heard).to_contain_text("Who holds the Twins?")
    expect(other.locator(".game-menu")).to_contain_text("Messages (1 new)")
    heard.locator("a").click()
    expect(other.locator(".game-menu")).not_to_contain_text("new)")
    page.fill("#body", "half a sent")
    place = "Math.round(document.querySelector('#body').getBoundingClientRect().top)"
    before = page.evaluate(place)
    other.fill("#body", "Nobody yet.")
    other.locator("#write button").click()
    expect(page.locator("[role=log] article").last).to_contain_text("Nobody yet.")
    assert page.locator("#body").input_value() == "half a sent"
    assert abs(page.evaluate(place) - before) <= 1, "what is being typed does not move"
    assert page.evaluate("window.untouched")
    expect(page.locator(".game-menu")).not_to_contain_text("new)")
