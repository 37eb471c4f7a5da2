"""What goes in and out of the API about calls, sheets, rounds and results."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from atlas.theme import THEMES
from correspondence.archive.queries import CallMark, CallResults, RoundLog
from correspondence.overview.call_page import CallPage, Readiness
from correspondence.sheets.reading import Proof, Receipt
from narration.words import LANGUAGES
from web.api.documents import Document, documents
from web.api.fields import MOST_NUMBER
from web.api.from_structs import answer

READINESS = "id status asked ready orders_in warnings houses_asked houses_ready due_at closing_at closes_at"


ReadinessSchema = answer(Readiness, READINESS)

CallSchema = answer(
    CallPage,
    f"""{READINESS} game_id title edition players pace number window round house opened_at hold_minutes questions view
    sheet sheet_number sheet_at carried standing waits may_wait paused_until pause_reason extensions_left grace
    stood_by unsaid translated""",
    left_out="offered sheet_warnings draft first news",
    name="Call",
    by_hand={name: Document("Sheet", required=True, allow_none=True) for name in ("sheet", "carried", "standing")},
)


class SheetQuerySchema(Schema):
    """Whether handing in the sheet also says that one is ready, or withdraws it; left out: as it was."""

    ready = fields.Boolean(load_default=None, metadata={"enum": [True, False]})


ProofSchema = answer(
    Proof,
    "id at salt commitment digest key signature",
    name="Proof",
    told="The signed receipt of a version; docs/adr/0029-receipts.md says how to check it.",
)
ReceiptSchema = answer(
    Receipt,
    "number accepted_at sheet warnings document digest ready proof translated",
    left_out="via deputy",
    by_hand={
        "sheet": Document("Sheet", required=True),
        "document": fields.Function(
            lambda receipt: receipt.document.decode(), required=True, metadata={"type": "string"}
        ),
    },
)


class MapQuerySchema(Schema):
    """Which board to draw: now, at the end of `round`, or as call number `call` found it (`after`: left it); and how.

    `arrows` (0 or 1) shows what moved in that round or call.
    """

    round = fields.Integer(validate=validate.Range(0, MOST_NUMBER))
    call = fields.Integer(validate=validate.Range(0, MOST_NUMBER))
    after = fields.Integer(validate=validate.OneOf((0, 1)))
    arrows = fields.Integer(validate=validate.OneOf((0, 1)))
    theme = fields.String(validate=validate.OneOf(list(THEMES)))
    language = fields.String(validate=validate.OneOf(list(LANGUAGES)))


CallMarkSchema = answer(CallMark, "number window round closed_at")


class EventsQuerySchema(Schema):
    """Which events: the page that begins after the one with this number."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MOST_NUMBER))


def told_in_pages() -> dict[str, fields.Field[Any]]:
    """What the API tells of events besides their records, a page of them at a time."""
    return {
        "count": fields.Integer(required=True),
        "next": fields.Integer(required=True),
        "story": documents("Paragraph", required=True),
    }


RoundLogSchema = answer(
    RoundLog,
    "game_id edition round rounds seat over calls records count next story view",
    left_out="title",
    by_hand={**told_in_pages(), "view": Document("View", required=True)},
    told="""What happened in a round, as you may know it: the records, the same told in your language, the board at its
end. `seat` is your house; `over`: all is open now.

A long round comes in pages: `count` events in all; `next` is what to give as `after` for the next page, 0 at the
end.""",
)

ResultsSchema = answer(
    CallResults,
    """game_id edition number earlier later last_number window round closed_at seat over records count next story before
    after sheet_number""",
    left_out="title",
    name="Results",
    by_hand=told_in_pages(),
    told="""What a call brought, as you may know it. `sheet_number`: which version of your sheet was used, 0 for none;
`earlier` and `later` are the calls beside it, 0 for none; `count` and `next` as for rounds.""",
)
