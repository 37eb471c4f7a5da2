"""What goes in and out of the API at the game master's desk."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from adjudicator.engine.journal import Decided
from correspondence.input_validation import ROOM
from correspondence.review.access import LONGEST_NOTE, NoteLine
from correspondence.review.audit import Audit, AuditLine, Proposal
from correspondence.review.drafts import Flag
from correspondence.review.queries import CallLine, DeskPage, DraftLine, DraftPage, EdictLine, HandedIn, Reopening
from web.api.fields import MOST_NUMBER, Number, Text, Whole
from web.api.from_structs import answer

COUNTED = validate.Range(0, MOST_NUMBER)
CALL_ACTS = ("extend", "pause", "resume", "close")
SEAT_ACTS = ("offer", "retire", "replace", "swap")


FlagSchema = answer(Flag, "kind house area decision n why figures")

HandedInSchema = answer(HandedIn, "house asked version at ready", left_out="kind level")

DeskCallSchema = answer(
    CallLine, "id number window round status due_at handed_in", left_out="opened_at closes_at", name="DeskCall"
)

DraftLineSchema = answer(DraftLine, "id number call_number digest made_at flags", left_out="status")

EdictLineSchema = answer(EdictLine, "id number kind call_number reason status by at", left_out="draft_number")

DeskSchema = answer(
    DeskPage,
    "id review paused sees reviewable call draft edicts asked",
    left_out="title edition modules players status round alone masters notes evaluation seats houses",
    name="Desk",
    told="""The desk. `sees`: you may look at drafts, sheets and ahead; `reviewable`: some master may; `asked` are
edicts of masters who play, to which others are to agree.""",
)

DraftDecisionSchema = answer(
    Decided,
    "decision seat asked answer source",
    name="DraftDecision",
    told="A decision: who was asked what, the answer, who decided by which instruction, what was passed over.",
)

DraftSchema = answer(
    DraftPage,
    "id call_number number status digest made_at flags decided",
    left_out="""game_id title edition players call_status window round before after records battles sheets edicts
    earlier""",
    name="Draft",
    told="A draft in full; `status` `preview` is a look ahead, `proposed` shows an edict's effect.",
)


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


ProposalSchema = answer(
    Proposal,
    "id status reason call_number draft_id board choices alone",
    left_out="""game_id title edition players decree draft held_id before after was now flags warnings sees asks
    masters""",
    by_hand={name: fields.List(fields.String(), required=True) for name in ("board", "choices")},
    told="""A proposed edict and what it would change, in words; `draft_id` is the draft that shows it. `alone`: you may
put it in force; who plays asks others.""",
)


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


ReopeningSchema = answer(Reopening, "call draft edicts due_at", left_out="game_id title edition")


class ReopenSchema(AboutCallSchema):
    """Take sheets again until `due_at`; `draft` is the number of the draft you looked at, which is dropped."""

    draft = Whole(required=True, validate=COUNTED)
    due_at = fields.AwareDateTime(required=True)
    reason = Text(required=True)


class SeatActSchema(AboutCallSchema):
    """Something done to a seat: `other` is the second house of a `swap`, `email` who is invited to the seat by
    `replace`, which takes it from who has it."""

    do = Text(required=True, validate=validate.OneOf(SEAT_ACTS))
    house = Text(required=True)
    other = Text(load_default="")
    email = Text(load_default="")
    reason = Text(required=True)


NoteSchema = answer(NoteLine, "id by body at yours", name="Note")


class NewNoteSchema(Schema):
    """A page to be kept."""

    body = Text(required=True, longest=ROOM * LONGEST_NOTE)


LedgerLineSchema = answer(AuditLine, "number at by house kind values sealed digest", name="LedgerLine")


class LedgerQuerySchema(Schema):
    """Which part of the ledger."""

    before = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_NUMBER), metadata={"description": "A number."}
    )


LedgerSchema = answer(
    Audit,
    "game_id lines older faults",
    left_out="title edition blinded keyed newer",
    name="Ledger",
    told="""The ledger of a game, newest first; there are more before number `older`, if that is not 0; `faults` are
those of its whole chain.""",
)
