"""What a sketch says, as a document: read from bytes that nobody vouches for, and kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Generic

import msgspec
from typing_extensions import TypeVar

from adjudicator import documents, games
from adjudicator.documents import game_decoder
from adjudicator.engine.decision import Refusal, Unreadable
from adjudicator.engine.game import Game as Rules
from adjudicator.engine.values import Sheet, filled
from correspondence.errors import Denied
from narration.words import N_

LONGEST = 512 * 1024
# More houses than any edition has.
MOST_HOUSES = 20
MOST_DRAWS = 999
LONGEST_SKETCH_NAME = 60
# A family's sheet, and what it assumes of a seat.
S = TypeVar("S", default=Any)
A = TypeVar("A", default=Any)


class Sketch(msgspec.Struct, Generic[S, A], frozen=True, omit_defaults=True):
    """A what-if: one's own sheet (None: it says nothing), what is assumed of other houses (the steward guesses those
    not named), and which draw of chance is asked for."""

    sheet: S | None = None
    others: dict[str, A] = {}
    draw: int = 1
    name: str = ""


def what_ifs_of(edition: str) -> Rules:
    """The game of an edition whose calls are played on what one seat knows; Denied `no-what-ifs` where they are not."""
    game = games.of_edition(edition)
    if game.assumed_type is None:
        raise Denied("no-what-ifs", N_("There are no what-ifs in this game."))
    return game


def sheets_in(sketch: Sketch, edition: str, house: str, mine: Sheet) -> dict[str, Any]:
    """What each house hands in by a sketch, with `mine` for the sketcher's own."""
    return {**sketch.others, house: what_ifs_of(edition).assumed_type(sheet=mine)}


class _RawSketch(msgspec.Struct, forbid_unknown_fields=True):
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    others: dict[str, msgspec.Raw] = {}
    draw: int = 1
    name: str = ""


_raw = msgspec.json.Decoder(_RawSketch)


def read_sketch(data: bytes, edition: str, modules: Collection[str] | None = None) -> Sketch:
    """A sketch from its JSON (at most 512 KB; each sheet as large as a sheet may be).

    With the modules of its game conditions may be text, as in sheets.

    Raises Unreadable: `sketch-too-large`, `bad-sketch`, and all that reading a sheet raises, with the place of the
    fault (`sheet.marches...`, `others.stark.orders`).
    """
    if len(data) > LONGEST:
        raise Unreadable(Refusal("sketch-too-large", f"a what-if has at most {LONGEST} bytes, not {len(data)}"))
    try:
        raw = _raw.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-sketch", str(fault))) from fault
    if len(raw.others) > MOST_HOUSES:
        raise Unreadable(Refusal("bad-sketch", f"there are at most {MOST_HOUSES} houses", "others"))
    known, rules = what_ifs_of(edition), None if modules is None else games.edition(edition)
    with _placed("sheet"):
        mine = documents.read_sheet(edition, bytes(raw.sheet), modules)
    others = {}
    for house, assumed in raw.others.items():
        with _placed(f"others.{house[:20]}"):
            others[house] = known.read_assumed(bytes(assumed), rules, modules or ())
    return checked(Sketch(mine, others, raw.draw, raw.name))


def checked(sketch: Sketch) -> Sketch:
    """A sketch whose numbers are in bounds; Unreadable (`bad-sketch`)."""
    if not 1 <= sketch.draw <= MOST_DRAWS:
        raise Unreadable(Refusal("bad-sketch", f"a draw is a number from 1 to {MOST_DRAWS}", "draw"))
    return sketch


def _kept_type(game: Rules) -> Any:
    return filled(Sketch, game.types.sheet, Any if game.assumed_type is None else game.assumed_type)


def kept_sketch(data: bytes, name: str, edition: str) -> Sketch:
    """A sketch as `write_sketch` wrote it, with the name that stands beside it."""
    found: Sketch = game_decoder(games.of_edition(edition), "sketch", _kept_type).decode(data)
    return msgspec.structs.replace(found, sheet=own_sheet(found, edition), name=name)


def own_sheet(sketch: Sketch, edition: str) -> Sheet:
    """The sketcher's own sheet, one that says nothing if none was written."""
    return games.of_edition(edition).empty_sheet if sketch.sheet is None else sketch.sheet


def write_sketch(sketch: Sketch) -> bytes:
    """The sketch as JSON, without its name."""
    return msgspec.json.encode(msgspec.structs.replace(sketch, name=""))


@contextmanager
def _placed(where: str) -> Iterator[None]:
    """What is refused within stands in this part of the sketch."""
    try:
        yield
    except Unreadable as refused:
        raise Unreadable(*(_under(where, reason) for reason in refused.reasons)) from refused


def _under(where: str, reason: Refusal) -> Refusal:
    return msgspec.structs.replace(reason, where=f"{where}.{reason.where}" if reason.where else where)
