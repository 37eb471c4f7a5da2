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
from narration.paragraph import Aside, Changed, Figures, Paragraph, Parted, Question, Row, separate_choices
from narration.phrasebook import Phrasebook
from narration.plain import Block
from narration.words import N_, Words, capital, word_tables


class Voice:
    """Names and phrases for one reader; families extend it with their pieces.
    Says the words that the edition's rulebook prints.
    `seat` is None for the public story; `modules` are the game's optional rules, None without a game."""

    modules: tuple[str, ...] | None = None
    # What each optional part of the rules is called, and what it brings.
    module_table: Mapping[str, Sequence[str]] = {}

    def __init__(self, edition: Any, words: Words, seat: str | None = None) -> None:
        words = words.of_edition(edition.id)
        self.edition, self.words, self.seat = edition, words, seat
        self.say, self.say_n, self.say_in = words.say, words.say_n, words.say_in
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

    def from_to(self, what: str, before: str, after: str) -> str:
        """Say that `what` changed, from `before` to `after`."""
        return self.say("{what}: {before} \u2192 {after}", what=what, before=before, after=after)

    def module_name(self, module: str) -> str:
        """The name of an optional part of the rules; its id in plain letters if unknown."""
        if module not in self.module_table:
            return module.replace("-", " ")
        return capital(self.say(self.module_table[module][0]))


TABLES = word_tables(__name__)


# What is new in every game.
NEW_WORDS = N_(
    "Some words are new: “call” is now “turn”, “sheet” is “orders”, “steward” is “bot”, “edict” is “override”, "
    "“press” is “messages”. Old keywords and replies to old emails still work."
)


class MailWords(FrozenStruct):
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
    news: tuple[str, ...] = ()

    @property
    def all_news(self) -> tuple[str, ...]:
        """What is new in every game, then in this family's."""
        return (NEW_WORDS, *self.news)


PLAIN = msgspec.convert(TABLES["plain"], MailWords)


