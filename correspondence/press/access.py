"""Who may read and write which press, and the text of a message.

Press belongs to whoever acts for a house when it is written: a new holder reads nothing from before, an earlier one
nothing from after, whoever stands in nothing from before they did. What is public is for all whom the game's rules let
look on. A master reads what is not public only if the game said so when it was made, and never while they play.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, false, func, or_, select, true
from sqlalchemy.orm import Session

from correspondence.calls.use_cases import collecting
from correspondence.characters import settled, unseen
from correspondence.errors import Invalid, NotFound
from correspondence.games.access import NOTHING, Who, last_shown, who_is
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.games import Delegation, Game, Seat, SeatHolder
from correspondence.models.press import PressMessage, PressThread
from correspondence.models.sheets import SheetVersion
from correspondence.read_cache import remembered
from narration.words import N_

LONGEST_BODY = 8000
_BREAKS = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")


def body(typed: str, field: str = "body") -> str:
    """Paragraphs with an empty line between them. Invalid: `empty`, `too-long`, `too-many-marks`,
    `control-characters`."""
    text = _BREAKS.sub("\n", settled(typed, field, LONGEST_BODY)).replace("\t", " ")
    if any(map(unseen, text.split("\n"))):
        raise Invalid("control-characters", N_("The text has characters that cannot be shown."), field)
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in text.split("\n"))).strip()
    if not text:
        raise Invalid("empty", N_("Something has to stand here."), field)
    if len(text) > LONGEST_BODY:
        words = N_("This is longer than {longest} characters; it has {length}.")
        raise Invalid("too-long", words, field, longest=LONGEST_BODY, length=len(text))
    return text


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a kept text; single line breaks stay inside of them."""
    return tuple(filter(None, text.split("\n\n")))


def snippet(text: str, longest: int = 140) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


PUBLIC, ANONYMOUS, PRIVATE, GROUP = "public", "anonymous", "private", "group"


@dataclass(frozen=True)
class Standpoint:
    """From where somebody reads a game's press.

    `since`: what was written to their house before is not theirs. `everything`: a master whom the game lets read all;
    `inside`: they play or master the game; otherwise they look on, up to call `until_call` (None: all), or (-1) not at
    all.
    """

    game: Game
    who: Who
    since: datetime | None
    everything: bool
    inside: bool
    until_call: int | None

    @property
    def house(self) -> str | None:
        """The house they read for."""
        return self.who.house

    def concerns(self, thread: PressThread) -> bool:
        """Whether anything in a thread may be theirs to read."""
        if thread.kind == PUBLIC:
            return self.until_call != NOTHING
        if self.everything:
            return True
        return self.house is not None and (thread.kind == ANONYMOUS or self.house in members(thread))

    def readable(self, thread: PressThread) -> ColumnElement[bool]:
        """The condition on messages of a thread that concerns them, under which they may read one."""
        released = PressMessage.released_at.is_not(None)
        own = (
            and_(PressMessage.house == (self.house or ""), PressMessage.sent_at >= self.since)
            if self.since
            else false()
        )
        if thread.kind == PUBLIC:
            seen = true() if self.until_call is None else PressMessage.call_number <= self.until_call
            return or_(and_(released, seen), own)
        if self.everything:
            return released
        return and_(PressMessage.sent_at >= self.since, or_(released, own)) if self.since else false()


def standpoint(session: Session, game: Game, account: Account | None, now: datetime) -> Standpoint:
    """From where an account (None: somebody unknown) reads."""
    key = ("standpoint", game.id, account.id if account else 0, now)
    return remembered(session, key, lambda: _standpoint(session, game, account, now))


def _standpoint(session: Session, game: Game, account: Account | None, now: datetime) -> Standpoint:
    who = who_is(session, game, account, now)
    return Standpoint(
        game=game,
        who=who,
        since=_since(session, who, now),
        everything=who.sees_all and game.gm_reads_press,
        inside=who.seat is not None or who.sees_all,
        until_call=last_shown(session, game, who),
    )


def members(thread: PressThread) -> tuple[str, ...]:
    """The houses of a thread; none for one of everybody."""
    return tuple(filter(None, thread.members.split(",")))


def held_since(session: Session, seat: Seat, account: Account) -> datetime:
    """Since when nobody but this account holds a seat; stewards in between read nothing."""
    since = seat.joined_at
    query = select(SeatHolder).where(SeatHolder.seat_id == seat.id, SeatHolder.account_id.is_not(None))
    for row in session.scalars(query.order_by(SeatHolder.id.desc())):
        if row.account_id != account.id:
            break
        since = row.since
    return since


def stands_in_since(session: Session, seat: Seat, account: Account, now: datetime) -> datetime:
    """Since when an account stands in for a seat; `now` if it does not."""
    query = select(Delegation).where(
        Delegation.seat_id == seat.id, Delegation.account_id == account.id, Delegation.revoked_at.is_(None)
    )
    return min((max(row.from_at, row.granted_at) for row in session.scalars(query) if row.holds(now)), default=now)


def moderates(who: Who) -> bool:
    """Whether somebody may remove messages: a master or host who does not play in the game."""
    return (who.gm or who.host) and not who.playing and who.seat is None


def thread_named(session: Session, thread_id: str) -> PressThread:
    """The thread with this public id; NotFound `no-such-thread`."""
    thread = session.scalar(select(PressThread).where(PressThread.public_id == thread_id))
    if thread is None:
        raise no_such_thread()
    return thread


def no_such_thread() -> NotFound:
    """The same for a thread that is not there and for one that is not the asker's."""
    return NotFound("no-such-thread", N_("There is no such conversation."))


def call_now(session: Session, game: Game, now: datetime) -> int:
    """The number of the call with whose results post leaves: the open one, or the next once its time is up."""
    call = collecting(session, game)
    if call is not None:
        return call.number if call.status == "paused" or now < call.closes_at else call.number + 1
    return (session.scalar(select(func.max(OpenedCall.number)).where(OpenedCall.game_id == game.id)) or 0) + 1


def is_late(session: Session, game: Game, seat: Seat) -> bool:
    """Whether the open call is in its grace, and it is this seat that it waits for."""
    call = collecting(session, game)
    if call is None or call.late_at is None or seat.house not in call.houses_asked:
        return False
    ready = select(Readiness.id).where(Readiness.call_id == call.id, Readiness.seat_id == seat.id)
    sheet = select(SheetVersion.id).where(SheetVersion.call_id == call.id, SheetVersion.seat_id == seat.id)
    return session.scalar(ready) is None and session.scalar(sheet.limit(1)) is None


def _since(session: Session, who: Who, now: datetime) -> datetime | None:
    if who.seat is None or who.account is None or who.house is None:
        return None
    if who.delegated:
        return stands_in_since(session, who.seat, who.account, now)
    return held_since(session, who.seat, who.account)
