"""Reading what came in: claimed in batches, those of one address in their order.

A mail's claim is counted before anything of it is read, so that one that kills whoever reads it is set aside in the
end, and costs the others of its batch one attempt at most. What a mail does, the answer to it and its own state are one
commit: done twice or half is nothing.

Mails that only hand in sheets or say who is ready are carried out together: what they need of the database is asked
once for all of them, and what they bring is one commit. A mail takes 12 ms so, and 29 alone (`tests.bench.mails
--whole`). Whatever is out of the ordinary about one is left to be carried out alone, and where anything is refused or
goes wrong nothing of any of them is done.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from sqlalchemy import Select, select
from sqlalchemy.orm import Session, aliased, defer

from correspondence.incoming_mail.handling import (
    TOLD,
    Clock,
    ParsedMail,
    Seated,
    carry_out_alone,
    finish,
    foresee_seats,
    handle,
    understood,
)
from correspondence.incoming_mail.requests import MailRequest
from correspondence.models import COLLECTING, UNFINISHED, CurrentPosition, Game, IncomingMail, Seat, Turn
from correspondence.read_cache import remember
from correspondence.receipts import ends, prefetch_ends
from correspondence.rows import count_of, locking_query
from correspondence.settings import Settings
from correspondence.sheets.reading import latest_number, prefetch_saved_sheets, prefetch_sheets
from correspondence.store import AWAY, Store, is_away
from correspondence.turns import Place, prefetch_readiness, prefetch_turns

# Larger ones are read alone, so that several do not fill the memory.
MAX_BYTES = 256 * 1024


@dataclass(frozen=True)
class Plain:
    """A mail that can go in a batch; `upon` is the version number its text builds on."""

    key: int
    seated: Seated
    wanted: MailRequest
    turn_key: int
    upon: int


def handle_together(store: Store, keys: Sequence[int], now_fn: Clock) -> tuple[set[int], dict[int, ParsedMail]]:
    """Read claimed mails, each for another seat, and carry out those that can batch.
    Returns the keys of these, and the mails of which nothing can be done, by key. The rest must be read again: what
    it builds upon may change before its turn comes."""
    with store.read() as session:
        mails, plain = _parse_mails(session, store.settings, keys, now_fn())
    done: set[int] = set()
    if plain:
        with store.begin() as session:
            done = _carry_out(session, plain, now_fn())
    return done, {mail.key: mail for mail in mails if not isinstance(mail.wanted, MailRequest)}


def _parse_mails(
    session: Session, settings: Settings, keys: Sequence[int], now: datetime
) -> tuple[list[ParsedMail], list[Plain]]:
    """Parse stored mails; also return those that are simple enough for a batch.
    Such a mail holds only orders or readiness for the open turn, surely by its player."""
    rows = session.scalars(
        select(IncomingMail)
        .where(IncomingMail.id.in_(keys), IncomingMail.state == "stored", IncomingMail.size <= MAX_BYTES)
        .order_by(IncomingMail.id)
    ).all()
    game_rows = _foresee(session, {row.for_seat for row in rows if row.for_seat}, now)
    mails = [understood(session, settings, row, now) for row in rows]
    turns = {turn.id: turn for turn in game_rows.turns}
    plain = []
    for mail in mails:
        seated, intent = mail.seated, mail.wanted
        if seated is None or seated.turn_key is None or not isinstance(intent, MailRequest):
            continue
        # Nothing but a sheet for the open turn or readiness is meant, by its player for certain.
        beside = intent.commands or intent.trial is not None or intent.request.standing is not None
        if seated.trusted and not seated.late and not mail.too_many and not beside and intent.request.about_turn:
            seat = session.get_one(Seat, seated.seat_key)
            upon = latest_number(session, turns[seated.turn_key], seat)
            plain.append(Plain(mail.key, seated, intent, seated.turn_key, upon))
    return mails, plain


@dataclass(frozen=True)
class _PrefetchedRows:
    """Rows that the session knows while somebody holds them."""

    games: Sequence[Game]
    turns: Sequence[Turn]
    positions: Sequence[CurrentPosition]


def _foresee(session: Session, seat_ids: Iterable[str], now: datetime) -> _PrefetchedRows:
    """Look at once for all that reading mails for these seats asks for."""
    ids = set(seat_ids)
    named = select(Seat.game_id).where(Seat.public_id.in_(ids))
    games = session.scalars(select(Game).where(Game.id.in_(named))).all()
    keys = [game.id for game in games]
    open_now = select(Turn).where(Turn.game_id.in_(keys), Turn.status.in_(UNFINISHED))
    turns = session.scalars(open_now.order_by(Turn.number)).all()
    seats = [seat for game in games for seat in game.seats if seat.public_id in ids]
    foresee_seats(session, seats, now)
    prefetch_turns(session, games, turns, locked=False)
    by_game = {turn.game_id: turn for turn in turns}
    prefetch_sheets(session, [(by_game[seat.game_id], seat) for seat in seats if seat.game_id in by_game])
    return _PrefetchedRows(games, turns, _positions(session, keys))


def _positions(session: Session, games: Iterable[int]) -> Sequence[CurrentPosition]:
    return session.scalars(select(CurrentPosition).where(CurrentPosition.game_id.in_(list(games)))).all()


def _carry_out(session: Session, plain: Sequence[Plain], now: datetime) -> set[int]:
    """Carry out these mails; return the keys of those done (others changed since).

    Mails are locked before turns, and turns in the order of their keys, to avoid deadlocks.
    """
    stored = select(IncomingMail).where(IncomingMail.id.in_([mail.key for mail in plain])).filter_by(state="stored")
    rows = {
        row.id: row
        for row in session.scalars(stored.order_by(IncomingMail.id).with_for_update().options(defer(IncomingMail.raw)))
    }
    open_now = select(Turn).where(Turn.id.in_({mail.turn_key for mail in plain}), Turn.status.in_(COLLECTING))
    turns = {turn.id: turn for turn in session.scalars(locking_query(open_now.order_by(Turn.id)))}
    # Read after the locks are had: who waited for them finds what happened meanwhile.
    games = session.scalars(select(Game).where(Game.id.in_({turn.game_id for turn in turns.values()}))).all()
    rows_held = _PrefetchedRows(games, list(turns.values()), _positions(session, [game.id for game in games]))
    remember(session)
    prefetch_turns(session, rows_held.games, rows_held.turns, locked=True)
    prefetch_ends(session, rows_held.turns)
    prefetch_readiness(session, rows_held.turns)
    seats = {seat.id: seat for game in games for seat in game.seats}
    ready = [mail for mail in plain if mail.key in rows and mail.turn_key in turns and mail.seated.seat_key in seats]
    seated = [(turns[mail.turn_key], seats[mail.seated.seat_key]) for mail in ready]
    places = [Place(turn, seat.game, seat, seat.house or "") for turn, seat in seated]
    prefetch_saved_sheets(session, [(place, mail.seated.account) for place, mail in zip(places, ready, strict=True)])
    done = set()
    for place, mail in zip(places, ready, strict=True):
        # Whoever was thought to be away is welcomed back, which is told to others.
        if place.seat.offered_at is None and ends(session, place.turn, place.seat).version == mail.upon:
            finish(session, rows[mail.key], mail.seated, mail.wanted, now)
            done.add(mail.key)
    return done


log = structlog.get_logger(__name__)

# A reader that died lets its mails go after this.
CLAIM = timedelta(minutes=2)
MAX_ATTEMPTS = 3
BATCH = 20
# No batch is begun after this; all of it ends well within a task's time.
SECONDS = 12.0
MAX_TROUBLE_LENGTH = 4000


class Claimed(NamedTuple):
    """A mail to read now, and the public id of its seat (empty: none)."""

    key: int
    for_seat: str


def work_off(store: Store, now_fn: Clock) -> tuple[int, bool]:
    """Read waiting mails until none or no time is left; the count, and whether more."""
    begun, read = now_fn(), 0
    while True:
        claimed = _claim(store, now_fn())
        if not claimed:
            return read, False
        done, hopeless = _read_together(store, claimed, now_fn)
        read += len(done)
        for claim in claimed:
            if claim.key not in done:
                read += _read(store, claim.key, now_fn, hopeless.get(claim.key))
        if (now_fn() - begun).total_seconds() >= SECONDS:
            return read, True


def unread_mail_count(session: Session) -> int:
    """Return how many mails are stored and not read yet."""
    return count_of(session, IncomingMail, IncomingMail.state == "stored")


def _claim(store: Store, now: datetime) -> list[Claimed]:
    """Claim mails to read: each address's oldest; several untried, or one retried."""
    earlier = aliased(IncomingMail)
    older = select(earlier.id).where(
        earlier.recipient == IncomingMail.recipient,
        # The bare address is everybody's: none of its mails holds up another's.
        earlier.for_seat != "",
        earlier.state == "stored",
        earlier.id < IncomingMail.id,
    )
    due = (
        select(IncomingMail)
        .where(IncomingMail.state == "stored", IncomingMail.next_attempt_at <= now, ~older.exists())
        .order_by(IncomingMail.id)
        .options(defer(IncomingMail.raw))
    )
    with store.begin() as session:
        mails = _lock_mails(session, due.where(IncomingMail.attempts == 0).limit(BATCH))
        mails = mails or _lock_mails(session, due.where(IncomingMail.attempts > 0).limit(1))
        for mail in mails:
            mail.attempts += 1
            mail.next_attempt_at = now + CLAIM
            if mail.attempts > MAX_ATTEMPTS:
                _quarantine(mail, mail.trouble or "whoever read this mail died each time", now)
        return [Claimed(mail.id, mail.for_seat) for mail in mails if mail.state == "stored"]


