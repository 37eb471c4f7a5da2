"""Every address of the site answers as it should, with its headers, and shows names as text. A route that is not in
these tables fails the test."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.correspondence.people import People
from tests.web.places import SHARP, Places
from tests.web.visitors import browser_of

Row = tuple[str, str, int]
PAGES: dict[str, list[Row]] = {
    "home.home": [("GET", "/", 200)],
    "home.opening": [("GET", "/opening.svg", 200), ("GET", "/opening.svg?theme=none", 400)],
    "accounts.sign_in": [("GET", "/sign-in", 200)],
    "accounts.look_at": [("GET", "/sign-in/{link}", 200)],
    "accounts.account": [("GET", "/account", 200)],
    "accounts.unsubscribe_page": [("GET", "/unsubscribe/{unsubscribe}", 200)],
    "games.new": [("GET", "/games/new", 200)],
    "games.game": [("GET", "/games/{game}", 200), ("GET", "/games/{lobby}", 200), ("GET", "/games/{open}", 200)],
    "games.export": [("GET", "/games/{game}/game.json", 200), ("GET", "/games/{lobby}/game.json", 409)],
    "history.round_page": [("GET", "/games/{game}/rounds/1", 200), ("GET", "/games/{game}/rounds/9", 404)],
    "history.results": [("GET", "/games/{game}/calls/1", 200), ("GET", "/games/{game}/calls/9", 404)],
    "pictures.drawing": [("GET", "/games/{game}/map.svg", 200), ("GET", "/games/{game}/map.svg?round=1", 200)],
    "pictures.picture": [("GET", "/games/{game}/map.png", 200), ("GET", "/games/{game}/map.png?round=x", 400)],
    "sheets.call": [("GET", "/calls/{call}", 200)],
    "sheets.receipt": [("GET", "/calls/{call}/sheets/1", 200), ("GET", "/calls/{call}/sheets/2", 404)],
    "standing.form": [("GET", "/games/{game}/standing", 200)],
    "mailbox.letters": [("GET", "/mailbox", 200)],
    "mailbox.letter": [("GET", "/mailbox/{letter}", 200), ("GET", "/mailbox/none", 404)],
    "mailbox.html": [("GET", "/mailbox/{letter}/html", 200)],
    "mailbox.part": [("GET", "/mailbox/{letter}/parts/none", 404)],
    "mailbox.raw": [("GET", "/mailbox/{letter}/raw", 200)],
    "health.health": [("GET", "/health", 200)],
    "static": [("GET", "/static/rookery.css", 200)],
}
NEW_GAME = {"title": "New", "edition": "first-edition", "players": "5", "pace": "bulk", "window_hours": "48"}
OPTIONS = {"hold_minutes": "10", "seat_choice": "choose", "visibility": "link"}
# In this order: each leaves the ground on which the next one stands.
FORMS: dict[str, tuple[str, dict[str, str], int]] = {
    "accounts.ask_for_link": ("/sign-in", {"email": "dee@rookery.example"}, 200),
    "accounts.use": ("/sign-in/{link}", {}, 303),
    "accounts.update": ("/account", {"name": "Ada", "language": "it", "zone": "Europe/Rome"}, 303),
    "accounts.letters": ("/account/letters", {}, 303),
    "accounts.issue_token": ("/account/tokens", {"token_name": "mine"}, 200),
    "accounts.revoke_token": ("/account/tokens/{token}/revoke", {}, 303),
    "accounts.end_letters": ("/unsubscribe/{unsubscribe}", {}, 200),
    "games.create": ("/games/new", {**NEW_GAME, **OPTIONS}, 303),
    "games.join": ("/games/{open}/join", {}, 303),
    "games.leave": ("/games/{open}/leave", {}, 303),
    "games.invite": ("/games/{lobby}/invite", {"email": "dee@rookery.example"}, 303),
    "games.stewards": ("/games/{lobby}/stewards", {}, 303),
    "games.start": ("/games/{ready}/start", {}, 303),
    "sheets.submit": ("/calls/{call}", {"do": "save"}, 303),
    "sheets.ready": ("/calls/{call}/ready", {"ready": "yes"}, 303),
    "standing.submit": ("/games/{game}/standing", {"do": "save"}, 303),
    "accounts.sign_out": ("/sign-out", {}, 303),
}
API: dict[str, tuple[str, str, Any, int]] = {
    "api-me.me": ("GET", "/me", None, 200),
    "api-me.change": ("PATCH", "/me", {"zone": "Europe/Madrid"}, 200),
    "api-me.tokens": ("GET", "/tokens", None, 200),
    "api-me.revoke": ("DELETE", "/tokens/{spare}", None, 204),
    "api-games.games": ("GET", "/games", None, 200),
    "api-games.create": ("POST", "/games", {"title": "New"}, 201),
    "api-games.game": ("GET", "/games/{game}", None, 200),
    "api-seats.join": ("POST", "/games/{open}/join", {}, 200),
    "api-seats.leave": ("POST", "/games/{open}/leave", {}, 204),
    "api-seats.invite": ("POST", "/games/{lobby}/invitations", {"email": "eve@rookery.example"}, 204),
    "api-seats.stewards": ("POST", "/games/{lobby}/stewards", {"houses": ["tyrell"]}, 200),
    "api-games.start": ("POST", "/games/{ready}/start", {}, 200),
    "api-boards.drawing": ("GET", "/games/{game}/map.svg", None, 200),
    "api-boards.picture": ("GET", "/games/{game}/map.png", None, 200),
    "api-boards.round_": ("GET", "/games/{game}/rounds/1", None, 200),
    "api-boards.results": ("GET", "/games/{game}/results/1", None, 200),
    "api-boards.export": ("GET", "/games/{game}/export", None, 200),
    "api-calls.call": ("GET", "/calls/{call}", None, 200),
    "api-sheets.hand_in": ("PUT", "/calls/{call}/sheet", {}, 200),
    "api-sheets.sheet": ("GET", "/calls/{call}/sheet", None, 200),
    "api-sheets.versions": ("GET", "/calls/{call}/sheets", None, 200),
    "api-sheets.hand_in_standing": ("PUT", "/games/{game}/standing", {}, 200),
    "api-sheets.standing": ("GET", "/games/{game}/standing", None, 200),
    "api-calls.ready": ("PUT", "/calls/{call}/ready", None, 200),
    "api-calls.not_ready": ("DELETE", "/calls/{call}/ready", None, 200),
    "api-editions.editions": ("GET", "/editions", None, 200),
    "api-editions.edition": ("GET", "/editions/first-edition", None, 200),
}
DESCRIPTION = {"api-docs.openapi_json": "/api/openapi.json"}
HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")


@pytest.fixture
def places(app: Flask, people: People) -> Places:
    """A site with something everywhere."""
    return Places(app, people)


def looks_right(answer: TestResponse, wanted: int, what: str) -> None:
    """The status, the headers every answer has, and no name that a browser would read as a tag."""
    assert answer.status_code == wanted, f"{what}: {answer.status} {answer.text[:2000]}"
    for header in HEADERS:
        assert answer.headers.get(header), f"{what} lacks {header}"
    if answer.mimetype == "text/html":
        assert "<i id=sharp" not in answer.text, what
        assert "<script" not in answer.text, what
        assert "49</i>" not in answer.text, what


def test_every_route_has_a_row(app: Flask) -> None:
    served = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert served == {*PAGES, *FORMS, *API, *DESCRIPTION}


def test_every_page_answers(places: Places) -> None:
    for endpoint, rows in PAGES.items():
        for _, path, wanted in rows:
            looks_right(places.browser.get(path.format(**places.at)), wanted, f"{endpoint} {path}")


def test_every_page_answers_somebody_unknown(app: Flask, places: Places) -> None:
    client = app.test_client()
    for endpoint, rows in PAGES.items():
        for _, path, wanted in rows:
            answer = client.get(path.format(**places.at))
            allowed = {wanted, 303}
            assert answer.status_code in allowed, f"{endpoint} {path}: {answer.status}"
            if answer.status_code == 303:
                assert answer.headers["Location"].startswith("/sign-in?next="), path


def test_every_form_is_taken_and_none_without_its_mark(app: Flask, places: Places) -> None:
    for endpoint, (path, fields, wanted) in FORMS.items():
        where = path.format(**places.at)
        if endpoint != "accounts.end_letters":
            forged = places.browser.client.post(where, data=fields)
            looks_right(forged, 400, f"{endpoint} without its mark")
        looks_right(places.browser.post(where, fields), wanted, f"{endpoint} {path}")
        if endpoint == "accounts.use":
            # The link signed somebody else in; the walk goes on as ada.
            places.browser = browser_of(app, places.people, "ada")


def test_every_part_of_the_api_answers(app: Flask, places: Places) -> None:
    for endpoint, (method, path, body, wanted) in API.items():
        answer = places.program.ask(method, path.format(**places.at), json=body)
        looks_right(answer, wanted, f"{endpoint} {path}")
        if method != "GET":
            nobody = app.test_client().open(f"/api/v1{path.format(**places.at)}", method=method, json=body)
            looks_right(nobody, 401, f"{endpoint} without a token")
    for path in DESCRIPTION.values():
        looks_right(app.test_client().get(path), 200, path)


def test_names_are_shown_as_text(places: Places) -> None:
    page = places.browser.get(f"/games/{places.at['game']}").text
    assert "&lt;i id=sharp&gt;" in page
    assert "{{ 7*7 }}" in page
    assert places.program.get("/me").get_json()["name"] == SHARP


def test_wrong_addresses_and_methods(app: Flask, places: Places) -> None:
    client = app.test_client()
    huge = "9" * 30
    for path in (
        "/nothing",
        "/games/nothing",
        "/calls/nothing/sheets",
        f"/games/{places.at['game']}/rounds/{huge}",
        f"/games/{places.at['game']}/calls/{huge}",
        f"/api/v1/games/{places.at['game']}/rounds/{huge}",
        f"/api/v1/games/{places.at['game']}/results/{huge}",
        "/games/%00",
        "/api/v1/games/%00",
        "/mailbox/%00",
        "/sign-in/%00",
        "/unsubscribe/%00.a",
    ):
        looks_right(client.get(path), 404, path)
    looks_right(places.browser.get(f"/calls/{places.at['call']}/sheets/{huge}"), 404, "a huge version")
    looks_right(client.put("/games/new"), 405, "a wrong method")
    looks_right(client.get("/sign-out"), 405, "a wrong method")
