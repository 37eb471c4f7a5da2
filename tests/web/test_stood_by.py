"""The page of a call for somebody who has just taken a house over: it says who helps, and how to do without."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from correspondence.games.access import find_game
from correspondence.seats import offer, seat_of
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program

HELPED = "You have just taken over this house"
OTHERWISE = "Anything you skip uses your earlier orders this round, then your standing orders"
BY_DEFAULT = "Otherwise, by default"


@pytest.fixture
def taken(people: People, signed_in: Callable[[str], Browser]) -> str:
    """The id of the open turn of a game in which cy has taken Tyrell over on the site."""
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    with people.store.begin() as session:
        game = find_game(session, game_id, lock=True)
        offer(session, game, seat_of(game, "tyrell"), "missed", people.now)
    cy = signed_in("cy")
    assert cy.post(f"/games/{game_id}/take-over", {"house": "tyrell"}).status_code == 303
    return people.turn(game_id)


def test_the_page_says_who_helps_and_how_to_do_without(taken: str, signed_in: Callable[[str], Browser]) -> None:
    cy, ada = signed_in("cy"), signed_in("ada")
    page, other = cy.get(f"/turns/{taken}").text, ada.get(f"/turns/{taken}").text
    assert HELPED in page
    assert OTHERWISE not in page
    assert HELPED not in other
    assert BY_DEFAULT not in page, "before the defaults comes the steward"
    assert BY_DEFAULT in other
    assert OTHERWISE in other
    assert cy.post(f"/turns/{taken}/no-bot", {}).status_code == 303
    page = cy.get(f"/turns/{taken}").text
    assert "The defaults now decide what you leave open." in page
    assert HELPED not in page
    assert OTHERWISE in page


def test_programs_can_do_without_too(taken: str, program: Callable[[str], Program]) -> None:
    cy = program("cy")
    assert cy.get(f"/turns/{taken}").get_json()["stood_by"] is True
    answer = cy.ask("DELETE", f"/turns/{taken}/bot")
    assert (answer.status_code, answer.get_json()["stood_by"]) == (200, False)
