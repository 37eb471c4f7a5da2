"""Lists of games for the lobby: a page at a time, by what one looks for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.games.access import games_of, seat_in, seats_alone
from correspondence.games.options import CHOICES, PRESETS, one_of
from correspondence.games.terms import offered_seats
from correspondence.input_validation import Invalid, NotFound
from correspondence.lobby.seating import on_offer
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.rows import named
from narration.words import N_

KINDS = ("open", "substitutes", "running", "finished", "mine")
PAGE = 20


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which games are looked for; empty fields say nothing. `after` is the id of the last game of the page before."""

    kind: str = "open"
    edition: str = ""
    players: int = 0
    preset: str = ""
    names: str = ""
    title: str = ""
    after: str = ""


@dataclass(frozen=True, kw_only=True)
class ListedGame:
    """A game in a list of the lobby. `houses`: those that are free, or for which a substitute is wanted; `round` is 0
    where it is not told."""

    id: str
    title: str
    edition: str
    players: int
    taken: int
    status: str
    round: int
    preset: str
    pace: str
    window_hours: float
    names: str
    seat_choice: str
    houses: tuple[str, ...]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    mine: bool


@dataclass(frozen=True)
class GamesFound:
    """A page of games; `next` is what to give as `after` for the page after it, empty at the end."""

    games: tuple[ListedGame, ...]
    next: str


def find_games(session: Session, wanted: Wanted, account: Account | None = None) -> GamesFound:
    """A page of the games wanted, newest first; `mine` are all that the account has a seat in or masters, whatever
    became of them, and whoever was in a game that is over finds it among those, though it was never open to all.

    Raises Invalid `unknown-choice`, NotFound `no-such-game` for `after`.
    """
    one_of(wanted.kind, KINDS, "kind")
    queries = [_narrowed(query, wanted) for query in _of_kind(wanted.kind, account)]
    if wanted.after:
        last = session.scalar(select(Game.id).where(Game.public_id == wanted.after))
        if last is None:
            raise NotFound("no-such-game", N_("There is no such game."))
        queries = [query.where(Game.id < last) for query in queries]
    # Each by itself takes its newest from an index; one query with an "or" would read them all.
    queries = [query.order_by(Game.id.desc()).limit(PAGE + 1).options(seats_alone()) for query in queries]
    newest = {game for query in queries for game in session.scalars(query)}
    games = sorted(newest, key=lambda game: -game.id)[: PAGE + 1]
    shown = games[:PAGE]
    return GamesFound(
        tuple(_listed(game, wanted.kind, account) for game in shown),
        shown[-1].public_id if len(games) > PAGE else "",
    )


def game_by_code(session: Session, code: str) -> str:
    """The id of the game that a code opens: it has free seats, or offers some. Invalid `unknown-code`."""
    found: str | None = None
    if code:
        game = session.scalar(select(Game).where(Game.join_code == code, Game.status.in_(("lobby", "running"))))
        found = game.public_id if game and (game.status == "lobby" or offered_seats(game)) else None
    if found is None:
        raise Invalid("unknown-code", N_("No game that looks for players has this code."), "code")
    return found


def _of_kind(kind: str, account: Account | None) -> list[Select[Any]]:
    """What is looked for, as queries whose games count together."""
    listed = select(Game).where(Game.visibility == "open")
    own = [select(Game).where(Game.id.in_(games_of(account)))] if account else []
    match kind:
        case "open":
            return [listed.where(Game.status == "lobby")]
        case "substitutes":
            offered = select(Seat.game_id).where(Seat.offered_at.is_not(None))
            return [listed.where(Game.status == "running", Game.id.in_(offered))]
        case "running":
            return [listed.where(Game.status == "running", Game.spectators != "none")]
        case "mine":
            return own
    return [query.where(Game.status == "finished") for query in (listed, *own)]


def _narrowed(query: Select[Any], wanted: Wanted) -> Select[Any]:
    known = {"edition": {**games.ALL_EDITIONS, **games.EDITIONS}, "preset": PRESETS, "names": CHOICES["names"]}
    for field in ("edition", "players", "preset", "names"):
        value = getattr(wanted, field)
        if value and field in known:
            one_of(value, tuple(known[field]), field)
        if value:
            query = query.where(getattr(Game, field) == value)
    if wanted.title:
        query = query.where(Game.title.icontains(wanted.title, autoescape=True))
    return query


def _listed(game: Game, kind: str, account: Account | None) -> ListedGame:
    mine = seat_in(game, account) is not None
    # How far a game has come is for those who may see it now.
    told = mine or kind == "mine" or game.spectators == "open" or game.status == "finished"
    houses = on_offer(game) if kind == "open" else ()
    if kind == "substitutes":
        houses = tuple(seat.house for seat in offered_seats(game) if seat.house)
    return ListedGame(
        **named(game, "title edition players status preset pace names seat_choice created_at started_at finished_at"),
        id=game.public_id,
        taken=len(game.seats),
        round=game.round if told else 0,
        window_hours=game.window_seconds / 3600,
        houses=houses,
        mine=mine,
    )
