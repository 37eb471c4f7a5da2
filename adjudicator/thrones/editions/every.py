"""The one list of the family's editions, and which of them cannot be played because of a fault in their data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.engine.decision import Refusal, Unreadable
from adjudicator.thrones.editions import first, mother_of_dragons, second, storm_of_swords
from adjudicator.thrones.rules.registry import register
from adjudicator.thrones.sheets import resolver  # noqa: F401  (a game asks kinds that are registered)
from adjudicator.thrones.state.edition import Edition

Build = Callable[[Mapping[str, str] | None], Edition]
BUILD: dict[str, Build] = {
    "first-edition": first.build,
    "second-edition": second.build,
    "mother-of-dragons": mother_of_dragons.build,
    "storm-of-swords": storm_of_swords.build,
}
EDITIONS: dict[str, Edition] = {}
# Editions of the program that cannot be played, with what is wrong with their files: all others can.
FAULTY: dict[str, tuple[Refusal, ...]] = {}


def register_all(build: Mapping[str, Build] = BUILD) -> None:
    """Build each edition from the program's own files and make it known; one with a fault is noted in `FAULTY`."""
    for name, edition in build.items():
        try:
            EDITIONS[name] = register(edition(None))
        except Unreadable as fault:
            FAULTY[name] = fault.reasons


register_all()
