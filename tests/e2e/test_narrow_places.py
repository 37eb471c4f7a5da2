"""What is long, and what stands over other things: rows that are added, a bar over headings, titles without a space."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.hands import Hand
from tests.e2e.phases import FIRST, Phase, opened
from tests.e2e.served import Served
from tests.e2e.test_phases import blank, handed, site, windows

__all__ = ["blank", "handed", "site", "windows"]
pytestmark = pytest.mark.browser
NARROW = ViewportSize(width=360, height=740)
WIDTH = "document.documentElement.scrollWidth"
TITLE = "Donaudampfschifffahrtsgesellschaftskapitaenin"
PLANNING = Phase("planning", FIRST, "stark", 3, 'agenda = ["planning", "raids", "marches", "power", "end-round"]', "")
# The headings that a bar would lie over once a link has led to them.
COVERED = """() => [...document.querySelectorAll("#what-if .part[id]")].filter((part) => {
  location.hash = `#${part.id}`;
  const head = part.querySelector("summary, h2"), box = head.getBoundingClientRect();
  const bar = document.querySelector("#what-if .save").getBoundingClientRect();
  return box.top < bar.bottom - 1 && bar.top < box.bottom - 1;
}).map((part) => part.id)"""


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_added_rows_do_not_move_the_page(by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    hand = handed(by, opened(site.people, PLANNING))
    button = hand.page.locator("#sheet button[name=more][value^='cards.rules']").last
    hand.unfold(button)
    hand.aim(button)
    rows = hand.page.locator("#section-cards [name^='cards.rules'][name$='.role']")
    before, top = rows.count(), hand.page.evaluate("scrollY")

    hand.press(button)
    hand.settle()

    expect(rows).not_to_have_count(before)
    assert abs(hand.page.evaluate("scrollY") - top) <= 1


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_bar_of_a_what_if_covers_no_heading(by: str, site: Served, handed: Callable[[str, str], Hand]) -> None:
    hand = handed(by, opened(site.people, PLANNING))
    hand.page.goto(f"{hand.page.url}/what-if")

    assert hand.page.locator("#what-if .part[id]").count() > 1
    assert hand.page.evaluate(COVERED) == []


def test_long_title_fits_narrow_pages(site: Served, blank: Callable[[str], Page]) -> None:
    game = site.people.game({"stark": "ada"}, title=TITLE)
    turn = site.people.turn(game)
    page = blank("touch")
    page.set_viewport_size(NARROW)
    for path in ("/", f"/games/{game}", f"/turns/{turn}", f"/games/{game}/messages", f"/games/{game}/rounds"):
        page.goto(f"{site.url}{path}")
        assert page.evaluate(WIDTH) <= NARROW["width"], path
