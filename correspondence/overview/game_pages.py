"""Pages about a game besides its own: an open turn, the end, and the menu."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine import Decision, Level, Refusal, Sheet, Standing, Unsaid, View
from correspondence.archive.records import Sight, board_view, current, last_turn, sight_of, visible_rounds
from correspondence.archive.statistics import statistics_of
from correspondence.evaluations import ask_evaluation, evaluations_of
from correspondence.games.access import (
    NOTHING,
    TellTime,
    Who,
    are_names_visible,
    bot_helped_houses,
    find_game,
    last_shown,
    visible_account,
    visible_name,
    visible_times,
    who_is,
)
from correspondence.games.options import TUTORIAL
from correspondence.input_validation import Denied, NotFound
from correspondence.messages.queries import unread_count
from correspondence.models import Account, Evaluation, Game, Seat, SeatHolder, Turn, TurnBoard
from correspondence.rows import columns_of
from correspondence.sheets.reading import (
    SavedSheetContent,
    latest_standing_orders,
    left_over_sheet,
    offered_sheet,
    own_sheets,
    saved_sheet_at,
)
from correspondence.turns import (
    Place,
    collecting_turn,
    may_close_early,
    place_of,
    ready_for_turn,
    stage,
    takes_sheets,
    visible_view,
    wants_to_wait,
)
from correspondence.votes.use_cases import count_pending_ballots
from narration.words import N_

WITHOUT_ORDERS = Refusal(
    "ready-without-orders",
    "you are ready, but no sheet of yours is in for this call: earlier sheets of the round, standing orders and "
    "the published defaults decide",
)


@dataclass(frozen=True, kw_only=True)
class Readiness:
    """Who is ready in a turn, and when the turn ends.

    `orders_in`: the seat has submitted orders for this turn; without them, `warnings` say what being ready means.
    `status` is `open`, `closing` (all are ready), `adjudicating`, `paused`, `held` (for review by the game master),
    `closed`, `void` (undone) or `set-aside` (quarantined).
    """

    id: str
    status: str
    asked: bool
    ready: bool
    required_houses: tuple[str, ...]
    houses_ready: tuple[str, ...]
    due_at: datetime
    closing_at: datetime | None
    closes_at: datetime
    orders_in: bool
    warnings: tuple[Refusal, ...]


@dataclass(frozen=True, kw_only=True)
class TurnPage(Readiness):
    """A turn as one seat sees it: `questions` are its decisions on the board `view`.

    `sheet` is the latest submitted version (number `sheet_number`, 0 for none), `sheet_at` its time. `carried`: orders
    for earlier turns of the round, which count where nothing replaces them. `standing`: the standing orders.

    `waits`: the seat wants the turn to wait for its deadline even if all are ready (`may_wait`: otherwise it might
    not). `extensions_left`: how often the seat can still be late and get more time; `grace`: this is the last chance to
    submit. `stood_by`: the bot decides what the seat leaves open, because the player has just taken over. `unsaid`: who
    else does.
    """

    game_id: str
    title: str
    edition: str
    players: int
    pace: str
    number: int
    window: str
    round: int
    house: str
    opened_at: datetime
    hold_minutes: float
    questions: tuple[Decision, ...]
    view: View
    sheet: Sheet | None
    sheet_number: int
    sheet_at: datetime | None
    carried: Sheet | None
    standing: Sheet | None
    waits: bool
    may_wait: bool
    paused_until: datetime | None
    pause_reason: str
    extensions_left: int
    grace: bool
    # A sheet of before the game was taken back, which counts only if it is handed in again.
    offered: Sheet | None
    stood_by: bool
    unsaid: Unsaid
    # The page says what is new in the program.
    news: bool
    # What counts for the seat was written in a form of an earlier release.
    translated: bool
    # What the receipt of the sheet warns of.
    sheet_warnings: tuple[Refusal, ...]
    # What the asker is writing, while sheets are taken.
    draft: SavedSheetContent | None
    # It is a first game, which tells its player what to do.
    first: bool
    # The number of the last turn that is resolved; 0 for none.
    last_turn: int
    # What the asker was writing for it and did not submit, while nothing is written for this turn.
    left_over: SavedSheetContent | None

    @property
    def has_bot(self) -> bool:
        """Whether a bot decides what the seat's orders leave open."""
        return self.unsaid == "bot" or self.stood_by

    def sheets_that_count(self, sheet: Sheet) -> list[Sheet]:
        """Return a sheet, then those of its seat that count where it says nothing."""
        return [sheet, *(other for other in (self.carried, self.standing) if other is not None)]

    def left_open(self, sheet: Sheet) -> tuple[Refusal, ...]:
        """Say what is done where the seat's orders choose nothing, if they are this sheet."""
        return games.of(self.view).left_open(self.view, self.house, self.sheets_that_count(sheet), bot=self.has_bot)


