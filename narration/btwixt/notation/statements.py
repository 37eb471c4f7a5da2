"""The notation of B'Twixt: what its data cannot say of statements, and the words of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any

from adjudicator.btwixt.sheets.choices import ChoiceRule, UseRule
from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_amount, parse_condition
from adjudicator.btwixt.sheets.conditions.tree import Amount, Else, When
from adjudicator.btwixt.sheets.sheet import Sheet, StewardRule, read_sheet, write_sheet
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.name_book import once_per_edition
from adjudicator.engine.sheet.conditions import number_text
from narration.btwixt.notation.wishes import DATA, Answer, QuestionId, Use, Wish
from narration.notation.cursor import Tongue
from narration.notation.grammar import Notation
from narration.notation.statement_data import Vocabulary
from narration.notation.values import Listed, Name
from narration.notation.words import Names, Phrases, Said, said, spelt

OF, IN, WITH = map(DATA.said, ("of", "in", "with"))
# Whom wishes mean besides leaders by name; which councils of mine, where a word follows `in-`.
WHO, WHICH = DATA.table("who"), DATA.table("which")
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
        (StewardRule, "kinds"): Listed(Name(also=DATA.table("kinds"))),
        ("answers", ""): Answer(),
        **{(name.removeprefix("use-"), "use"): Listed(Use(DATA.table(name))) for name in _USED},
    },
)


def _read(data: bytes, edition: Any, modules: Any) -> Sheet:
    return read_sheet(data, edition, tuple(modules))


STATEMENTS = VOCABULARY.statements(Sheet)
NOTATION = Notation(
    Sheet,
    STATEMENTS,
    tongue,
    _read,
    write_sheet,
    sample=DATA.sample,
    vocabulary=DATA.all_said(DATA.vocabulary),
)
