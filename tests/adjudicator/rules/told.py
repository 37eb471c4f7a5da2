"""What the tables of choices speak of: a decision that must have been told, and what was told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from adjudicator.thrones.state.edition import Edition

Says = Callable[[Mapping[str, Any]], bool]


class Choice(NamedTuple):
    """A decision that must have been told: of one of these kinds, about this house, with such an answer."""

    kinds: tuple[str, ...]
    house: str
    says: Says


class Told(NamedTuple):
    """What an entry may look at besides the event: the edition, the step, the houses without a player, the events of
    the step before this one, and all of them."""

    edition: Edition
    step: str
    vassals: frozenset[str]
    before: list[Any]
    whole: list[Any]


def picked(house: str, choice: str) -> Choice:
    """A choice among effects, and what it was."""
    return Choice(("pick-effect",), house, lambda answer: answer["choice"] == choice)
