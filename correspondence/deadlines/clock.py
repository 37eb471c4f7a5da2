"""Due times by a game's terms, and moving them: pause, resume, extend, close now.

A game may name an hour of the day in a zone, and days of the week: its slots are that hour on those days. In a game
with an hour, hours are counted in local calendar days from slots and due times, begun days in full (23 and 24 hours are
one day, 167 and 168 seven), so that neither a late publication nor a change of the clocks moves the rhythm:

- A turn is due as many days after the last slot before the results came out, or at the first slot from then on that
  leaves the least time. The first turn, and one after a turn that was closed early or taken back, counts from the day
  on which it opens; it is due no later than its hours and a slot say.
- An extension, grace, more time, the wait for substitutes in the first turn and an outage move the due time by as many
  days, at its hour, on any day of the week.
- A substitute's day, a restored game and a held turn that takes sheets again last until the game's hour as many days
  after today, on any day of the week, and half of those hours at least.
- After a pause a turn is due as many days after the last slot as when it began, with half of what was left at least.

The least time is what the game states, else half of the turn's hours, 72 at most; it is counted in real hours. Where
clocks go forward over the hour, the same moment by the old clock counts (02:30 is 03:30 that day); where they go back
over it, the first of the two.

In a game without an hour, hours are real hours from the opening or the due time. If it has days of the week, a turn
whose hours end on another day is due on the next one, at the same time of the day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.audit_log import note as log_act
from correspondence.games.access import Who, delegates_now, masters_of, own_seat, who_is
from correspondence.input_validation import Denied, Invalid
from correspondence.mail.short_mails import NOTICES, WHY_PAUSED
from correspondence.models import COLLECTING, Account, DeadlineChange, Game, Reminder, Turn, WaitRequest
from correspondence.notices.use_cases import Values, notify, wants_sooner
from correspondence.rows import HELD, insert_once
from correspondence.store import Store, process_each
from correspondence.turns import calendar_turn, collecting_turn, locked_game, place_of, recount, still_open

FIRST_TURN = 1
DAY = timedelta(days=1)
# Whoever comes new to a seat has so long; after an absence there is so long to read what happened.
FOR_A_SUBSTITUTE = TO_READ = DAY
# Of a turn of many days less than this is enough to write, where a game states nothing.
MAX_WRITING_TIME = timedelta(hours=72)
# After a pause nobody is surprised by a deadline.
MIN_AFTER_PAUSE = timedelta(hours=12)
# No slot lies further ahead than this: a week has one allowed day at least.
MAX_DAYS = 60
EVERY_DAY = "1234567"


def due_date(
    game: Game,
    window: timedelta,
    opened_at: datetime,
    after: datetime | None = None,
    absences: Iterable[tuple[datetime, datetime]] = (),
) -> datetime:
    """When a turn of this length, opened at a moment, is due.

    `after` is when the turn before it was due, None if there was none. `absences` are the times, first and last moment,
    at which people it asks are away: the turn is due a day after them, if the game's longest window allows that.
    """
    least = timedelta(seconds=game.least_seconds) or min(window / 2, MAX_WRITING_TIME)
    plain = _window_end(game, window, opened_at, after, least)
    latest = _add(game, opened_at, timedelta(seconds=game.most_seconds))
    if plain > latest:
        return plain
    due = plain
    away = sorted((_add(game, first, -TO_READ), _add(game, last, TO_READ)) for first, last in absences)
    while True:
        back = max((until for since, until in away if since < due < until), default=due)
        moved = slot(game, back)
        if moved <= due:
            return due
        if moved > latest:
            return _last_slot(game, due, latest)
        due = moved


def window_length(game: Game, window: str, number: int) -> timedelta:
    """Return how long a turn of this window is open; the first has its own length."""
    if number == FIRST_TURN and game.first_seconds:
        return timedelta(seconds=game.first_seconds)
    seconds = {
        "planning": game.window_seconds,
        "before-planning": game.westeros_seconds,
        "stop": game.other_seconds,
    }[games.of_edition(game.edition).window_sort(window)]
    return timedelta(seconds=seconds or game.window_seconds)


def postpone(game: Game, due_at: datetime, length: timedelta, now: datetime | None = None) -> datetime:
    """Postpone a due time; after a standstill, at least half the length after `now`."""
    if not game.clock:
        to = due_at + length
        return now + length if now is not None and to < now + length / 2 else to
    to = _add(game, due_at, _whole_days(length))
    while now is not None and to < now + length / 2:
        to = _add(game, to, DAY)
    return to


def due_after(game: Game, now: datetime, length: timedelta) -> datetime:
    """Return when a person is due who gets this length from now, on any weekday.
    With a game hour that is at such an hour, after half the length at the earliest."""
    if not game.clock:
        return now + length
    days = _game_hour_on(game, _local(game, now).date() + _whole_days(length))
    return slot(game, max(now + length / 2, min(days, _add(game, now, length))), EVERY_DAY)


def due_on_resume(game: Game, left: timedelta, paused_at: datetime, now: datetime) -> datetime:
    """When a turn is due that had this long left when its game paused."""
    at_least = min(MIN_AFTER_PAUSE, timedelta(seconds=game.window_seconds))
    window, least = max(left, at_least), max(at_least, min(left / 2, MAX_WRITING_TIME))
    if game.clock:
        window = _day(game, slot(game, paused_at + left, EVERY_DAY)) - _last_day(game, paused_at)
    return _window_end(game, window, now, now if game.clock else None, least)


def has_hours(game: Game) -> bool:
    """Whether turns are due only at an hour of the day or on some weekdays."""
    return bool(game.clock) or len(set(game.weekdays)) < len(EVERY_DAY)


def slot(game: Game, earliest: datetime, weekdays: str = "") -> datetime:
    """Return the first slot not before `earliest`; `weekdays` override the game's."""
    if not has_hours(game):
        return earliest
    return next(moment for moment in _slots(game, earliest, weekdays) if moment >= earliest)


