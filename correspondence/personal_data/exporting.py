"""Everything the service knows of somebody, as one JSON document for themselves."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import or_, select, union
from sqlalchemy.orm import Session, undefer

from correspondence.accounts.use_cases import absences_of, preferences_of
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
        "sessions": _own(session, account, SignInSession, browser="label", since="created_at", seen_at="seen_at"),
        "tokens": _own(
            session, account, ApiToken, name="name", scopes="scopes", made_at="created_at", revoked_at="revoked_at"
        ),
        "webhooks": _own(session, account, Webhook, url="url", kinds="kinds", made_at="created_at"),
        "told_browsers": _own(
            session,
            account,
            PushSubscription,
            browser="label",
            streams="streams",
            push_service="endpoint",
            since="created_at",
            switched_off_at="disabled_at",
        ),
        "feeds_since": session.scalar(select(FeedAddress.made_at).where(FeedAddress.account_id == account.id)),
        "games": [_game(session, account, game) for game in _games(session, account)],
        "ratings": _ratings(session, account),
        "delegations": _delegations(session, account),
        "letters": _own(
            session, account, OutgoingLetter, kind="kind", to="address", written_at="written_at", sent_at="sent_at"
        ),
        "letters_come_back_since": stopped_since(session, account.email),
        "invitations": _invitations(session, account),
        "imports": [_import(line) for line in imports_of(session, account, now, 1000)],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def _own(
    session: Session, account: Account, table: type[Any], of_game: Game | None = None, **columns: str
) -> list[Document]:
    """Rows of a table that are an account's, of a game or of all: columns by the names under which they are told."""
    query = select(*(getattr(table, column).label(name) for name, column in columns.items()))
    query = query.where(table.account_id == account.id).order_by(table.id)
    if of_game is not None:
        query = query.where(table.game_id == of_game.id)
    return [dict(row) for row in session.execute(query).mappings()]


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
        "press": _own(
            session, account, PressMessage, game, at="sent_at", **{"as": "house"}, text="body", removed_at="removed_at"
        ),
        "votes": _votes(session, account, game),
        "edicts": _own(session, account, EdictRow, game, at="at", reason="reason"),
        "notes": _own(session, account, Note, game, at="at", text="body"),
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


def _votes(session: Session, account: Account, game: Game) -> list[Document]:
    query = select(Ballot, Vote.kind).join(Vote, Vote.id == Ballot.vote_id)
    query = query.where(Vote.game_id == game.id, Ballot.account_id == account.id)
    return [{"vote": kind, "choice": row.choice, "at": row.at} for row, kind in session.execute(query)]


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


def _invitations(session: Session, account: Account) -> list[Document]:
    mine = or_(Invitation.inviter_id == account.id, Invitation.email == account.email)
    return [
        {"by_you": row.inviter_id == account.id, "to": row.email, "at": row.created_at, "used_at": row.used_at}
        for row in session.scalars(select(Invitation).where(mine).order_by(Invitation.id))
    ]
