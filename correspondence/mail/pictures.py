"""Maps as pictures: drawn once for each board and language, then kept.

Pictures of pages are kept in the database. Those of emails are smaller and sent once: a process keeps the last few in
memory and redraws others, which costs less than keeping them for half a year.
"""

from __future__ import annotations

import hashlib
import struct
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

import atlas
from adjudicator import games
from adjudicator.engine import Board, Record, StoredBoard
from atlas import Arrow
from correspondence.mail.payload import Picture
from correspondence.models import StoredPicture
from correspondence.rows import insert_once
from correspondence.settings import Settings
from correspondence.store import Store
from narration.memo import cached_by_identity
from narration.paragraph import separate_choices

# Counted up when the atlas draws differently, so that old pictures are not taken for new ones.
STYLE = 4
WIDTH = 1000
# As wide as an email shows it, so that an ordinary screen shows it pixel by pixel.
MAIL_WIDTH = 596
THEME = "parchment"
# Emails of a table lie next to each other; those of several tables may be mixed where some leave later.
KEPT_FOR_MAILS = 24
# So long a thread waits for another that draws, before it draws itself.
PATIENCE_SECONDS = 0.1
# One for a few maps at a time; two that share one wait some milliseconds for nothing.
_gates = [Lock() for _ in range(32)]
_for_mails: OrderedDict[str, Picture] = OrderedDict()
_mails_gate = Lock()


def arrows_of(records: Iterable[Record], edition: str) -> tuple[Arrow, ...]:
    """Return the arrows for records, made once for all emails of a table.
    Records may hold typed events or plain data as read from JSON."""
    public = separate_choices(records).public
    return cached_by_identity("arrows", public, edition, make=lambda: atlas.arrows(public, edition))


class Scene(NamedTuple):
    """What a map shows: a public board in a language, with arrows for what moved."""

    edition: str
    players: int
    board: Board
    language: str
    arrows: Sequence[Arrow] = ()


def picture_of(store: Store, scene: Scene, now: datetime) -> Picture:
    """Return a map as PNG; draw and store it if the database does not have it yet."""
    key = digest(scene)
    picture = _stored_picture(store, key)
    if picture is not None:
        return picture
    # A table's players look at a new map at the same moment: one draws it, the others wait a moment for that.
    gate = _gates[int(key[:8], 16) % len(_gates)]
    alone = gate.acquire(timeout=PATIENCE_SECONDS)
    try:
        picture = _stored_picture(store, key)
        if picture is None:
            picture = _draw_picture(layers_in(store.settings), scene, WIDTH, few=False)
            with store.begin() as session:
                # Another process that draws the same map at the same time draws the same picture.
                insert_once(session, StoredPicture, digest=key, drawn_at=now, **asdict(picture))
        return picture
    finally:
        if alone:
            gate.release()


def picture_for_mails(layers: Path, scene: Scene) -> Picture:
    """A map as PNG for emails: narrower, in fewer colours, about 120 KB.

    `layers` is the folder in which the parts that never change are kept. The same board gives the same bytes; boards of
    emails are only read, so the same objects are the same map.
    """
    objects = scene.board, scene.arrows
    key = cached_by_identity("map", objects, scene.edition, scene.language, make=lambda: digest(scene))
    with _mails_gate:
        picture = _for_mails.get(key)
        if picture is None:
            _for_mails[key] = picture = _draw_picture(layers, scene, MAIL_WIDTH, few=True)
            if len(_for_mails) > KEPT_FOR_MAILS:
                _for_mails.popitem(last=False)
        else:
            _for_mails.move_to_end(key)
    return picture


def _stored_picture(store: Store, key: str) -> Picture | None:
    """Return the stored picture with this key; None if it was not drawn yet."""
    with store.read() as session:
        row = session.get(StoredPicture, key)
    return None if row is None else Picture(png=row.png, width=row.width, height=row.height)


def layers_in(settings: Settings) -> Path:
    """Return the folder of the parts of maps that never change."""
    return settings.data_dir / "map-layers"


def _draw_picture(layers: Path, scene: Scene, width: int, *, few: bool) -> Picture:
    view = games.of(scene.board).view_of_board(StoredBoard(scene.edition, scene.players, "", 0, scene.board), None)
    look = atlas.Look(theme=THEME, language=scene.language, arrows=scene.arrows)
    png = atlas.drawer_of(view).picture(view, look, width=width, cache=layers, few=few)
    width, height = size_of(png)
    return Picture(png=png, width=width, height=height)


def digest(scene: Scene) -> str:
    """The key of a picture: what it shows and how it is drawn."""
    shown = msgspec.json.encode([STYLE, scene.edition, scene.language, THEME, WIDTH, scene.board, scene.arrows])
    return hashlib.sha256(shown).hexdigest()


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels from a PNG's first chunk, else ValueError."""
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height
