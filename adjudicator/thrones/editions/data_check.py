"""What must be so in the data of an edition that can be read: orders, cards, decks, the bank; board and set-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.engine.names import Names
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario_names import no_choice, unknown
from adjudicator.thrones.editions import code_check, map_check, setup_check, storm_check
from adjudicator.thrones.rules.card_texts import effects
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.iron_bank.effects import EFFECTS as LOANS
from adjudicator.thrones.rules.targaryen.deck_four import EFFECTS as PLOTS
from adjudicator.thrones.rules.wildling_cards import LOSSES, REWARDS
from adjudicator.thrones.state.components import HouseCard, WesterosCard
from adjudicator.thrones.state.edition import VASSAL, Edition

# So many House cards each house has.
HAND = 7


def counted(edition: Edition) -> dict[str, int]:
    """How many there are of what an edition is made of."""
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
    """Everything that is wrong, by files."""
    yield from map_check.faults(edition)
    yield from code_check.faults(edition)
    yield from setup_check.faults(edition)
    yield from storm_check.faults(edition)
    yield from _orders(edition)
    yield from _house_cards(edition)
    for card in edition.westeros.values():
        yield from _westeros(edition, card, f"westeros.toml: {card.id}")
    yield from _wildlings(edition)
    yield from _decks(edition)
    yield from _bank(edition)
    yield from _names(edition)


def warnings(edition: Edition) -> Iterator[Refusal]:
    """Names that stand in English alone."""
    rows: dict[str, Iterable[Names]] = {
        "map.toml": [area.name for area in edition.areas.values()],
        "setup.toml": [one.name for one in _all(edition.houses, edition.units)],
        "orders.toml": [order.name for order in edition.orders.values()],
        "cards.toml": [card.name for card in edition.cards.values()],
        "westeros.toml": [card.name for card in edition.westeros.values()],
        "leaders.toml": [leader.name for leader in edition.leaders.values()],
        "tactics.toml": [card.name for card in edition.tactics.values()],
        "alliances.toml": [card.name for card in edition.alliances.values()],
    }
    for file, names in rows.items():
        for tongue, name in (("it", "Italian"), ("es", "Spanish")):
            missing = sum(not getattr(one, tongue) for one in names)
            if missing:
                yield Refusal("untranslated", f"{missing} have no name in {name}: readers get the English one", file)


def _orders(edition: Edition) -> Iterator[Refusal]:
    # Orders of vassals muster, which is no order's own type.
    types = {order.type for order in edition.orders.values()} | {"muster"}
    for order in edition.orders.values():
        where = f"orders.toml: {order.id}"
        for use in order.uses:
            if use not in types:
                yield no_choice("unknown-order", f"no order is of the type {use!r:.60}", use, types, where)
        if not 1 <= order.copies <= 20 and (order.copies or order.id not in storm_check.BY_CARDS):
            yield Refusal("out-of-range", "'copies' is from 1 to 20", where)


def _house_cards(edition: Edition) -> Iterator[Refusal]:
    known = effects(hooks_of(edition).texts)
    hands: Counter[tuple[str, str]] = Counter()
    for card in edition.cards.values():
        where = f"cards{f'-{card.module}' if card.module else ''}.toml: {card.id}"
        yield from unknown("house", [card.house], (*edition.houses, VASSAL), where)
        if card.effect and card.effect not in known:
            words = f"{card.effect!r:.60} is nothing that a text does here"
            yield no_choice("unknown-effect", words, card.effect, known, where)
        yield from _values(edition, card, where)
        hands[card.house, card.module] += 1
    for house in edition.houses:
        hands.setdefault((house, ""), 0)
    for (house, module), count in hands.items():
        if count != HAND:
            words = f"{house:.60} has {count} cards{' with ' + module if module else ''}, and not {HAND}"
            yield Refusal("wrong-count", words, "cards.toml")


def _values(edition: Edition, card: HouseCard, where: str) -> Iterator[Refusal]:
    """What a text's numbers name."""
    known: dict[str, Collection[str]] = {
        "unit": edition.units,
        "card": edition.cards,
        "area": edition.areas,
        "track": edition.tracks,
    }
    for name, among in known.items():
        if name in card.values and str(card.values[name]) not in among:
            said = card.values[name]
            yield no_choice("unknown-value", f"there is no {name} {said!r:.60}", said, among, where)


