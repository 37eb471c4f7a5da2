"""Every address of the site answers as it should, with its headers, and shows names as text. A route that is neither in
`page_table.py` nor in `api_table.py` fails the test."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.correspondence.people import People
from tests.web.api_table import API
from tests.web.copied_places import CopiedPlaces
from tests.web.page_table import FORMS, PAGES
from tests.web.places import SHARP, Places
from tests.web.visitors import browser_of

DESCRIPTION = {"api-docs.openapi_json": "/api/openapi.json"}
HEADERS = ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")


@pytest.fixture
def places(app: Flask, people: People) -> Places:
    """A site with something everywhere."""
    return CopiedPlaces(app, people)


def looks_right(answer: TestResponse, wanted: int, what: str) -> None:
    """The status, the headers every answer has, and no name that a browser would read as a tag."""
    assert answer.status_code == wanted, f"{what}: {answer.status} {answer.text[:2000]}"
    for header in HEADERS:
        assert answer.headers.get(header), f"{what} lacks {header}"
    if answer.mimetype == "text/html":
        assert "<i id=sharp" not in answer.text, what
        # Pages may load our own scripts, and hold none themselves.
        assert "<script" not in answer.text.replace('<script src="/assets/', ""), what
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
            if answer.status_code == 303 and wanted != 303:
                assert answer.headers["Location"].startswith("/sign-in?next="), path


def test_every_form_is_taken_and_none_without_its_mark(app: Flask, places: Places) -> None:
    for endpoint, (path, fields, wanted) in FORMS.items():
        where = path.format(**places.at)
        if endpoint != "accounts.end_mails":
            forged = places.browser.client.post(where, data=fields)
            looks_right(forged, 400, f"{endpoint} without its mark")
        looks_right(places.browser.post(where, fields), wanted, f"{endpoint} {path}")
        if endpoint in ("accounts.use", "data.delete"):
            # The link signed somebody else in, or the account is gone; the walk goes on as ada.
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
        "/turns/nothing/sheets",
        f"/games/{places.at['game']}/rounds/{huge}",
        f"/games/{places.at['game']}/turns/{huge}",
        f"/api/v1/games/{places.at['game']}/rounds/{huge}",
        f"/api/v1/games/{places.at['game']}/results/{huge}",
        "/games/%00",
        "/api/v1/games/%00",
        "/mailbox/%00",
        "/sign-in/%00",
        "/unsubscribe/%00.a",
    ):
        looks_right(client.get(path), 404, path)
    looks_right(places.browser.get(f"/turns/{places.at['turn']}/sheets/{huge}"), 404, "a huge version")
    looks_right(client.put("/games/new"), 405, "a wrong method")
    looks_right(client.get("/sign-out"), 405, "a wrong method")


@pytest.mark.parametrize(
    ("method", "before", "now"),
    [
        ("GET", "/games/g1/calls/3?house=stark", "/games/g1/turns/3?house=stark"),
        ("POST", "/calls/c1/ready", "/turns/c1/ready"),
        ("GET", "/games/g1/gm/edicts/new", "/games/g1/gm/overrides/new"),
        ("GET", "/games/g1/ledger", "/games/g1/log"),
        ("PUT", "/api/v1/calls/c1/sheet", "/api/v1/turns/c1/sheet"),
        ("GET", "/api/v1/games/g1/desk", "/api/v1/games/g1/review"),
        ("POST", "/games/g1/stewards", "/games/g1/bots"),
        ("DELETE", "/api/v1/turns/t1/steward", "/api/v1/turns/t1/bot"),
        ("GET", "/games/g1/press", "/games/g1/messages"),
        ("PUT", "/api/v1/press/c1/read", "/api/v1/conversations/c1/read"),
        ("POST", "/press/letters/m1/report", "/messages/m1/report"),
        ("GET", "/account/letters", "/account/mail"),
    ],
)
def test_former_addresses_lead_on(app: Flask, method: str, before: str, now: str) -> None:
    answer = app.test_client().open(before, method=method)

    assert (answer.status_code, answer.headers["Location"]) == (308, now)


def test_former_address_with_two_slashes_names_no_host(app: Flask) -> None:
    answer = app.test_client().get("/", environ_overrides={"PATH_INFO": "//calls/c1"})

    assert (answer.status_code, answer.headers["Location"]) == (308, "/turns/c1")


@pytest.mark.parametrize(("method", "path"), [("GET", "/calls"), ("DELETE", "/games/g1/calls/3"), ("GET", "/desk")])
def test_former_words_without_a_page_are_not_found(app: Flask, method: str, path: str) -> None:
    assert app.test_client().open(path, method=method).status_code == 404
