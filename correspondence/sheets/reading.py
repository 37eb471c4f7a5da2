"""Sheets as they were handed in, and drafts of sheets that are being written."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from typing import Generic, TypeVar

import msgspec
from sqlalchemy import Select, bindparam, delete, exists, func, select
from sqlalchemy.orm import Session, aliased

from adjudicator import documents, games
from adjudicator.engine import MAX_SHEET_BYTES, Refusal, Sheet, Unreadable
from correspondence import overrides as decrees
from correspondence.games.access import find_game, own_seat
from correspondence.input_validation import Denied, NotFound, Superseded
from correspondence.models import (
    Account,
    Game,
    OverrideRow,
    SavedSheet,
    SavedStandingOrders,
    Seat,
    SheetReceipt,
    SheetVersion,
    StandingOrdersVersion,
    Turn,
)
from correspondence.read_cache import prefetch, remembered
from correspondence.receipts import stamp, versions_with_receipts
from correspondence.rows import from_rows, insert_once, locking_query, new_id
from correspondence.turns import Place, place_of, ready_for_turn, still_open
from narration.words import N_

# Calls for which nothing is handed in ever again.
OVER = ("closed", "void")
Fields = Mapping[str, Sequence[str]]
Versions = Container[str] | None
D = TypeVar("D", SavedSheet, SavedStandingOrders)
_fields = msgspec.json.Decoder(dict[str, list[str]])


@dataclass(frozen=True)
class SavedSheetContent:
    """A saved draft as its writer reads it: form fields, sheet as far as understood.
    Also the time of its last change; its `version` is a new id each time it is saved."""

    fields: dict[str, list[str]]
    sheet: Sheet
    changed_at: datetime
    version: str


@dataclass(frozen=True)
class SavedSheetStore(Generic[D]):
    """Store of one person's draft of a sheet or standing orders; only they read it.

    `key`: the columns to look up its row; `check_open` raises Denied when nothing may be saved any more; `absent`: the
    text of NotFound. Drafts are neither checked nor submitted. In all methods `upon` are the versions that may be
    replaced (`""`: none is there; None: any); what the same `page` saved may be too.
    """

    session: Session
    table: type[D]
    key: dict[str, int]
    edition: str
    check_open: Callable[[datetime], None]
    absent: str

    def read(self) -> SavedSheetContent | None:
        """The draft, if there is one."""
        row = self._row()
        if row is None:
            return None
        sheet = documents.stored_sheet(self.edition, row.document)
        return SavedSheetContent(_fields.decode(row.fields), sheet, row.changed_at, _row_version(row))

    def keep(
        self, fields: Fields, sheet: Sheet, now: datetime, upon: Versions = None, page: str = ""
    ) -> SavedSheetContent:
        """Save the form and its sheet as far as understood, replacing the last draft.

        Raises Denied (`turn-closed`, `game-not-running`), Superseded, Unreadable `sheet-too-large`.
        """
        filled = {name: list(values) for name, values in fields.items() if any(value.strip() for value in values)}
        written, document = msgspec.json.encode(filled), documents.encode(sheet)
        if max(len(written), len(document)) > MAX_SHEET_BYTES:
            raise Unreadable(Refusal("sheet-too-large", f"orders have at most {MAX_SHEET_BYTES} bytes"))
        self.check_open(now)
        row = self._lock_row(upon, page)
        if row is None:
            empty = {"fields": b"", "document": b"", "version": "", "page": ""}
            inserted = insert_once(self.session, self.table, **self.key, **empty, changed_at=now)
            # Somebody may have been quicker.
            row = self._lock_row(None if inserted else upon, page)
        if row is None:
            raise NotFound("no-such-draft", self.absent)
        row.fields, row.document, row.changed_at, row.version, row.page = written, document, now, new_id(), page
        return SavedSheetContent(filled, sheet, now, row.version)

    def discard(self, upon: Versions = None, page: str = "") -> None:
        """Throw the draft away; nothing happens if there is none. Raises Superseded."""
        row = self._lock_row(upon, page)
        if row is not None:
            self.session.delete(row)

    def forget(self, upon: Versions, page: str) -> None:
        """Delete the draft if allowed: when submitted, unless another page saved it."""
        row = self._row()
        if row is not None and _replaceable(row, upon, page):
            self.session.delete(row)

    def prefetch(self, row: D | None) -> None:
        """Note the row of the draft beforehand, in a session that remembers."""
        prefetch(self.session, (self.table, *self.key.values()), row)

    def _row(self) -> D | None:
        query = select(self.table).filter_by(**self.key)
        return remembered(self.session, (self.table, *self.key.values()), lambda: self.session.scalar(query))

    def _lock_row(self, upon: Versions, page: str) -> D | None:
        """Lock and return the row of the draft; None if there is none.
        Raises Superseded unless its version is in `upon` or the same `page` saved it."""
        query = locking_query(select(self.table).filter_by(**self.key))
        row = self.session.scalar(query.execution_options(populate_existing=True))
        if not _replaceable(row, upon, page):
            raise Superseded(_row_version(row))
        return row


def _row_version(row: SavedSheet | SavedStandingOrders | None) -> str:
    """Return the version of a saved row: "" if there is none, "0" if it has no id."""
    return "" if row is None else row.version or "0"


def _replaceable(row: SavedSheet | SavedStandingOrders | None, upon: Versions, page: str) -> bool:
    return upon is None or _row_version(row) in upon or (row is not None and row.page == page != "")


def saved_sheet(session: Session, account: Account, turn_id: str, now: datetime) -> SavedSheetStore[SavedSheet]:
    """Return the asker's draft slot. NotFound `no-such-turn`, Denied `not-your-seat`."""
    return saved_sheet_at(session, account, place_of(session, account, turn_id, now))


