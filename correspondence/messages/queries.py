"""Reading messages, reporting and removing it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, and_, case, func, literal, or_, select, true, update
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.audit_log import note
from correspondence.games.access import TellTime, find_game, keep, no_seat, seat_in, visible_times, who_is
from correspondence.input_validation import Denied, NotFound
from correspondence.masters import master_accounts
from correspondence.messages import sending
from correspondence.messages.sending import (
    ANONYMOUS,
    PRIVATE,
    PUBLIC,
    Rights,
    Standpoint,
    cancel_emails,
    find_thread,
    members,
    moderates,
    no_such_thread,
    rights,
    standpoint,
)
from correspondence.models import Account, Conversation, Game, Message, ReadMark
from correspondence.notices.use_cases import notify
from correspondence.read_cache import remembered
from correspondence.rows import columns_of, insert_once, listed
from correspondence.seats import VASSAL
from correspondence.store import settings_of
from narration.words import N_

MAX_MESSAGES = 50


@dataclass(frozen=True)
class ThreadLine:
    """A thread in a list: `houses` without the reader's; none for everybody.
    `last_house` is empty where it is not shown; `snippet` begins its last message, and is empty if that is of a player
    whom the reader blocks (`hidden`). Of a `muted` thread nothing counts as unread."""

    id: str
    kind: str
    houses: tuple[str, ...]
    last_at: datetime
    last_house: str
    snippet: str
    removed: bool
    hidden: bool
    messages: int
    unread: int
    muted: bool


@dataclass(frozen=True)
class MessageLine:
    """A message for a reader; `house` is empty where it is not shown.
    `by`: `house`, `anonymous` or `master`. `number` is 0 for the reader's own that waits for the results. `hidden`: the
    reader blocks its player. Where names are hidden, times are those at which the turns opened in which it was written
    and released."""

    id: str
    thread_id: str
    number: int
    by: str
    house: str
    own: bool
    paragraphs: tuple[str, ...]
    sent_at: datetime
    released_at: datetime | None
    postal: bool
    removed: bool
    removal_reason: str
    report_reason: str
    may_report: bool
    may_remove: bool
    hidden: bool
    may_block: bool


@dataclass(frozen=True)
class ConversationsPage:
    """The messages of a game for a reader.
    `houses` may be written to, `unplayed` are played by nobody who reads; `reported` waits for a moderator;
    `reads_all`: the reader is a game master to whom the game shows everything."""

    game_id: str
    title: str
    edition: str
    you: str | None
    kinds: tuple[str, ...]
    rights: Rights
    houses: tuple[str, ...]
    unplayed: frozenset[str]
    threads: tuple[ThreadLine, ...]
    reported: tuple[MessageLine, ...]
    reads_all: bool
    gm_reads_messages: bool

    @property
    def traced(self) -> bool:
        """Whether showing this page must be recorded in the audit log."""
        return bool(self.reported) or (self.reads_all and any(line.kind != PUBLIC for line in self.threads))


@dataclass(frozen=True)
class ThreadPage:
    """A thread for a reader, oldest message first.
    `older` is the number before which there are more, or 0; `newer` the one before which the next newer page ends (0:
    the newest of all), None if this is the newest. `may_mute`: the reader is in the game and gets notices."""

    id: str
    game_id: str
    title: str
    edition: str
    you: str | None
    kind: str
    houses: tuple[str, ...]
    rights: Rights
    may_write: bool
    reads_all: bool
    messages: tuple[MessageLine, ...]
    older: int
    newer: int | None
    unread: int
    muted: bool
    may_mute: bool

    @property
    def traced(self) -> bool:
        """Whether showing this thread is audited or marks messages as read."""
        return self.reads_all or self.unread > 0


def conversations_page(session: Session, game_id: str, account: Account | None, now: datetime) -> ConversationsPage:
    """Return a game's messages for a reader or the public; NotFound `no-such-game`."""
    game = find_game(session, game_id)
    point = standpoint(session, game, account, now)
    others = [seat for seat in game.seats if seat.house and seat.house != point.house and seat.kind != VASSAL]
    return ConversationsPage(
        **columns_of(game, "title", "edition", "gm_reads_messages"),
        game_id=game.public_id,
        you=point.house,
        kinds=listed(game.messages),
        rights=rights(session, game, point.who),
        houses=tuple(seat.house or "" for seat in others),
        unplayed=frozenset(seat.house or "" for seat in others if seat.account_id is None),
        threads=tuple(_threads(session, point)),
        reported=tuple(_reported_messages(session, point)),
        reads_all=point.everything,
    )


