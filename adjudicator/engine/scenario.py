"""Scenarios as text (TOML or JSON), read to plain data; unknown names in them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Protocol, TypeVar

import msgspec

from adjudicator.engine.decision import Refusal, Refusals, Unreadable

# More than these are not listed if some are near.
LISTED = 12


def name_suggestions(name: str, valid_names: Collection[str]) -> str:
    """Return known names: all if few or none is similar, else the nearest."""
    near = get_close_matches(name[:60], valid_names, n=3, cutoff=0.5) if len(valid_names) > LISTED else []
    return f"near it: {', '.join(near)}" if near else f"known: {', '.join(valid_names) or 'none'}"


def unknown_name(code: str, words: str, name: object, valid_names: Collection[str], where: str) -> Refusal:
    """A refusal in these words of a name that is not known, with those that are."""
    return Refusal(code, f"{words}; {name_suggestions(str(name), valid_names)}", where)


def unknown(sort: str, names: Iterable[str], valid_names: Collection[str], where: str) -> Refusals:
    """Return a refusal (`unknown-area`, `unknown-house` etc.) for each unknown name."""
    for name in names:
        if name not in valid_names:
            words = f"there is no {sort} {name[:60]!r} in this game; {name_suggestions(name, valid_names)}"
            yield Refusal(f"unknown-{sort}", words, where)


def twice(names: Iterable[str], where: str) -> Refusals:
    """A refusal for each name that stands there more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            yield Refusal("named-twice", f"{name[:60]} is named {count} times", where)


_S = TypeVar("_S")


class Scenario(Protocol):
    """A position in plain data, and what it says of the game that begins with it."""

    @property
    def edition(self) -> str:
        """The id of the edition."""

    @property
    def players(self) -> int:
        """How many seats play."""

    @property
    def houses(self) -> Sequence[str]:
        """The seats that are played, where the others are not; none named: by the seed."""

    @property
    def modules(self) -> Sequence[str]:
        """The optional parts of the rules."""


def plain_scenario(text: str) -> dict[str, Any]:
    """Read scenario fields from TOML or a JSON object; Unreadable (`bad-scenario`)."""
    try:
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, Any])
        return tomllib.loads(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-scenario", str(fault), "")) from fault


def scenario_from(plain: object, kind: type[_S]) -> _S:
    """Convert plain data to a scenario; Unreadable (`bad-scenario`) with the field."""
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(Refusal.of_data("bad-scenario", fault)) from fault
