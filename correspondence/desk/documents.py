"""Edicts as the desk keeps them: what is decreed, and on what it was decided."""

from __future__ import annotations

import msgspec

from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.sheet_reading import read_sheet
from adjudicator.thrones.state.answers import AnyAnswer
from adjudicator.thrones.state.edicts import AnyEdict, kind_of

# Where in a held call a change of the position takes effect, besides the id of a decision.
BEFORE, AFTER = "", "end"
# Who decreed what the players decided by a vote; no account has such a name.
PLAYERS = ""


class NewSheet(msgspec.Struct, frozen=True, tag="sheet"):
    """A seat's sheet for the call is this; `document` is JSON."""

    house: str
    document: str

    @property
    def sheet(self) -> Sheet:
        """The sheet; Unreadable, Illegal for a document that is none."""
        return read_sheet(self.document.encode())


class NewAnswer(msgspec.Struct, frozen=True, tag="answer"):
    """A decision is answered so. `asked` is its kind."""

    decision: str
    house: str
    asked: str
    answer: AnyAnswer


class NewPosition(msgspec.Struct, frozen=True, tag="position"):
    """Part of the position is set: before the call (`at` empty), after it (`end`), or where a decision was asked."""

    edict: AnyEdict
    at: str = BEFORE


class WentBack(msgspec.Struct, frozen=True, tag="roll-back"):
    """The game went back to call `to`, or to a decision in it; `undone` calls are void, `opened` goes on from there."""

    to: int
    decision: str
    chance: str
    undone: tuple[int, ...] = ()
    opened: int = 0


Decree = NewSheet | NewAnswer | NewPosition | WentBack


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decree, the digest of what it was decided on, and the draft that shows what it would change."""

    decree: Decree
    base: str = ""
    draft: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Kept)


def encode(kept: Kept) -> bytes:
    """As a row keeps it."""
    return _encoder.encode(kept)


def decode(document: bytes) -> Kept:
    """From a row."""
    return _decoder.decode(document)


def kind(decree: Decree) -> str:
    """What sort of edict it is: `sheet`, `answer`, `roll-back`, or the kind of change as `set-units`."""
    if isinstance(decree, NewPosition):
        return kind_of(decree.edict)
    return str(decree.__struct_config__.tag)
