"""What pages and chores read of a large database: `EXPLAIN (ANALYZE, BUFFERS)` of each statement, on PostgreSQL.

    python -m tests.bench.buffers --games 100000

A service with games in every state is played once, and its rows are copied until there are as many games. Then every
page of the site's table, the lists of the API and every periodic chore run once; each statement is
explained before it is executed. A buffer is a page of 8 KB, of a table or of an index.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

from sqlalchemy import BigInteger, Connection, LargeBinary, String, Table, UniqueConstraint, event, func, select, text

from adjudicator import games
from correspondence.games.access import find_game
from correspondence.lobby.use_cases import KINDS
from correspondence.models.games import Game
from correspondence.operations import forget_old
from correspondence.ratings import BAND_WIDTH, PROVISIONAL_BELOW, SETTLED
from correspondence.rows import Moment
from correspondence.service_levels import keep_hours
from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.tables import METADATA
from correspondence.votes.rules import end_game
from tests.conftest import postgres_database
from tests.correspondence.people import EDITION, People
from tests.web.access_table import TABLE
from tests.web.page_table import PAGES
from tests.web.places import Places
from web import create_app
from worker import tasks
from worker.service import Service
from worker.tasks import wake_ups_due, work_off

# What one page or chore may read, at any number of games.
MAX_BUFFERS = 500
POSTGRES = "postgresql+psycopg://postgres@127.0.0.1:5432/postgres"
# Between the ids of one copy of the rows and the next.
STRIDE = 10_000
LIVE_EVERY = 100
# Columns that say whose a row is without a key.
ADDRESSES = ("email", "address")
# How games that are over look, and what waits for nothing any more.
PAST = (
    "UPDATE games SET status = 'cancelled' WHERE {past} AND started_at IS NULL",
    "UPDATE games SET status = 'finished', finished_at = started_at WHERE {past} AND started_at IS NOT NULL",
    "UPDATE games SET settled = 'done' WHERE {past}",
    "UPDATE turns SET status = 'closed' WHERE {past}",
    "UPDATE reminders SET done_at = due_at WHERE {past}",
    "UPDATE pending_results SET status = 'published' WHERE {past}",
    "UPDATE votes SET closed_at = opened_at WHERE {past}",
    "UPDATE delegations SET revoked_at = until_at WHERE {past}",
    "UPDATE outbox SET next_attempt_at = NULL, sent_at = written_at WHERE {past} AND next_attempt_at IS NOT NULL",
    "UPDATE push_messages SET next_attempt_at = NULL, sent_at = written_at WHERE {past}",
    "UPDATE webhook_posts SET next_attempt_at = NULL, sent_at = written_at WHERE {past}",
    "UPDATE incoming_mails SET state = 'done', read_at = received_at, next_attempt_at = NULL WHERE {past}",
    "UPDATE incoming_mails SET raw = '', stored_bytes = 0 WHERE {past}",
    "UPDATE evaluations SET at = asked_at WHERE {past} AND at IS NULL",
    "DELETE FROM saved_sheets WHERE {past}",
)
# A third of the players of rated games is provisional; the others have points of their own, as many to a point as where
# tens of thousands play, and some are rated in every edition.
RATED = (
    "UPDATE {table} SET number = CASE WHEN account_id / {stride} % 3 = 1 THEN 1 ELSE {settled} END,"
    " mu = mu + account_id / {stride} * 7919 % greatest(:copies / 20, 1)"
)
ELSEWHERE = (
    "INSERT INTO ratings (account_id, edition, number, mu, sigma, sure) SELECT account_id, other, number, mu, sigma, 0"
    " FROM ratings, unnest(CAST(:editions AS text[])) other WHERE account_id / {stride} % 20 = 0"
)
BANDS = (
    "UPDATE ratings SET sure = mu - 2 * sigma, band = floor((mu - 2 * sigma) / {width})"
    " - CASE WHEN number < {settled} THEN {below} ELSE 0 END"
)
RATINGS = (
    RATED.replace("{table}", "rating_changes"),
    RATED.replace("{table}", "ratings"),
    ELSEWHERE,
    BANDS,
    "DELETE FROM rating_bands",
    "INSERT INTO rating_bands (edition, band, players) SELECT edition, band, count(*) FROM ratings GROUP BY 1, 2",
    "UPDATE games SET settled = 'done', evaluation_requested_at = finished_at WHERE status = 'finished'",
)
# As PostgreSQL reads where there is much, though there be little: by an index, if one serves.
BY_INDEX = "SELECT set_config('enable_' || way, 'off', true) FROM unnest(ARRAY['seqscan', 'hashjoin', 'mergejoin']) way"
EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


@dataclass(frozen=True)
class Reading:
    """One statement: its text, the buffers (of 8 KB) that it read, and the rows that it looked at in tables."""

    statement: str
    buffers: int
    rows: int


def multiply(store: Store, games: int) -> int:
    """Copy all rows until there are `games` games. Returns how many there are.

    One copy in a hundred is as the original; the others are past: an hour older each, with games that are over.
    Documents are cut short in the copies: databases keep long ones apart from their rows anyway.
    """
    with store.engine.begin() as connection:
        copies = -(-games // (connection.scalar(select(func.count()).select_from(Game)) or 1)) - 1
        for table in METADATA.sorted_tables:
            if any(_is_id(column) for column in table.columns):
                _copy(connection, table, copies)
        for change in PAST:
            connection.execute(text(change.format(past=f"id / {STRIDE} % {LIVE_EVERY} <> 0")))
        _spread_ratings(connection, copies)
        count = connection.scalar(select(func.count()).select_from(Game)) or 0
    vacuum(store)
    # A change of nearly all rows at a stroke leaves pages in indexes nearly empty: no service has such indexes.
    _by_itself(store, "REINDEX SCHEMA public")
    return count


def _spread_ratings(connection: Connection, copies: int) -> None:
    """Give the copies of players ratings of their own, and have nothing more to follow from games that are over."""
    values = {"copies": copies, "editions": [name for name in games.ALL_EDITIONS if name != EDITION]}
    numbers = {"stride": STRIDE, "settled": SETTLED, "width": BAND_WIDTH, "below": PROVISIONAL_BELOW}
    for change in RATINGS:
        connection.execute(text(change.format(**numbers)), values)


def vacuum(store: Store) -> None:
    """Bring the statistics of PostgreSQL's planner up to date, as it does by itself now and then."""
    _by_itself(store, "VACUUM (ANALYZE)")


