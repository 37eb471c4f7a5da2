"""Sheets being written: what came in, and what the templates need to draw it again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from adjudicator.engine.refusal import Refusal, Refused
from adjudicator.thrones.rules.ahead import steps_ahead
from adjudicator.thrones.sheets.resolver import default_policies
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet
from adjudicator.thrones.state.edition import Edition
from narration.thrones.sheet_warnings import refusal_words
from narration.thrones.sheet_words import sheet_in_words
from web.drafts import MOST_FIELDS, OURS, Draft
from web.layout import voice
from web.shown_form import OPENED, ShownForm
from web.thrones.sheet_form import fields_to_sheet, sheet_to_fields
from web.thrones.sheet_form.askings import offered
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.places import Places, Tokens, places_shown, tokens_of
from web.thrones.sheet_form.rules import without_blank
from web.thrones.sheet_form.sections import sections
from web.thrones.sheet_form.vassal_parts import vassals_shown


def draft_from_request(edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
    """What came in for a game with these modules: the fields of the form, or JSON that stands for all of them. `ours`
    are no part of the sheet."""
    do = request.form.get("do", "save")
    if do in ("from-json", "save-json"):
        return _draft_from_json(request.form.get("document", ""), voice(edition_id).edition, modules)
    posted = {name: request.form.getlist(name) for name in request.form if name not in ours}
    if len(posted) > MOST_FIELDS:
        raise RequestEntityTooLarge
    sheet, faults = fields_to_sheet(posted, voice(edition_id).edition, modules)
    more, opened = request.form.get("more", ""), tuple(request.form.getlist(OPENED))
    posted = without_blank(posted)
    if faults and not more:
        return Draft(posted, sheet, faults, status=422, opened=opened)
    # Without faults the form is drawn from the sheet as understood, so that rows are numbered as in refusals.
    return Draft(posted if more else sheet_to_fields(sheet), sheet, faults, more, opened=opened)


def draft_of(sheet: Sheet) -> Draft:
    """A sheet as its form shows it."""
    return Draft(sheet_to_fields(sheet), sheet)


def _draft_from_json(document: str, edition: Edition, modules: Collection[str]) -> Draft:
    try:
        sheet = read_sheet(document.encode(), edition, modules)
    except Refused as refused:
        return Draft({}, Sheet(), list(refused.reasons), document=document, status=422)
    return Draft(sheet_to_fields(sheet), sheet)


def form_parts(
    view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
) -> dict[str, object]:
    """What the templates of the sheet's sections need; `window` is the call's, empty for standing instructions."""
    named = partial(refusal_words, v=v)
    form = ShownForm(draft.fields, draft.errors, warnings, draft.more, named, draft.opened)
    choices = Choices(view, house, v, draft.sheet)
    choosing = offered(view, house, v, window, draft.sheet)
    tokens = tokens_of(draft.sheet, choices)
    places = _places(choices, form, tokens, window)
    liked = [order for orders in tokens.values() for order in orders]
    return {
        "form_template": "thrones/sheet_form.html",
        "f": form,
        "c": choices,
        "choosing": choosing,
        "vassals": vassals_shown(view, house, v, window, draft.sheet, form),
        "places": places,
        "told_of": partial(_told, draft.sheet, v),
        "sections": sections(window, view, house, v.edition, form, places, liked, choosing=bool(choosing)),
        "defaults": default_policies(v.edition),
    }


def _told(sheet: Sheet, v: Any, section: str) -> list[str]:
    """A section of a sheet in words."""
    alone = Sheet(**{section: getattr(sheet, section)})
    return [line for _, lines in sheet_in_words(alone, v) for line in lines]


def _places(choices: Choices, form: ShownForm, tokens: Tokens, window: str) -> Places:
    """The cards of the house's areas in a call."""
    steps = steps_ahead(choices.board, choices.edition) if window.endswith("-westeros") else ()
    asked = window.endswith("-planning") or form.opened("orders")
    return places_shown(
        choices,
        form,
        tokens,
        orders=choices.order_areas if asked else (),
        mustering="mustering" in steps or form.opened("muster"),
    )
