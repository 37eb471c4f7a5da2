"""A first game: made by a button, told step by step, alone, and thrown away."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from flask.testing import FlaskClient
from sqlalchemy import select

from correspondence.backups.making import game_tables
from correspondence.models.games import Game
from correspondence.operations import forget_old
from correspondence.tutorial import LIFE, forget_tutorials
from tests.correspondence.people import People
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]
ORDERS = {"orders.winterfell": "march+0", "orders.white-harbor": "defense+1", "orders.the-shivering-sea": "support"}


def begun(browser: Browser) -> str:
    """The id of somebody's first game."""
    answer = browser.post("/first-game")
    assert answer.status_code == 303
    game = re.search(r'href="/games/(?!new")(\w+)"', browser.get(answer.headers["Location"]).text)
    assert game is not None
    return game[1]


def steps_of(page: str) -> tuple[int, str]:
    """How many steps the panel turns done, and which is next."""
    count = re.search(r'<progress value="(\d)" max="4"', page)
    assert count is not None
    now = re.search(r'aria-current="step"><strong>(.*?)</strong>', page)
    return int(count[1]), now[1] if now else ""


def test_the_panel_tells_what_is_next_until_the_round_is_read(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    assert "Play a first round" in ada.get("/").text
    game = begun(ada)
    turn = people.turn(game)
    board = ada.get(f"/games/{game}").text
    assert steps_of(board) == (0, "March from Winterfell to Moat Cailin")
    assert f'<a class="button" href="/turns/{turn}">Write orders</a>' in board
    assert "data-from" not in board
    page = ada.get(f"/turns/{turn}").text
    assert 'data-from="winterfell" data-to="moat-cailin"' in page
    assert '<details class="part" id="whole-form"><summary>' in page
    marches = b'"marches": {"areas": {"winterfell": [{"moves": [{"to": "moat-cailin"}]}]}}'
    people.submit(game, "ada", b'{"orders": {"winterfell": "march+0"}, ' + marches + b"}")
    assert steps_of(ada.get(f"/turns/{turn}").text) == (1, "Give every area an order")
    orders = b'"orders": {"winterfell": "march+0", "white-harbor": "defense+1", "the-shivering-sea": "support"}'
    people.submit(game, "ada", b"{" + orders + b", " + marches + b"}")
    page = ada.get(f"/turns/{turn}").text
    assert steps_of(page) == (2, "Submit your orders")
    assert '<button form="sheet" name="do" value="save-ready">' in page
    people.submit(game, "ada", b"{" + orders + b", " + marches + b"}", ready=True)
    assert people.due() == [turn]
    people.adjudicate(game)
    board = ada.get(f"/games/{game}").text
    assert steps_of(board) == (3, "Read what happened")
    assert f'<a class="button" href="/games/{game}/turns/1">See results</a>' in board
    told = ada.get(f"/games/{game}/turns/1").text
    assert steps_of(told) == (4, "")
    assert "You have played a round." in told
    assert f'<a class="button" href="/turns/{people.turn(game)}">Write orders</a>' in told


def test_what_is_written_is_ticked_before_it_is_saved(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    game = begun(ada)
    turn = people.turn(game)
    answer = ada.post(f"/turns/{turn}/live", ORDERS)
    assert answer.status_code == 200
    assert steps_of(answer.text)[1].startswith("March from")
    marching = {**ORDERS, "marches.winterfell[0].do": "go", "marches.winterfell[0].moves[0].to": "moat-cailin"}
    assert steps_of(ada.post(f"/turns/{turn}/live", marching).text) == (2, "Submit your orders")
    assert steps_of(ada.get(f"/turns/{turn}").text) == (2, "Submit your orders")


def test_first_game_is_private_unstored_and_unrated(signed_in: Browsers, people: People, client: FlaskClient) -> None:
    ada, bo = signed_in("ada"), signed_in("bo")
    game = begun(ada)
    people.submit(game, "ada", b"{}", ready=True)
    people.adjudicate(game)
    people.deliver()
    assert people.mails("ada") == []
    for kind in ("open", "running", "substitutes"):
        assert game not in bo.get(f"/lobby?kind={kind}").text
    for somebody in (bo.get(f"/games/{game}"), client.get(f"/games/{game}")):
        assert "Winterfell" not in somebody.text
        assert "Your first round" not in somebody.text
    menu = ada.get(f"/games/{game}").text
    assert f"/games/{game}/messages" not in menu
    assert f"/games/{game}/votes" not in menu
    with people.store.read() as session:
        assert session.scalars(select(Game.preset)).all() == ["tutorial"]


def test_one_at_a_time_and_it_can_be_thrown_away(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    first = begun(ada)
    assert begun(ada) == first
    assert begun(signed_in("bo")) != first
    assert ada.post("/first-game/end").status_code == 303
    assert ada.get(f"/games/{first}").status_code == 404
    assert ada.post("/first-game/end").status_code == 404
    assert begun(ada) != first


def test_old_ones_are_swept_away_with_all_that_hangs_on_them(signed_in: Browsers, people: People) -> None:
    other = people.game({"stark": "cy"})
    with people.store.read() as session:
        counts = {table.name: len(session.execute(select(table)).all()) for table in game_tables()}
    game = begun(signed_in("ada"))
    people.submit(game, "ada", b"{}", ready=True)
    people.adjudicate(game)
    people.now += LIFE - timedelta(hours=1)
    with people.store.begin() as session:
        assert forget_tutorials(session, people.now) == 0
    people.now += timedelta(hours=2)
    with people.store.begin() as session:
        forget_old(session, people.now)
    with people.store.read() as session:
        assert {table.name: len(session.execute(select(table)).all()) for table in game_tables()} == counts
        assert session.scalars(select(Game.public_id)).all() == [other]


def test_strangers_are_led_to_it(client: FlaskClient, people: People) -> None:
    assert 'action="/first-game"' in client.get("/").text
    page = client.get("/first-game").text
    assert 'action="/first-game"' in page
    assert "No account needed." in page
    assert "What you submit for a turn" in page
    people.store.settings = replace(people.store.settings, max_guests=0)
    assert '<input type="hidden" name="next" value="/first-game">' in client.get("/first-game").text


def test_the_words_of_the_house_are_explained_where_they_stand(signed_in: Browsers, people: People) -> None:
    ada, game = signed_in("ada"), people.game({"stark": "ada"})
    pages = {
        f"/games/{game}": ("What is a turn?", "What are orders?", "What is a bot?"),
        f"/turns/{people.turn(game)}": ("What are orders?",),
        f"/games/{game}/gm": ("What is the game master&#39;s page?",),
        "/games/new": ("What is a bot?",),
        "/help": ('id="words"', 'id="word-review"'),
    }
    for path, asked in pages.items():
        page = ada.get(path).text
        for words in asked:
            assert words in page, path
