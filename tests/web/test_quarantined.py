"""A game that was set aside: who sees the button that lets it be tried again, and what it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from correspondence.closing import quarantine
from correspondence.models.turns import Turn
from correspondence.store import Store
from tests.correspondence.people import People
from tests.web.visitors import Browser

TROUBLE = "a fault in the rules, with its trace"


@pytest.fixture
def aside(store: Store, people: People) -> str:
    """A game of ada, who masters it, and bo; hal runs the service."""
    game = people.game({"stark": "ada", "lannister": "bo"}, window_hours=1)
    people.later(hours=1)
    with store.begin() as session:
        people.account_in(session, "hal").host = True
        turn = session.scalars(select(Turn).where(Turn.game.has(public_id=game))).one()
        turn.attempts = 3
        quarantine(session, turn, TROUBLE)
    return game


@pytest.mark.parametrize("name", ["ada", "hal"])
def test_masters_and_hosts_have_a_button(
    name: str, aside: str, people: People, tasks: list[str], signed_in: Callable[[str], Browser]
) -> None:
    browser = signed_in(name)
    page = browser.get(f"/games/{aside}").text
    assert f'action="/games/{aside}/try-again"' in page
    assert TROUBLE not in page
    answer = browser.post(f"/games/{aside}/try-again")
    assert (answer.status_code, answer.location) == (303, f"/games/{aside}")
    assert "turns" in tasks
    assert "The turn will be resolved again in a moment" in browser.get(f"/games/{aside}").text
    people.adjudicate(aside)
    assert browser.get(f"/games/{aside}/turns/1").status_code == 200
    assert browser.post(f"/games/{aside}/try-again").status_code == 409, "it is not set aside any more"


@pytest.mark.parametrize("name", ["bo", "cyn"])
def test_others_have_none(
    name: str, aside: str, store: Store, tasks: list[str], signed_in: Callable[[str], Browser]
) -> None:
    browser = signed_in(name)
    assert "try-again" not in browser.get(f"/games/{aside}").text
    assert browser.post(f"/games/{aside}/try-again").status_code in (403, 404, 409)
    assert "turns" not in tasks
    with store.read() as session:
        assert session.scalars(select(Turn.status)).one() == "set-aside"