def thread_page(
    session: Session, thread: Conversation, account: Account | None, now: datetime, before: int = 0
) -> ThreadPage:
    """Return a thread's newest messages, or those before a number.
    NotFound `no-such-thread` for whoever may read nothing of it."""
    game = keep(session, session.get_one(Game, thread.game_id))
    point = standpoint(session, game, account, now)
    if not point.concerns(thread):
        raise no_such_thread()
    mine = select(Message).where(Message.thread_id == thread.id, point.readable(thread))
    query = mine.where(Message.number > 0)
    if before > 0:
        query = query.where(Message.number < before)
    messages = session.scalars(query.order_by(Message.number.desc()).limit(MAX_MESSAGES + 1)).all()
    waiting = [] if before > 0 else session.scalars(mine.where(Message.number < 0).order_by(Message.id)).all()
    if not messages and not waiting:
        raise no_such_thread()
    shown = [*reversed(messages[:MAX_MESSAGES]), *waiting]
    allowed, time_told = _thread_rights(session, thread, point), visible_times(session, game, point.who)
    count = _counts(session, point, [thread])[thread.id]
    return ThreadPage(
        id=thread.public_id,
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        you=point.house,
        kind=thread.kind,
        houses=tuple(house for house in members(thread) if house != point.house),
        rights=allowed,
        may_write=_may_write(allowed, thread, point),
        reads_all=point.everything and thread.kind != PUBLIC,
        messages=tuple(_message_line(point, time_told, thread, message) for message in shown),
        older=messages[MAX_MESSAGES - 1].number if len(messages) > MAX_MESSAGES else 0,
        newer=_newer(session, mine, before) if before > 0 else None,
        unread=count.unread,
        muted=count.muted,
        may_mute=point.inside,
    )


def _newer(session: Session, mine: Select[Message], before: int) -> int:
    """Return where the page ends that is newer than that of `before`; 0 if newest."""
    query = mine.where(Message.number >= before).order_by(Message.number)
    message = session.scalar(query.offset(MAX_MESSAGES).limit(1))
    return message.number if message is not None else 0


def unread_count(session: Session, game: Game, account: Account | None, now: datetime) -> int:
    """How many messages of a game somebody in it has not read yet."""
    return message_counts(session, game, account, now)[1] if account is not None else 0


def message_counts(session: Session, game: Game, account: Account | None, now: datetime) -> tuple[int, int]:
    """How many messages of a game a reader may read, and how many of them are new."""
    if not game.messages:
        return 0, 0
    point = standpoint(session, game, account, now)

    def count() -> tuple[int, int]:
        threads = session.scalars(select(Conversation).where(Conversation.game_id == game.id))
        counts = _counts(session, point, threads).values()
        return sum(each.messages for each in counts), sum(each.shown_unread for each in counts)

    key = "message counts", game.id, account.id if account is not None else 0
    return remembered(session, key, count, may_change=True)


def unread_by_game(session: Session, account: Account, game_ids: Iterable[str], now: datetime) -> dict[str, int]:
    """Return an account's numbers of unread messages by public game id.
    Games where there are none, or where it has no seat, are left out."""
    games = session.scalars(select(Game).where(Game.public_id.in_(tuple(game_ids)), Game.messages != ""))
    by_id = {game.id: game for game in games if seat_in(game, account)}
    if not by_id:
        return {}
    # Most games have nothing new: one question finds those that may have.
    read = func.coalesce(ReadMark.read_number, 0)
    query = (
        select(Message.game_id)
        .join(Conversation, Conversation.id == Message.thread_id)
        .outerjoin(ReadMark, (ReadMark.thread_id == Conversation.id) & (ReadMark.account_id == account.id))
        .where(Message.game_id.in_(by_id), Message.number > read)
        .where(or_(Message.account_id.is_(None), Message.account_id != account.id))
        .distinct()
    )
    counts = {
        by_id[game_id].public_id: unread_count(session, by_id[game_id], account, now)
        for game_id in session.scalars(query)
    }
    return {game_id: count for game_id, count in counts.items() if count}


@dataclass(frozen=True)
class _Count:
    """A thread's message count, unread count and last key, for a reader."""

    messages: int
    unread: int
    last: int
    muted: bool

    @property
    def shown_unread(self) -> int:
        """How many messages count as new for lists and menus."""
        return 0 if self.muted else self.unread


