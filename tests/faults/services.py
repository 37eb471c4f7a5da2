"""A PostgreSQL and a Redis of one experiment's own, to be killed and started again; and a wire that can be cut."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.services import (
    NotInstalled,
    Unavailable,
    as_somebody_else,
    free_port,
    postgres_answers,
    program,
    redis_answers,
)

START_SECONDS = 40.0


class OwnRedis:
    """Keeps nothing over a restart, as Redis without a file does not."""

    def __init__(self, folder: Path) -> None:
        self.port, self._folder = free_port(), folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, at the same port as ever."""
        server = program("redis-server")
        if server is None:
            raise NotInstalled("Redis: redis-server is not installed")
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--dir", str(self._folder)]
        out = subprocess.DEVNULL
        self._process = subprocess.Popen([server, *options, "--appendonly", "no"], stdout=out, stderr=out)
        _until(lambda: redis_answers(self.url), "a Redis of our own")

    def kill(self) -> None:
        """kill -9."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)


class OwnPostgres:
    """A cluster in a folder."""

    def __init__(self, folder: Path, connections: int = 60) -> None:
        self.port, self.folder, self._connections = free_port(), folder, connections
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"
        self.as_user = as_somebody_else(folder)
        self._process: subprocess.Popen[bytes] | None = None
        initdb = program("initdb")
        if initdb is None:
            raise NotInstalled("PostgreSQL: initdb is not installed")
        made = [*self.as_user, initdb, "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        subprocess.run(made, check=True, capture_output=True)

    def start(self) -> None:
        """Start it, at the same port as ever, and wait until it has recovered."""
        server = program("postgres")
        options = ["-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        more = ["-c", f"max_connections={self._connections}"]
        out = (self.folder.parent / "postgres.log").open("ab")
        command = [*self.as_user, str(server), "-D", str(self.folder / "data"), *options, *more]
        self._process = subprocess.Popen(command, stdout=out, stderr=out, cwd="/")
        out.close()
        _until(lambda: postgres_answers(self.url), "a PostgreSQL of our own")

    def stop_at_once(self) -> None:
        """`pg_ctl stop -m immediate`: no checkpoint, nobody is told."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)

    def pids(self) -> list[int]:
        """Its processes; those that it starts from now on take after the first."""
        if self._process is None:
            return []
        pid = self._process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None


def _until(true: object, what: str) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if callable(true) and true():
            return
        time.sleep(0.1)
    raise Unavailable(f"{what} did not start")


@contextlib.contextmanager
def own_redis() -> Iterator[OwnRedis]:
    """A Redis for the time of the block."""
    with _folder() as folder:
        made = OwnRedis(folder)
        made.start()
        try:
            yield made
        finally:
            made.kill()


@contextlib.contextmanager
def own_postgres(connections: int = 60, on: Path | None = None) -> Iterator[OwnPostgres]:
    """A PostgreSQL for the time of the block, in this folder if one is named."""
    with contextlib.ExitStack() as stack:
        folder = on or stack.enter_context(_folder())
        made = OwnPostgres(folder / "cluster" if on else folder, connections)
        made.start()
        try:
            yield made
        finally:
            made.stop_at_once()


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    # Below /tmp itself: the server's own user must get there.
    folder = Path(tempfile.mkdtemp(prefix="rookery-faults-"))
    os.chmod(folder, 0o755)  # noqa: S103
    inner = folder / "home"
    inner.mkdir()
    try:
        yield inner
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Balancer:
    """What stands in front of several sites, as a web server does: each conversation goes to one that listens.

    `behind` are their ports; whoever is taken out gets no new conversations.
    """

    def __init__(self, port: int) -> None:
        self.behind: list[int] = []
        self._turn = 0
        self._server = socket.create_server(("127.0.0.1", port), backlog=128)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client:
            self._turn += 1
            ports = list(self.behind)
            for place in range(len(ports)):
                try:
                    site = socket.create_connection(("127.0.0.1", ports[(self._turn + place) % len(ports)]))
                except OSError:
                    continue
                with site, contextlib.suppress(OSError):
                    _between(client, site)
                return

    def close(self) -> None:
        """No new conversations."""
        self._server.close()


def _between(one: socket.socket, other: socket.socket) -> None:
    """Carry what is said until one of them is done."""
    while True:
        for ready in select.select([one, other], [], [])[0]:
            data = ready.recv(65536)
            if not data:
                return
            (other if ready is one else one).sendall(data)


class Wire:
    """Between the service and PostgreSQL. When `cut` is more than 0, that many replies to a COMMIT never come back:
    the connection is closed instead."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.cut = self.cuts = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client, socket.create_connection(("127.0.0.1", self._to)) as server:
            committing = False
            while True:
                for ready in select.select([client, server], [], [])[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    if ready is client:
                        committing = b"COMMIT\x00" in data
                        server.sendall(data)
                    elif committing and self.cut > 0:
                        # The server has committed; who asked for it will never know.
                        self.cut -= 1
                        self.cuts += 1
                        return
                    else:
                        client.sendall(data)

    def close(self) -> None:
        """No new connections."""
        self._server.close()
