"""What the notation knows of a game's words: names by sort, whose cards and councils are meant, conditions and sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import permutations

from adjudicator.btwixt.sheets.conditions.text import format_condition, name_book, parse_amount, parse_condition
from adjudicator.btwixt.sheets.conditions.tree import Amount, Else, When
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.name_book import once_per_edition
from adjudicator.engine.sheet.conditions import number_text
from narration.notation.cursor import Tongue
from narration.notation.words import Names, Phrases, Said, said, spelt

OF = said("of", "di/dei/del/della", "de/del/de la")
IN = said("in", "in/nel/in quello", "en/en el")
WITH = said("with/shared with/council with", "con/concilio con", "con/consejo con")
# Whom wishes mean besides leaders by name.
WHO: Mapping[str, Said] = {
    "me": said("me", "me", "mí"),
    "left": said(
        "left/my left/left neighbour/left neighbor/my left neighbour/my left neighbor",
        "sinistra/vicino di sinistra",
        "izquierda/vecino de la izquierda",
    ),
    "right": said(
        "right/my right/right neighbour/right neighbor/my right neighbour/my right neighbor",
        "destra/vicino di destra",
        "derecha/vecino de la derecha",
    ),
    "winner": said("winner", "vincitore/chi ha vinto", "ganador/quien ha ganado"),
    "first-player": said("first-player", "primo-giocatore", "jugador-inicial"),
}
# Which councils of mine, where a word follows `in-`.
WHICH: Mapping[str, Said] = {
    "left": said("left/left council", "sinistra/concilio di sinistra", "izquierda/consejo de la izquierda"),
    "right": said("right/right council", "destra/concilio di destra", "derecha/consejo de la derecha"),
    "weaker": said("weaker/weaker council", "mio-più-debole", "mío-más-débil"),
    "stronger": said("stronger/stronger council", "mio-più-forte", "mío-más-fuerte"),
    "claimed": said("claimed/claimed council", "dov'è-andato", "adonde-fue"),
}
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
