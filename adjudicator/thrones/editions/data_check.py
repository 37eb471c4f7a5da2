"""Checks of edition data: codes, orders, cards, decks, bank, leaders, tactics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from adjudicator.engine import Refusal, matching_ids, plain, spellings, unknown, unknown_name
from adjudicator.thrones.editions.map_check import map_faults as map_faults, place_of, setup_faults
from adjudicator.thrones.rules.card_texts import effects
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.iron_bank import LOAN_EFFECTS
from adjudicator.thrones.rules.marches import LEADER_MARCH
from adjudicator.thrones.rules.storm import alliances, tactics
from adjudicator.thrones.rules.targaryen import PLOTS
from adjudicator.thrones.rules.wildlings import LOSSES, REWARDS
from adjudicator.thrones.state import (
    VASSAL,
    AllianceCard,
    Edition,
    HouseCard,
    LeaderToken,
    Setup,
    TacticsCard,
    WesterosCard,
)


def code_faults(edition: Edition) -> Iterator[Refusal]:
    """Check the codes of areas; an area may have none."""
    names = spellings(edition.areas, {a.id: (*a.name.every(), *a.aliases) for a in edition.areas.values()})
    taken: dict[str, str] = {}
    for area in edition.areas.values():
        if not area.code:
            continue
        where, code = f"map.toml: {area.id}", plain(area.code)
        if not (2 <= len(area.code) <= 3 and area.code.isascii() and area.code.isalpha()):
            yield Refusal("bad-code", f"a code must have two or three letters, not {area.code!r:.60}", where)
        elif taken.setdefault(code, area.id) != area.id:
            yield Refusal("double-code", f"{area.code} is also the code of {taken[code]}", where)
        elif others := [area_id for area_id in matching_ids(code, names) if area_id != area.id]:
            yield Refusal("code-is-a-name", f"{area.code} may also mean {others[0]}", where)


def _among(code: str, words: str, name: Any, valid_names: Collection[Any], where: str) -> Iterator[Refusal]:
    """A refusal in these words of a name that is not known."""
    # Data may hold anything, also what cannot be looked up in a mapping.
    if name not in list(valid_names):
        yield unknown_name(code, words, name, valid_names, where)


# So many cards each alliance deck has.
DECK = 6
BOARDS = ("", "storm", "throne")
# Orders of which no house has any: they come by tactics cards and by leaders.
BY_CARDS = (tactics.SUPPORT, LEADER_MARCH)
TACTICS = {*tactics.AT_ONCE, "control-westeros", "hold-territory", "support-allies", "objective"}
ALLIANCES = {*alliances.AT_ONCE, *tactics.IN_BATTLE, tactics.RAIDERS, alliances.TRANSPORT, alliances.GALLEYS}


def storm_faults(edition: Edition) -> Iterator[Refusal]:
    """Check modules, leaders, tactics, alliances and their set-ups."""
    yield from _modules(edition)
    for leader in edition.leaders.values():
        yield from _leader(edition, leader, f"leaders.toml: {leader.id}")
    for tactic in edition.tactics.values():
        yield from _tactic(edition, tactic, f"tactics.toml: {tactic.id}")
    yield from _alliances(edition)
    for players, setup in edition.every_setup:
        yield from _setup(edition, setup, place_of(setup, players))


def _modules(edition: Edition) -> Iterator[Refusal]:
    """Check that the module names in decks, needs and set-ups exist."""
    named = [("westeros.toml: deck", module) for module in edition.module_decks]
    for module, others in edition.needs.items():
        named += [("rules.toml: module_needs", name) for name in (module, *others)]
    for module, others in edition.brings.items():
        named += [("rules.toml: module_brings", name) for name in (module, *others)]
    named += [("rules.toml: targets", module) for module in edition.targets]
    named += [("rules.toml: module_copies", module) for module in edition.copies]
    named += [("setups.toml: module", module) for module in edition.module_setups]
    for setup in edition.setups.values():
        named += [("setup.toml: revised", module) for module in setup.revised]
    for where, module in dict.fromkeys(named):
        words = f"'modules' in rules.toml has no module {module!r:.60}"
        yield from _among("unknown-module", words, module, edition.modules, where)


def _leader(edition: Edition, leader: LeaderToken, where: str) -> Iterator[Refusal]:
    """Check a leader's order type and numbers, and that the card is its house's."""
    types = sorted({order.type for order in edition.orders.values()})
    words = f"no order has the type {leader.activates!r:.60}"
    yield from _among("unknown-order", words, leader.activates, types, where)
    if min(leader.idle, leader.marching, leader.swords, leader.power) < 0:
        yield Refusal("out-of-range", "strength, swords and Power must be 0 or more", where)
    card = edition.cards.get(leader.card)
    alliance = edition.alliances.get(leader.card)
    if leader.allied:
        if alliance is None or alliance.deck != leader.house or alliance.values.get("leader") != leader.id:
            words = f"the deck {leader.house!r:.60} has no card {leader.card!r:.60} that names this leader"
            yield Refusal("unknown-card", words, where)
    elif leader.house not in edition.houses:
        yield from unknown("house", [leader.house], edition.houses, where)
    elif card is None or card.house != leader.house:
        yield Refusal("unknown-card", f"{leader.card!r:.60} is not a House card of this leader's house", where)


def _tactic(edition: Edition, card: TacticsCard, where: str) -> Iterator[Refusal]:
    """Check a tactics card: its effect, house and board, and an objective's areas."""
    words = f"there is no effect {card.effect!r:.60} of tactics cards"
    yield from _among("unknown-effect", words, card.effect, sorted(TACTICS), where)
    if card.house and card.house not in edition.houses:
        yield from unknown("house", [card.house], edition.houses, where)
    if card.board not in BOARDS:
        yield Refusal("unknown-value", f"'board' must be one of {', '.join(filter(None, BOARDS))}, or left out", where)
    if card.effect == "objective":
        kind = card.values.get("kind")
        yield from _among("unknown-effect", f"there is no objective {kind!r:.60}", kind, tactics.OBJECTIVES, where)
        areas = card.values.get("areas", card.values.get("area", ()))
        for area in [areas] if isinstance(areas, str) else areas:
            yield from unknown("area", [str(area)], edition.areas, where)


