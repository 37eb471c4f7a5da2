"""What moved, as arrows for a map."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.event import Event
from adjudicator.thrones.state import events as e
from atlas.parts import Arrow

MOVES = (e.UnitsMoved, e.BattleStarted, e.UnitsRetreated, e.OrderRaided)


def arrows(events: Iterable[Event]) -> tuple[Arrow, ...]:
    """The marches, retreats and raids among these events, each way once; all of them are public."""
    found: dict[Arrow, None] = {}
    for event in events:
        if not isinstance(event, MOVES):
            continue
        match event:
            case e.UnitsMoved() as moved:
                kind = "transport" if moved.by_ship else "march"
                found[Arrow(moved.origin, moved.to, moved.house, kind)] = None
            case e.BattleStarted(battle=battle):
                found[Arrow(battle.origin, battle.area, battle.attacker)] = None
            case e.UnitsRetreated(attacking=False) as fled:
                found[Arrow(fled.area, fled.to, fled.house, "retreat")] = None
            case e.OrderRaided() as raided:
                found[Arrow(raided.area, raided.target, raided.house, "raid")] = None
            case _:
                pass
    return tuple(found)
