"""The base class of a game: every operation that others need, with defaults.

A game is the rules of a board game with all its editions. Its class is in a folder of its own, overrides these methods
as needed, and is registered in `adjudicator.games`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter as Counts
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.engine import overrides, step
from adjudicator.engine.bulk import Level, Pace, Resolver, TurnInput, TurnRules
from adjudicator.engine.chance import Draw
from adjudicator.engine.data_files import DataFiles, Scenario, scenario_from
from adjudicator.engine.decision import Answer, Decision, Illegal, LegalAnswers, Refusal, SourcedAnswer, kind_of
from adjudicator.engine.overrides import RestPoint, openly
from adjudicator.engine.step import Answered, Decided, Decreed, Event, Oracle, Outcome, Record
from adjudicator.engine.values import (
    Edition,
    Entry,
    Fought,
    GameCounter,
    Gift,
    Loss,
    OverrideReport,
    Position,
    Receiver,
    Revealed,
    SheetReport,
    StoredBoard,
    StoredRecord,
    Suggestion,
    Types,
    View,
    WindowSort,
    parameterize,
    structs_in,
)

_P = TypeVar("_P", bound=Position)
_packer = msgspec.msgpack.Encoder()


class PackedRules(Generic[_P]):
    """Part of `adjudicator.engine.step.Rules`; a family gives the type of `unpacker`."""

    unpacker: msgspec.msgpack.Decoder[_P]

    def over(self, position: _P) -> bool:
        """Whether the game has ended."""
        return position.board.ending is not None

    def encode(self, position: _P) -> bytes:
        """The position as bytes, for coming back to it."""
        return _packer.encode(position)

    def decode(self, data: bytes) -> _P:
        """The position from `encode`."""
        return self.unpacker.decode(data)


# Legal answers to a question of a position that are worth a try, at most so many, the bot's first.
Variations = Callable[[Any, Any, int], Sequence[Answer]]
# The ids of questions, after which calls that ask one by one are named.
_QUESTION = re.compile(r"d[0-9]+-")


class Game(TurnRules):
    """A game with its editions: defaults for everything that a game can do without."""

    # Its name in lists, the types of its values, and its editions by id.
    id: ClassVar[str]
    types: ClassVar[Types]
    editions: Mapping[str, Any]
    # The revision of its rules now.
    revision: int = 0
    # The paces that need no list of decision kinds.
    named_paces: tuple[str, ...] = ("bulk", "stepwise")
    # The kinds of events that `visible_event` does not show to everybody as they are.
    hidden_events: tuple[type[Event], ...] = (Decided,)
    # How the files of its editions are read and checked; None where its editions are no files.
    data: DataFiles | None = None
    # Editions of the program that cannot be played, by id, with what is wrong with their files.
    faulty: Mapping[str, tuple[Refusal, ...]] = {}

    @property
    def host_edition_base(self) -> str:
        """Return the edition that hosts may play with their own files; empty if none."""
        return self.data.base if self.data is not None else ""

    @property
    def entry_type(self) -> Any:
        """The type of a journal entry, for reading."""
        return parameterize(Answered, self.types.answer) | parameterize(Decreed, self.types.override)

    @property
    def record_type(self) -> Any:
        """The type of a stored record, for reading."""
        return parameterize(StoredRecord, self.types.event)

    # Editions and new games

    @abstractmethod
    def edition_under(self, name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
        """Return the edition under a revision and `modules`; Illegal (`unknown-revision`)."""

    def edition_played(self, name: str, modules: Sequence[str]) -> Edition:
        """The edition as new games with these optional parts are played."""
        return self.edition_under(name, self.revision, modules)

    def check_modules(self, rules: Any, modules: Sequence[str], /) -> None:
        """Raise Illegal for unknown (`unknown-module`) or incompatible optional parts."""

    def complete_modules(self, rules: Any, modules: Sequence[str], /) -> tuple[str, ...]:
        """Return optional parts with those that they bring; Illegal like `check_modules`."""
        self.check_modules(rules, modules)
        return tuple(modules)

    def compatible_modules(self, rules: Any) -> tuple[str, ...]:
        """The optional parts that can all be played together."""
        return tuple(rules.modules)

    def setup_modules(self, rules: Any) -> Mapping[str, Sequence[int]]:
        """The parts that are set-ups instead of the printed one, and their players."""
        return {}

    @abstractmethod
    def candidates(self, rules: Any, players: int, /) -> tuple[str, ...]:
        """Return seats to choose from; raises Illegal (`players-not-supported`)."""

    def has_unplayed(self, rules: Any) -> bool:
        """Whether an edition's games can have unplayed seats; by default not."""
        return False

    def possible_vassals(self, rules: Any, players: int, houses: Collection[str], /) -> tuple[str, ...]:
        """Return unplayed seats given `houses`; Illegal (`players-not-supported`)."""
        return ()

    # What sets a new game of an edition up, by players, seed, modules, houses and revision.
    set_up: Callable[..., Any]

    def start(
        self, edition: str, players: int, seed: str, modules: Sequence[str], houses: Sequence[str], revision: int
    ) -> Position:
        """Set up a new game, its first round still to come. Raises Illegal."""
        position: Position = self.set_up(
            self.edition_under(edition, revision), players, seed, modules, houses, revision
        )
        return position

    # What reads and builds a position in plain data; None: games do not begin from scenarios.
    scenario_type: type[Any] | None = None
    # The agenda of a game that begins as usual, where the houses of a scenario sit as it names them; empty where nobody
    # chooses who sits where.
    scenario_set_up: tuple[str, ...] = ()

    def build_scenario(self, scenario: Any, revision: int) -> Position:
        """Build a scenario's position, chance by its `seed`; Illegal with every reason."""
        raise NotImplementedError

    def read_scenario(self, plain: object) -> Scenario:
        """Read an untrusted scenario; raises `no-scenarios` or `bad-scenario` with field."""
        if self.scenario_type is None:
            raise Illegal(Refusal("no-scenarios", "games of this edition do not begin from scenarios", "edition"))
        scenario: Scenario = scenario_from(plain, self.scenario_type)
        return scenario

    def start_from(self, scenario: Any, seed: str, revision: int | None = None) -> Position:
        """Build a scenario by `seed` under a revision (None: current). Raises Illegal."""
        revision = self.revision if revision is None else revision
        return self.build_scenario(replace(scenario, seed=seed), revision)

    # Playing

    @abstractmethod
    def rules(self, position: Any) -> overrides.OverrideRules[Any]:
        """What runs the steps of a position's game, and takes overrides."""

    def advance(self, position: Position, oracle: Oracle) -> Outcome[Position]:
        """Run until the end or an unanswered decision. Uses the position up."""
        return step.advance(self.rules(position), position, oracle)

    def resume(self, position: Position) -> Outcome[Position]:
        """Run on without an oracle; return the position and open decisions. Uses it up."""
        return self.advance(position, step.nobody)

    def oracle_for(self, position: Position, turn: TurnInput) -> Resolver:
        """Return the oracle that answers the decisions of a turn."""
        return Resolver(self, turn, self.bot_answer, self.variations(position))

    def resolve(self, position: Position, turn: TurnInput) -> Outcome[Position]:
        """Adjudicate a turn from sheets, standing orders, bots, defaults; uses it up.

        `remarks` of the outcome name the turn's overrides that were not used, and why.
        """
        oracle = self.oracle_for(position, turn)
        outcome = self.advance(position, oracle)
        outcome.remarks = oracle.remarks()
        return outcome

    def issue(self, position: Position, override: Any, reason: str, by: str) -> Outcome[Position]:
        """Apply an override at rest, run to the next question; uses the position up.

        Events above `voids` no longer hold, `records` retells; fitting answers of the step stay. Raises Illegal.
        """
        return overrides.issue(self.rules(position), position, Decreed(override, reason, by))

    def replay(
        self, position: Position, entries: Iterable[Entry], watch: Callable[[int], None] | None = None
    ) -> Outcome[Position]:
        """Replay a journal: same events, overrides and position. Uses the position up.

        `remarks` of the outcome count answers that met no question; `watch` gets the number of entries played, after
        each. Raises Illegal for overrides or answers that do not fit.
        """
        return overrides.replay(self.rules(position), position, entries, counted=watch)

    def rest_points(self, position: Position, entries: Sequence[Entry]) -> list[RestPoint]:
        """Return the steps of a journal that asked something. Uses the position up."""
        return overrides.rest_points(self.rules(position), position, entries)

    def replay_to(self, position: Position, entries: Sequence[Entry], decision: str) -> Outcome[Position]:
        """Return the game as when a decision (the last of this id) was asked.

        Earlier answers stay. Of questions asked together name the first, to ask all again. `entries`: those that stay;
        `voids`: last event before `position` that holds. Illegal `no-such-decision`. Uses the position up.
        """
        return overrides.replay_to(self.rules(position), position, entries, decision)

    def roll_back(
        self, position: Position, entries: Sequence[Entry], decision: str, reason: str, by: str, seed: str | None = None
    ) -> Outcome[Position]:
        """Roll back as `replay_to`, with overrides saying so; `seed` reshuffles the decks."""
        return overrides.roll_back(self.rules(position), position, entries, (decision, reason, by), seed)

    def fold(self, begin: Position, records: Iterable[Record]) -> Position:
        """Rebuild the position from events; agenda and answers stay. Uses `begin` up."""
        apply = self.rules(begin).apply
        for record in records:
            apply(begin, record.event)
        return begin

    # Questions and answers

    @abstractmethod
    def bot_answer(self, position: Any, decision: Decision, level: Level = "steward") -> SourcedAnswer:
        """Return a bot's answer at once; a maester's too, where it has not searched."""

    @abstractmethod
    def legal_answers(self, position: Any, decision: Decision) -> LegalAnswers:
        """The legal answers of a decision: lazily iterable, `in`, `.sample(pick)`."""

    @abstractmethod
    def has_choice(self, decision: Decision) -> bool:
        """Whether a decision plainly leaves a choice; without one nobody waits for it."""

    @property
    def decision_kinds(self) -> tuple[str, ...]:
        """The kinds of decisions that its games may ask, by their tags."""
        kinds: Any = structs_in(self.types.decision)
        return tuple(sorted(kind_of(kind) for kind in kinds))

    def foreseen(self, showing: Any, seat: str) -> Sequence[Decision]:
        """Return decisions without id that the open planning turn will ask a seat later."""
        return ()

    def window_sort(self, window: str) -> WindowSort:
        """Return a window's sort; by default stops (named by question), else planning."""
        return "stop" if _QUESTION.match(window) else "planning"

    def own_questions(self, window: str, waiting: Collection[Decision], seat: str) -> tuple[Decision, ...]:
        """Return a seat's decisions asked one by one in a turn; none for a phase's sheet."""
        return tuple(decision for decision in waiting if decision.seat == seat) if _QUESTION.match(window) else ()

    def may_also_ask(self, outcome: Outcome[Any], pace: Pace) -> Collection[str]:
        """Return seats that the opening turn may ask besides, from public knowledge only."""
        showing, first = outcome.showing, outcome.waiting[0]
        stop = self.window(showing, first, pace) != self.phase_window(showing, pace)
        return () if stop else tuple(showing.board.houses)

    def may_ask(self, outcome: Outcome[Any], pace: Pace) -> frozenset[str]:
        """Return seats the opening turn may ask, over all answers and draws."""
        seats = (decision.seat for decision in outcome.waiting if self.has_choice(decision))
        return frozenset((*seats, *self.may_also_ask(outcome, pace)))

    # Sheets

    # A sheet that says nothing at all.
    empty_sheet: Any = None
    # Codes of instructions passed over that were never meant for the moment, and of those passed over as lists of
    # preferences are: those, and such as gave way to the next.
    not_meant: frozenset[str] = frozenset()
    gave_way: frozenset[str] = frozenset()
    # Kinds of decisions that the bot makes for whoever has a sheet, where a game leaves unsaid choices to it.
    left_to_bot: frozenset[str] = frozenset()

    @abstractmethod
    def read_sheet(self, data: bytes, rules: Any = None, modules: Collection[str] = (), /) -> Any:
        """Read an untrusted sheet; an edition allows text conditions. Raises Unreadable."""

    def read_ahead(self, data: bytes) -> Any:
        """Read a sheet before its game is known; default: unchanged. Raises Unreadable."""
        return data

    def sheet_of_today(self, data: bytes) -> bytes:
        """Return a stored sheet's JSON in today's form; unchanged if it has no old form."""
        return data

    @abstractmethod
    def check_sheet(
        self,
        showing: Any,
        seat: str,
        sheet: Any,
        waiting: Sequence[Decision],
        *,
        pace: Pace = "bulk",
        standing: Any = None,
        lasting: bool = False,
    ) -> SheetReport:
        """Check a seat's sheet against the position as shown and its open decisions.

        `pace`: the game's; `standing`: the seat's; `lasting`: for standing orders. Looks only at what the seat may see.
        """

    def restrict_sheet(
        self, showing: Any, seat: str, sheet: Any, waiting: Sequence[Decision], *, pace: Pace = "bulk"
    ) -> Any:
        """Keep a sheet's parts that this turn may ask; by default all of it."""
        return sheet

    @abstractmethod
    def overlay(self, earlier: Any, later: Any) -> Any:
        """A later sheet laid over an earlier one."""

    def suggest_sheet(self, view: Any) -> Any:
        """Suggest a sheet for the open turn from a seat's view; by default an empty one."""
        return self.empty_sheet

    def suggest(self, view: Any, sheet: Any) -> tuple[Any, tuple[Suggestion, ...]]:
        """Complete a sheet for the open turn; also return what was added, and why.
        By default one in which something stands is kept, and nothing is explained."""
        return (self.suggest_sheet(view) if sheet == self.empty_sheet else sheet), ()

    def suggest_briefly(self, view: Any, sheet: Any) -> Any:
        """Return the sheet that `suggest` completes."""
        return self.suggest(view, sheet)[0]

    def left_open(self, view: Any, seat: str, sheets: Sequence[Any], /, *, bot: bool = False) -> tuple[Refusal, ...]:
        """Say what is done where sheets choose nothing, for receipts; default: nothing.
        `sheets`: a seat's own, then those that count where it says nothing; `bot`: a bot decides the rest."""
        return ()

    def sheet_as_played(self, showing: Any, seat: str, entries: Iterable[Answered[Any]], /) -> Any:
        """Return a sheet, as people write them, of a turn's given answers; for measuring."""
        return self.empty_sheet

    def leave_to_bot(self, sheet: Any, *, own_work: bool = True) -> Any:
        """Leave to the bot what a sheet omits, or all but own work; default: unchanged."""
        return sheet

    def describe(self, parts: dict[str, Any]) -> dict[str, Any]:
        """Return its types' JSON Schema, with text forms of sheets; by default types only."""
        return parts

    # Boards, and what of them each seat sees

    @abstractmethod
    def view(self, showing: Any, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
        """Return what a seat (None: spectators) may know; the shared board is read-only."""

    @abstractmethod
    def view_of_board(self, snapshot: StoredBoard, seat: str | None) -> View:
        """A view of a board of the past, without questions."""

    @abstractmethod
    def visible_event(self, event: Event, seat: str | None) -> Event | None:
        """The event as a seat may see it while the game runs, None for nothing of it."""

    # The event that begins a round, with its number.
    round_event: type[Any]

    def begins_round(self, event: Event) -> int:
        """The number of the round that begins with this event, 0 if none does."""
        return event.round if isinstance(event, self.round_event) else 0

    @abstractmethod
    def difference(self, before: Any, after: Any, rules: Any = None) -> tuple[Any, ...]:
        """Return public differences of two boards, empty if equal; `rules` orders areas."""

    @abstractmethod
    def standings(self, board: Any, rules: Any, /) -> tuple[Any, ...]:
        """The seats, best first, each with the game's figures."""

    @abstractmethod
    def score(self, board: Any, rules: Any, seat: str, /) -> int:
        """How far a seat has come towards winning, as the game counts it."""

    def unplayed(self, board: Any) -> Collection[str]:
        """Return the seats that nobody plays now; by default none.

        Others decide for them."""
        return ()

    def played(self, board: Any) -> list[str]:
        """Return the seats that somebody plays, in the order of the board."""
        others = self.unplayed(board)
        return [house for house in board.houses if house not in others]

    def decider(self, board: Any, seat: str) -> str:
        """Who decides for a seat that nobody plays; empty (the default) for nobody."""
        return ""

    # Overrides and gifts

    @abstractmethod
    def check_override(self, position: Any, override: Any) -> OverrideReport:
        """Check an override on the stored position; tell whether it ends the game."""

    def openly(self, override: Any) -> Any:
        """Return an override as players may see it in a running game; default: no seed."""
        return openly(override)

    def hides(self, override: Any) -> bool:
        """Whether an override holds what players may not know while the game runs."""
        return self.openly(override) is not override

    def players_own(self, override: Any) -> bool:
        """Whether an override is a player's act, not a game master's; by default not."""
        return False

    def seat_taken_by(self, override: Any) -> str | None:
        """Return the seat that an override takes from its player; None for others."""
        return None

    def takes_seat(self, seat: str) -> Any | None:
        """Return the override that takes a seat from its player for good; default None."""
        return None

    def gives(self, rules: Any) -> bool:
        """Whether an edition's players may give to each other; by default they may not."""
        return False

    def gift_override(self, gift: Gift) -> Any | None:
        """A gift as a player's own override; None in games that have none in any edition."""
        return None

    def gift_of(self, override: Any) -> Gift | None:
        """Return the gift that an override is; None for other overrides."""
        return None

    def purses(self, board: Any, rules: Any) -> Sequence[Receiver]:
        """What each player has, and how much more it can have."""
        return ()

    def gifts_barred(self, position: Any) -> Refusal | None:
        """Why nothing can be given where the game rests, or None."""
        return None

    # What is told of games, and counted

    def fights(self, records: Sequence[Record]) -> Sequence[Fought]:
        """The contests that records tell, in order; by default there are none."""
        return ()

    def losses(self, before: Any, after: Any, rules: Any, /) -> Iterable[Loss]:
        """What grave things befell seats between two boards; by default nothing does."""
        return ()

    def revealed(self, records: Iterable[Record]) -> Revealed:
        """Return what records showed everybody.

        By default that is nothing that could not be taken back."""
        return Revealed()

    def happenings(self, outcome: Outcome[Any]) -> dict[str, int]:
        """Count each thing that happened in a game, by name; by default kinds of events."""
        return dict(Counts(kind_of(record.event) for record in outcome.records))

    # Counted up when games are counted otherwise.
    statistics_version: int = 1

    def counter(self, rules: Any, houses: Iterable[str], /) -> GameCounter:
        """A counter for a game of these seats; by default of its rounds and letters."""
        return GameCounter(rules, houses)

    def results(self, statistics: Any, house: str, /) -> Mapping[str, int]:
        """Return a seat's figures added up for its player, by column; by default none."""
        return {}

    # Proofs

    def broken(self, position: Any, waiting: Sequence[Decision]) -> list[str]:
        """Describe broken invariants of a position, in words; by default unchecked."""
        return []

    def shuffles(self, rules: Any, seed: str, records: Iterable[Record], /) -> Iterator[str]:
        """Describe recorded shuffles that differ from the seed's; by default none."""
        return iter(())

    def hidden(self, position: Any) -> Any:
        """What no seat may see, to be compared."""
        return position.hidden

    @abstractmethod
    def reshuffled(self, showing: Any, salt: str) -> Any:
        """Return the position with all that is hidden drawn anew from `salt`."""

    # What-ifs: a turn played on what one seat knows (`adjudicator.engine.what_if`)

    # The type of what is assumed of a seat, a struct with a field `sheet` for a whole one and a default for each; None:
    # no turn is played so, and nothing below is asked.
    assumed_type: Any = None
    # How refusals turn a seat.
    seat_word: str = "house"

    def sheet_writers(self, board: Any) -> Sequence[str]:
        """The seats of a board that hand in sheets."""
        return self.played(board)

    def read_assumed(self, data: bytes, rules: Any, modules: Collection[str], /) -> Any:
        """Read a seat's assumptions, untrusted; Unreadable with the place of the fault."""
        raise NotImplementedError

    def guess_sheet(self, view: Any, assumed: Any, draw: Draw) -> Any:
        """Return the bot's guessed sheet around an assumption; `draw` picks near equals."""
        raise NotImplementedError

    def complete_sheet(self, view: Any, sheet: Any, draw: Draw) -> Any:
        """Complete a sheet that is begun as the bot would; `draw` picks near equals."""
        raise NotImplementedError

    def remember(self, seat: str, events: Iterable[Event], /) -> Any:
        """A seat's memory of what it was told."""
        raise NotImplementedError

    def redraw_hidden_state(self, position: Any, memory: Any, waiting: Sequence[Decision], seed: str) -> Any:
        """Redraw the hidden state from a memory, waiting questions and a seed."""
        raise NotImplementedError

    def as_imagined(self, position: Any, decision: Decision, seat: str, /) -> Decision:
        """Return an earlier question as it would be asked after the redraw."""
        raise NotImplementedError

    # The search of maesters (`adjudicator.engine.what_if`)

    def variations(self, position: Any) -> Mapping[type[Decision], Variations]:
        """Return variations by kind of decision searched by maesters; by default none."""
        return {}

    def value(self, position: Any, seat: str, /) -> float:
        """How good a position is for a seat that searches."""
        raise NotImplementedError
