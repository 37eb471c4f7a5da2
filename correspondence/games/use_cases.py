"""Making a game, inviting to it, taking and leaving seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import addresses, tokens, typed
from correspondence.accounts.models import Account
from correspondence.accounts.unsubscribing import silenced
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.games.access import created_by, game_named, in_lobby, seat_in
from correspondence.games.models import Game, Invitation, Seat
from correspondence.games.options import NewGame, checked, houses, pace_text
from correspondence.games.starting import begin
from correspondence.letters.payload import GameFacts, InvitationPayload, Thread
from correspondence.outbox.use_cases import put
from correspondence.rows import new_id
from correspondence.store import settings_of
from correspondence.words import N_

INVITATION_LIFE = timedelta(days=60)
MOST_LOBBIES, MOST_INVITATIONS = 20, 30


def create_game(session: Session, account: Account, new: NewGame, now: datetime) -> Game:
    """Make a game; its maker takes the first seat. It starts at once if stewards take all others.

    Raises Invalid with the field at fault, Illegal for an unknown edition, Denied `too-many-games`.
    """
    new = checked(new)
    lobbies = select(func.count()).where(Game.creator_id == account.id, Game.status == "lobby")
    if (session.scalar(lobbies) or 0) >= MOST_LOBBIES:
        raise Denied("too-many-games", N_("{most} of your games have not begun yet."), most=MOST_LOBBIES)
    game = Game(
        public_id=new_id(),
        title=new.title,
        edition=new.edition,
        players=new.players,
        pace=pace_text(new.pace),
        window_seconds=new.window_hours * 3600,
        hold_seconds=new.hold_minutes * 60,
        seat_choice=new.seat_choice,
        visibility=new.visibility,
        steward_rest=new.steward_rest,
        join_code=new_id(),
        status="lobby",
        creator_id=account.id,
        created_at=now,
        seats=[],
    )
    session.add(game)
    for_people = (h for h in houses(new.edition, new.players) if h not in new.steward_houses)
    _take(game, account, new.house or next(for_people), now)
    for house in new.steward_houses:
        _seat(game, "steward", None, house if new.seat_choice == "choose" else None, now)
    session.flush()
    _begin_if_full(session, game, now)
    return game


def join_game(
    session: Session,
    account: Account,
    game_id: str,
    now: datetime,
    *,
    code: str = "",
    invitation: str = "",
    house: str | None = None,
) -> Seat:
    """Take a seat: of an open game, or with its code or one's invitation. The last seat taken starts the game.

    Where houses are chosen and none is named, the first free one is taken. Raises NotFound, Denied (`game-started`,
    `not-invited`, `already-seated`, `game-full`), Invalid (`unknown-choice`, `house-taken`).
    """
    game = game_named(session, game_id, lock=True)
    in_lobby(game)
    asked = invitation_for(session, game, invitation, now) if invitation else None
    if asked is None and game.visibility != "open" and not tokens.same(code, tokens.digest(game.join_code)):
        raise Denied("not-invited", N_("This game is for invited players, or needs its code."))
    if seat_in(game, account) is not None:
        raise Denied("already-seated", N_("You have a seat in this game."))
    if asked is not None:
        asked.used_at = now
        house = house or asked.house
    seat = _take(game, account, house, now)
    session.flush()
    _begin_if_full(session, game, now)
    return seat


def leave_game(session: Session, account: Account, game_id: str) -> None:
    """Give one's seat back before the game begins. Raises NotFound, Denied (`game-started`, `not-your-seat`)."""
    game = game_named(session, game_id, lock=True)
    in_lobby(game)
    seat = seat_in(game, account)
    if seat is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    game.seats.remove(seat)


def invite(session: Session, account: Account, game_id: str, email: str, house: str | None, now: datetime) -> None:
    """Send an invitation, perhaps for a certain house. Whoever has a seat may invite; a second one replaces the first.

    Addresses that want no invitations get none, and the inviter is not told. Raises NotFound, Denied
    (`not-your-seat`, `game-started`, `too-many-invitations`), Invalid.
    """
    game = game_named(session, game_id, lock=True)
    in_lobby(game)
    if seat_in(game, account) is None and game.creator_id != account.id:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    email = typed.email(email)
    if house is not None:
        _free(game, house)
    settings, token = settings_of(session), tokens.new_token()
    row = _invitation_row(session, game, email, now)
    row.inviter_id, row.house, row.token_hash = account.id, house, tokens.digest(token)
    row.created_at, row.expires_at, row.used_at = now, now + INVITATION_LIFE, None
    row.sent += 1
    session.add(row)
    if silenced(session, email):
        return
    known = session.scalar(select(Account).where(Account.email == email))
    key = f"{game.public_id}:invitation:{row.public_id}:{row.sent}"
    payload = InvitationPayload(
        game=GameFacts(id=game.public_id, title=game.title, edition=game.edition, players=game.players, pace=game.pace),
        inviter=account.name,
        link=addresses.invitation(settings, game.public_id, token),
        house=house or "",
        window_hours=max(1, round(game.window_seconds / 3600)),
        unsubscribe=addresses.unsubscribe_invitations(settings, row.public_id),
        thread=Thread(message_id=addresses.message_id(settings, *key.split(":"))),
        written_at=now,
    )
    language, zone, name = (known.language, known.zone, known.name) if known else (account.language, "UTC", "")
    put(session, key, payload, email, now, name=name, language=language, zone=zone)


