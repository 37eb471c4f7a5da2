"""What a family says that has no vassals, gifts, what-ifs or contests: each method as `adjudicator.engine.family` says.

A family may start from it and say only what is its own.
"""

from __future__ import annotations

import re
from collections import Counter as Counts
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.engine.bulk import BulkRules, Pace
from adjudicator.engine.data_files import BroughtFiles, DataFiles
from adjudicator.engine.decision import Decision
from adjudicator.engine.desk import Fought, Gifts, Loss, Revealed
from adjudicator.engine.event import Decided, Event, Record
from adjudicator.engine.family import WindowSort
from adjudicator.engine.journal import Answered
from adjudicator.engine.names import Names
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario import Scenarios
from adjudicator.engine.search import Search
from adjudicator.engine.step import Outcome
from adjudicator.engine.what_if import WhatIfs


class PlainStatistics(msgspec.Struct, frozen=True):
    """How long a game was, and how many letters each seat wrote to all."""

    rounds: int
    calls: int
    letters: dict[str, int]


class PlainHouse(msgspec.Struct, frozen=True):
    """A seat with its name."""

    id: str
    name: Names


class PlainEdition(msgspec.Struct, frozen=True, kw_only=True):
    """What others know of an edition, and no more."""

    id: str
    name: Names
    houses: dict[str, PlainHouse]
    player_counts: tuple[int, ...]
    modules: tuple[str, ...] = ()
    reconstructions: tuple[str, ...] = ()
    offered: bool = True


class Listed:
    """The legal answers of a question that has few: all of them."""

    def __init__(self, answers: Iterable[Any]) -> None:
        self._answers = list(answers)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._answers)

    def __contains__(self, answer: object) -> bool:
        return answer in self._answers

    def sample(self, pick: Callable[[int], int]) -> Any:
        """One of them."""
        return self._answers[pick(len(self._answers))]


class PlainCounter:
    """Counts rounds and letters."""

    def __init__(self, rules: Any, houses: Iterable[str]) -> None:
        self.rounds, self.written = 0, dict.fromkeys(houses, 0)

    def round(self, records: Iterable[Record], board: Any) -> None:
        """One more."""
        self.rounds += 1

    def letters(self, house: str, count: int) -> None:
        """How many letters a seat wrote to all."""
        self.written[house] = count

    def statistics(self, calls: int) -> PlainStatistics:
        """What was counted."""
        return PlainStatistics(self.rounds, calls, self.written)


class PlainFamily:
    """Defaults for everything that a game can do without."""

    bulk: BulkRules
    empty_sheet: Any = None
    revision = 0
    named_paces: tuple[str, ...] = ("bulk", "stepwise")
    gifts: Gifts | None = None
    what_ifs: WhatIfs | None = None
    search: Search | None = None
    scenarios: Scenarios | None = None
    data: DataFiles | None = None
    brought: BroughtFiles | None = None
    faulty: Mapping[str, tuple[Refusal, ...]] = {}
    hidden_events: tuple[type[Event], ...] = (Decided,)
    not_meant: frozenset[str] = frozenset()
    gave_way: frozenset[str] = frozenset()
    left_to_bot: frozenset[str] = frozenset()
    statistics_version = 1
    counter = PlainCounter

    def left_to_vassals(self, rules: Any, players: int, houses: Collection[str]) -> tuple[str, ...]:
        """None."""
        return ()

    def foreseen(self, showing: Any, seat: str) -> Sequence[Decision]:
        """Nothing."""
        return ()

    def read_ahead(self, data: bytes) -> Any:
        """It takes the game to read a sheet."""
        return data

    def only_asked(
        self, showing: Any, seat: str, sheet: Any, waiting: Sequence[Decision], *, pace: Pace = "bulk"
    ) -> Any:
        """Any call may ask all of it."""
        return sheet

    def sheet_of_today(self, data: bytes) -> bytes:
        """As it is."""
        return data

    def suggest_sheet(self, view: Any) -> Any:
        """Nothing is suggested."""
        return self.empty_sheet

    def suggest_briefly(self, view: Any, sheet: Any) -> Any:
        """As it is, if it says anything."""
        return self.suggest_sheet(view) if sheet == self.empty_sheet else sheet

    def sheet_as_played(self, showing: Any, seat: str, entries: Iterable[Answered[Any]]) -> Any:
        """Nothing is written down."""
        return self.empty_sheet

    def left_to_steward(self, sheet: Any, *, own_work: bool = True) -> Any:
        """Nothing is."""
        return sheet

    def openly(self, edict: Any) -> Any:
        """As it is."""
        return edict

    def check_modules(self, rules: Any, modules: Sequence[str]) -> None:
        """All go together; a new game says which there are not."""

    def shuffles(self, rules: Any, seed: str, records: Iterable[Record]) -> Iterator[str]:
        """Records tell no shuffles."""
        return iter(())

    def unplayed(self, board: Any) -> Collection[str]:
        """Every seat is played."""
        return ()

    def broken(self, position: Any, waiting: Sequence[Decision]) -> list[str]:
        """Nothing is looked at."""
        return []

    def happenings(self, outcome: Outcome[Any]) -> dict[str, int]:
        """The kinds of events."""
        return dict(Counts(str(record.event.__struct_config__.tag) for record in outcome.records))

    def players_own(self, edict: Any) -> bool:
        """Edicts are a game master's."""
        return False

    def seat_taken_by(self, edict: Any) -> str | None:
        """None."""
        return None

    def takes_seat(self, seat: str) -> Any | None:
        """None."""
        return None

    def decider(self, board: Any, seat: str) -> str:
        """Nobody."""
        return ""

    def has_unplayed(self, rules: Any) -> bool:
        """There are none."""
        return False

    def window_sort(self, window: str) -> WindowSort:
        """Stops are called after the question they are for; all other calls plan a round."""
        return "stop" if re.match(r"d[0-9]+-", window) else "planning"

    def may_also_ask(self, outcome: Outcome[Any], pace: Pace) -> Collection[str]:
        """A call for a phase may ask all; at a stop in it the sheets of that call still count."""
        showing, first = outcome.showing, outcome.waiting[0]
        stop = self.bulk.window(showing, first, pace) != self.bulk.phase_window(showing, pace)
        return () if stop else tuple(showing.board.houses)

    def fights(self, records: Sequence[Record]) -> Sequence[Fought]:
        """There are no contests."""
        return ()

    def losses(self, before: Any, after: Any, rules: Any) -> Iterable[Loss]:
        """Nothing grave befalls anybody."""
        return ()

    def revealed(self, records: Iterable[Record]) -> Revealed:
        """Nothing that could not be taken back."""
        return Revealed()

    def results(self, statistics: Any, house: str) -> Mapping[str, int]:
        """Nothing is added up."""
        return {}

    def describe(self, parts: dict[str, Any]) -> dict[str, Any]:
        """The types say it all."""
        return parts
