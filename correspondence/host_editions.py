"""Host editions: read from a folder, added, chosen, known to every process.

`FOLDER/ID/` holds the files of each, and never changes; `FOLDER/offered.json` says with which one new games begin. All
writes are atomic.

An edition is looked up when its unknown id is asked for; offers are re-read when their file was replaced, at most once
a second. Nothing else touches the disk.
"""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import structlog

from adjudicator import games
from adjudicator.engine import BROUGHT, MAX_FILE_BYTES, DataFiles, Game, Illegal, Refusal, Refused, Unreadable, base_of
from atlas.drawers import DRAWERS

# The folder of the data folder, and the file in it that says what new games are begun with.
EDITIONS, OFFERED = "editions", "offered.json"
_choices = msgspec.json.Decoder(dict[str, str])


def host_edition_family(base: str) -> tuple[Game, DataFiles]:
    """Return the family and data files for host editions of a base.
    Raises Illegal `not-brought` if the base takes none."""
    families = {game.data.base: (game, game.data) for game in games.GAMES.values() if game.data and game.data.base}
    if base in families:
        return families[base]
    bases = ", ".join(families)
    words = f"files of one's own can be played with for {bases}, not for {base!r:.60}"
    raise Illegal(Refusal("not-brought", words, "edition"))


def read_folder(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Return the texts of `NAME.toml` in a folder by name; Unreadable with all faults.
    Codes: `bad-data` (missing, no text), `not-a-file` (a link, a pipe), `file-too-large`."""
    texts, faults = look_into(folder, names)
    if faults:
        raise Unreadable(*faults)
    return texts


def look_into(folder: Path, names: Iterable[str]) -> tuple[dict[str, str], list[Refusal]]:
    """Return the texts of `NAME.toml` in a folder by name, and the others' faults."""
    texts: dict[str, str] = {}
    faults: list[Refusal] = []
    for name in names:
        try:
            texts[name] = _text(folder / f"{name}.toml")
        except Unreadable as fault:
            faults += fault.reasons
    return texts, faults


def _text(path: Path) -> str:
    """Read a text file of an edition; Unreadable if missing, a link or too large."""
    try:
        # Whatever it is a link to lies elsewhere; a pipe would be waited for.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as fault:
        if path.is_symlink():
            raise Unreadable(Refusal("not-a-file", "this is a link: put the file itself there", path.name)) from fault
        words = "this file is missing" if isinstance(fault, FileNotFoundError) else f"{fault.strerror}"
        raise Unreadable(Refusal("bad-data", words, path.name)) from fault
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Unreadable(Refusal("not-a-file", "this is no file", path.name))
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        words = f"larger than {MAX_FILE_BYTES // 1024} KiB, so not read"
        raise Unreadable(Refusal("file-too-large", words, path.name))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Unreadable(Refusal("bad-data", f"no text in UTF-8: {fault.reason}", path.name)) from fault


def load_edition(folder: Path, name: str) -> Any:
    """An edition that was added, by its id: read from its folder within `folder`.

    Raises Illegal (`not-brought`), Unreadable (`card-set-changed` where its files are not those that were added, and
    as `read_folder`).
    """
    _, data = host_edition_family(base_of(name))
    texts = read_folder(folder / name, data.names(name))
    return edition_from(data, name, texts)


def edition_from(data: DataFiles, name: str, texts: dict[str, str]) -> Any:
    """Return the edition of these files; Unreadable `card-set-changed` if ids differ."""
    if data.host_edition_id(texts) != name:
        words = "its files are not those that were added under this id: put them back, or add the changed ones anew"
        raise Unreadable(Refusal("card-set-changed", words, name))
    return data.read(name, texts)


def choices(folder: Path) -> Mapping[str, str]:
    """The editions that are offered in the place of the program's own."""
    try:
        return _choices.decode((folder / OFFERED).read_bytes())
    except (OSError, msgspec.MsgspecError):
        return {}


Texts = dict[str, str]


@dataclass(frozen=True)
class Report:
    """A check's result: fatal `faults`, harmless `warnings`, and counts by name."""

    faults: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    counted: dict[str, int] = field(default_factory=dict)


def check(edition: str, texts: Texts | None = None) -> Report:
    """Check an edition's data: these files (by name, without `.toml`) or the built-in.

    Raises Illegal (`unknown-edition`, `no-data-files`).
    """
    family = games.of_files(edition)
    data = family.data
    if data is None:
        raise Illegal(Refusal("no-data-files", "what this edition is made of is no files", "edition"))
    try:
        content = data.read(edition, data.own(edition) if texts is None else texts)
    except Unreadable as fault:
        return Report(fault.reasons)
    drawer = DRAWERS.get(family.id)
    undrawn = drawer.undrawn(content) if drawer is not None else ()
    return Report((*data.faults(content), *undrawn), tuple(data.warnings(content)), dict(data.counted(content)))


@dataclass(frozen=True)
class PlayableEdition:
    """A playable edition: `brought` by the host; `trouble`: why it is unreadable."""

    id: str
    name: str
    brought: bool
    offered: bool
    trouble: tuple[Refusal, ...] = ()


def add(folder: Path, edition: str, source: Path) -> tuple[str, Report]:
    """Add the files of `source` as a host edition, offered for new games from now on.

    Returns its id and the report. Raises Illegal (`not-brought`), Unreadable with every fault: nothing is changed then.
    OSError.
    """
    _, data = host_edition_family(edition)
    texts = read_folder(source, data.names(edition))
    report = check(edition, texts)
    if report.faults:
        raise Unreadable(*report.faults)
    name = data.host_edition_id(texts)
    store_edition(folder, name, texts)
    choose(folder, edition, name)
    return name, report


def store_edition(folder: Path, name: str, texts: dict[str, str]) -> None:
    """Store files under their edition's id; modified stored files are repaired.

    Raises Illegal (`not-brought`), Unreadable (`card-set-changed` where the files have another id, and read errors),
    OSError.
    """
    _, data = host_edition_family(base_of(name))
    edition_from(data, name, texts)
    new_folder, target = folder / f".{secrets.token_hex(6)}", folder / name
    _make(folder)
    new_folder.mkdir(mode=0o700)
    try:
        for file in data.names(name):
            _write(new_folder / f"{file}.toml", texts[file].encode())
        sync_folder(new_folder)
        if target.exists():
            # The set is here already; if it was changed, it is what was added again.
            try:
                load_edition(folder, name)
            except Unreadable:
                aside = folder / f".{secrets.token_hex(6)}"
                (folder / name).rename(aside)
                new_folder.rename(folder / name)
                shutil.rmtree(aside, ignore_errors=True)
        else:
            new_folder.rename(target)
        sync_folder(folder)
    finally:
        shutil.rmtree(new_folder, ignore_errors=True)


def choose(folder: Path, base: str, name: str) -> None:
    """Offer edition `name` for new games in place of `base`; `base` itself resets.
    Raises OSError."""
    offers = dict(choices(folder))
    offers.pop(base, None)
    if name != base:
        offers[base] = name
    _make(folder)
    part = folder / f".{secrets.token_hex(6)}"
    try:
        _write(part, msgspec.json.encode(offers))
        part.replace(folder / OFFERED)
        sync_folder(folder)
    finally:
        part.unlink(missing_ok=True)


def offer(folder: Path, edition: str) -> None:
    """Begin new games with an edition that was added, or with the program's own again.

    Raises Illegal (`unknown-edition`, `not-brought`), Unreadable where its files cannot be read. OSError.
    """
    base = base_of(edition)
    if not base:
        games.of_edition(edition)
        host_edition_family(edition)
    elif not (folder / edition).is_dir():
        raise Illegal(Refusal("unknown-edition", f"no edition {edition!r} was added here", "edition"))
    else:
        load_edition(folder, edition)
    choose(folder, base or edition, edition)


def stored_host_edition_ids(folder: Path) -> list[str]:
    """The ids of all editions that were added."""
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if BROUGHT.fullmatch(path.name) and path.is_dir())


