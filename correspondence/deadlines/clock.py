"""When a call is due, and how its deadline moves. Pure: every moment is given, and all else asks here.

A game may name an hour of the day in a zone, and days of the week: its slots are that hour on those days. In a game
with an hour, hours are counted in local calendar days from slots and due times, begun days in full (23 and 24 hours are
one day, 167 and 168 seven), so that neither a late publication nor a change of the clocks moves the rhythm:

- A call is due as many days after the last slot before the results came out, or at the first slot from then on that
  leaves the least time. The first call, and one after a call that was closed early or taken back, counts from the day
  on which it opens; it is due no later than its hours and a slot say.
- An extension, grace, more time, the wait for substitutes in the first call and an outage move the due time by as many
  days, at its hour, on any day of the week.
- A substitute's day, a restored game and a held call that takes sheets again last until the game's hour as many days
  after today, on any day of the week, and half of those hours at least.
- After a pause a call is due as many days after the last slot as when it began, with half of what was left at least.

The least time is what the game states, else half of the call's hours, 72 at most; it is counted in real hours. Where
clocks go forward over the hour, the same moment by the old clock counts (02:30 is 03:30 that day); where they go back
over it, the first of the two.

In a game without an hour, hours are real hours from the opening or the due time. If it has days of the week, a call
whose hours end on another day is due on the next one, at the same time of the day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from adjudicator import games
from correspondence.models.games import Game

FIRST_CALL = 1
DAY = timedelta(days=1)
# Whoever comes new to a seat has so long; after an absence there is so long to read what happened.
FOR_A_SUBSTITUTE = TO_READ = DAY
# Of a call of many days less than this is enough to write, where a game states nothing.
MAX_LEAST = timedelta(hours=72)
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
    """When a call of this length, opened at a moment, is due.

    `after` is when the call before it was due, None if there was none. `absences` are the times, first and last moment,
    at which people it asks are away: the call is due a day after them, if the game's longest window allows that.
    """
    plain = _window_end(game, window, opened_at, after, _least_time(game, window))
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


def window_of(game: Game, window: str, number: int) -> timedelta:
    """How long a call of this window stays open; `number` is the call's, the first has a length of its own."""
    if number == FIRST_CALL and game.first_seconds:
        return timedelta(seconds=game.first_seconds)
    seconds = {
        "planning": game.window_seconds,
        "before-planning": game.westeros_seconds,
        "stop": game.other_seconds,
    }[games.of_edition(game.edition).window_sort(window)]
    return timedelta(seconds=seconds or game.window_seconds)


def postpone(game: Game, due_at: datetime, length: timedelta, now: datetime | None = None) -> datetime:
    """A due time so much later; of a game that stood still, half of the length after `now` at least."""
    if not game.clock:
        to = due_at + length
        return now + length if now is not None and to < now + length / 2 else to
    to = _add(game, due_at, _whole_days(length))
    while now is not None and to < now + length / 2:
        to = _add(game, to, DAY)
    return to


def due_after(game: Game, now: datetime, length: timedelta) -> datetime:
    """When time is up for somebody who gets this long from now on, whatever the day of the week."""
    if not game.clock:
        return now + length
    days = _at_hour(game, _local(game, now).date() + _whole_days(length))
    return slot(game, max(now + length / 2, min(days, _add(game, now, length))), EVERY_DAY)


def due_on_resume(game: Game, left: timedelta, paused_at: datetime, now: datetime) -> datetime:
    """When a call is due that had this long left when its game paused."""
    at_least = min(MIN_AFTER_PAUSE, timedelta(seconds=game.window_seconds))
    window, least = max(left, at_least), max(at_least, min(left / 2, MAX_LEAST))
    if game.clock:
        window = _day(game, slot(game, paused_at + left, EVERY_DAY)) - _last_day(game, paused_at)
    return _window_end(game, window, now, now if game.clock else None, least)


def has_hours(game: Game) -> bool:
    """Whether a game's calls are due only at an hour of the day, or only on some weekdays."""
    return bool(game.clock) or len(set(game.weekdays)) < len(EVERY_DAY)


