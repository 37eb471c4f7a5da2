"""The clock of somebody who never was here: eyes that read each word once, a hand that takes its time, and waiting."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page

from tests.e2e.test_board_form import PHONE, Hand

WORD_SECONDS, ACTION_SECONDS = 0.25, 1.2
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
    """A hand with a clock: a word costs 0.25 s when it first comes into sight, an action 1.2 s, waiting what it takes.

    `report` has a line for each look: what was new there, and what the clock shows.
    """

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.read: set[str] = set()
        self.words, self.waited = 0, 0.0
        self.report: list[str] = []

    @property
    def seconds(self) -> float:
        """What the clock shows."""
        return self.words * WORD_SECONDS + self.actions * ACTION_SECONDS + self.waited

    def look(self, what: str, within: str = "body") -> None:
        """Read what is in sight and was not before."""
        new = [text for text in dict.fromkeys(self.page.evaluate(IN_SIGHT, within)) if text not in self.read]
        words = sum(bool(re.search(r"\w", word)) for text in new for word in text.split())
        self.read.update(new)
        self.words += words
        self.report.append(f"{what}: {words} words, {self.actions} actions, {self.seconds:.0f} s: {' | '.join(new)}")

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

    def wait(self, place: Locator) -> None:
        """Wait until something is there to be seen; the clock goes on."""
        began = time.monotonic()
        place.wait_for()
        self.waited += time.monotonic() - began
