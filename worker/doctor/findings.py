"""What a doctor says of one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from correspondence.settings import Settings
from correspondence.store import Store
from worker import service

Grade = Literal["fine", "note", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """`code` is stable; `words` say what was found, `mend` what to do about it (empty if nothing)."""

    code: str
    grade: Grade
    words: str
    mend: str = ""


@dataclass(frozen=True)
class Patient:
    """The service that is looked at: its settings, the environment they came from, its database, the time here.

    `send_test`: an address to which a letter may be sent, or empty. `clock` is this machine's.
    """

    settings: Settings
    environ: Mapping[str, str]
    store: Store
    now: datetime
    send_test: str = ""
    clock: Callable[[], datetime] = service.clock


Check = Callable[[Patient], Iterator[Finding]]


def fine(code: str, words: str) -> Finding:
    """Nothing is wrong."""
    return Finding(code, "fine", words)


def ago(seconds: float) -> str:
    """A length of time in words: `40 seconds`, `3 minutes`, `2 hours`, `4 days`."""
    for unit, length in (("day", 86400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}s"
    return f"{seconds:.0f} seconds"
