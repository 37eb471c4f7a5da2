"""Requests nobody's browser would send: too large, too deep, for another's seat, too late. Nothing changes by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.correspondence.people import People, link_in
from tests.web.visitors import Browser, Program, codes, rows

TEN_MEGABYTES = 10 * 1024 * 1024
Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]


@pytest.fixture
def ada(signed_in: Browsers) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def robot(program: Programs) -> Program:
    """A program of hers."""
    return program("ada")


def test_ten_megabytes_are_too_many(people: People, running_game: str, ada: Browser, robot: Program) -> None:
    turn, before = people.turn(running_game), rows(people.store)
    sheet = b'{"orders": {"winterfell": "' + b"x" * TEN_MEGABYTES + b'"}}'
    answer = robot.ask("PUT", f"/turns/{turn}/sheet", data=sheet, content_type="application/json")
    assert (answer.status_code, codes(answer)) == (413, {"too-large"})
    answer = robot.ask("POST", "/games", data=sheet, content_type="application/json")
    assert (answer.status_code, codes(answer)) == (413, {"too-large"})
    for path in (f"/turns/{turn}", f"/games/{running_game}/standing", "/games/new", "/sign-in"):
        page = ada.post(path, {"document": "x" * TEN_MEGABYTES, "do": "save-json"})
        assert page.status_code == 413, path
        assert "too large to send here" in page.text
    assert rows(people.store) == before


def test_a_form_in_parts_is_bounded_too(people: People, running_game: str, ada: Browser) -> None:
    turn, before = people.turn(running_game), rows(people.store)
    fields = {"csrf_token": ada.mark(), "document": "x" * TEN_MEGABYTES, "do": "save-json"}
    page = ada.client.post(f"/turns/{turn}", data=fields, content_type="multipart/form-data")
    assert page.status_code == 413
    many = {"csrf_token": ada.mark(), **{f"orders.area-{n}": "march+0" for n in range(3000)}}
    assert ada.client.post(f"/turns/{turn}", data=many, content_type="multipart/form-data").status_code == 413
    assert rows(people.store) == before


def test_a_form_with_thousands_of_fields_is_refused(people: People, running_game: str, ada: Browser) -> None:
    turn, before = people.turn(running_game), rows(people.store)
    for name in ("orders.area-{}", "marches.winterfell[{}].moves[0].to", "support[{}].when"):
        page = ada.post(f"/turns/{turn}", {name.format(n): "1" for n in range(9000)})
        assert page.status_code in (413, 422), name
    assert rows(people.store) == before


def test_another_seats_turn_is_nobody_elses(people: People, signed_in: Browsers, program: Programs) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    turn = people.turn(game)
    people.submit(game, "ada", b'{"orders": {"winterfell": "march+0"}}')
    cy, bo, robot = signed_in("cy"), signed_in("bo"), program("cy")
    before = rows(people.store)
    for browser, path in ((cy, f"/turns/{turn}"), (cy, f"/turns/{turn}/sheets/1"), (cy, f"/games/{game}/standing")):
        page = browser.get(path)
        assert page.status_code == 403, path
        assert "not-your-seat" in page.text
    for path in (f"/turns/{turn}", f"/turns/{turn}/ready", f"/games/{game}/standing", f"/games/{game}/start"):
        page = cy.post(path, {"do": "save", "ready": "yes", "orders.winterfell": "march+0"})
        assert page.status_code == 403, path
    assert bo.get(f"/turns/{turn}/sheets/1").status_code == 404
    assert "march+0" not in bo.get(f"/games/{game}").text
    for method, path in (("GET", f"/turns/{turn}"), ("PUT", f"/turns/{turn}/sheet"), ("PUT", f"/turns/{turn}/ready")):
        answer = robot.ask(method, path, json={})
        assert (answer.status_code, codes(answer)) == (403, {"not-your-seat"})
    assert rows(people.store) == before


def test_a_closed_turn_takes_nothing(people: People, running_game: str, ada: Browser, robot: Program) -> None:
    turn = people.turn(running_game)
    people.later(hours=49)
    refused_everywhere(people, turn, ada, robot)
    people.adjudicate(running_game)
    refused_everywhere(people, turn, ada, robot)


def refused_everywhere(people: People, turn: str, ada: Browser, robot: Program) -> None:
    """Whatever is handed in for the turn is refused as too late."""
    before = rows(people.store)
    for do in ("save", "save-ready"):
        page = ada.post(f"/turns/{turn}", {"do": do, "orders.winterfell": "march+0"})
        assert page.status_code == 409
        assert "turn-closed" in page.text
    assert ada.post(f"/turns/{turn}/ready", {"ready": "yes"}).status_code == 409
    for method, path in (("PUT", "sheet"), ("PUT", "ready"), ("DELETE", "ready")):
        answer = robot.ask(method, f"/turns/{turn}/{path}", json={})
        assert (answer.status_code, codes(answer)) == (409, {"turn-closed"}), (method, path)
    assert rows(people.store) == before


NEW_GAME = {"title": "A game", "edition": "first-edition", "players": "5", "pace": "bulk"}
SUITABLE = {"window_hours": "48", "hold_minutes": "10", "seat_choice": "choose", "visibility": "link"}
BAD_GAMES: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "title": ({"title": ""}, {"title": " "}),
    "a long title": ({"title": "x" * 81}, {"title": "x" * 81}),
    "a title in lines": ({"title": "a\nb"}, {"title": "a\nb"}),
    "edition": ({"edition": "tenth"}, {"edition": "tenth"}),
    "players": ({"players": 2}, {"players": "2"}),
    "many players": ({"players": 10**30}, {"players": "9" * 30}),
    "no players": ({"players": "five"}, {"players": "five"}),
    "pace": ({"pace": "leisurely"}, {"pace": "leisurely"}),
    "kinds": ({"pace": []}, {"pace": "kinds"}),
    "window": ({"window_hours": 0}, {"window_hours": "0"}),
    "a long window": ({"window_hours": 1e300}, {"window_hours": "1e300"}),
    "an endless window": ({"window_hours": float("inf")}, {"window_hours": "inf"}),
    "hold": ({"hold_minutes": -1}, {"hold_minutes": "-1"}),
    "no hold": ({"hold_minutes": float("nan")}, {"hold_minutes": "nan"}),
    "seats": ({"seat_choice": "auction"}, {"seat_choice": "auction"}),
    "visibility": ({"visibility": "secret"}, {"visibility": "secret"}),
}


@pytest.mark.parametrize("name", BAD_GAMES)
def test_a_game_that_cannot_be_is_not_made(name: str, people: People, ada: Browser, robot: Program) -> None:
    body, fields = BAD_GAMES[name]
    before = rows(people.store)
    answer = robot.post("/games", {"title": "A game", **body})
    assert answer.status_code == 422, answer.text
    assert codes(answer)
    page = ada.post("/games/new", {**NEW_GAME, **SUITABLE, **fields})
    assert page.status_code == 422, page.text
    assert rows(people.store) == before


BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{title}",
    "a list": b"[]",
    "a number": b"7",
    "nested lists": b"[" * 100_000,
    "nested objects": b'{"title":' * 12_000,
    "a number without end": b'{"title": "x", "players": ' + b"9" * 10_000 + b"}",
    "half a letter": b'{"title": "\\ud800"}',
    "a null character": b'{"title": "a\\u0000b"}',
    "no UTF-8": b'{"title": "\xff\xfe"}',
    "an unknown field": b'{"title": "x", "seed": "1"}',
    "null": b"null",
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_no_game_is_refused(name: str, people: People, robot: Program) -> None:
    lobby = people.game({"stark": "ada"}, bots_fill_seats=False)
    before = rows(people.store)
    for method, path in (("POST", "/games"), ("PATCH", "/me"), ("POST", f"/games/{lobby}/invitations")):
        answer = robot.ask(method, path, data=BODIES[name], content_type="application/json")
        if (method, name) != ("PATCH", "nothing"):
            assert answer.status_code in (400, 422), (path, answer.status, answer.text)
            assert codes(answer)
    for path in ("/turns/nothing/sheet", f"/turns/{people.turn(lobby)}/sheet"):
        answer = robot.ask("PUT", path, data=BODIES[name], content_type="application/json")
        assert answer.status_code in (404, 422), (path, answer.text)
        assert codes(answer)
    assert rows(people.store) == before


def test_bad_mails_and_links_are_refused(people: People, client: FlaskClient, ada: Browser, program: Programs) -> None:
    robot, robot_of_bo = program("ada"), program("bo")
    lobby = robot.post("/games", {"title": "Lobby"}).get_json()["id"]
    theirs = robot_of_bo.post("/games", {"title": "Theirs"}).get_json()["id"]
    before = rows(people.store)
    for address in (
        "",
        "ada",
        "a@b",
        "a@b.example\r\nBcc: c@d.example",
        "x" * 300 + "@rookery.example",
        "a b@c.example",
    ):
        assert ada.post("/sign-in", {"email": address}).status_code == 422, address
        assert ada.post(f"/games/{lobby}/invite", {"email": address}).status_code == 422, address
        assert robot.post(f"/games/{lobby}/invitations", {"email": address}).status_code == 422, address
    for code in ({"code": "guess"}, {"invitation": "guess"}, {"code": "\udcff"}, {"house": "nobody"}):
        answer = robot.post(f"/games/{theirs}/join", code)
        assert answer.status_code in (403, 404, 422), code
    assert client.get("/sign-in/guess").status_code == 404
    assert client.get("/unsubscribe/guess").status_code == 404
    assert client.post("/unsubscribe/guess").status_code == 404
    assert rows(people.store) == before


def test_signing_in_never_leads_to_another_site(people: People, ada: Browser) -> None:
    for number, goal in enumerate(("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)")):
        name = f"guest{number}"
        ada.post("/sign-in", {"email": f"{name}@rookery.example", "next": goal})
        people.deliver()
        (mail,) = people.mails(name)
        used = ada.post(f"/sign-in/{link_in(mail, 'sign-in/')}")
        assert used.headers["Location"] == "/", goal
