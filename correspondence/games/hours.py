"""The numbers of a game's clock: what is possible, and what goes together."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from correspondence import input_validation
from correspondence.errors import Invalid
from correspondence.games.new_game import NewGame
from narration.words import N_

SHORTEST_WINDOW_HOURS, LONGEST_WINDOW_HOURS = 0.01, 24.0 * 30
LONGEST_HOLD_MINUTES = 24 * 60.0
# Field, least, most. Hours unless said otherwise.
_LIMITS = (
    ("window_hours", SHORTEST_WINDOW_HOURS, LONGEST_WINDOW_HOURS),
    ("first_hours", 0.0, LONGEST_WINDOW_HOURS),
    ("westeros_hours", 0.0, LONGEST_WINDOW_HOURS),
    ("other_hours", 0.0, LONGEST_WINDOW_HOURS),
    ("least_hours", 0.0, 24.0 * 7),
    ("most_hours", 0.0, 24.0 * 60),
    ("hold_minutes", 0.0, LONGEST_HOLD_MINUTES),
    ("muster_hours", 0.0, 24.0 * 14),
    ("extensions", 0, 20),
    ("extension_hours", 0.5, 24.0 * 7),
    ("extensions_in_a_row", 0, 20),
    ("grace_hours", 0.0, 24.0 * 7),
    ("misses_allowed", 0, 20),
)
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def checked_hours(new: NewGame) -> NewGame:
    """The same game with its clock and weekdays in order; Invalid with the field at fault."""
    for field, least, most in _LIMITS:
        value = getattr(new, field)
        if not (math.isfinite(value) and least <= value <= most):
            raise Invalid("out-of-range", N_("This must be from {least} to {most}."), field, least=least, most=most)
    longest = max(new.window_hours, new.first_hours, new.westeros_hours, new.other_hours)
    if new.most_hours and new.most_hours < longest:
        raise Invalid("limits-cross", N_("This must be no shorter than the longest window."), "most_hours")
    if new.most_hours and new.most_hours < new.least_hours:
        raise Invalid("limits-cross", N_("This must be no longer than the longest wait allowed."), "least_hours")
    return replace(new, clock=_clock(new.clock), zone=input_validation.zone(new.zone), weekdays=_weekdays(new.weekdays))


def _clock(text: str) -> str:
    """`20:00`, or nothing. Invalid `bad-clock`."""
    text = text.strip()
    if not text:
        return ""
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise Invalid("bad-clock", N_("This must be an hour such as 20:00, or nothing."), "clock")
    return f"{int(found[1]):02}:{found[2]}"


def _weekdays(text: str) -> str:
    """ISO days of the week in order, each once. Invalid `no-weekday`."""
    days = "".join(sorted(set(text)))
    if not days or any(day not in "1234567" for day in days):
        raise Invalid("no-weekday", N_("Choose at least one day of the week."), "weekdays")
    return days
