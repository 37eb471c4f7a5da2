"""Sentences about vassals, their commanders and cards, and about Power that is given away."""

from __future__ import annotations

from adjudicator.thrones.state import events as e
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

RELEASED = N_("Nobody commands the vassals any more: {houses}.")
CLAIMED = N_("{commander} commands {house} this round.")
LEFT_OVER = N_("{house} is left over and falls to {commander}.")
PASSED = N_("{house} passes a set of vassal orders on to {to}.")
DRAWN = N_("{commander} draws three cards for {house}.")
DRAWN_OPENLY = N_("{commander} draws {cards} for {house}.")
WEAKENED = N_("{by} pays, and {house}'s {card} counts 0.")
GIVEN = N_("{house} gives {to} {power}.")


@tells(e.VassalsReleased)
def vassals_released(event: e.VassalsReleased, v: Voice) -> str:
    return v.say(RELEASED, houses=v.houses(event.vassals))


@tells(e.VassalClaimed)
def vassal_claimed(event: e.VassalClaimed, v: Voice) -> str:
    names = {"house": v.house(event.house), "commander": v.house(event.commander)}
    return v.say(LEFT_OVER if event.left_over else CLAIMED, **names)


@tells(e.VassalPassed)
def vassal_passed(event: e.VassalPassed, v: Voice) -> str:
    return v.say(PASSED, house=v.house(event.house), to=v.house(event.to))


@tells(e.VassalHandDrawn)
def vassal_hand_drawn(event: e.VassalHandDrawn, v: Voice) -> str:
    names = {"house": v.house(event.house), "commander": v.house(event.commander)}
    if not event.cards:
        return v.say(DRAWN, **names)
    return v.say(DRAWN_OPENLY, cards=v.both(v.card(card) for card in event.cards), **names)


@tells(e.CardWeakened)
def card_weakened(event: e.CardWeakened, v: Voice) -> str:
    return v.say(WEAKENED, by=v.house(event.by), house=v.house(event.house), card=v.card(event.card))


@tells(e.PowerGiven)
def power_given(event: e.PowerGiven, v: Voice) -> str:
    return v.say(GIVEN, house=v.house(event.house), to=v.house(event.to), power=v.power(event.amount))
