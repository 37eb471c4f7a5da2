"""Values of games as JSON and back, each by the family it belongs to."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.engine.event import Record
from adjudicator.engine.family import Board, Entry, Family, Position
from adjudicator.engine.journal import Answered, Decreed
from adjudicator.engine.refusal import Illegal, Refusal, Unreadable
from adjudicator.families import FAMILIES, of_document, of_edition

LONGEST_EDICT = 64 * 1024
E = TypeVar("E")
_encoder = msgspec.json.Encoder()


class StoredRecord(Record, Generic[E], frozen=True):
    """A record as it is stored and read back: its event is one of the known events of its family."""

    event: E


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The JSON decoder of a type, made once."""
    return msgspec.json.Decoder(kind)


def encode(position: Position) -> bytes:
    """The position as JSON."""
    return _encoder.encode(position)


def decode(data: bytes) -> Position:
    """A position from its JSON; Unreadable (`bad-position`) with the place, Illegal (`unknown-revision`)."""
    family = of_document(data)
    try:
        found = decoder(family.types.position).decode(data)
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-position", str(fault))) from fault
    if not 0 <= found.revision <= family.revision:
        words = f"there is no revision {found.revision} of the rules here; known: 0 to {family.revision}"
        raise Illegal(Refusal("unknown-revision", words, "revision"))
    return found  # type: ignore[no-any-return]


def read_board(edition: str, data: bytes) -> Board:
    """A board of an edition's game from its JSON, as it was kept."""
    return decoder(of_edition(edition).types.board).decode(data)  # type: ignore[no-any-return]


def encode_records(records: Sequence[Record]) -> bytes:
    """Records as JSON."""
    return _encoder.encode(records)


def stored(record: Record) -> StoredRecord[Any]:
    """The record as files and rows keep it."""
    return StoredRecord(record.number, record.round, record.step, record.rule, record.event)


def decode_records(edition: str, data: bytes) -> list[Record]:
    """Records of an edition's game from their JSON; Unreadable (`bad-records`) with the place of the fault."""
    try:
        return list(_records(of_edition(edition)).decode(data))
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-records", str(fault))) from fault


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """Journal entries as JSON, one array."""
    return _encoder.encode(entries)


def decode_entries(edition: str, data: bytes) -> list[Entry]:
    """Journal entries of an edition's game from their JSON; Unreadable (`bad-entry`) with the place of the fault."""
    try:
        return list(_entries(of_edition(edition)).decode(data))
    except msgspec.MsgspecError as fault:
        raise Unreadable(Refusal("bad-entry", str(fault))) from fault


def read_prepared(edition: str, data: bytes) -> dict[str, Any]:
    """Answers by kind of decision, as a maester's search was stored."""
    answer: Any = decoder(of_edition(edition).types.answer)
    return {
        kind: answer.decode(document)
        for kind, document in msgspec.json.decode(data, type=dict[str, msgspec.Raw]).items()
    }


def read_edict(edition: str, data: bytes) -> Any:
    """An edict from JSON that nobody vouches for; Unreadable (`bad-edict`) with the place of the fault."""
    if len(data) > LONGEST_EDICT:
        raise Unreadable(Refusal("bad-edict", f"an edict has at most {LONGEST_EDICT} bytes, not {len(data)}"))
    try:
        return decoder(of_edition(edition).types.edict).decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-edict", str(fault))) from fault


def described(kinds: Mapping[str, Any], ref_template: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The JSON Schema of some types by name, and of the parts that they refer to, generic ones by their plain names."""
    found, parts = msgspec.json.schema_components(kinds.values(), ref_template=ref_template)
    known = json.dumps([dict(zip(kinds, found, strict=True)), parts])
    for name in parts:
        plain = name.partition("_")[0]
        if plain != name and plain not in parts:
            known = known.replace(json.dumps(name), json.dumps(plain)).replace(
                json.dumps(ref_template.format(name=name)), json.dumps(ref_template.format(name=plain))
            )
    schemas, all_parts = json.loads(known)
    return schemas, all_parts


def filled(kind: Any, *types: Any) -> Any:
    """A generic type with these in place of its variables, for reading."""
    return kind[types]


def entry_type(family: Family) -> Any:
    """The type of a journal entry of a family, for reading."""
    return filled(Answered, family.types.answer) | filled(Decreed, family.types.edict)


def record_type(family: Family) -> Any:
    """The type of a stored record of a family, for reading."""
    return filled(StoredRecord, family.types.event)


def read_ahead(data: bytes) -> dict[str, Any]:
    """What each family reads in a sheet of which it is not known yet for which game it is: by family the sheet, or the
    bytes where it takes the game to read them. Raises Unreadable with what the first family says if none reads it."""
    found, first = {}, None
    for family in FAMILIES.values():
        try:
            found[family.id] = family.read_ahead(data)
        except Unreadable as refused:
            first = first or refused
    if not found and first is not None:
        raise first
    return found


def read_sheet_ahead(edition: str, ahead: Mapping[str, Any], data: bytes, modules: Collection[str]) -> Any:
    """A sheet for a game, from what `read_ahead` read. Raises Unreadable."""
    sheet = ahead.get(of_edition(edition).id, data)
    return read_sheet(edition, sheet, modules) if isinstance(sheet, bytes) else sheet


def encode_sheet(sheet: Any) -> bytes:
    """The sheet as JSON; sections left out stay out, so that the empty sheet is `{}`."""
    return _encoder.encode(sheet)


def kept_sheet(edition: str, data: bytes) -> Any:
    """A sheet as `encode_sheet` wrote it once it had been accepted: its limits are not looked at again."""
    family = of_edition(edition)
    return decoder(family.types.sheet).decode(family.sheet_of_today(data))


def is_translated(edition: str, data: bytes) -> bool:
    """Whether a stored sheet says something in an old form, which is read as what comes nearest."""
    return bool(of_edition(edition).sheet_of_today(data) != data)


def read_sheet(edition: str, data: bytes, modules: Collection[str] | None = None) -> Any:
    """A sheet of an edition from bytes that nobody vouches for; with the modules of its game its conditions may be
    text. Raises Unreadable."""
    family = of_edition(edition)
    return family.read_sheet(data) if modules is None else family.read_sheet(data, family.editions[edition], modules)


_family_decoders: dict[tuple[str, str], msgspec.json.Decoder[Any]] = {}


def family_decoder(family: Family, what: str, kind: Callable[[Family], Any]) -> msgspec.json.Decoder[Any]:
    """The decoder of a document that holds values of a family, made once; `what` names the sort of document, `kind`
    gives its type."""
    found = _family_decoders.get((family.id, what))
    if found is None:
        found = _family_decoders[family.id, what] = msgspec.json.Decoder(kind(family))
    return found


def _entries(family: Family) -> msgspec.json.Decoder[Any]:
    return family_decoder(family, "entries", lambda known: filled(list, entry_type(known)))


def _records(family: Family) -> msgspec.json.Decoder[Any]:
    return family_decoder(family, "records", lambda known: filled(list, record_type(known)))
