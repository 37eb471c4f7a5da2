"""When turns are due: fixed hours through both changes of the clocks, weekdays, windows, absences, reminders."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from correspondence.deadlines.clock import (
    DAY,
    due_after,
    due_date,
    due_on_resume,
    postpone,
    reminder_times,
    window_length,
)
from correspondence.games.options import PRESETS
from correspondence.models.games import Game
from tests.slices import often

HOUR = 3600.0


def game(**columns: Any) -> Game:
    """The rules for deadlines of a game."""
    plain: dict[str, Any] = {
        "clock": "20:00",
        "zone": "Europe/Berlin",
        "weekdays": "1234567",
        "window_seconds": 47 * HOUR,
        "first_seconds": 0.0,
        "westeros_seconds": 23 * HOUR,
        "other_seconds": 0.0,
        "least_seconds": 12 * HOUR,
        "most_seconds": 7 * 24 * HOUR,
    }
    return Game(edition="first-edition", **plain | columns)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def due(rules: Game, opened: str, window: str = "r2-planning", *away: tuple[str, str], after: str | None = None) -> str:
    absences = [(utc(first), utc(last)) for first, last in away]
    before = utc(after) if after else None
    return _text(due_date(rules, window_length(rules, window, 5), utc(opened), before, absences))


def _text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize(
    ("zone", "opened", "expected"),
    [
        ("Europe/Berlin", "2026-11-21T19:04", "2026-11-23T19:00"),  # four minutes late, and the hour stays
        ("Europe/Berlin", "2026-11-21T19:59", "2026-11-23T19:00"),
        ("Europe/Berlin", "2026-11-21T20:01", "2026-11-23T19:00"),  # an hour late, and it stays
        ("Europe/Berlin", "2026-03-27T19:00", "2026-03-29T18:00"),  # clocks go forward: the hour stays eight o'clock
        ("Europe/Berlin", "2026-10-23T18:00", "2026-10-25T19:00"),  # and back
        ("America/New_York", "2026-03-07T01:00", "2026-03-09T00:00"),
        ("America/New_York", "2026-10-31T00:00", "2026-11-02T01:00"),
        ("Australia/Lord_Howe", "2026-10-02T09:30", "2026-10-04T09:00"),  # half an hour is enough
        ("Australia/Lord_Howe", "2026-04-03T09:00", "2026-04-05T09:30"),
        ("Pacific/Auckland", "2026-04-03T07:00", "2026-04-05T08:00"),
    ],
)
def test_the_hour_is_kept(zone: str, opened: str, expected: str) -> None:
    assert due(game(zone=zone), opened) == expected
    assert due(game(zone=zone), opened, after=opened) == expected


@pytest.mark.parametrize(
    ("zone", "hours", "opened", "expected"),
    [
        ("Europe/Rome", 23, "2027-03-27T19:00", "2027-03-28T18:00"),  # Saturday, eight in the evening, to Sunday
        ("Europe/Rome", 23, "2027-03-27T19:05", "2027-03-28T18:00"),
        ("Europe/Rome", 47, "2027-03-27T19:05", "2027-03-29T18:00"),
        ("Europe/Rome", 47, "2027-03-26T19:05", "2027-03-28T18:00"),
        ("America/New_York", 71, "2027-03-13T01:05", "2027-03-16T00:00"),
        ("Europe/Rome", 23, "2027-10-30T18:05", "2027-10-31T19:00"),
        ("Europe/Rome", 24, "2026-11-21T19:05", "2026-11-22T19:00"),  # whole days mean the same
    ],
)
def test_windows_count_local_days(zone: str, hours: int, opened: str, expected: str) -> None:
    rules = game(zone=zone, window_seconds=hours * HOUR)

    assert due(rules, opened) == due(rules, opened, after=opened) == expected


# Due on Sundays at eight in the evening in Rome: on the 22nd, the 29th and so on.
WEEKLY = {"zone": "Europe/Rome", "weekdays": "7", "window_seconds": 167 * HOUR}


@pytest.mark.parametrize(
    ("least", "opened", "after", "expected"),
    [
        (12, "2026-11-22T19:05", "2026-11-22T19:00", "2026-11-29T19:00"),
        (12, "2026-11-22T20:30", "2026-11-22T19:00", "2026-11-29T19:00"),  # looked at for an hour and a half
        (12, "2026-11-28T19:00", "2026-11-22T19:00", "2026-11-29T19:00"),  # for six days
        (12, "2026-11-29T08:00", "2026-11-22T19:00", "2026-12-06T19:00"),  # less than twelve hours would be left
        (0, "2026-11-26T18:00", "2026-11-22T19:00", "2026-11-29T19:00"),  # three days are left
        (0, "2026-11-26T20:00", "2026-11-22T19:00", "2026-12-06T19:00"),
        (12, "2026-11-23T19:00", "2026-11-23T19:00", "2026-11-29T19:00"),  # extended by a day
        (12, "2026-11-20T11:00", "2026-11-22T19:00", "2026-11-29T19:00"),  # closed early: its Sunday stays its own
        (12, "2026-11-23T11:00", "2026-11-23T19:00", "2026-11-29T19:00"),  # extended, then closed early
        (12, "2026-11-20T11:00", "2027-01-31T19:00", "2026-11-29T19:00"),  # far ahead, then closed
        (12, "2026-11-22T20:30", None, "2026-11-29T19:00"),  # the first turn
        (12, "2026-11-21T11:00", None, "2026-11-29T19:00"),
    ],
)
def test_weekly_games_keep_their_week(least: int, opened: str, after: str | None, expected: str) -> None:
    assert due(game(**WEEKLY, least_seconds=least * HOUR), opened, after=after) == expected


def test_weekly_games_without_an_hour_keep_their_week() -> None:
    rules = game(**WEEKLY, clock="", least_seconds=0.0)

    assert due(rules, "2026-11-22T14:00", after="2026-11-22T14:00") == "2026-11-29T13:00"
    assert due(rules, "2026-11-23T09:00", after="2026-11-22T14:00") == "2026-11-29T08:00"
    assert due(rules, "2026-11-23T09:00") == "2026-12-06T08:00", "nothing came before it"


def test_time_given_is_counted_from_the_due_time() -> None:
    weekly, sunday = game(**WEEKLY), utc("2026-11-22T19:00")
    spring = game(zone="Europe/Rome")
    late = timedelta(seconds=40)

    assert _text(postpone(weekly, sunday, DAY, sunday + late)) == "2026-11-23T19:00"
    assert _text(postpone(spring, utc("2027-03-27T19:00"), DAY, utc("2027-03-27T19:00") + late)) == "2027-03-28T18:00"
    assert _text(postpone(spring, sunday, DAY / 2, sunday + late)) == "2026-11-23T19:00", "begun days count in full"
    assert postpone(game(clock=""), sunday, DAY / 2, sunday + late) == sunday + DAY / 2
    assert _text(postpone(weekly, sunday, DAY, sunday + 3 * DAY)) == "2026-11-26T19:00", "it stood still for days"
    assert postpone(game(clock=""), sunday, DAY, sunday + 3 * DAY) == sunday + 4 * DAY


def test_a_day_for_whoever_comes_new_is_a_calendar_day() -> None:
    weekly = game(**WEEKLY)

    assert _text(due_after(weekly, utc("2026-11-24T11:00"), DAY)) == "2026-11-25T19:00"
    assert _text(due_after(weekly, utc("2026-11-24T20:30"), DAY)) == "2026-11-25T19:00", "late in the evening"
    assert _text(due_after(game(clock="00:05"), utc("2026-11-24T22:50"), DAY)) == "2026-11-25T23:05", "half a day"
    assert _text(due_after(game(clock=""), utc("2026-11-24T11:00"), DAY)) == "2026-11-25T11:00"


@pytest.mark.parametrize(
    ("paused", "resumed", "expected"),
    [
        ("2026-11-23T09:00", "2026-11-24T09:00", "2026-11-29T19:00"),  # a day later, the same Sunday
        ("2026-11-28T09:00", "2026-12-01T09:00", "2026-12-06T19:00"),
        ("2026-11-23T09:00", "2026-11-28T09:00", "2026-12-06T19:00"),  # a day and a half of a week is not enough
        ("2026-11-29T18:00", "2026-11-29T18:30", "2026-12-06T19:00"),  # nor is half an hour
    ],
)
def test_a_pause_counts_slots(paused: str, resumed: str, expected: str) -> None:
    left = utc("2026-11-29T19:00") - utc(paused)

    assert _text(due_on_resume(game(**WEEKLY), left, utc(paused), utc(resumed))) == expected


def test_a_pause_over_a_change_of_the_clocks_keeps_the_days() -> None:
    rules, paused = game(zone="Europe/Rome"), utc("2027-10-30T18:05")
    left = utc("2027-10-31T19:00") - paused

    assert _text(due_on_resume(rules, left, paused, utc("2027-11-06T19:06"))) == "2027-11-07T19:00"


def test_a_pause_takes_nothing_from_a_game_without_an_hour() -> None:
    rules, paused = game(**WEEKLY, clock=""), utc("2026-11-23T14:00")
    left = utc("2026-11-29T13:00") - paused

    assert _text(due_on_resume(rules, left, paused, paused)) == "2026-11-29T13:00"
    assert _text(due_on_resume(rules, left, paused, utc("2026-11-24T14:00"))) == "2026-12-06T13:00"


def test_hour_skipped_into_the_next_day_keeps_its_day() -> None:
    rules = game(zone="America/Nuuk", clock="23:30", weekdays="6")
    saturday = utc("2027-03-28T01:30")
    assert due(rules, "2027-03-23T20:00") == _text(saturday), "half past midnight on Sunday, by the new clock"

    assert _text(postpone(rules, saturday, DAY)) == "2027-03-29T00:30", "half past eleven on Sunday again"
    paused = utc("2027-03-24T15:00")
    assert due_on_resume(rules, saturday - paused, paused, paused) == saturday


@pytest.mark.parametrize(
    ("clock", "opened", "expected"),
    [
        ("02:30", "2026-03-27T02:00", "2026-03-29T01:30"),  # there is no half past two: an hour later by the clock
        ("02:30", "2026-10-23T01:00", "2026-10-25T00:30"),  # half past two comes twice: the first of them
    ],
)
def test_an_hour_that_does_not_come_or_comes_twice(clock: str, opened: str, expected: str) -> None:
    assert due(game(clock=clock), opened) == expected


@pytest.mark.parametrize(
    ("weekdays", "expected"),
    [("1234567", "2026-11-23"), ("123457", "2026-11-23"), ("234", "2026-11-24"), ("6", "2026-11-28")],
)
def test_weekdays(weekdays: str, expected: str) -> None:
    assert due(game(weekdays=weekdays), "2026-11-21T19:04").startswith(expected)
    assert due(game(weekdays=weekdays, clock=""), "2026-11-21T19:04").startswith(expected)


def test_windows() -> None:
    rules = game(first_seconds=72 * HOUR, other_seconds=11 * HOUR)
    hours = {
        name: window_length(rules, name, number) / timedelta(hours=1)
        for name, number in (("r1-planning", 1), ("r2-planning", 3), ("r2-westeros", 2), ("r2-raven", 4), ("d7-x-y", 5))
    }
    assert hours == {"r1-planning": 72, "r2-planning": 47, "r2-westeros": 23, "r2-raven": 11, "d7-x-y": 11}
    assert due(rules, "2026-11-21T12:00", "r2-raven") == "2026-11-22T19:00", "twelve hours at least"


def test_without_a_clock_windows_count_alone() -> None:
    assert due(game(clock="", least_seconds=0.0), "2026-11-21T12:34") == "2026-11-23T11:34"


@pytest.mark.parametrize(
    ("away", "expected"),
    [
        ([], "2026-11-23T19:00"),
        ([("2026-11-22T00:00", "2026-11-24T00:00")], "2026-11-25T19:00"),  # a day to read after it
        ([("2026-11-25T00:00", "2026-11-27T00:00")], "2026-11-23T19:00"),  # after the deadline, and far enough
        ([("2026-11-22T00:00", "2026-11-24T00:00"), ("2026-11-25T00:00", "2026-11-26T00:00")], "2026-11-27T19:00"),
        ([("2026-11-22T00:00", "2026-12-20T00:00")], "2026-11-27T19:00"),  # never longer than a week
    ],
)
def test_absences_move_what_follows(away: list[tuple[str, str]], expected: str) -> None:
    assert due(game(), "2026-11-21T12:00", "r2-planning", *away) == expected


def test_a_game_without_a_longest_window_waits_for_nobody() -> None:
    rules = game(clock="", most_seconds=0.0)
    assert due(rules, "2026-11-21T12:00", "r2-planning", ("2026-11-22T00:00", "2026-11-24T00:00")) == "2026-11-23T11:00"


def test_reminders() -> None:
    opened = utc("2026-11-21T12:00")

    def hours(window: int, later: int = 0) -> dict[str, float]:
        times = reminder_times(opened, opened + timedelta(hours=window), opened + timedelta(hours=later))
        return {kind: (at - opened) / timedelta(hours=1) for kind, at in times.items()}

    assert hours(47) == {"24h": 23, "6h": 41, "1h": 46}
    assert hours(47, later=30) == {"6h": 41, "1h": 46}
    assert hours(25) == {"6h": 19, "1h": 24}, "none within the first tenth"
    assert hours(10) == {"short": 8}


# Half hours, half an hour of summer time, the southern half of the world, changes at midnight, none at all.
ZONES = (
    "Europe/Rome",
    "America/New_York",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Australia/Adelaide",
    "Pacific/Auckland",
    "America/Santiago",
    "America/St_Johns",
    "UTC",
)
FIXED = ("20:00", "00:00", "00:30", "01:30", "02:00", "02:15", "02:30", "03:00", "12:00", "23:59")
WINDOWS = ("window_hours", "first_hours", "westeros_hours", "other_hours")
LENGTHS = sorted({hours for preset in PRESETS.values() for field, hours in preset.items() if field in WINDOWS})


def at_hands(day: date, hour: str, zone: str) -> datetime:
    """The first moment at which clocks show an hour on a day; if they leap over it, as the clock before would have."""
    wall = datetime.combine(day, time.fromisoformat(hour))
    moment = (datetime.combine(day - DAY, time(12), ZoneInfo(zone)) + DAY / 4).astimezone(UTC)
    while (hands := moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)) < wall:
        moment += min(wall - hands, timedelta(minutes=15))
        before = hands
    # The last step was a quarter of an hour at most, and more than that by the hands if they leapt.
    return moment if hands == wall else moment - timedelta(minutes=15) + (wall - before)


@cache
def changes(zone: str) -> list[date]:
    """The local days of a year on which the clocks of a zone are changed; two others where they never are."""
    days = [date(2027, 1, 1) + DAY * n for n in range(365)]
    moments = [datetime.combine(day, time(12), ZoneInfo(zone)) for day in days]
    pairs = zip(moments, moments[1:], strict=False)
    return [late.date() for early, late in pairs if early.utcoffset() != late.utcoffset()] or [days[86], days[303]]


def rules_at_random(chance: Random) -> Game:
    zone = chance.choice(ZONES)
    return game(
        zone=zone,
        clock=chance.choice(FIXED),
        weekdays=chance.choice(("1234567", "1234567", "123457", "12345", "7", "37")),
        window_seconds=chance.choice((*LENGTHS, 1.0, 24.0, 25.0, 48.0, 167.0, 168.0, 335.0)) * HOUR,
        least_seconds=chance.choice((0, 0, 6, 12, 24, 72)) * HOUR,
        most_seconds=0.0,
    )


def near_a_change(rules: Game, chance: Random) -> datetime:
    """Any minute of the days around a change of the clocks."""
    day = chance.choice(changes(rules.zone))
    noon = datetime.combine(day, time(12), ZoneInfo(rules.zone)).astimezone(UTC)
    return noon + timedelta(minutes=chance.randrange(-5 * 24 * 60, 2 * 24 * 60))


def slots_around(rules: Game, moment: datetime) -> Iterator[tuple[date, datetime]]:
    """The days of a game's slots from nine days before a moment on, with their moments."""
    today = moment.astimezone(ZoneInfo(rules.zone)).date()
    for days in range(-9, 30):
        day = today + DAY * days
        if str(day.isoweekday()) in rules.weekdays:
            yield day, at_hands(day, rules.clock, rules.zone)


