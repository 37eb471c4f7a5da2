"""Uploaded game files: accepted at once, checked later, then stored or refused."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Literal, TypeVar

import msgspec
import structlog
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from adjudicator import documents, game_file, games
from adjudicator.engine import Outcome, Position, Refused
from adjudicator.game_file import GameFile
from correspondence import input_validation
from correspondence.archive.files import check_file_limits, check_file_size
from correspondence.archive.records import round_boards
from correspondence.archive.statistics import compute_statistics, keep_statistics
from correspondence.audit_log import note
from correspondence.input_validation import STUMBLES, Denied, Invalid, NotFound, UserError
from correspondence.models import Account, CurrentPosition, Game, Import, JournalPart, RoundBoard, RoundRecords, Seat
from correspondence.rows import count_of, from_rows, locking_query, new_id
from correspondence.seats import VASSAL
from correspondence.store import Store
from narration.words import N_

log = structlog.get_logger(__name__)
T = TypeVar("T")

MAX_A_DAY = 20
TOO_MANY = N_("You can import {most} games a day. Try again tomorrow.")
MAX_TITLE = 80
# One row holds so many entries or events at most, so that a page of a long round does not read all of it.
MAX_IN_A_ROW = 1000


@dataclass(frozen=True)
class Checked:
    """A verified game file, and its rows to store except for their game's number."""

    whole: GameFile
    round: int
    houses: tuple[str, ...]
    vassals: tuple[str, ...]
    position: bytes
    rows: dict[type[JournalPart | RoundRecords | RoundBoard], list[dict[str, Any]]]


def import_game(session: Session, account: Account, data: bytes, title: str, now: datetime) -> Game:
    """Check and store a game file; raises as `checked_file` and `keep_game`."""
    game = keep_game(session, account, checked_file(data), title, now)
    if game.imported_at == now:
        keep_statistics(session, game, now)
    return game


def title_typed(title: str) -> str:
    """The title in one line, perhaps empty; Invalid."""
    return input_validation.label(" ".join(title.split()), "title", MAX_TITLE, empty=True)


def keep_game(session: Session, account: Account, checked: Checked, title: str, now: datetime) -> Game:
    """Store a game played elsewhere as a finished game, or return the known one.

    Nothing is replayed: `checked` has all but the statistics. Raises Invalid for `title`, Denied `too-many-imports`.
    Nothing is stored then.
    """
    title = title_typed(title)
    commitment = checked.whole.commitment
    game = session.scalar(select(Game).filter_by(commitment=commitment, status="finished").order_by(Game.id).limit(1))
    if game is not None:
        return game
    today = Game.imported_at > now - timedelta(days=1)
    if count_of(session, Game, today, creator_id=account.id) >= MAX_A_DAY:
        raise Denied("too-many-imports", TOO_MANY, most=MAX_A_DAY)
    return _store_game(session, account, checked, title, now)


def checked_file(data: bytes, watch: Callable[[int, int], None] | None = None) -> Checked:
    """Verify by replay that a file is a whole, finished game; return it.

    That takes a while: not within a transaction, nor in a process that somebody waits for. `watch` is told how many
    journal entries were played, and of how many. Raises Invalid for `file` (`file-too-large`, `not-whole`,
    `game-not-over`, `not-verified`, those of `within_limits`), Unreadable or Illegal as the file's decoder.
    """
    check_file_size(data)
    whole = game_file.decode(data)
    if whole.seed is None or whole.position is None:
        raise Invalid(
            "not-whole",
            "This is a player's copy of a running game: it has no seed and no position. You can "
            "import only whole games.",
            "file",
        )
    if whole.position.board.ending is None:
        raise Invalid("game-not-over", "This game is not over. Only games that are over can be imported.", "file")
    check_file_limits(whole)
    # Those that had a player when the game began, drawn by the seed perhaps.
    board = game_file.starting_position(whole, whole.seed or "").board
    houses = tuple(games.of(board).played(board))
    if not set(whole.options.bots) <= set(houses):
        raise Invalid("unknown-house", "The file names houses that are not in the game.", "file")
    return _prepare_storage(whole, houses, _replay_file(whole, watch))


