"""What goes out of the API about what-ifs."""

from __future__ import annotations

from marshmallow import Schema, fields

from web.api.documents import Document, documents


class OutcomeSchema(Schema):
    """How the call might end: the board before and after, the events on the way, the same told in your language, and
    the sheets it was played with by house. Those of others are what you assumed, or the steward's guesses."""

    before = Document("View", required=True)
    after = Document("View", required=True)
    records = documents("Record", required=True)
    story = documents("Paragraph", required=True)
    sheets = fields.Dict(keys=fields.String(), values=Document("Sheet"), required=True)


class WhatIfLineSchema(Schema):
    """A what-if that you keep."""

    number = fields.Integer(required=True)
    name = fields.String(required=True)
    changed_at = fields.DateTime(required=True)
    sketch = Document("WhatIf", required=True)


class KeptWhatIfSchema(WhatIfLineSchema):
    """A what-if that you keep, and how the call might end by it."""

    outcome = fields.Nested(OutcomeSchema, required=True)
