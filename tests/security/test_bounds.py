"""Oversize everything, proxies that nobody named, a mailbox that is not for strangers, headers on every answer."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from adjudicator import game_file
from correspondence.archive.files import MAX_FILE_BYTES
from correspondence.settings import BadSetting, Settings
from correspondence.store import Store
from tests.correspondence.people import People, check_imports
from tests.web.visitors import Browser, Program, rows
from web import create_app

MEGABYTE = 1024 * 1024
WIDE: dict[str, tuple[dict[str, Any], int]] = {
    "a body of two megabytes": ({"data": b"a=" + b"x" * 2 * MEGABYTE}, 413),
    "a hundred thousand fields": ({"data": b"&".join(b"a%d=1" % n for n in range(100_000))}, 413),
    "a name of a field of half a megabyte": ({"data": b"x" * 500_000 + b"=1"}, 422),
    "a value of half a megabyte": ({"data": {"title": "x" * 500_000, "edition": "first-edition"}}, 422),
    "ten thousand parts": (
        {
            "data": b"".join(
                b'--b\r\nContent-Disposition: form-data; name="a%d"\r\n\r\n1\r\n' % n for n in range(10_000)
            ),
            "content_type": "multipart/form-data; boundary=b",
        },
        413,
    ),
    "a part with a head of a hundred kilobytes": (
        {
            "data": b"--b\r\nContent-Disposition: form-data; name=a; x=" + b"y" * 100_000 + b"\r\n\r\n1\r\n--b--\r\n",
            "content_type": "multipart/form-data; boundary=b",
        },
        413,
    ),
}


@pytest.mark.parametrize("name", WIDE)
def test_what_is_too_large_is_refused(name: str, people: People, signed_in: Callable[[str], Browser]) -> None:
    ada = signed_in("ada")
    before, (sent, status) = rows(people.store), WIDE[name]
    headers = {"X-CSRFToken": ada.mark()}
    sent = {"content_type": "application/x-www-form-urlencoded", **sent}
    answer = ada.client.post("/games/new", headers=headers, **sent)
    # What goes unread of a form is as good as nothing.
    assert answer.status_code in (status, 413, 422), answer.status
    assert len(answer.data) < MEGABYTE
    assert rows(people.store) == before


def test_long_headers_and_cookies_are_no_trouble(client: FlaskClient) -> None:
    for headers in (
        {"Cookie": "rookery_session=" + "x" * 60_000},
        {"Cookie": "; ".join(f"a{n}=1" for n in range(5000))},
        {"Cookie": 'rookery_form="\\"; rookery_session=\x7f'},
        {"Authorization": "Bearer " + "x" * 60_000},
        {"Accept-Language": ",".join(f"x{n};q=0.{n}" for n in range(5000))},
        {"Accept": "text/html;q=" + "9" * 5000},
        {"User-Agent": "x" * 60_000},
        {"If-None-Match": '"' + "x" * 60_000},
        {"Range": "bytes=" + ",".join("0-1" for _ in range(5000))},
        {"X-Forwarded-For": ",".join("1.2.3.4" for _ in range(5000))},
        {"Content-Length": "-1"},
        {"Referer": "x" * 60_000},
    ):
        for path in ("/", "/api/v1/me", "/opening.svg"):
            assert client.get(path, headers=headers).status_code < 500, (path, list(headers))
    assert client.get("/lobby?" + "&".join(f"a{n}=1" for n in range(5000))).status_code < 500
    assert client.get("/games/" + "x" * 4000).status_code == 404


def test_deep_and_packed_files_are_refused(people: People, program: Callable[[str], Program]) -> None:
    robot = program("ada")
    before = rows(people.store)
    whole = json.loads(game_file.encode(game_file.new("first-edition", 3, "a seed")))
    bombs = {
        "nested lists": b"[" * 2_000_000,
        "nested in its place": json.dumps(whole).encode().replace(b'"journal": []', b'"journal": ' + b"[" * 100_000),
        "packed": zlib.compress(b" " * MAX_FILE_BYTES),
        "a great number": json.dumps({**whole, "players": 1}).encode().replace(b": 1,", b": " + b"9" * 100_000 + b","),
        "many rounds": json.dumps({**whole, "rounds": {str(n): [] for n in range(100_000)}}).encode(),
        "seventeen megabytes": b'{"format": "' + b"x" * (17 * MEGABYTE) + b'"}',
        "many pieces": json.dumps({**whole, "options": {"pace": ["a"] * 200_000}}).encode(),
    }
    for name, data in bombs.items():
        for headers in ({}, {"Content-Encoding": "gzip"}):
            answer = robot.ask("POST", "/games/import", data=data, content_type="application/json", headers=headers)
            assert answer.status_code == (413 if len(data) > MAX_FILE_BYTES else 202), (name, answer.status)
            assert check_imports(people) == (answer.status_code == 202)
            assert len(answer.data) < 4000, name
    sent = robot.ask("GET", "/imports")
    assert {one["state"] for one in sent.json or []} == {"refused"}
    assert len(sent.data) < 8000
    after = rows(people.store)
    assert len(after.pop("imports")) == 12
    assert after == {name: kept for name, kept in before.items() if name != "imports"}


def asker(settings: Settings, store: Store, **given: str) -> str:
    """From where a request seems to come."""
    app = create_app(settings, store)
    app.add_url_rule("/asker", "asker", lambda: request.remote_addr or "none")
    headers = {"X-Forwarded-For": given["told"]} if "told" in given else {}
    return app.test_client().get("/asker", headers=headers, environ_base={"REMOTE_ADDR": given["peer"]}).text


PROXIES = [
    ((), 0, "203.0.113.9", "192.0.2.1", "203.0.113.9"),
    (("10.0.0.0/8",), 1, "203.0.113.9", "192.0.2.1", "203.0.113.9"),
    (("10.0.0.0/8",), 1, "10.0.0.2", "192.0.2.1", "192.0.2.1"),
    (("10.0.0.0/8",), 1, "10.0.0.2", "6.6.6.6, 192.0.2.1", "192.0.2.1"),
    (("10.0.0.0/8",), 1, "10.0.0.2", "192.0.2.1, 10.0.0.3", "192.0.2.1"),
    (("10.0.0.0/8",), 1, "10.0.0.2", "<script>", "10.0.0.2"),
    (("10.0.0.0/8", "::1"), 2, "::1", "2001:db8::5", "2001:db8::5"),
    (("10.0.0.0/8",), 1, "::ffff:10.0.0.2", "192.0.2.1", "192.0.2.1"),
    ((), 1, "10.0.0.2", "6.6.6.6, 192.0.2.1", "192.0.2.1"),
]


@pytest.mark.parametrize(("networks", "count", "peer", "told", "wanted"), PROXIES)
def test_only_own_proxies_say_for_whom_they_ask(
    networks: tuple[str, ...], count: int, peer: str, told: str, wanted: str, settings: Settings, store: Store
) -> None:
    given = replace(settings, proxy_networks=networks, trusted_proxies=count)
    assert asker(given, store, peer=peer, told=told) == wanted


def test_proxies_as_a_setting(settings: Settings) -> None:
    folder = {"ROOKERY_DATA": str(settings.data_dir)}
    read = Settings.from_environment({**folder, "TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8"})
    assert (read.trusted_proxies, read.proxy_networks) == (2, ("127.0.0.1/32", "10.0.0.0/8"))
    assert Settings.from_environment({**folder, "TRUSTED_PROXIES": "2"}).proxy_networks == ()
    for wrong in ("10", "-1", "10.0.0.1/8", "proxy.example", "127.0.0.1,,"):
        with pytest.raises(BadSetting, match="TRUSTED_PROXIES"):
            Settings.from_environment({**folder, "TRUSTED_PROXIES": wrong})


def test_the_mailbox_is_for_this_machine_alone(
    people: People, app: Flask, settings: Settings, store: Store, signed_in: Callable[[str], Browser]
) -> None:
    """Emails open accounts: nobody else reads them where a service has no mail server."""
    Browser(app.test_client()).post("/sign-in", {"email": "ada@rookery.example"})
    people.deliver()
    here = app.test_client().get("/mailbox")
    assert here.status_code == 200
    assert "ada@rookery.example" in here.text
    afar = {"REMOTE_ADDR": "192.0.2.7"}
    for path in ("/mailbox", "/mailbox/x", "/mailbox/x/raw", "/mailbox/x/html", "/mailbox/x/parts/y"):
        assert app.test_client().get(path, environ_base=afar).status_code == 404
        # A page elsewhere leads its own name to this machine.
        assert app.test_client().get(path, headers={"Host": "evil.example"}).status_code == 400
    assert "Mailbox" not in app.test_client().get("/", environ_base=afar).text
    # Behind a web server on the same machine everybody seems to be here.
    public = create_app(replace(settings, base_url="https://rookery.example"), store, people.clock)
    assert public.test_client().get("/mailbox", base_url="https://rookery.example").status_code == 404
    host = signed_in("hal")
    assert host.get("/mailbox", environ_base=afar).status_code == 404
    with people.store.begin() as session:
        people.account_in(session, "hal").host = True
    assert host.get("/mailbox", environ_base=afar).status_code == 200


HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def test_every_answer_has_its_headers(app: Flask, client: FlaskClient) -> None:
    for path in ("/", "/sign-in", "/none", "/static/rookery.css", "/api/v1/me", "/api/openapi.json", "/opening.svg"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert "unsafe-eval" not in policy
        assert "*" not in policy
        assert policy.startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in policy
        assert "camera=()" in answer.headers["Permissions-Policy"]
        assert "Strict-Transport-Security" not in answer.headers, "only with TLS"
        assert "Server" not in answer.headers or "Werkzeug" not in answer.headers["Server"]
    assert app.config["MAX_CONTENT_LENGTH"] == MEGABYTE


@pytest.mark.parametrize(
    "data",
    [
        b"--b\r\nContent-Disposition: form-data; x=y\r\n\r\n1\r\n--b--\r\n",
        b'--b\r\nContent-Disposition: form-data; filename="x"\r\n\r\n1\r\n--b--\r\n',
        b'--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na\x00b\r\n--b--\r\n',
        b'--b\r\nContent-Disposition: form-data; name="a\x00"\r\n\r\nb\r\n--b--\r\n',
    ],
)
def test_fields_without_a_name_and_null_characters_are_refused(
    data: bytes, signed_in: Callable[[str], Browser]
) -> None:
    ada = signed_in("ada")
    headers = {"X-CSRFToken": ada.mark()}
    for path in ("/sign-in/password", "/import", "/games/new", "/account"):
        answer = ada.client.post(path, data=data, content_type="multipart/form-data; boundary=b", headers=headers)
        assert answer.status_code == 400, (path, answer.status)
    fields = {"email": "a\x00@rookery.example", "password": "x"}
    assert ada.client.post("/sign-in/password", data=fields, headers=headers).status_code == 400
