"""Letters with results as they lie in the outbox: what a whole table is told is written once and read once.

The boards, the standings and the records that nobody sees otherwise than others are the same in all letters of a table,
and most of each. They stand in a part of their own, the same bytes in every letter, so that a worker packs it once and,
sending a table's letters one after the other, reads it once. What only one reader may see stands in that reader's part.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator import face
from adjudicator.face import StoredRecord
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.events import Standing
from correspondence.letters.payload import (
    ClosedCall,
    GameFacts,
    GameOverPayload,
    Links,
    OpenCall,
    Payload,
    ResultsPayload,
    Thread,
)
from correspondence.outbox.squeezing import squeezed, stretched
from narration.memo import of_the_same

# How such a letter begins; other ones begin with a brace or with a zlib header.
MARK = b"\x02"
_LENGTH = 4
# Tables whose letters leave side by side.
MOST_TABLES = 16


class _Shared(msgspec.Struct, frozen=True, array_like=True):
    """What a whole table is told."""

    board: Board
    before: Board | None
    standings: tuple[Standing, ...]
    records: tuple[StoredRecord, ...]


class _Own(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The rest of one reader's letter; `places` says where `records` stand among all that the reader sees."""

    kind: str
    game: GameFacts
    seat: str
    closed: ClosedCall
    places: tuple[int, ...] = ()
    opened: OpenCall | None = None
    links: Links
    thread: Thread
    written_at: datetime
    seed: str = ""
    ended_by: str = ""


_shared_decoder = msgspec.json.Decoder(_Shared)
_own_decoder = msgspec.json.Decoder(_Own)


def shared_and_own(payload: Payload) -> bytes | None:
    """The letter in two parts; None for one that shares too little to gain by it."""
    if not isinstance(payload, ResultsPayload | GameOverPayload) or payload.closed is None:
        return None
    closed = payload.closed
    places = tuple(place for place, record in enumerate(closed.records) if face.seen(record, None) is not record)
    own = frozenset(places)
    public = tuple(record for place, record in enumerate(closed.records) if place not in own)
    shared = _Shared(payload.board, closed.before, payload.standings, public)
    things = (payload.board, closed.before, payload.standings, *public)
    common = of_the_same("packed", things, make=lambda: squeezed(msgspec.json.encode(shared)))
    rest = msgspec.json.encode(_rest(payload, closed, places))
    return b"".join([MARK, len(common).to_bytes(_LENGTH, "big"), common, squeezed(rest)])


def _rest(payload: ResultsPayload | GameOverPayload, closed: ClosedCall, places: tuple[int, ...]) -> _Own:
    mine = tuple(closed.records[place] for place in places)
    return _Own(
        kind=str(payload.__struct_config__.tag),
        game=payload.game,
        seat=payload.seat,
        closed=msgspec.structs.replace(closed, records=mine, before=None),
        places=places,
        opened=payload.opened if isinstance(payload, ResultsPayload) else None,
        links=payload.links,
        thread=payload.thread,
        written_at=payload.written_at,
        seed=payload.seed if isinstance(payload, GameOverPayload) else "",
        ended_by=payload.ended_by if isinstance(payload, GameOverPayload) else "",
    )


def together(data: bytes) -> Payload:
    """The letter again; raises msgspec.MsgspecError saying what cannot be read."""
    start = len(MARK) + _LENGTH
    end = start + int.from_bytes(data[len(MARK) : start], "big")
    shared, own = _common(data[start:end]), _own_decoder.decode(stretched(data[end:]))
    closed = msgspec.structs.replace(own.closed, records=_merged(shared, own), before=shared.before)
    common: dict[str, Any] = {
        "game": own.game,
        "seat": own.seat,
        "board": shared.board,
        "standings": shared.standings,
        "links": own.links,
        "thread": own.thread,
        "written_at": own.written_at,
    }
    if own.kind == GameOverPayload.__struct_config__.tag:
        return GameOverPayload(closed=closed, seed=own.seed, ended_by=own.ended_by, **common)
    return ResultsPayload(closed=closed, opened=own.opened, **common)


@lru_cache(maxsize=MOST_TABLES)
def _common(data: bytes) -> _Shared:
    return _shared_decoder.decode(stretched(data))


def _merged(shared: _Shared, own: _Own) -> tuple[StoredRecord, ...]:
    records = list(shared.records)
    for place, record in zip(own.places, own.closed.records, strict=False):
        records.insert(place, record)
    return tuple(records)
