"""Every page of the site with something on it, served to a browser: the games of the walk over all routes, and more.

All of it is the same each time: seeds, ids, names and the clock.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.e2e.brought_pages import brought
from tests.e2e.served import served
from tests.even_chance import even_chance
from tests.web.page_table import PAGES
from tests.web.places import Places
from tests.web.visitors import SESSION_COOKIE

NO_PAGES = (".json", ".svg", ".png", ".txt", ".zip", ".ics", ".atom", ".css", ".pdf")
# Answers for machines, and parts of pages.
PARTS = {
    "mailbox.raw",
    "mailbox.html",
    "events.stream",
    "events.state",
    "places.facts",
    "conditions.menu",
    "conditions.read",
    "health.live",
    "health.ready",
    "home_screen.manifest",
    "metrics.metrics",
    "notifications.worker",
    "passkeys.ask_device",
    "passkeys.ask_for_new",
    "static",
    "assets.asset",
}
# Pages that look otherwise for other things.
SEVERAL = {"games.game", "game_settings.settings", "gm.review", "lobby.lobby"}
# Of what is wrong, one page a kind.
WRONG = (400, 403, 404, 409, 422)
# What somebody sees who is not signed in.
OUTSIDE = {
    "outside-home": "/",
    "outside-sign-in": "/sign-in",
    "outside-first-game": "/first-game",
    "outside-error": "/no",
}


@dataclass(frozen=True)
class Site:
    """A site in this process: where it answers, its pages by name, and the cookie of who reads them; `outside` are
    the pages that somebody reads who is not signed in."""

    url: str
    pages: dict[str, str]
    outside: dict[str, str]
    session: str

    def enter(self, context: BrowserContext) -> None:
        """Sign this browser in."""
        context.add_cookies([{"name": SESSION_COOKIE, "value": self.session, "url": self.url}])

    @staticmethod
    def leave(context: BrowserContext) -> None:
        """Sign it out again."""
        context.clear_cookies()


@contextlib.contextmanager
def every_page(folder: Path) -> Iterator[Site]:
    """The site with all its pages, as long as the block lasts; its time stands still."""
    with served(folder) as site, even_chance():
        people = site.people
        places = Places(site.app, people, words="Winter at the Wall", name="Ada of the Vale")
        now = people.now
        pages = {**known(places), **brought(people)}
        people.now = now
        cookie = places.browser.client.get_cookie(SESSION_COOKIE)
        assert cookie is not None
        outside = OUTSIDE | {"outside-board": f"/games/{places.at['game']}"}
        yield Site(site.url, pages, outside, cookie.value)


def known(places: Places) -> dict[str, str]:
    """The pages of the table of routes, each once; of what is wrong one page a kind."""
    found: dict[str, str] = {}
    seen: set[int] = set()
    for endpoint, rows in PAGES.items():
        for number, (_, path, status) in enumerate(rows):
            bare = path.partition("?")[0]
            if endpoint in PARTS or bare.endswith(NO_PAGES) or status == 303 or status in seen:
                continue
            if status in WRONG:
                seen.add(status)
                found[f"error-{status}"] = path.format(**places.at)
            elif number == 0 or endpoint in SEVERAL:
                found[endpoint + (f"-{number}" if number else "")] = path.format(**places.at)
    return found
