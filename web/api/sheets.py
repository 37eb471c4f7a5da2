"""Sheets: handing them in, reading them back."""

from __future__ import annotations

from typing import Any

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from correspondence.errors import NotFound
from correspondence.sheets.checking import check_for_call, check_standing
from correspondence.sheets.queries import sheet_of, standing_of, versions_of
from correspondence.sheets.reading import Receipt
from correspondence.sheets.use_cases import submit_sheet, submit_standing
from narration.words import N_
from web import request_context
from web.api.call_schemas import ReceiptSchema, SheetQuerySchema
from web.api.documents import schema_of
from web.api.noun import Noun, caller
from web.sizes import MOST_SHEET_BYTES

noun = Noun("sheets", "Sheets: handing them in, reading them back. Nobody sees another seat's.")
SHEET: dict[str, Any] = {"required": True, "content": {"application/json": {"schema": schema_of("Sheet")}}}


def body() -> bytes:
    """The body as it came; the use cases read it. UnsupportedMediaType unless it says it is JSON."""
    if not request.is_json:
        raise UnsupportedMediaType
    return request.get_data()


@noun.route("GET", "/calls/<call_id>/sheet", ReceiptSchema)
def sheet(call_id: str) -> Receipt:
    """Your latest sheet for a call, as it was understood."""
    mine = caller()
    with request_context.reading() as session:
        return _there(sheet_of(session, mine, call_id, request_context.now()))


@noun.route(
    "PUT",
    "/calls/<call_id>/sheet",
    ReceiptSchema,
    query=SheetQuerySchema,
    requestBody=SHEET,
    most_bytes=MOST_SHEET_BYTES,
)
def hand_in(query: dict[str, Any], call_id: str) -> Receipt:
    """Hand in a sheet for a call; the version handed in last counts."""
    mine, document = caller(), body()
    with request_context.reading() as session:
        found = check_for_call(session, mine, call_id, document, request_context.now())
    with request_context.writing() as session:
        receipt = submit_sheet(session, mine, call_id, found, request_context.now(), query["ready"])
    request_context.ring("calls")
    return receipt


@noun.route("GET", "/calls/<call_id>/sheets", ReceiptSchema(many=True))
def versions(call_id: str) -> list[Receipt]:
    """All versions of your sheet for a call, newest first."""
    mine = caller()
    with request_context.reading() as session:
        return versions_of(session, mine, call_id, request_context.now())


@noun.route("GET", "/games/<game_id>/standing", ReceiptSchema)
def standing(game_id: str) -> Receipt:
    """Your standing instructions in a game."""
    mine = caller()
    with request_context.reading() as session:
        return _there(standing_of(session, mine, game_id, request_context.now()))


@noun.route("PUT", "/games/<game_id>/standing", ReceiptSchema, requestBody=SHEET, most_bytes=MOST_SHEET_BYTES)
def hand_in_standing(game_id: str) -> Receipt:
    """Hand in standing instructions, which hold until replaced."""
    mine, document = caller(), body()
    with request_context.reading() as session:
        found = check_standing(session, mine, game_id, document, request_context.now())
    with request_context.writing() as session:
        return submit_standing(session, mine, game_id, found, request_context.now())


def _there(receipt: Receipt | None) -> Receipt:
    if receipt is None:
        raise NotFound("no-such-sheet", N_("Nothing was handed in yet."))
    return receipt
