"""What an open page of a game hears: kinds of events, the parts of the page anew; and who hears nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from correspondence.messages import sending
from correspondence.messages.queries import thread_of
from correspondence.overview.game_page import LATER, touched
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program

Browsers = Callable[[str], Browser]
BEGIN = ["begin"]


@pytest.fixture
def game(people: People) -> str:
    """A running game of ada and bo, with messages."""
    return people.game({"stark": "ada", "tyrell": "bo"}, messages=("private", "public"))


class Listener:
    """Somebody who comes back with the id of the last event."""

    def __init__(self, browser: Browser, game: str) -> None:
        self.browser, self.path, self.last, self.held = browser, f"/games/{game}/events", "", ""

    def hears(self) -> list[str]:
        """The kinds of what happened since the last time."""
        headers = {"Last-Event-ID": self.last} if self.last else {}
        answer = self.browser.get(self.path, headers=headers)
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert answer.headers["Cache-Control"] == "no-store"
        self.held = answer.headers["Rookery-Held"].split()[0]
        assert "event: " in answer.text or not answer.text, "where nothing happened this instruction is empty"
        self.last = (re.findall("^id: (.*)$", answer.text, re.MULTILINE) or [self.last])[-1]
        assert set(re.findall("^data: (.*)$", answer.text, re.MULTILINE)) <= {"{}"}
        return re.findall("^event: (.*)$", answer.text, re.MULTILINE)


def be_ready(people: People, game: str, name: str) -> None:
    people.submit(game, name, b"{}", True)


def word_of(people: People, name: str) -> str:
    with people.store.read() as session:
        return touched(session, [name, "nothing"])[name]


def test_events_tell_of_readiness_closing_and_results(people: People, game: str, signed_in: Browsers) -> None:
    ada = Listener(signed_in("ada"), game)
    assert ada.hears() == BEGIN
    assert ada.hears() == []
    people.submit(game, "bo")
    assert ada.hears() == [], "that a sheet came in is nobody's business"
    be_ready(people, game, "bo")
    assert ada.hears() == ["ready"]
    be_ready(people, game, "ada")
    assert ada.hears() == ["turn", "ready"]
    people.adjudicate(game)
    assert ada.hears() == ["turn", "ready", "results"]


def test_mails_are_told_to_those_alone_who_get_them(people: People, game: str, signed_in: Browsers) -> None:
    people.account("cy")
    bo, cy, nobody = (Listener(browser, game) for browser in (signed_in("bo"), signed_in("cy"), signed_in("cy")))
    assert [one.hears() for one in (bo, cy, nobody)] == [BEGIN] * 3
    with people.store.begin() as session:
        sending.send(session, people.account_in(session, "ada"), game, "houses", ("tyrell",), "hush", people.now)
    assert bo.hears() == ["messages"]
    assert cy.hears() == []


def test_who_looks_on_later_hears_later(people: People, signed_in: Browsers) -> None:
    game = people.game({"stark": "ada"}, spectators="delayed", spectator_delay=1)
    people.account("cy")
    cy = Listener(signed_in("cy"), game)
    assert cy.hears() == BEGIN
    assert cy.held == f"{game}{LATER}"
    words = [word_of(people, cy.held)]
    be_ready(people, game, "ada")
    words.append(word_of(people, cy.held))
    assert cy.hears() == []
    people.adjudicate(game)
    words.append(word_of(people, cy.held))
    assert cy.hears() == []
    people.adjudicate(game)
    assert cy.hears() == ["results"]
    assert words[0] == words[1] != words[2], "they are not even woken by what goes on in a call"


def test_anonymous_games_tell_readiness_to_players_alone(
    people: People, signed_in: Browsers, program: Callable[[str], Program]
) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"}, names="anonymous")
    people.account("cy")
    ada, cy = (Listener(signed_in(name), game) for name in ("ada", "cy"))
    assert ada.hears() == cy.hears() == BEGIN
    be_ready(people, game, "bo")
    assert ada.hears() == ["ready"]
    assert cy.hears() == []
    for name, told in (("ada", True), ("cy", False)):
        shown = signed_in(name).get(f"/games/{game}/state").text
        assert ("Waiting for: Stark." in shown) == ("Who is ready:" in shown) == told
        seats = program(name).get(f"/games/{game}").get_json()["seats"]
        assert any(seat["ready"] for seat in seats if seat["house"] == "tyrell") == told


def test_a_closed_game_tells_nobody_outside(people: People, signed_in: Browsers) -> None:
    game = people.game({"stark": "ada"}, spectators="none")
    people.account("cy")
    for path in ("events", "state"):
        assert signed_in("ada").get(f"/games/{game}/{path}").status_code == 200
        assert signed_in("cy").get(f"/games/{game}/{path}").status_code == 403
        assert signed_in("cy").get(f"/games/nothing/{path}").status_code == 404


def test_an_unknown_id_begins_anew(game: str, signed_in: Browsers) -> None:
    for word in ("1", "a.b.c", "x" * 3000):
        answer = signed_in("ada").get(f"/games/{game}/events", headers={"Last-Event-ID": word})
        assert "event: begin" in answer.text


def test_the_parts_of_the_page_come_anew_when_they_are_others(people: People, game: str, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    first = ada.get(f"/games/{game}/state?since=0")
    assert "Waiting for: Stark and Tyrell." in first.text
    assert "<html" not in first.text
    assert "results-there" not in first.text
    tag = {"If-None-Match": first.headers["ETag"]}
    assert ada.get(f"/games/{game}/state?since=0", headers=tag).status_code == 304
    be_ready(people, game, "bo")
    second = ada.get(f"/games/{game}/state?since=0", headers=tag)
    assert second.status_code == 200
    assert "Waiting for: Stark." in second.text
    people.adjudicate(game)
    # Nothing of the next turn is put beside the old board: what happened is played instead.
    over = ada.get(f"/games/{game}/state?since=0").text
    assert ('id="results-there"' in over, 'id="board-state"' in over) == (True, False)
    address = re.search(r'data-moments="([^"]+)"', over)
    assert address is not None
    played = ada.get(address[1]).get_json()["moments"]
    assert int(re.search(r'name="moment" min="0" max="(\d+)"', over)[1]) == len(played) - 1
    assert 'id="board-state"' in ada.get(f"/games/{game}/state?since=1").text


def test_what_happens_before_a_page_listens_is_not_missed(people: People, game: str, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    page = ada.get(f"/games/{game}").text
    address = re.search(r'data-events="([^"]+)"', page)
    assert address is not None
    assert "data-late" not in page
    assert "event:" not in ada.get(address[1]).text
    people.adjudicate(game)
    assert "event: results" in ada.get(address[1]).text
    # Who comes from submitting is told that the page is late, and plays what happened.
    assert "data-late" in ada.get(f"/games/{game}?since=0").text
    assert "data-late" not in ada.get(f"/games/{game}?since=1").text


def test_whoever_watches_sees_every_touch(people: People, game: str) -> None:
    def word() -> str:
        return word_of(people, game)

    words = [word()]
    assert word() == words[0]
    be_ready(people, game, "bo")
    words.append(word())
    with people.store.begin() as session:
        sending.send(session, people.account_in(session, "ada"), game, "public", (), "well", people.now)
    words.append(word())
    people.adjudicate(game)
    words.append(word())
    be_ready(people, game, "ada")
    words.append(word())
    assert len(set(words)) == len(words)


def test_each_message_is_an_event_also_if_the_last_was_read(people: People, game: str, signed_in: Browsers) -> None:
    bo = Listener(signed_in("bo"), game)
    assert bo.hears() == BEGIN
    for text in ("one", "two"):
        with people.store.begin() as session:
            message = sending.send(session, people.account_in(session, "ada"), game, "public", (), text, people.now)
            thread = thread_of(session, message).public_id
        assert bo.hears() == ["messages"]
        bo.browser.get(f"/conversations/{thread}")
        people.later(minutes=5)