def saved_sheet_at(session: Session, account: Account, place: Place) -> SavedSheetStore[SavedSheet]:
    """Return the store of an account's saved orders for a turn and seat.
    `place` is the turn with the seat."""
    key = {"turn_id": place.turn.id, "seat_id": place.seat.id, "account_id": account.id}
    absent = N_("You have no saved orders for this turn.")
    return SavedSheetStore(session, SavedSheet, key, place.game.edition, partial(still_open, place.turn), absent)


def saved_standing_orders(
    session: Session, account: Account, game_id: str, now: datetime
) -> SavedSheetStore[SavedStandingOrders]:
    """Return the standing orders' draft slot; `no-such-game`, `not-your-seat`."""
    game = find_game(session, game_id)
    return saved_standing_orders_at(session, account, game, own_seat(session, game, account, now)[0])


def saved_standing_orders_at(
    session: Session, account: Account, game: Game, seat: Seat
) -> SavedSheetStore[SavedStandingOrders]:
    """Return the store of an account's saved standing orders for a seat."""

    def check_running(_now: datetime) -> None:
        if game.status != "running":
            raise Denied("game-not-running", "This game is not running.")

    key = {"seat_id": seat.id, "account_id": account.id}
    absent = N_("You have no saved standing orders.")
    return SavedSheetStore(session, SavedStandingOrders, key, game.edition, check_running, absent)


def prefetch_saved_sheets(session: Session, places: Iterable[tuple[Place, Account]]) -> None:
    """Read beforehand several people's drafts, in a session that caches."""
    slots = [saved_sheet_at(session, account, place) for place, account in places]
    query = select(SavedSheet).where(
        SavedSheet.turn_id.in_({slot.key["turn_id"] for slot in slots}),
        SavedSheet.seat_id.in_([slot.key["seat_id"] for slot in slots]),
    )
    rows = {(row.turn_id, row.seat_id, row.account_id): row for row in session.scalars(query)}
    for slot in slots:
        slot.prefetch(rows.get((slot.key["turn_id"], slot.key["seat_id"], slot.key["account_id"])))


def sheet_for(session: Session, account: Account, turn_id: str, document: bytes, now: datetime) -> Sheet:
    """Parse a sheet from JSON in the words of a turn's game, without checking it.
    Raises NotFound `no-such-turn`, Denied `not-your-seat`, Unreadable."""
    game = place_of(session, account, turn_id, now).game
    return documents.read_sheet(game.edition, document, game.parts)


