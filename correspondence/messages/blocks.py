"""Muting conversations, and blocking people.

Whoever mutes a conversation gets no notices of it and can read it as before. Private messages of a blocked player are
refused, and the writer is told, as on other game sites: no message is lost unnoticed. What the player signs elsewhere
in a game is folded away, brings no notice and is not counted as new. Unsigned messages and those of game masters are
never hidden. While a game hides its people, only blocks of its houses count there, and they count nowhere else:
otherwise they would tell who plays a house.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from correspondence.games.access import anonymous, no_seat
from correspondence.input_validation import Denied, NotFound
from correspondence.messages.queries import find_readable_message, may_block
from correspondence.messages.sending import find_thread, no_such_thread, standpoint
from correspondence.models import Account, Block, Conversation, Game, ReadMark
from correspondence.rows import insert_once, new_id
from narration.words import N_


@dataclass(frozen=True)
class BlockLine:
    """A block in its owner's list: of a `person`, or of a `house` in a game.
    The latter where the game hid names; then nothing stands for the person."""

    id: str
    person_id: str
    person: str
    game_id: str
    title: str
    edition: str
    house: str
    at: datetime


def mute(session: Session, account: Account, thread_id: str, muted: bool, now: datetime) -> Conversation:
    """Mute a conversation, or (`muted` false) end that.
    Raises NotFound `no-such-thread`, Denied `not-your-seat`."""
    thread = find_thread(session, thread_id)
    point = standpoint(session, session.get_one(Game, thread.game_id), account, now)
    if not point.concerns(thread):
        raise no_such_thread()
    if not point.inside:
        raise no_seat()
    insert_once(session, ReadMark, thread_id=thread.id, account_id=account.id, read_number=0, at=now)
    mark = update(ReadMark).where(ReadMark.thread_id == thread.id, ReadMark.account_id == account.id)
    session.execute(mark.values(muted=muted))
    return thread


def block_writer(session: Session, account: Account, message_id: str, now: datetime) -> Conversation:
    """Block the player of the house that signed a message; return its conversation.

    Raises NotFound `no-such-message`; Denied `not-your-seat`, `nobody-to-block` (unsigned, one's own or a game
    master's; nobody plays the house, or it has another player since).
    """
    message, thread, game = find_readable_message(session, account, message_id, now)
    point = standpoint(session, game, account, now)
    if point.who.seat is None:
        raise no_seat()
    if not may_block(point, thread, message):
        raise Denied("nobody-to-block", N_("There is no player to block for this message."))
    seat = next(seat for seat in game.seats if seat.house == message.house)
    scope, house = (game.public_id, message.house) if anonymous(game) else ("", "")
    _block(session, account, seat.account_id or 0, scope, house, now)
    return thread


def block_person(session: Session, account: Account, person_id: str, now: datetime) -> None:
    """Block a person wherever names are shown. NotFound `no-such-person`."""
    person = session.scalar(select(Account).filter_by(public_id=person_id, deleted_at=None))
    if person is None or person.id == account.id:
        raise NotFound("no-such-person", N_("There is no such person."))
    _block(session, account, person.id, "", "", now)


def _block(session: Session, account: Account, blocked_id: int, scope: str, house: str, now: datetime) -> None:
    values = {"account_id": account.id, "blocked_id": blocked_id, "scope": scope, "house": house}
    insert_once(session, Block, public_id=new_id(), at=now, **values)


def unblock(session: Session, account: Account, block_id: str) -> None:
    """End a block. NotFound `no-such-block`."""
    row = session.scalar(select(Block).where(Block.public_id == block_id, Block.account_id == account.id))
    if row is None:
        raise NotFound("no-such-block", N_("You do not block this player."))
    session.delete(row)


def blocks_of(session: Session, account: Account) -> list[BlockLine]:
    """List whom an account blocks, the newest first."""
    query = select(Block, Account, Game).join(Account, Account.id == Block.blocked_id)
    query = query.outerjoin(Game, Game.public_id == Block.scope).where(Block.account_id == account.id)
    return [
        BlockLine(
            id=row.public_id,
            person_id="" if row.scope else person.public_id,
            person="" if row.scope else person.name,
            game_id=row.scope,
            title=game.title if game else "",
            edition=game.edition if game else "",
            house=row.house,
            at=row.at,
        )
        for row, person, game in session.execute(query.order_by(Block.id.desc()))
    ]


def forget_blocks(session: Session, account: Account) -> None:
    """Delete whom an account blocks, and who blocks it."""
    session.execute(delete(Block).where(or_(Block.account_id == account.id, Block.blocked_id == account.id)))
