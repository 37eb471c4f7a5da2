"""Seats of a running game: offered, taken over, given up, swapped, bots, vassals.

A seat keeps its house, its sheets and what its house knows; people come and go. Former holders have no access any more;
what they did stays theirs in the history of holders (`SeatHolder`).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from msgspec import structs
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import own_part
from adjudicator.engine import Board, Outcome, Position
from correspondence import addresses, input_validation
from correspondence.addresses import map_address, reply_address
from correspondence.archive.records import (
    TurnResults,
    current,
    keep,
    last_turn,
    position_before_records,
    stored_position,
    turn_results,
)
from correspondence.audit_log import note
from correspondence.deadlines.clock import FOR_A_SUBSTITUTE, due_after, has_hours, move, pause
from correspondence.deadlines.opening import houses_with_decisions
from correspondence.games.access import bot_helped_houses, last_bot_helped_turn, may_take, required_seat, seat_in
from correspondence.input_validation import Denied, NotFound
from correspondence.lobby.invitations import ACCEPTED, admit, answer, send_invitation
from correspondence.mail.payload import ClosedTurn, Links, OpenTurn, ResultsPayload, Thread, mail_records
from correspondence.masters import master_accounts
from correspondence.models import (
    Account,
    Delegation,
    Game,
    OutgoingMail,
    PreparedAnswers,
    Readiness,
    Seat,
    SeatHolder,
    Turn,
    WaitRequest,
)
from correspondence.notices.use_cases import Values, notify, take_back
from correspondence.outbox.sending import account_mail_row
from correspondence.results import facts
from correspondence.rows import from_rows, new_id
from correspondence.store import settings_of
from correspondence.turns import (
    calendar_turn,
    collecting_turn,
    locked_game,
    next_window,
    recount,
    turn_now,
    turn_of,
    visible_view,
)


def brief_and_make_time(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Give a new holder of a seat time and a briefing; nothing for an empty seat."""
    turn = turn_of(session, game)
    if seat.account is None or seat.house is None or game.status != "running" or turn is None:
        return
    _make_time(session, game, turn, now)
    values: Values = {"house": seat.house, "until": turn.due_at}
    notify(session, "seat-taken-you", f"{seat.public_id}:taken", now, game=game, seats=[seat], values=values)
    payload = briefing(session, game, seat, seat.house, turn, f"briefing-{seat.public_id}", now)
    key = f"{game.public_id}:{turn.number}:{seat.house}:briefing-{seat.public_id}"
    session.add(OutgoingMail(**account_mail_row(seat.account, key, payload, now)))


def _make_time(session: Session, game: Game, turn: Turn, now: datetime) -> None:
    """Give the open turn a day; without fixed hours, up to the longest wait."""
    if turn.status == "paused":
        if turn.remaining_seconds is not None:
            turn.remaining_seconds = max(turn.remaining_seconds, FOR_A_SUBSTITUTE.total_seconds())
        return
    deadline = due_after(game, now, FOR_A_SUBSTITUTE)
    if game.most_seconds and not has_hours(game):
        deadline = min(deadline, turn.opened_at + timedelta(seconds=game.most_seconds))
    # A turn that is overdue and has been open for as long as may be stays so.
    if turn.status == "open" and max(turn.due_at, now) < deadline:
        move(session, turn, deadline, "substitute", None, now)


def briefing(
    session: Session, game: Game, seat: Seat, house: str, turn: Turn, name: str, now: datetime
) -> ResultsPayload:
    """Return the email that tells a seat's new holder of the last and open turn.
    `name` makes its message id unique in the thread."""
    settings, outcome = settings_of(session), current(session, game)
    last = last_turn(session, game)
    last_results = turn_results(session, game.public_id, last, seat.account, now) if last else None

    def named(kind: str, number: int) -> str:
        return addresses.message_id(settings, game.public_id, number, house, kind)

    return ResultsPayload(
        game=facts(game),
        seat=house,
        closed=_closed_turn(last_results) if last_results is not None else None,
        opened=_open_turn(game, house, turn, outcome),
        board=outcome.showing.board,
        standings=games.of(outcome.showing.board).standings(outcome.showing.board, game.rules),
        whole=True,
        links=Links(
            game=addresses.game(settings, game.public_id),
            sheet=addresses.sheet(settings, turn.public_id),
            results=addresses.results(settings, game.public_id, last) if last else "",
            unsubscribe=addresses.unsubscribe_game(settings, seat.public_id),
            settings=addresses.account(settings),
            reply=reply_address(settings, seat, turn.public_id),
            help=addresses.notation(settings, game.edition) if settings.mail_in else "",
            map=map_address(settings, seat, last),
        ),
        thread=Thread(message_id=named(name, turn.number), first=named("results", 0)),
        written_at=now,
    )


