"""A seat changes hands: its rights, letters and the open call."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from msgspec import structs
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.documents import own_part
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Board, Position
from correspondence import addresses
from correspondence.archive.keeping import before_records, keep
from correspondence.archive.queries import CallResults, call_results, current, last_call, stored_position
from correspondence.calls.use_cases import call_now, call_of, call_told, recount, view_told
from correspondence.deadlines.changing import move_deadline
from correspondence.deadlines.clock import FOR_A_SUBSTITUTE, due_after, has_hours
from correspondence.deadlines.opening import asked_in, next_window
from correspondence.games.terms import stood_by
from correspondence.ledger.use_cases import note
from correspondence.letter_addresses import map_address, reply_address
from correspondence.letters.payload import ClosedCall, Links, OpenCall, ResultsPayload, Thread, letter_records
from correspondence.masters.use_cases import master_accounts
from correspondence.models.accounts import Account
from correspondence.models.archive import PreparedAnswers
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.deadlines import WaitRequest
from correspondence.models.games import Delegation, Game, Seat, SeatHolder
from correspondence.notices.use_cases import notify, take_back
from correspondence.outbox.use_cases import put
from correspondence.results.result_letters import facts
from correspondence.rows import new_id
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


def hand_over(
    session: Session,
    game: Game,
    seat: Seat,
    account: Account | None,
    kind: str,
    *,
    began: str,
    ended: str,
    now: datetime,
) -> None:
    """Give a seat to somebody, or (None, or kind `steward`) to the steward; its holders are written down.

    What was said in the open call (ready, wait) is unsaid. A steward's account is whoever may come back. When it is
    somebody else's seat now, rights to act for it end, and links in letters to its earlier holder do nothing any more.
    """
    _write_down(session, game, seat, account if kind == "human" else None, kind, began, ended, now)
    if account is None or seat.account_id != account.id:
        _part(session, game, seat, now)
        seat.by_mail = False
    # Whoever asks comes from another session: their row is taken from this one.
    seat.account = session.get_one(Account, account.id) if account else None
    seat.account_id, seat.kind = account.id if account else None, kind
    if seat.bot_level != "steward":
        # Whoever stands in for somebody is a steward, and what a maester found is for nobody else.
        found = (PreparedAnswers.game_id == game.id, PreparedAnswers.house == seat.house)
        session.execute(delete(PreparedAnswers).where(*found))
        seat.bot_level = "steward"
    call = call_of(session, game)
    if call is not None:
        for said in (Readiness, WaitRequest):
            session.execute(delete(said).where(said.call_id == call.id, said.seat_id == seat.id))


def _write_down(
    session: Session, game: Game, seat: Seat, account: Account | None, kind: str, began: str, ended: str, now: datetime
) -> None:
    """One holder's time ends, another's begins."""
    number = call_now(session, game)
    held = session.scalar(select(SeatHolder).where(SeatHolder.seat_id == seat.id, SeatHolder.until.is_(None)))
    if held is not None:
        # Less than `from_call`: no call was adjudicated in this time.
        held.until, held.ended, held.to_call = now, ended[:16], number - 1
    session.add(
        SeatHolder(
            game_id=game.id,
            seat_id=seat.id,
            account_id=account.id if account else None,
            kind=kind,
            house=seat.house,
            began=began,
            since=now,
            from_call=number,
        )
    )


def _part(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """A seat and who has had it part for good: nothing of theirs is left with it."""
    if seat.account_id is not None:
        # Press is for whoever plays a house now.
        take_back(session, f"{game.public_id}.press.", seat.account_id)
    seat.public_id = new_id()
    seat.extensions_used = seat.misses_in_a_row = seat.steward_until = 0
    seat.letters, seat.joined_at, seat.preferences = True, now, ""
    session.execute(
        update(Delegation)
        .where(Delegation.seat_id == seat.id, Delegation.revoked_at.is_(None))
        .values(revoked_at=now)
        .execution_options(synchronize_session="fetch")
    )


def ask_again(session: Session, game: Game, now: datetime) -> None:
    """Whom the open call waits for, now that other people play; it may close early, or not any more."""
    call = call_of(session, game)
    if call is None or call.status == "held":
        return
    call.asked = ",".join(asked_in(game, current(session, game)))
    recount(session, game, call, now)


VASSAL = "vassal"


def seats_follow(session: Session, game: Game, board: Board, now: datetime) -> None:
    """Whoever played a house that is a vassal on this board has left its seat; everybody is told.

    Seats that are a vassal's already stay as they are. The caller holds the game's lock, and counts anew who is asked.
    """
    for seat in game.seats:
        if seat.house and seat.house in games.of(board).unplayed(board) and seat.kind != VASSAL:
            _leave(session, game, seat, games.of(board).decider(board, seat.house), now)


def _leave(session: Session, game: Game, seat: Seat, commander: str, now: datetime) -> None:
    left = seat.account if seat.kind == "human" or seat.offered_at is not None else None
    hand_over(session, game, seat, None, VASSAL, began=VASSAL, ended=VASSAL, now=now)
    seat.offered_at, seat.offer_reason = None, ""
    session.flush()
    note(session, game.public_id, "service", "seat-vassal", {"house": seat.house, "other": commander}, now)
    values, at = {"house": seat.house or "", "commander_house": commander}, int(now.timestamp())
    if left is not None:
        key = f"{game.public_id}:vassal-you:{seat.house}:{at}"
        notify(session, "seat-vassal-you", key, now, game=game, seats=(), accounts=[left], values=values)
    others = [other for other in game.seats if other is not seat]
    told = [master for master in master_accounts(session, game) if left is None or master.id != left.id]
    key = f"{game.public_id}:vassal:{seat.house}:{at}"
    notify(session, "seat-vassal", key, now, game=game, seats=others, accounts=told, values=values)


def go_on_with(
    session: Session,
    game: Game,
    call: OpenedCall,
    outcome: Outcome[Position],
    now: datetime,
    again: Collection[str] | None = None,
) -> None:
    """Keep an outcome that did not end the game, and ask for what waits now. Whoever was ready is asked again, or of
    them only those who play the houses `again`. The caller holds the locks of the call and the game."""
    seats_follow(session, game, outcome.showing.board, now)
    keep(session, game, before_records(stored_position(session, game), outcome), outcome, part=call.number)
    game.round = call.round = outcome.showing.round
    call.window, call.asked = next_window(game, outcome), ",".join(asked_in(game, outcome))
    seats = [seat.id for seat in game.seats if again is None or seat.house in again]
    session.execute(delete(Readiness).where(Readiness.call_id == call.id, Readiness.seat_id.in_(seats)))
    if again is None:
        call.closing_at = None
    recount(session, game, call, now)
    session.flush()
