"""The data of the first edition: counts, borders, set-ups, and what happens when a data file has a fault."""

from __future__ import annotations

import copy
from collections import Counter

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Illegal
from adjudicator.thrones.editions import data_check
from adjudicator.thrones.editions.loading import TableReader, read_tables
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.control import barrels, controller, settlements
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state.components import Area

FIRST = games.edition("first-edition")


def test_the_board_has_its_areas_and_icons() -> None:
    kinds = Counter(a.kind for a in FIRST.areas.values())
    assert kinds == {"land": 34, "sea": 11}
    assert sum(a.supply for a in FIRST.areas.values()) == 21
    assert sum(a.power for a in FIRST.areas.values()) == 17
    assert Counter(a.settlement for a in FIRST.areas.values()) == {"none": 27, "stronghold": 8, "city": 10}
    assert sum(len(a.land) + len(a.sea) for a in FIRST.areas.values()) == 2 * 112


def test_rivers_part_and_bridges_join() -> None:
    board = read_tables("first-edition")["map"]
    for river in board["river"]:
        one, other = river["between"]
        assert other not in FIRST.neighbours[one]
    for bridge in board["bridge"]:
        one, other = bridge["between"]
        assert other in FIRST.neighbours[one]


def test_the_decks_and_hands_are_complete() -> None:
    sizes = {deck: sum(e.copies for e in entries) for deck, entries in FIRST.decks.items()}
    assert sizes == {"I": 10, "II": 10, "III": 10}
    assert {house: len(cards) for house, cards in FIRST.hands().items()} == dict.fromkeys(FIRST.houses, 7)
    assert sum(o.copies for o in FIRST.orders.values()) == 15
    assert sum(o.special for o in FIRST.orders.values()) == 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_start_is_within_its_own_rules(players: int) -> None:
    board = games.start("first-edition", players, "seed").board
    for house in board.houses:
        assert board.supply[house] == barrels(board, FIRST, house)
        assert fits(board, FIRST, house)
        assert controller(board, FIRST, FIRST.houses[house].home) == house
        assert settlements(board, FIRST, house) >= 1
    assert not set(board.neutral) & set(board.forces)


def test_wrong_starts_are_refused_by_name() -> None:
    with pytest.raises(Illegal, match="unknown-edition"):
        games.start("zeroth-edition", 5, "seed")
    with pytest.raises(Illegal, match="players-not-supported"):
        games.start("first-edition", 6, "seed")
    with pytest.raises(Illegal, match="seed-empty"):
        games.start("first-edition", 5, "")


def test_every_rule_key_that_events_cite_is_known() -> None:
    position = games.start("first-edition", 5, "citations")
    from adjudicator.engine.chance import Picker
    from adjudicator.engine.decision import Source, SourcedAnswer

    pick = Picker("citations", "test")
    outcome = THRONES.advance(
        position, lambda p, d: SourcedAnswer(THRONES.legal_answers(p, d).sample(pick), Source("steward"))
    )
    assert {r.rule for r in outcome.records} <= set(FIRST.citations)


def test_faults_in_the_data_are_named() -> None:
    broken = copy.copy(FIRST)
    broken.areas = {k: v for k, v in FIRST.areas.items() if k != "pyke"}

    found = list(data_check.faults(broken))

    assert [one for one in found if one.code == "one-sided-border" and "pyke" in one.words]


def test_unknown_effects_and_rows_that_cannot_be_read_are_named() -> None:
    broken = copy.copy(FIRST)
    card = next(iter(FIRST.cards.values()))
    broken.cards = {**FIRST.cards, card.id: msgspec.structs.replace(card, effect="sings")}
    assert [one.where for one in data_check.faults(broken) if one.code == "unknown-effect"] == [
        f"cards.toml: {card.id}"
    ]
    reader = TableReader({"map": {"area": [{"id": "pyke", "name": {"en": "Pyke"}, "kind": 3}]}})
    assert reader.rows("map", "area", Area) == {}
    assert [(one.code, one.where) for one in reader.faults] == [("bad-data", "map.toml: pyke, kind")]
