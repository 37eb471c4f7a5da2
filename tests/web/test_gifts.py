"""The page of gifts and the API's: who may give what, twice sent is given once, in editions that know gifts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from adjudicator.engine.decision import Refusal
from adjudicator.thrones.game import THRONES
from correspondence.archive.records import current
from correspondence.games.access import find_game
from tests.correspondence.games.test_vassals import big_game
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program

SignedIn = Callable[[str], Browser]


def power(people: People, game_id: str, house: str) -> int:
    """What a house has."""
    with people.store.read() as session:
        return current(session, find_game(session, game_id)).showing.board.power[house]


def test_a_form_sent_twice_gives_once(people: People, signed_in: SignedIn) -> None:
    game_id = big_game(people)
    ada, path, had = signed_in("ada"), f"/games/{game_id}/gifts", power(people, game_id, "lannister")
    page = ada.get(path)
    assert f'href="{path}"' in ada.get(f"/games/{game_id}").text
    hidden = dict(re.findall(r'<input type="hidden" name="(call|number)" value="([^"]*)"', page.text))
    sent = {**hidden, "to": "lannister", "amount": "2"}
    for _ in range(2):
        assert ada.post(path, sent).status_code == 303
    assert power(people, game_id, "lannister") == had + 2
    assert "Stark gives Lannister 2 power" in signed_in("ben").get(path).text
    other = ada.post(path, {**sent, "amount": "1"})
    assert other.status_code == 409
    assert "Nothing was given" in other.text
    assert ada.post(path, {**sent, "number": "2", "amount": "many"}).status_code == 422
    assert power(people, game_id, "lannister") == had + 2


def test_a_program_gives_once(people: People, program: Callable[[str], Program]) -> None:
    game_id = big_game(people)
    ada = program("ada")
    page = ada.get(f"/games/{game_id}/gifts").get_json()
    gift = {"to": "lannister", "amount": 1, "number": page["number"]}
    answers = [ada.post(f"/turns/{page['turn_id']}/gifts", gift) for _ in range(2)]
    assert [(answer.status_code, answer.get_json()) for answer in answers] == [(201, {"house": "stark", **gift})] * 2
    assert ada.get(f"/games/{game_id}/gifts").get_json()["power"] == page["power"] - 1


def test_the_page_offers_nothing_where_the_rules_bar_gifts(
    people: People, signed_in: SignedIn, program: Callable[[str], Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/games/{big_game(people)}/gifts"
    assert 'name="amount"' in signed_in("ada").get(path).text
    assert program("ada").get(path).get_json()["barred"] is False
    barred = Refusal("battle-under-way", "a battle is being fought", "amount")
    monkeypatch.setattr(THRONES, "gifts_barred", lambda position: barred)
    shown = signed_in("ada").get(path).text
    assert "You can&#39;t give Power now" in shown
    assert 'name="amount"' not in shown
    assert program("ada").get(path).get_json()["barred"] is True


def test_other_editions_show_nothing_of_it(people: People, signed_in: SignedIn) -> None:
    game_id = people.game()
    ada = signed_in("ada")
    assert "/gifts" not in ada.get(f"/games/{game_id}").text
    assert ada.get(f"/games/{game_id}/gifts").status_code == 403
