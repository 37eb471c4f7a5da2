"""Adding editions that a host brings, and choosing which are on offer.

`FOLDER/ID/` holds the files of each, and never changes; `FOLDER/offered.json` says which one new games are begun with.
What is written is there whole or not at all.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from adjudicator import games
from adjudicator.engine.data_files import BROUGHT, base_of
from adjudicator.engine.refusal import Illegal, Refusal, Refused, Unreadable
from atlas.drawers import DRAWERS
from correspondence.host_editions.reading import OFFERED, bringing, choices, edition_from, kept_edition, read_folder

Texts = dict[str, str]


@dataclass(frozen=True)
class Report:
    """`faults` refuse the files, `warnings` do not; `counted` says what there is, by name, if they could be read."""

    faults: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    counted: dict[str, int] = field(default_factory=dict)


def check(edition: str, texts: Texts | None = None) -> Report:
    """What is to be said of an edition's data: of these files (by name, without `.toml`), or of the program's own.

    Raises Illegal (`unknown-edition`, `no-data-files`).
    """
    family = games.of_files(edition)
    data = family.data
    if data is None:
        raise Illegal(Refusal("no-data-files", "what this edition is made of is no files", "edition"))
    try:
        found = data.read(edition, data.own(edition) if texts is None else texts)
    except Unreadable as fault:
        return Report(fault.reasons)
    drawer = DRAWERS.get(family.id)
    undrawn = drawer.undrawn(found) if drawer is not None else ()
    return Report((*data.faults(found), *undrawn), tuple(data.warnings(found)), dict(data.counted(found)))


@dataclass(frozen=True)
class Known:
    """An edition that games may be played with here: `brought` by the host; `trouble` says why it cannot be read."""

    id: str
    name: str
    brought: bool
    offered: bool
    trouble: tuple[Refusal, ...] = ()


def add(folder: Path, edition: str, source: Path) -> tuple[str, Report]:
    """Take the files of `source` as an edition of its own, with which new games are begun from now on; its id, and what
    was found when they were checked.

    Raises Illegal (`not-brought`), Unreadable with every fault: nothing is changed then. OSError.
    """
    _, data = bringing(edition)
    texts = read_folder(source, data.names(edition))
    report = check(edition, texts)
    if report.faults:
        raise Unreadable(*report.faults)
    name = data.brought_id(texts)
    put(folder, name, texts)
    choose(folder, edition, name)
    return name, report


def put(folder: Path, name: str, texts: dict[str, str]) -> None:
    """Keep files under the id that they have; files that were changed since they were kept are put right.

    Raises Illegal (`not-brought`), Unreadable (`card-set-changed` where the files have another id, and those for which
    they cannot be read), OSError.
    """
    _, data = bringing(base_of(name))
    edition_from(data, name, texts)
    made, target = folder / f".{secrets.token_hex(6)}", folder / name
    _make(folder)
    made.mkdir(mode=0o700)
    try:
        for file in data.names(name):
            _write(made / f"{file}.toml", texts[file].encode())
        _sync(made)
        if target.exists():
            _put_right(folder, name, made)
        else:
            made.rename(target)
        _sync(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _put_right(folder: Path, name: str, made: Path) -> None:
    """The set is here already; if it was changed, it is what was added again."""
    try:
        kept_edition(folder, name)
    except Unreadable:
        aside = folder / f".{secrets.token_hex(6)}"
        (folder / name).rename(aside)
        made.rename(folder / name)
        shutil.rmtree(aside, ignore_errors=True)


def choose(folder: Path, base: str, name: str) -> None:
    """Begin new games with this edition in the place of `base`; `base` itself: as the program comes. OSError."""
    said = dict(choices(folder))
    said.pop(base, None)
    if name != base:
        said[base] = name
    _make(folder)
    part = folder / f".{secrets.token_hex(6)}"
    try:
        _write(part, msgspec.json.encode(said))
        part.replace(folder / OFFERED)
        _sync(folder)
    finally:
        part.unlink(missing_ok=True)


def offer(folder: Path, edition: str) -> None:
    """Begin new games with an edition that was added, or with the program's own again.

    Raises Illegal (`unknown-edition`, `not-brought`), Unreadable where its files cannot be read. OSError.
    """
    base = base_of(edition)
    if not base:
        games.of_edition(edition)
        bringing(edition)
    elif not (folder / edition).is_dir():
        raise Illegal(Refusal("unknown-edition", f"no edition {edition!r} was added here", "edition"))
    else:
        kept_edition(folder, edition)
    choose(folder, base or edition, edition)


def brought_ids(folder: Path) -> list[str]:
    """The ids of all editions that were added."""
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if BROUGHT.fullmatch(path.name) and path.is_dir())


def known(folder: Path) -> Iterator[Known]:
    """Every edition there is, the program's own first within each family."""
    chosen, found = choices(folder), brought_ids(folder)
    for family in games.GAMES.values():
        base = family.brought_base
        for one in family.editions.values():
            if not base_of(one.id):
                offered = chosen.get(one.id, one.id) == one.id and one.offered
                yield Known(one.id, one.name.say("en"), False, offered)
        for name, reasons in family.faulty.items():
            yield Known(name, "", False, False, reasons)
        for name in found if base else ():
            if base_of(name) == base:
                yield _brought(folder, name, chosen.get(base) == name)


def _brought(folder: Path, name: str, offered: bool) -> Known:
    try:
        edition = kept_edition(folder, name)
    except Refused as refused:
        return Known(name, "", True, offered, refused.reasons)
    return Known(name, edition.name.say("en"), True, offered)


def _make(folder: Path) -> None:
    """The folder, and the data folder that it lies in, for nobody else to read."""
    for one in (folder.parent, folder):
        one.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
