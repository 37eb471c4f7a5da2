"""When calls are due: fixed hours through both changes of the clocks, weekdays, windows, absences, reminders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from correspondence.deadlines.clock import due_date, reminder_times, window_of
from correspondence.models.games import Game

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


def due(rules: Game, opened: str, window: str = "r2-planning", *away: tuple[str, str]) -> str:
    absences = [(utc(first), utc(last)) for first, last in away]
    return due_date(rules, window, utc(opened), absences, number=5).strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize(
    ("zone", "opened", "expected"),
    [
        ("Europe/Berlin", "2026-11-21T19:04", "2026-11-23T19:00"),  # four minutes late, and the hour stays
        ("Europe/Berlin", "2026-11-21T19:59", "2026-11-23T19:00"),
        ("Europe/Berlin", "2026-11-21T20:01", "2026-11-24T19:00"),
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
        name: window_of(rules, name, number) / timedelta(hours=1)
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
