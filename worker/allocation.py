"""How a process asks the machine for memory."""

from __future__ import annotations

import ctypes

# M_ARENA_MAX of glibc's malloc.h.
_ARENA_MAX = -8
ARENAS = 1


def few_arenas() -> None:
    """Before threads begin: glibc would give each a store of memory of its own, which keeps what it was given. Threads
    of Python take turns anyway. Where the C library knows of no such thing, nothing happens."""
    change = getattr(ctypes.CDLL(None), "mallopt", None)
    if change is not None:
        change(_ARENA_MAX, ARENAS)
