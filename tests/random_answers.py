"""Open turns resolved by random answers, in games of every edition; and who was left a choice."""

from __future__ import annotations

from typing import Any

from adjudicator import documents, games
from adjudicator.engine.bulk import Level, Pace, Resolver, TurnInput
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Outcome
from adjudicator.thrones.state.decisions import Pick

TABLES: list[tuple[str, int, tuple[str, ...]]] = [
    ("first-edition", 5, ()),
    ("first-edition", 5, ("storm-westeros", "wildling-cards")),
    ("second-edition", 6, ()),
    ("mother-of-dragons", 8, ()),
    ("mother-of-dragons", 5, ()),
    ("storm-of-swords", 4, ()),
    ("btwixt", 4, ("advanced",)),
]


class Players:
    """They answer at random, but for one `wish` wherever it is offered; kept is what left somebody a choice."""

    def __init__(self, seed: str, wish: str = "") -> None:
        self.pick, self.wish = Picker(seed, "random answers"), wish
        self.chose: list[Decision] = []

    def __call__(self, position: Any, decision: Decision, level: Level = "steward") -> SourcedAnswer:
        if games.of(decision).has_choice(decision):
            self.chose.append(decision)
        if self.wish in getattr(decision, "choices", ()):
            return SourcedAnswer(Pick(self.wish), Source("steward", "wish"))
        return SourcedAnswer(
            games.of(position).legal_answers(position, decision).sample(self.pick), Source("steward", "random")
        )


def resolved(shown: Outcome[Any], pace: Pace, seed: str, wish: str = "") -> tuple[Outcome[Any], list[Decision]]:
    """The turn that is open, resolved by random answers, and what left a choice."""
    position, players = documents.decode(documents.encode(shown.position)), Players(seed, wish)
    window = games.of(shown.showing).window(shown.showing, shown.waiting[0], pace)
    turn = TurnInput(window=window, bots=frozenset(shown.showing.board.houses), pace=pace)
    return games.of(position).advance(position, Resolver(games.of(position), turn, players)), players.chose
