"""Where libfaketime is, which sets the clocks of processes that load it."""

from __future__ import annotations

from pathlib import Path

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
MISSING = "F10 sets the clocks of processes with libfaketime, which is not here. On Debian: apt-get install faketime"


def wrong_clock(seconds: int) -> dict[str, str]:
    """The environment of a process whose clock is so many seconds fast (slow, if negative). Raises IndexError without
    the library."""
    return {"LD_PRELOAD": str(LIBRARIES[0]), "FAKETIME": f"{seconds:+d}s", "DONT_FAKE_MONOTONIC": "1"}
