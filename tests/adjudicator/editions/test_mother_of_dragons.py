"""The data of Mother of Dragons as far as it goes: the second edition's, with two pieces laid over the board."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator import games
from adjudicator.engine.decision import Illegal
from adjudicator.thrones.editions.loading import read_tables
from adjudicator.thrones.rules.control import barrels, controller
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state.board import CLOSED

SECOND, DRAGONS = games.edition("second-edition"), games.edition("mother-of-dragons")


def test_the_board_has_its_areas() -> None:
    assert Counter(a.kind for a in DRAGONS.areas.values()) == {"land": 46, "sea": 17, "port": 12}
    assert Counter(a.kind for a in DRAGONS.areas.values() if a.only_with) == {"land": 7, "sea": 4, "port": 3}
    changed = [area for area in SECOND.areas if SECOND.neighbours[area] != DRAGONS.neighbours[area]]
    assert sorted(changed) == [
        "east-summer-sea",
        "moat-cailin",
        "port-of-white-harbor",
        "shipbreaker-bay",
        "the-eyrie",
        "the-fingers",
        "the-mountains-of-the-moon",
        "the-narrow-sea",
        "the-shivering-sea",
        "the-twins",
        "white-harbor",
        "widows-watch",
    ]
    assert DRAGONS.areas["the-eyrie"].settlement == "stronghold"


def test_every_house_has_eighteen_orders_and_seven_cards() -> None:
    assert sum(o.copies for o in DRAGONS.orders.values() if not o.vassal) == 18
    assert sum(o.copies for o in DRAGONS.orders.values() if o.vassal) == 4
    assert len(DRAGONS.vassal_cards) == 7
    assert {house: len(cards) for house, cards in DRAGONS.hands().items()} == dict.fromkeys(DRAGONS.houses, 7)
    assert len(DRAGONS.houses) == 8


def test_the_start_is_within_its_own_rules() -> None:
    board = games.start("mother-of-dragons", 8, "seed").board
    for house in board.houses:
        assert board.supply[house] == barrels(board, DRAGONS, house)
        assert fits(board, DRAGONS, house)
        assert controller(board, DRAGONS, DRAGONS.houses[house].home) == house
    assert board.garrisons["the-eyrie"].strength == 4


def test_a_basis_keeps_what_is_not_laid_over() -> None:
    tables = read_tables("mother-of-dragons", "second-edition")
    below = read_tables("second-edition")["westeros"]
    assert {deck: cards for deck, cards in tables["westeros"]["deck"].items() if deck != "IV"} == below["deck"]
    assert tables["westeros"]["card"][: len(below["card"])] == below["card"]
    assert tables["rules"]["variant"] == {**read_tables("second-edition")["rules"]["variant"], "gifts": True}
    assert [row["players"] for row in tables["setup"]["setup"]] == [[3, 4, 5, 6, 7, 8]]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_houses_without_a_player_begin_as_vassals(players: int) -> None:
    board = games.start("mother-of-dragons", players, "seed").board
    assert len(board.vassals) == 7 - players
    for house in board.vassals:
        assert (board.power[house], board.supply[house], board.hands[house]) == (0, 4, [])
        assert fits(board, DRAGONS, house)
        assert controller(board, DRAGONS, DRAGONS.houses[house].home) == house
        assert not any(house in places[:3] for places in board.tracks.values())
    for track, badge in DRAGONS.badges.items():
        assert board.holders[badge] == board.tracks[track][0]


def test_the_seed_draws_the_houses_unless_they_are_named() -> None:
    drawn = {tuple(games.start("mother-of-dragons", 3, f"seed {n}").board.vassals) for n in range(20)}
    assert len(drawn) > 10
    named = games.start("mother-of-dragons", 3, "seed", houses=["tyrell", "stark", "arryn"])
    assert named.board.vassals == ["lannister", "baratheon", "greyjoy", "martell"]


@pytest.mark.parametrize(
    "houses",
    [["stark"], ["stark", "stark", "arryn"], ["stark", "arryn", "frey"], ["stark", "arryn", "tyrell", "martell"]],
)
def test_houses_that_cannot_be_played_so_are_refused(houses: list[str]) -> None:
    with pytest.raises(Illegal) as refused:
        games.start("mother-of-dragons", 3, "seed", houses=houses)
    assert refused.value.reasons[0].code == "bad-houses"


def test_targaryen_joins_a_set_up_of_four_or_more_by_name() -> None:
    chosen = ("stark", "lannister", "arryn", "targaryen")
    position = games.start("mother-of-dragons", 4, "seed", houses=chosen)
    board = position.board
    assert sorted(board.vassals) == ["baratheon", "greyjoy", "martell", "tyrell"]
    assert {track: places[-1] for track, places in board.tracks.items()} == dict.fromkeys(DRAGONS.tracks, "targaryen")
    assert board.points == {"targaryen": 1}
    assert (board.loyalty, board.neutral) == ({"kings-landing": 1}, {"kings-landing": 5, "braavos": 5})
    assert board.growing == [2, 4, 6, 8, 10]
    assert "IV" in position.hidden.decks
    with pytest.raises(Illegal, match="4 players or more"):
        games.start("mother-of-dragons", 3, "seed", houses=("stark", "lannister", "targaryen"))


def test_without_targaryen_nothing_of_his_is_in_the_game() -> None:
    position = games.start("mother-of-dragons", 7, "seed")
    board = position.board
    assert (board.points, board.loyalty, board.growing) == ({}, {}, [])
    assert "IV" not in position.hidden.decks
    assert {
        board.neutral.get(area.id) for area in DRAGONS.areas.values() if area.only_with and area.kind != "port"
    } == {CLOSED}


def test_targaryen_plays_only_when_named() -> None:
    others = ["stark", "lannister", "greyjoy"]
    with_it = games.start("mother-of-dragons", 4, "named", houses=[*others, "targaryen"]).board
    assert "targaryen" in with_it.houses
    assert with_it.tracks["iron-throne"][-1] == "targaryen"
    without = games.start("mother-of-dragons", 4, "named", houses=[*others, "tyrell"]).board
    assert "targaryen" not in without.houses
