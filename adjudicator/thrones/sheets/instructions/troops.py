"""Units that a card's text moves without an order."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.storm.troops import TROOPS
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.kind import Kind, tactics_known
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.steward import troops as steward


def move_troops(voices: Voices, scene: Scene, decision: d.MoveTroops, trail: Trail) -> Iterator[Choice]:
    """The first rule whose units can go where it says."""
    stays = March(next(iter(decision.options)))
    for voice, where, rule in standing(voices, trail, "troops"):
        if rule.because and rule.because != decision.because:
            trail.skip(where, "not-this-text", f"it is not about {decision.because}")
        elif not rule.to:
            yield Choice(voice.by, where, stays)
        elif rule.to not in decision.options.get(rule.area, ()):
            trail.skip(where, "no-such-move", f"no units can go from {rule.area} to {rule.to}")
        else:
            there = decision.most or scene.board.forces[rule.area].units
            units = {unit: min(count, there.get(unit, 0)) for unit, count in (rule.units or there).items()}
            moves = {rule.to: {unit: count for unit, count in units.items() if count}}
            yield Choice(voice.by, where, March(rule.area, moves if any(moves.values()) else {}))


KINDS = (
    Kind(
        decision=d.MoveTroops,
        part="troops",
        law=TROOPS,
        instruction=move_troops,
        steward=steward.move,
        default=lambda p, q: March(next(iter(q.options))),
        words="The units stay where they are.",
        known=tactics_known,
    ),
)
