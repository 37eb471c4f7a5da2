"""Sheets of bots changed at random, for tests: parts left out, doubled, swapped, grown, of another kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from adjudicator.engine.chance import Picker

# Changes made to one sheet at most.
MAX_CHANGES = 4
WORDS = ("", " ", "me", "enemy", "any", "nobody", "none", "rest")
ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 999, 10**9, 1.5, [], {}, *WORDS)
TEXTS = (
    "lead >= 2",
    "round > 3 and (power < 2 or stark has 2 march orders left)",
    "not not not winterfell is threatened",
    "1/2 of power",
    "others power - 2",
    "oportet >= 3",
    "(((",
)
Place = tuple[Any, Any]


def mutated(sheet: dict[str, Any], pick: Picker) -> bytes:
    """The JSON of a sheet with some changes."""
    document = deepcopy(sheet)
    for _ in range(1 + pick(MAX_CHANGES)):
        places = _places(document)
        if places:
            holder, key = places[pick(len(places))]
            CHANGES[pick(len(CHANGES))](holder, key, places, pick)
    return json.dumps(document).encode()


def _places(document: Any) -> list[Place]:
    """Every part of a document: what holds it, and its key or number."""
    found: list[Place] = []
    waiting = [document]
    while waiting:
        part = waiting.pop()
        keys: list[Any] = list(part) if isinstance(part, dict) else list(range(len(part)))
        for key in keys:
            found.append((part, key))
            if isinstance(part[key], dict | list) and part[key]:
                waiting.append(part[key])
    return found


def _without(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    del holder[key]


def _odd(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    holder[key] = ODD[pick(len(ODD))]


def _text(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    if isinstance(holder, dict):
        holder["when"] = TEXTS[pick(len(TEXTS))]
    else:
        holder[key] = TEXTS[pick(len(TEXTS))]


def _anothers(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    """What stands somewhere else in the sheet."""
    other, place = places[pick(len(places))]
    holder[key] = deepcopy(other[place])


def _under_another_name(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    if isinstance(holder, dict):
        names = [place for other, place in places if isinstance(place, str)]
        holder[names[pick(len(names))]] = holder.pop(key)


def _many(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    if isinstance(holder, list):
        holder += [deepcopy(holder[key]) for _ in range(1 + pick(40))]
    elif isinstance(holder[key], list):
        holder[key] = holder[key] * (1 + pick(20))


def _number(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    if isinstance(holder[key], int):
        holder[key] = pick(60) - 1
    elif isinstance(holder[key], list):
        holder[key].reverse()


def _inside_itself(holder: Any, key: Any, places: list[Place], pick: Picker) -> None:
    part = holder[key]
    for _ in range(1 + pick(25)):
        part = {"kind": "not", "of": part} if pick(2) else {"kind": "all", "of": [part, part]}
        if len(json.dumps(part)) > 60_000:
            break
    holder[key] = part


CHANGES: tuple[Callable[[Any, Any, list[Place], Picker], None], ...] = (
    _without,
    _odd,
    _text,
    _anothers,
    _anothers,
    _under_another_name,
    _number,
    _number,
    _many,
    _inside_itself,
)
