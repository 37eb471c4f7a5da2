"""Sentences of Mother of Dragons: the Iron Bank, areas improved for good, loyalty and dragons, vassals, Power given."""

from __future__ import annotations

from adjudicator.thrones.state import events as e
from narration.phrase_table import Rows, Sentence, fill
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


BANK: Rows = {
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
    e.LoanTaken: fill(
        N_("{house} takes a loan of the Iron Bank, {loan}, for {power}. {text}"), power="cost:power", text="loan:text"
    ),
    e.UnitHired: N_("{loan}: {house} puts {unit} in {at}."),
    e.DeckSearched: Sentence(
        N_("{card}: {house} looks at the top of Westeros deck {deck} and puts {n} of its cards under it."),
        {
            "top": fill(N_("On top now: {cards}."), cards="top:card-list"),
            "bottom": fill(N_("Under it: {cards}."), cards="bottom:card-list"),
        },
        slots={"n": "buried"},
    ),
    e.InterestPaid: fill(
        {
            "paid==owed": N_("{house} pays {power} of interest, 1 for each loan."),
            "": N_(
                "{house} owes {owed} of interest, 1 for each loan, and pays {power}. For each that is missing a unit "
                "is destroyed."
            ),
        },
        power="paid:power",
        owed="owed:power",
    ),
}
LOYALTY: Rows = {
    e.LoyaltyPlaced: N_("A loyalty token is laid in {area} ({reason})."),
    e.LoyaltyMoved: {
        "cancelled": N_("{house} cancels the move: the token goes back from {area} to {to}."),
        "": N_("{house} moves a loyalty token from {area} to {to} ({reason})."),
    },
    e.LoyaltyGained: fill(
        {
            "tokens=1": N_("{house} gains the loyalty token in {area} and stands at {points} on the victory track."),
            "": N_("{house} gains {n} loyalty tokens in {area} and stands at {points} on the victory track."),
        },
        n="tokens",
    ),
    e.HomeLost: N_("{house} has lost {area} and falls back to {points} on the victory track."),
    e.HomeRegained: fill(
        N_(
            "{house} holds {area} again: its garrison ({strength}) comes back, and it stands at {points} on the "
            "victory track."
        ),
        strength="garrison",
    ),
    e.UnitGrew: fill(
        {
            "because=round": GREW,
            "": N_("{card}: the token of round {n} is taken. Every {unit} counts {strength} now."),
        },
        unit="unit:kind",
        card="because:reason",
        n="round",
    ),
    e.UnitPlaced: fill(N_("{card}: {house} puts {unit} in {area}."), card="because:reason"),
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
VASSALS: Rows = {
    e.VassalsReleased: fill(N_("Nobody commands the vassals any more: {houses}."), houses="vassals:houses"),
    e.VassalClaimed: {
        "left_over": N_("{house} is left over and falls to {commander}."),
        "": N_("{commander} commands {house} this round."),
    },
    e.VassalPassed: fill(N_("{house} passes a set of vassal orders on to {to}."), to="to:house"),
    e.VassalHandDrawn: {
        "cards": N_("{commander} draws {cards} for {house}."),
        "": N_("{commander} draws three cards for {house}."),
    },
    e.CardWeakened: N_("{by} pays, and {house}'s {card} counts 0."),
    e.PowerGiven: fill(N_("{house} gives {to} {power}."), to="to:house"),
}
ROWS: Rows = {**BANK, **LOYALTY, **VASSALS}
