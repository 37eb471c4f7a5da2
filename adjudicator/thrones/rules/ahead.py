"""Who may be asked in the rest of a Westeros phase, over every option that its cards and players still have.

A step says so itself, by `@may_ask` beside its rule: which kinds of questions it may ask whom, and which steps may
follow it. Only the board is looked at, so that nobody is asked, or left out, for what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from adjudicator.engine.decision import Decision
from adjudicator.engine.step import Step
from adjudicator.thrones.rules.control import last_for_good, players_of
from adjudicator.thrones.rules.modules import in_play
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.decisions import PickEffect
from adjudicator.thrones.state.edition import Edition

# The last step of the phase.
LAST = "return-westeros"
# What may be otherwise by then than it is on the board, besides who holds a badge.
POWER, UNITS = "power", "units"
Kind = type[Decision]
F = TypeVar("F", bound=Callable[..., Any])


class Ahead:
    """What steps to come may ask: `kinds` of questions by seat, and the names of the `steps`; who may decide between
    equal bidders (`judges`), and who may choose what a card of choice does (`choosers`).

    `changed` collects what the steps so far may have changed: Power and units, badges by their names.
    """

    def __init__(self, board: Board, edition: Edition) -> None:
        self.board, self.edition = board, edition
        self.kinds: dict[str, set[Kind]] = {}
        self.judges: set[str] = set()
        self.choosers: dict[str, list[str]] = {}
        self.steps: list[str] = []
        self.changed: set[str] = set()

    @property
    def players(self) -> list[str]:
        """The houses with a player, in turn order."""
        return players_of(self.board)

    def able_to_pay(self, cost: int = 1) -> list[str]:
        """The players who may have so much Power by then."""
        return [house for house in self.players if POWER in self.changed or self.board.power[house] >= cost]

    def holders(self, badge: str) -> list[str]:
        """Who may hold a badge by then."""
        last = last_for_good(self.board)
        first = [house for house in self.players if house not in last]
        return first if badge in self.changed else [self.board.holders[badge]]

    def ask(self, houses: Iterable[str], *kinds: Kind) -> None:
        """Whoever decides for these houses may be asked these kinds of questions."""
        for house in houses:
            self.kinds.setdefault(self.board.commanders.get(house, house), set()).update(kinds)

    def judge(self, kind: Kind) -> None:
        """Whoever holds the Iron Throne then may be asked about equal bidders, by a question of this kind."""
        judges = self.holders("iron-throne")
        self.ask(judges, kind)
        self.judges.update(judges)

    def choose(self, card: str, badge: str) -> None:
        """Whoever holds a badge then chooses what a card does."""
        self.choosers[card] = self.holders(badge)
        self.pick(self.choosers[card])

    def pick(self, houses: Iterable[str]) -> None:
        """Whoever decides for these houses may have to choose among effects."""
        self.ask(houses, PickEffect)

    def come_to(self, function: Callable[..., Any], **args: Any) -> None:
        """A step or an effect with these arguments asks what it declares, if it declares anything."""
        declare = getattr(function, "may_ask", None)
        if declare is not None:
            declare(self, **args)

    def follow(self, steps: Iterable[Step]) -> None:
        """These steps are played, one after the other."""
        for step in steps:
            self.steps.append(step.name)
            self.come_to(self.edition.functions[step.name], **step.args)

    def follow_one_of(self, options: Iterable[Sequence[Step]]) -> None:
        """One of these lists of steps is played; what each may change counts from then on."""
        before, after = self.changed, set(self.changed)
        for steps in options:
            self.changed = set(before)
            self.follow(steps)
            after |= self.changed
        self.changed = after


def may_ask(declare: Callable[..., None]) -> Callable[[F], F]:
    """Say beside a step, or an effect, what it may ask: `declare` gets an Ahead and the step's arguments."""

    def mark(function: F) -> F:
        function.may_ask = declare  # type: ignore[attr-defined]
        return function

    return mark


def rest_of_westeros(board: Board, edition: Edition, agenda: Iterable[Step]) -> Ahead:
    """What the steps of the agenda may ask up to the end of the Westeros phase."""
    ahead, steps = Ahead(board, edition), []
    for step in agenda:
        if step.name == LAST:
            break
        steps.append(step)
    ahead.follow(steps)
    return ahead


def whole_westeros(board: Board, edition: Edition) -> Ahead:
    """The same for all cards that lie open, wherever the phase stands: for whoever knows the board alone."""
    edition = in_play(edition, board.modules)
    return rest_of_westeros(board, edition, steps_of_cards(board, edition))


def steps_of_cards(board: Board, edition: Edition) -> list[Step]:
    """The steps that the cards turned up begin with; before them, in some editions, the wildlings attack when they are
    at the end of their track."""
    at_end = edition.variant.wildlings_strike and board.wildlings == edition.wildling_track[-1]
    first = [Step("wildling-attack", {"deck": ""})] if at_end else []
    known = (deck for deck, card in board.revealed.items() if card in edition.westeros)
    return [*first, *(Step("westeros-card", {"deck": deck}) for deck in known)]


def steps_ahead(board: Board, edition: Edition) -> tuple[str, ...]:
    """The steps that revealed Westeros cards start, or may start by choice; first an attack that strikes at once."""
    steps = [step.name for step in steps_of_cards(board, edition) if step.name == "wildling-attack"]
    for card in (edition.westeros[name] for name in board.revealed.values() if name in edition.westeros):
        steps += [card.step, *(option.step for option in card.options)]
    return tuple(dict.fromkeys(step for step in steps if step))
