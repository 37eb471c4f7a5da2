"""What the story consists of: records, paragraphs, questions, figures of seats."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from sys import maxsize
from typing import NamedTuple

import msgspec

from adjudicator.engine import Decided, FrozenStruct, Record
from narration.memo import cached_by_identity

_DECIDED = Decided.__struct_config__.tag


class Parted(NamedTuple):
    """Records without choices, and the choices with their positions among them."""

    public: tuple[Record, ...]
    choices: tuple[tuple[int, Decided], ...]


def separate_choices(records: Iterable[Record] | Parted) -> Parted:
    """Separate choices from public records; already parted records stay unchanged.

    Records may hold typed events or plain JSON data.
    """
    if isinstance(records, Parted):
        return records
    if isinstance(records, tuple):
        # A letter asks for its own several times.
        return cached_by_identity("parted", records, make=lambda: _separate_choices(records))
    return _separate_choices(records)


def _separate_choices(records: Iterable[Record]) -> Parted:
    """Separate choices from public records, converting choices from plain data."""
    public: list[Record] = []
    choices: list[tuple[int, Decided]] = []
    for record in records:
        event = record.event
        # Most events are neither; which kind one is takes less to see than whether it is of a kind.
        kind = type(event)
        if kind is dict and event.get("kind") == _DECIDED:
            event, kind = msgspec.convert(event, Decided), Decided
        if kind is Decided:
            choices.append((len(public), event))
        else:
            public.append(record)
    return Parted(tuple(public), tuple(choices))


class Row(FrozenStruct, cache_hash=True):
    """A line of a small table: owner, item, and a figure (`total` for a sum so far)."""

    label: str
    text: str
    figure: str = ""
    total: bool = False


class Aside(FrozenStruct, cache_hash=True):
    """A line only for the reader: how a choice of theirs was made.
    `default`: by published default; `skipped`: passed over; `more`: folded; `counted`: for emails instead."""

    text: str
    default: bool = False
    skipped: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    counted: str = ""


class Part(FrozenStruct, cache_hash=True):
    """Words of a sentence; `typed` if written by a person, so not the service's own."""

    text: str
    typed: bool = False


class Card(FrozenStruct, kw_only=True, cache_hash=True):
    """A card as it is printed: id, name (`words`), strength, text, signs.
    `note` names the signs, which are swords and fortifications; `arms` is the seat in whose colours it is drawn."""

    id: str
    words: str
    strength: str = ""
    note: str = ""
    text: str = ""
    arms: str = ""
    swords: int = 0
    fortifications: int = 0

    @property
    def line(self) -> str:
        """The card in a line of text: `Tywin Lannister (3, 2 swords)`, and what it says."""
        figures = ", ".join(filter(None, (self.strength, self.note)))
        return f"{self.words} ({figures}): {self.text}".removesuffix(": ")


class Side(FrozenStruct, kw_only=True, cache_hash=True):
    """One side of a battle: house, role, the sum line by line and its total.

    `total` is empty until the battle is decided; `played` is the id of its card, empty without one, and `card` that
    card; `fate` says what it lost, and where it went.
    """

    house: str
    part: str
    lines: tuple[Row, ...] = ()
    total: str = ""
    played: str = ""
    card: Card | None = None
    fate: tuple[str, ...] = ()
    won: bool = False


class Battle(FrozenStruct, kw_only=True, cache_hash=True):
    """A battle: both sides, what decided it, and what else happened in it."""

    sides: tuple[Side, ...]
    verdict: str = ""
    after: tuple[str, ...] = ()

    @property
    def played(self) -> list[Card]:
        """The cards that both sides played."""
        return [side.card for side in self.sides if side.card is not None]


class Paragraph(FrozenStruct, kw_only=True, cache_hash=True):
    """One thing that happened.

    `kind`: `round`, `phase` (headings), `event`, `orders`, `battle`, `yours` (only asides), `override` or `end`. `text`
    is a sentence or several, `parts` the same where people wrote some of it (else empty), `rows` a table, `after`
    sentences that follow the table, `asides` the reader's own choices in it, `citation` the rule followed; `houses`
    and `areas` are the ids concerned, for marking and linking. `battle` says the same as rows and sentences after them,
    for pages that lay it open, and has the cards that were played.
    """

    kind: str
    text: str = ""
    parts: tuple[Part, ...] = ()
    rows: tuple[Row, ...] = ()
    after: tuple[str, ...] = ()
    asides: tuple[Aside, ...] = ()
    citation: str = ""
    houses: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    battle: Battle | None = None


HEADINGS = ("round", "phase")


def with_asides(
    story: Iterable[tuple[int, Paragraph]],
    choices: Sequence[tuple[int, Decided]],
    asides: Callable[[Decided], list[Aside]],
    seat: str | None,
) -> Iterator[Paragraph]:
    """Yield a story with a reader's own choices beside what came of them.
    Each paragraph comes with the number of public records up to its end, each choice with that of
    those before it."""
    next_ = 0
    for end, paragraph in (*story, (maxsize, None)):
        begun, next_ = next_, bisect_left(choices, end, next_, key=itemgetter(0))
        own = tuple(aside for _, choice in choices[begun:next_] for aside in asides(choice))
        apart = paragraph is None or paragraph.kind in HEADINGS
        if paragraph is not None and paragraph.kind != "battle" and paragraph.houses:
            # It concerns other houses.
            apart = apart or seat not in (None, *paragraph.houses)
        if own and apart:
            yield Paragraph(kind="yours", asides=own)
        elif own and paragraph is not None:
            paragraph = msgspec.structs.replace(paragraph, asides=own)
        if paragraph is not None:
            yield paragraph


class Question(FrozenStruct):
    """A question and the choices it leaves, one a line."""

    text: str
    choices: tuple[str, ...] = ()


class Changed(NamedTuple):
    """What changed for a seat, in words; `nothing`: nothing did."""

    house: str
    phrase: str
    nothing: bool


class Figures(NamedTuple):
    """A table of seats: column heads, and each seat's figures, best first."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]
