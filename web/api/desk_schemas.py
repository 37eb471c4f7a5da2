"""What goes in and out of the API at the game master's desk."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from correspondence.characters import ROOM
from correspondence.desk.notebook import LONGEST_NOTE
from web.api.fields import MOST_NUMBER, Number, Text, Whole

COUNTED = validate.Range(0, MOST_NUMBER)
CALL_ACTS = ("extend", "pause", "resume", "close")
SEAT_ACTS = ("offer", "retire", "replace", "swap")


class FlagSchema(Schema):
    """Something to look at in a draft; `kind` says what, the others about whom and where."""

    kind = fields.String(required=True)
    house = fields.String(required=True)
    area = fields.String(required=True)
    decision = fields.String(required=True)
    n = fields.Integer(required=True)
    why = fields.String(required=True)
    figures = fields.String(required=True)


class HandedInSchema(Schema):
    """Whether a house handed in a sheet; never what. `version` and `at` are told to masters who do not play."""

    house = fields.String(required=True)
    asked = fields.Boolean(required=True)
    version = fields.Integer(required=True)
    at = fields.AwareDateTime(required=True, allow_none=True)
    ready = fields.Boolean(required=True)


class DeskCallSchema(Schema):
    """The call that is open, paused or held."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    window = fields.String(required=True)
    round = fields.Integer(required=True)
    status = fields.String(required=True)
    due_at = fields.AwareDateTime(required=True)
    handed_in = fields.List(fields.Nested(HandedInSchema), required=True)


class DraftLineSchema(Schema):
    """The draft that waits, for whoever may publish it. `flags` are told to masters who do not play."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    call_number = fields.Integer(required=True)
    digest = fields.String(required=True)
    made_at = fields.AwareDateTime(required=True)
    flags = fields.List(fields.Nested(FlagSchema), required=True)


class EdictLineSchema(Schema):
    """An edict that was put in force, or withdrawn."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    kind = fields.String(required=True)
    call_number = fields.Integer(required=True, allow_none=True)
    reason = fields.String(required=True)
    status = fields.String(required=True)
    by = fields.String(required=True)
    at = fields.AwareDateTime(required=True)


class DeskSchema(Schema):
    """The desk. `sees`: you may look at drafts, sheets and ahead; `reviewable`: some master may; `asked` are edicts of
    masters who play, to which others are to agree."""

    id = fields.String(required=True)
    review = fields.String(required=True)
    paused = fields.Boolean(required=True)
    sees = fields.Boolean(required=True)
    reviewable = fields.Boolean(required=True)
    call = fields.Nested(DeskCallSchema, required=True, allow_none=True)
    draft = fields.Nested(DraftLineSchema, required=True, allow_none=True)
    edicts = fields.List(fields.Nested(EdictLineSchema), required=True)
    asked = fields.List(fields.Nested(EdictLineSchema), required=True)


class DraftDecisionSchema(Schema):
    """A decision: who was asked what, the answer, who decided by which instruction, what was passed over."""

    decision = fields.String(required=True)
    seat = fields.String(required=True)
    asked = fields.String(required=True)
    answer = fields.Dict(required=True)
    source = fields.Dict(required=True)


class DraftSchema(Schema):
    """A draft in full; `status` `preview` is a look ahead, `proposed` shows an edict's effect."""

    id = fields.String(required=True)
    call_number = fields.Integer(required=True)
    number = fields.Integer(required=True)
    status = fields.String(required=True)
    digest = fields.String(required=True)
    made_at = fields.AwareDateTime(required=True)
    flags = fields.List(fields.Nested(FlagSchema), required=True)
    decided = fields.List(fields.Nested(DraftDecisionSchema), required=True)


class PublishSchema(Schema):
    """Which draft is published: nothing is if it is not the current one."""

    call = Whole(required=True, validate=COUNTED)
    draft = Whole(required=True, validate=COUNTED)
    digest = Text(required=True, validate=validate.Length(max=64))


class AboutCallSchema(Schema):
    """The number of the call it is about."""

    call = Whole(required=True, validate=COUNTED)


class NewEdictSchema(AboutCallSchema):
    """An edict: `draft` is the number of the held call's draft it was decided on, 0 while the call is open. `decree` is
    `{"type": "answer", "decision", "house", "asked", "answer"}`, `{"type": "sheet", "house", "document"}` or
    `{"type": "position", "edict", "at"}`; `at` is empty (before the call), `end`, or a decision's id."""

    draft = Whole(load_default=0, validate=COUNTED)
    reason = Text(required=True)
    decree = fields.Dict(required=True)


