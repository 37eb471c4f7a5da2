"""Games with overrides for the tests: random ones that fit, and games that carry on after them."""

from __future__ import annotations

from typing import Any

from adjudicator import game_file, games
from adjudicator.engine.chance import Picker, commitment
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Outcome
from adjudicator.game_file import GameFile
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Position

FIRST = games.edition("first-edition")
AREAS, UNITS = list(FIRST.areas), list(FIRST.units)


def some(pick: Picker, items: Any) -> Any:
    """One of the items."""
    listed = list(items)
    return listed[pick(len(listed))]


def random_override(position: Position, pick: Picker) -> x.AnyOverride:
    """An override of any kind; most can be applied."""
    board = position.board
    area, house = some(pick, AREAS), some(pick, board.houses)
    hands = list(FIRST.hands()[house])
    deck = some(pick, FIRST.decks)
    seed = f"seed {pick(1000)}"
    standing = some(pick, board.forces or AREAS)
    override: x.AnyOverride = some(
        pick,
        [
            x.SetUnits(area=area),
            x.SetUnits(area=area, house=house, units={some(pick, UNITS): pick(3)}, routed={some(pick, UNITS): pick(2)}),
            x.SetUnits(area=standing, house=house, units={some(pick, UNITS): 1 + pick(3)}),
            x.SetControl(area=area, house=some(pick, [house, None])),
            x.SetOrder(area=standing, order=some(pick, [None, *FIRST.orders])),
            x.SetNeutral(area=area, strength=some(pick, [None, 3])),
            x.SetPower(house=house, power=pick(20)),
            x.SetTrack(track=some(pick, FIRST.tracks), houses=tuple(sorted(board.houses, key=lambda _: pick(99)))),
            x.SetSupply(house=house, supply=pick(7)),
            x.SetWildlings(strength=some(pick, FIRST.wildling_track)),
            x.SetHand(house=house, hand=tuple(card for card in hands if pick(2)) or (hands[0],)),
            x.SetDeck(deck=deck, order=(some(pick, position.hidden.decks[deck]),)),
            x.SetFlags(bans=some(pick, [(), ("raid",), None]), spent=some(pick, [(), ("messenger-raven",), None])),
            x.Ruling(text="So it is."),
            x.Reseed(commitment=commitment(seed), seed=seed),
        ],
    )
    return override


def at_most(count: int, pick: Picker) -> Any:
    """Random players who go on for some decisions only."""
    player = random_player(pick)
    left = [count]

    def ask(position: Position, decision: Decision) -> SourcedAnswer | None:
        left[0] -= 1
        return player(position, decision) if left[0] >= 0 else None

    return ask


def fits(position: Position, override: x.AnyOverride) -> bool:
    """Whether the override can be applied without armies that supply does not feed."""
    report = THRONES.check_override(position, override)
    return not report.errors and "supply-exceeded" not in [warning.code for warning in report.warnings]


def with_overrides(seed: str, players: int = 5, stops: int = 25) -> tuple[GameFile, int]:
    """A random game as a file, an override at each of some stops in it; and how many were issued."""
    pick, issued = Picker(seed, "edicts"), 0
    game = game_file.new("first-edition", players, seed)
    for _ in range(stops):
        assert game.position is not None
        game_file.add(game, THRONES.advance(game.position, at_most(pick(30), pick)))
        for _ in range(1 + pick(2)):
            override = random_override(game.position, pick)
            if game.position.board.ending is None and fits(game.position, override):
                game_file.add(game, THRONES.issue(game.position, override, "a mistake", "gm"))
                issued += 1
    return game, issued


def begun(seed: str = "a game") -> Outcome[Position]:
    """A new game that waits for orders."""
    return THRONES.resume(games.start("first-edition", 5, seed))


def in_marches() -> Position:
    """A game in which orders lie on the board and the raven or a march waits."""
    position = begun("marches").position
    return THRONES.advance(position, at_most(6, Picker("marches", "players"))).position
