"""Liveness checks of the processes, for health checks of containers.

They run often, so each loads only what it needs: that of the site needs no library of the database or the broker.
"""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from contextlib import closing
from datetime import UTC, datetime

from correspondence.settings import Settings

ANSWER_SECONDS = 5.0
# After so many missed sweeps, and at least this long, the schedule counts as stopped.
MISSED_SWEEPS, MIN_SILENCE = 8, 120.0


def trouble(settings: Settings, what: str, port: int) -> str:
    """Why `web`, a `worker` here, `beat` or `mail-in` does not run; empty if it does."""
    match what:
        case "web":
            return _web_trouble(port)
        case "worker":
            return _worker_trouble(settings)
        case "mail-in":
            try:
                with socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS) as connection:
                    connection.settimeout(ANSWER_SECONDS)
                    greeting = connection.recv(3)
            except OSError as error:
                return f"mail-in does not answer: {error}"
            return "" if greeting == b"220" else "the program at that port accepts no mail"
    return _schedule_trouble(settings)


def _web_trouble(port: int) -> str:
    """Return why the site at a local port is not ready; empty if it is."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=ANSWER_SECONDS):
            return ""
    except urllib.error.HTTPError as error:
        return f"the site is not ready: {error.read(300).decode(errors='replace').strip()}"
    except OSError as error:
        return f"the site does not answer: {error}"


def _worker_trouble(settings: Settings) -> str:
    """Return why no worker on this machine answers; empty if one does."""
    from kombu.exceptions import OperationalError

    from worker.messages import make_caller

    name = f"@{socket.gethostname()}"
    try:
        replies = make_caller(settings).control.inspect(timeout=ANSWER_SECONDS / 2).ping() or {}
    except (OperationalError, OSError) as error:
        return f"the broker does not answer: {error}"
    return "" if any(worker.endswith(name) for worker in replies) else f"no worker on {name[1:]} answers"


def _schedule_trouble(settings: Settings) -> str:
    """Return why the schedule seems to have stopped; empty if sweeps are recent."""
    from sqlalchemy.exc import SQLAlchemyError

    from correspondence.operations import last_heartbeat
    from correspondence.store import Store

    try:
        with closing(Store(settings)) as store, store.read() as session:
            last = last_heartbeat(session)
    except SQLAlchemyError as error:
        return f"the database does not answer: {type(error).__name__}"
    if last is None:
        return "there was no sweep yet"
    silent = (datetime.now(UTC) - last).total_seconds()
    return f"there was no sweep for {silent:.0f} seconds" if silent > silence(settings) else ""


def silence(settings: Settings) -> float:
    """The seconds without a sweep after which the schedule or its workers have failed."""
    return max(MIN_SILENCE, MISSED_SWEEPS * settings.sweep_seconds)
