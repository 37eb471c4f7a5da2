"""What is registered of something that leaves a choice among effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.battle import Liking, by_kind
from adjudicator.thrones.steward.sight import Sight

_InBattle = Literal["card", "support", "blade", "alliances", "leaders"]
Moment = Literal["westeros", "raven", "wildlings", "port", "power", "loan", "tactics", _InBattle]
# By occasion, what may be offered to a house by a card (None: by a rule); empty if it is not asked.
Offers = Callable[[Board, Edition, str, Any], Mapping[str, tuple[str, ...]]]


def nothing(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    """Not foreseen: another table says what is offered."""
    return {}


def words(*choices: str) -> Offers:
    """Always these."""
    return lambda board, edition, house, card: {"": choices}


def listed(of: Callable[[Board, Edition, str], Iterable[str]], occasion: str = "") -> Offers:
    """What this gives for a house, on one occasion; it is not asked where that is nothing."""

    def offered(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
        choices = tuple(of(board, edition, house))
        return {occasion: choices} if choices else {}

    return offered


# Any area, or none.
ANYWHERE = listed(lambda board, edition, house: (*edition.areas, "decline"))


def lead(sight: Sight, house: str = "") -> int:
    """By how much a house, or one's own, is ahead in the battle that it fights, before House cards."""
    battle, house = sight.board.battle, house or sight.house
    assert battle is not None, "asked of who fights"
    mine = total(strength_items(sight.board, sight.edition, battle, house))
    return mine - total(strength_items(sight.board, sight.edition, battle, battle.opponent(house)))


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
