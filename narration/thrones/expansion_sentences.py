"""Sentences of Mother of Dragons and of A Storm of Swords."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.thrones.state import events as e
from narration.paragraph import Row
from narration.phrase_table import Rows, Sentence, fill
from narration.thrones.phrases import card_text, price_phrase
from narration.thrones.voice import Voice
from narration.words import N_

IMPROVED = {
    "barrel": N_("{card}: {area} has one more barrel."),
    "crown": N_("{card}: {area} has one more crown."),
    "stronghold": N_("{card}: the castle of {area} becomes a stronghold."),
    "ruin": N_("{card}: the castle of {area} is gone."),
}
LOAN_FOR_COST = N_("{loan} for {cost}")
GREW = N_("Every {unit} counts {strength} now.")


def _offers(event: e.LoansMoved, v: Voice) -> str:
    """What can be had: ` To be had: ...`, or nothing."""
    rules = v.edition.bank
    costs = rules.costs if rules is not None else ()
    offered = zip(event.slots, costs, strict=False)
    offers = ", ".join(v.say(LOAN_FOR_COST, loan=v.card(loan), cost=cost) for loan, cost in offered if loan)
    return v.say("To be had: {offers}.", offers=offers) if offers else ""


DRAGONS: Rows = {
    e.AreaImproved: lambda event, v: v.say(IMPROVED[event.mark], card=v.reason(event.because), area=v.area(event.area)),
    e.LoansMoved: Sentence(
        N_("The Iron Bank's loans move on."),
        {
            "returned": fill(N_("{loan} goes under the deck."), loan="returned:card"),
            "revealed": fill(N_("{loan} is new: {text}"), loan="revealed:card", text="revealed:text"),
            "": _offers,
        },
    ),
    e.BankTokenTaken: fill(
        {
            "house": N_("{house} holds the token of Braavos: loans cost {n} less."),
            "": N_("The token of Braavos is laid aside."),
        },
        n=lambda event, v: v.edition.bank.discount if v.edition.bank is not None else 0,
    ),
    e.BidsGivenAway: fill(
        N_("{house} gives its bid for the {track} away: {gifts}."),
        track="auction:track",
        gifts=lambda event, v: ", ".join(f"{v.house(house)} {amount}" for house, amount in event.gifts.items()),
    ),
    e.CardAdded: fill(
        N_("{card}: {house} gives up {added} and adds its {strength}."),
        card="because:card",
        added="card:card",
        strength=lambda event, v: v.edition.cards[event.card].strength,
    ),
}


GAINS = {
    "strength": N_("strength {figure}"),
    "swords": N_("swords {figure}"),
    "fortifications": N_("fortifications {figure}"),
}


def tactics_rows(event: e.TacticsRevealed, v: Voice) -> list[Row]:
    """Each house's tactics card; what it does is said once."""
    first = {card: house for house, card in reversed(event.cards.items())}
    return [
        Row(v.house(house), _with_text(card, v) if first[card] == house else v.card(card))
        for house, card in event.cards.items()
    ]


def turned_tops(events: Sequence[e.AllianceTurned], v: Voice) -> tuple[str, list[Row]]:
    """The cards that were turned up together: a heading, and a row for each deck."""
    return v.say("On top of the alliance decks lie now:"), [
        Row(v.alliance(event.deck), _with_text(event.card, v)) for event in events
    ]


def _with_text(card: str, v: Voice) -> str:
    return f"{v.card(card)}. {card_text(card, v)}".strip()


def _deck_of(event: e.AllianceTaken, v: Voice) -> str:
    alliance = v.edition.alliances.get(event.card)
    return v.alliance(alliance.deck) if alliance else ""


def _gains(event: e.BonusGained, v: Voice) -> str:
    """What a card's text gives a side, or takes."""
    figures = {name: getattr(event, name) for name in GAINS}
    return ", ".join(v.say(GAINS[name], figure=v.sign(figure)) for name, figure in figures.items() if figure)


STORM: Rows = {
    e.OfferMade: fill(
        N_("{house} asks {to} for {leaders} and offers {price}."),
        to="to:house",
        price=lambda event, v: price_phrase(event.power, event.hostages, v),
    ),
    e.AllianceTaken: fill(
        {
            "victim": N_("{house} takes {card} from {victim} ({reason}). {text}"),
            "unseen": N_("{house} takes the face-down top card of {deck}: {card} ({reason}). {text}"),
            "": N_("{house} takes {card} from the alliance deck of {deck} ({reason}). {text}"),
        },
        deck=_deck_of,
    ),
    e.BonusGained: fill(N_("{house} has {gains} in this battle ({card})."), gains=_gains),
}
