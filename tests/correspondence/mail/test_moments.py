"""How far off a moment is, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from correspondence.mail.asking import from_now
from narration.words import translator

NOW = datetime(2026, 11, 24, 18, tzinfo=UTC)
AWAY = {
    timedelta(days=3, hours=12): ("in 3 days 12 hours", "tra 3 giorni e 12 ore", "dentro de 3 días y 12 horas"),
    timedelta(hours=36): ("in 1 day 12 hours", "tra 1 giorno e 12 ore", "dentro de 1 día y 12 horas"),
    timedelta(days=2): ("in 2 days", "tra 2 giorni", "dentro de 2 días"),
    timedelta(days=2, microseconds=-1): ("in 1 day 23 hours", "tra 1 giorno e 23 ore", "dentro de 1 día y 23 horas"),
    timedelta(days=13, minutes=59): ("in 13 days", "tra 13 giorni", "dentro de 13 días"),
    timedelta(hours=1, minutes=1, seconds=59): (
        "in 1 hour 1 minute",
        "tra 1 ora e 1 minuto",
        "dentro de 1 hora y 1 minuto",
    ),
    timedelta(seconds=90): ("in 1 minute 30 seconds", "tra 1 minuto e 30 secondi", "dentro de 1 minuto y 30 segundos"),
    timedelta(): ("in 0 seconds", "tra 0 secondi", "dentro de 0 segundos"),
    -timedelta(days=3): ("3 days ago", "3 giorni fa", "hace 3 días"),
}


@pytest.mark.parametrize("away", AWAY)
def test_no_moment_sounds_later_than_it_is(away: timedelta) -> None:
    told = tuple(from_now(NOW + away, NOW, translator(language)) for language in ("en", "it", "es"))
    assert told == AWAY[away]
