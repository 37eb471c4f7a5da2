"""What a thread of the site may wait for stands here, each with what bounds it; whatever else waits is a failure.

Rows and SQLite's writer are bounded by the store (`tests/correspondence/test_store.py`), what comes by the network by
time-outs of its own. Here stand locks, sleeps, queues and processes: nothing of that may last longer than 100 ms.
"""

from __future__ import annotations

import ast

from tests.house.rooms import name, nodes, sources

# By file: what waits, and why it cannot last.
BOUNDED = {
    "atlas/raster.py": "one looks into a dictionary; a sprite that another makes is waited for 100 ms",
    "correspondence/mail/pictures.py": "a map that another draws is waited for 100 ms; letters are no pages",
    "correspondence/outbox/sending.py": "workers alone send letters",
    "correspondence/rate_limits.py": "one number is set",
    "correspondence/what_ifs.py": "one looks into a dictionary",
    "correspondence/store.py": "a place among those who may wait is never waited for, SQLite's writer as long as rows",
    "web/views/operations.py": "nobody waits: the last figures are shown",
}
ROOMS = ("web/", "correspondence/", "narration/", "atlas/", "adjudicator/")
WAITS = {"Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore", "Barrier", "Queue", "SimpleQueue"}
CALLS = {"sleep", "acquire", "wait", "flock", "lockf", "run", "Popen"}
MODULES = {"threading", "queue", "multiprocessing", "subprocess", "fcntl", "time"}


def test_what_a_thread_of_the_site_waits_for_is_bounded() -> None:
    waits = {name(path) for path in sources() if name(path).startswith(ROOMS) and any(map(_waits, nodes(path)))}
    assert waits == set(BOUNDED)


def _waits(node: ast.AST) -> bool:
    """Whether this makes or takes a lock, sleeps, or waits for a process."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Name):
        return called.id in WAITS
    if not isinstance(called, ast.Attribute):
        return False
    of_module = isinstance(called.value, ast.Name) and called.value.id in MODULES
    return called.attr in WAITS | {"acquire", "wait"} or (of_module and called.attr in CALLS)
