"""From the email of an invitation to a sheet that is in, by the clock of somebody who never was here and reads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.hands import Hand
from tests.e2e.house_turn import House, eventually
from tests.e2e.newcomer_clock import Newcomer
from tests.e2e.test_board_form import PHONE, drawn
from tests.e2e.test_browser import TO_THE_SHEET, once_there, pytestmark, sign_in
from tests.e2e.test_phases import HANDS, write

__all__ = ["pytestmark"]
LIMIT_SECONDS, FIRST_ROUND_SECONDS = 180.0, 90.0
DESK = {"width": 1280, "height": 900}
WINDOWS = pytest.mark.parametrize(
    "window",
    [{"viewport": PHONE, "has_touch": True, "is_mobile": True}, {"viewport": DESK}],
    ids=["phone", "desk"],
)
FIRST_ORDERS = {
    "orders.winterfell": ["march+0"],
    "orders.white-harbor": ["defense+1"],
    "orders.the-shivering-sea": ["support"],
    "marches.winterfell[0].do": ["go"],
    "marches.winterfell[0].moves[0].to": ["moat-cailin"],
    "marches.winterfell[0].moves[0].who": ["all"],
}


def invited(host: Page, house: House, address: str) -> None:
    """A game that begins when the seat is taken that is kept for this address; the email on its way there."""
    sign_in(host, house)
    host.goto(f"{house.url}/games/new")
    host.fill("#title", "Come and play")
    host.check("input[name=players][value='3']")
    host.locator("summary", has_text="Who plays what").click()
    host.check("input[name='seat.lannister'][value=me]")
    host.check("input[name='seat.baratheon'][value=steward]")
    host.locator("summary", has_text="Pace and deadlines").click()
    # Nobody waits for the others to say that they are there.
    host.fill("#muster_hours", "0")
    host.locator("form[action='/games/new'] button").last.click()
    host.wait_for_url(re.compile(r"/games/(?!new)[^/]+$"))
    host.fill("#invite-email", address)
    host.select_option("#invite-house", "stark")
    host.locator("form[action$='/invite'] button").click()


def mail(me: Newcomer, house: House, address: str, part: str) -> Locator:
    """Wait for an email with such a link, open it in the mailbox and read it; the link.

    The mailbox stands for a mail program of one's own: the email is read, not what is around it.
    """
    page = me.page
    link = page.locator(f"pre.letter a[href*='{part}']").first
    newest = page.locator("table.mail td a[href^='/mailbox/']").first

    def arrived() -> bool:
        page.goto(f"{house.url}/mailbox?address={address}")
        return page.locator("table.mail tbody tr").count() == 1

    eventually(arrived, "the email", house)
    me.open(newest, "the email", "pre.letter")
    return link


def take_the_seat(me: Newcomer, house: House, address: str) -> None:
    """From the email of the invitation to the game's page, signed in and with a seat."""
    link = mail(me, house, address, "/invitations/")
    link.scroll_into_view_if_needed()
    before = me.actions
    me.open(link, "the invitation")
    me.open(me.page.get_by_role("button", name="Join as Stark"), "the game")
    assert me.actions - before == 2, "from the email to a seat"


def write_by_hand(me: Newcomer) -> None:
    """An order for each of Stark's areas, one of them with where it goes."""
    me.touch("winterfell")
    me.look("Winterfell")
    me.press("token march+0")
    me.planned("winterfell")
    me.look("a march")
    me.touch("moat-cailin")
    me.planned("winterfell", "moat-cailin")
    me.look("Moat Cailin")
    me.press("next")
    me.look("White Harbor")
    me.press("token defense+1")
    me.look("the Shivering Sea")
    me.press("token support")
    me.planned("the-shivering-sea")
    me.look("all orders")


def newcomer(browser: Browser, window: dict[str, Any]) -> Newcomer:
    """Somebody who never was here, at such a window."""
    me = Newcomer(browser.new_context(locale="en-GB", **window).new_page())
    me.page.set_default_timeout(PATIENCE)
    return me


@WINDOWS
def test_a_sheet_is_in_within_three_minutes(
    window: dict[str, Any], page: Page, browser: Browser, house: House, request: pytest.FixtureRequest
) -> None:
    address = f"{request.node.callspec.id}@players.example"
    invited(page, house, address)
    me = newcomer(browser, window)
    take_the_seat(me, house, address)
    me.open(me.page.locator("a.button[href*='/turns/']").first, "the sheet")
    drawn(me.page)
    me.look("the map")
    write_by_hand(me)
    me.hand_in()
    me.look("the receipt")
    expect(me.page.locator("main")).to_contain_text("Moat Cailin")
    assert me.seconds < LIMIT_SECONDS, "\n".join(me.report)


