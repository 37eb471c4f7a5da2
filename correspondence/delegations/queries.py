"""Who acts for whom in a game, as its readers may know it; telling them that a call waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.games.access import delegate_told, game_named, last_shown, names_told, who_is
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Delegation, Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.read_cache import known_absent
from correspondence.store import settings_of


@dataclass(frozen=True)
class DelegationLine:
    """A right to act for a seat. `name` is empty where it may not be told, and then `from_at` and `until_at` are None:
    somebody's hours tell who they are. `holds`: now; `mine`: for the reader's own seat; `may_end`: by the reader."""

    id: str
    house: str
    name: str
    note: str
    from_at: datetime | None
    until_at: datetime | None
    holds: bool
    mine: bool
    may_end: bool


@dataclass(frozen=True)
class Delegations:
    """The rights of a game that are not over; `may_grant`: the reader has a seat for which somebody could act."""

    game_id: str
    title: str
    edition: str
    lines: tuple[DelegationLine, ...]
    may_grant: bool


def delegations_of(session: Session, game_id: str, account: Account | None, now: datetime) -> Delegations:
    """The rights that hold or will hold, for a reader who may be nobody in particular; NotFound `no-such-game`.

    Everybody who sees the game as it stands sees for which house somebody acts; who it is, until when, and the note
    only where names are told.
    """
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    own = None if who.delegated or who.seat is None else who.seat
    live, told = last_shown(session, game, who) is None, names_told(game, who)
    lines = []
    for row in pending(session, game, now):
        seat = next(one for one in game.seats if one.id == row.seat_id)
        mine = own is not None and seat.id == own.id
        acts = account is not None and row.account_id == account.id
        inside = mine or acts
        if not inside and (row.from_at > now or not live):
            continue
        lines.append(
            DelegationLine(
                id=row.public_id,
                house=seat.house or "",
                name=delegate_told(game, row.account, who, asked=mine),
                note=row.note if inside else "",
                from_at=row.from_at if inside or told else None,
                until_at=row.until_at if inside or told else None,
                holds=row.holds(now),
                mine=mine,
                may_end=inside,
            )
        )
    may_grant = own is not None and own.house is not None and own.kind == "human" and game.status == "running"
    return Delegations(game.public_id, game.title, game.edition, tuple(lines), may_grant)


def pending(session: Session, game: Game, now: datetime) -> list[Delegation]:
    """The rights of a game that hold now or later, by their beginning."""
    if known_absent(session, game.id, "delegations"):
        return []
    query = select(Delegation).where(
        Delegation.game_id == game.id, Delegation.revoked_at.is_(None), Delegation.until_at > now
    )
    return list(session.scalars(query.order_by(Delegation.from_at, Delegation.id)))


@dataclass(frozen=True)
class ActedFor:
    """A running game in which somebody acts for another's seat; `holds`: now, else from `from_at` on."""

    game_id: str
    title: str
    edition: str
    house: str
    from_at: datetime
    until_at: datetime
    holds: bool


def games_acted_for(session: Session, account: Account, now: datetime) -> list[ActedFor]:
    """The running games in which an account acts for somebody's seat now or later, by their beginning."""
    query = (
        select(Delegation, Game, Seat)
        .join(Game, Game.id == Delegation.game_id)
        .join(Seat, Seat.id == Delegation.seat_id)
        .where(Delegation.account_id == account.id, Delegation.revoked_at.is_(None), Delegation.until_at > now)
        .where(Game.status == "running")
    )
    return [
        ActedFor(game.public_id, game.title, game.edition, seat.house or "", row.from_at, row.until_at, row.holds(now))
        for row, game, seat in session.execute(query.order_by(Delegation.from_at, Delegation.id))
    ]


def tell_delegates(session: Session, game: Game, opened: OpenedCall, now: datetime) -> None:
    """Write to everybody who acts at this moment for a seat of the game: a call waits for its house, if it does."""
    asked = set(opened.houses_asked)
    for row in pending(session, game, now):
        seat = next(one for one in game.seats if one.id == row.seat_id)
        if not row.holds(now) or seat.house is None or seat.house not in asked:
            continue
        notify(
            session,
            "delegation-call",
            f"delegation-call:{opened.public_id}:{row.public_id}",
            now,
            game=game,
            seats=(),
            accounts=[row.account],
            values={"house": seat.house, "n": opened.number, "due": opened.due_at, "until": row.until_at},
            link=addresses.sheet(settings_of(session), opened.public_id),
        )
