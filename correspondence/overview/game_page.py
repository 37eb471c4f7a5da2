"""Reading a game: its page, and the signs that change with it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine import Level, Standing, View
from correspondence.accounts.use_cases import away
from correspondence.archive.records import board_view, current, last_turn, logged_rounds
from correspondence.deadlines.clock import may_go_on
from correspondence.games.access import (
    NOTHING,
    Who,
    are_names_visible,
    can_take,
    find_game,
    last_shown,
    offered_seats,
    sees_readiness,
    terms_of,
    visible_name,
    visible_person,
    visible_times,
    who_is,
)
from correspondence.games.options import NewGame
from correspondence.input_validation import Denied
from correspondence.lobby.invitations import invitation_for, invitation_to, is_admitted, may_invite
from correspondence.lobby.seating import asks_first, choosable_houses, houses_to_have, vassals_of
from correspondence.lobby.use_cases import may_change
from correspondence.masters import MasterLine, master_lines
from correspondence.messages.queries import message_counts
from correspondence.models import (
    Account,
    Game,
    Message,
    Readiness,
    Seat,
    Turn,
    TurnBoard,
)
from correspondence.rows import columns_of, listed
from correspondence.turns import may_close_early, ready_for_turn, stage, turn_of, visible_view
from narration.words import N_

KINDS = ("turn", "ready", "results", "messages")
# What `touched` is asked about for readers who are shown the game later, after the game's id.
LATER = ":later"


@dataclass(frozen=True)
class Signs:
    """Opaque short values that change with what a reader may see of a game.
    They cover the open turn, who is ready, results and the reader's messages, and say that something happened, never
    what. `later`: the reader sees the game later, so that nothing going on now concerns them."""

    turn: str
    ready: str
    results: str
    messages: str
    later: bool = False

    def changed(self, before: Signs) -> tuple[str, ...]:
        """Return the kinds of signs that differ from those before."""
        return tuple(kind for kind in KINDS if getattr(self, kind) != getattr(before, kind))

    def serialize(self) -> str:
        """All of them as one word."""
        return ".".join(getattr(self, kind) for kind in KINDS)


def parse_signs(word: str) -> Signs | None:
    """Return what `serialize` wrote; None for anything else."""
    parts = word.split(".")
    if len(parts) != len(KINDS):
        return None
    turn, ready, results, mails = parts
    return Signs(turn, ready, results, mails)


def signs_for(session: Session, game_id: str, account: Account | None, now: datetime) -> Signs:
    """Return the signs of changes in a game for a reader, or (None) the public.
    NotFound `no-such-game`, Denied `no-spectators` for a game closed to them."""
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    shown = last_shown(session, game, who)
    if shown == NOTHING:
        raise Denied("no-spectators", N_("Only players of this game may see it before it ends."))
    if shown is not None:
        return Signs(_word(), _word(), _word(shown, game.status), _word(), later=True)
    turn = turn_of(session, game)
    ready_houses = sorted(ready_for_turn(session, turn)) if turn and sees_readiness(game, who) else ()
    about = (turn.number, stage(turn, now), turn.due_at, turn.closing_at) if turn else ()
    return Signs(
        turn=_word(game.status, game.paused_at, *about),
        ready=_word(*ready_houses),
        results=_word(last_turn(session, game), game.status),
        messages=_word(message_counts(session, game, account, now)),
    )


def touched(session: Session, names: Collection[str]) -> dict[str, str]:
    """Return a word for each game that changes with anything a reader may see.
    For an id with LATER it changes with a new turn. Makes two database queries for all games."""
    game_ids = {name.removesuffix(LATER) for name in names}
    newest = (
        select(func.max(Turn.id).label("id"))
        .join(Game, Game.id == Turn.game_id)
        .where(Game.public_id.in_(game_ids))
        .group_by(Turn.game_id)
        .subquery()
    )
    ready_count = select(func.count(Readiness.id)).where(Readiness.turn_id == Turn.id).correlate(Turn).scalar_subquery()
    last = select(func.max(Readiness.id)).where(Readiness.turn_id == Turn.id).correlate(Turn)
    mails = select(func.max(Message.id)).where(Message.game_id == Game.id).correlate(Game)
    query = (
        select(
            Game.public_id,
            Game.status,
            Game.paused_at,
            Turn.number,
            Turn.status,
            Turn.due_at,
            Turn.closing_at,
            ready_count,
            last.scalar_subquery(),
            mails.scalar_subquery(),
        )
        .outerjoin(Turn, (Turn.game_id == Game.id) & Turn.id.in_(select(newest.c.id)))
        .where(Game.public_id.in_(game_ids))
    )
    words: dict[str, str] = {}
    for game_id, *row in session.execute(query):
        status, _, number, *_ = row
        words |= {game_id: _word(*row), f"{game_id}{LATER}": _word(status, number)}
    return {name: words[name] for name in names if name in words}


def _word(*values: object) -> str:
    """Return a short word that stands for these values."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class SeatLine:
    """A seat in a game. `ready`: for the current turn.

    `offered`: it needs a substitute. `player` is empty where names are hidden; `person` is the player's public page,
    empty if there is none or it is hidden. `confirmed`: the answer at the check-in, None where it is not shown. `id` is
    shown to whoever may free the seat. `away`: the player is marked as away, where names are shown. `level`: the level
    of its bot, if it has one.
    """

    id: str
    house: str | None
    player: str
    person: str
    away: bool
    kind: str
    level: Level
    you: bool
    ready: bool
    asked: bool
    offered: bool
    confirmed: bool | None