class ProposalSchema(Schema):
    """A proposed edict and what it would change, in words; `draft_id` is the draft that shows it. `alone`: you may put
    it in force; who plays asks others."""

    id = fields.String(required=True)
    status = fields.String(required=True)
    reason = fields.String(required=True)
    call_number = fields.Integer(required=True)
    draft_id = fields.String(required=True)
    board = fields.List(fields.String(), required=True)
    choices = fields.List(fields.String(), required=True)
    alone = fields.Boolean(required=True)


class BackSchema(Schema):
    """Going back to the opening of call `to`, or to a `decision` in it; `about` is the last call's number now."""

    about = Whole(required=True, validate=COUNTED)
    to = Whole(required=True, validate=COUNTED)
    decision = Text(load_default="")
    chance = Text(required=True, validate=validate.OneOf(("keep", "reseed")))
    reason = Text(required=True)


class BackProposalSchema(Schema):
    """Going back to the opening of call `to`, as a proposal; `about` is the last call's number now."""

    about = Whole(required=True, validate=COUNTED)
    to = Whole(required=True, validate=COUNTED)
    chance = Text(required=True, validate=validate.OneOf(("keep", "reseed")))
    reason = Text(required=True)


class CallActSchema(AboutCallSchema):
    """Something done to the call: `hours` are for `extend`."""

    do = Text(required=True, validate=validate.OneOf(CALL_ACTS))
    hours = Number(load_default=24.0)
    reason = Text(load_default="")


class HoursSchema(Schema):
    """For how many hours a call would take sheets again."""

    hours = fields.Float(load_default=24.0)


class ReopeningSchema(Schema):
    """What taking sheets again for the held call means: its draft is dropped, these edicts on it are withdrawn, and
    sheets are taken until `due_at`."""

    call = fields.Nested(DeskCallSchema, required=True)
    draft = fields.Integer(required=True)
    edicts = fields.List(fields.Nested(EdictLineSchema), required=True)
    due_at = fields.AwareDateTime(required=True)


class ReopenSchema(AboutCallSchema):
    """Take sheets again until `due_at`; `draft` is the number of the draft you looked at, which is dropped."""

    draft = Whole(required=True, validate=COUNTED)
    due_at = fields.AwareDateTime(required=True)
    reason = Text(required=True)


class SeatActSchema(AboutCallSchema):
    """Something done to a seat: `other` is the second house of a `swap`, `email` who takes the seat in `replace`."""

    do = Text(required=True, validate=validate.OneOf(SEAT_ACTS))
    house = Text(required=True)
    other = Text(load_default="")
    email = Text(load_default="")
    reason = Text(required=True)


class NoteSchema(Schema):
    """A page of the notebook."""

    id = fields.String(required=True)
    by = fields.String(required=True)
    body = fields.String(required=True)
    at = fields.AwareDateTime(required=True)
    yours = fields.Boolean(required=True)


class NewNoteSchema(Schema):
    """A page to be kept."""

    body = Text(required=True, longest=ROOM * LONGEST_NOTE)


class LedgerLineSchema(Schema):
    """An entry of the ledger; `sealed` ones are told when their call is published. In an anonymous game `house` is that
    of the player who did it and `by` another one's role, `at` the opening of the call it was in, and `digest` the
    HMAC-SHA-256 of the digest under the game's seed, which is told at the end."""

    number = fields.Integer(required=True)
    at = fields.AwareDateTime(required=True)
    by = fields.String(required=True)
    house = fields.String(required=True)
    kind = fields.String(required=True)
    values = fields.Dict(required=True)
    sealed = fields.Boolean(required=True)
    digest = fields.String(required=True)


class LedgerQuerySchema(Schema):
    """Which part of the ledger."""

    before = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_NUMBER), metadata={"description": "A number."}
    )


class LedgerSchema(Schema):
    """The ledger of a game, newest first; there are more before number `older`, if that is not 0; `faults` are those of
    its whole chain."""

    game_id = fields.String(required=True)
    lines = fields.List(fields.Nested(LedgerLineSchema), required=True)
    older = fields.Integer(required=True)
    faults = fields.List(fields.String(), required=True)
