"""Which narrator tells the games of which family."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.families import of_edition
from adjudicator.kernel.decision import Decision
from adjudicator.kernel.event import Decided, Record
from narration.blocks import Block
from narration.btwixt.narrator import BTWIXT
from narration.letter_words import LetterWords
from narration.notation.tables import Notation
from narration.paragraph import Paragraph, Row
from narration.phrasebook import Phrasebook
from narration.question import Question
from narration.records import Parted
from narration.seats import Changed, Figures
from narration.thrones.narrator import THRONES
from narration.voice import Voice
from narration.words import Words


class Narrator(Protocol):
    """What a family's words are asked for."""

    def texts(self) -> Iterator[tuple[str, str]]:
        """English texts of its data and rules, each with the file it stands in, for the catalogs."""

    def voice(self, edition: Any, words: Words, seat: str | None) -> Voice:
        """Its voice for a reader."""

    def tell(self, records: Iterable[Record] | Parted, edition: Any, words: Words, seat: str | None) -> list[Paragraph]:
        """The story of some records."""

    def headline(self, records: Iterable[Record] | Parted, v: Any) -> str:
        """What mattered most, in a few words."""

    def changes(self, before: Any, after: Any, v: Any) -> list[Changed]:
        """What changed for each seat between two boards."""

    def difference(self, change: Any, v: Any) -> str:
        """One thing that differs between two boards."""

    def figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """Where everybody stands, for letters."""

    def round_figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """Where everybody stands at the end of a round, for the story as text."""

    def standing_notes(self, board: Any, v: Any) -> list[Block]:
        """What stands below the standings."""

    def board(self, view: Any, v: Any) -> list[Block]:
        """Everything that a view shows, for who has no board before the eyes: the reader's own first."""

    def board_reference(self, board: Any, edition: str, v: Any) -> list[Block]:
        """What a board and its pieces say in every call, for who has neither before the eyes."""

    def question(self, decision: Decision, board: Any, v: Any) -> Question:
        """What a decision asks."""

    def foreseen(self, window: str, board: Any, seat: str, v: Any) -> list[Block]:
        """What the call will ask although nobody can be asked yet."""

    def outline(self, window: str, asked: bool, board: Any, seat: str, pace: str, v: Any) -> list[Row]:
        """The sections of the sheet that a call takes."""

    def examples(
        self, window: str, questions: Collection[Decision], board: Any, seat: str, pace: str, v: Any
    ) -> tuple[str, ...]:
        """Lines of a typed sheet as the call takes it, in English, for the reader to see how one is typed."""

    @property
    def letter_words(self) -> LetterWords:
        """What letters call the things of its games."""

    def call_name(self, window: str, round_number: int, words: Words) -> str:
        """What a call is about: `round 3, planning`."""

    def round_of(self, window: str, round_number: int) -> int:
        """The round that a call is for, which the board may not have begun when it opens."""

    def kinds_asked(self, edition: Any) -> tuple[str, ...]:
        """The kinds of decisions that an edition can ask, in the order in which a round comes to them."""

    def asked_name(self, kind: str) -> str:
        """A kind of decision by name, to be translated."""

    def answer(self, answer: Mapping[str, Any], v: Any) -> str:
        """A choice in words, from its plain data."""

    def choice(self, event: Decided, v: Any, *, named: bool = True) -> str:
        """Who decided, by which instruction, what."""

    def filled_in(self, event: Decided, v: Any) -> str:
        """What a default filled in where a sheet was silent in part; empty for nothing."""

    def steward_filled(self, event: Decided, v: Any) -> str:
        """What the steward filled in where a sheet left a part of a choice to him; empty for nothing."""

    def passed_over(self, event: Decided, v: Any) -> list[str]:
        """The instructions that were passed over for a decision, and why."""

    def with_names(self, text: str, v: Any) -> str:
        """A text of the adjudicator with names in place of ids."""

    def sentence(self, event: Any, v: Any) -> str:
        """One event in words, which may be plain data as read from JSON."""

    def sheet(self, sheet: Any, v: Any) -> list[Any]:
        """A sheet as it was understood, section by section."""

    def edict(self, edict: Any, v: Any) -> str:
        """What an edict does."""

    def modules(self, modules: tuple[str, ...], v: Any) -> str:
        """The optional parts that a game is played with."""

    def module_label(self, module: str) -> str:
        """What an optional part of the rules is called, to be translated; empty for one of another family."""

    def module_name(self, module: str, v: Any) -> str:
        """What an optional part of the rules is called."""

    def module_words(self, module: str, v: Any) -> str:
        """What an optional part of the rules brings; empty for nothing to say."""

    def players(self, v: Any) -> str:
        """For how many players the edition is."""

    def rounds(self, v: Any) -> str:
        """How long a game is played."""

    def goal(self, players: int, houses: Sequence[str], v: Any) -> str:
        """How a game of these seats is won; empty where nothing is said of it."""

    def houses_among(self, v: Any, counts: Collection[int]) -> tuple[str, ...]:
        """The seats among which players choose, where one of these numbers of them leaves a choice; else none."""

    def houses(self, players: int, named: tuple[str, ...], v: Any) -> str:
        """Which seats so many players have."""

    @property
    def conditions(self) -> Phrasebook | None:
        """What conditions of its sheets can say, phrase by phrase; None where sheets have none."""

    @property
    def notation(self) -> Notation | None:
        """How its sheets are written as text; None: as JSON."""

    def refusal(self, words: str, v: Any) -> str:
        """A refusal's or a warning's words in the reader's language, with names in place of ids."""

    def place(self, where: str, v: Any) -> str:
        """A place in a sheet, in words."""

    def unplayed(self, v: Any) -> str:
        """What becomes of seats that nobody plays; empty where there are none."""


NARRATORS: dict[str, Narrator] = {"thrones": THRONES, "btwixt": BTWIXT}


def register(family: str, narrator: Narrator) -> None:
    """Make the narrator of a family known."""
    NARRATORS[family] = narrator


def forget(family: str) -> None:
    """Make it unknown again; for tests that brought one of their own."""
    NARRATORS.pop(family, None)


def narrator(edition: str) -> Narrator:
    """The narrator of an edition's games; Illegal (`unknown-edition`)."""
    return NARRATORS[of_edition(edition).id]
