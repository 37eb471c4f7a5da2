"""Values of games for others: positions, views, reports, endings, counts.

Code outside the games' folders only passes on positions, boards, views, sheets, overrides, decisions and events; these
protocols say what it may read of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin

import msgspec

from adjudicator.engine.decision import Decision, FrozenStruct, Refusal
from adjudicator.engine.step import Decided, Entry as Entry, Progress, Record


class Ending(FrozenStruct):
    """How a game ended: `winners`, `reason` (a family's word or `override`), round."""

    winners: tuple[str, ...]
    reason: str
    round: int


_E = TypeVar("_E")
# What a player wrote for a turn, in the language of its game: handed on, and looked into by nobody else.
Sheet = Any
# Calls for what a round is planned in, for what comes before that, and stops for one question.
WindowSort = Literal["planning", "before-planning", "stop"]
# More is refused before anything of it is read.
MAX_SHEET_BYTES = 256 * 1024


class Board(Protocol):
    """What everybody may see.

    `houses` are the seats of the game by id, those that nobody plays too; `modules` the optional parts of the rules
    that are played; `ending` is how the game ended, None while it runs.
    """

    round: int
    houses: list[str]
    modules: list[str]
    ending: Ending | None


class Position(Protocol):
    """A whole game at one moment: edition id, and the revision it began under.

    `commitment` is the SHA-256 of the seed that chance derives from now, `board` the public part, `phase` the current
    part of the round.
    """

    progress: Progress[Any]
    edition: str
    players: int
    commitment: str
    revision: int

    @property
    def board(self) -> Board: ...

    @property
    def round(self) -> int: ...

    @property
    def phase(self) -> str: ...


class View(Protocol):
    """What one seat (None: spectators) may know; `waiting`: its open decisions."""

    waiting: list[Decision]
    edition: str
    players: int
    revision: int
    seat: str | None

    @property
    def board(self) -> Board: ...


class LocalizedName(Protocol):
    """Something with a name in each language."""

    def say(self, language: str) -> str:
        """The name in a language."""


class House(Protocol):
    """A seat of an edition, with its name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> LocalizedName: ...


class Edition(Protocol):
    """Public facts of an edition: seats, optional parts, player counts, data guesses."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> LocalizedName: ...

    @property
    def houses(self) -> Mapping[str, House]: ...

    @property
    def modules(self) -> tuple[str, ...]: ...

    @property
    def reconstructions(self) -> tuple[str, ...]: ...

    @property
    def offered(self) -> bool: ...

    @property
    def player_counts(self) -> tuple[int, ...]: ...


class Standing(Protocol):
    """A seat in a ranking."""

    @property
    def house(self) -> str: ...


class OverrideReport(FrozenStruct):
    """Override check: `errors` refuse, `warnings` inform, `ends_game`: ends the game."""

    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    ends_game: bool = False


class SheetReport(FrozenStruct):
    """Sheet check: `errors` refuse; `warnings` are legal but pointless or unworkable."""

    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()


class StoredBoard(NamedTuple):
    """A board of the past with what is known of its game."""

    edition: str
    players: int
    commitment: str
    revision: int
    board: Any


class Types(NamedTuple):
    """The types of a game's values for decoding: structs or tagged unions."""

    position: Any
    board: Any
    view: Any
    event: Any
    decision: Any
    answer: Any
    override: Any
    change: Any
    sheet: Any
    standing: Any
    statistics: Any


class PlainStatistics(FrozenStruct):
    """How long a game was, and how many letters each seat wrote to all."""

    rounds: int
    turns: int = msgspec.field(name="calls")
    letters: dict[str, int]


class GameCounter:
    """Count a game's rounds in order, then give figures; default: rounds and letters."""

    def __init__(self, rules: Any, houses: Iterable[str]) -> None:
        self.rounds, self.written = 0, dict.fromkeys(houses, 0)

    def round(self, records: Iterable[Record], board: Any) -> None:
        """Count a round: its events and the board at its end."""
        self.rounds += 1

    def letters(self, house: str, count: int) -> None:
        """How many letters a seat wrote to all."""
        self.written[house] = count

    def statistics(self, turns: int) -> Any:
        """All of it, of a game of so many turns."""
        return PlainStatistics(self.rounds, turns, self.written)


def structs_in(kind: Any) -> Iterator[type]:
    """Yield the classes of a type, each member if it is a union, at any depth."""
    if get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from structs_in(member)
    elif isinstance(kind, type):
        yield kind


class StoredRecord(Record, Generic[_E]):
    """A stored record; its event is one of its game's known events."""

    event: _E


def parameterize(kind: Any, *types: Any) -> Any:
    """Return a generic type with its type variables replaced by `types`, in order."""
    return kind[types]


class Fought(NamedTuple):
    """A contest, its decisions, its winning event (None: open), `close` by `figures`."""

    number: int
    area: str
    attacker: str
    defender: str
    won: Any
    decided: tuple[Decided, ...]
    close: bool
    figures: str


class Loss(NamedTuple):
    """A grave loss of a seat in a turn: `kind` is `home-taken` or `wiped-out`."""

    kind: str
    house: str
    area: str = ""


class Revealed(NamedTuple):
    """Public facts that no rollback hides: cards drawn or played, orders, contests."""

    westeros: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    orders: int = 0
    auctions: int = 0
    battles: int = 0


class Receiver(NamedTuple):
    """A seat that can receive something: what it has, and how much more it can have."""

    house: str
    power: int
    room: int


class Suggestion(NamedTuple):
    """What the bot suggests: the parts of a sheet that it fills, and why, as a code.
    `area`: where (empty: nowhere); `about`: what the reason is about, such as a goal, a card or an auction."""

    parts: tuple[str, ...]
    reason: str
    area: str = ""
    about: str = ""


class Gift(NamedTuple):
    """What one seat gives to another: so much."""

    house: str
    to: str
    amount: int
