"""A game as files: records, texts, pictures, and PDF.

What a file shows depends on its reader, so its key stands for the reader too, and a page that gives the file away looks
first whether that reader may have it. The file has no address of its own.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Select, Update, delete, func, select, update
from sqlalchemy.orm import Session, undefer

from adjudicator import documents, game_file, games
from adjudicator.engine import Board, Decreed, View
from adjudicator.engine.values import Entry
from adjudicator.game_file import GameFile, Options
from atlas import Arrow
from correspondence.archive.records import (
    Sight,
    current,
    last_visible_board,
    round_records,
    sight_of,
    stored_position,
    view_of_round,
    visible_rounds,
)
from correspondence.input_validation import Denied, Invalid
from correspondence.mail.pictures import Scene, arrows_of, picture_of
from correspondence.models import Account, Game, JournalPart, PdfFile
from correspondence.receipts import game_receipts
from correspondence.rows import from_rows, insert_once
from correspondence.store import Store
from narration.narrator import Voice
from narration.narrators import NARRATORS, narrator_of
from narration.plain import plain
from narration.words import N_, Words, capital


def sight_for_export(session: Session, game_id: str, account: Account | None, now: datetime) -> Sight:
    """Return a reader's sight of a game that has begun.
    Raises NotFound `no-such-game`, Denied `game-not-begun`, `no-spectators`."""
    sight = sight_of(session, game_id, account, now)
    if sight.game.started_at is None:
        raise Denied("game-not-begun", "This game has not begun.")
    return sight


def export_game(session: Session, game_id: str, account: Account | None, now: datetime) -> GameFile:
    """Export the game as a file: all once it is over, else what the reader may know.

    Raises NotFound `no-such-game`, Denied `game-not-begun`, `no-spectators`.
    """
    sight = sight_for_export(session, game_id, account, now)
    game = sight.game
    rounds = {
        number: [documents.to_stored_record(record) for record in round_records(session, sight, number)]
        for number in (0, *visible_rounds(session, sight))
    }
    bots = tuple(sorted(seat.house for seat in game.seats if seat.kind == "steward" and seat.house))
    return file_of(
        game,
        options=Options(pace=game.stops, bots=bots, unsaid=game.unsaid, levels=game.bot_levels),
        seed=game.seed if sight.over else None,
        journal=list(_journal(session, sight)),
        position=documents.decode(stored_position(session, game)) if sight.over else None,
        board=None if sight.over else _board(session, sight),
        rounds={number: records for number, records in rounds.items() if records},
        receipts=game_receipts(session, game, sight.house, sight.last),
    )


def file_of(game: Game, **values: Any) -> GameFile:
    """Return a game as a file: the public facts of its row, and the given values."""
    return GameFile(
        format=game_file.FORMAT,
        edition=game.edition,
        players=game.players,
        modules=game.parts,
        houses=game.playing,
        revision=game.revision,
        scenario=game.begins_from,
        commitment=game.commitment,
        **values,
    )


def _board(session: Session, sight: Sight) -> Board | None:
    document = last_visible_board(session, sight)
    if sight.last is None:
        return current(session, sight.game).showing.board
    return documents.read_board(sight.game.edition, document) if document is not None else None


def _journal(session: Session, sight: Sight) -> Iterator[Entry]:
    """Yield the journal's entries that a reader may see, in order."""
    query = select(JournalPart.document).filter_by(game_id=sight.game.id)
    if sight.last is not None:
        query = query.where(JournalPart.turn_number <= sight.last)
    for document in session.scalars(query.order_by(JournalPart.first)):
        for entry in documents.decode_entries(sight.game.edition, document):
            seen = games.visible_entry(entry, sight.house, over=sight.over)
            if seen is not None:
                yield seen


Draw = Callable[[View, tuple[Arrow, ...], str], str]
# Zip files know no year before this.
FIRST_YEAR = 1980


@dataclass(frozen=True)
class Contents:
    """What a reader may download of a game, determined before the first byte is sent."""

    store: Store
    game_id: str
    account: Account | None
    now: datetime
    words: Words
    title: str
    edition: str
    players: int
    house: str | None
    rounds: tuple[int, ...]
    over: bool
    commitment: str
    seed: str


def contents_of(store: Store, game_id: str, account: Account | None, now: datetime, words: Words) -> Contents:
    """Return what a reader needs to download a game.
    Raises NotFound `no-such-game`, Denied `game-not-begun`, `no-spectators`."""
    with store.read() as session:
        sight = sight_for_export(session, game_id, account, now)
        return from_rows(
            Contents,
            sight,
            sight.game,
            store=store,
            game_id=game_id,
            account=account,
            now=now,
            words=words,
            rounds=visible_rounds(session, sight),
            seed=sight.game.seed if sight.over else "",
        )


