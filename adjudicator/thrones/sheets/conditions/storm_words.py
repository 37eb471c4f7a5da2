"""Reading what is said of weather, leaders, tactics and alliances."""

from __future__ import annotations

from adjudicator.kernel.condition_words import Word, Words, joined
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.numbers import read_who
from adjudicator.thrones.sheets.name_book import NameBook

WEATHER = {"fair": "fair", "good": "fair", "fine": "fair", "storm": "storm", "stormy": "storm", "bad": "storm"}
_ANYONE = ("enemy", "any")


def said_is(subject: list[Word], words: Words, book: NameBook) -> c.Condition | None:
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
