"""Making a first game, and throwing it away; and the demo game of `make play`.

A first game is one as any other, adjudicated by the same rules, but it is listed nowhere, writes no emails, counts
for nothing, and has no master.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from correspondence.backups.making import remove_rows
from correspondence.games.options import TUTORIAL, NewGame, houses, validate_terms
from correspondence.input_validation import NotFound
from correspondence.lobby.seating import begin
from correspondence.lobby.use_cases import create_game, lay_out
from correspondence.models import Account, Game
from correspondence.rows import HELD
from correspondence.sign_in.use_cases import get_or_create_account, make_link
from correspondence.turns import locked_game

EDITION, PLAYERS = "first-edition", 5
# How long it is there, and so how long a turn may take.
LIFE = timedelta(days=14)


def begin_tutorial(session: Session, account: Account, title: str, now: datetime) -> Game:
    """Return the account's tutorial game, or create one with its first turn open."""
    account = session.get_one(Account, account.id, with_for_update=HELD)
    existing_game: Game | None = session.scalars(_tutorial_games(account)).first()
    if existing_game is not None:
        return existing_game
    mine, *others = houses(EDITION, PLAYERS)
    new = validate_terms(
        NewGame(
            title=title,
            edition=EDITION,
            players=PLAYERS,
            window_hours=LIFE.total_seconds() / 3600,
            hold_minutes=0,
            spectators="none",
            messages=(),
            votes=(),
            house=mine,
            bot_houses=tuple(others),
        )
    )
    game = lay_out(session, account, new, now)
    game.preset = TUTORIAL
    for seat in game.seats:
        seat.wants_mail = False
    session.flush()
    begin(session, game, now)
    return game


def end_tutorial(session: Session, account: Account) -> None:
    """Throw the account's first game away. NotFound `no-such-game` if there is none."""
    games = session.scalars(_tutorial_games(account)).all()
    if not games:
        raise NotFound("no-such-game", "There is no such game.")
    for game in games:
        throw_away(session, locked_game(session, game.public_id))


def locked_tutorials(session: Session, account: Account, *, unless_held: bool = False) -> list[Game]:
    """Lock all first games of an account, finished ones too.
    NotFound if one is held and `unless_held`."""
    mine = select(Game.public_id).where(Game.preset == TUTORIAL, Game.creator_id == account.id)
    ids = session.scalars(mine.order_by(Game.id)).all()
    return [locked_game(session, game_id, unless_held=unless_held) for game_id in ids]


def forget_tutorials(session: Session, now: datetime) -> int:
    """Delete old tutorials, except in adjudication; return how many."""
    old = select(Game.public_id).where(Game.preset == TUTORIAL, Game.created_at < now - LIFE)
    gone = 0
    for game_id in session.scalars(old.order_by(Game.id).limit(50)).all():
        try:
            game = locked_game(session, game_id, unless_held=True)
        except NotFound:
            continue
        throw_away(session, game)
        gone += 1
    return gone


def _tutorial_games(account: Account) -> Select[Any]:
    """Return the query for an account's unfinished tutorial games, newest first."""
    mine = Game.creator_id == account.id
    return select(Game).where(Game.preset == TUTORIAL, mine, Game.status != "finished").order_by(Game.id.desc())


def throw_away(session: Session, game: Game) -> None:
    """Delete a first game with all of its rows."""
    remove_rows(session, game.id, game_too=True)
    session.expunge(game)


EMAIL, NAME, TITLE = "player@rookery.example", "Player", "A game against bots"
HOLD_SECONDS, WINDOW_HOURS = 10, 24
LINK_LIFE = timedelta(days=1)


@dataclass(frozen=True)
class Demo:
    """The demo's player, game, and sign-in token, good once and for a day."""

    account: Account
    game: Game
    token: str


def make_demo(session: Session, now: datetime) -> Demo:
    """Create and start the demo: a person in the first seat, bots in the others."""
    account = get_or_create_account(session, EMAIL, now, name=NAME)
    mine, *others = houses(EDITION, PLAYERS)
    new = NewGame(
        title=TITLE,
        edition=EDITION,
        players=PLAYERS,
        window_hours=WINDOW_HOURS,
        hold_minutes=HOLD_SECONDS / 60,
        house=mine,
        bot_houses=tuple(others),
    )
    game = create_game(session, account, new, now)
    token = make_link(session, EMAIL, now, now + LINK_LIFE, next_url=f"/games/{game.public_id}")
    return Demo(account, game, token)