def _replay_file(whole: GameFile, watch: Callable[[int, int], None] | None) -> Outcome[Position]:
    """Replay a file's journal and return the outcome.
    `watch` is called with the entries played so far and their count.
    Raises Invalid `not-verified` if the game did not go as the file says."""
    count = len(whole.journal)
    try:
        again = game_file.play_again(whole, (lambda played: watch(played, count)) if watch else None)
    except STUMBLES as stumble:
        log.info("an imported game makes the rules stumble", exc_info=stumble)
        again = game_file.ReplayResult([f"{type(stumble).__name__}: {stumble}"[:200]])
    if again.differences or again.outcome is None:
        raise Invalid(
            "not-verified",
            "The game did not go as the file says. First difference: {what}",
            "file",
            what=again.differences[0][:400],
        )
    return again.outcome


def _prepare_storage(whole: GameFile, houses: tuple[str, ...], outcome: Outcome[Position]) -> Checked:
    """Return all that is stored of an imported game, in its stored form."""
    journal, records, first = [], [], 1
    for part_entries in _split_into_parts(outcome.entries):
        document = documents.encode(part_entries)
        journal.append({"first": first, "last": first + len(part_entries) - 1, "turn_number": 0, "document": document})
        first += len(part_entries)
    for number, group in groupby(outcome.records, key=lambda record: record.round):
        for part, part_records in enumerate(_split_into_parts(list(group))):
            numbers = {"first": part_records[0].number, "last": part_records[-1].number}
            records.append({"round": number, "part": part, **numbers, "document": documents.encode(part_records)})
    boards = round_boards(game_file.starting_position(whole, whole.seed or ""), outcome)
    ended = [{"round": number, "document": board} for number, board in boards.items()]
    return Checked(
        whole=whole,
        round=outcome.showing.round,
        houses=houses,
        vassals=tuple(games.of(outcome.showing.board).unplayed(outcome.showing.board)),
        position=documents.encode(outcome.position),
        rows={JournalPart: journal, RoundRecords: records, RoundBoard: ended},
    )


def _split_into_parts(items: Sequence[T]) -> list[Sequence[T]]:
    """Split items into parts of at most MAX_IN_A_ROW."""
    return [items[start : start + MAX_IN_A_ROW] for start in range(0, len(items), MAX_IN_A_ROW)]


def _store_game(session: Session, account: Account, checked: Checked, title: str, now: datetime) -> Game:
    """Store an imported game with its seats, position and records; return its row."""
    whole = checked.whole
    game = _imported_game_row(account, whole, title, now)
    game.round = checked.round
    for house in checked.houses:
        kind = "steward" if house in whole.options.bots else "human"
        kind = VASSAL if house in checked.vassals else kind
        level = whole.options.levels.get(house, "steward")
        seat = Seat(public_id=new_id(), house=house, kind=kind, wants_mail=False, joined_at=now, bot_level=level)
        game.seats.append(seat)
    session.add(game)
    session.flush()
    session.add(CurrentPosition(game_id=game.id, turn_number=0, document=checked.position))
    for table, rows in checked.rows.items():
        if rows:
            session.execute(insert(table), [{"game_id": game.id, **row} for row in rows])
    session.flush()
    document = {"commitment": whole.commitment, "rounds": game.round}
    note(session, game, account, "game-imported", document, now)
    return game


def _imported_game_row(account: Account, whole: GameFile, title: str, now: datetime) -> Game:
    """Return the row of an imported game: finished, with no deadlines or email."""
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
        bots_fill_seats=False,
        messages="",
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


