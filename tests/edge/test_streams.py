"""Streams at the edge: held open without a thread, told of what was touched, ended with the right to listen."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

from correspondence.proxies import Proxies
from correspondence.settings import Settings
from tests.edge.outpost import PATIENCE_SECONDS, connect, eventually, status
from worker.edge.connection import Limits
from worker.edge.wsgi import Wsgi, watch_nothing
from worker.serving import LoopServer, make_config

QUICK = Limits(again_seconds=60.0, heartbeat_seconds=0.1, look_seconds=0.05, streams=8, streams_of_one=3)
LISTEN = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Name: %s\r\n\r\n"


class Town:
    """An application whose events are a number, and who may listen to it."""

    def __init__(self) -> None:
        self.number, self.barred = 0, set[str]()
        # To whom nothing is told of what happens.
        self.bystanders = set[str]()
        self.asked: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer."""
        name, last = environ.get("HTTP_X_NAME", ""), environ.get("HTTP_LAST_EVENT_ID", "")
        self.asked.append(name)
        if environ["PATH_INFO"] != "/events":
            start_response("200 OK", [("Content-Type", "text/plain")])
            return [b"page"]
        if name in self.barred:
            start_response("403 Forbidden", [("Content-Type", "text/plain"), ("Rookery-Held", f"town {name}")])
            return [b"no"]
        start_response("200 OK", [("Content-Type", "text/event-stream"), ("Rookery-Held", f"town {name}")])
        number = 0 if name in self.bystanders else self.number
        told = f"event: rung\nid: {number}\ndata: {{}}\n\n" if last != str(number) else ""
        return [told.encode()]

    def watch(self, names: Collection[str]) -> Mapping[str, str]:
        """What was touched."""
        return {name: str(self.number) for name in names}


@contextlib.contextmanager
def serving(town: Wsgi, folder: Path, limits: Limits) -> Iterator[tuple[int, Any]]:
    """The edge before the town; its port, and its streams."""
    known = Settings(data_dir=folder, database_url="sqlite://", secret_key="a key for the edge")
    config = make_config(town, 2, limits, Proxies(known), watch=getattr(town, "watch", watch_nothing))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            eventually(lambda: server.started)
            yield int(listening.getsockname()[1]), config.app.streams  # type: ignore[union-attr]
        finally:
            server.should_exit = server.force_exit = True
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()


def hears(connection: socket.socket, word: bytes) -> bytes:
    """Everything until a word was said, or the other side ended."""
    said = b""
    while word not in said:
        piece = connection.recv(65536)
        if not piece:
            break
        said += piece
    return said


