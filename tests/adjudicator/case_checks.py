"""Comparing the end of a case with what it expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator import games
from adjudicator.engine.step import Record
from adjudicator.thrones.rules.control import controller, settlements
from adjudicator.thrones.scenario.form import read_force
from adjudicator.thrones.state.board import Bank, Board, Force, Position, Realm
from adjudicator.thrones.state.edition import Edition
from tests.adjudicator.case_file import Expect
from tests.adjudicator.case_script import say

QUIET = ("decided", "phase-started")


def tell(record: Record) -> str:
    """An event on one line, for messages."""
    event = record.event
    fields = (f"{name}={say(getattr(event, name))}" for name in event.__struct_fields__)
    return f"{event.__struct_config__.tag} {' '.join(fields)}"


def happened(record: Record, wanted: str) -> bool:
    """Whether an event is of the wanted kind and has the wanted fields."""
    kind, *fields = wanted.split()
    if record.event.__struct_config__.tag != kind:
        return False
    for field in fields:
        name, value = field.split("=", 1)
        if name not in record.event.__struct_fields__:
            raise ValueError(f"{kind} has no field {name}")
        if say(getattr(record.event, name)) != value:
            return False
    return True


def _events(records: Sequence[Record], expect: Expect) -> Iterator[str]:
    told = "\n    ".join(tell(r) for r in records if r.event.__struct_config__.tag not in QUIET)
    rest = list(records)
    for wanted in expect.events:
        place = next((n for n, record in enumerate(rest) if happened(record, wanted)), None)
        if place is None:
            yield f"the event {wanted!r} is missing (or out of order); told were\n    {told}"
            return
        rest = rest[place + 1 :]
    for unwanted in expect.never:
        if any(happened(record, unwanted) for record in records):
            yield f"the event {unwanted!r} must not happen"


def _force(there: Force | None) -> str:
    return "nobody" if there is None else f"{there.house} {say(there.units)} routed {say(there.routed)}"


def _forces(board: Board, expect: Expect) -> Iterator[str]:
    for area, text in expect.units.items():
        house, _, group = text.partition(" ")
        wanted = None if text == "none" else read_force(house, group)
        if board.forces.get(area) != wanted:
            yield f"{area}: expected {_force(wanted)}, there is {_force(board.forces.get(area))}"


def _board(board: Board, edition: Edition, expect: Expect) -> Iterator[str]:
    orders = {area: f"{placed.house} {placed.order}" for area, placed in board.orders.items()}
    for name, there in (
        ("neutral", board.neutral),
        ("tokens", board.tokens),
        ("orders", orders),
        ("power", board.power),
        ("supply", board.supply),
        ("garrisons", {area: garrison.strength for area, garrison in board.garrisons.items()}),
        ("holders", board.holders),
        ("improvements", {area: " ".join(marks) for area, marks in board.improvements.items()}),
        ("points", board.points),
        ("growth", board.growth),
        ("revealed", board.revealed),
        ("commanders", board.commanders),
    ):
        for key, wanted in getattr(expect, name).items():
            found = there.get(key, 0 if name in ("neutral", "garrisons") else "none")
            if found != wanted:
                yield f"{name} of {key}: expected {wanted}, found {found}"
    for area, house in expect.control.items():
        if (controller(board, edition, area) or "none") != house:
            yield f"{area} is controlled by {controller(board, edition, area)}, not {house}"
    for house, count in expect.settlements.items():
        if settlements(board, edition, house) != count:
            yield f"{house} controls {settlements(board, edition, house)} settlements, not {count}"


def _lists(position: Position, expect: Expect) -> Iterator[str]:
    board = position.board
    for name in ("hands", "discards"):
        for house, cards in getattr(expect, name).items():
            if sorted(getattr(board, name)[house]) != sorted(cards.split()):
                yield f"{name} of {house}: expected {cards}, found {' '.join(getattr(board, name)[house])}"
    for track, houses in expect.tracks.items():
        if board.tracks[track] != houses.split():
            yield f"track {track}: expected {houses}, found {' '.join(board.tracks[track])}"
    for deck, cards in expect.decks.items():
        if position.hidden.decks[deck][-len(cards.split()) :] != cards.split():
            yield f"deck {deck} ends with {position.hidden.decks[deck]}, not {cards}"
    for name in ("wildlings", "round", "victory", "bans", "loyalty", "removed"):
        wanted = getattr(expect, name)
        if wanted is not None and getattr(board, name) != wanted:
            yield f"{name}: expected {wanted}, found {getattr(board, name)}"
    if expect.ending is not None:
        ending = board.ending
        found = "none" if ending is None else f"{'+'.join(ending.winners)} {ending.reason}"
        if found != expect.ending:
            yield f"ending: expected {expect.ending}, found {found}"


def _bank(board: Board, expect: Expect) -> Iterator[str]:
    bank = board.bank or Bank([])
    slots = " ".join(loan or "none" for loan in bank.slots)
    if expect.slots and slots != expect.slots:
        yield f"the slots of the bank: expected {expect.slots}, found {slots}"
    for house, loans in expect.loans.items():
        if " ".join(bank.loans.get(house, ["none"])) != loans:
            yield f"loans of {house}: expected {loans}, found {bank.loans.get(house)}"
    if expect.token is not None and (bank.token or "none") != expect.token:
        yield f"the token of Braavos: expected {expect.token}, found {bank.token}"


def _realm(board: Board, expect: Expect) -> Iterator[str]:
    realm = board.realm or Realm()
    if expect.claim is not None and (" ".join(realm.claim) or "none") != expect.claim:
        yield f"the claim track: expected {expect.claim}, found {' '.join(realm.claim)}"
    if expect.weather is not None and realm.weather != expect.weather:
        yield f"the weather marker: expected {expect.weather}, found {realm.weather}"


def _leader(board: Board, name: str) -> str:
    """Where a leader is: `tumbleton for lannister`, `tumbleton face-down for lannister`, `cell stark`, `dead` (not in
    the game, or not any more)."""
    leader = board.leaders.get(name)
    if leader is None:
        return "dead"
    if leader.cell:
        return f"cell {leader.cell}"
    return f"{leader.area}{' face-down' if leader.active else ''} for {leader.house}"


def _leaders(board: Board, expect: Expect) -> Iterator[str]:
    for name, wanted in expect.leaders.items():
        if _leader(board, name) != wanted:
            yield f"{name}: expected {wanted}, found {_leader(board, name)}"
    held = board.realm.alliances if board.realm is not None else {}
    for house, wanted in expect.alliances.items():
        if (" ".join(held.get(house, [])) or "none") != wanted:
            yield f"alliance cards of {house}: expected {wanted}, found {' '.join(held.get(house, []))}"
    allied = board.realm.permanent if board.realm is not None else {}
    for deck, wanted in expect.permanent.items():
        if allied.get(deck, "nobody") != wanted:
            yield f"the alliance with {deck}: expected {wanted}, found {allied.get(deck, 'nobody')}"


def _questions(asked: Sequence[str], expect: Expect) -> Iterator[str]:
    for question in expect.asked:
        if question not in asked:
            yield f"{question} was not asked; asked were {list(asked)}"
    for question in expect.not_asked:
        if any(question in (one, one.split()[1]) for one in asked):
            yield f"{question} was asked"


def differences(position: Position, records: Sequence[Record], asked: Sequence[str], expect: Expect) -> list[str]:
    """Everything in which the end of a case differs from what it expects."""
    edition = games.edition(position.edition)
    found = [*_forces(position.board, expect), *_board(position.board, edition, expect)]
    found += [
        *_bank(position.board, expect),
        *_realm(position.board, expect),
        *_leaders(position.board, expect),
        *_lists(position, expect),
        *_questions(asked, expect),
        *_events(records, expect),
    ]
    return found


def sums(records: Sequence[Record]) -> list[str]:
    """Every declared strength is the sum of its items."""
    wrong = []
    for record in records:
        event = record.event
        for side in ("attacker", "defender"):
            items = getattr(event, f"{side}_items", None)
            if items is not None and sum(item.value for item in items) != getattr(event, side):
                wrong.append(f"{tell(record)}: {msgspec.to_builtins(items)} is not {getattr(event, side)}")
    return wrong
