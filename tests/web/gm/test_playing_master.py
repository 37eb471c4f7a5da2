"""A master who plays, on pages and over the API: proposals, votes, what the game master's page shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from correspondence.archive.records import current
from correspondence.games.access import find_game
from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out, set_review
from tests.web.gm.test_review import Clicks
from tests.web.visitors import Browser, Program, codes

SignedIn = Callable[[str], Browser]
POWER = {"type": "position", "edict": {"kind": "set-power", "house": "tyrell", "power": 9}}


@pytest.fixture
def game(people: People) -> str:
    """Ada masters the game and plays in it; ben and cyd play."""
    return people.game({"stark": "ada", "lannister": "ben", "greyjoy": "cyd"})


def power(people: People, game_id: str) -> int:
    """The Power of a house nobody plays."""
    with people.store.read() as session:
        return int(current(session, find_game(session, game_id)).showing.board.power["tyrell"])


def seen(visitor: Clicks, path: str) -> str:
    """A page as somebody sees it."""
    visitor.go(path)
    return visitor.html


def test_an_override_is_proposed_voted_about_and_in_force(people: People, signed_in: SignedIn, game: str) -> None:
    ada, ben, cyd = (Clicks(signed_in(name)) for name in ("ada", "ben", "cyd"))
    ada.go(f"/games/{game}/gm/overrides/new?kind=set-power")
    typed = {"house": "tyrell", "power": "9", "reason": "A misprint"}
    ada.send("See what it changes", f"/games/{game}/gm/overrides/new", **typed)
    assert "you cannot change it alone" in ada.html
    assert "Apply" not in ada.html
    assert "map.svg" not in ada.html, "the draft's map is not for them"
    ada.send("Let the players vote")
    assert "The players were asked." in ada.html
    assert "Waiting for others to agree" in seen(ada, f"/games/{game}/gm")
    for player in (ben, cyd):
        page = seen(player, f"/games/{game}/votes")
        assert "Apply this override of a game master who plays?" in page
        assert re.search(r"Tyrell has 9|9 [Pp]ower", page)
        assert "A misprint" in page
        vote = re.search(r'action="(/votes/[^"]+)"', page)
        assert vote is not None
        assert player.browser.post(vote[1], {"choice": "yes"}).status_code == 303
    assert power(people, game) == 9
    assert "By vote of the players" in seen(ben, f"/games/{game}/rounds/1")
    assert "passed" in seen(ben, f"/games/{game}/votes")


def test_going_back_is_proposed_and_another_master_agrees(people: People, signed_in: SignedIn, game: str) -> None:
    run_out(people, game)
    make_master(people, game)
    ada, mira = Clicks(signed_in("ada")), Clicks(signed_in(MASTER))
    ada.go(f"/games/{game}/gm/back?to=1")
    assert "Go back to turn 1</button>" not in ada.html
    ada.send("Propose to go back to turn 1", f"/games/{game}/gm/back", chance="reseed", reason="A wrong map")
    assert "The decks are shuffled again." in ada.html
    ada.send("Ask the other game master")
    link = re.search(rf'href="(/games/{game}/gm/overrides/[^"]+)"', seen(mira, f"/games/{game}/gm"))
    assert link is not None
    assert "A wrong map" in seen(mira, link[1])
    mira.send("Apply")
    assert last_turn(people, game).number == 3
    assert "It was applied." in seen(ada, link[1])


def test_review_of_a_held_turn_says_so_to_a_playing_master(people: People, signed_in: SignedIn, game: str) -> None:
    make_master(people, game)
    set_review(people, game, "all")
    people.submit(game, "ben", b"{}")
    run_out(people, game)
    html = signed_in("ada").get(f"/games/{game}/gm").text
    assert "Another game master is reviewing the result." in html
    assert "result 1" not in html.lower()
    assert "version 1" not in html
    assert "version 1" in signed_in(MASTER).get(f"/games/{game}/gm").text


def test_programs_propose_and_ask(people: People, program: Callable[[str], Program], game: str) -> None:
    ada, ben = program("ada"), program("ben")
    made = ada.post(f"/games/{game}/overrides", {"turn": 1, "reason": "A misprint", "decree": POWER}).get_json()
    assert made["alone"] is False
    refused = ada.post(f"/games/{game}/overrides/{made['id']}/apply")
    assert (refused.status_code, codes(refused)) == (403, {"others-decide"})
    assert ada.post(f"/games/{game}/overrides/{made['id']}/ask").get_json()["status"] == "asked"
    assert codes(ada.post(f"/games/{game}/overrides/{made['id']}/ask")) == {"edict-asked"}
    (vote,) = ben.get(f"/games/{game}/votes").get_json()["open"]
    assert (vote["kind"], vote["decree"]["edict"]["power"], vote["voters"]) == ("edict", 9, 2)
    for name in ("ben", "cyd"):
        program(name).put(f"/votes/{vote['id']}/ballot", {"choice": "yes"})
    assert power(people, game) == 9
    people.adjudicate(game)
    back = {"about": 2, "to": 1, "chance": "keep", "reason": "A wrong map"}
    assert codes(ada.post(f"/games/{game}/back", back)) == {"others-decide"}
    shown = ada.post(f"/games/{game}/back/proposal", back)
    assert (shown.status_code, shown.get_json()["alone"]) == (201, False)
    assert codes(ada.post(f"/games/{game}/back/proposal", {**back, "about": 1})) == {"stale-turn"}
    with people.store.begin() as session:
        find_game(session, game).votes = ""
    asked = ada.post(f"/games/{game}/overrides/{shown.get_json()['id']}/ask")
    assert asked.status_code == 200, "no terms forbid it"
    assert [line["kind"] for line in ada.get(f"/games/{game}/review").get_json()["asked"]] == ["roll-back"]
    assert codes(ben.post(f"/games/{game}/votes", {"kind": "pause"})) == {"vote-not-allowed"}
    assert ben.post(f"/games/{game}/votes", {"kind": "edict", "subject": made["id"]}).status_code == 422
