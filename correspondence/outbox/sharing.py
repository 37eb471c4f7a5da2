"""Letters with results as they lie in the outbox: what a whole table is told is written once and read once.

The boards, the standings and the records that nobody sees otherwise than others are the same in all letters of a table,
and most of each. They stand in a part of their own, the same bytes in every letter, so that a worker packs it once and,
sending a table's letters one after the other, reads it once. What only one reader may see stands in that reader's part.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any, Generic

import msgspec

from adjudicator import face
from adjudicator.documents import StoredRecord, family_decoder, filled, record_type
from adjudicator.families import FAMILIES
from adjudicator.kernel.family import Family
from correspondence.letters.payload import (
    B,
    ClosedCall,
    D,
    GameFacts,
    GameOverPayload,
    Links,
    OpenCall,
    Payload,
    R,
    ResultsPayload,
    S,
    Thread,
    family_told,
)
from correspondence.outbox.squeezing import squeezed, stretched
from narration.memo import of_the_same

# How such a letter begins; other ones begin with a brace or with a zlib header.
MARK = b"\x02"
_LENGTH = 4
# Tables whose letters leave side by side.
MOST_TABLES = 16


class _Shared(msgspec.Struct, Generic[R, B, S], frozen=True, array_like=True):
    """What a whole table is told."""

    board: B
    before: B | None
    standings: tuple[S, ...]
    records: tuple[R, ...]


class _Own(msgspec.Struct, Generic[R, B, D], frozen=True, kw_only=True, omit_defaults=True):
    """The rest of one reader's letter; `places` says where `records` stand among all that the reader sees."""

    kind: str
    game: GameFacts
    seat: str
    closed: ClosedCall[R, B]
    places: tuple[int, ...] = ()
    opened: OpenCall[D] | None = None
    links: Links
    thread: Thread
    written_at: datetime
    seed: str = ""
    ended_by: str = ""


def _shared_type(family: Family) -> Any:
    return filled(_Shared, record_type(family), family.types.board, family.types.standing)


def _own_type(family: Family) -> Any:
    return filled(_Own, record_type(family), family.types.board, family.types.decision)


def shared_and_own(payload: Payload) -> bytes | None:
    """The letter in two parts; None for one that shares too little to gain by it."""
    if not isinstance(payload, ResultsPayload | GameOverPayload) or payload.closed is None:
        return None
    closed = payload.closed
    places, public = face.hidden_among(closed.records), list(closed.records)
    for place in reversed(places):
        del public[place]
    shared = _Shared(payload.board, closed.before, payload.standings, tuple(public))
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
    rest = stretched(data[end:])
    family = family_told(rest)
    if family is None:
        raise msgspec.ValidationError("a letter with results names no game")
    own: _Own = family_decoder(family, "own part", _own_type).decode(rest)
    shared = _common(data[start:end], family.id)
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
def _common(data: bytes, family: str) -> _Shared:
    found: _Shared = family_decoder(FAMILIES[family], "shared part", _shared_type).decode(stretched(data))
    return found


def _merged(shared: _Shared, own: _Own) -> tuple[StoredRecord[Any], ...]:
    records = list(shared.records)
    for place, record in zip(own.places, own.closed.records, strict=False):
        records.insert(place, record)
    return tuple(records)
