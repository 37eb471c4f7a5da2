"""Invitations to a game: sent by email, listed, sent again, revoked, answered.

An email's link signs its reader in (`correspondence.acceptance`). Whoever invites sees another link, which admits to
the game alone: who knows it could otherwise sign in as the invited person.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.accounts.use_cases import is_silenced
from correspondence.games.access import (
    anonymous,
    are_names_visible,
    find_game,
    has_been_deputy,
    has_held_seat,
    master_signs,
    masters,
    no_seat,
    offered_seats,
    require_lobby,
    seat_in,
    who_is,
)
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.lobby.seating import choosable_houses, free_houses, require_free_house, vassals_of
from correspondence.mail.payload import InvitationPayload, Thread
from correspondence.models import Account, Game, Invitation, OutgoingMail, ReturnedMail, Seat
from correspondence.notices.use_cases import game_facts
from correspondence.outbox.sending import enqueue_mail
from correspondence.rows import ID_LENGTH, columns_of, count_of, new_id
from correspondence.store import settings_of
from narration.words import N_

INVITATION_LIFE = timedelta(days=14)
MAX_INVITATIONS = 30
MAX_MAILS = 3
ACCEPTED, DECLINED, REVOKED = "accepted", "declined", "revoked"
RESENT: tuple[State, ...] = ("sent", "not-delivered", "revoked", "expired")
# `closed`: answered, and not told how: by a version before this one, or in an anonymous game.
State = Literal["sent", "not-delivered", "accepted", "declined", "revoked", "expired", "closed"]


@dataclass(frozen=True)
class InvitationLine:
    """An open invitation for its reader; `inviter` as in emails of the game."""

    id: str
    game_id: str
    title: str
    edition: str
    players: int
    taken: int
    house: str
    inviter: str
    created_at: datetime


@dataclass(frozen=True)
class SentInvitation:
    """An invitation as whoever manages it sees it; `answered_by`: who took the seat.
    `link` admits to the game without signing in; it is empty, as `may_resend` is false, once it is of no use."""

    id: str
    email: str
    house: str
    inviter: str
    created_at: datetime
    expires_at: datetime
    state: State
    answered_by: str
    may_resend: bool
    link: str


def invite(session: Session, account: Account, game_id: str, email: str, house: str | None, now: datetime) -> None:
    """Send an invitation, perhaps for a certain house; a second replaces the first.

    Seated players may invite. While a game runs invitations are to offered seats. In an anonymous game only its maker
    and masters invite, unnamed, and for no certain house, which would tell who plays it; once it runs, only masters who
    do not play. Addresses that want no invitations get none, and the inviter is not told. Raises NotFound, Denied
    (`not-your-seat`, `game-started`, `not-offered`, `too-many-invitations`, `anonymous-game`), Invalid for the house.
    """
    game = find_game(session, game_id, lock=True)
    runs = game.status == "running"
    if not runs:
        require_lobby(game)
    if not may_invite(session, game, account):
        raise no_seat()
    if runs:
        offered = [seat.house for seat in offered_seats(game)]
        if not offered or house not in (None, *offered):
            raise Denied("not-offered", N_("This house is not looking for a player."))
        if not are_names_visible(game, who_is(session, game, account, now)):
            words = N_(
                "In an anonymous game, a game master who plays cannot choose who takes a seat. Offer "
                "it to everybody instead."
            )
            raise Denied("anonymous-game", words)
    elif house is not None:
        if anonymous(game):
            words = N_(
                "In an anonymous game you cannot invite somebody for a certain house: that would tell who plays it."
            )
            raise Invalid("anonymous-game", words, "house")
        require_free_house(game, house)
    send_invitation(session, account, game, email, house, now)


def send_invitation(
    session: Session, account: Account, game: Game, email: str, house: str | None, now: datetime
) -> None:
    """Store and send an invitation to a game; the caller checks the right to do so.

    Raises Invalid `bad-email`, Denied `too-many-invitations`.
    """
    email = input_validation.email(email)
    settings, token = settings_of(session), tokens.new_token()
    row = _invitation_row(session, game, email)
    row.inviter_id, row.house, row.token_hash = account.id, house, tokens.digest(token)
    row.created_at, row.expires_at, row.used_at = now, now + INVITATION_LIFE, None
    row.answer, row.account_id = "", None
    row.sent += 1
    session.add(row)
    if is_silenced(session, email):
        return
    addressee = session.scalar(select(Account).where(Account.email == email))
    key = _mail_key(game, row)
    payload = InvitationPayload(
        game=game_facts(game),
        inviter=master_signs(game, account),
        link=addresses.invitation(settings, token),
        expires_at=row.expires_at,
        house=house or "",
        houses=choosable_houses(game) if game.status == "lobby" and vassals_of(game) else (),
        substitute=game.status == "running",
        window_hours=max(1, round(game.window_seconds / 3600)),
        unsubscribe=addresses.unsubscribe_invitations(settings, row.public_id),
        thread=Thread(message_id=addresses.message_id(settings, *key.split(":"))),
        written_at=now,
    )
    # Whoever is not known here reads the inviter's language, unless that would tell something of them.
    language = addressee.language if addressee else "en" if anonymous(game) else account.language
    zone, name = (addressee.zone, addressee.name) if addressee else ("UTC", "")
    enqueue_mail(session, key, payload, email, now, name=name, language=language, zone=zone)


def may_invite(session: Session, game: Game, account: Account) -> bool:
    """Whether somebody may invite to a game."""
    if game.creator_id == account.id or masters(session, game, account):
        return True
    return game.names != "anonymous" and seat_in(game, account) is not None


def _mail_key(game: Game, row: Invitation) -> str:
    return f"{game.public_id}:invitation:{row.public_id}:{row.sent}"


def sent_invitations(session: Session, account: Account, game_id: str, now: datetime) -> list[SentInvitation]:
    """Return the invitations to a game that an account manages, newest first.

    Its maker and masters manage all, others, and all in an anonymous game, their own. NotFound `no-such-game`.
    """
    game, settings = find_game(session, game_id), settings_of(session)
    rows = _managed(session, game, account)
    returned = _returned(session, game, rows)
    names_visible = are_names_visible(game, who_is(session, game, account, now))
    people = {number for row in rows for number in (row.inviter_id, row.account_id)}
    accounts = {account.id: account for account in session.scalars(select(Account).where(Account.id.in_(people)))}
    enterable = game.status == "lobby" or bool(offered_seats(game))
    lines = []
    for row in rows:
        state = _state(row, returned, names_visible, now)
        usable = enterable and state in ("sent", "not-delivered")
        link = addresses.shared_invitation(settings, game.public_id, _shared_token(session, row)) if usable else ""
        lines.append(
            SentInvitation(
                **columns_of(row, "email", "created_at", "expires_at"),
                id=row.public_id,
                house=row.house or "",
                inviter=master_signs(game, accounts[row.inviter_id]),
                state=state,
                answered_by=accounts[row.account_id].email if state == ACCEPTED and row.account_id else "",
                may_resend=enterable and state in RESENT and row.sent < MAX_MAILS,
                link=link,
            )
        )
    return lines


def _managed(session: Session, game: Game, account: Account) -> list[Invitation]:
    """Return the invitations to a game that an account may see and end, newest first."""
    query = select(Invitation).where(Invitation.game_id == game.id).order_by(Invitation.id.desc())
    # Whom others invite to an anonymous game is perhaps who plays it.
    if anonymous(game) or (game.creator_id != account.id and not masters(session, game, account)):
        query = query.where(Invitation.inviter_id == account.id)
    return list(session.scalars(query))


def _returned(session: Session, game: Game, rows: list[Invitation]) -> set[str]:
    """Return the ids of the invitations whose last email reached nobody."""
    keys = {_mail_key(game, row): row.public_id for row in rows}
    bounced = select(ReturnedMail.id).where(ReturnedMail.mail_id == OutgoingMail.id, ReturnedMail.hard).exists()
    query = select(OutgoingMail.key).where(OutgoingMail.key.in_(keys), OutgoingMail.failed_at.is_not(None) | bounced)
    return {keys[key] for key in session.scalars(query)}


def _state(row: Invitation, returned: set[str], names_visible: bool, now: datetime) -> State:
    if row.answer == REVOKED:
        return "revoked"
    if row.used_at is not None:
        # Who is in an anonymous game is told to nobody who plays it.
        answers: dict[str, State] = {ACCEPTED: "accepted", DECLINED: "declined"} if names_visible else {}
        return answers.get(row.answer, "closed")
    if row.expires_at <= now:
        return "expired"
    return "not-delivered" if row.public_id in returned else "sent"


def resend(session: Session, account: Account, game_id: str, invitation_id: str, now: datetime) -> None:
    """Send an invitation again, with a new link; links sent before end.

    A house that is taken by now is not kept. Raises NotFound `no-such-invitation`, Denied as `invite`, and
    `invitation-used` for one that was answered.
    """
    game = find_game(session, game_id, lock=True)
    row = _managed_row(session, game, account, invitation_id)
    if row.used_at is not None and row.answer != REVOKED:
        raise _used()
    free = [seat.house for seat in offered_seats(game)] if game.status == "running" else free_houses(game)
    invite(session, account, game_id, row.email, row.house if row.house in free else None, now)


def revoke(session: Session, account: Account, game_id: str, invitation_id: str, now: datetime) -> None:
    """End an invitation: its links and its house are free again.
    Raises NotFound `no-such-invitation`, Denied `invitation-used` for one that was answered."""
    row = _managed_row(session, find_game(session, game_id, lock=True), account, invitation_id)
    if row.used_at is not None:
        raise _used()
    row.used_at, row.answer = now, REVOKED


def _managed_row(session: Session, game: Game, account: Account, invitation_id: str) -> Invitation:
    row = next((row for row in _managed(session, game, account) if row.public_id == invitation_id), None)
    if row is None:
        raise no_such_invitation()
    return row


_SHARED = "shared-invitation"


def _shared_token(session: Session, row: Invitation) -> str:
    """Return the token of the link that whoever manages an invitation may pass on.
    It begins with the invitation's id, and is another after each email."""
    value = f"{row.public_id}{row.sent}"
    return row.public_id + addresses.address_signature(settings_of(session), _SHARED, value)


