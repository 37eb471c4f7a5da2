"""Rules for reading and writing messages, sent at once or with the results.

Messages belong to whoever acts for a house when they are written: later and earlier holders and deputies do not read
them. Public messages are for everybody who may watch the game. A game master reads what is not public only if the game
said so when it was made, and never while they play.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, false, func, or_, select, true
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.games.access import NOTHING, Who, anonymous, delegates_now, last_shown, who_is
from correspondence.input_validation import Denied, Invalid, NotFound, normalize_text, unseen
from correspondence.models import (
    Account,
    Block,
    Conversation,
    Delegation,
    Game,
    Message,
    Readiness,
    ReadMark,
    Seat,
    SeatHolder,
    SheetVersion,
    Turn,
)
from correspondence.notices.use_cases import notify, take_back
from correspondence.read_cache import is_known_absent, remembered
from correspondence.rows import count_of, insert_once, listed, new_id
from correspondence.store import settings_of
from correspondence.turns import collecting_turn, locked_game
from narration.words import N_

MAX_BODY_LENGTH = 8000
_BREAKS = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")


def checked_body(typed: str) -> str:
    """Return the text as paragraphs with an empty line between them.
    Raises Invalid: `empty`, `too-long`, `too-many-marks`, `control-characters`."""
    text = _BREAKS.sub("\n", normalize_text(typed, "body", MAX_BODY_LENGTH)).replace("\t", " ")
    if any(map(unseen, text.split("\n"))):
        raise Invalid("control-characters", N_("The text has characters that cannot be shown."), "body")
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip()
    if not text:
        raise Invalid("empty", N_("Please fill this in."), "body")
    if len(text) > MAX_BODY_LENGTH:
        words = N_("This is longer than {longest} characters; it has {length}.")
        raise Invalid("too-long", words, "body", longest=MAX_BODY_LENGTH, length=len(text))
    return text


def paragraphs_of(text: str) -> tuple[str, ...]:
    """Split a stored text at its empty lines into paragraphs.
    Single line breaks stay inside of them."""
    return tuple(filter(None, text.split("\n\n")))


def snippet_of(text: str) -> str:
    """Return the beginning of a text on one line, at most 140 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 140 else line[:139].rstrip() + "…"


PUBLIC, ANONYMOUS, PRIVATE, GROUP = "public", "anonymous", "private", "group"


@dataclass(frozen=True)
class Standpoint:
    """From where somebody reads a game's messages.

    `since`: what was written to their house before is not theirs. `everything`: a master whom the game lets read all;
    `inside`: they play or master the game; otherwise they look on, up to call `until_turn` (None: all), or (-1) not at
    all. `blocked`: the houses whose players they block; a moderator sees what these sign too.
    """

    game: Game
    who: Who
    since: datetime | None
    everything: bool
    inside: bool
    until_turn: int | None
    blocked: frozenset[str]

    @property
    def house(self) -> str | None:
        """The house they read for."""
        return self.who.house

    def concerns(self, thread: Conversation) -> bool:
        """Whether anything in a thread may be theirs to read."""
        if thread.kind == PUBLIC:
            return self.until_turn != NOTHING
        if self.everything:
            return True
        return self.house is not None and (thread.kind == ANONYMOUS or self.house in members(thread))

    def readable(self, thread: Conversation) -> ColumnElement[bool]:
        """Return the SQL condition under which they may read messages of their thread."""
        released = Message.released_at.is_not(None)
        own = and_(Message.house == (self.house or ""), Message.sent_at >= self.since) if self.since else false()
        if thread.kind == PUBLIC:
            seen = true() if self.until_turn is None else Message.turn_number <= self.until_turn
            return or_(and_(released, seen), own)
        if self.everything:
            return released
        return and_(Message.sent_at >= self.since, or_(released, own)) if self.since else false()


def standpoint(session: Session, game: Game, account: Account | None, now: datetime) -> Standpoint:
    """Return how an account reads a game's messages, cached by the session.
    `account` is None for somebody unknown."""
    key = ("standpoint", game.id, account.id if account else 0, now)
    return remembered(session, key, lambda: _standpoint(session, game, account, now))


