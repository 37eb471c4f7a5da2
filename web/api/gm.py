"""The game master's desk over the API."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.engine.decision import Refusal, Unreadable
from correspondence.edicts.documents import NewAnswer, NewPosition, NewSheet
from correspondence.review import access, drafts, edicts, enforcement
from correspondence.review import queries as reopenings
from correspondence.review.access import NoteLine
from correspondence.review.audit import Audit, audit, proposal
from correspondence.review.queries import DeskPage, DraftPage, Reopening, desk_page, draft_page, looked_at
from correspondence.votes import use_cases
from web import request_context
from web.api import desk_schemas as s
from web.api.noun import Noun, caller, read, write
from web.layout import voice
from web.security import MOST_SHEET_BYTES

noun = Noun("desk", "The game master's desk: drafts, edicts, going back, deadlines and seats, notebook, ledger.")
_decrees: msgspec.json.Decoder[Any] = msgspec.json.Decoder(NewSheet | NewAnswer | NewPosition)


def _desk(game_id: str) -> DeskPage:
    request_context.ring("mail", "calls")
    return read(desk_page, game_id, request_context.now())


@noun.route("GET", "/games/<game_id>/desk", s.DeskSchema, scope="gm")
def desk(game_id: str) -> DeskPage:
    """The desk of a game that you master."""
    return read(desk_page, game_id, request_context.now())


@noun.route("GET", "/games/<game_id>/drafts/<draft_id>", s.DraftSchema, scope="gm")
def draft(game_id: str, draft_id: str) -> DraftPage:
    """A draft, for a master who does not play. The ledger says that you looked."""
    page = read(draft_page, game_id, draft_id, request_context.now())
    write(looked_at, page, request_context.now())
    return page


@noun.route("POST", "/games/<game_id>/drafts/publish", s.DeskSchema, body=s.PublishSchema, scope="gm")
def publish(body: dict[str, Any], game_id: str) -> DeskPage:
    """Publish exactly the draft you looked at."""
    write(drafts.approve, game_id, body["call"], body["draft"], body["digest"], request_context.now())
    return _desk(game_id)


@noun.route("POST", "/games/<game_id>/look-ahead", s.DraftSchema, body=s.AboutCallSchema, scope="gm")
def look_ahead(body: dict[str, Any], game_id: str) -> DraftPage:
    """What if the call closed now? The players read in the ledger that you looked."""
    mine = caller()
    with request_context.writing() as session:
        made = edicts.preview(session, mine, game_id, body["call"], request_context.now()).public_id
    with request_context.reading() as session:
        return draft_page(session, mine, game_id, made, request_context.now())


@noun.route(
    "POST",
    "/games/<game_id>/edicts",
    s.ProposalSchema,
    status=201,
    body=s.NewEdictSchema,
    scope="gm",
    most_bytes=MOST_SHEET_BYTES,
)
def propose(body: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Propose an edict; nothing counts before it is applied."""
    mine = caller()
    try:
        decree = _decrees.decode(msgspec.json.encode(body["decree"]))
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-edict", str(fault), "decree")) from fault
    with request_context.writing() as session:
        made = edicts.propose(
            session,
            mine,
            game_id,
            decree,
            body["reason"],
            request_context.now(),
            call_number=body["call"],
            draft=body["draft"],
        ).public_id
    return _proposal(game_id, made)


def _proposal(game_id: str, edict_id: str) -> dict[str, Any]:
    page = read(proposal, game_id, edict_id, request_context.now())
    board, choices = page.told(voice(page.edition))
    return {
        "id": page.id,
        "status": page.status,
        "reason": page.reason,
        "call_number": page.call_number,
        "draft_id": page.draft_id,
        "board": board,
        "choices": choices,
        "alone": page.alone,
    }


@noun.route("GET", "/games/<game_id>/edicts/<edict_id>", s.ProposalSchema, scope="gm")
def edict(game_id: str, edict_id: str) -> dict[str, Any]:
    """An edict and what it would change, or changed."""
    return _proposal(game_id, edict_id)


@noun.route("POST", "/games/<game_id>/edicts/<edict_id>/apply", s.DeskSchema, scope="gm")
def apply_edict(game_id: str, edict_id: str) -> DeskPage:
    """Put an edict in force, once, if everything is as it was when it was proposed."""
    write(use_cases.apply_edict, game_id, edict_id, request_context.now())
    return _desk(game_id)


