"""`python -m tests.bench.texts`: awkward text in every field of the site, and the worst sheets; what each may cost.

To every field of every form and operation goes 1 MB of each awkward alphabet, and as much of it as is let in. What is
promised: 50 ms of processor time an answer, 100 MB of memory, 200 ms to read and check a sheet. The database is SQLite
in a temporary folder.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote_plus

import click
from flask import Flask

from adjudicator import games
from adjudicator.engine.decision import Refused
from adjudicator.thrones.sheets.sheet import read_sheet
from correspondence import logs
from correspondence.settings import Settings
from correspondence.store import Store
from tests.adjudicator.sheets.worst_sheets import worst_sheets
from tests.correspondence.people import People
from tests.security.hostile import FORM, JSON
from tests.security.test_awkward_text import ALPHABETS, LAST, MEGABYTE, filled, largest, of_schema
from tests.web.api_table import API
from tests.web.page_table import FORMS
from tests.web.places import Places
from tests.web.test_api_bounds import schemas
from web.app import create_app
from web.security import MAX_BYTES
from worker.environment import freeze_loaded

# What an answer may take.
MAX_MS = 50


class Sent(NamedTuple):
    """Something to send: to what, which text, and how."""

    what: str
    method: str
    path: str
    data: bytes
    content_type: str


def to_forms(app: Flask, places: Places, alphabets: Sequence[str]) -> Iterator[Sent]:
    """Each field of each form, with each alphabet."""
    for endpoint in sorted(FORMS, key=lambda one: (one in LAST, one)):
        path, good, _ = FORMS[endpoint]
        most = getattr(app.view_functions[endpoint], "most_bytes", MAX_BYTES)
        for name in good:
            rest = "".join(f"{quote_plus(key)}={quote_plus(str(value))}&" for key, value in good.items() if key != name)
            for alphabet in alphabets:
                for room in (MEGABYTE, most - len(rest) - len(name) - 8):
                    data = f"{rest}{quote_plus(name)}={largest(alphabet, room)}".encode()
                    yield Sent(f"{endpoint} {name} {alphabet!a}", "POST", path.format(**places.at), data, FORM)


def to_programs(app: Flask, places: Places, alphabets: Sequence[str]) -> Iterator[Sent]:
    """Each operation with a body, its fields filled with each alphabet."""
    for endpoint, where, schema in schemas(app):
        if where == "query":
            continue
        method, path, _, _ = API[endpoint]
        most = getattr(app.view_functions[endpoint], "most_bytes", MAX_BYTES)
        for alphabet in alphabets:
            for room in (MEGABYTE, most // (8 * len(schema.fields) + 1)):
                body = json.dumps(of_schema(schema, filled(alphabet, room)), ensure_ascii=False)
                data = body.encode("utf-8", "surrogatepass")
                yield Sent(f"{endpoint} {alphabet!a}", method, f"/api/v1{path.format(**places.at)}", data, JSON)


def answered(open_: Callable[..., Any], sent: Iterator[Sent], headers: dict[str, str]) -> dict[str, Any]:
    """How many were sent, and the slowest of the slowest five endpoints, in ms of processor time."""
    taken: dict[str, tuple[float, str]] = {}
    count, memory = 0, (0.0, "")
    for one in sent:
        before = forget_most_memory()
        ms, status = _answered(open_, one, headers)
        memory = max(memory, (most_memory() - before, f"{one.what} {len(one.data)} B: {status}"))
        if ms > MAX_MS:
            # The first answer of an endpoint compiles its page.
            ms, status = min((ms, status), _answered(open_, one, headers))
        endpoint = one.what.partition(" ")[0]
        count += 1
        told = f"{one.what} {len(one.data)} B: {status}"
        taken[endpoint] = max(taken.get(endpoint, (0.0, "")), (ms, told))
    slowest = [f"{ms:.0f} {what}" for ms, what in sorted(taken.values())[-5:]]
    return {"sent": count, "slowest_ms": slowest, "most_mib": f"{memory[0]:.0f} {memory[1]}"}


def _answered(open_: Callable[..., Any], one: Sent, headers: dict[str, str]) -> tuple[float, int]:
    began = time.process_time()
    answer = open_(one.path, method=one.method, data=one.data, content_type=one.content_type, headers=headers)
    return (time.process_time() - began) * 1000, answer.status_code


def sheets(edition: str) -> dict[str, Any]:
    """The worst sheets, read and checked: how many, and the slowest three, in ms."""
    outcome = games.of_edition(edition).resume(games.start(edition, max(games.EDITIONS[edition].setups), "a seed"))
    seat, taken, rules = outcome.showing.board.houses[0], [], games.EDITIONS[edition]
    for name, data in worst_sheets():
        began = time.process_time()
        try:
            games.of(outcome.showing).check_sheet(outcome.showing, seat, read_sheet(data, rules), outcome.waiting)
        except Refused as refused:
            name += f" ({refused.reasons[0].code})"
        taken.append(((time.process_time() - began) * 1000, name))
    return {"sheets": len(taken), "slowest_ms": [f"{ms:.0f} {name}" for ms, name in sorted(taken)[-3:]]}


def forget_most_memory() -> float:
    """From here on :func:`most_memory` counts anew; what this process holds now, in MiB. Linux alone knows it."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return most_memory()


def most_memory() -> float:
    """The most that this process has held since it was last forgotten, in MiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return float(status.partition("VmHWM:")[2].split()[0]) / 1024


@click.command()
@click.option("--alphabets", default=len(ALPHABETS), show_default=True, type=click.IntRange(1, len(ALPHABETS)))
def main(alphabets: int) -> None:
    """Send it all, and print the figures."""
    logs.configure(level="error")
    with tempfile.TemporaryDirectory(prefix="rookery-texts-") as folder:
        settings = Settings(
            data_dir=Path(folder),
            database_url=f"sqlite:///{folder}/rookery.db",
            secret_key="a key for the measurement",
            sender="r@rookery.example",
            rate_limits=False,
        )
        store = Store(settings)
        store.upgrade()
        people = People(store)
        app = create_app(settings, store, people.clock, lambda queue: None)
        app.config["WTF_CSRF_ENABLED"] = False
        places, some = Places(app, people), ALPHABETS[:alphabets]
        # Once, for what is made at the first request.
        places.browser.client.get("/")
        # As a process of the site does.
        freeze_loaded()
        bearer = {"Authorization": f"Bearer {places.program.token}"}
        programs = answered(app.test_client().open, to_programs(app, places, some), bearer)
        click.echo(json.dumps({"operations": programs}))
        forms = answered(places.browser.client.open, to_forms(app, places, some), {})
        click.echo(json.dumps({"forms": forms}))
        store.close()
    # Last, for their making takes memory of its own.
    for edition in ("first-edition", "mother-of-dragons", "storm-of-swords"):
        click.echo(json.dumps({edition: sheets(edition)}))


if __name__ == "__main__":
    main()
