"""The notation of B'Twixt: wishes and answers, what data cannot say of statements, and the words of a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

from adjudicator.btwixt.sheets.choices import ChoiceRule, UseRule
from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_amount, parse_condition
from adjudicator.btwixt.sheets.conditions.tree import Amount, Else, When
from adjudicator.btwixt.sheets.sheet import Sheet, StewardRule, read_sheet, write_sheet
from adjudicator.btwixt.state import decisions as a
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.names import once_per_edition
from adjudicator.engine.sheet.conditions import number_text
from narration.notation.amounts import Number
from narration.notation.cursor import ENDS, Cursor, Tongue, refuse
from narration.notation.grammar import Notation
from narration.notation.statement_data import Vocabulary, read_grammar
from narration.notation.values import Json, Listed, Name, OneOf, Value, verbatim
from narration.notation.words import AND, Names, Phrases, Said, phrases, said, spelt

DATA = read_grammar(Path(__file__).with_name("statements.toml"))
YES_NO = {meant == "true": words for meant, words in DATA.words["use"].items()}
_ARTICLES = frozenset(("the", "a", "il", "lo", "la", "l", "i", "gli", "le", "el", "los", "las"))
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Wish(Value):
    """One wish: words and names that must all apply, parted by spaces (`of-euron red highest`)."""

    loose = True

    def __init__(self, *sorts: str, also: Mapping[str, Said]) -> None:
        self.name, self.own = Name(*sorts, also=also), phrases(also)

    def read(self, c: Cursor) -> str:
        """All words up to a comma, or to a word that begins something else."""
        if not c.done and (c.tokens[c.at].quoted or "").startswith("="):
            return self.name.read(c)
        found = [self._word(c)]
        while not c.done and not self._over(c):
            if not c.take_if("+"):
                found.append(self._word(c))
        return " ".join(found)

    def _word(self, c: Cursor) -> str:
        """One word or name; an article before a word says nothing."""
        if c.sign() in _ARTICLES and c.meant(self.own) is None and c.meant(self.own, c.at + 1) is not None:
            c.at += 1
        return self.name.read(c)

    def _over(self, c: Cursor) -> bool:
        sign = c.sign()
        return sign in ENDS and sign != "+" or c.meant(AND) is not None or c.clause_ahead()

    def reach(self, c: Cursor) -> int:
        """Where one of its own words ends."""
        return self.name.reach(c)

    def write(self, value: str, tongue: Tongue, language: str) -> str:
        """The words; letter by letter what is no wish of this sort."""
        words = [self.name.write(word, tongue, language) for word in value.split()]
        if not words or " ".join(value.split()) != value or any(word.startswith('"=') for word in words):
            return verbatim(value)
        text = words[0]
        for before, word in pairwise(words):
            # `of-tyrion lannister` would be read as the leader's whole name.
            text += f"{' + ' if tongue.names.matches(f'{before} {word}', self.name.sorts) else ' '}{word}"
        return text

    def words(self) -> list[Said]:
        """The words that are no names."""
        return self.name.words()


class Use(OneOf):
    """What is done with a choice. One that is not known is kept as a piece of JSON, which no wish is."""

    def ahead(self, c: Cursor) -> bool:
        """Whether such a word comes."""
        return super().ahead(c) or not c.done and isinstance(c.tokens[c.at].value, dict)

    def read(self, c: Cursor) -> str:
        """The word."""
        value = c.tokens[c.at].value if not c.done else None
        if isinstance(value, dict):
            c.at += 1
            return str(value.get("use", ""))
        return str(super().read(c))

    def write(self, value: str, tongue: Tongue, language: str) -> str:
        """The word."""
        return (
            super().write(value, tongue, language) if value in self.options else _USE.write({"use": value}, tongue, "")
        )


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
            raise refuse("unknown-question", f'"{token.text}" is no question', token.start, "d3-play-or-kneel-cersei")
        return token.text.lower()

    def write(self, value: str, tongue: Tongue, language: str) -> str:
        """As it is."""
        return value if _ID.fullmatch(value) else verbatim(value)


# Words of direct answers, and those that part what they say.
ANSWERED = DATA.words["answer"]
_OF, _IN, _NUMBER, _BOTTOM = (phrases({"": ANSWERED[name]}) for name in ("of", "in", "number", "bottom"))
FORMS: Mapping[type[Any], Said] = {
    a.LeaderChoice: ANSWERED["leader"],
    a.CardChoice: ANSWERED["card"],
    a.AllyChoice: ANSWERED["ally"],
    a.CouncilChoice: ANSWERED["council"],
    a.AllyOrder: ANSWERED["top"],
    a.CardOrder: ANSWERED["sequence"],
}
_SIMPLE = phrases({True: YES_NO[True], False: YES_NO[False], "kneel": ANSWERED["kneel"], "play": ANSWERED["play"]})
_FORMS = phrases(FORMS)
_CARD, _ALLY, _LEADER, _COUNCIL = (Name(sort) for sort in ("card", "ally", "leader", "council"))
_ALLIES, _NUMBERS = Listed(_ALLY), Listed(Number())


class Answer(Value):
    """A direct answer: `kneel`, `play feint`, `yes`, `card feint of euron number 3`, `top shae, bronn`; or JSON."""

    def __init__(self) -> None:
        self.json = Json(a.AnyAnswer)

    def read(self, c: Cursor) -> a.AnyAnswer:
        """What is answered."""
        if self.json.ahead(c):
            found: a.AnyAnswer = self.json.read(c)
            return found
        simple = c.phrase(_SIMPLE)
        if simple is not None:
            return self._simple(c, simple)
        form = c.phrase(_FORMS)
        if form is None:
            every = ", ".join(
                one.en[0] for one in (ANSWERED["play"], ANSWERED["kneel"], *YES_NO.values(), *FORMS.values())
            )
            raise c.refuse("unknown-word", f'"{c.sign()}" is no answer' if c.sign() else "an answer is missing", every)
        if form is a.LeaderChoice:
            return a.LeaderChoice(_LEADER.read(c))
        if form is a.CouncilChoice:
            return a.CouncilChoice(_COUNCIL.read(c))
        if form is a.AllyChoice:
            ally = self._before(c, _ALLY, _IN)
            return a.AllyChoice(ally, _COUNCIL.read(c) if c.phrase(_IN) is not None else "")
        if form is a.CardOrder:
            return a.CardOrder(_NUMBERS.read(c))
        return self._card(c) if form is a.CardChoice else self._order(c)

    def _simple(self, c: Cursor, said: Any) -> a.AnyAnswer:
        if said == "kneel":
            return a.Play(None)
        return a.Play(_CARD.read(c)) if said == "play" else a.YesNo(said)

    def _card(self, c: Cursor) -> a.CardChoice:
        card = self._before(c, _CARD, _OF, _NUMBER)
        of = self._before(c, _LEADER, _NUMBER) if c.phrase(_OF) is not None else ""
        return a.CardChoice(card, of, Number().read(c) if c.phrase(_NUMBER) is not None else 0)

    def _order(self, c: Cursor) -> a.AllyOrder:
        top: tuple[str, ...] = () if c.meant(_BOTTOM) is not None else self._before(c, _ALLIES, _BOTTOM)
        c.take_if(",")
        return a.AllyOrder(top, _ALLIES.read(c) if c.phrase(_BOTTOM) is not None else ())

    def _before(self, c: Cursor, value: Value, *words: Any) -> Any:
        """A value that ends where one of these words begins something else."""
        clauses, c.clauses = c.clauses, words
        found = value.read(c)
        c.clauses = clauses
        return found

    def write(self, value: a.AnyAnswer, tongue: Tongue, language: str) -> str:
        """In words where the answer has any; else as JSON."""
        if isinstance(value, a.YesNo):
            return YES_NO[value.yes].write(language)
        if isinstance(value, a.Play):
            if value.card is None:
                return ANSWERED["kneel"].write(language)
            return f"{ANSWERED['play'].write(language)} {_CARD.write(value.card, tongue, language)}"
        return f"{FORMS[type(value)].write(language)} {self._written(value, tongue, language)}"

    def _written(self, value: Any, tongue: Tongue, language: str) -> str:
        match value:
            case a.LeaderChoice(leader=leader):
                return _LEADER.write(leader, tongue, language)
            case a.CouncilChoice(council=council):
                return _COUNCIL.write(council, tongue, language)
            case a.AllyChoice(ally=ally, council=council):
                inside = (
                    f" {ANSWERED['in'].write(language)} {_COUNCIL.write(council, tongue, language)}" if council else ""
                )
                return _ALLY.write(ally, tongue, language) + inside
            case a.CardOrder(numbers=numbers):
                return _NUMBERS.write(numbers, tongue, language)
            case a.CardChoice(card=card, of=of, number=number):
                text = _CARD.write(card, tongue, language)
                text += f" {ANSWERED['of'].write(language)} {_LEADER.write(of, tongue, language)}" if of else ""
                return text + (f" {ANSWERED['number'].write(language)} {number}" if number else "")
        text = _ALLIES.write(value.top, tongue, language) if value.top else ""
        if value.bottom:
            text += f" {ANSWERED['bottom'].write(language)} {_ALLIES.write(value.bottom, tongue, language)}"
        return text.strip() or "()"


OF, IN, WITH = (DATA.words["shared"][name] for name in ("of", "in", "with"))
# Whom wishes mean besides leaders by name; which councils of mine, where a word follows `in-`.
WHO, WHICH = DATA.words["who"], DATA.words["which"]
_SAID = {"card": "influence", "ally": "allies", "leader": "houses"}


def tongue(edition: Edition, modules: Collection[str] = ()) -> Tongue:
    """The words of games of an edition; put together once. Modules make no difference to names."""
    return _tongue(edition)


@once_per_edition
def _tongue(edition: Edition) -> Tongue:
    wishes = _Wishes(edition)

    def called(sort: str, one: str, language: str) -> str:
        things = getattr(edition, _SAID.get(sort, ""), {})
        return str(things[one].name.say(language)) if one in things else wishes.called(sort, one, language)

    names = name_book(edition).names
    several = {text: one for sort in ("card", "ally") for one, every in names[sort].items() for text in every}
    return Tongue(
        names=Names({**names, **wishes.spellings()}, called, later=wishes.later),
        whole=Phrases((one, said(text)) for text, one in several.items() if " " in text),
        parse_condition=lambda text: parse_condition(text, edition),
        write_condition=format_condition,
        parse_amount=lambda text: parse_amount(text, edition),
        write_amount=number_text,
        condition_type=When,
        otherwise=Else,
        amount_type=Amount,
    )


class _Wishes:
    """Names that are made of a word and a leader or a council: `of-euron`, `with-euron`, `in-cersei-euron`."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.leaders = name_book(edition).names["leader"]
        self.councils = {f"{one}-{other}": (one, other) for one, other in permutations(edition.houses, 2)}
        # A leader's name alone means its cards or councils, and not each council that it shares.
        self.later = frozenset((*self.councils, *(f"in-{one}" for one in self.councils)))

    def spellings(self) -> dict[str, dict[str, set[str]]]:
        """For every such name its plain spellings, by sort."""
        councils = {one: {spelt(one)} for one in self.councils}
        inside = {one: {spelt(word) for word in words.every()} for one, words in WHICH.items()}
        inside |= {f"with-{one}": set(_joined(WITH, words)) for one, words in self.leaders.items()}
        return {
            "council": councils,
            "of": {f"of-{one}": set(self._whose(one, words)) for one, words in self._who().items()},
            "with": {f"with-{one}": set(_joined(WITH, words)) for one, words in self.leaders.items()},
            "in": {f"in-{one}": set(_joined(IN, words)) for one, words in {**inside, **councils}.items()},
        }

    def _who(self) -> dict[str, set[str]]:
        words = {one: {spelt(word) for word in every.every()} for one, every in WHO.items()}
        return {**words, **self.leaders}

    def _whose(self, one: str, words: Iterable[str]) -> Iterator[str]:
        yield from _joined(OF, words)
        if one in self.leaders:
            yield from (f"{word}s" for word in words)

    def called(self, sort: str, one: str, language: str) -> str:
        """Such a name for a reader."""
        if sort == "of":
            return f"{OF.write(language)}-{self._word(WHO, one.removeprefix('of-'), language)}"
        if sort == "with":
            return f"{WITH.write(language)}-{self._word({}, one.removeprefix('with-'), language)}"
        if sort == "in":
            inner = one.removeprefix("in-")
            if inner.startswith("with-"):
                inner = self.called("with", inner, language)
            return f"{IN.write(language)}-{self._word(WHICH, inner, language)}"
        return one

    def _word(self, words: Mapping[str, Said], one: str, language: str) -> str:
        if one in words:
            return words[one].write(language)
        return str(self.edition.houses[one].name.say(language)) if one in self.edition.houses else one


def _joined(first: Said, words: Iterable[str]) -> Iterator[str]:
    """Every spelling of the first with each of the words behind it."""
    return (f"{spelt(before)} {word}" for before in first.every() for word in words)


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
        (StewardRule, "kinds"): Listed(Name(also=DATA.words["kinds"])),
        ("answers", ""): Answer(),
        **{(name.removeprefix("use-"), "use"): Listed(Use(DATA.words[name])) for name in _USED},
    },
)


STATEMENTS = VOCABULARY.statements(Sheet)
NOTATION = Notation(
    DATA,
    Sheet,
    STATEMENTS,
    tongue,
    read_sheet,
    write_sheet,
)
