"""Reading the past of a game, a round or a call at a time, redacted for its reader; and the whole of it as a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face, game_file
from adjudicator.game_file import GameFile, Options
from adjudicator.kernel.event import Record
from adjudicator.kernel.journal import Answered
from adjudicator.thrones.answers import AnyAnswer
from adjudicator.thrones.board import View
from correspondence.accounts.models import Account
from correspondence.adjudications.models import Adjudication
from correspondence.archive.models import CallBoard, JournalEntry, RoundBoard, RoundRecords
from correspondence.archive.reading import board_view, current, stored_position
from correspondence.calls.models import OpenedCall
from correspondence.errors import Denied, NotFound
from correspondence.games.access import game_named, seat_in
from correspondence.games.models import Game
from correspondence.words import N_

_entries = msgspec.json.Decoder(Answered[AnyAnswer])


@dataclass(frozen=True)
class RoundLog:
    """What happened in a round, as the reader may know it. `seat` is the reader's house; `over`: all is open now."""

    game_id: str
    title: str
    edition: str
    round: int
    rounds: tuple[int, ...]
    seat: str | None
    over: bool
    records: tuple[Record, ...]


@dataclass(frozen=True)
class CallResults:
    """What a call brought: the events, the board when it opened and after it, the reader's sheet version (0: none)."""

    game_id: str
    title: str
    edition: str
    number: int
    last_number: int
    window: str
    round: int
    closed_at: datetime
    seat: str | None
    over: bool
    records: tuple[Record, ...]
    before: View
    after: View
    sheet_number: int


def rounds_told(session: Session, game: Game) -> tuple[int, ...]:
    """The rounds that have a log."""
    query = select(RoundRecords.round).where(RoundRecords.game_id == game.id, RoundRecords.round > 0)
    return tuple(session.scalars(query.distinct().order_by(RoundRecords.round)))


def redacted(records: Iterable[Record], house: str | None, over: bool) -> tuple[Record, ...]:
    """The records as a seat (None: everybody) may see them."""
    seen = (face.seen(record, house, over=over) for record in records)
    return tuple(record for record in seen if record is not None)


def _house(game: Game, account: Account | None) -> str | None:
    seat = seat_in(game, account)
    return seat.house if seat else None


def _records(session: Session, game: Game, *, round_: int | None = None, part: int | None = None) -> list[Record]:
    query = select(RoundRecords.document).where(RoundRecords.game_id == game.id)
    if round_ is not None:
        query = query.where(RoundRecords.round == round_)
    if part is not None:
        query = query.where(RoundRecords.part == part)
    documents = session.scalars(query.order_by(RoundRecords.first))
    return [record for document in documents for record in face.decode_records(document)]


def round_log(session: Session, game_id: str, number: int, account: Account | None) -> RoundLog:
    """The log of a round; NotFound `no-such-game`, `no-such-round`."""
    game = game_named(session, game_id)
    house, over = _house(game, account), game.status == "finished"
    records = _records(session, game, round_=number)
    if not records:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    told = redacted(records, house, over)
    rounds = rounds_told(session, game)
    return RoundLog(game.public_id, game.title, game.edition, number, rounds, house, over, told)


def round_view(session: Session, game_id: str, number: int, account: Account | None) -> View:
    """The board at the end of a round, or now for the current round; NotFound `no-such-game`, `no-such-round`."""
    game = game_named(session, game_id)
    house = _house(game, account)
    query = select(RoundBoard.document).where(RoundBoard.game_id == game.id, RoundBoard.round == number)
    document = session.scalar(query)
    if document is not None:
        return board_view(game, document, house)
    if game.started_at is None or number != game.round:
        raise NotFound("no-such-round", N_("There is no such round in this game."))
    outcome = current(session, game)
    return face.view(outcome.showing, house, outcome.waiting)


def call_results(session: Session, game_id: str, number: int, account: Account | None) -> CallResults:
    """What a call brought; NotFound `no-such-game`, `no-such-call` (also while it is open)."""
    game = game_named(session, game_id)
    calls = select(OpenedCall).where(OpenedCall.game_id == game.id)
    call = session.scalar(calls.where(OpenedCall.number == number, OpenedCall.status == "closed"))
    if call is None or call.closed_at is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    house, over = _house(game, account), game.status == "finished"
    following = select(CallBoard.document).join(OpenedCall, OpenedCall.id == CallBoard.call_id)
    after = session.scalar(following.where(OpenedCall.game_id == game.id, OpenedCall.number == number + 1))
    last = select(OpenedCall.number).where(OpenedCall.game_id == game.id, OpenedCall.status == "closed")
    return CallResults(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        number=number,
        last_number=session.scalar(last.order_by(OpenedCall.number.desc()).limit(1)) or number,
        window=call.window,
        round=call.round,
        closed_at=call.closed_at,
        seat=house,
        over=over,
        records=redacted(_records(session, game, part=number), house, over),
        before=board_view(game, session.get_one(CallBoard, call.id).document, house),
        after=board_view(game, after, house) if after else face.view(current(session, game).showing, house),
        sheet_number=_version_used(session, call, house),
    )


def _version_used(session: Session, call: OpenedCall, house: str | None) -> int:
    used = session.scalar(select(Adjudication.sheets).where(Adjudication.call_id == call.id)) or ""
    pairs = (part.partition(":") for part in used.split(",") if part)
    return next((int(number) for name, _, number in pairs if name == house), 0)


def export_game(session: Session, game_id: str, account: Account | None) -> GameFile:
    """The whole game as a file: everything once it is over, before that only what the reader may know.

    Raises NotFound `no-such-game`, Denied `game-not-begun`.
    """
    game = game_named(session, game_id)
    if game.started_at is None:
        raise Denied("game-not-begun", N_("This game has not begun."))
    house, over = _house(game, account), game.status == "finished"
    query = select(JournalEntry.document).where(JournalEntry.game_id == game.id).order_by(JournalEntry.number)
    journal = [_entries.decode(document) for document in session.scalars(query)]
    rounds: dict[int, list[face.StoredRecord]] = {}
    for record in redacted(_records(session, game), house, over):
        rounds.setdefault(record.round, []).append(game_file.stored(record))
    stewards = tuple(seat.house for seat in game.seats if seat.kind == "steward" and seat.house)
    return GameFile(
        format=game_file.FORMAT,
        edition=game.edition,
        players=game.players,
        options=Options(pace=game.stops, stewards=stewards),
        commitment=game.commitment,
        seed=game.seed if over else None,
        journal=journal if over else [entry for entry in journal if entry.seat == house],
        position=face.decode(stored_position(session, game)) if over else None,
        board=None if over else current(session, game).showing.board,
        rounds=rounds,
    )
