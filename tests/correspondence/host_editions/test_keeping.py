"""What is added is checked first, kept whole or not at all, and read by every process as it was added."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.engine.decision import Illegal, Refused, Unreadable
from correspondence import host_editions
from correspondence.host_editions import (
    EDITIONS,
    HostEditions,
    add,
    load_edition,
    offer,
    playable_editions,
    read_folder,
    store_edition,
)
from tests.brought_editions import card_set
from tests.house.rooms import ROOT

FILES = ("set", "leaders", "allies", "influence")
WRONG = ("set", "allies = 50", "allies = 49")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where what is added lies, and is looked for."""
    host_editions.watch(tmp_path / "data")
    return tmp_path / "data" / EDITIONS


def within(folder: Path) -> list[str]:
    """Every file below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def codes(refused: Refused) -> list[str]:
    return [reason.code for reason in refused.reasons]


def test_wrong_counts_are_refused_and_nothing_is_changed(folder: Path, mine: Path, tmp_path: Path) -> None:
    name, _ = add(folder, "btwixt", mine)
    before = {path: (folder / path).read_bytes() for path in within(folder)}
    with pytest.raises(Unreadable) as refused:
        add(folder, "btwixt", card_set(tmp_path / "wrong", WRONG, ("leaders", 'letter = "D"', 'letter = "C"')))
    assert codes(refused.value) == ["wrong-count", "same-letter"]
    assert refused.value.reasons[0].where == "set.toml: counts"
    assert {path: (folder / path).read_bytes() for path in within(folder)} == before
    assert name in games.EDITIONS


def test_nothing_is_left_of_what_could_not_be_written(
    folder: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(host_editions.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        add(folder, "btwixt", mine)
    assert within(folder) == []
    assert "btwixt" in games.EDITIONS


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("spoil", "code", "words"),
    [
        (Path.unlink, "bad-data", "missing"),
        (_link, "not-a-file", "a link"),
        (_pipe, "not-a-file", "no file"),
        (lambda path: path.write_bytes(b"#" * (1024 * 1024 + 1)), "file-too-large", "1024 KiB"),
        (lambda path: path.write_bytes(b"\xff"), "bad-data", "UTF-8"),
        (lambda path: path.write_text("a = 1\nb ! 2"), "bad-data", "line 2"),
        (lambda path: path.write_text("a = " + "[" * 100_000), "bad-data", "deep"),
        (lambda path: path.write_text("a = " + "9" * 5000), "bad-data", "limit"),
        (lambda path: path.write_text("[[allys]]"), "bad-data", "'allys'"),
        (lambda path: path.write_text("[ally]"), "bad-data", "two brackets"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    folder: Path, mine: Path, spoil: Callable[[Path], None], code: str, words: str
) -> None:
    spoil(mine / "allies.toml")
    with pytest.raises(Unreadable) as refused:
        add(folder, "btwixt", mine)
    assert codes(refused.value)[0] == code
    assert refused.value.reasons[0].where == "allies.toml"
    assert words in refused.value.reasons[0].words
    assert not folder.exists()


def test_only_what_takes_cards_of_ones_own_does(folder: Path, mine: Path) -> None:
    for edition in ("first-edition", "zeroth", "btwixt-0123abcd"):
        with pytest.raises(Illegal, match="not-brought"):
            add(folder, edition, mine)
    with pytest.raises(Illegal, match="not-brought"):
        offer(folder, "first-edition")
    with pytest.raises(Illegal, match="unknown-edition"):
        offer(folder, "btwixt-0123abcd")


def test_a_set_that_was_changed_is_not_played_with(folder: Path, mine: Path) -> None:
    name, _ = add(folder, "btwixt", mine)
    allies = folder / name / "allies.toml"
    said = allies.read_text()
    allies.write_text(said.replace("power = 6", "power = 9"))
    with pytest.raises(Unreadable, match="card-set-changed"):
        load_edition(folder, name)
    with pytest.raises(Unreadable, match="card-set-changed"):
        store_edition(folder, name, read_folder(folder / name, FILES))
    trouble = {one.id: one.trouble for one in playable_editions(folder)}
    assert [reason.code for reason in trouble[name]] == ["card-set-changed"]
    assert "btwixt" in games.EDITIONS
    again, _ = add(folder, "btwixt", mine)
    assert (again, allies.read_text()) == (name, said)
    assert within(folder) == [f"{name}/{file}.toml" for file in sorted(FILES)] + ["offered.json"]


def test_the_disk_is_asked_once_a_second_at_most(folder: Path, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_editions, "PAUSE", 1.0)
    times, looked = [10.0], []
    seeker = HostEditions(folder, lambda: times[-1])
    monkeypatch.setattr(seeker, "_offers_mark", lambda: looked.append(times[-1]))
    for now in (10.0, 10.5, 10.9, 11.1, 11.2):
        times.append(now)
        seeker.look()
    assert looked == [10.0, 11.1]


def test_a_process_that_runs_notices_what_is_added(folder: Path, mine: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from adjudicator import games;"
        "from correspondence import host_editions;"
        "host_editions.PAUSE = 0.0; host_editions.watch(Path(sys.argv[1]));"
        "print(*games.EDITIONS, flush=True); name = input();"
        "print(games.start(name, 3, 'seed').edition, *games.EDITIONS, flush=True)"
    )
    command = [sys.executable, "-c", script, str(folder.parent)]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline().split()[-1] == "btwixt"
        name, _ = add(folder, "btwixt", mine)
        process.stdin.write(f"{name}\n")
        process.stdin.flush()
        told = process.stdout.read().splitlines()[-1].split()
    assert (told[0], told[-1]) == (name, name)
    assert "btwixt" not in told


def test_an_offer_that_leads_nowhere_offers_the_programs_own(folder: Path, mine: Path) -> None:
    name, _ = add(folder, "btwixt", mine)
    assert name in games.EDITIONS
    host_editions.choose(folder, "btwixt", "btwixt-0123abcd")
    assert "btwixt" in games.EDITIONS
    (folder / "offered.json").write_text("no JSON")
    assert "btwixt" in games.EDITIONS