def slot(game: Game, earliest: datetime, weekdays: str = "") -> datetime:
    """The first moment, not before `earliest`, at which a call may be due; `weekdays` instead of the game's own."""
    if not has_hours(game):
        return earliest
    return next(moment for moment in _slots(game, earliest, weekdays) if moment >= earliest)


def _least_time(game: Game, window: timedelta) -> timedelta:
    """How long there is to write for a call at least."""
    return timedelta(seconds=game.least_seconds) or min(window / 2, MAX_LEAST)


def _window_end(
    game: Game, window: timedelta, opened_at: datetime, after: datetime | None, least: timedelta
) -> datetime:
    """When a window is over, absences aside."""
    enough, end = opened_at + least, opened_at + max(window, least)
    if not has_hours(game):
        return end
    today = _local(game, opened_at).date()
    # If the call before was closed early, from its slot or today, whichever is sooner.
    start = today if after is None else min(today, _last_day(game, max(opened_at, after)))
    if game.clock:
        days = _at_hour(game, start + _whole_days(window))
        return slot(game, max(enough, min(days, _add(game, opened_at, window))))
    if not _allows(game, _local(game, end).date()):
        # Days without deadlines that passed before the call opened do not put it off by another week.
        end -= today - start
    return next(moment for moment in _slots(game, end) if moment >= max(end, enough))


def _last_slot(game: Game, first: datetime, latest: datetime) -> datetime:
    """The last moment until `latest` at which a call may be due; `first` is one."""
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
            yield at_clock(day, hour, ZoneInfo(game.zone))


def _last_day(game: Game, moment: datetime) -> date:
    """The local day of the last slot until a moment."""
    local = _local(game, moment)
    days = (local.date() - timedelta(days=days) for days in range(MAX_DAYS))
    return next(day for day in days if _allows(game, day) and (not game.clock or _at_hour(game, day) <= moment))


def _allows(game: Game, day: date, weekdays: str = "") -> bool:
    return str(day.isoweekday()) in (weekdays or game.weekdays)


def _day(game: Game, moment: datetime) -> date:
    """The day whose hour a moment is, else its local day: an hour that clocks leap over may come on the next one."""
    today = _local(game, moment).date()
    return today - DAY if _at_hour(game, today - DAY) == moment else today


def _local(game: Game, moment: datetime) -> datetime:
    return moment.astimezone(ZoneInfo(game.zone))


def _at_hour(game: Game, day: date) -> datetime:
    return at_clock(day, time.fromisoformat(game.clock), ZoneInfo(game.zone))


def _whole_days(length: timedelta) -> timedelta:
    """A length in days, those begun in full."""
    return -(-length // DAY) * DAY


def _add(game: Game, moment: datetime, length: timedelta) -> datetime:
    """A moment so much later; in a game with an hour whole days by its clocks, and what is left in real hours."""
    if not game.clock:
        return moment + length
    local, days, day = _local(game, moment), length // DAY, _day(game, moment)
    # A slot on the day of a change may be at another hour than the others.
    hour = time.fromisoformat(game.clock) if moment == _at_hour(game, day) else local.time()
    return at_clock(day + days * DAY, hour, ZoneInfo(game.zone)) + (length - days * DAY)


def at_clock(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """A day's hour by the clocks of a zone, in UTC."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


def reminder_times(opened_at: datetime, due_at: datetime, now: datetime) -> dict[str, datetime]:
    """When to remind, by kind: 24, 6 and 1 hours before; of a window shorter than a day when a fifth of it is left.

    Only what still lies ahead; nothing within the first tenth of the window.
    """
    window = due_at - opened_at
    if window < timedelta(hours=24):
        found = {"short": due_at - window / 5}
    else:
        found = {f"{hours}h": due_at - timedelta(hours=hours) for hours in (24, 6, 1)}
    return {kind: at for kind, at in found.items() if at > now and at >= opened_at + window / 10}


def last_kind(kinds: Sequence[str]) -> str:
    """The reminder nearest to the deadline."""
    return next((kind for kind in ("1h", "short", "6h", "24h") if kind in kinds), "")