def playable_editions(folder: Path) -> Iterator[PlayableEdition]:
    """Every edition there is, the program's own first within each family."""
    chosen, host_edition_ids = choices(folder), stored_host_edition_ids(folder)
    for family in games.GAMES.values():
        base = family.host_edition_base
        for edition in family.editions.values():
            if not base_of(edition.id):
                offered = chosen.get(edition.id, edition.id) == edition.id and edition.offered
                yield PlayableEdition(edition.id, edition.name.en, False, offered)
        for name, reasons in family.faulty.items():
            yield PlayableEdition(name, "", False, False, reasons)
        for name in host_edition_ids if base else ():
            if base_of(name) == base:
                yield _host_edition(folder, name, chosen.get(base) == name)


def _host_edition(folder: Path, name: str, offered: bool) -> PlayableEdition:
    try:
        edition = load_edition(folder, name)
    except Refused as refused:
        return PlayableEdition(name, "", True, offered, refused.reasons)
    return PlayableEdition(name, edition.name.en, True, offered)


def _make(folder: Path) -> None:
    """The folder, and the data folder that it lies in, for nobody else to read."""
    for directory in (folder.parent, folder):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Write to the disk what files a folder has."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


log = structlog.get_logger(__name__)
PAUSE = 1.0
Mark = tuple[int, int, int]