def _drafts(session: Session, account: Account, place: Place, now: datetime, *, is_blank: bool) -> dict[str, Any]:
    """Return what the asker is writing for a turn, or what is left of the last one.
    `is_blank`: nothing was submitted for the turn."""
    is_open = takes_sheets(place.turn, now)
    draft = saved_sheet_at(session, account, place).read() if is_open else None
    is_blank = is_blank and is_open and draft is None
    return {"draft": draft, "left_over": left_over_sheet(session, account, place) if is_blank else None}


def turn_page(session: Session, account: Account, turn_id: str, now: datetime) -> TurnPage:
    """Return a turn for the asker's own seat.
    NotFound `no-such-turn`, Denied `not-your-seat`."""
    place = place_of(session, account, turn_id, now)
    turn, game, house = place.turn, place.game, place.house
    view, ready_houses = _view(session, turn, game, house), ready_for_turn(session, turn)
    (latest, carried), standing = own_sheets(session, turn, place.seat), latest_standing_orders(session, place.seat)
    may_wait = may_close_early(game)
    return TurnPage(
        **columns_of(game, "title", "edition", "players", "pace", "paused_until", "pause_reason"),
        **columns_of(
            turn,
            "number",
            "window",
            "round",
            "opened_at",
            "due_at",
            "closing_at",
            "closes_at",
            "required_houses",
            "unsaid",
            "news",
        ),
        id=turn.public_id,
        game_id=game.public_id,
        hold_minutes=game.hold_seconds / 60,
        status=stage(turn, now),
        house=house,
        asked=house in turn.required_houses,
        ready=house in ready_houses,
        orders_in=latest is not None,
        warnings=(WITHOUT_ORDERS,) if house in ready_houses and latest is None else (),
        houses_ready=tuple(h for h in turn.required_houses if h in ready_houses),
        questions=tuple(view.waiting),
        view=view,
        sheet=latest.sheet if latest else None,
        sheet_number=latest.number if latest else 0,
        sheet_at=latest.accepted_at if latest else None,
        carried=carried,
        standing=standing.sheet if standing else None,
        waits=may_wait and wants_to_wait(session, turn, place.seat),
        may_wait=may_wait,
        extensions_left=max(0, game.extensions - place.seat.extensions_used),
        grace=turn.late_at is not None,
        offered=None if latest else offered_sheet(session, turn, place.seat),
        stood_by=house in bot_helped_houses(game, turn.number),
        translated=any(receipt is not None and receipt.translated for receipt in (latest, standing)),
        sheet_warnings=latest.warnings if latest else (),
        **_drafts(session, account, place, now, is_blank=latest is None),
        last_turn=last_turn(session, game),
        first=game.preset == TUTORIAL,
    )


def left_open(session: Session, turn: Turn, seat: Seat, sheet: Sheet) -> tuple[Refusal, ...]:
    """Say what is done where a seat's orders choose nothing, if they are this sheet.
    Asks the database for less than the whole page."""
    game, house, standing = turn.game, seat.house or "", latest_standing_orders(session, seat)
    before = own_sheets(session, turn, seat)[1], standing.sheet if standing else None
    sheets = [sheet, *(other for other in before if other is not None)]
    has_bot = turn.unsaid == "bot" or house in bot_helped_houses(game, turn.number)
    view = _view(session, turn, game, house)
    return games.of(view).left_open(view, house, sheets, bot=has_bot)


def _view(session: Session, turn: Turn, game: Game, house: str) -> View:
    """The board now while sheets are taken, else the one that the turn opened with."""
    if turn.status in ("open", "paused"):
        outcome = current(session, game)
        return visible_view(game, outcome, house)
    return board_view(game, session.get_one(TurnBoard, turn.id).document, house)


