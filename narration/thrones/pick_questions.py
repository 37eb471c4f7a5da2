"""The questions that ask for a pick: which units a card takes, which of its effects it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.choice_words import asking_hint, asking_title, card_text, card_title, choice_phrase
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
    special = _SPECIAL.get(ask.because)
    if special is not None:
        return Question(special(ask, v), choices)
    title = asking_title(ask.because, v)
    if not ask.subject:
        text = v.say("{card}: which of these?", card=title)
    else:
        text = v.say("{card} ({subject}): which of these?", card=title, subject=card_title(ask.subject, v))
    return Question(_with_text(text, ask.because, v), choices)


def _with_text(text: str, card: str, v: Voice) -> str:
    hint = asking_hint(card, v)
    return f"{text} ({hint})" if hint else text


def _support(ask: d.PickEffect, v: Voice) -> str:
    return v.say("{house} offers to support you: do you accept?", house=v.house(ask.subject))


def _port(ask: d.PickEffect, v: Voice) -> str:
    return v.say("You have taken {port}: how many ships of yours lie there now?", port=v.area(ask.subject))


def _power(ask: d.PickEffect, v: Voice) -> str:
    return v.say("Which of your Consolidate Power orders comes first?")


def _raven(ask: d.PickEffect, v: Voice) -> str:
    values = {"card": v.card(ask.subject), "text": card_text(ask.subject, v)}
    return v.say("The top wildling card is {card}. {text} Where does it go?", **values)


def _tide(ask: d.PickEffect, v: Voice) -> str:
    return v.say("You drew {card}: do you draw another one, which uses the blade?", card=v.card(ask.subject))


_SPECIAL: Mapping[str, Callable[[d.PickEffect, Voice], str]] = {
    "support": _support,
    "port": _port,
    "consolidate-power": _power,
    "messenger-raven": _raven,
    "valyrian-blade": _tide,
}
