"""Keeping what is being written for a call, and throwing it away."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.family import MOST_SHEET_BYTES, Sheet
from adjudicator.kernel.refusal import Refusal, Unreadable
from correspondence.calls.access import Place, place_of, still_open
from correspondence.drafts.queries import Fields, KeptDraft, row_of, version_of
from correspondence.errors import NotFound, Superseded
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.sheets import SheetDraft, StandingDraft
from correspondence.rows import insert_once, new_id
from narration.words import N_

# What the row of a draft says before it is first kept.
NEW = {"version": "", "page": ""}
# Calls for which nothing is handed in ever again.
OVER = ("closed", "void")


def keep_draft(
    session: Session,
    account: Account,
    call_id: str,
    fields: Fields,
    sheet: Sheet,
    now: datetime,
    *,
    upon: Container[str] | None = None,
    page: str = "",
) -> KeptDraft:
    """Keep what stands in the form for a call, with the `sheet` as far as it was understood, in place of what was kept.

    `upon`: the versions of a draft that may be replaced (`""`: none is there; None: whatever is there); so may what the
    same `page` kept. Nothing of it is checked or handed in; only whoever writes it ever reads it. Raises NotFound
    `no-such-call`, Denied (`not-your-seat`, `call-closed`), Superseded, Unreadable `sheet-too-large`.
    """
    filled, written, document = packed(fields, sheet)
    place = place_of(session, account, call_id, now)
    still_open(place.call, now)
    row = row_of(session, account, place, lock=True)
    not_replaced(row, upon, page)
    if row is None:
        key = {"call_id": place.call.id, "seat_id": place.seat.id, "account_id": account.id}
        if not insert_once(session, SheetDraft, **key, fields=written, document=document, changed_at=now, **NEW):
            # Somebody was quicker.
            row = row_of(session, account, place, lock=True)
            not_replaced(row, upon, page)
        row = row or row_of(session, account, place, lock=True)
    if row is None:
        raise NotFound("no-such-draft", N_("You keep no draft for this call."))
    row.fields, row.document, row.changed_at, row.version, row.page = written, document, now, new_id(), page
    return KeptDraft(filled, sheet, now, row.version)


def not_replaced(row: SheetDraft | StandingDraft | None, upon: Container[str] | None, page: str) -> None:
    """Raise Superseded if a draft is none that may be replaced; the caller holds its lock."""
    if not replaceable(row, upon, page):
        raise Superseded(version_of(row))


def replaceable(row: SheetDraft | StandingDraft | None, upon: Container[str] | None, page: str) -> bool:
    """Whether a draft is one of these versions (None: whatever it is), or `page` has kept it."""
    return upon is None or version_of(row) in upon or (row is not None and row.page == page != "")


def packed(fields: Fields, sheet: Sheet) -> tuple[dict[str, list[str]], bytes, bytes]:
    """The fields that say something, and they and the sheet as they are kept. Raises Unreadable `sheet-too-large`."""
    filled = {name: list(values) for name, values in fields.items() if any(value.strip() for value in values)}
    written, document = msgspec.json.encode(filled), face.encode_sheet(sheet)
    if max(len(written), len(document)) > MOST_SHEET_BYTES:
        words = f"a sheet has at most {MOST_SHEET_BYTES} bytes"
        raise Unreadable(Refusal("sheet-too-large", words))
    return filled, written, document


def sheet_for(session: Session, account: Account, call_id: str, document: bytes, now: datetime) -> Sheet:
    """A sheet from its JSON, in the words of the game of a call; nothing is checked. Raises NotFound `no-such-call`,
    Denied `not-your-seat`, Unreadable."""
    game = place_of(session, account, call_id, now).game
    return face.read_sheet(game.edition, document, game.parts)


def discard_draft(
    session: Session,
    account: Account,
    call_id: str,
    now: datetime,
    *,
    upon: Container[str] | None = None,
    page: str = "",
) -> bool:
    """Throw one's draft for a call away; whether there was one. `upon` and `page` say which, as in `keep_draft`. Raises
    NotFound `no-such-call`, Denied `not-your-seat`, Superseded."""
    place = place_of(session, account, call_id, now)
    not_replaced(row_of(session, account, place, lock=True), upon, page)
    return forget_draft(session, account, place)


def forget_draft(
    session: Session, account: Account, place: Place, versions: Container[str] | None = None, page: str = ""
) -> bool:
    """The same at a place that is known, if the draft is one of these versions (None: whatever it is) or `page` has
    kept it: what was handed in is no draft any more, and what another page keeps is not lost."""
    row = row_of(session, account, place)
    if row is None or not replaceable(row, versions, page):
        return False
    session.delete(row)
    return True


def forget_drafts(session: Session) -> None:
    """Remove the drafts of calls, and of standing instructions of games, that are over."""
    over = select(OpenedCall.id).where(OpenedCall.status.in_(OVER))
    session.execute(delete(SheetDraft).where(SheetDraft.call_id.in_(over)))
    played = select(Seat.id).join(Game, Game.id == Seat.game_id).where(Game.status.in_(("finished", "cancelled")))
    session.execute(delete(StandingDraft).where(StandingDraft.seat_id.in_(played)))
