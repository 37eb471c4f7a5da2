"""Games with as many entries in their journal as wanted, for measuring what playing them again takes."""

from __future__ import annotations

from adjudicator import game_file, games
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Answered, Decreed, Replay
from adjudicator.game_file import GameFile
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import March, ResolveMarch
from adjudicator.thrones.state.overrides import Entry
from tests.bench import reference

EDITION, PLAYERS, SEED = "first-edition", 5, "a long game"
END: Entry = Decreed(x.EndGame(winners=("stark",)), "enough", "gm")


def with_rulings(count: int, text: str = "So it is.") -> GameFile:
    """A game that is over, with `count` rulings before its first question is answered."""
    rulings: list[Entry] = [Decreed(x.Ruling(text=text), "asked", "gm") for _ in range(count - 1)]
    return played([*rulings, END])


def with_marches(count: int) -> GameFile:
    """A game that is over: in its first round a march order is laid again and again and taken off by who has it.

    Half of its `count` entries are overrides, half are answers. No unit moves.
    """
    outcome = games.of_edition(EDITION).advance(games.start(EDITION, PLAYERS, SEED), _until_marches)
    entries = list(outcome.entries)
    while len(entries) < count - 1:
        (asked,) = outcome.waiting
        assert isinstance(asked, ResolveMarch)
        area = next(iter(asked.options))
        order = outcome.showing.board.orders[area].order
        outcome = games.of(outcome.position).advance(outcome.position, Replay([_stays(asked, area)]))
        laid = games.of(outcome.position).issue(outcome.position, x.SetOrder(area=area, order=order), "again", "gm")
        entries += outcome.entries + laid.entries
        outcome = laid
    return played([*entries, END])


def _stays(asked: ResolveMarch, area: str) -> Answered[March]:
    return Answered(asked.id, asked.seat, "resolve-march", March(area=area), Source("player"))


def _until_marches(position: Position, decision: Decision) -> SourcedAnswer | None:
    return None if isinstance(decision, ResolveMarch) else reference.answer(position, decision)


def played(entries: list[Entry]) -> GameFile:
    """The file of the game that these entries make."""
    game = game_file.new(EDITION, PLAYERS, SEED)
    made = GameFile(format=game.format, edition=EDITION, players=PLAYERS, commitment=game.commitment, seed=SEED)
    game_file.add(made, games.of_edition(EDITION).replay(game_file.starting_position(made, SEED), entries))
    return made
