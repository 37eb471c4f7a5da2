"""Reading games: lists, and the page of one game with exactly what its reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.thrones.board import View
from adjudicator.thrones.events import Standing
from correspondence.accounts.models import Account
from correspondence.archive.queries import rounds_told
from correspondence.archive.reading import current
from correspondence.calls.models import OpenedCall
from correspondence.calls.readiness import houses_ready, stage
from correspondence.games.access import game_named, seat_in
from correspondence.games.models import Game, Seat
from correspondence.games.use_cases import free_houses, invitation_for


@dataclass(frozen=True)
class GameLine:
    """A game in a list. `house` is the reader's; `closes_at` when the open call closes; `asked`: it waits for the
    reader, who is not ready."""

    id: str
    title: str
    edition: str
    players: int
    taken: int
    status: str
    round: int
    house: str | None
    closes_at: datetime | None
    call_id: str | None
    asked: bool


@dataclass(frozen=True)
class SeatLine:
    """A seat at a game; `ready` for the open call."""

    house: str | None
    player: str
    kind: str
    you: bool
    ready: bool
    asked: bool


@dataclass(frozen=True)
class CallLine:
    """The open call, as everybody may see it. `status` is `open`, `closing` (all are ready) or `adjudicating`."""

    id: str
    number: int
    window: str
    round: int
    opened_at: datetime
    due_at: datetime
    closing_at: datetime | None
    closes_at: datetime
    status: str


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """A game as its reader may see it. `view` is None in the lobby; `seed` is empty until the game is over.

    `you` is the reader's house, `member` whether they have a seat (houses may not be dealt yet), `may_join` whether
    they can take one now; `join_code` is empty for whoever has no seat; `kept_house` the house of their invitation.
    `trouble`: the game was set aside.
    """

    id: str
    title: str
    edition: str
    players: int
    status: str
    pace: str
    window_hours: float
    hold_minutes: float
    seat_choice: str
    visibility: str
    steward_rest: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    round: int
    seats: tuple[SeatLine, ...]
    free_houses: tuple[str, ...]
    you: str | None
    member: bool
    creator: bool
    may_join: bool
    may_start: bool
    join_code: str
    kept_house: str | None
    call: CallLine | None
    view: View | None
    standings: tuple[Standing, ...]
    rounds: tuple[int, ...]
    last_call: int
    winners: tuple[str, ...]
    commitment: str
    seed: str


def my_games(session: Session, account: Account, limit: int = 100) -> list[GameLine]:
    """The games an account sits in, running ones first, then lobbies, then the others, newest first."""
    mine = select(Seat.game_id).where(Seat.account_id == account.id)
    games = session.scalars(select(Game).where(Game.id.in_(mine)).order_by(Game.id.desc()).limit(limit)).all()
    lines = _lines(session, games, account)
    place = {"running": 0, "lobby": 1, "set-aside": 2, "finished": 3}
    return sorted(lines, key=lambda line: place[line.status])


def open_games(session: Session, account: Account | None = None, limit: int = 50) -> list[GameLine]:
    """The games that everybody may join, newest first."""
    query = select(Game).where(Game.status == "lobby", Game.visibility == "open")
    return _lines(session, session.scalars(query.order_by(Game.id.desc()).limit(limit)).all(), account)


def _lines(session: Session, games: Sequence[Game], account: Account | None) -> list[GameLine]:
    running = [game.id for game in games if game.status == "running"]
    query = select(OpenedCall).where(OpenedCall.game_id.in_(running), OpenedCall.status == "open")
    calls = {call.game_id: call for call in session.scalars(query)} if running else {}
    ready = houses_ready(session, [call.id for call in calls.values()])
    lines = []
    for game in games:
        seat, call = seat_in(game, account), calls.get(game.id)
        house = seat.house if seat else None
        asked = call is not None and house in call.houses_asked and house not in ready.get(call.id, frozenset())
        lines.append(
            GameLine(
                id=game.public_id,
                title=game.title,
                edition=game.edition,
                players=game.players,
                taken=len(game.seats),
                status=game.status,
                round=game.round,
                house=house,
                closes_at=call.closes_at if call else None,
                call_id=call.public_id if call else None,
                asked=asked,
            )
        )
    return lines


def open_call_of(session: Session, game: Game) -> OpenedCall | None:
    """The call that is open in a game."""
    return session.scalar(select(OpenedCall).where(OpenedCall.game_id == game.id, OpenedCall.status == "open"))


def game_page(session: Session, game_id: str, account: Account | None, now: datetime, invitation: str = "") -> GamePage:
    """A game's page for a reader, who may be nobody in particular; NotFound.

    `invitation` is the token of an invitation letter: it opens the door to a game that is not listed.
    """
    game = game_named(session, game_id)
    seat = seat_in(game, account)
    house = seat.house if seat else None
    over = game.status == "finished"
    call = open_call_of(session, game)
    outcome = current(session, game) if game.started_at else None
    asked_in = invitation_for(session, game, invitation, now) if invitation and seat is None else None
    lobby, creator = game.status == "lobby", account is not None and game.creator_id == account.id
    full = len(game.seats) >= game.players
    ending = outcome.showing.board.ending if outcome else None
    return GamePage(
        **_options(game),
        seats=_seats(session, game, seat, call),
        free_houses=free_houses(game) if lobby and game.seat_choice == "choose" else (),
        you=house,
        member=seat is not None,
        creator=creator,
        may_join=lobby and not full and seat is None and (game.visibility == "open" or asked_in is not None),
        may_start=lobby and creator and (full or game.steward_rest),
        join_code=game.join_code if lobby and (seat is not None or creator) else "",
        kept_house=asked_in.house if asked_in else None,
        call=_call_line(call, now) if call else None,
        view=face.view(outcome.showing, house, outcome.waiting) if outcome else None,
        standings=face.standings(outcome.showing.board, face.edition(game.edition)) if outcome else (),
        rounds=rounds_told(session, game),
        last_call=_last_call(session, game),
        winners=ending.winners if ending else (),
        seed=game.seed if over else "",
    )


def _options(game: Game) -> dict[str, Any]:
    """What everybody may know of a game at any time."""
    return {
        "id": game.public_id,
        "title": game.title,
        "edition": game.edition,
        "players": game.players,
        "status": game.status,
        "pace": game.pace,
        "window_hours": game.window_seconds / 3600,
        "hold_minutes": game.hold_seconds / 60,
        "seat_choice": game.seat_choice,
        "visibility": game.visibility,
        "steward_rest": game.steward_rest,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "round": game.round,
        "commitment": game.commitment,
    }


def _seats(session: Session, game: Game, mine: Seat | None, call: OpenedCall | None) -> tuple[SeatLine, ...]:
    ready = houses_ready(session, [call.id]).get(call.id, frozenset()) if call else frozenset()
    asked = call.houses_asked if call else ()
    return tuple(
        SeatLine(
            house=seat.house,
            player=seat.account.name if seat.account else "",
            kind=seat.kind,
            you=seat is mine,
            ready=seat.kind == "steward" or seat.house in ready,
            asked=seat.house in asked,
        )
        for seat in game.seats
    )


def _call_line(call: OpenedCall, now: datetime) -> CallLine:
    return CallLine(
        id=call.public_id,
        number=call.number,
        window=call.window,
        round=call.round,
        opened_at=call.opened_at,
        due_at=call.due_at,
        closing_at=call.closing_at,
        closes_at=call.closes_at,
        status=stage(call, now),
    )


def _last_call(session: Session, game: Game) -> int:
    """The number of the last call that was adjudicated, 0 for none."""
    query = select(OpenedCall.number).where(OpenedCall.game_id == game.id, OpenedCall.status == "closed")
    return session.scalar(query.order_by(OpenedCall.number.desc()).limit(1)) or 0
