"""Every page of the site with something on it, served to a browser: the games of the walk over all routes, and more."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

from tests.correspondence.people import People
from tests.e2e.served import served
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
    "metrics.metrics",
    "static",
    "assets.asset",
}
# Pages that look otherwise for other things.
SEVERAL = {"games.game", "game_settings.settings", "gm.desk", "lobby.lobby"}
# Of what is wrong, one page a kind.
WRONG = (400, 403, 404, 409, 422)


@dataclass(frozen=True)
class Site:
    """A site in this process: where it answers, its pages by name, and the cookie of who reads them."""

    url: str
    pages: dict[str, str]
    session: str

    def enter(self, context: BrowserContext) -> None:
        """Sign this browser in."""
        context.add_cookies([{"name": SESSION_COOKIE, "value": self.session, "url": self.url}])


@contextlib.contextmanager
def every_page(folder: Path) -> Iterator[Site]:
    """The site with all its pages, as long as the block lasts; its time stands still."""
    with served(folder) as site:
        people = site.people
        places = Places(site.app, people)
        now = people.now
        pages = {**known(places), **brought(people)}
        people.now = now
        cookie = places.browser.client.get_cookie(SESSION_COOKIE)
        assert cookie is not None
        yield Site(site.url, pages, cookie.value)


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


def brought(people: People) -> dict[str, str]:
    """Sheets, boards and results of the other editions, and a game that is over."""
    found: dict[str, str] = {}
    for edition, house, rounds, options in (
        ("second-edition", "stark", 1, {"players": 6, "modules": ("tides",)}),
        ("mother-of-dragons", "targaryen", 0, {"players": 8}),
        ("storm-of-swords", "stark", 1, {"players": 4}),
        ("btwixt", "euron", 1, {"players": 4}),
    ):
        game = people.game({house: "ada"}, edition=edition, title=f"Pages of {edition}", **options)
        for _ in range(rounds):
            people.adjudicate(game)
        found[f"{edition}-board"] = f"/games/{game}"
        found[f"{edition}-sheet"] = f"/calls/{people.call(game)}"
        if rounds:
            found[f"{edition}-results"] = f"/games/{game}/calls/{rounds}"
            found[f"{edition}-round"] = f"/games/{game}/rounds/1"
    over = people.game(
        {"euron": "ada", "cersei": "bo"}, edition="btwixt", players=3, modules=("short-game",), title="Over"
    )
    while people.page(over).call is not None:
        people.adjudicate(over)
    return {
        **found,
        "end": f"/games/{over}/end",
        "over-board": f"/games/{over}",
        "over-figures": f"/games/{over}/figures",
    }
