"""Maps: as drawings that stay sharp, and as pictures."""

from __future__ import annotations

import base64
import gzip
import hashlib
from functools import cache
from pathlib import Path

import msgspec
from flask import Blueprint, Response, make_response, request
from werkzeug.exceptions import BadRequest

import atlas
from adjudicator.thrones.board import View
from atlas.theme import THEMES
from correspondence.archive.pictures import picture_of
from correspondence.archive.queries import call_results, round_view
from correspondence.errors import NotFound
from correspondence.games.queries import game_page
from correspondence.words import LANGUAGES, N_
from web import visit
from web.desk import desk
from web.security import DRAWING_POLICY

pages = Blueprint("pictures", __name__, url_prefix="/games/<game_id>")

# Counted up when the atlas draws differently.
STYLE = 2
# A drawing shown as a picture may load nothing, so its fonts travel inside it; Latin letters only, as WOFF2.
FONTS = (
    ("Cinzel", "normal", "Cinzel-Bold"),
    ("EB Garamond", "normal", "EBGaramond-SemiBold"),
    ("EB Garamond", "italic", "EBGaramond-Italic"),
)


@pages.get("/map.svg")
def drawing(game_id: str) -> Response:
    """The board as SVG: now, at the end of `round`, or as call `call` found it; `theme`, `language`."""
    return svg_response(view_wanted(game_id))


@pages.get("/map.png")
def picture(game_id: str) -> Response:
    """The board as PNG, 1000 pixels wide; the same choices of time as the drawing, one theme."""
    return png_response(view_wanted(game_id))


def view_wanted(game_id: str) -> View:
    """The view that the query asks for, as the reader may see it. BadRequest for numbers that are none."""
    number, call, reader = _number("round"), _number("call"), visit.reader()
    with visit.reading() as session:
        if call is not None:
            return call_results(session, game_id, call, reader).before
        if number is not None:
            return round_view(session, game_id, number, reader)
        view = game_page(session, game_id, reader, visit.now()).view
    if view is None:
        raise NotFound("game-not-begun", N_("This game has not begun."))
    return view


def svg_response(view: View) -> Response:
    """A view as SVG; unchanged boards are not drawn twice for the same browser."""
    theme, language = request.args.get("theme", "parchment"), _language()
    if theme not in THEMES:
        raise BadRequest
    response = make_response("")
    response.set_etag(_etag(view, theme, language))
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Content-Security-Policy"] = DRAWING_POLICY
    response.vary.update(("Cookie", "Accept-Encoding", "Accept-Language"))
    response.mimetype = "image/svg+xml"
    if request.if_none_match.contains_weak(response.get_etag()[0] or ""):
        response.make_conditional(request)
        return response
    drawn = with_fonts(atlas.draw(view, theme=theme, language=language)).encode()
    if request.accept_encodings["gzip"] > 0:
        drawn = gzip.compress(drawn, 5)
        response.content_encoding = "gzip"
    response.set_data(drawn)
    return response


def with_fonts(svg: str) -> str:
    """A drawing with the fonts it names inside it."""
    at = svg.index(">") + 1
    return svg[:at] + _font_faces() + svg[at:]


@cache
def _font_faces() -> str:
    folder = Path(__file__).parent / "static" / "fonts"
    faces = (
        f"@font-face{{font-family:'{family}';font-style:{style};font-weight:600 700;"
        f"src:url(data:font/woff2;base64,{base64.b64encode((folder / f'{name}.woff2').read_bytes()).decode()})}}"
        for family, style, name in FONTS
    )
    return f"<style>{''.join(faces)}</style>"


def png_response(view: View) -> Response:
    """A view as PNG, from the database if it was drawn before."""
    drawn = picture_of(desk().store, view.edition, view.players, view.board, _language(), visit.now())
    response = Response(drawn.png, mimetype="image/png")
    response.set_etag(hashlib.sha256(drawn.png).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Cookie", "Accept-Language"))
    response.make_conditional(request)
    return response


def _language() -> str:
    asked = request.args.get("language", "")
    return asked if asked in LANGUAGES else visit.words().language


def _etag(view: View, theme: str, language: str) -> str:
    shown = msgspec.json.encode([STYLE, theme, language, view.edition, view.seat, view.board])
    return hashlib.sha256(shown).hexdigest()[:32]


def _number(name: str) -> int | None:
    text = request.args.get(name, "")
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise BadRequest
    return int(text)
