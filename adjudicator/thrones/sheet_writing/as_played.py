"""A sheet as people write them, made from what was answered in a round: for measuring what such sheets cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.engine.journal import Answered
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state.board import Board, Position


def sheet_as_played(showing: Position, house: str, entries: Iterable[Answered[Any]]) -> s.Sheet:
    """What a house answered in a round, written down before it, with second choices, conditions and preferences around
    it."""
    answers: list[Any] = [entry.answer for entry in entries if entry.seat == house]
    orders: dict[str, s.Order] = next((dict(answer.orders) for answer in answers if isinstance(answer, a.Orders)), {})
    marches = {answer.area: _plans(answer) for answer in answers if isinstance(answer, a.March)}
    board = showing.board
    hand = tuple(board.hands[house])
    commanded = [vassal for vassal, commander in board.commanders.items() if commander == house]
    return s.Sheet(
        vassals={vassal: _vassal_sheet(board, vassal, answers) for vassal in commanded},
        orders=orders,
        marches=s.Marches(sequence=tuple(marches), areas=marches),
        support=(s.SupportRule(whom="me"), s.SupportRule(whom="nobody")),
        cards=s.Cards(
            rules=(
                s.CardRule(role="attacker", when=_behind(), cards=("strongest",)),
                s.CardRule(role="attacker", cards=hand),
                s.CardRule(cards=("weakest",)),
            )
        ),
        blade=(s.BladeRule(use="if-decisive"),),
        losses=s.Losses(general=(s.LossRule(likings=("cheapest", "farthest-from-home")),)),
        retreat=(s.RetreatRule(areas=tuple(area for area, f in board.forces.items() if f.house == house)),),
    )


def _vassal_sheet(board: Board, vassal: str, answers: list[Any]) -> s.VassalSheet:
    """What was done for a vassal: its orders and marches, found by its areas."""
    own = {area for area, force in board.forces.items() if force.house == vassal}
    placed = [(area, o) for x in answers if isinstance(x, a.Orders) for area, o in x.orders.items() if area in own]
    marches = {answer.area: _plans(answer) for answer in answers if isinstance(answer, a.March) and answer.area in own}
    return s.VassalSheet(
        orders=tuple(s.VassalOrder(area=area, order=order) for area, order in placed),
        marches=s.Marches(areas=marches),
        support=(s.SupportRule(whom="me"),),
        losses=s.Losses(general=(s.LossRule(likings=("cheapest",)),)),
    )


def _plans(march: a.March) -> tuple[s.MarchPlan, ...]:
    """The march as it was, only while it wins or meets nobody; else only into areas without units; else stay."""
    moves = tuple(s.Move(to=to, units=units) for to, units in march.moves.items())
    token: Any = "if-possible" if march.leave_token else "never"
    if not moves:
        return (s.MarchPlan(),)
    return (
        s.MarchPlan(when=_ahead(), moves=moves, leave_token=token),
        s.MarchPlan(moves=moves, leave_token=token),
        s.MarchPlan(),
    )


def _ahead() -> c.Condition:
    return c.Compare(left=c.Lead(), op=">=", right=c.Number(value=0))


def _behind() -> c.Condition:
    return c.Compare(left=c.Lead(), op="<", right=c.Number(value=2))
