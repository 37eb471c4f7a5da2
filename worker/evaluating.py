"""Evaluations by a fresh process, which shares nothing with the worker but the database; its memory is limited.

It takes more time to begin than to replay most games, so it is given several.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence

import msgspec

from correspondence.evaluations import Findings, NotMade, one_moment, replayed
from correspondence.settings import Settings
from correspondence.store import Store

# Less than a task may take, so that the task ends in order.
SECONDS = 40
MOST_BYTES = 1024**3


class Told(Findings, frozen=True, kw_only=True):
    """What was found of a game, as one process tells another."""

    game: str


_told = msgspec.json.Decoder(Told)


def evaluate_afresh(settings: Settings, games: Sequence[str], seconds: float = SECONDS) -> dict[str, Findings]:
    """Have a new process replay games, one after the other; of each that it came to, what was found.

    Raises NotMade if it fails at the first, or that takes too long. One that fails later is the first next time.
    """
    environment = {
        **os.environ,
        "ROOKERY_DATA": str(settings.data_dir),
        "DATABASE_URL": settings.database_url,
        "SECRET_KEY": settings.secret_key,
    }
    command = [sys.executable, "-m", "worker", "evaluate", "--json", "--memory", str(MOST_BYTES), "--", *games]
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=seconds, check=False)  # noqa: S603
        lines, last = done.stdout, done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["without a word"]
        trouble = f"the process ended with {done.returncode}: {last[0][:300]}"
    except subprocess.TimeoutExpired as late:
        lines, trouble = late.stdout or b"", f"the process took more than {seconds} seconds"
    try:
        # A line is whole if its end is there.
        told = [_told.decode(line) for line in lines.splitlines(keepends=True) if line.endswith(b"\n")]
    except msgspec.MsgspecError as fault:
        raise NotMade(f"the process said something else: {fault}") from fault
    if not told:
        raise NotMade(trouble)
    return {line.game: line for line in told}


def evaluate_here(settings: Settings, games: Sequence[str]) -> Iterator[Told]:
    """Replay games in this process. NotFound as in `replayed`."""
    store = Store(settings)
    try:
        for game in games:
            with store.read() as session:
                one_moment(session)
                found = replayed(session, game)
            yield Told(game=game, call_number=found.call_number, differences=found.differences)
    finally:
        store.close()


def limit_memory(most: int) -> None:
    """Let this process have no more than `most` bytes; for a process that is there for one task alone."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
