"""The context of a step: table, board, edition, hooks, and times of texts.

Timing order: official first edition FAQ; see the rulings in the edition's data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypedDict, TypeVar

from adjudicator.engine import A, Asks, Event, Forced, Play, Question, Table, ask, ask_together, force, shuffle
from adjudicator.thrones.rules.control import free_tokens, in_weather, merit, most_settlements, standings, turn_order
from adjudicator.thrones.rules.hooks import Hooks, Text, hooks_of
from adjudicator.thrones.rules.legality import single_choice
from adjudicator.thrones.rules.strength import active_text
from adjudicator.thrones.state import HOLD, Battle, Board, Edition, Position, events as e
from adjudicator.thrones.state.decisions import Pick, PickEffect, Piece, TakeBackCard

P = ParamSpec("P")
T = TypeVar("T")


class Seat(TypedDict):
    """The fields of a question that say who decides, and for which house."""

    seat: str
    house: str


class Game:
    """A step's hands: read `board` and `edition`, change things by `tell`."""

    def __init__(self, table: Table[Position], edition: Edition) -> None:
        self.table, self.edition = table, edition
        self.hooks: Hooks = hooks_of(edition)
        self.position = table.position
        self.board: Board = table.position.board
        self.tell: Callable[[Event, str], None] = table.tell
        self._places = list(turn_order(self.board))
        # By how much the last battle of the step was decided; a step is always run from its beginning.
        self.margin = 0

    def seat(self, house: str) -> str:
        """Return who decides for a house: its player or a vassal's commander (MoD rules)."""
        return self.board.commanders.get(house, house)

    def seat_of(self, house: str) -> Seat:
        """Return the first fields of a question on a house: who decides, and for whom."""
        return {"seat": self.seat(house), "house": house}

    def turn_of(self, house: str) -> str:
        """Return the house to act after this one: the one now in its former place.

        A place on the Iron Throne has one turn, whoever moves to or from it meanwhile (2e rules: FAQ on turn order).
        """
        return house if self.edition.variant.turn_by_name else turn_order(self.board)[self._places.index(house)]

    def hand(self, house: str) -> list[str]:
        """The House cards a house holds now."""
        return self.position.hand(house)

    def purpose(self, what: str) -> str:
        """A name for a draw that no other draw of the game has."""
        return f"{what}/round-{self.board.round}/event-{self.position.progress.told}"

    def shuffle_deck(self, deck: str, purpose: str, cards: Sequence[str], rule: str) -> list[str]:
        """Put the cards of a deck in the order that the seed gives for a purpose."""
        order = shuffle(self.position.hidden.seed, purpose, cards)
        self.tell(e.DeckShuffled(deck=deck, purpose=purpose, order=tuple(order)), rule)
        return order

    def ask(self, question: Question[A]) -> Asks[A]:
        """The answer to a question, even where it leaves only one."""
        return ask(question)

    def pick(self, house: str, because: str, choices: Sequence[str], subject: str = "") -> Asks[str]:
        """Ask whoever decides for a house to choose an effect (`PickEffect`)."""
        question = PickEffect(**self.seat_of(house), because=because, subject=subject, choices=tuple(choices))
        return (yield from ask(question)).choice

    def pick_or_decline(self, house: str, because: str, choices: Iterable[str], subject: str = "") -> Asks[str]:
        """Ask as `pick`, with a last choice to decline; empty for that."""
        choice = yield from self.pick(house, because, (*choices, "decline"), subject)
        return "" if choice == "decline" else choice

    def pick_or_force(
        self, house: str, because: str, choices: Sequence[str], subject: str = "", *, only: str = ""
    ) -> Asks[str]:
        """Ask as `pick`, unless one choice, or `only`, is all that matters."""
        question = PickEffect(**self.seat_of(house), because=because, subject=subject, choices=tuple(choices))
        return (yield from self.ask_or_force(question, Pick(only) if only else None)).choice

    def ask_together(self, questions: Sequence[Question[A] | Forced[A]]) -> Asks[list[A]]:
        """The answers to questions asked at once and in secret, in the same order."""
        return ask_together(questions)

    def ask_or_force(self, question: Question[A], only: A | None = None) -> Asks[A]:
        """Return the answer to a question, without asking if only one is legal.

        `only` is that one if the step knows it; else it is searched for. A forced answer is recorded.
        """
        only = single_choice(question) if only is None else only
        return ask(question) if only is None else self.force(question, only)

    def force(self, question: Question[A], only: A) -> Asks[A]:
        """Record a forced answer that nobody is asked; older games record nothing."""
        if self.edition.variant.forced_told:
            return (yield from force(question, only))
        return only

    def gain_power(self, house: str, requested_amount: int, because: str, rule: str, area: str = "") -> None:
        """Give Power while the house has tokens left; vassals none (1e limits; EX-21)."""
        if house in self.board.vassals:
            return
        amount = min(requested_amount, free_tokens(self.board, self.edition, house))
        self.tell(e.PowerGained(house=house, amount=amount, wanted=requested_amount, because=because, area=area), rule)

    def spend_power(self, house: str, amount: int, because: str, rule: str) -> None:
        """Power of a house goes back to the pool; nothing is told of none."""
        if amount:
            self.tell(e.PowerSpent(house=house, amount=amount, because=because), rule)

    def remove_order(self, area: str, because: str, rule: str) -> None:
        """The order that lies in an area, if any, leaves the board."""
        placed = self.board.orders.get(area)
        if placed is not None:
            self.tell(e.OrderRemoved(house=placed.house, area=area, order=placed.order, because=because), rule)

    def take_back_card(self, house: str, asked_by: str, because: str, rule: str) -> Asks[None]:
        """A house may take one of its used cards back to its hand."""
        choices = tuple(self.board.discards[house])
        if not choices:
            return
        answer = yield from ask(TakeBackCard(**self.seat_of(house), because=asked_by, choices=choices))
        if answer.card is not None:
            self.tell(e.CardTakenBack(house=house, card=answer.card, because=because), rule)

    def destroy(self, house: str, piece: Piece, because: str, rule: str, *, attacking: bool = False) -> None:
        """Remove one unit from the board."""
        self.tell(
            e.UnitDestroyed(
                house=house,
                area=piece.area,
                unit=piece.unit,
                routed=piece.routed,
                because=because,
                attacking=attacking,
            ),
            rule,
        )
        self.hooks.destroyed(self, house, piece.area, because)

    def won(self, counted: Board | None = None) -> bool:
        """End the game if a house has enough settlements or points; return whether over.

        Source: 1e rules: winning. `counted` is the board to count on, if not the current one. With the module `HOLD`
        nobody wins before the end of a round.
        """
        if self.board.ending is None and HOLD not in self.board.modules:
            self.look_for_victory(counted or self.board)
        return self.board.ending is not None

    def look_for_victory(self, board: Board) -> None:
        """End the game if a house has enough settlements or points on a board."""
        if any(points >= board.victory for points in board.points.values()):
            self.finish("loyalty", "victory.loyalty", board)
        elif most_settlements(board, self.edition) >= board.victory:
            self.finish("settlements", "victory.instant", board)

    def finish(self, reason: str, rule: str, counted: Board | None = None) -> None:
        """End the game: the best house, or all that share the best place."""
        board = counted or self.board
        rows = standings(board, self.edition)
        best = merit(board, self.edition, rows[0])
        tied = [row.house for row in rows if merit(board, self.edition, row) == best]
        self.tell(e.GameEnded(winners=tuple(tied), reason=reason, standings=rows), rule)


