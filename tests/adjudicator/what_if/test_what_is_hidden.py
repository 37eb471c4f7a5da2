"""A what-if is the same whatever is hidden: the seed, the decks, what others hold and have answered."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import Pace
from adjudicator.engine.chance import Picker
from adjudicator.engine.what_if import suppose
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import PickEffect
from adjudicator.thrones.what_if import DeckMemory
from tests.adjudicator.what_if.secrets import Stop, disguised, stops
from tests.slices import its_turn

# Where what is asked tells most: cards that are looked at, drawn, or chosen in the dark.
SECRETIVE: Pace = ("pick-effect", "discard-from-hand", "choose-house-card")
TABLES = [("first-edition", 5), ("second-edition", 6), ("mother-of-dragons", 8), ("mother-of-dragons", 4)]
TABLES.append(("storm-of-swords", 4))
PACES: list[Pace] = ["bulk", "raven", "stepwise", ("choose-house-card",)]


def imagined(position: Position, stop: Stop, seat: str, pace: Pace, number: int = 1) -> bytes:
    """A what-if as one text of everything in it; the sheet of somebody else is begun, and completed for them."""
    board = position.board
    other = next(house for house in board.houses if house not in (*board.vassals, seat))
    begun = {other: games.of_edition(position.edition).empty_sheet}
    found = suppose(THRONES, position, seat, stop.records, {}, begun=begun, pace=pace, number=number)
    return msgspec.json.encode(found)


@pytest.mark.parametrize(
    ("edition", "players", "pace"),
    [
        (*table, pace)
        for number, table in enumerate(TABLES)
        for turn, pace in enumerate(PACES)
        if its_turn(number + turn, of=2)
    ],
    ids=str,
)
def test_what_is_hidden_changes_nothing(edition: str, players: int, pace: Pace) -> None:
    """By day each table has every second pace, the next table the others."""
    compared, pick = 0, Picker("stops", f"{edition} {players} {pace}")
    for number, stop in enumerate(stops(edition, players, f"hidden {players}", pace, 4)):
        board = stop.shown.showing.board
        if pace == "stepwise" and pick(6):
            continue
        seats = [house for house in board.houses if house not in board.vassals]
        seat = seats[pick(len(seats))]
        expected = imagined(documents.decode(stop.stored), stop, seat, pace)
        other = disguised(stop, seat, f"salt {number}")
        if other is not None:
            assert imagined(other, stop, seat, pace) == expected, (number, seat, stop.shown.waiting[0])
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("players", [8, 4])
def test_what_others_look_at_or_draw_in_the_dark_changes_nothing(players: int) -> None:
    compared = 0
    for seed in ("1", "2")[: 8 // players]:
        for number, stop in enumerate(stops("mother-of-dragons", players, f"secretive {seed}", SECRETIVE, 6)):
            board, asked = stop.shown.showing.board, stop.shown.waiting[0].seat
            seat = next(house for house in board.houses if house not in (*board.vassals, asked))
            other = disguised(stop, seat, f"salt {number}")
            if other is not None:
                expected = imagined(documents.decode(stop.stored), stop, seat, SECRETIVE)
                assert imagined(other, stop, seat, SECRETIVE) == expected, (seed, number, seat, stop.shown.waiting[0])
                compared += 1
    assert compared > 20


def test_tides_that_lie_face_down_change_nothing() -> None:
    compared = 0
    for number, stop in enumerate(stops("second-edition", 6, "tides", ("pick-effect",), 10, ("tides",))):
        battle, asked = stop.shown.showing.board.battle, stop.shown.waiting[0]
        if battle is None or not isinstance(asked, PickEffect) or asked.because != "valyrian-blade":
            continue
        seat = battle.opponent(asked.house)
        expected = imagined(documents.decode(stop.stored), stop, seat, SECRETIVE)
        for salt in range(4):
            other = disguised(stop, seat, f"{number} {salt}")
            if other is not None:
                assert imagined(other, stop, seat, SECRETIVE) == expected
                compared += 1
    assert compared >= 4


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_a_seat_remembers_of_the_decks_is_true(edition: str, players: int) -> None:
    known = 0
    for stop in stops(edition, players, "remembered", "stepwise", 6):
        decks = stop.shown.showing.hidden.decks
        for seat in stop.shown.showing.board.houses[:2]:
            memory = DeckMemory(seat, stop.told(seat))
            for deck, cards in decks.items():
                places = memory.places(deck, len(cards))
                assert all(card in (None, true) for card, true in zip(places, cards, strict=True)), (deck, seat)
                known += sum(card is not None for card in places)
    assert known > 50
