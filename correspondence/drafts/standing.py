"""Drafts of standing instructions: what somebody is writing, which holds only once it is handed in."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.kernel.family import Sheet
from correspondence.drafts.queries import Fields, KeptDraft, as_kept
from correspondence.drafts.use_cases import NEW, not_replaced, packed, replaceable
from correspondence.errors import Denied, NotFound
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.games import Seat
from correspondence.models.sheets import StandingDraft
from correspondence.row_locks import held
from correspondence.rows import insert_once, new_id
from narration.words import N_


def standing_draft(session: Session, account: Account, game_id: str, now: datetime) -> KeptDraft | None:
    """The asker's draft of standing instructions in a game. NotFound `no-such-game`, Denied `not-your-seat`."""
    game = game_named(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    row = _row_of(session, account, seat)
    return None if row is None else as_kept(row, game.edition)


def keep_standing_draft(
    session: Session,
    account: Account,
    game_id: str,
    fields: Fields,
    sheet: Sheet,
    now: datetime,
    *,
    upon: Container[str] | None = None,
    page: str = "",
) -> KeptDraft:
    """Keep what stands in the form, with the `sheet` as far as it was understood, in place of what was kept; `upon` and
    `page` as for drafts of sheets.

    Nothing of it is checked, and nothing holds by it; only whoever writes it ever reads it. Raises NotFound
    `no-such-game`, Denied (`not-your-seat`, `game-not-running`), Superseded, Unreadable `sheet-too-large`.
    """
    filled, written, document = packed(fields, sheet)
    game = game_named(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    if game.status != "running":
        raise Denied("game-not-running", N_("This game is not running."))
    row = _row_of(session, account, seat, lock=True)
    not_replaced(row, upon, page)
    if row is None:
        key = {"seat_id": seat.id, "account_id": account.id}
        if not insert_once(session, StandingDraft, **key, fields=written, document=document, changed_at=now, **NEW):
            # Somebody was quicker.
            row = _row_of(session, account, seat, lock=True)
            not_replaced(row, upon, page)
        row = row or _row_of(session, account, seat, lock=True)
    if row is None:
        raise NotFound("no-such-draft", N_("You keep no draft of standing instructions."))
    row.fields, row.document, row.changed_at, row.version, row.page = written, document, now, new_id(), page
    return KeptDraft(filled, sheet, now, row.version)


def discard_standing_draft(
    session: Session,
    account: Account,
    game_id: str,
    now: datetime,
    *,
    upon: Container[str] | None = None,
    page: str = "",
) -> None:
    """Throw one's draft away; nothing happens if there is none. `upon` and `page` say which, as in `keep_draft`. Raises
    NotFound `no-such-game`, Denied `not-your-seat`, Superseded."""
    seat, _ = own_seat(session, game_named(session, game_id), account, now)
    not_replaced(_row_of(session, account, seat, lock=True), upon, page)
    forget_standing_draft(session, account, seat)


def forget_standing_draft(
    session: Session, account: Account, seat: Seat, versions: Container[str] | None = None, page: str = ""
) -> None:
    """The same at a seat that is known, as `forget_draft` does."""
    row = _row_of(session, account, seat)
    if row is not None and replaceable(row, versions, page):
        session.delete(row)


def _row_of(session: Session, account: Account, seat: Seat, *, lock: bool = False) -> StandingDraft | None:
    query = select(StandingDraft).where(StandingDraft.seat_id == seat.id, StandingDraft.account_id == account.id)
    return session.scalar(held(query).execution_options(populate_existing=True) if lock else query)
