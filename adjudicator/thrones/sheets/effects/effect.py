"""What is registered of something that leaves a choice among effects: `EFFECTS` of the module for such cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.choices import Liking, by_kind

Moment = Literal[
    "westeros",
    "raven",
    "wildlings",
    "card",
    "support",
    "blade",
    "port",
    "power",
    "loan",
    "tactics",
    "alliances",
    "leaders",
]
# By occasion, what may be offered to a house by a card (None: by a rule); empty if it is not asked.
Offers = Callable[[Board, Edition, str, Any], Mapping[str, tuple[str, ...]]]


def nothing(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    """Not foreseen: another table says what is offered."""
    return {}


def words(*choices: str) -> Offers:
    """Always these."""
    return lambda board, edition, house, card: {"": choices}


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect of cards (or a Westeros card, a badge, a rule) by its `name`, as data or `because` give it.

    `liking` is the steward's; `offers` serve forms and guides. What a rule asks has its
    `moment`; only the holder of `badge` is asked, if it names one. Without a wish the last choice is taken, or of
    tracks that which changes least. `at_once` are the houses that are asked together, where several are. `names`: the
    sorts of names, as in the book of names, that stand among its choices besides plain words; none: any may.
    """

    name: str
    names: tuple[str, ...] = ()
    liking: Liking = by_kind
    offers: Offers = nothing
    moment: Moment | None = None
    badge: str = ""
    at_once: Callable[[Position], list[str]] | None = None