def _lock_mails(session: Session, query: Select[IncomingMail]) -> list[IncomingMail]:
    """Lock and return the mails of a query, skipping those that others hold."""
    return list(session.scalars(query.with_for_update(skip_locked=True)))


def _read_together(store: Store, claimed: list[Claimed], now_fn: Clock) -> tuple[set[int], dict[int, ParsedMail]]:
    """Read the first mail for each seat, and carry out in one batch what can be.
    Returns the keys of these, and the mails that were read and of which nothing can be done."""
    first: dict[str, int] = {}
    for claim in claimed:
        # A seat's mails may come to several addresses; they are still done in their order.
        first.setdefault(claim.for_seat or f"mail {claim.key}", claim.key)
    try:
        return handle_together(store, list(first.values()), now_fn)
    except TOLD:
        # One of them is refused; alone each is told why.
        return set(), {}
    except Exception:
        # Nothing of any was done; alone each shows whether it is to blame.
        log.warning("mails could not be read together", mails=list(first.values()), exc_info=True)
        return set(), {}


def _read(store: Store, key: int, now_fn: Clock, parsed_mail: ParsedMail | None) -> int:
    """Read a mail unless already read, and carry it out alone; 1 if it had an effect."""
    try:
        if parsed_mail is None:
            handle(store, key, now_fn)
        else:
            carry_out_alone(store, parsed_mail, now_fn)
    except AWAY as fault:
        if is_away(fault):
            raise
        _note(store, key, fault, now_fn)
    except Exception as fault:  # noqa: BLE001  one mail that cannot be read must not hold up the others
        _note(store, key, fault, now_fn)
        return 0
    return 1


def _note(store: Store, key: int, fault: Exception, now_fn: Clock) -> None:
    """Keep why a mail could not be read; after some attempts it is set aside."""
    log.exception("a mail could not be read", mail=key, exc_info=fault)
    with store.begin() as session:
        mail = session.get_one(IncomingMail, key, with_for_update=True)
        trouble = "".join(traceback.format_exception(fault))[-MAX_TROUBLE_LENGTH:]
        mail.trouble = trouble
        if mail.attempts >= MAX_ATTEMPTS and mail.state == "stored":
            _quarantine(mail, trouble, now_fn())


def _quarantine(mail: IncomingMail, trouble: str, now: datetime) -> None:
    mail.state, mail.reason, mail.trouble = "failed", "program", trouble
    mail.next_attempt_at, mail.read_at = None, now
