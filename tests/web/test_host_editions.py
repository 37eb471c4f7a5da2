"""The site with card sets of the host's own: on offer, not on offer any more, gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from correspondence.games.options import NewGame
from correspondence.host_editions import EDITIONS, add, watch
from correspondence.lobby.use_cases import create_game
from tests.brought_editions import STORM, card_set, forgotten
from tests.correspondence.people import People
from tests.web.visitors import Browser

SignedIn = Callable[..., Browser]


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Nothing that a test brings is known to the next one."""
    with forgotten():
        yield


@pytest.fixture
def added(people: People, tmp_path: Path) -> str:
    """The id of a set that was added while the site runs."""
    watch(people.store.settings.data_dir)
    mine = card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6"))
    return add(people.store.settings.data_dir / EDITIONS, "btwixt", mine)[0]


def begun(people: People, edition: str) -> str:
    houses = ("cersei", "daenerys", "doran")
    return people.game({"cersei": "ada"}, edition=edition, players=3, houses=houses)


def test_new_games_are_offered_the_hosts_own_cards(people: People, signed_in: SignedIn, added: str) -> None:
    ada = signed_in("ada")
    assert f'value="{added}"' in ada.get("/games/new").text
    assert 'value="btwixt"' not in ada.get("/games/new").text
    assert "own cards" in ada.get(f"/help/{added}").text
    assert "COUNCILS" in ada.get(f"/help/{added}/notation").text
    assert ada.get("/help/btwixt").status_code == 200
    assert ada.get("/help/btwixt-0123abcd").status_code == 404
    ids = [one["id"] for one in ada.get("/api/v1/editions").json]
    assert added in ids
    assert "btwixt" not in ids
    assert ada.get("/api/v1/editions/btwixt").json["id"] == "btwixt"
    assert ada.get("/api/v1/editions/zeroth").status_code == 404


def test_pages_of_a_game_with_them(people: People, signed_in: SignedIn, added: str) -> None:
    game = begun(people, added)
    people.adjudicate(game)
    ada = signed_in("ada")
    for page in (f"/games/{game}", f"/turns/{people.turn(game)}", "/", "/lobby"):
        assert ada.get(page).status_code == 200, page


def test_pages_of_a_corrected_storm_of_swords(people: People, signed_in: SignedIn, tmp_path: Path) -> None:
    watch(people.store.settings.data_dir)
    mine = card_set(tmp_path / "storm", ("setup", "riverrun = 6", "riverrun = 4"), source=STORM)
    name = add(people.store.settings.data_dir / EDITIONS, "storm-of-swords", mine)[0]
    ada = signed_in("ada")
    form = ada.get("/games/new").text
    assert f'value="{name}"' in form
    assert 'value="storm-of-swords"' not in form
    assert 'value="first-edition"' in form
    game = people.game({"stark": "ada"}, edition=name, players=4)
    people.adjudicate(game)
    pages = (f"/games/{game}", f"/turns/{people.turn(game)}", f"/games/{game}/map.svg", f"/games/{game}/map.png")
    for page in (*pages, f"/help/{name}", f"/help/{name}/rulings", f"/help/{name}/notation", "/", "/lobby"):
        assert ada.get(page).status_code == 200, page


def test_one_lost_set_does_not_take_the_lists_away(people: People, signed_in: SignedIn) -> None:
    game, other = begun(people, "btwixt"), people.game({"stark": "ada"})
    waiting = NewGame(title="Waiting", players=3, house="cersei", edition="btwixt")
    with people.store.begin() as session:
        create_game(session, people.account_in(session, "ben"), waiting, people.now)
        session.execute(text("update games set edition = 'btwixt-0123abcd' where edition = 'btwixt'"))
    ada = signed_in("ada")
    for page in ("/", "/lobby", f"/games/{other}"):
        assert ada.get(page).status_code == 200, page
    refused = ada.get(f"/games/{game}")
    assert refused.status_code in (404, 422)
    assert "btwixt-0123abcd" in refused.text
