"""The data of Mother of Dragons as far as it goes: the second edition's, with two pieces laid over the board."""

from __future__ import annotations

from collections import Counter

from adjudicator import face
from adjudicator.editions.loading import read_tables
from adjudicator.thrones.control import barrels, controller
from adjudicator.thrones.supply import fits

SECOND, DRAGONS = face.edition("second-edition"), face.edition("mother-of-dragons")


def test_the_board_has_its_areas() -> None:
    assert Counter(a.kind for a in DRAGONS.areas.values()) == {"land": 39, "sea": 13, "port": 9}
    changed = [area for area in SECOND.areas if SECOND.neighbours[area] != DRAGONS.neighbours[area]]
    assert sorted(changed) == [
        "moat-cailin",
        "port-of-white-harbor",
        "the-eyrie",
        "the-fingers",
        "the-mountains-of-the-moon",
        "the-narrow-sea",
        "the-twins",
        "white-harbor",
        "widows-watch",
    ]
    assert DRAGONS.areas["the-eyrie"].settlement == "stronghold"


def test_every_house_has_eighteen_orders_and_seven_cards() -> None:
    assert sum(o.copies for o in DRAGONS.orders.values()) == 18
    assert {house: len(cards) for house, cards in DRAGONS.hands.items()} == dict.fromkeys(DRAGONS.houses, 7)
    assert len(DRAGONS.houses) == 7


def test_the_start_is_within_its_own_rules() -> None:
    board = face.start("mother-of-dragons", 7, "seed").board
    for house in board.houses:
        assert board.supply[house] == barrels(board, DRAGONS, house)
        assert fits(board, DRAGONS, house)
        assert controller(board, DRAGONS, DRAGONS.houses[house].home) == house
    assert board.garrisons["the-eyrie"].strength == 4


def test_a_basis_keeps_what_is_not_laid_over() -> None:
    tables = read_tables("mother-of-dragons", "second-edition")
    assert tables["westeros"] == read_tables("second-edition")["westeros"]
    assert tables["rules"]["variant"] == read_tables("second-edition")["rules"]["variant"]
    assert [row["players"] for row in tables["setup"]["setup"]] == [7]
