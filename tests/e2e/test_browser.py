"""A person with a browser: signs in by an email, makes a game, gives orders, says ready, reads what happened."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House, eventually
from tests.e2e.players import ORDERS

pytestmark = pytest.mark.browser

# Each person who signs in is another; who comes back would find the email of the last time first.
NUMBERS = itertools.count(1)


def sign_in(page: Page, house: House, address: str = "") -> None:
    """Ask for a link, find it in the mailbox, press the button."""
    address = address or f"arya{next(NUMBERS)}@players.example"
    page.goto(f"{house.url}/sign-in")
    page.fill("#email", address)
    page.locator("form", has=page.locator("#email")).locator("button").click()
    once_there(page, f"{house.url}/mailbox?address={address}", 'href="/mailbox/', "the sign-in letter", house)
    page.locator("table.mail td a[href^='/mailbox/']").first.click()
    page.locator("pre.letter a[href*='/sign-in/']").click()
    page.locator("main form button, form[action*='/sign-in/'] button").first.click()
    page.wait_for_url(re.compile(r"^[^?]*/$"))


# In the page of a game: there is a link to the sheet of the open turn.
TO_THE_SHEET = 'href="/turns/'


def take_suggestions(page: Page) -> None:
    """Take all that the bot suggests, once the script listens."""
    page.locator(".workbench.live #map-touch [data-at]").first.wait_for(state="attached")
    page.locator("button[name=do][value=suggest]").click()
    page.locator("[data-take-all]").click()
    expect(page.locator("#suggestions")).to_have_count(0)


def once_there(page: Page, address: str, part: str, what: str, house: House) -> None:
    """Open a page as soon as this is written in it; until then it is asked for, but not drawn."""
    eventually(lambda: part in page.request.get(address).text(), what, house)
    page.goto(address)


def make_game(page: Page, house: House) -> None:
    """A game of three against two bots, with turns that close when the one person is ready."""
    page.goto(f"{house.url}/games/new")
    page.fill("#title", "By hand")
    page.check("input[name=players][value='3']")
    page.locator("summary", has_text="Who plays what").click()
    page.check("input[name='seat.stark'][value=me]")
    for bot in ("lannister", "baratheon"):
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.fill("#hold_minutes", "0")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))


def give_orders(page: Page) -> None:
    """One token for each area that may take one."""
    left = list(ORDERS)
    areas = page.locator("fieldset[data-tool=order]")
    # The page may still be on its way.
    areas.nth(2).wait_for(state="attached")
    for number in range(areas.count()):
        tokens = areas.nth(number).locator("input")
        offered = tokens.evaluate_all("tokens => tokens.map(token => token.value)")
        order = next(order for order in left if order in offered)
        left.remove(order)
        tokens.nth(offered.index(order)).check()


def read_first_results(page: Page, game: str, house: House) -> None:
    """The page of the first turn's results, once it is there; the game's page links to the last turn's, which may be
    another by then, since turns that ask nobody are played at once."""
    results = f"{game}/turns/1"
    eventually(lambda: page.request.get(results).ok, "the results of the first call", house)
    page.goto(game)
    expect(page.locator("a[href*='/games/'][href*='/turns/']").first).to_be_visible()
    page.goto(results)


def test_a_turn_by_hand(page: Page, house: House) -> None:
    sign_in(page, house)
    make_game(page, house)
    game = page.url
    page.locator("a.button[href*='/turns/']").first.click()
    give_orders(page)
    page.locator("button[name=do][value=save-ready]").first.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    read_first_results(page, game, house)
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("main p").count() > 10, "the story is told"
    page.goto(game)
    drawn = page.locator("[data-map-pane] svg").first
    expect(drawn).to_be_visible()


def test_the_board_fits_a_telephone(page: Page, house: House) -> None:
    sign_in(page, house)
    make_game(page, house)
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (page.url, page.locator("a.button[href*='/turns/']").first.get_attribute("href") or ""):
        page.goto(address if address.startswith("http") else house.url + address)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{address} is {width} pixels wide"


def make_second_edition(page: Page, house: House) -> None:
    """A second-edition game of four with the tides: Lannister by hand, bots for the others."""
    page.goto(f"{house.url}/games/new")
    page.fill("#title", "With ports")
    page.locator("button[name=switch][value='second-edition']").click()
    page.wait_for_selector("input[name=players][value='6']")
    expect(page.locator("#title")).to_have_value("With ports")
    page.check("input[name=players][value='4']")
    page.check("input[name=modules][value=tides]")
    page.locator("summary", has_text="Who plays what").click()
    page.check("input[name='seat.lannister'][value=me]")
    for bot in ("stark", "baratheon", "greyjoy"):
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.fill("#hold_minutes", "0")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))


def test_a_second_edition_game_by_hand(page: Page, house: House) -> None:
    sign_in(page, house)
    make_second_edition(page, house)
    game = page.url
    expect(page.locator(".under").first).to_contain_text("Tides of Battle")
    page.locator("a.button[href*='/turns/']").first.click()
    give_orders(page)
    page.check("[name='orders.port-of-lannisport'][value=raid]")
    page.locator("#section-choices > summary").click()
    page.locator("[name='raven[0].do']").select_option("look-at")
    page.locator("[name='choices.messenger-raven[0].pick']").first.select_option("bottom")
    page.locator("[name='choices.tyrion-lannister[0].pick']").first.select_option("send-back")
    turn = page.url
    page.locator("button[name=do][value=save-ready]").first.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    page.goto(f"{turn}/sheets/1")
    expect(page.locator("main")).to_contain_text("look at the top wildling card")
    expect(page.locator("main")).to_contain_text("Tyrion Lannister: return the card to the hand")
    read_first_results(page, game, house)
    expect(page.locator("main")).to_contain_text("looks at the top wildling card and puts it under the deck")
    page.set_viewport_size({"width": 390, "height": 844})
    for address in (game, f"{house.url}/help/second-edition", f"{house.url}/games/new?edition=second-edition"):
        page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{address} is {width} pixels wide"
