"""The past of a game beyond its rounds: two rounds compared, how it ended, taking it home, bringing one in."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request, url_for
from marshmallow import Schema, fields, validate
from werkzeug.exceptions import RequestEntityTooLarge

from correspondence.archive.exporting import MOST_FILE_BYTES
from correspondence.archive.moments import TwoRounds, compare_rounds
from correspondence.imports.use_cases import MOST_TITLE, ImportLine, Reason, ask_import, import_named, imports_of
from correspondence.overview.end_page import Check, EndPage, ask_check, end_page
from narration.narrators import narrator_of
from web import exports, request_context
from web.api.boards import BINARY
from web.api.documents import plain
from web.api.fields import MOST_NUMBER, Text
from web.api.from_structs import answer
from web.api.noun import Noun, caller
from web.imports import said
from web.layout import voice

noun = Noun("archive", "The archive: comparing rounds, the end of a game, games to take home and to bring in.")
LOCATION = {"description": "The game", "schema": {"type": "string", "format": "uri-reference"}}


class CompareQuerySchema(Schema):
    """Which rounds; the last two where they are left out."""

    first = fields.Integer(data_key="from", validate=validate.Range(0, MOST_NUMBER), load_default=None)
    second = fields.Integer(data_key="to", validate=validate.Range(0, MOST_NUMBER), load_default=None)


ComparedSchema = answer(
    TwoRounds,
    "game_id first second rounds before after standings_before standings_after differences words",
    left_out="title edition seat",
    name="Compared",
    by_hand={
        "differences": fields.List(fields.Dict(), required=True),
        "words": fields.List(fields.String(), required=True),
    },
    told="The boards at the end of two rounds; every public difference, typed and in words.",
)

CheckSchema = answer(Check, "state asked_at at")

EndSchema = answer(
    EndPage,
    """game_id title edition winners reason ended_by finished_at imported_at standings players stewards levels
    statistics seed commitment seed_fits check""",
    left_out="seat view",
    name="End",
    by_hand={
        "statistics": fields.Function(lambda end: plain(end.statistics), required=True, metadata={"type": "object"})
    },
)

ImportReasonSchema = answer(
    Reason,
    "code words where",
    left_out="values",
    name="ImportReason",
    told="Why a file was refused: a stable code, words for people, the place in it.",
)

ImportSchema = answer(
    ImportLine,
    "id title size state asked_at at entries played game reasons",
    left_out="game_id",
    name="Import",
    by_hand={"game": fields.String(required=True, allow_none=True)},
    told="""A game file that was sent, of `size` bytes; `played` of `entries` entries of its journal were played again.

It is done when `game` has the id of the game that it became.""",
)


class ImportQuerySchema(Schema):
    """What the game is to be called here."""

    title = Text(load_default="", validate=validate.Length(max=MOST_TITLE))


@noun.route("GET", "/games/<game_id>/compare", ComparedSchema, query=CompareQuerySchema, anybody=True)
def compare(query: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Two rounds of a game compared, as you may know them."""
    with request_context.reading() as session:
        found = compare_rounds(
            session, game_id, query["first"], query["second"], request_context.reader(), request_context.now()
        )
    v = voice(found.edition, found.seat)
    return {
        **{name: getattr(found, name) for name in found.__dataclass_fields__},
        "differences": [msgspec.to_builtins(change, str_keys=True) for change in found.differences],
        "words": [narrator_of(v.edition).difference(change, v) for change in found.differences],
    }


@noun.route("GET", "/games/<game_id>/end", EndSchema, anybody=True)
def end(game_id: str) -> Any:
    """How a game ended; an error while it is not over."""
    with request_context.reading() as session:
        return end_page(session, game_id, request_context.reader(), request_context.now())


@noun.route("POST", "/games/<game_id>/end/check", EndSchema, status=202)
def check(game_id: str) -> Any:
    """Have a game that is over played again from its journal; `check` tells what came of it."""
    mine = caller()
    with request_context.writing() as session:
        ask_check(session, mine, game_id, request_context.now())
        session.flush()
        return end_page(session, game_id, mine, request_context.now())


@noun.route("GET", "/games/<game_id>/export.zip", BINARY, anybody=True, content_type="application/zip")
def zipped(game_id: str) -> Response:
    """Everything of a game in one zip: everything once it is over, before that what you may know."""
    return exports.zip_response(game_id)


@noun.route("GET", "/games/<game_id>/export.txt", {"type": "string"}, anybody=True, content_type="text/plain")
def story(game_id: str) -> Response:
    """The whole story of a game as text, in your language."""
    return exports.text_response(game_id)


@noun.route(
    "POST",
    "/games/import",
    ImportSchema,
    status=202,
    most_bytes=MOST_FILE_BYTES,
    query=ImportQuerySchema,
    requestBody={"required": True, "content": {"application/json": {"schema": {"type": "object"}}}},
)
def bring_in(query: dict[str, Any]) -> tuple[Any, int, dict[str, str]]:
    """Send a game that was played elsewhere: the body is its whole game file. A worker plays it again before it is
    kept; ask at `Location` what became of it."""
    mine = caller()
    request.max_content_length = MOST_FILE_BYTES
    if (request.content_length or 0) > MOST_FILE_BYTES:
        raise RequestEntityTooLarge
    data = request.get_data(cache=False)
    with request_context.writing() as session:
        asked = ask_import(session, mine, data, query["title"], request_context.now())
        told = import_named(session, mine, asked.public_id, request_context.now())
    request_context.ring("imports")
    return _told(told), 202, {"Location": url_for("api-archive.import_", import_id=told.id)}


@noun.route("GET", "/imports", ImportSchema(many=True))
def imports() -> list[dict[str, Any]]:
    """The game files that you sent, the last twenty, newest first."""
    mine = caller()
    with request_context.reading() as session:
        return [_told(line) for line in imports_of(session, mine, request_context.now())]


@noun.route("GET", "/imports/<import_id>", ImportSchema)
def import_(import_id: str) -> dict[str, Any]:
    """What became of a game file that you sent."""
    mine = caller()
    with request_context.reading() as session:
        return _told(import_named(session, mine, import_id, request_context.now()))


def _told(line: ImportLine) -> dict[str, Any]:
    reasons = [
        {"code": one.code, "words": one.words, "where": one.where} for one in said(line, request_context.words())
    ]
    return {**line.__dict__, "game": line.game_id or None, "reasons": reasons}
