"""Free-form lines: their readings, headings and later corrections."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from narration.notation.cursor import Source
from narration.notation.free_instructions import Part, keyword_of
from narration.notation.free_pieces import length
from narration.notation.free_prose import MAX_WORDS, WITHIN
from narration.notation.free_text import Asides, FreeText
from narration.notation.free_words import MARK
from narration.notation.remarks import WORDS

# What a line says that goes on the one above.
GOES_ON = Part("", ())
# Lines that go on those above by number: the first of them, and the text of all.
Runs = dict[int, tuple[int, str]]
# Lines that are looked at above one that goes on them.
MAX_ABOVE = 6
# What behind a correction is not meant any more.
_NOT = re.compile(r"(?<=\S) (?:not|and not|instead of|rather than|non|e non|invece di|invece del|no|y no|en vez de) .*")


def documented(
    source: Source, numbers: Iterable[int], at_fault: Collection[int], asides: Asides, free: FreeText
) -> dict[int, tuple[Part, ...]]:
    """Return, by number, the lines with exactly one reading.
    A line without parts was withdrawn, or is empty among those `at_fault`, or a remark or about others (`asides`)."""
    meant: dict[int, tuple[Part, ...]] = {}
    runs: Runs = {}
    for number in sorted(numbers):
        line = MARK.sub("", source.lines[number - 1], count=1)
        rest = free.correction(line)
        if length(line) > MAX_WORDS:
            continue
        if rest is not None and (corrected := _corrected(source, number, rest, meant, free)):
            meant |= corrected
        elif (
            rest is None
            and (
                parts := (
                    free.parts(line)
                    or free.under(keyword_of(meant.get(number - 1) or ()), line)
                    or free.below(source.lines[: number - 1], line)
                    # Below others it may be a motto.
                    or (free.read_lone_name(line) if not any(map(str.strip, source.lines[: number - 1])) else [])
                )
            )
        ):
            areas = {place[2] for part in parts for place in part.places} & free.seat.own
            continued = _continued(source, number, line, meant, runs, free) if areas and not free.about(line) else {}
            meant |= continued or {number: tuple(parts)}
        elif rest is None and (continued := _continued(source, number, line, meant, runs, free)):
            meant |= continued
        elif free.passes(line, fault=number in at_fault, aside=asides.get(number, ("", WITHIN))):
            meant[number] = ()
    return meant


def _continued(
    source: Source, number: int, line: str, meant: dict[int, tuple[Part, ...]], runs: Runs, free: FreeText
) -> dict[int, tuple[Part, ...]]:
    """Return what a line means joined with those above it, as details of their area.
    All stands at the first line; nothing if it does not continue them."""
    begin, above = runs.get(number - 1) or _above(source, number, free)
    area = free.about(above)
    if area is None or free.about(line) is not None or not any(item.ids for item in free.items(line)):
        return {}
    before = meant.get(begin) or free.parts(above)
    places = frozenset(place for part in before for place in part.places)
    for sign in (": ", " ") if not before else (", ", " "):
        text = f"{above.rstrip(' ,:;.' if sign != ' ' else ' :')}{sign}{line.strip()}"
        parts = free.parts(text)
        joined_places = frozenset(place for part in parts for place in part.places)
        if [part.fills for part in parts] == [part.fills for part in before] and not free.only_stays(line):
            continue
        if parts and places <= joined_places and all(key in (None, area) for _, _, key in joined_places):
            runs[number] = begin, text
            return {begin: tuple(parts), **dict.fromkeys(range(begin + 1, number + 1), (GOES_ON,))}
    return {}


def _above(source: Source, number: int, free: FreeText) -> tuple[int, str]:
    """Return the nearest line above about an own area, and the text from there."""
    text = ""
    for at in range(number - 1, max(0, number - 1 - MAX_ABOVE), -1):
        line = MARK.sub("", source.lines[at - 1], count=1).strip()
        sign = " " if line.endswith((":", ",")) else ", "
        text = f"{line}{sign}{text}" if text else line
        if not line or free.about(line) is not None:
            return at, text if line else ""
    return number, ""


def _corrected(
    source: Source, number: int, rest: str, meant: dict[int, tuple[Part, ...]], free: FreeText
) -> dict[int, tuple[Part, ...]]:
    """Return the changes made by a line that corrects an earlier one, if any."""
    before = {at: free.singly(meant.get(at) or free.parts(source.lines[at - 1])) for at in range(1, number)}
    spoken = [at for at, parts in before.items() if parts]
    if not spoken:
        # It changes what was sent before.
        first = not any(item.ids for at in before for item in free.items(source.lines[at - 1]))
        return {number: tuple(parts)} if first and (parts := free.parts(_NOT.sub("", rest))) else {}
    rest = _NOT.sub("", rest)
    keys = [place[2] for part in before[spoken[-1]] for place in part.places if place[2]]
    several = sum(len(before[at]) for at in spoken) > 1
    if several and any(item.spelt in WORDS["several"] for item in free.items(rest)):
        return {}
    parts = free.parts(rest) or (free.parts(f"{keys[-1]} {rest}") if keys else [])
    places = frozenset(place for part in parts for place in part.places)
    changed = {
        at: tuple(part for part in before[at] if places.isdisjoint(part.places))
        for at in spoken
        if any(not places.isdisjoint(part.places) for part in before[at])
    }
    whole = all(places.issuperset(part.places) for at in changed for part in before[at] if part not in changed[at])
    return {**changed, number: tuple(parts)} if changed and whole else {}
