"""`python -m tests.bench.live`: the memory of one process with many listeners, then 50 people on the pages of one game.

Tells milliseconds for each kind of request and the processor time of the process for each. Nothing here is a test: a
busy machine proves nothing.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import shutil
import socket
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import click
from playwright.sync_api import sync_playwright

from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.pages import Place, played, site
from tests.conftest import BROWSERS
from tests.e2e.house_turn import running
from tests.e2e.test_browser import make_game, once_there, sign_in

OF_ONE = 10
ORDERS = {"orders.winterfell": "march+0", "orders.white-harbor": "support"}
TICKS = os.sysconf("SC_CLK_TCK")


def processes(port: int) -> list[int]:
    """The processes that serve at a port, without the one that looks after them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if f"--port\0{port}\0".encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return sorted(found)[1:]


def resident(pid: int) -> float:
    """The memory of a process that is in use, in MiB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 1024**2


def worked(pid: int) -> float:
    """The processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextlib.contextmanager
def listeners(port: int, game: str, count: int) -> Iterator[list[socket.socket]]:
    """So many streams of a game, from as many addresses as they need."""
    with contextlib.ExitStack() as stack:
        found = []
        for number in range(count):
            place = f"127.1.{number // OF_ONE // 250}.{number // OF_ONE % 250 + 1}"
            one = stack.enter_context(socket.create_connection(("127.0.0.1", port), 30, source_address=(place, 0)))
            one.sendall(f"GET /games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            said = one.recv(4096)
            if not said.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(said.decode())
            found.append(one)
        yield found


class Person:
    """Somebody with a page open, who writes, and looks at the board."""

    def __init__(self, port: int, number: int, place: Place, took: dict[str, list[float]]) -> None:
        self.place, self.took = place, took
        where = (f"127.2.0.{number + 1}", 0)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=where)
        self.cookies = place.cookie
        page = self.ask("sheet", "GET", f"/turns/{place.turn}")
        mark = re.search(r'name="csrf_token" value="([^"]+)"', page)
        self.mark = mark[1] if mark else ""

    def ask(self, kind: str, method: str, path: str, fields: dict[str, str] | None = None) -> str:
        """Ask, and remember how long it took."""
        headers = {"Cookie": self.cookies, "Content-Type": "application/x-www-form-urlencoded"}
        begun = time.perf_counter()
        self.connection.request(method, path, urlencode(fields or {}), headers)
        answer = self.connection.getresponse()
        said = answer.read().decode()
        self.took.setdefault(kind, []).append((time.perf_counter() - begun) * 1000)
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies += "; " + value.partition(";")[0]
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        return said

    def stay(self, until: float, pause: float) -> None:
        """Do something now and then."""
        game, chance = self.place.game, random.Random(id(self))
        while time.monotonic() < until:
            time.sleep(chance.uniform(0.5, 1.5) * pause)
            kind = chance.choice(("live", "live", "live", "state", "board"))
            if kind == "live":
                token = chance.choice(("march+0", "march-1", "raid", "defense+1"))
                fields = {**ORDERS, "orders.winterfell": token, "csrf_token": self.mark}
                self.ask(kind, "POST", f"/turns/{self.place.turn}/live", fields)
            else:
                self.ask(kind, "GET", f"/games/{game}" + ("/state?since=0" if kind == "state" else ""))


def spread(took: list[float]) -> dict[str, float]:
    """A few figures of many."""
    cuts = statistics.quantiles(took, n=100)
    return {"count": len(took), "p50": round(cuts[49], 1), "p95": round(cuts[94], 1), "p99": round(cuts[98], 1)}


