"""`python -m tests.faults.entry serve|workers|worker ...`: the service as a host runs it, with faults from outside.

What is put in stands in variables that the program itself never reads. See `tests.faults.plugin`. It stops when who
started it is gone, so that a run that is broken off leaves nothing behind.
"""

from __future__ import annotations

import os

from tests.faults import plugin
from worker.app import follow
from worker.cli import main

if __name__ == "__main__":
    follow(os.getppid())
    plugin.install()
    main()
