"""What a text changes in a sheet: whole sections, or what stands under a key."""

from __future__ import annotations

from typing import Any

import msgspec

from narration.notation.tables import Notation

Path = tuple[str, ...]


class Changes:
    """What was read for one sheet, by the path that it fills; `key` is None for what is no mapping."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.found: dict[tuple[str, Path], Any] = {}
        self.behalves: dict[str, None] = {}

    def keyed(self, behalf: str, path: Path, key: str, value: Any) -> None:
        """One thing under a key; the last counts."""
        self.found.setdefault((behalf, path), {})[key] = value

    def rules(self, behalf: str, path: Path, key: str, rules: list[Any]) -> int:
        """More rules under a key; how many stood there."""
        under = self.found.setdefault((behalf, path), {})
        before = under.get(key, ())
        under[key] = (*before, *rules)
        return len(before)

    def listed(self, behalf: str, path: Path, rules: list[Any]) -> int:
        """More rules of a list; how many stood there."""
        before = self.found.get((behalf, path), ())
        self.found[behalf, path] = (*before, *rules)
        return len(before)

    def one(self, behalf: str, path: Path, value: Any) -> None:
        """What a statement says as a whole."""
        self.found[behalf, path] = value

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
