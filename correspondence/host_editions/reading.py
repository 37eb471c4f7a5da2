"""Data files of a folder that nobody vouches for, and those that were added here once."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine.data_files import MOST_FILE_BYTES, DataFiles, base_of
from adjudicator.engine.game import Game
from adjudicator.engine.refusal import Illegal, Refusal, Unreadable

# The folder of the data folder, and the file in it that says what new games are begun with.
EDITIONS, OFFERED = "editions", "offered.json"
_choices = msgspec.json.Decoder(dict[str, str])


def bringing(base: str) -> tuple[Game, DataFiles]:
    """The family and its data files where hosts may bring their own for an edition; Illegal (`not-brought`)."""
    found = {game.data.base: (game, game.data) for game in games.GAMES.values() if game.data and game.data.base}
    if base in found:
        return found[base]
    known = ", ".join(found)
    words = f"files of one's own can be played with for {known}, not for {base!r:.60}"
    raise Illegal(Refusal("not-brought", words, "edition"))


def read_folder(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The texts of `NAME.toml` in a folder by name. Raises Unreadable with everything for which they cannot be read:
    `bad-data` (missing, no text), `not-a-file` (a link, a pipe), `file-too-large`."""
    texts, faults = look_into(folder, names)
    if faults:
        raise Unreadable(*faults)
    return texts


def look_into(folder: Path, names: Iterable[str]) -> tuple[dict[str, str], list[Refusal]]:
    """The same as far as they can be read, and what cannot."""
    texts: dict[str, str] = {}
    faults: list[Refusal] = []
    for name in names:
        try:
            texts[name] = _text(folder / f"{name}.toml")
        except Unreadable as fault:
            faults += fault.reasons
    return texts, faults


def _text(path: Path) -> str:
    """The text of a file that lies in the folder itself."""
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
        data = file.read(MOST_FILE_BYTES + 1)
    if len(data) > MOST_FILE_BYTES:
        words = f"larger than {MOST_FILE_BYTES // 1024} KiB, so not read"
        raise Unreadable(Refusal("file-too-large", words, path.name))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Unreadable(Refusal("bad-data", f"no text in UTF-8: {fault.reason}", path.name)) from fault


def kept_edition(folder: Path, name: str) -> Any:
    """An edition that was added, by its id: read from its folder within `folder`.

    Raises Illegal (`not-brought`), Unreadable (`card-set-changed` where its files are not those that were added, and
    as `read_folder`).
    """
    _, data = bringing(base_of(name))
    texts = read_folder(folder / name, data.names(name))
    return edition_from(data, name, texts)


def edition_from(data: DataFiles, name: str, texts: dict[str, str]) -> Any:
    """The edition of this id that these files make; Unreadable (`card-set-changed` where they make another)."""
    if data.brought_id(texts) != name:
        words = "its files are not those that were added under this id: put them back, or add the changed ones anew"
        raise Unreadable(Refusal("card-set-changed", words, name))
    return data.read(name, texts)


def choices(folder: Path) -> Mapping[str, str]:
    """The editions that are offered in the place of the program's own."""
    try:
        return _choices.decode((folder / OFFERED).read_bytes())
    except (OSError, msgspec.MsgspecError):
        return {}
