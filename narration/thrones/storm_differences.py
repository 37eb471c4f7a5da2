"""Differences in what A Storm of Swords lays on the table: leaders, tactics, alliances, the weather."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.state import difference as c
from adjudicator.thrones.state.board import Leader, Tactics
from narration.thrones.voice import Voice
from narration.words import N_

WEATHER = N_("Weather")
FAIR, STORM = N_("fair, the fords are open"), N_("a storm, the fords are closed")
CLAIM_TRACK = N_("Claim track, from its highest number")
SPENT_CARDS = N_("Alliance cards used this round")
TACTICS, ALLIANCES_OF, DECK_OF = N_("Tactics"), N_("Alliance cards of {house}"), N_("Alliance deck of {deck}")
STANDS, STANDS_TURNED = N_("in {area} ({house})"), N_("in {area}, turned ({house})")
HELD, GONE = N_("in the cell of {cell} ({house})"), N_("out of the game")
CAN_CHOOSE, LIE_OPEN = N_("{house} can choose {cards}"), N_("{house} has chosen {cards}")
BARRED, FORBIDDEN = N_("no choice next time: {houses}"), N_("not this round: {cards}")
LAID = N_("cards lie face down")
TOP, DRAWS_ALONE, FACE_DOWN = N_("{card} on top"), N_("{house} alone draws"), N_("all face down")

StormChange = c.LeaderChange | c.TacticsChange | c.AlliancesChange | c.AllianceDeckChange


def from_to(what: str, before: str, after: str, v: Voice) -> str:
    """What was so, and what is so now."""
    return v.say("{what}: {before} \u2192 {after}", what=what, before=before, after=after)


def storm_difference(change: StormChange, v: Voice) -> str:
    """One change as a sentence."""
    match change:
        case c.LeaderChange(before=before, after=after):
            return from_to(v.leader(change.leader), leader_phrase(before, v), leader_phrase(after, v), v)
        case c.TacticsChange(before=was, after=now):
            return from_to(v.say(TACTICS), _tactics(was, v), _tactics(now, v), v)
        case c.AlliancesChange(before=had, after=has):
            return from_to(v.say(ALLIANCES_OF, house=v.house(change.house)), _cards(had, v), _cards(has, v), v)
        case c.AllianceDeckChange(before=lay, after=lies):
            return from_to(v.say(DECK_OF, deck=v.alliance(change.deck)), _top(lay, v), _top(lies, v), v)


def weather_phrase(place: int, v: Voice) -> str:
    """What the weather is on a place of its track."""
    known = v.edition.weather
    fair = place < len(known) and known[place] == "fair"
    return v.say(FAIR) if fair else v.say(STORM)


def leader_phrase(leader: Leader | None, v: Voice) -> str:
    """Where a leader is, and whose he is."""
    if leader is None:
        return v.say(GONE)
    house = v.house(leader.house)
    if leader.cell:
        return v.say(HELD, cell=v.house(leader.cell), house=house)
    return v.say(STANDS_TURNED if leader.active else STANDS, area=v.area(leader.area), house=house)


def _cards(cards: Iterable[str] | None, v: Voice) -> str:
    return v.both(v.card(card) for card in cards or ()) or v.say("none")


def _tactics(tactics: Tactics | None, v: Voice) -> str:
    """Only what can differ: the cards of each house, and what is barred."""
    if tactics is None:
        return v.say("none")
    told = [v.say(LIE_OPEN, house=v.house(h), cards=_cards(cards, v)) for h, cards in tactics.open.items()]
    told += [v.say(CAN_CHOOSE, house=v.house(h), cards=_cards(cards, v)) for h, cards in tactics.decks.items()]
    told += [v.say(LAID)] if tactics.laid else []
    told += [v.say(BARRED, houses=v.houses(tactics.barred))] if tactics.barred else []
    told += [v.say(FORBIDDEN, cards=_cards(tactics.forbidden, v))] if tactics.forbidden else []
    return "; ".join(told)


def _top(lies: tuple[str, str], v: Voice) -> str:
    card, alone = lies
    told = v.say(TOP, card=v.card(card)) if card else v.say(FACE_DOWN)
    return f"{told}, {v.say(DRAWS_ALONE, house=v.house(alone))}" if alone else told