def _counts(session: Session, point: Standpoint, threads: Iterable[Conversation]) -> dict[int, _Count]:
    """Count messages of the threads a reader may read, by key, in one query.

    Unread are others' messages after the reader's last read one, but for those of blocked players; none for spectators.
    """
    threads = list(threads)
    kinds: dict[bool, list[Conversation]] = {True: [], False: []}
    for thread in threads:
        if point.concerns(thread):
            kinds[thread.kind == PUBLIC].append(thread)
    readable = [
        and_(Message.thread_id.in_([thread.id for thread in group]), point.readable(group[0]))
        for group in kinds.values()
        if group
    ]
    if not readable:
        return {}
    reader = point.who.account.id if point.who.account is not None and point.inside else None
    unread = and_(
        Message.number > func.coalesce(ReadMark.read_number, 0),
        Message.house != point.house if point.house else true(),
        or_(
            Message.house.not_in(point.blocked),
            Message.thread_id.in_([thread.id for thread in threads if thread.kind == ANONYMOUS]),
        ),
    )
    query = (
        select(
            Message.thread_id,
            func.count(),
            func.sum(case((unread, 1), else_=0)) if reader is not None else literal(0),
            func.max(Message.id),
            func.max(case((ReadMark.muted, 1), else_=0)),
        )
        .outerjoin(ReadMark, and_(ReadMark.thread_id == Message.thread_id, ReadMark.account_id == reader))
        .where(or_(*readable))
        .group_by(Message.thread_id)
    )
    return {
        key: _Count(number, int(new), last, bool(muted)) for key, number, new, last, muted in session.execute(query)
    }


def _threads(session: Session, point: Standpoint) -> list[ThreadLine]:
    """The threads of which a reader may read something, newest first."""
    threads = session.scalars(select(Conversation).where(Conversation.game_id == point.game.id)).all()
    counts = _counts(session, point, threads)
    newest = select(Message).where(Message.id.in_([count.last for count in counts.values()]))
    last = {message.thread_id: message for message in session.scalars(newest)}
    time_told = visible_times(session, point.game, point.who)
    newest_first = sorted(
        (thread for thread in threads if thread.id in last),
        key=lambda thread: last[thread.id].released_at or last[thread.id].sent_at,
        reverse=True,
    )
    return [_thread_line(point, time_told, thread, counts[thread.id], last[thread.id]) for thread in newest_first]


def _thread_line(
    point: Standpoint, time_told: TellTime, thread: Conversation, count: _Count, last: Message
) -> ThreadLine:
    """Return the line of a thread in the list of conversations.
    `time_told` turns times into those the reader may know; `last` is its newest message."""
    hidden = _is_hidden(point, thread, last)
    return ThreadLine(
        id=thread.public_id,
        kind=thread.kind,
        houses=tuple(house for house in members(thread) if house != point.house),
        last_at=time_told(last.released_at or last.sent_at),
        last_house="" if thread.kind == ANONYMOUS else last.house,
        snippet="" if hidden else sending.snippet_of(last.body),
        removed=last.removed_at is not None,
        hidden=hidden,
        messages=count.messages,
        unread=count.shown_unread,
        muted=count.muted,
    )


def _is_hidden(point: Standpoint, thread: Conversation, message: Message) -> bool:
    """Whether a message is signed by a player whom its reader blocks."""
    return thread.kind != ANONYMOUS and message.house in point.blocked


def may_block(point: Standpoint, thread: Conversation, message: Message) -> bool:
    """Whether somebody else plays the house that signed a message, since before it."""
    if thread.kind == ANONYMOUS or point.who.seat is None or not message.house or message.house == point.house:
        return False
    seat = next((seat for seat in point.game.seats if seat.house == message.house), None)
    if seat is None or seat.account_id is None or seat.account_id == (point.who.account and point.who.account.id):
        return False
    return seat.joined_at <= message.sent_at and message.house not in point.blocked


def _reported_messages(session: Session, point: Standpoint) -> list[MessageLine]:
    """Return reported messages, oldest report first; none for non-moderators.
    At most MAX_MESSAGES; more appear as these are decided."""
    if not moderates(point.who):
        return []
    query = (
        select(Message, Conversation)
        .join(Conversation, Conversation.id == Message.thread_id)
        .where(
            Message.game_id == point.game.id,
            Message.reported_at.is_not(None),
            Message.removed_at.is_(None),
        )
        .order_by(Message.reported_at, Message.id)
        .limit(MAX_MESSAGES)
    )
    time_told = visible_times(session, point.game, point.who)
    return [_message_line(point, time_told, thread, message) for message, thread in session.execute(query)]


