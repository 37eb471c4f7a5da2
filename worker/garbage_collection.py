"""Python's collector of cycles in processes that live long."""

from __future__ import annotations

import gc

# Objects made until the collector looks at the youngest, and how often it looks at the older ones. A page's cycles lie
# about until then: with five times as many a process of the site held 8 MB more, and was no faster.
COLLECTED_AFTER = (10_000, 20, 50)
# In a process of workers: to adjudicate and store a call takes 9.7 ms of the processor instead of 10.0, and
# the process holds 1.5 MB more.
COLLECTED_BY_WORKERS_AFTER = (50_000, 20, 50)


def collect_seldom() -> None:
    """Before a program is loaded: hardly anything that loading makes is ever given up, so the collector need not look
    for it every few hundred objects. It takes a quarter of the time to start otherwise."""
    gc.set_threshold(*COLLECTED_AFTER)


def spare_the_collector(after: tuple[int, int, int] = COLLECTED_AFTER) -> None:
    """What is loaded by now stays to the end, so the collector of cycles need not look through it again and again.

    It looks more rarely, too, `after` so many objects: a call and a page make many thousand, and hardly any cycles.
    Children inherit both.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*after)
