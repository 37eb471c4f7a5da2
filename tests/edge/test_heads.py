"""Nothing reaches the application that another server could read otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.edge.outpost import Reached, ask, serving, status
from worker.edge import connection
from worker.edge.connection import Limits

END = b"\r\n\r\n"
POST = b"POST /first HTTP/1.1\r\nHost: a\r\n"
SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

STRANGE: dict[str, tuple[bytes, int]] = {
    "both lengths": (POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED, 400),
    "both lengths, the other way": (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", 400),
    "two lengths": (POST + b"Content-Length: 0\r\nContent-Length: 36\r\n\r\n" + SMUGGLED, 400),
    "the same length twice": (POST + b"Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd", 400),
    "a list of lengths": (POST + b"Content-Length: 4, 4\r\n\r\nabcd", 400),
    "a length with a sign": (POST + b"Content-Length: +4\r\n\r\nabcd", 400),
    "a negative length": (POST + b"Content-Length: -1\r\n\r\nabcd", 400),
    "a hexadecimal length": (POST + b"Content-Length: 0x4\r\n\r\nabcd", 400),
    "an enormous length": (POST + b"Content-Length: 9" + b"9" * 17 + END, 413),
    "a length beyond 64 bits": (POST + b"Content-Length: 9" + b"9" * 40 + END, 400),
    "another coding": (POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SMUGGLED, 400),
    "a coding before": (POST + b"Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n", 400),
    "a coding after": (POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 400),
    "two codings": (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", 400),
    "a coding with a tab": (POST + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", 400),
    "chunks of HTTP/1.0": (b"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a coding with an underscore is no coding": (POST + b"Transfer_Encoding: chunked\r\n\r\n", 200),
    "a body before another protocol": (
        POST + b"Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 1\r\n\r\nx",
        400,
    ),
    "bare line ends": (b"GET / HTTP/1.1\nHost: a\n\n", 400),
    "one bare line end": (b"GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400),
    "a bare carriage return": (b"GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400),
    "a folded line": (b"GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", 400),
    "a folded coding": (POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400),
    "a space before the colon": (POST + b"Content-Length : 4\r\n\r\nabcd", 400),
    "a space before the name": (b"GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
    "a null character": (b"GET / HTTP/1.1\r\nHost: a\r\nX: b\x00c\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    "another host in the address": (b"GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    "an address of another kind": (b"GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    "an address to connect to": (b"CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 400),
    "HTTP/0.9": (b"GET /\r\n\r\n", 505),
    "HTTP/1.9": (b"GET / HTTP/1.9\r\nHost: a\r\n\r\n", 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "a space in the address": (b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    "no address": (b"GET HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    "a long address": (b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 431),
    "a long header": (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 40_000 + END, 431),
    "a header without end": (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 400_000, 431),
    "many headers": (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
}
# These are no bodies: who reads them waits, or is told so, and what follows is no request.
BROKEN: dict[str, bytes] = {
    "a chunk with another end": CHUNKED + b"4\r\nabcdXX0\r\n\r\n" + SMUGGLED,
    "chunks with bare line ends": CHUNKED + b"4\nabcd\n0\n\n" + SMUGGLED,
    "an extension with a bare line end": CHUNKED + b"4;x\nabcd\r\n0\r\n\r\n" + SMUGGLED,
    "a chunk of a hexadecimal kind": CHUNKED + b"0x4\r\nabcd\r\n0\r\n\r\n" + SMUGGLED,
    "a negative chunk": CHUNKED + b"-4\r\nabcd\r\n0\r\n\r\n" + SMUGGLED,
    "an enormous chunk": CHUNKED + b"fffffffffffffffff\r\nabcd\r\n0\r\n\r\n" + SMUGGLED,
    "a body that ends early": POST + b"Content-Length: 10\r\n\r\nabcd",
}
FINE: dict[str, tuple[bytes, bytes]] = {
    "a length": (POST + b"Content-Length: 4\r\n\r\nabcd", b"abcd"),
    "chunks": (CHUNKED + b"4\r\nabcd\r\n3\r\nefg\r\n0\r\n\r\n", b"abcdefg"),
    "chunks with extensions": (CHUNKED + b"4;x=y\r\nabcd\r\n0;z\r\n\r\n", b"abcd"),
    "a trailer": (CHUNKED + b"4\r\nabcd\r\n0\r\nX-Late: b\r\n\r\n", b"abcd"),
    "a coding in capitals": (POST + b"Transfer-Encoding: CHUNKED\r\n\r\n4\r\nabcd\r\n0\r\n\r\n", b"abcd"),
    "a whole address": (b"POST http://A/first HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", b"x"),
    "HTTP/1.0": (b"POST /first HTTP/1.0\r\nContent-Length: 1\r\n\r\nx", b"x"),
    "another protocol offered": (POST + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", b""),
}


@pytest.fixture
def app() -> Reached:
    return Reached()


@pytest.fixture
def port(app: Reached, tmp_path: Path) -> Iterator[int]:
    with serving(app, tmp_path, Limits()) as found:
        yield found


@pytest.mark.parametrize("name", STRANGE)
def test_strange_requests_are_refused(name: str, app: Reached, port: int) -> None:
    request, wanted = STRANGE[name]
    answer = ask(port, request)
    assert status(answer) == wanted, answer[:200]
    assert len(app.asked) == (wanted == 200)
    # Nothing that came after it counts as a request.
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("name", BROKEN)
def test_broken_bodies_reach_nobody(name: str, app: Reached, port: int) -> None:
    answer = ask(port, BROKEN[name])
    assert status(answer) in (0, 400), answer[:200]
    assert app.asked == []


@pytest.mark.parametrize("name", FINE)
def test_plain_requests_come_whole(name: str, app: Reached, port: int) -> None:
    request, body = FINE[name]
    assert status(ask(port, request)) == 200
    (environ, came), *others = app.asked
    assert (environ["PATH_INFO"], came, others) == ("/first", body, [])
    assert environ.get("CONTENT_LENGTH", "0") == str(len(body))
    assert "HTTP_TRANSFER_ENCODING" not in environ


def test_headers_come_as_they_were_said(app: Reached, port: int) -> None:
    request = (
        b"GET /a%20b%ff?q=%41 HTTP/1.1\r\nHost: a\r\nX-Two: 1\r\nX-Two: 2\r\nCookie: a=1\r\nCookie: b=2\r\n"
        b"X_Two: 3\r\nX_Forwarded_For: 6.6.6.6\r\nContent_Length: 9\r\nProxy: http://evil/\r\n\r\n"
    )
    assert status(ask(port, request)) == 200
    environ, _ = app.asked[0]
    assert environ["PATH_INFO"] == "/a b\xff"
    assert environ["QUERY_STRING"] == "q=%41"
    assert environ["HTTP_X_TWO"] == "1,2"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert {"HTTP_PROXY", "HTTP_X_FORWARDED_FOR", "CONTENT_LENGTH"}.isdisjoint(environ)


def test_requests_on_one_connection_are_answered_in_turn(app: Reached, port: int) -> None:
    first = POST + b"Content-Length: 3\r\n\r\nabc"
    answer = ask(port, first + SMUGGLED + b"GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert answer.count(b"HTTP/1.1 200 ") == 3
    assert app.paths == ["/first", "/smuggled", "/last"]


def test_smuggled_request_is_not_answered_in_place_of_the_first(app: Reached, port: int) -> None:
    answer = ask(port, SMUGGLED + b"GET / HTTP/1.1\nHost: a\n\n")
    assert app.paths in ([], ["/smuggled"])
    assert status(answer) in (0, 200)


@pytest.mark.parametrize(
    ("version", "target", "headers", "wanted"),
    [
        ("1.1", b"/", [(b"host", b"a")], 0),
        ("1.1", b"*", [(b"host", b"a")], 0),
        ("1.0", b"/", [], 0),
        ("1.1", b"/", [(b"host", b"a"), (b"content-length", b"1" * 19)], 413),
        ("1.1", b"/", [(b"host", b"a"), (b"content-length", b"101")], 413),
        ("1.1", b"/", [(b"host", b"a"), (b"content-length", b"100")], 0),
        ("1.1", b"/", [(b"host", b"a"), (b"content-length", "٣".encode())], 400),
        ("1.1", b"/", [(b"host", b"a"), (b"transfer-encoding", b"chunked"), (b"content-length", b"1")], 400),
        ("2.0", b"/", [(b"host", b"a")], 505),
        ("1.1", b"x" * 200, [(b"host", b"a")], 431),
        ("1.1", b"/", [(b"host", b"a")] + [(b"x", b"")] * 5, 431),
    ],
)
def test_a_head_is_looked_at_before_anything_else(
    version: str, target: bytes, headers: list[tuple[bytes, bytes]], wanted: int
) -> None:
    said = 0
    try:
        connection.check(version, target, headers, Limits(head_bytes=200, headers=5, body_bytes=100))
    except connection.Refused as refused:
        said = refused.status
    assert said == wanted
