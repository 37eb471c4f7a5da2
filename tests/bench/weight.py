"""`python -m tests.bench.weight`: what pages weigh on the way, and when a slow phone shows the first of them.

Chromium as a phone: a screen of 390 points, a processor four times slower, 1.6 Mbit/s with 150 ms there and back. Each
page is opened in a browser that has nothing of the site yet. Tells for each the bytes that came, of what, the
median milliseconds until something was painted and until the largest part was, and the least until the first paint,
which a busy machine blurs least. The pages of a game in its fifth round, then board and first sheet of every edition
(`sheet mother-of-dragons`). Nothing here is a test: a busy machine proves nothing (`tests/web/test_weight.py` holds the
bytes).
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser, sync_playwright

from adjudicator import games
from correspondence.accounts.use_cases import open_session
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.pages import Place, played, site
from tests.correspondence.people import People, houses_of

PATHS = {
    "home": "/",
    "board": "/games/{game}",
    "results": "/games/{game}/turns/1",
    "round": "/games/{game}/rounds/4",
    "sheet": "/turns/{turn}",
    "what-if": "/turns/{turn}/what-if",
    "help": "/help/first-edition",
    "lobby": "/lobby",
}
# Of every edition, in a game that begins, with as many as can play.
FIRST = ("board", "sheet")
SLOWER, BYTES_A_SECOND, ROUND_TRIP = 4, 1_600_000 / 8, 150
# Since when the page is on its way, in milliseconds: the first paint, the largest so far.
PAINTS = """() => new Promise(told => new PerformanceObserver(list => told([
  performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  list.getEntries().at(-1).startTime])).observe({type: "largest-contentful-paint", buffered: true}))"""


def opened(browser: Browser, url: str, cookie: str, picture: str = "") -> dict[str, Any]:
    """One visit by somebody who was never here: bytes by kind and by name, and when it was painted."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True)
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": url}])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    came: dict[str, str] = {}
    sizes: dict[str, int] = defaultdict(int)
    wire.on("Network.responseReceived", lambda told: came.update({told["requestId"]: _named(told)}))

    def finished(told: dict[str, Any]) -> None:
        sizes[came.get(told["requestId"], "?")] += int(told["encodedDataLength"])

    wire.on("Network.loadingFinished", finished)
    wire.send("Network.enable")
    wire.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": ROUND_TRIP,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND / 2,
        },
    )
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load", timeout=60_000)
    page.wait_for_timeout(1_000)
    first, largest = page.evaluate(PAINTS)
    if picture:
        page.screenshot(path=picture)
    context.close()
    return {"first": first, "largest": largest, "sizes": dict(sizes)}


def _named(told: dict[str, Any]) -> str:
    return f"{told['type']} {told['response']['url'].split('?')[0].rpartition('/')[2]}"


def summed(visits: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of several visits of one page."""
    sizes = visits[-1]["sizes"]
    return {
        "first_ms": round(statistics.median(visit["first"] for visit in visits)),
        "first_ms_least": round(min(visit["first"] for visit in visits)),
        "largest_ms": round(statistics.median(visit["largest"] for visit in visits)),
        "kb": round(sum(sizes.values()) / 1000, 1),
        "of": dict(sorted(sizes.items(), key=lambda item: -item[1])),
    }


def begun(store: Store, edition: str) -> Place:
    """A game of an edition at its first turn, as its first house sees it."""
    people, count = People(store), games.EDITIONS[edition].player_counts[-1]
    people.now = datetime.now(UTC)
    able = houses_of(count, edition)[:count]
    chosen = {"houses": able} if edition == "mother-of-dragons" else {}
    game = people.game({able[0]: "ada"}, edition=edition, players=count, **chosen)
    turn = people.turn(game)
    with store.begin() as session:
        token = open_session(session, people.account_in(session, "ada"), people.now)
    return Place(game, turn, "", f"rookery_session={token}")


def places_and_settings(folder: Path, editions: Iterable[str]) -> tuple[Place, dict[str, Place], Settings]:
    """A running game with a player's cookie, one of each edition that begins, on SQLite."""
    url = f"sqlite:///{folder / 'rookery.db'}"
    settings = Settings(data_dir=folder, database_url=url, secret_key="a key for slow phones")
    store = Store(settings)
    store.upgrade()
    place, first = played(store, 1)[0], {edition: begun(store, edition) for edition in editions}
    store.close()
    return place, first, settings


@click.command()
@click.option("--times", default=5, show_default=True, help="How often each page is opened.")
@click.option("--only", default="", help="Kinds of pages, with commas between.")
@click.option(
    "--editions", default=",".join(games.EDITIONS), show_default=True, help="With commas between; none: empty."
)
@click.option("--pictures", default="", help="A folder for what the phone shows.")
def main(times: int, only: str, editions: str, pictures: str) -> None:
    """Measure, and print one object of JSON."""
    with tempfile.TemporaryDirectory(prefix="rookery-weight-") as name, contextlib.ExitStack() as stack:
        names = [name for name in editions.split(",") if name]
        place, first, settings = places_and_settings(Path(name), names)
        port = stack.enter_context(site(settings, 1, Path(name)))
        chromium = stack.enter_context(sync_playwright()).chromium
        browser = chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        stack.callback(browser.close)
        pages = [(kind, kind, place) for kind in PATHS]
        pages += [(f"{kind} {edition}", kind, at) for edition, at in first.items() for kind in FIRST]
        told = {}
        for title, kind, at in pages:
            if only and kind not in only.split(","):
                continue
            url = f"http://127.0.0.1:{port}" + PATHS[kind].format(game=at.game, turn=at.turn)
            shot = f"{pictures}/{title.replace(' ', '-')}.png" if pictures else ""
            # The first visit is the server's first, too.
            visits = [opened(browser, url, at.cookie, shot) for _ in range(times + 1)][1:]
            told[title] = summed(visits)
        click.echo(json.dumps({**told, "load": os.getloadavg()[0]}, indent=1))


if __name__ == "__main__":
    main()
