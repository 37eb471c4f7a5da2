"""Moving deadlines: pausing, going on, extending, closing now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence.calls.use_cases import call_told, collecting, locked_game, place_of, recount, still_open
from correspondence.deadlines.clock import due_on_resume, postpone, reminder_times
from correspondence.errors import Denied, Invalid
from correspondence.games.access import Who, delegates_now, masters_of, own_seat, who_is
from correspondence.ledger.use_cases import note
from correspondence.ledger.use_cases import note as into_ledger
from correspondence.letters.notices.games import NOTICES, WHY_PAUSED
from correspondence.models.accounts import Account
from correspondence.models.calls import COLLECTING, OpenedCall
from correspondence.models.deadlines import DeadlineChange, Reminder, WaitRequest
from correspondence.models.games import Game
from correspondence.notices.choices import sooner
from correspondence.notices.use_cases import Values, notify
from correspondence.one_by_one import one_by_one
from correspondence.row_locks import HELD
from correspondence.rows import insert_once
from correspondence.store import Store
from correspondence.write_batch import insert_soon
from narration.words import N_


def move(
    session: Session,
    call: OpenedCall,
    to: datetime,
    reason: str,
    by: Account | None,
    now: datetime,
    note: str = "",
    values: Values | None = None,
) -> None:
    """Give a call another deadline, and tell everybody once. The caller holds the call's lock.

    `reason` is a code (`asked`, `extension`, `grace`, `outage`, `absence`, `pause`, `vote`, `substitute`, ...) that
    chooses the words (`deadline-<reason>`, else `deadline-moved`), which `values` fill. Raises Denied `call-closed`.
    """
    if call.status not in COLLECTING:
        raise Denied("call-closed", N_("This call is closed; its deadline cannot be moved any more."))
    game = session.get_one(Game, call.game_id)
    old, call.sequence = call.due_at, call.sequence + 1
    session.add(
        DeadlineChange(
            call_id=call.id,
            sequence=call.sequence,
            old_at=old,
            new_at=to,
            reason=reason,
            note=note[:300],
            account_id=by.id if by else None,
            at=now,
        )
    )
    call.due_at = call.closes_at = to
    session.flush()
    recount(session, game, call, now)
    plan_reminders(session, call, now)
    _tell(session, game, call, old, reason, note, now, values or {})
    if by is not None:
        document = {"call": call.number, "from": old.isoformat(), "to": to.isoformat(), "reason": reason, "note": note}
        into_ledger(session, game.public_id, by.public_id, "deadline-moved", document, now)


def _tell(
    session: Session,
    game: Game,
    call: OpenedCall,
    old: datetime,
    reason: str,
    note: str,
    now: datetime,
    values: Values,
) -> None:
    what = f"deadline-{reason}" if f"deadline-{reason}" in NOTICES else "deadline-moved"
    told: Values = {"due": call.due_at, "old": old, "note": note, **values}
    key = f"{game.public_id}:{call.number}:moved-{call.sequence}"
    notify(session, what, key, now, game=game, values=told, opened=call_told(game, call))


def first_reminders(session: Session, call: OpenedCall, now: datetime) -> None:
    """Plan the reminders of a call that was just opened."""
    wanted = reminder_times(call.opened_at, call.due_at, now) if call.asked else {}
    if wanted:
        rows = [{"call_id": call.id, "kind": kind, "due_at": due_at} for kind, due_at in wanted.items()]
        insert_soon(session, Reminder, rows)


def plan_reminders(session: Session, call: OpenedCall, now: datetime) -> None:
    """Plan a call's reminders anew from its deadline; those planned before are forgotten."""
    session.execute(delete(Reminder).where(Reminder.call_id == call.id, Reminder.done_at.is_(None)))
    wanted = reminder_times(call.opened_at, call.due_at, now) if call.asked else {}
    known = {row.kind: row for row in session.scalars(select(Reminder).where(Reminder.call_id == call.id))}
    for kind, due_at in wanted.items():
        if kind in known:
            known[kind].due_at, known[kind].done_at = due_at, None
        else:
            session.add(Reminder(call_id=call.id, kind=kind, due_at=due_at))
    session.flush()


EMERGENCY_EVERY, EMERGENCY_LASTS = timedelta(days=182), timedelta(days=7)
ANNOUNCED = timedelta(hours=24)
# Pauses that came because nobody was there: whoever is back may end them.
BY_ITSELF = ("everybody", "nobody")


def may_go_on(game: Game, account: Account | None, who: Who) -> bool:
    """Whether somebody may end the pause without being the game's master: a player who is back where all were away, or
    who paused the game themselves because something came up."""
    if game.paused_at is None or account is None or who.seat is None or who.delegated:
        return False
    own = game.pause_reason == "emergency" and account.emergency_pause_at == game.paused_at
    return own or game.pause_reason in BY_ITSELF


