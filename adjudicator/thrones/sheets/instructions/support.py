"""Whom supporting areas help."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.battle import PLEDGES
from adjudicator.thrones.rules.forced import one_of
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.sheets.sheet import WHOEVER, SupportRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Pledges
from adjudicator.thrones.steward import battle as steward


def give_support(voices: Voices, scene: Scene, decision: d.GiveSupport, trail: Trail) -> Iterator[Choice]:
    """For every supporting area the first rule that fits this battle; areas that no rule decides follow the default."""
    sides: dict[str, str] = {}
    deciding: dict[str, Voice] = {}
    known: Known = {}
    for area in decision.areas:
        where, voice, side = _area(voices, scene, decision, trail, area, known)
        sides[area] = side
        if voice is not None:
            deciding.setdefault(where, voice)
    if deciding:
        first = next(iter(deciding.values()))
        yield Choice(first.by, ", ".join(deciding), Pledges(sides))


# The side that each rule takes, by whose it is and its number.
Known = dict[tuple[int, int], str | None]


def _area(
    voices: Voices, scene: Scene, decision: d.GiveSupport, trail: Trail, area: str, known: Known
) -> tuple[str, Voice | None, str]:
    """The deciding rule of one area, whose it is, and the side; each rule is judged once for all areas."""
    for speaker, voice in enumerate(voices):
        for number, rule in enumerate(voice.sheet.support):
            where = f"{voice.prefix}support[{number}]"
            if rule.areas and area not in rule.areas:
                continue
            if (speaker, number) not in known:
                known[speaker, number] = _judge(voice, number, scene, decision, trail)
            side = known[speaker, number]
            if side is not None:
                return where, voice, side
    return "", None, default_side(decision)


def _judge(voice: Voice, number: int, scene: Scene, decision: d.GiveSupport, trail: Trail) -> str | None:
    """The side that a rule takes in this battle, or None when it does not apply."""
    place, rules = f"{voice.prefix}support", voice.sheet.support
    where, side = f"{place}[{number}]", _side(rules[number], scene, decision)
    if side is None:
        trail.skip(where, "not-this-battle", f"it says nothing about the battle for {decision.area}")
    elif side not in decision.sides:
        words = f"support in {decision.area} may help {', '.join(decision.sides)}, not {side}"
        trail.skip(where, "support-side", words)
    elif trail.counts(place, rules, number):
        return side
    return None


def _side(rule: SupportRule, scene: Scene, decision: d.GiveSupport) -> str | None:
    """Attacker, defender, none; or None when the rule's battles, houses or enemies are not these."""
    if rule.battles and decision.area not in rule.battles:
        return None
    whom = scene.me if rule.whom == "me" else rule.whom
    if whom == "nobody":
        fighters = {decision.attacker, decision.defender}
        return "none" if not rule.against or fighters.intersection(rule.against) else None
    if whom == WHOEVER:
        foes = {"attacker": decision.defender, "defender": decision.attacker}
        sides = [side for side, foe in foes.items() if foe in rule.against]
        return sides[0] if len(sides) == 1 else None
    side = {decision.attacker: "attacker", decision.defender: "defender"}.get(whom, whom)
    if side not in ("attacker", "defender"):
        return None
    against = decision.defender if side == "attacker" else decision.attacker
    return side if not rule.against or against in rule.against else None


def default_side(decision: d.GiveSupport) -> str:
    """Own battles only."""
    if decision.house == decision.attacker:
        return "attacker"
    return "defender" if decision.house == decision.defender else "none"


KINDS = (
    Kind(
        decision=d.GiveSupport,
        part="support",
        law=PLEDGES,
        forced=lambda q: Pledges(dict.fromkeys(q.areas, side)) if (side := one_of(q.sides)) is not None else None,
        instruction=give_support,
        steward=steward.support,
        default=lambda p, q: Pledges(dict.fromkeys(q.areas, default_side(q))),
        words="Support helps the house's own battles and nobody else.",
    ),
)
