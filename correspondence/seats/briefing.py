"""What somebody who takes a seat over is given: time for the open call, and a letter that tells everything."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import structs
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.documents import own_part
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence import addresses
from correspondence.archive.queries import CallResults, call_results, last_call
from correspondence.archive.reading import current
from correspondence.calls.access import call_of
from correspondence.calls.call_payload import call_told, view_told
from correspondence.deadlines.clock import FOR_A_SUBSTITUTE, due_after, has_hours
from correspondence.deadlines.use_cases import move_deadline
from correspondence.games.substitutes import stood_by
from correspondence.letters.payload import ClosedCall, Links, OpenCall, ResultsPayload, Thread, letter_records
from correspondence.map_addresses import map_address
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.outbox.use_cases import put
from correspondence.reply_addresses import reply_address
from correspondence.results.result_letters import facts
from correspondence.store import settings_of


def brief_and_make_time(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Time and a briefing for whoever has just taken a seat; nothing for a seat that nobody has."""
    call = call_of(session, game)
    if seat.account is None or seat.house is None or game.status != "running" or call is None:
        return
    _make_time(session, game, call, now)
    values: dict[str, str | int | datetime] = {"house": seat.house, "until": call.due_at}
    notify(session, "seat-taken-you", f"{seat.public_id}:taken", now, game=game, seats=[seat], values=values)
    payload = briefing(session, game, seat, seat.house, call, f"briefing-{seat.public_id}", now)
    put(
        session,
        f"{game.public_id}:{call.number}:{seat.house}:briefing-{seat.public_id}",
        payload,
        seat.account.email,
        now,
        name=seat.account.name,
        language=seat.account.language,
        zone=seat.account.zone,
        account_id=seat.account.id,
    )


def _make_time(session: Session, game: Game, call: OpenedCall, now: datetime) -> None:
    """A day for the open call; as far as the longest wait allows where no hours are fixed."""
    if call.status == "paused":
        if call.remaining_seconds is not None:
            call.remaining_seconds = max(call.remaining_seconds, FOR_A_SUBSTITUTE.total_seconds())
        return
    wanted = due_after(game, now, FOR_A_SUBSTITUTE)
    if game.most_seconds and not has_hours(game):
        wanted = min(wanted, call.opened_at + timedelta(seconds=game.most_seconds))
    # A call that is overdue and has been open for as long as may be stays so.
    if call.status == "open" and max(call.due_at, now) < wanted:
        move_deadline(session, call, wanted, "substitute", None, now)


def briefing(
    session: Session, game: Game, seat: Seat, house: str, call: OpenedCall, name: str, now: datetime
) -> ResultsPayload:
    """The letter of the last call and of the open one, for who holds a seat; `name` is its own in their thread."""
    settings, outcome = settings_of(session), current(session, game)
    last = last_call(session, game)
    told = call_results(session, game.public_id, last, seat.account, now) if last else None

    def named(kind: str, number: int) -> str:
        return addresses.message_id(settings, game.public_id, number, house, kind)

    return ResultsPayload(
        game=facts(game),
        seat=house,
        closed=_closed(last, told) if told is not None else None,
        opened=_opened(game, house, call, outcome),
        board=outcome.showing.board,
        standings=games.of(outcome.showing.board).standings(outcome.showing.board, game.rules),
        whole=True,
        links=Links(
            game=addresses.game(settings, game.public_id),
            sheet=addresses.sheet(settings, call.public_id),
            results=addresses.results(settings, game.public_id, last) if last else "",
            unsubscribe=addresses.unsubscribe_game(settings, seat.public_id),
            settings=addresses.account(settings),
            reply=reply_address(settings, seat, call.public_id),
            help=addresses.notation(settings, game.edition) if settings.mail_in else "",
            map=map_address(settings, seat, last),
        ),
        thread=Thread(message_id=named(name, call.number), first=named("results", 0)),
        written_at=now,
    )


def _closed(number: int, told: CallResults) -> ClosedCall:
    return ClosedCall(
        number=number,
        round=told.round,
        window=told.window,
        sheet=told.sheet_number,
        records=letter_records(told.records),
        before=told.before.board,
    )


def _opened(game: Game, house: str, call: OpenedCall, outcome: Outcome[Position]) -> OpenCall:
    view = view_told(game, outcome, house)
    helped = house in stood_by(game, call.number)
    told, asked = call_told(game, call), house in call.houses_asked
    return structs.replace(told, questions=tuple(view.waiting), asked=asked, stood_by=helped, own=own_part(view))