def _standpoint(session: Session, game: Game, account: Account | None, now: datetime) -> Standpoint:
    """Look up how an account reads a game's messages."""
    who = who_is(session, game, account, now)
    return Standpoint(
        game=game,
        who=who,
        since=_reads_since(session, who, now),
        everything=who.sees_all and game.gm_reads_messages,
        inside=who.seat is not None or who.sees_all,
        until_turn=last_shown(session, game, who),
        blocked=frozenset() if account is None or moderates(who) else blocked_houses(session, game, account),
    )


def _blocks(game: Game) -> ColumnElement[bool]:
    """Return the SQL condition for blocks that count in a game."""
    here = Block.scope == game.public_id
    return here if anonymous(game) else or_(here, Block.scope == "")


def blocked_houses(session: Session, game: Game, account: Account) -> frozenset[str]:
    """Return the houses of a game whose players an account blocks."""
    rows = session.scalars(select(Block).where(Block.account_id == account.id, _blocks(game))).all()
    return frozenset(
        seat.house
        for seat in game.seats
        if seat.house and any(row.blocked_id == seat.account_id and row.house in ("", seat.house) for row in rows)
    )


def blockers(session: Session, game: Game, house: str) -> frozenset[int]:
    """Return the keys of the accounts that block the player of a house."""
    player = next((seat.account_id for seat in game.seats if seat.house == house), None)
    query = select(Block.account_id).where(Block.blocked_id == player, Block.house.in_(("", house)), _blocks(game))
    return frozenset(session.scalars(query)) if player is not None else frozenset()


def members(thread: Conversation) -> tuple[str, ...]:
    """The houses of a thread; none for one of everybody."""
    return listed(thread.members)


def seat_holder_since(session: Session, seat: Seat, account: Account) -> datetime:
    """Return since when only this account holds a seat; bots in between do not count."""
    since = seat.joined_at
    query = select(SeatHolder).where(SeatHolder.seat_id == seat.id, SeatHolder.account_id.is_not(None))
    for row in session.scalars(query.order_by(SeatHolder.id.desc())):
        if row.account_id != account.id:
            break
        since = row.since
    return since


def stands_in_since(session: Session, seat: Seat, account: Account, now: datetime) -> datetime:
    """Return since when an account is deputy for a seat; `now` if it is none."""
    query = select(Delegation).where(
        Delegation.seat_id == seat.id, Delegation.account_id == account.id, Delegation.revoked_at.is_(None)
    )
    return min((max(row.from_at, row.granted_at) for row in session.scalars(query) if row.holds(now)), default=now)


def moderates(who: Who) -> bool:
    """Whether somebody may remove messages: a master or host who does not play."""
    return (who.gm or who.host) and not who.playing and who.seat is None


def find_thread(session: Session, thread_id: str) -> Conversation:
    """The thread with this public id; NotFound `no-such-thread`."""
    thread = session.scalar(select(Conversation).where(Conversation.public_id == thread_id))
    if thread is None:
        raise no_such_thread()
    return thread


def no_such_thread() -> NotFound:
    """Return the error NotFound `no-such-thread`.
    It does not tell a missing thread from one that the asker may not read."""
    return NotFound("no-such-thread", N_("There is no such conversation."))


def turn_now(session: Session, game: Game, now: datetime) -> int:
    """Return the turn that a postal message leaves with: open, or next if due."""
    turn = collecting_turn(session, game)
    if turn is not None:
        return turn.number if turn.status == "paused" or now < turn.closes_at else turn.number + 1
    return (session.scalar(select(func.max(Turn.number)).where(Turn.game_id == game.id)) or 0) + 1


def is_late(session: Session, game: Game, seat: Seat) -> bool:
    """Whether the open turn is in its grace, and it is this seat that it waits for."""
    turn = collecting_turn(session, game)
    if turn is None or turn.late_at is None or seat.house not in turn.required_houses:
        return False
    ready = select(Readiness.id).where(Readiness.turn_id == turn.id, Readiness.seat_id == seat.id)
    sheet = select(SheetVersion.id).where(SheetVersion.turn_id == turn.id, SheetVersion.seat_id == seat.id)
    return session.scalar(ready) is None and session.scalar(sheet.limit(1)) is None