def left_over_sheet(session: Session, account: Account, place: Place) -> SavedSheetContent | None:
    """Return what an account wrote for the turn before this one and did not submit.
    None also if it was of another kind or round, or older than the version that counted."""
    turn = place.turn
    before = session.scalar(
        select(Turn).filter_by(game_id=turn.game_id, status="closed").order_by(Turn.number.desc()).limit(1)
    )
    if before is None or (before.round != turn.round and _kind(before.window) != _kind(turn.window)):
        return None
    draft = saved_sheet_at(session, account, replace(place, turn=before)).read()
    used = latest_sheet(session, before, place.seat)
    return draft if draft is not None and (used is None or used.accepted_at < draft.changed_at) else None


def _kind(window: str) -> str:
    """Return a window without its round: `planning` of `r2-planning`."""
    return window.partition("-")[2]


def delete_old_saved_sheets(session: Session) -> None:
    """Delete drafts of turns before the last closed one, and of games that are over.
    What was written for the last closed turn is offered for the next one."""
    later = aliased(Turn)
    newer = exists().where(later.game_id == Turn.game_id, later.number > Turn.number, later.status == "closed")
    over = select(Turn.id).where(Turn.status.in_(OVER), newer | (Turn.status == "void"))
    session.execute(delete(SavedSheet).where(SavedSheet.turn_id.in_(over)))
    ended = select(Turn.id).join(Game).where(Game.status.in_(("finished", "cancelled")))
    session.execute(delete(SavedSheet).where(SavedSheet.turn_id.in_(ended)))
    played = select(Seat.id).join(Game).where(Game.status.in_(("finished", "cancelled")))
    session.execute(delete(SavedStandingOrders).where(SavedStandingOrders.seat_id.in_(played)))


_warnings = msgspec.json.Decoder(tuple[Refusal, ...])
# How a version came in, for the seat's player who brought it.
_BY_YOU = {
    "site": N_("by you, on the site"),
    "api": N_("by you, through a program"),
    "mail": N_("by you, by email"),
    "edict": N_("by the game master (override)"),
    "": N_("in an unknown way"),
}
_BY_DEPUTY, _BY_PLAYER = N_("by the deputy of the house"), N_("by the player of the house")


@dataclass(frozen=True)
class Proof:
    """A version's signed receipt as its player gets it: proof of the sheet submitted.
    `id`, what `commitment` hides and the `salt` that opens it, `digest` in the game's chain, signature, public key.
    The place in the chain is told only when the turn is over: it says how many sheets are in."""

    id: str
    at: str
    salt: str
    commitment: str
    digest: str
    key: str
    signature: str

    @property
    def chain(self) -> str:
        """The digest's beginning: readable, yet too long to find a colliding sheet."""
        return self.digest[:32]

    @property
    def mark(self) -> str:
        """How the signature begins."""
        return self.signature[:16]


@dataclass(frozen=True)
class Receipt:
    """An accepted order sheet, as it was understood: version, time, content, warnings.

    `digest` is the SHA-256 of `document`, the stored sheet. `ready`: the seat is ready in the turn (never for standing
    orders). `proof` is None for standing orders, for sheets from before receipts existed, and where it is not shown.
    """

    number: int
    accepted_at: datetime
    sheet: Sheet
    warnings: tuple[Refusal, ...]
    digest: str
    document: bytes
    ready: bool = False
    proof: Proof | None = None
    # How it came in, as `SheetVersion` says it.
    via: str = ""
    deputy: bool = False
    # It was written in a form of an earlier release, and is read as what comes nearest.
    translated: bool = False


def submitter_text(version: Receipt, *, player: bool) -> str:
    """Say who submitted a version and how, for the `player` or for their deputy."""
    if version.via in ("", "edict"):
        return _BY_YOU[version.via]
    if version.deputy:
        return _BY_DEPUTY
    return _BY_YOU[version.via] if player else _BY_PLAYER


@dataclass(frozen=True)
class HouseSheetVersion:
    """A version that counts, whose it is, and the number of its turn."""

    house: str
    turn_number: int
    version: SheetVersion


def proof_of(row: SheetReceipt) -> Proof:
    """Return the proof that a player gets of a signed receipt."""
    return from_rows(Proof, row, id=row.public_id, at=stamp(row.accepted_at))