def _closed_turn(results: TurnResults) -> ClosedTurn:
    """Return the last turn as a briefing tells it, with the board before it."""
    records = mail_records(results.records)
    return from_rows(ClosedTurn, results, sheet=results.sheet_number, records=records, before=results.before.board)


def _open_turn(game: Game, house: str, turn: Turn, outcome: Outcome[Position]) -> OpenTurn:
    """Return the open turn as a briefing tells it, with what the house is asked."""
    view = visible_view(game, outcome, house)
    helped = house in bot_helped_houses(game, turn.number)
    open_turn, is_due = calendar_turn(game, turn), house in turn.required_houses
    return structs.replace(open_turn, questions=tuple(view.waiting), asked=is_due, stood_by=helped, own=own_part(view))


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
    """Give a seat to somebody, or (None, or kind `steward`) to the bot.

    Holders are recorded; ready and wait in the open turn are withdrawn. A bot's seat keeps the account of whoever may
    come back. On a change of owner deputies' rights end, and links in emails to the earlier holder expire.
    """
    _record_holder(session, game, seat, account if kind == "human" else None, kind, began, ended, now)
    if account is None or seat.account_id != account.id:
        _detach_holder(session, game, seat, now)
        seat.by_mail = False
    # Whoever asks comes from another session: their row is taken from this one.
    seat.account = session.get_one(Account, account.id) if account else None
    seat.account_id, seat.kind = account.id if account else None, kind
    if seat.bot_level != "steward":
        # Whoever stands in for somebody is a bot, and what a maester found is for nobody else.
        conditions = (PreparedAnswers.game_id == game.id, PreparedAnswers.house == seat.house)
        session.execute(delete(PreparedAnswers).where(*conditions))
        seat.bot_level = "steward"
    turn = turn_of(session, game)
    if turn is not None:
        for table in (Readiness, WaitRequest):
            session.execute(delete(table).filter_by(turn_id=turn.id, seat_id=seat.id))


def _record_holder(
    session: Session, game: Game, seat: Seat, account: Account | None, kind: str, began: str, ended: str, now: datetime
) -> None:
    """Record that a seat's present holder ends and another begins.
    `began` and `ended` say why; `account` is None for a bot or a vassal."""
    number = turn_now(session, game)
    holder = session.scalar(select(SeatHolder).filter_by(seat_id=seat.id, until=None))
    if holder is not None:
        # Less than `from_turn`: no turn was adjudicated in this time.
        holder.until, holder.ended, holder.to_turn = now, ended[:16], number - 1
    session.add(
        SeatHolder(
            game_id=game.id,
            seat_id=seat.id,
            account_id=account.id if account else None,
            kind=kind,
            house=seat.house,
            began=began,
            since=now,
            from_turn=number,
        )
    )