def _window_end(
    game: Game, window: timedelta, opened_at: datetime, after: datetime | None, least: timedelta
) -> datetime:
    """Return when a window ends, absences aside; at least `least` after opening.
    `after`: when the turn before was due, None if there was none."""
    enough, end = opened_at + least, opened_at + max(window, least)
    if not has_hours(game):
        return end
    today = _local(game, opened_at).date()
    # If the turn before was closed early, from its slot or today, whichever is sooner.
    start = today if after is None else min(today, _last_day(game, max(opened_at, after)))
    if game.clock:
        days = _game_hour_on(game, start + _whole_days(window))
        return slot(game, max(enough, min(days, _add(game, opened_at, window))))
    if not _allows(game, _local(game, end).date()):
        # Days without deadlines that passed before the turn opened do not put it off by another week.
        end -= today - start
    return next(moment for moment in _slots(game, end) if moment >= max(end, enough))


def _last_slot(game: Game, first: datetime, latest: datetime) -> datetime:
    """Return the last moment until `latest` at which a turn may be due.
    `first` is such a moment."""
    last = first
    if not has_hours(game):
        return max(first, latest)
    for moment in _slots(game, first):
        if moment > latest:
            return last
        last = max(last, moment)
    return last


def _slots(game: Game, earliest: datetime, weekdays: str = "") -> Iterator[datetime]:
    """The allowed moments around and after one, in their order."""
    local = _local(game, earliest)
    hour = time.fromisoformat(game.clock) if game.clock else local.time()
    for days in range(-1, MAX_DAYS):
        day = local.date() + timedelta(days=days)
        if _allows(game, day, weekdays):
            yield local_time_to_utc(day, hour, ZoneInfo(game.zone))


def _last_day(game: Game, moment: datetime) -> date:
    """The local day of the last slot until a moment."""
    local = _local(game, moment)
    days = (local.date() - timedelta(days=days) for days in range(MAX_DAYS))
    return next(day for day in days if _allows(game, day) and (not game.clock or _game_hour_on(game, day) <= moment))


def _allows(game: Game, day: date, weekdays: str = "") -> bool:
    return str(day.isoweekday()) in (weekdays or game.weekdays)


def _day(game: Game, moment: datetime) -> date:
    """Return the day whose hour a moment is (clock changes included), or its own."""
    today = _local(game, moment).date()
    return today - DAY if _game_hour_on(game, today - DAY) == moment else today


def _local(game: Game, moment: datetime) -> datetime:
    return moment.astimezone(ZoneInfo(game.zone))


def _game_hour_on(game: Game, day: date) -> datetime:
    """Return the game's hour on a day, in UTC."""
    return local_time_to_utc(day, time.fromisoformat(game.clock), ZoneInfo(game.zone))