def _alliances(edition: Edition) -> Iterator[Refusal]:
    """Check alliance cards, deck sizes, and that each allied leader has a card."""
    counts = Counter(card.deck for card in edition.alliances.values())
    for deck, count in counts.items():
        if count != DECK:
            yield Refusal(
                "wrong-count", f"it has {count} cards; it must have {DECK}", f"alliances.toml: deck {deck:.60}"
            )
    for card in edition.alliances.values():
        yield from _alliance(edition, card, f"alliances.toml: {card.id}")
    named = {card.values["leader"] for card in edition.alliances.values() if "leader" in card.values}
    for leader in edition.leaders.values():
        if leader.allied and leader.id not in named:
            yield Refusal("wrong-count", "no alliance card names this leader", f"leaders.toml: {leader.id}")


def _alliance(edition: Edition, card: AllianceCard, where: str) -> Iterator[Refusal]:
    """Check an alliance card: its effect, its leader and its allied units."""
    words = f"there is no effect {card.effect!r:.60} of alliance cards"
    yield from _among("unknown-effect", words, card.effect, sorted(ALLIANCES), where)
    if "leader" in card.values:
        leader = card.values["leader"]
        yield from _among("unknown-value", f"there is no leader {leader!r:.60}", leader, edition.leaders, where)
    units = card.values.get("units", {})
    for unit in units if isinstance(units, Mapping) else ():
        words = f"there is no allied unit {unit!r:.60}"
        yield from _among("unknown-unit", words, unit, edition.allied_kinds, where)


def _setup(edition: Edition, setup: Setup, where: str) -> Iterator[Refusal]:
    """Check a set-up's garrisons, leaders, cells, alliances and revised neutrals."""
    for house, areas in setup.garrisons.items():
        yield from unknown("house", [house], setup.houses, f"{where}, garrisons")
        yield from unknown("area", areas, edition.areas, f"{where}, garrisons")
    for leader, area in setup.leaders.items():
        yield from unknown("leader", [leader], edition.leaders, f"{where}, leaders")
        if not any(area in areas for areas in setup.units.values()):
            words = f"{leader:.60} is in {area!r:.60}, where no house has units"
            yield Refusal("leader-alone", words, f"{where}, leaders")
    yield from unknown("leader", setup.cells, edition.leaders, f"{where}, cells")
    yield from unknown("house", setup.cells.values(), setup.houses, f"{where}, cells")
    for leader in setup.cells:
        if leader in setup.leaders:
            yield Refusal("leader-alone", f"{leader:.60} is both on the board and in a cell", f"{where}, cells")
    for house, cards in setup.alliances.items():
        yield from unknown("house", [house], setup.houses, f"{where}, alliances")
        yield from unknown("card", cards, edition.alliances, f"{where}, alliances")
    for areas in setup.revised.values():
        yield from unknown("area", areas, setup.neutral, f"{where}, revised")


