"""The data of the second edition: counts, borders, ports, set-ups, decks; and that people may choose it."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Illegal
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.control import barrels, controller, settlements
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state.board import CLOSED

SECOND = games.edition("second-edition")
every_count = pytest.mark.parametrize("players", [3, 4, 5, 6])


def test_the_board_has_its_areas_and_icons() -> None:
    assert Counter(a.kind for a in SECOND.areas.values()) == {"land": 38, "sea": 12, "port": 8}
    assert sum(a.supply for a in SECOND.areas.values()) == 24
    assert sum(a.power for a in SECOND.areas.values()) == 19
    assert Counter(a.settlement for a in SECOND.areas.values() if a.muster) == {"castle": 10, "stronghold": 10}


def test_a_port_has_one_land_and_one_sea() -> None:
    for port, land in SECOND.ports.items():
        facts = SECOND.areas[port]
        assert (facts.land, len(facts.sea), facts.port) == ((land,), 1, ())
        assert SECOND.areas[land].port == (port,)
        assert land in SECOND.areas[facts.sea[0]].land


def test_the_decks_hands_and_tokens_are_complete() -> None:
    sizes = {deck: sum(e.copies for e in entries) for deck, entries in SECOND.decks.items()}
    assert sizes == {"I": 10, "II": 10, "III": 10, "wildlings": 9, "tides": 24}
    assert SECOND.westeros_decks == ("I", "II", "III")
    assert {house: len(cards) for house, cards in SECOND.hands().items()} == dict.fromkeys(SECOND.houses, 7)
    strengths = {house: sorted(SECOND.cards[c].strength for c in cards) for house, cards in SECOND.hands().items()}
    assert strengths == dict.fromkeys(SECOND.houses, [0, 1, 1, 2, 2, 3, 4])
    assert sum(o.copies for o in SECOND.orders.values()) == 15
    assert {unit.id: unit.limit for unit in SECOND.units.values()} == {
        "footman": 10,
        "knight": 5,
        "siege-engine": 2,
        "ship": 6,
    }


@every_count
def test_the_start_is_within_its_own_rules(players: int) -> None:
    board = games.start("second-edition", players, "seed").board
    for house in board.houses:
        assert board.supply[house] == barrels(board, SECOND, house)
        assert fits(board, SECOND, house)
        assert controller(board, SECOND, SECOND.houses[house].home) == house
        assert settlements(board, SECOND, house) == (2 if house == "stark" else 1)
        assert board.garrisons[SECOND.houses[house].home].house == house
    assert not set(board.neutral) & set(board.forces)
    assert (CLOSED in board.neutral.values()) == (players == 3)


def test_it_is_offered_with_its_module() -> None:
    assert SECOND.offered
    assert games.EDITIONS["second-edition"] is SECOND
    assert games.start("second-edition", 5, "seed", ("tides",)).board.modules == ["tides"]
    with pytest.raises(Illegal, match="unknown-module"):
        games.start("first-edition", 5, "seed", ("tides",))
    with pytest.raises(Illegal, match="unknown-edition"):
        games.offered_edition("third-edition")


def test_what_only_later_editions_know_stays_out_of_the_first() -> None:
    stored = documents.encode(games.start("first-edition", 5, "seed"))
    assert b"garrisons" not in stored
    assert b"wildlings" in documents.encode(games.start("second-edition", 5, "seed"))


def test_every_rule_that_a_game_cites_is_known() -> None:
    from adjudicator.engine.chance import Picker
    from adjudicator.selfplay import random_player

    outcome = THRONES.advance(games.start("second-edition", 6, "citations"), random_player(Picker("citations", "test")))
    assert {r.rule for r in outcome.records} <= set(SECOND.citations)


def test_what_the_raven_saw_is_its_holders_alone() -> None:
    from adjudicator.engine.step import Record
    from adjudicator.thrones.state.events import RavenLooked

    record = Record(1, 1, "raven", "planning.raven", RavenLooked(house="stark", card="mammoth-riders", buried=True))
    mine, theirs, after = (
        games.record_for_seat(record, seat, over=over) for seat, over in (("stark", False), (None, False), (None, True))
    )
    assert [one.event.card for one in (mine, theirs, after) if one] == ["mammoth-riders", "", "mammoth-riders"]
