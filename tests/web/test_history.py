"""Results, rounds, maps, standing orders, the mailbox, health."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from adjudicator import games
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.web.copied_sites import copied
from tests.web.form_reader import sheet_form
from tests.web.visitors import Browser
from web import create_app
from web.views.mailbox import with_links

Browsers = Callable[[str], Browser]


@pytest.fixture
def played(people: People) -> str:
    """A game in which some turns are over."""
    return str(copied("four-calls", people, play_four_turns))


def play_four_turns(people: People) -> str:
    """Play a game so far."""
    game_id = people.game({"stark": "ada"})
    people.submit(game_id, "ada", b'{"orders": {"winterfell": "march+0", "white-harbor": "support"}}')
    for _ in range(4):
        people.adjudicate(game_id)
    return game_id


def test_results_tell_the_story_to_whom_it_concerns(played: str, signed_in: Browsers, client: FlaskClient) -> None:
    mine, theirs = signed_in("ada").get(f"/games/{played}/turns/1"), client.get(f"/games/{played}/turns/1")
    assert mine.status_code == theirs.status_code == 200
    assert "Your orders, version 1, were used." in mine.text
    assert "Your orders" not in theirs.text
    assert 'rel="next"' in mine.text
    assert 'rel="prev"' not in mine.text
    assert 'rel="prev"' in client.get(f"/games/{played}/turns/2").text
    assert client.get(f"/games/{played}/turns/99").status_code == 404


def test_rounds_can_be_walked_through(played: str, client: FlaskClient) -> None:
    first = client.get(f"/games/{played}/rounds/1").text
    assert "Round 1" in first
    assert f"/games/{played}/rounds/2" in first
    cited = client.get(f"/games/{played}/rounds/1?rules=1").text
    assert cited.count('class="cite"') > first.count('class="cite"')
    assert client.get(f"/games/{played}/rounds/77").status_code == 404


def test_maps_are_drawn_once_for_who_has_them(played: str, client: FlaskClient) -> None:
    path = f"/games/{played}/map.svg"
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "image/svg+xml"
    svg = gzip.decompress(answer.data).decode()
    assert svg.startswith("<svg")
    assert "font/woff2;base64" in svg
    assert "script" not in svg
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    night = client.get(f"{path}?theme=night&round=1")
    assert night.status_code == 200
    assert night.data != answer.data
    picture = client.get(f"/games/{played}/map.png?call=1")
    assert picture.data.startswith(b"\x89PNG")
    assert client.get(f"/games/{played}/map.png", headers={"If-None-Match": picture.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("round=99", 404),
        ("call=99", 404),
        ("round=-1", 400),
        ("round=9999999", 400),
        ("call=x", 400),
        ("theme=neon", 400),
    ],
)
def test_maps_that_are_not_there(query: str, status: int, played: str, client: FlaskClient) -> None:
    assert client.get(f"/games/{played}/map.svg?{query}").status_code == status


def test_standing_instructions_are_kept_and_shown(running_game: str, signed_in: Browsers) -> None:
    ada, path = signed_in("ada"), f"/games/{running_game}/standing"
    bad = ada.post(path, {"blade[0].use": "never", "blade[0].when": "hm"})
    assert bad.status_code == 422
    assert sheet_form(bad.text).sent["blade[0].when"] == ["hm"]
    more = ada.post(path, {"blade[0].use": "never", "more": "blade"})
    assert "blade[4].use" in sheet_form(more.text).sent
    assert ada.post(path, {"blade[0].use": "never"}).status_code == 303
    page = ada.get(path).text
    assert "Version 1 has applied since" in page
    assert sheet_form(page).sent["blade[0].use"] == ["never"]
    direct = ada.post(path, {"do": "save-json", "document": '{"answers":{"d1-use-raven-stark":{"kind":"swap"}}}'})
    assert direct.status_code == 422
    assert "standing-answers" in direct.text
    assert signed_in("bo").get(path).status_code == 403


def test_the_mailbox_shows_mails_safely(people: People, played: str, client: FlaskClient) -> None:
    people.deliver()
    page = client.get("/mailbox").text
    path = page.split('href="/mailbox/', 1)[1].split('"', 1)[0]
    letter = client.get(f"/mailbox/{path}")
    assert "http://127.0.0.1:8000/games/" in letter.text
    assert 'sandbox="' in letter.text
    html = client.get(f"/mailbox/{path}/html")
    assert "sandbox" in html.headers["Content-Security-Policy"]
    assert "script" not in html.headers["Content-Security-Policy"]
    assert html.headers["X-Frame-Options"] == "SAMEORIGIN"
    image = html.text.split(f'src="/mailbox/{path}/parts/', 1)[1].split('"', 1)[0]
    assert client.get(f"/mailbox/{path}/parts/{image}").data.startswith(b"\x89PNG")
    assert f'/parts/{image}">map.png</a>' in letter.text
    calendar = client.get(f"/mailbox/{path}/parts/deadline.ics")
    assert calendar.headers["Content-Disposition"] == "attachment"
    assert client.get(f"/mailbox/{path}/parts/other").status_code == 404
    assert client.get(f"/mailbox/{path}/raw").mimetype == "text/plain"
    assert client.get("/mailbox/nothing").status_code == 404
    assert "No emails yet" in client.get("/mailbox?address=nobody@rookery.example").text


def test_no_mailbox_where_mails_go_out(settings: Settings, store: Store, people: People) -> None:
    app = create_app(replace(settings, smtp_url="smtp://127.0.0.1:2525"), store, people.clock)
    client = app.test_client()
    assert client.get("/mailbox").status_code == 404
    assert client.get("/mailbox/x/raw").status_code == 404
    assert "/mailbox" not in client.get("/").text


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("no link", ("no link",)),
        ("see http://a.example/b?c=1. Then", ("see ", "http://a.example/b?c=1", ". Then")),
        ("<https://a.example>", ("<", "https://a.example", ">")),
        ("javascript:alert(1)", ("javascript:alert(1)",)),
    ],
)
def test_links_in_mails(text: str, pieces: tuple[str, ...]) -> None:
    assert with_links(text) == pieces


def test_health_says_what_is_late(people: People, running_game: str, client: FlaskClient) -> None:
    people.deliver()
    found = json.loads(client.get("/health").data)
    assert (found["status"], found["database"], found["games_running"]) == ("ok", True, 1)
    people.later(days=3)
    late = client.get("/health")
    assert late.status_code == 503
    found = json.loads(late.data)
    assert (found["status"], found["turns_overdue"]) == ("late", 1)
    page = client.get("/health", headers={"Accept": "text/html"})
    assert "Work is late" in page.text


def test_health_says_that_the_database_is_gone(settings: Settings, people: People) -> None:
    gone = replace(settings, database_url="sqlite:////nowhere/at/all.db")
    client = create_app(gone, None, people.clock).test_client()
    answer = client.get("/health")
    assert answer.status_code == 503
    assert json.loads(answer.data) == {"status": "down", "database": False}
    assert client.get("/health", headers={"Accept": "text/html"}).status_code == 503
    broken = client.get("/")
    assert broken.status_code == 503
    assert broken.headers["Retry-After"]
    assert "Not reachable" in broken.text
    assert json.loads(client.get("/api/v1/lobby").data)["errors"][0]["code"] == "not-reachable"
    assert "sqlite" not in broken.text


@pytest.mark.parametrize(("edition", "broad"), [("first-edition", False), ("mother-of-dragons", True)])
def test_maps_of_a_wide_board_are_compared_below_each_other(
    edition: str, broad: bool, signed_in: Browsers, people: People
) -> None:
    houses = tuple(games.EDITIONS[edition].houses)
    chosen = {"houses": houses} if broad else {}
    game = people.game({"stark": "ada"}, edition=edition, players=len(houses), **chosen)
    people.adjudicate(game)
    page = signed_in("ada").get(f"/games/{game}/compare").text
    assert ('class="pair maps broad"' in page) == broad
    assert ('class="pair maps"' in page) != broad
