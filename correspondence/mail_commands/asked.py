"""What commands ask for, read from their lines: plain values that say in words what they would do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from narration.words import N_

# A template of the catalogs, and what fills it; values named `house` or `houses` are ids.
Sentence = tuple[str, dict[str, str | int]]


@dataclass(frozen=True)
class Help:
    """The words that can be typed."""

    line: int


@dataclass(frozen=True)
class Status:
    """How the open call stands."""

    line: int


@dataclass(frozen=True)
class Map:
    """The board as it lies, in a letter of its own."""

    line: int


@dataclass(frozen=True)
class Suggest:
    """A sheet for the open call as the steward would write it."""

    line: int


@dataclass(frozen=True)
class History:
    """What the last calls brought."""

    line: int
    calls: int


@dataclass(frozen=True)
class WhatIf:
    """The sheet of the mail is tried, with the draw of chance of this number, and nothing is handed in."""

    line: int
    draw: int


@dataclass(frozen=True)
class Press:
    """A letter to `houses`; to everybody, signed (`public`) or not (`anonymous`)."""

    line: int
    to: str
    houses: tuple[str, ...]
    body: str

    def sentence(self) -> Sentence:
        """What it does, in words."""
        if self.to == "houses":
            return N_("A letter to {houses}: {text}"), {"houses": ",".join(self.houses), "text": self.body}
        if self.to == "public":
            return N_("A letter to everybody: {text}"), {"text": self.body}
        return N_("A letter to everybody, without a name: {text}"), {"text": self.body}


@dataclass(frozen=True)
class Ballot:
    """`yes` or `no` in an open vote; `kind` says in which, if there are several."""

    line: int
    choice: str
    kind: str

    def sentence(self) -> Sentence:
        """What it does, in words."""
        return (N_("Your vote: yes") if self.choice == "yes" else N_("Your vote: no")), {}


@dataclass(frozen=True)
class Question:
    """A vote that is asked for: `subject` is a house, hours, or `resume`."""

    line: int
    kind: str
    subject: str
    reason: str

    def sentence(self) -> Sentence:
        """What it does, in words."""
        values: dict[str, str | int] = {"subject": self.subject, "house": self.subject}
        return {
            "pause": N_("A vote: shall the game pause?"),
            "resume": N_("A vote: shall the game go on?"),
            "extend": N_("A vote: shall the deadline move by {subject} hours?"),
            "replace": N_("A vote: shall somebody else play {house}?"),
            "draw": N_("A vote: shall the game end in a draw?"),
            "end": N_("A vote: shall the game end as it stands?"),
        }["resume" if self.subject == "resume" else self.kind], values


@dataclass(frozen=True)
class Absence:
    """Days on which somebody is away, the first and the last included."""

    line: int
    first: date
    last: date
    note: str

    def sentence(self) -> Sentence:
        """What it does, in words."""
        values: dict[str, str | int] = {"first": self.first.isoformat(), "last": self.last.isoformat()}
        return N_("You are away from {first} to {last}."), values


Telling = Help | Status | Map | Suggest | History | WhatIf
Binding = Press | Ballot | Question | Absence
Command = Telling | Binding
