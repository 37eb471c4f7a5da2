"""Which tests run which lines of the rules, and how long each takes: a pytest plugin that writes it down.

Run as `python -m pytest --noconftest -p tests.mutants.mapping tests/adjudicator`; `MUTANTS_MAP` names the file.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parents[2]
IMPORTED = ""
_watching = coverage.Coverage(data_file=None, source=[str(ROOT / "adjudicator")], messages=False)
_seconds: dict[str, float] = {}
# Tests that fail while they are watched: those that time something.
_failed: set[str] = set()

if "MUTANTS_MAP" in os.environ:
    _watching.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Each test is a context of its own; between tests, and while modules load, there is none."""
    _watching.switch_context(item.nodeid)
    begun = time.process_time()
    try:
        return (yield)
    finally:
        _seconds[item.nodeid] = time.process_time() - begun
        _watching.switch_context(IMPORTED)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what fails; it could not tell a mutant from none."""
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the map: seconds by test, and by file and line the tests that ran it."""
    _watching.stop()
    data = _watching.get_data()
    lines: dict[str, dict[int, list[str]]] = defaultdict(dict)
    for file in data.measured_files():
        path = Path(file).relative_to(ROOT).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[path][line] = sorted(set(contexts) - _failed)
    seconds = {test: time_ for test, time_ in _seconds.items() if test not in _failed}
    written = {"failed": sorted(_failed), "seconds": seconds, "lines": lines}
    Path(os.environ["MUTANTS_MAP"]).write_text(json.dumps(written), encoding="utf-8")
