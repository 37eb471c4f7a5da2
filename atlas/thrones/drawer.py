"""How the Westeros board games are drawn: `atlas.drawer.Drawer` says what each method does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.engine.journal import Event
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import View
from adjudicator.thrones.state.decisions import PieceDecision
from atlas.drawer import Drawer
from atlas.svg import Arrow
from atlas.thrones import tokens
from atlas.thrones.arms import ARMS
from atlas.thrones.editions import edition_of
from atlas.thrones.geometry import undrawn
from atlas.thrones.map import draw, layers, picture, size
from atlas.thrones.plan import plan
from atlas.thrones.text_description import lines

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


def signs(view: View, house: str) -> Mapping[str, str]:
    """The order tokens of a house, each around 0, 0 within a square of 46; a vassal's own set is not among them. Where
    it is asked about units, these too: `unit-<house>-<kind>`, and `unit-<house>-<kind>-routed`."""
    known = edition_of(view).orders.values()
    orders = {token.id: tokens.order(house, token) for token in known if token.copies and not token.vassal}
    return {**orders, **dict(_units(view))}


def _units(view: View) -> Iterator[tuple[str, str]]:
    for asked in view.waiting:
        for piece in asked.choices if isinstance(asked, PieceDecision) else ():
            force = view.board.forces.get(piece.area)
            if force is not None:
                name = f"unit-{force.house}-{piece.unit}"
                drawing = tokens.unit(force.house, piece.unit, piece.routed)
                yield (f"{name}-routed" if piece.routed else name), drawing


class ThronesDrawer(Drawer):
    """Draws the Westeros boards."""

    arms = ARMS

    draw = staticmethod(draw)
    picture = staticmethod(picture)
    size = staticmethod(size)
    layers = staticmethod(layers)
    lines = staticmethod(lines)
    arrows = staticmethod(arrows)
    plan = staticmethod(plan)
    signs = staticmethod(signs)
    undrawn = staticmethod(undrawn)


THRONES = ThronesDrawer()