def pause(
    session: Session, game: Game, reason: str, by: Account | None, now: datetime, until: datetime | None = None
) -> None:
    """Stop a game's clock, perhaps until a moment. Sheets can still be written; nothing falls due.

    `reason` is a code (`asked`, `vote`, `emergency`, `everybody`, `nobody`) or the master's own words. The caller
    holds the game's lock. Raises Denied (`game-not-running`, `paused-already`).
    """
    if game.status != "running":
        raise Denied("game-not-running", N_("This game is not running."))
    if game.paused_at is not None:
        raise Denied("paused-already", N_("This game is paused already."))
    call = collecting(session, game, lock=True)
    if call is not None:
        call.status, call.remaining_seconds = "paused", max(0.0, (call.due_at - now).total_seconds())
        call.closing_at, call.claimed_until = None, None
    game.paused_at, game.paused_until, game.pause_reason = now, until, reason[:200]
    values: dict[str, str | int | datetime] = {"reason": "" if reason in WHY_PAUSED else reason}
    if until is not None:
        values["until"] = until
    what = f"paused-{reason}" if reason in WHY_PAUSED else "paused-asked"
    _tell_of_pause(session, game, what, by, now, values)
    if by is not None:
        note(
            session,
            game.public_id,
            by.public_id,
            "paused",
            {"reason": reason, "until": until and until.isoformat()},
            now,
        )


def resume(session: Session, game: Game, by: Account | None, now: datetime) -> None:
    """Let a paused game go on: the open call has the time it had left (in a game with an hour: the days, half of the
    time at least), and half a day at least.

    The caller holds the game's lock. Raises Denied `not-paused`.
    """
    if game.paused_at is None:
        raise Denied("not-paused", N_("This game is not paused."))
    paused_at, game.paused_at, game.paused_until, game.pause_reason = game.paused_at, None, None, ""
    call = collecting(session, game, lock=True)
    if call is not None and call.status == "paused":
        left = timedelta(seconds=call.remaining_seconds or 0.0)
        call.status, call.remaining_seconds = "open", None
        move(session, call, due_on_resume(game, left, paused_at, now), "resumed", None, now)
    if by is not None:
        note(session, game.public_id, by.public_id, "resumed", {}, now)


