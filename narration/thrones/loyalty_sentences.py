"""Sentences for a house that wins by loyalty: tokens, its home, dragons, bids given away."""

from __future__ import annotations

from adjudicator.thrones.state import events as e
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

PLACED = N_("A loyalty token is laid in {area} ({reason}).")
MOVED = N_("{house} moves a loyalty token from {area} to {to} ({reason}).")
PUT_BACK = N_("{house} cancels the move: the token goes back from {area} to {to}.")
GAINED = N_("{house} gains the loyalty token in {area} and stands at {points} on the victory track.")
GAINED_MORE = N_("{house} gains {n} loyalty tokens in {area} and stands at {points} on the victory track.")
HOME_LOST = N_("{house} has lost {area} and falls back to {points} on the victory track.")
HOME_REGAINED = N_(
    "{house} holds {area} again: its garrison ({strength}) comes back, and it stands at {points} on the victory track."
)
GREW = N_("Every {unit} counts {strength} now.")
GREW_EARLY = N_("{card}: the token of round {n} is taken. Every {unit} counts {strength} now.")
UNIT_PLACED = N_("{card}: {house} puts {unit} in {area}.")
GIVEN_AWAY = N_("{house} gives its bid for the {track} away: {gifts}.")
ADDED = N_("{card}: {house} gives up {added} and adds its {strength}.")
FLEW = N_("{house} flies {units} from {origin} to {to}.")
WON = N_("{house} has gained enough loyalty and wins the game.")


@tells(e.LoyaltyPlaced)
def loyalty_placed(event: e.LoyaltyPlaced, v: Voice) -> str:
    return v.say(PLACED, area=v.area(event.area), reason=v.reason(event.because))


@tells(e.LoyaltyMoved)
def loyalty_moved(event: e.LoyaltyMoved, v: Voice) -> str:
    values = {"house": v.house(event.house), "area": v.area(event.area), "to": v.area(event.to)}
    return v.say(PUT_BACK, **values) if event.cancelled else v.say(MOVED, reason=v.reason(event.because), **values)


@tells(e.LoyaltyGained)
def loyalty_gained(event: e.LoyaltyGained, v: Voice) -> str:
    template = GAINED if event.tokens == 1 else GAINED_MORE
    return v.say(template, house=v.house(event.house), area=v.area(event.area), n=event.tokens, points=event.points)


@tells(e.HomeLost)
def home_lost(event: e.HomeLost, v: Voice) -> str:
    return v.say(HOME_LOST, house=v.house(event.house), area=v.area(event.area), points=event.points)


@tells(e.HomeRegained)
def home_regained(event: e.HomeRegained, v: Voice) -> str:
    values = {"house": v.house(event.house), "area": v.area(event.area), "strength": event.garrison}
    return v.say(HOME_REGAINED, points=event.points, **values)


@tells(e.UnitGrew)
def unit_grew(event: e.UnitGrew, v: Voice) -> str:
    unit = v.kind(event.unit)
    if event.because == "round":
        return v.say(GREW, unit=unit, strength=event.strength)
    return v.say(GREW_EARLY, card=v.reason(event.because), n=event.round, unit=unit, strength=event.strength)


@tells(e.UnitPlaced)
def unit_placed(event: e.UnitPlaced, v: Voice) -> str:
    values = {"house": v.house(event.house), "unit": v.a_unit(event.unit), "area": v.area(event.area)}
    return v.say(UNIT_PLACED, card=v.reason(event.because), **values)


@tells(e.BidsGivenAway)
def bids_given_away(event: e.BidsGivenAway, v: Voice) -> str:
    gifts = ", ".join(f"{v.house(house)} {amount}" for house, amount in event.gifts.items())
    return v.say(GIVEN_AWAY, house=v.house(event.house), track=v.track(event.auction), gifts=gifts)


@tells(e.CardAdded)
def card_added(event: e.CardAdded, v: Voice) -> str:
    strength = v.edition.cards[event.card].strength
    values = {"house": v.house(event.house), "added": v.card(event.card), "strength": strength}
    return v.say(ADDED, card=v.card(event.because), **values)
