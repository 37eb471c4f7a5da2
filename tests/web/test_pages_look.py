"""What pages need to look as they should: our own fonts and pictures, badges, a story in brief; and a choice of
emails."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask.testing import FlaskClient

from tests.correspondence.people import People
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]
FONT = b"wOF2"


def test_fonts_come_from_our_own_address(client: FlaskClient) -> None:
    style = client.get("/static/rookery.css").text
    fonts = re.findall(r'url\("([^"]+)"\)', style)
    assert len(fonts) == 2
    for font in fonts:
        answer = client.get(f"/static/{font}")
        assert (answer.status_code, answer.data[:4]) == (200, FONT)
    assert "SIL OPEN FONT LICENSE" in client.get("/static/fonts/OFL.txt").text


def test_no_page_brings_style_or_code_in_line(client: FlaskClient, signed_in: Browsers, running_game: str) -> None:
    ada = signed_in("ada")
    for path in ("/", "/account", "/games/new", f"/games/{running_game}", "/mailbox", "/health"):
        # Our own scripts come as files.
        text = ada.get(path).text.replace('<script src="/assets/', "")
        assert not re.search(r"<(script|style)\b|\sstyle=|\son[a-z]+=", text), path
        assert "http://" not in re.sub(r"<code[^>]*>.*?</code>", "", text), path


def test_the_first_page_shows_the_board(client: FlaskClient) -> None:
    assert "/opening.svg" in client.get("/").text
    drawn = client.get("/opening.svg")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    etag = drawn.headers["ETag"]
    assert client.get("/opening.svg", headers={"If-None-Match": etag}).status_code == 304
    assert client.get("/opening.svg?theme=night").headers["ETag"] != etag


def test_houses_wear_the_shapes_of_the_map(signed_in: Browsers, running_game: str) -> None:
    text = signed_in("ada").get(f"/games/{running_game}").text
    shapes = dict(re.findall(r'<path d="([^"]+)" fill="[^"]+"[^>]*/><text[^>]*>(\w)</text>', text))
    assert set(shapes.values()) == set("SLBGT")
    assert len(shapes) == 5


def test_the_game_page_tells_the_last_turn_in_brief(people: People, signed_in: Browsers, running_game: str) -> None:
    people.adjudicate(running_game)
    text = signed_in("ada").get(f"/games/{running_game}").text
    told = text[text.index('id="last-title"') :]
    told = told[: told.index("</section>")]
    assert f"/games/{running_game}/turns/1" in told
    assert "<th scope" in told


def test_mails_of_a_game_are_ended_and_begun_again(people: People, signed_in: Browsers, running_game: str) -> None:
    ada = signed_in("ada")
    box = f'name="letters" value="{running_game}"'
    assert f"{box} checked" in ada.get("/account/mail").text
    people.deliver()
    before = len(people.mails("ada"))
    assert ada.post("/account/mail").status_code == 303
    page = ada.get("/account/mail").text
    assert box in page
    assert f"{box} checked" not in page
    people.adjudicate(running_game)
    people.deliver()
    assert len(people.mails("ada")) == before
    assert ada.post("/account/mail", {"letters": running_game}).status_code == 303
    people.adjudicate(running_game)
    people.deliver()
    assert len(people.mails("ada")) == before + 1


def test_nobody_chooses_mails_for_others(people: People, signed_in: Browsers, running_game: str) -> None:
    assert signed_in("bo").post("/account/mail").status_code == 303
    assert f'value="{running_game}" checked' in signed_in("ada").get("/account/mail").text
