"""A game to take home: as JSON, text, drawing, picture, or all of it as a zip."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request

import atlas
from adjudicator import game_file
from adjudicator.engine.values import View
from correspondence.archive.files import contents_of, export_game, story_text, zipped
from web import request_context
from web.app_context import desk
from web.pictures import map_wanted, png_response, svg_response, with_fonts

pages = Blueprint("exports", __name__, url_prefix="/games/<game_id>")


@pages.get("/export.json")
def json(game_id: str) -> Response:
    """The game as a file: everything once it is over, before that only what the reader may know."""
    return json_response(game_id)


@pages.get("/export.txt")
def text(game_id: str) -> Response:
    """The story of the whole game."""
    return text_response(game_id)


@pages.get("/export.zip")
def zip_(game_id: str) -> Response:
    """Everything together, made while it is sent."""
    return zip_response(game_id)


@pages.get("/export.svg")
def svg(game_id: str) -> Response:
    """The map of a `round` (or now) as a drawing to keep; `arrows=1` for what moved."""
    shown = map_wanted(game_id)
    return to_keep(svg_response(shown.view, shown.arrows), _map_name(game_id, "svg"))


@pages.get("/export.png")
def png(game_id: str) -> Response:
    """The map of a `round` (or now) as a picture to keep; `arrows=1` for what moved."""
    shown = map_wanted(game_id)
    return to_keep(png_response(shown.view, shown.arrows), _map_name(game_id, "png"))


def json_response(game_id: str) -> Response:
    """The game file as an answer."""
    with request_context.reading() as session:
        document = game_file.encode(export_game(session, game_id, request_context.reader(), request_context.now()))
    return to_keep(Response(document, mimetype="application/json"), f"game-{game_id}.json")


def text_response(game_id: str) -> Response:
    """The story as an answer, sent a round at a time."""
    contents = contents_of(
        desk().store, game_id, request_context.reader(), request_context.now(), request_context.words()
    )
    response = Response(_encoded(story_text(contents)), mimetype="text/plain")
    return to_keep(response, f"game-{game_id}.txt")


def zip_response(game_id: str) -> Response:
    """The zip as an answer, sent file by file."""
    contents = contents_of(
        desk().store, game_id, request_context.reader(), request_context.now(), request_context.words()
    )
    return to_keep(Response(zipped(contents, _drawn), mimetype="application/zip"), f"game-{game_id}.zip")


def to_keep(response: Response, name: str) -> Response:
    """An answer that browsers offer to save."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.vary.update(("Cookie", "Accept-Language"))
    return response


def _drawn(view: View, moved: tuple[atlas.Arrow, ...], language: str) -> str:
    return with_fonts(atlas.drawer_of(view).draw(view, atlas.Look(language=language, arrows=moved)))


def _encoded(parts: Iterator[str]) -> Iterator[bytes]:
    return (part.encode() for part in parts if part)


def _map_name(game_id: str, kind: str) -> str:
    number = request.args.get("round", "")
    return f"game-{game_id}{f'-round-{number}' if number else ''}.{kind}"
