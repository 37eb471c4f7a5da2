"""Reading a sheet from bytes that nobody vouches for: typed, bounded, and refused with the place of the fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from adjudicator.engine.condition_tree import own_condition, too_deep
from adjudicator.engine.family import MOST_SHEET_BYTES
from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.sheet_documents import document_of, unfit
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.old_sheets import translated
from adjudicator.thrones.sheets.sheet import Rule, Sheet, wishes_of
from adjudicator.thrones.sheets.sheet_texts import SUMS, says_texts, with_trees
from adjudicator.thrones.state.edition import Edition

LONGEST = MOST_SHEET_BYTES
MOST_RULES = 200
# More in one list are more than a form shows, so that they would be lost when it is saved.
MOST_LISTED = 60
# More names in one part of a sheet than any edition has of a sort, and letters of a name that no id has.
MOST_NAMED, LONGEST_NAME = 300, 200
# So many faults are told of one sheet; who mends them learns the rest.
MOST_TOLD = 30
# Conditions that may be texts: one a rule, and those that say when to stop.
MOST_TEXTS = MOST_RULES + 20

# What may be too long, or hold what is.
_LARGE = (str, dict, tuple, list, msgspec.Struct)
SEQUENCES = ("raids", "marches", "muster")

_decoder = msgspec.json.Decoder(Sheet)
_encoder = msgspec.json.Encoder()
# The sheet that was walked through last, which nobody changes, and its instructions: each check of a sheet asks for
# them a dozen times.
_walked: tuple[Sheet | None, tuple[tuple[str, Any], ...]] = (None, ())


def read_sheet(data: bytes, edition: Edition | None = None, modules: Collection[str] = ()) -> Sheet:
    """A sheet from its JSON (at most 256 KB, 200 rules, 60 entries in a list, conditions 20 deep and 100 large).

    With the edition and the modules of its game conditions may be text too; without it they are trees alone.
    Raises Unreadable: `sheet-too-large`, `bad-json`, `bad-sheet`, `too-many-rules`, `list-too-long`,
    `name-too-long`, `condition-too-deep` or `condition-too-large`, or what `parse_condition` refuses a text for, with
    `where` naming the place in the document.
    """
    if len(data) > LONGEST:
        raise Unreadable(Refusal("sheet-too-large", f"a sheet has at most {LONGEST} bytes, not {len(data)}"))
    try:
        data = translated(data)
        if edition is not None and says_texts(data):
            data = with_trees(data, edition, modules, MOST_TEXTS, MOST_TOLD)
        sheet = _decoder.decode(data)
    except RecursionError as fault:
        raise Unreadable(too_deep()) from fault
    except msgspec.ValidationError as fault:
        raise Unreadable(unfit(fault, document_of(data), lambda one: msgspec.convert(one, Sheet))) from fault
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Unreadable(Refusal("bad-json", f"this is not JSON: {fault}")) from fault
    faults = over_limits(sheet)
    if faults:
        raise Unreadable(*faults)
    return sheet


def read_ahead(data: bytes) -> Sheet | bytes:
    """The sheet, if it can be read before it is known for which game it is; else what came. Raises as `read_sheet`."""
    if len(data) <= LONGEST and says_texts(data):
        return data
    return read_sheet(data)


def write_sheet(sheet: Sheet) -> bytes:
    """The sheet as JSON; sections left out stay out, so that the empty sheet is `{}`."""
    return _encoder.encode(sheet)


def rules(part: Any, where: str = "") -> list[tuple[str, Any]]:
    """Every instruction of a sheet, or of a part of one, with its place, as `marches.lannisport[0]`."""
    global _walked
    if where or not isinstance(part, Sheet):
        found: list[tuple[str, Any]] = []
        _gather(part, where, found)
        return found
    last, known = _walked
    if last is not part:
        found = []
        _gather(part, where, found)
        _walked = part, known = part, tuple(found)
    return list(known)


def _gather(part: Any, where: str, found: list[tuple[str, Any]]) -> None:
    """Add the instructions of a part to those found."""
    if isinstance(part, Rule):
        found.append((where, part))
    elif isinstance(part, tuple):
        for number, inner in enumerate(part):
            if not isinstance(inner, str):
                _gather(inner, f"{where}[{number}]", found)
    elif isinstance(part, dict):
        for key, inner in part.items():
            _gather(inner, f"{where}.{key}", found)
    elif isinstance(part, msgspec.Struct):
        for name, step in _steps(type(part)):
            # Most of what a sheet could say it leaves empty.
            if (inner := getattr(part, name)) or isinstance(inner, Rule):
                _gather(inner, f"{where}.{step}" if where and step else where or step, found)


@cache
def _steps(sort: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """The fields of a part of a sheet in which instructions may stand, and how each is named in their places."""
    inner = (name for name in sort.__struct_fields__ if name not in ("answers", "stop", "when"))
    return tuple((name, "" if name == "areas" else name) for name in inner)


def conditions_of(sheet: Sheet) -> Iterator[tuple[str, c.Condition]]:
    """Every condition of a sheet with its place."""
    for where, rule in rules(sheet):
        condition = own_condition(rule.when)
        if condition is not None:
            yield where, condition
    for where, marches in [
        ("", sheet.marches),
        *((f"vassals.{h}.", part.marches) for h, part in sheet.vassals.items()),
    ]:
        if marches.stop is not None:
            yield f"{where}marches.stop", marches.stop


def sums_of(sheet: Sheet) -> Iterator[tuple[str, Sum]]:
    """Every amount of a sheet that is a sum, with its place."""
    for where, rule in rules(sheet):
        for name in SUMS:
            amount = getattr(rule, name, None)
            if isinstance(amount, Sum):
                yield f"{where}.{name}", amount


def _lists(part: Any, where: str) -> Iterator[tuple[str, int]]:
    """Every list inside an instruction, a sequence too, with its place and length."""
    for name in part.__struct_fields__:
        inner = getattr(part, name)
        if isinstance(inner, tuple) and not (inner and isinstance(inner[0], Rule)):
            yield f"{where}.{name}", len(inner)


def over_limits(sheet: Sheet) -> list[Refusal]:
    """What in the sheet is larger than a sheet may be, MOST_TOLD faults at most; names and counts before what is made
    of them."""
    outgrown = list(islice(_outgrown(sheet), MOST_TOLD)) if _may_outgrow(sheet) else []
    return outgrown or list(islice(_beyond(sheet), MOST_TOLD))


def _may_outgrow(sheet: Sheet) -> bool:
    """Whether any name may be too long, or any part have too many; told by its JSON, which is made far quicker than a
    sheet is walked through."""
    said = _encoder.encode(sheet)
    pieces = set(said.split(b'"'))
    return b"\\" in said or len(pieces) > MOST_NAMED or max(map(len, pieces)) > LONGEST_NAME


def _outgrown(sheet: Sheet) -> Iterator[Refusal]:
    """Names that are too long, and parts with too many of them, wherever they stand."""
    waiting: list[tuple[str, Any]] = [("", sheet)]
    while waiting:
        where, part = waiting.pop()
        inner: Iterable[tuple[str, Any]] = ()
        if isinstance(part, str):
            if len(part) > LONGEST_NAME:
                words = f'a name has at most {LONGEST_NAME} letters; "{part[:20]}..." has {len(part)}'
                yield Refusal("name-too-long", words, where)
        elif isinstance(part, msgspec.Struct):
            inner = ((f"{where}.{name}" if where else name, getattr(part, name)) for name in part.__struct_fields__)
        elif isinstance(part, dict):
            if len(part) > MOST_NAMED:
                words = f"there are at most {MOST_NAMED} names here, not {len(part)}"
                yield Refusal("list-too-long", words, where)
                continue
            waiting.extend((where, key) for key in part if len(str(key)) > LONGEST_NAME)
            inner = ((f"{where}.{str(key)[:LONGEST_NAME]}", value) for key, value in part.items())
        elif isinstance(part, tuple | list):
            inner = ((f"{where}[{number}]", value) for number, value in enumerate(part))
        waiting.extend([one for one in inner if isinstance(one[1], _LARGE)])


def _beyond(sheet: Sheet) -> Iterator[Refusal]:
    """Too many instructions, too long lists, too large conditions."""
    count = len(rules(sheet))
    if count > MOST_RULES:
        yield Refusal("too-many-rules", f"a sheet has at most {MOST_RULES} instructions, not {count}")
        return
    parts: list[tuple[str, Any]] = [*rules(sheet), *((name, getattr(sheet, name)) for name in SEQUENCES)]
    for house, part in sheet.vassals.items():
        parts += [(f"vassals.{house}.{name}", getattr(part, name)) for name in SEQUENCES]
    lengths = [(f"orders.{area}", len(wishes_of(order))) for area, order in sheet.orders.items()]
    for where, part in parts:
        lengths += _lists(part, where)
    for place, length in lengths:
        if length > MOST_LISTED:
            words = f"a list has at most {MOST_LISTED} entries, not {length}"
            yield Refusal("list-too-long", words, place)
    for where, condition in conditions_of(sheet):
        outgrown = c.JUNCTIONS.outgrown(condition, f"{where}.when")
        if outgrown is not None:
            yield outgrown
