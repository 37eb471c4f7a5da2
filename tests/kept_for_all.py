"""What is made once for all test processes of a run: whoever needs it first makes it, the others read it."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

# The folder in which all processes of a run keep such things.
FOLDER = "ROOKERY_KEPT"
T = TypeVar("T")


def kept(name: str, make: Callable[[], T]) -> T:
    """What is kept under this name; made if nobody has, while the others wait for it.

    Where nobody keeps anything, as in programs that measure, it is made for this process alone.
    """
    if FOLDER not in os.environ:
        return make()
    path = Path(os.environ[FOLDER]) / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(pickle.dumps(make()))
    made: T = pickle.loads(path.read_bytes())  # noqa: S301
    return made