def as_receipt(
    version: SheetVersion | StandingOrdersVersion, edition: str, ready: bool = False, signed: SheetReceipt | None = None
) -> Receipt:
    """Return the receipt of a version in this edition, with proof if signed."""
    return from_rows(
        Receipt,
        version,
        sheet=documents.stored_sheet(edition, version.document),
        warnings=_warnings.decode(version.warnings),
        ready=ready,
        proof=proof_of(signed) if signed is not None else None,
        translated=documents.is_translated(edition, version.document),
    )


def latest_sheet(session: Session, turn: Turn, seat: Seat) -> Receipt | None:
    """The version that counts, if there is one."""
    version = _latest(session, turn, seat)
    return as_receipt(version, seat.game.edition) if version else None


def latest_number(session: Session, turn: Turn, seat: Seat) -> int:
    """The number of the version that counts, 0 if there is none."""
    version = _latest(session, turn, seat)
    return version.number if version else 0


def _latest(session: Session, turn: Turn, seat: Seat) -> SheetVersion | None:
    def find() -> SheetVersion | None:
        query = select(SheetVersion).filter_by(turn_id=turn.id, seat_id=seat.id)
        return session.scalar(query.order_by(SheetVersion.number.desc()).limit(1))

    return remembered(session, ("latest sheet", turn.id, seat.id), find)


def sheets_in_round(session: Session, turn: Turn, seat: Seat | None = None) -> list[HouseSheetVersion]:
    """Return the sheet versions that count in this round so far, in order of turns.
    Of one seat, or (None) of all. Those of turns that were rolled back do not count."""

    def find() -> list[HouseSheetVersion]:
        seats = [seat] if seat is not None else turn.game.seats
        return _house_sheet_versions(
            session.execute(_round_sheets_query(), {"turns": [turn.id], "seats": [row.id for row in seats]})
        )

    return find() if seat is None else remembered(session, ("sheets", turn.id, seat.id), find)


def _house_sheet_versions(rows: Iterable[tuple[str | None, int, SheetVersion]]) -> list[HouseSheetVersion]:
    return [HouseSheetVersion(house, number, version) for house, number, version in rows if house is not None]


def prefetch_sheets(session: Session, places: Iterable[tuple[Turn, Seat]]) -> None:
    """Read beforehand seats' sheets for unfinished turns and earlier in the round.
    And their standing orders; in a session that caches."""
    by_seat = {seat.id: (turn, seat) for turn, seat in places}
    turns = {turn.id for turn, _ in by_seat.values()}
    rows_by_seat: dict[int, list[tuple[str | None, int, SheetVersion]]] = {}
    for house, number, version in session.execute(
        _round_sheets_query(), {"turns": list(turns), "seats": list(by_seat)}
    ):
        rows_by_seat.setdefault(version.seat_id, []).append((house, number, version))
    last = select(func.max(StandingOrdersVersion.id)).where(StandingOrdersVersion.seat_id.in_(by_seat))
    standing = select(StandingOrdersVersion).where(
        StandingOrdersVersion.id.in_(last.group_by(StandingOrdersVersion.seat_id))
    )
    standing_by_seat = {version.seat_id: version for version in session.scalars(standing)}
    for key, (turn, _) in by_seat.items():
        sheets = _house_sheet_versions(rows_by_seat.get(key, ()))
        newest = next((sheet.version for sheet in sheets if sheet.turn_number == turn.number), None)
        prefetch(session, ("sheets", turn.id, key), sheets)
        prefetch(session, ("latest sheet", turn.id, key), newest)
        prefetch(session, ("standing", key), standing_by_seat.get(key))


@cache
def _round_sheets_query() -> Select[str | None, int, SheetVersion]:
    """Return the query for the last sheet versions of a round so far, built once.
    It has the bind parameters `turns` and `seats` and leaves out void turns."""
    opened, earlier = aliased(Turn), aliased(Turn)
    last = (
        select(func.max(SheetVersion.id))
        .join(earlier, earlier.id == SheetVersion.turn_id)
        .join(opened, (opened.game_id == earlier.game_id) & (opened.round == earlier.round))
        .where(opened.id.in_(bindparam("turns", expanding=True)))
        .where(SheetVersion.seat_id.in_(bindparam("seats", expanding=True)))
        .where(earlier.number <= opened.number, earlier.status != "void")
        .group_by(SheetVersion.turn_id, SheetVersion.seat_id)
    )
    return (
        select(Seat.house, Turn.number, SheetVersion)
        .join(SheetVersion, SheetVersion.seat_id == Seat.id)
        .join(Turn)
        .where(SheetVersion.id.in_(last))
        .order_by(Turn.number, Seat.id)
    )


