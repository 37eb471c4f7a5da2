"""What something takes, without a clock: how often it calls anything, or how many lines of Python it goes through.

Time on a machine that others share says little, and a test that looks at it fails now and then for nobody's fault. The
same work makes the same turns everywhere. What a single search of a pattern may take, `house/test_patterns.py` looks
at; how long things take is told by `tests/bench`.
"""

from __future__ import annotations

import cProfile
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class Effort:
    """Counts turns, also of functions written in C: `with Effort() as effort: ...`, and then `effort.turns`."""

    def __init__(self) -> None:
        self.turns = 0
        self._counting = cProfile.Profile()

    def __enter__(self) -> Effort:
        self._counting.enable()
        return self

    def __exit__(self, *error: object) -> None:
        self._counting.disable()
        self.turns = sum(entry.callcount for entry in self._counting.getstats())


def lines_in(work: Callable[[], object]) -> int:
    """How many lines of Python `work` goes through, a loop's again each time round; some four times slower."""
    count, before = 0, sys.gettrace()

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
