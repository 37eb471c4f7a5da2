"""Lines that say what others may hand in, for a what-if, told apart from those of one's own sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.engine.values import Edition
from correspondence.mail_commands.reading import Fault, house_named
from correspondence.mail_commands.vocabulary import ASSUMING
from narration import command_faults as words
from narration.notation.words import spelt
from narration.typed_sheets import begins_instruction, ends_text

_ASSUME = re.compile(r"\s*([^\W\d_]+)\b")


@dataclass(frozen=True)
class Assumption:
    """What a text assumes of a house: the line that first names it, and the text with the lines about it alone, each
    where it stands."""

    line: int
    house: str
    text: str


@dataclass(frozen=True)
class Apart:
    """A text without what it assumes of others, whose lines are empty there; and that, by house."""

    text: str
    assumed: tuple[Assumption, ...]


def assumptions(text: str, edition: Edition) -> Apart:
    """A text, told apart. What stands behind `ASSUME stark:` is of that house, with the lines that go on it; where
    nothing does, all lines down to the next blank one.

    Raises Unreadable with the line of each fault: `whom-to-assume`, `unknown-house`.
    """
    lines = text.split("\n")
    found: dict[str, tuple[int, list[str]]] = {}
    faults: list[Refusal] = []
    house, lasting = "", False
    for place, line in enumerate(lines):
        if ends_text(line):
            break
        try:
            begun = _begun(line, edition)
        except Fault as fault:
            faults.append(fault.at(place + 1))
            continue
        if begun is not None:
            house, said = begun
            lasting = not said.strip()
        elif house and line.strip() and (lasting or not begins_instruction(line, edition)):
            said = line
        else:
            house = ""
            continue
        found.setdefault(house, (place + 1, [""] * len(lines)))[1][place] = said
        lines[place] = ""
    if faults:
        raise Unreadable(*faults)
    assumed = tuple(Assumption(first, whose, "\n".join(said)) for whose, (first, said) in found.items())
    return Apart("\n".join(lines), assumed)


def _begun(line: str, edition: Edition) -> tuple[str, str] | None:
    """Of whom a line begins to assume something, and what, in its columns. Raises Fault."""
    first = _ASSUME.match(line)
    if first is None or spelt(first[1]) not in ASSUMING.known:
        return None
    named, colon, said = line[first.end() :].partition(":")
    if not colon or not named.strip():
        if first[1].isupper():
            raise Fault("whom-to-assume", words.WHOM)
        return None
    return house_named(named.strip(), edition), " " * (len(line) - len(said)) + said
