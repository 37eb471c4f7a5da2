"""Letters with results as they lie in the outbox: what a whole table is told is written once and read once.

The boards, the standings and the records that nobody sees otherwise than others are the same in all letters of a table,
and most of each. They stand in a part of their own, the same bytes in every letter, so that a worker packs it once and,
sending a table's letters one after the other, reads it once. What only one reader may see stands in that reader's part.
"""

from __future__ import annotations

import zlib
from datetime import datetime
from functools import lru_cache
from typing import Any, Generic

import msgspec

from adjudicator import games
from adjudicator.documents import game_decoder
from adjudicator.engine.game import Game
from adjudicator.engine.values import StoredRecord, filled
from correspondence.letters import decode_payload, encode_payload
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
from narration.memo import of_the_same

try:
    from isal.isal_zlib import compress
except ImportError:
    # It isn't built for every machine. Both read what the other has packed; this one takes twice as long.
    from zlib import compress

# How such a letter begins; other ones begin with a brace or with a zlib header.
MARK = b"\x02"
_LENGTH = 4
# Tables whose letters leave side by side.
MOST_TABLES = 16
# Small ones gain nothing; those of JSON begin with a brace or bracket, packed ones never do.
WORTH_PACKING = 2000
MOST_BYTES = 8 * 2**20


def squeezed(document: bytes) -> bytes:
    """A JSON document as few bytes, or as it is if it is short."""
    return compress(document, 1) if len(document) > WORTH_PACKING else document


def stretched(data: bytes) -> bytes:
    """The document again; raises msgspec.DecodeError if it cannot be read."""
    if data.startswith((b"{", b"[")):
        return data
    try:
        reading = zlib.decompressobj()
        document = reading.decompress(data, MOST_BYTES)
    except zlib.error as fault:
        raise msgspec.DecodeError(f"the payload cannot be unpacked: {fault}") from fault
    if not reading.eof:
        raise msgspec.DecodeError("the payload is cut off, or larger than a letter can be")
    return document


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


def _shared_type(family: Game) -> Any:
    return filled(_Shared, family.record_type, family.types.board, family.types.standing)


def _own_type(family: Game) -> Any:
    return filled(_Own, family.record_type, family.types.board, family.types.decision)


def shared_and_own(payload: Payload) -> bytes | None:
    """The letter in two parts; None for one that shares too little to gain by it."""
    if not isinstance(payload, ResultsPayload | GameOverPayload) or payload.closed is None:
        return None
    closed = payload.closed
    places, public = games.hidden_among(closed.records), list(closed.records)
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
    own: _Own = game_decoder(family, "own part", _own_type).decode(rest)
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
    found: _Shared = game_decoder(games.GAMES[family], "shared part", _shared_type).decode(stretched(data))
    return found


def _merged(shared: _Shared, own: _Own) -> tuple[StoredRecord[Any], ...]:
    records = list(shared.records)
    for place, record in zip(own.places, own.closed.records, strict=False):
        records.insert(place, record)
    return tuple(records)


class LaterForm(Exception):
    """A letter packed by a later version of the program, whose workers will send it."""


def packed(payload: Payload) -> bytes:
    """A payload as bytes."""
    return shared_and_own(payload) or squeezed(encode_payload(payload))


def unpacked(data: bytes) -> Payload:
    """The payload again; raises msgspec.MsgspecError saying what cannot be read, LaterForm for what we do not know yet.

    A control character says in which form the letter is; neither JSON nor zlib begins with one.
    """
    if data.startswith(MARK):
        return together(data)
    if data[:1] and data[:1] < b" ":
        raise LaterForm(f"form {data[0]} of letters is not known to this version of the program")
    return decode_payload(stretched(data))
