"""When a call is due: windows, a fixed hour of the day, weekdays, absences. Pure: every moment is given.

A game may name an hour of the day in a zone. Its calls are then due at that hour, on the weekdays it allows, at the
first such moment after their window. Windows an hour short of whole days (23, 47, 71 hours) keep the hour from
slipping when something takes a little longer. Where clocks go forward over the hour, the same moment an hour later by
the new clock counts; where they go back over it, the first of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from adjudicator import face
from correspondence.models.games import Game

FIRST_CALL = 1
# After an absence somebody has a day to read what happened before anything is due.
TO_READ = timedelta(hours=24)
# No fixed hour lies further ahead than this: a week has one allowed day at least.
MOST_DAYS = 60


def due_date(
    game: Game, window: str, opened_at: datetime, absences: Iterable[tuple[datetime, datetime]] = (), number: int = 0
) -> datetime:
    """When a call of this window, opened at a moment, is due.

    `absences` are the times, first and last moment, at which people it asks are away: the call is due a day after
    them, if the game's longest window allows that. `number` is the call's; the first has a window of its own.
    """
    asked = opened_at + window_of(game, window, number)
    plain = slot(game, max(asked, opened_at + timedelta(seconds=game.least_seconds)))
    latest = opened_at + timedelta(seconds=game.most_seconds)
    if plain > latest:
        return plain
    due, away = plain, sorted(absences)
    while True:
        back = max((last for first, last in away if first - TO_READ < due < last + TO_READ), default=None)
        moved = slot(game, back + TO_READ) if back is not None else due
        if moved <= due:
            return due
        if moved > latest:
            return _last_slot(game, due, latest)
        due = moved


def window_of(game: Game, window: str, number: int) -> timedelta:
    """How long a call of this window stays open."""
    if number == FIRST_CALL and game.first_seconds:
        return timedelta(seconds=game.first_seconds)
    seconds = {
        "planning": game.window_seconds,
        "before-planning": game.westeros_seconds,
        "stop": game.other_seconds,
    }[face.window_sort(game.edition, window)]
    return timedelta(seconds=seconds or game.window_seconds)


def has_hours(game: Game) -> bool:
    """Whether a game's calls are due only at an hour of the day, or only on some weekdays."""
    return bool(game.clock) or len(set(game.weekdays)) < 7


def slot(game: Game, earliest: datetime) -> datetime:
    """The first moment, not before `earliest`, at which a call of the game may be due."""
    if not has_hours(game):
        return earliest
    return next(moment for moment in _slots(game, earliest) if moment >= earliest)


def _last_slot(game: Game, first: datetime, latest: datetime) -> datetime:
    """The last moment until `latest` at which a call may be due; `first` is one."""
    found = first
    if not has_hours(game):
        return max(first, latest)
    for moment in _slots(game, first):
        if moment > latest:
            return found
        found = max(found, moment)
    return found


def _slots(game: Game, earliest: datetime) -> Iterator[datetime]:
    """The allowed moments around and after one, in their order."""
    zone = ZoneInfo(game.zone)
    local = earliest.astimezone(zone)
    hour = time.fromisoformat(game.clock) if game.clock else local.time().replace(tzinfo=None)
    for days in range(-1, MOST_DAYS):
        day = local.date() + timedelta(days=days)
        if str(day.isoweekday()) in game.weekdays:
            yield at_clock(day, hour, zone)


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