def _detach_holder(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """A seat and who has had it part for good: nothing of theirs is left with it."""
    if seat.account_id is not None:
        # Messages are for whoever plays a house now.
        take_back(session, f"{game.public_id}.press.", seat.account_id)
    seat.public_id = new_id()
    seat.extensions_used = seat.misses_in_a_row = seat.bot_until = 0
    seat.wants_mail, seat.joined_at, seat.preferences = True, now, ""
    session.execute(
        update(Delegation)
        .filter_by(seat_id=seat.id, revoked_at=None)
        .values(revoked_at=now)
        .execution_options(synchronize_session="fetch")
    )


def ask_again(session: Session, game: Game, now: datetime) -> None:
    """Recompute whom the open turn waits for; its early close may come or go."""
    turn = turn_of(session, game)
    if turn is None or turn.status == "held":
        return
    turn.asked = ",".join(houses_with_decisions(game, current(session, game)))
    recount(session, game, turn, now)


VASSAL = "vassal"


def seats_follow(session: Session, game: Game, board: Board, now: datetime) -> None:
    """Remove players of houses that are vassals on this board; everybody is told.

    Seats that are a vassal's already stay. The caller holds the game's lock, and recounts who is asked.
    """
    for seat in game.seats:
        if seat.house and seat.house in games.of(board).unplayed(board) and seat.kind != VASSAL:
            _make_vassal(session, game, seat, games.of(board).decider(board, seat.house), now)


def _make_vassal(session: Session, game: Game, seat: Seat, commander: str, now: datetime) -> None:
    """Turn a seat into a vassal without a player, and tell everybody.
    `commander` is the house that decides for it."""
    left = seat.account if seat.kind == "human" or seat.offered_at is not None else None
    hand_over(session, game, seat, None, VASSAL, began=VASSAL, ended=VASSAL, now=now)
    seat.offered_at, seat.offer_reason = None, ""
    session.flush()
    note(session, game, None, "seat-vassal", {"house": seat.house, "other": commander}, now)
    values = {"house": seat.house or "", "commander_house": commander}
    if left is not None:
        _tell(session, game, seat, "seat-vassal-you", "vassal-you", now, accounts=[left], values=values)
    _tell_others(session, game, seat, "seat-vassal", "vassal", now, left.id if left else None, values=values)


def _tell(session: Session, game: Game, seat: Seat, what: str, name: str, now: datetime, **options: Any) -> None:
    """Write a notice about a seat's house, once per name and moment, as `notify`."""
    key = f"{game.public_id}:{name}:{seat.house}:{int(now.timestamp())}"
    notify(session, what, key, now, game=game, **{"values": {"house": seat.house or ""}, **options})


def _tell_others(
    session: Session, game: Game, seat: Seat, what: str, name: str, now: datetime, spared: int | None, **options: Any
) -> None:
    """Write a notice to all other seats and the masters, except account `spared`."""
    others = [other for other in game.seats if other is not seat]
    masters = [master for master in master_accounts(session, game) if master.id != spared]
    _tell(session, game, seat, what, name, now, seats=others, accounts=masters, **options)


def continue_game(
    session: Session,
    game: Game,
    turn: Turn,
    outcome: Outcome[Position],
    now: datetime,
    again: Collection[str] | None = None,
) -> None:
    """Store an outcome that did not end the game, and ask for what waits now.
    Whoever was ready is asked again, or of them only those who play the houses `again`. The caller holds the locks of
    the turn and the game."""
    seats_follow(session, game, outcome.showing.board, now)
    keep(session, game, position_before_records(stored_position(session, game), outcome), outcome, part=turn.number)
    game.round = turn.round = outcome.showing.round
    turn.window, turn.asked = next_window(game, outcome), ",".join(houses_with_decisions(game, outcome))
    seats = [seat.id for seat in game.seats if again is None or seat.house in again]
    session.execute(delete(Readiness).where(Readiness.turn_id == turn.id, Readiness.seat_id.in_(seats)))
    if again is None:
        turn.closing_at = None
    recount(session, game, turn, now)
    session.flush()


# Why a seat is offered; whoever merely missed turns may come back until somebody takes it.
MISSED, RETIRED, REPLACED, DELETED, WENT_BACK = "missed", "retired", "replaced", "deleted", "rolled-back"
# Who leaves so may leave a vassal behind; whoever is replaced makes place for somebody else.
LEAVING = (MISSED, RETIRED, DELETED)
# Who issues the override, as the log has it.
SERVICE = "service"


def may_become_vassal(session: Session, game: Game, seat: Seat) -> bool:
    """Whether a seat can become a vassal's now: a turn is open, the rules allow it.
    Not Targaryen, and not if fewer than two players were left."""
    if collecting_turn(session, game) is None or seat.house is None:
        return False
    rules = games.of_edition(game.edition)
    override = rules.takes_seat(seat.house)
    if override is None:
        return False
    return not rules.check_override(documents.decode(stored_position(session, game)), override).errors


def become_vassal(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Make a seat's house a vassal at once; its player leaves for good.

    `reason` stands in the log: a code of `narration.thrones.sentences.GONE` (`missed`, `retired`, `replaced`,
    `deleted`). Who was ready is asked again; a game that nobody plays any more pauses. The caller holds the locks of
    the open turn and the game, and has checked the right. After an adjudication, call it when the next turn is open.

    Raises Denied `no-open-turn`, Illegal (`never-a-vassal`, `vassal-already`, `too-few-players`).
    """
    turn = collecting_turn(session, game)
    if turn is None:
        raise Denied("no-open-turn", "A house can become a vassal only while the game is open for orders.")
    position = documents.decode(stored_position(session, game))
    override = games.of_edition(game.edition).takes_seat(seat.house or "")
    outcome = games.of(position).issue(position, override, reason, SERVICE)
    continue_game(session, game, turn, outcome, now)
    if game.status == "running" and game.paused_at is None and not any(other.account_id for other in game.seats):
        pause(session, game, "nobody", None, now)


def offer(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Offer a seat to substitutes, or make its house a vassal.
    `absent_seat` says which, and plays it until one comes; its holder may come back before, unless `replaced`. The
    caller holds the locks of the open turn and the game. A seat that is offered already is left as it is."""
    if reason == REPLACED and seat.account is not None:
        retire(session, game, seat, reason, now)
        return
    if seat.offered_at is not None:
        return
    if _try_make_vassal(session, game, seat, reason, now):
        return
    seat.offered_at, seat.offer_reason = now, reason[:40]
    if game.absent_seat != "defaults":
        hand_over(session, game, seat, seat.account, "steward", began="substitute", ended=reason, now=now)
    _announce_offer(session, game, seat, reason, now)
    if seat.account is not None:
        _tell(session, game, seat, "seat-offered-you", "seat-offered-you", now, seats=[seat])


def retire(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Remove a seat's player for good; offer the seat or make its house a vassal.

    The caller holds the locks of the open turn and the game. A game that nobody plays any more pauses.
    """
    if _try_make_vassal(session, game, seat, reason, now):
        return
    left = seat.account
    kind = "human" if game.absent_seat == "defaults" else "steward"
    hand_over(session, game, seat, None, kind, began="substitute", ended=reason, now=now)
    seat.offered_at, seat.offer_reason = seat.offered_at or now, reason[:40]
    _announce_offer(session, game, seat, reason, now)
    if left is not None and reason != DELETED:
        what = "seat-removed-you" if reason == REPLACED else "seat-left-you"
        _tell(session, game, seat, what, "seat-left", now, accounts=[left])
    if not any(other.account_id for other in game.seats) and game.paused_at is None:
        pause(session, game, "nobody", None, now)


def _try_make_vassal(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> bool:
    """Make the house a vassal if the game's terms and the rules say so."""
    if game.absent_seat != VASSAL or reason not in LEAVING or not may_become_vassal(session, game, seat):
        return False
    if reason == DELETED:
        # Nobody is left to be told.
        hand_over(session, game, seat, None, "steward", began="substitute", ended=reason, now=now)
        session.flush()
    become_vassal(session, game, seat, reason, now)
    return True


def offer_again(session: Session, game: Game, board: Board, now: datetime) -> None:
    """Offer seats again after a rollback to before their houses became vassals.

    Bots play meanwhile. Whoever had such a seat may take it. The caller holds the game's lock.
    """
    for seat in game.seats:
        if seat.kind == VASSAL and seat.house not in games.of(board).unplayed(board):
            hand_over(session, game, seat, None, "steward", began="substitute", ended=WENT_BACK, now=now)
            seat.offered_at, seat.offer_reason = now, WENT_BACK
            _announce_offer(session, game, seat, WENT_BACK, now)


def surrender(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Leave one's own seat for good.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`).
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = required_seat(game, account)
    retire(session, game, seat, RETIRED, now)
    note(session, game, account, "seat-surrendered", {"house": seat.house}, now)


def reclaim_seat(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Take one's own seat back that was offered because one was away.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`, `not-offered`).
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = required_seat(game, account)
    if seat.offered_at is None:
        raise Denied("not-offered", "This house is not looking for a player.")
    welcome_back(session, game, seat, now)
    note(session, game, account, "seat-returned", {"house": seat.house}, now)


def welcome_back(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Return an offered seat to its absent player; the caller holds the locks."""
    if seat.kind != "human":
        hand_over(session, game, seat, seat.account, "human", began="returned", ended="returned", now=now)
    seat.offered_at, seat.offer_reason, seat.misses_in_a_row = None, "", 0
    session.flush()
    ask_again(session, game, now)
    _tell(session, game, seat, "seat-returned", "seat-returned", now)


def take_over(
    session: Session,
    account: Account,
    game_id: str,
    house: str,
    now: datetime,
    *,
    code: str = "",
    invitation: str = "",
) -> Seat:
    """Take an offered seat, with at least a day for the open turn and a briefing.

    A game that is not open needs its code, an invitation, or having been in it before. Raises NotFound (`no-such-game`,
    `no-such-house`, `no-such-invitation`), Denied (`game-not-running`, `not-offered`, `already-seated`, `held-a-seat`,
    `masters-game`, `acts-for-a-seat`, `not-invited`, `invitation-used`).
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = seat_of(game, house)
    if seat.offered_at is None:
        raise Denied("not-offered", "This house is not looking for a player.")
    may_take(session, game, seat, account)
    invitation_row = admit(session, game, account, now, code=code, invitation=invitation)
    if invitation_row is not None:
        answer(invitation_row, ACCEPTED, now, account)
    replace(session, game, seat, account, "substitute", now)
    note(session, game, account, "seat-taken-over", {"house": house}, now)
    return seat


def offer_to(session: Session, game: Game, seat: Seat, by: Account, email: str, now: datetime) -> None:
    """Offer a seat to an address by invitation; its holder leaves at once.

    Meanwhile it is played as offered seats are. The caller holds the locks and has checked the right of `by`. Raises
    Invalid `bad-email`, Denied (`too-many-invitations`; for known accounts as `take_over`).
    """
    address = input_validation.email(email)
    invited = session.scalar(select(Account).filter_by(email=address, deleted_at=None))
    if invited is not None:
        may_take(session, game, seat, invited)
        if seat_in(game, invited) is not None:
            raise Denied("already-seated", "This player already has the seat.")
    send_invitation(session, by, game, address, seat.house, now)
    if seat.account is not None or seat.offered_at is None:
        retire(session, game, seat, REPLACED, now)


def replace(session: Session, game: Game, seat: Seat, account: Account, reason: str, now: datetime) -> None:
    """Give a seat to somebody else.

    The caller holds the game's lock and checked the right. The bot fills gaps in their first turns until they submit.
    Raises Denied (`already-seated`, `held-a-seat`, `masters-game`, `acts-for-a-seat`).
    """
    may_take(session, game, seat, account)
    before, until = seat.account, last_bot_helped_turn(session, game, seat, account, turn_now(session, game))
    hand_over(session, game, seat, account, "human", began="substitute", ended=REPLACED, now=now)
    seat.bot_until = until
    seat.offered_at, seat.offer_reason = None, ""
    session.flush()
    ask_again(session, game, now)
    if before is not None and before.id != account.id:
        _tell(session, game, seat, "seat-lost-you", "seat-lost", now, accounts=[before])
    _tell_others(session, game, seat, "seat-taken", "seat-taken", now, account.id)
    document = {"house": seat.house, "to": account.public_id, "reason": reason}
    note(session, game, None, "seat-replaced", document, now)
    brief_and_make_time(session, game, seat, now)


def swap(session: Session, game: Game, seat_a: Seat, seat_b: Seat, now: datetime) -> None:
    """Swap two seats' players, with each house's knowledge; the caller holds the lock."""
    (account_a, kind_a), (account_b, kind_b) = (seat_a.account, seat_a.kind), (seat_b.account, seat_b.kind)
    # Nobody may hold two seats, not even between two statements.
    seat_a.account_id = seat_a.account = None
    session.flush()
    hand_over(session, game, seat_b, account_a, kind_a, began="swapped", ended="swapped", now=now)
    session.flush()
    hand_over(session, game, seat_a, account_b, kind_b, began="swapped", ended="swapped", now=now)
    session.flush()
    ask_again(session, game, now)
    houses = f"{seat_a.house},{seat_b.house}"
    note(session, game, None, "seats-swapped", {"houses": houses}, now)
    key = f"{game.public_id}:seats-swapped:{houses.replace(',', '-')}:{int(now.timestamp())}"
    notify(session, "seats-swapped", key, now, game=game, values={"houses": houses})
    for seat in (seat_a, seat_b):
        brief_and_make_time(session, game, seat, now)


def seat_of(game: Game, house: str) -> Seat:
    """Return the seat of a house; NotFound `no-such-house`, also for a vassal."""
    house_seat = next((seat for seat in game.seats if seat.house == house and seat.kind != VASSAL), None)
    if house_seat is None:
        raise NotFound("no-such-house", "There is no such house in this game.")
    return house_seat


def runs(game: Game) -> None:
    """Denied `game-not-running` unless the game runs."""
    if game.status != "running":
        raise Denied("game-not-running", "This game is not running.")


def _announce_offer(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Offer the seat: recount readiness, tell everybody, write the audit log."""
    session.flush()
    ask_again(session, game, now)
    turn = turn_of(session, game)
    document = {"house": seat.house, "reason": reason, "call": turn.number if turn else 0}
    note(session, game, None, "seat-offered", document, now)
    what = "seat-offered-defaults" if game.absent_seat == "defaults" else "seat-offered"
    _tell_others(session, game, seat, what, "seat-offered", now, seat.account_id)