def own_sheets(session: Session, turn: Turn, seat: Seat) -> tuple[Receipt | None, Sheet | None]:
    """Return a seat's version for a turn, and what it wrote earlier in the round.
    The latter counts wherever nothing replaces it; None: nothing."""
    edition, rules = seat.game.edition, games.of_edition(seat.game.edition)
    latest: Receipt | None = None
    carried: Sheet | None = None
    for written in sheets_in_round(session, turn, seat):
        if written.turn_number == turn.number:
            latest = as_receipt(written.version, edition)
        else:
            earlier = rules.empty_sheet if carried is None else carried
            carried = rules.overlay(earlier, documents.stored_sheet(edition, written.version.document))
    if turn.status == "void":
        # What was written for a turn that was taken back counts no more, and can still be read.
        latest = latest_sheet(session, turn, seat)
    return latest, carried


def offered_sheet(session: Session, turn: Turn, seat: Seat) -> Sheet | None:
    """Return a seat's former sheet for the turn rolled back to, if this continues it."""
    query = select(OverrideRow).filter_by(game_id=turn.game_id, kind="roll-back", status="applied")
    for row in session.scalars(query.order_by(OverrideRow.number.desc())):
        decree = decrees.decode(row.document, seat.game.edition).decree
        if isinstance(decree, decrees.WentBack) and decree.opened == turn.number and row.turn_id is not None:
            target = session.get_one(Turn, row.turn_id)
            former_receipt = latest_sheet(session, target, seat)
            return former_receipt.sheet if former_receipt else offered_sheet(session, target, seat)
    return None


def latest_standing_orders(session: Session, seat: Seat) -> Receipt | None:
    """The standing orders in force, if there are any."""

    def find() -> StandingOrdersVersion | None:
        query = select(StandingOrdersVersion).filter_by(seat_id=seat.id)
        return session.scalar(query.order_by(StandingOrdersVersion.number.desc()).limit(1))

    version = remembered(session, ("standing", seat.id), find)
    return as_receipt(version, seat.game.edition) if version else None


def sheet_of(session: Session, account: Account, turn_id: str, now: datetime) -> Receipt | None:
    """Return the asker's last sheet; NotFound `no-such-turn`, Denied `not-your-seat`."""
    place = place_of(session, account, turn_id, now)
    row = session.execute(versions_with_receipts(place.turn.id, place.seat.id).limit(1)).first()
    return as_receipt(row[0], place.game.edition, signed=row[1]) if row is not None else None


def versions_of(session: Session, account: Account, turn_id: str, now: datetime) -> list[Receipt]:
    """Return all versions of the asker's sheet, newest first.
    Raises NotFound `no-such-turn`, Denied `not-your-seat`."""
    place = place_of(session, account, turn_id, now)
    versions = session.execute(versions_with_receipts(place.turn.id, place.seat.id))
    return [as_receipt(version, place.game.edition, signed=signed) for version, signed in versions]


def receipt(session: Session, account: Account, turn_id: str, number: int, now: datetime) -> Receipt:
    """Return one version. Raises as `sheet_of`, and NotFound `no-such-sheet`."""
    place = place_of(session, account, turn_id, now)
    row = session.execute(
        versions_with_receipts(place.turn.id, place.seat.id).where(SheetVersion.number == number)
    ).first()
    if row is None:
        raise NotFound("no-such-sheet", "There is no such version of your orders.")
    ready_houses = ready_for_turn(session, place.turn)
    return as_receipt(row[0], place.game.edition, place.house in ready_houses, row[1])


def own_standing_orders(session: Session, account: Account, game_id: str, now: datetime) -> Receipt | None:
    """Return the asker's standing orders; `no-such-game`, `not-your-seat`."""
    seat, _ = own_seat(session, find_game(session, game_id), account, now)
    return latest_standing_orders(session, seat)
