"""The benchmark runs and says what it promises. Times are told, never judged: a busy machine proves nothing."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from adjudicator import documents, games
from tests.bench import by_turns
from worker import measurements
from worker.cli import main

METRICS = {
    "first_edition_round_ms",
    "first_edition_sheet_check_ms",
    "first_edition_steward_game_ms",
    "position_bytes",
    "map_png_ms",
    "mother_of_dragons_round_ms",
    "mother_of_dragons_vassals_round_ms",
    "mother_of_dragons_position_bytes",
    "storm_of_swords_round_ms",
    "storm_of_swords_position_bytes",
    "btwixt_round_ms",
    "btwixt_position_bytes",
}
MAX_POSITION_BYTES = {measurements.FIRST: 12 * 1024, measurements.DRAGONS: 25 * 1024, measurements.VASSALS: 25 * 1024}
every_sample = pytest.mark.parametrize("sample", MAX_POSITION_BYTES)


def test_bench_prints_one_object() -> None:
    result = CliRunner().invoke(main, ["bench", "--json", "--repeat", "1"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    assert set(found) >= METRICS
    assert all(value > 0 for value in found.values())


def test_a_round_of_programmes_is_a_real_one() -> None:
    stored, sheets, window = measurements.suggested_turn()
    assert len(sheets) == measurements.TABLE.players
    outcome = measurements.resolve(stored, sheets, window)
    assert outcome.showing.board.round == measurements.ROUND + 1
    kinds = [entry.asked for entry in outcome.entries]
    assert kinds.count("play-or-kneel") > measurements.TABLE.players
    assert measurements.largest_position(measurements.TABLE) <= 10 * 1024


def test_a_round_of_storms_is_a_real_one() -> None:
    stored, sheets, window = measurements.suggested_turn(measurements.STORM, "planning", battles=2)
    assert window == f"r{measurements.ROUND}-planning"
    assert len(sheets) == measurements.STORM.players
    outcome = measurements.resolve(stored, sheets, window)
    assert outcome.showing.board.round == measurements.ROUND + 1
    kinds = {entry.asked for entry in outcome.entries}
    assert {"pick-effect", "place-orders", "resolve-march", "choose-house-card"} <= kinds
    assert measurements.largest_position(measurements.STORM) <= 12 * 1024


@every_sample
def test_a_stored_position_stays_small(sample: measurements.Sample) -> None:
    assert measurements.largest_position(sample) <= MAX_POSITION_BYTES[sample]


@every_sample
def test_the_measured_round_is_a_real_one(sample: measurements.Sample) -> None:
    stored, sheets = measurements.planning_turn(sample)
    assert len(sheets) == sample.players
    outcome = measurements.resolve(stored, sheets)
    kinds = {entry.asked for entry in outcome.entries}
    assert {"place-orders", "resolve-march", "choose-house-card", "give-support"} <= kinds
    assert outcome.showing.board.round == measurements.ROUND + 1
    by_sheet = sum(entry.source.by == "sheet" for entry in outcome.entries)
    assert by_sheet > len(outcome.entries) / 2


@every_sample
def test_the_sheets_are_in_order(sample: measurements.Sample) -> None:
    stored, sheets = measurements.planning_turn(sample)
    position = documents.decode(stored)
    shown = games.of(position).resume(position)
    for house, sheet in sheets.items():
        assert games.of(shown.showing).check_sheet(shown.showing, house, sheet, shown.waiting).errors == ()


def test_trees_are_compared_pair_by_pair() -> None:
    def turn(adjudicate: float, mails: float) -> dict[str, float]:
        return {"adjudicate": adjudicate, "letters": mails}

    # The machine slows down by half in between: of either tree alone that is all one would see.
    found = by_turns.compared(
        there=[turn(0.1, 0.1), turn(0.2, 0.2), turn(0.2, 0.2)], here=[turn(0.1, 0.12), turn(0.2, 0.24), turn(0.3, 0.3)]
    )
    assert found == {
        "ratio": 1.1,
        "games": 30,
        "adjudicate_there": 16.67,
        "letters_there": 16.67,
        "adjudicate_here": 20.0,
        "letters_here": 22.0,
    }
