"""Sentences about the Iron Bank of Braavos, and about areas improved or degraded for good."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Bank
from narration.thrones.choice_words import card_text
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

MARKS = {"barrel": N_("a barrel"), "crown": N_("a crown"), "stronghold": N_("a stronghold"), "ruin": N_("a ruin")}
HOLDS_TOKEN = N_("{house} holds the token of Braavos")
IMPROVED = {
    "barrel": N_("{card}: {area} has one more barrel."),
    "crown": N_("{card}: {area} has one more crown."),
    "stronghold": N_("{card}: the castle of {area} becomes a stronghold."),
    "ruin": N_("{card}: the castle of {area} is gone."),
}


def marks_phrase(marks: Iterable[str], v: Voice) -> str:
    """Tokens on an area: `a barrel and a crown`."""
    return v.both(v.say(MARKS.get(mark, mark)) for mark in marks)


def bank_phrase(bank: Bank | None, v: Voice) -> str:
    """The loans to be had, who took which, and whose the token is, on one line."""
    if bank is None:
        return v.say("none")
    parts = [", ".join(v.card(loan) if loan else "\u2013" for loan in bank.slots)]
    parts += [f"{v.house(house)}: {v.both(v.card(one) for one in loans)}" for house, loans in bank.loans.items()]
    parts += [v.say(HOLDS_TOKEN, house=v.house(bank.token))] if bank.token else []
    return "; ".join(parts)


@tells(e.AreaImproved)
def area_improved(event: e.AreaImproved, v: Voice) -> str:
    return v.say(IMPROVED[event.mark], card=v.reason(event.because), area=v.area(event.area))


MOVED = N_("The Iron Bank's loans move on.")
UNDER = N_("{loan} goes under the deck.")
NEW = N_("{loan} is new: {text}")
TO_BE_HAD = N_("To be had: {offers}.")
FOR = N_("{loan} for {cost}")
TAKEN = N_("{house} takes a loan of the Iron Bank, {loan}, for {power}. {text}")
HIRED = N_("{loan}: {house} puts {unit} in {at}.")
SEARCHED = N_("{card}: {house} looks at the top of Westeros deck {deck} and puts {n} of its cards under it.")
SEEN_ON_TOP = N_("On top now: {cards}.")
SEEN_BELOW = N_("Under it: {cards}.")
INTEREST = N_("{house} pays {power} of interest, 1 for each loan.")
UNPAID = N_(
    "{house} owes {owed} of interest, 1 for each loan, and pays {power}. For each that is missing a unit is destroyed."
)
TOKEN = N_("{house} holds the token of Braavos: loans cost {n} less.")
TOKEN_ASIDE = N_("The token of Braavos is laid aside.")


@tells(e.LoansMoved)
def loans_moved(event: e.LoansMoved, v: Voice) -> str:
    told = [v.say(MOVED)]
    if event.returned:
        told.append(v.say(UNDER, loan=v.card(event.returned)))
    if event.revealed:
        told.append(v.say(NEW, loan=v.card(event.revealed), text=card_text(event.revealed, v)))
    rules = v.edition.bank
    costs = rules.costs if rules is not None else ()
    offers = [v.say(FOR, loan=v.card(loan), cost=cost) for loan, cost in zip(event.slots, costs, strict=False) if loan]
    return " ".join([*told, v.say(TO_BE_HAD, offers=", ".join(offers))] if offers else told)


@tells(e.BankTokenTaken)
def bank_token_taken(event: e.BankTokenTaken, v: Voice) -> str:
    rules = v.edition.bank
    if not event.house:
        return v.say(TOKEN_ASIDE)
    return v.say(TOKEN, house=v.house(event.house), n=rules.discount if rules is not None else 0)


@tells(e.LoanTaken)
def loan_taken(event: e.LoanTaken, v: Voice) -> str:
    values = {"house": v.house(event.house), "loan": v.card(event.loan), "power": v.power(event.cost)}
    return v.say(TAKEN, text=card_text(event.loan, v), **values).strip()


@tells(e.UnitHired)
def unit_hired(event: e.UnitHired, v: Voice) -> str:
    unit, at = v.a_unit(event.unit), v.area(event.at)
    return v.say(HIRED, loan=v.card(event.loan), house=v.house(event.house), unit=unit, at=at)


@tells(e.DeckSearched)
def deck_searched(event: e.DeckSearched, v: Voice) -> str:
    values = {"card": v.card(event.because), "house": v.house(event.house), "deck": event.deck, "n": event.buried}
    told = [v.say(SEARCHED, **values)]
    for cards, template in ((event.top, SEEN_ON_TOP), (event.bottom, SEEN_BELOW)):
        if cards:
            told.append(v.say(template, cards=", ".join(v.card(card) for card in cards)))
    return " ".join(told)


@tells(e.InterestPaid)
def interest_paid(event: e.InterestPaid, v: Voice) -> str:
    house, power = v.house(event.house), v.power(event.paid)
    if event.paid == event.owed:
        return v.say(INTEREST, house=house, power=power)
    return v.say(UNPAID, house=house, power=power, owed=v.power(event.owed))
