"""The notebook that the masters of a game share.

No player ever reads it: a master who plays finds only what they wrote themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.desk.access import at_desk
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.games.naming import master_told
from correspondence.models.accounts import Account
from correspondence.models.desk import Note
from correspondence.rows import new_id
from narration.words import N_

LONGEST_NOTE = 4000
MOST_NOTES = 500


@dataclass(frozen=True)
class NoteLine:
    """A page of the notebook; `yours`: the reader wrote it."""

    id: str
    by: str
    body: str
    at: datetime
    yours: bool


def notes_of(session: Session, account: Account, game_id: str, now: datetime) -> list[NoteLine]:
    """The notebook, newest first, as far as its reader may read it; NotFound `no-such-game`, Denied
    `not-game-master`."""
    place = at_desk(session, account, game_id, now)
    game = place.game
    query = select(Note, Account).join(Account, Account.id == Note.account_id)
    query = query.where(Note.game_id == game.id, Note.removed_at.is_(None)).order_by(Note.id.desc())
    if not place.who.sees_all:
        query = query.where(Note.account_id == account.id)
    return [
        NoteLine(row.public_id, master_told(game, writer, place.who), row.body, row.at, row.account_id == account.id)
        for row, writer in session.execute(query)
    ]


def write_note(session: Session, account: Account, game_id: str, body: str, now: datetime) -> Note:
    """Add a page. Raises NotFound, Denied (`not-game-master`, `too-many-notes`), Invalid for what cannot be kept."""
    game = at_desk(session, account, game_id, now, lock=True).game
    count = session.scalar(select(func.count(Note.id)).where(Note.game_id == game.id, Note.removed_at.is_(None))) or 0
    if count >= MOST_NOTES:
        raise Denied("too-many-notes", N_("The notebook is full; remove some pages first."))
    text = lines(body, "body", LONGEST_NOTE)
    made = Note(public_id=new_id(), game_id=game.id, account_id=account.id, body=text, at=now)
    session.add(made)
    session.flush()
    return made


def lines(value: str, field: str, longest: int) -> str:
    """Text of several lines as it is kept; Invalid (`empty`, `too-long`, `control-characters`)."""
    told = value.replace("\r\n", "\n").strip()
    if len(told) > longest:
        raise Invalid("too-long", N_("This is longer than {longest} characters."), field, longest=longest)
    kept = [input_validation.line(one, field, longest, empty=True) for one in told.split("\n")]
    if not any(kept):
        raise Invalid("empty", N_("Something has to stand here."), field)
    return "\n".join(kept)


def remove_note(session: Session, account: Account, game_id: str, note_id: str, now: datetime) -> None:
    """Take out a page that one wrote oneself; NotFound (`no-such-game`, `no-such-note`), Denied `not-game-master`."""
    game = at_desk(session, account, game_id, now).game
    query = select(Note).where(Note.public_id == note_id, Note.game_id == game.id, Note.account_id == account.id)
    found = session.scalar(query)
    if found is None or found.removed_at is not None:
        raise NotFound("no-such-note", N_("There is no such page of yours in the notebook."))
    found.removed_at = now
