"""Accepting an invitation by the link of its email, which signs its reader in.

It signs in a new account, or one that has nothing but its address: no password, passkey, second factor, token or other
game, and no right to run the service. Any other account signs in as always; its seat waits meanwhile. Links of versions
before this one, which could be passed on, sign nobody in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.accounts.queries import api_tokens
from correspondence.accounts.use_cases import open_session
from correspondence.games.access import master_signs, offered_seats
from correspondence.input_validation import Denied
from correspondence.lobby.invitations import (
    ACCEPTED,
    DECLINED,
    INVITATION_LIFE,
    answer,
    invitation_by_token,
    no_such_invitation,
    require_open,
)
from correspondence.lobby.seating import choosable_houses
from correspondence.lobby.use_cases import join_game
from correspondence.models import Account, Delegation, Game, GameMaster, Invitation, Passkey, Seat, SeatHolder
from correspondence.outbox.returns import arrives
from correspondence.rows import locking_query
from correspondence.seats import take_over
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.turns import locked_game
from narration.words import N_


@dataclass(frozen=True)
class InvitationPage:
    """What an email's link is for. `used`: its seat was taken already.

    `houses` are those to choose among, none if they are dealt; `kept_house` the one kept for its reader.
    `signs_in`: the link signs in the account of its address, which is new if `is_new`.
    """

    game_id: str
    email: str
    inviter: str
    expires_at: datetime
    houses: tuple[str, ...]
    kept_house: str
    used: bool
    signs_in: bool
    is_new: bool


@dataclass(frozen=True)
class Acceptance:
    """A seat that was taken; `session_token` is empty for whoever was signed in."""

    game_id: str
    session_token: str


def look_at_invitation(session: Session, token: str, now: datetime) -> InvitationPage:
    """Describe the invitation of an email's token; changes nothing.

    Raises NotFound `no-such-invitation`, Denied `invitation-used` if it was declined or revoked, or is too old.
    """
    row = _find(session, token)
    used = row.answer == ACCEPTED
    if not used:
        require_open(row, now)
    game, account = session.get_one(Game, row.game_id), _account_of(session, row)
    offered = tuple(seat.house or "" for seat in offered_seats(game))
    houses = offered if game.status == "running" else choosable_houses(game)
    return InvitationPage(
        game_id=game.public_id,
        email=row.email,
        inviter=master_signs(game, session.get_one(Account, row.inviter_id)),
        expires_at=row.expires_at,
        houses=houses,
        kept_house=row.house if row.house in houses else "",
        used=used,
        signs_in=_signs_in(session, row, account),
        is_new=account is None,
    )


def accept(
    session: Session, token: str, account: Account | None, now: datetime, *, house: str = "", **new: str
) -> Acceptance:
    """Take the seat of an invitation, once, for an account or (None) for its address.

    In the latter case its account is created if need be (`language`, `zone`) and signed in (`label`: the browser).
    Raises as `look_at_invitation`, `join_game` and `take_over`, and Denied `sign-in-first` for an account that the link
    does not sign in; the invitation stays good then.
    """
    game = locked_game(session, session.get_one(Game, _find(session, token).game_id).public_id)
    row = require_open(_find(session, token, lock=True), now)
    label, session_token = new.pop("label", ""), ""
    if account is None:
        account = _account_to_sign_in(session, row, now, new)
        session_token = open_session(session, account, now, label)
    if game.status == "running":
        offered = [seat.house or "" for seat in offered_seats(game)]
        take_over(session, account, game.public_id, house or row.house or (offered or [""])[0], now, invitation=token)
    else:
        join_game(session, account, game.public_id, now, invitation=token, house=house or None)
    return Acceptance(game.public_id, session_token)


def decline_by_link(session: Session, token: str, now: datetime) -> None:
    """Say no to the invitation of an email's token. Raises as `look_at_invitation`."""
    answer(require_open(_find(session, token, lock=True), now), DECLINED, now)


def _find(session: Session, token: str, *, lock: bool = False) -> Invitation:
    row = invitation_by_token(session, token, lock=lock)
    if row is None:
        raise no_such_invitation()
    return row


def _account_of(session: Session, row: Invitation) -> Account | None:
    return session.scalar(select(Account).filter_by(email=row.email, deleted_at=None))


def _account_to_sign_in(session: Session, row: Invitation, now: datetime, new: dict[str, str]) -> Account:
    """Return the locked account of an invitation's address; `new` is for a new one."""
    account = get_or_create_account(session, row.email, now, **new)
    session.scalar(locking_query(select(Account.id).filter_by(id=account.id)))
    if not _signs_in(session, row, account):
        raise Denied("sign-in-first", N_("Your account has games or a password. Sign in to take the seat."))
    arrives(session, row.email)
    return account


def _signs_in(session: Session, row: Invitation, account: Account | None) -> bool:
    """Whether an invitation's link signs in this account, None: a new one."""
    if row.expires_at > row.created_at + INVITATION_LIFE:
        return False
    if account is None:
        return True
    if account.links_ended_at is not None and row.created_at <= account.links_ended_at:
        return False
    query = select(Account.password_hash, Account.totp_secret).filter_by(id=account.id)
    if account.host or any(session.execute(query).one()) or api_tokens(session, account):
        return False
    games: list[Any] = [
        select(table.id).where(table.account_id == account.id, table.game_id != row.game_id)
        for table in (Seat, SeatHolder, GameMaster, Delegation)
    ]
    games += [select(Game.id).filter_by(creator_id=account.id), select(Passkey.id).filter_by(account_id=account.id)]
    return not any(session.scalar(query.limit(1)) for query in games)
