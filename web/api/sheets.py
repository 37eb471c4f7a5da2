"""Sheets: handing them in, reading them back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response, request
from werkzeug.exceptions import UnsupportedMediaType

from adjudicator.engine.decision import Refusal, Unreadable
from correspondence.calls import place_of
from correspondence.input_validation import NotFound
from correspondence.sheets.reading import Receipt, sheet_of, standing_of, versions_of
from correspondence.sheets.use_cases import (
    Basis,
    carry_out,
    check_for_call,
    check_standing,
    passed_over,
    sheet_as_text,
    standing_as_text,
    standing_of_text,
    submit_sheet,
    submit_standing,
    text_for_call,
)
from narration.words import N_
from web import request_context
from web.api.documents import schema_of
from web.api.noun import AS_TEXT, Noun, caller, preconditions, read, with_etag, write
from web.api.schemas import ReceiptSchema, SheetQuerySchema
from web.security import MOST_SHEET_BYTES

noun = Noun("sheets", "Sheets: handing them in, reading them back. Nobody sees another seat's.")
SHEET: dict[str, Any] = {"required": True, "content": {"application/json": {"schema": schema_of("Sheet")}}}
# A sheet, or the same as text in notation.
TYPED: dict[str, Any] = {
    "required": True,
    "content": {
        **SHEET["content"],
        "text/plain": {
            "schema": {
                "type": "string",
                "description": "The sheet in notation, one instruction a line; upon what was handed in before.",
                "examples": ["ORDERS stoney M+1; lannisport S\nMARCH stoney: riverrun rest | stay\nREADY"],
            }
        },
    },
}
TEXT = "text/plain"


def body() -> bytes:
    """The body as it came; the use cases read it. UnsupportedMediaType unless it says it is JSON."""
    if not request.is_json:
        raise UnsupportedMediaType
    return request.get_data()


@noun.route("GET", "/calls/<call_id>/sheet", ReceiptSchema, also_text=True)
def sheet(call_id: str) -> Any:
    """Your latest sheet for a call, as it was understood; as text in notation where `text/plain` is asked for."""
    mine, now = caller(), request_context.now()
    with request_context.reading() as session:
        found = _there(sheet_of(session, mine, call_id, now))
        if not _text_wanted():
            return with_etag(found, found.number)
        language = request_context.words().language
        notation = sheet_as_text(session, mine, call_id, found.sheet, language, now)
    return with_etag(_text(notation), found.number, f"{AS_TEXT}-{language}")


@noun.route(
    "PUT",
    "/calls/<call_id>/sheet",
    ReceiptSchema,
    query=SheetQuerySchema,
    requestBody=TYPED,
    most_bytes=MOST_SHEET_BYTES,
    conditional=True,
)
def hand_in(query: dict[str, Any], call_id: str) -> Any:
    """Hand in a sheet for a call; the version handed in last counts.

    A text in notation (`text/plain`) is laid over the version that is in, unless it says CLEAR. READY or WAIT in it
    count before `ready` of the address, STANDING lines are kept as standing instructions; lines that were passed over
    are warnings. A fault's `where` is its line and column.
    """
    caller()
    ready = query["ready"]
    if request.mimetype == TEXT:
        receipt = _typed_in(call_id, ready)
    else:
        document = body()
        found = read(check_for_call, call_id, document, request_context.now())
        receipt = write(submit_sheet, call_id, found, request_context.now(), ready, basis=_basis())
    request_context.ring("calls")
    return with_etag(receipt, receipt.number)


def _basis() -> Basis:
    return Basis(via="api", versions=preconditions())


def _typed_in(call_id: str, ready: bool | None) -> Receipt:
    """A text that came as the sheet for a call, done."""
    mine, text, came = caller(), typed_body(), request_context.now()
    with request_context.reading() as session:
        found = text_for_call(session, mine, call_id, text, came, ready)
        game_id = place_of(session, mine, call_id, came).game.public_id
    with request_context.writing() as session:
        done = carry_out(session, mine, game_id, call_id, found, came, _basis())
    assert done.sheet is not None, "a text for a call always hands in a sheet"
    return replace(done.sheet, warnings=(*done.sheet.warnings, *passed_over(found.script)))


@noun.route("GET", "/calls/<call_id>/sheets", ReceiptSchema(many=True))
def versions(call_id: str) -> list[Receipt]:
    """All versions of your sheet for a call, newest first."""
    return read(versions_of, call_id, request_context.now())


@noun.route("GET", "/games/<game_id>/standing", ReceiptSchema, also_text=True)
def standing(game_id: str) -> Any:
    """Your standing instructions in a game; as text in notation where `text/plain` is asked for."""
    mine, now = caller(), request_context.now()
    with request_context.reading() as session:
        found = _there(standing_of(session, mine, game_id, now))
        if not _text_wanted():
            return with_etag(found, found.number)
        language = request_context.words().language
        notation = standing_as_text(session, mine, game_id, found.sheet, language, now)
    return with_etag(_text(notation), found.number, f"{AS_TEXT}-{language}")


@noun.route(
    "PUT",
    "/games/<game_id>/standing",
    ReceiptSchema,
    requestBody=TYPED,
    most_bytes=MOST_SHEET_BYTES,
    conditional=True,
)
def hand_in_standing(game_id: str) -> Any:
    """Hand in standing instructions, which hold until replaced.

    A text in notation (`text/plain`) is laid over those that hold, unless it says CLEAR.
    """
    caller()
    came = request_context.now()
    if request.mimetype == TEXT:
        text = typed_body()
        found = read(standing_of_text, game_id, text, came)
        done = write(carry_out, game_id, "", found, came, _basis())
        assert done.standing is not None, "it is all that such a text hands in"
        receipt = replace(done.standing, warnings=(*done.standing.warnings, *passed_over(found.script)))
        return with_etag(receipt, receipt.number)
    document = body()
    checked = read(check_standing, game_id, document, came)
    receipt = write(submit_standing, game_id, checked, request_context.now(), basis=_basis())
    return with_etag(receipt, receipt.number)


def typed_body() -> str:
    """The body as text. Unreadable `not-utf-8`."""
    try:
        return request.get_data().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Unreadable(Refusal("not-utf-8", "this text is not in UTF-8")) from fault


def _text_wanted() -> bool:
    return request.accept_mimetypes.best_match(["application/json", TEXT]) == TEXT


def _text(notation: str) -> Response:
    made = Response(notation, mimetype=TEXT)
    made.vary.add("Accept")
    return made


def _there(receipt: Receipt | None) -> Receipt:
    if receipt is None:
        raise NotFound("no-such-sheet", N_("Nothing was handed in yet."))
    return receipt
