"""The programme as the fields of a form, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, get_type_hints

import msgspec

from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets.bids import BidRule
from adjudicator.btwixt.sheets.choices import ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.conditions.text import format_condition, parse_amount, parse_when
from adjudicator.btwixt.state import decisions as a
from adjudicator.engine.sheet.conditions import number_text
from web.forms.drafts import SheetForm
from web.forms.structs import AMOUNT, Codec, Reader, Row, Structs, Typed, Writer

YES, NO = "yes", "no"
_answers: msgspec.json.Decoder[a.AnyAnswer] = msgspec.json.Decoder(a.AnyAnswer)
# Answers that put several things in order have fields of their own.
ORDERS = {"ally-order": ("top", "bottom"), "card-order": ("numbers",)}


def read_answers(form: Reader) -> dict[str, a.AnyAnswer]:
    """The questions that were answered. The fields of one say its sort: `answers.<id>.kind`."""
    found: dict[str, a.AnyAnswer] = {}
    for name in form.keys("answers"):
        place = f"answers.{name}"
        answer = _read(form, place)
        if answer is not None:
            found[name] = answer
    return found


def _read(form: Reader, place: str) -> a.AnyAnswer | None:
    kind = form.one(f"{place}.kind")
    if kind in ORDERS:
        said: dict[str, Any] = {"kind": kind}
        for part in ORDERS[kind]:
            typed = form.many(f"{place}.{part}")
            said[part] = [int(one) for one in typed if one.isascii() and one.isdigit()] if part == "numbers" else typed
        if not any(said[part] for part in ORDERS[kind]):
            return None
        return _decoded(form, place, msgspec.json.encode(said))
    choice = form.one(f"{place}.choice")
    return _decoded(form, f"{place}.choice", choice.encode()) if choice else None


def _decoded(form: Reader, place: str, document: bytes) -> a.AnyAnswer | None:
    try:
        return _answers.decode(document)
    except (msgspec.MsgspecError, RecursionError):
        form.fault("unknown-choice", "this is none of the choices", place)
        return None


def write_answers(out: Writer, answers: Mapping[str, a.AnyAnswer]) -> None:
    """The fields of direct answers."""
    for name, answer in answers.items():
        place = f"answers.{name}"
        match answer:
            case a.AllyOrder(top=top, bottom=bottom):
                out.one(f"{place}.kind", "ally-order")
                out.many(f"{place}.top", top)
                out.many(f"{place}.bottom", bottom)
            case a.CardOrder(numbers=numbers):
                out.one(f"{place}.kind", "card-order")
                out.many(f"{place}.numbers", map(str, numbers))
            case _:
                out.one(f"{place}.choice", msgspec.json.encode(answer).decode())


def _typed(edition: Any, modules: Collection[str]) -> Typed:
    """How conditions and sums are typed in a game of an edition."""
    when, amount = (lambda text: parse_when(text, edition)), (lambda text: parse_amount(text, edition))
    return Typed(when, when, amount, format_condition, number_text)


def _use(form: Reader, row: str) -> UseRule | None:
    said = form.among(f"{row}.use", (YES, NO), "")
    when, source = form.when(f"{row}.when"), form.many(f"{row}.source")
    if not said:
        if when or source:
            form.fault("empty", "say whether to use it", f"{row}.use")
        return None
    return UseRule(when=when, source=source, use=said == YES)


def _write_use(out: Writer, row: str, rule: UseRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.source", rule.source)
    out.one(f"{row}.use", YES if rule.use else NO)


def _steward(form: Reader, row: str) -> s.StewardRule | None:
    """A row that is ticked leaves everything, or the kinds that are ticked."""
    kinds, when = form.many(f"{row}.kinds"), form.when(f"{row}.when")
    if not kinds and not form.one(f"{row}.all"):
        return None
    return s.StewardRule(when=when, kinds=() if form.one(f"{row}.all") else kinds)


def _write_steward(out: Writer, row: str, rule: s.StewardRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.kinds", rule.kinds)
    out.one(f"{row}.all", "" if rule.kinds else "1")


STRUCTS = Structs(
    {
        BidRule: Row(blank=True),
        ChoiceRule: Row(blank=True),
        RankRule: Row(blank=True),
        UseRule: Row(own=(_use, _write_use)),
        s.StewardRule: Row(own=(_steward, _write_steward)),
    },
    {"answers": Codec(lambda form, at, usual: read_answers(form), lambda out, at, value: write_answers(out, value))},
    {get_type_hints(BidRule)["up_to"]: AMOUNT},
)

FORM = SheetForm(s.Sheet, STRUCTS, _typed)
sheet_to_fields = FORM.write
