"""Random games of Mother of Dragons and of A Storm of Swords, for every number of players: each position is drawn, and
stays small."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import atlas
from adjudicator import documents, games
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import find_oracle
from adjudicator.thrones.state.board import Position
from atlas.thrones.drawer import THRONES as DRAWER
from atlas.thrones.geometry import geometry, sheet_of
from tests.slices import IN_FULL, its_turn

NAME, STORM = "mother-of-dragons", "storm-of-swords"
# The most that a drawing and a picture for a letter may take, in bytes, by the width of the map.
MAX_TEXT = {1000: 420_000, 1100: 420_000, 1600: 560_000}
MAX_BYTES = {1000: 165_000, 1100: 180_000, 1600: 240_000}
LETTERS = 596
GAMES = {
    "three": (),
    "four": ("lannister", "tyrell", "arryn", "targaryen"),
    "five": ("baratheon", "greyjoy", "martell", "arryn", "stark"),
    "six": ("stark", "lannister", "greyjoy", "tyrell", "martell", "targaryen"),
    "seven": (),
    "eight": (),
}


class Drawing:
    """Random players; what they are asked about is drawn as the one who is asked sees it, by day every second time."""

    def __init__(self, seed: str) -> None:
        self.players = find_oracle("random", seed)
        self.seen: set[bytes] = set()
        self.longest, self.largest = 0, 0
        self.rounds: set[int] = set()

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        view = games.of(position).view(position, decision.seat)
        shown = documents.encode(position)
        if shown not in self.seen:
            if its_turn(len(self.seen), 2):
                self.longest = max(self.longest, len(atlas.drawer_of(view).draw(view, atlas.Look(language="it"))))
            self.seen.add(shown)
        if position.board.round not in self.rounds:
            self.rounds.add(position.board.round)
            self.largest = max(self.largest, len(atlas.drawer_of(view).picture(view, width=LETTERS, few=True)))
        return self.players(position, decision)


# Every second of them by day, both widths of the map among them.
TABLES = [pytest.param(players, GAMES[name], id=name) for players, name in enumerate(GAMES, 3)]


@pytest.mark.parametrize(("players", "houses"), TABLES if IN_FULL else TABLES[1::2])
def test_every_position_of_a_game_is_drawn(players: int, houses: tuple[str, ...]) -> None:
    seed = f"drawn {players}"
    begin = games.start(NAME, players, seed, (), houses)
    width = geometry(sheet_of(games.edition(NAME), begin.board)).width
    assert (width > 1000) == ("targaryen" in begin.board.houses)
    drawing = Drawing(seed)
    end = games.of(begin).advance(begin, drawing).showing
    assert end.board.ending is not None
    assert len(drawing.seen) > 40
    assert len(drawing.rounds) >= 3
    assert 100_000 < drawing.longest < MAX_TEXT[round(width)]
    assert 60_000 < drawing.largest < MAX_BYTES[round(width)]
    last = DRAWER.draw(games.of(end).view(end, None))
    assert len(ElementTree.fromstring(last)) > 5


@pytest.mark.parametrize("players", [3, 4])
def test_every_position_of_a_storm_is_drawn(players: int) -> None:
    drawing = Drawing(f"storm {players}")
    end = games.of_edition(STORM).advance(games.start(STORM, players, f"storm {players}"), drawing).showing
    assert end.board.ending is not None
    assert len(drawing.seen) > 40
    assert 100_000 < drawing.longest < MAX_TEXT[1100]
    assert 60_000 < drawing.largest < MAX_BYTES[1100]
