"""Maps as pictures: drawn once for everybody who sees the same board in the same language, then kept."""

from __future__ import annotations

import hashlib
import struct
from datetime import datetime

import msgspec

import atlas
from adjudicator.thrones.board import Board, View
from correspondence.archive.models import StoredPicture
from correspondence.letters.payload import Picture
from correspondence.rows import insert_once
from correspondence.store import Store

# Counted up when the atlas draws differently, so that old pictures are not taken for new ones.
STYLE = 1
WIDTH = 1000
THEME = "parchment"


def picture_of(store: Store, edition: str, players: int, board: Board, language: str, now: datetime) -> Picture:
    """The map of a public board as PNG, from the database if it was drawn before."""
    wanted = digest(edition, board, language)
    with store.read() as session:
        found = session.get(StoredPicture, wanted)
    if found is not None:
        return Picture(png=found.png, width=found.width, height=found.height)
    view = View(edition=edition, players=players, commitment="", seat=None, board=board, deck_sizes={})
    drawn = atlas.picture(
        view, theme=THEME, language=language, width=WIDTH, cache=store.settings.data_dir / "map-layers"
    )
    width, height = size_of(drawn)
    with store.begin() as session:
        # Whoever draws the same map at the same time draws the same picture.
        insert_once(session, StoredPicture, digest=wanted, png=drawn, width=width, height=height, drawn_at=now)
    return Picture(png=drawn, width=width, height=height)


def digest(edition: str, board: Board, language: str) -> str:
    """The key of a picture: what it shows and how it is drawn."""
    shown = msgspec.json.encode([STYLE, edition, language, THEME, WIDTH, board])
    return hashlib.sha256(shown).hexdigest()


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the picture's first chunk; ValueError if it is no PNG."""
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height
