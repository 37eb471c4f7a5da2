"""Drafts of sheets and of standing instructions: kept, thrown away, and read by whoever writes them, nobody else."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Generic, TypeVar

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.decision import Refusal, Unreadable
from adjudicator.engine.values import MOST_SHEET_BYTES, Sheet
from correspondence.calls.use_cases import Place, place_of, still_open
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
Versions = Container[str] | None
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


@dataclass(frozen=True)
class DraftSlot(Generic[D]):
    """Where one person keeps one draft, of a sheet or of standing instructions; nobody else reads it.

    `key` are the columns by which its row is looked up; `check_open` raises Denied when nothing is to be kept there any
    more; `absent` is what NotFound says of it. What is kept is neither checked nor handed in. In all methods `upon` are
    the versions of the draft that may be replaced (`""`: none is there; None: whatever is there); what the same `page`
    kept may be too.
    """

    session: Session
    table: type[D]
    key: dict[str, int]
    edition: str
    check_open: Callable[[datetime], None]
    absent: str

    def read(self) -> KeptDraft | None:
        """The draft, if there is one."""
        row = self._row()
        if row is None:
            return None
        sheet = documents.kept_sheet(self.edition, row.document)
        return KeptDraft(_fields.decode(row.fields), sheet, row.changed_at, _version_of(row))

    def keep(self, fields: Fields, sheet: Sheet, now: datetime, upon: Versions = None, page: str = "") -> KeptDraft:
        """Keep what stands in the form, with the sheet as far as it was understood, in place of what was kept.

        Raises Denied (`call-closed`, `game-not-running`), Superseded, Unreadable `sheet-too-large`.
        """
        filled = {name: list(values) for name, values in fields.items() if any(value.strip() for value in values)}
        written, document = msgspec.json.encode(filled), documents.encode(sheet)
        if max(len(written), len(document)) > MOST_SHEET_BYTES:
            raise Unreadable(Refusal("sheet-too-large", f"a sheet has at most {MOST_SHEET_BYTES} bytes"))
        self.check_open(now)
        row = self._locked(upon, page)
        if row is None:
            empty = {"fields": b"", "document": b"", "version": "", "page": ""}
            inserted = insert_once(self.session, self.table, **self.key, **empty, changed_at=now)
            # Somebody may have been quicker.
            row = self._locked(None if inserted else upon, page)
        if row is None:
            raise NotFound("no-such-draft", self.absent)
        row.fields, row.document, row.changed_at, row.version, row.page = written, document, now, new_id(), page
        return KeptDraft(filled, sheet, now, row.version)

    def discard(self, upon: Versions = None, page: str = "") -> None:
        """Throw the draft away; nothing happens if there is none. Raises Superseded."""
        row = self._locked(upon, page)
        if row is not None:
            self.session.delete(row)

    def forget(self, upon: Versions, page: str) -> None:
        """Throw the draft away if it may be: what was handed in is no draft any more, and what another page keeps is
        not lost."""
        row = self._row()
        if row is not None and _replaceable(row, upon, page):
            self.session.delete(row)

    def foresee(self, row: D | None) -> None:
        """Note the row of the draft beforehand, in a session that remembers."""
        foresee(self.session, (self.table, *self.key.values()), row)

    def _row(self) -> D | None:
        query = select(self.table).filter_by(**self.key)
        return remembered(self.session, (self.table, *self.key.values()), lambda: self.session.scalar(query))

    def _locked(self, upon: Versions, page: str) -> D | None:
        query = held(select(self.table).filter_by(**self.key))
        row = self.session.scalar(query.execution_options(populate_existing=True))
        if not _replaceable(row, upon, page):
            raise Superseded(_version_of(row))
        return row


def _version_of(row: SheetDraft | StandingDraft | None) -> str:
    return "" if row is None else row.version or "0"


def _replaceable(row: SheetDraft | StandingDraft | None, upon: Versions, page: str) -> bool:
    return upon is None or _version_of(row) in upon or (row is not None and row.page == page != "")


def sheet_draft(session: Session, account: Account, call_id: str, now: datetime) -> DraftSlot[SheetDraft]:
    """The asker's draft for a call. Raises NotFound `no-such-call`, Denied `not-your-seat`."""
    return sheet_draft_at(session, account, place_of(session, account, call_id, now))


def sheet_draft_at(session: Session, account: Account, place: Place) -> DraftSlot[SheetDraft]:
    """Somebody's draft at a place."""
    key = {"call_id": place.call.id, "seat_id": place.seat.id, "account_id": account.id}
    absent = N_("You keep no draft for this call.")
    return DraftSlot(session, SheetDraft, key, place.game.edition, partial(still_open, place.call), absent)


def standing_draft(session: Session, account: Account, game_id: str, now: datetime) -> DraftSlot[StandingDraft]:
    """The asker's draft of standing instructions. Raises NotFound `no-such-game`, Denied `not-your-seat`."""
    game = game_named(session, game_id)
    return standing_draft_at(session, account, game, own_seat(session, game, account, now)[0])


def standing_draft_at(session: Session, account: Account, game: Game, seat: Seat) -> DraftSlot[StandingDraft]:
    """Somebody's draft of standing instructions of a seat."""

    def check_running(_now: datetime) -> None:
        if game.status != "running":
            raise Denied("game-not-running", N_("This game is not running."))

    key = {"seat_id": seat.id, "account_id": account.id}
    absent = N_("You keep no draft of standing instructions.")
    return DraftSlot(session, StandingDraft, key, game.edition, check_running, absent)


def foresee_drafts(session: Session, places: Iterable[tuple[Place, Account]]) -> None:
    """Look at once for the drafts of several people at their places, in a session that remembers."""
    slots = [sheet_draft_at(session, account, place) for place, account in places]
    query = select(SheetDraft).where(
        SheetDraft.call_id.in_({slot.key["call_id"] for slot in slots}),
        SheetDraft.seat_id.in_([slot.key["seat_id"] for slot in slots]),
    )
    rows = {(row.call_id, row.seat_id, row.account_id): row for row in session.scalars(query)}
    for slot in slots:
        slot.foresee(rows.get((slot.key["call_id"], slot.key["seat_id"], slot.key["account_id"])))


def sheet_for(session: Session, account: Account, call_id: str, document: bytes, now: datetime) -> Sheet:
    """A sheet from its JSON, in the words of the game of a call; nothing is checked. Raises NotFound `no-such-call`,
    Denied `not-your-seat`, Unreadable."""
    game = place_of(session, account, call_id, now).game
    return documents.read_sheet(game.edition, document, game.parts)


def forget_drafts(session: Session) -> None:
    """Remove the drafts of calls, and of standing instructions of games, that are over."""
    over = select(OpenedCall.id).where(OpenedCall.status.in_(OVER))
    session.execute(delete(SheetDraft).where(SheetDraft.call_id.in_(over)))
    played = select(Seat.id).join(Game, Game.id == Seat.game_id).where(Game.status.in_(("finished", "cancelled")))
    session.execute(delete(StandingDraft).where(StandingDraft.seat_id.in_(played)))