def invitation_for(session: Session, game: Game, token: str, now: datetime) -> Invitation:
    """Return the invitation of a token, from its email or passed on by its inviter.
    NotFound `no-such-invitation`, Denied `invitation-used`."""
    row = invitation_by_token(session, token)
    if row is None:
        row = session.scalar(select(Invitation).where(Invitation.public_id == token[:ID_LENGTH]))
        if row is not None and not hmac.compare_digest(token.encode(), _shared_token(session, row).encode()):
            row = None
    if row is None or row.game_id != game.id:
        raise no_such_invitation()
    return require_open(row, now)


def invitation_by_token(session: Session, token: str, *, lock: bool = False) -> Invitation | None:
    """Return the invitation whose email has this token, or None; `lock` its row."""
    query = select(Invitation).where(Invitation.token_hash == tokens.digest(token))
    row = session.scalar(query.with_for_update().execution_options(populate_existing=True) if lock else query)
    return row if row is not None and tokens.same(token, row.token_hash) else None


def require_open(row: Invitation, now: datetime) -> Invitation:
    """Return an invitation that can be accepted; Denied `invitation-used`."""
    if row.used_at is not None or row.expires_at <= now:
        raise _used()
    return row


def _used() -> Denied:
    return Denied("invitation-used", N_("This invitation was already used, or is too old."))


