"""Who may sit at the desk of a game, and who of them may look at what players may not see.

A master who holds, held or acts for a seat sees nothing more than any player: no draft, no sheet, no look ahead. What
such a master does to the game without seeing more (deadlines, seats, rulings) stays open to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.calls.access import locked_game
from correspondence.errors import Denied
from correspondence.games.access import Who, game_named, masters_of, who_is
from correspondence.models.accounts import Account
from correspondence.models.calls import UNFINISHED, OpenedCall
from correspondence.models.games import Game
from narration.words import N_


@dataclass(frozen=True)
class Place:
    """Somebody at the desk of a game."""

    game: Game
    who: Who
    account: Account


def at_desk(session: Session, account: Account, game_id: str, now: datetime, *, lock: bool = False) -> Place:
    """A master's place at the desk; NotFound `no-such-game`, Denied `not-game-master`.

    Locked: nobody else changes the game or its newest call until the commit.
    """
    game = locked_game(session, game_id) if lock else game_named(session, game_id)
    who = who_is(session, game, account, now)
    if not who.gm:
        raise Denied("not-game-master", N_("Only a game master of this game may do this."))
    return Place(game, who, account)


def seeing(session: Session, account: Account, game_id: str, now: datetime, *, lock: bool = False) -> Place:
    """As `at_desk`, for what players may not see; Denied `game-master-plays` for a master who plays."""
    place = at_desk(session, account, game_id, now, lock=lock)
    if not place.who.sees_all:
        words = N_(
            "You play in this game, so you may see nothing that a player may not. A game master who plays no house may."
        )
        raise Denied("game-master-plays", words)
    return place


def reviewers(session: Session, game: Game, now: datetime) -> list[Account]:
    """The masters who may look at a draft: those who do not play."""
    found = (master.account for master in masters_of(session, game))
    return [account for account in found if not who_is(session, game, account, now).playing]


def unfinished(session: Session, game: Game) -> frozenset[int]:
    """The numbers of calls whose results are not out: what was decreed on their drafts is told to nobody else yet."""
    query = select(OpenedCall.number).where(OpenedCall.game_id == game.id, OpenedCall.status.in_(UNFINISHED))
    return frozenset(session.scalars(query))
