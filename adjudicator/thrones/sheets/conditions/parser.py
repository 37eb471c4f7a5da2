"""Reading a condition from one line of text: forgiving in spelling, strict in meaning.

condition := ["if"] part ("or" part)*        part := fact ("and" fact)*
fact      := "not" fact | "(" condition ")" | subject verb object | number operator number
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.engine.condition_reader import LONGEST_TEXT as LONGEST_TEXT
from adjudicator.engine.condition_reader import ConditionReader, refuse_length
from adjudicator.engine.condition_words import OPERATORS, Word, Words, joined
from adjudicator.engine.refusal import Refusal, Unreadable
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.numbers import (
    STOPS,
    read_offset,
    read_orders,
    read_round,
    read_term,
    read_who,
)
from adjudicator.thrones.sheets.name_book import NameBook, name_book
from adjudicator.thrones.state.edition import Edition

STATES = {
    "empty": "empty",
    "free": "empty",
    "neutral": "neutral",
    "uncontrolled": "uncontrolled",
    "mine": "mine",
    "me": "mine",
    "my": "mine",
    "enemy": "enemy",
    "opponent": "opponent",
}
DEEDS = {
    **{deed: deed for deed in ("attacked", "raided", "supported", "opposed", "beat")},
    "helped": "supported",
}
FOUGHT = {"took": "took", "conquered": "took", "lost": "lost"}
SUPPORTED = {"me": "me", "enemy": "enemy", "opponent": "enemy", "attacker": "attacker", "defender": "defender"}
ANYBODY = ("any", "anyone", "anybody", "someone", "somebody")
WEATHER = {"fair": "fair", "good": "fair", "fine": "fair", "storm": "storm", "stormy": "storm", "bad": "storm"}
_ANYONE = ("enemy", "any")
_FIGHTERS = ("attacker", "defender", "opponent")


def parse_condition(text: str, edition: Edition, modules: Collection[str] = ()) -> c.Condition:
    """The condition that a line of text says, in a game with these modules. Raises Unreadable or Ambiguous with the
    column, what was understood, what was expected and the nearest legal word; Unreadable `condition-too-deep` or
    `condition-too-large` beyond the limits."""
    refuse_length(text)
    condition: c.Condition = _Reader(text, edition, modules).whole()
    return condition


def parse_when(text: str, edition: Edition, modules: Collection[str] = ()) -> c.When:
    """The condition of a rule, before which `else` may stand. Raises as `parse_condition` does."""
    refuse_length(text)
    when: c.When = _Reader(text, edition, modules).of_rule()
    return when


class _Reader(ConditionReader):
    """One reading of one text."""

    junctions = c.JUNCTIONS
    expected = "an area, a number, a house or a card"

    def __init__(self, text: str, edition: Edition, modules: Collection[str]) -> None:
        super().__init__(Words(text, STOPS))
        self.book: NameBook = name_book(edition, modules)

    def said(self, subject: list[Word]) -> c.Condition:
        """What is said of a subject by an operator, a verb or a deed, or by itself."""
        words = self.words
        operator = words.take_any(*OPERATORS, "!")
        if operator:
            return self._compare(subject, operator)
        if words.take_any("is", "are"):
            return c.Not(self._is(subject)) if words.take_if("not") else self._is(subject)
        if words.take_if("isnt"):
            return c.Not(self._is(subject))
        if words.take_any("has", "have", "contains"):
            return c.Not(self._has(subject)) if words.take_if("no") else self._has(subject)
        if words.take_any("holds", "hold") or words.take_if("can", "play"):
            return self._holds(subject)
        deed = words.take_any(*DEEDS)
        if deed:
            return self._did(subject, DEEDS[deed])
        if words.take_if("serves"):
            who = read_who(words.phrase(), self.book, words, ("enemy", "any"))
            return c.LeaderServes(self.book.find(joined(subject), "leader"), who)
        if words.take_if("supports"):
            return self._pledged(subject)
        if words.take_any("commands", "command"):
            return self._commands(subject, words.phrase())
        return self._alone(subject)

    def _compare(self, subject: list[Word], operator: str) -> c.Condition:
        right, plus = read_offset(self.words.phrase(), self.words)
        left, minus = read_offset(subject, self.words)
        terms = read_term(left, self.book, self.words), read_term(right, self.book, self.words)
        offset = plus - minus
        if abs(offset) > 1000:
            raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
        return c.Compare(terms[0], operator, terms[1], offset)  # type: ignore[arg-type]

    def _is(self, subject: list[Word]) -> c.Condition:
        words = self.words
        operator = self.bound()
        if operator:
            return self._compare(subject, operator)
        found = _storm_is(subject, words, self.book)
        if found is not None:
            return found
        if words.take_if("held", "by"):
            area = self.book.find(joined(subject), "area")
            return c.HeldBy(area, read_who(words.phrase(), self.book, words, ("enemy",)))
        if words.take_if("used"):
            return c.BadgeUsed(self.book.find(joined(subject), "badge"))
        if words.take_if("commanded", "by"):
            return self._commands(words.phrase(), subject)
        if words.take_if("revealed"):
            return c.Revealed(self._turned_up(joined(subject)))
        if words.take_if("banned"):
            return c.Banned(self.book.find(joined(subject), "ban"))
        if words.take_if("discarded"):
            return c.Discarded(self.book.find(joined(subject), "card"))
        if words.take_if("threatened"):
            return c.Threatened(self.book.find(joined(subject), "area"))
        if words.take_if("played"):
            return c.Played(self.book.find(joined(subject), "card"))
        role = subject[-1].low
        if role in _FIGHTERS and len(subject) == (2 if subject[0].low in ("my", "the") else 1):
            return c.Fighter(role, read_who(words.phrase(), self.book, words))  # type: ignore[arg-type]
        return self._area_is(subject)

    def _area_is(self, subject: list[Word]) -> c.Condition:
        area, column = self.book.find(joined(subject), "area"), self.words.column()
        said = self.words.phrase()
        state = STATES.get(joined(said).casefold())
        if state is None:
            houses = self.book.matches(joined(said), "house")
            if len(houses) != 1:
                hint = self.book.hint(joined(said), ["house"], STATES)
                got = f'"{joined(said)}" is no house and no state of an area{hint}' if said else "nothing follows"
                raise self.words.refuse(
                    "unknown-state", got, "empty, neutral, uncontrolled, mine, enemy or a house", column
                )
            state = houses[0]
        return c.AreaIs(area, state)

    def _turned_up(self, text: str) -> str:
        """The Westeros card of this name; the wildling card on top is seen by nobody, or by who looks alone."""
        wildling = self.book.matches(text, "wildling")
        if len(wildling) == 1 and not self.book.matches(text, "westeros"):
            words = f'"{text}" is a wildling card, which only who looks at it sees: write CHOOSE {wildling[0]}: bottom'
            raise Unreadable(Refusal("card-not-seen", words))
        return self.book.find(text, "westeros")

    def _did(self, subject: list[Word], deed: str) -> c.Condition:
        """`stark attacked me`, `anyone supported against me last round`."""
        said, last_round = read_round(self.words.phrase())
        if deed == "supported" and said and said[0].low == "against":
            deed, said = "opposed", said[1:]
        who, whom = self._anyone(subject), self._anyone(said)
        return c.Did(who, deed, whom, last_round)  # type: ignore[arg-type]

    def _anyone(self, said: list[Word]) -> str:
        """A house, or `any` by words that mean anybody."""
        if joined(said).casefold() in ANYBODY:
            return "any"
        return read_who(said, self.book, self.words, ("enemy", "any"))

    def _pledged(self, subject: list[Word]) -> c.Condition:
        """`tyrell supports me`, `nobody supports the enemy`."""
        column = self.words.column()
        low = [word.low for word in self.words.phrase() if word.low not in ("the", "my")]
        side = SUPPORTED.get(low[0] if len(low) == 1 else "")
        if side is None:
            got = f'"{" ".join(low)}" is no side of a battle' if low else "nothing follows"
            raise self.words.refuse("unknown-side", got, "me, enemy, attacker or defender", column)
        if joined(subject).casefold() in ("nobody", "noone"):
            return c.Not(c.Pledged("any", side))  # type: ignore[arg-type]
        return c.Pledged(self._anyone(subject), side)  # type: ignore[arg-type]

    def _commands(self, commander: list[Word], vassal: list[Word]) -> c.Condition:
        """`I command tyrell`, `nobody commands tyrell`."""
        of = self.book.find(joined(vassal), "house")
        if joined(commander).casefold() in ("nobody", "noone"):
            return c.Not(c.Commands("any", of))
        return c.Commands(self._anyone(commander), of)

    def _has_orders(self, subject: list[Word], said: list[Word]) -> c.Condition:
        """`I have another march`, `stark has at least 2 march orders left`."""
        low = [word.low for word in said]
        operator, least = ">=", 1
        if low[:2] in (["at", "least"], ["at", "most"]):
            operator, low, said = (">=" if low[1] == "least" else "<="), low[2:], said[2:]
        elif low[:1] == ["exactly"]:
            operator, low, said = "=", low[1:], said[1:]
        if low and low[0].isascii() and low[0].isdecimal():
            least, low, said = int(low[0][:4]), low[1:], said[1:]
        while said and low[-1] in ("left", "order", "orders"):
            low, said = low[:-1], said[:-1]
        found = read_orders(said, self.book, self.words)
        who = read_who(subject, self.book, self.words, ("others",))
        if least > 1000:
            raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
        term = c.OrdersLying(found.order, who, found.other)
        return c.Compare(term, operator, c.Number(least))  # type: ignore[arg-type]

    def _has(self, subject: list[Word]) -> c.Condition:
        said, column = self.words.phrase(), self.words.column()
        low = [word.low for word in said]
        if low[:1] == ["another"] or low[-1:] in (["orders"], ["left"]):
            return self._has_orders(subject, said)
        if low == ["marched"]:
            return self._marched(subject)
        area, column = self.book.find(joined(subject), "area"), said[0].column if said else column
        low = [word.low for word in said if word.low not in ("a", "an", "it")]
        if low[-2:] == ["support", "beside"]:
            return c.SupportBeside(area, self._owner(low[:-2]))
        if low[-1:] == ["token"]:
            return c.HasToken(area, self._owner(low[:-1]))
        if low in (["order"], ["special"], ["raidable"]):
            return c.Ordered(area, low[0])
        if low in (["something", "to", "raid"], ["nothing", "to", "raid"]):
            raidable = c.Ordered(area, "raidable")
            return raidable if low[0] == "something" else c.Not(raidable)
        if low and low[-1] == "order":
            low = low[:-1]
        text = " ".join(low)
        for sort in ("type", "order"):
            found = self.book.matches(text, sort)
            if len(found) == 1:
                return c.Ordered(area, found[0])
        found = self.book.matches(text, "unit")
        if len(found) == 1:
            return c.Compare(c.Units(area, found[0]), ">=", c.Number(1))
        hint = self.book.hint(
            text, ["type", "order", "unit"], ("support beside", "token", "order", "special", "raidable")
        )
        got = f'"{joined(said)}" is no order and no unit{hint}' if said else "nothing follows"
        raise self.words.refuse("unknown-content", got, "an order, a unit, a token or support beside", column)

    def _marched(self, subject: list[Word]) -> c.Condition:
        """`winterfell has marched`, `stark has marched`: no march order lies there, or is left to the house."""
        if len(areas := self.book.matches(joined(subject), "area")) == 1:
            return c.Not(c.Ordered(areas[0], "march"))
        return c.Compare(c.OrdersLying("march", read_who(subject, self.book, self.words)), "=", c.Number(0))

    def _owner(self, low: list[str]) -> str:
        """Whose token or support: any without a word."""
        plain = [word for word in low if word != "power"]
        return read_who([Word(word, 0) for word in plain], self.book, self.words, ("enemy", "any")) if plain else "any"

    def _holds(self, subject: list[Word]) -> c.Condition:
        who = read_who(subject, self.book, self.words)
        text = joined(self.words.phrase())
        badges = self.book.matches(text, "badge")
        if len(badges) == 1:
            return c.HoldsBadge(who, badges[0])
        if not self.book.matches(text, "card") and len(self.book.matches(text, "alliance")) == 1:
            return c.HoldsAlliance(who, self.book.find(text, "alliance"))
        return c.HoldsCard(who, self.book.find(text, "card"))

    def _alone(self, subject: list[Word]) -> c.Condition:
        low = [word.low for word in subject]
        if low in (["always"], ["never"]):
            return c.Constant(low[0] == "always")
        if low in (["sure"], ["likely"]):
            return c.Winning("surely" if low[0] == "sure" else "likely")
        if low in (["attacking"], ["i", "attack"]):
            return c.Fighter("attacker", "me")
        if low in (["defending"], ["i", "defend"]):
            return c.Fighter("defender", "me")
        how = next((verb for verb in FOUGHT if verb in low[:-1]), None)
        if how is not None:
            at = low.index(how)
            who = self._anyone(subject[:at]) if at else "me"
            of, last_round = read_round(subject[at + 1 :])
            return c.Fought(FOUGHT[how], self.book.find(joined(of), "area"), who, last_round)  # type: ignore[arg-type]
        if low[0] == "after" and len(low) > 1:
            return c.Not(c.Ordered(self.book.find(joined(subject[1:]), "area"), "march"))
        if low[:2] in (["battle", "in"], ["battle", "for"]) and len(low) > 2:
            return c.BattleIn(self.book.find(joined(subject[2:]), "area"))
        if len(low) > 1 and low[-1] in STATES:
            return c.AreaIs(self.book.find(joined(subject[:-1]), "area"), STATES[low[-1]])
        raise self.words.refuse(
            "verb-missing",
            f'"{joined(subject)}" says nothing by itself',
            '"is", "has", "holds" or a comparison such as ">= 2"',
        )


def _storm_is(subject: list[Word], words: Words, book: NameBook) -> c.Condition | None:
    """What follows `is`, where it speaks of these things: `weather is fair`, `jaime is in tumbleton`, `eddard is a
    hostage of lannister`, `control westeros is lasting for me`, `arryn army is face-up`, `stark is allied with frey`;
    None where it speaks of others."""
    low = [word.low for word in subject if word.low != "the"]
    if low == ["weather"]:
        return _weather(words)
    if words.take_if("in"):
        return c.LeaderIn(book.find(joined(subject), "leader"), book.find(joined(words.phrase()), "area"))
    if words.take_if("a", "hostage") or words.take_if("hostage"):
        return c.LeaderHeld(book.find(joined(subject), "leader"), _whose("of", words, book))
    if words.take_if("lasting"):
        return c.TacticLies(book.find(joined(subject), "tactic"), _whose("for", words, book))
    if words.take_if("face-up") or words.take_if("face", "up"):
        return c.AllianceOpen(book.find(joined(subject), "alliance"))
    if words.take_if("allied", "with"):
        who = read_who(subject, book, words, _ANYONE)
        return c.AlliedWith(who, book.find(joined(words.phrase()), "ally"))
    return None


def _weather(words: Words) -> c.Condition:
    column = words.column()
    said = joined(words.phrase())
    what = WEATHER.get(said.casefold())
    if what is None:
        got = f'"{said}" is no weather' if said else "nothing follows"
        raise words.refuse("unknown-weather", got, "fair or storm", column)
    return c.WeatherIs(what)  # type: ignore[arg-type]


def _whose(word: str, words: Words, book: NameBook) -> str:
    """Whose, after this word; anybody's without it."""
    if not words.take_if(word):
        return "any"
    return read_who(words.phrase(), book, words, _ANYONE)
