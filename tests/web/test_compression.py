"""What is packed, how it is told, and that no page with a secret ever is."""

from __future__ import annotations

import gzip

import brotli  # type: ignore[import-untyped]
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.correspondence.people import People
from tests.web.api_table import API
from tests.web.copied_places import CopiedPlaces
from tests.web.page_table import PAGES
from web import compression
from web.assets import version_now
from web.compression import ALIKE, READ

PACKED = {"Accept-Encoding": "gzip"}
STYLE = f"/assets/{version_now()}/rookery.css"

MOMENTS = ("history.moments", "history.turn_moments", "what_ifs.moments")


def unpacked(answer: TestResponse) -> bytes:
    """The body, whether packed or not."""
    return gzip.decompress(answer.data) if answer.content_encoding == "gzip" else answer.data


@pytest.mark.parametrize(
    ("asked", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("x-gzip, gzip", True),
        ("gzip;q=0.001", True),
        ("", False),
        ("br", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("*;q=0", False),
        ("gzip;q=0.5, identity", False),
        ("identity;q=0, gzip", True),
    ],
)
def test_what_the_reader_takes_is_sent(asked: str, packed: bool, client: FlaskClient) -> None:
    plain = client.get(STYLE)
    answer = client.get(STYLE, headers={"Accept-Encoding": asked})
    assert (answer.content_encoding == "gzip") == packed
    assert unpacked(answer) == plain.data
    assert "Accept-Encoding" in str(answer.vary)
    assert answer.content_length == len(answer.data)
    if packed:
        assert len(answer.data) < len(plain.data) / 2


def test_each_form_has_its_own_name_and_is_sent_once(client: FlaskClient) -> None:
    packed, plain = client.get(STYLE, headers=PACKED), client.get(STYLE)
    names = {answer.headers["ETag"] for answer in (packed, plain)}
    assert len(names) == 2
    for answer, headers in ((packed, PACKED), (plain, {})):
        again = client.get(STYLE, headers={**headers, "If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert "Accept-Encoding" in str(again.vary)


def test_a_head_says_what_a_page_would(client: FlaskClient) -> None:
    page, head = client.get(STYLE, headers=PACKED), client.head(STYLE, headers=PACKED)
    assert head.data == b""
    assert {**head.headers, "X-Request-ID": ""} == {**page.headers, "X-Request-ID": ""}


def test_parts_of_a_file_are_parts_of_the_file(client: FlaskClient) -> None:
    part = client.get(STYLE, headers={**PACKED, "Range": "bytes=0-9"})
    assert (part.status_code, part.content_encoding) == (206, None)
    assert part.data == client.get(STYLE).data[:10]


def test_a_page_for_strangers_is_packed(app: Flask, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    people.adjudicate(game)
    for path in (f"/games/{game}/rounds/1", f"/games/{game}", "/help/second-edition", f"/api/v1/games/{game}"):
        answer, plain = app.test_client().get(path, headers=PACKED), app.test_client().get(path)
        assert answer.status_code == 200
        assert answer.content_encoding == "gzip", path
        assert len(unpacked(answer)) == pytest.approx(len(plain.data), abs=200)


def test_no_page_with_a_secret_is_packed(app: Flask, people: People) -> None:
    """All addresses there are, for who is signed in, for a token, and for a stranger."""
    places = CopiedPlaces(app, people)
    walked = 0
    for endpoint, found in PAGES.items():
        for method, path, status in found:
            where = path.format(**places.at)
            if method != "GET" or status != 200:
                continue
            walked += 1
            for browser in (places.browser.client, app.test_client()):
                answer = browser.get(where, headers=PACKED)
                if answer.content_encoding != "gzip":
                    continue
                body = unpacked(answer)
                assert b"csrf_token" not in body, where
                assert "Set-Cookie" not in answer.headers, where
                if browser is places.browser.client:
                    # A drawing holds no words of anybody, nor do the drawings of what happened.
                    drawn = answer.mimetype == "image/svg+xml" or endpoint in MOMENTS
                    assert endpoint in ALIKE or drawn, where
    for method, path, _, status in API.values():
        if method == "GET" and status == 200:
            walked += 1
            answer = places.program.get(path.format(**places.at), headers=PACKED)
            assert answer.content_encoding != "gzip" or answer.mimetype == "image/svg+xml", path
    assert walked > 60


@pytest.mark.parametrize("name", ["link", "unsubscribe", "address", "delete"])
def test_pages_of_links_are_not_packed(name: str, app: Flask, people: People) -> None:
    at = CopiedPlaces(app, people).at
    path = {"link": "/sign-in/", "unsubscribe": "/unsubscribe/", "address": "/account/address/"}.get(
        name, "/account/delete/"
    )
    answer = app.test_client().get(path + at[name], headers=PACKED)
    assert (answer.status_code, answer.content_encoding) == (200, None)


READER = {**PACKED, "Sec-Fetch-Site": "same-origin"}


def test_what_a_reader_asks_for_is_packed(app: Flask, people: People) -> None:
    """By a page of ours or by hand; whatever another site may have asked for, or have a say in, leaves as it is."""
    places = CopiedPlaces(app, people)
    browser, game = places.browser.client, f"/games/{places.at['game']}"
    for site in ("same-origin", "none"):
        answer = browser.get(game, headers={**PACKED, "Sec-Fetch-Site": site})
        assert answer.content_encoding == "gzip"
        assert b"csrf_token" in unpacked(answer)
    for site in ("cross-site", "same-site", "", "same-origin, cross-site"):
        assert browser.get(game, headers={**PACKED, "Sec-Fetch-Site": site}).content_encoding is None
    assert browser.get(f"{game}?invitation=guess", headers=READER).content_encoding is None
    assert browser.get(f"{game}/state?since=1", headers=READER).content_encoding == "gzip"
    assert browser.get("/lobby?title=guess", headers=READER).content_encoding is None


def test_only_what_is_named_is_packed_for_its_reader(app: Flask, people: People) -> None:
    places = CopiedPlaces(app, people)
    packed = set()
    for endpoint, found in PAGES.items():
        for method, path, status in found:
            if method == "GET" and status == 200:
                answer = places.browser.client.get(path.format(**places.at), headers=READER)
                if answer.content_encoding == "gzip" and answer.mimetype == "text/html" and endpoint not in ALIKE:
                    packed.add(endpoint)
    assert packed <= READ
    assert {"games.game", "sheets.turn", "history.results", "home.home"} <= packed
    assert {endpoint.partition(".")[0] for endpoint in READ}.isdisjoint({"accounts", "mailbox", "press", "gm"})


def test_the_length_of_a_reader_s_page_is_chance(app: Flask, people: People) -> None:
    places = CopiedPlaces(app, people)
    path = f"/games/{places.at['game']}"
    lengths = {len(places.browser.client.get(path, headers=READER).data) for _ in range(12)}
    assert len(lengths) > 4
    assert max(lengths) - min(lengths) > 10


def test_pages_are_brotli_with_padding_by_chance(app: Flask, people: People) -> None:
    places = CopiedPlaces(app, people)
    path, reader = f"/games/{places.at['game']}/turns/1", {**READER, "Accept-Encoding": "gzip, br"}
    plain = places.browser.client.get(path).data
    answers = [places.browser.client.get(path, headers=reader) for _ in range(12)]
    assert {answer.content_encoding for answer in answers} == {"br"}
    assert len(brotli.decompress(answers[0].data)) == len(plain)
    lengths = {len(answer.data) for answer in answers}
    assert len(lengths) > 4
    assert max(lengths) - min(lengths) > 10


@pytest.mark.parametrize("length", [0, 1, 2, 64, 65, 99, 255])
def test_readers_of_brotli_skip_what_is_to_be_skipped(length: int) -> None:
    packer = brotli.Compressor()
    packed = packer.process(b"words " * 50) + packer.flush() + compression.metadata_block(length) + packer.finish()
    assert brotli.decompress(packed) == b"words " * 50
    assert len(compression.metadata_block(length)) == (length + 2 if length else 0)


@pytest.mark.parametrize(
    ("asked", "how"), [("gzip, deflate, br, zstd", "br"), ("gzip, br;q=0.5", "gzip"), ("*", "gzip"), ("br", None)]
)
def test_brotli_for_files_is_for_browsers_that_name_it(asked: str, how: str | None, client: FlaskClient) -> None:
    plain, answer = client.get(STYLE), client.get(STYLE, headers={"Accept-Encoding": asked})
    assert answer.content_encoding == how
    whole = brotli.decompress(answer.data) if how == "br" else unpacked(answer)
    assert whole == plain.data
    if how:
        assert answer.headers["ETag"].endswith(f'-{how}"')


@pytest.mark.parametrize(
    ("asked", "how"), [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0.1, gzip", "gzip"), ("br", "br"), ("", None)]
)
def test_drawings_are_packed_as_the_reader_likes_best(asked: str, how: str | None, app: Flask, people: People) -> None:
    path = f"/games/{people.game({'stark': 'ada', 'tyrell': 'bo'})}/map.svg"
    plain, answer = app.test_client().get(path), app.test_client().get(path, headers={"Accept-Encoding": asked})
    assert answer.content_encoding == how
    assert (brotli.decompress(answer.data) if how == "br" else unpacked(answer)) == plain.data


def test_without_brotli_there_is_gzip(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "brotli", None)
    for path in (STYLE, "/opening.svg"):
        assert client.get(path, headers={"Accept-Encoding": "gzip, br"}).content_encoding == "gzip"