@WINDOWS
def test_first_round_without_an_account(window: dict[str, Any], browser: Browser, house: House) -> None:
    me = newcomer(browser, window)
    me.page.goto(house.url)
    me.look("the front page")
    me.open(me.page.locator("form[action='/first-game'] button").first, "the orders")
    drawn(me.page)
    marked(me.page, "Tap Winterfell.", "[data-at=winterfell]")
    me.look("the map")
    follow_the_marks(me)
    me.open(me.page.locator("#first-game button[form=sheet]"), "submitted")
    # What happened is played on the map by itself.
    me.wait(me.page.locator("#unfold .sentence:not(:empty)"))
    me.look("the results")
    assert me.seconds <= FIRST_ROUND_SECONDS, "\n".join(me.report)


def marked(page: Page, words: str, ringed: str) -> None:
    """Wait until the mark says what is to be done, with a ring around what is to be tapped."""
    expect(page.locator(".coach")).to_have_text(words)
    expect(page.locator(f"{ringed}.coached")).to_have_count(1)


def follow_the_marks(me: Newcomer) -> None:
    """Do what the marks on the map say, step by step."""
    page = me.page
    me.touch("winterfell")
    marked(page, "Choose a march.", "[data-key^='token march']")
    me.look("Winterfell")
    me.press("token march+0")
    marked(page, "Send your units: tap Moat Cailin.", "[data-at=moat-cailin]")
    me.look("a march")
    me.touch("moat-cailin")
    marked(page, "Tap White Harbor.", "[data-key=next]")
    me.look("Moat Cailin")
    me.press("next")
    expect(page.locator(".coach")).to_have_text("Choose an order.")
    me.look("White Harbor")
    me.press("token defense+1")
    me.look("the Shivering Sea")
    me.press("token support")
    marked(page, "Submit your orders", "#first-game button[form=sheet]")
    me.look("all orders")


def a_stranger(browser: Browser, by: str) -> Hand:
    """Such a hand at an empty page."""
    kind, options = HANDS[by]
    page = browser.new_context(locale="en-GB", **options).new_page()
    page.set_default_timeout(PATIENCE)
    return kind(page)


@pytest.mark.parametrize("by", ["keys", "bare"])
def test_an_invitation_leads_to_a_seat_by_any_hand(by: str, page: Page, browser: Browser, house: House) -> None:
    address = f"invited-{by}@players.example"
    invited(page, house, address)
    hand = a_stranger(browser, by)
    guest = hand.page
    once_there(guest, f"{house.url}/mailbox?address={address}", 'href="/mailbox/', "the invitation", house)
    hand.press(guest.locator("table.mail td a[href^='/mailbox/']").first)
    hand.press(guest.locator("pre.letter a[href*='/invitations/']").first)
    hand.press(guest.get_by_role("button", name="Join as Stark"))
    guest.wait_for_url(re.compile(r"/games/[^/]+$"))
    once_there(guest, guest.url, TO_THE_SHEET, "the first turn", house)


@pytest.mark.parametrize("by", HANDS)
def test_a_guest_plays_the_first_round_by_any_hand(by: str, browser: Browser, house: House) -> None:
    hand = a_stranger(browser, by)
    page = hand.page
    page.goto(house.url)
    hand.press(page.locator("form[action='/first-game'] button").first)
    page.wait_for_url(re.compile(r"/turns/"))
    hand.ready()
    write(hand, FIRST_ORDERS)
    # With scripts the panel of the first game has the one button, once the orders are complete.
    within = "#first-game button[form=sheet]" if hand.scripts else "#sheet .save button[value=save-ready]"
    hand.press(page.locator(within))
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    if hand.scripts:
        expect(page.locator("#unfold .sentence:not(:empty)")).to_be_visible()
        return
    game = page.url
    results = page.locator("main a[href*='/turns/1']").first

    def published() -> bool:
        page.goto(game)
        return results.count() > 0

    eventually(published, "a link to the results", house)
    hand.press(results)
    expect(page.locator("main")).to_contain_text("Moat Cailin")