def story_text(contents: Contents) -> Iterator[str]:
    """Yield the game as plain text by round: players, events, standings."""
    say, v = contents.words.say, _voice(contents)
    yield f"{contents.title}\n{'=' * len(contents.title)}\n{v.edition.name.say(contents.words.language)}\n\n"
    for number in contents.rounds:
        yield f"{round_text(contents, number)}\n\n"
    yield say("Seed") + f": {contents.seed}\n" if contents.over else ""
    yield say("Commitment to the seed (SHA-256):") + f" {contents.commitment}\n"


def round_text(contents: Contents, number: int) -> str:
    """Return one round as plain text, with the standings at its end."""
    v = _voice(contents)
    with contents.store.read() as session:
        sight = sight_for_export(session, contents.game_id, contents.account, contents.now)
        records, view = round_records(session, sight, number), view_of_round(session, sight, number)
    standings = games.of(view.board).standings(view.board, v.edition)
    narrator = narrator_of(v.edition)
    figures = narrator.round_figures(view.board, standings, v)
    head = (capital(v.say(narrator.mail_words.seats)), *figures.head)
    lines = [head, *((v.house(house), *line) for house, line in figures.lines)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    table = "\n".join(
        "  "
        + "  ".join(c.ljust(w) if n == 0 else c.rjust(w) for n, (c, w) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    )
    heading = v.say("Standings")
    return f"{plain(narrator_of(v.edition).tell(records, v.edition, v.words, contents.house))}\n\n{heading}\n{table}\n"


def zip_chunks(contents: Contents, draw: Draw) -> Iterator[bytes]:
    """Yield a zip's bytes: readme, game file, story; each round's story and two maps.

    `draw` makes an SVG of a view. Each round is read, drawn and sent before the next one is read.
    """
    pipe, now = _Pipe(), contents.now
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _files(contents, draw):
            info = zipfile.ZipInfo(name, (max(now.year, FIRST_YEAR), *now.timetuple()[1:6]))
            # Pictures are packed already.
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
            yield pipe.drain()
    yield pipe.drain()


def _files(contents: Contents, draw: Draw) -> Iterator[tuple[str, bytes]]:
    """Yield each file of a game's zip: its name and its bytes."""
    yield "README.txt", _read_me(contents).encode()
    with contents.store.read() as session:
        whole = game_file.encode(export_game(session, contents.game_id, contents.account, contents.now))
    yield "game.json", whole
    yield "story.txt", "".join(story_text(contents)).encode()
    for number in contents.rounds:
        with contents.store.read() as session:
            sight = sight_for_export(session, contents.game_id, contents.account, contents.now)
            view = view_of_round(session, sight, number)
            shown = arrows_of(round_records(session, sight, number), contents.edition)
        name, language = f"rounds/{number:02}", contents.words.language
        yield f"{name}.txt", round_text(contents, number).encode()
        yield f"{name}.svg", draw(view, shown, language).encode()
        scene = Scene(view.edition, view.players, view.board, language, shown)
        yield f"{name}.png", picture_of(contents.store, scene, contents.now).png


def _read_me(contents: Contents) -> str:
    """Return the zip's README in the reader's language.
    It has the seed, and how to check it, once the game is over."""
    say = contents.words.say
    lines = [
        contents.title,
        "",
        say("The whole game, as of {day}.", day=f"{contents.now:%Y-%m-%d}")
        if contents.over
        else say("A game in progress: what you may know about it on {day}.", day=f"{contents.now:%Y-%m-%d}"),
        "",
        "game.json: " + say("the game as a file for programs"),
        "story.txt: " + say("what happened, in words"),
        "rounds/: "
        + say("for each round, what happened, and the map at its end as SVG and PNG; arrows show what moved"),
        "",
        say("Commitment to the seed (SHA-256):") + " " + contents.commitment,
    ]
    if contents.over:
        lines += [
            say("Seed") + ": " + contents.seed,
            "",
            say("To replay the game from its journal and compare everything, with Rookery installed:"),
            "",
            "    rookery verify game.json",
            "",
            say("To check that the seed is the one that was promised:"),
            "",
            f"    printf %s {contents.seed} | sha256sum",
            "",
            say("Any other Rookery service can import the game: use “Import a game” there and choose game.json."),
        ]
    return "\n".join(lines) + "\n"


def _voice(contents: Contents) -> Voice:
    return NARRATORS.of_edition(contents.edition).voice(games.edition(contents.edition), contents.words, contents.house)


class _Pipe:
    """A write-only, unseekable buffer that passes on what the zip writes."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        """Keep some bytes."""
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """What was not taken yet can still be."""

    def drain(self) -> bytes:
        """What was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


MAX_FILE_BYTES = 16 * 1024 * 1024
# A long game has some hundred answers, and a few overrides.
MAX_ENTRIES, MAX_OVERRIDES = 50_000, 25_000
MAX_SEED_LENGTH, MAX_NAME_LENGTH, MAX_REASON_LENGTH = 400, 200, 2000
_KINDS = re.compile(r"[a-z][a-z-]{0,39}")
_encoder = msgspec.json.Encoder()


def check_file_size(data: bytes) -> None:
    """Raise Invalid `file-too-large` for more than MAX_FILE_BYTES, before any parsing."""
    if len(data) > MAX_FILE_BYTES:
        raise Invalid(
            "file-too-large", "A game file can have at most {most} MB.", "file", most=MAX_FILE_BYTES // 1024**2
        )


def check_file_limits(whole: GameFile) -> None:
    """Raise Invalid for what no game of this service holds, naming its place.
    Codes, all for `file`: `too-many-entries`, `text-too-long`, `unknown-pace`."""
    _check_count(
        len(whole.journal), MAX_ENTRIES, N_("The journal has {count} entries; a game file can have at most {most}.")
    )
    overrides = sum(isinstance(entry, Decreed) for entry in whole.journal)
    _check_count(
        overrides, MAX_OVERRIDES, N_("The journal has {count} overrides; a game file can have at most {most}.")
    )
    _check_length(whole.seed or "", MAX_SEED_LENGTH, "seed")
    for place, entry in enumerate(whole.journal):
        _check_entry_length(entry, f"journal[{place}]")
    # What the replay says nothing about.
    pace = whole.options.pace
    named = isinstance(pace, str) and pace in games.of_edition(whole.edition).named_paces
    listed = not isinstance(pace, str) and all(map(_KINDS.fullmatch, pace)) and len(",".join(pace)) <= 400
    if not (named or listed):
        raise Invalid("unknown-pace", "The file names an unknown pace.", "file")


def _check_count(count: int, most: int, words: str) -> None:
    """Raise Invalid `too-many-entries`, in these words, for more than `most`."""
    if count > most:
        raise Invalid("too-many-entries", words, "file", count=count, most=most)


def _check_length(text: str, most: int, where: str) -> None:
    """Raise Invalid `text-too-long` for a text of more than `most` characters.
    `where` is the text's place in the file."""
    if len(text) > most:
        raise Invalid("text-too-long", "{where} is longer than {most} characters.", "file", where=where, most=most)


def _check_entry_length(entry: Entry, where: str) -> None:
    """Raise Invalid `text-too-long` for an entry longer than this service writes.
    Overrides are limited as a game master's are, other entries by the names they hold."""
    if not isinstance(entry, Decreed):
        for field in ("decision", "seat", "asked"):
            _check_length(getattr(entry, field), MAX_NAME_LENGTH, f"{where}.{field}")
        return
    _check_length(entry.by, MAX_NAME_LENGTH, f"{where}.by")
    _check_length(entry.reason, MAX_REASON_LENGTH, f"{where}.reason")
    if len(_encoder.encode(entry.override)) > documents.MAX_OVERRIDE_LENGTH:
        raise Invalid(
            "text-too-long",
            "{where} is longer than {most} bytes.",
            "file",
            where=f"{where}.edict",
            most=documents.MAX_OVERRIDE_LENGTH,
        )


# In the environment of a request that a worker makes for a reader: whose the page is, by public id; empty for nobody's
# in particular. No header becomes a variable of this name.
READER = "rookery.reader"
KEPT = timedelta(minutes=10)
# Who does not look again for so long has left.
LEFT, NOTED_EVERY = timedelta(seconds=60), timedelta(seconds=20)
# So many wait in all, so many of people who are not signed in, so many of one account.
MAX_WAITING, MAX_OF_STRANGERS, MAX_OF_ACCOUNT = 20, 10, 3
# A process that makes a file ends by itself before the claim does; one that dies may be the machine's fault once.
MAKING_SECONDS, CLAIM = 120.0, timedelta(seconds=180)
MAX_ATTEMPTS = 2


@dataclass(frozen=True)
class PdfJob:
    """A PDF to be made: the page's path, and its reader's public id or none."""

    key: str
    attempt: int
    path: str
    reader: str
    language: str


def pdf_key(path: str, account: Account | None, language: str, *state: object) -> str:
    """Return a PDF's cache key: page, reader, and `state` that changes with the page."""
    about = [path, account.public_id if account else "", language, account.zone if account else "", *state]
    return hashlib.sha256(msgspec.json.encode(about)).hexdigest()


def pdf_file(session: Session, key: str, now: datetime) -> PdfFile | None:
    """Return the requested PDF of this key with its document, perhaps not made yet."""
    pdf = session.get(PdfFile, key, options=[undefer(PdfFile.document)])
    if pdf is None:
        return None
    over = now - pdf.made_at > KEPT if pdf.made_at else now - pdf.wanted_at > LEFT
    return None if over else pdf


def ask_pdf(session: Session, key: str, path: str, account: Account | None, language: str, now: datetime) -> None:
    """Request a PDF or renew the request. Denied `pdf-busy` while too many wait."""
    waiting = PdfFile.made_at.is_(None), PdfFile.wanted_at > now - LEFT, PdfFile.key != key
    whose = PdfFile.account_id == account.id if account else PdfFile.account_id.is_(None)
    counts = select(func.count(), func.count().filter(whose)).where(*waiting)
    in_all, of_these = session.execute(counts).one()
    if in_all >= MAX_WAITING or of_these >= (MAX_OF_ACCOUNT if account else MAX_OF_STRANGERS):
        raise Denied("pdf-busy", "Too many PDF files are waiting. Try again in a minute.")
    _forget(session, now)
    values = {"account_id": account.id if account else None, "path": path, "language": language, "document": b""}
    if not insert_once(session, PdfFile, key=key, asked_at=now, wanted_at=now, **values):
        renew_request(session, key, now)


def renew_request(session: Session, key: str, now: datetime) -> None:
    """Note that somebody waits for a file."""
    session.execute(update(PdfFile).filter_by(key=key).values(wanted_at=now))


def has_pending_pdf(session: Session, now: datetime) -> bool:
    """Whether a file is to be made, and nobody makes one."""
    return session.scalar(_select_requested(now).limit(1)) is not None and not is_generating_file(session, now)


def claim_pdf(store: Store, now: datetime) -> PdfJob | None:
    """Claim the longest waiting PDF; None if none is wanted or one is being made."""
    with store.begin() as session:
        _forget(session, now)
        oldest = (
            select(PdfFile)
            .where(PdfFile.key.in_(_select_requested(now)))
            .order_by(PdfFile.asked_at, PdfFile.key)
            .limit(1)
        )
        row = session.scalar(oldest.with_for_update())
        if row is None or is_generating_file(session, now):
            return None
        if row.attempts >= MAX_ATTEMPTS:
            row.made_at, row.failed, row.claimed_until = now, True, None
            return None
        row.attempts, row.claimed_until = row.attempts + 1, now + CLAIM
        return _job(session, row)


def claimed_pdf(session: Session, key: str, attempt: int) -> PdfJob | None:
    """Return this attempt's PDF; None if another has it or nobody wants it any more."""
    row = session.get(PdfFile, key)
    if row is None or row.made_at is not None or row.attempts != attempt:
        return None
    return _job(session, row)


def keep_pdf(session: Session, job: PdfJob, document: bytes, now: datetime) -> None:
    """Keep what was made for a job; an empty document says that none can be made."""
    values = {"document": document, "failed": not document, "made_at": now, "claimed_until": None}
    session.execute(_update_of_job(job).values(values))


def release_pdf(session: Session, job: PdfJob) -> None:
    """Let a file be claimed again, if nothing came of it."""
    session.execute(_update_of_job(job).values(claimed_until=None))


def _update_of_job(job: PdfJob) -> Update:
    """Return an update of a job's PDF that applies while its attempt is current."""
    return update(PdfFile).filter_by(key=job.key, attempts=job.attempt, made_at=None)


def _job(session: Session, row: PdfFile) -> PdfJob:
    account = session.get_one(Account, row.account_id) if row.account_id else None
    return PdfJob(row.key, row.attempts, row.path, account.public_id if account else "", row.language)


def _select_requested(now: datetime) -> Select[str]:
    return select(PdfFile.key).where(PdfFile.made_at.is_(None), PdfFile.wanted_at > now - LEFT)


def is_generating_file(session: Session, now: datetime) -> bool:
    """Whether some file is being made."""
    query = select(PdfFile.key).where(PdfFile.made_at.is_(None), PdfFile.claimed_until > now).limit(1)
    return session.scalar(query) is not None


def _forget(session: Session, now: datetime) -> None:
    """Delete PDFs that expired and those that nobody waits for any more."""
    session.execute(delete(PdfFile).where(PdfFile.made_at < now - KEPT))
    left = PdfFile.made_at.is_(None), PdfFile.wanted_at < now - LEFT
    session.execute(delete(PdfFile).where(*left, func.coalesce(PdfFile.claimed_until, PdfFile.asked_at) < now))
