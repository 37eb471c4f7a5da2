"""One's games: how many wait in the head of every page, their list by deadline, and the next after one's orders."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import update

from correspondence.masters import accept_master, invite_master
from correspondence.models import Game
from tests.correspondence.people import People
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]


@pytest.fixture
def games(people: People) -> dict[str, str]:
    """Three games of Ada's, by title; in the last she is ready."""
    hours = {"late": 96, "soon": 24, "ready": 12}
    made = {
        title: people.game({"stark": "ada", "tyrell": "bo"}, title=title, window_hours=hours[title]) for title in hours
    }
    people.submit(made["ready"], "ada", ready=True)
    return made


def test_every_page_tells_how_many_games_wait(games: dict[str, str], signed_in: Browsers) -> None:
    for path in ("/", "/lobby", "/account", f"/games/{games['ready']}"):
        page = signed_in("ada").get(path).text
        assert "Your games (2)</a>" in page, path
        assert "<title>(2) " in page, path
        assert re.search(r'rel="icon" href="[^"]*/raven-waiting\.svg"', page), path


def test_without_games_that_wait_no_count_is_shown(people: People, games: dict[str, str], signed_in: Browsers) -> None:
    for game in games.values():
        people.submit(game, "ada", ready=True)
    page = signed_in("ada").get("/").text
    assert "Your games</a>" in page
    assert re.search(r'rel="icon" href="[^"]*/raven\.svg"', page)


def test_games_stand_by_deadline_with_small_maps(games: dict[str, str], signed_in: Browsers) -> None:
    page = signed_in("ada").get("/").text
    assert re.findall(r"<h2><a href=\"/games/\w+\">(\w+)</a></h2>", page) == ["soon", "late", "ready"]
    for game in games.values():
        assert re.search(rf'<img loading="lazy" src="/games/{game}/map\.svg\?fonts=0', page)


def test_finished_games_stand_in_their_own_list(people: People, games: dict[str, str], signed_in: Browsers) -> None:
    over = people.game({"stark": "ada"}, title="over")
    with people.store.begin() as session:
        session.execute(update(Game).where(Game.public_id == over).values(status="finished"))
    page = signed_in("ada").get("/").text
    assert page.index("Finished games (1)") > page.index(games["ready"])
    assert page.index(f"/games/{over}") > page.index("Finished games (1)")


def test_a_mastered_game_stands_apart(people: People, games: dict[str, str], signed_in: Browsers) -> None:
    mastered = people.game({"stark": "bo"}, title="mine")
    people.account("ada")
    with people.store.begin() as session:
        invite_master(session, people.account_in(session, "bo"), mastered, "ada@rookery.example", people.now)
        accept_master(session, people.account_in(session, "ada"), mastered, people.now)
    page = signed_in("ada").get("/").text
    assert page.index(f"/games/{mastered}") > page.index("Games you run as game master") > page.index(games["ready"])


def test_after_orders_the_board_names_the_next_game(games: dict[str, str], signed_in: Browsers) -> None:
    ada = signed_in("ada")
    after = ada.get(f"/games/{games['ready']}").text
    assert re.search(r'class="next-game".*?<a href="/games/(\w+)">', after, re.DOTALL)[1] == games["soon"]  # type: ignore[index]
    assert "next-game" not in ada.get(f"/games/{games['late']}").text, "its own orders come first"
