"""What a page plays: events one after the other, each with its words, its cards, and what of the map changes."""

from __future__ import annotations

import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import msgspec
from flask import Response, make_response, request
from werkzeug.exceptions import BadRequest

import atlas
from adjudicator.engine.journal import Decided, Record
from adjudicator.engine.values import View
from atlas.drawers import arms
from atlas.reel import Reeling
from atlas.theme import THEMES
from correspondence.archive.moments import Told
from narration.narrators import narrator_of
from narration.voice import Voice
from web.game_pages import PAGES
from web.pictures import KEPT, STYLE

# The last answers, packed; some 40 KB each.
MOST_REMEMBERED = 32
_lately: OrderedDict[str, bytes] = OrderedDict()
_gate = Lock()


@dataclass(frozen=True)
class Line:
    """One moment: the number of its event (0: before the first), its words."""

    at: int
    text: str


def lines_of(records: Iterable[Record], v: Voice) -> list[Line]:
    """What can be played of some records, after the moment before them all: events that have words, no choices."""
    told = ((record.number, record.event) for record in records if not isinstance(record.event, Decided))
    spoken = ((number, narrator_of(v.edition).sentence(event, v)) for number, event in told)
    return [Line(0, v.say("Before the first event")), *(Line(number, words) for number, words in spoken if words)]


def place_of(lines: Sequence[Line], at: int | None, place: int | None) -> int | None:
    """Which line is asked for: by the number of an event (the last not after it), or by its place; None for none."""
    if place is not None:
        return min(place, len(lines) - 1)
    if at is None:
        return None
    return max((n for n, line in enumerate(lines) if line.at <= at), default=0)


def moments_response(told: Told, v: Voice) -> Response:
    """The moments as JSON, for the theme that is asked for: `moments` (`at`, `text`, `cards`, `areas`) and `reel`, as
    `atlas.reel.Reel` says. BadRequest for a theme that there is not.
    """
    theme = request.args.get("theme", "parchment")
    if theme not in THEMES:
        raise BadRequest
    about = [STYLE, told.digest, told.seat, told.over, v.words.language, theme]
    key = hashlib.sha256(msgspec.json.encode(about)).hexdigest()[:32]
    response = make_response("")
    response.set_etag(key)
    # A page of ours names the state it means.
    response.headers["Cache-Control"] = KEPT if request.args.get("v") == version_of(told) else "private, no-cache"
    response.vary.update(("Cookie", "Accept-Encoding", "Accept-Language"))
    response.mimetype = "application/json"
    if request.if_none_match.contains_weak(key):
        response.make_conditional(request)
        return response
    packed = _remembered(key, told, v, theme)
    if request.accept_encodings["gzip"] > 0:
        response.content_encoding = "gzip"
        response.set_data(packed)
    else:
        response.set_data(gzip.decompress(packed))
    return response


def version_of(told: Told) -> str:
    """What a page puts into the address of the moments, so that a browser keeps them."""
    return told.digest[:16]


def _remembered(key: str, told: Told, v: Voice, theme: str) -> bytes:
    with _gate:
        found = _lately.get(key)
    if found is None:
        # Nothing that somebody else wrote stands beside a secret here, so it may be packed.
        found = gzip.compress(msgspec.json.encode(_played(told, v, theme)), 6, mtime=0)
        with _gate:
            _lately[key] = found
            if len(_lately) > MOST_REMEMBERED:
                _lately.popitem(last=False)
    return found


def _played(told: Told, v: Voice, theme: str) -> dict[str, Any]:
    """All moments and the reel of their maps."""
    reeling, shown = Reeling(), list[dict[str, Any]]()
    drawn = b""
    for moment in told.moments():
        event = moment.record and moment.record.event
        words = narrator_of(v.edition).sentence(event, v) if event else v.say("Before the first event")
        if not words:
            continue
        now = msgspec.json.encode([moment.view.board, moment.arrows])
        if now == drawn:
            reeling.stay()
        else:
            reeling.add(
                atlas.drawer_of(moment.view).layers(
                    moment.view, atlas.Look(theme=theme, language=v.words.language, arrows=moment.arrows)
                )
            )
            drawn = now
        at = moment.record.number if moment.record else 0
        shown.append({"at": at, "text": words, "cards": _cards(moment.view, v)})
    return {"moments": shown, "reel": reeling.reel}


def _cards(view: View, v: Voice) -> list[dict[str, str]]:
    """The cards that lie open in what is fought, with the arms of whose they are."""
    return [
        {
            "house": v.house(card.house),
            "colour": arms(card.house).colour,
            "name": card.name,
            "figures": card.figures,
            "text": card.text,
        }
        for card in PAGES.of_edition(view.edition).cards_shown(view, v)
    ]
