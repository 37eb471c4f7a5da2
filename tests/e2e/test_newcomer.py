"""From the email of an invitation to a sheet that is in, by the clock of somebody who never was here and reads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.house_turn import House, eventually
from tests.e2e.test_board_form import PHONE, Hand, drawn
from tests.e2e.test_browser import pytestmark, sign_in

__all__ = ["pytestmark"]
WORDS_A_SECOND, ACTION_SECONDS, LIMIT_SECONDS = 240 / 60, 1.2, 180.0
# A map is looked over, its names are not read one after the other.
MAP_SECONDS = 5.0
DESK = {"width": 1280, "height": 900}
# Every piece of text of which a line lies in the window; the drawing's is not among them.
IN_SIGHT = """within => {
  const found = [], walker = document.createTreeWalker(document.querySelector(within), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const piece = walker.currentNode, parent = piece.parentElement;
    const text = piece.textContent.trim().replace(/\\s+/g, " ");
    const shown = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // What is there for those who listen alone is not seen.
    if (!text || parent.closest("svg, .unseen") || !shown) continue;
    const range = document.createRange();
    range.selectNodeContents(piece);
    const seen = [...range.getClientRects()].some((one) => one.width > 1 && one.height > 1 &&
      one.top >= 0 && one.bottom <= innerHeight && one.left >= 0 && one.right <= innerWidth);
    if (seen) found.push(text);
  }
  return found;
}"""


class Newcomer(Hand):
    """A hand with a clock: the eyes read each word once that comes into sight, the hand takes its time."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.read: set[str] = set()
        self.words, self.maps = 0, 0
        self.told: list[str] = []

    @property
    def seconds(self) -> float:
        """What the clock shows."""
        return self.words / WORDS_A_SECOND + self.maps * MAP_SECONDS + self.actions * ACTION_SECONDS

    def look(self, what: str, within: str = "body") -> None:
        """Read what is in sight and was not before."""
        new = [text for text in dict.fromkeys(self.page.evaluate(IN_SIGHT, within)) if text not in self.read]
        words = sum(bool(re.search(r"\w", word)) for text in new for word in text.split())
        self.read.update(new)
        self.words += words
        self.told.append(f"{what}: {words} words, {self.actions} actions, {self.seconds:.0f} s")

    def do(self, place: Locator) -> None:
        """Click or tap; whoever does not see a thing scrolls to it first, which is an action too."""
        box = place.bounding_box()
        height = (self.page.viewport_size or PHONE)["height"]
        if box is None or box["y"] < 0 or box["y"] + box["height"] > height:
            place.scroll_into_view_if_needed()
            self.actions += 1
            self.look("scrolled")
        if self.page.viewport_size == PHONE:
            place.tap()
        else:
            place.click()
        self.actions += 1

    def open(self, place: Locator, what: str, within: str = "body") -> None:
        """Go on to another page and read it."""
        with self.page.expect_navigation():
            self.do(place)
        self.look(what, within)

    def type(self, field: str, text: str) -> None:
        """Write into a field."""
        self.page.fill(field, text)
        self.actions += 1


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


def mail(me: Newcomer, house: House, address: str, number: int, part: str) -> Locator:
    """Wait for an email with such a link, open it in the mailbox and read it; the link.

    The mailbox stands for a mail program of one's own: the email is read, not what is around it.
    """
    page = me.page
    link = page.locator(f"pre.letter a[href*='{part}']").first
    newest = page.locator("table.mail td a[href^='/mailbox/']").first

    def arrived() -> bool:
        page.goto(f"{house.url}/mailbox?address={address}")
        return page.locator("table.mail tbody tr").count() == number

    eventually(arrived, f"letter {number}", house)
    me.open(newest, f"letter {number}", "pre.letter")
    return link


def take_the_seat(me: Newcomer, house: House, address: str) -> None:
    """From the email of the invitation to the game's page, signed in and with a seat."""
    page = me.page
    me.open(mail(me, house, address, 1, "invitation="), "the invitation")
    me.type("#email", address)
    me.open(page.locator("form", has=page.locator("#email")).locator("button"), "sent")
    me.open(mail(me, house, address, 2, "/sign-in/"), "sign in?")
    me.open(page.locator("form[action*='/sign-in/'] button").first, "the invitation again")
    expect(page.locator("#join-house")).to_have_value("stark")
    me.open(page.locator("form[action$='/join'] button").first, "the game")
    me.maps += 1


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


@pytest.mark.parametrize(
    ("address", "window"),
    [
        ("pod@players.example", {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
        ("pia@players.example", {"viewport": DESK}),
    ],
    ids=["phone", "desk"],
)
def test_a_sheet_is_in_within_three_minutes(address: str, window: dict[str, Any], page: Page, house: House) -> None:
    invited(page, house, address)
    browser = page.context.browser
    assert browser is not None
    me = Newcomer(browser.new_context(locale="en-GB", **window).new_page())
    me.page.set_default_timeout(PATIENCE)
    take_the_seat(me, house, address)
    me.open(me.page.locator("a.button[href*='/turns/']").first, "the sheet")
    drawn(me.page)
    me.maps += 1
    me.look("the map")
    write_by_hand(me)
    me.hand_in()
    me.look("the receipt")
    expect(me.page.locator("main")).to_contain_text("Moat Cailin")
    assert me.seconds < LIMIT_SECONDS, "\n".join(me.told)
