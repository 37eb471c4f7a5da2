"""Sheets that the bot writes: from its view alone, always accepted, never warned of, and played by the thousand."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from adjudicator import documents, games, selfplay
from adjudicator.engine.bulk import Pace, TurnInput
from adjudicator.engine.step import Outcome
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheet_writing import write_sheet
from adjudicator.thrones.sheets.sheet import read_sheet, write_sheet as as_json
from adjudicator.thrones.state.board import Position
from tests.slices import often

TABLES = [("first-edition", 5), ("second-edition", 6), ("mother-of-dragons", 8), ("mother-of-dragons", 5)]
TABLES.append(("storm-of-swords", 4))


def turns(edition: str, players: int, seed: str, rounds: int, pace: Pace = "bulk") -> Iterator[Outcome[Position]]:
    """Every turn of the first rounds of a game of bots, as it is opened."""
    position = games.start(edition, players, seed)
    while True:
        shown = THRONES.resume(position)
        board = shown.showing.board
        if board.ending is not None or board.round > rounds:
            return
        yield shown
        window = THRONES.window(shown.showing, shown.waiting[0], pace)
        turn = TurnInput(window=window, bots=frozenset(board.houses), pace=pace)
        position = THRONES.resolve(shown.position, turn).position


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_written_sheets_are_accepted_and_never_warned_of(edition: str, players: int) -> None:
    written, rounds = 0, often(3, 6)
    for shown in turns(edition, players, "written", rounds):
        for seat in (house for house in shown.showing.board.houses if house not in shown.showing.board.vassals):
            sheet = write_sheet(THRONES.view(shown.showing, seat, shown.waiting))
            report = THRONES.check_sheet(shown.showing, seat, sheet, shown.waiting)
            assert (report.errors, report.warnings) == ((), ())
            assert read_sheet(as_json(sheet)) == sheet
            written += 1
    assert written >= rounds * players


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_is_hidden_changes_no_written_sheet(edition: str, players: int) -> None:
    for shown in turns(edition, players, "unseen", often(2, 3)):
        seat = shown.showing.board.houses[0]
        seen = THRONES.view(shown.showing, seat, shown.waiting)
        sheet = write_sheet(seen)
        before = documents.encode(shown.showing)
        decks = {deck: list(reversed(cards)) for deck, cards in shown.showing.hidden.decks.items()}
        other = msgspec.structs.replace(
            shown.showing,
            hidden=msgspec.structs.replace(shown.showing.hidden, seed="another", decks=decks),
            progress=msgspec.structs.replace(shown.showing.progress, pending={}),
        )
        assert write_sheet(THRONES.view(other, seat, shown.waiting)) == sheet
        assert documents.encode(shown.showing) == before, "writing changes nothing"


def test_spectators_write_no_sheets() -> None:
    shown = THRONES.resume(games.start("first-edition", 3, "spectators"))
    with pytest.raises(ValueError, match="spectators"):
        write_sheet(THRONES.view(shown.showing, None, shown.waiting))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_games_by_sheets_end_and_break_nothing(edition: str, players: int) -> None:
    played = selfplay.play(edition, players, "by sheets", "steward", by_sheet="all")
    assert (played.finished, played.violations) == (True, ())
    assert played.happened["calls"] <= 2 * played.rounds


def test_parity_counts_every_answer_once() -> None:
    found = selfplay.compare("first-edition", 5, "parity")
    assert sum(found.asked.values()) == sum(n for by, n in found.sources.items() if by != "forced")
    assert all(found.agreed[kind] <= asked for kind, asked in found.asked.items())
    assert found.agreed["place-orders"] == found.asked["place-orders"]
    told = selfplay.report(found)
    assert 1.0 <= float(str(told["turns_a_round"])) <= 2.0


def test_pace_that_stops_at_house_cards_asks_more_often() -> None:
    bulk, stops = (selfplay.compare("first-edition", 3, "paces", pace) for pace in ("bulk", ("choose-house-card",)))
    turns, rounds = (
        [sum(getattr(row, name) for row in found.rows) for found in (bulk, stops)] for name in ("turns", "rounds")
    )
    assert turns[1] / rounds[1] > turns[0] / rounds[0]
    assert [row.live_score for row in stops.rows] == [row.live_score for row in bulk.rows]
