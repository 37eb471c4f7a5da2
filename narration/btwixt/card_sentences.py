"""What happens to influence cards, hands and leaders, in words."""

from __future__ import annotations

from adjudicator.btwixt.state import events as e
from narration.btwixt.sentences import tells
from narration.btwixt.voice import Voice
from narration.words import N_

KNOWN = N_("{told} These are: {cards}.")
KNOWN_ONE = N_("{told} It is {card}.")
FORBIDS = {
    "untargetable": N_(
        "until the round ends, cards of other leaders cannot choose {house}, make {house} kneel, or touch the bid pile "
        "of {house}."
    ),
    "current-protected": N_("until the round ends, influence cards cannot kill the current ally."),
    "piles-closed": N_("until the round ends, nobody can touch cards in the bid piles of others."),
    "max-cards": N_("until the round ends, the number of cards that may be played is limited."),
    "protected": N_("until the round ends, the ally cannot be killed."),
    "immovable": N_("until the round ends, other leaders cannot touch this card."),
    "pile-locked": N_("until the round ends, other leaders cannot touch the bid pile of {house}."),
}


def with_cards(told: str, cards: tuple[str, ...], v: Voice) -> str:
    """What was told, and which cards they were, if the reader knows."""
    if not cards:
        return told
    if len(cards) == 1:
        return v.say(KNOWN_ONE, told=told, card=v.card_value(cards[0]))
    return v.say(KNOWN, told=told, cards=v.cards(cards))


@tells(e.CardPlayed)
def _played(event: e.CardPlayed, v: Voice) -> str:
    return v.say("{house} plays {card}.", house=v.house(event.house), card=v.card_value(event.card))


@tells(e.Knelt)
def _knelt(event: e.Knelt, v: Voice) -> str:
    return v.say("{house} kneels.", house=v.house(event.house))


@tells(e.Stood)
def _stood(event: e.Stood, v: Voice) -> str:
    return v.say("{house} stands up again.", house=v.house(event.house))


@tells(e.PlaysEnded)
def _plays_ended(event: e.PlaysEnded, v: Voice) -> str:
    return v.say_n(
        "{house} has played {n} card and may play no more this round.",
        "{house} has played {n} cards and may play no more this round.",
        event.count,
        house=v.house(event.house),
    )


@tells(e.CardMoved)
def _moved(event: e.CardMoved, v: Voice) -> str:
    names = {"card": v.card_value(event.card), "of": v.house(event.of), "to": v.house(event.to)}
    return v.say("{card} moves from the bid pile of {of} to that of {to}.", **names)


@tells(e.CardReturned)
def _returned(event: e.CardReturned, v: Voice) -> str:
    names = {"card": v.card_value(event.card), "of": v.house(event.of), "to": v.house(event.to)}
    if not event.of:
        return v.say("{card} goes from the discard pile to the hand of {to}.", **names)
    if event.of == event.to:
        return v.say("{card} goes from the bid pile of {of} back to hand.", **names)
    return v.say("{card} goes from the bid pile of {of} to the hand of {to}.", **names)


@tells(e.CardDiscarded)
def _discarded(event: e.CardDiscarded, v: Voice) -> str:
    names = {"card": v.card_value(event.card), "of": v.house(event.of)}
    known = v.edition.influence.get(event.card)
    if known is not None and known.group == "leader":
        if event.number:
            return v.say("{card} goes from the bid pile of {of} out of the game.", **names)
        return v.say("{card} goes from the hand of {of} out of the game.", **names)
    if event.number:
        return v.say("{card} is discarded from the bid pile of {of}.", **names)
    return v.say("{card} is discarded from the hand of {of}.", **names)


@tells(e.CardsDrawn)
def _drawn(event: e.CardsDrawn, v: Voice) -> str:
    house = v.house(event.house)
    told = v.say_n("{house} draws {n} card.", "{house} draws {n} cards.", event.count, house=house)
    return with_cards(told, event.cards, v)


@tells(e.CardGiven)
def _given(event: e.CardGiven, v: Voice) -> str:
    names = {"house": v.house(event.house), "to": v.house(event.to)}
    told = v.say("a card goes from the hand of {house} to the hand of {to}.", **names)
    return with_cards(told, (event.card,) if event.card else (), v)


@tells(e.HandSeen)
def _hand_seen(event: e.HandSeen, v: Voice) -> str:
    names = {"by": v.houses(event.by), "house": v.house(event.house)}
    if len(event.by) == 1:
        told = v.say("{by} looks at the hand of {house}.", **names)
    else:
        told = v.say("{by} look at the hand of {house}.", **names)
    return with_cards(told, event.cards, v)


@tells(e.Forbidden)
def _forbidden(event: e.Forbidden, v: Voice) -> str:
    return v.say(FORBIDS[event.rule], house=v.house(event.house))


@tells(e.AbilityIdle)
def _idle(event: e.AbilityIdle, v: Voice) -> str:
    return v.say("no effect.")
