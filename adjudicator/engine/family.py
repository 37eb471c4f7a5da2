"""A family: a game with its editions, as everything outside its own folders knows it.

Positions, boards, views, sheets, edicts, decisions and events are values that others pass on; what they may look at of
them is said by the protocols here. A family is any object with the attributes of `Family`; a module can be one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from adjudicator.engine.bulk import BulkRules, Level, Pace
from adjudicator.engine.data_files import BroughtFiles, DataFiles
from adjudicator.engine.decision import Decision, Given
from adjudicator.engine.desk import Fought, Gifts, Loss, Revealed
from adjudicator.engine.edicts import EdictRules
from adjudicator.engine.ending import Ending
from adjudicator.engine.event import Event, Record
from adjudicator.engine.figures import Figures
from adjudicator.engine.journal import Answered, Decreed
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario import Scenarios
from adjudicator.engine.search import Search
from adjudicator.engine.sheet_rules import SheetRules
from adjudicator.engine.step import Outcome, Progress
from adjudicator.engine.what_if import WhatIfs

Entry = Answered[Any] | Decreed[Any]
# What a player wrote for a call, in the language of its family: handed on, and looked into by nobody else.
Sheet = Any
# Calls for what a round is planned in, for what comes before that, and stops for one question.
WindowSort = Literal["planning", "before-planning", "stop"]
# More is refused before anything of it is read.
MOST_SHEET_BYTES = 256 * 1024


class Board(Protocol):
    """What everybody may see. `houses` are the seats of the game by id, those that nobody plays too."""

    @property
    def round(self) -> int:
        """The current round."""

    @property
    def houses(self) -> list[str]:
        """The seats."""

    @property
    def modules(self) -> list[str]:
        """The optional parts of the rules that are played."""

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it runs."""


class Position(Protocol):
    """A whole game at one moment."""

    progress: Progress[Any]

    @property
    def edition(self) -> str:
        """The id of its edition."""

    @property
    def players(self) -> int:
        """For how many players it is."""

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed from which chance derives now."""

    @property
    def revision(self) -> int:
        """The revision of the rules it began under."""

    @property
    def board(self) -> Board:
        """The part that everybody may see."""

    @property
    def round(self) -> int:
        """The current round."""

    @property
    def phase(self) -> str:
        """The part of the round that is being played."""


class View(Protocol):
    """What one seat (None: spectators) may know; `waiting` are the decisions that wait for it."""

    waiting: list[Decision]

    @property
    def edition(self) -> str:
        """The id of the edition."""

    @property
    def players(self) -> int:
        """For how many players the game is."""

    @property
    def revision(self) -> int:
        """The revision of the rules it began under."""

    @property
    def seat(self) -> str | None:
        """Whose view it is."""

    @property
    def board(self) -> Board:
        """What everybody may see."""


class Named(Protocol):
    """Something with a name in each language."""

    def say(self, language: str) -> str:
        """The name in a language."""


class House(Protocol):
    """A seat of an edition, with its name."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> Named:
        """Its name."""


class Edition(Protocol):
    """What others know of an edition."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> Named:
        """Its name."""

    @property
    def houses(self) -> Mapping[str, House]:
        """Its seats by id."""

    @property
    def modules(self) -> tuple[str, ...]:
        """Parts of the rules that a game may be played with."""

    @property
    def player_counts(self) -> tuple[int, ...]:
        """For how many players there is a set-up."""

    @property
    def reconstructions(self) -> tuple[str, ...]:
        """In English, what its data had to guess."""

    @property
    def offered(self) -> bool:
        """Whether people may begin games of it."""


class Standing(Protocol):
    """A seat in a ranking."""

    @property
    def house(self) -> str:
        """Whose."""


class EdictReport(msgspec.Struct, frozen=True):
    """`errors` refuse the edict; `warnings` say what else comes of it; `ends_game` whether the game ends by it."""

    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    ends_game: bool = False


class LegalAnswers(Protocol):
    """The legal answers of a decision: lazily iterable, `in`, and a way to draw one."""

    def __iter__(self) -> Iterator[Any]:
        """All of them."""

    def __contains__(self, answer: object) -> bool:
        """Whether an answer is legal."""

    def sample(self, pick: Callable[[int], int]) -> Any:
        """One of them; `pick(n)` gives a number below n."""


class BoardKept(NamedTuple):
    """A board of the past with what is known of its game."""

    edition: str
    players: int
    commitment: str
    revision: int
    board: Any


class Types(NamedTuple):
    """The types of a family's values, for reading them back: structs, or unions of tagged structs."""

    position: Any
    board: Any
    view: Any
    event: Any
    decision: Any
    answer: Any
    edict: Any
    change: Any
    sheet: Any
    standing: Any
    statistics: Any