# What waits is kept whole, 16 MB each at most; so many by everybody together.
MAX_WAITING = 30
# A process that dies without a word may be the machine's fault; one that dies again is the file's.
MAX_ATTEMPTS = 3
# Longer than the process may take, which ends by itself.
GRACE = timedelta(seconds=30)
KEPT = timedelta(days=30)


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a file was refused; `words` are a catalog template if there are `values`."""

    code: str
    words: str
    where: str = ""
    values: dict[str, str | int] | None = None


@dataclass(frozen=True)
class Claimed:
    """An import that is ours to check, for the `attempt`th time."""

    id: int
    attempt: int


class NotOurs(RuntimeError):
    """Somebody else has taken the import over, or decided on it."""


def ask_import(session: Session, account: Account, data: bytes, title: str, now: datetime) -> Import:
    """Take a game file in, to be checked. Nothing of it is read.

    Raises Invalid for `title` and `file` (`empty`, `file-too-large`), Denied `import-waiting`, `too-many-imports`,
    `imports-busy`.
    """
    title = title_typed(title)
    if not data:
        raise Invalid("empty", "Choose a game file.", "file")
    check_file_size(data)
    # Files sent at the same time are counted one after the other.
    session.scalars(locking_query(select(Account.id).filter_by(id=account.id))).one()
    if session.scalar(select(Import.id).filter_by(account_id=account.id, at=None)) is not None:
        raise Denied("import-waiting", "One of your game files is being checked. Send the next one when that is done.")
    today = Import.asked_at > now - timedelta(days=1)
    if count_of(session, Import, today, account_id=account.id) >= MAX_A_DAY:
        raise Denied("too-many-imports", TOO_MANY, most=MAX_A_DAY)
    if count_of(session, Import, at=None) >= MAX_WAITING:
        raise Denied("imports-busy", "Too many game files are waiting to be checked. Try again in an hour.")
    row = Import(public_id=new_id(), account_id=account.id, title=title, size=len(data), document=data, asked_at=now)
    session.add(row)
    session.flush()
    return row


def any_waits(session: Session, now: datetime) -> bool:
    """Whether a file is to be checked, and nobody checks one at present."""
    waiting = session.scalar(select(Import.id).filter_by(at=None).limit(1))
    claimed = select(Import.id).where(Import.at.is_(None), Import.claimed_until > now)
    return waiting is not None and session.scalar(claimed) is None


def claim_import(store: Store, now: datetime, limit: timedelta) -> Claimed | None:
    """Claim the longest waiting import, to be checked within `limit`; None if none.

    Also None while one is being checked. One that was abandoned too often is refused.
    """
    with store.begin() as session:
        query = select(Import).filter_by(at=None).order_by(Import.asked_at, Import.id).with_for_update()
        waiting = session.scalars(query).all()
        if any(row.claimed_until and row.claimed_until > now for row in waiting):
            return None
        for row in waiting:
            if row.attempts < MAX_ATTEMPTS:
                row.attempts, row.claimed_until, row.played = row.attempts + 1, now + limit + GRACE, 0
                return Claimed(row.id, row.attempts)
            log.error("a game file could not be checked", imported=row.public_id, attempts=row.attempts)
            words = N_("The file could not be checked: the check broke off {times} times.")
            _refuse(row, [Reason("not-checked", words, "file", {"times": row.attempts})], now)
    return None


def document_of(store: Store, claimed: Claimed) -> bytes:
    """Return the file of a claimed import; NotOurs if the claim no longer holds."""
    with store.read() as session:
        query = select(Import.document).filter_by(id=claimed.id, at=None, attempts=claimed.attempt)
        document = session.scalar(query)
    if document is None:
        raise NotOurs(f"import {claimed.id}")
    return document


def tell_progress(store: Store, claimed: Claimed, played: int, entries: int) -> None:
    """Say how far the check has come; NotOurs."""
    with store.begin() as session:
        row = _ours(session, claimed)
        row.played, row.entries = played, entries


def keep_import(store: Store, claimed: Claimed, checked: Checked, clock: Callable[[], datetime]) -> str:
    """Store an import's game, return its public id. NotOurs; Told as `keep_game`."""
    with store.begin() as session:
        row = _ours(session, claimed)
        now = clock()
        owner = session.get_one(Account, row.account_id)
        game = keep_game(session, owner, checked, row.title, now)
        row.at, row.game_id, row.document, row.claimed_until = now, game.public_id, b"", None
        row.played = row.entries = len(checked.whole.journal)
        game_key, fresh = game.id, game.imported_at == now
    if fresh:
        # Counted while nobody waits for the database.
        with store.read() as session:
            figures = compute_statistics(session, session.get_one(Game, game_key))
        with store.begin() as session:
            keep_statistics(session, session.get_one(Game, game_key), clock(), figures)
    return row.game_id


def refuse_import(store: Store, claimed: Claimed, why: UserError | Refused, now: datetime) -> None:
    """Refuse an import; NotOurs."""
    with store.begin() as session:
        _refuse(_ours(session, claimed), reasons_of(why), now)


def give_back(store: Store, claimed: Claimed) -> bool:
    """Let an import be claimed again, if nobody decided on it; whether that was so."""
    with store.begin() as session:
        try:
            _ours(session, claimed).claimed_until = None
        except NotOurs:
            return False
    return True


def reasons_of(why: UserError | Refused) -> list[Reason]:
    """Return the reasons of a refusal in the form in which they are stored."""
    if isinstance(why, Refused):
        return [Reason(reason.code, reason.words, reason.where) for reason in why.reasons]
    return [Reason(why.code, why.template, why.field if isinstance(why, Invalid) else "", why.values)]


