"""The story of a call or a round for one reader: their part first, and which line of a sheet decided what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.engine.journal import Decided, Record
from narration.narrators import narrator_of
from narration.paragraph import Paragraph, parted
from narration.voice import Voice

HEADINGS = ("round", "phase")


@dataclass(frozen=True)
class Told:
    """The paragraphs that are about the reader, and the others; each under its headings."""

    mine: tuple[Paragraph, ...]
    others: tuple[Paragraph, ...]


@dataclass(frozen=True)
class DecidedLine:
    """A choice in words, with who or which line made it, and the lines that were passed over before it."""

    text: str
    passed: tuple[str, ...]


@dataclass(frozen=True)
class SheetTold:
    """What decided the choices of a house."""

    house: str
    lines: tuple[DecidedLine, ...]


def mine_first(paragraphs: Sequence[Paragraph], seat: str | None) -> Told:
    """The story with the part of a seat apart; without a seat all of it is others'."""
    if seat is None:
        return Told((), tuple(paragraphs))
    mine = {number for number, one in enumerate(paragraphs) if seat in one.houses or one.asides}
    return Told(
        _under_headings(paragraphs, mine), _under_headings(paragraphs, set(range(len(paragraphs))).difference(mine))
    )


def _under_headings(paragraphs: Sequence[Paragraph], wanted: set[int]) -> tuple[Paragraph, ...]:
    """The wanted paragraphs, each round and phase of theirs announced."""
    kept: list[Paragraph] = []
    heads: dict[str, Paragraph] = {}
    for number, paragraph in enumerate(paragraphs):
        if paragraph.kind == "round":
            heads.clear()
        if paragraph.kind in HEADINGS:
            heads[paragraph.kind] = paragraph
        elif number in wanted:
            kept += heads.values()
            heads.clear()
            kept.append(paragraph)
    return tuple(kept)


def sheets_told(records: Iterable[Record], v: Voice) -> tuple[SheetTold, ...]:
    """What decided each house's choices, as far as the records hold them, which are a reader's: theirs while a game
    runs, everybody's once it is over. The reader's own come first; choices of which there was only one are left out."""
    narrator, found = narrator_of(v.edition), dict[str, list[DecidedLine]]()
    for _, choice in parted(records).choices:
        passed = tuple(f"{line}." for line in narrator.passed_over(choice, v))
        if choice.source["by"] != "forced" or passed:
            found.setdefault(choice.seat, []).append(DecidedLine(_told(choice, v), passed))
    houses = sorted(found, key=lambda house: house != v.seat)
    return tuple(SheetTold(house, tuple(found[house])) for house in houses)


def _told(choice: Decided, v: Voice) -> str:
    narrator = narrator_of(v.edition)
    beside = (narrator.filled_in(choice, v), narrator.steward_filled(choice, v))
    return " ".join(f"{line}." for line in (narrator.choice(choice, v), *beside) if line)
