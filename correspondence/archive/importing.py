"""Taking a whole game file from elsewhere into the archive: checked, played again, and only then kept."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import structlog
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import face, game_file
from adjudicator.game_file import GameFile
from adjudicator.kernel.refusal import Refused
from correspondence import typed
from correspondence.accounts.models import Account
from correspondence.archive.keeping import keep
from correspondence.archive.statistics import keep_statistics
from correspondence.errors import Denied, Invalid
from correspondence.games.models import NAMED_PACES, Game, Seat
from correspondence.games.vassal_seats import VASSAL
from correspondence.ledger.use_cases import note
from correspondence.rows import new_id
from correspondence.words import N_

log = structlog.get_logger(__name__)

MOST_BYTES = 16 * 1024 * 1024
MOST_ENTRIES = 50_000
MOST_A_DAY = 20
MOST_TITLE = 80
# What a position that no game can reach makes the rules stumble over; a refusal says the same in their own words.
STUMBLES = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError, RecursionError)
_KINDS = re.compile(r"[a-z][a-z-]{0,39}")


def import_game(session: Session, account: Account, data: bytes, title: str, now: datetime) -> Game:
    """Check a game file and keep its game; raises as `checked_file` and `keep_game`."""
    return keep_game(session, account, checked_file(data), title, now)


def keep_game(session: Session, account: Account, whole: GameFile, title: str, now: datetime) -> Game:
    """Keep a game that was played elsewhere as a game that is over; the one that is here already if it is known.

    `whole` is a file that `checked_file` took. Raises Invalid for `title`, Denied `too-many-imports`. Nothing is kept
    then.
    """
    title = typed.line(" ".join(title.split()), "title", MOST_TITLE, empty=True)
    known = session.scalar(
        select(Game).where(Game.commitment == whole.commitment, Game.status == "finished").order_by(Game.id).limit(1)
    )
    if known is not None:
        return known
    _not_too_many(session, account, now)
    return _kept(session, account, whole, title, now)


def _not_too_many(session: Session, account: Account, now: datetime) -> None:
    today = select(func.count()).where(Game.creator_id == account.id, Game.imported_at > now - timedelta(days=1))
    if (session.scalar(today) or 0) >= MOST_A_DAY:
        raise Denied("too-many-imports", N_("{most} games a day can be imported. Try again tomorrow."), most=MOST_A_DAY)


def checked_file(data: bytes) -> GameFile:
    """The file, if it is a whole game that is over and went as it says. It is played again for that, which takes a
    while: not to be done within a transaction.

    Raises Invalid for `file` (`file-too-large`, `not-whole`, `game-not-over`, `not-verified`), Unreadable or Illegal as
    the file's decoder.
    """
    if len(data) > MOST_BYTES:
        raise Invalid("file-too-large", N_("A game file has {most} MB at most."), "file", most=MOST_BYTES // 1024**2)
    whole = game_file.decode(data)
    if whole.seed is None or whole.position is None:
        words = N_("This is a player's copy of a running game: it has no seed and no position. Only whole games go in.")
        raise Invalid("not-whole", words, "file")
    if whole.position.board.ending is None:
        raise Invalid("game-not-over", N_("This game is not over. Only games that are over can be imported."), "file")
    if len(whole.journal) > MOST_ENTRIES:
        raise Invalid("file-too-large", N_("No game has so many answers."), "file")
    _options(whole)
    try:
        wrong = game_file.verify(whole)
    except STUMBLES as stumble:
        log.info("an imported game makes the rules stumble", exc_info=stumble)
        wrong = [f"{type(stumble).__name__}: {stumble}"[:200]]
    if wrong:
        words = N_("The game did not go as the file says. The first thing that differs: {what}")
        raise Invalid("not-verified", words, "file", what=wrong[0][:400])
    return whole


def _options(whole: GameFile) -> None:
    """What the replay says nothing about."""
    pace = whole.options.pace
    named = isinstance(pace, str) and pace in NAMED_PACES
    listed = not isinstance(pace, str) and all(map(_KINDS.fullmatch, pace)) and len(",".join(pace)) <= 400
    if not (named or listed):
        raise Invalid("unknown-pace", N_("The file names a pace that nobody knows."), "file")
    if not set(whole.options.stewards) <= set(_played(whole)):
        raise Invalid("unknown-house", N_("The file names houses that do not play."), "file")


def _played(whole: GameFile) -> tuple[str, ...]:
    """The houses that had a player when the game began, drawn by the seed perhaps."""
    board = game_file.beginning(whole, whole.seed or "").board
    return tuple(house for house in board.houses if house not in board.vassals)


def _kept(session: Session, account: Account, whole: GameFile, title: str, now: datetime) -> Game:
    seed = whole.seed or ""
    try:
        outcome = face.replay(game_file.beginning(whole, seed), whole.journal)
    except Refused as refused:
        # It was verified a moment ago.
        raise AssertionError("a verified game cannot be replayed") from refused
    game = _as_a_game(account, whole, title, now)
    game.round = outcome.showing.round
    for house in _played(whole):
        kind = "steward" if house in whole.options.stewards else "human"
        kind = VASSAL if house in outcome.showing.board.vassals else kind
        game.seats.append(Seat(public_id=new_id(), house=house, kind=kind, letters=False, joined_at=now))
    session.add(game)
    session.flush()
    keep(session, game, game_file.beginning(whole, seed), outcome, part=0)
    session.flush()
    keep_statistics(session, game, now)
    document = {"commitment": whole.commitment, "rounds": game.round}
    note(session, game.public_id, account.public_id, "game-imported", document, now)
    return game


def _as_a_game(account: Account, whole: GameFile, title: str, now: datetime) -> Game:
    """The row of a game that nobody plays any more."""
    pace = whole.options.pace
    return Game(
        public_id=new_id(),
        join_code=new_id(),
        title=title or f"{face.edition(whole.edition).name.say('en')}, {now:%Y-%m-%d}",
        edition=whole.edition,
        players=whole.players,
        modules=",".join(whole.modules),
        houses=",".join(whole.houses),
        pace=pace if isinstance(pace, str) else ",".join(pace),
        window_seconds=0.0,
        hold_seconds=0.0,
        seat_choice="choose",
        visibility="link",
        steward_rest=False,
        press="",
        votes="",
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
