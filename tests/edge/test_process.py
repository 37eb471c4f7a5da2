"""`rookery serve` as a host runs it: slow people beside readers, stopping in order, children that die."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from correspondence.store import Store
from tests.bench.slow_clients import Attack, Readers, attacked
from tests.correspondence.conftest import settings_for
from tests.edge.outpost import PATIENCE_SECONDS, ask, connect, eventually, heard, status
from tests.migrated import make_tables
from tests.services import free_port

LIVE = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
UPLOAD = b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n"


@contextlib.contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The site of an empty database, and its port."""
    store = Store(settings_for(f"sqlite:///{folder / 'rookery.db'}", folder))
    make_tables(store)
    store.close()
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
    command = [sys.executable, "-m", "worker", "serve", "--port", str(port), *arguments]
    with (folder / "site.log").open("wb") as log:
        process = subprocess.Popen(
            command, env={**environment, "ROOKERY_DATA": str(folder)}, stdout=log, stderr=log, start_new_session=True
        )
    try:
        within(lambda: answers(port), "the site answers")
        yield process, port
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_SECONDS)


def within(true: Callable[[], object], what: str) -> None:
    """Wait until something is so; a busy machine starts slowly."""
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.1)


def answers(port: int) -> bool:
    """Whether somebody does."""
    try:
        return status(ask(port, LIVE)) == 200
    except OSError:
        return False


def children(of: int) -> list[int]:
    """The processes of a master."""
    return [int(word) for word in Path(f"/proc/{of}/task/{of}/children").read_text().split()]


def test_readers_are_answered_beside_slow_people_until_the_end(tmp_path: Path) -> None:
    with serving(tmp_path, "--threads", "4") as (process, port):
        with attacked(Attack("127.0.0.1", port, idle=60, slow=30)) as attack:
            found = Readers("127.0.0.1", port, 3, paths=("/lobby", "/"), pause=0.05).run(2.0)
        assert attack["at_once"] == 90
        assert {kind.rpartition(" ")[2] for kind in found.answers} == {"200"}
        assert len(found.pages) >= 3
        # Told to stop, the site answers those who ask, and one whose request is on its way; it ends by itself.
        lost: list[bytes] = []
        readers = [threading.Thread(target=read, args=(port, lost)) for _ in range(3)]
        for reader in readers:
            reader.start()
        one = connect(port)
        one.sendall(UPLOAD)
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        one.sendall(b"email=nobo")
        assert status(heard(one)) in (200, 400, 422)
        assert process.wait(PATIENCE_SECONDS) == 0
        for reader in readers:
            reader.join(PATIENCE_SECONDS)
        assert lost == []
    assert (tmp_path / "site.log").read_text() == ""


def read(port: int, lost: list[bytes]) -> None:
    """Read again and again until nobody is there; answers that broke off are `lost`."""
    while True:
        try:
            one = connect(port)
        except OSError:
            return
        with contextlib.suppress(ConnectionError):
            one.sendall(b"GET /lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = heard(one)
        # Whom the master's socket took and no child did hears nothing at all.
        if answer and not answer.rstrip().endswith(b"</html>"):
            lost.append(answer[-200:])


def test_dead_child_is_replaced_and_none_outlives_its_master(tmp_path: Path) -> None:
    with serving(tmp_path, "--processes", "2") as (process, port):
        eventually(lambda: len(children(process.pid)) == 2)
        dead = children(process.pid)[0]
        os.kill(dead, signal.SIGKILL)
        within(lambda: len(set(children(process.pid)) - {dead}) == 2, "another child")
        within(lambda: answers(port), "the site answers again")
        left = children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE_SECONDS)
        within(lambda: not any(Path(f"/proc/{child}").exists() for child in left), "children end")
        with socket.socket() as free:
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(("127.0.0.1", port))
