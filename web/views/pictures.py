"""Maps: as drawings that stay sharp, and as pictures; those that emails link."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cache
from html import unescape

import msgspec
from flask import Blueprint, Response, make_response, request

import atlas
from adjudicator.engine import View
from atlas.theme import THEMES
from correspondence.archive.records import round_records, sight_of, turn_change, turn_results, view_of_round
from correspondence.archive.statistics import linked_map, round_replay
from correspondence.input_validation import NotFound
from correspondence.mail.pictures import Scene, arrows_of, picture_of
from correspondence.overview.game_page import game_page
from narration.words import LANGUAGES, N_
from web.app_context import app_context
from web.assets import FOLDER, YEAR_SECONDS
from web.compression import packed_drawing
from web.fonts.letters import parts, unicode_range
from web.form_values import query_number, query_word
from web.request_context import fetch, for_reader, now, words
from web.security import DRAWING_POLICY, style_hash

pictures_pages = Blueprint("pictures", __name__, url_prefix="/games/<game_id>")
KEPT = f"private, max-age={YEAR_SECONDS}, immutable"
# Counted up when the atlas draws differently.
STYLE = 6
# A drawing shown as a picture may load nothing, so its fonts travel inside it, as WOFF2.
FONTS = (
    ("Cinzel", "normal", "Cinzel-Bold"),
    ("EB Garamond", "normal", "EBGaramond-SemiBold"),
    ("EB Garamond", "italic", "EBGaramond-Italic"),
)
_WRITTEN = re.compile(r"<text ([^>]*)>([^<]*)")


def cached_response(tag: str, version: str, mimetype: str, draw: Callable[[], bytes]) -> Response:
    """Return a picture, cached for good if the address has its `version` (`v`).
    It is not drawn again for the same browser. `tag` is its ETag."""
    response = make_response("")
    response.set_etag(tag)
    response.headers["Cache-Control"] = KEPT if request.args.get("v") == version else "private, no-cache"
    response.vary.update(("Cookie", "Accept-Encoding", "Accept-Language"))
    response.mimetype = mimetype
    if request.if_none_match.contains_weak(tag):
        response.make_conditional(request)
        return response
    how, packed = packed_drawing(draw())
    if how:
        response.content_encoding = how
    response.set_data(packed)
    return response


@pictures_pages.get("/map.svg")
def drawing(game_id: str) -> Response:
    """Draw the board as SVG: now, at the end of `round`, or before turn `call`.
    `theme`, `language`; `arrows=1` adds that round's or turn's moves; `at` (with `round`) draws the
    board after that event; `fonts=0` embeds no fonts, for a page that has them itself."""
    return svg_response(*requested_map(game_id))


@pictures_pages.get("/map.png")
def picture(game_id: str) -> Response:
    """Return the board as PNG, 1000 pixels wide; options as for SVG, in one theme."""
    return png_response(*requested_map(game_id))


def requested_map(game_id: str) -> tuple[View, tuple[atlas.Arrow, ...]]:
    """Return the queried map as the reader may see it, and its arrows. BadRequest.

    BadRequest for invalid numbers. With `after=1` a turn's map is the board after it.
    """
    number, turn = query_number("round"), query_number("call")
    with_arrows = request.args.get("arrows") == "1"
    if turn is not None:
        results = for_reader(turn_results, game_id, turn)
        view = results.after if request.args.get("after") == "1" else results.before
        return view, arrows_of(results.records, view.edition) if with_arrows else ()
    at = query_number("at")
    if number is not None and at is not None:
        moment = for_reader(round_replay, game_id, number).at(at)
        return moment.view, moment.arrows
    if number is not None:
        sight = for_reader(sight_of, game_id)
        arrows = arrows_of(fetch(round_records, sight, number), sight.game.edition) if with_arrows else ()
        return fetch(view_of_round, sight, number), arrows
    page = for_reader(game_page, game_id)
    if page.view is None:
        raise NotFound("game-not-begun", N_("This game has not begun."))
    version = request.args.get("v", "")
    if page.last_turn and version and version != map_version(page.view):
        # A page that was made before the last turn was resolved gets the board that it tells of.
        before = for_reader(turn_change, game_id, page.last_turn).before
        if version == map_version(before):
            return before, ()
    return page.view, ()


def svg_response(view: View, moved: Sequence[atlas.Arrow] = ()) -> Response:
    """A view as SVG, with arrows for what moved, in the theme that is asked for."""
    theme, language = query_word("theme", THEMES, "parchment"), _language()
    version, fonts = _version(view, language, moved), request.args.get("fonts") != "0"

    def drawn() -> bytes:
        svg = atlas.drawer_of(view).draw(view, atlas.Look(theme=theme, language=language, arrows=moved))
        return (with_fonts(svg) if fonts else svg).encode()

    response = cached_response(f"{version}-{theme}{'' if fonts else '-bare'}", version, "image/svg+xml", drawn)
    response.headers["Content-Security-Policy"] = DRAWING_POLICY.format(style=_style_hashes())
    return response


def with_fonts(svg: str) -> str:
    """Embed the fonts in an SVG drawing; rarer letters' fonts only where used."""
    at = svg.index(">") + 1
    return f"{svg[:at]}<style>{_font_faces(_rarity(svg))}</style>{svg[at:]}"


