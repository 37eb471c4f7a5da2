"""What readers and moderators do with press besides writing it: reading, reporting, removing."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation
from correspondence.errors import Denied, NotFound
from correspondence.games.access import masters_of, who_is
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.models.press import PressMark, PressMessage, PressThread
from correspondence.notices.use_cases import notify
from correspondence.press.access import moderates, standpoint, thread_named
from correspondence.press.queries import PressPage, ThreadPage, press_page, thread_page
from correspondence.press.sending import release_postal, reply, send, unwrite
from correspondence.rows import insert_once
from correspondence.store import settings_of
from narration.words import N_

__all__ = [
    "game_of",
    "let_stand",
    "open_press",
    "open_thread",
    "peek",
    "release_postal",
    "remove",
    "reply",
    "report",
    "send",
    "thread_of",
]
LONGEST_REASON = 300


def open_press(session: Session, game_id: str, account: Account | None, now: datetime) -> PressPage:
    """The press of a game; a moderator's look at what is not theirs goes into the ledger. NotFound `no-such-game`."""
    page = press_page(session, game_id, account, now)
    if account is not None and page.reported:
        looked_at = ",".join(line.id for line in page.reported)
        note(session, game_id, account.public_id, "press-reported-read", {"messages": looked_at}, now)
    if account is not None and page.traced and page.reads_all:
        note(session, game_id, account.public_id, "press-listed", {}, now)
    return page


def open_thread(
    session: Session, thread_id: str, account: Account | None, now: datetime, before: int = 0, *, reads: bool = True
) -> ThreadPage:
    """A thread; what it shows counts as read (unless not `reads`), and a master's look goes into the ledger.

    Raises NotFound `no-such-thread`.
    """
    thread = thread_named(session, thread_id)
    page = thread_page(session, thread, account, now, before)
    if account is None:
        return page
    if page.reads_all:
        # Everybody in the game reads the ledger: it does not say who writes to whom.
        note(session, page.game_id, account.public_id, "press-read", {"thread": thread.public_id}, now)
    last = max((line.number for line in page.messages), default=0)
    if reads and page.unread and last:
        mark_read(session, thread, account, last, now)
    return page


def peek(
    session: Session, thread_id: str, account: Account | None, now: datetime, before: int = 0
) -> ThreadPage | None:
    """A thread of which a look leaves no trace; None if it does, and `open_thread` is to be used."""
    page = thread_page(session, thread_named(session, thread_id), account, now, before)
    return None if account is not None and page.traced else page


def mark_read(session: Session, thread: PressThread, account: Account, number: int, now: datetime) -> None:
    """Somebody has read a thread up to a number; never less than before."""
    if insert_once(session, PressMark, thread_id=thread.id, account_id=account.id, read_number=number, at=now):
        return
    session.execute(
        update(PressMark)
        .where(PressMark.thread_id == thread.id, PressMark.account_id == account.id, PressMark.read_number < number)
        .values(read_number=number, at=now)
    )


def report(session: Session, account: Account, message_id: str, reason: str, now: datetime) -> PressMessage:
    """Ask the moderators of a game to look at a message; they may read this one then.

    Raises NotFound `no-such-message`, Denied `not-your-seat`, Invalid for the reason. Reporting again changes nothing.
    """
    message, thread, game = _located(session, message_id)
    point = standpoint(session, game, account, now)
    if not point.concerns(thread) or not _readable(session, message, thread, account, now):
        raise _no_such_message()
    if point.who.seat is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    reason = input_validation.line(reason, "reason", LONGEST_REASON)
    if message.reported_at is not None or message.removed_at is not None:
        return message
    message.reported_at, message.report_reason = now, reason
    masters = [master.account for master in masters_of(session, game)]
    moderators = [one for one in masters if moderates(who_is(session, game, one, now))]
    if not moderators:
        hosts = session.scalars(select(Account).where(Account.host.is_(True), Account.deleted_at.is_(None)))
        moderators = [host for host in hosts if moderates(who_is(session, game, host, now))]
    if moderators:
        link = addresses.press(settings_of(session), game.public_id)
        key, values = f"{game.public_id}:press-reported:{message.public_id}:{int(now.timestamp())}", {"reason": reason}
        notify(session, "press-reported", key, now, game=game, seats=(), accounts=moderators, values=values, link=link)
    return message