@pytest.mark.parametrize("seed", range(often(100, 3_000)))
def test_a_turn_is_due_at_the_first_slot_that_will_do(seed: int) -> None:
    chance = Random(seed)
    rules = rules_at_random(chance)
    opened, window = near_a_change(rules, chance), timedelta(seconds=rules.window_seconds)
    least = timedelta(seconds=rules.least_seconds) or min(window / 2, timedelta(hours=72))
    slots = list(slots_around(rules, opened))
    begun = max(day for day, moment in slots if moment <= opened)
    days = -(-window // DAY)

    found = due_date(rules, window, opened, opened)

    assert found == next(at for day, at in slots if day >= begun + DAY * days and at >= opened + least)
    sooner = opened - timedelta(minutes=chance.randrange(10_000))
    assert due_date(rules, window, sooner, sooner) <= found, "earlier results, no later deadline"
    assert due_date(rules, window, sooner, opened) <= found, "nor if a call is closed early"
    first = due_date(rules, window, opened)
    assert first in [at for _, at in slots]
    assert first >= opened + least


@pytest.mark.parametrize("seed", range(often(60, 2_000)))
def test_time_given_moves_the_date_alone(seed: int) -> None:
    chance = Random(seed)
    rules = rules_at_random(chance)
    day, days = chance.choice(list(slots_around(rules, near_a_change(rules, chance))))[0], chance.randrange(1, 8)
    due_at = at_hands(day, rules.clock, rules.zone)
    late = due_at + timedelta(seconds=chance.randrange(3600))

    for length in (DAY * days, DAY * days - timedelta(hours=chance.randrange(1, 23))):
        assert postpone(rules, due_at, length, late) == at_hands(day + DAY * days, rules.clock, rules.zone)
    left, back = DAY * days, late + timedelta(minutes=chance.randrange(20_000))
    for moment in (due_after(rules, back, left), due_on_resume(rules, left, late, back)):
        assert moment >= back + min(left / 2, timedelta(hours=72))
        assert moment == at_hands(moment.astimezone(ZoneInfo(rules.zone)).date(), rules.clock, rules.zone)
    assert due_after(rules, back, left) <= postpone(rules, back, left) + DAY
