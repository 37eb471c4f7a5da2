"""Telling the players: one letter for each person's seat with what the call brought and what is asked next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.step import Outcome
from adjudicator.thrones.board import Board, Position
from correspondence import addresses
from correspondence.accounts.models import Account
from correspondence.calls.models import OpenedCall
from correspondence.games.models import Game, Seat
from correspondence.letters.payload import (
    ClosedCall,
    GameFacts,
    GameOverPayload,
    Links,
    OpenCall,
    ResultsPayload,
    Thread,
)
from correspondence.outbox.use_cases import put
from correspondence.settings import Settings
from correspondence.store import settings_of

# As many earlier letters as a mail program needs to find the thread, however long the game.
MOST_REFERENCES = 5


@dataclass(frozen=True)
class Closed:
    """The call that was adjudicated: its row, the board when it opened, the sheet versions used by house."""

    call: OpenedCall
    before: Board
    sheets: Mapping[str, int]


def tell_players(
    session: Session,
    game: Game,
    outcome: Outcome[Position],
    closed: Closed | None,
    opened: OpenedCall | None,
    now: datetime,
) -> None:
    """Write the letters of a call that closed (None: the game begins) and of the one that opened (None: it is over)."""
    settings = settings_of(session)
    for seat in game.seats:
        if seat.account is None or seat.house is None or not seat.letters:
            continue
        letter = _Letter(settings, game, seat, seat.account, seat.house)
        payload = letter.payload(outcome, closed, opened, now)
        number = closed.call.number if closed else 0
        put(
            session,
            f"{game.public_id}:{number}:{seat.house}:{payload.__struct_config__.tag}",
            payload,
            seat.account.email,
            now,
            name=seat.account.name,
            language=seat.account.language,
            zone=seat.account.zone,
            account_id=seat.account.id,
        )


def facts(game: Game) -> GameFacts:
    """The game as letters name it."""
    return GameFacts(
        id=game.public_id,
        title=game.title,
        edition=game.edition,
        players=game.players,
        names={seat.house: seat.account.name for seat in game.seats if seat.house and seat.account},
        stewards=tuple(seat.house for seat in game.seats if seat.kind == "steward" and seat.house),
        commitment=game.commitment,
        pace=game.pace,
    )


@dataclass(frozen=True)
class _Letter:
    """One seat's letter about a game."""

    settings: Settings
    game: Game
    seat: Seat
    account: Account
    house: str

    def payload(
        self, outcome: Outcome[Position], closed: Closed | None, opened: OpenedCall | None, now: datetime
    ) -> ResultsPayload | GameOverPayload:
        """Everything the letter tells, redacted for this seat."""
        board, over = outcome.showing.board, outcome.showing.board.ending is not None
        standings = face.standings(board, face.edition(self.game.edition))
        told = None if closed is None else self._closed(closed, outcome, over)
        number = closed.call.number if closed else 0
        if over and told is not None:
            return GameOverPayload(
                game=facts(self.game),
                seat=self.house,
                closed=told,
                board=board,
                standings=standings,
                seed=self.game.seed,
                links=self._links(number, None),
                thread=self._thread(number, "game-over"),
                written_at=now,
            )
        return ResultsPayload(
            game=facts(self.game),
            seat=self.house,
            closed=told,
            opened=None if opened is None else self._opened(opened, outcome),
            board=board,
            standings=standings,
            links=self._links(number, opened),
            thread=self._thread(number, "results"),
            written_at=now,
        )

    def _closed(self, closed: Closed, outcome: Outcome[Position], over: bool) -> ClosedCall:
        # A letter tells a seat its own part, even of a game that is over and open to all.
        seen = (face.seen(record, self.house) for record in outcome.records)
        return ClosedCall(
            number=closed.call.number,
            round=closed.call.round,
            window=closed.call.window,
            sheet=closed.sheets.get(self.house, 0),
            records=tuple(record for record in seen if record is not None),
            before=closed.before,
        )

    def _opened(self, opened: OpenedCall, outcome: Outcome[Position]) -> OpenCall:
        view = face.view(outcome.showing, self.house, outcome.waiting)
        return OpenCall(
            id=opened.public_id,
            number=opened.number,
            round=opened.round,
            window=opened.window,
            due_at=opened.due_at,
            hold_minutes=round(self.game.hold_seconds / 60),
            sequence=opened.sequence,
            questions=tuple(view.waiting),  # type: ignore[arg-type]  # the decisions of this game are AnyDecision
        )

    def _links(self, number: int, opened: OpenedCall | None) -> Links:
        return Links(
            game=addresses.game(self.settings, self.game.public_id),
            sheet=addresses.sheet(self.settings, opened.public_id) if opened else "",
            results=addresses.results(self.settings, self.game.public_id, number) if number else "",
            unsubscribe=addresses.unsubscribe_game(self.settings, self.seat.public_id),
            settings=addresses.account(self.settings),
        )

    def _thread(self, number: int, kind: str) -> Thread:
        def named(call: int, what: str) -> str:
            return addresses.message_id(self.settings, self.game.public_id, call, self.house, what)

        earlier = range(max(1, number - MOST_REFERENCES), number)
        return Thread(
            message_id=named(number, kind),
            first=named(0, "results"),
            previous=tuple(named(call, "results") for call in earlier),
        )
