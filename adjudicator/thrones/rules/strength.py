"""Combat strength itemized, so that players can check sums by hand (1e rules)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from adjudicator.thrones.rules.control import controller, facts_of, reach
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.state import Battle, Board, Edition, HouseCard
from adjudicator.thrones.state.events import Item


def active_text(battle: Battle, edition: Edition, house: str) -> HouseCard | None:
    """Return a house's card if played and not silenced; a vassal's is its own."""
    played = battle.cards.get(house)
    if played is None or house in battle.silenced:
        return None
    card = edition.cards[played]
    return card if card.house == house else replace(card, house=house)


def printed_strength(battle: Battle, edition: Edition, house: str) -> int:
    """Return the printed strength of a house's card and of a card that it copies.
    It is 0 if the card is weakened."""
    if house in battle.weakened:
        return 0
    copied = battle.copied.get(house)
    return edition.cards[battle.cards[house]].strength + (edition.cards[copied].strength if copied else 0)


def fighters(board: Board, battle: Battle, house: str) -> Mapping[str, int]:
    """Return a house's standing units in the battle, without supporting ones."""
    if house == battle.attacker:
        return battle.troop
    force = board.force_of(house, battle.area)
    return force.units if force is not None else {}


def is_supported(battle: Battle, house: str) -> bool:
    """Whether a house is supported, by itself, others or a card counting as support."""
    role = battle.role(house)
    return role in battle.pledges.values() or any(aid.side == role for aid in battle.aid)


def is_kind(edition: Edition, unit: str, named: str) -> bool:
    """Whether a named unit kind covers this unit: the same kind or one like it."""
    return named in (unit, edition.units[unit].like)


def lends_nothing(board: Board, edition: Edition, unit: str) -> bool:
    """Whether units of a kind add no strength this round to battles that they support."""
    like = edition.units[unit].like
    return f"{unit}-support" in board.bans or (like != "" and f"{like}-support" in board.bans)


def besieges(board: Board, edition: Edition, area: str) -> bool:
    """Whether units that attack an area, or support its attack, count as in a siege."""
    return facts_of(board, edition, area).settlement != "none"


Moment = Callable[[Board, Edition, Battle, HouseCard], bool]


def _above(board: Board, battle: Battle, card: HouseCard, track: str) -> bool:
    """Whether the opponent stands higher on a track."""
    places = board.tracks[track]
    return places.index(battle.opponent(card.house)) < places.index(card.house)


def _attacks_by_ship(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> bool:
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
        and printed_strength(battle, edition, battle.opponent(card.house)) <= card.values["most"]
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
    "supported": lambda board, edition, battle, card: is_supported(battle, card.house),
    "coast": lambda board, edition, battle, card: (
        edition.areas[battle.area].coast or bool(edition.areas[battle.area].sea)
    ),
    "unsupported": lambda board, edition, battle, card: not is_supported(battle, card.house),
    "in-hand": lambda board, edition, battle, card: card.values["card"] in board.hands[card.house],
    "richer": lambda board, edition, battle, card: (
        battle.opponent(card.house) not in board.vassals
        and board.power[card.house] > board.power[battle.opponent(card.house)]
    ),
    "by-ship": _attacks_by_ship,
    "at-sea": lambda board, edition, battle, card: edition.areas[battle.area].kind == "sea",
    "open-land": lambda board, edition, battle, card: (
        edition.areas[battle.area].kind == "land" and not besieges(board, edition, battle.area)
    ),
    "defends-own": _defends_own,
}
Count = Callable[[Board, Edition, Battle, HouseCard], int]