def _by_itself(store: Store, statement: str) -> None:
    """Execute what cannot be part of a transaction."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(statement))


def _is_id(column: Any) -> bool:
    return isinstance(column.type, BigInteger) and bool(
        column.foreign_keys or column.name == "id" or column.name.endswith("_id")
    )


def _unique_strings(table: Table) -> set[str]:
    """The columns of text that a unique index holds and that no shifted id beside them tells apart."""
    keys: list[list[Any]] = [list(index.columns) for index in table.indexes if index.unique]
    keys += [list(rule.columns) for rule in table.constraints if isinstance(rule, UniqueConstraint)]
    alone = [key for key in keys if not any(_is_id(column) for column in key)]
    return {column.name for key in alone for column in key if isinstance(column.type, String)}


def _copy(connection: Connection, table: Table, copies: int) -> None:
    unique = _unique_strings(table)

    def copied(column: Any) -> str:
        name = f't."{column.name}"'
        if _is_id(column):
            return f"{name} + k * {STRIDE}"
        if column.name in unique or column.name in ADDRESSES:
            return f"left(md5({name} || k), {min(column.type.length or 32, 32)})"
        if isinstance(column.type, Moment):
            return f"{name} - make_interval(hours => CASE WHEN k % {LIVE_EVERY} = 0 THEN 0 ELSE k END)"
        return f"substr({name}, 1, 200)" if isinstance(column.type, LargeBinary) else name

    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(copied(column) for column in table.columns)
    connection.execute(
        text(f'INSERT INTO "{table.name}" ({names}) SELECT {values} FROM "{table.name}" t, generate_series(1, :n) k'),
        {"n": copies},
    )


@contextmanager
def measured(store: Store, by_index: bool = False) -> Iterator[list[Reading]]:
    """What each statement that is executed meanwhile reads: it is explained first, and that is taken back. With
    `by_index` a table is read through only where no index serves, small as it may be."""
    readings: list[Reading] = []

    def explain(*event_arguments: Any) -> None:
        connection, _cursor, statement, parameters, _context, many = event_arguments
        if not statement.startswith(EXPLAINED):
            return
        with connection.connection.cursor() as cursor:
            cursor.execute("SAVEPOINT explained")
            if by_index:
                cursor.execute(BY_INDEX)
            cursor.execute(
                f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", parameters[0] if many else parameters
            )
            plan = cursor.fetchone()[0][0]["Plan"]
            cursor.execute("ROLLBACK TO SAVEPOINT explained")
        readings.append(Reading(statement, plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], _rows(plan)))

    event.listen(store.engine, "before_cursor_execute", explain)
    try:
        yield readings
    finally:
        event.remove(store.engine, "before_cursor_execute", explain)


def _rows(node: dict[str, Any]) -> int:
    """The rows that a node of a plan and those below it looked at in tables, also those that they passed over."""
    below = sum(_rows(one) for one in node.get("Plans", ()))
    if "Relation Name" not in node or node["Node Type"] == "ModifyTable":
        return below
    passed_over = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return below + int((node["Actual Rows"] + passed_over) * node["Actual Loops"])


@dataclass(frozen=True)
class Large:
    """A site on a large database: `places` has ada's browser and program, `games` is how many games there are."""

    store: Store
    places: Places
    service: Service
    games: int


