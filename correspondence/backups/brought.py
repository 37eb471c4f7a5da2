"""Editions that a host brought, in backups: games that are played with them need their files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
from sqlalchemy import Connection, text

from adjudicator.engine.data_files import base_of
from adjudicator.engine.refusal import Refused
from correspondence.backups.format import BadBackup, Kept
from correspondence.host_editions.keeping import choose, put
from correspondence.host_editions.reading import EDITIONS, OFFERED, bringing, choices, edition_from

CHOSEN = f"{EDITIONS}/{OFFERED}"
FILE = re.compile(rf"{EDITIONS}/([a-z0-9-]{{1,60}})/([a-z]{{1,20}})\.toml")
Sets = dict[str, dict[str, str]]


def brought_files(connection: Connection, data_dir: Path, game_id: str | None) -> tuple[str, ...]:
    """The files, from the data folder on, of the editions that are played (in one game, if it is named), and of those
    on offer."""
    one = " where public_id = :game" if game_id else ""
    found = connection.execute(text(f"select distinct edition from games{one}"), {"game": game_id} if one else {})
    wanted = {edition for edition in found.scalars() if base_of(edition)}
    names: list[str] = []
    if game_id is None:
        wanted |= {edition for edition in choices(data_dir / EDITIONS).values() if base_of(edition)}
        names.append(CHOSEN)
    for edition in sorted(wanted):
        try:
            _, data = bringing(base_of(edition))
        except Refused:
            continue
        names += [f"{EDITIONS}/{edition}/{name}.toml" for name in data.names(edition)]
    return tuple(names)


def sets_of(files: Iterable[Kept]) -> Sets:
    """The editions among a backup's files, by id. BadBackup for one whose files are not what its id says."""
    found: Sets = {}
    for file in files:
        named = FILE.fullmatch(file.name)
        if named is not None and base_of(named[1]):
            try:
                found.setdefault(named[1], {})[named[2]] = file.content.decode("utf-8")
            except UnicodeDecodeError as fault:
                raise BadBackup(f"{file.name}: {fault}") from fault
    for edition, texts in found.items():
        try:
            _, data = bringing(base_of(edition))
            edition_from(data, edition, {name: texts.get(name, "") for name in data.names(edition)})
        except Refused as refused:
            raise BadBackup(f"{EDITIONS}/{edition}: {refused}") from refused
    return found


def put_back(data_dir: Path, sets: Sets, files: Iterable[Kept]) -> None:
    """Keep these editions, and offer those that the backup says are offered. OSError."""
    folder = data_dir / EDITIONS
    for edition, texts in sets.items():
        put(folder, edition, texts)
    chosen = next((file.content for file in files if file.name == CHOSEN), b"{}")
    try:
        said = msgspec.json.decode(chosen, type=dict[str, str])
    except msgspec.MsgspecError:
        said = {}
    for base, edition in said.items():
        if edition in sets and base_of(edition) == base:
            choose(folder, base, edition)
