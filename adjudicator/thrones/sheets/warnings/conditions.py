"""Warnings about conditions that can never hold."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.text import format_condition
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.sheet_reading import conditions_of
from adjudicator.thrones.sheets.warnings.possible import World, can_hold
from adjudicator.thrones.sheets.warnings.telling import warn

# Sections whose rules count once the raids are resolved, as their places begin.
AFTER_RAIDS = ("marches.", "support[", "cards.", "blade[", "retreat[", "losses.casualties[", "losses.abandon[")
# Conditions of more parts count as possible; of longer rows no least part is looked for, of long words the beginning
# is told: a sheet is checked at once, whatever it says.
MOST_WEIGHED, MOST_PARTS, LONGEST = 40, 8, 160


def condition_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Conditions that no game can come to; one that is written as never is meant so."""
    own = None if ahead.board.vassals else ahead.house
    worlds = {
        (me, raided): World(ahead.board, ahead.edition, me, lasting=ahead.lasting, raided=raided)
        for me in (own, None)
        for raided in (False, True)
    }
    for where, condition in conditions_of(ahead.sheet):
        if isinstance(condition, c.Constant) or c.size(condition) > MOST_WEIGHED:
            continue
        section = where.split(".", 2)[2] if where.startswith("vassals.") else where
        world = worlds[None if section is not where else own, section.startswith(AFTER_RAIDS)]
        if not can_hold(world, [(condition, True)]):
            place = where if where.endswith("marches.stop") else f"{where}.when"
            words = format_condition(_core(world, condition))
            told = words if len(words) <= LONGEST else f"{words[:LONGEST]}..."
            yield warn("condition-never", place, condition=told)


def _core(world: World, condition: c.Condition) -> c.Condition:
    """The least of a row of conditions that cannot hold together, so that what is told is short."""
    if not isinstance(condition, c.AllOf) or len(condition.of) > MOST_PARTS:
        return condition
    parts = list(condition.of)
    for part in condition.of:
        fewer = [one for one in parts if one is not part]
        if fewer and not can_hold(world, [(one, True) for one in fewer]):
            parts = fewer
    return parts[0] if len(parts) == 1 else c.AllOf(tuple(parts))
