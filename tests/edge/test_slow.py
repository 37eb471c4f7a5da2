"""Slow and idle connections cost no thread, have their time, and one address has not all the places."""

from __future__ import annotations

import dataclasses
import socket
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from correspondence.rate_limits import counted_address
from correspondence.settings import Settings
from tests.edge.outpost import PATIENCE_SECONDS, Reached, ask, connect, eventually, heard, serving, status
from worker.edge.connection import Gatekeeper, Limits
from worker.serving import connection_limits

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"
PATIENT = Limits()
HASTY = dataclasses.replace(PATIENT, head_seconds=0.3, body_seconds=0.3, idle_seconds=1, answer_seconds=0.5)


def test_a_reader_is_answered_while_all_others_dawdle(tmp_path: Path) -> None:
    app = Reached()
    with serving(app, tmp_path, PATIENT, threads=1) as port:
        slow = [connect(port) for _ in range(60)]
        for number, one in enumerate(slow[:30]):
            one.sendall(POST + b"x" if number % 2 else GET[:20])
        assert status(ask(port, LAST)) == 200
        assert len(app.asked) == 1
        # Who was slow is answered too, once all is said.
        slow[1].sendall(b"x" * 9)
        assert slow[1].recv(12) == b"HTTP/1.1 200"
        for one in slow:
            one.close()


@pytest.mark.parametrize("said", [b"", GET[:-2], b"G", POST, POST + b"x"])
def test_what_does_not_come_in_its_time_is_ended(said: bytes, tmp_path: Path) -> None:
    app = Reached()
    with serving(app, tmp_path, HASTY) as port, connect(port) as one:
        one.sendall(said)
        assert status(heard(one)) == 408
        assert app.asked == []


@pytest.mark.parametrize(("first", "piece"), [(b"", b"G"), (GET[:-2], b"X: y\r\n"), (POST, b"x"), (GET, b"G")])
def test_dripping_gains_no_time(first: bytes, piece: bytes, tmp_path: Path) -> None:
    limits = dataclasses.replace(HASTY, idle_seconds=20)
    with serving(Reached(), tmp_path, limits) as port, connect(port) as one:
        one.sendall(first)
        over = threading.Event()
        listening = threading.Thread(target=lambda: (heard(one), over.set()))
        listening.start()
        pieces = 0
        while not over.wait(0.1) and pieces < 200:
            pieces += 1
            try:
                one.sendall(piece)
            except ConnectionError:
                break
        listening.join(PATIENCE_SECONDS)
        assert over.is_set()


