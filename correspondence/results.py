"""Results emails, one for each person's seat: what happened, what is asked next."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from msgspec import structs
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import own_part
from adjudicator.engine import Board, Decision, Outcome, Position, Refused, Standing, StoredRecord
from correspondence import addresses
from correspondence.addresses import ANY_TURN, map_address, picture_address, reply_address
from correspondence.delegations import tell_delegates
from correspondence.games.access import bot_helped_houses, names_of_houses
from correspondence.mail.payload import (
    ClosedTurn,
    GameFacts,
    GameOverPayload,
    Links,
    NoticePayload,
    OpenTurn,
    ResultsPayload,
    Thread,
)
from correspondence.models import Account, Game, Seat, SheetVersion, Turn
from correspondence.notices.use_cases import Notice, game_facts, write_notices
from correspondence.rows import from_rows
from correspondence.settings import Settings
from correspondence.store import settings_of
from correspondence.turns import calendar_turn, visible_view
from correspondence.webhooks.use_cases import post_results
from narration.narrators import NARRATORS, narrator_of
from narration.typed_sheets import lines_of, read_sheet_text, sheet_text
from narration.words import translator

# The language in which a sheet is looked over; readers get it in their own.
_WRITTEN_IN = "en"
# So often what is at fault is left out, before nothing is carried at all.
MAX_PASSES = 4


def last_sheets(session: Session, game: Game, turn: Turn) -> Mapping[str, bytes]:
    """Return each email player's last sheet for the same part of a round, by house.
    Two statements for a game, none without email players. Turns for one decision have nothing that recurs."""
    houses = {seat.id: seat.house or "" for seat in game.seats if seat.by_mail}
    if not houses or games.of_edition(game.edition).window_sort(turn.window) == "stop":
        return {}
    windows = select(Turn.id, Turn.window).where(Turn.game_id == game.id, Turn.number < turn.number)
    alike = [each for each, window in session.execute(windows) if _part_of_round(window) == _part_of_round(turn.window)]
    last = (
        select(func.max(SheetVersion.id))
        .where(SheetVersion.turn_id.in_(alike), SheetVersion.seat_id.in_(houses))
        .group_by(SheetVersion.seat_id)
    )
    sheet_query = select(SheetVersion.seat_id, SheetVersion.document).where(SheetVersion.id.in_(last))
    return {houses[seat_id]: document for seat_id, document in session.execute(sheet_query)}


def applicable_part(game: Game, showing: Position, waiting: Collection[Decision], house: str, document: bytes) -> bytes:
    """Return an earlier sheet without what a new turn does not ask; may be empty.

    Instructions that the turn would refuse or warn of are removed too. `showing` is the position as the turn shows it,
    `waiting` what it asks.
    """
    edition = games.edition(game.edition)
    earlier_sheet = documents.stored_sheet(game.edition, document)
    sheet = games.of(showing).restrict_sheet(showing, house, earlier_sheet, tuple(waiting), pace=game.stops)
    text = sheet_text(sheet, edition, game.parts, _WRITTEN_IN)
    lines = text.split("\n")
    for _ in range(MAX_PASSES):
        try:
            script = read_sheet_text("\n".join(lines), edition, game.parts)
        except Refused:
            return b""
        report = games.of(showing).check_sheet(showing, house, script.sheet, tuple(waiting), pace=game.stops)
        # What no line says is no line's fault.
        reasons = [reason for reason in (*report.errors, *report.warnings) if reason.where]
        wrong = {line for reason in reasons for line in lines_of(reason.where, script.lines)}
        if not wrong:
            return documents.encode(script.sheet) if script.said and not report.errors else b""
        for line in wrong:
            _leave_out(lines, line)
    return b""


def _part_of_round(window: str) -> str:
    """`planning` of `r3-planning`."""
    return window.partition("-")[2]


def _leave_out(lines: list[str], number: int) -> None:
    """Empty an instruction with the lines that go on it, which begin with a space."""
    lines[number - 1] = ""
    while number < len(lines) and lines[number].startswith(" "):
        lines[number] = ""
        number += 1


# As many earlier emails as a mail program needs to find the thread, however long the game.
MAX_REFERENCES = 5


@dataclass(frozen=True)
class Closed:
    """The adjudicated turn: its row, board when it opened, sheet versions by house."""

    turn: Turn
    before: Board
    sheets: Mapping[str, int]


def tell_players(
    session: Session,
    game: Game,
    outcome: Outcome[Position],
    closed: Closed | None,
    opened: Turn | None,
    now: datetime,
) -> None:
    """Write the emails of a closed turn (None: game begins) and the next (None: over).

    Sent as readers chose for the stream `results`; whoever acts for a seat is told of the new turn.
    """
    news = _News(session, settings_of(session), game, outcome, closed, opened, now)
    written, mails = [], {}
    for seat in game.seats:
        if seat.account is None or seat.house is None or not seat.wants_mail:
            continue
        mail = _Mail(news, seat, seat.account, seat.house)
        payload = mail.payload()
        mails[seat.account.id] = partial(mail.elsewhere, payload)
        written.append(
            Notice(
                key=f"{game.public_id}:{news.number}:{seat.house}:{payload.__struct_config__.tag}",
                mail=payload,
                account=seat.account,
                brief=partial(mail.brief, payload),
                needed_by=opened.due_at if opened else None,
            )
        )
    write_notices(session, written, "results", now, game.id)
    if opened is not None:
        tell_delegates(session, game, opened, now)
    post_results(session, game, outcome.records, closed.turn if closed else None, opened, now, mails)


def facts(game: Game) -> GameFacts:
    """The game as emails about a turn name it."""
    return game_facts(
        game,
        names=names_of_houses(game),
        bots=tuple(seat.house for seat in game.seats if seat.kind == "steward" and seat.house),
        levels=game.bot_levels,
        commitment=game.commitment,
    )


@dataclass(frozen=True)
class _News:
    """What a table is told; what is the same in all its emails is made once."""

    session: Session
    settings: Settings
    game: Game
    outcome: Outcome[Position]
    closed: Closed | None
    opened: Turn | None
    now: datetime

    @property
    def number(self) -> int:
        """The number of the turn that closed; 0 if the game begins."""
        return self.closed.turn.number if self.closed else 0

    @cached_property
    def facts(self) -> GameFacts:
        return facts(self.game)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        return games.of(self.outcome.showing.board).standings(self.outcome.showing.board, self.game.rules)

    @cached_property
    def last_sheets_by_house(self) -> Mapping[str, bytes]:
        """The last sheets of those who answer by mail, by house."""
        return last_sheets(self.session, self.game, self.opened) if self.opened is not None else {}

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """The places of the records that only some may see, or see more of."""
        return games.redacted_indexes(self.outcome.records)

    @cached_property
    def public(self) -> list[StoredRecord[Any] | None]:
        """The records that are the same for everybody; None in the places of the others."""
        records: list[StoredRecord[Any] | None] = list(map(documents.to_stored_record, self.outcome.records))
        for place in self.hidden:
            records[place] = None
        return records

    def records(self, house: str) -> tuple[StoredRecord[Any], ...]:
        """The records as a house may see them."""
        # An email tells a seat its own part, even of a game that is over and open to all.
        visible_records = self.public.copy()
        for place in self.hidden:
            visible_record = games.record_for_seat(self.outcome.records[place], house)
            visible_records[place] = None if visible_record is None else documents.to_stored_record(visible_record)
        return tuple(record for record in visible_records if record is not None)


@dataclass(frozen=True)
class _Mail:
    """One seat's email about a game."""

    news: _News
    seat: Seat
    account: Account
    house: str

    def payload(self) -> ResultsPayload | GameOverPayload:
        """Everything the email tells, redacted for this seat."""
        news, board = self.news, self.news.outcome.showing.board
        closed_turn = None if news.closed is None else self._closed_turn(news.closed)
        if board.ending is not None and closed_turn is not None:
            return GameOverPayload(
                game=news.facts,
                seat=self.house,
                closed=closed_turn,
                board=board,
                standings=news.standings,
                seed=news.game.seed,
                links=self._links(),
                thread=self._thread("game-over"),
                written_at=news.now,
            )
        return ResultsPayload(
            game=news.facts,
            seat=self.house,
            closed=closed_turn,
            opened=None if news.opened is None else self._open_turn(news.opened),
            board=board,
            standings=news.standings,
            links=self._links(),
            thread=self._thread("results"),
            written_at=news.now,
        )

    def elsewhere(self, payload: ResultsPayload | GameOverPayload) -> ResultsPayload | GameOverPayload:
        """The email for a program or chat, without means to answer or unsubscribe."""
        links = payload.links
        shown = picture_address(self.news.settings, self.seat, self.news.number)
        return structs.replace(
            payload, links=Links(game=links.game, sheet=links.sheet, results=links.results, map=shown)
        )

    def brief(self, payload: ResultsPayload | GameOverPayload) -> NoticePayload:
        """Return the email's digest entry: the main news in the reader's language, a link."""
        v = NARRATORS.of_edition(self.news.game.edition).voice(
            games.edition(self.news.game.edition), translator(self.account.language), self.house
        )
        closed = payload.closed
        opened = payload.opened if isinstance(payload, ResultsPayload) else None
        what = "results-brief" if closed else "game-begun-brief"
        return NoticePayload(
            what="game-over-brief" if isinstance(payload, GameOverPayload) else what,
            stream="results",
            values={
                "brief": narrator_of(v.edition).headline(closed.records, v) if closed else "",
                "n": closed.number if closed else 0,
            },
            moments={"due": opened.due_at} if opened and opened.asked else {},
            game=payload.game,
            seat=self.house,
            turn=(closed.window, closed.round) if closed else None,
            link=payload.links.results or payload.links.game,
            links=payload.links,
            thread=payload.thread,
            written_at=payload.written_at,
        )

    def _closed_turn(self, closed: Closed) -> ClosedTurn:
        """Return the closed turn for this seat's email, with the records it may see."""
        sheet = closed.sheets.get(self.house, 0)
        return from_rows(ClosedTurn, closed.turn, closed, sheet=sheet, records=self.news.records(self.house))

    def _open_turn(self, opened: Turn) -> OpenTurn:
        """Return the new turn as this seat's email tells it, with what it is asked.
        Players who answer by mail also get the part of their last sheet that still applies."""
        view = visible_view(self.news.game, self.news.outcome, self.house)
        helped = self.house in bot_helped_houses(self.news.game, opened.number)
        turn = calendar_turn(self.news.game, opened)
        is_awaited, questions = self.house in opened.required_houses, tuple(view.waiting)
        again = self._reusable_sheet() if is_awaited else ""
        own = own_part(view)
        return structs.replace(turn, questions=questions, asked=is_awaited, stood_by=helped, ready_made=again, own=own)

    def _reusable_sheet(self) -> str:
        """Return the reader's last sheet of a turn like this, as far as it still applies."""
        game, outcome, before = self.news.game, self.news.outcome, self.news.last_sheets_by_house.get(self.house)
        if before is None or not self.news.settings.mail_in:
            return ""
        return applicable_part(game, outcome.showing, outcome.waiting, self.house, before).decode()

    def _links(self) -> Links:
        """Return the addresses that the email of this seat links to; empty where none."""
        settings, game, opened = self.news.settings, self.news.game, self.news.opened
        return Links(
            game=addresses.game(settings, game.public_id),
            sheet=addresses.sheet(settings, opened.public_id) if opened else "",
            results=addresses.results(settings, game.public_id, self.news.number) if self.news.number else "",
            unsubscribe=addresses.unsubscribe_game(settings, self.seat.public_id),
            settings=addresses.account(settings),
            reply=reply_address(settings, self.seat, opened.public_id if opened else ANY_TURN),
            help=addresses.notation(settings, game.edition) if settings.mail_in else "",
            map=map_address(settings, self.seat, self.news.number),
        )

    def _thread(self, kind: str) -> Thread:
        """Return the message ids that put this email into the thread of its game."""
        number = self.news.number

        def named(turn: int, what: str) -> str:
            return addresses.message_id(self.news.settings, self.news.game.public_id, turn, self.house, what)

        earlier = range(max(1, number - MAX_REFERENCES), number)
        return Thread(
            message_id=named(number, kind),
            first=named(0, "results"),
            previous=tuple(named(turn, "results") for turn in earlier),
        )
