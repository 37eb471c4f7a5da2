"""A person's data: as a file of theirs, and deleted with their account.

What must stay for others (sheets, votes, messages, overrides, to replay and read their games; what rated games did to a
rating, on which later ones of others rest) keeps only the key of an account without name or address, on no page.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Select, delete, null, or_, select, union, update
from sqlalchemy.orm import Session, undefer

from correspondence import addresses
from correspondence.accounts.use_cases import absences_of, account_by_token, dated_token, preferences_of
from correspondence.audit_log import SITE, note as write_down
from correspondence.games.access import FORMER, seats_alone
from correspondence.imports import imports_of
from correspondence.lobby.use_cases import BEFORE_THE_GAME, cancel_game, leave_game
from correspondence.messages.blocks import blocks_of, forget_blocks
from correspondence.models import (
    Absence,
    Account,
    AddressChange,
    ApiToken,
    Attendance,
    Ballot,
    Delegation,
    DigestLine,
    FeedAddress,
    Game,
    GameMaster,
    Guest,
    Import,
    Invitation,
    LocalMail,
    Message,
    Note,
    Notepad,
    OutgoingMail,
    OverrideRow,
    Passkey,
    PdfFile,
    PushSubscription,
    RatingChange,
    ReadMark,
    RecoveryCode,
    SavedSheet,
    SavedStandingOrders,
    Seat,
    SeatHolder,
    SheetVersion,
    SignInLink,
    SignInSession,
    StandingOrdersVersion,
    Turn,
    Vote,
    Webhook,
    WebhookPost,
    WhatIfRow,
)
from correspondence.notices.use_cases import notify
from correspondence.outbox.returns import forget_address, stopped_since
from correspondence.push.subscriptions import end_browsers
from correspondence.ratings import follow_account
from correspondence.seats import DELETED, retire
from correspondence.sign_in.factors import check_password
from correspondence.store import settings_of
from correspondence.turns import locked_game

Document = dict[str, Any]
FORMAT = "rookery-account-1"


def export_account(session: Session, account: Account, now: datetime) -> bytes:
    """Return the account's data as indented JSON in UTC; secrets are only named."""
    document = {
        "format": FORMAT,
        "written_at": now,
        "account": _account(session, account),
        "absences": _absences(session, account, now),
        "sessions": _own_rows(session, account, SignInSession, browser="label", since="created_at", seen_at="seen_at"),
        "tokens": _own_rows(
            session, account, ApiToken, name="name", scopes="scopes", made_at="created_at", revoked_at="revoked_at"
        ),
        "passkeys": _own_rows(session, account, Passkey, name="name", made_at="created_at", used_at="used_at"),
        "webhooks": _own_rows(session, account, Webhook, url="url", kinds="kinds", made_at="created_at"),
        "told_browsers": _own_rows(
            session,
            account,
            PushSubscription,
            browser="label",
            streams="streams",
            push_service="endpoint",
            since="created_at",
            switched_off_at="disabled_at",
        ),
        "feeds_since": session.scalar(select(FeedAddress.made_at).filter_by(account_id=account.id)),
        "games": [_game(session, account, game) for game in _games(session, account)],
        "ratings": _ratings(session, account),
        "delegations": _delegations(session, account),
        "letters": _own_rows(
            session, account, OutgoingMail, kind="kind", to="address", written_at="written_at", sent_at="sent_at"
        ),
        "mail_comes_back_since": stopped_since(session, account.email),
        "invitations": _invitations(session, account),
        "blocks": [
            {"person": line.person, "house": line.house, "game": line.game_id, "at": line.at}
            for line in blocks_of(session, account)
        ],
        # The files themselves are theirs already.
        "imports": [
            {name: getattr(line, name) for name in ("id", "title", "size", "state", "asked_at", "at")}
            | {"game": line.game_id, "reasons": [reason.code for reason in line.reasons]}
            for line in imports_of(session, account, now, 1000)
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def _own_rows(
    session: Session, account: Account, table: type[Any], of_game: Game | None = None, **columns: str
) -> list[Document]:
    """Return an account's rows of a table, for one game or all, columns renamed."""
    query = select(*(getattr(table, column).label(name) for name, column in columns.items()))
    query = query.where(table.account_id == account.id).order_by(table.id)
    if of_game is not None:
        query = query.where(table.game_id == of_game.id)
    return _query_rows(session, query)


def _query_rows(session: Session, query: Select[*tuple[Any, ...]], packed: str = "") -> list[Document]:
    """The rows of a query by the names of its columns; the column `packed` is JSON."""
    rows = [dict(row) for row in session.execute(query).mappings()]
    for row in rows if packed else ():
        row[packed] = json.loads(row[packed])
    return rows


def _account(session: Session, account: Account) -> Document:
    """Return profile, settings and addresses of the account for the data export."""
    secret = (undefer(Account.password_hash), undefer(Account.totp_secret))
    mine = session.scalars(select(Account).filter_by(id=account.id).options(*secret)).one()
    address_changes = select(AddressChange.email, AddressChange.created_at).filter_by(account_id=mine.id)
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
        "light_mails": mine.light_mails,
        "has_password": bool(mine.password_hash),
        "has_second_factor": bool(mine.totp_secret),
        "addresses_asked_for": [{"address": email, "at": at} for email, at in session.execute(address_changes)],
    }


def _absences(session: Session, account: Account, now: datetime) -> list[Document]:
    ahead = Absence.public_id.in_([line.id for line in absences_of(session, account, now)])
    times = Absence.first_at.label("from"), Absence.last_at.label("until")
    query = select(*times, Absence.note, Absence.cancelled_at, ahead.label("ahead"))
    return _query_rows(session, query.where(Absence.account_id == account.id).order_by(Absence.first_at))


def _games(session: Session, account: Account) -> list[Game]:
    """Every game they made, master, play or played."""
    inside = union(
        select(Game.id).filter_by(creator_id=account.id),
        select(Seat.game_id).filter_by(account_id=account.id),
        select(SeatHolder.game_id).filter_by(account_id=account.id),
        select(GameMaster.game_id).filter_by(account_id=account.id),
    )
    return list(session.scalars(select(Game).where(Game.id.in_(inside)).order_by(Game.id).options(seats_alone())))


def _game(session: Session, account: Account, game: Game) -> Document:
    """Return what the data export tells of one game.
    That is what the account did and wrote in it."""
    mine = SeatHolder.account_id == account.id
    holders = session.scalars(select(SeatHolder).where(SeatHolder.game_id == game.id, mine)).all()
    seat = next((seat for seat in game.seats if seat.account_id == account.id), None)
    present = select(Attendance, Turn.number).join(Turn)
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
            for row, number in session.execute(present.order_by(Turn.number))
        ],
        "sheets": [sheet for row in holders for sheet in _sheets(session, row)],
        "press": _own_rows(
            session, account, Message, game, at="sent_at", **{"as": "house"}, text="body", removed_at="removed_at"
        ),
        "votes": _votes(session, account, game),
        "edicts": _own_rows(session, account, OverrideRow, game, at="at", reason="reason"),
        "notes": _own_rows(session, account, Note, game, at="at", text="body"),
        "notepad": _own_rows(session, account, Notepad, game, at="at", text="body"),
        "what_ifs": _what_ifs(session, account, game),
        "drafts": _saved_orders(session, account, game),
    }


