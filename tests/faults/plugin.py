"""Faults put into a process of the service from outside: where it dies, which game is poison, how long claims hold.

- `FAULT_CLAIM_SECONDS`, `FAULT_LETTER_SECONDS`: how long a claim of a turn and of an email holds;
- `FAULT_BATCH`: how many turns are claimed together;
- `FAULT_PAUSE_SECONDS`: after how long at most a worker that ended is started again;
- `FAULT_IDLE_SECONDS`: how long a transaction may stand still;
- `FAULT_SMTP_SECONDS`: how long a mail server may stall; `FAULT_WAIT_SECONDS`: how long emails wait at most;
- `FAULT_TURN_SECONDS`: how long one turn may take;
- `FAULT_CRASH_AT`: dies at that step of its work (see `Crash`);
- `FAULT_DUPLICATE`: a file; every message is published up to ten times, and a byte for each goes there;
- `FAULT_POISON`: `game-id=kind` with commas between.
"""

from __future__ import annotations

import os
import random
import signal
import smtplib
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery.app.base import Celery
from kombu.transport.virtual import base as virtual
from sqlalchemy import Engine, event, select
from sqlalchemy.orm import Session

from correspondence import closing, store
from correspondence.models.games import Game
from correspondence.outbox import delivery, sending, smtp
from worker import supervisor, tasks

STATUS = 9


def install(environ: dict[str, str] | os._Environ[str] = os.environ) -> None:
    """Put in what the environment asks for."""
    if environ.get("FAULT_CLAIM_SECONDS"):
        hold_claims(float(environ["FAULT_CLAIM_SECONDS"]))
    if environ.get("FAULT_BATCH"):
        tasks.TURN_BATCH = int(environ["FAULT_BATCH"])
    if environ.get("FAULT_LETTER_SECONDS"):
        hold_mails(float(environ["FAULT_LETTER_SECONDS"]))
    # The workers that a crew starts come in by the same door.
    supervisor.COMMAND = (sys.executable, "-m", "tests.faults.entry")
    if environ.get("FAULT_PAUSE_SECONDS"):
        supervisor.MAX_PAUSE = float(environ["FAULT_PAUSE_SECONDS"])
    if environ.get("FAULT_SMTP_SECONDS"):
        smtp.CONNECT_SECONDS = smtp.REPLY_SECONDS = float(environ["FAULT_SMTP_SECONDS"])
    if environ.get("FAULT_WAIT_SECONDS"):
        wait = timedelta(seconds=float(environ["FAULT_WAIT_SECONDS"]))
        sending.ROUTE_FIRST_WAIT = sending.ROUTE_MAX_WAIT = sending.FIRST_WAIT = sending.SHORT_WAIT = wait
        sending.MAX_WAIT = wait
    if environ.get("FAULT_TURN_SECONDS"):
        limit_turns(float(environ["FAULT_TURN_SECONDS"]))
    if environ.get("FAULT_POISON"):
        poison(dict(pair.split("=") for pair in environ["FAULT_POISON"].split(",")))
    if environ.get("FAULT_DUPLICATE"):
        duplicate(Path(environ["FAULT_DUPLICATE"]))
    if environ.get("FAULT_IDLE_SECONDS"):
        store.IDLE_SECONDS = float(environ["FAULT_IDLE_SECONDS"])
    if environ.get("FAULT_CRASH_AT"):
        Crash(int(environ["FAULT_CRASH_AT"])).install()


def hold_claims(seconds: float) -> None:
    """Let claims of turns run out sooner, so that an experiment need not wait half a minute for each."""
    closing.CLAIM = timedelta(seconds=seconds)


def hold_mails(seconds: float) -> None:
    """The same for emails."""
    sending.CLAIM = timedelta(seconds=seconds)


def limit_turns(seconds: float) -> None:
    """A shorter limit for one turn."""
    real = tasks.turn_time_limit
    tasks.turn_time_limit = lambda: real(seconds)


def duplicate(counted: Path) -> None:
    """Publish every message one to ten times, each with a delay of its own; a byte for each goes into a file."""
    real = Celery.send_task

    def again(*args: Any, **options: Any) -> Any:
        options.pop("expires", None)
        result = real(*args, **options)
        for _ in range(random.randint(0, 9)):
            real(*args, **options | {"countdown": random.choice((0, 0, 1, 3, 10)), "retry": False})
            with counted.open("ab", buffering=0) as file:
                file.write(b".")
        return result

    Celery.send_task = again


class Crash:
    """Dies, as if the power had gone, at step number `at` of what this process does.

    Steps are: before and after every SQL statement and commit, every message published and acknowledged, every email
    handed over. `at` 0 only counts. What the steps were is told to `seen`.
    """

    def __init__(self, at: int, seen: Callable[[str], None] | None = None) -> None:
        self.at, self.count, self.armed = at, 0, True
        self.seen = seen

    def step(self, name: str) -> None:
        """A step is reached."""
        if not self.armed:
            return
        self.count += 1
        if self.seen is not None:
            self.seen(name)
        if self.count == self.at:
            sys.stderr.write(f"dies at step {self.count}: {name}\n")
            sys.stderr.flush()
            os._exit(STATUS)

    def install(self) -> None:
        """Watch every engine, every message and every email of this process."""

        def before(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
            self.step(f"before {_brief(statement)}")

        def after(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
            self.step(f"after {_brief(statement)}")

        event.listen(Engine, "before_cursor_execute", before)
        event.listen(Engine, "after_cursor_execute", after)
        event.listen(Engine, "commit", lambda connection: self.step("before commit"))
        event.listen(Session, "after_commit", lambda session: self.step("after commit"))
        self._around(Celery, "send_task", "publish")
        self._around(virtual.QoS, "ack", "ack")
        self._around(smtp.SmtpTransport, "send", "handing over")
        self._around(smtplib.SMTP, "getreply", "reply of the mail server")
        self._around(delivery.MailboxTransport, "send", "handing over")

    def _around(self, owner: Any, method: str, name: str) -> None:
        real = getattr(owner, method)

        def around(*args: Any, **kwargs: Any) -> Any:
            self.step(f"before {name}")
            result = real(*args, **kwargs)
            self.step(f"after {name}")
            return result

        setattr(owner, method, around)


def _brief(statement: str) -> str:
    words = statement.split()
    verb = words[0].lower()
    after = {"select": "FROM", "insert": "INTO", "delete": "FROM"}.get(verb)
    table = words[words.index(after) + 1] if after in words else (words[1] if len(words) > 1 else "")
    return f"{verb} {table}"


def poison(games: dict[str, str]) -> None:
    """Let these games (by public id) do harm when they are adjudicated."""
    real = closing.resolve_turn

    def resolve(session: Session, turn: Any, *args: Any, **kwargs: Any) -> Any:
        game = session.scalar(select(Game.public_id).where(Game.id == turn.game_id))
        _harm(games.get(str(game), ""))
        return real(session, turn, *args, **kwargs)

    closing.resolve_turn = resolve


def _harm(kind: str) -> None:
    if kind == "raise":
        raise RuntimeError("poison")
    if kind == "loop":
        while True:
            time.sleep(0)
    if kind == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(16 * 1024 * 1024))
    if kind == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
