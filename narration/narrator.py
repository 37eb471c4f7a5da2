"""What the words of a family are asked for, answered for a game that needs few.

A family's narrator starts from it and says only what is its own: at least `sentence`, `question` and `answer`. A voice
is any of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine import Decided, Decision, FrozenStruct, Record
from narration.instruction_words import who_decided
from narration.notation.grammar import Notation
from narration.paragraph import Aside, Changed, Figures, Paragraph, Parted, Question, Row, parted
from narration.phrasebook import Phrasebook
from narration.plain import Block
from narration.words import N_, Words, word_tables


class Voice:
    """Names and phrases for one reader. `seat` is the reader's seat, None for everyone's story. A family's own voice
    knows its pieces too. `modules` are the optional parts of the game that is told of; None where no game is meant."""

    modules: tuple[str, ...] | None = None

    def __init__(self, edition: Any, words: Words, seat: str | None = None) -> None:
        self.edition, self.words, self.seat = edition, words, seat
        self.say, self.say_n = words.say, words.say_n
        self.both, self.either = words.both, words.either

    def name(self, table: Mapping[str, Any], key: str) -> str:
        """The name of an id in a table of an edition; the id itself where it is unknown."""
        entry = table.get(key)
        return str(entry.name.say(self.words.language)) if entry else key

    def house(self, house: str) -> str:
        """The short name of a seat: `Stark`."""
        return self.name(self.edition.houses, house).split()[-1] if house in self.edition.houses else house

    def houses(self, houses: Iterable[str]) -> str:
        """Short names joined."""
        return self.both(self.house(house) for house in houses)

    def sign(self, value: int) -> str:
        """A number as it counts in a sum: `+2`, `−1`, `+0`."""
        return f"+{value}" if value >= 0 else f"\u2212{-value}"


TABLES = word_tables(__name__)


# What is new in every game.
NEW_WORDS = N_(
    "Some words are new: “call” is now “turn”, “sheet” is “orders”, “steward” is “bot”, “edict” is “override”, "
    "“press” is “messages”. Old keywords and replies to old emails still work."
)


class LetterWords(FrozenStruct):
    """Words of a family for its letters.

    `seats`: the head of a column of seats. `board`, `would_stand`, `reference`: titles over the board in words, as it
    is and after a what-if, and over what it says in every turn. `map_brings`, `map_tells`, `map_sent`: what MAP does,
    as a sentence, as what is told beside the word, and once it is done. `picture` (of round `{n}`), `picture_begins`,
    `picture_would`: what the drawing of the board is called. `form`: the button to a sheet on the site. `left_to_bot`:
    what the bot chooses where a sheet leaves it open. `news`: what is new for players of games that ran before.
    """

    seats: str
    board: str
    would_stand: str
    reference: str
    map_brings: str
    map_tells: str
    map_sent: str
    picture: str
    picture_begins: str
    picture_would: str
    form: str
    left_to_bot: str = N_("The bot makes every choice except bids.")
    news: tuple[str, ...] = (NEW_WORDS,)


PLAIN = msgspec.convert(TABLES["plain"], LetterWords)


class Narrator:
    """Tells the games of a family; `letter_words` is what letters turn their things."""

    letter_words: LetterWords = PLAIN
    # What each optional part of the rules is called, and what it brings.
    module_table: Mapping[str, Sequence[str]] = {}

    def sentence(self, event: Any, v: Any) -> str:
        """One event in words, which may be plain data as read from JSON; by default no more than its kind."""
        kind = event["kind"] if isinstance(event, dict) else event.__struct_config__.tag
        return str(kind).replace("-", " ")

    def answer(self, answer: Mapping[str, Any], v: Any) -> str:
        """A choice in words, from its plain data; by default what it holds but its kind."""
        return ", ".join(str(value) for name, value in answer.items() if name != "kind")

    def texts(self) -> Iterator[tuple[str, str]]:
        """English texts of its data and rules, each with the file it stands in, for the catalogs; by default none."""
        return iter(())

    def voice(self, edition: Any, words: Words, seat: str | None = None) -> Voice:
        """Its voice for a reader; `seat` is theirs, None for everyone's story. By default the common one."""
        return Voice(edition, words, seat)

    def tell(
        self, records: Iterable[Record] | Parted, edition: Any, words: Words, seat: str | None = None
    ) -> list[Paragraph]:
        """The story of some records, in order; by default every event, and the reader's own choices beside what came of
        them.

        `seat` is the house whose own choices are told beside what came of them; None tells everybody's that the records
        hold (records for spectators hold none). Records may hold typed events or plain data as read from JSON.
        """
        v, found = self.voice(edition, words, seat), parted(records)
        told = [Paragraph(kind="event", text=self.sentence(record.event, v)) for record in found.public]
        own = [choice for _, choice in found.choices if seat is None or choice.seat == seat]
        asides = tuple(Aside(f"{self.choice(one, v)}.", one.source["by"] == "default", (), (), "") for one in own)
        return [*told, Paragraph(kind="yours", asides=asides)] if asides else told

    def headline(self, records: Iterable[Record] | Parted, v: Any) -> str:
        """What mattered most among some records, in a few words; by default the last thing that happened."""
        public = parted(records).public
        return self.sentence(public[-1].event, v) if public else v.say("Nothing happened")

    def changes(self, before: Any, after: Any, v: Any) -> list[Changed]:
        """What changed for each seat between two boards; by default nothing is summed up."""
        return []

    def difference(self, change: Any, v: Any) -> str:
        """One thing that differs between two boards; by default what differs, as it stands."""
        return _fields(change)

    def figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """Where everybody stands, for letters; by default the numbers of each standing, under the names of their
        fields."""
        names = [name for name in standings[0].__struct_fields__ if name != "house"] if standings else []
        lines = tuple((row.house, tuple(str(getattr(row, name)) for name in names)) for row in standings)
        return Figures(tuple(v.say(name.capitalize()) for name in names), lines)

    def round_figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """Where everybody stands at the end of a round, for the story as text; by default as for letters."""
        return self.figures(board, standings, v)

    def standing_notes(self, board: Any, v: Any) -> list[Block]:
        """What stands below the standings; by default none."""
        return []

    def board(self, view: Any, v: Any) -> list[Block]:
        """Everything that a view shows, for who has no board before the eyes: the reader's own first; by default
        nothing."""
        return []

    def board_reference(self, board: Any, edition: str, v: Any) -> list[Block]:
        """What a board and its pieces say in every turn, for who has neither before the eyes; by default nothing."""
        return []

    def question(self, decision: Decision, board: Any, v: Any) -> Question:
        """What a decision asks; by default the kind of it."""
        return Question(self.asked_name(str(decision.__struct_config__.tag)))

    def foreseen(self, window: str, board: Any, seat: str, v: Any) -> list[Block]:
        """What the turn will ask although nobody can be asked yet; by default nothing."""
        return []

    def outline(self, window: str, asked: bool, board: Any, seat: str, pace: str, v: Any) -> list[Row]:
        """The sections of the sheet that a turn takes; by default none, the questions say it all."""
        return []

    def examples(
        self, window: str, questions: Collection[Decision], board: Any, seat: str, pace: str, v: Any
    ) -> tuple[str, ...]:
        """Lines of a typed sheet as the turn takes it, in English, for the reader to see how one is typed; by default
        none, sheets are JSON."""
        return ()

    def turn_name(self, window: str, round_number: int, words: Words) -> str:
        """What a turn is about: `round 3, planning`; by default `round 3`."""
        return words.say("round {n}", n=round_number)

    def round_of(self, window: str, round_number: int) -> int:
        """The round that a turn is for, which the board may not have begun when it opens; by default the one in which
        it opens."""
        return round_number

    def kinds_asked(self, edition: Any) -> tuple[str, ...]:
        """The kinds of decisions that an edition can ask, in the order in which a round comes to them; by default
        none."""
        return ()

    def asked_name(self, kind: str) -> str:
        """A kind of decision by name, to be translated; by default the kind in plain letters."""
        return kind.replace("-", " ")

    def choice(self, event: Decided, v: Any, *, named: bool = True) -> str:
        """Who decided, by which instruction, what; by default without the instruction."""
        told = f"{v.say(self.asked_name(event.asked))}: {self.answer(event.answer, v)}"
        if not named:
            return told
        return f"{who_decided(event, v)}: {told}"

    def filled_in(self, event: Decided, v: Any) -> str:
        """What a default filled in where a sheet was silent in part; empty (the default) for nothing."""
        return ""

    def steward_filled(self, event: Decided, v: Any) -> str:
        """What the steward filled in where a sheet left a part of a choice to him; empty (the default) for nothing."""
        return ""

    def passed_over(self, event: Decided, v: Any) -> list[str]:
        """The instructions that were passed over for a decision, and why; by default in the adjudicator's words."""
        return [f"{one['where']}: {one.get('words') or one['code']}" for one in event.source.get("skipped", ())]

    def with_names(self, text: str, v: Any) -> str:
        """A text of the adjudicator with names in place of ids; by default as it is, with seats by name."""
        return " ".join(v.house(word) if word in v.edition.houses else word for word in text.split(" "))

    def sheet(self, sheet: Any, v: Any) -> list[Any]:
        """A sheet as it was understood, section by section; by default nothing is told of it but its document."""
        return []

    def override(self, override: Any, v: Any) -> str:
        """What an override does; by default what it says, as it stands."""
        kind, told = str(msgspec.to_builtins(override)["kind"]), _fields(override)
        return f"{kind.replace('-', ' ')}: {told}" if told else kind

    def modules(self, modules: tuple[str, ...], v: Any) -> str:
        """The optional parts that a game is played with."""
        return str(v.both(self.module_name(module, v) for module in modules) or v.say("none"))

    def module_label(self, module: str) -> str:
        """What an optional part of the rules is called, to be translated; empty for one of another family."""
        return self.module_table[module][0] if module in self.module_table else ""

    def module_name(self, module: str, v: Any) -> str:
        """What an optional part of the rules is called; by default its id."""
        label = self.module_label(module)
        return str(v.say(label)) if label else module.replace("-", " ")

    def module_words(self, module: str, v: Any) -> str:
        """What an optional part of the rules brings; empty for nothing to say."""
        return str(v.say(self.module_table[module][1])) if module in self.module_table else ""

    def players(self, v: Any) -> str:
        """For how many players the edition is: `2 to 4 players`."""
        counts = sorted(v.edition.player_counts)
        return str(v.say("{least} to {most} players", least=counts[0], most=counts[-1]))

    def rounds(self, v: Any) -> str:
        """How long a game is played; empty (the default) where nothing is said of it."""
        return ""

    def goal(self, players: int, houses: Sequence[str], v: Any) -> str:
        """How a game of these seats is won; empty (the default) where nothing is said of it."""
        return ""

    def houses_among(self, v: Any, counts: Collection[int]) -> tuple[str, ...]:
        """The seats among which players choose, where one of these numbers of them leaves a choice; else (the default)
        none."""
        return ()

    def houses(self, players: int, named: tuple[str, ...], v: Any) -> str:
        """Which seats so many players have; by default by name."""
        return str(v.houses(games.of_edition(v.edition.id).candidates(v.edition, players)))

    @property
    def conditions(self) -> Phrasebook | None:
        """What conditions of its sheets can say, phrase by phrase; None where sheets have none."""
        return None

    @property
    def notation(self) -> Notation | None:
        """How its sheets are written as text; None: as JSON."""
        return None

    def refusal(self, words: str, v: Any) -> str:
        """A refusal's or a warning's words in the reader's language, with names in place of ids; by default as it is,
        with seats by name."""
        return self.with_names(words, v)

    def place(self, where: str, v: Any) -> str:
        """A place in a sheet, in words; by default as it is written."""
        return where

    def unplayed(self, v: Any) -> str:
        """What becomes of seats that nobody plays; empty (the default) where there are none."""
        return ""


def _fields(thing: Any) -> str:
    """What the fields of a struct hold, as it stands."""
    values = msgspec.to_builtins(thing)
    return ", ".join(f"{name}: {value}" for name, value in values.items() if name != "kind")