def _sheets(session: Session, holder: SeatHolder) -> list[Document]:
    """What was handed in for the seat while they held it."""
    sheets: list[Document] = []
    for table, turn in ((SheetVersion, Turn.number), (StandingOrdersVersion, null())):
        columns = table.number.label("version"), table.accepted_at.label("at"), table.document.label("sheet")
        query = select(turn.label("call"), *columns).where(table.seat_id == holder.seat_id)
        query = query.where(table.accepted_at >= holder.since).order_by(table.id)
        if table is SheetVersion:
            query = query.join(Turn, Turn.id == SheetVersion.turn_id)
        if holder.until is not None:
            query = query.where(table.accepted_at < holder.until)
        sheets += _query_rows(session, query, "sheet")
    return sheets


def _votes(session: Session, account: Account, game: Game) -> list[Document]:
    query = select(Vote.kind.label("vote"), Ballot.choice, Ballot.at).join(Vote)
    return _query_rows(session, query.where(Vote.game_id == game.id, Ballot.account_id == account.id))


def _what_ifs(session: Session, account: Account, game: Game) -> list[Document]:
    columns = WhatIfRow.name, WhatIfRow.changed_at.label("at"), WhatIfRow.document.label("what_if")
    query = select(Turn.number.label("call"), *columns).join(Turn, Turn.id == WhatIfRow.turn_id)
    query = query.where(Turn.game_id == game.id, WhatIfRow.account_id == account.id)
    return _query_rows(session, query.order_by(WhatIfRow.id), "what_if")


