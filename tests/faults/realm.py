"""A service under test: database, broker, mail server, and the processes as a host runs them."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from correspondence.operations import last_heartbeat
from correspondence.settings import Settings
from correspondence.store import Store
from tests.faults.history import History
from tests.faults.post import Office, office
from tests.migrated import make_tables
from tests.services import free_port

START_SECONDS, STOP_SECONDS = 60.0, 40.0


class Late(AssertionError):
    """Something did not come about in a time that is generous for any machine."""


class Process:
    """A process of the service in a session of its own, through the door that lets faults in."""

    def __init__(self, log: Path, environment: dict[str, str], *arguments: str) -> None:
        self.arguments = arguments
        command = [sys.executable, "-m", "tests.faults.entry", *arguments]
        with log.open("ab") as out:
            self.popen = subprocess.Popen(command, env=environment, stdout=out, stderr=out, start_new_session=True)
        self.pid = self.popen.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.popen.poll() is None

    def children(self) -> list[int]:
        """The ids of its child processes, and of theirs."""
        return _below(self.pid)

    def everybody(self, number: signal.Signals) -> None:
        """Send a signal to it and all its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def kill(self) -> None:
        """kill -9, children too, and theirs."""
        children = self.children()
        self.everybody(signal.SIGKILL)
        for pid in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.popen.wait(20)

    def stop(self) -> None:
        """As a host stops it; then for good."""
        self.everybody(signal.SIGCONT)
        self.popen.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(STOP_SECONDS)
        self.kill()

    def memory(self) -> int:
        """Its resident memory and that of its children, in bytes."""
        total = 0
        for pid in (self.pid, *self.children()):
            with contextlib.suppress(OSError, ValueError, IndexError):
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return total


class Crew(Process):
    """The workers of a machine as `rookery workers` looks after them: for adjudication, for mail, for the rest."""

    def adjudicator(self) -> int | None:
        """The process of the worker that adjudicates, which has children of its own and a session of its own."""
        for pid in self.children():
            with contextlib.suppress(OSError):
                said = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if b"adjudicate" in said and os.getsid(pid) == pid:
                    return pid
        return None


def _below(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        children = [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        return [one for child in children for one in (child, *_below(child))]
    return []


def healthy(port: int) -> bool:
    """Whether a site answers at a port of this machine."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=2) as answer:
            return int(answer.status) == 200
    except (urllib.error.URLError, OSError):
        return False


class Realm:
    """The service of an experiment."""

    def __init__(self, folder: Path, settings: Settings, mail: Office | None, extra: dict[str, str]) -> None:
        self.folder, self.settings, self.mail = folder, settings, mail
        self.store = Store(settings)
        self.history = History(folder / "history.jsonl")
        self.extra = extra
        self.processes: list[Process] = []
        self.url = settings.base_url
        # How far the service's time is ahead of ours, in experiments with the calendar.
        self.ahead = timedelta(0)

    def now(self) -> datetime:
        """The time by the clocks of the service, aware and in UTC."""
        return datetime.now(UTC) + self.ahead

    def environment(self, **more: str) -> dict[str, str]:
        """What its processes see."""
        s = self.settings
        env = {name: value for name, value in os.environ.items() if not name.startswith(("FAULT_", "TEST_"))}
        return env | {
            "ROOKERY_DATA": str(s.data_dir),
            "DATABASE_URL": s.database_url,
            "BROKER_URL": s.broker_url,
            "SMTP_URL": s.smtp_url or "",
            "BASE_URL": s.base_url,
            "SECRET_KEY": s.secret_key,
            "MAIL_FROM": s.sender,
            "SWEEP_SECONDS": str(s.sweep_seconds),
            # All players of an experiment ask from one address.
            "RATE_LIMITS": "off",
            **self.extra,
            **more,
        }

    def run(self, *arguments: str, **more: str) -> Process:
        """Start a process."""
        made = Process(self.folder / f"{arguments[0]}.log", self.environment(**more), *arguments)
        self.processes.append(made)
        return made

    def worker(self, concurrency: int = 2, **more: str) -> Process:
        """Start one worker for everything, that nobody looks after; it keeps the schedule too."""
        return self.run("worker", "--one-pool", "--concurrency", str(concurrency), **more)

    def crew(self, **more: str) -> Crew:
        """Start the workers as a host does: who ends is started again."""
        made = Crew(self.folder / "workers.log", self.environment(**more), "workers")
        self.processes.append(made)
        return made

    def site(self, port: int = 0, **more: str) -> Process:
        """Start the site and wait until it answers; at another port than its own, if there is one before it."""
        port = port or int(self.url.rpartition(":")[2])
        made = self.run("serve", "--port", str(port), "--threads", "8", **more)
        self.until(lambda: not made.alive or healthy(port), "the site answers", START_SECONDS)
        assert made.alive, self.log()
        return made

    def awake(self) -> None:
        """Wait until a worker has swept for the first time."""

        def swept() -> bool:
            with self.store.read() as session:
                return last_heartbeat(session) is not None

        self.until(swept, "a worker has swept", START_SECONDS)

    def running(self, command: str) -> Process:
        """The process of a command that runs now."""
        return next(process for process in self.processes if process.arguments[0] == command and process.alive)

    def until(self, true: Callable[[], object], what: str, seconds: float = 120.0) -> float:
        """Wait until something is true; how long it took. A database that is away is only not yet true."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            with contextlib.suppress(DBAPIError):
                if true():
                    return time.monotonic() - begun
            time.sleep(0.05)
        raise Late(f"waited {seconds:.0f} s until {what}\n{self.log()}")

    def log(self) -> str:
        """The end of what the processes wrote."""
        return "\n".join(f"--- {path.name}\n{path.read_text()[-3000:]}" for path in sorted(self.folder.glob("*.log")))

    def close(self) -> None:
        """End everything."""
        for process in self.processes:
            process.kill()
        self.history.close()
        self.store.close()


@contextlib.contextmanager
def on_servers(
    folder: Path, database_url: str, broker_url: str, extra: dict[str, str] | None = None
) -> Iterator[Realm]:
    """A service on PostgreSQL and Redis, with a mail server."""
    with office() as mail:
        settings = _settings(folder, database_url, broker_url, mail.post.url)
        with _realm(folder, settings, mail, extra) as made:
            yield made


@contextlib.contextmanager
def embedded(folder: Path, extra: dict[str, str] | None = None) -> Iterator[Realm]:
    """A service on SQLite and files, with the local mailbox."""
    url = f"sqlite:///{folder / 'data' / 'rookery.db'}"
    with _realm(folder, _settings(folder, url, "filesystem", None), None, extra) as made:
        yield made


@contextlib.contextmanager
def _realm(folder: Path, settings: Settings, mail: Office | None, extra: dict[str, str] | None) -> Iterator[Realm]:
    shorter = {"FAULT_CLAIM_SECONDS": "2", "FAULT_LETTER_SECONDS": "10", "FAULT_PAUSE_SECONDS": "2"}
    made = Realm(folder, settings, mail, shorter | (extra or {}))
    try:
        make_tables(made.store)
        yield made
    finally:
        made.close()


def _settings(folder: Path, database_url: str, broker_url: str, smtp_url: str | None) -> Settings:
    (folder / "data").mkdir(exist_ok=True)
    made = Settings(
        data_dir=folder / "data",
        database_url=database_url,
        broker_url=broker_url,
        secret_key="a key for experiments",
        base_url=f"http://127.0.0.1:{free_port()}",
        sender="rookery@rookery.example",
        sweep_seconds=0.5,
    )
    return dataclasses.replace(made, smtp_url=smtp_url)
