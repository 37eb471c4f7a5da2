"""House cards in the balance: what a card counts in a given battle, and the chance to win a battle of given margin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from adjudicator.thrones.edition import Edition
from adjudicator.thrones.printed import HouseCard
from adjudicator.thrones.steward.sight import Sight

# What a card from the hand adds where a text lets it, as a guess.
ADDED = 2


class Side(msgspec.Struct, frozen=True):
    """One side of a battle before cards: role, fighting units, the Defense bonus, supporting units by kind."""

    role: str
    units: Mapping[str, int]
    defense: int
    helpers: Mapping[str, int]


def edge(edition: Edition, card: HouseCard, foe: HouseCard, mine: Side, theirs: Side) -> int:
    """What a card adds to its side's strength when `foe` is played against it, both texts considered."""
    added = card.strength
    if foe.effect != "silence":
        added += _own_text(edition, card, mine) + _cause_text(card, mine, theirs)
    if card.effect != "silence":
        added += _foes_text(edition, card, foe, mine, theirs)
    return added


def _own_text(edition: Edition, card: HouseCard, mine: Side) -> int:
    if card.effect == "unit-strength" and card.values["role"] in (mine.role, "any") and "when" not in card.values:
        unit = str(card.values["unit"])
        return (int(card.values["strength"]) - edition.units[unit].strength) * mine.units.get(unit, 0)
    return mine.defense if card.effect == "double-defense" else 0


def _cause_text(card: HouseCard, mine: Side, theirs: Side) -> int:
    """What cards add by the units that fight: for each of a kind, or for any of a kind; or by another card."""
    unit, when = str(card.values.get("unit", "")), card.values.get("when")
    own, other = mine.units.get(unit, 0), theirs.units.get(unit, 0)
    if when == "always" or (when == "more-ships" and own > other):
        return int(card.values["strength"]) * own
    if when == "dragon-fights" and own + other:
        return int(card.values["strength"])
    return ADDED if card.effect == "add-card" else 0


def _foes_text(edition: Edition, card: HouseCard, foe: HouseCard, mine: Side, theirs: Side) -> int:
    """What the opponent's text takes from this side."""
    if foe.effect == "opponent-card-strength":
        return int(foe.values["strength"]) - card.strength
    if foe.effect in ("supporting-units-count", "kill-unit"):
        unit = str(foe.values["unit"])
        each = edition.units[unit].strength
        if foe.effect == "kill-unit":
            return -each if mine.units.get(unit) else 0
        return (int(foe.values["strength"]) - each) * mine.helpers.get(unit, 0)
    if foe.effect == "discard-defense" and theirs.role == "attacker":
        return -mine.defense * (2 if card.effect == "double-defense" else 1)
    return 0


@lru_cache(maxsize=4096)
def _odds(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """The chance that own number less theirs is at least -4, -3, ... 4, when strong cards come more often."""
    chances = [0.0] * 9
    whole = 0.0
    for own in mine:
        for other in theirs:
            weight = (0.6 + own) * (0.6 + other)
            whole += weight
            for place in range(min(8, own - other + 4) + 1):
                chances[place] += weight
    return tuple(chance / whole for chance in chances)


def _numbers(edition: Edition, hand: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(edition.cards[card].strength for card in hand)) or (0,)


def chance(sight: Sight, attacker: str, defender: str, margin: float) -> float:
    """The chance that the attacker wins when he is stronger by `margin` before cards; fractions are interpolated."""
    board, edition = sight.board, sight.edition
    holder = board.holders.get("valyrian-blade", "")
    if "valyrian-blade" not in board.spent:
        margin += (holder == attacker) - (holder == defender)
    needed = (0 if sight.ahead(attacker, defender) else 1) - margin
    odds = _odds(_numbers(edition, board.hands.get(attacker, ())), _numbers(edition, board.hands.get(defender, ())))
    if needed <= -4:
        return 1.0
    if needed >= 5:
        return 0.0
    below = min(4, math.floor(needed))
    part = needed - below
    lower = odds[below + 4]
    upper = odds[below + 5] if below + 5 < 9 else 0.0
    return lower * (1 - part) + upper * part
