"""Sets of numbers that go well together: what suits most games, slower, and faster ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

# An hour less than whole days: without a fixed hour, calls do not slip when something takes a little longer.
_SHARED: Mapping[str, Any] = MappingProxyType(
    {
        "pace": "bulk",
        "clock": "20:00",
        "weekdays": "1234567",
        "least_hours": 12.0,
        "early_close": False,
        "extensions": 3,
        "extension_hours": 24.0,
        "extensions_in_a_row": 2,
        "grace_hours": 24.0,
        "misses_allowed": 2,
        "absent_seat": "steward",
    }
)
PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "slow": {
            **_SHARED,
            "window_hours": 71.0,
            "first_hours": 120.0,
            "westeros_hours": 47.0,
            "other_hours": 47.0,
            "most_hours": 336.0,
            "hold_minutes": 30.0,
            "muster_hours": 72.0,
            "weekdays": "123457",
        },
        "standard": {
            **_SHARED,
            "window_hours": 47.0,
            "first_hours": 72.0,
            "westeros_hours": 23.0,
            "other_hours": 23.0,
            "most_hours": 168.0,
            "hold_minutes": 30.0,
            "muster_hours": 48.0,
            "weekdays": "123457",
        },
        "fast": {
            **_SHARED,
            "clock": "",
            "early_close": True,
            "window_hours": 23.0,
            "first_hours": 48.0,
            "westeros_hours": 11.0,
            "other_hours": 11.0,
            "least_hours": 6.0,
            "most_hours": 96.0,
            "hold_minutes": 30.0,
            "muster_hours": 24.0,
        },
    }
)
SUGGESTED = "standard"
# What a first game says instead of one of these: `correspondence.tutorial`.
TUTORIAL = "tutorial"