def _message_line(point: Standpoint, time_told: TellTime, thread: Conversation, message: Message) -> MessageLine:
    """Return a message as a reader sees it, with what they may do with it.
    A removed message has no text; an anonymous one names a house only to its writer."""
    own = point.house is not None and message.house == point.house
    removed, shows_house = message.removed_at is not None, thread.kind != ANONYMOUS or own
    moderator = moderates(point.who)
    by = ANONYMOUS if thread.kind == ANONYMOUS else ("house" if message.house else "master")
    return MessageLine(
        id=message.public_id,
        thread_id=thread.public_id,
        number=max(message.number, 0),
        by=by,
        house=message.house if shows_house else "",
        own=own,
        paragraphs=() if removed else sending.paragraphs_of(message.body),
        sent_at=time_told(message.sent_at),
        released_at=time_told(message.released_at) if message.released_at else None,
        postal=message.postal,
        removed=removed,
        removal_reason=message.removal_reason,
        report_reason=message.report_reason if moderator and message.reported_at else "",
        may_report=not (own or removed or moderator or message.reported_at) and point.who.seat is not None,
        may_remove=moderator and not removed,
        hidden=_is_hidden(point, thread, message),
        may_block=may_block(point, thread, message),
    )


def _thread_rights(session: Session, thread: Conversation, point: Standpoint) -> Rights:
    """What a reader may write into a thread; nothing if one blocks the other."""
    allowed = rights(session, point.game, point.who)
    if thread.kind != PRIVATE or not allowed.houses:
        return allowed
    refusal = sending.private_refusal(session, point.game, point.who, members(thread))
    return Rights(refusal.code, refusal.template) if refusal else allowed


def _may_write(allowed: Rights, thread: Conversation, point: Standpoint) -> bool:
    """Whether a reader may write into a thread, under the rights that they have."""
    if allowed.code:
        return False
    if thread.kind == PUBLIC:
        return allowed.public
    if thread.kind == ANONYMOUS:
        return allowed.anonymous
    return allowed.houses and point.house in members(thread)


MAX_REASON_LENGTH = 300


def open_messages(session: Session, game_id: str, account: Account | None, now: datetime) -> ConversationsPage:
    """Return a game's messages; a moderator's look is logged. NotFound `no-such-game`."""
    page = conversations_page(session, game_id, account, now)
    if account is not None and page.reported:
        looked_at = ",".join(line.id for line in page.reported)
        note(session, game_id, account.public_id, "press-reported-read", {"messages": looked_at}, now)
    if account is not None and page.traced and page.reads_all:
        note(session, game_id, account.public_id, "press-listed", {}, now)
    return page


def open_thread(
    session: Session, thread_id: str, account: Account | None, now: datetime, before: int = 0, *, reads: bool = True
) -> ThreadPage:
    """Return a thread and mark it read (if `reads`); audit a master's look.

    Raises NotFound `no-such-thread`.
    """
    thread = find_thread(session, thread_id)
    page = thread_page(session, thread, account, now, before)
    if account is None:
        return page
    if page.reads_all:
        # Everybody in the game reads the audit log: it does not say who writes to whom.
        note(session, page.game_id, account.public_id, "press-read", {"thread": thread.public_id}, now)
    last = max((line.number for line in page.messages), default=0)
    if reads and page.unread and last:
        mark_read(session, thread, account, last, now)
    return page


def peek(
    session: Session, thread_id: str, account: Account | None, now: datetime, before: int = 0
) -> ThreadPage | None:
    """Return a thread if looking leaves no trace; None: use `open_thread`."""
    page = thread_page(session, find_thread(session, thread_id), account, now, before)
    return None if account is not None and page.traced else page


def mark_read(session: Session, thread: Conversation, account: Account, number: int, now: datetime) -> None:
    """Somebody has read a thread up to a number; never less than before."""
    if insert_once(session, ReadMark, thread_id=thread.id, account_id=account.id, read_number=number, at=now):
        return
    session.execute(
        update(ReadMark)
        .where(ReadMark.thread_id == thread.id, ReadMark.account_id == account.id, ReadMark.read_number < number)
        .values(read_number=number, at=now)
    )


