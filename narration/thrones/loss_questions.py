"""Questions about units that go: for supply, to the wildlings, in battle and after it."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.questions import asks, pieces_named
from narration.thrones.voice import Voice
from narration.words import N_


@asks(d.DisbandForSupply, N_("disband for supply"))
def _disband(ask: d.DisbandForSupply, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Your armies exceed what supply feeds. Which unit is disbanded?"), pieces_named(ask.choices, v)
    )


@asks(d.LoseToWildlings, N_("loss to the wildlings"))
def _lose(ask: d.LoseToWildlings, board: Board, v: Voice) -> Question:
    text = v.say_n(
        "The wildlings take {n} mustering point of units. Which unit goes?",
        "The wildlings take {n} mustering points of units. Which unit goes first?",
        ask.owed,
    )
    return Question(text, pieces_named(ask.choices, v))


@asks(d.TakeCasualty, N_("casualty"))
def _casualty(ask: d.TakeCasualty, board: Board, v: Voice) -> Question:
    return Question(
        v.say("The battle for {area} is lost. Which unit falls?", area=v.area(ask.area)), pieces_named(ask.choices, v)
    )


@asks(d.AbandonUnit, N_("unit left behind on the retreat"))
def _abandon(ask: d.AbandonUnit, board: Board, v: Voice) -> Question:
    text = v.say("Supply does not feed all who retreat to {area}. Which unit is lost?", area=v.area(ask.destination))
    return Question(text, pieces_named(ask.choices, v))


@asks(d.KillFootman, N_("footman killed"))
def _kill(ask: d.KillFootman, board: Board, v: Voice) -> Question:
    return Question(v.say("{card}: which footman falls?", card=v.card(ask.card)), pieces_named(ask.choices, v))
