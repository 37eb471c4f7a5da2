"""What to muster, place by place, clipped to points, pieces and supply."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.mustering import RECRUITS, Ledger
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices, in_sequence
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.sheets.sheet import MusterRule, Want
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Recruit, Recruits
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward import mustering as steward


def muster_units(voices: Voices, scene: Scene, decision: d.MusterUnits, trail: Trail) -> Iterator[Choice]:
    """Every place in the sheet's sequence follows its first rule that yields something (or says nothing is wanted).

    Places that no sequence names follow in the order of the data, those with rules of the sheet before those of
    standing instructions.
    """
    sequences = [voice.sheet.muster.sequence for voice in voices]
    named = [[place for place in decision.places if voice.sheet.muster.areas.get(place)] for voice in voices]
    recruits: list[Recruit] = []
    deciding: dict[str, Voice] = {}
    for place in in_sequence(decision.places, *sequences, *named):
        found = _place(voices, scene, decision, trail, place, recruits)
        if found is not None:
            deciding[found[0]] = found[1]
            recruits += found[2]
    if deciding:
        first = next(iter(deciding.values()))
        yield Choice(first.by, ", ".join(deciding), Recruits(tuple(recruits)))


def _place(
    voices: Voices, scene: Scene, decision: d.MusterUnits, trail: Trail, place: str, before: list[Recruit]
) -> tuple[str, Voice, list[Recruit]] | None:
    """The deciding rule of one place and what it musters on top of what was mustered before."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}muster.{place}", voice.sheet.muster.areas.get(place, ())):
            taken, refusal = _clip(rule, scene, decision, place, before)
            if refusal is not None and (rule.whole or not taken):
                trail.refused(where, refusal)
                continue
            if refusal is not None:
                trail.refused(f"{where}.wants", refusal)
            return where, voice, taken
    return None


def _clip(
    rule: MusterRule, scene: Scene, decision: d.MusterUnits, place: str, before: list[Recruit]
) -> tuple[list[Recruit], Refusal | None]:
    """The wants that can be had, in order, and why the first of the others cannot."""
    ledger = Ledger(scene.board, scene.edition, decision.house, decision.places)
    for recruit in before:
        ledger.book(recruit)
    taken: list[Recruit] = []
    first_refusal: Refusal | None = None
    for want in rule.wants:
        refusal: Refusal | None = None
        for recruit in ways_to_have(want, scene.edition, place):
            refusal = ledger.refuse(recruit)
            if refusal is None:
                ledger.book(recruit)
                taken.append(recruit)
                break
        first_refusal = first_refusal or refusal
    return taken, first_refusal


def ways_to_have(want: Want, edition: Edition, place: str) -> list[Recruit]:
    """The ways to have a want: a ship without a named sea may appear in any sea beside the place."""
    if want.upgrade:
        return [Recruit(place, want.unit, place, upgrade=True)]
    unit = edition.units.get(want.unit)
    facts = edition.areas[place]
    seas = facts.sea + facts.port
    if unit is None or unit.terrain == "land" or not seas:
        return [Recruit(place, want.unit, want.at or place)]
    return [Recruit(place, want.unit, at) for at in ((want.at,) if want.at else seas)]


KINDS = (
    Kind(
        decision=d.MusterUnits,
        part="muster",
        law=RECRUITS,
        instruction=muster_units,
        steward=steward.muster,
        default=lambda p, q: Recruits(),
        words="Nothing is mustered.",
    ),
)