def report(session: Session, account: Account, message_id: str, reason: str, now: datetime) -> Message:
    """Ask the moderators of a game to look at a message; they may read this one then.

    Raises NotFound `no-such-message`, Denied `not-your-seat`, Invalid for the reason. Reporting again changes nothing.
    """
    message, _, game = find_readable_message(session, account, message_id, now)
    if standpoint(session, game, account, now).who.seat is None:
        raise no_seat()
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    if message.reported_at is not None or message.removed_at is not None:
        return message
    message.reported_at, message.report_reason = now, reason

    def moderating(people: Iterable[Account]) -> list[Account]:
        return [person for person in people if moderates(who_is(session, game, person, now))]

    hosts = select(Account).where(Account.host.is_(True), Account.deleted_at.is_(None))
    moderators = moderating(master_accounts(session, game)) or moderating(session.scalars(hosts).all())
    if moderators:
        link = addresses.messages(settings_of(session), game.public_id)
        key, values = f"{game.public_id}:press-reported:{message.public_id}:{int(now.timestamp())}", {"reason": reason}
        notify(session, "press-reported", key, now, game=game, seats=(), accounts=moderators, values=values, link=link)
    return message


def let_stand(session: Session, account: Account, message_id: str, now: datetime) -> Message:
    """Dismiss a report: the message stays, and moderators cannot read it any more.

    Raises NotFound `no-such-message`, Denied `not-moderator`.
    """
    message, _, game = _moderator_message(session, account, message_id, now)
    if message.reported_at is not None:
        message.reported_at, message.report_reason = None, ""
        note(session, game.public_id, account.public_id, "press-let-stand", {"message": message.public_id}, now)
    return message


def remove(session: Session, account: Account, message_id: str, reason: str, now: datetime) -> Message:
    """Remove a message's text for everybody and leave a mark with the reason.

    The audit log keeps its HMAC under the service's key; with a plain hash its readers could guess a private message.
    Only masters and hosts who do not play may, and only what they can read. Doing it again changes nothing. Raises
    NotFound `no-such-message`, Denied `not-moderator`, Invalid for the reason.
    """
    message, thread, game = _moderator_message(session, account, message_id, now)
    if message.reported_at is None and not _can_read(session, message, thread, account, now):
        raise _no_such_message()
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    if message.removed_at is not None:
        return message
    document = {
        "message": message.public_id,
        "thread": thread.public_id,
        "hmac": tokens.keyed_hash(
            settings_of(session).secret_key, f"press-removed {message.public_id}\n{message.body}"
        ),
        "reason": reason,
    }
    note(session, game.public_id, account.public_id, "press-removed", document, now)
    message.body, message.removed_at, message.removed_by_id, message.removal_reason = "", now, account.id, reason
    cancel_emails(session, game, message)
    writer = session.get(Account, message.account_id) if message.account_id else None
    if writer is not None and writer.deleted_at is None:
        link = addresses.conversation(settings_of(session), thread.public_id)
        key, values = f"{game.public_id}:press-removed:{message.public_id}", {"reason": reason}
        notify(session, "press-removed", key, now, game=game, seats=(), accounts=[writer], values=values, link=link)
    return message


def thread_of(session: Session, message: Message) -> Conversation:
    """Return the conversation that a message belongs to."""
    return session.get_one(Conversation, message.thread_id)


def game_of(session: Session, message: Message) -> Game:
    """Return the game that a message belongs to."""
    return session.get_one(Game, message.game_id)


def _lock_message(session: Session, message_id: str) -> tuple[Message, Conversation, Game]:
    query = select(Message).where(Message.public_id == message_id).with_for_update()
    message = session.scalar(query.execution_options(populate_existing=True))
    if message is None:
        raise _no_such_message()
    return message, session.get_one(Conversation, message.thread_id), session.get_one(Game, message.game_id)


def find_readable_message(
    session: Session, account: Account, message_id: str, now: datetime
) -> tuple[Message, Conversation, Game]:
    """Lock a message that an account may read; NotFound `no-such-message`."""
    message, thread, game = _lock_message(session, message_id)
    if not _can_read(session, message, thread, account, now):
        raise _no_such_message()
    return message, thread, game


def _can_read(session: Session, message: Message, thread: Conversation, account: Account, now: datetime) -> bool:
    point = standpoint(session, session.get_one(Game, message.game_id), account, now)
    if not point.concerns(thread):
        return False
    query = select(Message.id).where(Message.id == message.id, point.readable(thread))
    return session.scalar(query) is not None


def _moderator_message(
    session: Session, account: Account, message_id: str, now: datetime
) -> tuple[Message, Conversation, Game]:
    """Return a message for a moderator of its game; Denied for its other readers."""
    message, thread, game = _lock_message(session, message_id)
    if not moderates(who_is(session, game, account, now)):
        if not _can_read(session, message, thread, account, now):
            raise _no_such_message()
        raise Denied("not-moderator", N_("Only a game master or administrator who does not play may remove a message."))
    return message, thread, game


def _no_such_message() -> NotFound:
    return NotFound("no-such-message", N_("There is no such message."))
