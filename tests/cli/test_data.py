"""`rookery data`: editions checked, card sets added, listed and offered; what is wrong is told all at once."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator import games
from tests.brought_editions import STORM, card_set, forgotten
from tests.house.rooms import ROOT
from worker.cli import main

PROGRAMS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords", "btwixt")
DATA = ROOT / "adjudicator" / "thrones" / "editions" / "data"


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Nothing that a test brings is known to the next one."""
    with forgotten():
        yield


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder."""
    return tmp_path / "data"


def run(data: Path, *arguments: str | Path, code: int = 0) -> Result:
    """Run the command with that data folder and expect an exit code."""
    result = CliRunner().invoke(main, ["data", *map(str, arguments)], env={"ROOKERY_DATA": str(data)})
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def test_every_edition_of_the_program_is_as_it_must_be(data: Path) -> None:
    assert set(PROGRAMS) <= set(games.ALL_EDITIONS)
    for edition in PROGRAMS:
        assert f"{edition}: no faults: " in run(data, "check", edition).output
    assert "50 allies" in run(data, "check", "btwixt").output
    assert not data.exists()


def test_files_of_a_folder_are_checked_by_the_same_rules(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "second-edition"
    shutil.copytree(DATA / "second-edition", folder)
    assert "no faults" in run(data, "check", "second-edition", folder).output
    board = (folder / "map.toml").read_text()
    (folder / "map.toml").write_text(board.replace('land = ["karhold", "winterfell"]', 'land = ["karhold"]'))
    (folder / "orders.toml").write_text((folder / "orders.toml").read_text().replace("copies = 1", "copies = 0", 1))
    told = run(data, "check", "second-edition", folder, code=1).output
    assert "  fault  map.toml: winterfell: it borders castle-black" in told
    assert "(one-sided-border)" in told
    assert "(out-of-range)" in told
    assert "warning  " in told
    assert "second-edition: 2 faults, " in told
    (folder / "map.toml").unlink()
    (folder / "cards.toml").write_text("[[")
    told = run(data, "check", "second-edition", folder, code=1).output
    assert "cards.toml: this is no TOML" in told
    assert "map.toml: this file is missing (bad-data)" in told


def test_wrong_counts_are_refused_and_change_nothing(data: Path, tmp_path: Path) -> None:
    wrong = card_set(tmp_path / "wrong", ("set", "allies = 50", "allies = 49"), ("allies", "power = 5", "power = -5"))
    told = run(data, "add", "btwixt", wrong, code=2).output
    assert f"rookery: data add: {wrong}: set.toml: counts: allies: the count is 49, 50 are listed (wrong-count)" in told
    assert "(out-of-range)" in told
    assert not data.exists()
    assert "set.toml: counts: allies: the count is 49" in run(data, "check", "btwixt", wrong, code=1).output


def test_a_set_is_added_listed_and_offered(data: Path, tmp_path: Path) -> None:
    mine = card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6"))
    *_, added, files = run(data, "add", "btwixt", mine).output.splitlines()
    name = added.partition(":")[0]
    assert added == f"{name}: added; new games on the site use it instead of btwixt"
    assert files.endswith(f"rookery new --edition {name}")
    listed = run(data, "list").output
    assert "btwixt  known, not offered, part of Rookery: B'Twixt" in listed
    assert f"{name}  offered, added here: B'Twixt with this host's own cards" in listed
    assert "no faults" in run(data, "check", name).output
    assert f"{name}: new games" in run(data, "offer", name).output
    run(data, "offer", "btwixt")
    assert f"{name}  known, not offered" in run(data, "list").output
    assert (data.stat().st_mode & 0o777, (data / "editions").stat().st_mode & 0o777) == (0o700, 0o700)
    (data / "editions" / name / "allies.toml").write_text("")
    assert "cannot be read: " in run(data, "list", code=1).output
    assert "card-set-changed" in run(data, "offer", name, code=2).output


def test_what_is_not_there_is_refused_by_code(data: Path, tmp_path: Path) -> None:
    mine = card_set(tmp_path / "mine")
    assert "unknown-edition" in run(data, "check", "zeroth", code=2).output
    assert "card-set-missing" in run(data, "check", "btwixt-0123abcd", code=2).output
    assert "not-brought" in run(data, "add", "first-edition", mine, code=2).output
    assert "unknown-edition" in run(data, "offer", "btwixt-0123abcd", code=2).output
    assert "does not exist" in run(data, "add", "btwixt", tmp_path / "nowhere", code=2).output


def test_new_says_which_set_of_cards_a_game_has(data: Path, tmp_path: Path) -> None:
    def new(edition: str) -> str:
        arguments = ["new", "--edition", edition, "--players", "3", "-o", str(tmp_path / "game.json")]
        result = CliRunner().invoke(main, arguments, env={"ROOKERY_DATA": str(data)})
        assert result.exit_code == 0, result.output
        assert json.loads((tmp_path / "game.json").read_bytes())["edition"] == edition
        return result.output

    assert new("btwixt") == ""
    mine = card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6"))
    name = run(data, "add", "btwixt", mine).output.splitlines()[-1].partition(":")[0]
    said = f"new games on the site use {name}"
    assert new("btwixt") == f"btwixt: uses Rookery's own files; --edition can also be {name}; {said}\n"
    assert new(name) == f"{name}: uses the files added here; --edition can also be btwixt; {said}\n"


def test_commands_without_a_database_know_what_was_added(data: Path, tmp_path: Path) -> None:
    mine = card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6"))
    name = run(data, "add", "btwixt", mine).output.splitlines()[-1].partition(":")[0]
    game = tmp_path / "game.json"
    new = ["new", "--edition", name, "--players", "3", "--seed", "a raven", "-o", str(game)]
    environment = {"ROOKERY_DATA": str(data)}
    result = CliRunner().invoke(main, new, env=environment)
    assert result.exit_code == 0, result.output
    for folder, code in ((data, 0), (tmp_path / "elsewhere", 2)):
        with forgotten():
            told = CliRunner().invoke(main, ["verify", str(game)], env={"ROOKERY_DATA": str(folder)})
            assert told.exit_code == code, told.output
    assert "card-set-missing" in told.output
    parallel = ["selfplay", "--edition", name, "--players", "3", "--games", "2", "--jobs", "2", "--unwatched"]
    result = CliRunner().invoke(main, parallel, env=environment)
    assert result.exit_code == 0, result.output


def test_a_storm_of_swords_is_corrected_outside_the_package(data: Path, tmp_path: Path) -> None:
    wrong = card_set(tmp_path / "wrong", ("map", 'land = ["', 'land = ["pyke", "'), source=STORM)
    assert "one-sided-border" in run(data, "add", "storm-of-swords", wrong, code=2).output
    mine = card_set(tmp_path / "mine", ("setup", "riverrun = 6", "riverrun = 4"), source=STORM)
    *_, added, _ = run(data, "add", "storm-of-swords", mine).output.splitlines()
    name = added.partition(":")[0]
    assert f"{name}  offered, added here: A Game of Thrones: the Board Game, A Storm of Swords with this" in (
        run(data, "list").output
    )
    game, after, board = (str(tmp_path / file) for file in ("game.json", "after.json", "board.svg"))
    for arguments in (
        ["new", "--edition", name, "--players", "4", "--seed", "a raven", "-o", game],
        ["adjudicate", game, "-o", after],
        ["verify", after],
        ["map", after, "-o", board],
        ["selfplay", "--edition", name, "--players", "4", "--games", "1", "--unwatched"],
    ):
        with forgotten():
            told = CliRunner().invoke(main, arguments, env={"ROOKERY_DATA": str(data)})
            assert told.exit_code == 0, told.output
    neutral = json.loads(Path(game).read_bytes())["position"]["board"]["neutral"]
    assert neutral["riverrun"] == 4
    assert "</svg>" in Path(board).read_text()
    run(data, "offer", "storm-of-swords")
    assert f"{name}  known, not offered" in run(data, "list").output
