"""The programme as the fields of a form, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_type_hints

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets.bids import BidRule
from adjudicator.btwixt.sheets.choices import ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.conditions.text import format_condition, parse_amount, parse_when
from adjudicator.btwixt.sheets.sheet import read_sheet
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.refusal import Refusal, Refused
from adjudicator.engine.sheet.conditions import number_text
from web.btwixt.answers import read_answers, write_answers
from web.drafts import MOST_FIELDS, OURS, Draft
from web.form_fields import Fields, Reader, Typed, Writer, plainly
from web.form_structs import AMOUNT, Codec, Row, Structs
from web.layout import voice
from web.shown_form import OPENED

YES, NO = "yes", "no"


def _typed(edition: Any = None) -> Typed:
    """How conditions and sums are typed in a game of an edition."""
    when, amount = (lambda text: parse_when(text, edition)), (lambda text: parse_amount(text, edition))
    return Typed(when, when, amount, format_condition, number_text)


def fields_to_sheet(
    fields: Mapping[str, Sequence[str]], edition: Edition, modules: Collection[str] = ()
) -> tuple[s.Sheet, list[Refusal]]:
    """The sheet that a form says, as far as it can be understood, and what cannot be, by field."""
    form = Reader(fields, _typed(edition))
    return plainly(_STRUCTS.read(s.Sheet, form)), form.faults


def sheet_to_fields(sheet: s.Sheet) -> Fields:
    """The fields that say a sheet; reading them gives the same sheet."""
    out = Writer(_typed())
    _STRUCTS.write(out, "", sheet)
    return out.fields


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


_STRUCTS = Structs(
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


def draft_from_request(edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
    """What came in: the fields of the form, or JSON that stands for all of them. `ours` are no part of the sheet."""
    edition = voice(edition_id).edition
    if request.form.get("do", "save") in ("from-json", "save-json"):
        document = request.form.get("document", "")
        try:
            sheet = read_sheet(document.encode(), edition, modules)
        except Refused as refused:
            return Draft({}, s.Sheet(), list(refused.reasons), document=document, status=422)
        return Draft(sheet_to_fields(sheet), sheet)
    posted = {name: request.form.getlist(name) for name in request.form if name not in ours}
    if len(posted) > MOST_FIELDS:
        raise RequestEntityTooLarge
    sheet, faults = fields_to_sheet(posted, edition, modules)
    more, opened = request.form.get("more", ""), tuple(request.form.getlist(OPENED))
    if faults and not more:
        return Draft(posted, sheet, faults, status=422, opened=opened)
    # Without faults the form is drawn from the sheet as understood, so that rows are numbered as in refusals.
    return Draft(posted if more else sheet_to_fields(sheet), sheet, faults, more, opened=opened)


def draft_of(sheet: s.Sheet) -> Draft:
    """A sheet as its form shows it."""
    return Draft(sheet_to_fields(sheet), sheet)
