"""`python -m tests.bench.what_ifs`: what a page of a what-if costs the server, and its map, for each edition, early
and later in a game. One process, SQLite; medians in milliseconds, from the request to the answer.

Nothing here is a test: a busy machine proves nothing.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import click
import structlog

from correspondence.lobby import seating
from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.what_ifs import forget
from tests.correspondence.people import People
from tests.web.visitors import Browser, browser_of
from web import create_app

GAMES = (
    ("first-edition", 5, "stark"),
    ("second-edition", 6, "stark"),
    ("mother-of-dragons", 8, "stark"),
    ("storm-of-swords", 4, "stark"),
)


def measured(folder: Path, edition: str, players: int, house: str, turns: int, repeat: int) -> dict[str, float]:
    """The medians for a game of bots and one person after so many turns."""
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder}/bench.db", secret_key="k", rate_limits=False)
    store = Store(settings)
    store.upgrade()
    people = People(store)
    ada = browser_of(create_app(settings, store, people.clock), people, "ada")
    page = f"/turns/{_turn_after(people, edition, players, house, turns)}/what-if"
    kept = ada.post(page, {"name": "kept"}).headers["Location"]
    found = {
        "page": _median(lambda: _get(ada, page), repeat, anew=True),
        "kept": _median(lambda: _get(ada, kept), repeat, anew=True),
        "seen again": _median(lambda: _get(ada, kept), repeat),
        "map": _median(lambda: _get(ada, f"{kept}/map.svg"), repeat),
    }
    store.close()
    return found


def _turn_after(people: People, edition: str, players: int, house: str, turns: int) -> str:
    """The open turn of a game after so many; of the first game that lasts so long."""
    for number in range(20):
        seating.draw_seed = lambda number=number: f"what-ifs {number}"
        game = people.game({house: "ada"}, edition=edition, players=players)
        while (turn := people.page(game).turn) is not None:
            if turn.number > turns:
                return people.turn(game)
            people.adjudicate(game)
    raise RuntimeError(f"no game of {edition} lasts {turns} calls")


def _get(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    if answer.status_code != 200:
        raise RuntimeError(f"{path}: {answer.status}")


def _median(run: Callable[[], None], repeat: int, *, anew: bool = False) -> float:
    """Of several runs; `anew`: nothing is remembered from one to the next."""
    run()
    took = []
    for _ in range(repeat):
        if anew:
            forget()
        begun = time.perf_counter()
        run()
        took.append((time.perf_counter() - begun) * 1000)
    return round(statistics.median(took), 1)


@click.command()
@click.option("--calls", default=(3, 8), multiple=True, show_default=True, help="Calls that are over; again for more.")
@click.option("--repeat", default=15, show_default=True, type=click.IntRange(3, 1000))
def main(turns: tuple[int, ...], repeat: int) -> None:
    """Measure, and print one JSON object."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    found = {}
    for edition, players, house in GAMES:
        for count in turns:
            with tempfile.TemporaryDirectory(prefix="rookery-what-ifs-") as folder:
                found[f"{edition}, after {count} calls"] = measured(
                    Path(folder), edition, players, house, count, repeat
                )
    click.echo(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
