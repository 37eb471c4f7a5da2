"""What a text changes in a sheet: whole sections, or what stands under a key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from narration.notation.tables import Layout, Notation

Path = tuple[str, ...]


class Changes:
    """What was read for one sheet, by the path that it fills; `key` is None for what is no mapping."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.found: dict[tuple[str, Path], Any] = {}
        self.behalves: dict[str, None] = {}
        # Places of which two entries say different things, so that one of them would be passed over.
        self.contradicted: list[str] = []

    def keyed(self, behalf: str, path: Path, key: str, value: Any, place: str) -> None:
        """One thing under a key."""
        under = self.found.setdefault((behalf, path), {})
        if under.setdefault(key, value) != value:
            self.contradicted.append(place)

    def rules(self, behalf: str, path: Path, key: str, rules: list[Any], when: str, place: str) -> int:
        """More rules under a key; how many stood there."""
        under = self.found.setdefault((behalf, path), {})
        before = under.get(key, ())
        if before and getattr(before[-1], when) is None and list(before) != rules:
            self.contradicted.append(place)
        under[key] = (*before, *rules)
        return len(before)

    def listed(self, behalf: str, path: Path, rules: list[Any], layout: Layout, place: str) -> int:
        """More rules of a list; how many stood there."""
        before = self.found.get((behalf, path), ())
        if before and layout.once is not None and getattr(before[-1], layout.when) is None and before[-1] != rules[0]:
            about = [[getattr(rule, name) for name in layout.once] for rule in (before[-1], rules[0])]
            if about[0] == about[1]:
                self.contradicted.append(f"{place}[{len(before) - 1}]")
        self.found[behalf, path] = (*before, *rules)
        return len(before)

    def one(self, behalf: str, path: Path, value: Any, place: str) -> None:
        """What a statement says as a whole."""
        if self.found.setdefault((behalf, path), value) != value:
            self.contradicted.append(place)

    def in_sequence(self, sequences: Mapping[Path, tuple[Path, Mapping[str, int]]]) -> None:
        """Keys that were named in another order than they have anyway follow each other so, unless it is said how."""
        for (behalf, path), under in list(self.found.items()):
            sequence, places = sequences.get(path, ((), {}))
            if sequence and list(under) != sorted(under, key=lambda key: places.get(key, len(places))):
                self.found.setdefault((behalf, sequence), tuple(under))

    def onto(self, sheet: Any) -> Any:
        """The sheet with all of it; what it does not mention stays."""
        behalf = self.notation.behalf
        for (whose, path), value in self.found.items():
            if not whose:
                sheet = _put(sheet, path, value)
        for whose in self.behalves if behalf is not None else ():
            assert behalf is not None
            inner = _at(sheet, behalf.path).get(whose) or behalf.kind()
            for (one, path), value in self.found.items():
                if one == whose:
                    inner = _put(inner, path, value)
            sheet = _put(sheet, behalf.path, {whose: inner})
        return sheet


def _at(part: Any, path: Path) -> Any:
    for step in path:
        part = getattr(part, step)
    return part


def _put(part: Any, path: Path, value: Any) -> Any:
    """A struct with a value at a path; mappings are laid over what stands there."""
    if not path:
        return {**part, **value} if isinstance(value, dict) and isinstance(part, dict) else value
    return msgspec.structs.replace(part, **{path[0]: _put(getattr(part, path[0]), path[1:], value)})
