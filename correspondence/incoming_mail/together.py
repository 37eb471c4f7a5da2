"""Mails that only hand in sheets or say who is ready, read and carried out several at a time.

What they need of the database is asked once for all of them, and what they bring is one commit: each is done wholly,
once, or not at all. Whatever is out of the ordinary about one is left to be carried out alone, and where anything is
refused or goes wrong nothing of any of them is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, defer

from correspondence.calls import Place, foresee_calls, foresee_readiness
from correspondence.incoming_mail.handling import Clock, Seated, Understood, finish, foresee_seats, understood
from correspondence.incoming_mail.requests import Wanted
from correspondence.models.archive import CurrentPosition
from correspondence.models.calls import COLLECTING, UNFINISHED, OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.mail import IncomingMail
from correspondence.read_cache import remember
from correspondence.receipts import ends, foresee_ends
from correspondence.row_locks import held
from correspondence.settings import Settings
from correspondence.sheets.reading import foresee_drafts, foresee_sheets, latest_number
from correspondence.store import Store

# Larger ones are read alone, so that several do not fill the memory.
LARGEST = 256 * 1024


@dataclass(frozen=True)
class Plain:
    """A mail that can be carried out with others: `upon` is the number of the version that its text builds upon."""

    key: int
    seated: Seated
    wanted: Wanted
    call_key: int
    upon: int


def handle_together(store: Store, keys: Sequence[int], now_fn: Clock) -> tuple[set[int], dict[int, Understood]]:
    """Read mails that are claimed, each for another seat, and carry out those that can be carried out together: the
    keys of these, and those among the others of which nothing can be done. The rest is to be read once more: what it
    builds upon may change before its turn comes."""
    with store.read() as session:
        found, plain = _understood(session, store.settings, keys, now_fn())
    done: set[int] = set()
    if plain:
        with store.begin() as session:
            done = _carry_out(session, plain, now_fn())
    return done, {one.key: one for one in found if not isinstance(one.wanted, Wanted)}


def _understood(
    session: Session, settings: Settings, keys: Sequence[int], now: datetime
) -> tuple[list[Understood], list[Plain]]:
    rows = session.scalars(
        select(IncomingMail)
        .where(IncomingMail.id.in_(keys), IncomingMail.state == "stored", IncomingMail.size <= LARGEST)
        .order_by(IncomingMail.id)
    ).all()
    held = _foresee(session, {row.for_seat for row in rows if row.for_seat}, now)
    found = [understood(session, settings, row, now) for row in rows]
    calls = {call.id: call for call in held.calls}
    plain = []
    for one in found:
        seated, wanted = one.seated, one.wanted
        if seated is not None and seated.call_key is not None and isinstance(wanted, Wanted) and _is_plain(one, wanted):
            seat = session.get_one(Seat, seated.seat_key)
            upon = latest_number(session, calls[seated.call_key], seat)
            plain.append(Plain(one.key, seated, wanted, seated.call_key, upon))
    return found, plain


def _is_plain(one: Understood, wanted: Wanted) -> bool:
    """Whether nothing but a sheet for the open call or readiness is meant, by its player for certain."""
    beside = wanted.commands or wanted.trial is not None or wanted.request.standing is not None
    late = one.seated is None or one.seated.late
    return one.trusted and not one.too_many and not late and not beside and wanted.request.about_call


@dataclass(frozen=True)
class _Held:
    """Rows that the session knows while somebody holds them."""

    games: Sequence[Game]
    calls: Sequence[OpenedCall]
    positions: Sequence[CurrentPosition]


def _foresee(session: Session, seat_ids: Iterable[str], now: datetime) -> _Held:
    """Look at once for all that reading mails for these seats asks for."""
    ids = set(seat_ids)
    named = select(Seat.game_id).where(Seat.public_id.in_(ids))
    games = session.scalars(select(Game).where(Game.id.in_(named))).all()
    keys = [game.id for game in games]
    open_now = select(OpenedCall).where(OpenedCall.game_id.in_(keys), OpenedCall.status.in_(UNFINISHED))
    calls = session.scalars(open_now.order_by(OpenedCall.number)).all()
    seats = [seat for game in games for seat in game.seats if seat.public_id in ids]
    foresee_seats(session, seats, now)
    foresee_calls(session, games, calls, locked=False)
    by_game = {call.game_id: call for call in calls}
    foresee_sheets(session, [(by_game[seat.game_id], seat) for seat in seats if seat.game_id in by_game])
    return _Held(games, calls, _positions(session, keys))


def _positions(session: Session, games: Iterable[int]) -> Sequence[CurrentPosition]:
    return session.scalars(select(CurrentPosition).where(CurrentPosition.game_id.in_(list(games)))).all()


def _carry_out(session: Session, plain: Sequence[Plain], now: datetime) -> set[int]:
    """Do all that these mails say; the keys of those that were done. Others have changed meanwhile.

    Mails are locked before calls, and these in the order of their keys, so that two readers never wait for each other.
    """
    stored = select(IncomingMail).where(IncomingMail.id.in_([one.key for one in plain]), IncomingMail.state == "stored")
    rows = {
        row.id: row
        for row in session.scalars(stored.order_by(IncomingMail.id).with_for_update().options(defer(IncomingMail.raw)))
    }
    open_now = select(OpenedCall).where(
        OpenedCall.id.in_({one.call_key for one in plain}), OpenedCall.status.in_(COLLECTING)
    )
    calls = {call.id: call for call in session.scalars(held(open_now.order_by(OpenedCall.id)))}
    # Read after the locks are had: who waited for them finds what happened meanwhile.
    games = session.scalars(select(Game).where(Game.id.in_({call.game_id for call in calls.values()}))).all()
    rows_held = _Held(games, list(calls.values()), _positions(session, [game.id for game in games]))
    remember(session)
    foresee_calls(session, rows_held.games, rows_held.calls, locked=True)
    foresee_ends(session, rows_held.calls)
    foresee_readiness(session, rows_held.calls)
    seats = {seat.id: seat for game in games for seat in game.seats}
    ready = [one for one in plain if one.key in rows and one.call_key in calls and one.seated.seat_key in seats]
    places = [_place(calls[one.call_key], seats[one.seated.seat_key]) for one in ready]
    foresee_drafts(session, [(place, one.seated.account) for place, one in zip(places, ready, strict=True)])
    done = set()
    for place, one in zip(places, ready, strict=True):
        # Whoever was thought to be away is welcomed back, which is told to others.
        if place.seat.offered_at is None and ends(session, place.call, place.seat).version == one.upon:
            finish(session, rows[one.key], one.seated, one.wanted, now, trusted=True)
            done.add(one.key)
    return done


def _place(call: OpenedCall, seat: Seat) -> Place:
    return Place(call, seat.game, seat, seat.house or "")
