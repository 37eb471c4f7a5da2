"""Combat strength, item by item, so that a player can check every sum by hand (1e rules: battle)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.board import Battle, Board
from adjudicator.thrones.edition import Edition, HouseCard
from adjudicator.thrones.events import Item


def active_text(battle: Battle, edition: Edition, house: str) -> HouseCard | None:
    """The card of a fighting house if its text counts (played and not silenced)."""
    played = battle.cards.get(house)
    return None if played is None or house in battle.silenced else edition.cards[played]


def _unit_value(edition: Edition, unit: str, card: HouseCard | None, role: str) -> int:
    """What one fighting unit counts, with the text of the own card."""
    if card is not None and card.effect == "unit-strength":
        values = card.values
        if values["unit"] == unit and values["role"] in (role, "any"):
            return int(values["strength"])
    return edition.units[unit].strength


def unit_items(
    edition: Edition, units: Mapping[str, int], house: str, card: HouseCard | None = None, role: str = ""
) -> list[Item]:
    """One item per kind of fighting unit."""
    return [
        Item("unit", _unit_value(edition, unit, card, role) * count, unit, count, house=house)
        for unit, count in units.items()
        if count
    ]


def can_support(edition: Edition, area: str, battle_area: str) -> bool:
    """Whether units in `area` may support a battle in a neighbouring area: land never helps at sea; no help over
    ships or rivers.
    """
    if battle_area not in edition.neighbours[area]:
        return False
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


def support_strength(board: Board, edition: Edition, area: str, against: HouseCard | None = None) -> int:
    """What a supporting area adds: its standing units (footmen nothing under Rains of Autumn) and the order's bonus.

    `against` is the opponent's active card, whose text may change what supporters count.
    """
    force = board.forces.get(area)
    total = edition.orders[board.orders[area].order].modifier if area in board.orders else 0
    if force is None:
        return total
    for unit, count in force.units.items():
        each = edition.units[unit].strength
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


def _card_items(edition: Edition, battle: Battle, house: str) -> list[Item]:
    played = battle.cards.get(house)
    if played is None:
        return []
    number = edition.cards[played].strength
    items = [Item("card", number, played, house=house)]
    other = active_text(battle, edition, battle.opponent(house))
    if other is not None and other.effect == "opponent-card-strength":
        items.append(Item("text", int(other.values["strength"]) - number, other.id, house=other.house))
    return items


def strength_items(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[Item, ...]:
    """Everything that counts for a fighting house at this moment of the battle."""
    card = active_text(battle, edition, house)
    against = active_text(battle, edition, battle.opponent(house))
    role = battle.role(house)
    force = board.forces.get(battle.area)
    if role == "attacker":
        units: Mapping[str, int] = battle.troop
    else:
        units = force.units if force is not None and force.house == house else {}
    items = unit_items(edition, units, house, card, role)
    items += _order_item(board, edition, battle, house, card)
    for area, side in battle.pledges.items():
        if side == role:
            value = support_strength(board, edition, area, against)
            # A card text may have removed the order since; the units are still there.
            items.append(Item("support", value, area=area, house=board.forces[area].house))
    items += _card_items(edition, battle, house)
    if battle.blade == house:
        items.append(Item("blade", 1, "valyrian-blade", house=house))
    return tuple(items)


def total(items: tuple[Item, ...] | list[Item]) -> int:
    """The sum of the items."""
    return sum(item.value for item in items)
