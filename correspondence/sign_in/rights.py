"""Access to an account, and how it is revoked.
Browsers, tokens, webhooks, deputies for its seats, unused links."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.accounts.queries import PasskeyLine, TokenLine, api_tokens, passkeys_of
from correspondence.accounts.use_cases import NOT_ME_LIFE, SessionLine, account_by_token, sessions_of, tell_owner
from correspondence.delegations import revoke
from correspondence.models import (
    Account,
    AddressChange,
    ApiToken,
    Delegation,
    FeedAddress,
    Game,
    Passkey,
    Seat,
    SignInLink,
    SignInSession,
)
from correspondence.push.subscriptions import end_browsers
from correspondence.rows import from_rows
from correspondence.webhooks.use_cases import WebhookLine, remove_webhook, webhooks_of


@dataclass(frozen=True)
class GrantedRight:
    """The right to act for the account's seat in a game, from one time to another."""

    id: str
    game_id: str
    title: str
    edition: str
    house: str
    name: str
    from_at: datetime
    until_at: datetime


@dataclass(frozen=True)
class Rights:
    """All access to an account; `address`: a new one pending (empty: none).
    `links`: the number of unused sign-in links."""

    sessions: list[SessionLine]
    tokens: list[TokenLine]
    passkeys: list[PasskeyLine]
    webhooks: list[WebhookLine]
    delegations: list[GrantedRight]
    address: str
    links: int


def rights_of(session: Session, account: Account, session_token: str, now: datetime) -> Rights:
    """Return all access to an account now; the browser of `session_token` is first."""
    waiting = select(AddressChange.email).filter_by(account_id=account.id, used_at=None)
    waiting = waiting.where(AddressChange.expires_at > now).order_by(AddressChange.id.desc()).limit(1)
    links = select(SignInLink.id).filter_by(email=account.email, used_at=None)
    return Rights(
        sessions_of(session, account, session_token, now),
        api_tokens(session, account),
        passkeys_of(session, account),
        webhooks_of(session, account),
        _granted_rights(session, account, now),
        session.scalar(waiting) or "",
        len(session.scalars(links.where(SignInLink.expires_at > now)).all()),
    )


def end_rights(
    session: Session,
    account: Account,
    now: datetime,
    *,
    session_id: int | None = None,
    exempt_ids: Collection[str] = (),
) -> None:
    """Revoke access to an account, except that of `session_id` and `exempt_ids`.

    `session_id` is a browser's; `exempt_ids` are ids of tokens, webhooks and passkeys. Ends those, browsers (and their
    notifications), links to sign in, to change the address and to delete the account. Deputies for a seat keep their
    right, which the whole table sees (`end_everything`).
    """
    here = session.get(SignInSession, session_id) if session_id is not None else None
    end_browsers(session, account, but=here.public_id if here is not None else "")
    others = delete(SignInSession).filter_by(account_id=account.id)
    session.execute(others.where(SignInSession.id != session_id) if session_id is not None else others)
    for token in session.scalars(select(ApiToken).filter_by(account_id=account.id)):
        if token.public_id not in exempt_ids:
            token.revoked_at = token.revoked_at or now
    for hook in webhooks_of(session, account):
        if hook.id not in exempt_ids:
            remove_webhook(session, account, hook.id, now)
    passkeys = delete(Passkey).where(Passkey.account_id == account.id, Passkey.public_id.not_in(exempt_ids))
    session.execute(passkeys)
    session.execute(delete(SignInLink).filter_by(email=account.email, used_at=None))
    end_address_changes(session, account, now)
    session.get_one(Account, account.id).links_ended_at = now


def end_everything(session: Session, account: Account, now: datetime, session_id: int | None = None) -> None:
    """Revoke all access to an account, but for the browser session `session_id`.
    Ends browsers, tokens, webhooks, passkeys, links, feed addresses, and deputies for its seats."""
    for right in _granted_rights(session, account, now):
        revoke(session, account, right.game_id, right.id, now)
    session.execute(delete(FeedAddress).filter_by(account_id=account.id))
    end_rights(session, account, now, session_id=session_id)


def own_program_ids(session: Session, account: Account, programs: Collection[str]) -> list[str]:
    """Return the ids among `programs` of the account's tokens, webhooks, passkeys."""
    own = [token.id for token in api_tokens(session, account)] + [hook.id for hook in webhooks_of(session, account)]
    own += [passkey.id for passkey in passkeys_of(session, account)]
    return [program_id for program_id in own if program_id in programs]


def end_address_changes(session: Session, account: Account, now: datetime) -> None:
    """Links to another address do nothing any more."""
    waiting = update(AddressChange).filter_by(account_id=account.id, used_at=None)
    session.execute(waiting.values(used_at=now).execution_options(synchronize_session=False))


def _granted_rights(session: Session, account: Account, now: datetime) -> list[GrantedRight]:
    """Return present and future rights to act for the account's seats, by start."""
    query = (
        select(Delegation, Game, Seat)
        .join(Game, Game.id == Delegation.game_id)
        .join(Seat, Seat.id == Delegation.seat_id)
        .where(Delegation.granter_id == account.id, Seat.account_id == account.id)
        .where(Delegation.revoked_at.is_(None), Delegation.until_at > now)
    )
    return [
        from_rows(
            GrantedRight,
            row,
            game,
            id=row.public_id,
            game_id=game.public_id,
            house=seat.house or "",
            name=row.account.name,
        )
        for row, game, seat in session.execute(query.order_by(Delegation.from_at, Delegation.id))
    ]


def look_at_not_me(session: Session, token: str, now: datetime) -> Account:
    """Whose account a link would close off; changes nothing.

    Raises NotFound `no-such-link`, Denied (`link-used`, `link-expired`).
    """
    return _find(session, token, now)[0]


def close_off(session: Session, token: str, now: datetime, where: str = "") -> None:
    """Revoke all access to the account of a link; its owner signs in by email.
    Browsers, tokens, webhooks, deputies, unused links, passkeys, the password. Raises as `look_at_not_me`."""
    account, made_at = _find(session, token, now, lock=True)
    end_everything(session, account, now)
    account.password_hash = ""
    # A moment later than the link was made, so that it is used up with all before it.
    account.closed_off_at = max(now, made_at + timedelta(milliseconds=1))
    tell_owner(session, "closed-off", account, now, where)


def _find(session: Session, token: str, now: datetime, *, lock: bool = False) -> tuple[Account, datetime]:
    """The account of a link, and when the link was made."""
    return account_by_token(
        session,
        token,
        addresses.NOT_ME,
        now,
        life=NOT_ME_LIFE,
        ended_at=lambda account: account.closed_off_at,
        lock=lock,
    )