def no_such_invitation() -> NotFound:
    return NotFound("no-such-invitation", N_("This invitation is unknown; perhaps a part of it is missing."))


def invitations_of(session: Session, account: Account, now: datetime, limit: int = 20) -> list[InvitationLine]:
    """Return an account's unanswered invitations, newest first.
    They are to lobbies, and to running games that offer a seat, where the account has none."""
    query = (
        select(Invitation, Game, Account)
        .join(Game, Game.id == Invitation.game_id)
        .join(Account, Account.id == Invitation.inviter_id)
        .where(Invitation.email == account.email, Invitation.used_at.is_(None), Invitation.expires_at > now)
        .where(
            or_(Game.status == "lobby", and_(Game.status == "running", Game.seats.any(Seat.offered_at.is_not(None))))
        )
        .order_by(Invitation.id.desc())
        .limit(limit)
    )
    return [
        InvitationLine(
            **columns_of(game, "title", "edition", "players"),
            id=row.public_id,
            game_id=game.public_id,
            taken=len(game.seats),
            house=row.house or "",
            inviter=master_signs(game, inviter),
            created_at=row.created_at,
        )
        for row, game, inviter in session.execute(query)
        if seat_in(game, account) is None
    ]


def invitation_to(session: Session, game: Game, account: Account | None, now: datetime) -> Invitation | None:
    """Return an account's open invitation to a game, found by its email address.
    None if there is none, or nobody is signed in."""
    if account is None:
        return None
    query = select(Invitation).where(Invitation.game_id == game.id, Invitation.email == account.email)
    row = session.scalar(query)
    return row if row is not None and row.used_at is None and row.expires_at > now else None