def test_a_large_body_has_more_time(tmp_path: Path) -> None:
    app = Reached()
    limits = dataclasses.replace(HASTY, body_bytes_a_second=1000)
    with serving(app, tmp_path, limits) as port, connect(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 20001\r\n\r\n" + b"x" * 20_000)
        # 20 seconds more; without them the time would be over.
        assert not threading.Event().wait(0.8)
        one.sendall(b"x")
        assert status(heard(one)) == 200
    assert [len(body) for _, body in app.asked] == [20_001]


def test_who_is_answered_and_says_nothing_more_is_let_go(tmp_path: Path) -> None:
    with serving(Reached(), tmp_path, HASTY) as port, connect(port) as one:
        one.sendall(GET)
        answer = heard(one)
        assert (status(answer), answer.count(b"HTTP/1.1 ")) == (200, 1)


def test_an_answer_that_nobody_takes_is_given_up(tmp_path: Path) -> None:
    app = Reached(said=b"x" * 30_000_000)
    with serving(app, tmp_path, HASTY, threads=1) as port, socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(PATIENCE_SECONDS)
        one.connect(("127.0.0.1", port))
        one.sendall(LAST)
        eventually(lambda: app.asked)
        app.said = b"well"
        # The thread is free meanwhile, and the slow reader's place soon after.
        assert status(ask(port, LAST)) == 200
        assert not threading.Event().wait(1.5)
        assert len(heard(one)) < 30_000_000


def test_a_large_answer_comes_whole(tmp_path: Path) -> None:
    app = Reached(said=bytes(range(256)) * 20_000)
    with serving(app, tmp_path, PATIENT) as port:
        assert ask(port, LAST).partition(b"\r\n\r\n")[2] == app.said


@pytest.mark.parametrize("chunked", [False, True])
def test_bodies_have_a_largest_size(chunked: bool, tmp_path: Path) -> None:
    app = Reached()
    limits = dataclasses.replace(PATIENT, body_bytes=100_000, memory_bytes=1000)
    with serving(app, tmp_path, limits) as port:
        for size, wanted in ((100_000, 200), (100_001, 413)):
            body = b"x" * size
            head = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % size
            said = b"%x\r\n%s\r\n0\r\n\r\n" % (size, body) if chunked else body
            request = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + head + b"\r\n\r\n" + said
            with connect(port) as one:
                one.sendall(request)
                assert status(heard(one)) == wanted
    assert [len(body) for _, body in app.asked] == [100_000]


def test_who_sends_far_too_much_reads_why_it_was_refused(tmp_path: Path) -> None:
    """More than fits into the buffers between us: the answer must outlive the rest of the body."""
    with serving(Reached(), tmp_path, dataclasses.replace(PATIENT, body_bytes=100_000)) as port, connect(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30000000\r\n\r\n")
        for _ in range(300):
            one.sendall(b"x" * 100_000)
        assert status(heard(one)) == 413


def test_who_is_refused_and_goes_on_is_heard_no_longer(tmp_path: Path) -> None:
    limits = dataclasses.replace(PATIENT, body_bytes=100_000, deaf_seconds=0.2)
    with serving(Reached(), tmp_path, limits) as port, connect(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30000000\r\n\r\n")
        assert status(heard(one)) == 413
        eventually(lambda: ended(one))


def ended(connection: socket.socket) -> bool:
    """Whether the other side takes nothing more."""
    try:
        connection.sendall(b"x")
    except ConnectionError:
        return True
    return False


def test_a_body_that_ends_with_a_large_piece_is_taken(tmp_path: Path) -> None:
    app = Reached()
    with serving(app, tmp_path, PATIENT) as port:
        for _ in range(5):
            with connect(port) as one:
                head = b"POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n"
                one.sendall(head + b"x" * 400_000)
                # The end of the body comes in pieces as large as they are read.
                threading.Event().wait(0.1)
                one.sendall(b"x" * 600_000)
                assert status(heard(one)) == 200
    assert [len(body) for _, body in app.asked] == [1_000_000] * 5


def test_who_asks_first_whether_a_body_is_wanted(tmp_path: Path) -> None:
    limits = dataclasses.replace(PATIENT, body_bytes=100)
    with serving(Reached(), tmp_path, limits) as port:
        for size, wanted in ((100, b"HTTP/1.1 100"), (101, b"HTTP/1.1 413")):
            with connect(port) as one:
                one.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % size)
                assert one.recv(12) == wanted


def many(port: int, count: int, place: str) -> list[socket.socket]:
    """Connections that stay."""
    return [connect(port, place) for _ in range(count)]


def let_in(connection: socket.socket) -> bool:
    """Whether a request on it is answered."""
    try:
        connection.sendall(GET)
        said = b""
        while piece := connection.recv(65536):
            said += piece
            if said.endswith(b"well"):
                return said.startswith(b"HTTP/1.1 200")
    except ConnectionError:
        pass
    return False


@pytest.mark.parametrize(
    ("settings", "counted"),
    [
        ({}, True),
        ({"base_url": "https://rookery.example"}, False),
        ({"proxy_networks": ("127.0.0.0/8",), "trusted_proxies": 1}, False),
        ({"proxy_networks": ("10.0.0.0/8",), "trusted_proxies": 1, "base_url": "https://rookery.example"}, True),
        ({"trusted_proxies": 1}, False),
    ],
)
def test_one_address_has_so_many_connections(settings: dict[str, Any], counted: bool, tmp_path: Path) -> None:
    limits = dataclasses.replace(PATIENT, of_one=5)
    with serving(Reached(), tmp_path, limits, **settings) as port:
        first = many(port, 6, "127.0.0.5")
        assert [let_in(one) for one in first] == [True] * 5 + [not counted]
        other = connect(port, "127.0.0.6")
        assert let_in(other)
        first[0].close()
        eventually(lambda: let_in(connect(port, "127.0.0.5")))
        for one in (*first, other):
            one.close()


def test_when_all_places_are_taken_who_waits_longest_goes(tmp_path: Path) -> None:
    limits = dataclasses.replace(PATIENT, connections=5)
    with serving(Reached(), tmp_path, limits) as port:
        here = many(port, 5, "127.0.0.5")
        assert let_in(here[0])
        assert status(ask(port, LAST, "127.0.0.6")) == 200
        # The second had waited longest: the first was answered since.
        assert [let_in(one) for one in here] == [True, False, True, True, True]
        for one in here:
            one.close()


class Guest:
    """A connection."""

    def __init__(self, place: str) -> None:
        self.place, self.left = place, False

    def leave(self) -> None:
        """Be gone."""
        self.left = True


def test_who_is_being_answered_is_not_sent_away() -> None:
    door = Gatekeeper(2, 0, lambda _: False)
    first, second, third, fourth = (Guest(str(n)) for n in range(4))
    assert door.enter(first, "0")
    assert door.enter(second, "1")
    door.busy(first)
    assert door.enter(third, "2")
    door.release(second)
    assert (first.left, second.left) == (False, True)
    door.busy(third)
    assert not door.enter(fourth, "3")
    door.release(first)
    assert door.enter(fourth, "3")


def test_ipv6_is_counted_by_its_network() -> None:
    door = Gatekeeper(100, 2, lambda _: False)
    told = [
        door.enter(Guest(counted_address(a)), a)
        for a in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1")
    ]
    assert told == [True, True, False, True]


def test_one_address_does_not_take_all_threads(tmp_path: Path) -> None:
    free = threading.Event()
    app = Reached(works=lambda: app.asked[-1][0]["REMOTE_ADDR"] == "127.0.0.6" or free.wait(PATIENCE_SECONDS))
    limits = dataclasses.replace(PATIENT, at_once=2, waiting=3)
    with serving(app, tmp_path, limits, threads=4) as port:
        greedy = many(port, 5, "127.0.0.5")
        for one in greedy:
            one.sendall(GET)
        eventually(lambda: len(app.asked) == 2)
        assert status(ask(port, LAST, "127.0.0.6")) == 200
        refused = ask(port, LAST, "127.0.0.5")
        assert status(refused) == 503
        assert b"retry-after: 2\r\n" in refused
        free.set()
        assert [one.recv(12) for one in greedy] == [b"HTTP/1.1 200"] * 5
        for one in greedy:
            one.close()


@pytest.mark.parametrize("threads", [3, 4, 8])
def test_two_addresses_leave_a_thread_to_others(threads: int, tmp_path: Path) -> None:
    free = threading.Event()
    app = Reached(works=lambda: app.asked[-1][0]["REMOTE_ADDR"] == "127.0.0.7" or free.wait(PATIENCE_SECONDS))
    limits = connection_limits(
        Settings(data_dir=tmp_path, database_url="sqlite://", secret_key="a key for the edge"), threads
    )
    with serving(app, tmp_path, limits, threads=threads) as port:
        greedy = [*many(port, threads, "127.0.0.5"), *many(port, threads, "127.0.0.6")]
        for one in greedy:
            one.sendall(GET)
        eventually(lambda: len(app.asked) == 2 * limits.at_once)
        assert status(ask(port, LAST, "127.0.0.7")) == 200
        free.set()
        for one in greedy:
            assert one.recv(12) == b"HTTP/1.1 200"
            one.close()


def test_what_waits_for_clients_that_left_is_never_begun(tmp_path: Path) -> None:
    free = threading.Event()
    app = Reached(works=lambda: free.wait(PATIENCE_SECONDS))
    with serving(app, tmp_path, PATIENT, threads=1) as port:
        first, *others = [connect(port, f"127.0.1.{n}") for n in range(1, 30)]
        first.sendall(GET)
        eventually(lambda: app.asked)
        for number, one in enumerate(others):
            one.sendall(b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n" % number)
        for one in others[:-1]:
            one.close()
        # Whoever only says no more, and listens, reads that nothing was done.
        half = connect(port, "127.0.2.1")
        half.sendall(b"GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
        half.shutdown(socket.SHUT_WR)
        assert status(heard(half)) == 503
        free.set()
        assert others[-1].recv(12) == b"HTTP/1.1 200"
        assert app.paths == ["/", f"/{len(others) - 1}"]
        first.close()
        others[-1].close()


def test_free_thread_goes_to_the_longest_waiting_address(tmp_path: Path) -> None:
    free = threading.Semaphore(0)
    app = Reached(works=lambda: app.paths[-1] == "/health/live" or free.acquire(timeout=PATIENCE_SECONDS))
    with serving(app, tmp_path, PATIENT, threads=1) as port:
        greedy = many(port, 4, "127.0.0.5")
        for one in greedy:
            one.sendall(GET)
        eventually(lambda: app.asked)
        other = connect(port, "127.0.0.6")
        other.sendall(LAST)
        # Once this is answered, all that was sent before has come.
        assert status(ask(port, b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")) == 200
        for _ in range(5):
            free.release()
        assert status(heard(other)) == 200
        assert [one.recv(12) for one in greedy] == [b"HTTP/1.1 200"] * 4
        # One of the greedy was worked on, one had its turn already, then came the other.
        assert [environ["REMOTE_ADDR"][-1] for environ, _ in app.asked] == ["5", "1", "5", "6", "5", "5"]
        for one in greedy:
            one.close()


def reached(app: Reached, count: int) -> bool:
    """Whether so many requests have come."""
    return len(app.asked) == count


def test_unnamed_proxy_is_not_counted_as_one_address(tmp_path: Path) -> None:
    free = threading.Event()
    app = Reached(works=lambda: app.asked[-1][0]["PATH_INFO"] == "/last" or free.wait(PATIENCE_SECONDS))
    limits = dataclasses.replace(PATIENT, at_once=1, waiting=0)
    with serving(app, tmp_path, limits, threads=3, base_url="https://rookery.example") as port:
        busy = many(port, 2, "127.0.0.1")
        for number, one in enumerate(busy, 1):
            one.sendall(GET)
            eventually(partial(reached, app, number))
        assert status(ask(port, b"GET /last HTTP/1.1\r\nHost: a\r\n\r\n")) == 200
        free.set()
        for one in busy:
            assert one.recv(12) == b"HTTP/1.1 200"
            one.close()


@pytest.mark.parametrize(("told", "wanted"), [(b"192.0.2.1", 503), (b"192.0.2.2", 200), (b"192.0.2.2, 192.0.2.1", 503)])
def test_behind_a_proxy_the_address_it_tells_is_counted(told: bytes, wanted: int, tmp_path: Path) -> None:
    free = threading.Event()
    app = Reached(works=lambda: "LAST" in app.asked[-1][0]["PATH_INFO"] or free.wait(PATIENCE_SECONDS))
    limits = dataclasses.replace(PATIENT, at_once=1, waiting=0)
    with serving(app, tmp_path, limits, proxy_networks=("127.0.0.1/32",), trusted_proxies=1) as port:
        busy = connect(port)
        busy.sendall(GET[:-2] + b"X-Forwarded-For: 192.0.2.1\r\n\r\n")
        eventually(lambda: app.asked)
        assert status(ask(port, b"GET /LAST HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: %s\r\n\r\n" % told)) == wanted
        free.set()
        busy.close()


def test_the_health_check_needs_no_thread_of_the_pages(tmp_path: Path) -> None:
    free = threading.Event()
    app = Reached(works=lambda: app.asked[-1][0]["PATH_INFO"] == "/health/live" or free.wait(PATIENCE_SECONDS))
    with serving(app, tmp_path, PATIENT, threads=1) as port:
        busy = connect(port)
        busy.sendall(GET)
        eventually(lambda: app.asked)
        assert status(ask(port, b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")) == 200
        free.set()
        busy.close()
