"""Comparing the end of a case with what it expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.scoring import council_scores, totals
from adjudicator.btwixt.scenario import numbers
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.step import Record
from tests.adjudicator.btwixt.case_file import Expect

QUIET = ("decided",)


def say(value: Any) -> str:
    """A value of an event as cases write it: `yes`, `none`, `a+b`, `a:1+b:2`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "+".join(f"{key}:{say(part)}" for key, part in value.items()) or "none"
    if isinstance(value, (tuple, list)):
        return "+".join(say(part) for part in value) or "none"
    return str(value) or "none"


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
    told = "\n    ".join(tell(one) for one in records if one.event.__struct_config__.tag not in QUIET)
    rest = list(records)
    for wanted in expect.events:
        place = next((n for n, record in enumerate(rest) if happened(record, wanted)), None)
        if place is None:
            yield f"the event {wanted!r} is missing (or out of order); told were\n    {told}"
            return
        rest = rest[place + 1 :]
    for unwanted in expect.never:
        if any(happened(record, unwanted) for record in records):
            yield f"the event {unwanted!r} must not happen; told were\n    {told}"


def _tables(position: Position, expect: Expect) -> Iterator[tuple[str, Any, Any]]:
    """What is said by leader or council: its place, what is wanted, what is found."""
    board, hidden = position.board, position.hidden
    for council, text in expect.councils.items():
        yield f"council {council}", sorted(text.split()), sorted(board.councils[council].allies)
    for council, text in expect.tokens.items():
        yield f"tokens of {council}", sorted(numbers(text)), sorted(hidden.tokens[council])
    for house, text in expect.hands.items():
        yield f"hand of {house}", sorted(text.split()), sorted(hidden.hands[house])
    for house, count in expect.hold.items():
        yield f"cards of {house}", count, board.hands[house]
    for house, text in expect.piles.items():
        yield f"pile of {house}", text.split(), [card.card for card in board.piles[house]]
    sums = totals(board, HOUSE)
    for house, total in expect.totals.items():
        yield f"total of {house}", total, sums[house]
    power = {one.council: one.power for one in council_scores(board, HOUSE, hidden.tokens)}
    for council, wanted in expect.powers.items():
        yield f"power of {council}", wanted, power[council]
    for house, seen in expect.seen.items():
        for council, text in seen.items():
            yield f"{house} saw in {council}", sorted(numbers(text)), hidden.seen.get(house, {}).get(council, [])
    left = {"deck": board.cards_left, "allies": board.allies_left, "supply": board.tokens_left}
    for name, count in expect.left.items():
        yield f"left of {name}", count, left[name]


def _single(position: Position, expect: Expect) -> Iterator[tuple[str, Any, Any]]:
    board, hidden = position.board, position.hidden
    for name in ("dead", "discard", "removed"):
        if (text := getattr(expect, name)) is not None:
            yield name, sorted(text.split()), sorted(getattr(board, name))
    for name, lying in (("row", board.row), ("kneeling", board.kneeling)):
        if (text := getattr(expect, name)) is not None:
            yield name, text.split(), lying
    for name, lying in (("allies", hidden.allies), ("deck", hidden.deck)):
        if (text := getattr(expect, name)) is not None:
            yield name, text.split(), lying[: len(text.split())]
    if expect.under is not None:
        yield "under the allies", expect.under.split(), hidden.allies[-len(expect.under.split()) :]
    for name in ("first", "season", "space", "round"):
        if (wanted := getattr(expect, name)) is not None:
            yield name, wanted, getattr(board, name)
    if expect.current is not None:
        yield "current", expect.current, board.current or "none"
    if expect.ending is not None:
        ending = board.ending
        yield "ending", expect.ending, "none" if ending is None else f"{'+'.join(ending.winners)} {ending.reason}"


def differences(position: Position, records: Sequence[Record], asked: Sequence[str], expect: Expect) -> list[str]:
    """Everything in which the end of a case differs from what it expects."""
    found = [
        f"{name}: expected {wanted}, found {there}"
        for name, wanted, there in (*_tables(position, expect), *_single(position, expect))
        if wanted != there
    ]
    found += [f"{one} was not asked; asked were {list(asked)}" for one in expect.asked if one not in asked]
    found += [f"{one} was asked" for one in expect.not_asked if one in asked]
    return [*found, *_events(records, expect)]
