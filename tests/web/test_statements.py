"""How often each page asks the database, and that it asks no more where there is more to show; what browsers keep."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from correspondence.games.options import NewGame
from correspondence.lobby.use_cases import create_game
from correspondence.messages import queries as messages, sending
from correspondence.store import Store
from tests.correspondence.people import People
from tests.web.visitors import Browser, browser_of

# The most statements of each page of a running game, for one of its players; a session's look-up
# and the games that wait for its reader are among them.
MAX_STATEMENTS = {
    # Five of them say what the page was made of, so that its stream of events misses nothing.
    "/games/{game}": 21,
    "/games/{game}/map.svg": 11,
    "/games/{game}/map.png": 13,
    # The records of the rounds before, and the seed from which what is played begins.
    "/games/{game}/rounds/1": 19,
    "/games/{game}/turns/1": 17,
    # The same; the last turn, and what was written for it and not submitted.
    "/turns/{turn}": 20,
    "/games/{game}/messages": 15,
    # Who is blocked, and whether it is muted.
    "/conversations/{thread}": 18,
    # The last of them: whether emails to the reader come back.
    "/": 13,
    "/lobby": 5,
    "/lobby?kind=running": 5,
}


@contextmanager
def counted(store: Store) -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    seen: list[str] = []

    def note(*told: Any) -> None:
        seen.append(told[2])

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


@pytest.fixture
def at(people: People) -> dict[str, str]:
    """A running game of five with a round behind it and some messages."""
    houses = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")
    game = people.game(dict(zip(houses, ("ada", "bo", "cy", "dee", "eve"), strict=True)))
    people.adjudicate(game)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        sent = sending.send(session, ada, game, "houses", ("greyjoy",), "Winter is coming", people.now)
        thread = messages.thread_of(session, sent).public_id
    return {"game": game, "turn": people.turn(game), "thread": thread}


@pytest.fixture
def ada(app: Flask, people: People, at: dict[str, str]) -> Browser:
    """A player of it, who has looked at it once."""
    browser = browser_of(app, people, "ada")
    for path in MAX_STATEMENTS:
        assert browser.get(path.format(**at)).status_code == 200, path
    return browser


def cost(browser: Browser, store: Store, path: str) -> int:
    """The statements of one page."""
    with counted(store) as seen:
        assert browser.get(path).status_code == 200
    return len(seen)


def test_pages_ask_no_more_than_they_may(ada: Browser, at: dict[str, str], store: Store) -> None:
    costs = {path: cost(ada, store, path.format(**at)) for path in MAX_STATEMENTS}
    assert {path: count for path, count in costs.items() if count > MAX_STATEMENTS[path]} == {}


def test_no_page_asks_the_same_twice(ada: Browser, at: dict[str, str], store: Store) -> None:
    for path in ("/games/{game}", "/games/{game}/rounds/1", "/turns/{turn}"):
        with counted(store) as seen:
            ada.get(path.format(**at))
        # What stays secret until the end is read only where a game is played over.
        whole = [statement for statement in seen if not statement.startswith("SELECT games.seed")]
        # The head of every page counts the games that wait.
        games = [each for each in whole if re.search(r"\b(FROM|JOIN) games\b", each) and "ballots" not in each]
        assert len(games) == 1, f"{path} looks for its game {len(games)} times"


def test_more_to_show_is_no_more_to_ask(ada: Browser, at: dict[str, str], people: People, store: Store) -> None:
    paths = ("/", "/lobby", f"/games/{at['game']}/messages", f"/games/{at['game']}")
    more(people, at["game"], 1, ("lannister",))
    before = {path: cost(ada, store, path) for path in paths}
    more(people, at["game"], 12, ("baratheon", "tyrell"))
    assert {path: cost(ada, store, path) for path in paths} == before


def more(people: People, game: str, count: int, houses: tuple[str, ...]) -> None:
    """Games that look for players, and emails between the houses of one that runs."""
    with people.store.begin() as session:
        bo = people.account_in(session, "bo")
        for number in range(count):
            new = NewGame(title=f"{number}", players=5, house="stark", visibility="open")
            create_game(session, bo, new, people.now)
        for to in houses:
            for _ in range(count):
                sending.send(session, people.account_in(session, "ada"), game, "houses", (to,), "And more", people.now)


def test_a_request_reads_in_one_transaction(ada: Browser, at: dict[str, str], store: Store) -> None:
    begun: list[object] = []

    def note(connection: object) -> None:
        begun.append(connection)

    event.listen(store.engine, "begin", note)
    assert ada.get(f"/games/{at['game']}").status_code == 200
    event.remove(store.engine, "begin", note)
    assert len(begun) == 1


def test_what_was_written_is_read_in_the_same_request(app: Flask, ada: Browser, people: People) -> None:
    from web import request_context

    with app.test_request_context("/"):
        with request_context.read_transaction() as session:
            name = people.account_in_read(session, "ada").name
        with request_context.write_transaction() as session:
            people.account_in(session, "ada").name = f"{name} the Second"
        with request_context.read_transaction() as session:
            assert people.account_in_read(session, "ada").name == f"{name} the Second"


def test_a_page_seen_before_is_one_request(ada: Browser, at: dict[str, str]) -> None:
    for path in ("/games/{game}", "/games/{game}/rounds/1", "/games/{game}/turns/1", "/turns/{turn}"):
        page = ada.get(path.format(**at)).text
        wanted = re.findall(r'(?:<link rel="[a-z]+" href|<script src|<img src|srcset)="([^"]+)"', page)
        assert len(wanted) >= 5, path
        for address in wanted:
            answer = ada.get(address.replace("&amp;", "&"))
            assert answer.status_code == 200, address
            # What a home screen is told has an address for good, and is asked for once a day.
            kept = "max-age=86400" if address == "/site.webmanifest" else "max-age=31536000, immutable"
            assert kept in answer.headers["Cache-Control"], address


def test_a_map_is_kept_only_under_its_own_boards_address(ada: Browser, at: dict[str, str], people: People) -> None:
    page = ada.get(f"/games/{at['game']}").text
    address = re.findall(r'<img src="([^"]+)"', page)[0].replace("&amp;", "&")
    assert "private" in ada.get(address).headers["Cache-Control"]
    drawn = ada.get(address).data
    people.adjudicate(at["game"])
    assert ada.get(address).data == drawn, "a page that is still open goes on showing its own board"
    people.adjudicate(at["game"])
    assert ada.get(address).headers["Cache-Control"] == "private, no-cache"
    assert ada.get(f"/games/{at['game']}/map.svg").headers["Cache-Control"] == "private, no-cache"


def test_files_of_an_old_version_are_asked_for_again(ada: Browser) -> None:
    answer = ada.get("/assets/older/rookery.css")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert ada.get("/assets/older/rookery.css", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert ada.get("/assets/older/../../app.py").status_code == 404
