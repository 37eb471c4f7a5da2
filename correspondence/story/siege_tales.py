"""Sentences for what only later editions know: garrisons, ports, wildling cards, cards exchanged, effects chosen.

Their templates are not marked for the catalogs while no such edition is offered to people.
"""

from __future__ import annotations

from adjudicator.thrones import events as e
from correspondence.story.sentences import tells
from correspondence.story.voice import Voice

CARD_SENT_BACK = "{by} sends {before} back to {house}'s hand."
CARD_GIVEN_UP = "{house} discards {before}."
CARD_INSTEAD = "{house} plays {after} instead."
NO_CARD_INSTEAD = "{house} has no other card to play."
RETURNED = "{card} bars the way: {house}'s {units} go back to {to}."
GARRISON = "The garrison of {area} ({strength}) is beaten and leaves the game."
LOOKED = "{house} looks at the top wildling card and leaves it on top."
BURIED = "{house} looks at the top wildling card and puts it under the deck."
ORDER_ALONG = "{card}: {house}'s {order} moves along to {to} and may be used again."
SEIZED = "{house} takes {units} over in {area}."
OUT_OF_THE_GAME = "{card} leaves the game."
TIDE = "{house} draws {card} from the Tides of Battle."
CHOSEN = "{card}: {house} chooses {choice}."
DRAWN = "The wildling card is {card}. {text}"


def choice_phrase(choice: str, v: Voice) -> str:
    """A choice as people call it: an area, a track, a card, an order, or its own plain word."""
    edition = v.edition
    if choice in edition.areas:
        return v.area(choice)
    if choice in edition.cards:
        return v.card(choice)
    if choice in edition.houses:
        return v.house(choice)
    if choice in edition.tracks:
        return v.track(choice)
    if choice in edition.westeros:
        return v.westeros(choice)
    if choice in edition.loans:
        return v.card(choice)
    return v.order(choice) if choice in edition.orders else choice.replace("-", " ")


def card_title(card: str, v: Voice) -> str:
    """The name of a House card, a Westeros card or a wildling card; a badge or `port` as it is called."""
    edition = v.edition
    if card in edition.wildling_cards or card in edition.tide_cards:
        return v.card(card)
    if card in edition.badges.values():
        return v.badge(card)
    return choice_phrase(card, v)


@tells(e.CardSubstituted)
def card_substituted(event: e.CardSubstituted, v: Voice) -> str:
    values = {"house": v.house(event.house), "before": v.card(event.before), "by": v.card(event.because)}
    first = v.say(CARD_GIVEN_UP if event.discarded else CARD_SENT_BACK, **values)
    if not event.after:
        return f"{first} {v.say(NO_CARD_INSTEAD, house=values['house'])}"
    return f"{first} {v.say(CARD_INSTEAD, house=values['house'], after=v.card(event.after))}"


@tells(e.CardRemoved)
def card_removed(event: e.CardRemoved, v: Voice) -> str:
    return v.say(OUT_OF_THE_GAME, card=v.card(event.card))


@tells(e.TideDrawn)
def tide_drawn(event: e.TideDrawn, v: Voice) -> str:
    return v.say(TIDE, house=v.house(event.house), card=card_title(event.card, v))


@tells(e.AttackersReturned)
def attackers_returned(event: e.AttackersReturned, v: Voice) -> str:
    units, card = v.units(event.units), v.card(event.because)
    return v.say(RETURNED, card=card, house=v.house(event.house), units=units, to=v.area(event.to))


@tells(e.GarrisonRemoved)
def garrison_removed(event: e.GarrisonRemoved, v: Voice) -> str:
    return v.say(GARRISON, area=v.area(event.area), strength=event.strength)


@tells(e.RavenLooked)
def raven_looked(event: e.RavenLooked, v: Voice) -> str:
    told = v.say(BURIED if event.buried else LOOKED, house=v.house(event.house))
    return f"{told} ({card_title(event.card, v)})" if event.card else told


@tells(e.OrderMoved)
def order_moved(event: e.OrderMoved, v: Voice) -> str:
    card, order = v.card(event.because), v.order(event.order)
    return v.say(ORDER_ALONG, card=card, house=v.house(event.house), order=order, to=v.area(event.to))


@tells(e.ShipsSeized)
def ships_seized(event: e.ShipsSeized, v: Voice) -> str:
    units = v.units({event.unit: event.count})
    return v.say(SEIZED, house=v.house(event.house), units=units, area=v.area(event.area))


@tells(e.EffectChosen)
def effect_chosen(event: e.EffectChosen, v: Voice) -> str:
    card, choice = card_title(event.card, v), choice_phrase(event.choice, v)
    return v.say(CHOSEN, card=card, house=v.house(event.house), choice=choice)


@tells(e.WildlingCardDrawn)
def wildling_card_drawn(event: e.WildlingCardDrawn, v: Voice) -> str:
    known = v.edition.wildling_cards.get(event.card)
    return v.say(DRAWN, card=card_title(event.card, v), text=known.text if known else "").strip()
