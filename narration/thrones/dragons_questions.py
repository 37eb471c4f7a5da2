"""Questions of Mother of Dragons: the Iron Bank, bids given away, loyalty tokens, vassals."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.paragraph import Question
from narration.thrones.bank_sentences import marks_phrase
from narration.thrones.choice_words import card_text, card_title, choice_phrase
from narration.thrones.questions import area_with_units, asks, pieces_named
from narration.thrones.voice import Voice
from narration.words import N_

TAKE_LOAN = N_("Iron Bank, with the order in {area}: which loan do you take, if any?")
LOAN_FOR = N_("{loan} for {power}")
IMPROVE = N_("{loan}: where do you lay {mark}?")
PLACE_UNITS = N_("{loan}: where do {units} appear? Where you rule or have units: {areas}.")
DESTROY = N_("{loan}: which unit is destroyed? Still to name: {n}.")
DESTROY_FOR_INTEREST = N_(
    "{house} cannot pay the interest on its loans: which of its units is destroyed? Still to name: {n}."
)
SPREAD_BID = N_("How do your {power} bid for the {track} go to the others?")
CANCEL_MOVE = N_("{card}: {mover} moves a loyalty token from {area} to {to}. Do you pay {power} to put it back?")
CHOOSE_VASSAL = N_("Which vassal do you command this round, or do you pass the set of orders on?")
MORE_SETS = N_("You have {n} sets, one for each vassal that you take.")
VASSAL_ORDERS = N_("Place at most {n} of these orders, each in one area: {orders}.")


@asks(d.TakeLoan, N_("loan"))
def _take_loan(ask: d.TakeLoan, board: Board, v: Voice) -> Question:
    choices = tuple(
        f"{v.say(LOAN_FOR, loan=v.card(choice), power=v.power(ask.costs[choice]))}: {card_text(choice, v)}"
        if choice in ask.costs
        else choice_phrase(choice, v)
        for choice in ask.choices
    )
    return Question(v.say(TAKE_LOAN, area=v.area(ask.area)), choices)


@asks(d.ImproveArea, N_("area improved or degraded"))
def _improve(ask: d.ImproveArea, board: Board, v: Voice) -> Question:
    text = v.say(IMPROVE, loan=v.card(ask.loan), mark=marks_phrase((ask.mark,), v))
    return Question(text, tuple(v.area(area) for area in ask.choices))


@asks(d.PlaceUnits, N_("units of a loan"))
def _place_units(ask: d.PlaceUnits, board: Board, v: Voice) -> Question:
    return Question(v.say(PLACE_UNITS, loan=v.card(ask.loan), units=v.units(ask.units), areas=v.areas(ask.areas)))


@asks(d.DestroyUnit, N_("unit destroyed"))
def _destroy(ask: d.DestroyUnit, board: Board, v: Voice) -> Question:
    if ask.victim:
        return Question(
            v.say(DESTROY_FOR_INTEREST, house=v.house(ask.victim), n=ask.owed), pieces_named(ask.choices, v)
        )
    return Question(v.say(DESTROY, loan=v.card(ask.because), n=ask.owed), pieces_named(ask.choices, v))


@asks(d.SpreadBid, N_("bid given away"))
def _spread_bid(ask: d.SpreadBid, board: Board, v: Voice) -> Question:
    text = v.say(SPREAD_BID, power=v.power(ask.amount), track=v.track(ask.auction))
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.CancelMove, N_("move of a loyalty token cancelled"))
def _cancel_move(ask: d.CancelMove, board: Board, v: Voice) -> Question:
    values = {"mover": v.house(ask.mover), "area": v.area(ask.area), "to": v.area(ask.to)}
    return Question(v.say(CANCEL_MOVE, card=card_title(ask.because, v), power=v.power(ask.cost), **values))


@asks(d.ChooseVassal, N_("vassal to command"))
def _choose_vassal(ask: d.ChooseVassal, board: Board, v: Voice) -> Question:
    told = [v.say(CHOOSE_VASSAL)]
    if ask.sets > 1:
        told.append(v.say(MORE_SETS, n=ask.sets))
    return Question(" ".join(told), tuple(v.house(house) for house in ask.choices))


@asks(d.PlaceVassalOrders, N_("orders of a vassal"))
def _vassal_orders(ask: d.PlaceVassalOrders, board: Board, v: Voice) -> Question:
    text = v.say(VASSAL_ORDERS, n=ask.most, orders=", ".join(v.order(order) for order in ask.orders))
    return Question(text, tuple(area_with_units(area, board, v) for area in ask.areas))
