"""Everything the service knows of somebody, as one JSON document for themselves."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import or_, select, union
from sqlalchemy.orm import Session, undefer

from correspondence.accounts.absences import absences_of
from correspondence.accounts.preferences import preferences_of
from correspondence.games.access import seats_alone
from correspondence.imports.use_cases import ImportLine, imports_of
from correspondence.models.accounts import Absence, Account, AddressChange, ApiToken, FeedAddress, SignInSession
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import Attendance
from correspondence.models.desk import EdictRow, Note
from correspondence.models.games import Ballot, Delegation, Game, GameMaster, Invitation, Seat, SeatHolder, Vote
from correspondence.models.outbox import OutgoingLetter, PushSubscription, Webhook
from correspondence.models.press import PressMessage
from correspondence.models.ratings import RatingChange
from correspondence.models.sheets import SheetDraft, SheetVersion, SketchRow, StandingDraft, StandingVersion
from correspondence.outbox.returns import stopped_since

Document = dict[str, Any]
FORMAT = "rookery-account-1"


def export_account(session: Session, account: Account, now: datetime) -> bytes:
    """The account's data as indented JSON; times are in UTC. Secrets (password, tokens) are named but not told."""
    document = {
        "format": FORMAT,
        "written_at": now,
        "account": _account(session, account),
        "absences": _absences(session, account, now),
        "sessions": _sessions(session, account),
        "tokens": _tokens(session, account),
        "webhooks": _webhooks(session, account),
        "told_browsers": _told_browsers(session, account),
        "feeds_since": session.scalar(select(FeedAddress.made_at).where(FeedAddress.account_id == account.id)),
        "games": [_game(session, account, game) for game in _games(session, account)],
        "ratings": _ratings(session, account),
        "delegations": _delegations(session, account),
        "letters": _letters(session, account),
        "letters_come_back_since": stopped_since(session, account.email),
        "invitations": _invitations(session, account),
        "imports": [_import(line) for line in imports_of(session, account, now, 1000)],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def _account(session: Session, account: Account) -> Document:
    secret = (undefer(Account.password_hash), undefer(Account.totp_secret))
    mine = session.scalars(select(Account).where(Account.id == account.id).options(*secret)).one()
    wanted = select(AddressChange.email, AddressChange.created_at).where(AddressChange.account_id == mine.id)
    return {
        "id": mine.public_id,
        "address": mine.email,
        "name": mine.name,
        "language": mine.language,
        "zone": mine.zone,
        "created_at": mine.created_at,
        "host": mine.host,
        "letters": preferences_of(mine).__dict__,
        "ratings_hidden": mine.ratings_hidden,
        "light_letters": mine.light_letters,
        "has_password": bool(mine.password_hash),
        "has_second_factor": bool(mine.totp_secret),
        "addresses_asked_for": [{"address": email, "at": at} for email, at in session.execute(wanted)],
    }


def _import(line: ImportLine) -> Document:
    """A game file that was sent; the file itself is theirs already."""
    told = {name: getattr(line, name) for name in ("id", "title", "size", "state", "asked_at", "at")}
    return {**told, "game": line.game_id, "reasons": [reason.code for reason in line.reasons]}


def _absences(session: Session, account: Account, now: datetime) -> list[Document]:
    ahead = {line.id for line in absences_of(session, account, now)}
    rows = session.scalars(select(Absence).where(Absence.account_id == account.id).order_by(Absence.first_at))
    return [
        {
            "from": row.first_at,
            "until": row.last_at,
            "note": row.note,
            "cancelled_at": row.cancelled_at,
            "ahead": row.public_id in ahead,
        }
        for row in rows
    ]


def _sessions(session: Session, account: Account) -> list[Document]:
    rows = session.scalars(select(SignInSession).where(SignInSession.account_id == account.id))
    return [{"browser": row.label, "since": row.created_at, "seen_at": row.seen_at} for row in rows]


def _tokens(session: Session, account: Account) -> list[Document]:
    rows = session.scalars(select(ApiToken).where(ApiToken.account_id == account.id))
    return [
        {"name": row.name, "scopes": row.scopes, "made_at": row.created_at, "revoked_at": row.revoked_at}
        for row in rows
    ]


def _webhooks(session: Session, account: Account) -> list[Document]:
    rows = session.scalars(select(Webhook).where(Webhook.account_id == account.id))
    return [{"url": row.url, "kinds": row.kinds, "made_at": row.created_at} for row in rows]


def _told_browsers(session: Session, account: Account) -> list[Document]:
    rows = session.scalars(select(PushSubscription).where(PushSubscription.account_id == account.id))
    return [
        {
            "browser": row.label,
            "streams": row.streams,
            "push_service": row.endpoint,
            "since": row.created_at,
            "switched_off_at": row.disabled_at,
        }
        for row in rows
    ]


def _games(session: Session, account: Account) -> list[Game]:
    """Every game they made, master, play or played."""
    inside = union(
        select(Game.id).where(Game.creator_id == account.id),
        select(Seat.game_id).where(Seat.account_id == account.id),
        select(SeatHolder.game_id).where(SeatHolder.account_id == account.id),
        select(GameMaster.game_id).where(GameMaster.account_id == account.id),
    )
    return list(session.scalars(select(Game).where(Game.id.in_(inside)).order_by(Game.id).options(seats_alone())))


def _game(session: Session, account: Account, game: Game) -> Document:
    mine = SeatHolder.account_id == account.id
    holders = session.scalars(select(SeatHolder).where(SeatHolder.game_id == game.id, mine)).all()
    seat = next((seat for seat in game.seats if seat.account_id == account.id), None)
    present = select(Attendance, OpenedCall.number).join(OpenedCall, OpenedCall.id == Attendance.call_id)
    present = present.where(Attendance.game_id == game.id, Attendance.account_id == account.id)
    return {
        "id": game.public_id,
        "title": game.title,
        "status": game.status,
        "made_by_you": game.creator_id == account.id,
        "house": seat.house if seat else None,
        "wishes": seat.preferences if seat else "",
        "held": [{"house": row.house, "since": row.since, "until": row.until, "ended": row.ended} for row in holders],
        "attendance": [
            {"call": number, "on_time": row.on_time, "excused": row.excused}
            for row, number in session.execute(present.order_by(OpenedCall.number))
        ],
        "sheets": [sheet for row in holders for sheet in _sheets(session, row)],
        "press": _press(session, account, game),
        "votes": _votes(session, account, game),
        "edicts": _edicts(session, account, game),
        "notes": _notes(session, account, game),
        "what_ifs": _sketches(session, account, game),
        "drafts": _drafts(session, account, game),
    }


def _sheets(session: Session, held: SeatHolder) -> list[Document]:
    """What was handed in for the seat while they held it."""
    sheets = select(SheetVersion, OpenedCall.number).join(OpenedCall, OpenedCall.id == SheetVersion.call_id)
    sheets = sheets.where(SheetVersion.seat_id == held.seat_id, SheetVersion.accepted_at >= held.since)
    standing = select(StandingVersion).where(
        StandingVersion.seat_id == held.seat_id, StandingVersion.accepted_at >= held.since
    )
    if held.until is not None:
        sheets = sheets.where(SheetVersion.accepted_at < held.until)
        standing = standing.where(StandingVersion.accepted_at < held.until)
    found = [
        {"call": number, "version": row.number, "at": row.accepted_at, "sheet": json.loads(row.document)}
        for row, number in session.execute(sheets.order_by(SheetVersion.id))
    ]
    found += [
        {"call": None, "version": row.number, "at": row.accepted_at, "sheet": json.loads(row.document)}
        for row in session.scalars(standing.order_by(StandingVersion.id))
    ]
    return found


def _press(session: Session, account: Account, game: Game) -> list[Document]:
    rows = session.scalars(
        select(PressMessage)
        .where(PressMessage.game_id == game.id, PressMessage.account_id == account.id)
        .order_by(PressMessage.id)
    )
    return [{"at": row.sent_at, "as": row.house, "text": row.body, "removed_at": row.removed_at} for row in rows]


def _votes(session: Session, account: Account, game: Game) -> list[Document]:
    query = select(Ballot, Vote.kind).join(Vote, Vote.id == Ballot.vote_id)
    query = query.where(Vote.game_id == game.id, Ballot.account_id == account.id)
    return [{"vote": kind, "choice": row.choice, "at": row.at} for row, kind in session.execute(query)]


def _edicts(session: Session, account: Account, game: Game) -> list[Document]:
    rows = session.scalars(select(EdictRow).where(EdictRow.game_id == game.id, EdictRow.account_id == account.id))
    return [{"at": row.at, "reason": row.reason} for row in rows]


def _notes(session: Session, account: Account, game: Game) -> list[Document]:
    rows = session.scalars(select(Note).where(Note.game_id == game.id, Note.account_id == account.id))
    return [{"at": row.at, "text": row.body} for row in rows]


def _sketches(session: Session, account: Account, game: Game) -> list[Document]:
    query = select(SketchRow, OpenedCall.number).join(OpenedCall, OpenedCall.id == SketchRow.call_id)
    query = query.where(OpenedCall.game_id == game.id, SketchRow.account_id == account.id)
    return [
        {"call": number, "name": row.name, "at": row.changed_at, "what_if": json.loads(row.document)}
        for row, number in session.execute(query.order_by(SketchRow.id))
    ]


def _ratings(session: Session, account: Account) -> list[Document]:
    """What rated games made of their ratings, in the order in which these were worked in."""
    query = select(RatingChange, Game.public_id).join(Game, Game.id == RatingChange.game_id)
    query = query.where(RatingChange.account_id == account.id).order_by(RatingChange.edition, RatingChange.number)
    return [
        {
            "game": game,
            "edition": row.edition,
            "number": row.number,
            "house": row.house,
            "rank": row.rank,
            "before": row.mu_before,
            "rating": row.mu,
            "uncertain": row.sigma,
        }
        for row, game in session.execute(query)
    ]


def _drafts(session: Session, account: Account, game: Game) -> list[Document]:
    query = select(SheetDraft, OpenedCall.number).join(OpenedCall, OpenedCall.id == SheetDraft.call_id)
    query = query.where(OpenedCall.game_id == game.id, SheetDraft.account_id == account.id)
    found = [
        {"call": number, "at": row.changed_at, "fields": json.loads(row.fields)}
        for row, number in session.execute(query.order_by(SheetDraft.id))
    ]
    standing = select(StandingDraft).join(Seat, Seat.id == StandingDraft.seat_id)
    standing = standing.where(Seat.game_id == game.id, StandingDraft.account_id == account.id)
    return found + [
        {"call": None, "at": row.changed_at, "fields": json.loads(row.fields)}
        for row in session.scalars(standing.order_by(StandingDraft.id))
    ]


def _delegations(session: Session, account: Account) -> list[Document]:
    mine = or_(Delegation.account_id == account.id, Delegation.granter_id == account.id)
    return [
        {
            "game": session.get_one(Game, row.game_id).public_id,
            "given": row.granter_id == account.id,
            "from": row.from_at,
            "until": row.until_at,
            "revoked_at": row.revoked_at,
            "note": row.note,
        }
        for row in session.scalars(select(Delegation).where(mine).order_by(Delegation.id))
    ]


def _letters(session: Session, account: Account) -> list[Document]:
    rows = session.scalars(
        select(OutgoingLetter).where(OutgoingLetter.account_id == account.id).order_by(OutgoingLetter.id)
    )
    return [{"kind": row.kind, "to": row.address, "written_at": row.written_at, "sent_at": row.sent_at} for row in rows]


def _invitations(session: Session, account: Account) -> list[Document]:
    mine = or_(Invitation.inviter_id == account.id, Invitation.email == account.email)
    return [
        {"by_you": row.inviter_id == account.id, "to": row.email, "at": row.created_at, "used_at": row.used_at}
        for row in session.scalars(select(Invitation).where(mine).order_by(Invitation.id))
    ]
