"""The auction is played through the site and the API, whose pages know no more of it than its document and figures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape

import pytest

from tests.correspondence.people import People
from tests.correspondence.review.masters import MASTER, draft_of, make_master, run_out, set_review
from tests.families.test_auction import BIDS, begun, bid
from tests.web.form_reader import forms_of
from tests.web.gm.test_review import Clicks
from tests.web.visitors import Browser, Program, codes

Browsers = Callable[[str], Browser]
Programs = Callable[[str], Program]


def handed_in(browser: Browser, people: People, game_id: str, name: str) -> None:
    """The document typed into the form of the open turn, and saved."""
    path = f"/turns/{people.turn(game_id)}"
    assert 'name="document"' in browser.get(path).text
    answer = browser.post(path, {"document": json.dumps({"lots": BIDS[name]}), "do": "save-ready"})
    assert answer.status_code == 303, answer.text
    assert "harp" in browser.get(path).text, "the form holds what was handed in"


def lobby(ada: Browser, ben: Browser) -> str:
    """A game of two made by the form as the site shows it for this edition, joined by ben; its id."""
    (form,) = (one for one in forms_of(ada.get("/games/new?edition=auction").text) if one.action == "/games/new")
    answer = ada.post("/games/new", {**form.sent, "edition": "auction", "players": "2", "seat.red": "me"})
    assert answer.status_code == 303, answer.text
    path = answer.headers["Location"]
    code = re.search(r"\?code=(\w+)", ada.get(path).text)
    assert code is not None
    joined = ben.post(f"{path}/join", {"code": code[1], "house": "blue"})
    assert joined.status_code == 303, joined.text
    return path.rpartition("/")[2]


def test_it_is_made_in_the_lobby_and_played_to_its_end(signed_in: Browsers, people: People) -> None:
    ada, ben = signed_in("ada"), signed_in("ben")
    game_id = lobby(ada, ben)
    path = f"/games/{game_id}"
    for one in (ada, ben):
        one.post(f"{path}/confirm")
    assert people.page(game_id).status == "running"
    page = ada.get(path).text
    assert "What do you bid for the" in page
    rounds = 0
    while people.page(game_id).status == "running":
        handed_in(ada, people, game_id, "ada")
        handed_in(ben, people, game_id, "ben")
        people.adjudicate(game_id)
        rounds += 1
        assert "has the" in ada.get(f"{path}/rounds/{rounds}").text
    end = ada.get(f"{path}/end").text
    assert "<h1>Blue has won</h1>" in end
    assert "battle" not in end
    for page in (path, f"{path}/turns/1", f"{path}/compare?from=1&to=2", f"{path}/map.svg"):
        assert ada.get(page).status_code == 200, page
    kept = ada.get(f"{path}/export.json")
    assert json.loads(kept.text)["edition"] == "auction"


def test_what_cannot_be_read_is_said_and_kept(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    ada, path = signed_in("ada"), f"/turns/{people.turn(game_id)}"
    for typed, said in (('{"lots": {"harp": 1', "truncated"), ('{"lots": {"harp": "<i>"}}', "int")):
        page = ada.post(path, {"document": typed, "do": "save"})
        assert page.status_code == 422
        assert said in page.text
        assert typed in unescape(page.text), "what was typed is not lost"


def test_every_page_of_a_game_opens(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    bid(people, game_id)
    people.adjudicate(game_id)
    ada, mira, path = signed_in("ada"), signed_in(MASTER), f"/games/{game_id}"
    for page in ("", "/messages", "/rounds/1", "/turns/1", "/settings", "/votes", "/standing", "/log"):
        assert ada.get(path + page).status_code == 200, page
    for page in (
        "/gm",
        "/gm/notes",
        "/gm/back",
        "/gm/back?to=1",
        "/gm/overrides/new",
        "/gm/overrides/new?kind=set-purse",
    ):
        assert mira.get(path + page).status_code == 200, page
    turn = f"/turns/{people.turn(game_id)}"
    assert "What if?" not in ada.get(turn).text
    refused = ada.get(f"{turn}/what-if")
    assert refused.status_code == 403
    assert "no what-ifs" in refused.text
    assert ada.get(f"{path}/gifts").status_code == 403
    assert "The Auction" in ada.get("/help/auction").text
    assert ada.get("/help/auction/rulings").status_code == 404


def test_a_draft_is_decided_otherwise_and_published(signed_in: Browsers, people: People) -> None:
    game_id = begun(people)
    make_master(people, game_id)
    set_review(people, game_id, "all")
    bid(people, game_id)
    assert run_out(people, game_id).status == "held"
    mira, review = Clicks(signed_in(MASTER)), f"/games/{game_id}/gm"
    mira.go(f"{review}/drafts/{draft_of(people, game_id).public_id}")
    link = re.search(r'href="([^"]+)">Change', mira.html)
    assert link is not None
    mira.go(unescape(link[1]))
    field = re.search(r'<textarea[^>]*name="(answers\.[^"]+)"', mira.html)
    assert field is not None
    refused = mira.browser.post(unescape(link[1]), {field[1]: '{"coins": "many"}', "reason": "Misread"})
    assert refused.status_code == 422
    assert "bad-answer" in refused.text
    answer = {field[1]: '{"coins": 7}', "reason": "A bid was misread"}
    mira.send("See what it changes", unescape(link[1]), **answer)
    mira.send("Apply")
    mira.go(f"{review}/overrides/new?kind=set-purse")
    typed = {"house": "green", "coins": "5", "reason": "A miscount"}
    mira.send("See what it changes", f"{review}/overrides/new", **typed)
    mira.send("Apply")
    mira.go(review)
    mira.send("Publish result 3")
    assert people.page(game_id).view.board.purses["green"] == 5


def test_a_program_plays_it(program: Programs, people: People) -> None:
    game_id = begun(people)
    ada, turn = program("ada"), people.turn(game_id)
    assert ada.get("/editions/auction").get_json()["setups"][0]["houses"] == ["red", "blue"]
    assert "auction" in [one["id"] for one in ada.get("/editions").get_json()]
    sheet = ada.put(f"/turns/{turn}/sheet", {"lots": BIDS["ada"]})
    assert sheet.status_code in (200, 201), sheet.text
    assert ada.get(f"/turns/{turn}/sheet").get_json()["sheet"]["lots"] == BIDS["ada"]
    refused = ada.put(f"/turns/{turn}/sheet", {"lots": {"harp": []}})
    assert refused.status_code in (400, 422)
    assert codes(refused)
    people.adjudicate(game_id)
    found = ada.get(f"/games/{game_id}/results/1")
    assert found.status_code == 200
    assert "lot-sold" in found.text
    assert ada.put(f"/games/{game_id}/standing", {"lots": {"harp": 2}}).status_code in (200, 201)
    for part in ("", "/rounds/1", "/holders", "/standing", "/log", "/votes"):
        assert ada.get(f"/games/{game_id}{part}").status_code == 200, part


@pytest.mark.parametrize("edition", ["auction"])
def test_it_stands_in_the_form_of_a_new_game(edition: str, signed_in: Browsers) -> None:
    assert f'value="{edition}' in signed_in("ada").get("/games/new").text


def test_its_help_says_that_sheets_are_documents(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    assert 'href="/help/auction/notation"' in ada.get("/help/auction").text
    page = ada.get("/help/auction/notation").text
    assert "Orders in this game are typed as JSON" in page
    assert ">CLEAR<" in page
    assert "Keywords" not in page
