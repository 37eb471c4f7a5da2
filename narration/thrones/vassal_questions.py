"""Questions to those who command vassals."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.questions import area_with_units, asks
from narration.thrones.voice import Voice
from narration.words import N_

CHOOSE_VASSAL = N_("Which vassal do you command this round, or do you pass the set of orders on?")
MORE_SETS = N_("You have {n} sets, one for each vassal that you take.")
VASSAL_ORDERS = N_("Place at most {n} of these orders, each in one area: {orders}.")


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
