"""What the text of a played card adds to the card itself: when it holds, and for how many."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.thrones.rules.battle_facts import active_text, besieges, fighters, printed, supported
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.state.board import Battle, Board
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.edition import Edition

Moment = Callable[[Board, Edition, Battle, HouseCard], bool]


def _above(board: Board, battle: Battle, card: HouseCard, track: str) -> bool:
    """Whether the opponent stands higher on a track."""
    places = board.tracks[track]
    return places.index(battle.opponent(card.house)) < places.index(card.house)


def _by_ship(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> bool:
    """Whether the card's house attacks land over its ships."""
    attacks = battle.attacker == card.house and edition.areas[battle.area].kind == "land"
    return attacks and bool(reach(board, edition, card.house, battle.origin).get(battle.area))


def _defends_own(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> bool:
    """Whether the card's house defends its home, or an area with its token."""
    own = edition.areas[battle.area].home_of == card.house or board.tokens.get(battle.area) == card.house
    return battle.defender == card.house and own


# When a `bonus` text holds, by the word in its data.
MOMENTS: dict[str, Moment] = {
    "below-on-throne": lambda board, edition, battle, card: _above(board, battle, card, "iron-throne"),
    "below-on-fiefdoms": lambda board, edition, battle, card: _above(board, battle, card, "fiefdoms"),
    "discarded": lambda board, edition, battle, card: card.values["card"] in board.discards[card.house],
    "defends-settlement": lambda board, edition, battle, card: (
        battle.defender == card.house and besieges(board, edition, battle.area)
    ),
    "against-weak": lambda board, edition, battle, card: (
        battle.opponent(card.house) in battle.cards
        and printed(battle, edition, battle.opponent(card.house)) <= card.values["most"]
    ),
    "defends-sea": lambda board, edition, battle, card: (
        battle.defender == card.house and edition.areas[battle.area].kind == "sea"
    ),
    "always": lambda board, edition, battle, card: True,
    "dragon-fights": lambda board, edition, battle, card: any(
        fighters(board, battle, house).get(card.values["unit"]) for house in (battle.attacker, battle.defender)
    ),
    "more-ships": lambda board, edition, battle, card: (
        fighters(board, battle, card.house).get(card.values["unit"], 0)
        > fighters(board, battle, battle.opponent(card.house)).get(card.values["unit"], 0)
    ),
    "supported": lambda board, edition, battle, card: supported(battle, card.house),
    "coast": lambda board, edition, battle, card: (
        edition.areas[battle.area].coast or bool(edition.areas[battle.area].sea)
    ),
    "unsupported": lambda board, edition, battle, card: not supported(battle, card.house),
    "in-hand": lambda board, edition, battle, card: card.values["card"] in board.hands[card.house],
    "richer": lambda board, edition, battle, card: (
        battle.opponent(card.house) not in board.vassals
        and board.power[card.house] > board.power[battle.opponent(card.house)]
    ),
    "by-ship": _by_ship,
    "at-sea": lambda board, edition, battle, card: edition.areas[battle.area].kind == "sea",
    "open-land": lambda board, edition, battle, card: (
        edition.areas[battle.area].kind == "land" and not besieges(board, edition, battle.area)
    ),
    "defends-own": _defends_own,
}
Count = Callable[[Board, Edition, Battle, HouseCard], int]


def _coast(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> int:
    """Lands beside the battle that the house controls."""
    return sum(controller(board, edition, area) == card.house for area in edition.areas[battle.area].land)


def _beside(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> int:
    """Units of a kind that the house has beside the battle."""
    near = (board.forces[area] for area in edition.neighbours[battle.area] if area in board.forces)
    piles = (pile for force in near if force.house == card.house for pile in (force.units, force.routed))
    return sum(pile.get(card.values["unit"], 0) for pile in piles)


def _short_of(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> int:
    """How far the number of the opponent's card stays below a total; without a card it is 0."""
    foe = battle.opponent(card.house)
    number = printed(battle, edition, foe) if foe in battle.cards else 0
    return max(0, int(card.values["total"]) - number)


# How often a `bonus` text counts, by the word `each` in its data.
COUNTS: dict[str, Count] = {
    "own-coast": _coast,
    "own-unit": lambda board, edition, battle, card: fighters(board, battle, card.house).get(card.values["unit"], 0),
    "own-beside": _beside,
    "opponent-short-of": _short_of,
    "own-hand": lambda board, edition, battle, card: len(board.hands[card.house]),
    "own-used": lambda board, edition, battle, card: len(board.discards[card.house]),
}
PARTS = ("strength", "swords", "fortifications")


def holds(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> bool:
    """Whether a text counts now that names its moment, or names none."""
    return "when" not in card.values or MOMENTS[card.values["when"]](board, edition, battle, card)


def card_bonus(board: Board, edition: Edition, battle: Battle, house: str) -> Mapping[str, Any]:
    """What the own card's text adds to itself now: `strength`, `swords`, `fortifications`; never less than nothing is
    left of the card."""
    card = active_text(battle, edition, house)
    if card is None:
        return {}
    if card.effect == "by-role":
        found: Mapping[str, Any] = card.values.get(battle.role(house), {})
        return found
    if card.effect != "bonus" or not holds(board, edition, battle, card):
        return {}
    if "each" not in card.values:
        return card.values
    count = COUNTS[card.values["each"]](board, edition, battle, card)
    added = {part: card.values.get(part, 0) * count for part in PARTS}
    return {**added, "strength": max(-card.strength, added["strength"])}
