"""Backups hold the card sets of the host that games are played with, and put them back."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from adjudicator import games
from correspondence.backups import making, one_game
from correspondence.backups.format import BadBackup
from correspondence.backups.one_game import faults_within
from correspondence.host_editions import EDITIONS, add, choices, stored_host_edition_ids, watch
from correspondence.store import Store
from tests.brought_editions import card_set, forgotten
from tests.correspondence.backups.test_hostile_files import reseal
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Nothing that a test brings is known to the next one."""
    with forgotten():
        yield


@pytest.fixture
def played(people: People, tmp_path: Path) -> tuple[str, str]:
    """A game with a set of the host's own, and the id of that; another set that nobody plays."""
    watch(people.store.settings.data_dir)
    folder = people.store.settings.data_dir / EDITIONS
    name, _ = add(folder, "btwixt", card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6")))
    houses = ("cersei", "daenerys", "doran")
    game = people.game({"cersei": "ada"}, edition=name, players=3, houses=houses)
    people.adjudicate(game)
    add(folder, "btwixt", card_set(tmp_path / "unused", ("allies", "power = 5", "power = 3")))
    add(folder, "btwixt", card_set(tmp_path / "offered", ("allies", "power = 5", "power = 4")))
    return game, name


def test_a_whole_backup_brings_the_sets_back(
    people: People, played: tuple[str, str], elsewhere: Store, tmp_path: Path
) -> None:
    _, name = played
    path = tmp_path / "whole.backup"
    making.back_up(people.store, path, people.now)
    offered = choices(people.store.settings.data_dir / EDITIONS)
    with forgotten():
        watch(elsewhere.settings.data_dir)
        one_game.restore(elsewhere, path, keep_key=True)
        there = elsewhere.settings.data_dir / EDITIONS
        assert stored_host_edition_ids(there) == sorted({name, *offered.values()})
        assert choices(there) == offered
        assert list(faults_within(elsewhere)) == []
        assert offered["btwixt"] in games.EDITIONS


def test_one_game_brings_its_set(people: People, played: tuple[str, str], tmp_path: Path) -> None:
    game, name = played
    folder, path = people.store.settings.data_dir / EDITIONS, tmp_path / "one.backup"
    making.back_up(people.store, path, people.now, game)
    (folder / name).rename(tmp_path / "lost")
    with forgotten():
        watch(people.store.settings.data_dir)
        one_game.restore_game(people.store, path, game, people.now)
        assert name in stored_host_edition_ids(folder)
        people.adjudicate(game)


def test_forged_set_is_refused_and_nothing_is_restored(
    people: People, played: tuple[str, str], elsewhere: Store, tmp_path: Path
) -> None:
    path = tmp_path / "forged.backup"
    making.back_up(people.store, path, people.now)
    lines = gzip.decompress(path.read_bytes()).splitlines()
    for place, line in enumerate(lines):
        if b"/allies.toml" in line:
            lines[place] = json.dumps(json.loads(line) | {"content": ""}).encode()
    path.write_bytes(reseal(lines))
    with pytest.raises(BadBackup, match="card-set-changed"):
        one_game.restore(elsewhere, path, keep_key=True)
    with elsewhere.engine.connect() as connection:
        assert connection.scalar(text("select count(*) from games")) == 0
    assert stored_host_edition_ids(elsewhere.settings.data_dir / EDITIONS) == []
