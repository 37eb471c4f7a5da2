"""Self-play and the benchmark, as scripts read them."""

from __future__ import annotations

import json

from click.testing import CliRunner

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from worker.cli import main

KEYS = {"edition", "players", "games", "finished", "rounds", "decisions", "seconds", "rounds_per_second"}


def selfplay(*arguments: str) -> dict[str, object]:
    """The report of a run that breaks nothing."""
    result = CliRunner().invoke(main, ["selfplay", "--json", *arguments])
    assert result.exit_code == 0, result.output
    report: dict[str, object] = json.loads(result.output)
    return report


def test_selfplay_reports_one_object() -> None:
    report = selfplay("--players", "3", "--games", "4", "--seed", "cli")
    assert set(report) >= KEYS | {"winners", "violations"}
    assert (report["games"], report["finished"], report["violations"]) == (4, 4, 0)


def test_selfplay_is_the_same_in_several_processes() -> None:
    one, two = (selfplay("--players", "4", "--games", "4", "--seed", "jobs", "--jobs", jobs) for jobs in ("1", "2"))
    for key in ("rounds", "decisions", "winners"):
        assert one[key] == two[key]


def test_selfplay_of_bots() -> None:
    assert selfplay("--bots", "steward", "--games", "2")["finished"] == 2


def test_bots_play_by_sheets() -> None:
    report = selfplay("--bots", "steward", "--players", "3", "--games", "2", "--by-sheet", "all")
    assert (report["finished"], report["violations"]) == (2, 0)
    result = CliRunner().invoke(main, ["selfplay", "--by-sheet", "nobody"])
    assert result.exit_code == 2
    assert "--by-sheet" in result.output


def test_parity_reports_one_object_whatever_the_processes() -> None:
    one, two = (
        CliRunner().invoke(main, ["parity", "--players", "3", "--games", "2", "--jobs", jobs, "--json"])
        for jobs in ("1", "2")
    )
    assert (one.exit_code, one.output) == (0, two.output)
    report = json.loads(one.output)
    assert set(report) >= {"wins_of_live", "score_of_live", "turns_a_round", "agreement", "skipped", "defaults"}
    assert (report["games"], report["games_by_sheets"]) == (2, 6)
    assert {(row["seed"], row["house"]) for row in report["rows"]} == {
        (seed, house) for seed in ("parity-1", "parity-2") for house in report["houses"]
    }


def test_parity_says_so_in_words_too() -> None:
    result = CliRunner().invoke(main, ["parity", "--players", "3", "--games", "1", "--pace", "house-cards"])
    assert result.exit_code == 0, result.output
    assert "pace: house-cards" in result.output
    assert "wins of live: {'ratio': " in result.output
    assert "'seed': 'parity-1', 'house': 'stark'" in result.output


def test_parity_refuses_an_unknown_edition() -> None:
    result = CliRunner().invoke(main, ["parity", "--edition", "none"])
    assert result.exit_code == 2
    assert "unknown-edition" in result.output


def test_selfplay_refuses_an_unknown_edition() -> None:
    result = CliRunner().invoke(main, ["selfplay", "--edition", "none"])
    assert result.exit_code == 2
    assert "unknown-edition" in result.output


def test_invariants_see_what_is_broken() -> None:
    """Each check notices the fault it is there for."""

    def faults(change: str) -> list[str]:
        position = THRONES.resume(games.start("first-edition", 5, "broken")).showing
        board = position.board
        exec(change, {"board": board, "position": position, "force": board.forces["winterfell"]})  # noqa: S102
        return invariants.broken(position)

    assert faults("") == []
    for change in (
        "board.power['stark'] = 21",
        "board.power['stark'] = -1",
        "force.units['footman'] = 11",
        "force.units['ship'] = 1",
        "force.units.clear()",
        "force.units['footman'] = 6",
        "board.neutral['winterfell'] = 3",
        "board.hands['stark'].pop()",
        "board.hands['stark'].append(board.hands['lannister'][0])",
        "board.tracks['fiefdoms'].pop()",
        "board.supply['stark'] = 7",
        "board.wildlings = 3",
        "position.hidden.decks['I'].pop()",
    ):
        assert faults(change), change
