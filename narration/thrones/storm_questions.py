"""Questions of A Storm of Swords: units that a card moves, and negotiations for hostages."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.paragraph import Question
from narration.thrones.questions import asks
from narration.thrones.round_questions import options_named
from narration.thrones.storm_sentences import price_phrase
from narration.thrones.voice import Voice
from narration.words import N_

TROOPS = N_("{card}: which units and leaders go on, from where to where? They may stay.")
NEGOTIATE = N_(
    "{holder} holds {leaders} captive. What do you offer for one or all of them, if anything? You have {power}."
)
GIVEN = N_("You may give hostages of yours: {hostages}.")
BACK = N_("Whoever comes back stands in {area}.")
ACCEPT = N_("{offerer} asks you for {leaders} and offers {price}. Do you accept?")


@asks(d.MoveTroops, N_("units moved by a card"))
def _troops(ask: d.MoveTroops, board: Board, v: Voice) -> Question:
    return Question(v.say(TROOPS, card=v.reason(ask.because)), options_named(ask.options, v.say("nowhere"), v))


@asks(d.Negotiate, N_("offer for hostages"))
def _negotiate(ask: d.Negotiate, board: Board, v: Voice) -> Question:
    values = {"holder": v.house(ask.holder), "leaders": v.leaders(ask.leaders), "power": v.power(ask.up_to)}
    told = [v.say(NEGOTIATE, **values)]
    if ask.hostages:
        told.append(v.say(GIVEN, hostages=v.leaders(ask.hostages)))
    return Question(" ".join([*told, v.say(BACK, area=v.area(ask.area))]))


@asks(d.AcceptOffer, N_("answer to an offer"))
def _accept(ask: d.AcceptOffer, board: Board, v: Voice) -> Question:
    price = price_phrase(ask.power, ask.given, v)
    return Question(v.say(ACCEPT, offerer=v.house(ask.offerer), leaders=v.leaders(ask.leaders), price=price))
