"""Help: how a game by letter goes, and what is known of each edition."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from adjudicator import face
from adjudicator.face import EDITIONS
from adjudicator.kernel.refusal import Illegal
from web.families import pages_of
from web.layout import voice
from web.notation import notation_page

pages = Blueprint("guide", __name__, url_prefix="/help")


@pages.get("")
def overview() -> str:
    """How a game by letter goes, and the editions."""
    return render_template("guide.html", editions=EDITIONS)


@pages.get("/<edition_id>")
def edition(edition_id: str) -> str:
    """One edition: players, sheet, what can be chosen."""
    v = _voice(edition_id)
    return pages_of(edition_id).guide(v)


@pages.get("/<edition_id>/rulings")
def decided(edition_id: str) -> str:
    """What the program does where the rules of one edition are silent."""
    v = _voice(edition_id)
    return pages_of(edition_id).rulings(v)


@pages.get("/<edition_id>/notation")
def notation(edition_id: str) -> str:
    """How sheets of one edition are typed."""
    return notation_page(_voice(edition_id))


def _voice(edition_id: str) -> Any:
    try:
        # Also of one that is not offered: games may be played with it.
        return voice(face.edition(edition_id).id)
    except Illegal as unknown:
        raise NotFound from unknown
