"""Calls and sheets, for one's own seat."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from typing import Any

import msgspec
from flask import request

from adjudicator.thrones.sheet import EMPTY_SHEET, Sheet
from correspondence.calls.queries import call_page
from correspondence.calls.use_cases import set_ready
from correspondence.sheets import queries, use_cases
from correspondence.sheets.reading import Receipt
from web import visit
from web.api.schemas import CallOut, ReadyIn, ReadyQuery, SheetOut
from web.api.section import F, Section, known_caller

section = Section("calls", "Calls and sheets, for one's own seat")

_BODY = {
    "requestBody": {
        "required": True,
        "description": "A sheet as JSON; `rookery schema` prints its JSON Schema.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


def takes_sheet(function: F) -> F:
    """Say in the documentation that the body is a sheet; it is read by the adjudicator, which knows every fault."""
    documented: F = section.blueprint.doc(**_BODY)(function)
    return documented


def told(receipt: Receipt | None) -> dict[str, Any]:
    """A receipt for the schema; version 0 and the empty sheet where there is none."""
    if receipt is None:
        return {
            "number": 0,
            "accepted_at": None,
            "sheet": _plain(EMPTY_SHEET),
            "warnings": [],
            "digest": "",
            "ready": False,
        }
    return {
        "number": receipt.number,
        "accepted_at": receipt.accepted_at,
        "sheet": _plain(receipt.sheet),
        "warnings": msgspec.to_builtins(receipt.warnings),
        "digest": receipt.digest,
        "ready": receipt.ready,
    }


def _plain(sheet: Sheet) -> Any:
    return msgspec.to_builtins(sheet)


@section.get("/calls/<call_id>")
@section.fails(401, 403, 404)
@section.gives(CallOut)
def call(call_id: str) -> dict[str, Any]:
    """A call with the questions that wait for one's seat."""
    me = known_caller()
    with visit.reading() as session:
        page = call_page(session, me, call_id, visit.now())
    found = {field.name: getattr(page, field.name) for field in dataclass_fields(page)}
    found["questions"] = msgspec.to_builtins(page.questions)
    return found


@section.get("/calls/<call_id>/sheet")
@section.fails(401, 403, 404)
@section.gives(SheetOut)
def sheet(call_id: str) -> dict[str, Any]:
    """The sheet handed in last; version 0 if there is none."""
    me = known_caller()
    with visit.reading() as session:
        return told(queries.sheet_of(session, me, call_id))


@section.put("/calls/<call_id>/sheet")
@section.fails(400, 401, 403, 404, 409, 413)
@takes_sheet
@section.takes(ReadyQuery, "query")
@section.gives(SheetOut)
def hand_in(query: dict[str, Any], call_id: str) -> dict[str, Any]:
    """Hand a sheet in; it replaces the one before. `ready` also says whether one is ready."""
    me, document = known_caller(), request.get_data()
    with visit.writing() as session:
        receipt = use_cases.submit_sheet(session, me, call_id, document, visit.now(), query["ready"])
    if query["ready"] is not None:
        visit.ring("calls")
    return told(receipt)


@section.put("/calls/<call_id>/ready")
@section.fails(400, 401, 403, 404, 409, 413)
@section.takes(ReadyIn)
@section.gives(ReadyIn)
def say_ready(said: dict[str, Any], call_id: str) -> dict[str, Any]:
    """Say that one is ready, or withdraw it."""
    me = known_caller()
    with visit.writing() as session:
        set_ready(session, me, call_id, said["ready"], visit.now())
    visit.ring("calls")
    return said


@section.get("/games/<game_id>/standing")
@section.fails(401, 403, 404)
@section.gives(SheetOut)
def standing(game_id: str) -> dict[str, Any]:
    """One's standing instructions; version 0 if there are none."""
    me = known_caller()
    with visit.reading() as session:
        return told(queries.standing_of(session, me, game_id))


@section.put("/games/<game_id>/standing")
@section.fails(400, 401, 403, 404, 409, 413, 422)
@takes_sheet
@section.gives(SheetOut)
def replace_standing(game_id: str) -> dict[str, Any]:
    """Replace one's standing instructions."""
    me, document = known_caller(), request.get_data()
    with visit.writing() as session:
        return told(use_cases.submit_standing(session, me, game_id, document, visit.now()))
