"""The questions that ask for a pick: which units a card takes, which of its effects it has."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board, Leader
from narration.paragraph import Question
from narration.thrones.choice_words import RULES, asking_hint, asking_title, card_text, card_title, choice_phrase
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


FOR_THE_ORDER = N_("{leader}, for the {order} in {area}")
TAKE_POWER = N_("{card}: do you take Power from {house} for its leaders in your cell?")
CHANGE_PLACES = N_("{card}: on which track do you change places with {house}, if on any?")
REPLACE = N_("{card}: do you pay for a Support −1 order in {area}, in the place of the one that was raided?")
ACCUSED = N_("{card}: which token of {house} leaves the claim track? The oldest lies on space 6.")
FREE = N_("{card}: which leader do you take out of the cell of {house}, if any?")


def _about(ask: d.PickEffect, v: Voice) -> str:
    """What a card asks about another house, or about an order that was raided; else empty."""
    if ask.because in v.edition.alliances and ask.subject in v.edition.houses:
        return v.say(ACCUSED, card=v.card(ask.because), house=v.house(ask.subject))
    if ask.because not in v.edition.tactics:
        return ""
    if ask.subject in v.edition.areas and ask.choices[0] == "pay":
        return v.say(REPLACE, card=v.card(ask.because), area=v.area(ask.subject))
    if ask.subject not in v.edition.houses:
        return ""
    first = ask.choices[0]
    template = TAKE_POWER if first == "take-power" else CHANGE_PLACES if first in v.edition.tracks else FREE
    return v.say(template, card=v.card(ask.because), house=v.house(ask.subject))


@asks(d.PickEffect, N_("choice"))
def pick_effect(ask: d.PickEffect, board: Board, v: Voice) -> Question:
    """Which effect a card or rule has; the card's own text stands beside it."""
    choices = tuple(_choice(choice, ask.because, board, v) for choice in ask.choices)
    rule = RULES.get(ask.because)
    if rule is not None:
        return Question(rule.question(ask.subject, v), choices)
    title = asking_title(ask.because, v)
    about = _about(ask, v)
    if about:
        text = about
    elif not ask.subject:
        text = v.say("{card}: which of these?", card=title)
    else:
        text = v.say("{card} ({subject}): which of these?", card=title, subject=card_title(ask.subject, v))
    return Question(_with_text(text, ask.because, v), choices)


def _choice(choice: str, because: str, board: Board, v: Voice) -> str:
    """A choice in words; of cards that are chosen by what they do, and of decks with a card face up, that too."""
    said = choice_phrase(choice, v, because)
    leader = board.leaders.get(choice) if choice in v.edition.leaders else None
    if leader is not None:
        return _leader(said, leader, because, board, v)
    if choice in v.edition.tactics:
        return f"{said}. {card_text(choice, v)}".strip()
    top = board.realm.tops.get(choice) if board.realm is not None and choice in v.edition.alliance_decks else None
    return f"{said}: {v.card(top)}. {card_text(top, v)}".strip() if top else said


def _leader(name: str, leader: Leader, because: str, board: Board, v: Voice) -> str:
    """A leader as a choice: whose he is, or the order that he would be turned for."""
    placed = board.orders.get(leader.area) if because == "activate" else None
    if placed is not None:
        return v.say(FOR_THE_ORDER, leader=name, order=v.order(placed.order), area=v.area(leader.area))
    return f"{name} ({v.house(leader.house)})"


def _with_text(text: str, card: str, v: Voice) -> str:
    hint = asking_hint(card, v)
    return f"{text} ({hint})" if hint else text
