"""How every process knows the editions that a host brought: those added while it runs, too.

An edition is looked for when its id is asked for and nobody knows it; which are on offer is looked up again when the
file that says so was replaced, at most once a second. Nothing else touches the disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import structlog

from adjudicator import games
from adjudicator.engine.data_files import base_of
from adjudicator.engine.refusal import Refused
from correspondence.host_editions.reading import EDITIONS, OFFERED, bringing, choices, kept_edition

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
            edition = kept_edition(self.folder, name)
            family, data = bringing(base_of(name))
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
        mark = self._marked()
        if mark != self._mark:
            self._mark = mark
            said = choices(self.folder)
            for family in list(games.GAMES.values()):
                if base := family.brought_base:
                    self._offer(family.id, base, said.get(base, ""))

    def _offer(self, family: str, base: str, name: str) -> None:
        if not name or base_of(name) != base:
            games.offer(family, None)
            return
        if name not in games.ALL_EDITIONS:
            self.find(name)
        if name not in games.ALL_EDITIONS:
            log.error("the edition on offer is not there; the program's own is offered", edition=name)
            games.offer(family, None)
            return
        others = [one.id for one in games.GAMES[family].editions.values() if one.offered and one.id != base]
        games.offer(family, (*others, name))

    def _marked(self) -> Mark | None:
        """What tells one state of the file from another."""
        try:
            found = (self.folder / OFFERED).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino, found.st_size


def watch(data_dir: Path) -> None:
    """Know the editions that lie in a data folder; nothing is read yet."""
    global _watched
    folder = data_dir / EDITIONS
    if _watched is None or _watched.folder != folder:
        _watched = HostEditions(folder)
        games.seek_with(_watched)


_watched: HostEditions | None = None
