"""What is decided about a game, when it is made and later; presets; who is told of a change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.engine.decision import Illegal
from correspondence.games.access import IN_LOBBY, WHILE_RUNNING, find_game, terms_of, write_terms
from correspondence.games.options import PRESETS, NewGame, validate_terms
from correspondence.input_validation import Denied, Invalid
from correspondence.lobby.use_cases import (
    MAX_LOBBIES,
    cancel_game,
    change_settings,
    changes_of,
    choose_preferences,
    create_game,
    join_game,
)
from correspondence.masters import accept_master, invite_master, step_down
from correspondence.models.games import Game
from correspondence.store import Store
from tests.correspondence.people import People

Lobby = Callable[..., tuple[str, str]]


def change(people: People, store: Store, game_id: str, name: str = "ada", **changes: Any) -> list[str]:
    with store.begin() as session:
        made = change_settings(session, people.account_in(session, name), game_id, changes, people.now)
    return [one.field for one in made]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_games_that_can_be(preset: str) -> None:
    new = NewGame(title="A game", preset=preset, zone="Europe/Rome", **PRESETS[preset])
    assert validate_terms(new) == new


def test_terms_are_kept_whole() -> None:
    every: dict[str, Any] = {
        "title": "All of it",
        "preset": "slow",
        "pace": ("use-raven",),
        "clock": "7:05",
        "zone": "Europe/Rome",
        "weekdays": "17",
        "names": "anonymous",
        "spectators": "delayed",
        "spectator_delay": 3,
        "messages": ("postal", "public"),
        "votes": ("draw",),
        "review": "all",
        "play": False,
        "seat_choice": "preferences",
        "absent_seat": "defaults",
        "early_close": False,
        "most_hours": 100.0,
    }
    new = validate_terms(NewGame(**every))
    assert (new.clock, new.messages) == ("07:05", ("public", "postal"))
    game = Game()
    write_terms(game, new)
    assert terms_of(game, plays=False) == new


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("window_hours", 0.0),
        ("window_hours", float("nan")),
        ("first_hours", -1.0),
        ("most_hours", 47.0),
        ("hold_minutes", 1e9),
        ("extensions", 21),
        ("extension_hours", 0.0),
        ("grace_hours", float("inf")),
        ("misses_allowed", -1),
        ("clock", "25:00"),
        ("clock", "20:00\n21"),
        ("zone", "Westeros/Winterfell"),
        ("weekdays", ""),
        ("weekdays", "89"),
        ("absent_seat", "vassal"),
        ("names", "secret"),
        ("spectators", "everyone"),
        ("spectator_delay", 99),
        ("messages", ("shouting",)),
        ("votes", ("war",)),
        ("review", "some"),
        ("seat_choice", "auction"),
        ("visibility", "hidden"),
        ("preset", "glacial"),
        ("preferences", ("arryn",)),
        ("masters", ("nobody",)),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(field: str, value: Any) -> None:
    new = replace(NewGame(title="A game", spectators="delayed", spectator_delay=1), **{field: value})
    with pytest.raises(Invalid) as refused:
        validate_terms(new)
    assert refused.value.field == field


def test_only_somebody_without_a_seat_looks_results_over() -> None:
    with pytest.raises(Invalid, match="review-needs-master"):
        validate_terms(NewGame(title="A game", review="all"))
    validate_terms(NewGame(title="A game", review="all", play=False))
    with pytest.raises(Illegal):
        validate_terms(NewGame(title="A game", edition="tenth"))


def test_a_game_with_a_master_and_no_seat_for_them(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(play=False, players=3, review="all")
    page = people.page(game_id)
    assert (page.member, page.creator, [line.plays for line in page.masters]) == (False, True, [False])
    assert len(page.seats) == 0
    for name in ("bo", "cy", "di"):
        with store.begin() as session:
            join_game(session, people.account_in(session, name), game_id, people.now, code=code)
    assert people.page(game_id).status == "running"
    assert people.page(game_id).you is None


def test_settings_change_in_the_lobby(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=3)
    with store.begin() as session:
        join_game(session, people.account_in(session, "bo"), game_id, people.now, code=code)
    assert change(people, store, game_id, window_hours=48.0, title="A game") == []
    assert people.deliver() == 0
    changed = change(people, store, game_id, window_hours=24.0, names="anonymous", seat_choice="random")
    assert changed == ["names", "seat_choice", "window_hours"]
    page = people.page(game_id)
    assert (page.window_hours, page.terms.names, [seat.house for seat in page.seats]) == (24.0, "anonymous", [None] * 2)
    assert people.deliver() == 2
    with store.read() as session:
        changes = changes_of(session, find_game(session, game_id), None, people.now)
        told = {one.field: (one.before, one.after) for one in changes}
    assert told["window_hours"] == (48.0, 24.0)
    with pytest.raises(Invalid, match="fixed-now"):
        change(people, store, game_id, names="named")
    assert change(people, store, game_id, seat_choice="choose") == ["seat_choice"]
    assert [seat.house for seat in people.page(game_id).seats] == ["lannister", "stark"]


def test_titles_are_written_in_one_alphabet_and_old_ones_stay(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby(players=3)
    alike = "The \u0410laska game"
    with store.begin() as session:
        maker = people.account_in(session, "ada")
        with pytest.raises(Invalid, match="mixed-letters"):
            create_game(session, maker, NewGame(title=alike), people.now)
    with pytest.raises(Invalid, match="mixed-letters"):
        change(people, store, game_id, title=alike)
    with store.begin() as session:
        find_game(session, game_id).title = alike
    assert change(people, store, game_id, window_hours=24.0) == ["window_hours"]


def test_some_settings_change_while_the_game_runs(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    before = people.page(game_id).turn
    assert change(people, store, game_id, window_hours=24.0, messages=("public",), extensions=3) == [
        "extensions",
        "messages",
        "window_hours",
    ]
    after = people.page(game_id)
    assert after.turn == before, "the open call keeps its deadline"
    assert after.terms.messages == ("public",)
    assert WHILE_RUNNING < IN_LOBBY
    for field, value in (("pace", "raven"), ("names", "anonymous"), ("seat_choice", "random"), ("edition", "x")):
        with pytest.raises(Invalid, match="fixed-now") as refused:
            change(people, store, game_id, **{field: value})
        assert refused.value.field == field
    with pytest.raises(Denied, match="not-your-game"):
        change(people, store, game_id, "bo", window_hours=1.0)
    with pytest.raises(Invalid) as bad:
        change(people, store, game_id, clock="25:00", window_hours=12.0)
    assert bad.value.field == "clock"
    assert people.page(game_id).window_hours == 24.0


def test_masters_are_asked_and_answer(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby(masters=("bo@rookery.example",))
    people.deliver()
    assert "game master" in people.mails("bo")[-1]["Subject"]
    bo, cy = people.account("bo"), people.account("cy")
    assert people.page(game_id, "bo").may_change is False, "whoever has not accepted is no master"
    with store.begin() as session:
        with pytest.raises(Denied, match="not-your-game"):
            invite_master(session, bo, game_id, "di@rookery.example", people.now)
        accept_master(session, bo, game_id, people.now)
        invite_master(session, bo, game_id, "cy@rookery.example", people.now)
    assert people.page(game_id, "bo").may_change
    assert [line.accepted for line in people.page(game_id).masters] == [True, True, False]
    assert len(people.page(game_id, "eve").masters) == 2
    with store.begin() as session:
        step_down(session, cy, game_id, people.now)
        with pytest.raises(Denied, match="head-master"):
            step_down(session, people.account_in(session, "ada"), game_id, people.now)
    assert len(people.page(game_id).masters) == 2


def test_only_its_makers_turn_a_game_off(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby()
    bo = people.account("bo")
    with store.begin() as session:
        join_game(session, bo, game_id, people.now, code=code)
    with store.begin() as session, pytest.raises(Denied, match="not-your-game"):
        cancel_game(session, bo, game_id, people.now)
    with store.begin() as session:
        cancel_game(session, people.account_in(session, "ada"), game_id, people.now)
    page = people.page(game_id, "bo")
    assert (page.status, page.may_join, page.free_houses) == ("cancelled", False, ())
    assert people.deliver() == 1
    running = people.game({"stark": "ada"})
    with store.begin() as session, pytest.raises(Denied, match="game-started"):
        cancel_game(session, people.account_in(session, "ada"), running, people.now)


def test_nobody_makes_games_only_to_turn_them_off(people: People, store: Store, lobby: Lobby) -> None:
    for _ in range(MAX_LOBBIES):
        game_id, _ = lobby()
        with store.begin() as session:
            cancel_game(session, people.account_in(session, "ada"), game_id, people.now)
    with pytest.raises(Denied, match="too-many-games"):
        lobby()
    lobby(maker="bo")
    people.later(hours=25)
    lobby()


def test_wishes_are_sealed_and_dealt_by(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby(players=3, seat_choice="preferences", preferences=("baratheon",))
    with store.begin() as session:
        wanted = ("baratheon", "lannister")
        bo = people.account_in(session, "bo")
        join_game(session, bo, game_id, people.now, code=code, preferences=wanted)
        with pytest.raises(Invalid, match="unknown-choice"):
            choose_preferences(session, bo, game_id, ["tyrell"])
    assert people.page(game_id).wishes == ("baratheon",)
    assert "baratheon" not in repr(people.page(game_id, "bo").seats)
    with store.begin() as session:
        choose_preferences(session, people.account_in(session, "ada"), game_id, ["stark"])
    with store.begin() as session:
        join_game(session, people.account_in(session, "cy"), game_id, people.now, code=code)
    assert [people.page(game_id, name).you for name in ("ada", "bo", "cy")] == ["stark", "baratheon", "lannister"]