def test_a_stream_tells_what_was_touched_and_that_it_lives(tmp_path: Path) -> None:
    town = Town()
    with serving(town, tmp_path, QUICK) as (port, streams), connect(port) as listener:
        listener.sendall(LISTEN % b"ada")
        head = hears(listener, b"id: 0")
        assert status(head) == 200
        assert b"rookery-held" not in head.lower()
        assert b": \n\n" in hears(listener, b": \n\n")
        town.number = 1
        assert b"event: rung" in hears(listener, b"id: 1")
        assert len(streams) == 1
        with connect(port) as reader:
            reader.sendall(b"GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert b"page" in hears(reader, b"page")
    assert len(streams) == 0


def test_unconcerned_reader_gets_no_byte(tmp_path: Path) -> None:
    town = Town()
    town.bystanders.add("bo")
    limits = Limits(again_seconds=60.0, heartbeat_seconds=60.0, look_seconds=0.05)
    with serving(town, tmp_path, limits) as (port, _), connect(port) as listener:
        listener.sendall(LISTEN % b"bo")
        hears(listener, b"id: 0\ndata: {}\n\n\r\n")
        for number in range(1, 4):
            town.number, before = number, len(town.asked)
            eventually(lambda before=before: len(town.asked) > before)  # type: ignore[misc]
        town.barred.add("bo")
        town.number = 4
        assert hears(listener, b"0\r\n\r\n") == b"0\r\n\r\n"


def test_who_may_not_listen_any_more_hears_no_more(tmp_path: Path) -> None:
    town = Town()
    with serving(town, tmp_path, QUICK) as (port, streams), connect(port) as listener:
        listener.sendall(LISTEN % b"ada")
        hears(listener, b"id: 0")
        town.barred.add("ada")
        town.number = 1
        rest = hears(listener, b"0\r\n\r\n")
        assert b"id: 1" not in rest
        eventually(lambda: len(streams) == 0)


def test_rights_are_looked_up_while_nothing_happens(tmp_path: Path) -> None:
    town = Town()
    limits = Limits(again_seconds=0.2, heartbeat_seconds=0.05, look_seconds=30.0)
    with serving(town, tmp_path, limits) as (port, streams), connect(port) as listener:
        listener.sendall(LISTEN % b"ada")
        hears(listener, b"id: 0")
        town.barred.add("ada")
        hears(listener, b"0\r\n\r\n")
        eventually(lambda: len(streams) == 0)


def test_one_listener_has_some_streams_and_all_have_so_many(tmp_path: Path) -> None:
    with serving(Town(), tmp_path, QUICK) as (port, streams), contextlib.ExitStack() as open_:

        def listen(name: bytes) -> int:
            connection = open_.enter_context(connect(port))
            connection.sendall(LISTEN % name)
            return status(hears(connection, b"\r\n\r\n"))

        assert [listen(b"ada") for _ in range(4)] == [200, 200, 200, 503]
        assert [listen(b"bo%d" % n) for n in range(6)] == [200] * 5 + [503]
        assert len(streams) == 8


def test_who_leaves_is_forgotten(tmp_path: Path) -> None:
    with serving(Town(), tmp_path, QUICK) as (port, streams):
        with connect(port) as listener:
            listener.sendall(LISTEN % b"ada")
            hears(listener, b"id: 0")
            assert len(streams) == 1
        eventually(lambda: len(streams) == 0)


def test_who_closes_is_forgotten_though_nothing_is_said(tmp_path: Path) -> None:
    limits = replace(QUICK, heartbeat_seconds=3600.0)
    with serving(Town(), tmp_path, limits) as (port, streams):
        for _ in range(3):
            listeners = [connect(port) for _ in range(limits.streams_of_one)]
            for listener in listeners:
                listener.sendall(LISTEN % b"ada")
                hears(listener, b"id: 0")
            assert len(streams) == limits.streams_of_one
            for listener in listeners:
                listener.close()
            eventually(lambda: len(streams) == 0)


def test_streams_that_are_opened_take_no_thread_of_pages(tmp_path: Path) -> None:
    opened, town = threading.Event(), Town()

    def dawdles(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/events":
            opened.wait(PATIENCE_SECONDS)
        return town(environ, start_response)

    with serving(dawdles, tmp_path, QUICK) as (port, streams):
        listeners = [connect(port, f"127.0.1.{n}") for n in range(1, 9)]
        for listener in listeners:
            listener.sendall(LISTEN % b"somebody")
        with connect(port) as reader:
            reader.sendall(b"GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert b"page" in hears(reader, b"page")
        # Those who have left by then are not asked for.
        for listener in listeners[1:]:
            listener.close()
        opened.set()
        assert status(hears(listeners[0], b"id: 0")) == 200
        eventually(lambda: len(streams) == 1)
        assert town.asked == ["", "somebody"]
        listeners[0].close()


def test_a_server_that_stops_lets_them_end(tmp_path: Path) -> None:
    known = Settings(data_dir=tmp_path, database_url="sqlite://", secret_key="a key for the edge")
    config = make_config(Town(), 2, QUICK, Proxies(known))
    streams = config.app.streams  # type: ignore[union-attr]
    assert streams.has_room("ada")
    LoopServer(config).handle_stop_signal(15)
    assert not streams.has_room("ada")