def _rarity(svg: str) -> int:
    """Return the number of the rarest font part that a drawing's texts need.
    It is 0 if the first part of each font has all their letters."""
    styled_texts = _WRITTEN.findall(svg)
    rarest = 0
    for family, style, name in FONTS:
        texts = (text for look, text in styled_texts if family in look and ("italic" in look) == (style == "italic"))
        letters = set(map(ord, unescape("".join(texts))))
        needed = [number for number, some in enumerate(parts(name).values()) if not some.isdisjoint(letters)]
        rarest = max(rarest, *needed, 0)
    return rarest


@cache
def _font_faces(rarity: int) -> str:
    """Return CSS that embeds each font's parts up to number `rarity`, as WOFF2."""
    folder = FOLDER / "fonts"
    faces = []
    for family, style, name in FONTS:
        for file, letters in list(parts(name).items())[: rarity + 1]:
            font = base64.b64encode((folder / f"{file}.woff2").read_bytes()).decode()
            faces.append(
                f"@font-face{{font-family:'{family}';font-style:{style};font-weight:600 700;"
                f"unicode-range:{unicode_range(letters)};src:url(data:font/woff2;base64,{font})}}"
            )
    return "".join(faces)


@cache
def _style_hashes() -> str:
    """The styles that a drawing may have, as a policy names them."""
    return " ".join(style_hash(_font_faces(rarity)) for rarity in range(len(parts(FONTS[0][2]))))


def png_response(view: View, moved: Sequence[atlas.Arrow] = (), language: str = "") -> Response:
    """Return a view as PNG, with arrows, from the database if drawn before.
    In the `language` asked for if none is given."""
    spoken = language or _language()
    drawn = picture_of(app_context().store, Scene(view.edition, view.players, view.board, spoken, moved), now())
    response = Response(drawn.png, mimetype="image/png")
    response.set_etag(hashlib.sha256(drawn.png).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Cookie", "Accept-Language"))
    response.make_conditional(request)
    return response


def _language() -> str:
    language = request.args.get("language", "")
    return language if language in LANGUAGES else words().language


def map_version(view: View, moved: Sequence[atlas.Arrow] = ()) -> str:
    """Return a map's version for its address, so that browsers cache it while valid."""
    return _version(view, words().language, moved)


def _version(view: View, language: str, moved: Sequence[atlas.Arrow]) -> str:
    shown = msgspec.json.encode([STYLE, language, view.edition, view.seat, view.board, moved])
    return hashlib.sha256(shown).hexdigest()[:32]


linked_maps_pages = Blueprint("linked_maps", __name__)


@linked_maps_pages.get("/maps/<token>")
def picture_of_mail(token: str) -> Response:
    """Return an email's map as PNG, for anyone with its address; opens are not logged."""
    view, arrows, language = fetch(linked_map, token, now())
    response = png_response(view, arrows, language)
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
