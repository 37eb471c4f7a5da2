"""Questions of the Iron Bank."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.bank_sentences import marks_phrase
from narration.thrones.choice_words import card_text, choice_phrase
from narration.thrones.questions import asks, pieces_named
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
