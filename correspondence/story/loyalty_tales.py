"""Sentences for a house that wins by loyalty: tokens, its home, dragons, bids given away.

Their templates are not marked for the catalogs while no such edition is offered to people.
"""

from __future__ import annotations

from adjudicator.thrones import events as e
from correspondence.story.sentences import tells
from correspondence.story.voice import Voice

PLACED = "A loyalty token is laid in {area} ({reason})."
MOVED = "{house} moves a loyalty token from {area} to {to} ({reason})."
PUT_BACK = "{house} cancels the move: the token goes back from {area} to {to}."
GAINED = "{house} gains the loyalty token in {area} and stands at {points}."
GAINED_MORE = "{house} gains {n} loyalty tokens in {area} and stands at {points}."
HOME_LOST = "{house} has lost {area} and falls back to {points}."
HOME_REGAINED = "{house} holds {area} again: its garrison ({strength}) comes back, and it stands at {points}."
GREW = "Every {unit} counts {strength} now."
GREW_EARLY = "{card}: the token of round {n} is taken. Every {unit} counts {strength} now."
UNIT_PLACED = "{card}: {house} puts {unit} in {area}."
GIVEN_AWAY = "{house} gives its bid for the {track} away: {gifts}."
ADDED = "{card}: {house} gives up {added} and adds its {strength}."
FLEW = "{house} flies {units} from {origin} to {to}."
WON = "{house} has gained enough loyalty and wins the game."


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


def _kind(unit: str, v: Voice) -> str:
    known = v.edition.units.get(unit)
    return known.name.say(v.words.language) if known else unit


@tells(e.UnitGrew)
def unit_grew(event: e.UnitGrew, v: Voice) -> str:
    unit = _kind(event.unit, v)
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
