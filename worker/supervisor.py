"""Workers of one machine, each with own queues, so that none blocks others.

Adjudication and mail have processes of their own: a slow mail server costs no deadline.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

from worker.messages import ADJUDICATE_QUEUE, MAIL_QUEUE, QUEUES
from worker.startup import stop_event_on_signal

log = structlog.get_logger(__name__)

STOP_SECONDS = 30.0
# One that dies at once is not started again at once.
FIRST_PAUSE, MAX_PAUSE, LIVED_SECONDS = 0.5, 30.0, 60.0
# How a process of `rookery` is started.
COMMAND = (sys.executable, "-m", "worker")


@dataclass
class Member:
    """A worker of the crew: its arguments, its process, its restart time if it dies."""

    arguments: tuple[str, ...]
    process: subprocess.Popen[bytes] | None = None
    begun: float = 0.0
    pause: float = FIRST_PAUSE
    again_at: float = 0.0


def members(
    adjudicators: int, mailers: int, queues: Sequence[str] = QUEUES, *, beat: bool = True, pool: str = "prefork"
) -> list[Member]:
    """Return the crew for these queues: adjudication with children, mail, others.

    Some for mail, one for each of the rest. The first keeps the schedule. No member has two queues.
    """
    counts = {MAIL_QUEUE: mailers}
    crew: list[Member] = []
    for queue in sorted(set(queues), key=QUEUES.index):
        for _ in range(counts.get(queue, 1)):
            keeps = "--beat" if beat and not crew else "--no-beat"
            kind = ["--pool", "solo"]
            if queue == ADJUDICATE_QUEUE and pool != "solo":
                kind = ["--concurrency", str(adjudicators)]
            crew.append(Member(("--queues", queue, keeps, *kind)))
    return crew


def command(member: Member) -> list[str]:
    """How a member is started: it stops when this process is gone."""
    return [*COMMAND, "worker", *member.arguments, "--leader", str(os.getpid())]


@dataclass
class Crew:
    """Keeps its members running until stopped; kills them `patience` seconds later."""

    members: list[Member]
    command: Callable[[Member], list[str]] = command
    patience: float = STOP_SECONDS

    def run(self) -> int:
        """Start all, restart who dies, stop all on request; return the exit code."""
        with stop_event_on_signal() as stop_event:
            try:
                while not stop_event.is_set():
                    for member in self.members:
                        self._restart_if_due(member)
                    stop_event.wait(0.2)
            finally:
                self._stop()
        return 0

    def _restart_if_due(self, member: Member) -> None:
        """Start a worker that has not started or has ended, after a growing pause."""
        now = time.monotonic()
        if member.process is not None and member.process.poll() is None:
            return
        if member.process is not None:
            log.error("a worker ended", arguments=member.arguments, code=member.process.returncode)
            member.pause = FIRST_PAUSE if now - member.begun > LIVED_SECONDS else min(2 * member.pause, MAX_PAUSE)
            member.again_at, member.process = now + member.pause, None
        if now >= member.again_at:
            # In a session of its own, so that a Ctrl-C reaches it only through us, once.
            member.process = subprocess.Popen(self.command(member), start_new_session=True)  # noqa: S603
            member.begun = now

    def _stop(self) -> None:
        """Tell all workers to stop; kill those still running after `patience` seconds."""
        running = [(member.process, member.arguments) for member in self.members if member.process is not None]
        for process, _ in running:
            process.terminate()
        until = time.monotonic() + self.patience
        for process, arguments in running:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                log.warning("a worker does not stop; killing it", arguments=arguments, pid=process.pid)
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
