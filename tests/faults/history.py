"""What the players know: each request before it goes out, each acknowledgement when it came; forced to the disk."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any


class History:
    """A log of the client side. Entries of one request have the same `id`."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b", buffering=0)
        self._lock = threading.Lock()
        self._next = 0
        self.entries: list[dict[str, Any]] = []

    def sent(self, kind: str, /, **what: Any) -> int:
        """A request is about to leave; its id."""
        with self._lock:
            self._next += 1
            number = self._next
        self._write({"id": number, "kind": kind, "said": "sent", **what})
        return number

    def told(self, number: int, said: str, /, **what: Any) -> None:
        """What the service answered: `acked`, `refused`, or `unknown` where no answer came."""
        self._write({"id": number, "said": said, **what})

    def _write(self, entry: dict[str, Any]) -> None:
        with self._lock:
            self.entries.append(entry)
            self._file.write(json.dumps(entry).encode() + b"\n")
            os.fsync(self._file.fileno())

    def requests(self, kind: str) -> list[dict[str, Any]]:
        """All requests of a kind, each with its last answer (`unknown` if none came)."""
        with self._lock:
            entries = list(self.entries)
        found = {entry["id"]: {**entry, "said": "unknown"} for entry in entries if entry.get("kind") == kind}
        for entry in entries:
            if entry["id"] in found and entry["said"] != "sent":
                found[entry["id"]].update(entry)
        return list(found.values())

    def count(self, said: str) -> int:
        """How many answers of this sort came."""
        with self._lock:
            return sum(entry["said"] == said for entry in self.entries)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
