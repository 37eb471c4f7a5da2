"""Taking a whole game file from elsewhere into the archive: checked, played again, and only then kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, TypeVar

import msgspec
import structlog
from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from adjudicator import documents, game_file, games
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from adjudicator.game_file import GameFile
from correspondence import input_validation
from correspondence.archive.file_limits import within_bytes, within_limits
from correspondence.archive.keeping import round_boards
from correspondence.archive.statistics import keep_statistics
from correspondence.errors import STUMBLES, Denied, Invalid
from correspondence.ledger.use_cases import note
from correspondence.models.accounts import Account
from correspondence.models.archive import CurrentPosition, JournalPart, RoundBoard, RoundRecords
from correspondence.models.games import Game, Seat
from correspondence.rows import new_id
from correspondence.seats.vassal_seats import VASSAL
from narration.words import N_

log = structlog.get_logger(__name__)
T = TypeVar("T")

MOST_A_DAY = 20
MOST_TITLE = 80
# One row holds so many entries or events at most, so that a page of a long round does not read all of it.
MOST_IN_A_ROW = 1000


@dataclass(frozen=True)
class Checked:
    """A game file that went as it says, and the rows that keep it, but for the number of their game."""

    whole: GameFile
    round: int
    houses: tuple[str, ...]
    vassals: tuple[str, ...]
    position: bytes
    rows: dict[type[JournalPart | RoundRecords | RoundBoard], list[dict[str, Any]]]


def import_game(session: Session, account: Account, data: bytes, title: str, now: datetime) -> Game:
    """Check a game file and keep its game and statistics; raises as `checked_file` and `keep_game`."""
    game = keep_game(session, account, checked_file(data), title, now)
    if game.imported_at == now:
        keep_statistics(session, game, now)
    return game


def title_typed(title: str) -> str:
    """The title in one line, perhaps empty; Invalid."""
    return input_validation.label(" ".join(title.split()), "title", MOST_TITLE, empty=True)


def keep_game(session: Session, account: Account, checked: Checked, title: str, now: datetime) -> Game:
    """Keep a game that was played elsewhere as a game that is over; the one that is here already if it is known.

    Nothing is played again for it: `checked` has all that is kept but the statistics. Raises Invalid for `title`,
    Denied `too-many-imports`. Nothing is kept then.
    """
    title = title_typed(title)
    commitment = checked.whole.commitment
    known = session.scalar(
        select(Game).where(Game.commitment == commitment, Game.status == "finished").order_by(Game.id).limit(1)
    )
    if known is not None:
        return known
    _not_too_many(session, account, now)
    return _kept(session, account, checked, title, now)


def _not_too_many(session: Session, account: Account, now: datetime) -> None:
    today = select(func.count()).where(Game.creator_id == account.id, Game.imported_at > now - timedelta(days=1))
    if (session.scalar(today) or 0) >= MOST_A_DAY:
        raise Denied("too-many-imports", N_("{most} games a day can be imported. Try again tomorrow."), most=MOST_A_DAY)


def checked_file(data: bytes, watch: Callable[[int, int], None] | None = None) -> Checked:
    """The file, if it is a whole game that is over and went as it says. It is played again for that, which takes a
    while: not to be done within a transaction, nor by a process that somebody waits for.

    `watch` is told how many entries of the journal were played, and of how many. Raises Invalid for `file`
    (`file-too-large`, `not-whole`, `game-not-over`, `not-verified`, those of `within_limits`), Unreadable or Illegal as
    the file's decoder.
    """
    within_bytes(data)
    whole = game_file.decode(data)
    if whole.seed is None or whole.position is None:
        words = N_("This is a player's copy of a running game: it has no seed and no position. Only whole games go in.")
        raise Invalid("not-whole", words, "file")
    if whole.position.board.ending is None:
        raise Invalid("game-not-over", N_("This game is not over. Only games that are over can be imported."), "file")
    within_limits(whole)
    houses = _played(whole)
    if not set(whole.options.stewards) <= set(houses):
        raise Invalid("unknown-house", N_("The file names houses that do not play."), "file")
    return _prepared(whole, houses, _played_again(whole, watch))


def _played(whole: GameFile) -> tuple[str, ...]:
    """The houses that had a player when the game began, drawn by the seed perhaps."""
    board = game_file.beginning(whole, whole.seed or "").board
    return tuple(games.of(board).played(board))


def _played_again(whole: GameFile, watch: Callable[[int, int], None] | None) -> Outcome[Position]:
    count = len(whole.journal)
    try:
        again = game_file.play_again(whole, (lambda played: watch(played, count)) if watch else None)
    except STUMBLES as stumble:
        log.info("an imported game makes the rules stumble", exc_info=stumble)
        again = game_file.PlayedAgain([f"{type(stumble).__name__}: {stumble}"[:200]])
    if again.differences or again.outcome is None:
        words = N_("The game did not go as the file says. The first thing that differs: {what}")
        raise Invalid("not-verified", words, "file", what=again.differences[0][:400])
    return again.outcome


def _prepared(whole: GameFile, houses: tuple[str, ...], outcome: Outcome[Position]) -> Checked:
    """Everything that is kept of the game, in the form in which it is kept."""
    journal, records, first = [], [], 1
    for some in _in_parts(outcome.entries):
        document = documents.encode(some)
        journal.append({"first": first, "last": first + len(some) - 1, "call_number": 0, "document": document})
        first += len(some)
    for number, group in groupby(outcome.records, key=lambda record: record.round):
        for part, told in enumerate(_in_parts(list(group))):
            numbers = {"first": told[0].number, "last": told[-1].number}
            records.append({"round": number, "part": part, **numbers, "document": documents.encode(told)})
    boards = round_boards(game_file.beginning(whole, whole.seed or ""), outcome)
    ended = [{"round": number, "document": board} for number, board in boards.items()]
    return Checked(
        whole=whole,
        round=outcome.showing.round,
        houses=houses,
        vassals=tuple(games.of(outcome.showing.board).unplayed(outcome.showing.board)),
        position=documents.encode(outcome.position),
        rows={JournalPart: journal, RoundRecords: records, RoundBoard: ended},
    )


def _in_parts(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + MOST_IN_A_ROW] for start in range(0, len(items), MOST_IN_A_ROW)]


def _kept(session: Session, account: Account, checked: Checked, title: str, now: datetime) -> Game:
    whole = checked.whole
    game = _as_a_game(account, whole, title, now)
    game.round = checked.round
    for house in checked.houses:
        kind = "steward" if house in whole.options.stewards else "human"
        kind = VASSAL if house in checked.vassals else kind
        level = whole.options.levels.get(house, "steward")
        seat = Seat(public_id=new_id(), house=house, kind=kind, letters=False, joined_at=now, bot_level=level)
        game.seats.append(seat)
    session.add(game)
    session.flush()
    session.add(CurrentPosition(game_id=game.id, call_number=0, document=checked.position))
    for table, rows in checked.rows.items():
        if rows:
            session.execute(insert(table), [{"game_id": game.id, **row} for row in rows])
    session.flush()
    document = {"commitment": whole.commitment, "rounds": game.round}
    note(session, game.public_id, account.public_id, "game-imported", document, now)
    return game


def _as_a_game(account: Account, whole: GameFile, title: str, now: datetime) -> Game:
    """The row of a game that nobody plays any more."""
    pace = whole.options.pace
    return Game(
        public_id=new_id(),
        join_code=new_id(),
        title=title or f"{games.edition(whole.edition).name.say('en')}, {now:%Y-%m-%d}",
        edition=whole.edition,
        players=whole.players,
        modules=",".join(whole.modules),
        houses=",".join(whole.houses),
        revision=whole.revision,
        scenario=msgspec.json.encode(whole.scenario).decode() if whole.scenario else "",
        pace=pace if isinstance(pace, str) else ",".join(pace),
        window_seconds=0.0,
        hold_seconds=0.0,
        seat_choice="choose",
        visibility="link",
        steward_rest=False,
        press="",
        votes="",
        unsaid=whole.options.unsaid,
        status="finished",
        creator_id=account.id,
        commitment=whole.commitment,
        seed=whole.seed or "",
        created_at=now,
        started_at=now,
        finished_at=now,
        imported_at=now,
        seats=[],
    )
