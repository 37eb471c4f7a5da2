"""The notation of B'Twixt: wishes, answers, statements, and a game's vocabulary."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.choices import BidRule, ChoiceRule, UseRule
from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_amount, parse_condition
from adjudicator.btwixt.sheets.conditions.tree import Amount, Else, When
from adjudicator.btwixt.sheets.sheet import BotRule, Sheet, read_sheet, write_sheet
from adjudicator.btwixt.state import decisions as a
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board
from adjudicator.engine.names import once_per_edition
from adjudicator.engine.sheet.conditions import number_text
from narration.notation.amounts import Number
from narration.notation.cursor import ENDS, Cursor, Fault, Tongue
from narration.notation.grammar import Notation, SeatFacts
from narration.notation.statement_data import Vocabulary, read_grammar
from narration.notation.values import Json, Listed, Name, Value, WordChoice, verbatim
from narration.notation.words import AND, Names, Phrases, Wording, phrases, spelt, wording
from narration.words import LANGUAGES

DATA = read_grammar(Path(__file__).with_name("statements.toml"))
YES_NO = {meant == "true": words for meant, words in DATA.words["use"].items()}
_ARTICLES = frozenset(("the", "a", "il", "lo", "la", "l", "i", "gli", "le", "el", "los", "las"))
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Wish(Value):
    """One wish: words and names that must all apply (`of-euron red highest`)."""

    loose = True

    def __init__(self, *sorts: str, also: Mapping[str, Wording]) -> None:
        """Accept names of these sorts, and the words of `also`, by what they mean."""
        self.name = Name(*sorts, also=also)
        self.knows(also)

    def read(self, c: Cursor) -> str:
        """All words up to a comma, or to a word that begins something else."""
        if not c.done and (c.tokens[c.at].quoted or "").startswith("="):
            return self.name.read(c)
        wish_words = [self._read_word(c)]
        while not c.done and not self._ends_here(c):
            if not c.take_if("+"):
                wish_words.append(self._read_word(c))
        return " ".join(wish_words)

    def _read_word(self, c: Cursor) -> str:
        """Read one word or name; skip an article before a word."""
        if c.sign() in _ARTICLES and not c.past(self.own_words) and c.past(self.own_words, c.at + 1):
            c.at += 1
        return self.name.read(c)

    def _ends_here(self, c: Cursor) -> bool:
        """Whether the wish ends here: at a sign but `+`, at `and`, or before a clause."""
        sign = c.sign()
        return sign in ENDS and sign != "+" or c.past(AND) > 0 or c.clause_ahead()

    def write(self, value: str, tongue: Tongue) -> str:
        """The words; letter by letter what is no wish of this sort."""
        words = [self.name.write(word, tongue) for word in value.split()]
        if not words or " ".join(value.split()) != value or any(word.startswith('"=') for word in words):
            return verbatim(value)
        text = words[0]
        for before, word in pairwise(words):
            # `of-tyrion lannister` would be read as the leader's whole name.
            text += f"{' + ' if tongue.names.matches(f'{before} {word}', self.name.sorts) else ' '}{word}"
        return text


class Use(WordChoice):
    """The use of a choice; an unknown one stays JSON, which no wish is."""

    def ahead(self, c: Cursor) -> bool:
        """Whether such a word comes."""
        return super().ahead(c) or isinstance(c.value, dict)

    def read(self, c: Cursor) -> str:
        """The word."""
        if isinstance(value := c.value, dict):
            c.at += 1
            return str(value.get("use", ""))
        return str(super().read(c))

    def write(self, value: str, tongue: Tongue) -> str:
        """The word."""
        return super().write(value, tongue) if value in self.options else _USE.write({"use": value}, tongue)


_USE = Json(dict[str, str])


class QuestionId(Value):
    """The id of a question that waits, as it was sent."""

    def read(self, c: Cursor) -> str:
        """The next word, letter by letter."""
        if c.done:
            raise c.refuse("name-missing", "a question is missing", "its id, as d3-play-or-kneel-cersei")
        token = c.take()
        if token.quoted is not None:
            return token.quoted.removeprefix("=")
        if _ID.fullmatch(token.text.lower()) is None:
            raise Fault("unknown-question", f'"{token.text}" is not a question', token.start, "d3-play-or-kneel-cersei")
        return token.text.lower()

    def write(self, value: str, tongue: Tongue) -> str:
        """Return a question's id as it is; letter by letter what is no such id."""
        return value if _ID.fullmatch(value) else verbatim(value)