def large(settings: Settings, games: int) -> Large:
    """Play the games of `Places` on an empty PostgreSQL that has its tables, and copy them."""
    store = Store(settings)
    people = People(store)
    # First, for time passes there.
    _rated_game(people)
    places = Places(create_app(settings, store, people.clock), people)
    service = Service(settings)
    service.store, service.clock = store, people.clock  # type: ignore[assignment]
    # What the copies would give chores to do is done: each is looked at as it is on any other day.
    _run_chores(service)
    count = multiply(store, games)
    with store.begin() as session:
        while keep_hours(session, people.now):
            pass
    before, statements = 0, 1
    while statements != before:
        with measured(store) as readings:
            _run_chores(service)
        before, statements = statements, len(readings)
    vacuum(store)
    return Large(store, places, service, count)


def _rated_game(people: People) -> None:
    """A rated game of three that is over; chores count and rate it."""
    game = people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"}, title="Over", rated=True)
    people.adjudicate(game)
    with people.store.begin() as session:
        end_game(session, find_game(session, game, lock=True), "vote", people.now)


def _run_chores(service: Service) -> None:
    for chore in chores(service).values():
        chore()


def chores(service: Service) -> dict[str, Callable[[], Any]]:
    """Everything that a worker does again and again, by name."""

    def tidy() -> None:
        with service.store.begin() as session:
            forget_old(session, service.clock())

    return {
        "sweep": lambda: wake_ups_due(service),
        "adjudicate": lambda: work_off(service, lambda: None),
        "drain": lambda: tasks._drain(service, lambda *_: None),
        "look after": lambda: tasks.run_chores(service),
        "awaited": lambda: tasks.tasks_with_work(service),
        "tidy": tidy,
    }


def addresses(places: Places) -> list[str]:
    """Every address of the site and the API that is read and whose names the places know."""
    rows = [path for rows in PAGES.values() for method, path, status in rows if method == "GET" and status == 200]
    rows += [path for method, path, _, _ in TABLE.values() if method == "GET" and path.startswith("/api/v1/")]
    known = [path.format_map(places.at) for path in rows if not _unknown_names(path, places)]
    lists = [f"/lobby?kind={kind}&title=offered" for kind in KINDS]
    boards = [f"/ratings/{EDITION}?page={page}" for page in (3, 150)]
    return sorted({*known, *lists, *boards})


def _unknown_names(path: str, places: Places) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(path) if name} - set(places.at)


def read_everything(site: Large, by_index: bool = False) -> dict[str, list[Reading]]:
    """What each page, list and chore reads, by address or name; `by_index` as for `measured`."""
    readings = {}
    for address in addresses(site.places):
        with measured(site.store, by_index) as readings[address]:
            if address.startswith("/api/v1/"):
                answer = site.places.program.get(address.removeprefix("/api/v1"))
            else:
                answer = site.places.browser.get(address)
        if answer.status_code >= 500:
            raise AssertionError(f"{address} was answered with {answer.status_code}")
    for name, chore in chores(site.service).items():
        with measured(site.store, by_index) as readings[name]:
            chore()
    return readings


def main() -> None:
    """Print one line of JSON: the games, the largest readings, and the statements that read most in those above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--server", default=os.environ.get("TEST_DATABASE_URL", POSTGRES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres_database(options.server) as url:
        settings = Settings(
            data_dir=Path(folder), database_url=url, secret_key="a key for the bench", rate_limits=False
        )
        empty = Store(settings)
        empty.upgrade()
        empty.close()
        site = large(settings, options.games)
        readings = read_everything(site)
        site.store.close()
    totals = sorted(((sum(r.buffers for r in rows), name) for name, rows in readings.items()), reverse=True)
    above = {
        name: [[r.buffers, r.statement] for r in readings[name] if r.buffers > MAX_BUFFERS / 10]
        for total, name in totals
        if total > MAX_BUFFERS
    }
    print(
        json.dumps(
            {
                "games": site.games,
                "most_buffers": {name: total for total, name in totals[:10]},
                "above": above,
            }
        )
    )


if __name__ == "__main__":
    main()
