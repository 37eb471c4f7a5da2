"""Active content in everything that people type: names, titles, messages, notes, orders, overrides, reasons. Nothing of
it acts, wherever it is shown: pages, emails (text and HTML), drawings, exports, headers."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from flask import Flask
from sqlalchemy import select

from correspondence.games.access import find_game
from correspondence.models.accounts import Account
from correspondence.models.games import Conversation
from tests.correspondence.people import People, link_in
from tests.security.stage import ACTIVE, PAGES
from tests.web.visitors import Browser, Program, browser_of

LINKS = {"href", "src", "action", "formaction", "srcset", "poster", "data", "xlink:href", "background", "ping"}
FORBIDDEN = {"object", "embed", "base", "applet", "frame", "frameset"}


class Watch(HTMLParser):
    """Reads a page as a browser does, and writes down what would act."""

    def __init__(self, *, mail: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.text: list[str] = []
        self._mail = mail

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name.lower(): value or "" for name, value in attrs}
        own_script = tag == "script" and given.get("src", "").startswith(("/static/", "/assets/")) and "nonce" in given
        if tag in FORBIDDEN or (tag in ("script", "style", "iframe") and not own_script and not self._mail):
            self.found.append(f"<{tag} {given}>")
        for name, value in given.items():
            plain = "".join(value.split()).lower()
            if name.startswith("on") or (name in LINKS and plain.startswith(("javascript:", "data:text", "vbscript:"))):
                self.found.append(f"<{tag} {name}={value!r}>")
            if name == "style" and not self._mail:
                self.found.append(f"<{tag} style={value!r}>")
            if name in LINKS and "zorse" in plain and not plain.startswith(("/", "?", "#", "http", "cid:", "mailto:")):
                self.found.append(f"<{tag} {name}={value!r}>")
        if tag in ("script", "iframe") and self._mail:
            self.found.append(f"<{tag}>")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def watched(html: str, *, mail: bool = False) -> tuple[list[str], str]:
    """What would act on a page, and its text."""
    watch = Watch(mail=mail)
    watch.feed(html)
    watch.close()
    return watch.found, "".join(watch.text)


def test_the_watch_sees_what_acts() -> None:
    for active in ACTIVE:
        if active not in ("javascript:zorse()", "{{ 7*191 }}", "&lt;script&gt;zorse()", ACTIVE[-1]):
            assert watched(f"<p>{active}</p>")[0], active
    assert watched(f'<input value="{ACTIVE[-1]}">')[0]
    assert not watched('<p><a href="/games/x">&lt;script&gt;</a></p>')[0]


def test_nothing_typed_acts_on_any_page(stage: dict[str, str], app: Flask, people: People) -> None:
    shown = 0
    for name in ("ada", "fay"):
        browser = browser_of(app, people, name)
        paths = [path.format(**stage) for path in PAGES.split()]
        with people.store.read() as session:
            paths += [f"/people/{account.public_id}" for account in session.query(Account)]
            threads = session.scalars(select(Conversation.public_id)).all()
        paths += [f"/conversations/{thread}" for thread in threads]
        for path in paths:
            page = browser.get(path)
            assert page.status_code < 500, path
            if page.mimetype != "text/html":
                continue
            found, text = watched(page.text)
            assert not found, (path, found)
            assert "1337" not in text, path
            shown += "zorse" in text
    assert shown > 20, "what was typed is shown, as text"


def test_nothing_typed_acts_in_mails(stage: dict[str, str], people: People) -> None:
    shown = 0
    for name in ("ada", "bo", "fay", "new"):
        for mail in people.mails(name):
            plain, rich = mail.get_body(("plain",)), mail.get_body(("html",))
            assert isinstance(plain, EmailMessage)
            headers = [(key, str(value)) for key, value in mail.items()]
            assert not any("\n" in value or "\r" in value for _, value in headers)
            assert {key.lower() for key, _ in headers}.isdisjoint({"bcc", "cc", "x-zorse"})
            assert len([key for key, _ in headers if key.lower() == "to"]) == 1
            if isinstance(rich, EmailMessage):
                found, text = watched(str(rich.get_content()), mail=True)
                assert not found, (mail["Subject"], found)
                assert "1337" not in text
                shown += "zorse" in text
    assert shown > 5


def drawings(program: Program, game: str) -> Iterator[str]:
    """The maps and what else is SVG."""
    for path in (f"/games/{game}/map.svg", f"/games/{game}/map.svg?round=1&arrows=1", f"/games/{game}/map.svg?call=1"):
        yield program.get(path).text


def test_drawings_are_shapes_alone(stage: dict[str, str], program: Callable[[str], Program]) -> None:
    for drawn in drawings(program("ada"), stage["game"]):
        tree = ElementTree.fromstring(drawn)
        for element in tree.iter():
            tag = element.tag.rpartition("}")[2]
            assert tag not in ("script", "foreignObject", "iframe", "image", "animate", "set", "a"), tag
            for name, value in element.attrib.items():
                assert not name.rpartition("}")[2].lower().startswith("on"), (tag, name)
                assert "href" not in name or value.startswith("#"), (tag, name, value)
                assert "javascript:" not in value.lower()
        assert "<!ENTITY" not in drawn
        assert "<!DOCTYPE" not in drawn


def test_exports_are_data(stage: dict[str, str], signed_in: Callable[[str], Browser]) -> None:
    ada, game = signed_in("ada"), stage["game"]
    for path in (f"/games/{game}/export.json", "/account/data.json", f"/games/{game}/game.json"):
        answer = ada.get(path)
        assert answer.mimetype == "application/json"
        json.loads(answer.data)
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert ada.get(f"/games/{game}/export.txt").mimetype == "text/plain"
    packed = zipfile.ZipFile(io.BytesIO(ada.get(f"/games/{game}/export.zip").data))
    for name in packed.namelist():
        assert not name.startswith(("/", "..")), name
        assert "\\" not in name
        if name.endswith(".svg"):
            ElementTree.fromstring(packed.read(name))
        if name.endswith(".html"):
            assert not watched(packed.read(name).decode())[0], name


BROKEN_LINES = (
    "a\r\nSet-Cookie: zorse=1",
    "a\nLocation: //zorse",
    "a\r\n\r\n<script>",
    "a\x00b",
    "a\u2028b",
    "a\x0bb",
    "a\x85b",
)


def test_no_line_breaks_get_into_headers_or_mails(
    people: People, signed_in: Callable[[str], Browser], program: Callable[[str], Program]
) -> None:
    ada, robot = signed_in("ada"), program("ada")
    game = people.game({"stark": "ada"}, title="A game")
    for broken in BROKEN_LINES:
        for path, fields in (
            ("/account", {"name": broken, "language": "en", "zone": "UTC"}),
            ("/games/new", {"title": broken, "edition": "first-edition", "players": "5"}),
            ("/account/tokens", {"token_name": broken}),
            ("/account/absences", {"first": "2027-01-24", "last": "2027-01-26", "note": broken}),
            ("/account/address", {"email": f"ada@rookery.example{broken}"}),
        ):
            answer = ada.post(path, fields)
            assert answer.status_code in (303, 400, 422), (path, answer.status)
            assert "zorse" not in str(answer.headers), path
            if "\r" in broken or "\n" in broken or "\x00" in broken:
                assert answer.status_code != 303 or path == "/account/address", (path, broken)
        assert robot.ask("PATCH", "/me", json={"name": broken}).status_code in (400, 422)
        for path in (f"/sign-in?next=/{broken}", f"/games/{game}?code={broken}", f"/lobby?title={broken}"):
            assert "zorse" not in str(ada.get(path).headers), path
    with people.store.read() as session:
        assert find_game(session, game).title == "A game"
        names = [account.name for account in session.query(Account)]
    assert not any(char in name for name in names for char in "\r\n\x00\u2028\x0b\x85")


GOALS = (
    "//zorse",
    "https://zorse",
    "/\\zorse",
    "\\\\zorse",
    "javascript:zorse()",
    "/%0d%0aLocation:zorse",
    "///zorse",
    "\t//zorse",
    "/\r\nLocation: //zorse",
    "/\u2215zorse",
)


@pytest.mark.parametrize("goal", GOALS)
def test_nobody_is_led_to_another_site(goal: str, people: People, signed_in: Callable[[str], Browser]) -> None:
    ada = signed_in("ada")
    page = ada.get("/sign-in", query_string={"next": goal})
    assert not watched(page.text)[0]
    ada.post("/sign-in", {"email": "ada@rookery.example", "next": goal})
    people.deliver()
    used = ada.post(f"/sign-in/{link_in(people.mails('ada')[-1], 'sign-in/')}")
    led = urlsplit(urljoin("http://localhost/", used.headers["Location"]))
    assert (led.scheme, led.netloc) == ("http", "localhost"), used.headers["Location"]
    assert "\r" not in used.headers["Location"]


HOSTS = ("zorse.example", "127.0.0.1.zorse.example", "zorse.example:8000", "localhost@zorse.example", "[::1", "", "a b",
         "localhost.zorse", "127.0.0.1:8000/zorse?", "\u2024")  # fmt: skip


def test_links_in_mails_are_of_our_own_address(people: People, app: Flask) -> None:
    for number, host in enumerate(HOSTS):
        client = app.test_client()
        mark = Browser(client).mark()
        answer = client.post(
            "/sign-in",
            data={"csrf_token": mark, "email": f"guest{number}@rookery.example"},
            headers={
                "Host": host.encode().decode("latin-1"),
                "X-Forwarded-Host": "zorse.example",
                "Forwarded": "host=zorse",
            },
        )
        assert answer.status_code == 400, (host, answer.status)
        assert "zorse" not in answer.text
    here = Browser(app.test_client())
    here.post("/sign-in", {"email": "good@rookery.example"}, headers={"X-Forwarded-Host": "zorse.example"})
    people.deliver()
    (mail,) = people.mails("good")
    assert "zorse" not in mail.as_string()
    assert app.test_client().get("/health", headers={"Host": "10.1.2.3:8000"}).status_code == 200
