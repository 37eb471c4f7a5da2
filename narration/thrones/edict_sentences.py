"""Edicts in words: what a game master decreed, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engine.edict_kinds import COMMON
from adjudicator.thrones.state import edicts as x
from adjudicator.thrones.state import events as e
from narration.common_edicts import common_words, decreed, decreed_parts
from narration.paragraph import Part
from narration.thrones.bank_sentences import marks_phrase
from narration.thrones.edition_words import deck_name
from narration.thrones.questions import ASKED
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

LOANS_OF = N_("the loans of {house}: {loans}.")
NO_MARKS = N_("no token changes what {area} offers.")
MARKS = N_("the tokens on {area}: {marks}.")
LOYALTY = N_("loyalty tokens in {area}: {n}.")
POINTS = N_("{house} stands at {n} on the victory track.")
# What the service decrees by itself, and why: the player of a house is gone.
SERVICE = "service"
GONE = {
    "missed": N_("its player missed too many calls"),
    "retired": N_("its player left the game"),
    "replaced": N_("it was decided that somebody else should play it, and it has no player now"),
    "deleted": N_("its player deleted their account"),
}
SPEAKERS: dict[type[Any], Callable[[Any, Voice], str]] = {}


def speaks(kind: type[Any]) -> Callable[[Callable[[Any, Voice], str]], Callable[[Any, Voice], str]]:
    """Register a function as the one that puts a kind of edict into words."""

    def register(function: Callable[[Any, Voice], str]) -> Callable[[Any, Voice], str]:
        SPEAKERS[kind] = function
        return function

    return register


def edict_words(edict: x.AnyEdict, v: Voice) -> str:
    """What an edict does, as a sentence."""
    return common_words(edict, ASKED, v) if isinstance(edict, COMMON) else SPEAKERS[type(edict)](edict, v)


@tells(e.EdictIssued)
def edict_issued(event: e.EdictIssued, v: Voice) -> str:
    if event.by == SERVICE and event.reason in GONE:
        return v.say("{what} Reason: {reason}.", what=edict_words(event.edict, v), reason=v.say(GONE[event.reason]))
    return decreed(event, edict_words(event.edict, v), v)


def edict_parts(event: e.EdictIssued, v: Voice) -> tuple[Part, ...]:
    """The same sentence in parts, those that people wrote apart; none where nobody did."""
    if event.by == SERVICE and event.reason in GONE:
        return ()
    return decreed_parts(event, edict_words(event.edict, v), v)


@speaks(x.SetUnits)
def _units(edict: x.SetUnits, v: Voice) -> str:
    area = v.area(edict.area)
    if edict.house is None or not (any(edict.units.values()) or any(edict.routed.values())):
        return v.say("no units stand in {area}.", area=area)
    values = {"area": area, "house": v.house(edict.house), "units": v.units(edict.units)}
    if not any(edict.routed.values()):
        return v.say("{house} has {units} in {area}.", **values)
    routed = v.units(edict.routed)
    if not any(edict.units.values()):
        return v.say("{house} has {routed} (routed) in {area}.", routed=routed, **values)
    return v.say("{house} has {units} and {routed} (routed) in {area}.", routed=routed, **values)


@speaks(x.SetControl)
def _control(edict: x.SetControl, v: Voice) -> str:
    if edict.house is None:
        return v.say("no power token lies in {area}.", area=v.area(edict.area))
    return v.say("a power token of {house} lies in {area}.", house=v.house(edict.house), area=v.area(edict.area))


@speaks(x.SetOrder)
def _order(edict: x.SetOrder, v: Voice) -> str:
    if edict.order is None:
        return v.say("no order lies in {area}.", area=v.area(edict.area))
    return v.say("the order in {area} is {order}.", order=v.order(edict.order), area=v.area(edict.area))


@speaks(x.SetNeutral)
def _neutral(edict: x.SetNeutral, v: Voice) -> str:
    if edict.strength is None:
        return v.say("no neutral force stands in {area}.", area=v.area(edict.area))
    return v.say("the neutral force in {area} has strength {n}.", area=v.area(edict.area), n=edict.strength)


@speaks(x.SetImprovements)
def _improvements(edict: x.SetImprovements, v: Voice) -> str:
    if not edict.marks:
        return v.say(NO_MARKS, area=v.area(edict.area))
    return v.say(MARKS, area=v.area(edict.area), marks=marks_phrase(edict.marks, v))


@speaks(x.SetLoyalty)
def _loyalty(edict: x.SetLoyalty, v: Voice) -> str:
    return v.say(LOYALTY, area=v.area(edict.area), n=edict.tokens)


VASSAL = N_("{house} becomes a vassal.")
VASSAL_OF = N_("{house} becomes a vassal, commanded by {commander} until vassals are chosen again.")
GIFT = N_("{house} gives {to} {power}.")


@speaks(x.MakeVassal)
def _vassal(edict: x.MakeVassal, v: Voice) -> str:
    house = v.house(edict.house)
    if edict.commander is None:
        return v.say(VASSAL, house=house)
    return v.say(VASSAL_OF, house=house, commander=v.house(edict.commander))


@speaks(x.GivePower)
def _gift(edict: x.GivePower, v: Voice) -> str:
    return v.say(GIFT, house=v.house(edict.house), to=v.house(edict.to), power=v.power(edict.amount))


@speaks(x.SetPoints)
def _points(edict: x.SetPoints, v: Voice) -> str:
    return v.say(POINTS, house=v.house(edict.house), n=edict.points)


@speaks(x.SetLoans)
def _loans(edict: x.SetLoans, v: Voice) -> str:
    loans = v.both(v.card(loan) for loan in edict.loans) or v.say("none")
    return v.say(LOANS_OF, house=v.house(edict.house), loans=loans)


LEADER_IN = N_("{leader} stands in {area}.")
LEADER_HELD = N_("{leader} is a hostage of {house}.")
LEADER_GONE = N_("{leader} is out of the game.")
ALLIANCES_OF = N_("the alliance cards of {house}: {cards}.")
TACTICS_OF = N_("the tactics of {house} that last: {cards}.")
CLAIM = N_("on the claim track, from the highest number: {houses}.")
NO_CLAIM = N_("no tokens lie on the claim track.")
WEATHER = {"fair": N_("the weather is fair."), "storm": N_("there is a storm.")}


@speaks(x.SetLeader)
def _leader(edict: x.SetLeader, v: Voice) -> str:
    leader = v.leader(edict.leader)
    if edict.area is not None:
        return v.say(LEADER_IN, leader=leader, area=v.area(edict.area))
    if edict.house is not None:
        return v.say(LEADER_HELD, leader=leader, house=v.house(edict.house))
    return v.say(LEADER_GONE, leader=leader)


@speaks(x.SetAlliances)
def _alliances(edict: x.SetAlliances, v: Voice) -> str:
    cards = v.both(v.card(card) for card in edict.alliances) or v.say("none")
    return v.say(ALLIANCES_OF, house=v.house(edict.house), cards=cards)


@speaks(x.SetTactics)
def _tactics(edict: x.SetTactics, v: Voice) -> str:
    cards = v.both(v.card(card) for card in edict.tactics) or v.say("none")
    return v.say(TACTICS_OF, house=v.house(edict.house), cards=cards)


@speaks(x.SetClaim)
def _claim(edict: x.SetClaim, v: Voice) -> str:
    if not edict.houses:
        return v.say(NO_CLAIM)
    return v.say(CLAIM, houses=", ".join(map(v.house, edict.houses)))


@speaks(x.SetWeather)
def _weather(edict: x.SetWeather, v: Voice) -> str:
    return v.say(WEATHER[v.edition.weather[edict.place]])


@speaks(x.SetPower)
def _power(edict: x.SetPower, v: Voice) -> str:
    return v.say("{house} has {power}.", house=v.house(edict.house), power=v.power(edict.power))


@speaks(x.SetTrack)
def _track(edict: x.SetTrack, v: Voice) -> str:
    houses = ", ".join(v.house(house) for house in edict.houses)
    return v.say("the order on {track} is {houses}.", track=v.track(edict.track), houses=houses)


@speaks(x.SetSupply)
def _supply(edict: x.SetSupply, v: Voice) -> str:
    return v.say("{house} has supply {n}.", house=v.house(edict.house), n=edict.supply)


@speaks(x.SetWildlings)
def _wildlings(edict: x.SetWildlings, v: Voice) -> str:
    return v.say("the wildlings have strength {n}.", n=edict.strength)


@speaks(x.SetHand)
def _hand(edict: x.SetHand, v: Voice) -> str:
    cards = v.both(v.card(card) for card in edict.hand)
    return v.say("{house} holds {cards}; its other cards are used.", house=v.house(edict.house), cards=cards)


@speaks(x.SetDeck)
def _deck(edict: x.SetDeck, v: Voice) -> str:
    deck = deck_name(edict.deck, v)
    if not edict.order:
        return v.say("{deck}: the next cards are set.", deck=deck)
    return v.say("{deck}: the next cards are {cards}.", deck=deck, cards=", ".join(map(v.card, edict.order)))


@speaks(x.SetFlags)
def _flags(edict: x.SetFlags, v: Voice) -> str:
    parts = []
    if edict.bans is not None:
        bans = v.both(v.ban(ban) for ban in edict.bans)
        parts.append(v.say("this round forbids {what}.", what=bans) if bans else v.say("this round forbids nothing."))
    if edict.spent is not None:
        spent = v.both(v.badge(badge) for badge in edict.spent)
        parts.append(v.say("used this round: {what}.", what=spent) if spent else v.say("no badge was used this round."))
    return " ".join(parts) or v.say("nothing changes.")
