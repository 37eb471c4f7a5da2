"""The questions that ask for a pick: which units a card takes, which of its effects it has."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.choice_words import RULES, asking_hint, asking_title, card_title, choice_phrase
from narration.thrones.questions import asks, pieces_named
from narration.thrones.voice import Voice
from narration.words import N_


@asks(d.PickUnit, N_("unit named"))
def pick_unit(ask: d.PickUnit, board: Board, v: Voice) -> Question:
    """Which unit a card takes or changes."""
    text = v.say_n(
        "{card}: which of your units, of {n} still to name?",
        "{card}: which of your units, of {n} still to name?",
        ask.owed,
        card=card_title(ask.because, v),
    )
    return Question(_with_text(text, ask.because, v), pieces_named(ask.choices, v))


@asks(d.PickEffect, N_("choice"))
def pick_effect(ask: d.PickEffect, board: Board, v: Voice) -> Question:
    """Which effect a card or rule has; the card's own text stands beside it."""
    choices = tuple(choice_phrase(choice, v, ask.because) for choice in ask.choices)
    rule = RULES.get(ask.because)
    if rule is not None:
        return Question(rule.question(ask.subject, v), choices)
    title = asking_title(ask.because, v)
    if not ask.subject:
        text = v.say("{card}: which of these?", card=title)
    else:
        text = v.say("{card} ({subject}): which of these?", card=title, subject=card_title(ask.subject, v))
    return Question(_with_text(text, ask.because, v), choices)


def _with_text(text: str, card: str, v: Voice) -> str:
    hint = asking_hint(card, v)
    return f"{text} ({hint})" if hint else text
