"""Values of a sheet of B'Twixt: wishes of several words, what cards ask, ids of questions, and direct answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from adjudicator.btwixt.state import answers as a
from narration.notation.amounts import Number
from narration.notation.cursor import ENDS, Cursor, Tongue, refuse
from narration.notation.statement_data import read_grammar
from narration.notation.values import Json, Listed, Name, OneOf, Value, verbatim
from narration.notation.words import AND, Said, phrases, said

DATA = read_grammar(Path(__file__).with_name("statements.toml"))
YES_NO = {meant == "true": words for meant, words in DATA.table("use").items()}
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


PLAY, KNEEL = said("play", "gioca", "juega"), said("kneel", "inginocchiati/in ginocchio", "arrodíllate/de rodillas")
OF = said("of", "di", "de")
IN = said("in", "in", "en")
NUMBER = said("number/no", "numero", "número")
BOTTOM = said("bottom/under", "in-fondo/sotto", "al-fondo/debajo")
_OF, _IN, _NUMBER, _BOTTOM = (phrases({"": one}) for one in (OF, IN, NUMBER, BOTTOM))
FORMS: Mapping[type[Any], Said] = {
    a.LeaderChoice: said("leader", "leader", "líder"),
    a.CardChoice: said("card", "carta", "carta"),
    a.AllyChoice: said("ally", "alleato", "aliado"),
    a.CouncilChoice: said("council", "concilio", "consejo"),
    a.AllyOrder: said("top/allies", "in-cima/alleati", "arriba/aliados"),
    a.CardOrder: said("order/cards", "ordine/carte", "orden/cartas"),
}
_SIMPLE = phrases({True: YES_NO[True], False: YES_NO[False], "kneel": KNEEL, "play": PLAY})
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
            every = ", ".join(one.en[0] for one in (PLAY, KNEEL, *YES_NO.values(), *FORMS.values()))
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
                return KNEEL.write(language)
            return f"{PLAY.write(language)} {_CARD.write(value.card, tongue, language)}"
        return f"{FORMS[type(value)].write(language)} {self._written(value, tongue, language)}"

    def _written(self, value: Any, tongue: Tongue, language: str) -> str:
        match value:
            case a.LeaderChoice(leader=leader):
                return _LEADER.write(leader, tongue, language)
            case a.CouncilChoice(council=council):
                return _COUNCIL.write(council, tongue, language)
            case a.AllyChoice(ally=ally, council=council):
                inside = f" {IN.write(language)} {_COUNCIL.write(council, tongue, language)}" if council else ""
                return _ALLY.write(ally, tongue, language) + inside
            case a.CardOrder(numbers=numbers):
                return _NUMBERS.write(numbers, tongue, language)
            case a.CardChoice(card=card, of=of, number=number):
                text = _CARD.write(card, tongue, language)
                text += f" {OF.write(language)} {_LEADER.write(of, tongue, language)}" if of else ""
                return text + (f" {NUMBER.write(language)} {number}" if number else "")
        text = _ALLIES.write(value.top, tongue, language) if value.top else ""
        if value.bottom:
            text += f" {BOTTOM.write(language)} {_ALLIES.write(value.bottom, tongue, language)}"
        return text.strip() or "()"
