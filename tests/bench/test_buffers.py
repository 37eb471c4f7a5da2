"""No page and no chore reads a whole table: looked at in a small copy of the bench of `tests.bench.buffers`."""

from __future__ import annotations

from pathlib import Path

import pytest

from correspondence.settings import Settings
from tests.bench.buffers import Reading, large, measured, read_everything

# A scan of any table with a row or more for each game reads more than that at so many games.
GAMES, MAX_BUFFERS_OF_A_STATEMENT = 2000, 80
# Where many rows are looked up by an index, as the accounts of a leaderboard are, it may be as much for each.
MAX_BUFFERS_OF_A_ROW = 2
# Of small tables, with a row for each time that the games were copied, a scan looks at more rows than that.
MAX_ROWS_OF_A_STATEMENT = 150


@pytest.mark.both_databases
def test_no_statement_reads_a_whole_table(migrated_postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(
        data_dir=tmp_path, database_url=migrated_postgres_url, secret_key="a key for tests", rate_limits=False
    )
    site = large(settings, GAMES)
    assert site.games >= GAMES

    readings = read_everything(site, by_index=True)

    above = {
        name: [(reading.buffers, reading.rows, reading.statement) for reading in rows if _reads_much(reading)]
        for name, rows in readings.items()
    }
    with measured(site.store) as scan, site.store.begin() as session:
        session.connection().exec_driver_sql("SELECT count(*) FROM games WHERE pace = 'none'")
        session.connection().exec_driver_sql("SELECT count(*) FROM delegations WHERE note = 'none'")
    site.store.close()
    assert {name: rows for name, rows in above.items() if rows} == {}
    assert scan[0].buffers > MAX_BUFFERS_OF_A_STATEMENT, "a scan would not be noticed"
    assert scan[1].rows > MAX_ROWS_OF_A_STATEMENT, "a scan of a small table would not be noticed"


def _reads_much(reading: Reading) -> bool:
    """An insert touches what it writes: a drawn map is some 300 buffers."""
    writes = reading.statement.startswith("INSERT")
    most = max(MAX_BUFFERS_OF_A_STATEMENT, MAX_BUFFERS_OF_A_ROW * reading.rows)
    return reading.rows > MAX_ROWS_OF_A_STATEMENT or (reading.buffers > most and not writes)
