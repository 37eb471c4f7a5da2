"""What is wrong with the parts of a sheet that are about vassals, and what in them is allowed but hardly meant."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.planning import refuse_order
from adjudicator.thrones.rules.vassals import PASS, free_vassals
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.sheet import NO_ORDER
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

# The phases of a round after vassals were chosen.
CHOSEN = ("raven", "raids", "marches", "power")


def commanded(board: Board, seat: str, name: str) -> list[str]:
    """The vassals that a part of a seat's sheet may come to speak for: those it commands, and those still free.

    `name` is a house, or `any` for all of them.
    """
    free = free_vassals(board) if board.phase == "planning" else ()
    known = [house for house in board.vassals if board.commanders.get(house) == seat or house in free]
    return [house for house in known if name in (house, s.ANY_VASSAL)]


def _like(edition: Edition, order: str, *, vassal: bool) -> str:
    """The first token of vassals, or of houses, that does what an order does; else the first of theirs, if any."""
    tokens = [token for token in edition.orders.values() if token.vassal == vassal and token.copies]
    does = edition.orders[order].type if order in edition.orders else ""
    return next((token.id for token in (*(one for one in tokens if one.does(does)), *tokens)), "")


def orders_of_vassal(board: Board, edition: Edition, area: str, order: str) -> str:
    """What to add to the words that an order of one's own may not lie where a vassal's units stand; else nothing."""
    force = board.forces.get(area)
    if force is None or force.house not in board.vassals:
        return ""
    token = edition.orders.get(order)
    like = order if token is not None and token.vassal else _like(edition, order, vassal=True)
    return f"; orders of a vassal are written so: FOR {force.house}: ORDERS {area} {like}"


def named(edition: Edition, refusal: Refusal, area: str, order: str, vassal: str = "") -> Refusal:
    """A refusal of an order of a house, or of a `vassal`; of one from the other's set with one that it has."""
    token = edition.orders.get(order)
    like = _like(edition, order, vassal=bool(vassal))
    if token is None or token.vassal == bool(vassal) or not like:
        return refusal
    line = f"ORDERS {area} {like}"
    line = f"FOR {vassal}: {line}" if vassal else line
    return msgspec.structs.replace(refusal, words=f"{refusal.words}; for example: {line}")


def vassal_errors(board: Board, edition: Edition, seat: str, sheet: s.Sheet) -> Iterator[Refusal]:
    """Orders that vassals do not have; while orders are placed, also those that cannot lie where they should."""
    planning = board.phase == "planning"
    bans = tuple(board.bans) if planning else ()
    for name, part in sheet.vassals.items():
        houses = commanded(board, seat, name)
        for number, rule in enumerate(part.orders):
            where = f"vassals.{name}.orders[{number}]"
            if rule.order == NO_ORDER or rule.order not in edition.orders or rule.area not in edition.areas:
                continue
            refusal = refuse_order(edition, rule.area, rule.order, bans, vassal=True)
            if refusal is not None:
                at = "area" if refusal.code == "order-only-on-land" else "order"
                told = named(edition, refusal, rule.area, rule.order, name)
                yield msgspec.structs.replace(told, where=f"{where}.{at}")
            elif planning and houses and not _stands(board, houses, rule.area):
                words = f"no vassal that you may command has units in {rule.area}"
                if name != s.ANY_VASSAL:
                    words = f"{name} has no units in {rule.area}"
                yield Refusal("no-units-there", words, f"{where}.area")


def _stands(board: Board, houses: list[str], area: str) -> bool:
    force = board.forces.get(area)
    return force is not None and force.house in houses


def vassal_warnings(board: Board, seat: str, sheet: s.Sheet) -> Iterator[Refusal]:
    """Parts for houses that the seat cannot command now, claims that cannot be met, and orders that are never laid."""
    for name, part in sheet.vassals.items():
        yield from _not_commanded(board, seat, name)
        for number, rule in enumerate(part.orders):
            if not rule.area and rule.order != NO_ORDER:
                words = f"{rule.order} names no area and is not laid"
                yield Refusal("order-without-area", words, f"vassals.{name}.orders[{number}].area")
    for number, claim in enumerate(sheet.claims):
        for wish in claim.pick:
            if wish != PASS and wish in board.houses and wish not in board.vassals:
                yield Refusal("not-a-vassal", f"{wish} is no vassal in this game", f"claims[{number}].pick")
    taken = board.phase in CHOSEN or (board.phase == "planning" and not free_vassals(board))
    if sheet.claims and taken:
        yield Refusal("claims-not-asked", "every vassal has its commander already", "claims")


def _not_commanded(board: Board, seat: str, name: str) -> Iterator[Refusal]:
    where = f"vassals.{name}"
    if name == s.ANY_VASSAL:
        if not board.vassals:
            yield Refusal("not-a-vassal", "there are no vassals in this game", where)
    elif name in board.houses and name not in board.vassals:
        yield Refusal("not-a-vassal", f"{name} is no vassal in this game", where)
    elif board.commanders.get(name, seat) != seat and board.phase != "westeros":
        yield Refusal("not-yours-to-command", f"{board.commanders[name]} commands {name} this round", where)
