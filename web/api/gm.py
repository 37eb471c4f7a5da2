"""API of the game master's page."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import Schema, fields, validate

from adjudicator.engine import Decided, Refusal, Unreadable
from correspondence.input_validation import ROOM
from correspondence.overrides import NewAnswer, NewPosition, NewSheet
from correspondence.review import access, enforcement, overrides, pending_results, queries as reopenings
from correspondence.review.access import MAX_NOTE_LENGTH, NoteLine
from correspondence.review.audit import Audit, AuditLine, Proposal, audit, proposal
from correspondence.review.pending_results import Flag
from correspondence.review.queries import (
    HandedIn,
    OverrideLine,
    PendingResultLine,
    PendingResultPage,
    Reopening,
    ReviewPage,
    TurnLine,
    pending_result_page,
    record_first_look,
    review_page,
)
from correspondence.votes import use_cases
from web.api.from_structs import MAX_NUMBER, Number, Text, Whole, answer
from web.api.noun import Noun
from web.layout import voice
from web.request_context import now, read, signed_in, wake_worker, write
from web.security import MAX_SHEET_BODY

COUNTED = validate.Range(0, MAX_NUMBER)
TURN_ACTS = ("extend", "pause", "resume", "close")
SEAT_ACTS = ("offer", "retire", "replace", "swap")


answer(Flag, "kind house area decision n why figures")

answer(HandedIn, "house asked version at ready", left_out="kind level")

answer(TurnLine, "id number window round status due_at handed_in", left_out="opened_at closes_at", name="ReviewTurn")

answer(PendingResultLine, "id number turn_number digest made_at flags", left_out="status")

answer(OverrideLine, "id number kind turn_number reason status by at", left_out="draft_number")

ReviewSchema = answer(
    ReviewPage,
    "id review paused sees reviewable turn draft overrides asked",
    left_out="title edition modules players status round alone masters notes evaluation seats houses",
    name="Review",
    description="""The game master's page. `sees`: you may see pending results, submitted orders and previews;
    `reviewable`: some game master may; `asked`: overrides that playing game masters propose and others have not decided
    yet.""",
)

answer(
    Decided,
    "decision seat asked answer source",
    name="DraftDecision",
    description="A decision: who had to decide what, the answer, who decided by which line, what was skipped.",
)

DraftSchema = answer(
    PendingResultPage,
    "id turn_number number status digest made_at flags decided",
    left_out="""game_id title edition players turn_status window round before after records battles sheets overrides
    earlier""",
    name="Draft",
    description="A pending result in full. `status` `preview`: a preview; `proposed`: the effect of an override.",
)


def _counted(**options: Any) -> Whole:
    """Return the field of a required whole number from 0 to MAX_NUMBER."""
    return Whole(required=True, validate=COUNTED, **options)


class AboutTurnSchema(Schema):
    """The number of the turn."""

    turn = _counted(attribute="turn_number")


class PublishSchema(AboutTurnSchema):
    """The pending result to publish. An older one is refused."""

    draft = _counted()
    digest = Text(required=True, validate=validate.Length(max=64))


class NewOverrideSchema(AboutTurnSchema):
    """A new override. `draft` is the pending result that you saw (0: turn still open).

    `decree` is `{"type": "answer", "decision", "house", "asked", "answer"}`, `{"type": "sheet", "house", "document"}`
    or `{"type": "position", "edict", "at"}`. `at` is empty (before the turn), `end`, or a decision's id.
    """

    draft = Whole(load_default=0, validate=COUNTED)
    reason = Text(required=True)
    decree = fields.Dict(required=True)


ProposalSchema = answer(
    Proposal,
    "id status reason turn_number draft_id board choices alone",
    left_out="""game_id title edition players decree draft held_id before after was now flags warnings sees asks
    masters""",
    by_hand={name: fields.List(fields.String(), required=True) for name in ("board", "choices")},
    description="""A proposed override and what it would change, in words; `draft_id` is the pending result that shows
    it. `alone`: you may apply it. A game master who plays needs the consent of others.""",
)


class BackSchema(Schema):
    """Going back to the start of turn `to`, or to a `decision` in it.

    `about` is the number of the latest turn.
    """

    about = _counted()
    to = _counted()
    decision = Text(load_default="")
    chance = Text(required=True, validate=validate.OneOf(("keep", "reseed")))
    reason = Text(required=True)


class BackProposalSchema(BackSchema):
    """A proposal to go back to the start of turn `to`.

    `about` is the number of the latest turn.
    """

    class Meta:
        """A proposal cannot name a decision."""

        exclude = ("decision",)


class TurnActSchema(AboutTurnSchema):
    """An action on the turn. `hours` are for `extend`."""

    do = Text(required=True, validate=validate.OneOf(TURN_ACTS))
    hours = Number(load_default=24.0)
    reason = Text(load_default="")


class HoursSchema(Schema):
    """For how many hours to reopen the turn for orders."""

    hours = fields.Float(load_default=24.0)


ReopeningSchema = answer(Reopening, "turn draft overrides due_at", left_out="game_id title edition")


class ReopenSchema(Schema):
    """Reopen a turn until `due_at`. `draft` is the pending result to drop."""

    turn = _counted()
    draft = _counted()
    due_at = fields.AwareDateTime(required=True)
    reason = Text(required=True)


class SeatActSchema(AboutTurnSchema):
    """An action on a seat. `other` is the second house of a `swap`.

    `replace` takes the seat from its player and invites `email` to it.
    """

    do = Text(required=True, validate=validate.OneOf(SEAT_ACTS))
    house = Text(required=True)
    other = Text(load_default="")
    email = Text(load_default="")
    reason = Text(required=True)


NoteSchema = answer(NoteLine, "id by body at yours", name="Note")


class NewNoteSchema(Schema):
    """A new note."""

    body = Text(required=True, longest=ROOM * MAX_NOTE_LENGTH)


answer(AuditLine, "number at by house kind values sealed digest", name="AuditLine")


class AuditLogQuerySchema(Schema):
    """The part of the audit log to show."""

    before = fields.Integer(
        load_default=0, validate=validate.Range(0, MAX_NUMBER), metadata={"description": "A number."}
    )


AuditLogSchema = answer(
    Audit,
    "game_id lines older faults",
    left_out="title edition blinded keyed newer",
    name="AuditLog",
    description="""The audit log of a game, newest first. If `older` is not 0, there are entries before that number.
    `faults` are about its whole chain.""",
)


noun = Noun(
    "review", "The game master's page: pending results, overrides, going back, deadlines, seats, notes, audit log."
)
_decrees = msgspec.json.Decoder(NewSheet | NewAnswer | NewPosition)


def _review(game_id: str) -> ReviewPage:
    wake_worker("mail", "turns")
    return read(review_page, game_id, now())


@noun.serves(review_page, "GET", "/games/<game_id>/review", ReviewSchema, scope="gm")
def review() -> None:
    """Get the game master's page of a game that you master."""


