"""Combat strength, item by item, so that a player can check every sum by hand (1e rules: battle)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from adjudicator.thrones.board import Battle, Board
from adjudicator.thrones.control import controller
from adjudicator.thrones.edition import Edition
from adjudicator.thrones.events import Item
from adjudicator.thrones.improvements import facts_of
from adjudicator.thrones.printed import HouseCard


def active_text(battle: Battle, edition: Edition, house: str) -> HouseCard | None:
    """The card of a fighting house if its text counts (played and not silenced); a vassal's speaks of that vassal."""
    played = battle.cards.get(house)
    if played is None or house in battle.silenced:
        return None
    card = edition.cards[played]
    return card if card.house == house else msgspec.structs.replace(card, house=house)


def printed(battle: Battle, edition: Edition, house: str) -> int:
    """The printed strength of the card of a fighting house, as far as nobody has weakened it."""
    return 0 if house in battle.weakened else edition.cards[battle.cards[house]].strength


def fighters(board: Board, battle: Battle, house: str) -> Mapping[str, int]:
    """The standing units of a fighting house in the battle, without those that support it."""
    if house == battle.attacker:
        return battle.troop
    force = board.forces.get(battle.area)
    return force.units if force is not None and force.house == house else {}


Moment = Callable[[Board, Edition, Battle, HouseCard], bool]

# When a `bonus` text holds, by the word in its data.
MOMENTS: dict[str, Moment] = {
    "below-on-throne": lambda board, edition, battle, card: (
        board.tracks["iron-throne"].index(battle.opponent(card.house)) < board.tracks["iron-throne"].index(card.house)
    ),
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
    "unsupported": lambda board, edition, battle, card: not supported(battle, card.house),
}


def card_bonus(board: Board, edition: Edition, battle: Battle, house: str) -> Mapping[str, Any]:
    """What the own card's text adds to itself now: `strength`, `swords`, `fortifications`."""
    card = active_text(battle, edition, house)
    if card is None:
        return {}
    if card.effect == "by-role":
        found: Mapping[str, Any] = card.values.get(battle.role(house), {})
        return found
    if card.effect != "bonus" or not MOMENTS[card.values["when"]](board, edition, battle, card):
        return {}
    if card.values.get("each") == "own-coast":
        coast = [area for area in edition.areas[battle.area].land if controller(board, edition, area) == house]
        return {**card.values, "strength": card.values["strength"] * len(coast)}
    if card.values.get("each") == "own-unit":
        count = fighters(board, battle, house).get(card.values["unit"], 0)
        return {what: card.values.get(what, 0) * count for what in ("strength", "swords", "fortifications")}
    return card.values


def icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
    """Swords and fortifications of a fighting house: its card, its card's text, its tide."""
    tide = edition.tide_cards.get(battle.tides.get(house, ""))
    swords, towers = (tide.swords, tide.fortifications) if tide is not None else (0, 0)
    played = battle.cards.get(house)
    if played is None:
        return swords, towers
    card, bonus = edition.cards[played], card_bonus(board, edition, battle, house)
    swords += card.swords + bonus.get("swords", 0)
    return swords, towers + card.fortifications + bonus.get("fortifications", 0)


def casualties(board: Board, edition: Edition, battle: Battle, winner: str) -> int:
    """How many units the loser of a battle owes: the winner's swords less the loser's fortifications."""
    loser = battle.opponent(winner)
    text = active_text(battle, edition, loser)
    if text is not None and text.effect == "no-losses":
        return 0
    return max(0, icons(board, edition, battle, winner)[0] - icons(board, edition, battle, loser)[1])


def besieges(board: Board, edition: Edition, area: str) -> bool:
    """Whether units that attack an area, or support its attack, count as in a siege."""
    return facts_of(board, edition, area).settlement != "none"


def _unit_value(edition: Edition, unit: str, card: HouseCard | None, role: str, *, siege: bool) -> int:
    """What one fighting unit counts, with the text of the own card."""
    if card is not None and card.effect == "unit-strength":
        values = card.values
        if values["unit"] == unit and values["role"] in (role, "any"):
            return int(values["strength"])
    kind = edition.units[unit]
    return kind.siege if siege and kind.siege else kind.strength


def unit_items(
    edition: Edition,
    units: Mapping[str, int],
    house: str,
    card: HouseCard | None = None,
    role: str = "",
    *,
    siege: bool = False,
    void: Collection[str] = (),
    growth: Mapping[str, int] | None = None,
) -> list[Item]:
    """One item per kind of fighting unit; `void` kinds count nothing; `growth` says what kinds count more by now."""
    items = []
    for unit, count in units.items():
        if count:
            each = _unit_value(edition, unit, card, role, siege=siege) + (growth or {}).get(unit, 0)
            each = 0 if unit in void else each
            items.append(Item("unit", each * count, unit, count, house=house))
    return items


def can_support(edition: Edition, area: str, battle_area: str) -> bool:
    """Whether units in `area` may support a battle in a neighbouring area: land never helps at sea, a port only there;
    no help over ships or rivers.
    """
    if battle_area not in edition.neighbours[area]:
        return False
    if edition.areas[area].kind == "port":
        return edition.areas[battle_area].kind == "sea"
    return edition.areas[battle_area].kind == "land" or edition.areas[area].kind != "land"


def supporters(board: Board, edition: Edition, battle_area: str) -> list[str]:
    """Areas with a Support order that may help in a battle, in turn order of their owners, then in the order of the
    data.
    """
    order = board.tracks["iron-throne"]
    found = [
        area
        for area, placed in board.orders.items()
        if area != battle_area
        and edition.orders[placed.order].type == "support"
        and can_support(edition, area, battle_area)
    ]
    return sorted(found, key=lambda area: (order.index(board.orders[area].house), edition.area_order[area]))


