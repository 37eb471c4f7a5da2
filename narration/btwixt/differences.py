"""What differs between two boards, in words, for whoever compares them."""

from __future__ import annotations

import msgspec

from adjudicator.btwixt.state import position as c
from adjudicator.btwixt.state.position import Council, Lasting, Piled, Won
from narration.btwixt.voice import Voice, module_name
from narration.words import N_

NAMES = {
    "cards": N_("Card set"),
    "round": N_("Round"),
    "season": N_("Season"),
    "space": N_("Round of the season"),
    "phase": N_("Phase"),
    "houses": N_("Leaders clockwise"),
    "modules": N_("Optional rules"),
    "first": N_("First player"),
    "plays": N_("Cards played this round"),
    "kneeling": N_("Kneeling"),
    "current": N_("Current ally"),
    "tokens_on_current": N_("Tokens on the current ally"),
    "active": N_("Texts that hold for the round"),
    "lasting": N_("Forbidden this round"),
    "row": N_("Allies in the row"),
    "dead": N_("Dead pile"),
    "discard": N_("Discard pile"),
    "removed": N_("Out of the game"),
    "allies_left": N_("Allies in the deck"),
    "cards_left": N_("Cards in the influence deck"),
    "tokens_left": N_("Tokens in the supply"),
    "won": N_("Bid won"),
    "opened": N_("Tokens turned up"),
    "ending": N_("End of the game"),
}
PHASES = {"draft": N_("draft"), "bidding": N_("bids"), "triumph": N_("after the bid"), "scoring": N_("scoring")}
_SHOWN = N_("{what}: {before} \u2192 {after}")


def change_words(change: c.AnyChange, v: Voice) -> str:
    """One thing that differs."""
    match change:
        case c.CouncilChange():
            what = v.say("Council {council}", council=v.council(change.council))
            return _from_to(what, _council(change.before, v), _council(change.after, v), v)
        case c.HandChange():
            what = v.say("Cards in the hand of {house}", house=v.house(change.house))
            return _from_to(what, _count(change.before, v), _count(change.after, v), v)
        case c.PileChange():
            what = v.say("Bid pile of {house}", house=v.house(change.house))
            return _from_to(what, _pile(change.before, v), _pile(change.after, v), v)
        case c.ValueChange():
            what = v.say(NAMES[change.name]) if change.name in NAMES else change.name.replace("_", " ")
            return _from_to(what, _value(change.name, change.before, v), _value(change.name, change.after, v), v)
    raise KeyError(type(change))


def _from_to(what: str, before: str, after: str, v: Voice) -> str:
    return v.say(_SHOWN, what=what, before=before, after=after)


def _count(value: int | None, v: Voice) -> str:
    return v.say("none") if value is None else str(value)


def _council(content: Council | None, v: Voice) -> str:
    if content is None:
        return v.say("none")
    parts = [*map(v.ally_power, content.allies), *([v.tokens(content.tokens)] if content.tokens else [])]
    return ", ".join(parts) or v.say("empty")


def _pile(pile: tuple[Piled, ...] | None, v: Voice) -> str:
    return ", ".join(v.card_value(entry.card) for entry in pile or ()) or v.say("empty")


def _value(name: str, text: str, v: Voice) -> str:
    """A value of the board that stands as text: words, or JSON."""
    match name:
        case "lasting":
            lasting = msgspec.json.decode(text, type=list[Lasting]) if text else []
            parts = (f"{v.card(entry.card)} ({v.house(entry.house)})" for entry in lasting)
            return ", ".join(parts) or v.say("none")
        case "won":
            won = msgspec.json.decode(text, type=Won | None)
            return v.say("none") if won is None else f"{v.house(won.house)} {won.totals.get(won.house, 0)}"
        case "plays":
            counts = msgspec.json.decode(text, type=dict[str, int])
            return ", ".join(f"{v.house(house)} {count}" for house, count in counts.items())
        case "opened":
            opened = msgspec.json.decode(text, type=dict[str, list[int]])
            parts = (f"{v.council(council)} {sum(values)}" for council, values in opened.items())
            return ", ".join(parts) or v.say("none")
        case "ending":
            ended = msgspec.json.decode(text)
            return v.say("none") if ended is None else v.houses(ended["winners"])
        case "season":
            return v.season(text)
        case "phase":
            return v.say(PHASES.get(text, text))
    return ", ".join(_named(entry, name, v) for entry in text.split(", ")) or v.say("none")


def _named(word: str, name: str, v: Voice) -> str:
    if not word or word == "[]":
        return v.say("none")
    if name == "modules":
        return module_name(word, v)
    if word in v.edition.houses:
        return v.house(word)
    if word in v.edition.allies:
        return v.ally_power(word)
    return v.card_value(word) if word in v.edition.influence else word
