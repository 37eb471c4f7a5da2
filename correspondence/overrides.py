"""Overrides as they are stored: what is decreed, and on what it was decided."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import documents, games
from adjudicator.engine import Refusal, Sheet, Unreadable, kind_of

# Where in a held turn a change of the position takes effect, besides the id of a decision.
BEFORE, AFTER = "", "end"
# Who decreed what the players decided by a vote; no account has such a name.
PLAYERS = ""


class NewSheet(msgspec.Struct, frozen=True, tag="sheet"):
    """A seat's sheet for the turn is this; `document` is JSON."""

    house: str
    document: str


class NewAnswer(msgspec.Struct, frozen=True, tag="answer"):
    """A decision is answered so. `asked` is its kind."""

    decision: str
    house: str
    asked: str
    answer: Any


class NewPosition(msgspec.Struct, frozen=True, tag="position"):
    """A change of part of the position.
    It is set before the turn (`at` empty), after it (`end`), or where a decision was asked."""

    override: Any = msgspec.field(name="edict")
    at: str = BEFORE


class WentBack(msgspec.Struct, frozen=True, tag="roll-back"):
    """A roll-back of the game to turn `to`, or to a decision in it.
    `undone` turns are void, `opened` goes on from there."""

    to: int
    decision: str
    chance: str
    undone: tuple[int, ...] = ()
    opened: int = 0


Decree = NewSheet | NewAnswer | NewPosition | WentBack


class StoredOverride(msgspec.Struct, frozen=True, omit_defaults=True):
    """An override, the digest of its basis, and the result that it would give."""

    decree: Decree
    base: str = ""
    draft: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(StoredOverride)


def encode(override: StoredOverride) -> bytes:
    """Encode an override as the JSON that its row stores."""
    return _encoder.encode(override)


def decode(document: bytes, edition: str) -> StoredOverride:
    """Decode an override from the JSON of its row, for a game of this edition.
    Raises Unreadable (`bad-override`)."""
    override = _decoder.decode(document)
    return msgspec.structs.replace(override, decree=convert_override_data(override.decree, edition))


def convert_override_data(decree: Decree, edition: str) -> Decree:
    """Return an override with plain data converted to the edition family's types.
    Raises Unreadable (`bad-override`)."""
    replace, types = msgspec.structs.replace, games.of_edition(edition).types
    try:
        if isinstance(decree, NewAnswer) and isinstance(decree.answer, dict):
            return replace(decree, answer=msgspec.convert(decree.answer, types.answer))
        if isinstance(decree, NewPosition) and isinstance(decree.override, dict):
            return replace(decree, override=msgspec.convert(decree.override, types.override))
    except msgspec.ValidationError as fault:
        raise Unreadable(Refusal("bad-override", str(fault), "decree")) from fault
    return decree


def sheet_of(decree: NewSheet, edition: str) -> Sheet:
    """Read the sheet of a decree from its document. Raises Unreadable."""
    return documents.read_sheet(edition, decree.document.encode())


def kind(decree: Decree) -> str:
    """Return an override's kind: `sheet`, `answer`, `roll-back`, or as `set-units`."""
    if isinstance(decree, NewPosition):
        return kind_of(decree.override)
    return str(decree.__struct_config__.tag)