def _reads_since(session: Session, who: Who, now: datetime) -> datetime | None:
    """Return from when on a reader may read their house's messages.
    None for those without a house."""
    if who.seat is None or who.account is None or who.house is None:
        return None
    if who.delegated:
        return stands_in_since(session, who.seat, who.account, now)
    return seat_holder_since(session, who.seat, who.account)


MAX_IN_AN_HOUR = 60
# The same words to the same people again so soon are a form that was sent twice.
SENT_TWICE = timedelta(minutes=2)


def tell_readers(session: Session, game: Game, thread: Conversation, message: Message, now: datetime) -> None:
    """Write the emails of a message to its readers, except the house that wrote it.

    Holders who came to a house after it was written get none: they cannot read it.
    """
    everybody = thread.kind in (PUBLIC, ANONYMOUS)
    named = members(thread)
    seats = [
        seat for seat in game.seats if seat.house and seat.house != message.house and (everybody or seat.house in named)
    ]
    recipients = [
        seat
        for seat in seats
        if seat.account and (thread.kind == PUBLIC or seat_holder_since(session, seat, seat.account) <= message.sent_at)
    ]
    acting = [
        account
        for account, seat in delegates_now(session, seats, now)
        if thread.kind == PUBLIC or stands_in_since(session, seat, account, now) <= message.sent_at
    ]
    settings = settings_of(session)
    others = [house for house in named if house != message.house]
    signed = "" if thread.kind == ANONYMOUS else message.house
    values = {"house": signed, "houses": ",".join(others) if len(others) > 1 else "", "text": message.body}
    notify(
        session,
        "press-master" if thread.kind == PUBLIC and not message.house else f"press-{thread.kind}",
        f"{game.public_id}:press:{message.public_id}",
        now,
        game=game,
        seats=recipients,
        accounts=acting,
        but=_spared(session, game, thread, message),
        values=values,
        link=addresses.conversation(settings, thread.public_id),
    )


def _spared(session: Session, game: Game, thread: Conversation, message: Message) -> list[Account]:
    """Return who gets no notice of a message: they mute its thread or block its house."""
    muted = select(ReadMark.account_id).where(ReadMark.thread_id == thread.id, ReadMark.muted)
    spared = set(session.scalars(muted))
    if thread.kind != ANONYMOUS and message.house:
        spared |= blockers(session, game, message.house)
    return list(session.scalars(select(Account).where(Account.id.in_(spared)))) if spared else []


def cancel_emails(session: Session, game: Game, message: Message) -> None:
    """Emails with a message that have not left yet are not sent."""
    take_back(session, f"{game.public_id}.press.{message.public_id}.")


@dataclass(frozen=True)
class Rights:
    """To whom a reader may write now; `code` says why nothing is possible.

    `houses`, `public`, `anonymous`: whether the reader may write to them. `postal`: messages may be delivered with the
    results; `only_postal`: messages to houses must be.
    """

    code: str = ""
    # The words that go with the code, a template.
    closed: str = ""
    houses: bool = False
    public: bool = False
    anonymous: bool = False
    postal: bool = False
    only_postal: bool = False

    @property
    def any(self) -> bool:
        """Whether there is anything to write."""
        return not self.code and (self.houses or self.public or self.anonymous)


def rights(session: Session, game: Game, who: Who) -> Rights:
    """What somebody may write in a game at this moment."""
    kinds = set(listed(game.messages))
    public = PUBLIC in kinds
    if game.status not in ("running", "finished", "set-aside"):
        return Rights("messages-closed", N_("You can write messages once the game has begun."))
    if who.house is None:
        if who.gm and not who.playing and public:
            return Rights(public=True)
        return Rights("not-your-seat", N_("Only players of this game can write to the others."))
    if game.status == "finished":
        return (
            Rights(public=True)
            if public
            else Rights("messages-closed", N_("The game is over; you can still read its messages."))
        )
    if not who.delegated and who.seat is not None and who.seat.kind != "human":
        return Rights("messages-closed", N_("Your seat is offered to others. Come back to it before you write."))
    if who.seat is not None and is_late(session, game, who.seat):
        words = N_(
            "The deadline has passed, and the game is waiting for your orders. Submit them, and you can write again."
        )
        return Rights("messages-closed", words)
    postal = "postal" in kinds
    return Rights(
        houses=bool(kinds & {PRIVATE, GROUP, "postal"}),
        public=public,
        anonymous=ANONYMOUS in kinds,
        postal=postal,
        only_postal=postal and not kinds & {PRIVATE, GROUP},
    )


