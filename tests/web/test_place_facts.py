"""What a page tells of one place of a drawing."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import games
from correspondence.input_validation import NotFound
from tests.btwixt.test_from_lobby_to_archive import begun, bid
from tests.correspondence.people import People
from tests.web.visitors import Browser
from web.family_pages import Pages
from web.layout import voice
from web.thrones.pages import place_facts
from web.views.games import facts

Browsers = Callable[[str], Browser]
WESTEROS = list(games.GAMES["thrones"].editions)


def test_an_area_tells_what_stands_in_it(running_game: str, client: FlaskClient) -> None:
    page = client.get(f"/games/{running_game}/places/winterfell").text
    for told in ("Winterfell", "land, stronghold", "1 footman", "Stark", "Mustering points", "Next to:"):
        assert told in page, told
    assert 'data-near="white-harbor"' in page
    sea = client.get(f"/games/{running_game}/places/the-narrow-sea").text
    assert "sea" in sea
    assert "Mustering" not in sea


def test_an_order_is_told_when_it_lies_open(running_game: str, people: People, client: FlaskClient) -> None:
    path = f"/games/{running_game}/places/winterfell"
    people.submit(running_game, "ada", b'{"orders": {"winterfell": "march+0"}}')
    assert "March" not in client.get(path).text
    for _ in range(4):
        people.adjudicate(running_game)
    assert client.get(f"{path}?round=1").status_code == 200
    assert client.get(f"{path}?round=77").status_code == 404


def test_what_is_no_place_is_not_there(running_game: str, client: FlaskClient) -> None:
    for place in ("atlantis", "%00", "area-winterfell"):
        assert client.get(f"/games/{running_game}/places/{place}").status_code == 404
    with pytest.raises(NotFound) as refused, client.application.test_request_context():
        facts(running_game, "atlantis")
    assert refused.value.code == "no-such-place"


@pytest.mark.parametrize("edition", WESTEROS)
def test_every_area_of_every_board_has_words(app: Flask, edition: str) -> None:
    known: Any = games.edition(edition)
    view: Any = games.of_edition(edition).view(games.start(edition, max(known.setups), "a table"), None)
    with app.test_request_context():
        v = voice(edition)
        told = [place_facts(view, area, v) for area in known.areas]
    shown = [one for one in told if one]
    assert len(shown) > 30
    assert all(one.name and one.near for one in shown)


def test_a_table_has_places_too(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    bid(people, game_id)
    ada, path = signed_in("ada"), f"/games/{game_id}/places"
    drawn = ada.get(f"/games/{game_id}/map.svg").text
    leaders = [part.partition('"')[0] for part in drawn.split('data-place="')[1:]]
    assert len(leaders) > 6
    for place in leaders:
        assert ada.get(f"{path}/{place}").status_code == 200, place
    assert ada.get(f"{path}/council-nobody").status_code == 404


def test_a_family_without_places_has_none() -> None:
    assert Pages().place_facts(None, "here", None) is None


def test_a_map_beside_results_has_arrows(signed_in: Browsers, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    people.adjudicate(game)
    drawn = re.search(r'data-map="([^"]+)"', signed_in("ada").get(f"/games/{game}/turns/1").text)
    assert drawn is not None
    assert 'id="map-arrows"' in signed_in("ada").get(html.unescape(drawn[1]) + "&theme=night&fonts=0").text
