"""Games that begin from a position in plain data, whatever family they are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.engine.family import Position
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.scenario import Scenario, Scenarios
from adjudicator.families import of_edition


def scenario(plain: Mapping[str, Any]) -> Scenario:
    """A position in plain data (`adjudicator.engine.scenario.plain_scenario` reads it from text), understood.

    Raises Illegal (`unknown-edition`, `no-scenarios`), Unreadable (`bad-scenario`) with the field at fault.
    """
    return _scenarios(str(plain.get("edition", ""))).read(plain)


def start_from(begins: Scenario, seed: str, revision: int | None = None) -> Position:
    """The position that a scenario describes, all chance by `seed`, under a `revision` of the rules (None: as they are
    now). Raises Illegal with every reason found."""
    family = of_edition(begins.edition)
    known = _scenarios(begins.edition)
    position: Position = known.build(begins, seed, family.revision if revision is None else revision)
    return position


def _scenarios(edition: str) -> Scenarios:
    known = of_edition(edition).scenarios
    if known is None:
        raise Illegal(Refusal("no-scenarios", "games of this edition do not begin from scenarios", "edition"))
    return known