@dataclass(frozen=True)
class TurnLine:
    """The current turn, as everybody may see it.

    `status` is `open`, `closing` (all are ready) or `adjudicating`; `early`: the turn may end before its deadline, when
    all are ready.
    """

    id: str
    number: int
    window: str
    round: int
    opened_at: datetime
    due_at: datetime
    closing_at: datetime | None
    closes_at: datetime
    status: str
    early: bool


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """A game as its reader may see it.

    `view` is None in the lobby; `seed` is empty until the game is over. `houses` are the houses of the game, taken or
    not. `vassals` have no player; before the start, they are the houses that will be vassals if nobody takes them.

    `you` is the reader's house; `member`: the reader has a seat, perhaps without a house yet; `may_join`: the reader
    can take a seat now; `needs_code`: for a free or offered seat the game's code is needed; `join_code` is empty for
    readers who may not invite; `start_asks`: starting the game begins its check-in; `kept_house`: the house of the
    reader's invitation. `terms` are all settings; `wishes` is the reader's own secret list of houses. `ended_by` is
    `draw` or `vote` if the players ended the game.

    `acts_for`: the reader acts as deputy for this house's player. `behind`: how many turns the reader, a spectator, is
    behind. `may_take_over`: offered houses that the reader may play; `may_return`: the reader's own seat is offered.
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
    bots_fill_seats: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    round: int
    seats: tuple[SeatLine, ...]
    houses: tuple[str, ...]
    vassals: tuple[str, ...]
    free_houses: tuple[str, ...]
    you: str | None
    member: bool
    creator: bool
    may_join: bool
    needs_code: bool
    may_start: bool
    start_asks: bool
    join_code: str
    kept_house: str | None
    turn: TurnLine | None
    view: View | None
    standings: tuple[Standing, ...]
    rounds: tuple[int, ...]
    last_turn: int
    winners: tuple[str, ...]
    ended_by: str
    behind: int
    commitment: str
    seed: str
    terms: NewGame
    names_told: bool
    masters: tuple[MasterLine, ...]
    wishes: tuple[str, ...]
    acts_for: bool
    muster_until: datetime | None
    # How many said at the muster that they are there.
    there: int
    must_confirm: bool
    may_take_over: tuple[str, ...]
    may_return: bool
    may_surrender: bool
    may_change: bool
    may_cancel: bool
    paused_at: datetime | None
    paused_until: datetime | None
    pause_reason: str
    may_go_on: bool
    may_try_again: bool


# What everybody may know of a game at any time; its round as far as they know it.
ALWAYS_TOLD = (
    "title",
    "edition",
    "players",
    "status",
    "pace",
    "seat_choice",
    "visibility",
    "bots_fill_seats",
    "created_at",
    "started_at",
    "finished_at",
    "round",
    "commitment",
    "ended_by",
)


def game_page(session: Session, game_id: str, account: Account | None, now: datetime, invitation: str = "") -> GamePage:
    """A game's page for a reader, who may be nobody in particular; NotFound.

    `invitation` is the token of an invitation email: it opens the door to a game that is not listed.
    """
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    turn = turn_of(session, game)
    shown = last_shown(session, game, who)
    facts = _whole_board(session, game, who) if shown is None else _delayed_board(session, game, shown)
    # What goes on in the open turn is for those who may know what there is; for others nothing of it is open yet.
    live = turn if shown is None else None
    return GamePage(
        **{**columns_of(game, *ALWAYS_TOLD), **facts},
        id=game.public_id,
        window_hours=game.window_seconds / 3600,
        hold_minutes=game.hold_seconds / 60,
        houses=houses_to_have(game),
        vassals=vassals_of(game),
        **_entry_options(session, game, account, who, now, invitation),
        **_rights(session, game, account, who),
        seats=_seat_lines(session, game, who, live, now),
        you=who.house,
        member=who.seat is not None,
        turn=TurnLine(
            **columns_of(live, "number", "window", "round", "opened_at", "due_at", "closing_at", "closes_at"),
            id=live.public_id,
            status=stage(live, now),
            early=may_close_early(live.game),
        )
        if live
        else None,
        seed=game.seed if game.status == "finished" else "",
    )


def _whole_board(session: Session, game: Game, who: Who) -> dict[str, Any]:
    """The board as it stands, for whoever may know what there is."""
    outcome = current(session, game) if game.started_at else None
    ending = outcome.showing.board.ending if outcome else None
    standings = games.of(outcome.showing.board).standings(outcome.showing.board, game.rules) if outcome else ()
    winners = ending.winners if ending else ()
    return {
        "view": visible_view(game, outcome, who.house) if outcome else None,
        "standings": standings,
        "rounds": logged_rounds(session, game),
        "last_turn": last_turn(session, game),
        "winners": (standings[0].house,) if game.ended_by == "vote" and standings else winners,
        "behind": 0,
    }


def _delayed_board(session: Session, game: Game, shown: int) -> dict[str, Any]:
    """Return the board part of a game page for delayed spectators.
    That is the board at the opening of the turn after the last one shown, or empty values."""
    query = select(Turn.round, TurnBoard.document).join(TurnBoard, TurnBoard.turn_id == Turn.id)
    row = session.execute(query.where(Turn.game_id == game.id, Turn.number == shown + 1)).first()
    if shown == NOTHING or row is None:
        return {"view": None, "standings": (), "rounds": (), "last_turn": 0, "winners": (), "behind": 0, "round": 0}
    view = board_view(game, row.document, None)
    return {
        "view": view,
        "standings": games.of(view.board).standings(view.board, game.rules),
        "rounds": tuple(number for number in logged_rounds(session, game) if number < row.round),
        "last_turn": shown,
        "winners": (),
        "behind": game.spectator_delay,
        "round": row.round,
    }


def _entry_options(
    session: Session, game: Game, account: Account | None, who: Who, now: datetime, invitation: str
) -> dict[str, Any]:
    """How one comes into the game before it begins."""
    lobby, creator = game.status == "lobby", account is not None and game.creator_id == account.id
    full, outside = len(game.seats) >= game.players, who.seat is None
    offered = [seat.house for seat in offered_seats(game)] if game.status == "running" else []
    # One comes in to a free seat, or to one that is offered.
    door = lobby or bool(offered)
    asked_in = invitation_for(session, game, invitation, now) if invitation and outside else None
    if door and outside:
        asked_in = asked_in or invitation_to(session, game, account, now)
    inviting = door and account is not None and may_invite(session, game, account)
    free = door and outside and is_admitted(session, game, account, asked_in)
    return {
        "free_houses": choosable_houses(game) if lobby else (),
        "creator": creator,
        "may_join": lobby and not full and free,
        "needs_code": door and outside and not free,
        "may_start": lobby and creator and (full or game.bots_fill_seats),
        "start_asks": lobby and creator and asks_first(game, account, now),
        "join_code": game.join_code if inviting else "",
        "kept_house": asked_in.house if asked_in and (lobby or asked_in.house in offered) else None,
        "may_cancel": game.status in ("lobby", "mustering") and (creator or who.gm),
    }


def _rights(session: Session, game: Game, account: Account | None, who: Who) -> dict[str, Any]:
    """What the reader may do about seats and settings."""
    seat = None if who.delegated else who.seat
    runs, live = game.status == "running", last_shown(session, game, who) is None
    offered = offered_seats(game) if runs else []
    return {
        "terms": terms_of(game),
        "names_told": are_names_visible(game, who),
        "masters": tuple(master_lines(session, game, who)),
        "wishes": listed(seat.preferences) if seat else (),
        "acts_for": who.delegated,
        "muster_until": game.muster_until if game.status == "mustering" else None,
        "there": sum(seat.kind != "human" or seat.confirmed_at is not None for seat in game.seats),
        "must_confirm": game.status == "mustering" and seat is not None and seat.confirmed_at is None,
        "may_take_over": tuple(s.house or "" for s in offered if account and can_take(session, game, s, account)),
        "may_return": runs and seat is not None and seat.offered_at is not None,
        "may_surrender": runs and seat is not None,
        "may_change": may_change(session, game, account),
        "paused_at": visible_times(session, game, who)(game.paused_at) if game.paused_at and live else None,
        "paused_until": game.paused_until if live else None,
        "pause_reason": game.pause_reason if live else "",
        "may_go_on": may_go_on(game, account, who),
        "may_try_again": game.status == "set-aside" and (who.gm or who.host),
    }


def _seat_lines(session: Session, game: Game, who: Who, turn: Turn | None, now: datetime) -> tuple[SeatLine, ...]:
    """Return the lines of all seats as a reader sees them, by house.
    Seats without a house come last. `turn` is None if the reader may see no open turn."""
    absent = away(session, [seat.account_id for seat in game.seats if seat.account_id], now)
    live = turn is not None and sees_readiness(game, who)
    ready = ready_for_turn(session, turn) if turn and live else frozenset()
    awaited_houses = turn.required_houses if turn else ()
    freeing = game.status in ("lobby", "mustering") and may_change(session, game, who.account)
    lines = [
        SeatLine(
            id=seat.public_id if freeing and seat is not who.seat else "",
            house=seat.house,
            player=visible_name(game, seat, who),
            person=visible_person(game, seat, who),
            away=seat.account_id in absent and are_names_visible(game, who),
            kind=seat.kind,
            level=seat.bot_level,
            you=seat is who.seat,
            ready=live and (seat.kind != "human" or seat.house in ready),
            asked=seat.house in awaited_houses,
            offered=seat.offered_at is not None,
            confirmed=_presence_confirmed(game, seat, who),
        )
        for seat in game.seats
    ]
    # Seats that have no house yet are told apart by nothing else.
    return tuple(sorted(lines, key=lambda line: (line.house is None, line.house or "", not line.you, line.kind)))


def _presence_confirmed(game: Game, seat: Seat, who: Who) -> bool | None:
    """Whether a seat's player confirmed their presence; None if it is not shown.
    Taking the last seat or starting the game confirms; in an anonymous game it would tell the house."""
    if seat.kind != "human":
        return True
    return seat.confirmed_at is not None if seat is who.seat or are_names_visible(game, who) else None