def fill_with_stewards(
    session: Session, account: Account, game_id: str, wanted: Sequence[str] | None, now: datetime
) -> None:
    """Let stewards play the wanted houses, or (None) all that are free; starts the game when it is full.

    Raises NotFound, Denied (`not-your-game`, `game-started`, `game-full`), Invalid (`unknown-choice`, `house-taken`).
    """
    game = game_named(session, game_id, lock=True)
    created_by(game, account)
    in_lobby(game)
    _fill(game, wanted, now)
    session.flush()
    _begin_if_full(session, game, now)


def start_game(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Start a game whose seats are taken, or whose free seats go to stewards (`steward_rest`).

    Raises NotFound, Denied (`not-your-game`, `game-started`, `seats-free`).
    """
    game = game_named(session, game_id, lock=True)
    created_by(game, account)
    in_lobby(game)
    if game.steward_rest:
        _fill(game, None, now)
        session.flush()
    if len(game.seats) < game.players:
        raise Denied("seats-free", N_("{n} seats are still free."), n=game.players - len(game.seats))
    begin(session, game, now)


def _begin_if_full(session: Session, game: Game, now: datetime) -> None:
    if len(game.seats) >= game.players:
        begin(session, game, now)


def _fill(game: Game, wanted: Sequence[str] | None, now: datetime) -> None:
    room = game.players - len(game.seats)
    if game.seat_choice == "random":
        count = room if wanted is None else min(room, len(wanted))
        for _ in range(count):
            _seat(game, "steward", None, None, now)
        return
    for house in free_houses(game) if wanted is None else wanted:
        _seat(game, "steward", None, _free(game, house), now)


def free_houses(game: Game) -> tuple[str, ...]:
    """The houses nobody has yet, in the edition's order."""
    taken = {seat.house for seat in game.seats}
    return tuple(house for house in houses(game.edition, game.players) if house not in taken)


def _free(game: Game, house: str) -> str:
    if house not in houses(game.edition, game.players):
        raise Invalid("unknown-choice", N_("There is no such house in this game."), "house")
    if house not in free_houses(game):
        raise Invalid("house-taken", N_("This house is taken."), "house")
    return house


def _take(game: Game, account: Account, house: str | None, now: datetime) -> Seat:
    """A seat for a person, with a house unless houses are dealt later."""
    if len(game.seats) >= game.players:
        raise Denied("game-full", N_("No seat is free."))
    if game.seat_choice == "random":
        return _seat(game, "human", account, None, now)
    free = free_houses(game)
    return _seat(game, "human", account, _free(game, house) if house is not None else free[0], now)


def _seat(game: Game, kind: str, account: Account | None, house: str | None, now: datetime) -> Seat:
    if len(game.seats) >= game.players:
        raise Denied("game-full", N_("No seat is free."))
    seat = Seat(
        public_id=new_id(),
        house=house,
        account_id=account.id if account else None,
        account=account,
        kind=kind,
        letters=True,
        joined_at=now,
    )
    game.seats.append(seat)
    return seat


def invitation_for(session: Session, game: Game, token: str, now: datetime) -> Invitation:
    """The invitation of a token; NotFound `no-such-invitation`, Denied `invitation-used`."""
    row = session.scalar(
        select(Invitation).where(Invitation.token_hash == tokens.digest(token), Invitation.game_id == game.id)
    )
    if row is None or not tokens.same(token, row.token_hash):
        raise NotFound("no-such-invitation", N_("This invitation is not known; perhaps a part of it is missing."))
    if row.used_at is not None or row.expires_at <= now:
        raise Denied("invitation-used", N_("This invitation was used already, or is too old."))
    return row


def _invitation_row(session: Session, game: Game, email: str, now: datetime) -> Invitation:
    """The invitation of an address to a game, or a new one."""
    row = session.scalar(select(Invitation).where(Invitation.game_id == game.id, Invitation.email == email))
    if row is not None:
        if row.sent >= 3:
            raise Denied("too-many-invitations", N_("This address was invited often enough."))
        return row
    count = session.scalar(select(func.count()).where(Invitation.game_id == game.id)) or 0
    if count >= MOST_INVITATIONS:
        raise Denied("too-many-invitations", N_("{most} invitations were sent already."), most=MOST_INVITATIONS)
    return Invitation(public_id=new_id(), game_id=game.id, email=email, sent=0)