def _ratings(session: Session, account: Account) -> list[Document]:
    """List the changes of an account's ratings, in the order they were applied."""
    change = RatingChange
    columns = (Game.public_id.label("game"), change.edition, change.number, change.house, change.rank)
    figures = (change.mu_before.label("before"), change.mu.label("rating"), change.sigma.label("uncertain"))
    query = select(*columns, *figures).join(Game, Game.id == change.game_id).where(change.account_id == account.id)
    return _query_rows(session, query.order_by(change.edition, change.number))


def _saved_orders(session: Session, account: Account, game: Game) -> list[Document]:
    """Return the account's saved orders and standing orders in a game.
    They were not submitted."""
    drafts: list[Document] = []
    for table, turn, of in ((SavedSheet, Turn.number, Turn), (SavedStandingOrders, null(), Seat)):
        query = select(turn.label("call"), table.changed_at.label("at"), table.fields)
        key = SavedSheet.turn_id if table is SavedSheet else SavedStandingOrders.seat_id
        query = query.join(of, of.id == key).where(of.game_id == game.id, table.account_id == account.id)
        drafts += _query_rows(session, query.order_by(table.id), "fields")
    return drafts


def _delegations(session: Session, account: Account) -> list[Document]:
    row, is_granter = Delegation, Delegation.granter_id == account.id
    times = row.from_at.label("from"), row.until_at.label("until")
    query = select(Game.public_id.label("game"), is_granter.label("given"), *times, row.revoked_at, row.note)
    query = query.join(Game, Game.id == row.game_id).where(or_(row.account_id == account.id, is_granter))
    return _query_rows(session, query.order_by(row.id))


def _invitations(session: Session, account: Account) -> list[Document]:
    row, by_you = Invitation, Invitation.inviter_id == account.id
    query = select(by_you.label("by_you"), row.email.label("to"), row.created_at.label("at"), row.used_at, row.answer)
    return _query_rows(session, query.where(or_(by_you, row.email == account.email)).order_by(row.id))


LINK_LIFE = timedelta(hours=24)


def request_deletion(session: Session, account: Account, now: datetime) -> None:
    """Email a link that deletes the account, valid for 24 hours.
    It ends earlier if the password or the address changes."""
    link = addresses.account_deletion(settings_of(session), dated_token(session, account, addresses.LEAVING, now))
    key = f"delete-confirm:{account.public_id}:{int(now.timestamp())}"
    notify(session, "delete-confirm", key, now, accounts=[account], link=link)


def look_at_deletion(session: Session, token: str, now: datetime) -> Account:
    """Return the account that a link would delete; changes nothing.
    NotFound `no-such-link`, Denied (`link-expired`, `link-used`: password or address changed)."""
    link_account, _ = account_by_token(
        session, token, addresses.LEAVING, now, life=LINK_LIFE, ended_at=lambda account: account.links_ended_at
    )
    return link_account


def delete_by_link(session: Session, token: str, now: datetime) -> None:
    """Delete the account of a link. Raises as `look_at_deletion`."""
    _delete_account(session, look_at_deletion(session, token, now), now)


