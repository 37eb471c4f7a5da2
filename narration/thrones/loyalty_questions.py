"""Questions about bids given away and loyalty tokens moved."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.choice_words import card_title
from narration.thrones.questions import asks
from narration.thrones.voice import Voice
from narration.words import N_

SPREAD_BID = N_("How do your {power} bid for the {track} go to the others?")
CANCEL_MOVE = N_("{card}: {mover} moves a loyalty token from {area} to {to}. Do you pay {power} to put it back?")


@asks(d.SpreadBid, N_("bid given away"))
def _spread_bid(ask: d.SpreadBid, board: Board, v: Voice) -> Question:
    text = v.say(SPREAD_BID, power=v.power(ask.amount), track=v.track(ask.auction))
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.CancelMove, N_("move of a loyalty token cancelled"))
def _cancel_move(ask: d.CancelMove, board: Board, v: Voice) -> Question:
    values = {"mover": v.house(ask.mover), "area": v.area(ask.area), "to": v.area(ask.to)}
    return Question(v.say(CANCEL_MOVE, card=card_title(ask.because, v), power=v.power(ask.cost), **values))