# Words of direct answers: before what each says first, and before what it may say besides.
ANSWERED, _CLAUSES = DATA.words["answer"], DATA.words["answer-clauses"]
# The answers that say their first field after its word, and the others, if they like, after theirs.
_BY_FIELDS = (a.LeaderChoice, a.CardChoice, a.AllyChoice, a.CouncilChoice, a.AllyOrder, a.CardOrder)
FORMS: Mapping[Any, Wording] = {kind: ANSWERED[kind.__struct_fields__[0]] for kind in _BY_FIELDS}
_SIMPLE = phrases({True: YES_NO[True], False: YES_NO[False], "kneel": ANSWERED["kneel"], "play": ANSWERED["play"]})
_FORMS = phrases(FORMS)
_BEFORE = {name: phrases({"": words}) for name, words in _CLAUSES.items()}
# What answers hold, by the names of their fields.
_HOLD = {
    **{sort: Name(sort) for sort in ("card", "ally", "leader", "council")},
    "of": Name("leader"),
    "number": Number(),
    "top": Listed(Name("ally")),
    "bottom": Listed(Name("ally")),
    "numbers": Listed(Number()),
}


class Answer(Value):
    """A direct answer: `kneel`, `play feint`, `yes`, `top shae, bronn`; or JSON."""

    def __init__(self) -> None:
        self.json = Json(a.AnyAnswer)

    def read(self, c: Cursor) -> Any:
        """What is answered."""
        if self.json.ahead(c):
            return self.json.read(c)
        simple = c.phrase(_SIMPLE)
        if isinstance(simple, bool):
            return a.YesNo(simple)
        if simple is not None:
            return a.Play(_HOLD["card"].read(c) if simple == "play" else None)
        form = c.phrase(_FORMS)
        if form is None:
            answer_phrases = (ANSWERED["play"], ANSWERED["kneel"], *YES_NO.values(), *FORMS.values())
            words = f'"{c.sign()}" is not an answer' if c.sign() else "an answer is missing"
            raise c.refuse("unknown-word", words, ", ".join(phrase.en[0] for phrase in answer_phrases))
        first, *others = form.__struct_fields__
        c.clauses = tuple(_BEFORE[name] for name in others)
        listed = isinstance(_HOLD[first], Listed)
        field_values = {first: () if listed and c.clause_ahead() else _HOLD[first].read(c)}
        if listed and others:
            c.take_if(",")
        for name in others:
            c.clauses = c.clauses[1:]
            if c.phrase(_BEFORE[name]) is not None:
                field_values[name] = _HOLD[name].read(c)
        return form(**field_values)

    def write(self, value: Any, tongue: Tongue) -> str:
        """Write an answer in words; two brackets stand for one that holds nothing."""
        if isinstance(value, a.YesNo):
            return YES_NO[value.yes].write(tongue.language)
        if isinstance(value, a.Play) and value.card is None:
            return ANSWERED["kneel"].write(tongue.language)
        texts = []
        for place, name in enumerate(value.__struct_fields__):
            what = getattr(value, name)
            before = f"{_CLAUSES[name].write(tongue.language)} " if place else ""
            if what or what == "" and not place:
                texts.append(before + _HOLD[name].write(what, tongue))
        form = ANSWERED["play"] if isinstance(value, a.Play) else FORMS[type(value)]
        return " ".join([form.write(tongue.language), *(texts or ["()"])])


