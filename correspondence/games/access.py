"""Finding games and seats, with or without a lock, and who may do what with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import CompoundSelect, bindparam, select, union
from sqlalchemy.orm import Session, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from correspondence.errors import Denied, NotFound
from correspondence.models.accounts import Account
from correspondence.models.games import Delegation, Game, GameMaster, Seat, SeatHolder
from correspondence.prefetched import known_absent
from correspondence.read_cache import remembered
from correspondence.row_locks import held
from narration.words import N_

NO_GAME = N_("There is no such game.")
# What nearly every request asks is put together once: that takes as long as to ask it.
_GAME = select(Game).where(Game.public_id == bindparam("game"))
_LOCKED_GAME = held(_GAME).execution_options(populate_existing=True)
_MASTERS = (
    select(GameMaster)
    .where(GameMaster.game_id == bindparam("game"), GameMaster.until.is_(None))
    .order_by(GameMaster.id)
)
_HELD = (
    select(SeatHolder.id)
    .where(SeatHolder.game_id == bindparam("game"), SeatHolder.account_id == bindparam("account"))
    .limit(1)
)
_ACTED = (
    select(Delegation.id)
    .where(Delegation.game_id == bindparam("game"), Delegation.account_id == bindparam("account"))
    .limit(1)
)
_ACTS = select(Delegation).where(
    Delegation.game_id == bindparam("game"),
    Delegation.account_id == bindparam("account"),
    Delegation.revoked_at.is_(None),
)


@dataclass(frozen=True)
class Who:
    """What somebody is in a game.

    `seat` is the one they act for, their own or (`delegated`) another's; `gm`: they master the game; `playing`: they
    hold, held, or act for a seat of it, so they may know nothing that a player does not. `host`: they run the service.
    """

    account: Account | None
    seat: Seat | None = None
    delegated: bool = False
    gm: bool = False
    playing: bool = False
    host: bool = False

    @property
    def house(self) -> str | None:
        """The house they act for, if it is dealt."""
        return self.seat.house if self.seat else None

    @property
    def sees_all(self) -> bool:
        """Whether they may look at what players may not see: a master of the game who does not play it."""
        return self.gm and not self.playing


def who_is(session: Session, game: Game, account: Account | None, now: datetime) -> Who:
    """What an account (None: somebody unknown) is in a game at this moment."""
    if account is None:
        return Who(None)
    return remembered(session, ("who", game.id, account.id, now), lambda: _who_is(session, game, account, now))


def _who_is(session: Session, game: Game, account: Account, now: datetime) -> Who:
    own, seat = seat_in(game, account), seat_acted_for(session, game, account, now)
    return Who(
        account=account,
        seat=seat,
        delegated=seat is not None and own is None,
        gm=masters(session, game, account),
        playing=own is not None or held_before(session, game, account) or acted_before(session, game, account),
        host=account.host,
    )


def masters(session: Session, game: Game, account: Account) -> bool:
    """Whether an account masters a game now."""
    return any(row.account_id == account.id for row in masters_of(session, game))


def masters_of(session: Session, game: Game) -> list[GameMaster]:
    """The masters of a game who accepted, in the order in which they came."""
    return [row for row in masters_or_asked(session, game) if row.accepted_at is not None]


def masters_or_asked(session: Session, game: Game) -> Sequence[GameMaster]:
    """The masters of a game and who was asked to be one, in the order in which they came."""
    return remembered(session, ("masters", game.id), lambda: session.scalars(_MASTERS, {"game": game.id}).all())


def held_before(session: Session, game: Game, account: Account) -> bool:
    """Whether an account ever held a seat of a game that had begun."""
    key, asked = ("held before", game.id, account.id), {"game": game.id, "account": account.id}
    return remembered(session, key, lambda: session.scalar(_HELD, asked) is not None)


def acted_before(session: Session, game: Game, account: Account) -> bool:
    """Whether an account ever had the right to act for somebody else's seat of a game, used or not."""
    return session.scalar(_ACTED, {"game": game.id, "account": account.id}) is not None


def game_named(session: Session, game_id: str, *, lock: bool = False) -> Game:
    """The game with this public id; NotFound `no-such-game`. Locked: nobody else changes it until the commit."""
    game = remembered(session, ("game", game_id, lock), lambda: _named(session, game_id, lock=lock))
    if game is None:
        raise NotFound("no-such-game", NO_GAME)
    return game


def _named(session: Session, game_id: str, *, lock: bool) -> Game | None:
    return session.scalar(_LOCKED_GAME if lock else _GAME, {"game": game_id})


def keep(session: Session, game: Game) -> Game:
    """Let a game that was found by something of it be the one that is found by its name, in a session that reads."""
    return remembered(session, ("game", game.public_id, False), lambda: game)


def seats_alone() -> ORMOption:
    """For a list of games that says how many sit at each, not who: their seats are read without the accounts."""
    return selectinload(Game.seats).lazyload(Seat.account)


def seat_in(game: Game, account: Account | None) -> Seat | None:
    """The seat of an account at a game, if it has one."""
    if account is None:
        return None
    return next((seat for seat in game.seats if seat.account_id == account.id), None)


def seat_acted_for(session: Session, game: Game, account: Account | None, now: datetime) -> Seat | None:
    """The seat of an account, or the one it stands in for at this moment."""
    seat = seat_in(game, account)
    if seat is not None or account is None:
        return seat
    given = session.scalars(_ACTS, {"game": game.id, "account": account.id})
    held = next((delegation for delegation in given if delegation.holds(now)), None)
    return next((seat for seat in game.seats if held is not None and seat.id == held.seat_id), None)


def own_seat(session: Session, game: Game, account: Account | None, now: datetime) -> tuple[Seat, str]:
    """The seat that an account acts for, its own or another's, and its house; Denied `not-your-seat` without one."""
    seat = seat_acted_for(session, game, account, now)
    if seat is None or seat.house is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    return seat, seat.house


def games_of(account: Account) -> CompoundSelect[tuple[int]]:
    """The keys of the games in which an account has a seat or that it masters, as a query."""
    seated = select(Seat.game_id).where(Seat.account_id == account.id)
    mastered = select(GameMaster.game_id).where(
        GameMaster.account_id == account.id, GameMaster.until.is_(None), GameMaster.accepted_at.is_not(None)
    )
    return union(seated, mastered)


def created_by(game: Game, account: Account) -> None:
    """Denied `not-your-game` unless the account made the game."""
    if game.creator_id != account.id:
        raise Denied("not-your-game", N_("Only who made the game may do this."))


def in_lobby(game: Game) -> None:
    """Denied `game-started` once the game has begun, `game-over` once it was called off."""
    if game.status == "cancelled":
        raise Denied("game-over", N_("This game was called off."))
    if game.status == "mustering":
        raise Denied("game-full", N_("No seat is free."))
    if game.status != "lobby":
        raise Denied("game-started", N_("This game has begun."))


def delegates_now(session: Session, seats: Iterable[Seat], now: datetime) -> list[tuple[Account, Seat]]:
    """Who acts at this moment for which of these seats."""
    by_id = {seat.id: seat for seat in seats}
    if not by_id or any(known_absent(session, seat.game_id, "delegations") for seat in by_id.values()):
        return []
    query = select(Delegation).where(
        Delegation.seat_id.in_(by_id), Delegation.revoked_at.is_(None), Delegation.until_at > now
    )
    return [(row.account, by_id[row.seat_id]) for row in session.scalars(query) if row.holds(now)]
