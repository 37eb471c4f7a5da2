"""The lines of a text that are commands, told apart from those of a sheet, which keep their numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from adjudicator.engine.refusal import Refusal, Unreadable
from correspondence.mail_commands.vocabulary import ALONE, COMMANDS, OVER
from narration.command_faults import TOO_MANY
from narration.notation.words import spelt

# More of them in one mail are a mistake.
MOST_COMMANDS = 12
_FIRST = re.compile(r"what[ -]?if\b|[^\W\d_]+", re.IGNORECASE)
_ENDS = " \t.:;,!?"


@dataclass(frozen=True)
class Line:
    """A command as it was typed: its number among the lines (from 1), which one, what stands behind it; `body` are the
    lines of a letter, with the number of the first. `loud`: its word was in capitals, so that nothing else is meant."""

    number: int
    name: str
    rest: str
    loud: bool
    body: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Parted:
    """A text without its commands, which are empty lines there; and the commands."""

    text: str
    commands: tuple[Line, ...]


def parted(text: str) -> Parted:
    """A mail's text, parted. Raises Unreadable (`too-many-commands`)."""
    kept: list[str] = []
    found: list[Line] = []
    letter: Line | None = None
    for number, line in enumerate(text.split("\n"), 1):
        command = command_in(line, number)
        if letter is not None and (command is None or command.name != "press"):
            if spelt(line.strip(_ENDS)) in OVER.known:
                letter = None
            else:
                letter.body.append(line)
            kept.append("")
            continue
        kept.append("" if command else line)
        if command is not None:
            found.append(command)
            letter = command if command.name == "press" else None
    if len(found) > MOST_COMMANDS:
        raise Unreadable(Refusal("too-many-commands", TOO_MANY.format(most=MOST_COMMANDS, n=len(found))))
    return Parted("\n".join(kept), tuple(found))


def command_in(line: str, number: int) -> Line | None:
    """The command that a line is, if it is one.

    A word in capitals always is. In small letters it has to look like one, since sentences begin with such words too:
    alone, a number behind `history` or `whatif`, a colon after `press`, a figure after `absence`, one word
    or two after `vote`.
    """
    stripped = line.strip()
    first = _FIRST.match(stripped)
    name = COMMANDS.known.get(spelt(first.group()), "") if first else ""
    if first is None or not name:
        return None
    rest = stripped[first.end() :].strip()
    loud = first.group().isupper() and len(first.group()) > 1
    bare = not rest.strip(_ENDS)
    if name in ALONE and not bare:
        return None
    if loud or bare:
        return Line(number, name, rest, loud)
    looks = {
        "history": rest.rstrip(_ENDS).isdecimal(),
        "whatif": rest.rstrip(_ENDS).isdecimal(),
        "press": ":" in rest,
        "absence": any(letter.isdecimal() for letter in rest),
        "vote": len(rest.partition(":")[0].split()) <= 2,
    }[name]
    return Line(number, name, rest, loud) if looks else None
