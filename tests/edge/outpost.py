"""The edge in this process, around an application that remembers what reached it."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn

from correspondence.proxies import Proxies
from correspondence.settings import Settings
from worker.edge.connection import Limits
from worker.edge.wsgi import Wsgi
from worker.serving import make_config

PATIENCE_SECONDS = 20.0


@dataclass
class Reached:
    """An application that answers `said`, and what came to it: variables and bodies."""

    said: bytes = b"well"
    asked: list[tuple[dict[str, Any], bytes]] = field(default_factory=list)
    works: Callable[[], object] = lambda: None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer."""
        self.asked.append((environ, environ["wsgi.input"].read()))
        self.works()
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(self.said)))])
        return [self.said]

    @property
    def paths(self) -> list[str]:
        """What was asked for."""
        return [environ["PATH_INFO"] for environ, _ in self.asked]


@contextlib.contextmanager
def serving(app: Wsgi, folder: Path, limits: Limits, threads: int = 4, **settings: Any) -> Iterator[int]:
    """The edge before an application; gives its port."""
    known = Settings(data_dir=folder, database_url="sqlite://", secret_key="a key for the edge", **settings)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(256)
        server = uvicorn.Server(make_config(app, threads, limits, Proxies(known)))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            eventually(lambda: server.started)
            yield int(listening.getsockname()[1])
        finally:
            server.should_exit = server.force_exit = True
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()


def eventually(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.01)


def connect(port: int, place: str = "127.0.0.1") -> socket.socket:
    """A connection from this address."""
    return socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, source_address=(place, 0))


def heard(connection: socket.socket) -> bytes:
    """Everything until the other side ends."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65536):
            said += piece
    return said


def ask(port: int, request: bytes, place: str = "127.0.0.1") -> bytes:
    """Say these bytes, and nothing more; everything that is answered."""
    with connect(port, place) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(request)
        # What the other side has ended meanwhile is not connected: no ConnectionError, but an OSError.
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        return heard(connection)


def status(answer: bytes) -> int:
    """The status of the first answer; 0 if there is none."""
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0
