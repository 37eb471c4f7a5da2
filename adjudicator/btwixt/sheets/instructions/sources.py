"""Who speaks for a leader (its sheet, then its standing instructions), what they offer, and what was passed over."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS, AnyCondition
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.engine.decision import By, Weighed
from adjudicator.engine.sheet import trail
from adjudicator.engine.sheet.trail import Choice as Choice


class Voice(NamedTuple):
    """A sheet and in whose name it speaks; `prefix` goes before its places where they are not those of the sheet of a
    call."""

    by: By
    sheet: Sheet
    prefix: str = ""


class Trail(trail.Trail):
    """The notes about one question."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene

    def judge(self, when: AnyCondition) -> bool:
        """Whether a condition holds now; Inapplicable if it asks for something that does not exist."""
        return when.holds(self.scene)

    def reasons(self, when: AnyCondition) -> tuple[Weighed, ...]:
        """By what numbers a condition holds or fails."""
        return JUNCTIONS.reasons(when, self.scene)
