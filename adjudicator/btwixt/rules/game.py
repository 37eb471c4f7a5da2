"""What a step of B'Twixt sees, the editions known, and the game as the engine's driver sees it.

Each set of cards is an edition of its own, so that a game goes on with the cards it began with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from adjudicator.btwixt.rules.legality import single_choice
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board, Hidden, Position, View
from adjudicator.engine.chance import shuffle
from adjudicator.engine.decision import A, Forced, Illegal, Question, Refusal
from adjudicator.engine.journal import Event
from adjudicator.engine.step import Asks, Table, ask, ask_together, force

# New games begin under this revision of the rules.
REVISION = 0
EDITIONS: dict[str, Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition known; returns it."""
    EDITIONS[edition.id] = edition
    return edition


def edition_at(name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
    """The edition with this id, the same with any parts; Illegal (`unknown-edition`, `unknown-revision`)."""
    if not 0 <= revision <= REVISION:
        words = f"there is no revision {revision} of the rules here; known: 0 to {REVISION}"
        raise Illegal(Refusal("unknown-revision", words, "revision"))
    found = EDITIONS.get(name)
    if found is None:
        known = ", ".join(sorted(EDITIONS))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))
    return found


def edition_of(game: Position | View) -> Edition:
    """The edition of a position or view."""
    return edition_at(game.edition, game.revision)


T = TypeVar("T")


class Game:
    """A table of a running step."""

    def __init__(self, table: Table[Position]) -> None:
        self.table = table
        self.edition: Edition = edition_of(table.position)

    @property
    def position(self) -> Position:
        """The whole position."""
        return self.table.position

    @property
    def board(self) -> Board:
        """What lies open."""
        return self.table.position.board

    @property
    def hidden(self) -> Hidden:
        """What lies face down."""
        return self.table.position.hidden

    def tell(self, event: Event, rule: str) -> None:
        """Append an event to the log and apply it."""
        self.table.tell(event, rule)

    def ask(self, question: Question[A]) -> Asks[A]:
        """The answer to a question; of one that leaves a single answer nobody is asked."""
        only = single_choice(question)
        if only is not None:
            return (yield from force(question, only))
        return (yield from ask(question))

    def ask_together(self, questions: Sequence[Question[A]]) -> Asks[list[A]]:
        """The answers to questions asked at once and in secret."""
        pairs = ((question, single_choice(question)) for question in questions)
        return (yield from ask_together([one if only is None else Forced(one, only) for one, only in pairs]))

    def purpose(self, what: str) -> str:
        """A name for a draw that no other draw of the game has: by the number of the event that tells it."""
        return f"{what}/{self.position.progress.told + 1}"

    def mixed(self, what: str, items: Sequence[T]) -> tuple[str, list[T]]:
        """A purpose, and these in an order drawn by the seed."""
        purpose = self.purpose(what)
        return purpose, shuffle(self.hidden.seed, purpose, items)

    def draw_cards(self, house: str, count: int, source: str, rule: str) -> int:
        """Cards from the influence deck to a hand; the discard pile is shuffled into a deck that runs out (rules 8.8).
        How many there were."""
        drawn: list[str] = []
        for _ in range(count):
            if len(drawn) == len(self.hidden.deck) and self.board.discard:
                if drawn:
                    self.tell(e.CardsDrawn(source=source, house=house, count=len(drawn), cards=tuple(drawn)), rule)
                    drawn, count = [], count - len(drawn)
                purpose, order = self.mixed("deck", sorted([*self.hidden.deck, *self.board.discard]))
                self.tell(
                    e.CardsShuffled(what="deck", purpose=purpose, discard=True, order=tuple(order)), "season.shuffle"
                )
            if len(drawn) < len(self.hidden.deck):
                drawn.append(self.hidden.deck[len(drawn)])
        if drawn:
            self.tell(e.CardsDrawn(source=source, house=house, count=len(drawn), cards=tuple(drawn)), rule)
        return len(drawn)

    def mix_supply(self) -> None:
        """The supply is mixed, so that nobody knows what came back to it."""
        purpose, order = self.mixed("supply", sorted(self.hidden.supply))
        self.tell(
            e.CardsShuffled(what="supply", purpose=purpose, order=tuple(map(str, order))), "tokens.back-to-supply"
        )
