"""A sheet in words, for its receipt: every section as lines, each rule with its condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.conditions.text import format_condition
from adjudicator.btwixt.sheets.sheet import BidRule, ChoiceRule, RankRule, Sheet, StewardRule, UseRule
from narration.btwixt.asked_names import ASKED
from narration.btwixt.choices import answer_phrase
from narration.btwixt.places import with_names
from narration.btwixt.voice import Voice
from narration.words import N_

Told = list[tuple[str, list[str]]]
PLAYS = {
    "lowest": N_("the lowest card"),
    "highest": N_("the highest card"),
    "enough": N_("the cheapest card that leads"),
    "red": N_("a red card"),
    "green": N_("a green card"),
    "purple": N_("a purple card"),
    "event": N_("an event"),
    "own": N_("a leader's own card"),
}
COUNCILS = {
    "left": N_("my left one"),
    "right": N_("my right one"),
    "weaker": N_("my weaker one"),
    "stronger": N_("my stronger one"),
    "more-tokens": N_("the one with more tokens"),
    "fewer-tokens": N_("the one with fewer tokens"),
}
LEADERS = {
    "left": N_("my left neighbour"),
    "right": N_("my right neighbour"),
    "leader": N_("who leads the bid"),
    "winner": N_("the winner of the bid"),
    "strongest": N_("who has the strongest small council"),
    "weakest": N_("who has the weakest small council"),
}
CARDS = {**PLAYS, "red": N_("red cards"), "green": N_("green cards"), "purple": N_("purple cards")}
ALLIES = {
    "lowest": N_("the weakest ally"),
    "highest": N_("the strongest ally"),
    "mine": N_("allies in my councils"),
    "not-mine": N_("allies outside my councils"),
}
PREFIXES = {
    "with-": N_("the one with {house}"),
    "of-": N_("cards of {house}"),
    "in-": N_("allies of the {council} council"),
}
USES = {
    "kneel": N_("who kneels"),
    "take-card": N_("from whom a card is taken"),
    "give-card": N_("who gets a card"),
    "move-here": N_("to whose bid pile a card goes"),
    "discard-card": N_("who discards"),
    "draw": N_("who draws"),
    "look": N_("what is looked at"),
    "move": N_("what moves"),
    "return": N_("what goes back to hand"),
    "discard": N_("what is discarded"),
    "give": N_("what is given away"),
    "take": N_("what goes to a hand"),
    "kill": N_("who dies"),
    "add": N_("who comes back from the dead"),
    "claim": N_("where an ally won goes"),
    "place": N_("where an ally goes"),
    "token": N_("where a token goes"),
    "vote": N_("for what is voted"),
    "take-token": N_("where a token is taken from"),
    "put-token": N_("where a token moves to"),
    "return-token": N_("where a token goes back from"),
    "move-ally": N_("where an ally moves to"),
}


def sheet_in_words(sheet: Sheet, v: Voice) -> Told:
    """The sections in which something stands, with a title and lines."""
    told = [
        (v.say("Programme"), _ruled(sheet.bid, _bid, v, numbered=True)),
        (v.say("Councils"), _ruled(sheet.councils, _chooser(COUNCILS), v)),
        (v.say("Leaders"), _ruled(sheet.leaders, _chooser(LEADERS), v)),
        (v.say("Cards"), _ruled(sheet.cards, _chooser(CARDS), v)),
        (v.say("Allies"), _ruled(sheet.allies, _chooser(ALLIES), v)),
        (v.say("Abilities"), _ruled(sheet.abilities, _use, v)),
        (v.say("Next allies"), _ruled(sheet.arrange, _rank, v)),
        (v.say("Draft"), _ruled(sheet.keep, _rank, v)),
        (v.say("Order of abilities"), _ruled(sheet.order, _rank, v)),
        (v.say("Direct answers"), [answer_phrase(msgspec.to_builtins(one), v) for one in sheet.answers.values()]),
        (v.say("Left to the steward"), _ruled(sheet.steward, _steward, v)),
    ]
    return [(title, lines) for title, lines in told if lines]


def _ruled(rules: Iterable[Any], words: Callable[[Any, Voice], str], v: Voice, *, numbered: bool = False) -> list[str]:
    """Rules as lines, each with its condition."""
    lines = []
    for number, rule in enumerate(rules, 1):
        text = words(rule, v)
        if rule.when is not None:
            condition = with_names(format_condition(rule.when), v)
            text = v.say("if {condition}: {choice}", condition=condition, choice=text)
        lines.append(f"{number}. {text}" if numbered else text)
    return lines


def _amount(amount: Any, v: Voice) -> str:
    """A number, or a sum as it is written."""
    if isinstance(amount, int):
        return str(amount)
    from adjudicator.btwixt.sheets.conditions.text import format_amount

    return with_names(format_amount(amount), v)


def _bid(rule: BidRule, v: Voice) -> str:
    if rule.kneel and not rule.play:
        return v.say("kneel")
    cards = _then((v.say(PLAYS[one]) if one in PLAYS else v.card_value(one) for one in rule.play), v)
    parts = [v.say("play {cards}", cards=cards) if cards else v.say("play nothing")]
    if rule.up_to is not None:
        parts.append(v.say("up to a total of {n}", n=_amount(rule.up_to, v)))
    if rule.cards is not None:
        parts.append(v.say("with at most {n} cards in the bid pile", n=_amount(rule.cards, v)))
    if rule.kneel:
        parts.append(v.say("or else kneel"))
    return ", ".join(parts)


def _chooser(words: dict[str, str]) -> Callable[[ChoiceRule, Voice], str]:
    """Tells rules of choice with these words for what may be ranked."""

    def told(rule: ChoiceRule, v: Voice) -> str:
        parts = [_then((_wish(one, words, v) for one in rule.choose), v)] if rule.choose else []
        if rule.avoid:
            parts.append(v.say("rather not {what}", what=_either((_wish(one, words, v) for one in rule.avoid), v)))
        wish = ", ".join(parts) or v.say("nothing named")
        about = _about(rule.source, rule.use, v)
        return v.say("{about}: {wish}", about=about, wish=wish) if about else wish

    return told


def _about(source: tuple[str, ...], uses: tuple[str, ...], v: Voice) -> str:
    """For which questions a rule is meant."""
    named = _either((v.source(one) for one in source), v)
    used = _either((v.say(USES[one]) if one in USES else one for one in uses), v)
    return ", ".join(part for part in (named, used) if part)


def _wish(word: str, words: dict[str, str], v: Voice) -> str:
    if word in words:
        return v.say(words[word])
    for prefix, template in PREFIXES.items():
        rest = word.removeprefix(prefix)
        if rest != word and (rest in v.edition.houses or prefix == "in-"):
            return v.say(template, house=v.house(rest), council=v.council(rest))
    if word in v.edition.allies:
        return v.ally_power(word)
    return v.card_value(word) if word in v.edition.influence else with_names(word, v)


def _use(rule: UseRule, v: Voice) -> str:
    use = v.say("use it") if rule.use else v.say("do not use it")
    about = _either((v.source(one) for one in rule.source), v)
    return v.say("{about}: {wish}", about=about, wish=use) if about else use


def _rank(rule: RankRule, v: Voice) -> str:
    parts = []
    if rule.first:
        parts.append(v.say("first {what}", what=", ".join(_ranked(rule.first, v))))
    if rule.last:
        parts.append(v.say("last {what}", what=", ".join(_ranked(rule.last, v))))
    return "; ".join(parts) or v.say("nothing named")


def _ranked(words: Iterable[str], v: Voice) -> Iterator[str]:
    for word in words:
        yield v.say(PLAYS[word]) if word in PLAYS else _wish(word, {}, v)


def _steward(rule: StewardRule, v: Voice) -> str:
    if not rule.kinds:
        return v.say("everything that no rule decides")
    return v.both(v.say(ASKED[kind]) if kind in ASKED else kind for kind in rule.kinds)


def _then(items: Iterable[str], v: Voice) -> str:
    return v.say(", else ").join(items)


def _either(items: Iterable[str], v: Voice) -> str:
    return v.either(items)
