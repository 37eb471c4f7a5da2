"""The programme as the fields of a form, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets.conditions.parser import parse_amount, parse_when
from adjudicator.btwixt.sheets.conditions.text import format_amount, format_condition
from adjudicator.btwixt.sheets.conditions.tree import Amount, When
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.sheet_reading import read_sheet
from adjudicator.btwixt.state.edition import Edition
from adjudicator.kernel.refusal import Refusal, Refused
from web import form_fields
from web.btwixt.answers import read_answers, write_answers
from web.drafts import MOST_FIELDS, OURS, Draft
from web.form_fields import Fields, plainly
from web.layout import voice
from web.shown_form import OPENED

CHOICES = ("councils", "leaders", "cards", "allies")
RANKS = ("arrange", "keep", "order")
YES, NO = "yes", "no"


class Reader(form_fields.Reader):
    """Reads the form of a game of this edition."""

    def __init__(self, fields: Mapping[str, Sequence[str]], edition: Edition) -> None:
        super().__init__(fields)
        self._edition = edition

    def when(self, name: str) -> When | None:
        """A condition written on one line."""
        return self.parsed(name, lambda text: parse_when(text, self._edition))

    def amount(self, name: str) -> Amount | None:
        """A whole number, or a sum written on one line; None for a blank field."""
        if not any(letter.isalpha() for letter in self.one(name)):
            return self.count(name)
        return self.parsed(name, lambda text: parse_amount(text, self._edition))


class Writer(form_fields.Writer):
    """Writes fields. Blank values are not written."""

    def when(self, name: str, condition: When | None) -> None:
        """A condition on one line."""
        if condition is not None:
            self.one(name, format_condition(condition))

    def amount(self, name: str, amount: Amount | None) -> None:
        """A number, or a sum on one line."""
        if amount is not None:
            self.one(name, amount if isinstance(amount, int) else format_amount(amount))


def fields_to_sheet(
    fields: Mapping[str, Sequence[str]], edition: Edition, modules: Collection[str] = ()
) -> tuple[s.Sheet, list[Refusal]]:
    """The sheet that a form says, as far as it can be understood, and what cannot be, by field."""
    form = Reader(fields, edition)
    sheet = s.Sheet(
        bid=form.read_rows("bid", _bid),
        abilities=form.read_rows("abilities", _use),
        steward=form.read_rows("steward", _steward),
        answers=read_answers(form),
        **{name: form.read_rows(name, _choice) for name in CHOICES},  # type: ignore[arg-type]
        **{name: form.read_rows(name, _rank) for name in RANKS},  # type: ignore[arg-type]
    )
    return plainly(sheet), form.faults


def _bid(form: Reader, row: str) -> s.BidRule | None:
    play, kneel = form.many(f"{row}.play"), bool(form.one(f"{row}.kneel"))
    rule = s.BidRule(
        when=form.when(f"{row}.when"),
        play=play,
        kneel=kneel,
        up_to=form.amount(f"{row}.up-to"),
        at_least=form.amount(f"{row}.at-least"),
        cards=form.amount(f"{row}.cards"),
        without=form.many(f"{row}.without"),
    )
    return None if rule == s.BidRule() else rule


def _choice(form: Reader, row: str) -> s.ChoiceRule | None:
    rule = s.ChoiceRule(
        when=form.when(f"{row}.when"),
        source=form.many(f"{row}.source"),
        use=form.many(f"{row}.use"),
        choose=form.many(f"{row}.choose"),
        avoid=form.many(f"{row}.avoid"),
    )
    return None if rule == s.ChoiceRule() else rule


def _use(form: Reader, row: str) -> s.UseRule | None:
    said = form.among(f"{row}.use", (YES, NO), "")
    when, source = form.when(f"{row}.when"), form.many(f"{row}.source")
    if not said:
        if when or source:
            form.fault("empty", "say whether to use it", f"{row}.use")
        return None
    return s.UseRule(when=when, source=source, use=said == YES)


def _rank(form: Reader, row: str) -> s.RankRule | None:
    first, last = form.many(f"{row}.first"), form.many(f"{row}.last")
    rule = s.RankRule(when=form.when(f"{row}.when"), first=first, last=last)
    return None if rule == s.RankRule() else rule


def _steward(form: Reader, row: str) -> s.StewardRule | None:
    """A row that is ticked leaves everything, or the kinds that are ticked."""
    kinds, when = form.many(f"{row}.kinds"), form.when(f"{row}.when")
    if not kinds and not form.one(f"{row}.all"):
        return None
    return s.StewardRule(when=when, kinds=() if form.one(f"{row}.all") else kinds)


def sheet_to_fields(sheet: s.Sheet) -> Fields:
    """The fields that say a sheet; reading them gives the same sheet."""
    out = Writer()
    out.rows("bid", sheet.bid, _write_bid)
    for name in CHOICES:
        out.rows(name, getattr(sheet, name), _write_choice)
    for name in RANKS:
        out.rows(name, getattr(sheet, name), _write_rank)
    out.rows("abilities", sheet.abilities, _write_use)
    out.rows("steward", sheet.steward, _write_steward)
    write_answers(out, sheet.answers)
    return out.fields


def _write_bid(out: Writer, row: str, rule: s.BidRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.play", rule.play)
    out.one(f"{row}.kneel", "1" if rule.kneel else "")
    out.amount(f"{row}.up-to", rule.up_to)
    out.amount(f"{row}.at-least", rule.at_least)
    out.amount(f"{row}.cards", rule.cards)
    out.many(f"{row}.without", rule.without)


def _write_choice(out: Writer, row: str, rule: s.ChoiceRule) -> None:
    out.when(f"{row}.when", rule.when)
    for part in ("source", "use", "choose", "avoid"):
        out.many(f"{row}.{part}", getattr(rule, part))


def _write_use(out: Writer, row: str, rule: s.UseRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.source", rule.source)
    out.one(f"{row}.use", YES if rule.use else NO)


def _write_rank(out: Writer, row: str, rule: s.RankRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.first", rule.first)
    out.many(f"{row}.last", rule.last)


def _write_steward(out: Writer, row: str, rule: s.StewardRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.kinds", rule.kinds)
    out.one(f"{row}.all", "" if rule.kinds else "1")


def draft_from_request(edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
    """What came in: the fields of the form, or JSON that stands for all of them. `ours` are no part of the sheet."""
    edition = voice(edition_id).edition
    if request.form.get("do", "save") in ("from-json", "save-json"):
        document = request.form.get("document", "")
        try:
            sheet = read_sheet(document.encode(), edition, modules)
        except Refused as refused:
            return Draft({}, Sheet(), list(refused.reasons), document=document, status=422)
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


def draft_of(sheet: Sheet) -> Draft:
    """A sheet as its form shows it."""
    return Draft(sheet_to_fields(sheet), sheet)
