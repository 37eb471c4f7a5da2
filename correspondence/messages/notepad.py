"""A notepad for each player of a game: plain text that only its writer reads.

It belongs to the person, not to the seat: neither deputies, later players of the house, game masters nor administrators
are shown it, and no archive of the game has it. It goes with the account, and stands in its export.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.games.access import find_game, no_seat, seat_in
from correspondence.input_validation import Superseded
from correspondence.messages.sending import checked_body
from correspondence.models import Account, Game, Notepad, Seat


@dataclass(frozen=True)
class NotepadPage:
    """A notepad. `at`: when it was last changed (None: nothing was ever written).
    `version` stands for what it holds now; it is empty as long as nothing was written."""

    game_id: str
    title: str
    edition: str
    you: str | None
    body: str
    at: datetime | None

    @property
    def version(self) -> str:
        """What changes with each change."""
        return self.at.isoformat() if self.at else ""


def notepad_of(session: Session, account: Account, game_id: str) -> NotepadPage:
    """Return the reader's own notepad.
    NotFound `no-such-game`; Denied `not-your-seat` for whoever has no seat of their own."""
    game = find_game(session, game_id)
    seat, row = _own_seat(game, account), _row(session, game, account)
    return NotepadPage(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        you=seat.house,
        body=row.body if row else "",
        at=row.at if row else None,
    )


def write_notepad(
    session: Session, account: Account, game_id: str, body: str, now: datetime, upon: Container[str] | None = None
) -> None:
    """Replace what the notepad holds; an empty text clears it.

    `upon`: the versions that may be replaced (None: any). Raises as `notepad_of`; Superseded; Invalid for `body`.
    """
    game = find_game(session, game_id, lock=True)
    _own_seat(game, account)
    text = checked_body(body) if body.strip() else ""
    version = notepad_of(session, account, game_id).version
    if upon is not None and version not in upon:
        raise Superseded(version)
    row = _row(session, game, account)
    if row is None:
        session.add(Notepad(game_id=game.id, account_id=account.id, body=text, at=now))
    elif row.body != text:
        row.body, row.at = text, now


def _row(session: Session, game: Game, account: Account) -> Notepad | None:
    return session.scalar(select(Notepad).where(Notepad.game_id == game.id, Notepad.account_id == account.id))


def _own_seat(game: Game, account: Account) -> Seat:
    """Return the seat that an account holds itself. Raises Denied `not-your-seat`."""
    seat = seat_in(game, account)
    if seat is None:
        raise no_seat()
    return seat