def _westeros(edition: Edition, card: WesterosCard, where: str) -> Iterator[Refusal]:
    bans = {order.type for order in edition.orders.values()} | set(edition.orders)
    bans |= {f"{unit}-support" for unit in edition.units}
    for step in (card.step, *(option.step for option in card.options)):
        yield from unknown("step", filter(None, [step]), edition.functions, where)
    for ban in (*card.bans, *(ban for option in card.options for ban in option.bans)):
        if ban not in bans:
            words = f"{ban!r:.60} is neither an order nor a type of orders"
            yield no_choice("unknown-order", words, ban, sorted(bans), where)
    if card.chooser and card.chooser not in edition.badges.values():
        words = f"there is no badge {card.chooser!r:.60}"
        yield no_choice("unknown-value", words, card.chooser, edition.badges.values(), where)
    if bool(card.options) != bool(card.chooser):
        yield Refusal("unknown-value", "'options' and 'chooser' go together", where)
    if card.step == "loyalty" and card.effect not in PLOTS:
        words = f"{card.effect!r:.60} is nothing that a card of this deck does"
        yield no_choice("unknown-effect", words, card.effect, PLOTS, where)
    named = card.values.get("areas", [])
    areas = (*card.loyalty, *(map(str, named) if isinstance(named, list) else ()))
    yield from unknown("area", areas, edition.areas, where)


def _wildlings(edition: Edition) -> Iterator[Refusal]:
    for card in edition.wildling_cards.values():
        where = f"westeros.toml: {card.id}"
        if card.effect not in LOSSES:
            words = f"{card.effect!r:.60} is nothing that a wildling card does"
            yield no_choice("unknown-effect", words, card.effect, LOSSES, where)
        if card.values.get("reward") not in (None, *REWARDS):
            reward = card.values["reward"]
            yield no_choice("unknown-effect", f"there is no reward {reward!r:.60}", reward, REWARDS, where)


def _decks(edition: Edition) -> Iterator[Refusal]:
    sorts = (edition.westeros, edition.wildling_cards, edition.tide_cards)
    decks = [*edition.decks.items(), *(deck for own in edition.module_decks.values() for deck in own.items())]
    for deck, entries in decks:
        where = f"westeros.toml: deck {deck:.60}"
        for entry in entries:
            if not any(entry.card in cards for cards in sorts):
                yield from unknown("card", [entry.card], [card for cards in sorts for card in cards], where)
            if not 1 <= entry.copies <= 20:
                yield Refusal("out-of-range", f"'copies' of {entry.card:.60} is from 1 to 20", where)
        total = sum(entry.copies for entry in entries)
        if deck in edition.westeros_decks and total != edition.rounds:
            yield Refusal("wrong-count", f"it has {total} cards for {edition.rounds} rounds", where)
    dealt = {entry.card for _, entries in decks for entry in entries}
    for cards in sorts:
        for card in cards:
            if card not in dealt:
                yield Refusal("wrong-count", "it is in no deck", f"westeros.toml: {card}")


def _bank(edition: Edition) -> Iterator[Refusal]:
    bank = edition.bank
    if bank is None:
        return
    yield from unknown("house", [bank.house], edition.houses, "bank.toml")
    yield from unknown("area", [bank.area], edition.areas, "bank.toml")
    for loan in bank.loans.values():
        for part in loan.parts:
            if str(part.get("does")) not in LOANS:
                words = f"{part.get('does')!r:.60} is nothing that a loan does"
                yield no_choice("unknown-effect", words, part.get("does"), LOANS, f"bank.toml: {loan.id}")
            units = part.get("units", ())
            for unit in units if isinstance(units, dict | list) else ():
                yield from unknown("unit", [str(unit)], edition.units, f"bank.toml: {loan.id}")


def _names(edition: Edition) -> Iterator[Refusal]:
    rows: dict[str, tuple[Mapping[str, Any], ...]] = {
        "setup.toml": (edition.houses, edition.units),
        "orders.toml": (edition.orders,),
        "cards.toml": (edition.cards,),
        "westeros.toml": (edition.westeros, edition.wildling_cards, edition.tide_cards),
        "leaders.toml": (edition.leaders,),
        "tactics.toml": (edition.tactics,),
        "alliances.toml": (edition.alliances,),
    }
    for file, kinds in rows.items():
        for kind in kinds:
            for one in kind.values():
                if not one.name.en:
                    yield Refusal("no-name", "it has no name in English", f"{file}: {one.id}")


def _all(*kinds: Mapping[str, Any]) -> list[Any]:
    return [one for kind in kinds for one in kind.values()]