def admit(
    session: Session, game: Game, account: Account, now: datetime, *, code: str = "", invitation: str = ""
) -> Invitation | None:
    """Admit somebody to a free or offered seat; return their invitation, if any.

    Raises NotFound `no-such-invitation`, Denied (`invitation-used`, `not-invited`).
    """
    row = invitation_for(session, game, invitation, now) if invitation else invitation_to(session, game, account, now)
    if not is_admitted(session, game, account, row) and not tokens.same(code, tokens.digest(game.join_code)):
        raise Denied("not-invited", N_("This game is for invited players, or needs its code."))
    return row


def is_admitted(session: Session, game: Game, account: Account | None, row: Invitation | None) -> bool:
    """Whether no code is needed: game open, or account invited, master or ex-player."""
    if game.visibility == "open" or row is not None:
        return True
    if account is None or game.creator_id == account.id:
        return account is not None
    return any(knows(session, game, account) for knows in (masters, has_held_seat, has_been_deputy))


def decline(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Say no to an invitation. NotFound `no-such-game`, `no-such-invitation`."""
    row = invitation_to(session, find_game(session, game_id, lock=True), account, now)
    if row is None:
        raise no_such_invitation()
    answer(row, DECLINED, now)


def answer(row: Invitation, word: str, now: datetime, account: Account | None = None) -> None:
    """Use an invitation up: ACCEPTED by an account, or DECLINED."""
    row.used_at, row.answer, row.account_id = now, word, account.id if account else None


def _invitation_row(session: Session, game: Game, email: str) -> Invitation:
    """The invitation of an address to a game, or a new one."""
    row = session.scalar(select(Invitation).where(Invitation.game_id == game.id, Invitation.email == email))
    if row is not None:
        if row.sent >= MAX_MAILS:
            raise Denied("too-many-invitations", N_("This address has had enough invitations."))
        return row
    if count_of(session, Invitation, Invitation.game_id == game.id) >= MAX_INVITATIONS:
        raise Denied("too-many-invitations", N_("{most} invitations were already sent."), most=MAX_INVITATIONS)
    return Invitation(public_id=new_id(), game_id=game.id, email=email, sent=0)
