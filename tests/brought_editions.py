"""Card sets of a host's own for tests, and a process that forgets them afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator import games
from adjudicator.btwixt.rules import seasons
from adjudicator.engine.data_files import base_of
from adjudicator.thrones.editions import every
from correspondence import host_editions
from tests.house.rooms import ROOT

STORM = ROOT / "adjudicator" / "thrones" / "editions" / "data" / "storm-of-swords"
HOUSE = ROOT / "adjudicator" / "btwixt" / "editions" / "data" / "house"


def card_set(folder: Path, *changes: tuple[str, str, str], source: Path = HOUSE) -> Path:
    """A folder with the files of the house set or of another `source`, each change (file, what stands there, what is
    to) made once."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in source.glob("*.toml"):
        said = path.read_text(encoding="utf-8")
        for file, old, new in changes:
            if file == path.stem:
                said, count = re.subn(re.escape(old), lambda _, new=new: new, said, count=1)  # type: ignore[misc]
                assert count == 1, f"{file}: {old} does not stand there"
        (folder / path.name).write_text(said, encoding="utf-8")
    return folder


@contextmanager
def forgotten() -> Iterator[None]:
    """Whatever is brought within is unknown before and after; nothing is looked up late."""
    pause, host_editions.PAUSE = host_editions.PAUSE, 0.0
    _forget()
    try:
        yield
    finally:
        host_editions.PAUSE = pause
        _forget()


def _forget() -> None:
    games.set_seeker(None)
    host_editions._watched = None
    for known in (games.ALL_EDITIONS, games._of_edition, seasons.EDITIONS, every.EDITIONS):
        for name in [name for name in known if base_of(name)]:
            known.pop(name)
    for family in ("btwixt", "thrones"):
        games.offer(family, None)