class Narrator:
    """Tells the games of a family; `mail_words` is what emails call their things."""

    mail_words: MailWords = PLAIN
    # The phrases for conditions of orders; None if orders have none.
    conditions: Phrasebook | None = None
    # How its sheets are written as text; None: as JSON.
    notation: Notation | None = None
    # The class of its voices.
    voice_type: type[Voice] = Voice

    def sentence(self, event: Any, v: Any) -> str:
        """Describe one event, typed or plain JSON data; by default only its kind."""
        kind = event["kind"] if isinstance(event, dict) else event.__struct_config__.tag
        return str(kind).replace("-", " ")

    def answer(self, answer: Mapping[str, Any], v: Any) -> str:
        """A choice in words, from its plain data; by default what it holds but its kind."""
        return ", ".join(str(value) for name, value in answer.items() if name != "kind")

    def texts(self) -> Iterator[tuple[str, str]]:
        """Return English texts with their files, for the catalogs; by default none."""
        return iter(())

    def voice(self, edition: Any, words: Words, seat: str | None = None) -> Voice:
        """Return a reader's voice (`seat` None: public story); default: the common one."""
        return self.voice_type(edition, words, seat)

    def tell(
        self, records: Iterable[Record] | Parted, edition: Any, words: Words, seat: str | None = None
    ) -> list[Paragraph]:
        """Tell the story of records in order, with the reader's own choices.

        By default every event is told. `seat` is the house whose choices stand beside their results; None tells all
        choices in the records (records for spectators hold none). Records may hold typed events or plain JSON data.
        """
        v, parts = self.voice(edition, words, seat), separate_choices(records)
        paragraphs = [Paragraph(kind="event", text=self.sentence(record.event, v)) for record in parts.public]
        own = [choice for _, choice in parts.choices if seat is None or choice.seat == seat]
        asides = tuple(Aside(f"{self.choice(pick, v)}.", pick.source["by"] == "default", (), (), "") for pick in own)
        return [*paragraphs, Paragraph(kind="yours", asides=asides)] if asides else paragraphs

    def headline(self, records: Iterable[Record] | Parted, v: Any) -> str:
        """Return a short headline for records; by default the last event."""
        public = separate_choices(records).public
        return self.sentence(public[-1].event, v) if public else v.say("Nothing happened")

    def changes(self, before: Any, after: Any, v: Any) -> list[Changed]:
        """Describe what changed for each seat between two boards; by default nothing."""
        return []

    def difference(self, change: Any, v: Any) -> str:
        """Describe one difference between two boards; by default as it stands."""
        return _fields(change)

    def figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """Return the standings for emails; by default each standing's numbers by field."""
        names = [name for name in standings[0].__struct_fields__ if name != "house"] if standings else []
        lines = tuple((row.house, tuple(str(getattr(row, name)) for name in names)) for row in standings)
        return Figures(tuple(capital(v.say(name)) for name in names), lines)

    def round_figures(self, board: Any, standings: Sequence[Any], v: Any) -> Figures:
        """Return the standings at the end of a round, as text; by default as in emails."""
        return self.figures(board, standings, v)

    def standing_notes(self, board: Any, v: Any) -> list[Block]:
        """What stands below the standings; by default none."""
        return []

    def board(self, view: Any, v: Any) -> list[Block]:
        """Describe all that a view shows, the reader's own first; by default nothing."""
        return []

    def board_reference(self, board: Any, edition: str, v: Any) -> list[Block]:
        """Describe the fixed texts of a board and its pieces; by default nothing."""
        return []

    def question(self, decision: Decision, board: Any, v: Any) -> Question:
        """What a decision asks; by default the kind of it."""
        return Question(self.decision_kind_name(str(decision.__struct_config__.tag)))

    def foreseen(self, window: str, board: Any, seat: str, v: Any) -> list[Block]:
        """What the turn will ask although nobody can be asked yet; by default nothing."""
        return []

    def outline(self, window: str, has_questions: bool, board: Any, seat: str, pace: str, v: Any) -> list[Row]:
        """Return the sections of a turn's order sheet; by default none."""
        return []

    def examples(
        self, window: str, questions: Collection[Decision], board: Any, seat: str, pace: str, v: Any
    ) -> tuple[str, ...]:
        """Return typed example orders for the turn, in English; by default none (JSON)."""
        return ()

    def turn_name(self, window: str, round_number: int, words: Words) -> str:
        """What a turn is about: `round 3, planning`; by default `round 3`."""
        return words.say("round {n}", n=round_number)

    def round_of(self, window: str, round_number: int) -> int:
        """Return the round a turn belongs to; by default the one in which it opens."""
        return round_number

    def decision_kinds(self, edition: Any) -> tuple[str, ...]:
        """Return an edition's kinds of decisions in round order; by default none."""
        return ()

    def decision_kind_name(self, kind: str) -> str:
        """Return the name of a kind of decision, untranslated; by default the kind."""
        return kind.replace("-", " ")

    def choice(self, event: Decided, v: Any, *, named: bool = True) -> str:
        """Who decided, by which instruction, what; by default without the instruction."""
        text = f"{v.say(self.decision_kind_name(event.asked))}: {self.answer(event.answer, v)}"
        if not named:
            return text
        return f"{who_decided(event, v)}: {text}"

    def filled_in(self, event: Decided, v: Any) -> str:
        """Describe what a default filled in on an incomplete sheet; empty by default."""
        return ""

    def bot_filled(self, event: Decided, v: Any) -> str:
        """Describe what the bot filled in on an order sheet; empty by default."""
        return ""

    def passed_over(self, event: Decided, v: Any) -> list[str]:
        """Explain passed-over instructions; by default in the adjudicator's words."""
        return [f"{entry['where']}: {entry.get('words') or entry['code']}" for entry in event.source.get("skipped", ())]

    def with_names(self, text: str, v: Any) -> str:
        """Replace ids in an adjudicator's text by names; by default only seats."""
        return " ".join(v.house(word) if word in v.edition.houses else word for word in text.split(" "))

    def sheet(self, sheet: Any, v: Any) -> list[Any]:
        """Describe an order sheet by section; by default its document alone."""
        return []

    def suggestion(self, suggestion: Any, v: Any) -> str:
        """Say in one sentence why the bot suggests something; empty by default."""
        return ""

    def override(self, override: Any, v: Any) -> str:
        """What an override does; by default what it says, as it stands."""
        kind, details = str(msgspec.to_builtins(override)["kind"]), _fields(override)
        return f"{kind.replace('-', ' ')}: {details}" if details else kind

    def modules(self, modules: tuple[str, ...], v: Any) -> str:
        """The optional parts that a game is played with."""
        return str(v.both(self.module_name(module, v) for module in modules) or v.say_in("cards, areas, rules", "none"))

    def module_label(self, module: str) -> str:
        """Return the name of an optional rule, untranslated; empty for other families."""
        return self.voice_type.module_table.get(module, ("",))[0]

    def module_name(self, module: str, v: Any) -> str:
        """What an optional part of the rules is called; by default its id."""
        return str(v.module_name(module))

    def module_words(self, module: str, v: Any) -> str:
        """What an optional part of the rules brings; empty for nothing to say."""
        table = self.voice_type.module_table
        return str(v.say(table[module][1])) if module in table else ""

    def players(self, v: Any) -> str:
        """Say how many players the edition is for: `2 to 4 players`."""
        counts = sorted(v.edition.player_counts)
        return str(v.say("{least} to {most} players", least=counts[0], most=counts[-1]))

    def rounds(self, v: Any) -> str:
        """How long a game is played; empty (the default) where nothing is said of it."""
        return ""

    def goal(self, players: int, houses: Sequence[str], v: Any) -> str:
        """Describe how to win a game of these seats; empty by default."""
        return ""

    def houses_among(self, v: Any, counts: Collection[int]) -> tuple[str, ...]:
        """Return the seats to choose from if a number leaves a choice; by default none."""
        return ()

    def houses(self, players: int, named: tuple[str, ...], v: Any) -> str:
        """Which seats so many players have; by default by name."""
        return str(v.houses(games.of_edition(v.edition.id).candidates(v.edition, players)))

    def refusal(self, words: str, v: Any) -> str:
        """Translate a refusal or warning, ids as names; by default only seats are named."""
        return self.with_names(words, v)

    def place(self, where: str, v: Any) -> str:
        """A place in a sheet, in words; by default as it is written."""
        return where

    def unplayed(self, v: Any) -> str:
        """Describe what happens to seats without players; empty by default."""
        return ""


def _fields(thing: Any) -> str:
    """What the fields of a struct hold, as it stands."""
    values = msgspec.to_builtins(thing)
    return ", ".join(f"{name}: {value}" for name, value in values.items() if name != "kind")
