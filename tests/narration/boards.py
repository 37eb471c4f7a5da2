"""Positions of games that bots play, and what is told of them, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from adjudicator import documents, games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.values import View
from adjudicator.thrones.state.board import Force
from narration.narrators import NARRATORS, narrator_of
from narration.notation.reading import Script
from narration.plain import Block, Points, Prose
from narration.typed_sheets import read_sheet_text
from narration.words import translator

EDITIONS = {"first-edition": 5, "second-edition": 6, "mother-of-dragons": 8, "storm-of-swords": 4, "btwixt": 4}
# A turn here, a turn there, the last of them well into the game.
TURNS = (0, 1, 4, 9)
PACE: Any = "house-cards"


def positions(edition: str) -> list[tuple[Any, tuple[Any, ...]]]:
    """The game as shown in some turns, and who is asked what; the positions are the asker's own to change."""
    return [(documents.decode(data), waiting) for data, waiting in _played(edition)]


@cache
def _played(edition: str) -> tuple[tuple[bytes, tuple[Any, ...]], ...]:
    """The game in those turns, in the pace in which boards hold most."""
    pace = PACE if PACE in games.of_edition(edition).named_paces else "bulk"
    outcome, found = games.of_edition(edition).resume(games.start(edition, EDITIONS[edition], "boards")), []
    for number in range(max(TURNS) + 1):
        if number in TURNS:
            found.append((documents.encode(outcome.showing), tuple(outcome.waiting)))
        window = games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], pace)
        turn: TurnInput = TurnInput(window=window, bots=frozenset(outcome.showing.board.houses), pace=pace)
        outcome = games.of(outcome.position).resume(games.of(outcome.position).resolve(outcome.position, turn).position)
    return tuple(found)


def views(edition: str) -> Iterator[View]:
    """What some seats see in those turns."""
    for position, waiting in positions(edition):
        for seat in position.board.houses[:2]:
            yield games.of(position).view(position, seat, waiting)


def told(view: View, language: str = "en") -> list[Block]:
    """What the narrator tells of a view."""
    v = NARRATORS.of_edition(view.edition).voice(games.edition(view.edition), translator(language), view.seat)
    return narrator_of(v.edition).board(view, v)


def whole(blocks: list[Block]) -> str:
    """All of it, a line each."""
    found: list[str] = []
    for block in blocks:
        assert isinstance(block, Points | Prose)
        found += [block.text, *(block.points if isinstance(block, Points) else ())]
    return "\n".join(found)


# Who types, where a text may speak of any area.
WRITERS = dict.fromkeys(EDITIONS, "stark") | {"btwixt": "eddard"}


@cache
def realm(edition: str) -> Any:
    """The board of a first turn on which one house holds every area, so that it may type of each."""
    board = games.of_edition(edition).resume(games.start(edition, EDITIONS[edition], "boards")).showing.board
    for area, facts in getattr(games.edition(edition), "areas", {}).items():
        units = {"footman": 2, "knight": 1, "dragon": 1} if facts.kind == "land" else {"ship": 2}
        units = {kind: count for kind, count in units.items() if kind in games.edition(edition).units}
        board.forces[area] = Force(WRITERS[edition], units)
    return board


def typed(text: str, edition: str, **how: Any) -> Script:
    """What a text says that this house typed."""
    board = realm(edition)
    modules = getattr(board, "modules", ())
    return read_sheet_text(text, games.edition(edition), modules, house=WRITERS[edition], board=board, **how)