def first_turn(session: Session, account: Account, game_id: str, now: datetime) -> TurnPage:
    """Return the first turn of a game for the asker's own seat.
    NotFound (`no-such-game`, `no-such-turn`), Denied."""
    game = find_game(session, game_id)
    query = select(Turn.public_id).where(Turn.game_id == game.id, Turn.status != "void")
    turn_id = session.scalar(query.order_by(Turn.number).limit(1))
    if turn_id is None:
        raise NotFound("no-such-turn", N_("There is no such turn."))
    return turn_page(session, account, turn_id, now)


RETIRED, DELETED = "retired", "deleted"


@dataclass(frozen=True)
class HolderLine:
    """Somebody who held a seat. `player` is empty for bots and where it is hidden.

    Where names are hidden, times are those at which turns opened, and deleted accounts are not marked. `to_turn` is
    None while they hold the seat; it is less than `from_turn` if no turn was resolved in that time. `level`: the level
    of a bot that holds the seat now.
    """

    house: str
    player: str
    kind: str
    level: Level
    began: str
    ended: str
    since: datetime
    until: datetime | None
    from_turn: int
    to_turn: int | None


def holders_of(session: Session, game: Game, account: Account | None, now: datetime) -> list[HolderLine]:
    """List the holders of all seats by house, oldest first; none before the start.

    Delayed spectators see holders with the delay, and none where spectators are not allowed.
    """
    who = who_is(session, game, account, now)
    query = (
        select(SeatHolder, Account, Seat.bot_level)
        .join(Seat, Seat.id == SeatHolder.seat_id)
        .outerjoin(Account, Account.id == SeatHolder.account_id)
        .where(SeatHolder.game_id == game.id)
        .order_by(SeatHolder.house, SeatHolder.id)
    )
    shown, time_told = last_shown(session, game, who), visible_times(session, game, who)
    return [
        _line(game, row, holder, level, who, shown, time_told)
        for row, holder, level in session.execute(query)
        if shown is None or row.from_turn <= shown + 1
    ]


def _line(
    game: Game,
    row: SeatHolder,
    holder: Account | None,
    level: Level,
    who: Who,
    shown: int | None,
    time_told: TellTime,
) -> HolderLine:
    """Return a holder, who holds the seat still; up to turn `shown` (None: all)."""
    over = row.until is not None and (shown is None or (row.to_turn or 0) <= shown)
    # Who is gone from the site is known by that.
    ended = RETIRED if row.ended == DELETED and not are_names_visible(game, who) else row.ended
    return HolderLine(
        **columns_of(row, "kind", "began", "from_turn"),
        house=row.house or "",
        player=visible_account(game, holder, who),
        level=level if row.until is None else "steward",
        ended=ended if over else "",
        since=time_told(row.since),
        until=time_told(row.until) if over and row.until else None,
        to_turn=row.to_turn if over else None,
    )


# A game that is over changes no more: asking again soon brings nothing new.
SOON = timedelta(hours=1)
State = Literal["waiting", "agrees", "differs", "failed"]


@dataclass(frozen=True)
class Check:
    """The last evaluation of the game: another process replays its journal."""

    state: State
    asked_at: datetime
    at: datetime | None


@dataclass(frozen=True, kw_only=True)
class EndPage:
    """A game that is over.

    `players`: who played each house at the end (empty: unknown). `bots`: the houses that bots played; `levels`: the
    levels of bots other than `steward`. `ended_by` is empty (the rules), `draw` (nobody won) or `vote` (the leader
    won). `seed_fits`: its SHA-256 is the one published at the start.
    """

    game_id: str
    title: str
    edition: str
    seat: str | None
    winners: tuple[str, ...]
    reason: str
    ended_by: str
    finished_at: datetime
    imported_at: datetime | None
    view: View
    standings: tuple[Standing, ...]
    players: dict[str, str]
    bots: tuple[str, ...]
    levels: dict[str, Level]
    statistics: Any
    seed: str
    commitment: str
    seed_fits: bool
    check: Check | None


