"""What goes in and out of the API about calls, sheets, rounds and results."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from atlas.theme import THEMES
from narration.words import LANGUAGES
from web.api.documents import Document, documents
from web.api.fields import MOST_NUMBER


class ReadinessSchema(Schema):
    """Who is ready for a call, and when it closes. `status`: `open`, `closing` (all are ready), `adjudicating`,
    `closed` or `set-aside`."""

    id = fields.String(required=True)
    status = fields.String(required=True)
    asked = fields.Boolean(required=True)
    ready = fields.Boolean(required=True)
    houses_asked = fields.List(fields.String(), required=True)
    houses_ready = fields.List(fields.String(), required=True)
    due_at = fields.DateTime(required=True)
    closing_at = fields.DateTime(required=True, allow_none=True)
    closes_at = fields.DateTime(required=True)


class CallSchema(ReadinessSchema):
    """A call as your seat sees it. `sheet` is your latest version (number `sheet_number`, 0: none), `carried` what you
    wrote for earlier calls of the round and still counts, `standing` your standing instructions. `waits`: you want the
    call to wait for its deadline even if all are ready. `grace`: it waits for the late for the last time. `stood_by`:
    you have just taken the house over, and the steward decides what you leave open."""

    game_id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    players = fields.Integer(required=True)
    pace = fields.String(required=True)
    number = fields.Integer(required=True)
    window = fields.String(required=True)
    round = fields.Integer(required=True)
    house = fields.String(required=True)
    opened_at = fields.DateTime(required=True)
    hold_minutes = fields.Float(required=True)
    questions = documents("Decision", required=True)
    view = Document("View", required=True)
    sheet = Document("Sheet", required=True, allow_none=True)
    sheet_number = fields.Integer(required=True)
    carried = Document("Sheet", required=True, allow_none=True)
    standing = Document("Sheet", required=True, allow_none=True)
    waits = fields.Boolean(required=True)
    may_wait = fields.Boolean(required=True)
    extensions_left = fields.Integer(required=True)
    grace = fields.Boolean(required=True)
    stood_by = fields.Boolean(required=True)


class SheetQuerySchema(Schema):
    """Whether handing in the sheet also says that one is ready, or withdraws it; left out: as it was."""

    ready = fields.Boolean(load_default=None, metadata={"enum": [True, False]})


class ReceiptSchema(Schema):
    """A sheet that was accepted, as it was understood; `digest` is the SHA-256 of `document`, the sheet as it is
    kept."""

    number = fields.Integer(required=True)
    accepted_at = fields.DateTime(required=True)
    sheet = Document("Sheet", required=True)
    warnings = documents("Refusal", required=True)
    document = fields.Function(lambda receipt: receipt.document.decode(), required=True, metadata={"type": "string"})
    digest = fields.String(required=True)
    ready = fields.Boolean(required=True)


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


class CallMarkSchema(Schema):
    """A call that is over."""

    number = fields.Integer(required=True)
    window = fields.String(required=True)
    round = fields.Integer(required=True)
    closed_at = fields.DateTime(required=True)


class EventsQuerySchema(Schema):
    """Which events: the page that begins after the one with this number."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MOST_NUMBER))


class RoundLogSchema(Schema):
    """What happened in a round, as you may know it: the records, the same told in your language, the board at its end.

    A long round comes in pages: `count` events in all; `next` is what to give as `after` for the next page, 0 at the
    end.
    """

    game_id = fields.String(required=True)
    edition = fields.String(required=True)
    round = fields.Integer(required=True)
    rounds = fields.List(fields.Integer(), required=True)
    seat = fields.String(required=True, allow_none=True)
    over = fields.Boolean(required=True)
    calls = fields.List(fields.Nested(CallMarkSchema), required=True)
    records = documents("Record", required=True)
    count = fields.Integer(required=True)
    next = fields.Integer(required=True)
    story = documents("Paragraph", required=True)
    view = Document("View", required=True)


class ResultsSchema(Schema):
    """What a call brought, as you may know it. `sheet_number`: which version of your sheet was used, 0 for none;
    `earlier` and `later` are the calls beside it, 0 for none; `count` and `next` as for rounds."""

    game_id = fields.String(required=True)
    edition = fields.String(required=True)
    number = fields.Integer(required=True)
    earlier = fields.Integer(required=True)
    later = fields.Integer(required=True)
    last_number = fields.Integer(required=True)
    window = fields.String(required=True)
    round = fields.Integer(required=True)
    closed_at = fields.DateTime(required=True)
    seat = fields.String(required=True, allow_none=True)
    over = fields.Boolean(required=True)
    records = documents("Record", required=True)
    count = fields.Integer(required=True)
    next = fields.Integer(required=True)
    story = documents("Paragraph", required=True)
    before = Document("View", required=True)
    after = Document("View", required=True)
    sheet_number = fields.Integer(required=True)