@noun.route("GET", "/games/<game_id>/drafts/<draft_id>", DraftSchema, scope="gm")
def pending_result(game_id: str, draft_id: str) -> PendingResultPage:
    """Get a pending result, as a game master who does not play. This is logged."""
    page = read(pending_result_page, game_id, draft_id, now())
    write(record_first_look, page, now())
    return page


@noun.serves(
    pending_results.approve,
    "POST",
    "/games/<game_id>/drafts/publish",
    ReviewSchema,
    then=_review,
    body=PublishSchema,
    scope="gm",
)
def publish() -> None:
    """Publish the pending result that you saw, and no other."""


@noun.route("POST", "/games/<game_id>/look-ahead", DraftSchema, body=AboutTurnSchema, scope="gm")
def look_ahead(body: dict[str, Any], game_id: str) -> PendingResultPage:
    """Preview the results as if the turn ended now. The audit log shows it."""
    preview_id = write(overrides.preview, game_id, now=now(), **body).public_id
    return read(pending_result_page, game_id, preview_id, now())


@noun.route(
    "POST",
    "/games/<game_id>/overrides",
    ProposalSchema,
    status=201,
    body=NewOverrideSchema,
    scope="gm",
    most_bytes=MAX_SHEET_BODY,
)
def propose(body: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Propose an override. It has no effect until it is applied."""
    signed_in()
    try:
        body["decree"] = _decrees.decode(msgspec.json.encode(body["decree"]))
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-override", str(fault), "decree")) from fault
    return _proposal(game_id, write(overrides.propose, game_id, now=now(), **body).public_id)


def _proposal(game_id: str, override_id: str) -> dict[str, Any]:
    page = read(proposal, game_id, override_id, now())
    board, choices = page.describe(voice(page.edition))
    return {**page.__dict__, "board": board, "choices": choices}


@noun.route("GET", "/games/<game_id>/overrides/<override_id>", ProposalSchema, scope="gm")
def override(game_id: str, override_id: str) -> dict[str, Any]:
    """Get an override and what it would change, or changed."""
    return _proposal(game_id, override_id)


@noun.serves(
    use_cases.apply_override,
    "POST",
    "/games/<game_id>/overrides/<override_id>/apply",
    ReviewSchema,
    then=lambda game_id, override_id: _review(game_id),
    scope="gm",
)
def apply_override() -> None:
    """Apply an override once, if nothing has changed since it was proposed."""


@noun.serves(
    use_cases.ask_others,
    "POST",
    "/games/<game_id>/overrides/<override_id>/ask",
    ProposalSchema,
    then=_proposal,
    wakes=["mail"],
    scope="gm",
)
def ask_others() -> None:
    """Ask a non-playing game master for consent, or the players for a vote."""


@noun.serves(use_cases.withdraw_override, "DELETE", "/games/<game_id>/overrides/<override_id>", status=204, scope="gm")
def withdraw_override() -> None:
    """Withdraw a proposed override."""


@noun.serves(
    enforcement.roll_back, "POST", "/games/<game_id>/back", ReviewSchema, then=_review, body=BackSchema, scope="gm"
)
def go_back() -> None:
    """Take the game back to an earlier turn, or to a decision in it.

    A game master who plays has to propose it instead.
    """


@noun.route("POST", "/games/<game_id>/back/proposal", ProposalSchema, status=201, body=BackProposalSchema, scope="gm")
def propose_back(body: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Propose to take the game back to the start of a turn. Others have to agree."""
    return _proposal(game_id, write(enforcement.propose_back, game_id, now=now(), **body).public_id)


@noun.serves(
    access.act_on_turn, "POST", "/games/<game_id>/turn-acts", ReviewSchema, then=_review, body=TurnActSchema, scope="gm"
)
def act_on_turn() -> None:
    """Extend the turn, pause or resume the game, or end the turn now."""


@noun.serves(
    reopenings.preview_reopening, "GET", "/games/<game_id>/reopening", ReopeningSchema, query=HoursSchema, scope="gm"
)
def reopening() -> None:
    """Show the effect of reopening a turn whose result is pending. Nothing changes."""


@noun.serves(
    reopenings.reopen, "POST", "/games/<game_id>/reopening", ReviewSchema, then=_review, body=ReopenSchema, scope="gm"
)
def reopen() -> None:
    """Reopen a turn with a pending result. The result is dropped; everybody is told."""


@noun.serves(
    access.act_on_seat, "POST", "/games/<game_id>/seat-acts", ReviewSchema, then=_review, body=SeatActSchema, scope="gm"
)
def act_on_seat() -> None:
    """Offer a seat, retire or replace a player, or swap two houses."""


@noun.serves(access.notes_of, "GET", "/games/<game_id>/notes", NoteSchema(many=True), scope="gm")
def notes() -> None:
    """List the notes, newest first."""


@noun.serves(
    access.write_note,
    "POST",
    "/games/<game_id>/notes",
    NoteSchema(many=True),
    then=lambda game_id: read(access.notes_of, game_id, now()),
    status=201,
    body=NewNoteSchema,
    scope="gm",
)
def write_note() -> None:
    """Add a note. Returns all notes."""


@noun.serves(access.remove_note, "DELETE", "/games/<game_id>/notes/<note_id>", status=204, scope="gm")
def remove_note() -> None:
    """Delete one of your own notes."""


@noun.serves(audit, "GET", "/games/<game_id>/log", AuditLogSchema, query=AuditLogQuerySchema)
def audit_log() -> None:
    """Get the audit log of a game that you are or were in, newest first.

    With `before`, the entries before that number.
    """
