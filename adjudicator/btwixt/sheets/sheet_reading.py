"""Reading a sheet from bytes that nobody vouches for: typed, bounded, and refused with the place of the fault."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.sheet import SECTIONS, Sheet, rules_of
from adjudicator.btwixt.sheets.sheet_texts import describe_texts, says_texts, with_trees
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.condition_tree import own_condition, too_deep
from adjudicator.engine.family import MOST_SHEET_BYTES
from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.sheet_documents import unfit

__all__ = ["describe_texts", "over_limits", "read_sheet", "write_out"]

MOST_RULES = 200
# More in one list are more than a form shows, so that they would be lost when it is saved.
MOST_LISTED = 60
# Letters of a name that no id has, and of wishes of several words.
LONGEST_NAME = 200
# So many faults are told of one sheet; who mends them learns the rest.
MOST_TOLD = 30

_decoder = msgspec.json.Decoder()
_encoder = msgspec.json.Encoder()


def read_sheet(data: bytes, rules: Edition | None = None, modules: Collection[str] = ()) -> Sheet:
    """A sheet from its JSON (at most 256 KB, 200 rules, 60 entries in a list, conditions 20 deep and 100 large).

    With the edition conditions and limits may be text too; without it they are trees and numbers alone. `modules`
    make no difference to names here. Raises Unreadable: `sheet-too-large`, `bad-json`, `bad-sheet`, `too-many-rules`,
    `list-too-long`, `name-too-long`, `condition-too-deep` or `condition-too-large`, or what `parse_condition` refuses a
    text for, with `where` naming the place in the document, as `bid[3].when`.
    """
    if len(data) > MOST_SHEET_BYTES:
        raise Unreadable(Refusal("sheet-too-large", f"a sheet has at most {MOST_SHEET_BYTES} bytes, not {len(data)}"))
    try:
        document = _decoded(data)
        _count(document)
        if rules is not None:
            document = with_trees(document, rules, MOST_TOLD)
        sheet = msgspec.convert(document, Sheet)
    except RecursionError as fault:
        raise Unreadable(too_deep()) from fault
    except msgspec.ValidationError as fault:
        raise Unreadable(unfit(fault, document, lambda one: msgspec.convert(one, Sheet))) from fault
    faults = over_limits(sheet)
    if faults:
        raise Unreadable(*faults)
    return sheet


def _decoded(data: bytes) -> Any:
    """Plain data from JSON; Unreadable for what is none, or holds numbers that no sheet has."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Unreadable(Refusal("bad-json", f"this is not JSON: {fault}")) from fault


def read_ahead(data: bytes) -> Sheet | bytes:
    """The sheet, if it can be read before it is known for which game it is; else what came, where its conditions or
    limits are texts. Raises as `read_sheet`."""
    try:
        return read_sheet(data)
    except Unreadable as refused:
        if (
            len(data) <= MOST_SHEET_BYTES
            and refused.reasons[0].code == "bad-sheet"
            and says_texts(_decoder.decode(data))
        ):
            return data
        raise


def write_out(sheet: Sheet) -> bytes:
    """The sheet as JSON; sections left out stay out, so that the empty sheet is `{}`."""
    return _encoder.encode(sheet)


def _count(document: Any) -> None:
    """Refuse a document of too many rules before anything of it is read."""
    if not isinstance(document, dict):
        return
    count = sum(len(document[name]) for name in SECTIONS if isinstance(document.get(name), list))
    if count > MOST_RULES:
        raise Unreadable(_too_many(count))


def _too_many(count: int) -> Refusal:
    return Refusal("too-many-rules", f"a sheet has at most {MOST_RULES} rules, not {count}")


def amounts_of(rule: Any) -> Iterator[tuple[str, c.Amount]]:
    """Every limit of a rule, with its field as documents call it."""
    for name in ("up_to", "at_least", "cards"):
        amount = getattr(rule, name, None)
        if amount is not None:
            yield name.replace("_", "-"), amount


def over_limits(sheet: Sheet) -> list[Refusal]:
    """What in the sheet is larger than a sheet may be, MOST_TOLD faults at most."""
    return list(islice(_beyond(sheet), MOST_TOLD))


def _beyond(sheet: Sheet) -> Iterator[Refusal]:
    count = sum(1 for _ in rules_of(sheet))
    if count > MOST_RULES:
        yield _too_many(count)
        return
    for where, rule in rules_of(sheet):
        for name in rule.__struct_fields__:
            inner = getattr(rule, name)
            if isinstance(inner, tuple):
                yield from _too_long(inner, f"{where}.{name.replace('_', '-')}")
        condition = own_condition(rule.when)
        if condition is not None:
            outgrown = c.JUNCTIONS.outgrown(condition, f"{where}.when")
            yield from () if outgrown is None else (outgrown,)
    yield from _too_long(tuple(sheet.answers), "answers")
    for name, answer in islice(sheet.answers.items(), MOST_LISTED):
        for field in answer.__struct_fields__:
            inner = getattr(answer, field)
            listed = inner if isinstance(inner, tuple) else (inner,)
            yield from _too_long(listed, f"answers.{name[:LONGEST_NAME]}.{field}")


def _too_long(listed: tuple[Any, ...], where: str) -> Iterator[Refusal]:
    if len(listed) > MOST_LISTED:
        yield Refusal("list-too-long", f"a list has at most {MOST_LISTED} entries, not {len(listed)}", where)
        return
    for number, one in enumerate(listed):
        if isinstance(one, str) and len(one) > LONGEST_NAME:
            words = f"a name has at most {LONGEST_NAME} letters, not {len(one)}"
            yield Refusal("name-too-long", words, f"{where}[{number}]")
