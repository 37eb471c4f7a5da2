"""The table, open and hidden; seating; differences between two tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from adjudicator.btwixt.state.decisions import AnyAnswer
from adjudicator.btwixt.state.edition import Ban
from adjudicator.engine import Decision, Ending, FrozenStruct, KeywordStruct, Progress, tag_of

Season = Literal["summer", "autumn", "winter"]
Phase = Literal["draft", "bidding", "triumph", "scoring"]
SEASONS: tuple[Season, ...] = ("summer", "autumn", "winter")


class Council(msgspec.Struct):
    """A council between two leaders: its allies in order of arrival, its token count."""

    allies: list[str] = []
    tokens: int = 0


class Piled(FrozenStruct):
    """An influence card in a bid pile: `number` counts the cards played in the round."""

    number: int
    card: str
    by: str


class Lasting(FrozenStruct):
    """A card's ban until the round ends, on this leader or on the current ally."""

    rule: Ban
    house: str
    card: str


class Won(msgspec.Struct):
    """A won bid: totals, reward change, extra votes, councils of the ally and kill."""

    house: str
    totals: dict[str, int]
    reward: int = 0
    votes: list[str] = []
    ally: str = ""
    council: str = ""
    paid: bool = False


class Board(msgspec.Struct, kw_only=True):
    """The public board; `houses` are the leaders clockwise.

    A council is named after its two leaders (`cersei-euron`). `round` counts through the game, `space` through the
    season. `active`: allies whose text holds for the round; `plays`: cards each leader has played in it; `kneeling`: in
    order of kneeling; `opened`: numbers on each council's tokens once they are turned up.
    """

    round: int = 0
    season: Season
    space: int = 0
    phase: Phase = "bidding"
    houses: list[str]
    modules: list[str] = []
    first: str
    councils: dict[str, Council]
    hands: dict[str, int]
    piles: dict[str, list[Piled]]
    plays: dict[str, int]
    kneeling: list[str] = []
    current: str = ""
    tokens_on_current: int = 0
    active: list[str] = []
    lasting: list[Lasting] = []
    row: list[str] = []
    dead: list[str] = []
    discard: list[str] = []
    removed: list[str] = []
    allies_left: int
    cards_left: int
    tokens_left: int
    won: Won | None = None
    opened: dict[str, list[int]] = {}
    ending: Ending | None = None

    @property
    def visible_allies(self) -> set[str]:
        """The allies that lie open: in the row, in councils, and the dead."""
        return {*self.row, *self.dead, *(ally for council in self.councils.values() for ally in council.allies)}


class Hidden(msgspec.Struct, kw_only=True):
    """Hidden state: decks, token numbers, hands, own cards, events, drafts, `seen`."""

    seed: str
    allies: list[str]
    deck: list[str]
    supply: list[int]
    tokens: dict[str, list[int]]
    on_current: list[int] = []
    hands: dict[str, list[str]]
    own: dict[str, list[str]] = {}
    events: list[str] = []
    packets: dict[str, list[str]] = {}
    seen: dict[str, dict[str, list[int]]] = {}


class Position(msgspec.Struct, kw_only=True):
    """A whole game."""

    edition: str
    players: int
    commitment: str
    revision: int = 0
    board: Board
    hidden: Hidden
    progress: Progress[AnyAnswer]

    @property
    def round(self) -> int:
        """The current round."""
        return self.board.round

    @property
    def phase(self) -> str:
        """The part of the round that is being played."""
        return self.board.phase


class View(msgspec.Struct, kw_only=True):
    """What one seat (None: spectators) may know, with own cards unordered and `seen`."""

    edition: str
    players: int
    commitment: str
    revision: int = 0
    seat: str | None
    board: Board
    hand: list[str] = []
    own: list[str] = []
    seen: dict[str, list[int]] = {}
    waiting: list[Decision] = []


class Change(KeywordStruct, tag_field="kind", tag=lambda name: tag_of(name.removesuffix("Change"))):
    """One thing that differs."""


class CouncilChange(Change):
    """A council."""

    council: str
    before: Council | None
    after: Council | None


class HandChange(Change):
    """How many cards a leader holds."""

    house: str
    before: int | None
    after: int | None


class PileChange(Change):
    """A bid pile."""

    house: str
    before: tuple[Piled, ...] | None
    after: tuple[Piled, ...] | None


class ValueChange(Change):
    """Anything else that lies open, by its name in the position."""

    name: str
    before: str
    after: str


AnyChange = CouncilChange | HandChange | PileChange | ValueChange
SHOWN = ("councils", "hands", "piles")


def difference(before: Board, after: Board, rules: object = None) -> tuple[AnyChange, ...]:
    """Return everything that differs between two boards, councils first.

    `rules` has no effect."""
    changes: list[AnyChange] = [
        CouncilChange(council=key, before=old, after=new)
        for key, old, new in _changed_items(before.councils, after.councils)
    ]
    changes += [
        HandChange(house=key, before=old, after=new) for key, old, new in _changed_items(before.hands, after.hands)
    ]
    changes += [
        PileChange(house=key, before=_frozen_pile(old), after=_frozen_pile(new))
        for key, old, new in _changed_items(before.piles, after.piles)
    ]
    for name in Board.__struct_fields__:
        if name not in SHOWN:
            was, now = _words(getattr(before, name)), _words(getattr(after, name))
            if was != now:
                changes.append(ValueChange(name=name, before=was, after=now))
    return tuple(changes)


def _frozen_pile(pile: Iterable[Piled] | None) -> tuple[Piled, ...] | None:
    """Return a pile as a tuple; None stays None."""
    return None if pile is None else tuple(pile)


def _changed_items(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each key whose values differ, with its value before and after.

    A value is None where the key is missing."""
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) != after.get(key):
            yield key, before.get(key), after.get(key)


def _words(value: Any) -> str:
    """A value as text, for comparing and reading."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def council_between(house: str, clockwise: str) -> str:
    """The id of the council between a leader and the next one clockwise."""
    return f"{house}-{clockwise}"


def councils_of(houses: Sequence[str]) -> list[str]:
    """Return the ids of all councils: one between each leader and the next.

    `houses` sit clockwise."""
    return [council_between(house, houses[(place + 1) % len(houses)]) for place, house in enumerate(houses)]


def left_of(board: Board, house: str) -> str:
    """Return the neighbour on the left: the next leader clockwise."""
    return board.houses[(board.houses.index(house) + 1) % len(board.houses)]


def right_of(board: Board, house: str) -> str:
    """Return the neighbour on the right: the next leader anticlockwise."""
    return board.houses[board.houses.index(house) - 1]


def neighbors(board: Board, house: str) -> tuple[str, str]:
    """Both neighbours, the left one first."""
    return left_of(board, house), right_of(board, house)


def own_councils(board: Board, house: str) -> tuple[str, str]:
    """A leader's two councils, the left one first."""
    return council_between(house, left_of(board, house)), council_between(right_of(board, house), house)


def council_leaders(board: Board, council: str) -> tuple[str, str]:
    """Return the two leaders who share a council, from its id."""
    first, _, second = council.partition("-")
    return first, second


def other_council(board: Board, house: str, council: str) -> str:
    """A leader's council that is not this one."""
    left, right = own_councils(board, house)
    return right if council == left else left


def clockwise(board: Board, first: str) -> list[str]:
    """Return all leaders clockwise, beginning with `first`."""
    place = board.houses.index(first)
    return board.houses[place:] + board.houses[:place]
