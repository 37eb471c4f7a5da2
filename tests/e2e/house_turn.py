"""The whole service as a host runs it: the site and the worker as processes, started and stopped by tests."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests import services
from tests.forked import Started

START_SECONDS, PATIENCE_SECONDS = 40.0, 40.0
T = TypeVar("T")


@dataclass(frozen=True)
class House:
    """A running service: where it answers, its environment, what its processes wrote."""

    url: str
    environment: dict[str, str]
    logs: Path

    def log(self) -> str:
        """What the processes wrote, for a test that fails."""
        return "\n".join(f"--- {path.name}\n{path.read_text()[-4000:]}" for path in sorted(self.logs.glob("*.log")))


def eventually(found: Callable[[], T | None], what: str, house: House) -> T:
    """Wait until something is there; fails with the logs of the service."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        result = found()
        if result:
            return result
        time.sleep(0.2)
    raise AssertionError(f"waited {PATIENCE_SECONDS:.0f} s for {what}")


@contextlib.contextmanager
def running(folder: Path, **settings: str) -> Iterator[House]:
    """The site and a worker with these settings; both are gone when the block ends, whatever happens in it."""
    house = settled(folder, **settings)
    if "DATABASE_URL" in settings:
        migrate(house)
    with site(house), process(house, "worker"):
        try:
            yield house
        except AssertionError as failure:
            failure.add_note(house.log())
            raise


def settled(folder: Path, **settings: str) -> House:
    """A service with these settings that does not run yet."""
    url = f"http://127.0.0.1:{services.free_port()}"
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL", "SMTP_URL")},
        "ROOKERY_DATA": str(folder / "data"),
        "BASE_URL": url,
        "SWEEP_SECONDS": "1",
        **settings,
    }
    return House(url, environment, folder)


@contextlib.contextmanager
def site(house: House) -> Iterator[None]:
    """The site's process, which answers as long as the block lasts."""
    with process(house, "serve", "--port", house.url.rpartition(":")[2]) as started:
        await_health(house, started)
        yield


@contextlib.contextmanager
def process(house: House, *arguments: str, anew: bool = False) -> Iterator[subprocess.Popen[bytes] | Started]:
    """One process of the service, with children of its own if it has any; all are killed at the end.

    `anew`: it, and they, are commands as a host gives them, and not forks of a process that has read the program.
    """
    with (house.logs / f"{arguments[0]}.log").open("ab") as log:
        started: subprocess.Popen[bytes] | Started
        if anew:
            command = [sys.executable, "-m", "worker", *arguments]
            started = subprocess.Popen(command, env=house.environment, stdout=log, stderr=log, start_new_session=True)
        else:
            started = Started(arguments, house.environment, log)
        try:
            yield started
        finally:
            stop(started)


def migrate(house: House) -> None:
    """Bring the database to today's form, by the command for it."""
    with process(house, "migrate") as started:
        assert started.wait(START_SECONDS) == 0, house.log()


def stop(started: subprocess.Popen[bytes] | Started) -> None:
    """End a process and its children: asked first, then made to."""
    with contextlib.suppress(ProcessLookupError):
        started.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(timeout=8)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(started.pid, signal.SIGKILL)
    started.wait(timeout=8)


def await_health(house: House, site: subprocess.Popen[bytes] | Started) -> None:
    """Wait until the site answers; fails with the logs of the service."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{house.url}/health/ready", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if site.poll() is not None:
                break
        time.sleep(0.1)
    raise AssertionError(f"the site does not answer\n{house.log()}")