def support_strength(
    board: Board,
    edition: Edition,
    area: str,
    against: HouseCard | None = None,
    *,
    helps: HouseCard | None = None,
    siege: bool = False,
    void: Collection[str] = (),
) -> int:
    """What a supporting area adds: its standing units (footmen nothing under some cards) and the order's bonus.

    `against` is the opponent's active card, whose text may change what supporters count, `helps` the card of the house
    supported, whose text may reach its own supporters; `siege` as for units that attack a settlement; `void` kinds
    count nothing.
    """
    force = board.forces.get(area)
    total = edition.orders[board.orders[area].order].modifier if area in board.orders else 0
    if force is None:
        return total
    for unit, count in force.units.items():
        each = _unit_value(edition, unit, helps, helps.values["role"] if helps else "", siege=siege)
        each += board.growth.get(unit, 0)
        if unit in void:
            each = 0
        if f"{unit}-support" in board.bans:
            each = 0
        if against is not None and against.effect == "supporting-units-count" and against.values["unit"] == unit:
            each = int(against.values["strength"])
        total += each * count
    return total


def _order_item(board: Board, edition: Edition, battle: Battle, house: str, card: HouseCard | None) -> list[Item]:
    if house == battle.attacker:
        return [Item("order", edition.orders[battle.order].modifier, battle.order, area=battle.origin, house=house)]
    placed = board.orders.get(battle.area)
    if placed is None or edition.orders[placed.order].type != "defense":
        return []
    bonus = edition.orders[placed.order].modifier
    items = [Item("order", bonus, placed.order, area=battle.area, house=house)]
    if card is not None and card.effect == "double-defense":
        items.append(Item("text", bonus, card.id, house=house))
    return items


def _card_items(board: Board, edition: Edition, battle: Battle, house: str) -> list[Item]:
    played = battle.cards.get(house)
    if played is None:
        return []
    number = edition.cards[played].strength
    items = [Item("card", number, played, house=house)]
    other = active_text(battle, edition, battle.opponent(house))
    if other is not None and other.effect == "opponent-card-strength":
        items.append(Item("text", int(other.values["strength"]) - number, other.id, house=other.house))
    elif house in battle.weakened:
        items.append(Item("text", -number, played, house=house))
    if house in battle.added:
        items.append(Item("text", edition.cards[battle.added[house]].strength, battle.added[house], house=house))
    bonus = card_bonus(board, edition, battle, house).get("strength", 0)
    if bonus:
        items.append(Item("text", bonus, played, house=house))
    return items


def void_units(board: Board, edition: Edition, battle: Battle, owner: str) -> tuple[str, ...]:
    """Kinds of units that count nothing for this owner by a card text of either side."""
    cards = (active_text(battle, edition, house) for house in (battle.attacker, battle.defender))
    return tuple(str(card.values["unit"]) for card in cards if card is not None and _voids(board, battle, card, owner))


def _voids(board: Board, battle: Battle, card: HouseCard, owner: str) -> bool:
    """Whether a card's text takes the strength of some units of this owner."""
    if card.effect == "ships-count":
        return card.house != owner and supported(battle, card.house)
    return card.effect == "houses-units-count" and battle.role(card.house) == "defender" and owner not in board.vassals


def supported(battle: Battle, house: str) -> bool:
    """Whether a fighting house is supported, by itself or by others."""
    return battle.role(house) in battle.pledges.values()


def _support_items(board: Board, edition: Edition, battle: Battle, house: str) -> list[Item]:
    card, against = active_text(battle, edition, house), active_text(battle, edition, battle.opponent(house))
    role = battle.role(house)
    siege = role == "attacker" and besieges(board, edition, battle.area)
    items = []
    for area, side in battle.pledges.items():
        if side != role:
            continue
        # A card text may have removed the order since; the units are still there.
        owner = board.forces[area].house
        reaches = card is not None and owner == house and bool(card.values.get("supporting"))
        helps = card if reaches and card is not None and card.values.get("role") in (role, "any") else None
        void = void_units(board, edition, battle, owner)
        value = support_strength(board, edition, area, against, helps=helps, siege=siege, void=void)
        items.append(Item("support", value, area=area, house=owner))
    return items


def strength_items(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[Item, ...]:
    """Everything that counts for a fighting house at this moment of the battle."""
    card = active_text(battle, edition, house)
    role = battle.role(house)
    units = fighters(board, battle, house)
    siege = role == "attacker" and besieges(board, edition, battle.area)
    void = void_units(board, edition, battle, house)
    items = unit_items(edition, units, house, card, role, siege=siege, void=void, growth=board.growth)
    items += _order_item(board, edition, battle, house, card)
    garrison = board.garrisons.get(battle.area)
    if garrison is not None and garrison.house == house:
        items.append(Item("garrison", garrison.strength, area=battle.area, house=house))
    items += _support_items(board, edition, battle, house)
    items += _card_items(board, edition, battle, house)
    if house in battle.tides:
        tide = edition.tide_cards[battle.tides[house]]
        items.append(Item("tide", tide.strength, tide.id, house=house))
    if battle.blade == house:
        items.append(Item("blade", 1, "valyrian-blade", house=house))
    return tuple(items)


def total(items: tuple[Item, ...] | list[Item]) -> int:
    """The sum of the items."""
    return sum(item.value for item in items)