def alone(port: int, place: Place, pid: int) -> dict[str, float]:
    """Milliseconds of processor time for each kind of request, asked one after the other."""
    person, found = Person(port, 60, place, {}), {}
    asked = {
        "live": ("POST", f"/turns/{place.turn}/live", {**ORDERS, "csrf_token": person.mark}),
        "state": ("GET", f"/games/{place.game}/state?since=0", None),
        "board": ("GET", f"/games/{place.game}", None),
        "sheet": ("GET", f"/turns/{place.turn}", None),
    }
    for kind, (method, path, fields) in asked.items():
        person.ask(kind, method, path, fields)
        before = worked(pid)
        for _ in range(25):
            person.ask(kind, method, path, fields)
        found[kind] = round((worked(pid) - before) * 1000 / 25, 1)
    return found


def until_the_board(folder: Path, times: int) -> dict[str, list[float]]:
    """Seconds from the time stamp of a turn's end to an open page: it says so, and it is the board of the next turn.

    The stamp is older than the commit. The reader wants no motion: the board does not wait for the replay.
    """
    took: dict[str, list[float]] = {"notice": [], "board": []}
    program = next(path for name in BROWSERS if (path := shutil.which(name)))
    with running(folder, RATE_LIMITS="off") as house, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        page, other = context.new_page(), context.new_page()
        sign_in(page, house)
        for _ in range(times):
            make_game(page, house)
            once_there(other, page.url, 'id="awaited"', "the first turn", house)
            page.locator("button[name=ready][value=yes]").click()
            page.locator("input[name=sure] ~ button").click(no_wait_after=True)
            for kind, place in (("notice", "#results-there, #last-title"), ("board", "#last-title")):
                other.locator(place).first.wait_for()
                took[kind].append(time.time())
            with contextlib.closing(sqlite3.connect(next(folder.glob("data/*.db")))) as database:
                (ended,) = database.execute("SELECT max(closed_at) FROM turns").fetchone()
            moment = datetime.fromisoformat(ended).replace(tzinfo=UTC).timestamp()
            for values in took.values():
                values[-1] = round(values[-1] - moment, 2)
        browser.close()
    return took


@click.command()
@click.option("--boards", default=0, help="Only this: how soon so many open boards show the next turn.")
@click.option("--listening", default=500, show_default=True)
@click.option("--people", default=50, show_default=True)
@click.option("--seconds", default=30.0, show_default=True)
@click.option("--pause", default=5.0, show_default=True, help="Seconds between what one person does.")
def main(boards: int, listening: int, people: int, seconds: float, pause: float) -> None:
    """Measure, and print one object of JSON."""
    if boards:
        with tempfile.TemporaryDirectory(prefix="rookery-boards-") as name:
            click.echo(json.dumps(until_the_board(Path(name), boards)))
        return
    with tempfile.TemporaryDirectory(prefix="rookery-live-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        url = f"sqlite:///{folder / 'rookery.db'}"
        settings = Settings(data_dir=folder, database_url=url, secret_key="a key for open pages")
        store = Store(settings)
        store.upgrade()
        place = played(store, 1)[0]
        store.close()
        # All are one player here, whom the limits would stop.
        os.environ["RATE_LIMITS"] = "off"
        port = stack.enter_context(site(settings, 1, folder))
        (pid,) = processes(port)
        before = resident(pid)
        stack.enter_context(listeners(port, place.game, listening))
        with_listeners, begun = resident(pid), worked(pid)
        time.sleep(10)
        idle = (worked(pid) - begun) / 10
        cpu = alone(port, place, pid)
        took: dict[str, list[float]] = {}
        crowd = [Person(port, number, place, took) for number in range(people)]
        took.clear()
        until, begun = time.monotonic() + seconds, worked(pid)
        threads = [threading.Thread(target=person.stay, args=(until, pause)) for person in crowd]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told = {
            "cpu_ms_alone": cpu,
            "mib_before": round(before, 1),
            "mib_with_listeners": round(with_listeners, 1),
            "mib_after_all": round(resident(pid), 1),
            "listeners": listening,
            "cpu_share_of_idle_listeners": round(idle, 3),
            "took_ms": {kind: spread(times) for kind, times in took.items()},
            "cpu_ms_a_request": round((worked(pid) - begun) * 1000 / sum(map(len, took.values())), 1),
            "load": os.getloadavg()[0],
        }
        click.echo(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
