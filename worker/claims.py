"""Claimed messages: whose they are, and how they come back when their owner dies.

Every owner has a folder `taken/<owner>` and a lock file `taken/<owner>.lock` that it keeps locked while it lives. The
operating system lets the lock go when the process ends, however it ends; whoever then gets the lock returns the owner's
messages.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
import uuid
from pathlib import Path
from typing import BinaryIO

import structlog

log = structlog.get_logger(__name__)

RECOVER_SECONDS = 5.0


class Claims:
    """What one connection has taken from the queues in `folder` and not finished."""

    def __init__(self, folder: Path) -> None:
        self._messages = folder / "messages"
        self._taken = folder / "taken"
        self._spoiled = folder / "spoiled"
        self._held: dict[str, tuple[Path, Path]] = {}
        self._lock: BinaryIO | None = None
        self._own: Path | None = None
        self._mutex = threading.Lock()
        self._next_recovery = 0.0

    def take(self, path: Path) -> Path | None:
        """Claim a message's file by one rename; None if another was first. Returns where it lies now."""
        target = self._folder() / f"{path.name}~{path.parent.name}"
        try:
            path.rename(target)
        except FileNotFoundError:
            return None
        return target

    def hold(self, tag: str, taken: Path, origin: Path) -> None:
        """Remember a claimed message under its delivery tag until it is finished or given back."""
        self._held[tag] = (taken, origin)

    def finish(self, tag: str) -> None:
        """The message is done: remove its file. Unknown tags are no error, a message may be acknowledged twice."""
        held = self._held.pop(tag, None)
        if held is not None:
            held[0].unlink(missing_ok=True)

    def give_back(self, tag: str) -> bool:
        """Return a message to its queue; False if it is not held here."""
        held = self._held.pop(tag, None)
        if held is None:
            return False
        taken, origin = held
        taken.replace(origin)
        return True

    def spoil(self, taken: Path) -> None:
        """Set an unreadable message aside for a person to look at."""
        self._spoiled.mkdir(parents=True, exist_ok=True)
        taken.replace(self._spoiled / taken.name)

    def recover(self) -> int:
        """Return the messages of dead owners to their queues, now and then; how many there were."""
        if time.monotonic() < self._next_recovery:
            return 0
        self._next_recovery = time.monotonic() + RECOVER_SECONDS
        if not self._taken.is_dir():
            return 0
        return sum(self._recover_from(lock) for lock in sorted(self._taken.glob("*.lock")))

    def close(self) -> None:
        """Let the lock go. What is still held comes back to its queue."""
        for tag in list(self._held):
            self.give_back(tag)
        with self._mutex:
            if self._own is not None and self._lock is not None:
                self._remove(self._own)
                self._lock.close()
            self._own = self._lock = None

    def _folder(self) -> Path:
        """This owner's folder, with its lock held; made at the first claim."""
        with self._mutex:
            if self._own is None:
                owner = uuid.uuid4().hex
                own = self._taken / owner
                own.mkdir(parents=True, exist_ok=True)
                # Locked before it has its name, so that nobody takes a newborn owner for a dead one.
                unnamed = self._taken / f"{owner}.new"
                self._lock = unnamed.open("wb")
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                unnamed.rename(self._taken / f"{owner}.lock")
                self._own = own
            return self._own

    def _recover_from(self, lock: Path) -> int:
        own = lock.with_suffix("")
        if own == self._own:
            return 0
        try:
            file = lock.open("rb")
        except FileNotFoundError:
            return 0
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return 0
            count = self._return_all(own)
            self._remove(own)
        if count:
            log.warning("messages of a dead worker returned to their queues", count=count)
        return count

    def _return_all(self, own: Path) -> int:
        count = 0
        for taken in sorted(own.iterdir()) if own.is_dir() else ():
            name, _, queue = taken.name.partition("~")
            folder = self._messages / queue
            folder.mkdir(parents=True, exist_ok=True)
            taken.replace(folder / name)
            count += 1
        return count

    def _remove(self, own: Path) -> None:
        """Remove an owner's empty folder and its lock file."""
        if own.is_dir() and not os.listdir(own):
            own.rmdir()
            own.with_name(f"{own.name}.lock").unlink(missing_ok=True)
