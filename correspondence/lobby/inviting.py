"""Inviting to a game by letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.accounts.unsubscribing import silenced
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.games.access import game_named, in_lobby, masters, seat_in
from correspondence.games.naming import anonymous, master_signs
from correspondence.letters.payload import GameFacts, InvitationPayload, Thread
from correspondence.lobby.seating import free_house, on_offer, vassals_of
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Invitation
from correspondence.outbox.use_cases import put
from correspondence.rows import new_id
from correspondence.store import settings_of
from narration.words import N_

INVITATION_LIFE = timedelta(days=60)
MOST_INVITATIONS = 30
MOST_LETTERS = 3


@dataclass(frozen=True)
class InvitationLine:
    """An invitation that waits for its reader's answer; `inviter` as letters of the game sign it."""

    id: str
    game_id: str
    title: str
    edition: str
    players: int
    taken: int
    house: str
    inviter: str
    created_at: datetime


def invite(session: Session, account: Account, game_id: str, email: str, house: str | None, now: datetime) -> None:
    """Send an invitation, perhaps for a certain house. Whoever has a seat may invite; a second one replaces the first.

    In an anonymous game only its maker and masters invite, without their name, and for no certain house: that would
    tell who plays it. Addresses that want no invitations get none, and the inviter is not told. Raises NotFound, Denied
    (`not-your-seat`, `game-started`, `too-many-invitations`), Invalid (`anonymous-game` for the house).
    """
    game = game_named(session, game_id, lock=True)
    in_lobby(game)
    if not may_invite(session, game, account):
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    email = input_validation.email(email)
    if house is not None:
        _may_be_kept(game, house)
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
        game=GameFacts(
            id=game.public_id,
            title=game.title,
            edition=game.edition,
            players=game.players,
            modules=game.parts,
            pace=game.pace,
        ),
        inviter=master_signs(game, account),
        link=addresses.invitation(settings, game.public_id, token),
        house=house or "",
        houses=on_offer(game) if vassals_of(game) else (),
        window_hours=max(1, round(game.window_seconds / 3600)),
        unsubscribe=addresses.unsubscribe_invitations(settings, row.public_id),
        thread=Thread(message_id=addresses.message_id(settings, *key.split(":"))),
        written_at=now,
    )
    # Whoever is not known here reads the inviter's language, unless that would tell something of them.
    language = known.language if known else "en" if anonymous(game) else account.language
    zone, name = (known.zone, known.name) if known else ("UTC", "")
    put(session, key, payload, email, now, name=name, language=language, zone=zone)


def _may_be_kept(game: Game, house: str) -> None:
    """Whether a house may be kept for somebody; Invalid (`unknown-choice`, `house-taken`, `anonymous-game`)."""
    if anonymous(game):
        words = N_("In an anonymous game nobody is invited for a certain house: it would tell who plays it.")
        raise Invalid("anonymous-game", words, "house")
    free_house(game, house)


def may_invite(session: Session, game: Game, account: Account) -> bool:
    """Whether somebody may invite to a game."""
    if game.creator_id == account.id or masters(session, game, account):
        return True
    return game.names != "anonymous" and seat_in(game, account) is not None


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


def invitations_of(session: Session, account: Account, now: datetime, limit: int = 20) -> list[InvitationLine]:
    """What an account is invited to and has not answered, newest first."""
    query = (
        select(Invitation, Game, Account)
        .join(Game, Game.id == Invitation.game_id)
        .join(Account, Account.id == Invitation.inviter_id)
        .where(Invitation.email == account.email, Invitation.used_at.is_(None), Invitation.expires_at > now)
        .where(Game.status == "lobby")
        .order_by(Invitation.id.desc())
        .limit(limit)
    )
    return [
        InvitationLine(
            id=row.public_id,
            game_id=game.public_id,
            title=game.title,
            edition=game.edition,
            players=game.players,
            taken=len(game.seats),
            house=row.house or "",
            inviter=master_signs(game, inviter),
            created_at=row.created_at,
        )
        for row, game, inviter in session.execute(query)
        if seat_in(game, account) is None
    ]


def invitation_to(session: Session, game: Game, account: Account | None, now: datetime) -> Invitation | None:
    """The open invitation of somebody who is signed in: their address is known to be theirs, so no token is needed."""
    if account is None:
        return None
    query = select(Invitation).where(Invitation.game_id == game.id, Invitation.email == account.email)
    row = session.scalar(query)
    return row if row is not None and row.used_at is None and row.expires_at > now else None


def decline(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Say no to an invitation. NotFound `no-such-game`, `no-such-invitation`."""
    row = invitation_to(session, game_named(session, game_id, lock=True), account, now)
    if row is None:
        raise NotFound("no-such-invitation", N_("This invitation is not known; perhaps a part of it is missing."))
    row.used_at = now


def _invitation_row(session: Session, game: Game, email: str, now: datetime) -> Invitation:
    """The invitation of an address to a game, or a new one."""
    row = session.scalar(select(Invitation).where(Invitation.game_id == game.id, Invitation.email == email))
    if row is not None:
        if row.sent >= MOST_LETTERS:
            raise Denied("too-many-invitations", N_("This address was invited often enough."))
        return row
    count = session.scalar(select(func.count()).where(Invitation.game_id == game.id)) or 0
    if count >= MOST_INVITATIONS:
        raise Denied("too-many-invitations", N_("{most} invitations were sent already."), most=MOST_INVITATIONS)
    return Invitation(public_id=new_id(), game_id=game.id, email=email, sent=0)