class HostEditions:
    """Knows what lies in a folder: what `adjudicator.games.Seeker` says."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self._clock, self._next = clock, 0.0
        self._mark: Mark | None | str = "never looked"
        self._told: set[str] = set()

    def find(self, name: str) -> None:
        """Make an edition known, if it was added."""
        if not (self.folder / name).is_dir():
            return
        try:
            edition = load_edition(self.folder, name)
            family, data = host_edition_family(base_of(name))
        except Refused as refused:
            if name not in self._told:
                self._told.add(name)
                log.error("an edition cannot be read", edition=name, error=str(refused))
            return
        data.keep(edition)
        games.add(family, edition)
        log.info("an edition was found", edition=name)

    def look(self) -> None:
        """Offer what is to be offered now."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + PAUSE
        mark = self._offers_mark()
        if mark != self._mark:
            self._mark = mark
            offers = choices(self.folder)
            for family in list(games.GAMES.values()):
                if base := family.host_edition_base:
                    self._offer(family.id, base, offers.get(base, ""))

    def _offer(self, family: str, base: str, name: str) -> None:
        """Offer edition `name` in place of `base`, or without one the program's own."""
        if not name or base_of(name) != base:
            games.offer(family, None)
            return
        if name not in games.ALL_EDITIONS:
            self.find(name)
        if name not in games.ALL_EDITIONS:
            log.error("the edition on offer is not there; the program's own is offered", edition=name)
            games.offer(family, None)
            return
        others = [other.id for other in games.GAMES[family].editions.values() if other.offered and other.id != base]
        games.offer(family, (*others, name))

    def _offers_mark(self) -> Mark | None:
        """Return a mark that changes with the file of offers; None if it is not there."""
        try:
            file_stat = (self.folder / OFFERED).stat()
        except OSError:
            return None
        return file_stat.st_mtime_ns, file_stat.st_ino, file_stat.st_size


def watch(data_dir: Path) -> None:
    """Know the editions that lie in a data folder; nothing is read yet."""
    global _watched
    folder = data_dir / EDITIONS
    if _watched is None or _watched.folder != folder:
        _watched = HostEditions(folder)
        games.set_seeker(_watched)


_watched: HostEditions | None = None