def let_stand(session: Session, account: Account, message_id: str, now: datetime) -> PressMessage:
    """A moderator has looked at a reported message, and leaves it as it is; they cannot read it any more.

    Raises NotFound `no-such-message`, Denied `not-moderator`.
    """
    message, thread, game = _located(session, message_id)
    if not moderates(who_is(session, game, account, now)):
        if not _readable(session, message, thread, account, now):
            raise _no_such_message()
        raise _not_moderator()
    if message.reported_at is not None:
        message.reported_at, message.report_reason = None, ""
        note(session, game.public_id, account.public_id, "press-let-stand", {"message": message.public_id}, now)
    return message


def remove(session: Session, account: Account, message_id: str, reason: str, now: datetime) -> PressMessage:
    """Take a message's text away for everybody; a mark with the reason stays, and in the ledger its HMAC under the
    service's key: by a plain hash whoever reads the ledger could try what a private message said.

    Only masters and hosts who do not play may, and only what they can read. Raises NotFound `no-such-message`, Denied
    `not-moderator`, Invalid for the reason. Doing it again changes nothing.
    """
    message, thread, game = _located(session, message_id)
    if not moderates(who_is(session, game, account, now)):
        if not _readable(session, message, thread, account, now):
            raise _no_such_message()
        raise _not_moderator()
    if message.reported_at is None and not _readable(session, message, thread, account, now):
        raise _no_such_message()
    reason = input_validation.line(reason, "reason", LONGEST_REASON)
    if message.removed_at is not None:
        return message
    document = {
        "message": message.public_id,
        "thread": thread.public_id,
        "hmac": hmac.new(
            settings_of(session).secret_key.encode(),
            f"press-removed {message.public_id}\n{message.body}".encode(),
            hashlib.sha256,
        ).hexdigest(),
        "reason": reason,
    }
    note(session, game.public_id, account.public_id, "press-removed", document, now)
    message.body, message.removed_at, message.removed_by_id, message.removal_reason = "", now, account.id, reason
    unwrite(session, game, message)
    writer = session.get(Account, message.account_id) if message.account_id else None
    if writer is not None and writer.deleted_at is None:
        link = addresses.press_thread(settings_of(session), thread.public_id)
        key, values = f"{game.public_id}:press-removed:{message.public_id}", {"reason": reason}
        notify(session, "press-removed", key, now, game=game, seats=(), accounts=[writer], values=values, link=link)
    return message


def thread_of(session: Session, message: PressMessage) -> PressThread:
    """The thread of a message."""
    return session.get_one(PressThread, message.thread_id)


def game_of(session: Session, message: PressMessage) -> Game:
    """The game of a message."""
    return session.get_one(Game, message.game_id)


def _located(session: Session, message_id: str) -> tuple[PressMessage, PressThread, Game]:
    query = select(PressMessage).where(PressMessage.public_id == message_id).with_for_update()
    message = session.scalar(query.execution_options(populate_existing=True))
    if message is None:
        raise _no_such_message()
    return message, session.get_one(PressThread, message.thread_id), session.get_one(Game, message.game_id)


def _readable(session: Session, message: PressMessage, thread: PressThread, account: Account, now: datetime) -> bool:
    point = standpoint(session, session.get_one(Game, message.game_id), account, now)
    if not point.concerns(thread):
        return False
    query = select(PressMessage.id).where(PressMessage.id == message.id, point.readable(thread))
    return session.scalar(query) is not None


def _not_moderator() -> Denied:
    return Denied("not-moderator", N_("Only a game master or host who does not play may remove a letter."))


def _no_such_message() -> NotFound:
    return NotFound("no-such-message", N_("There is no such letter."))
