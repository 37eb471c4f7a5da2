"""Drafts of sheets and of standing instructions: kept, thrown away, and read by whoever writes them, nobody else."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.values import MOST_SHEET_BYTES, Sheet
from correspondence.calls.access import Place, place_of, still_open
from correspondence.errors import Denied, NotFound, Superseded
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.sheets import SheetDraft, StandingDraft
from correspondence.read_cache import foresee, remembered
from correspondence.row_locks import held
from correspondence.rows import insert_once, new_id
from narration.words import N_

# Calls for which nothing is handed in ever again.
OVER = ("closed", "void")
Fields = Mapping[str, Sequence[str]]
D = TypeVar("D", SheetDraft, StandingDraft)
_fields = msgspec.json.Decoder(dict[str, list[str]])


@dataclass(frozen=True)
class KeptDraft:
    """A draft as its writer reads it: the fields of the form, the sheet as far as they were understood, when it was
    changed last; its `version` is another id each time it is kept."""

    fields: dict[str, list[str]]
    sheet: Sheet
    changed_at: datetime
    version: str


def kept_draft(session: Session, account: Account, call_id: str, now: datetime) -> KeptDraft | None:
    """The asker's draft for a call; NotFound `no-such-call`, Denied `not-your-seat`."""
    return draft_at(session, account, place_of(session, account, call_id, now))


def draft_at(session: Session, account: Account, place: Place) -> KeptDraft | None:
    """Somebody's draft at a place, if they keep one."""
    row = row_of(session, account, place)
    return None if row is None else as_kept(row, place.game.edition)


def row_of(session: Session, account: Account, place: Place, *, lock: bool = False) -> SheetDraft | None:
    """The row of somebody's draft at a place; locked until the commit."""
    of_seat = SheetDraft.call_id == place.call.id, SheetDraft.seat_id == place.seat.id
    query = select(SheetDraft).where(*of_seat, SheetDraft.account_id == account.id)
    if lock:
        return session.scalar(held(query).execution_options(populate_existing=True))

    def find() -> SheetDraft | None:
        return session.scalar(query)

    return remembered(session, _key(place, account), find)


def foresee_drafts(session: Session, places: Iterable[tuple[Place, Account]]) -> None:
    """Look at once for the drafts of several people at their places, in a session that remembers."""
    places = list(places)
    query = select(SheetDraft).where(
        SheetDraft.call_id.in_({place.call.id for place, _ in places}),
        SheetDraft.seat_id.in_([place.seat.id for place, _ in places]),
    )
    found = {(row.call_id, row.seat_id, row.account_id): row for row in session.scalars(query)}
    for place, account in places:
        foresee(session, _key(place, account), found.get((place.call.id, place.seat.id, account.id)))


def _key(place: Place, account: Account) -> tuple[str, int, int, int]:
    return "draft", place.call.id, place.seat.id, account.id


def as_kept(row: SheetDraft | StandingDraft, edition: str) -> KeptDraft:
    """A row as its writer reads it."""
    fields, sheet = _fields.decode(row.fields), documents.kept_sheet(edition, row.document)
    return KeptDraft(fields, sheet, row.changed_at, version_of(row))


def version_of(row: SheetDraft | StandingDraft | None) -> str:
    """The version of a draft; empty for none."""
    return "" if row is None else row.version or "0"


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
    key = {"call_id": place.call.id, "seat_id": place.seat.id, "account_id": account.id}
    row = _row_to_keep(session, SheetDraft, key, now, upon=upon, page=page)
    if row is None:
        raise NotFound("no-such-draft", N_("You keep no draft for this call."))
    row.fields, row.document, row.changed_at, row.version, row.page = written, document, now, new_id(), page
    return KeptDraft(filled, sheet, now, row.version)


def _row_to_keep(
    session: Session, table: type[D], key: dict[str, int], now: datetime, *, upon: Container[str] | None, page: str
) -> D | None:
    """The row of a draft, locked, made if there is none yet. Raises Superseded if it is none that may be replaced."""
    query = held(select(table).filter_by(**key)).execution_options(populate_existing=True)
    row = session.scalar(query)
    not_replaced(row, upon, page)
    if row is None:
        empty = {"fields": b"", "document": b"", "version": "", "page": ""}
        inserted = insert_once(session, table, **key, **empty, changed_at=now)
        row = session.scalar(query)
        if not inserted:
            # Somebody was quicker.
            not_replaced(row, upon, page)
    return row


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
    written, document = msgspec.json.encode(filled), documents.encode(sheet)
    if max(len(written), len(document)) > MOST_SHEET_BYTES:
        words = f"a sheet has at most {MOST_SHEET_BYTES} bytes"
        raise Unreadable(Refusal("sheet-too-large", words))
    return filled, written, document


def sheet_for(session: Session, account: Account, call_id: str, document: bytes, now: datetime) -> Sheet:
    """A sheet from its JSON, in the words of the game of a call; nothing is checked. Raises NotFound `no-such-call`,
    Denied `not-your-seat`, Unreadable."""
    game = place_of(session, account, call_id, now).game
    return documents.read_sheet(game.edition, document, game.parts)


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
    key = {"seat_id": seat.id, "account_id": account.id}
    row = _row_to_keep(session, StandingDraft, key, now, upon=upon, page=page)
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