def private_refusal(session: Session, game: Game, who: Who, houses: Container[str | None]) -> Denied | None:
    """Return why somebody cannot write to the other one of two houses.
    That is so if one blocks the other's player; None for whoever writes for neither."""
    other = next((seat for seat in game.seats if seat.house in houses and seat.house != who.house), None)
    if who.account is None or who.house is None or other is None:
        return None
    if other.house in blocked_houses(session, game, who.account):
        return Denied("you-blocked", N_("You blocked this player. Unblock them to write to them."))
    if other.account_id in blockers(session, game, who.house):
        return Denied("blocked", N_("This player does not accept private messages from you."))
    return None


def send(
    session: Session,
    account: Account,
    game_id: str,
    to: str,
    houses: tuple[str, ...],
    typed: str,
    now: datetime,
    *,
    postal: bool = False,
) -> Message:
    """Write a message to `houses` (those named), to `public` or to `anonymous`.

    `anonymous` is public and unsigned. It is delivered at once; `postal` waits for the results of the turn. A message
    sent twice at once counts once. Raises NotFound `no-such-game`; Denied `not-your-seat`, `messages-closed`,
    `messages-not-allowed`, `you-blocked`, `blocked`, `too-many-messages`; Invalid for `to`, `houses`, `body`.
    """
    game = locked_game(session, game_id)
    who = who_is(session, game, account, now)
    allowed = rights(session, game, who)
    if allowed.code:
        raise Denied(allowed.code, allowed.closed)
    body = checked_body(typed)
    kind, named = _address(game, who, to, houses)
    _check_kind_allowed(game, kind, postal)
    if kind in (PRIVATE, GROUP) and not allowed.houses or kind == ANONYMOUS and not allowed.anonymous:
        raise Denied("messages-closed", N_("You can only write to everybody now."))
    if kind == PRIVATE and (refusal := private_refusal(session, game, who, listed(named))):
        raise refusal
    thread = _thread(session, game, kind, named, now)
    again = _recent_duplicate(session, thread, who, account, body, now)
    if again is not None:
        return again
    _check_rate(session, game, account, who.seat, now)
    message = Message(
        public_id=new_id(),
        game_id=game.id,
        thread_id=thread.id,
        number=_next_number(session, thread, waiting=True),
        seat_id=who.seat.id if who.seat else None,
        account_id=account.id,
        house=who.house or "",
        body=body,
        postal=postal,
        turn_number=turn_now(session, game, now),
        sent_at=now,
    )
    session.add(message)
    session.flush()
    if not postal:
        release(session, game, thread, message, now)
    return message


def reply(
    session: Session, account: Account, thread_id: str, typed: str, now: datetime, *, postal: bool = False
) -> Message:
    """Write into a readable thread. Raises as `send`, and NotFound `no-such-thread`."""
    thread = find_thread(session, thread_id)
    game = session.get_one(Game, thread.game_id)
    point = standpoint(session, game, account, now)
    if not point.concerns(thread):
        raise no_such_thread()
    to = thread.kind if thread.kind in (PUBLIC, ANONYMOUS) else "houses"
    others = tuple(house for house in members(thread) if house != point.house)
    return send(session, account, game.public_id, to, others, typed, now, postal=postal)


def release(session: Session, game: Game, thread: Conversation, message: Message, now: datetime) -> None:
    """Deliver a message: number it in its thread and write its readers' emails."""
    message.number = _next_number(session, thread, waiting=False)
    message.released_at = thread.last_at = now
    session.flush()
    tell_readers(session, game, thread, message, now)


