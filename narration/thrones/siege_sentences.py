"""Sentences for what only later editions know: garrisons, ports, wildling cards, cards exchanged, effects chosen."""

from __future__ import annotations

from adjudicator.thrones.state import events as e
from narration.thrones.choice_words import card_text, card_title, choice_phrase
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

CARD_SENT_BACK = N_("{by} sends {before} back to {house}'s hand.")
CARD_GIVEN_UP = N_("{house} discards {before}.")
LOOKED = N_("{house} looks at the top wildling card and leaves it on top.")
BURIED = N_("{house} looks at the top wildling card and puts it under the deck.")


@tells(e.CardSubstituted)
def card_substituted(event: e.CardSubstituted, v: Voice) -> str:
    values = {"house": v.house(event.house), "before": v.card(event.before), "by": v.card(event.because)}
    first = v.say(CARD_GIVEN_UP if event.discarded else CARD_SENT_BACK, **values)
    if not event.after:
        then = v.say("{house} has no other card to play.", house=values["house"])
    else:
        then = v.say("{house} plays {after} instead.", house=values["house"], after=v.card(event.after))
    return f"{first} {then}"


@tells(e.CardRemoved)
def card_removed(event: e.CardRemoved, v: Voice) -> str:
    return v.say("{card} leaves the game.", card=v.card(event.card))


@tells(e.TideDrawn)
def tide_drawn(event: e.TideDrawn, v: Voice) -> str:
    if event.replaces:
        values = {"house": v.house(event.house), "card": v.card(event.card), "before": v.card(event.replaces)}
        return v.say("{house} uses the Valyrian steel blade to draw again: {card} instead of {before}.", **values)
    return v.say(
        "{house} draws {card} from the Tides of Battle.", house=v.house(event.house), card=card_title(event.card, v)
    )


@tells(e.AttackersReturned)
def attackers_returned(event: e.AttackersReturned, v: Voice) -> str:
    return v.say(
        "{card} bars the way: {house}'s {units} go back to {to}.",
        card=v.card(event.because),
        house=v.house(event.house),
        units=v.units(event.units),
        to=v.area(event.to),
    )


@tells(e.GarrisonRemoved)
def garrison_removed(event: e.GarrisonRemoved, v: Voice) -> str:
    return v.say(
        "The garrison of {area} ({strength}) is beaten and leaves the game.",
        area=v.area(event.area),
        strength=event.strength,
    )


@tells(e.RavenLooked)
def raven_looked(event: e.RavenLooked, v: Voice) -> str:
    told = v.say(BURIED if event.buried else LOOKED, house=v.house(event.house))
    return f"{told} ({card_title(event.card, v)})" if event.card else told


@tells(e.OrderMoved)
def order_moved(event: e.OrderMoved, v: Voice) -> str:
    return v.say(
        "{card}: {house}'s {order} moves along to {to} and may be used again.",
        card=v.card(event.because),
        house=v.house(event.house),
        order=v.order(event.order),
        to=v.area(event.to),
    )


@tells(e.ShipsSeized)
def ships_seized(event: e.ShipsSeized, v: Voice) -> str:
    units = v.units({event.unit: event.count})
    return v.say(
        "{house} takes {units} over in {area}.", house=v.house(event.house), units=units, area=v.area(event.area)
    )


@tells(e.EffectChosen)
def effect_chosen(event: e.EffectChosen, v: Voice) -> str:
    house = v.house(event.house)
    if event.card == "support":
        return v.say("{house} refuses the support of {other}.", house=house, other=v.house(event.subject))
    card, choice = card_title(event.card, v), choice_phrase(event.choice, v, event.card)
    return v.say("{card}: {house} chooses: {choice}.", card=card, house=house, choice=choice)


@tells(e.WildlingCardShown)
def wildling_card_shown(event: e.WildlingCardShown, v: Voice) -> str:
    title = v.say("The wildling card is {card}.", card=card_title(event.card, v))
    return f"{title} {card_text(event.card, v)}".strip()


@tells(e.WildlingCardDrawn)
def wildling_card_drawn(event: e.WildlingCardDrawn, v: Voice) -> str:
    title = v.say("The wildling card is {card}.", card=card_title(event.card, v))
    return f"{title} {card_text(event.card, v)}".strip()
