"""Scenarios as text: TOML or JSON, read to plain data, and to what a game says a scenario is."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from adjudicator.engine.refusal import Refusal, Unreadable

S = TypeVar("S")


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
    """The fields of a scenario from its TOML, or from its JSON if it begins with a brace; Unreadable (`bad-scenario`)
    for text that is neither."""
    try:
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, Any])
        return tomllib.loads(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-scenario", str(fault), "")) from fault


def scenario_from(plain: object, kind: type[S]) -> S:
    """A scenario of this type from plain data; Unreadable (`bad-scenario`) with what is wrong and the field."""
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        words, _, place = str(fault).partition(" - at ")
        where = place.strip("`").removeprefix("$.")
        raise Unreadable(Refusal("bad-scenario", words[:1].lower() + words[1:], where)) from fault
