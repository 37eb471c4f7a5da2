"""Who may take a seat that is offered, who learns that theirs was given away, and when no house is left to choose."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from correspondence.delegations.use_cases import delegate, revoke
from correspondence.errors import Denied
from correspondence.games.access import game_named
from correspondence.lobby.seating import on_offer
from correspondence.lobby.use_cases import join_game
from correspondence.seats.use_cases import offer, replace, take_over
from correspondence.store import Store
from tests.correspondence.people import People

WithSeat = Callable[..., None]
TWO = {"stark": "ada", "tyrell": "bo"}


def acting(people: People, store: Store, game_id: str) -> str:
    """Cy acts for Stark for some days; the right's id."""
    people.account("cy")
    with store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=5)
        return delegate(session, ada, game_id, "cy@rookery.example", people.now, until, people.now).public_id


@pytest.mark.parametrize("ended", [False, True])
def test_who_acts_or_acted_for_another_house_takes_no_seat(
    people: People, store: Store, with_seat: WithSeat, ended: bool
) -> None:
    game_id = people.game(TWO)
    right = acting(people, store, game_id)
    if ended:
        people.later(days=1)
        with store.begin() as session:
            revoke(session, people.account_in(session, "ada"), game_id, right, people.now)
    with_seat(offer, game_id, "tyrell", "missed")
    assert people.page(game_id, "cy").may_take_over == ()
    assert people.page(game_id, "dee").may_take_over == ("tyrell",)
    with store.begin() as session, pytest.raises(Denied) as refused:
        take_over(session, people.account_in(session, "cy"), game_id, "tyrell", people.now)
    assert refused.value.code == "acts-for-a-seat"


def test_who_acts_for_a_house_may_take_its_seat(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game(TWO)
    acting(people, store, game_id)
    with_seat(offer, game_id, "stark", "missed")
    assert people.page(game_id, "cy").may_take_over == ("stark",)
    with store.begin() as session:
        take_over(session, people.account_in(session, "cy"), game_id, "stark", people.now)
    assert people.page(game_id, "cy").you == "stark"


def _subjects(people: People, name: str) -> list[str]:
    people.deliver()
    return [str(letter["Subject"]) for letter in people.letters(name)]


def test_whose_seat_is_given_to_somebody_else_is_told(people: People, store: Store, with_seat: WithSeat) -> None:
    game_id = people.game(TWO)
    people.account("cy")
    before = {name: len(_subjects(people, name)) for name in ("ada", "bo")}

    def give(session: Any, game: Any, seat: Any, now: Any) -> None:
        replace(session, game, seat, people.account_in(session, "cy"), "away", now)

    with_seat(give, game_id, "tyrell")
    (lost,) = _subjects(people, "bo")[before["bo"] :]
    (told,) = _subjects(people, "ada")[before["ada"] :]
    assert lost.endswith("somebody else plays Tyrell now")
    assert told.endswith("Tyrell has a new player")


def test_a_full_lobby_offers_no_house(people: People, store: Store, lobby: Callable[..., tuple[str, str]]) -> None:
    game_id, code = lobby(edition="mother-of-dragons", players=3, house="stark")
    with store.read() as session:
        choices = on_offer(game_named(session, game_id))
    assert "tyrell" in choices
    assert "stark" not in choices
    for name, house in (("bo", "tyrell"), ("cy", "arryn")):
        with store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code, house=house)
    with store.read() as session:
        game = game_named(session, game_id)
        assert len(game.seats) == game.players
        assert on_offer(game) == ()
