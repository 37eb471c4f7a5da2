"""The rhythm of the schedule: beats that keep step with the clock on the wall.

Deadlines lie on whole minutes. A sweep every five seconds from whenever the worker began finds them some seconds
late; one on each fifth second finds them at once.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from celery.schedules import schedstate, schedule


class InStep(schedule):
    """Every so many seconds, counted from the beginning of the day (UTC) and not from the last time."""

    def remaining_estimate(self, last_run_at: datetime) -> timedelta:
        """The time until the next beat; none if one was missed, or if the clock was set back."""
        last, now = _timestamp(last_run_at), _timestamp(self.now())
        every = float(self.seconds)
        following = (last // every + 1) * every
        return timedelta(seconds=following - now) if last <= now < following else timedelta(0)

    def is_due(self, last_run_at: datetime) -> Any:
        """Whether it is time, and the seconds until the next look."""
        remaining = self.remaining_estimate(last_run_at).total_seconds()
        if remaining > 0:
            return schedstate(is_due=False, next=remaining)
        now, every = _timestamp(self.now()), float(self.seconds)
        return schedstate(is_due=True, next=every - now % every)


def _timestamp(moment: datetime) -> float:
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