# So many House cards each house has.
HAND = 7


def count_parts(edition: Edition) -> dict[str, int]:
    """Count the parts of an edition, by what they are called."""
    areas = edition.areas.values()
    return {
        "areas": len(areas),
        "borders": sum(len(near) for near in edition.neighbours.values()) // 2,
        "ports": sum(area.kind == "port" for area in areas),
        "houses": len(edition.houses),
        "set-ups": len(edition.setups),
        "order tokens": sum(order.copies for order in edition.orders.values()),
        "House cards": len(edition.cards),
        "cards in decks": sum(entry.copies for deck in edition.decks.values() for entry in deck),
        "loans": len(edition.loans),
        "leaders": len(edition.leaders),
        "tactics cards": len(edition.tactics),
        "alliance cards": len(edition.alliances),
    }


def faults(edition: Edition) -> Iterator[Refusal]:
    """All faults, by file."""
    yield from map_faults(edition)
    yield from code_faults(edition)
    yield from faults_beside_map(edition)


def faults_beside_map(edition: Edition) -> Iterator[Refusal]:
    """All faults in the files other than the map."""
    yield from setup_faults(edition)
    yield from storm_faults(edition)
    yield from _order_faults(edition)
    yield from _house_cards(edition)
    for card in edition.westeros.values():
        yield from _westeros(edition, card, f"westeros.toml: {card.id}")
    yield from _wildlings(edition)
    yield from _decks(edition)
    yield from _bank(edition)
    yield from _names(edition)


# Where things with a name stand, besides the map: the file, and the fields of an edition.
NAMED = {
    "setup.toml": ("houses", "units"),
    "orders.toml": ("orders",),
    "cards.toml": ("cards",),
    "westeros.toml": ("westeros", "wildling_cards", "tide_cards"),
    "leaders.toml": ("leaders",),
    "tactics.toml": ("tactics",),
    "alliances.toml": ("alliances",),
}


def warnings(edition: Edition) -> Iterator[Refusal]:
    """Warn of names without a translation."""
    for file, fields in {"map.toml": ("areas",), **NAMED, "westeros.toml": ("westeros",)}.items():
        names = [entry.name for field in fields for entry in getattr(edition, field).values()]
        for tongue, name in (("it", "Italian"), ("es", "Spanish")):
            missing = sum(not getattr(entry, tongue) for entry in names)
            if missing:
                yield Refusal("untranslated", f"{missing} have no name in {name}; readers see the English one", file)


def _order_faults(edition: Edition) -> Iterator[Refusal]:
    # Orders of vassals muster, which is no order's own type.
    types = {order.type for order in edition.orders.values()} | {"muster"}
    for order in edition.orders.values():
        where = f"orders.toml: {order.id}"
        for use in order.uses:
            yield from _among("unknown-order", f"no order has the type {use!r:.60}", use, types, where)
        if not 1 <= order.copies <= 20 and (order.copies or order.id not in BY_CARDS):
            yield Refusal("out-of-range", "'copies' must be from 1 to 20", where)


def _house_cards(edition: Edition) -> Iterator[Refusal]:
    """Check House cards: house, effect, values, and how many each house has."""
    effect_names = effects(hooks_of(edition).texts)
    hands: Counter[tuple[str, str]] = Counter()
    for card in edition.cards.values():
        where = f"cards{f'-{card.module}' if card.module else ''}.toml: {card.id}"
        yield from unknown("house", [card.house], (*edition.houses, VASSAL), where)
        if card.effect:
            words = f"there is no effect {card.effect!r:.60} of House cards in this edition"
            yield from _among("unknown-effect", words, card.effect, effect_names, where)
        yield from _values(edition, card, where)
        hands[card.house, card.module] += 1
    for house in edition.houses:
        hands.setdefault((house, ""), 0)
    for (house, module), count in hands.items():
        if count != HAND:
            words = f"{house:.60} has {count} cards{' with ' + module if module else ''}; it must have {HAND}"
            yield Refusal("wrong-count", words, "cards.toml")