def _count_units_beside(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> int:
    """Count the house's units of the card's kind beside the battle, also routed."""
    near = (board.forces[area] for area in edition.neighbours[battle.area] if area in board.forces)
    piles = (pile for force in near if force.house == card.house for pile in (force.units, force.routed))
    return sum(pile.get(card.values["unit"], 0) for pile in piles)


def _opponent_shortfall(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> int:
    """Return how far the opponent's card number is below the total of this card.
    An opponent without a card counts 0; the result is at least 0."""
    foe = battle.opponent(card.house)
    number = printed_strength(battle, edition, foe) if foe in battle.cards else 0
    return max(0, int(card.values["total"]) - number)


# How often a `bonus` text counts, by the word `each` in its data.
COUNTS: dict[str, Count] = {
    "own-coast": lambda board, edition, battle, card: sum(
        controller(board, edition, area) == card.house for area in edition.areas[battle.area].land
    ),
    "own-unit": lambda board, edition, battle, card: fighters(board, battle, card.house).get(card.values["unit"], 0),
    "own-beside": _count_units_beside,
    "opponent-short-of": _opponent_shortfall,
    "own-hand": lambda board, edition, battle, card: len(board.hands[card.house]),
    "own-used": lambda board, edition, battle, card: len(board.discards[card.house]),
}
PARTS = ("strength", "swords", "fortifications")


def holds(board: Board, edition: Edition, battle: Battle, card: HouseCard) -> bool:
    """Whether a text counts now that names its moment, or names none."""
    return "when" not in card.values or MOMENTS[card.values["when"]](board, edition, battle, card)


def card_bonus(board: Board, edition: Edition, battle: Battle, house: str) -> Mapping[str, Any]:
    """Return the own card's bonus in `strength`, `swords` and `fortifications`."""
    card = active_text(battle, edition, house)
    if card is None:
        return {}
    if card.effect == "by-role":
        role_bonus: Mapping[str, Any] = card.values.get(battle.role(house), {})
        return role_bonus
    if card.effect != "bonus" or not holds(board, edition, battle, card):
        return {}
    if "each" not in card.values:
        return card.values
    count = COUNTS[card.values["each"]](board, edition, battle, card)
    added = {part: card.values.get(part, 0) * count for part in PARTS}
    return {**added, "strength": max(-card.strength, added["strength"])}


def icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
    """Return a house's swords and fortifications: card, text, tide and other sources."""
    tide = edition.tide_cards.get(battle.tides.get(house, ""))
    more = hooks_of(edition).battle_icons
    swords, towers = more(board, edition, battle, house) if more is not None else (0, 0)
    for gain in battle.gains:
        if gain.house == house:
            swords, towers = swords + gain.swords, towers + gain.fortifications
    if tide is not None:
        swords, towers = swords + tide.swords, towers + tide.fortifications
    played = battle.cards.get(house)
    if played is None:
        return swords, towers
    bonus = card_bonus(board, edition, battle, house)
    for card in (edition.cards[card_id] for card_id in (played, battle.copied.get(house)) if card_id is not None):
        swords, towers = swords + card.swords, towers + card.fortifications
    return swords + bonus.get("swords", 0), towers + bonus.get("fortifications", 0)


def casualties(board: Board, edition: Edition, battle: Battle, winner: str) -> int:
    """Return units owed by the loser: winner's swords less the loser's fortifications."""
    loser = battle.opponent(winner)
    text = active_text(battle, edition, loser)
    if text is not None and text.effect == "no-losses":
        return 0
    owed = icons(board, edition, battle, winner)[0] - icons(board, edition, battle, loser)[1]
    return max(0, owed - battle.spared)


def _unit_value(edition: Edition, unit: str, card: HouseCard | None, role: str, *, siege: bool) -> int:
    """What one fighting unit counts, with the text of the own card."""
    if card is not None and card.effect == "unit-strength":
        values = card.values
        if is_kind(edition, unit, values["unit"]) and values["role"] in (role, "any"):
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
    """Return an item per kind of unit; `void` kinds count 0; `growth` adds strength."""
    items = []
    for unit, count in units.items():
        if count:
            each = _unit_value(edition, unit, card, role, siege=siege) + (growth or {}).get(unit, 0)
            each = 0 if unit in void else each
            items.append(Item("unit", each * count, unit, count, house=house))
    return items


def can_support(edition: Edition, area: str, battle_area: str) -> bool:
    """Whether `area` may support a neighbour: not land at sea, nor by ships or rivers."""
    if battle_area not in edition.neighbours[area]:
        return False
    if edition.areas[area].kind == "port":
        return edition.areas[battle_area].kind == "sea"
    return edition.areas[battle_area].kind == "land" or edition.areas[area].kind != "land"


def supporters(board: Board, edition: Edition, battle_area: str) -> list[str]:
    """Return areas whose Support orders may help, by turn order, then data order."""
    order, beyond = board.tracks["iron-throne"], hooks_of(edition).support_beyond
    areas = [
        area
        for area, placed in board.orders.items()
        if area != battle_area
        and edition.orders[placed.order].type == "support"
        and (can_support(edition, area, battle_area) or (beyond and beyond(board, edition, area, battle_area)))
    ]
    return sorted(areas, key=lambda area: (order.index(board.orders[area].house), edition.area_order[area]))


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
    """Return a supporting area's strength: standing units and the order's bonus.

    `against` is the opponent's active card, whose text may change what supporters count; `helps` the card of the
    supported house, whose text may reach its own supporters; `siege` as for units attacking a settlement; `void` kinds
    count nothing. Footmen count nothing under some cards.
    """
    force = board.forces.get(area)
    total = edition.orders[board.orders[area].order].modifier if area in board.orders else 0
    beside = hooks_of(edition).beside_units
    if beside is not None:
        total += beside(board, edition, area)
    if force is None:
        return total
    for unit, count in force.units.items():
        each = _unit_value(edition, unit, helps, helps.values["role"] if helps else "", siege=siege)
        each += board.growth.get(unit, 0)
        if unit in void:
            each = 0
        if board.bans and lends_nothing(board, edition, unit):
            each = 0
        recounts = against is not None and against.effect == "supporting-units-count"
        if against is not None and recounts and is_kind(edition, unit, against.values["unit"]):
            each = int(against.values["strength"])
        total += each * count
    return total


def _order_item(board: Board, edition: Edition, battle: Battle, house: str, card: HouseCard | None) -> list[Item]:
    """Return the items of the order that counts for a house; empty if none does.
    The attacker has its March order, a defender a Defense order, doubled by some cards."""
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
    """Return the items of a house's card: number, texts and what is added to it.
    An opponent's text or weakening may change its number."""
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
    for lent in (battle.added.get(house), battle.copied.get(house)):
        if lent is not None:
            items.append(Item("text", edition.cards[lent].strength, lent, house=house))
    if house in battle.bought:
        items.append(Item("text", battle.bought[house], played, house=house))
    bonus = card_bonus(board, edition, battle, house).get("strength", 0)
    if bonus:
        items.append(Item("text", bonus, played, house=house))
    return items


def void_units(board: Board, edition: Edition, battle: Battle, owner: str) -> tuple[str, ...]:
    """Kinds of units that count nothing for this owner by a card text of either side."""
    cards = (active_text(battle, edition, house) for house in (battle.attacker, battle.defender))
    return tuple(
        str(card.values["unit"])
        for card in cards
        if card is not None
        and _voids(board, battle, card, owner)
        and not _counts_after_all(board, edition, battle, card, owner)
    )


def _counts_after_all(board: Board, edition: Edition, battle: Battle, card: HouseCard, owner: str) -> bool:
    """Whether the owner's own text is carried out after the one voiding units (S-22)."""
    role = battle.role(owner)
    if role == "none" or edition.variant.void_units_stay_void:
        return False
    own = _unit_text(board, edition, battle, owner)
    if own is None or own.effect != "unit-strength" or own.values["unit"] != card.values["unit"]:
        return False
    places = board.tracks[edition.variant.text_track]
    return own.values["role"] in (role, "any") and places.index(owner) > places.index(card.house)


def _voids(board: Board, battle: Battle, card: HouseCard, owner: str) -> bool:
    """Whether a card's text takes the strength of some units of this owner."""
    if card.effect == "ships-count":
        return card.house != owner and is_supported(battle, card.house)
    return card.effect == "houses-units-count" and battle.role(card.house) == "defender" and owner not in board.vassals


def _unit_text(board: Board, edition: Edition, battle: Battle, house: str) -> HouseCard | None:
    """Return the own card, unless it changes unit strength only at other moments."""
    card = active_text(battle, edition, house)
    if card is None or (card.effect == "unit-strength" and not holds(board, edition, battle, card)):
        return None
    return card


def _support_items(board: Board, edition: Edition, battle: Battle, house: str) -> list[Item]:
    """Return one item for each area that supports a house in the battle."""
    card, against = _unit_text(board, edition, battle, house), active_text(battle, edition, battle.opponent(house))
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
    card, text = active_text(battle, edition, house), _unit_text(board, edition, battle, house)
    role = battle.role(house)
    units = fighters(board, battle, house)
    siege = role == "attacker" and besieges(board, edition, battle.area)
    void = void_units(board, edition, battle, house)
    items = unit_items(edition, units, house, text, role, siege=siege, void=void, growth=board.growth)
    items += _order_item(board, edition, battle, house, card)
    garrison = board.garrisons.get(battle.area)
    if garrison is not None and garrison.house == house:
        items.append(Item("garrison", garrison.strength, area=battle.area, house=house))
    more = hooks_of(edition).battle_items
    if more is not None:
        items += more(board, edition, battle, house)
    items += _support_items(board, edition, battle, house)
    items += _card_items(board, edition, battle, house)
    if battle.gains:
        items += [
            Item("text", g.strength, g.card, house=house) for g in battle.gains if g.house == house and g.strength
        ]
    if house in battle.tides:
        tide = edition.tide_cards[battle.tides[house]]
        items.append(Item("tide", tide.strength, tide.id, house=house))
    if battle.blade == house:
        items.append(Item("blade", 1, "valyrian-blade", house=house))
    for text, value in _overwriting_texts(board, edition, battle, house):
        items.append(Item("text", value - total(items), text.id, house=text.house))
    return tuple(items)


def _overwriting_texts(board: Board, edition: Edition, battle: Battle, house: str) -> Iterator[tuple[HouseCard, int]]:
    """Yield texts that replace a house's whole strength, in order of execution (M-31)."""
    for fighter in sorted(battle.cards, key=board.tracks[edition.variant.text_track].index):
        card = active_text(battle, edition, fighter)
        if card is None:
            continue
        if card.effect == "strength-of-wildlings" and fighter == house:
            yield card, board.wildlings
        elif card.effect == "opponents-strength" and fighter != house and holds(board, edition, battle, card):
            yield card, int(card.values["strength"])


def overwritten(board: Board, edition: Edition, battle: Battle, house: str) -> bool:
    """Whether a text replaces the whole strength, so that nothing else counts."""
    return any(True for _ in _overwriting_texts(board, edition, battle, house))


def final_items(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[Item, ...]:
    """Return all items deciding the battle, with a floor at 0 (2e rules: combat)."""
    items = strength_items(board, edition, battle, house)
    missing = -total(items)
    if missing > 0 and not edition.variant.strength_below_zero:
        items += (Item("floor", missing, house=house),)
    return items


def total(items: tuple[Item, ...] | list[Item]) -> int:
    """The sum of the items."""
    return sum(item.value for item in items)