StepFunction = Callable[..., Play]


def playable(edition: Edition, function: StepFunction) -> StepFunction:
    """Wrap a step for the driver: it gets a Game, is settled, and checks for victory."""

    def run(table: Table[Position], **args: object) -> Play:
        board = table.position.board
        game = Game(table, edition if board.realm is None else in_weather(edition, board))
        followers = yield from function(game, **args)
        if game.board.ending is None:
            yield from game.hooks.after_step(game)
        return [] if game.won() else followers

    return run


def bind(edition: Edition, functions: Mapping[str, StepFunction]) -> Edition:
    """Give an edition its steps, each bound to this very value; returns it."""
    edition.functions = functions
    edition.steps = {name: playable(edition, function) for name, function in functions.items()}
    return edition


def quiet(function: Callable[P, T]) -> Callable[P, Asks[T]]:
    """Wrap a plain function as a step, part, text or effect that asks nobody anything."""

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> Asks[T]:
        yield from ()
        return function(*args, **kwargs)

    return run


def fighters_in_text_order(game: Game, battle: Battle) -> list[str]:
    """Return the fighting houses in the order in which their card texts are run."""
    return sorted(battle.cards, key=game.board.tracks[game.edition.variant.text_track].index)


def run_text(game: Game, battle: Battle, house: str, texts: Mapping[str, Text]) -> Asks[None]:
    """Run a house's card text if it counts and is among `texts` of this moment."""
    card = active_text(battle, game.edition, house)
    if card is not None and card.effect in texts:
        yield from texts[card.effect](game, battle, card)


def run_texts(game: Game, battle: Battle, texts: Mapping[str, Text]) -> Asks[None]:
    """The texts of both cards whose moment has come, one after the other."""
    for house in fighters_in_text_order(game, battle):
        yield from run_text(game, battle, house, texts)


def reveal_texts(game: Game, battle: Battle) -> Asks[None]:
    """Run texts on reveal: first silencing ones, then immediate, in edition order."""
    for texts in (game.hooks.texts.cancel, game.hooks.texts.immediate):
        yield from run_texts(game, battle, texts)


def blade_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts before the blade that ask for Power or turn support."""
    yield from run_texts(game, battle, game.hooks.texts.before_blade)


def after_texts(game: Game, battle: Battle) -> Asks[None]:
    """Run winner's and loser's texts after the battle is decided, before losses.
    Does nothing while there is no winner."""
    texts = game.hooks.texts
    for house in fighters_in_text_order(game, battle) if battle.winner is not None else ():
        yield from run_text(game, battle, house, texts.after_win if house == battle.winner else texts.after_loss)


def last_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts after the battle, when its cards are put away."""
    yield from run_texts(game, battle, game.hooks.texts.after_battle)
