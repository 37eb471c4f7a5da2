"""How the program decides where the rules of an edition are silent or can be read in two ways, for people to look up.

They stand in `data/<edition>/rulings.md`: parts under `##`, each ruling under `### R-07 Title` with the cases that show
it at its end. The first link at the top names the edition whose rulings hold as well.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

_HEADING = re.compile(r"^(?P<level>##|###) (?P<words>.+)\n", re.MULTILINE)
_TEXT = re.compile(r"(?P<text>.+?)\s+Cases?:\s(?P<cases>[\w-]+(,\s[\w-]+)*)\.\s*", re.DOTALL)
_ALSO = re.compile(r"\]\(\.\./(?P<edition>[a-z-]+)/rulings\.md\)")


class Ruling(msgspec.Struct, frozen=True):
    """One ruling, in English: its number, which is never given again, what it is about, what holds, and the ids of the
    conformance cases that show it; `part` is the part of the rules it belongs to, if the list has parts."""

    number: str
    title: str
    text: str
    cases: tuple[str, ...]
    part: str = ""


@cache
def rulings(edition: str) -> tuple[Ruling, ...]:
    """An edition's own rulings, as they are listed; ValueError names the one that cannot be read."""
    found, part = [], ""
    _, *pieces = _HEADING.split(_source(edition))
    for level, words, body in zip(pieces[0::3], pieces[1::3], pieces[2::3], strict=True):
        if level == "##":
            part = words
        else:
            found.append(_ruling(words, body.strip(), part))
    return tuple(found)


@cache
def also_holding(edition: str) -> str:
    """The edition whose rulings hold in this one too, unless its own say otherwise; empty for none."""
    intro, *_ = _HEADING.split(_source(edition), maxsplit=1)
    found = _ALSO.search(intro)
    return found["edition"] if found else ""


def _ruling(heading: str, body: str, part: str) -> Ruling:
    number, _, title = heading.partition(" ")
    told = _TEXT.fullmatch(body)
    if told is None:
        raise ValueError(f"ruling {number} is not a text and the cases that show it")
    cases = tuple(re.split(r",\s", told["cases"]))
    return Ruling(number, title, " ".join(told["text"].split()), cases, part)


def _source(edition: str) -> str:
    return files("adjudicator.thrones.editions").joinpath("data", edition, "rulings.md").read_text(encoding="utf-8")
