"""What one connection, one address and one process may take."""

from __future__ import annotations

import resource
from dataclasses import dataclass

from correspondence.archive.file_limits import MOST_FILE_BYTES

# Descriptors kept for files, the database and the broker, beside those of connections.
SPARED_FILES = 128
MOST_FILES = 65_536


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Seconds and sizes for each process of the site.

    A head (request line and headers) has `head_seconds` from the connection, or from its first byte on one that was
    answered before. A body has `body_seconds` and a second more for each `body_bytes_a_second` that came. An answer
    that nobody takes for `answer_seconds` is given up. What is refused may go on sending for `deaf_seconds`, unheard.
    `connections` at once in all and from one address (`of_one`; 0:
    any number), `at_once` requests of one address in threads, `waiting` before these. Sizes are in bytes.
    """

    head_seconds: float = 15.0
    body_seconds: float = 20.0
    body_bytes_a_second: int = 4096
    idle_seconds: int = 15
    answer_seconds: float = 60.0
    stop_seconds: int = 8
    linger_seconds: float = 1.0
    deaf_seconds: float = 15.0
    head_bytes: int = 32 * 1024
    headers: int = 100
    # The largest that the site takes is a game file; its form adds a little.
    body_bytes: int = MOST_FILE_BYTES + 256 * 1024
    # Of a body, this much is kept in memory, the rest in a file without a name.
    memory_bytes: int = 256 * 1024
    connections: int = 4096
    of_one: int = 100
    at_once: int = 4
    waiting: int = 64
    waiting_in_all: int = 1024
    # Streams held open: in all, for one account or address; how often who listens is looked up again, how often a
    # stream says that it lives, how often somebody looks whether anything happened, and how long a stream lasts.
    streams: int = 1000
    streams_of_one: int = 12
    again_seconds: float = 120.0
    pulse_seconds: float = 20.0
    look_seconds: float = 2.0
    stream_seconds: float = 3600.0


def raise_files() -> int:
    """Let this process open as many files as the system allows it, up to MOST_FILES; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