def _values(edition: Edition, card: HouseCard, where: str) -> Iterator[Refusal]:
    """Check the names in the values of a card."""
    names_by_kind: dict[str, Collection[str]] = {
        "unit": edition.units,
        "card": edition.cards,
        "area": edition.areas,
        "track": edition.tracks,
    }
    for name, among in names_by_kind.items():
        if name in card.values and str(card.values[name]) not in among:
            value = card.values[name]
            yield unknown_name("unknown-value", f"there is no {name} {value!r:.60}", value, among, where)


def _westeros(edition: Edition, card: WesterosCard, where: str) -> Iterator[Refusal]:
    """Check a Westeros card: its steps, banned orders, chooser, effect and areas."""
    bans = {order.type for order in edition.orders.values()} | set(edition.orders)
    bans |= {f"{unit}-support" for unit in edition.units}
    for step in (card.step, *(option.step for option in card.options)):
        yield from unknown("step", filter(None, [step]), edition.functions, where)
    for ban in (*card.bans, *(ban for option in card.options for ban in option.bans)):
        words = f"there is no order or type of orders {ban!r:.60}"
        yield from _among("unknown-order", words, ban, sorted(bans), where)
    if card.chooser:
        words = f"there is no badge {card.chooser!r:.60}"
        yield from _among("unknown-value", words, card.chooser, edition.badges.values(), where)
    if bool(card.options) != bool(card.chooser):
        yield Refusal("unknown-value", "set both 'options' and 'chooser', or neither", where)
    if card.step == "loyalty":
        words = f"there is no effect {card.effect!r:.60} of cards in this deck"
        yield from _among("unknown-effect", words, card.effect, PLOTS, where)
    named = card.values.get("areas", [])
    areas = (*card.loyalty, *(map(str, named) if isinstance(named, list) else ()))
    yield from unknown("area", areas, edition.areas, where)


def _wildlings(edition: Edition) -> Iterator[Refusal]:
    """Check the effects and rewards of wildling cards."""
    for card in edition.wildling_cards.values():
        where = f"westeros.toml: {card.id}"
        words = f"there is no effect {card.effect!r:.60} of wildling cards"
        yield from _among("unknown-effect", words, card.effect, LOSSES, where)
        reward = card.values.get("reward")
        if reward is not None:
            yield from _among("unknown-effect", f"there is no reward {reward!r:.60}", reward, REWARDS, where)


def _decks(edition: Edition) -> Iterator[Refusal]:
    """Check that decks hold known cards, the right number, and leave no card out."""
    sorts = (edition.westeros, edition.wildling_cards, edition.tide_cards)
    decks = [*edition.decks.items(), *(deck for own in edition.module_decks.values() for deck in own.items())]
    for deck, entries in decks:
        where = f"westeros.toml: deck {deck:.60}"
        for entry in entries:
            if not any(entry.card in cards for cards in sorts):
                yield from unknown("card", [entry.card], [card for cards in sorts for card in cards], where)
            if not 1 <= entry.copies <= 20:
                yield Refusal("out-of-range", f"'copies' of {entry.card:.60} must be from 1 to 20", where)
        total = sum(entry.copies for entry in entries)
        if deck in edition.westeros_decks and total != edition.rounds:
            yield Refusal(
                "wrong-count", f"it has {total} cards; it must have one for each of {edition.rounds} rounds", where
            )
    dealt = {entry.card for _, entries in decks for entry in entries}
    for cards in sorts:
        for card in cards:
            if card not in dealt:
                yield Refusal("wrong-count", "it is in no deck", f"westeros.toml: {card}")


def _bank(edition: Edition) -> Iterator[Refusal]:
    """Check the house, area, loan effects and units of the Iron Bank, if any."""
    bank = edition.bank
    if bank is None:
        return
    yield from unknown("house", [bank.house], edition.houses, "bank.toml")
    yield from unknown("area", [bank.area], edition.areas, "bank.toml")
    for loan in bank.loans.values():
        for part in loan.parts:
            where, does = f"bank.toml: {loan.id}", part.get("does")
            if str(does) not in LOAN_EFFECTS:
                yield unknown_name(
                    "unknown-effect", f"there is no effect {does!r:.60} of loans", does, LOAN_EFFECTS, where
                )
            units = part.get("units", ())
            for unit in units if isinstance(units, dict | list) else ():
                yield from unknown("unit", [str(unit)], edition.units, where)


def _names(edition: Edition) -> Iterator[Refusal]:
    for file, fields in NAMED.items():
        for entry in (entry for field in fields for entry in getattr(edition, field).values()):
            if not entry.name.en:
                yield Refusal("no-name", "it has no name in English", f"{file}: {entry.id}")
