"""Backups that somebody forged: refused in words, and nothing of others is touched."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.backups import making, one_game
from correspondence.backups.format import MAX_LINE_LENGTH, BadBackup, Part
from correspondence.models.accounts import Account
from correspondence.store import Store
from tests.correspondence.backups.conftest import tell_all
from tests.correspondence.people import People
from tests.migrated import make_tables

pytestmark = pytest.mark.both_databases

HOSTILE: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "no end of a line": (lambda lines: [lines[0], b"[" + b"1" * (MAX_LINE_LENGTH + 1)], "line 2 is longer than 64 MB"),
    "deep": (lambda lines: [lines[0], b'{"table":' + b"[" * 200_000], "line 2"),
    "a deep row": (lambda lines: [*lines[:2], b"[" * 200_000], "a row cannot be read"),
    "a kind that is none": (lambda lines: [lines[0], b'{"table":"games","columns":[["id","pickle"]]}'], "unknown kind"),
    "columns that are none": (lambda lines: [lines[0], b'{"table":"games","columns":7}'], "this is no table"),
    "a table without columns": (lambda lines: [lines[0], b'{"table":"games"}'], "this is no table"),
    "a file that is none": (lambda lines: [lines[0], b'{"file":"x","mode":"a","content":"!"}'], "this is no file"),
    "a large file": (
        lambda lines: [lines[0], b'{"file":"x","mode":1,"content":"' + b"AAAA" * 400_000 + b'"}'],
        "files of 1024 KB",
    ),
    "many files": (
        lambda lines: [lines[0], *[b'{"file":"x","mode":1,"content":"' + b"AAAA" * 300_000 + b'"}'] * 60],
        "64 MB of files",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_words(name: str, whole: bytes, tmp_path: Path) -> None:
    change, words = HOSTILE[name]
    path = tmp_path / "hostile.gz"
    path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in change(gzip.decompress(whole).splitlines()))))
    assert path.stat().st_size < 1024**2
    with pytest.raises(BadBackup, match=re.escape(words)):
        one_game.verify_backup(path)


def reseal(lines: list[bytes]) -> bytes:
    """A file whose counts and digests are those of its lines: who forges one can count too."""
    made: list[bytes] = []
    part: Part | None = None
    for line in lines[:-1]:
        if line.startswith(b"["):
            assert part is not None
            part.add(line)
        elif line.startswith(b'{"table"'):
            part = Part("", [])
            part.name = json.loads(line)["table"]
        elif line.startswith(b'{"end"'):
            assert part is not None
            line = part.end()
        made.append(line)
    digest = hashlib.sha256(b"".join(made)).hexdigest()
    return gzip.compress(b"\n".join([*made, json.dumps({"complete": True, "sha256": digest}).encode()]) + b"\n")


def changed_rows(lines: list[bytes], table: str, change: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> bytes:
    """The backup with the rows of one table changed."""
    made: list[bytes] = []
    columns: list[str] = []
    within = ""
    for line in lines:
        if line.startswith(b'{"table"'):
            said = json.loads(line)
            within, columns = said["table"], [name for name, _ in said["columns"]]
        if within == table and line.startswith(b"["):
            rows = change(dict(zip(columns, json.loads(line), strict=True)))
            made += [json.dumps([row[column] for column in columns]).encode() for row in rows]
        else:
            made.append(line)
    return reseal(made)


def test_a_forged_backup_of_a_game_touches_no_other(people: People, played: str, store: Store, tmp_path: Path) -> None:
    people.game({"stark": "ada"})
    path = tmp_path / "all.gz"
    making.back_up(store, path, people.now)
    lines = gzip.decompress(path.read_bytes()).splitlines()
    twice = {
        table: lambda row, key=number: [row, {**row, "id": row["id"] + key}]
        for table, number in (("games", 1000), ("seats", 2000), ("turns", 3000))
    }
    forged = {
        "the game twice": ("table games has game", changed_rows(lines, "games", twice["games"])),
        "seats twice": ("do not fit together", changed_rows(lines, "seats", twice["seats"])),
        "calls twice": ("do not fit together", changed_rows(lines, "turns", twice["turns"])),
        "a seat of nobody": (
            "table seats: account_id 999999 leads to nothing",
            changed_rows(lines, "seats", lambda row: [{**row, "account_id": 999_999}]),
        ),
        "a sheet of no seat": (
            "table sheet_versions: seat_id 999999 leads to nothing",
            changed_rows(lines, "sheet_versions", lambda row: [{**row, "seat_id": 999_999}]),
        ),
        "a word for a number": (
            "line .*, table games: .*'two' is no number",
            changed_rows(lines, "games", lambda r: [{**r, "round": "two"}]),
        ),
        "too large a number": ("too large", changed_rows(lines, "games", lambda row: [{**row, "round": 2**63}])),
        "nothing in a column": ("do not fit", changed_rows(lines, "games", lambda row: [{**row, "title": None}])),
        "a column of another name": (
            "has other columns",
            reseal([line.replace(b'["house","text"]', b'["hause","text"]') for line in lines]),
        ),
        "another round": ("journal", changed_rows(lines, "positions", lambda row: [{**row, "document": "AAAA"}])),
    }
    before = tell_all(store, path)
    for name, (words, data) in forged.items():
        bad = tmp_path / "forged.gz"
        bad.write_bytes(data)
        with pytest.raises(BadBackup, match=words):
            one_game.restore_game(store, bad, played, people.now)
        assert tell_all(store, path) == before, name


def test_no_host_comes_out_of_a_file(
    people: People, played: str, elsewhere: Store, store: Store, tmp_path: Path
) -> None:
    with store.begin() as session:
        people.account_in(session, "ada").host = True
    path = tmp_path / "all.gz"
    making.back_up(store, path, people.now)
    make_tables(elsewhere)
    one_game.restore_game(elsewhere, path, played, people.now)
    with elsewhere.read() as session:
        assert not session.scalars(select(Account).where(Account.email == "ada@rookery.example")).one().host
