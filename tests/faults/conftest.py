"""Which experiments run: those that have a size where they run now; the others are not collected."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.faketime import LIBRARIES, MISSING
from tests.faults.realm import Realm, on_servers
from tests.faults.sizes import SUITE, chosen, size


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known, and say what is missing before minutes are gone."""
    config.addinivalue_line("markers", "experiment(name): a fault experiment, as large as tests/faults/sizes.py says")
    wanted = config.option.keyword
    if chosen() != SUITE and not LIBRARIES and (not wanted or "f10" in wanted.lower()):
        raise pytest.UsageError(MISSING)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to larger sizes only."""
    # The longest first: with several test processes nobody waits for it at the end.
    items.sort(key=lambda item: _size_of(item) != "child-kills")
    out = [item for item in items if (name := _size_of(item)) and not size(name)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


def _size_of(item: pytest.Item) -> str:
    mark = item.get_closest_marker("experiment")
    return str(mark.args[0]) if mark else ""


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Show what an experiment tells, from whichever test process; once, and not within the suite."""
    if "PYTEST_XDIST_WORKER" in os.environ or chosen() == SUITE:
        return
    for line in report.capstdout.splitlines() if report.when == "call" else ():
        if line.startswith('{"experiment"'):
            sys.stderr.write(f"\n{line}\n")


@pytest.fixture
def realm(tmp_path: Path, migrated_postgres_url: str, redis_url: str) -> Iterator[Realm]:
    """A service on the PostgreSQL and the Redis of the tests, with a mail server; nothing runs yet."""
    with on_servers(tmp_path, migrated_postgres_url, redis_url) as made:
        yield made