def release_postal(session: Session, game: Game, turn_number: int | None, now: datetime) -> None:
    """Deliver a turn's post with its results (None: all post of a game that is over)."""
    if is_known_absent(session, game.id, "press"):
        return
    query = select(Message).where(Message.game_id == game.id, Message.released_at.is_(None))
    if turn_number is not None:
        query = query.where(Message.turn_number <= turn_number)
    for message in session.scalars(query.order_by(Message.sent_at, Message.id)).all():
        release(session, game, session.get_one(Conversation, message.thread_id), message, now)


def _address(game: Game, who: Who, to: str, houses: tuple[str, ...]) -> tuple[str, str]:
    """The kind of the thread and its members."""
    if to in (PUBLIC, ANONYMOUS):
        return to, ""
    if to != "houses":
        raise Invalid("unknown-choice", N_("This is not one of the choices."), "to")
    seats = {seat.house: seat for seat in game.seats if seat.house}
    for house in houses:
        if house not in seats:
            raise Invalid("unknown-choice", N_("This is not one of the choices."), "houses")
    named = {house for house in houses if house != who.house}
    if not named:
        raise Invalid("nobody-named", N_("Choose at least one house to write to."), "houses")
    if not any(seats[house].account_id for house in named):
        raise Invalid("nobody-reads", N_("Nobody would read it: bots play these houses."), "houses")
    return (PRIVATE if len(named) == 1 else GROUP), ",".join(sorted({*named, who.house or ""} - {""}))


def _check_kind_allowed(game: Game, kind: str, postal: bool) -> None:
    """Check that the game allows this kind of message.
    `postal`: it is to be delivered with the results. Raises Denied `messages-not-allowed`."""
    kinds = set(listed(game.messages))
    by_post = postal and "postal" in kinds
    if postal and not by_post:
        raise Denied("messages-not-allowed", N_("In this game messages are not sent with the results."))
    if kind not in kinds and not (by_post and kind in (PRIVATE, GROUP)):
        reasons = {
            PRIVATE: N_("In this game you cannot write to a single house."),
            GROUP: N_("In this game you cannot write to several houses."),
            PUBLIC: N_("In this game you cannot write to everybody."),
            ANONYMOUS: N_("In this game every message is signed."),
        }
        if kind in (PRIVATE, GROUP) and "postal" in kinds:
            raise Denied("messages-not-allowed", N_("In this game such messages are delivered only with the results."))
        raise Denied("messages-not-allowed", reasons[kind])


def _thread(session: Session, game: Game, kind: str, named: str, now: datetime) -> Conversation:
    """The thread of these houses, made if needed."""
    insert_once(session, Conversation, public_id=new_id(), game_id=game.id, kind=kind, members=named, last_at=now)
    query = select(Conversation).where(
        Conversation.game_id == game.id, Conversation.kind == kind, Conversation.members == named
    )
    return session.scalars(query).one()


def _recent_duplicate(
    session: Session, thread: Conversation, who: Who, account: Account, body: str, now: datetime
) -> Message | None:
    """Return the sender's last message in a thread if it has this text and is new.
    New means sent within SENT_TWICE; else None."""
    query = select(Message).where(
        Message.thread_id == thread.id,
        Message.account_id == account.id,
        Message.house == (who.house or ""),
        Message.sent_at > now - SENT_TWICE,
    )
    last = session.scalar(query.order_by(Message.id.desc()).limit(1))
    return last if last is not None and last.body == body else None


def _check_rate(session: Session, game: Game, account: Account, seat: Seat | None, now: datetime) -> None:
    whose = Message.seat_id == seat.id if seat else Message.account_id == account.id
    lately = Message.sent_at > now - timedelta(hours=1)
    if count_of(session, Message, Message.game_id == game.id, whose, lately) >= MAX_IN_AN_HOUR:
        words = N_("A house may send {most} messages an hour. Wait a little and send it again.")
        raise Denied("too-many-messages", words, most=MAX_IN_AN_HOUR)


def _next_number(session: Session, thread: Conversation, *, waiting: bool) -> int:
    """Return the next number in a thread; negative while waiting, so no gap shows."""
    of_thread = Message.thread_id == thread.id
    if waiting:
        return min(session.scalar(select(func.min(Message.number)).where(of_thread)) or 0, 0) - 1
    return max(session.scalar(select(func.max(Message.number)).where(of_thread)) or 0, 0) + 1
