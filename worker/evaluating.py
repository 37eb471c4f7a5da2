"""Evaluations by a fresh process, which shares nothing with the worker but the database; its memory is limited."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import msgspec

from correspondence.evaluations.replaying import Findings, one_moment, replayed
from correspondence.evaluations.use_cases import NotMade
from correspondence.settings import Settings
from correspondence.store import Store

# Less than a task may take, so that the task ends in order.
SECONDS = 40
MOST_BYTES = 1024**3
_findings = msgspec.json.Decoder(Findings)


def evaluate_afresh(settings: Settings, game_id: str, seconds: float = SECONDS) -> Findings:
    """Have a new process replay a game. Raises NotMade if it fails, or takes too long."""
    environment = {
        **os.environ,
        "ROOKERY_DATA": str(settings.data_dir),
        "DATABASE_URL": settings.database_url,
        "SECRET_KEY": settings.secret_key,
    }
    command = [sys.executable, "-m", "worker", "evaluate", "--json", "--memory", str(MOST_BYTES), "--", game_id]
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=seconds, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as late:
        raise NotMade(f"the process took more than {seconds} seconds") from late
    try:
        return _findings.decode(done.stdout)
    except msgspec.MsgspecError as fault:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["without a word"]
        raise NotMade(f"the process ended with {done.returncode}: {last[0][:300]}") from fault


def evaluate_here(settings: Settings, game_id: str) -> Findings:
    """Replay a game in this process. NotFound as in `replayed`."""
    store = Store(settings)
    try:
        with store.read() as session:
            one_moment(session)
            return replayed(session, game_id)
    finally:
        store.close()


def limit_memory(most: int) -> None:
    """Let this process have no more than `most` bytes; for a process that is there for one task alone."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
