"""Drafts of standing instructions: what somebody is writing, which holds only once it is handed in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.kernel.family import Sheet
from correspondence.drafts.queries import Fields, KeptDraft, as_kept
from correspondence.drafts.use_cases import packed
from correspondence.errors import Denied, NotFound
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.drafts import StandingDraft
from correspondence.models.games import Seat
from correspondence.rows import insert_once
from narration.words import N_


def standing_draft(session: Session, account: Account, game_id: str, now: datetime) -> KeptDraft | None:
    """The asker's draft of standing instructions in a game. NotFound `no-such-game`, Denied `not-your-seat`."""
    game = game_named(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    row = _row_of(session, account, seat)
    return None if row is None else as_kept(row, game.edition)


def keep_standing_draft(
    session: Session, account: Account, game_id: str, fields: Fields, sheet: Sheet, now: datetime
) -> KeptDraft:
    """Keep what stands in the form, with the `sheet` as far as it was understood, in place of what was kept.

    Nothing of it is checked, and nothing holds by it; only whoever writes it ever reads it. Raises NotFound
    `no-such-game`, Denied (`not-your-seat`, `game-not-running`), Unreadable `sheet-too-large`.
    """
    filled, written, document = packed(fields, sheet)
    game = game_named(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    if game.status != "running":
        raise Denied("game-not-running", N_("This game is not running."))
    row = _row_of(session, account, seat)
    if row is None:
        key = {"seat_id": seat.id, "account_id": account.id}
        insert_once(session, StandingDraft, **key, fields=written, document=document, changed_at=now)
        row = _row_of(session, account, seat)
    if row is None:
        raise NotFound("no-such-draft", N_("You keep no draft of standing instructions."))
    row.fields, row.document, row.changed_at = written, document, now
    return KeptDraft(filled, sheet, now)


def discard_standing_draft(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Throw one's draft away; nothing happens if there is none. NotFound `no-such-game`, Denied `not-your-seat`."""
    seat, _ = own_seat(session, game_named(session, game_id), account, now)
    forget_standing_draft(session, account, seat)


def forget_standing_draft(session: Session, account: Account, seat: Seat) -> None:
    """The same at a seat that is known: what was handed in is no draft any more."""
    row = _row_of(session, account, seat)
    if row is not None:
        session.delete(row)


def _row_of(session: Session, account: Account, seat: Seat) -> StandingDraft | None:
    query = select(StandingDraft).where(StandingDraft.seat_id == seat.id, StandingDraft.account_id == account.id)
    return session.scalar(query)
