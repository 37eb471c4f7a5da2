"""Which raid is used next, and against what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.thrones.rules.forced import only_idle
from adjudicator.thrones.rules.raids import RAIDS
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices, in_sequence
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.sheets.sheet import ANY_TARGET, RaidRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Raid
from adjudicator.thrones.steward import raids as steward
from adjudicator.thrones.steward.sight import Sight


def resolve_raid(voices: Voices, scene: Scene, decision: d.ResolveRaid, trail: Trail) -> Iterator[Choice]:
    """Area by area in the sheet's sequence: the first rule that finds a target, or says none.

    A raid without a target now is kept while another has one; when none has, one without rules goes first, then those
    that wait for nothing any more.
    """
    order = in_sequence(decision.options, *(voice.sheet.raids.sequence for voice in voices))
    for area in order:
        yield from _area(voices, scene, decision, trail, area, may_wait=len(order) > 1)
    speaker = next((voice for voice in voices if any(voice.sheet.raids.areas.values())), None)
    if len(order) > 1 and speaker is not None:
        where = f"{speaker.prefix}raids.sequence"
        idle = [area for area in order if not any(voice.sheet.raids.areas.get(area) for voice in voices)]
        if idle:
            yield Choice("default", where, Raid(idle[0]))
        for area in order:
            yield from _area(voices, scene, decision, trail, area, may_wait=False)
        yield Choice("default", where, Raid(order[0]))


def rules_of(voices: Voices, scene: Scene, decision: d.ResolveRaid, area: str, trail: Trail) -> Iterator[Choice]:
    """What the rules of one raiding area propose now; one that waits is noted as `waits`."""
    yield from _area(voices, scene, decision, trail, area, may_wait=len(decision.options) > 1)


def _area(
    voices: Voices, scene: Scene, decision: d.ResolveRaid, trail: Trail, area: str, *, may_wait: bool
) -> Iterator[Choice]:
    """What the rules for one raiding area propose; `wait` ends the area while there is another."""
    for voice in voices:
        rules = voice.sheet.raids.areas.get(area, ())
        for where, rule in trail.standing(f"{voice.prefix}raids.{area}", rules):
            if rule.wait and may_wait:
                trail.skip(where, "waits", "another raid goes first")
                return
            if rule.wait:
                trail.skip(where, "nothing-to-wait-for", "no other raid is left to go first")
                continue
            yield from _rule(voice, where, rule, scene, decision, trail, area)


def _rule(
    voice: Voice, where: str, rule: RaidRule, scene: Scene, decision: d.ResolveRaid, trail: Trail, area: str
) -> Iterator[Choice]:
    possible = _meant(rule, scene, decision.options[area])
    if rule.targets and not possible:
        words = f"no order that {area} can raid in {', '.join((*rule.targets, *rule.types))}"
        trail.skip(where, "not-a-raid-target", words)
        return
    removes = scene.edition.orders[scene.board.orders[area].order].removes
    yield Choice(voice.by, where, Raid(area, tuple(possible[:removes])))
    if removes > 1 and len(possible) > 1:
        # Both together may be more than a card allows.
        yield Choice(voice.by, where, Raid(area, tuple(possible[:1])))


def _meant(rule: RaidRule, scene: Scene, options: Iterable[str]) -> list[str]:
    """The areas whose orders a rule would remove, the best first: by its targets, then by its types, then what hurts
    its owner most."""
    orders, tokens = scene.board.orders, scene.edition.orders
    found: dict[str, tuple[int, int]] = {}
    for area in options:
        placed = orders[area]
        token = tokens[placed.order]
        target = _first(rule.targets, area, placed.house, ANY_TARGET)
        kind = _first(rule.types, token.id, token.type) if rule.types else 0
        if target is not None and kind is not None:
            found[area] = target, kind
    if len(set(found.values())) == len(found):
        return sorted(found, key=found.__getitem__)
    sight = Sight(scene.board, scene.edition, scene.me)
    return sorted(found, key=lambda area: (*found[area], -steward.harm(sight, area)))


def _first(wishes: Sequence[str], *names: str) -> int | None:
    """Which wish comes first that is one of these names; None if none is."""
    return next((place for place, wish in enumerate(wishes) if wish in names), None)


KINDS = (
    Kind(
        decision=d.ResolveRaid,
        part="raids",
        law=RAIDS,
        forced=lambda q: Raid(area) if (area := only_idle(q)) is not None else None,
        instruction=resolve_raid,
        steward=steward.raid,
        default=lambda p, q: Raid(next(iter(q.options))),
        words="The raid order is removed without effect.",
    ),
)
