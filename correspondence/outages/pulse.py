"""Whether the service is awake: the pulse that every sweep leaves, and the stop of a clock that cannot be right."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from correspondence.models.deadlines import Pulse

SWEEP, STOP = "sweep", "clock-stop"


def stopped(session: Session) -> str | None:
    """Why nothing is adjudicated at present; None if all is well."""
    found = session.get(Pulse, STOP)
    return found.note if found else None


def last_pulse(session: Session) -> datetime | None:
    """When the sweep was last alive."""
    found = session.get(Pulse, SWEEP)
    return found.at if found else None