OF, IN, WITH = (DATA.words["shared"][name] for name in ("of", "in", "with"))
# Whom wishes mean besides leaders by name; which councils of mine, where a word follows `in-`.
WHO, WHICH = DATA.words["who"], DATA.words["which"]
_SAID = {"card": "influence", "ally": "allies", "leader": "houses"}


@once_per_edition
def _tongue(edition: Edition) -> Tongue:
    """Build the names, and the readers of conditions, for an edition's statements."""
    name_tables = name_book(edition)
    book = name_tables.names
    wishes = _wishes(edition, book["leader"])

    def called(sort: str, name_id: str, language: str) -> str:
        if sort in wishes:
            return wishes[sort][name_id].write(language)
        things = getattr(edition, _SAID.get(sort, ""), {})
        return str(things[name_id].name.say(language)) if name_id in things else name_id

    spellings = {
        sort: {name: set(map(spelt, words.every())) for name, words in names.items()} for sort, names in wishes.items()
    }
    several = {text: name_id for sort in ("card", "ally") for name_id, every in book[sort].items() for text in every}
    return Tongue(
        # A leader's name alone means its cards or councils, and not each council that it shares.
        names=Names(
            {**book, **spellings},
            called,
            later=(*wishes["council"], *(f"in-{name_id}" for name_id in wishes["council"])),
            besides={**name_tables.besides, **_other_council_names(name_tables, wishes["in"])},
        ),
        whole=Phrases((name_id, wording(text)) for text, name_id in several.items() if " " in text),
        parse_condition=lambda text: parse_condition(text, edition),
        write_condition=format_condition,
        parse_amount=lambda text: parse_amount(text, edition),
        write_amount=number_text,
        condition_type=When,
        otherwise=Else,
        amount_type=Amount,
    )


def _wishes(edition: Edition, leaders: Mapping[str, Iterable[str]]) -> dict[str, dict[str, Wording]]:
    """Return names with a leader: `of-euron`, `with-euron`, `in-cersei-euron`."""
    named = {}
    for name_id, spellings in leaders.items():
        english, *others = (str(edition.houses[name_id].name.say(language)) for language in LANGUAGES)
        named[name_id] = Wording((english, *spellings), *((name,) for name in others))
    councils = {
        f"{name_id}-{other}": wording(f"{name_id}-{other}") for name_id, other in permutations(edition.houses, 2)
    }
    shared = {f"with-{name_id}": _join_wordings(WITH, words) for name_id, words in named.items()}
    own = {name_id: _join_wordings(OF, words) for name_id, words in WHO.items()}
    own |= {
        name_id: _join_wordings(OF, words, [f"{word}s" for word in leaders[name_id]])
        for name_id, words in named.items()
    }
    return {
        "council": councils,
        "of": {f"of-{name_id}": words for name_id, words in own.items()},
        "with": shared,
        "in": {
            f"in-{name_id}": _join_wordings(IN, words) for name_id, words in {**WHICH, **shared, **councils}.items()
        },
    }


def _other_council_names(name_tables: Any, places: Mapping[str, Wording]) -> dict[str, dict[str, str]]:
    """Return other names of councils, by sort: `olenna` for each one with her,
    `doran and melisandre` for the one that they share."""
    leaders = [(text, name_id) for text, name_id in name_tables.besides["leader"].items() if " " not in text]
    leaders += [(text, name_id) for name_id, texts in name_tables.names["leader"].items() for text in texts]
    pairs = permutations(leaders, 2)
    inside = {spelt(text): place[3:] for place, words in places.items() if "-with-" in place for text in words.every()}
    both = {
        f"{a} {by} {b}{s}": f"{x}-{y}"
        for (a, x), (b, y) in pairs
        if x != y
        for by in ("and", "e", "y")
        for s in ("", "s")
    }
    return {
        "with": {text: f"with-{name_id}" for text, name_id in leaders} | inside,
        "council": both,
        "in": {f"in {text}": f"in-{name_id}" for text, name_id in both.items()},
    }