def delete_by_password(session: Session, account: Account, password: str, now: datetime) -> None:
    """Delete one's account. Denied `wrong-password`; attempts are counted before."""
    query = select(Account).filter_by(id=account.id).options(undefer(Account.password_hash))
    mine = session.scalars(query.execution_options(populate_existing=True)).one()
    check_password(mine, password)
    _delete_account(session, mine, now)


def _delete_account(session: Session, account: Account, now: datetime) -> None:
    # From here on nobody writes to them.
    """Delete an account: leave its games, end its rights, remove its own rows.
    The row of the account stays without name and address, for the games that it played."""
    account.deleted_at = now
    session.flush()
    follow_account(session, account)
    _give_back_games(session, account, now)
    _end_rights(session, account, now)
    _forget_mails(session, account)
    for table in (
        SignInSession,
        ApiToken,
        RecoveryCode,
        Passkey,
        AddressChange,
        Guest,
        Absence,
        DigestLine,
        Notepad,
        ReadMark,
        Import,
        PdfFile,
        WhatIfRow,
        SavedSheet,
        SavedStandingOrders,
        FeedAddress,
    ):
        session.execute(delete(table).where(table.__table__.c.account_id == account.id))
    session.execute(delete(SignInLink).filter_by(email=account.email))
    session.execute(delete(Invitation).filter_by(email=account.email))
    forget_blocks(session, account)
    session.execute(update(Invitation).filter_by(account_id=account.id).values(account_id=None))
    end_browsers(session, account)
    webhooks = select(Webhook.id).filter_by(account_id=account.id)
    session.execute(delete(WebhookPost).where(WebhookPost.webhook_id.in_(webhooks)))
    session.execute(delete(Webhook).filter_by(account_id=account.id))
    account.name, account.email = FORMER, f"{account.public_id}@deleted.invalid"
    account.language, account.zone, account.streams = "en", "UTC", "{}"
    account.quiet_from = account.quiet_until = account.digest_weekday = account.emergency_pause_at = None
    account.password_hash = account.totp_secret = ""
    account.host = False
    write_down(session, SITE, account, "account-deleted", {}, now)


def _give_back_games(session: Session, account: Account, now: datetime) -> None:
    """Call off their lobbies, leave seats in lobbies, offer seats in running games."""
    lobbies = select(Game.public_id).where(Game.creator_id == account.id, Game.status.in_(BEFORE_THE_GAME))
    for game_id in session.scalars(lobbies.order_by(Game.id)).all():
        cancel_game(session, account, game_id, now)
    session.flush()
    seated = select(Game.public_id, Game.status).join(Seat)
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
    """End their rights as deputy and master; another master becomes the head."""
    ended = update(Delegation).where(
        or_(Delegation.account_id == account.id, Delegation.granter_id == account.id), Delegation.revoked_at.is_(None)
    )
    session.execute(ended.values(revoked_at=now).execution_options(synchronize_session="fetch"))
    notes = update(Delegation).filter_by(granter_id=account.id).values(note="")
    session.execute(notes.execution_options(synchronize_session="fetch"))
    rows = session.scalars(select(GameMaster).filter_by(account_id=account.id, until=None))
    for row in rows.all():
        row.until = now
        if row.head:
            row.head = False
            others = (
                select(GameMaster)
                .filter_by(game_id=row.game_id, until=None)
                .where(GameMaster.account_id != account.id, GameMaster.accepted_at.is_not(None))
            )
            heir = session.scalar(others.order_by(GameMaster.id).limit(1))
            if heir is not None:
                heir.head = True


def _forget_mails(session: Session, account: Account) -> None:
    """Emails that wait do not leave; of those that left only that they did is kept."""
    mine = or_(OutgoingMail.account_id == account.id, OutgoingMail.address == account.email)
    session.execute(delete(OutgoingMail).where(mine, OutgoingMail.next_attempt_at.is_not(None)))
    scrubbed = update(OutgoingMail).where(mine)
    values = {"address": "", "name": "", "account_id": None, "payload": b"", "last_error": ""}
    session.execute(scrubbed.values(**values).execution_options(synchronize_session=False))
    session.execute(delete(LocalMail).filter_by(address=account.email))
    forget_address(session, account.email)
