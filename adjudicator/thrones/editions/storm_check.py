"""What must be so in leaders, tactics cards, alliance decks, what they begin with, and in the parts of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario_names import no_choice, unknown
from adjudicator.thrones.rules.march_legality import LEADER_MARCH
from adjudicator.thrones.rules.storm import alliances, battle_cards, lasting_alliances, lasting_tactics, tactics, ways
from adjudicator.thrones.state.components import AllianceCard, LeaderToken, TacticsCard
from adjudicator.thrones.state.edition import Edition, Setup

# So many cards each alliance deck has.
DECK = 6
BOARDS = ("", "storm", "throne")
# Orders of which no house has any: they come by tactics cards and by leaders.
BY_CARDS = (lasting_tactics.SUPPORT, LEADER_MARCH)
TACTICS = {*tactics.AT_ONCE, "control-westeros", "hold-territory", "support-allies", "objective"}
ALLIANCES = {*alliances.AT_ONCE, *battle_cards.IN_BATTLE, lasting_alliances.RAIDERS, ways.TRANSPORT, ways.GALLEYS}


def faults(edition: Edition) -> Iterator[Refusal]:
    """What is wrong with all that."""
    yield from _modules(edition)
    for leader in edition.leaders.values():
        yield from _leader(edition, leader, f"leaders.toml: {leader.id}")
    for tactic in edition.tactics.values():
        yield from _tactic(edition, tactic, f"tactics.toml: {tactic.id}")
    yield from _alliances(edition)
    for players, setup in edition.setups.items():
        yield from _setup(edition, setup, f"setup.toml: {players} players")


def _modules(edition: Edition) -> Iterator[Refusal]:
    named = [("westeros.toml: deck", module) for module in edition.module_decks]
    for module, others in edition.needs.items():
        named += [("rules.toml: module_needs", one) for one in (module, *others)]
    for setup in edition.setups.values():
        named += [("setup.toml: revised", module) for module in setup.revised]
    for where, module in dict.fromkeys(named):
        if module not in edition.modules:
            words = f"there is no part {module!r:.60} among 'modules' of rules.toml"
            yield no_choice("unknown-module", words, module, edition.modules, where)


def _leader(edition: Edition, leader: LeaderToken, where: str) -> Iterator[Refusal]:
    types = {order.type for order in edition.orders.values()}
    if leader.activates not in types:
        words = f"no order is of the type {leader.activates!r:.60}"
        yield no_choice("unknown-order", words, leader.activates, sorted(types), where)
    if min(leader.idle, leader.marching, leader.swords, leader.power) < 0:
        yield Refusal("out-of-range", "strength, swords and Power are counted from 0", where)
    card = edition.cards.get(leader.card)
    alliance = edition.alliances.get(leader.card)
    if leader.allied:
        if alliance is None or alliance.deck != leader.house or alliance.values.get("leader") != leader.id:
            words = f"his card {leader.card!r:.60} is none of the deck {leader.house!r:.60} that names him"
            yield Refusal("unknown-card", words, where)
    elif leader.house not in edition.houses:
        yield from unknown("house", [leader.house], edition.houses, where)
    elif card is None or card.house != leader.house:
        yield Refusal("unknown-card", f"his card {leader.card!r:.60} is no House card of his house", where)


def _tactic(edition: Edition, card: TacticsCard, where: str) -> Iterator[Refusal]:
    if card.effect not in TACTICS:
        words = f"{card.effect!r:.60} is nothing that a tactics card does"
        yield no_choice("unknown-effect", words, card.effect, sorted(TACTICS), where)
    if card.house and card.house not in edition.houses:
        yield from unknown("house", [card.house], edition.houses, where)
    if card.board not in BOARDS:
        yield Refusal("unknown-value", f"'board' is one of {', '.join(filter(None, BOARDS))}, or left out", where)
    if card.effect == "objective":
        if card.values.get("kind") not in tactics.OBJECTIVES:
            kind = card.values.get("kind")
            yield no_choice("unknown-effect", f"there is no objective {kind!r:.60}", kind, tactics.OBJECTIVES, where)
        areas = card.values.get("areas", card.values.get("area", ()))
        for area in [areas] if isinstance(areas, str) else areas:
            yield from unknown("area", [str(area)], edition.areas, where)


def _alliances(edition: Edition) -> Iterator[Refusal]:
    counts = Counter(card.deck for card in edition.alliances.values())
    for deck, count in counts.items():
        if count != DECK:
            yield Refusal("wrong-count", f"it has {count} cards, and not {DECK}", f"alliances.toml: deck {deck:.60}")
    for card in edition.alliances.values():
        yield from _alliance(edition, card, f"alliances.toml: {card.id}")
    named = {card.values["leader"] for card in edition.alliances.values() if "leader" in card.values}
    for leader in edition.leaders.values():
        if leader.allied and leader.id not in named:
            yield Refusal("wrong-count", "no alliance card brings him", f"leaders.toml: {leader.id}")


def _alliance(edition: Edition, card: AllianceCard, where: str) -> Iterator[Refusal]:
    if card.effect not in ALLIANCES:
        words = f"{card.effect!r:.60} is nothing that an alliance card does"
        yield no_choice("unknown-effect", words, card.effect, sorted(ALLIANCES), where)
    if "leader" in card.values and card.values["leader"] not in edition.leaders:
        leader = card.values["leader"]
        yield no_choice("unknown-value", f"there is no leader {leader!r:.60}", leader, edition.leaders, where)
    units = card.values.get("units", {})
    for unit in units if isinstance(units, Mapping) else ():
        kind = edition.units.get(unit)
        if kind is None or not kind.allied:
            allied = [one.id for one in edition.units.values() if one.allied]
            yield no_choice("unknown-unit", f"there is no allied unit {unit!r:.60}", unit, allied, where)


def _setup(edition: Edition, setup: Setup, where: str) -> Iterator[Refusal]:
    for house, areas in setup.garrisons.items():
        yield from unknown("house", [house], setup.houses, f"{where}, garrisons")
        yield from unknown("area", areas, edition.areas, f"{where}, garrisons")
    for leader, area in setup.leaders.items():
        yield from unknown("leader", [leader], edition.leaders, f"{where}, leaders")
        if not any(area in areas for areas in setup.units.values()):
            words = f"{leader:.60} stands in {area!r:.60}, where no house has units"
            yield Refusal("leader-alone", words, f"{where}, leaders")
    yield from unknown("leader", setup.cells, edition.leaders, f"{where}, cells")
    yield from unknown("house", setup.cells.values(), setup.houses, f"{where}, cells")
    for leader in setup.cells:
        if leader in setup.leaders:
            yield Refusal("leader-alone", f"{leader:.60} stands on the board and is in a cell", f"{where}, cells")
    for house, cards in setup.alliances.items():
        yield from unknown("house", [house], setup.houses, f"{where}, alliances")
        yield from unknown("card", cards, edition.alliances, f"{where}, alliances")
    for areas in setup.revised.values():
        yield from unknown("area", areas, setup.neutral, f"{where}, revised")
