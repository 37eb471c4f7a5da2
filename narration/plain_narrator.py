"""Words for a game that needs few: each method as `narration.families.Narrator` says.

A family's narrator may start from it and say only what is its own: at least `sentence`, `question` and `answer`. A
voice is any of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator import face
from adjudicator.kernel.decision import Decision
from adjudicator.kernel.event import Decided, Record
from narration.blocks import Block
from narration.instruction_words import who_decided
from narration.letter_words import PLAIN, LetterWords
from narration.notation.tables import Notation
from narration.paragraph import Aside, Paragraph, Row
from narration.phrasebook import Phrasebook
from narration.question import Question
from narration.records import Parted, parted
from narration.seats import Changed, Figures
from narration.voice import Voice
from narration.words import Words


class PlainNarrator:
    """Tells each event in a sentence, one paragraph after the other."""

    letter_words: LetterWords = PLAIN

    def sentence(self, event: Any, v: Any) -> str:
        """One event in words; a family says more than its kind."""
        kind = event["kind"] if isinstance(event, dict) else event.__struct_config__.tag
        return str(kind).replace("-", " ")

    def answer(self, answer: Mapping[str, Any], v: Any) -> str:
        """A choice in words: what it holds but its kind."""
        return ", ".join(str(value) for name, value in answer.items() if name != "kind")

    def texts(self) -> Iterator[tuple[str, str]]:
        """None."""
        return iter(())

    def voice(self, edition: Any, words: Words, seat: str | None) -> Voice:
        """The common voice."""
        return Voice(edition, words, seat)

    def tell(self, records: Iterable[Record] | Parted, edition: Any, words: Words, seat: str | None) -> list[Paragraph]:
        """Every event, and the reader's own choices beside what came of them."""
        v, found = self.voice(edition, words, seat), parted(records)
        told = [Paragraph(kind="event", text=self.sentence(record.event, v)) for record in found.public]
        own = [choice for _, choice in found.choices if seat is None or choice.seat == seat]
        asides = tuple(Aside(f"{self.choice(one, v)}.", one.source["by"] == "default", (), (), "") for one in own)
        return [*told, Paragraph(kind="yours", asides=asides)] if asides else told

    def headline(self, records: Iterable[Record] | Parted, v: Any) -> str:
        """The last thing that happened."""
        public = parted(records).public
        return self.sentence(public[-1].event, v) if public else v.say("Nothing happened")

    def changes(self, before: Any, after: Any, v: Any) -> list[Changed]:
        """Nothing is summed up."""
        return []

    def difference(self, change: Any, v: Any) -> str:
        """What differs, as it stands."""
        values = msgspec.to_builtins(change)
        return ", ".join(f"{name}: {value}" for name, value in values.items() if name != "kind")

    def figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """The numbers of each standing, under the names of their fields."""
        names = [name for name in standings[0].__struct_fields__ if name != "house"] if standings else []
        lines = tuple((row.house, tuple(str(getattr(row, name)) for name in names)) for row in standings)
        return Figures(tuple(v.say(name.capitalize()) for name in names), lines)

    def round_figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """The same."""
        return self.figures(board, standings, v)

    def standing_notes(self, board: Any, v: Any) -> list[Block]:
        """None."""
        return []

    def board(self, view: Any, v: Any) -> list[Block]:
        """Nothing: its questions say it all."""
        return []

    def board_reference(self, board: Any, edition: str, v: Any) -> list[Block]:
        """Nothing that the board in words leaves out."""
        return []

    def question(self, decision: Decision, board: Any, v: Any) -> Question:
        """The kind of what is asked; a family says more."""
        return Question(self.asked_name(str(decision.__struct_config__.tag)))

    def foreseen(self, window: str, board: Any, seat: str, v: Any) -> list[Block]:
        """Nothing."""
        return []

    def outline(self, window: str, asked: bool, board: Any, seat: str, pace: str, v: Any) -> list[Row]:
        """The questions say it all."""
        return []

    def examples(
        self, window: str, questions: Collection[Decision], board: Any, seat: str, pace: str, v: Any
    ) -> tuple[str, ...]:
        """Its sheets are JSON."""
        return ()

    def call_name(self, window: str, round_number: int, words: Words) -> str:
        """`round 3`."""
        return words.say("round {n}", n=round_number)

    def round_of(self, window: str, round_number: int) -> int:
        """The one in which it opens."""
        return round_number

    def kinds_asked(self, edition: Any) -> tuple[str, ...]:
        """Games stop at no kind alone."""
        return ()

    def asked_name(self, kind: str) -> str:
        """The kind in plain letters."""
        return kind.replace("-", " ")

    def choice(self, event: Decided, v: Any, *, named: bool = True) -> str:
        """Who decided what."""
        told = f"{v.say(self.asked_name(event.asked))}: {self.answer(event.answer, v)}"
        if not named:
            return told
        return f"{who_decided(event, v)}: {told}"

    def filled_in(self, event: Decided, v: Any) -> str:
        """Nothing."""
        return ""

    def steward_filled(self, event: Decided, v: Any) -> str:
        """Nothing."""
        return ""

    def passed_over(self, event: Decided, v: Any) -> list[str]:
        """In the adjudicator's words."""
        return [f"{one['where']}: {one.get('words') or one['code']}" for one in event.source.get("skipped", ())]

    def with_names(self, text: str, v: Any) -> str:
        """As it is, with seats by name."""
        return " ".join(v.house(word) if word in v.edition.houses else word for word in text.split(" "))

    def sheet(self, sheet: Any, v: Any) -> list[Any]:
        """Nothing is told of it but its document."""
        return []

    def edict(self, edict: Any, v: Any) -> str:
        """What it says, as it stands."""
        values = msgspec.to_builtins(edict)
        told = ", ".join(f"{name}: {value}" for name, value in values.items() if name != "kind")
        return f"{str(values['kind']).replace('-', ' ')}: {told}" if told else str(values["kind"])

    def modules(self, modules: tuple[str, ...], v: Any) -> str:
        """Their ids."""
        return str(v.both(modules) or v.say("none"))

    def module_label(self, module: str) -> str:
        """None has a name."""
        return ""

    def module_name(self, module: str, v: Any) -> str:
        """Its id."""
        return module.replace("-", " ")

    def module_words(self, module: str, v: Any) -> str:
        """Nothing."""
        return ""

    def players(self, v: Any) -> str:
        """`2 to 4 players`."""
        counts = sorted(v.edition.player_counts)
        return str(v.say("{least} to {most} players", least=counts[0], most=counts[-1]))

    def rounds(self, v: Any) -> str:
        """Nothing is said."""
        return ""

    def goal(self, players: int, houses: Sequence[str], v: Any) -> str:
        """Nothing is said."""
        return ""

    def houses_among(self, v: Any, counts: Collection[int]) -> tuple[str, ...]:
        """There is no choice."""
        return ()

    def houses(self, players: int, named: tuple[str, ...], v: Any) -> str:
        """By name."""
        return str(v.houses(face.candidates(v.edition, players)))

    @property
    def conditions(self) -> Phrasebook | None:
        """There are none."""
        return None

    @property
    def notation(self) -> Notation | None:
        """There is none."""
        return None

    def refusal(self, words: str, v: Any) -> str:
        """As it is, with seats by name."""
        return self.with_names(words, v)

    def place(self, where: str, v: Any) -> str:
        """As it is written."""
        return where

    def unplayed(self, v: Any) -> str:
        """There are none."""
        return ""
