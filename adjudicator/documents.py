"""JSON of game values, and receipts of sheets as a game file contains them.

A receipt says which version of which house's sheet was accepted and its place in the game's chain; of the sheet only a
salted hash. Whoever has the salt can show what was submitted; nobody else can guess it. What is hashed or signed is
always a list of texts: a JSON array without spaces, in UTF-8.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, replace

from adjudicator.engine import (
    Board,
    KeywordStruct,
    Position,
    Record,
    Refusal,
    StoredBoard,
    StoredRecord,
    Unreadable,
    View,
    parameterize,
    refuse_revision,
)
from adjudicator.engine.values import Entry
from adjudicator.games import GAMES, of, of_document, of_edition

MAX_OVERRIDE_LENGTH = 64 * 1024
# What every view has, and is known from elsewhere.
_COMMON = frozenset(("edition", "players", "commitment", "revision", "seat", "board", "waiting"))
_encoder = msgspec.json.Encoder()


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The JSON decoder of a type, made once."""
    return msgspec.json.Decoder(kind)


def encode(value: Any) -> bytes:
    """A position, records, journal entries (one array each) or a sheet as JSON.

    Sections of a sheet that are left out stay out, so that the empty sheet is `{}`.
    """
    return _encoder.encode(value)


def decode(data: bytes) -> Position:
    """Decode a position; Unreadable (`bad-position`), Illegal (`unknown-revision`)."""
    game = of_document(data)
    position: Position = _read(game.types.position, data, "bad-position")
    refuse_revision(position.revision, game.revision)
    return position


def _read(kind: Any, data: bytes, code: str) -> Any:
    """Decode a value of a type; raise Unreadable (`code`) with the place of the fault."""
    try:
        return decoder(kind).decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal(code, str(fault))) from fault


def read_board(edition: str, data: bytes) -> Board:
    """A board of an edition's game from its JSON, as it was kept."""
    return decoder(of_edition(edition).types.board).decode(data)  # type: ignore[no-any-return]


def to_stored_record(record: Record) -> StoredRecord[Any]:
    """Return a record in the form in which files and rows keep it."""
    return StoredRecord(record.number, record.round, record.step, record.rule, record.event)


def decode_records(edition: str, data: bytes) -> list[Record]:
    """Decode records of an edition; Unreadable (`bad-records`) with the place."""
    return list(_read(parameterize(list, of_edition(edition).record_type), data, "bad-records"))


def decode_entries(edition: str, data: bytes) -> list[Entry]:
    """Decode an edition's journal entries; Unreadable (`bad-entry`) with the place."""
    return list(_read(parameterize(list, of_edition(edition).entry_type), data, "bad-entry"))


def read_prepared(edition: str, data: bytes) -> dict[str, Any]:
    """Answers by kind of decision, as a maester's search was stored."""
    answer: Any = decoder(of_edition(edition).types.answer)
    return {
        kind: answer.decode(document)
        for kind, document in msgspec.json.decode(data, type=dict[str, msgspec.Raw]).items()
    }


def read_override(edition: str, data: bytes) -> Any:
    """Read an untrusted JSON override; Unreadable (`bad-override`) with the place."""
    if len(data) > MAX_OVERRIDE_LENGTH:
        raise Unreadable(Refusal("bad-override", f"an edict has at most {MAX_OVERRIDE_LENGTH} bytes, not {len(data)}"))
    return _read(of_edition(edition).types.override, data, "bad-override")


