"""What the menu of a game's pages offers its reader."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.archive.queries import Sight, rounds_seen
from correspondence.calls.use_cases import collecting
from correspondence.games.access import NOTHING, Who, game_named, last_shown, who_is
from correspondence.games.options import TUTORIAL
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.press.queries import unread_count
from correspondence.votes.queries import ballots_wanted

BEFORE_THE_GAME = ("lobby", "mustering", "cancelled")


@dataclass(frozen=True)
class GameMenu:
    """Which pages of a game there are for its reader.

    `call_id` is the open call they may write a sheet for, or empty; `desk`: they master the game; `begun`: there is a
    board; `gifts`: they may give Power away; `history`: the last round they know of, 0 for none; `unread`:
    letters they have not read; `to_vote`: votes that wait for their ballot; `first`: it is their first
    game, which tells them what to do.
    """

    id: str
    title: str
    begun: bool
    over: bool
    call_id: str
    press: bool
    votes: bool
    gifts: bool
    desk: bool
    history: int
    unread: int = 0
    to_vote: int = 0
    first: bool = False


def game_menu(session: Session, game_id: str, account: Account | None, now: datetime) -> GameMenu:
    """The menu of a game; NotFound `no-such-game`."""
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    begun = game.status not in BEFORE_THE_GAME
    call_id = ""
    if begun and who.house:
        call = collecting(session, game)
        call_id = call.public_id if call else ""
    inside = who.seat is not None or who.gm
    return GameMenu(
        id=game.public_id,
        title=game.title,
        begun=begun,
        over=game.status == "finished",
        call_id=call_id,
        press=bool(game.press) and game.status != "cancelled",
        votes=begun and inside and bool(game.votes),
        gifts=game.status == "running" and who.house is not None and games.of_edition(game.edition).gives(game.rules),
        desk=who.gm,
        history=_last_round(session, game, who) if begun else 0,
        unread=unread_count(session, game, account, now) if begun else 0,
        to_vote=ballots_wanted(session, game, who, now) if begun else 0,
        first=begun and game.preset == TUTORIAL and who.house is not None,
    )


def _last_round(session: Session, game: Game, who: Who) -> int:
    """The round that a reader may look at last."""
    shown = last_shown(session, game, who)
    if shown is None:
        return game.round
    return next(reversed(rounds_seen(session, Sight(game, None, False, shown))), 0) if shown != NOTHING else 0
