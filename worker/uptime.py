"""How long this machine has been running, by a clock that nobody sets."""

from __future__ import annotations

import time
from pathlib import Path

from correspondence.outages.brake import Uptime

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def uptime() -> Uptime | None:
    """Seconds since the start, time asleep included, and the id of that start; None where the system tells neither."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    if clock is None or not _BOOT_ID.is_file():
        return None
    return Uptime(_BOOT_ID.read_text().strip(), time.clock_gettime(clock))
