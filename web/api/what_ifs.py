"""What-ifs: sheets tried on what your seat knows; kept, thrown away, handed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import request
from marshmallow import fields
from werkzeug.exceptions import UnsupportedMediaType

from adjudicator.engine.journal import Record
from adjudicator.engine.values import Sheet, View
from adjudicator.engine.what_if import Supposed
from correspondence import sketches
from correspondence.archive.records import redacted
from correspondence.models.accounts import Account
from correspondence.sheets.use_cases import Basis
from correspondence.sketches import Kept, Sketch, played, read_sketch, sketch_numbered, sketches_of, words_of
from narration.narrators import narrator_of
from narration.paragraph import Paragraph
from web import request_context
from web.api.documents import Document, schema_of
from web.api.from_structs import answer
from web.api.noun import Noun, caller, preconditions, read, with_etag, write
from web.api.schemas import ReceiptSchema, SheetQuerySchema
from web.layout import voice
from web.security import MOST_SHEET_BYTES

noun = Noun(
    "what-ifs",
    "What-ifs: how the open call might end if all wrote what you assume, on what your seat knows. Chance is drawn anew;"
    " sheets of others are never read. Nobody sees another's.",
)
SKETCH: dict[str, Any] = {"required": True, "content": {"application/json": {"schema": schema_of("WhatIf")}}}


@dataclass(frozen=True)
class Told:
    """How the call might end: the board before and after, the events on the way, the same told in your language, and
    the sheets it was played with by house. Those of others are what you assumed, or the steward's guesses."""

    before: View
    after: View
    records: tuple[Record, ...]
    story: list[Paragraph]
    sheets: dict[str, Sheet]


@dataclass(frozen=True)
class KeptAndTold(Kept):
    """A what-if that you keep, and how the call might end by it."""

    outcome: Told


OutcomeSchema = answer(
    Told,
    "before after records story sheets",
    name="Outcome",
    by_hand={"sheets": fields.Dict(keys=fields.String(), values=Document("Sheet"), required=True)},
)
WhatIfLineSchema = answer(Kept, "number name changed_at sketch", name="WhatIfLine", told="A what-if that you keep.")
KeptWhatIfSchema = answer(KeptAndTold, "number name changed_at sketch outcome", name="KeptWhatIf")


def _document(mine: Account, call_id: str) -> Sketch:
    if not request.is_json:
        raise UnsupportedMediaType
    with request_context.reading() as session:
        edition, modules = words_of(session, mine, call_id, request_context.now())
    return read_sketch(request.get_data(), edition, modules)


def told(found: Supposed) -> Told:
    """An outcome in words, as the seat would read it."""
    seat = found.before.seat
    v, records = voice(found.before.edition, seat), redacted(found.records, seat, over=False)
    return Told(
        found.before, found.after, records, narrator_of(v.edition).tell(records, v.edition, v.words, seat), found.sheets
    )


@noun.route("POST", "/calls/<call_id>/what-if", OutcomeSchema, requestBody=SKETCH, most_bytes=MOST_SHEET_BYTES)
def try_out(call_id: str) -> Told:
    """Play a what-if; nothing is kept."""
    mine = caller()
    sketch = _document(mine, call_id)
    with request_context.reading() as session:
        return told(played(session, mine, call_id, sketch, request_context.now()))


@noun.route("GET", "/calls/<call_id>/what-ifs", WhatIfLineSchema(many=True))
def listed(call_id: str) -> list[Kept]:
    """The what-ifs that you keep for a call."""
    return read(sketches_of, call_id, request_context.now())


@noun.route(
    "POST", "/calls/<call_id>/what-ifs", KeptWhatIfSchema, status=201, requestBody=SKETCH, most_bytes=MOST_SHEET_BYTES
)
def keep(call_id: str) -> KeptAndTold:
    """Play a what-if and keep it."""
    return _kept(call_id, 0)


@noun.route("GET", "/calls/<call_id>/what-ifs/<int(max=100000):number>", KeptWhatIfSchema)
def one(call_id: str, number: int) -> Any:
    """A what-if that you keep, played on the game as it stands now."""
    mine = caller()
    with request_context.reading() as session:
        found = sketch_numbered(session, mine, call_id, number, request_context.now())
        told = _with_outcome(found, played(session, mine, call_id, found.sketch, request_context.now()))
    return with_etag(told, found.version, unlike=True)


@noun.route(
    "PUT",
    "/calls/<call_id>/what-ifs/<int(max=100000):number>",
    KeptWhatIfSchema,
    requestBody=SKETCH,
    most_bytes=MOST_SHEET_BYTES,
    conditional=True,
)
def change(call_id: str, number: int) -> Any:
    """Play another what-if, and keep it in place of this one."""
    read(sketch_numbered, call_id, number, request_context.now())
    kept = _kept(call_id, number)
    return with_etag(kept, kept.version, unlike=True)


@noun.route("DELETE", "/calls/<call_id>/what-ifs/<int(max=100000):number>", status=204, conditional=True)
def remove(call_id: str, number: int) -> None:
    """Throw a what-if away."""
    write(sketches.remove_sketch, call_id, number, request_context.now(), upon=preconditions())


@noun.route(
    "POST",
    "/calls/<call_id>/what-ifs/<int(max=100000):number>/sheet",
    ReceiptSchema,
    query=SheetQuerySchema,
    conditional=True,
)
def hand_in(query: dict[str, Any], call_id: str, number: int) -> Any:
    """Hand your own sheet of a what-if in; it counts as if you had written it for the call, whose sheet `ETag` and
    `If-Match` are about."""
    mine = caller()
    with request_context.reading() as session:
        found = sketches.check_sketch_for_call(session, mine, call_id, number, request_context.now())
    with request_context.writing() as session:
        now, basis = request_context.now(), Basis(via="api", versions=preconditions())
        receipt = sketches.hand_in_sketch(session, mine, call_id, number, now, found, query["ready"], basis)
    request_context.ring("calls")
    return with_etag(receipt, receipt.number)


def _kept(call_id: str, number: int) -> KeptAndTold:
    mine = caller()
    sketch = _document(mine, call_id)
    with request_context.reading() as session:
        outcome = played(session, mine, call_id, sketch, request_context.now())
    with request_context.writing() as session:
        now = request_context.now()
        kept = sketches.keep_sketch(session, mine, call_id, sketch, now, number, upon=preconditions())
    return _with_outcome(kept, outcome)


def _with_outcome(kept: Kept, outcome: Supposed) -> KeptAndTold:
    return KeptAndTold(kept.number, kept.name, kept.sketch, kept.changed_at, told(outcome))