def _join_wordings(first: Wording, then: Wording, more: Iterable[str] = ()) -> Wording:
    """Join two wordings by a hyphen, in each language.
    Each synonym of the first may stand before each of the other; `more` are further synonyms."""
    written = [f"{first.write(language)}-{then.write(language)}" for language in LANGUAGES]
    every = (f"{before} {word}" for before in first.every() for word in then.every())
    return Wording((written[0], *every, *more), *((text,) for text in written[1:]))


_FROM = Listed(Name("card", "ally"))
# What is done with a choice: `use-` and the section that chooses.
_USED = [name for name in DATA.words if name.startswith("use-")]
VOCABULARY = Vocabulary(
    DATA,
    keys={(): QuestionId()},
    named=lambda sorts, also: Wish(*sorts, also=also),
    fields={
        (ChoiceRule, "source"): _FROM,
        (UseRule, "source"): _FROM,
        (BotRule, "kinds"): Listed(Name(also=DATA.words["kinds"])),
        ("answers", ""): Answer(),
        **{(name.removeprefix("use-"), "use"): Listed(Use(DATA.words[name])) for name in _USED},
    },
)


# Of what rules must say something.
_NEEDED: dict[type, tuple[str, ...]] = {
    BidRule: ("play", "kneel"),
    ChoiceRule: ("choose", "avoid"),
    UseRule: ("source",),
}
_RANKS = frozenset((*DATA.words["sorts"], *DATA.words["ranks"], "enough", "stay"))


def _sensible(edition: Edition, rules: Any) -> bool:
    """Whether rules have an effect and no wish names two things (matches nothing)."""
    names = {*edition.houses, *edition.influence, *edition.allies}
    lists = (value for rule in rules for value in msgspec.structs.astuple(rule) if isinstance(value, tuple))
    wishes = [wish.split() for every in lists for wish in every if isinstance(wish, str)]
    twice = any(len(names & {*wish}) > 1 or names & {*wish} and _RANKS & {*wish} for wish in wishes)
    return not twice and all(
        any(getattr(rule, name) for name in _NEEDED[type(rule)]) for rule in rules if type(rule) in _NEEDED
    )


_ASKED: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("asked.toml").read_text(encoding="utf-8"))


@once_per_edition
def _uses(edition: Edition) -> dict[str, list[tuple[str, str]]]:
    """What cards ask their owners for: paths, and what is done with what is chosen."""
    uses: dict[str, list[tuple[str, str]]] = {}
    for card in edition.influence.values():
        for op in card.operations:
            for name, answer in _ASKED.get(str(op.__struct_config__.tag), {}).items():
                path, _, use = answer.rstrip("?").partition(" ")
                if not (answer.endswith("?") and isinstance(getattr(op, name), str)):
                    uses.setdefault(card.id, []).append((path, use))
    return uses


def _seat(edition: Edition, house: str, board: Board | None) -> SeatFacts:
    """Return the seat's facts: names in play are near, the current ally is the topic."""
    if board is None or not house:
        return SeatFacts(house, asks=lambda path: False)
    return SeatFacts(
        house,
        near=frozenset((*board.houses, *board.visible_allies, board.current)),
        phase=board.phase,
        allows=lambda filling: _sensible(edition, filling.value),
        topic=frozenset(filter(None, (board.current,))),
        uses=_uses(edition),
    )


STATEMENTS = VOCABULARY.statements(Sheet)
NOTATION = Notation(
    DATA,
    Sheet,
    STATEMENTS,
    # Modules make no difference to names.
    lambda edition, modules: _tongue(edition),
    read_sheet,
    write_sheet,
    seat=_seat,
)
