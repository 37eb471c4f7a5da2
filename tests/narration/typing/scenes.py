"""Positions in which people type orders, named in a line: `second-edition 6 stark` is the first turn of that house.

    python -m tests.narration.typing.scenes "first-edition 5 greyjoy turn 3 stepwise"

prints what the house sees there: its areas, hand, power, and lines of the documented form for what is asked. A name is
an edition, the number of players and a house; `turn N` counts the turns of a game of bots in which that house is asked
something, `stepwise` asks question by question.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.engine.bulk import TurnInput
from narration.narrators import narrator_of
from narration.typed_sheets import typed_examples
from narration.words import translator

# The seed of all games of bots here.
SEED = "typing"


class Scene(NamedTuple):
    """A seat that is asked something in a game."""

    edition: str
    seat: str
    showing: Any
    waiting: tuple[Any, ...]
    pace: str

    @property
    def window(self) -> str:
        """The turn that is open."""
        return str(games.of(self.showing).window(self.showing, self.waiting[0], self.pace))  # type: ignore[arg-type]

    @property
    def asked(self) -> tuple[Any, ...]:
        """What the turn asks the seat question by question."""
        return games.of(self.showing).own_questions(self.window, self.waiting, self.seat)

    @property
    def board(self) -> Any:
        """The board as the seat sees it."""
        return games.of(self.showing).view(self.showing, self.seat, self.waiting).board


@cache
def scene(name: str) -> Scene:
    """The scene of this name. Raises ValueError for a house that is never asked so often."""
    edition, players, seat, *more = name.split()
    pace = "stepwise" if "stepwise" in more else "bulk"
    turn = int(more[more.index("turn") + 1]) if "turn" in more else 1
    asked = 0
    for shown in turns(edition, int(players), pace):
        asked += any(decision.seat == seat for decision in shown.waiting)
        if asked == turn:
            return Scene(edition, seat, shown.showing, tuple(shown.waiting), pace)
    raise ValueError(f"{name}: {seat} is asked {asked} times")


def turns(edition: str, players: int, pace: str) -> Iterator[Any]:
    """The turns of a game of bots, as they are opened."""
    position = games.start(edition, players, SEED)
    while True:
        game = games.of(position)
        shown = game.resume(position)
        if not shown.waiting:
            return
        yield shown
        window = game.window(shown.showing, shown.waiting[0], pace)
        turn = TurnInput(window=window, bots=frozenset(shown.showing.board.houses), pace=pace)  # type: ignore[arg-type]
        position = game.resolve(shown.position, turn).position


def described(name: str) -> str:
    """What the house of a scene sees, for whoever writes lines for it."""
    at = scene(name)
    rules, board = games.edition(at.edition), at.board
    v = narrator_of(rules).voice(rules, translator("en"), at.seat)
    window = games.of(at.showing).window(at.showing, at.waiting[0], at.pace)
    asked = [one for one in at.waiting if one.seat == at.seat]
    lines = typed_examples(window, asked, board, at.seat, at.pace, v, board.modules)
    facts = _board_facts(rules, board, at.seat) if hasattr(board, "forces") else _court_facts(board, at.seat)
    kinds = "; ".join(repr(one)[:400] for one in asked)
    return "\n".join([f"# {name}: round {board.round}", f"asked: {kinds}", *facts, "documented lines:", *lines])


def _board_facts(rules: Any, board: Any, seat: str) -> Iterator[str]:
    """The areas, hand and orders that a house of the Westeros boards sees."""
    for area, force in board.forces.items():
        mine = "OWN  " if force.house == seat else "     "
        beside = f" beside {', '.join(sorted(rules.neighbours[area]))}" if force.house == seat else ""
        yield f"{mine}{area}: {force.house} {dict(force.units)}{beside}"
    yield f"own tokens and homes: {[area for area, owner in board.tokens.items() if owner == seat]}"
    yield f"hand: {board.hands[seat]}"
    for name in ("power", "tracks", "orders", "supply", "vassals", "loans"):
        if getattr(board, name, None):
            yield f"{name}: {getattr(board, name)}"


def _court_facts(board: Any, seat: str) -> Iterator[str]:
    """What a leader of B'Twixt sees."""
    yield f"hand: {board.hands.get(seat)}"
    for name in ("phase", "houses", "first", "current", "tokens_on_current", "councils", "kneeling", "row", "won"):
        yield f"{name}: {getattr(board, name)}"


if __name__ == "__main__":
    print(described(" ".join(sys.argv[1:])))
