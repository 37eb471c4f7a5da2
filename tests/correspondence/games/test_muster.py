"""The muster: everybody says that they are there, or is replaced before the first turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from correspondence.input_validation import Denied, UserError
from correspondence.lobby.seating import close_due_musters, confirm
from correspondence.lobby.use_cases import cancel_stale_lobbies, free_seat, join_game, leave_game
from correspondence.store import Store
from tests.correspondence.people import People

Lobby = Callable[..., tuple[str, str]]


def join(people: People, store: Store, game_id: str, code: str, name: str) -> None:
    with store.begin() as session:
        join_game(session, people.account_in(session, name), game_id, people.now, code=code)


def full(people: People, store: Store, lobby: Lobby) -> tuple[str, str]:
    """A game of three that musters: ada made it, bo joined, and hours later cy."""
    game_id, code = lobby(players=3, muster_hours=48.0)
    join(people, store, game_id, code, "bo")
    people.later(hours=2)
    join(people, store, game_id, code, "cy")
    return game_id, code


def test_the_last_yes_begins_the_game(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = full(people, store, lobby)
    page = people.page(game_id)
    assert (page.status, page.must_confirm, page.turn) == ("mustering", True, None)
    assert people.page(game_id, "cy").must_confirm is False, "who takes the last seat has shown to be there"
    assert people.deliver() == 2
    mail = people.mails("ada")[-1].get_body(("plain",))
    assert mail is not None
    assert "Please confirm by " in mail.get_content()
    for name in ("ada", "ada", "bo"):
        with store.begin() as session:
            confirm(session, people.account_in(session, name), game_id, people.now)
    assert people.page(game_id).status == "running"
    with store.begin() as session, pytest.raises(Denied, match="no-muster"):
        confirm(session, people.account_in(session, "bo"), game_id, people.now)


def test_who_does_not_answer_is_replaced_first(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = full(people, store, lobby)
    with store.begin() as session:
        confirm(session, people.account_in(session, "ada"), game_id, people.now)
    people.later(hours=47)
    assert close_due_musters(store, people.clock) == 0
    people.later(hours=1)
    people.deliver()
    assert close_due_musters(store, people.clock) == 1
    assert close_due_musters(store, people.clock) == 0
    page = people.page(game_id)
    assert (page.status, page.free_houses) == ("lobby", ("lannister",))
    assert not people.page(game_id, "bo").member
    assert people.deliver() == 3, "bo is told, and those who wait"
    assert "your seat is free again" in people.mails("bo")[-1]["Subject"]
    join(people, store, game_id, code, "di")
    assert people.page(game_id).status == "running", "yes of the others still holds, and di has just come"


def test_a_yes_does_not_hold_for_ever(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = full(people, store, lobby)
    with store.begin() as session:
        leave_game(session, people.account_in(session, "bo"), game_id, people.now)
    assert people.page(game_id).status == "lobby"
    people.later(days=5)
    join(people, store, game_id, code, "di")
    assert people.page(game_id).status == "mustering"
    assert people.page(game_id, "cy").must_confirm
    assert not people.page(game_id, "di").must_confirm


def test_lobbies_that_find_nobody_are_called_off(people: People, store: Store, lobby: Lobby) -> None:
    old, _ = lobby(visibility="open")
    people.later(days=29)
    young, _ = lobby()
    people.later(days=2)
    for expected in (1, 0):
        with store.begin() as session:
            assert cancel_stale_lobbies(session, people.now) == expected
    assert (people.page(old).status, people.page(young).status) == ("cancelled", "lobby")
    people.deliver()
    assert ["cancelled" in mail["Subject"] for mail in people.mails("ada")] == [True]
    with store.begin() as session, pytest.raises(Denied, match="game-over"):
        join_game(session, people.account_in(session, "bo"), old, people.now)


def test_whoever_came_within_the_hour_is_not_asked_again(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=3, muster_hours=48.0)
    people.later(minutes=1)
    join(people, store, game_id, code, "bo")
    people.later(minutes=59)
    join(people, store, game_id, code, "cy")

    page = people.page(game_id, "bo")
    assert (page.status, page.there, page.must_confirm) == ("mustering", 2, False)
    assert people.page(game_id).must_confirm, "ada made the game an hour ago"
    with store.begin() as session:
        confirm(session, people.account_in(session, "ada"), game_id, people.now)
    assert people.page(game_id).status == "running"


def test_its_maker_frees_seats(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = full(people, store, lobby)
    ids = {seat.player: seat.id for seat in people.page(game_id).seats}
    assert ids["Ada"] == ""
    assert {seat.id for seat in people.page(game_id, "bo").seats} == {""}
    people.deliver()
    for name, seat_id, why in (("bo", ids["Cy"], "not-your-game"), ("ada", "none", "no-such-seat")):
        with store.begin() as session, pytest.raises(UserError) as refused:
            free_seat(session, people.account_in(session, name), game_id, seat_id, people.now)
        assert refused.value.code == why
    with store.begin() as session:
        free_seat(session, people.account_in(session, "ada"), game_id, ids["Cy"], people.now)
    assert people.page(game_id).status == "lobby"
    assert not people.page(game_id, "cy").member
    people.deliver()
    assert "your seat is free again" in people.mails("cy")[-1]["Subject"]


def test_whoever_starts_knows_whether_others_are_asked_first(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=3, muster_hours=48.0, bots_fill_seats=True)
    assert people.page(game_id).start_asks is False
    join(people, store, game_id, code, "bo")
    assert people.page(game_id).start_asks is False, "bo has just come"
    people.later(hours=1)
    assert people.page(game_id).start_asks is True
    at_once, code = lobby(players=3, muster_hours=0.0, bots_fill_seats=True)
    join(people, store, at_once, code, "bo")
    assert people.page(at_once).start_asks is False


def test_a_master_without_a_seat_needs_no_code(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby(players=3, play=False)
    page = people.page(game_id)
    assert (page.member, page.may_join, page.needs_code) == (False, True, False)
    join(people, store, game_id, "", "ada")
    assert people.page(game_id).member
    with store.begin() as session, pytest.raises(Denied, match="not-invited"):
        join_game(session, people.account_in(session, "bo"), game_id, people.now)
