"""Ratings on the site and by the API: boards, a player's page, keeping one's own to oneself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from correspondence.archive.statistics import keep_missing
from correspondence.models.games import Game
from correspondence.ratings import rate_missing
from correspondence.store import Store
from correspondence.votes.rules import end_game
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program, codes

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]


@pytest.fixture
def rated(people: People, store: Store) -> str:
    """A rated game of three that ended by a vote."""
    game_id = people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"}, rated=True)
    people.adjudicate(game_id)
    with store.begin() as session:
        end_game(session, session.scalars(select(Game)).one(), "vote", people.now)
    with store.begin() as session:
        keep_missing(session, people.now)
        rate_missing(session, people.now)
    return game_id


def test_boards_and_pages_tell_ratings(rated: str, client: FlaskClient, people: People) -> None:
    for path in ("/ratings", "/ratings/first-edition"):
        page = client.get(path).text
        assert all(f">{name}</a>" in page for name in ("Ada", "Bo", "Cy"))
        assert "provisional" in page
    ada = people.account("ada").public_id
    page = client.get(f"/people/{ada}").text
    assert "of 3" in page
    assert f'href="/games/{rated}"' in page
    assert "1 game, 0 won" in page or "1 game, 1 won" in page


def test_whoever_hides_theirs_is_named_nowhere_but_to_themselves(
    rated: str, client: FlaskClient, signed_in: Browsers, people: People
) -> None:
    ada, mine = signed_in("ada"), f"/people/{people.account('ada').public_id}"
    assert 'name="shown" value="1" checked' in ada.get("/account").text
    assert ada.post("/account/ratings").status_code == 303
    assert 'name="shown" value="1" checked' not in ada.get("/account").text
    assert ">Ada</a>" not in client.get("/ratings/first-edition").text
    assert "Ratings are not shown." in client.get(mine).text
    assert "Only you see this" in ada.get(mine).text


def test_programs_read_and_hide_ratings(rated: str, program: Programs, people: People) -> None:
    board = program("").get("/editions/first-edition/ratings").get_json()
    assert {line["name"] for line in board["lines"]} == {"Ada", "Bo", "Cy"}
    assert {(line["place"], line["provisional"], line["games"]) for line in board["lines"]} == {(0, True, 1)}
    ada = people.account("ada").public_id
    told = program("").get(f"/people/{ada}/ratings").get_json()
    assert (told["hidden"], told["games"][0]["players"], told["games"][0]["game_id"]) == (False, 3, rated)
    assert program("ada").ask("PUT", "/me/ratings", json={"shown": False}).get_json() == {"shown": False}
    assert program("").get(f"/people/{ada}/ratings").get_json() == {"hidden": True, "ratings": [], "games": []}
    assert len(program("ada").get(f"/people/{ada}/ratings").get_json()["ratings"]) == 1
    missing = program("").get("/editions/third-edition/ratings")
    assert (missing.status_code, codes(missing)) == (404, {"no-such-edition"})


def test_a_game_is_made_rated_and_its_lobby_says_so(signed_in: Browsers, program: Programs) -> None:
    ada = signed_in("ada")
    form = {"title": "For points", "edition": "first-edition", "players": "3", "preset": "standard", "rated": "1"}
    made = ada.post("/games/new", form)
    assert made.status_code == 303, made.text
    lobby = made.headers["Location"]
    assert "whoever leaves comes last" in ada.get(lobby).text
    game_id = lobby.rsplit("/", 1)[1]
    assert program("ada").get(f"/games/{game_id}").get_json()["terms"]["rated"] is True
    assert ada.post(f"{lobby}/settings", {"rated": "no"}).status_code == 303
    assert "whoever leaves comes last" not in ada.get(lobby).text


def test_no_game_becomes_rated_once_it_runs(people: People, program: Programs) -> None:
    game_id = people.game({"stark": "ada"})
    refused = program("ada").ask("PATCH", f"/games/{game_id}/settings", json={"rated": True})
    assert (refused.status_code, codes(refused)) == (422, {"fixed-now"})