@noun.route("POST", "/games/<game_id>/edicts/<edict_id>/ask", s.ProposalSchema, scope="gm")
def ask_others(game_id: str, edict_id: str) -> dict[str, Any]:
    """Ask those to agree who may: a master who plays no house, or where there is none the players, by a vote."""
    write(use_cases.ask_others, game_id, edict_id, request_context.now())
    request_context.ring("mail")
    return _proposal(game_id, edict_id)


@noun.route("DELETE", "/games/<game_id>/edicts/<edict_id>", status=204, scope="gm")
def withdraw_edict(game_id: str, edict_id: str) -> None:
    """Let a proposed edict be."""
    write(use_cases.withdraw_edict, game_id, edict_id, request_context.now())


@noun.route("POST", "/games/<game_id>/back", s.DeskSchema, body=s.BackSchema, scope="gm")
def go_back(body: dict[str, Any], game_id: str) -> DeskPage:
    """Take the game back to an earlier call, or to a decision in it. A master who plays proposes it instead."""
    write(enforcement.roll_back, game_id, now=request_context.now(), **body)
    return _desk(game_id)


@noun.route(
    "POST", "/games/<game_id>/back/proposal", s.ProposalSchema, status=201, body=s.BackProposalSchema, scope="gm"
)
def propose_back(body: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Propose to take the game back to the opening of a call, for others to agree to."""
    mine = caller()
    with request_context.writing() as session:
        made = enforcement.propose_back(session, mine, game_id, now=request_context.now(), **body).public_id
    return _proposal(game_id, made)


@noun.route("POST", "/games/<game_id>/call-acts", s.DeskSchema, body=s.CallActSchema, scope="gm")
def act_on_call(body: dict[str, Any], game_id: str) -> DeskPage:
    """Extend the call, pause the game, go on, or close the call now."""
    call = body.pop("call")
    write(access.act_on_call, game_id, body.pop("do"), request_context.now(), call_number=call, **body)
    return _desk(game_id)


@noun.route("GET", "/games/<game_id>/reopening", s.ReopeningSchema, query=s.HoursSchema, scope="gm")
def reopening(query: dict[str, Any], game_id: str) -> Reopening:
    """What taking sheets again for the held call would mean; nothing is changed."""
    return read(reopenings.reopening, game_id, query["hours"], request_context.now())


@noun.route("POST", "/games/<game_id>/reopening", s.DeskSchema, body=s.ReopenSchema, scope="gm")
def reopen(body: dict[str, Any], game_id: str) -> DeskPage:
    """Take sheets again for the held call: its draft is dropped, and everybody is told once."""
    write(reopenings.reopen, game_id, now=request_context.now(), **body)
    return _desk(game_id)


@noun.route("POST", "/games/<game_id>/seat-acts", s.DeskSchema, body=s.SeatActSchema, scope="gm")
def act_on_seat(body: dict[str, Any], game_id: str) -> DeskPage:
    """Look for a substitute, retire or replace a player, or let two houses change places."""
    call = body.pop("call")
    write(access.act_on_seat, game_id, body.pop("do"), request_context.now(), call_number=call, **body)
    return _desk(game_id)


@noun.route("GET", "/games/<game_id>/notes", s.NoteSchema(many=True), scope="gm")
def notes(game_id: str) -> list[NoteLine]:
    """The notebook, newest first."""
    return read(access.notes_of, game_id, request_context.now())


@noun.route("POST", "/games/<game_id>/notes", s.NoteSchema(many=True), status=201, body=s.NewNoteSchema, scope="gm")
def write_note(body: dict[str, Any], game_id: str) -> list[NoteLine]:
    """Add a page; the answer is the notebook."""
    write(access.write_note, game_id, body["body"], request_context.now())
    return notes(game_id)


@noun.route("DELETE", "/games/<game_id>/notes/<note_id>", status=204, scope="gm")
def remove_note(game_id: str, note_id: str) -> None:
    """Take out a page of your own."""
    write(access.remove_note, game_id, note_id, request_context.now())


@noun.route("GET", "/games/<game_id>/ledger", s.LedgerSchema, query=s.LedgerQuerySchema)
def ledger(query: dict[str, Any], game_id: str) -> Audit:
    """The ledger of a game that you are or were in, newest first: its newest entries, or those before a number."""
    return read(audit, game_id, request_context.now(), query["before"])
