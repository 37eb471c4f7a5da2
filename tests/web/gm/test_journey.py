"""A new game master with a browser: a disputed battle found, explained, decided otherwise with a preview, published.

With `SCREENSHOTS` naming a folder every page is kept there as pictures, wide and narrow, for people to look at.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect, sync_playwright
from werkzeug.serving import make_server

from correspondence.review.pending_results import outcome_of
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, last_turn
from tests.web.gm.test_review import _with_a_battle
from tests.web.visitors import SESSION_COOKIE, browser_of

pytestmark = pytest.mark.browser
MAX_CLICKS = 9


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The site, served on a port of this machine."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    serving.join(10)


class Hand:
    """A hand on the mouse: counts its clicks, and keeps pictures if they are wanted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.pictures = page, 0, 0

    def click(self, words: str, within: str = "main") -> None:
        """Click what says this, the first of its kind in a part of the page."""
        part = self.page.locator(within).first
        part.locator("a:visible, button:visible").filter(has_text=words).first.click()
        self.clicks += 1
        self.look()

    def look(self) -> None:
        """Keep the page as it is, if somebody wants to look at it; nothing may stick out on a telephone."""
        folder = os.environ.get("SCREENSHOTS")
        self.pictures += 1
        for width in (390, 1280):
            self.page.set_viewport_size({"width": width, "height": 900})
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{self.page.url} is {wide} wide on a screen of {width}"
            if folder:
                where = Path(folder) / f"{self.pictures:02}-{width}.png"
                self.page.screenshot(path=where, full_page=True)


def test_a_disputed_battle_in_under_ten_clicks(people: People, app: Flask, address: str, chromium: str) -> None:
    game_id = _with_a_battle(people)
    asked = next(entry for entry in outcome_of(draft_of(people, game_id)).answers if "house-card" in entry.decision)
    cookie = browser_of(app, people, MASTER).client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": SESSION_COOKIE, "value": cookie.value, "url": address}])
        page = context.new_page()
        page.set_default_timeout(30_000)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{address}/games/{game_id}/gm")
        hand = Hand(page)
        hand.look()
        hand.click("Review the result")
        hand.click(" : ", "p:has-text('Battles:')")
        battle = page.locator(":target")
        expect(battle).to_be_visible()
        expect(battle).to_contain_text("Skipped")
        hand.clicks += 1
        battle.locator(f"a[href*='{asked.decision}']").first.click()
        hand.look()
        page.locator("input[type=radio][name$='.card']:not([value='']):not(:checked)").first.check()
        page.fill("input[name=reason]", "The card was misread")
        hand.click("See what it changes")
        expect(page.locator("main")).to_contain_text("With the override")
        hand.click("Apply")
        expect(page.locator("main")).to_contain_text("Compared with result 1")
        hand.click("Publish result 2")
        expect(page.locator("body")).to_contain_text("Published.")
        browser.close()
    assert problems == []
    assert hand.clicks <= MAX_CLICKS
    assert last_turn(people, game_id).status == "open"
    people.deliver()
    told = [str(mail.get_body(("plain",)).get_content()) for mail in people.mails("ben")]  # type: ignore[union-attr]
    assert any("The card was misread" in mail for mail in told)
