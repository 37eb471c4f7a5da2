"""What-ifs of games in files: `rookery what-if`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_games import edit, finished, game, run

__all__ = ["finished", "game"]


def sheet(folder: Path, house: str, orders: dict[str, str]) -> None:
    """Put a sheet into a folder."""
    folder.mkdir(exist_ok=True)
    (folder / f"{house}.json").write_text(json.dumps({"orders": orders}))


def test_a_what_if_tells_the_story_and_leaves_the_game_as_it_is(tmp_path: Path, game: Path) -> None:
    before = game.read_bytes()
    sheet(tmp_path / "sheets", "stark", {"winterfell": "march+0"})
    sheet(tmp_path / "sheets", "tyrell", {"highgarden": "raid"})
    told = run("what-if", game, "--seat", "stark", "--sheets", tmp_path / "sheets", "-m", tmp_path / "after.svg").output
    assert "Highgarden: Raid" in told
    assert "Winterfell: March +0" in told
    assert (tmp_path / "after.svg").read_text().startswith("<svg")
    assert game.read_bytes() == before


def test_a_what_if_as_json_names_the_sheets_it_was_played_with(tmp_path: Path, game: Path) -> None:
    sheet(tmp_path / "sheets", "stark", {"winterfell": "march+0"})
    told = json.loads(run("what-if", game, "--seat", "stark", "--sheets", tmp_path / "sheets", "--log", "json").output)
    assert told["sheets"]["stark"] == {"orders": {"winterfell": "march+0"}}
    assert set(told["sheets"]) == {"stark", "lannister", "baratheon", "greyjoy", "tyrell"}
    assert {one["event"].get("seat", "stark") for one in told["records"]} == {"stark"}


def test_what_is_hidden_in_the_file_changes_nothing(tmp_path: Path, game: Path) -> None:
    def other(document: dict[str, object]) -> None:
        hidden = document["position"]["hidden"]  # type: ignore[index]
        hidden["seed"] = "another"
        hidden["decks"] = {deck: cards[::-1] for deck, cards in hidden["decks"].items()}

    told = [run("what-if", game, "--seat", "stark", "--draw", draw).output for draw in (1, 2)]
    edit(game, other)
    assert run("what-if", game, "--seat", "stark").output == told[0]
    assert told[0] != told[1]


@pytest.mark.parametrize(
    ("orders", "seat", "words"),
    [
        ({"tyrell": {"winterfell": "raid"}}, "stark", "tyrell.json: orders.winterfell: tyrell has no units in"),
        ({"stark": {"highgarden": "raid"}}, "stark", "stark.json: orders.highgarden: stark has no units in"),
        ({"mormont": {}}, "stark", "unknown-house"),
        ({}, "mormont", "unknown-house"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    tmp_path: Path, game: Path, orders: dict[str, dict[str, str]], seat: str, words: str
) -> None:
    (tmp_path / "sheets").mkdir()
    for house, wanted in orders.items():
        sheet(tmp_path / "sheets", house, wanted)
    told = run("what-if", game, "--seat", seat, "--sheets", tmp_path / "sheets", code=2).output
    assert words in told
    assert told.startswith("rookery: ")


def test_a_game_that_is_over_has_no_what_ifs(finished: Path) -> None:
    assert "game-over" in run("what-if", finished, "--seat", "stark", code=2).output
