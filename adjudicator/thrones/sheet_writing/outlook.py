"""What the steward has before it when it writes: its view, and questions it imagines being asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from adjudicator.kernel.decision import Answer, Decision
from adjudicator.kernel.step import Progress
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state.answers import AnyAnswer
from adjudicator.thrones.state.board import Board, Hidden, Placed, Position, View
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.habits import HABITS
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

A = TypeVar("A", bound=Answer)


class Desk:
    """One house with its view of a call that is open; nothing else is known."""

    def __init__(self, view: View, house: str) -> None:
        self.view, self.house = view, house
        self.board: Board = view.board
        self.edition: Edition = edition_of(view)
        self.sight = Sight(self.board, self.edition, house)
        self.outlook = Outlook(self.sight)

    def imagined(self) -> Position:
        """The game as far as it is seen: nothing is hidden in it, and nothing pending."""
        view = self.view
        hidden, progress = Hidden("", {}), Progress[AnyAnswer](agenda=[])
        return Position(view.edition, view.players, "", self.board, hidden, progress, view.revision)

    def with_orders(self, orders: Mapping[str, str], phase: str) -> Board:
        """The board in a phase with these orders of the house on it; what lies open of others stays."""
        others = {area: placed for area, placed in self.board.orders.items() if placed.house != self.house}
        mine = {area: Placed(self.house, order) for area, order in orders.items()}
        return msgspec.structs.replace(self.board, orders={**others, **mine}, phase=phase)

    def answer(self, decision: Decision, kind: type[A]) -> A | None:
        """What the steward would say to a question of the house now: the first legal thing that it proposes, or
        None."""
        position = self.imagined()
        for answer, _ in HABITS[type(decision)](self.sight, decision):
            if isinstance(answer, kind) and check(position, decision, answer) is None:
                return answer
        return None
