"""Comparison of House cards: gain, cards beaten, and the chance of winning."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from adjudicator.engine import FrozenStruct
from adjudicator.thrones.rules.strength import lends_nothing, strength_items, total
from adjudicator.thrones.state import Battle, Board, Edition, HouseCard

BLADE = "valyrian-blade"
# What a card from the hand adds where a text lets it, as a guess.
ADDED = 2
# From this share of the other's cards on a card beats him more often than not.
LIKELY = 50
# Margins before cards beyond these are won or lost whatever is played.
MAX_WIDTH = 4


def by_strength(edition: Edition, cards: Sequence[str]) -> list[str]:
    """Return cards from strongest to weakest, equal ones in the order of the data."""
    place = edition.card_order
    return sorted(cards, key=lambda card: (-edition.cards[card].strength, place[card]))


class Side(FrozenStruct):
    """A side before cards: role, fighters, Defense bonus, supporting units by kind."""

    role: str
    units: Mapping[str, int]
    defense: int = 0
    helpers: Mapping[str, int] = {}


class Duel:
    """A house's cards against those its opponent can hold; `margin` is its lead.

    `wins` says for each own card whether it beats each of the other's; `needed` is the least lead that does.
    """

    def __init__(
        self,
        edition: Edition,
        hands: tuple[Sequence[str], Sequence[str]],
        sides: tuple[Side, Side],
        margin: int,
        needed: int,
    ) -> None:
        cards = edition.cards
        mine, theirs = sides
        self.edition, self.hand, self.foes = edition, tuple(hands[0]), tuple(hands[1])
        self.wins = {
            own: {
                other: margin
                + edge(edition, cards[own], cards[other], mine, theirs)
                - edge(edition, cards[other], cards[own], theirs, mine)
                >= needed
                for other in self.foes
            }
            for own in self.hand
        }

    def share(self, card: str) -> int:
        """Return the percentage of the foe's cards that a card beats, by weight."""
        whole = beaten = 0.0
        for other, wins in self.wins[card].items():
            weight = _weight(self.edition.cards[other].strength)
            whole += weight
            beaten += weight * wins
        return round(100 * beaten / whole) if whole else 100

    def cheapest(self, cards: Sequence[str], least: int) -> str | None:
        """Return the weakest of these own cards that beats a percentage of the foe's.
        The percentage is at least `least`; None if there is no such card."""
        return next((card for card in reversed(by_strength(self.edition, cards)) if self.share(card) >= least), None)

    def best(self, cards: Sequence[str]) -> str | None:
        """Return the own card that beats most of the other's, the weakest of equals."""
        return max(reversed(by_strength(self.edition, cards)), key=self.share, default=None)


def duel_at_hand(
    board: Board, edition: Edition, battle: Battle, house: str, hand: Sequence[str], lent: int = 0
) -> Duel:
    """Return the duel of a house's cards against the opponent's; `lent` adds to his."""
    foe = battle.opponent(house)
    foes = edition.vassal_cards if foe in board.vassals else board.hands[foe]
    margin = total(strength_items(board, edition, battle, house)) - total(strength_items(board, edition, battle, foe))
    margin -= lent
    sides = side(board, edition, battle, house), side(board, edition, battle, foe)
    return Duel(edition, (hand, foes), sides, margin + blade(board, house, foe), winning_lead(board, house, foe))


def side(board: Board, edition: Edition, battle: Battle, house: str) -> Side:
    """A fighting house in the battle at hand, before cards."""
    role = battle.role(house)
    force = board.forces.get(battle.area)
    units: Mapping[str, int] = battle.troop if role == "attacker" else force.units if force is not None else {}
    placed = board.orders.get(battle.area)
    defense = 0
    if role == "defender" and placed is not None and edition.orders[placed.order].type == "defense":
        defense = edition.orders[placed.order].modifier
    beside = (area for area, helped in battle.pledges.items() if helped == role)
    return Side(role, units, defense, helpers(board, edition, beside))


def helpers(board: Board, edition: Edition, areas: Iterable[str]) -> dict[str, int]:
    """Count standing units in supporting areas by kind; those barred this round as 0."""
    counts: dict[str, int] = {}
    for area in areas:
        force = board.forces.get(area)
        for unit, count in force.units.items() if force is not None else ():
            counts[unit] = counts.get(unit, 0) + (0 if board.bans and lends_nothing(board, edition, unit) else count)
    return counts


def blade(board: Board, house: str, foe: str) -> int:
    """Return what the blade adds to a house's lead: 1, -1, or 0 once it is used."""
    holder = board.holders.get(BLADE, "")
    return 0 if BLADE in board.spent else (holder == house) - (holder == foe)


def winning_lead(board: Board, house: str, foe: str) -> int:
    """Return the least lead that wins: 0 if higher on the Fiefdoms track, else 1."""
    places = board.tracks["fiefdoms"]

    def place(fighter: str) -> int:
        return places.index(fighter) if fighter in places else len(places)

    return 0 if place(house) < place(foe) else 1


def edge(edition: Edition, card: HouseCard, foe: HouseCard, mine: Side, theirs: Side) -> int:
    """Return what a card adds to strength against `foe`, both texts considered."""
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
    """Return what cards add by fighting units of a kind, or by another card."""
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


def _weight(strength: int) -> float:
    """How often a card comes, as a guess: strong ones more often."""
    return 0.6 + strength


@lru_cache(maxsize=4096)
def _odds(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances that own minus foe's number is at least -4 to 4, weighted."""
    chances = [0.0] * (2 * MAX_WIDTH + 1)
    whole = 0.0
    for own in mine:
        for other in theirs:
            weight = _weight(own) * _weight(other)
            whole += weight
            for place in range(min(2 * MAX_WIDTH, own - other + MAX_WIDTH) + 1):
                chances[place] += weight
    return tuple(chance / whole for chance in chances)


def _numbers(edition: Edition, hand: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(edition.cards[card].strength for card in hand)) or (0,)


def chance(board: Board, edition: Edition, attacker: str, defender: str, margin: float) -> float:
    """Return the attacker's chance (0 to 1) with a lead of `margin`, by card numbers."""
    short = winning_lead(board, attacker, defender) - margin - blade(board, attacker, defender)
    odds = _odds(_numbers(edition, board.hands.get(attacker, ())), _numbers(edition, board.hands.get(defender, ())))
    if short <= -MAX_WIDTH:
        return 1.0
    if short >= MAX_WIDTH + 1:
        return 0.0
    below = min(MAX_WIDTH, math.floor(short))
    part = short - below
    lower = odds[below + MAX_WIDTH]
    upper = odds[below + MAX_WIDTH + 1] if below < MAX_WIDTH else 0.0
    return lower * (1 - part) + upper * part
