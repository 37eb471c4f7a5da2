"""Deleting one's account: seats are given back, games that are over keep a former player, nothing else stays.

What must stay for others (sheets, votes, press, edicts, to replay and read their games; what rated games did to a
rating, on which later ones of others rest) keeps only the key of an account without name or address, on no page.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.orm import Session, undefer

from correspondence import addresses
from correspondence.accounts.sessions import account_of, dated_token
from correspondence.calls.use_cases import locked_game
from correspondence.ledger.use_cases import SITE
from correspondence.ledger.use_cases import note as write_down
from correspondence.lobby.use_cases import BEFORE_THE_GAME, cancel_game, leave_game
from correspondence.models.accounts import (
    Absence,
    Account,
    AddressChange,
    ApiToken,
    DigestLine,
    FeedAddress,
    RecoveryCode,
    SignInLink,
    SignInSession,
)
from correspondence.models.archive import Import, PdfFile
from correspondence.models.games import Delegation, Game, GameMaster, Invitation, Seat
from correspondence.models.outbox import LocalLetter, OutgoingLetter, Webhook, WebhookPost
from correspondence.models.press import PressMark
from correspondence.models.sheets import SheetDraft, SketchRow, StandingDraft
from correspondence.names import FORMER
from correspondence.notices.use_cases import notify
from correspondence.outbox.returns import forget_address
from correspondence.push.subscriptions import end_browsers
from correspondence.ratings.use_cases import follow_account
from correspondence.rows import Row
from correspondence.seats.use_cases import DELETED, retire
from correspondence.sign_in.passwords import check_password
from correspondence.store import settings_of

LINK_LIFE = timedelta(hours=24)


def request_deletion(session: Session, account: Account, now: datetime) -> None:
    """Send a letter with a link that deletes the account; good for 24 hours, and no longer than the password and the
    address stay as they are."""
    link = addresses.leaving(settings_of(session), dated_token(session, account, addresses.LEAVING, now))
    key = f"delete-confirm:{account.public_id}:{int(now.timestamp())}"
    notify(session, "delete-confirm", key, now, accounts=[account], link=link)


def look_at_deletion(session: Session, token: str, now: datetime) -> Account:
    """Whose account a link would delete; changes nothing. NotFound `no-such-link`, Denied (`link-expired`,
    `link-used`: another password or address has taken its place)."""
    found, _ = account_of(
        session, token, addresses.LEAVING, now, life=LINK_LIFE, ended_at=lambda account: account.links_ended_at
    )
    return found


def delete_by_link(session: Session, token: str, now: datetime) -> None:
    """Delete the account of a link. Raises as `look_at_deletion`."""
    _delete(session, look_at_deletion(session, token, now), now)


def delete_by_password(session: Session, account: Account, password: str, now: datetime) -> None:
    """Delete one's account. Denied `wrong-password`; attempts are counted before."""
    query = select(Account).where(Account.id == account.id).options(undefer(Account.password_hash))
    mine = session.scalars(query.execution_options(populate_existing=True)).one()
    check_password(mine, password)
    _delete(session, mine, now)


def _delete(session: Session, account: Account, now: datetime) -> None:
    # From here on nobody writes to them.
    account.deleted_at = now
    session.flush()
    follow_account(session, account)
    _give_back_games(session, account, now)
    _end_rights(session, account, now)
    _forget_letters(session, account)
    for table in (
        SignInSession,
        ApiToken,
        RecoveryCode,
        AddressChange,
        Absence,
        DigestLine,
        PressMark,
        Import,
        PdfFile,
        SketchRow,
        SheetDraft,
        StandingDraft,
        FeedAddress,
    ):
        session.execute(delete(table).where(_belongs(table, account)))
    session.execute(delete(SignInLink).where(SignInLink.email == account.email))
    session.execute(delete(Invitation).where(Invitation.email == account.email))
    end_browsers(session, account)
    webhooks = select(Webhook.id).where(Webhook.account_id == account.id)
    session.execute(delete(WebhookPost).where(WebhookPost.webhook_id.in_(webhooks)))
    session.execute(delete(Webhook).where(Webhook.account_id == account.id))
    account.name, account.email = FORMER, f"{account.public_id}@deleted.invalid"
    account.language, account.zone, account.streams = "en", "UTC", "{}"
    account.quiet_from = account.quiet_until = account.digest_weekday = account.emergency_pause_at = None
    account.password_hash = account.totp_secret = ""
    account.host = False
    write_down(session, SITE, account.public_id, "account-deleted", {}, now)


def _belongs(table: type[Row], account: Account) -> ColumnElement[bool]:
    found: ColumnElement[bool] = table.__table__.c.account_id == account.id
    return found


def _give_back_games(session: Session, account: Account, now: datetime) -> None:
    """Lobbies they made are called off, seats in lobbies left, seats in games that run offered to others."""
    made = select(Game.public_id).where(Game.creator_id == account.id, Game.status.in_(BEFORE_THE_GAME))
    for game_id in session.scalars(made.order_by(Game.id)).all():
        cancel_game(session, account, game_id, now)
    session.flush()
    seated = select(Game.public_id, Game.status).join(Seat, Seat.game_id == Game.id)
    seated = seated.where(Seat.account_id == account.id, Game.status.in_((*BEFORE_THE_GAME, "running", "set-aside")))
    for game_id, status in session.execute(seated.order_by(Game.id)).all():
        if status in BEFORE_THE_GAME:
            leave_game(session, account, game_id, now)
            continue
        game = locked_game(session, game_id)
        seat = next((seat for seat in game.seats if seat.account_id == account.id), None)
        if seat is not None:
            retire(session, game, seat, DELETED, now)
        session.flush()


def _end_rights(session: Session, account: Account, now: datetime) -> None:
    """They act for nobody and master nothing any more; another master becomes the head."""
    ended = update(Delegation).where(
        or_(Delegation.account_id == account.id, Delegation.granter_id == account.id), Delegation.revoked_at.is_(None)
    )
    session.execute(ended.values(revoked_at=now).execution_options(synchronize_session="fetch"))
    notes = update(Delegation).where(Delegation.granter_id == account.id).values(note="")
    session.execute(notes.execution_options(synchronize_session="fetch"))
    rows = session.scalars(select(GameMaster).where(GameMaster.account_id == account.id, GameMaster.until.is_(None)))
    for row in rows.all():
        row.until = now
        if row.head:
            row.head = False
            others = select(GameMaster).where(
                GameMaster.game_id == row.game_id,
                GameMaster.account_id != account.id,
                GameMaster.accepted_at.is_not(None),
                GameMaster.until.is_(None),
            )
            heir = session.scalar(others.order_by(GameMaster.id).limit(1))
            if heir is not None:
                heir.head = True


def _forget_letters(session: Session, account: Account) -> None:
    """Letters that wait do not leave; of those that left only that they did is kept."""
    mine = or_(OutgoingLetter.account_id == account.id, OutgoingLetter.address == account.email)
    session.execute(delete(OutgoingLetter).where(mine, OutgoingLetter.next_attempt_at.is_not(None)))
    scrubbed = update(OutgoingLetter).where(mine)
    values = {"address": "", "name": "", "account_id": None, "payload": b"", "last_error": ""}
    session.execute(scrubbed.values(**values).execution_options(synchronize_session=False))
    session.execute(delete(LocalLetter).where(LocalLetter.address == account.email))
    forget_address(session, account.email)
