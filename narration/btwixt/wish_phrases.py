"""Wishes of a sheet in words: what is ranked among cards, councils, leaders and allies."""

from __future__ import annotations

from adjudicator.btwixt.sheets.wishes import split
from narration.btwixt.places import with_names
from narration.btwixt.voice import Voice
from narration.words import N_

CARDS = {
    "lowest": N_("the lowest card"),
    "highest": N_("the highest card"),
    "enough": N_("the cheapest card that takes the lead"),
    "stay": N_("the lowest card while I lead and somebody else stands"),
    "red": N_("a red card"),
    "green": N_("a green card"),
    "purple": N_("a purple card"),
    "event": N_("an event"),
    "own": N_("a leader's own card"),
    "mine": N_("cards of mine"),
    "not-mine": N_("cards of others"),
    "of-": N_("cards of {house}"),
}
COUNCILS = {
    "left": N_("my left council"),
    "right": N_("my right council"),
    "weaker": N_("my weaker council"),
    "stronger": N_("my stronger council"),
    "mine": N_("my councils"),
    "not-mine": N_("councils of others"),
    "weakest": N_("the weakest council"),
    "strongest": N_("the strongest council"),
    "more-tokens": N_("the council with the most tokens"),
    "fewer-tokens": N_("the council with the fewest tokens"),
    "more-allies": N_("the council with the most allies"),
    "fewer-allies": N_("the council with the fewest allies"),
    "claimed": N_("where the ally of the round went"),
    "with-": N_("my council with {house}"),
    "of-": N_("the councils of {house}"),
}
LEADERS = {
    "left": N_("my left neighbour"),
    "right": N_("my right neighbour"),
    "leader": N_("whoever leads the bid"),
    "winner": N_("whoever won the bid"),
    "first-player": N_("the first player"),
    "strongest": N_("whoever has the strongest small council"),
    "weakest": N_("whoever has the weakest small council"),
    "most-cards": N_("whoever holds most cards"),
    "fewest-cards": N_("whoever holds fewest cards"),
    "largest-pile": N_("whoever has the largest bid pile"),
    "standing": N_("those who stand"),
    "kneeling": N_("those who kneel"),
}
ALLIES = {
    "lowest": N_("the weakest ally"),
    "highest": N_("the strongest ally"),
    "mine": N_("allies in my councils"),
    "not-mine": N_("allies outside my councils"),
    "in-": N_("allies in the council {council}"),
    "of-": N_("allies in the councils of {house}"),
}
# By the section of the sheet.
PHRASES = {
    "bid": CARDS,
    "cards": CARDS,
    "keep": CARDS,
    "order": CARDS,
    "councils": COUNCILS,
    "leaders": LEADERS,
    "allies": ALLIES,
    "arrange": ALLIES,
}
WHO = {
    "me": N_("me"),
    "left": N_("my left neighbour"),
    "right": N_("my right neighbour"),
    "winner": N_("whoever won the bid"),
    "first-player": N_("the first player"),
}
TAGGED = N_("an ally of {tag}")


def wish(section: str, text: str, v: Voice) -> str:
    """One wish: an id, or words that must all apply."""
    return " + ".join(_word(section, word, v) for word in text.split())


def _word(section: str, word: str, v: Voice) -> str:
    phrases = PHRASES.get(section, CARDS)
    first, name = split(word)
    if first in phrases:
        return v.say(phrases[first], house=_who(name, v), council=_council(name, v))
    if word in v.edition.influence:
        return v.card_value(word)
    if word in v.edition.allies:
        return v.ally_power(word)
    if section in ("allies", "arrange"):
        return v.say(TAGGED, tag=word.capitalize())
    return with_names(word, v)


def _who(name: str, v: Voice) -> str:
    return v.say(WHO[name]) if name in WHO else v.house(name)


def _council(name: str, v: Voice) -> str:
    """A council that follows a word: by name, or by one of the words for councils."""
    first, rest = split(name)
    if first in COUNCILS:
        return v.say(COUNCILS[first], house=_who(rest, v))
    return v.council(name)