def _whole_days(length: timedelta) -> timedelta:
    """A length in days, those begun in full."""
    return -(-length // DAY) * DAY


def _add(game: Game, moment: datetime, length: timedelta) -> datetime:
    """Add a length: with a game hour, whole local days and the rest in real hours."""
    if not game.clock:
        return moment + length
    local, days, day = _local(game, moment), length // DAY, _day(game, moment)
    # A slot on the day of a change may be at another hour than the others.
    hour = time.fromisoformat(game.clock) if moment == _game_hour_on(game, day) else local.time()
    return local_time_to_utc(day + days * DAY, hour, ZoneInfo(game.zone)) + (length - days * DAY)


def local_time_to_utc(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """Return an hour of a day in a time zone as a moment in UTC."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


def reminder_times(opened_at: datetime, due_at: datetime, now: datetime) -> dict[str, datetime]:
    """Return reminder times: 24, 6, 1 hours before; in short windows at a fifth left.

    Short windows are under a day. Only future times; none in the window's first tenth.
    """
    window = due_at - opened_at
    if window < timedelta(hours=24):
        times = {"short": due_at - window / 5}
    else:
        times = {f"{hours}h": due_at - timedelta(hours=hours) for hours in (24, 6, 1)}
    return {kind: at for kind, at in times.items() if at > now and at >= opened_at + window / 10}


def last_kind(kinds: Sequence[str]) -> str:
    """The reminder nearest to the deadline."""
    return next((kind for kind in ("1h", "short", "6h", "24h") if kind in kinds), "")


def move(
    session: Session,
    turn: Turn,
    to: datetime,
    reason: str,
    by: Account | None,
    now: datetime,
    note: str = "",
    values: Values | None = None,
) -> None:
    """Change a turn's deadline and tell everybody once. The caller holds the lock.

    `reason` is a code (`asked`, `extension`, `grace`, `outage`, `absence`, `pause`, `vote`, `substitute`, ...) that
    selects the words (`deadline-<reason>`, else `deadline-moved`), which `values` fill. Raises Denied `turn-closed`.
    """
    if turn.status not in COLLECTING:
        raise Denied("turn-closed", "This turn has ended; its deadline can no longer be moved.")
    game = turn.game
    old, turn.sequence = turn.due_at, turn.sequence + 1
    session.add(
        DeadlineChange(
            turn_id=turn.id,
            sequence=turn.sequence,
            old_at=old,
            new_at=to,
            reason=reason,
            note=note[:300],
            account_id=by.id if by else None,
            at=now,
        )
    )
    turn.due_at = turn.closes_at = to
    session.flush()
    recount(session, game, turn, now)
    plan_reminders(session, turn, now)
    what = f"deadline-{reason}" if f"deadline-{reason}" in NOTICES else "deadline-moved"
    notice_values: Values = {"due": turn.due_at, "old": old, "note": note, **(values or {})}
    key = f"{game.public_id}:{turn.number}:moved-{turn.sequence}"
    notify(session, what, key, now, game=game, values=notice_values, opened=calendar_turn(game, turn))
    if by is not None:
        document = {"call": turn.number, "from": old.isoformat(), "to": to.isoformat(), "reason": reason, "note": note}
        log_act(session, game, by, "deadline-moved", document, now)


def first_reminders(session: Session, turn: Turn, now: datetime) -> None:
    """Plan the reminders of a turn that was just opened."""
    times = reminder_times(turn.opened_at, turn.due_at, now) if turn.asked else {}
    session.add_all(Reminder(turn_id=turn.id, kind=kind, due_at=due_at) for kind, due_at in times.items())


def plan_reminders(session: Session, turn: Turn, now: datetime) -> None:
    """Reschedule a turn's reminders from its deadline, replacing earlier ones."""
    session.execute(delete(Reminder).filter_by(turn_id=turn.id, done_at=None))
    times = reminder_times(turn.opened_at, turn.due_at, now) if turn.asked else {}
    reminders = {row.kind: row for row in session.scalars(select(Reminder).filter_by(turn_id=turn.id))}
    for kind, due_at in times.items():
        if kind in reminders:
            reminders[kind].due_at, reminders[kind].done_at = due_at, None
        else:
            session.add(Reminder(turn_id=turn.id, kind=kind, due_at=due_at))
    session.flush()


EMERGENCY_EVERY, EMERGENCY_LASTS = timedelta(days=182), timedelta(days=7)
ANNOUNCED = timedelta(hours=24)
# So many pauses are looked after at once.
MAX_WOKEN = 100
# Pauses that came because nobody was there: whoever is back may end them.
BY_ITSELF = ("everybody", "nobody")


def may_go_on(game: Game, account: Account | None, who: Who) -> bool:
    """Return whether a player may end the pause without the game master.
    That is one who is back where all were away, or who called this emergency pause."""
    if game.paused_at is None or account is None or who.seat is None or who.delegated:
        return False
    own = game.pause_reason == "emergency" and account.emergency_pause_at == game.paused_at
    return own or game.pause_reason in BY_ITSELF


def pause(
    session: Session, game: Game, reason: str, by: Account | None, now: datetime, until: datetime | None = None
) -> None:
    """Pause a game, perhaps until a moment; sheets may be written, nothing falls due.

    `reason` is a code (`asked`, `vote`, `emergency`, `everybody`, `nobody`) or the master's own words. The caller holds
    the game's lock. Raises Denied (`game-not-running`, `paused-already`).
    """
    if game.status != "running":
        raise Denied("game-not-running", "This game is not running.")
    if game.paused_at is not None:
        raise Denied("paused-already", "This game is already paused.")
    turn = collecting_turn(session, game, lock=True)
    if turn is not None:
        turn.status, turn.remaining_seconds = "paused", max(0.0, (turn.due_at - now).total_seconds())
        turn.closing_at, turn.claimed_until = None, None
    game.paused_at, game.paused_until, game.pause_reason = now, until, reason[:200]
    values: dict[str, str | int | datetime] = {"reason": "" if reason in WHY_PAUSED else reason}
    if until is not None:
        values["until"] = until
    what = f"paused-{reason}" if reason in WHY_PAUSED else "paused-asked"
    # Tell players and masters (the maker, if there are none) of a pause, but not who paused the game: one email
    # each, also to those who are both.
    key = f"{game.public_id}:paused:{int(now.timestamp())}"
    masters = [row.account for row in masters_of(session, game)] or [session.get_one(Account, game.creator_id)]
    own = [] if by is None else [by]
    apart = [master for master in masters if _gets_master_email(session, game, master, now)]
    notify(session, what, key, now, game=game, but=own + apart, values=values)
    notify(session, f"gm-{what}", f"{key}:gm", now, game=game, seats=(), accounts=apart, but=own, values=values)
    if by is not None:
        document = {"reason": reason, "until": until and until.isoformat()}
        log_act(session, game, by, "paused", document, now)


def resume(session: Session, game: Game, by: Account | None, now: datetime) -> None:
    """Resume a paused game; the open turn keeps its time left, half a day at least.

    In a game with an hour it keeps the days, with half of the time at least. The caller holds the game's lock. Raises
    Denied `not-paused`.
    """
    if game.paused_at is None:
        raise Denied("not-paused", "This game is not paused.")
    paused_at, game.paused_at, game.paused_until, game.pause_reason = game.paused_at, None, None, ""
    turn = collecting_turn(session, game, lock=True)
    if turn is not None and turn.status == "paused":
        left = timedelta(seconds=turn.remaining_seconds or 0.0)
        turn.status, turn.remaining_seconds = "open", None
        move(session, turn, due_on_resume(game, left, paused_at, now), "resumed", None, now)
    if by is not None:
        log_act(session, game, by, "resumed", {}, now)


def emergency_pause(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """A player's own pause, for a week, once in half a year; the masters are told.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`, `paused-already`, `paused-lately`).
    """
    game = locked_game(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    if seat.account_id != account.id:
        raise Denied("not-your-seat", "A deputy cannot do this.")
    mine = session.get_one(Account, account.id, with_for_update=HELD)
    if mine.emergency_pause_at is not None and mine.emergency_pause_at + EMERGENCY_EVERY > now:
        raise Denied("paused-lately", "You can use an emergency pause once in six months; you have used yours.")
    pause(session, game, "emergency", account, now, now + EMERGENCY_LASTS)
    mine.emergency_pause_at = now


def go_on(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """End a pause as a player who may end it (`may_go_on`).
    Raises NotFound `no-such-game`, Denied (`not-paused`, `not-your-pause`)."""
    game = locked_game(session, game_id)
    if game.paused_at is None:
        raise Denied("not-paused", "This game is not paused.")
    if not may_go_on(game, session.get_one(Account, account.id), who_is(session, game, account, now)):
        raise Denied("not-your-pause", "Only whoever looks after the game, or a vote, can end this pause.")
    resume(session, game, account, now)


def wake(session: Session, game_id: str, now: datetime) -> None:
    """Announce a pause's end a day ahead, or end it if due; to be called often."""
    game = locked_game(session, game_id)
    if game.status != "running" or game.paused_until is None or game.paused_at is None:
        return
    if game.paused_until <= now:
        resume(session, game, None, now)
    elif game.paused_until <= now + ANNOUNCED < game.paused_until + (game.paused_until - game.paused_at):
        key = f"{game.public_id}:waking:{int(game.paused_at.timestamp())}"
        notify(session, "pause-ends-soon", key, now, game=game, values={"until": game.paused_until})


def wake_games(store: Store, now: datetime) -> None:
    """Process all pauses that end soon, each in its own transaction, isolating faults."""
    soon = select(Game.public_id).where(Game.status == "running", Game.paused_until <= now + ANNOUNCED)
    process_each(
        store,
        soon.order_by(Game.paused_until).limit(MAX_WOKEN),
        lambda session, game_id: wake(session, game_id, now),
        trouble="a game does not wake",
        name="game",
    )


def _gets_master_email(session: Session, game: Game, account: Account, now: datetime) -> bool:
    """Return whether a game master gets the masters' email instead of a player's.
    So if there is no email to them as a player or deputy, or it would come later."""
    seats = [seat for seat in game.seats if seat.account_id == account.id and seat.wants_mail]
    acts = any(deputy.id == account.id for deputy, _ in delegates_now(session, game.seats, now))
    return not (seats or acts) or wants_sooner(account, "gm", "deadlines")


MAX_EXTENSION_HOURS = 24.0 * 30


def extend(session: Session, game: Game, hours: float, reason: str, by: Account | None, now: datetime) -> None:
    """Extend the open turn by hours (with a game hour, days), under the game's lock.

    A paused turn keeps them for later. Raises Denied `no-open-turn`, Invalid `out-of-range`.
    """
    if not 0 < hours <= MAX_EXTENSION_HOURS:
        raise Invalid(
            "out-of-range", "This must be from {least} to {most}.", "hours", least=0, most=MAX_EXTENSION_HOURS
        )
    turn = _open_turn(session, game)
    more = timedelta(hours=hours)
    if turn.status == "paused" and game.paused_at is not None:
        due_at = game.paused_at + timedelta(seconds=turn.remaining_seconds or 0.0)
        turn.remaining_seconds = (postpone(game, due_at, more) - game.paused_at).total_seconds()
    to = postpone(game, turn.due_at, more, now)
    is_reason_code = reason in ("asked", "vote")
    move(session, turn, to, reason if is_reason_code else "asked", by, now, "" if is_reason_code else reason)


def close_now(session: Session, game: Game, by: Account | None, now: datetime) -> None:
    """Make the open turn due now with what was submitted; the caller locks the game.

    Missing players are not charged. Raises Denied (`no-open-turn`, `paused-already`).
    """
    turn = _open_turn(session, game)
    if turn.status == "paused":
        raise Denied("paused-already", "This game is paused; resume it first.")
    turn.closing_at = turn.closes_at = now
    session.flush()
    if by is not None:
        log_act(session, game, by, "closed-now", {"call": turn.number}, now)
    key = f"{game.public_id}:{turn.number}:closed-now"
    notify(session, "closed-now", key, now, game=game, values={"n": turn.number}, turn=turn)


def set_wait(session: Session, account: Account, turn_id: str, wait: bool, now: datetime) -> None:
    """Make a turn wait for its deadline although all are ready, or undo it, secretly.

    Others are not told who asked. Raises NotFound `no-such-turn`, Denied (`not-your-seat`, `turn-closed`).
    """
    place = place_of(session, account, turn_id, now, lock=True)
    still_open(place.turn, now)
    if wait:
        insert_once(session, WaitRequest, turn_id=place.turn.id, seat_id=place.seat.id, at=now)
    else:
        mine = (WaitRequest.turn_id == place.turn.id, WaitRequest.seat_id == place.seat.id)
        session.execute(delete(WaitRequest).where(*mine))
    recount(session, place.game, place.turn, now)


def _open_turn(session: Session, game: Game) -> Turn:
    turn = collecting_turn(session, game, lock=True)
    if turn is None:
        raise Denied("no-open-turn", "This game is not open for orders now.")
    return turn
