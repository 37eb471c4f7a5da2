"""`python -m tests.bench.edge`: 500 idle and 200 slow connections beside 10 readers, at the site as a host runs it.

`--url` takes a server that runs already instead, or a proxy before one, for comparing. Nothing here is a test: a busy
machine proves nothing; `tests/edge/test_slow.py` has a small crowd.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import statistics
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import click

from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.pages import PATHS, played, site
from tests.bench.slow_clients import Attack, Readers, Told, attacked, listen

KINDS = ("board", "board.svg", "round", "home", "lobby", "press", "sheet")


def told(found: Told, attackers: dict[str, object]) -> dict[str, object]:
    """The figures."""
    return {
        "live_ms": _spread(found.live),
        "page_ms": _spread(found.pages),
        "answers": dict(found.answers),
        "attackers": attackers,
    }


def _spread(took: list[float]) -> dict[str, float]:
    if len(took) < 2:
        return {"count": len(took)}
    cuts = statistics.quantiles(took, n=100)
    return {"count": len(took), "p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


async def beside_streams(some: Readers, path: str, count: int, places: int, seconds: float) -> dict[str, object]:
    """What readers find while strangers open so many streams, and once these were closed."""
    opened = await listen(some.host, some.port, path, count, places)
    beside = told(await some.read(seconds), {})
    statuses = Counter(one.heard[9:12].decode() or "waits" for one in opened)
    for one in opened:
        one.close()
    return {"beside": beside, "streams": statuses, "closed": told(await some.read(seconds), {})}


@click.command()
@click.option("--seconds", default=120.0, show_default=True)
@click.option("--idle", default=500, show_default=True)
@click.option("--slow", default=200, show_default=True)
@click.option("--streams", default=0, show_default=True, help="Event streams, instead of idle and slow connections.")
@click.option("--places", default=125, show_default=True, help="Addresses from which these come.")
@click.option("--readers", default=10, show_default=True)
@click.option("--processes", default=1, show_default=True)
@click.option("--url", default="", help="Of a server that runs already.")
@click.option("--keep", default="", help="A folder for the games; made if it is not there, kept afterwards.")
def main(
    seconds: float,
    idle: int,
    slow: int,
    streams: int,
    places: int,
    readers: int,
    processes: int,
    url: str,
    keep: str,
) -> None:
    """Measure, and print one object of JSON."""
    with contextlib.ExitStack() as stack:
        folder = Path(keep or stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-edge-")))
        folder.mkdir(parents=True, exist_ok=True)
        paths, cookie = _games(folder)
        parts = urlsplit(url)
        settings = Settings(
            data_dir=folder, database_url=f"sqlite:///{folder / 'rookery.db'}", secret_key="a key for the edge"
        )
        port = parts.port or stack.enter_context(site(settings, processes, folder))
        host, https = parts.hostname or "127.0.0.1", parts.scheme == "https"
        some = Readers(host, port, readers, paths, cookie, tls=https)
        # Templates and words are read once before.
        replace(some, count=2, pause=0.0).run(3)
        if streams:
            path = f"{paths[0].partition('?')[0]}/events"
            click.echo(json.dumps(asyncio.run(beside_streams(some, path, streams, places, seconds)), indent=1))
            return
        with contextlib.ExitStack() as attack:
            ended: dict[str, object] = {}
            if idle + slow:
                ended = attack.enter_context(attacked(Attack(host, port, idle, slow, 14.0, https)))
            found = some.run(seconds)
        click.echo(json.dumps(told(found, ended), indent=1))


def _games(folder: Path) -> tuple[list[str], str]:
    """Paths of the pages of a running game, and a player's cookie; remembered beside the games."""
    known = folder / "places.json"
    if not known.exists():
        settings = Settings(
            data_dir=folder, database_url=f"sqlite:///{folder / 'rookery.db'}", secret_key="a key for the edge"
        )
        store = Store(settings)
        store.upgrade()
        place = played(store, 1)[0]
        store.close()
        paths = [PATHS[kind].format(game=place.game, turn=place.turn, thread=place.thread) for kind in KINDS]
        known.write_text(json.dumps([paths, place.cookie]))
    paths, cookie = json.loads(known.read_text())
    return paths, cookie


if __name__ == "__main__":
    main()