def json_schemas(kinds: Mapping[str, Any], ref_template: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return JSON Schemas of types and of the parts they refer to, by plain name."""
    type_schemas, parts = msgspec.json.schema_components(kinds.values(), ref_template=ref_template)
    text = json.dumps([dict(zip(kinds, type_schemas, strict=True)), parts])
    for name in parts:
        plain = name.partition("_")[0]
        if plain != name and plain not in parts:
            text = text.replace(json.dumps(name), json.dumps(plain)).replace(
                json.dumps(ref_template.format(name=name)), json.dumps(ref_template.format(name=plain))
            )
    schemas, all_parts = json.loads(text)
    return schemas, all_parts


def read_ahead(data: bytes) -> dict[str, Any]:
    """Read a sheet of an unknown game, by game; raises Unreadable if no game reads it."""
    sheets, first = {}, None
    for game in GAMES.values():
        try:
            sheets[game.id] = game.read_ahead(data)
        except Unreadable as refused:
            first = first or refused
    if not sheets and first is not None:
        raise first
    return sheets


def read_sheet_ahead(edition: str, ahead: Mapping[str, Any], data: bytes, modules: Collection[str]) -> Any:
    """A sheet for a game, from what `read_ahead` read. Raises Unreadable."""
    sheet = ahead.get(of_edition(edition).id, data)
    return read_sheet(edition, sheet, modules) if isinstance(sheet, bytes) else sheet


def stored_sheet(edition: str, data: bytes) -> Any:
    """Read an accepted sheet as `encode` wrote it, without checking limits again."""
    game = of_edition(edition)
    return decoder(game.types.sheet).decode(game.sheet_of_today(data))


def is_translated(edition: str, data: bytes) -> bool:
    """Whether a stored sheet has an old form, read as its nearest equivalent."""
    return bool(of_edition(edition).sheet_of_today(data) != data)


def read_sheet(edition: str, data: bytes, modules: Collection[str] | None = None) -> Any:
    """Read an untrusted sheet (text conditions with `modules`); raises Unreadable."""
    game = of_edition(edition)
    return game.read_sheet(data) if modules is None else game.read_sheet(data, game.editions[edition], modules)


def own_part(view: View) -> dict[str, Any]:
    """What a view has beside the board and the questions, as data that JSON can hold."""
    return {field.name: msgspec.to_builtins(getattr(view, field.name)) for field in _own_fields(view.__class__)}


def view_with_own_part(snapshot: StoredBoard, seat: str | None, own: Mapping[str, Any]) -> View:
    """Return a board's view with a seat's part from :func:`own_part`.

    Fields that views no longer have are left out. Raises msgspec.ValidationError for data of another kind.
    """
    view: Any = of(snapshot.board).view_of_board(snapshot, seat)
    fields = _own_fields(view.__class__)
    put = {field.name: msgspec.convert(own[field.name], field.type) for field in fields if field.name in own}
    completed: View = replace(view, **put)
    return completed


@cache
def _own_fields(kind: Any) -> tuple[FieldInfo, ...]:
    """Return the fields of a view that are a seat's own; cached, as reading is slow."""
    return tuple(field for field in msgspec.structs.fields(kind) if field.name not in _COMMON)


# What the first receipt of a game follows upon.
FIRST = "0" * 64
SEAT, OVERRIDE = "seat", "edict"
_FORM = "rookery-receipt/1"


class Opened(KeywordStruct, omit_defaults=True):
    """The opening of a receipt: time of acceptance, SHA-256 of `document`, salt."""

    at: str
    sheet: str
    salt: str
    document: str = ""

    def commitment(self) -> str:
        """The commitment that these make."""
        return _hash_texts("rookery-sheet/1", self.salt, self.at, self.sheet)


class Receipted(KeywordStruct, omit_defaults=True):
    """A published receipt, with its `number` in the game's chain and a signature.

    `seat`, or an `override` of the game master, is who wrote the sheet. Each receipt has the digest of the one before
    it; `key` is the public key of its signature. Only its house sees `opened`.
    """

    number: int
    id: str
    turn: str = msgspec.field(name="call")
    house: str
    version: int
    by: str
    commitment: str
    previous: str
    digest: str
    key: str
    signature: str
    opened: Opened | None = None

    def hashed(self, game: str) -> str:
        """Compute the digest that this receipt must have in the game of this id."""
        texts = (self.id, self.turn, self.house, str(self.version), self.by, self.commitment, self.key)
        return _hash_texts(_FORM, game, str(self.number), self.previous, *texts)

    def signed(self) -> bytes:
        """Return the signed bytes, proof of a receipt before the chain is published."""
        return _join_texts(_FORM, self.id, self.commitment, self.digest)


class Receipts(KeywordStruct):
    """A game's published receipts in order; `seal` by `key` signs where they end."""

    game: str
    chain: tuple[Receipted, ...]
    key: str
    seal: str

    def sealed(self) -> bytes:
        """Return the bytes that the seal signs.

        They hold the game, the number of receipts and the last digest."""
        last = self.chain[-1].digest if self.chain else FIRST
        return _join_texts("rookery-receipts/1", self.game, str(len(self.chain)), last)


def _hash_texts(*texts: str) -> str:
    return hashlib.sha256(_join_texts(*texts)).hexdigest()


def _join_texts(*texts: str) -> bytes:
    """Texts as one, so that none can run into the next: a JSON array without spaces."""
    return msgspec.json.encode(texts)
