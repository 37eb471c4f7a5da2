"""How large each experiment is: within the suite, in the slice for CI, and in full."""

from __future__ import annotations

import os

SUITE, CI, FULL = "suite", "ci", "full"
# Nothing under a name: the experiment is not part of that size. In the suite are those within the test process alone:
# CI runs the slice for CI after it, which does more of everything.
SIZES: dict[str, dict[str, int]] = {
    "crash-points": {CI: 1, FULL: 20},
    "child-kills": {CI: 200, FULL: 3000},
    "worker-kills": {CI: 5, FULL: 50},
    "zombies": {CI: 2, FULL: 20},
    "redis-kills": {CI: 2, FULL: 20},
    "postgres-restarts": {CI: 5, FULL: 50},
    "backends-ended": {CI: 20, FULL: 200},
    "replies-dropped": {CI: 5, FULL: 50},
    "disks-full": {CI: 1, FULL: 3},
    "crowds": {CI: 1, FULL: 3},
    "mail-faults": {CI: 10, FULL: 100},
    "deliveries": {CI: 1000, FULL: 10_000},
    "clocks": {CI: 20, FULL: 500},
    "races": {CI: 600, FULL: 10_000},
    "crowd-seconds": {CI: 15, FULL: 3600},
    "malformed": {CI: 2000, FULL: 10_000},
    "beside-poison": {CI: 50, FULL: 999},
    "deploys": {CI: 1, FULL: 20},
    "outages": {CI: 40, FULL: 500},
    # Every so manieth step of taking and reading a mail, of reading three and adjudicating, of reading four together.
    "incoming-kills": {SUITE: 20, CI: 6, FULL: 1},
    "incoming-deadlines": {SUITE: 50, CI: 24, FULL: 1},
    "incoming-batches": {SUITE: 20, CI: 6, FULL: 1},
    "embedded-kills": {CI: 3, FULL: 20},
}


def chosen() -> str:
    """The size that was asked for, from ROOKERY_FAULTS."""
    named = os.environ.get("ROOKERY_FAULTS", SUITE)
    if named not in (SUITE, CI, FULL):
        raise ValueError(f"ROOKERY_FAULTS: {named!r} is none of {SUITE}, {CI}, {FULL}")
    return named


def size(name: str) -> int:
    """How often an experiment does what it does; 0: not at all at this size."""
    return SIZES[name].get(chosen(), 0)