def forget_imports(session: Session, now: datetime) -> None:
    """Forget what became of files a while ago; the games stay."""
    session.execute(delete(Import).where(Import.at < now - KEPT))


def _ours(session: Session, claimed: Claimed) -> Import:
    row = session.get(Import, claimed.id, with_for_update=True)
    if row is None or row.at is not None or row.attempts != claimed.attempt:
        raise NotOurs(f"import {claimed.id}")
    return row


def _refuse(row: Import, reasons: list[Reason], now: datetime) -> None:
    row.at, row.document, row.claimed_until = now, b"", None
    row.reasons = msgspec.json.encode(reasons).decode()


State = Literal["waiting", "running", "refused", "done"]
_decoder = msgspec.json.Decoder(list[Reason])


@dataclass(frozen=True)
class ImportLine:
    """An uploaded game file: waiting, replayed, refused (`reasons`), or a `game_id`.
    Its size is in bytes; `played` of `entries` journal entries are replayed."""

    id: str
    title: str
    size: int
    state: State
    asked_at: datetime
    at: datetime | None
    entries: int
    played: int
    game_id: str
    reasons: tuple[Reason, ...]


def find_import(session: Session, account: Account, import_id: str, now: datetime) -> ImportLine:
    """Return an import of an account; NotFound `no-such-import`, also for others'."""
    import_row = session.scalar(select(Import).filter_by(public_id=import_id, account_id=account.id))
    if import_row is None:
        raise NotFound("no-such-import", "There is no such import.")
    return _line(import_row, now)


def imports_of(session: Session, account: Account, now: datetime, most: int = 20) -> list[ImportLine]:
    """Return up to `most` imports of an account, newest first."""
    query = select(Import).filter_by(account_id=account.id).order_by(Import.asked_at.desc(), Import.id.desc())
    return [_line(import_row, now) for import_row in session.scalars(query.limit(most))]


def _line(import_row: Import, now: datetime) -> ImportLine:
    """Return an import as listed: waiting, running, done, or refused and why."""
    running = import_row.claimed_until is not None and import_row.claimed_until > now
    state: State = "running" if running else "waiting"
    if import_row.at is not None:
        state = "done" if import_row.game_id else "refused"
    reasons = tuple(_decoder.decode(import_row.reasons)) if import_row.reasons else ()
    return from_rows(ImportLine, import_row, id=import_row.public_id, state=state, reasons=reasons)


PROGRESS_SECONDS = 1.0


class TooLong(Exception):
    """The time for a check is over; no kind of error that the rules could raise."""


def check_import(
    store: Store,
    claimed: Claimed,
    clock: Callable[[], datetime],
    seconds: float,
    in_time: Callable[[], None] = lambda: None,
) -> str | None:
    """Check a claimed import and store its game; its public id, or None if refused.

    It may take so many `seconds`; `in_time` is called when only storing is left. The caller bounds the memory, and may
    raise TooLong from a signal until then. TooLong and MemoryError refuse the file. Raises NotOurs if another process
    has claimed it.
    """
    try:
        checked = checked_file(document_of(store, claimed), _Progress(store, claimed, seconds))
        in_time()
        return keep_import(store, claimed, checked, clock)
    except (UserError, Refused) as refusal:
        why = refusal
    except TooLong:
        why = Invalid("takes-too-long", "Replaying the game takes longer than this service allows.", "file")
    except MemoryError:
        why = Invalid("needs-too-much", "Replaying the game takes more memory than this service allows.", "file")
    log.info("a game file is refused", number=claimed.id, reason=str(why)[:300])
    refuse_import(store, claimed, why, clock())
    return None


class _Progress:
    """Told of every entry; tells the database once a second. Raises TooLong."""

    def __init__(self, store: Store, claimed: Claimed, seconds: float) -> None:
        self._store, self._claimed = store, claimed
        self._end = time.monotonic() + seconds
        self._next = time.monotonic() + PROGRESS_SECONDS

    def __call__(self, played: int, entries: int) -> None:
        """Report each second how many entries were replayed; TooLong when time is up."""
        now = time.monotonic()
        if now >= self._end:
            raise TooLong
        if now >= self._next:
            tell_progress(self._store, self._claimed, played, entries)
            self._next = time.monotonic() + PROGRESS_SECONDS
