"""What is wrong with a scenario: everything in it must mean something in its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.scenario_names import twice, unknown
from adjudicator.thrones.rules.improvements import MARKS, fault_of, ordered
from adjudicator.thrones.scenario.form import BankPatch, Patch
from adjudicator.thrones.scenario.storm import storm_faults
from adjudicator.thrones.scenario.unit_letters import read_force
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition


def setup_faults(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    """Every reason why a patch cannot be laid over the start of a game, with the field at fault as place."""
    board = start.board
    yield from _forces(patch, board, edition)
    yield from _areas(patch, board, edition)
    yield from _houses(patch, board, edition)
    yield from _tracks(patch, board, edition)
    yield from _cards(patch, start, edition)
    yield from _loyalty(patch, board, edition)
    if patch.bank is not None:
        yield from _bank(patch.bank, board, edition)
    if patch.storm is not None:
        yield from storm_faults(patch.storm, board, edition)


def _forces(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    yield from unknown("house", patch.units, board.houses, "setup.units")
    yield from twice((area for by_area in patch.units.values() for area in by_area), "setup.units")
    for house, by_area in patch.units.items():
        for area, text in by_area.items():
            where = f"setup.units.{house}.{area}"
            yield from unknown("area", [area], edition.areas, where)
            try:
                force = read_force(house, text)
            except Unreadable as unreadable:
                yield from (msgspec.structs.replace(reason, where=where) for reason in unreadable.reasons)
                continue
            yield from unknown("unit", {**force.units, **force.routed}, edition.units, where)
            if not force.size():
                yield Refusal("no-units", "no units are named; an area that loses its units stands in empty", where)


def _areas(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    for field in ("empty", "neutral", "tokens", "improvements"):
        yield from unknown("area", getattr(patch, field), edition.areas, f"setup.{field}")
    yield from twice(patch.empty, "setup.empty")
    held = () if patch.clear else board.forces
    for area in patch.empty:
        if area in edition.areas and area not in held:
            yield Refusal("no-units", f"no units stand in {area} at the start, or clear takes them", "setup.empty")
    for area in patch.tokens:
        if area in edition.areas and edition.areas[area].kind != "land":
            yield Refusal("wrong-terrain", f"a Power token lies on land, not in {area}", "setup.tokens")
    yield from unknown("house", patch.tokens.values(), board.houses, "setup.tokens")
    yield from unknown("garrison", patch.no_garrison, board.garrisons, "setup.no_garrison")
    yield from twice(patch.no_garrison, "setup.no_garrison")
    for area, text in patch.improvements.items():
        where, marks = f"setup.improvements.{area}", text.split()
        strange = list(unknown("improvement", marks, MARKS, where))
        yield from strange
        fault = "" if strange or area not in edition.areas else fault_of(edition.areas[area], ordered(marks))
        if fault or not marks:
            yield Refusal("bad-improvement", fault or "no token is named", where)
    yield from unknown("house", patch.orders, board.houses, "setup.orders")
    yield from twice((area for by_area in patch.orders.values() for area in by_area), "setup.orders")
    for house, orders in patch.orders.items():
        for area, order in orders.items():
            where = f"setup.orders.{house}.{area}"
            yield from unknown("area", [area], edition.areas, where)
            yield from unknown("order", [order], edition.orders, where)


def _houses(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    for field in ("power", "supply", "vassals"):
        yield from unknown("house", getattr(patch, field), board.houses, f"setup.{field}")
    yield from twice(patch.vassals, "setup.vassals")
    if patch.vassals and not edition.vassal_cards:
        yield Refusal("no-vassals", f"{edition.id} knows no vassals", "setup.vassals")
    yield from unknown("house", patch.commanders, board.houses, "setup.commanders")
    players = [house for house in board.houses if house not in (*board.vassals, *patch.vassals)]
    yield from unknown("player", patch.commanders.values(), players, "setup.commanders")
    for house, commander in patch.commanders.items():
        if house == commander:
            yield Refusal("no-commander", f"{house} decides for itself unless another does", "setup.commanders")


def _tracks(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    yield from unknown("track", patch.tracks, edition.tracks, "setup.tracks")
    for track, text in patch.tracks.items():
        if sorted(text.split()) != sorted(board.houses):
            words = f"a track names every house once ({', '.join(board.houses)}), not {text!r}"
            yield Refusal("bad-track", words, f"setup.tracks.{track}")
    badges = list(edition.badges.values())
    yield from unknown("badge", patch.holders, badges, "setup.holders")
    yield from unknown("house", patch.holders.values(), board.houses, "setup.holders")
    yield from unknown("badge", patch.spent, badges, "setup.spent")
    yield from unknown("ban", patch.bans, edition.bans, "setup.bans")
    for field in ("spent", "bans"):
        yield from twice(getattr(patch, field), f"setup.{field}")
    for field, numbers in (("round", [patch.round]), ("growing", patch.growing)):
        for number in numbers:
            if not 0 <= number <= edition.rounds:
                words = f"there is no round {number}; known: 0 (before the first) to {edition.rounds}"
                yield Refusal("unknown-round", words, f"setup.{field}")


def _cards(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    yield from unknown("house", patch.hands, start.board.houses, "setup.hands")
    own = edition.hands(start.board.modules)
    for house, text in patch.hands.items():
        where = f"setup.hands.{house}"
        yield from unknown("card", text.split(), own.get(house, ()), where)
        yield from twice(text.split(), where)
    decks = start.hidden.decks
    yield from unknown("deck", patch.decks, decks, "setup.decks")
    shown = [deck for deck in edition.westeros_decks if deck in decks]
    yield from unknown("deck", patch.revealed, shown, "setup.revealed")
    for deck, cards in decks.items():
        left = Counter(cards)
        for field, names in (
            ("revealed", [patch.revealed.get(deck, "")]),
            ("decks", patch.decks.get(deck, "").split()),
        ):
            for card in filter(None, names):
                where = f"setup.{field}.{deck}"
                yield from unknown("card", [card], dict.fromkeys(cards), where)
                left[card] -= 1
                if card in cards and left[card] < 0:
                    yield Refusal("no-card-left", f"deck {deck} holds {card} {cards.count(card)} times", where)


def _loyalty(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """What only a house brings that wins by loyalty."""
    yield from unknown("area", patch.loyalty or (), edition.areas, "setup.loyalty")
    yield from unknown("house", patch.points, board.points, "setup.points")
    causes = [edition.causes[house] for house in board.houses if house in edition.causes]
    yield from unknown("unit", patch.growth, {cause.grows for cause in causes}, "setup.growth")
    for field in ("loyalty", "growing"):
        if getattr(patch, field) and not causes:
            yield Refusal("no-loyalty", "no house in this game wins by loyalty", f"setup.{field}")


def _bank(patch: BankPatch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """The bank may be open in any game of an edition that has one, whoever plays."""
    if edition.bank is None:
        yield Refusal("no-bank", f"{edition.id} has no Iron Bank", "setup.bank")
        return
    slots, room = patch.slots.split(), len(edition.bank.costs)
    if len(slots) != room:
        words = f"the bank has {room} slots, an empty one is written none, not {patch.slots!r}"
        yield Refusal("bad-slots", words, "setup.bank.slots")
    yield from unknown("house", patch.loans, board.houses, "setup.bank.loans")
    named = [loan for loan in slots if loan != "none"]
    yield from unknown("loan", named, edition.loans, "setup.bank.slots")
    for where, texts in (("loans", patch.loans.values()), ("deck", [patch.deck])):
        loans = [loan for text in texts for loan in text.split()]
        yield from unknown("loan", loans, edition.loans, f"setup.bank.{where}")
        named += loans
    yield from twice(named, "setup.bank")