def emergency_pause(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """A player's own pause, for a week, once in half a year; the masters are told.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`, `paused-already`, `paused-lately`).
    """
    game = locked_game(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    if seat.account_id != account.id:
        raise Denied("not-your-seat", N_("Whoever stands in for a player cannot do this."))
    mine = session.get_one(Account, account.id, with_for_update=HELD)
    if mine.emergency_pause_at is not None and mine.emergency_pause_at + EMERGENCY_EVERY > now:
        raise Denied("paused-lately", N_("An emergency pause can be used once in half a year; you have used yours."))
    pause(session, game, "emergency", account, now, now + EMERGENCY_LASTS)
    mine.emergency_pause_at = now


def go_on(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """A player ends a pause that they may end (`may_go_on`).

    Raises NotFound `no-such-game`, Denied (`not-paused`, `not-your-pause`).
    """
    game = locked_game(session, game_id)
    if game.paused_at is None:
        raise Denied("not-paused", N_("This game is not paused."))
    if not may_go_on(game, session.get_one(Account, account.id), who_is(session, game, account, now)):
        raise Denied("not-your-pause", N_("This pause is ended by whoever looks after the game, or by a vote."))
    resume(session, game, account, now)


def games_to_wake(session: Session, now: datetime, limit: int = 100) -> Sequence[str]:
    """The ids of games whose pause ends within a day, the soonest first."""
    query = select(Game.public_id).where(Game.status == "running", Game.paused_until <= now + ANNOUNCED)
    return session.scalars(query.order_by(Game.paused_until).limit(limit)).all()


def wake(session: Session, game_id: str, now: datetime) -> None:
    """Announce that a pause ends, a day ahead, or end it if its time is up; to be called often."""
    game = locked_game(session, game_id)
    if game.status != "running" or game.paused_until is None or game.paused_at is None:
        return
    if game.paused_until <= now:
        resume(session, game, None, now)
    elif game.paused_until <= now + ANNOUNCED < game.paused_until + (game.paused_until - game.paused_at):
        key = f"{game.public_id}:waking:{int(game.paused_at.timestamp())}"
        notify(session, "pause-ends-soon", key, now, game=game, values={"until": game.paused_until})


def wake_games(store: Store, now: datetime) -> None:
    """Look after all pauses that end soon, each in a transaction of its own; one that fails holds up no other."""
    with store.read() as session:
        ids = list(games_to_wake(session, now))
    one_by_one(store, ids, lambda session, one: wake(session, one, now), trouble="a game does not wake", name="game")


def _tell_of_pause(session: Session, game: Game, what: str, by: Account | None, now: datetime, values: Values) -> None:
    """Tell players and masters (the maker, if there are none) of a pause, but not who paused the game: one letter each,
    also to those who are both."""
    key = f"{game.public_id}:paused:{int(now.timestamp())}"
    masters = [row.account for row in masters_of(session, game)] or [session.get_one(Account, game.creator_id)]
    own = [] if by is None else [by]
    apart = [one for one in masters if _as_master(session, game, one, now)]
    notify(session, what, key, now, game=game, but=own + apart, values=values)
    notify(session, f"gm-{what}", f"{key}:gm", now, game=game, seats=(), accounts=apart, but=own, values=values)


def _as_master(session: Session, game: Game, account: Account, now: datetime) -> bool:
    """Whether a master gets the letter for masters: who does not get the players', or wants it later."""
    seats = [seat for seat in game.seats if seat.account_id == account.id and seat.letters]
    acts = any(deputy.id == account.id for deputy, _ in delegates_now(session, game.seats, now))
    return not (seats or acts) or sooner(account, "gm", "deadlines")


__all__ = [
    "close_now",
    "emergency_pause",
    "extend",
    "move_deadline",
    "pause",
    "resume",
    "set_wait",
]

LONGEST_EXTENSION_HOURS = 24.0 * 30


def move_deadline(
    session: Session, call: OpenedCall, to: datetime, reason: str, by: Account | None, now: datetime, note: str = ""
) -> None:
    """Give a call another deadline, not before now; everybody is told once. The caller holds the call's lock.

    Raises Denied `call-closed`, Invalid `deadline-past`.
    """
    if to <= now:
        raise Invalid("deadline-past", N_("This moment has passed already."), "to")
    move(session, call, to, reason, by, now, note)


def extend(session: Session, game: Game, hours: float, reason: str, by: Account | None, now: datetime) -> None:
    """Give the open call so many hours more (of a game with an hour, days). The caller holds the game's lock.

    A paused call keeps them for later. Raises Denied `no-open-call`, Invalid `out-of-range`.
    """
    if not 0 < hours <= LONGEST_EXTENSION_HOURS:
        words = N_("This must be from {least} to {most}.")
        raise Invalid("out-of-range", words, "hours", least=0, most=LONGEST_EXTENSION_HOURS)
    call = _open_call(session, game)
    more = timedelta(hours=hours)
    if call.status == "paused" and game.paused_at is not None:
        due_at = game.paused_at + timedelta(seconds=call.remaining_seconds or 0.0)
        call.remaining_seconds = (postpone(game, due_at, more) - game.paused_at).total_seconds()
    to = postpone(game, call.due_at, more, now)
    known = reason in ("asked", "vote")
    move(session, call, to, reason if known else "asked", by, now, "" if known else reason)


def close_now(session: Session, game: Game, by: Account | None, now: datetime) -> None:
    """Let the open call fall due at this moment, with what has been handed in. The caller holds the game's lock.

    Nobody who is missing is charged for it. Raises Denied (`no-open-call`, `paused-already`).
    """
    call = _open_call(session, game)
    if call.status == "paused":
        raise Denied("paused-already", N_("This game is paused; let it go on first."))
    call.closing_at = call.closes_at = now
    session.flush()
    if by is not None:
        into_ledger(session, game.public_id, by.public_id, "closed-now", {"call": call.number}, now)
    key = f"{game.public_id}:{call.number}:closed-now"
    notify(session, "closed-now", key, now, game=game, values={"n": call.number})


def set_wait(session: Session, account: Account, call_id: str, wait: bool, now: datetime) -> None:
    """Ask a call to wait for its deadline even if all are ready, or take that back; others are not told who asked.

    Raises NotFound `no-such-call`, Denied (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    if wait:
        insert_once(session, WaitRequest, call_id=place.call.id, seat_id=place.seat.id, at=now)
    else:
        mine = (WaitRequest.call_id == place.call.id, WaitRequest.seat_id == place.seat.id)
        session.execute(delete(WaitRequest).where(*mine))
    recount(session, place.game, place.call, now)


def _open_call(session: Session, game: Game) -> OpenedCall:
    call = collecting(session, game, lock=True)
    if call is None:
        raise Denied("no-open-call", N_("No call of this game is open."))
    return call
