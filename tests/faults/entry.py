"""`python -m tests.faults.entry serve|workers|worker ...`: the service as a host runs it, with faults from outside.

What is put in stands in variables that the program itself never reads. See `tests.faults.plugin`.
"""

from __future__ import annotations

from tests.faults import plugin
from worker.cli import main

if __name__ == "__main__":
    plugin.install()
    main()
