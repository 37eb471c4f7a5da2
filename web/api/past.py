"""Rounds, records, maps, the game as a file."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from adjudicator import game_file
from correspondence.archive.queries import call_results, export_game, round_log, round_view
from correspondence.games.queries import game_page
from web import visit
from web.api.schemas import MapQuery, RecordsOut, RoundsOut
from web.api.section import Section, caller
from web.pictures import png_response, svg_response, view_wanted

section = Section("past", "Rounds, records, maps, the game as a file")


@section.get("/games/<game_id>/rounds")
@section.fails(401, 404)
@section.gives(RoundsOut)
def rounds(game_id: str) -> dict[str, Any]:
    """The rounds that have a log."""
    me = caller()
    with visit.reading() as session:
        return {"rounds": game_page(session, game_id, me, visit.now()).rounds}


@section.get("/games/<game_id>/rounds/<int:number>")
@section.fails(401, 404)
@section.gives(RecordsOut)
def records(game_id: str, number: int) -> dict[str, Any]:
    """What happened in a round, and the board at its end."""
    me = caller()
    with visit.reading() as session:
        log = round_log(session, game_id, number, me)
        board = round_view(session, game_id, number, me).board
    return {"round": number, "records": msgspec.to_builtins(log.records), "board": msgspec.to_builtins(board)}


@section.get("/games/<game_id>/calls/<int:number>")
@section.fails(401, 404)
@section.gives(RecordsOut)
def results(game_id: str, number: int) -> dict[str, Any]:
    """What a call brought, and the board after it."""
    me = caller()
    with visit.reading() as session:
        found = call_results(session, game_id, number, me)
    return {
        "round": found.round,
        "number": found.number,
        "window": found.window,
        "records": msgspec.to_builtins(found.records),
        "board": msgspec.to_builtins(found.after.board),
    }


@section.get("/games/<game_id>/map.svg")
@section.fails(401, 404, 409)
@section.takes(MapQuery, "query")
@section.gives_bytes("image/svg+xml", "The map")
def drawing(query: dict[str, Any], game_id: str) -> Response:
    """The map as SVG: now, at the end of a round, or as a call found it."""
    return svg_response(view_wanted(game_id, caller(), query.get("round"), query.get("call")))


@section.get("/games/<game_id>/map.png")
@section.fails(401, 404, 409)
@section.takes(MapQuery, "query")
@section.gives_bytes("image/png", "The map")
def picture(query: dict[str, Any], game_id: str) -> Response:
    """The map as PNG."""
    return png_response(view_wanted(game_id, caller(), query.get("round"), query.get("call")))


@section.get("/games/<game_id>/export")
@section.fails(401, 404, 409)
@section.gives_bytes("application/json", "The game as a file")
def export(game_id: str) -> Response:
    """The whole game as a file: everything once it is over, before that what the caller may know."""
    me = caller()
    with visit.reading() as session:
        return Response(game_file.encode(export_game(session, game_id, me)), mimetype="application/json")
