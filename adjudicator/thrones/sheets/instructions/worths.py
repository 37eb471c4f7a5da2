"""Marches by worth: what the author says areas are worth, weighed at each march against the odds and the dangers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.instructions.bids import worked_out
from adjudicator.thrones.sheets.instructions.goals import ANY_OF
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices
from adjudicator.thrones.sheets.sheet import UNIT, Worth
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.steward.marches import ranked_plans
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight


def best_by_worth(voices: Voices, scene: Scene, decision: d.ResolveMarch, trail: Trail) -> Iterator[Choice]:
    """The marches that bring more than staying, the best first, by the worths of who first names any; then to stay."""
    voice = next((voice for voice in voices if voice.sheet.marches.worths), None)
    if voice is None:
        return
    sight = Sight(scene.board, scene.edition, scene.me)
    outlook = Valued(sight, _worths(voice, scene, trail, sight))
    for _, plan in ranked_plans(outlook, decision.options):
        yield Choice(voice.by, f"{voice.prefix}marches.worths", March(plan.area, plan.moves, plan.leave_token))


class Valued(Outlook):
    """Gains and dangers as the steward weighs them, where areas are worth what a sheet says."""

    def __init__(self, sight: Sight, worths: dict[str, float]) -> None:
        super().__init__(sight)
        self._worths = worths

    def worth(self, area: str) -> float:
        """What the sheet says; nothing where it is silent."""
        return self._worths.get(area, 0.0)

    def _gain(self, area: str) -> float:
        return 0.0 if self.sight.owner[area] == self.sight.house else self.worth(area)


def _worths(voice: Voice, scene: Scene, trail: Trail, sight: Sight) -> dict[str, float]:
    """The worth of every area that rules name whose conditions hold, and whose owner is one of their owners."""
    found: dict[str, int] = {}
    more: Counter[str] = Counter()
    for rule in voice.sheet.marches.worths:
        # No instruction is passed over with these: each says what a number is.
        if rule.when is not None and not trail.is_true(rule.when):
            continue
        try:
            worth = worked_out(rule.worth, scene)
        except Inapplicable:
            continue
        owned: dict[str | None, bool] = {}
        for area in _named(rule, scene):
            owner = sight.owner[area]
            if owner not in owned:
                owned[owner] = _owned(rule, scene, owner)
            if not owned[owner]:
                continue
            if rule.adds:
                more[area] += worth
            else:
                found.setdefault(area, worth)
    return {area: (found.get(area, 0) + more[area]) / UNIT for area in {**found, **more}}


def _owned(rule: Worth, scene: Scene, owner: str | None) -> bool:
    """Whether a rule is about an area that this house holds."""
    if not rule.owners:
        return True
    if owner is None:
        return "nobody" in rule.owners
    return any(scene.is_who(owner, who) for who in rule.owners)


def _named(rule: Worth, scene: Scene) -> Iterator[str]:
    """The areas that a rule names, those of a kind too."""
    for name in rule.areas:
        of_kind = ANY_OF.get(name)
        if of_kind is None:
            yield name
        else:
            yield from (area for area in scene.edition.areas if of_kind(scene.board, scene.edition, area))
