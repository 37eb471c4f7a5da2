"""The rhythm of the schedule: beats that keep step with the clock on the wall.

Deadlines lie on whole minutes. A sweep every five seconds from whenever the worker began finds them some seconds
late; one on each fifth second finds them at once. And a schedule that does not fill the log while the broker is away.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from celery import beat
from celery.schedules import schedstate, schedule
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)

# Of a broker that is away one line a minute; Celery's own schedule writes a page about each beat it could not send.
SAID_EVERY = 60.0


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


class Scheduler(beat.Scheduler):
    """The schedule; what it could not send because the broker is away is counted, and told in one line."""

    _unsent, _say_at = 0, 0.0

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send what is due. A sweep that is not sent is made by a worker's own lookout, so nothing is sent later."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except beat.SchedulingError as fault:
            if not isinstance(fault.__context__, OperationalError):
                log.exception("a beat could not be sent", task=entry.task)
                return
            self._unsent += 1
            if time.monotonic() >= self._say_at:
                self._say_at = time.monotonic() + SAID_EVERY
                log.error(
                    "the broker does not answer; beats are lost", count=self._unsent, error=repr(fault.__context__)
                )
        else:
            if self._unsent:
                log.info("the broker answers again", beats_lost=self._unsent)
                self._unsent, self._say_at = 0, 0.0
