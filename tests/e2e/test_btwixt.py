"""A game of B'Twixt by hand: made in the lobby, bid for by programme, tried out in a what-if, read afterwards."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.house_turn import House, eventually
from tests.e2e.players import sheet_form
from tests.e2e.test_browser import TO_THE_SHEET, once_there, pytestmark, sign_in, take_suggestions
from tests.e2e.undrawn import Undrawn
from tests.e2e.visitor import Page as Answer
from tests.slices import its_turn

__all__ = ["pytestmark"]
PHONE = {"width": 390, "height": 844}
# Of the short game.
TURNS = 8


def make_table(page: Page, house: House) -> str:
    """A game of four with the advanced cards: Euron by hand, bots for the others; its address."""
    page.goto(f"{house.url}/games/new?edition=btwixt")
    page.fill("#title", "Councils")
    page.check("input[name=players][value='4']")
    page.check("input[name=modules][value=advanced]")
    page.locator("summary", has_text="Who plays what").click()
    page.check("input[name='seat.euron'][value=me]")
    for bot in ("cersei", "doran", "tyrion"):
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.fill("#hold_minutes", "0")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    return page.url


def unfold(page: Page, summaries: str, words: str) -> None:
    summary = page.locator(summaries, has_text=re.compile(f"^{words}$"))
    if summary.locator("..").get_attribute("open") is None:
        summary.click()


def write_programme(page: Page) -> None:
    """Lead up to twelve, then kneel; what is won goes to the weaker council."""
    unfold(page, "[id='bid[0]'] summary", "Backup card and other wishes")
    page.locator("input[name='bid[0].play'][value=enough]").check()
    unfold(page, "[id='bid[0]'] summary", "Condition, limits, cards to keep")
    page.fill("[id='bid[0].up-to']", "12")
    unfold(page, ".say-more > summary", "Advanced")
    page.locator("summary", has_text=re.compile("^Councils$")).click()
    page.locator("select[name='councils[0].choose']").first.select_option("weaker")
    page.fill("[id='bid[0].when']", "not all others kneel or lead < 1")


def pick_on_the_table(page: Page) -> None:
    """The own panel offers the cards of the hand with their texts; what is picked stands in the form, and is taken
    back."""
    page.locator(".workbench.live").wait_for(state="attached")
    page.locator("#map-touch [data-at=leader-euron]").click()
    face = page.locator(".tray .pick").first
    card = (face.get_attribute("data-key") or "").removeprefix("card bid[0].play ")
    first = page.locator(f"input[name='bid[0].play'][value='{card}']")
    face.click()
    expect(first).to_be_checked()
    expect(page.locator("[data-kept]")).to_have_text("Draft saved, not submitted")
    face.click()
    expect(first).not_to_be_checked()
    expect(page.locator(".undo, [data-do=undo]").first).to_be_enabled()
    expect(page.locator("[data-kept]")).to_have_text("Draft saved, not submitted")


def no_wider(page: Page, address: str) -> None:
    page.goto(address)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"], f"{address} is {width} pixels wide"


def test_a_round_by_programme(page: Page, house: House) -> None:
    sign_in(page, house)
    game = make_table(page, house)
    expect(page.locator("main")).to_contain_text("Your hand")
    page.locator("a.button[href*='/turns/']").first.click()
    turn = page.url
    pick_on_the_table(page)
    page.goto(turn)
    write_programme(page)
    page.locator("button[name=do][value=what-if]").click()
    page.wait_for_url(re.compile(r"/what-if/1$"))
    expect(page.locator("#story")).to_contain_text("Euron")
    page.goto(turn)
    write_programme(page)
    page.locator("button[name=do][value=save-ready]").first.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    expect(page.locator("main")).to_contain_text("12")
    eventually(lambda: page.request.get(f"{game}/turns/1").ok, "the results of the first call", house)
    page.goto(f"{game}/turns/1")
    expect(page.locator("main")).to_contain_text("wins the bid")
    page.set_viewport_size(PHONE)
    for address in (game, f"{game}/turns/1", f"{house.url}/help/btwixt", f"{house.url}/games/new?edition=btwixt"):
        no_wider(page, address)


def found_table(page: Page, house: House) -> str:
    """A short game of three whose results a master reviews, with one seat for whoever has the code; its invitation."""
    page.goto(f"{house.url}/games/new?edition=btwixt")
    page.fill("#title", "A whole game")
    page.check("input[name=players][value='3']")
    page.check("input[name=modules][value=short-game]")
    page.locator("summary", has_text="Who plays what").click()
    for bot in ("cersei", "doran"):
        page.check(f"input[name='seat.{bot}'][value=steward]")
    page.locator("summary", has_text="Pace and deadlines").click()
    page.fill("#hold_minutes", "0")
    page.locator("summary", has_text="Game masters").click()
    page.check("input[name='play'][value=no]")
    page.check("input[name=review][value=all]")
    page.locator("form[action='/games/new'] button").last.click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    code = re.search(r"\?code=(\w+)", page.content())
    assert code is not None
    return f"{page.url}?code={code[1]}"


def publish(page: Page, game: str, house: House) -> None:
    """The master looks at the draft that waits, and publishes it."""
    once_there(page, f"{game}/gm", ">Publish result", "a draft at the desk", house)
    page.locator("a.button", has_text="Review the result").click()
    page.goto(f"{game}/gm")
    page.locator("button", has_text=re.compile("^Publish result")).first.click()


def one_more_turn(player: Undrawn, master: Undrawn, game: str, house: House) -> None:
    """A turn as the one before: the player hands in what is suggested, the master publishes what came of it."""

    def asked() -> str | None:
        """Where the sheet of the open turn is."""
        return next((link for link in player.get(game).links if link.startswith("/turns/")), None)

    def drafted() -> Answer | None:
        """The desk with a draft."""
        desk = master.get(f"{game}/gm")
        return desk if ">Publish result" in desk.text else None

    sheet = player.get(eventually(asked, "a call", house))
    suggested = player.send(sheet, sheet_form(sheet), {"do": "suggest"})
    receipt = player.send(suggested, sheet_form(suggested), {"do": "save-ready"})
    assert "Your orders are in: version 1" in receipt.text
    desk = eventually(drafted, "a draft at the desk", house)
    assert master.submit(desk, "/publish").status == 200


def test_a_whole_game_with_a_master(page: Page, house: House) -> None:
    sign_in(page, house)
    invitation = found_table(page, house)
    game = invitation.partition("?")[0]
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(locale="en-GB").new_page()
    other.set_default_timeout(30_000)
    sign_in(other, house, "bran@players.example")
    other.goto(invitation)
    other.select_option("#join-house", "euron")
    other.locator("form[action$='/join'] button").first.click()
    for number in range(1, TURNS + 1):
        # The first and the last by hand; by night all.
        if its_turn(number - 1, TURNS - 1):
            once_there(other, game, TO_THE_SHEET, "a call", house)
            other.locator("a.button[href*='/turns/']").first.click()
            take_suggestions(other)
            other.locator("button[name=do][value=save-ready]").first.click()
            publish(page, game, house)
        else:
            one_more_turn(Undrawn(other, house.url), Undrawn(page, house.url), game, house)
        results = f"{game}/turns/{number}"
        eventually(lambda path=results: other.request.get(path).ok, "the results", house)  # type: ignore[misc]
    other.goto(f"{game}/end")
    expect(other.locator("main")).to_contain_text("What each leader did")
    expect(other.locator("main")).to_contain_text("Figures, round by round")
    other.goto(f"{house.url}/mailbox?address=bran@players.example")
    assert other.locator("table.mail td a[href^='/mailbox/']").count() >= 9
