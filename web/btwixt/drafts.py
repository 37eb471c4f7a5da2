"""Programmes being written: what came in."""

from __future__ import annotations

from collections.abc import Collection

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.sheet_reading import read_sheet
from adjudicator.kernel.refusal import Refused
from web.btwixt.sheet_form import fields_to_sheet, sheet_to_fields
from web.drafts import MOST_FIELDS, OURS, Draft
from web.layout import voice
from web.shown_form import OPENED


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
