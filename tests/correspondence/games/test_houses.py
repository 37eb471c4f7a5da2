"""Which houses of a game are played, where its players choose among more than they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator import game_file, games
from correspondence.archive.files import export_game
from correspondence.backups import making, one_game
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import find_game, terms_of
from correspondence.games.options import NewGame, validate_terms
from correspondence.imports import checked_file, keep_game
from correspondence.input_validation import Denied, Invalid
from correspondence.lobby.invitations import invite
from correspondence.lobby.use_cases import (
    GameSearch,
    change_settings,
    choose_preferences,
    fill_with_bots,
    find_games,
    join_game,
)
from correspondence.store import Store
from narration.thrones.voice import Voice
from narration.words import translator
from tests.correspondence.people import People, houses_of, text_of

Lobby = Callable[..., tuple[str, str]]
DRAGONS: dict[str, Any] = {"edition": "mother-of-dragons"}
WESTEROS = ("baratheon", "lannister", "stark", "martell", "greyjoy", "tyrell", "arryn")
FOUR = ("stark", "lannister", "arryn", "targaryen")


def join(people: People, store: Store, game_id: str, code: str, name: str, **wish: Any) -> None:
    with store.begin() as session:
        join_game(session, people.account_in(session, name), game_id, people.now, code=code, **wish)


def vassals(people: People, game_id: str) -> list[str]:
    """Those on the board."""
    view = people.page(game_id).view
    assert view is not None
    return view.board.vassals


@pytest.mark.parametrize("players", range(3, 9))
def test_how_many_houses_there_are_to_choose_among(players: int) -> None:
    able = houses_of(players, "mother-of-dragons")
    assert set(able) == {*WESTEROS, *(("targaryen",) if players > 3 else ())}
    left = games.of_edition("mother-of-dragons").possible_vassals(
        games.edition("mother-of-dragons"), players, able[:players]
    )
    assert set(left) == (set(able[players:]) - {"targaryen"})
    for edition in ("first-edition", "second-edition"):
        rules = games.edition(edition)
        if players in rules.setups:
            assert houses_of(players, edition) == rules.setups[players].houses
            assert games.of_edition(rules.id).possible_vassals(rules, players, ()) == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("houses", ("stark", "lannister", "targaryen")),
        ("houses", ("stark", "lannister")),
        ("houses", ("stark", "lannister", "lannister")),
        ("houses", ("stark", "lannister", "arryn", "tyrell")),
        ("houses", ("stark", "lannister", "bolton")),
        ("bot_houses", ("targaryen",)),
        ("house", "targaryen"),
    ],
)
def test_houses_not_playable_by_three_are_refused_by_field(field: str, value: Any) -> None:
    wanted: dict[str, Any] = {field: value}
    with pytest.raises(Invalid) as refused:
        validate_terms(NewGame(title="A game", players=3, **DRAGONS, **wanted))
    assert refused.value.field == field


def test_houses_are_named_where_there_is_a_choice() -> None:
    new = validate_terms(
        NewGame(title="A game", players=4, **DRAGONS, houses=("targaryen", "arryn", "stark", "lannister"))
    )
    assert set(new.houses) == set(FOUR)
    with pytest.raises(Invalid) as refused:
        validate_terms(NewGame(title="A game", players=4, **DRAGONS, houses=FOUR, house="tyrell"))
    assert refused.value.field == "house"
    every = NewGame(title="A game", players=8, **DRAGONS, houses=houses_of(8, "mother-of-dragons"))
    assert validate_terms(every).houses == ()
    with pytest.raises(Invalid):
        validate_terms(NewGame(title="A game", players=3, edition="second-edition", houses=FOUR[:3]))


def test_whoever_comes_chooses_among_all(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=4, house="targaryen", visibility="open", **DRAGONS)
    page = people.page(game_id)
    assert (len(page.houses), len(page.free_houses), set(page.vassals)) == (8, 7, set(WESTEROS))
    join(people, store, game_id, code, "bo", house="arryn")
    with pytest.raises(Invalid, match="house-taken"):
        join(people, store, game_id, code, "cy", house="arryn")
    with store.begin() as session:
        fill_with_bots(session, people.account_in(session, "ada"), game_id, ["stark"], people.now)
    with store.read() as session:
        free = find_games(session, GameSearch()).games[0].houses
    assert set(free) == {"lannister", *WESTEROS} - {"stark", "arryn"}
    join(people, store, game_id, code, "cy")
    page = people.page(game_id)
    assert page.status == "running"
    assert page.terms.houses == tuple(h for h in page.houses if h in {seat.house for seat in page.seats})
    assert len(page.seats) == 4
    assert set(vassals(people, game_id)) == set(page.vassals) == set(WESTEROS) - {seat.house for seat in page.seats}


def test_bots_take_as_many_houses_as_there_are_seats(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=5, house="stark", **DRAGONS)
    with store.begin() as session:
        fill_with_bots(session, people.account_in(session, "ada"), game_id, None, people.now)
    page = people.page(game_id)
    assert (page.status, [seat.kind for seat in page.seats].count("steward")) == ("running", 4)
    assert len(vassals(people, game_id)) == len(page.vassals) == 2
    with pytest.raises(Denied):
        join(people, store, game_id, code, "bo")


@pytest.mark.parametrize("houses", [(), FOUR])
@pytest.mark.parametrize("way", ["random", "preferences"])
def test_houses_are_dealt_among_all_or_those_named(
    way: str, houses: tuple[str, ...], people: People, store: Store, lobby: Lobby
) -> None:
    game_id, code = lobby(players=4, seat_choice=way, houses=houses, bot_houses=("stark",), **DRAGONS)
    assert people.page(game_id).free_houses == ()
    if way == "preferences":
        with store.begin() as session:
            choose_preferences(session, people.account_in(session, "ada"), game_id, ("targaryen", "arryn"))
        if houses:
            with pytest.raises(Invalid), store.begin() as session:
                choose_preferences(session, people.account_in(session, "ada"), game_id, ("tyrell",))
    join(people, store, game_id, code, "bo")
    join(people, store, game_id, code, "cy")
    page = people.page(game_id)
    dealt = {seat.house for seat in page.seats}
    assert page.status == "running"
    assert len(dealt) == 4
    assert set(page.terms.houses) == dealt
    assert set(vassals(people, game_id)) == set(WESTEROS) - dealt
    assert not houses or dealt == set(houses)
    assert way == "random" or page.you == "targaryen"


def test_the_houses_of_a_lobby_change_as_far_as_nobody_has_them(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=4, house="tyrell", **DRAGONS)

    def change(**changes: Any) -> None:
        with store.begin() as session:
            change_settings(session, people.account_in(session, "ada"), game_id, changes, people.now)

    with pytest.raises(Invalid) as refused:
        change(houses=FOUR)
    assert (refused.value.code, refused.value.field) == ("house-taken", "houses")
    change(houses=("tyrell", *FOUR[1:]))
    page = people.page(game_id)
    assert set(page.free_houses) == set(FOUR[1:])
    assert set(page.vassals) == set(WESTEROS) - {"tyrell", *FOUR[1:]}
    with pytest.raises(Invalid) as refused:
        join(people, store, game_id, code, "bo", house="stark")
    assert refused.value.field == "house"
    change(houses=())
    assert "stark" in people.page(game_id).free_houses


def test_an_invitation_says_which_houses_there_are(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby(players=4, house="stark", **DRAGONS)
    with store.begin() as session:
        invite(session, people.account_in(session, "ada"), game_id, "bo@rookery.example", None, people.now)
    people.deliver()
    voice = Voice(games.edition("mother-of-dragons"), translator("en"))
    (mail,) = people.mails("bo")
    told = " ".join(text_of(mail).split())
    assert f"Free houses: {voice.houses(people.page(game_id).free_houses)}." in told


@pytest.mark.parametrize("houses", [FOUR, FOUR[:3]])
def test_a_game_keeps_its_houses_wherever_it_goes(
    houses: tuple[str, ...], people: People, store: Store, tmp_path: Path
) -> None:
    """Over a backup, a replay, an export before and after its end, and an import."""
    game_id = people.game({houses[-1]: "ada"}, players=len(houses), houses=houses, **DRAGONS)
    people.adjudicate(game_id)
    saved = tmp_path / "one.backup"
    making.back_up(store, saved, people.now)
    people.adjudicate(game_id)
    one_game.restore_game(store, saved, game_id, people.now)
    with store.read() as session:
        assert set(terms_of(find_game(session, game_id)).houses) == set(houses)
        running = export_game(session, game_id, people.account_in_read(session, "ada"), people.now)
        assert set(running.houses) == set(houses)
        assert replay_stored_game(session, game_id).differences == ()
    for _ in range(80):
        if people.page(game_id).status != "running":
            break
        people.adjudicate(game_id)
    assert people.page(game_id).status == "finished"
    with store.begin() as session:
        assert replay_stored_game(session, game_id).differences == ()
        data = game_file.encode(export_game(session, game_id, None, people.now))
        find_game(session, game_id).commitment = "elsewhere"
    checked = checked_file(data)
    whole = checked.whole
    with store.begin() as session:
        kept = keep_game(session, people.account_in(session, "eve"), checked, "Taken in", people.now)
        assert kept.playing == whole.houses
        assert {seat.house for seat in kept.seats} == set(houses)
        imported = kept.public_id
    with store.read() as session:
        assert replay_stored_game(session, imported).differences == ()
        again = export_game(session, imported, None, people.now)
        assert (again.houses, again.options.bots) == (whole.houses, whole.options.bots)
        assert again.position == whole.position
