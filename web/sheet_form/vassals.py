"""Instructions for vassals: the form has no fields of its own for them and keeps what was written as it is."""

from __future__ import annotations

from adjudicator.kernel.refusal import Refused
from adjudicator.thrones.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.sheet_reading import read_sheet, write_sheet
from web.sheet_form.fields import Reader, Writer

FIELD = "vassals-document"


def read_vassals(form: Reader) -> Sheet:
    """A sheet with nothing but the claims and vassals that the form keeps."""
    written = form.one(FIELD)
    if not written:
        return EMPTY_SHEET
    try:
        found = read_sheet(written.encode())
    except Refused as refused:
        for reason in refused.reasons:
            form.fault(reason.code, reason.words, FIELD)
        return EMPTY_SHEET
    return Sheet(claims=found.claims, vassals=found.vassals)


def write_vassals(out: Writer, sheet: Sheet) -> None:
    """The field that keeps claims and vassals, if the sheet has any."""
    if sheet.claims or sheet.vassals:
        out.one(FIELD, write_sheet(Sheet(claims=sheet.claims, vassals=sheet.vassals)).decode())
