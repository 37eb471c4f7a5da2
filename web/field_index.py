"""What stands where in a form, found once: the keys below a place, the rows of a list. Linear in the form's size."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# A name longer or deeper than this is none of ours.
LONGEST_NAME, DEEPEST_NAME = 200, 10
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d{1,4})\]")


class FieldIndex:
    """Places of a form's fields; `filled`: of those alone in which something stands."""

    def __init__(self, fields: Mapping[str, Sequence[str]], *, filled: bool) -> None:
        self._keys: dict[str, dict[str, None]] = {}
        self._rows: dict[str, set[int]] = {}
        self._places: set[str] = set()
        for name, values in fields.items():
            if len(name) <= LONGEST_NAME and (not filled or any(value.strip() for value in values)):
                self._add(name)

    def _add(self, name: str) -> None:
        head = re.split(r"[.\[]", name, maxsplit=1)[0]
        at, place = len(head), head
        self._places.add(place)
        for _ in range(DEEPEST_NAME):
            step = _STEP.match(name, at)
            if step is None:
                break
            if step[1] is not None:
                self._keys.setdefault(place, {})[step[1]] = None
            else:
                self._rows.setdefault(place, set()).add(int(step[2]))
            at, place = step.end(), name[: step.end()]
            self._places.add(place)

    def keys(self, place: str) -> list[str]:
        """The keys of the fields `place.<key>...`, in the order of the form."""
        return list(self._keys.get(place, ()))

    def rows(self, place: str) -> list[int]:
        """The numbers of the rows `place[n]`, from the first to the last."""
        return sorted(self._rows.get(place, ()))

    def __contains__(self, place: str) -> bool:
        """Whether there is a field of this name or below it."""
        return place in self._places
