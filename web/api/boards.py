"""Boards: maps, rounds, results, the game as a file."""

from __future__ import annotations

from typing import Any

from flask import Response

from adjudicator import documents, game_file
from correspondence.archive.files import export_game
from correspondence.archive.records import call_results, round_log, round_view
from correspondence.archive.statistics import page_after
from narration.narrators import narrator_of
from web import pictures, request_context
from web.api.fields import MOST_NUMBER
from web.api.noun import Noun
from web.api.schemas import EventsQuerySchema, MapQuerySchema, ResultsSchema, RoundLogSchema
from web.layout import voice

noun = Noun("boards", "Maps, rounds and results, for players and spectators.")
BINARY = {"type": "string", "format": "binary"}
NUMBER = f"<int(max={MOST_NUMBER}):number>"


@noun.route("GET", "/games/<game_id>/map.svg", BINARY, query=MapQuerySchema, anybody=True, content_type="image/svg+xml")
def drawing(query: dict[str, Any], game_id: str) -> Response:
    """The board as a drawing (SVG)."""
    shown = pictures.map_wanted(game_id)
    return pictures.svg_response(shown.view, shown.arrows)


@noun.route("GET", "/games/<game_id>/map.png", BINARY, query=MapQuerySchema, anybody=True, content_type="image/png")
def picture(query: dict[str, Any], game_id: str) -> Response:
    """The board as a picture (PNG, 1000 pixels wide)."""
    shown = pictures.map_wanted(game_id)
    return pictures.png_response(shown.view, shown.arrows)


@noun.route("GET", f"/games/<game_id>/rounds/{NUMBER}", RoundLogSchema, query=EventsQuerySchema, anybody=True)
def round_(query: dict[str, Any], game_id: str, number: int) -> dict[str, Any]:
    """What happened in a round, a page of events at a time."""
    with request_context.reading() as session:
        log = round_log(session, game_id, number, request_context.reader(), request_context.now())
        view = round_view(session, game_id, number, request_context.reader(), request_context.now())
    return {**_told(log, log.edition, log.seat, query["after"]), "view": view}


@noun.route("GET", f"/games/<game_id>/results/{NUMBER}", ResultsSchema, query=EventsQuerySchema, anybody=True)
def results(query: dict[str, Any], game_id: str, number: int) -> dict[str, Any]:
    """What a call brought, by the call's number, a page of events at a time."""
    with request_context.reading() as session:
        found = call_results(session, game_id, number, request_context.reader(), request_context.now())
    told = _told(found, found.edition, found.seat, query["after"])
    return {**told, "before": found.before, "after": found.after}


@noun.route("GET", "/games/<game_id>/export", {"type": "object"}, anybody=True)
def export(game_id: str) -> Response:
    """The game as a file: everything once it is over, before that what you may know."""
    with request_context.reading() as session:
        document = game_file.encode(export_game(session, game_id, request_context.reader(), request_context.now()))
    return Response(document, mimetype="application/json")


def _told(found: Any, edition: str, seat: str | None, after: int) -> dict[str, Any]:
    """The fields of what was found, a page of its records as they are stored, and the same as a story."""
    v, shown = voice(edition, seat), page_after(found.records, after)
    return {
        **{name: getattr(found, name) for name in found.__dataclass_fields__},
        "records": [documents.stored(record) for record in shown.records],
        "count": shown.count,
        "next": shown.next,
        "story": narrator_of(v.edition).tell(shown.records, v.edition, v.words, seat),
    }
