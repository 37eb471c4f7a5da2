"""Scenarios as text: TOML or JSON, read to plain data, and to what a family says a scenario is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
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


class Scenarios(Protocol):
    """What a family says whose positions can be written as scenarios.

    `set_up` is the agenda of a game that begins as usual, where the houses of a scenario sit as it names them; empty
    where nobody chooses who sits where."""

    @property
    def set_up(self) -> Sequence[str]:
        """The agenda."""

    def read(self, plain: Any) -> Scenario:
        """A scenario from plain data that nobody vouches for; Unreadable (`bad-scenario`) with the place."""

    def build(self, scenario: Any, seed: str, revision: int) -> Any:
        """The position that it describes, all chance by this seed, under this revision of the rules. Raises Illegal
        with every reason found."""


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


class PlainScenarios:
    """The scenarios of a family from their type (a struct with a `seed`) and what builds the position of one."""

    def __init__(self, kind: type[Any], build: Callable[[Any, int], Any], set_up: Sequence[str] = ()) -> None:
        self._kind, self._build, self.set_up = kind, build, set_up

    def read(self, plain: object) -> Any:
        """A scenario from plain data; Unreadable."""
        return scenario_from(plain, self._kind)

    def build(self, scenario: Any, seed: str, revision: int) -> Any:
        """The position, all chance by this seed, under this revision of the rules; Illegal with every reason found."""
        return self._build(msgspec.structs.replace(scenario, seed=seed), revision)
