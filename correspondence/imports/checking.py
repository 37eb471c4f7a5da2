"""Checking a game file that was sent: played again, slowly and apart from everything else, then kept or refused."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

import structlog

from adjudicator.engine.refusal import Refused
from correspondence.errors import Invalid, Told
from correspondence.imports.importing import checked_file
from correspondence.imports.use_cases import Claimed, document_of, keep_import, refuse_import, tell_progress
from correspondence.store import Store
from narration.words import N_

log = structlog.get_logger(__name__)
PROGRESS_SECONDS = 1.0


class TooLong(Exception):
    """The time for a check is over. Not a kind of fault that the rules may stumble over."""


def check_import(
    store: Store,
    claimed: Claimed,
    clock: Callable[[], datetime],
    seconds: float,
    in_time: Callable[[], None] = lambda: None,
) -> str | None:
    """Check a claimed import and keep its game; the game's public id, or None if it was refused.

    It may take so many `seconds`; `in_time` is called when only keeping it is left. Who calls bounds the memory, and
    may raise TooLong from a signal until then. TooLong and MemoryError refuse the file. Raises NotOurs if somebody else
    has it by now.
    """
    try:
        checked = checked_file(document_of(store, claimed), _Progress(store, claimed, seconds))
        in_time()
        return keep_import(store, claimed, checked, clock)
    except (Told, Refused) as refusal:
        why: Told | Refused = refusal
    except TooLong:
        why = Invalid("takes-too-long", N_("Playing the game again takes longer than this service allows."), "file")
    except MemoryError:
        why = Invalid(
            "needs-too-much", N_("Playing the game again takes more memory than this service allows."), "file"
        )
    log.info("a game file is refused", number=claimed.id, reason=str(why)[:300])
    refuse_import(store, claimed, why, clock())
    return None


class _Progress:
    """Told of every entry; tells the database once a second. Raises TooLong."""

    def __init__(self, store: Store, claimed: Claimed, seconds: float) -> None:
        self._store, self._claimed = store, claimed
        self._end = time.monotonic() + seconds
        self._next = time.monotonic() + PROGRESS_SECONDS

    def __call__(self, played: int, entries: int) -> None:
        now = time.monotonic()
        if now >= self._end:
            raise TooLong
        if now >= self._next:
            tell_progress(self._store, self._claimed, played, entries)
            self._next = time.monotonic() + PROGRESS_SECONDS