class Family(SheetRules, Figures, Protocol):
    """What a family says and does; what it says of sheets and of figures stands beside this file."""

    @property
    def id(self) -> str:
        """Its name in lists."""

    @property
    def types(self) -> Types:
        """The types of its values."""

    @property
    def editions(self) -> Mapping[str, Edition]:
        """Its editions by id."""

    @property
    def revision(self) -> int:
        """The revision of its rules now."""

    @property
    def named_paces(self) -> tuple[str, ...]:
        """The paces that need no list of decision kinds."""

    @property
    def gifts(self) -> Gifts | None:
        """What players may give to each other, None for nothing in any edition."""

    @property
    def hidden_events(self) -> tuple[type[Event], ...]:
        """The kinds of events that `seen_event` does not show to everybody as they are."""

    @property
    def what_ifs(self) -> WhatIfs | None:
        """How calls are played on what one seat knows, None where they are not."""

    @property
    def search(self) -> Search | None:
        """How maesters search for answers; None: they play as stewards do."""

    @property
    def scenarios(self) -> Scenarios | None:
        """How positions are written as scenarios; None: they are not."""

    @property
    def data(self) -> DataFiles | None:
        """How the files of its editions are read and checked; None where its editions are no files."""

    @property
    def faulty(self) -> Mapping[str, tuple[Refusal, ...]]:
        """Editions of the program that cannot be played, by id, with what is wrong with their files."""

    @property
    def brought(self) -> BroughtFiles | None:
        """The same where hosts bring files of their own for an edition; None: they cannot."""

    @property
    def bulk(self) -> BulkRules:
        """What it says to the resolver of a call."""

    def rules(self, position: Any) -> EdictRules[Any]:
        """What runs the steps of a position's game, and takes edicts."""

    def edition_under(self, name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
        """The edition as games that began under a revision of the rules are played; with `modules`, as games with these
        optional parts are, without, with everything that any of them has. Illegal (`unknown-revision`)."""

    def check_modules(self, rules: Any, modules: Sequence[str]) -> None:
        """Raises Illegal for optional parts that there are not, or that are not played together."""

    def candidates(self, rules: Any, players: int) -> tuple[str, ...]:
        """The seats among which so many players choose; Illegal (`players-not-supported`)."""

    def left_to_vassals(self, rules: Any, players: int, houses: Collection[str]) -> tuple[str, ...]:
        """The seats that nobody plays when `houses` are played; none in games that have no such seats."""

    def start(
        self, edition: str, players: int, seed: str, modules: Sequence[str], houses: Sequence[str], revision: int
    ) -> Position:
        """The position of a new game. Raises Illegal."""

    def steward(self, position: Any, decision: Decision, level: Level = "steward") -> Given:
        """The answer of a bot of a level to any decision."""

    def legal_answers(self, position: Any, decision: Decision) -> LegalAnswers:
        """The legal answers, lazily."""

    def has_choice(self, decision: Decision) -> bool:
        """Whether a decision leaves more than one answer."""

    def foreseen(self, showing: Any, seat: str) -> Sequence[Decision]:
        """Decisions of a planning call that will be asked of a seat though nobody can be asked yet."""

    def standings(self, board: Any, rules: Any) -> Sequence[Any]:
        """The seats, best first."""

    def begins_round(self, event: Event) -> int:
        """The number of the round that begins with this event, 0 if none does."""

    def view(self, showing: Any, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
        """What a seat (None: spectators) may know. The board is shared, not copied."""

    def view_of_board(self, kept: BoardKept, seat: str | None) -> View:
        """A view of a board of the past, without questions."""

    def seen_event(self, event: Event, seat: str | None) -> Event | None:
        """The event as a seat may see it while the game runs, None for nothing of it."""

    def openly(self, edict: Any) -> Any:
        """The edict as everybody may see it while the game runs."""

    def check_edict(self, position: Any, edict: Any) -> EdictReport:
        """What is wrong with an edict where the game rests."""

    def difference(self, before: Any, after: Any, rules: Any = None) -> tuple[Any, ...]:
        """Everything public that differs between two boards; empty if and only if they say the same."""

    def shuffles(self, rules: Any, seed: str, records: Iterable[Record]) -> Iterator[str]:
        """In words what is not as the seed makes it among the shuffles that records tell."""

    def unplayed(self, board: Any) -> Collection[str]:
        """The seats that nobody plays now: others decide for them."""

    def score(self, board: Any, rules: Any, seat: str) -> int:
        """How far a seat has come towards winning, as the family counts it."""

    def broken(self, position: Any, waiting: Sequence[Decision]) -> list[str]:
        """In words what is not as it must be in any position, while these decisions wait."""

    def hidden(self, position: Any) -> Any:
        """What no seat may see, to be compared."""

    def reshuffled(self, showing: Any, salt: str) -> Any:
        """The position with all that is hidden drawn anew."""

    def happenings(self, outcome: Outcome[Any]) -> dict[str, int]:
        """How often each thing happened in a whole game, by name."""

    def players_own(self, edict: Any) -> bool:
        """Whether an edict is an act of a player, and none of a game master."""

    def seat_taken_by(self, edict: Any) -> str | None:
        """The seat that an edict takes from its player, None for others."""

    def takes_seat(self, seat: str) -> Any | None:
        """The edict that takes a seat from its player for good, None in games that have none."""

    def decider(self, board: Any, seat: str) -> str:
        """Who decides for a seat that nobody plays; empty for nobody."""

    def has_unplayed(self, rules: Any) -> bool:
        """Whether seats can be left to others in games of an edition."""

    def window_sort(self, window: str) -> WindowSort:
        """What sort of call a window is."""

    def may_also_ask(self, outcome: Outcome[Any], pace: Pace) -> Collection[str]:
        """The seats that the call which opens where an outcome waits may ask besides those for whom it does: over every
        answer of others and every draw, and from nothing that such a seat cannot see."""

    def fights(self, records: Sequence[Record]) -> Sequence[Fought]:
        """The contests that records tell, in order."""

    def losses(self, before: Any, after: Any, rules: Any) -> Iterable[Loss]:
        """What grave things befell seats between two boards."""

    def revealed(self, records: Iterable[Record]) -> Revealed:
        """What records showed everybody."""

    def describe(self, parts: dict[str, Any]) -> dict[str, Any]:
        """The JSON Schema of its types, with what a sheet may also say as text."""
