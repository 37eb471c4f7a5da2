"""`make play` runs once on a folder, and leaves no worker behind, however it ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import free_port
from worker.playing import Failed, alone

COMMAND = [sys.executable, "-m", "worker", "play", "--port"]
# After it the banner is complete.
LAST = "Ctrl-C stops everything"


@pytest.fixture
def variables(tmp_path: Path) -> dict[str, str]:
    """What `make play` finds in its environment."""
    kept_out = ("DATABASE_URL", "BROKER_URL", "SMTP_URL", "BASE_URL")
    inherited = {name: value for name, value in os.environ.items() if name not in kept_out}
    return {**inherited, "ROOKERY_DATA": str(tmp_path / "var")}


def children(process: int) -> list[int]:
    """The site and the worker that a process has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def runs(process: int) -> bool:
    """Whether a process runs, and is more than an entry that nobody has waited for."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


@contextlib.contextmanager
def playing(variables: dict[str, str], port: int) -> Iterator[subprocess.Popen[str]]:
    """A demo that has begun."""
    process = subprocess.Popen([*COMMAND, str(port)], env=variables, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    started: list[int] = []
    try:
        # People read what it prints: sentences, and no lines of the log.
        assert process.stdout.readline() == "Rookery is starting; this takes a few seconds.\n"
        printed = []
        while LAST not in (line := process.stdout.readline()):
            assert line, "it ended before it said how to sign in"
            printed.append(line)
        assert not [line for line in printed if line.startswith("{")]
        started = children(process.pid)
        yield process
    finally:
        process.terminate()
        process.wait(60)
        for child in filter(runs, started):
            os.killpg(child, signal.SIGKILL)
        process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_second_instance_is_refused_unless_the_first_was_killed(variables: dict[str, str]) -> None:
    port = free_port()
    with playing(variables, port) as first:
        second = subprocess.run([*COMMAND, str(port)], env=variables, capture_output=True, text=True, timeout=60)
        assert second.returncode == 2
        assert f"already runs with {variables['ROOKERY_DATA']}, at http://127.0.0.1:{port} (process {first.pid})" in (
            second.stderr
        )
        assert f"kill {first.pid}" in second.stderr
        assert first.poll() is None
        _, worker = children(first.pid)
        first.kill()
        first.wait(60)
        with alone(Path(variables["ROOKERY_DATA"]), "http://127.0.0.1:1"):
            pass
        until = time.monotonic() + 60
        while runs(worker) and time.monotonic() < until:
            time.sleep(0.1)
        assert not runs(worker), "a worker without its leader stops"


def test_one_that_ended_is_no_hindrance(tmp_path: Path) -> None:
    for url in ("http://127.0.0.1:1", "http://127.0.0.1:2"):
        with alone(tmp_path, url), pytest.raises(Failed, match=f"{url} .process {os.getpid()}."):
            alone(tmp_path, "http://127.0.0.1:3").__enter__()