def end_page(session: Session, game_id: str, account: Account | None, now: datetime) -> EndPage:
    """Return the last page of a game.
    NotFound `no-such-game`, Denied `not-over-yet`, `no-spectators`."""
    sight = _finished_game(session, game_id, account, now)
    game = sight.game
    showing = current(session, game).showing
    board = showing.board
    standings = games.of(board).standings(board, game.rules)
    by_rules = board.ending.winners if board.ending else ()
    checks = evaluations_of(session, game, 1)
    return EndPage(
        **columns_of(game, "title", "edition", "ended_by", "imported_at", "seed", "commitment"),
        game_id=game.public_id,
        seat=sight.house,
        winners=(standings[0].house,) if game.ended_by == "vote" else by_rules,
        reason=board.ending.reason if board.ending else "",
        finished_at=game.finished_at or now,
        view=games.of(showing).view(showing, sight.house),
        standings=standings,
        players={seat.house: visible_name(game, seat) for seat in game.seats if seat.house and seat.kind == "human"},
        bots=tuple(seat.house for seat in game.seats if seat.house and seat.kind == "steward"),
        levels=game.bot_levels,
        statistics=statistics_of(session, game),
        seed_fits=hashlib.sha256(game.seed.encode()).hexdigest() == game.commitment,
        check=_check(checks[0]) if checks else None,
    )


def request_check(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Request a replay of a finished game; nothing if that was done just now.

    A process of its own plays it. Raises as `end_page`.
    """
    game = _finished_game(session, game_id, account, now).game
    checks = evaluations_of(session, game, 1)
    if checks and checks[0].asked_at > now - SOON and checks[0].asked_at >= (game.finished_at or now):
        return
    ask_evaluation(session, game, account, now)


def _finished_game(session: Session, game_id: str, account: Account | None, now: datetime) -> Sight:
    sight = sight_of(session, game_id, account, now)
    if not sight.over or sight.game.started_at is None:
        raise Denied("not-over-yet", N_("This game is not over."))
    return sight


def _check(evaluation: Evaluation) -> Check:
    if evaluation.at is None:
        return Check("waiting", evaluation.asked_at, None)
    state: State = "failed" if evaluation.agrees is None else "agrees" if evaluation.agrees else "differs"
    return Check(state, evaluation.asked_at, evaluation.at)


BEFORE_THE_GAME = ("lobby", "mustering", "cancelled")


@dataclass(frozen=True)
class GameMenu:
    """Which pages of a game there are for its reader.

    `turn_id` is the open turn they may write a sheet for, or empty; `review`: they master the game; `begun`: there is a
    board; `gifts`: they may give Power away; `notepad`: they have a seat of their own; `history`: the last round they
    know of, 0 for none; `unread`: emails they have not read; `to_vote`: votes that wait for their ballot; `first`: it
    is their first game, which tells them what to do.
    """

    id: str
    title: str
    begun: bool
    over: bool
    turn_id: str
    messages: bool
    votes: bool
    gifts: bool
    notepad: bool
    review: bool
    history: int
    unread: int = 0
    to_vote: int = 0
    first: bool = False


def game_menu(session: Session, game_id: str, account: Account | None, now: datetime) -> GameMenu:
    """The menu of a game; NotFound `no-such-game`."""
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    begun = game.status not in BEFORE_THE_GAME
    turn_id = ""
    if begun and who.house:
        turn = collecting_turn(session, game)
        turn_id = turn.public_id if turn else ""
    inside = who.seat is not None or who.gm
    return GameMenu(
        id=game.public_id,
        title=game.title,
        begun=begun,
        over=game.status == "finished",
        turn_id=turn_id,
        messages=bool(game.messages) and game.status != "cancelled",
        votes=begun and inside and bool(game.votes),
        gifts=game.status == "running" and who.house is not None and games.of_edition(game.edition).gives(game.rules),
        notepad=begun and who.seat is not None and not who.delegated,
        review=who.gm,
        history=_last_round(session, game, who) if begun else 0,
        unread=unread_count(session, game, account, now) if begun else 0,
        to_vote=count_pending_ballots(session, game, who, now) if begun else 0,
        first=begun and game.preset == TUTORIAL and who.house is not None,
    )


def _last_round(session: Session, game: Game, who: Who) -> int:
    """The round that a reader may look at last."""
    shown = last_shown(session, game, who)
    if shown is None:
        return game.round
    return next(reversed(visible_rounds(session, Sight(game, None, False, shown))), 0) if shown != NOTHING else 0
