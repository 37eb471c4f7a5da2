"""A game to try the service with: one person against stewards, with calls that close soon after they are ready."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from correspondence.games.options import NewGame, houses
from correspondence.lobby.use_cases import create_game
from correspondence.models import Account, Game
from correspondence.sign_in.use_cases import account_with, make_link

EMAIL, NAME, TITLE = "player@rookery.example", "Player", "A game against the stewards"
EDITION, PLAYERS = "first-edition", 5
HOLD_SECONDS, WINDOW_HOURS = 10, 24
LINK_LIFE = timedelta(days=1)


@dataclass(frozen=True)
class Demo:
    """The demo's player and game, and a token for the sign-in page, good once and for a day."""

    account: Account
    game: Game
    token: str


def make_demo(session: Session, now: datetime, house: str | None = None) -> Demo:
    """Make the demo game, started, with a person in one seat (`house`, else the first) and stewards in the others."""
    account = account_with(session, EMAIL, now, name=NAME)
    mine = house or houses(EDITION, PLAYERS)[0]
    new = NewGame(
        title=TITLE,
        edition=EDITION,
        players=PLAYERS,
        window_hours=WINDOW_HOURS,
        hold_minutes=HOLD_SECONDS / 60,
        house=mine,
        steward_houses=tuple(h for h in houses(EDITION, PLAYERS) if h != mine),
    )
    game = create_game(session, account, new, now)
    token = make_link(session, EMAIL, now, now + LINK_LIFE, next_url=f"/games/{game.public_id}")
    return Demo(account, game, token)
