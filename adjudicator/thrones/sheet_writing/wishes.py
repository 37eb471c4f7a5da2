"""Wishes written ahead: choices in the order of the steward's liking, and choices made only where they help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

import msgspec

from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.effects.table import liking_of
from adjudicator.thrones.sheets.sheet import ChoiceRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.steward.sight import Sight

Rules = tuple[ChoiceRule, ...]
# Areas and the like that a rule names, best first.
MOST_NAMED = 30
# From so much Power on it makes no difference to any choice.
RICHEST = 15
# By how much a battle may be behind for a card that is sent back, or played besides, to turn it.
TURNS = 3
DECLINE = "decline"


def best(desk: Desk, because: str, choices: Iterable[str], subject: str = "") -> dict[str, Rules]:
    """The choice that the steward would make, by what the question is about."""
    ((key, (rule,)),) = ranked(desk, because, choices, subject).items()
    return {key: (ChoiceRule(pick=rule.pick[:1]),)}


def ranked(desk: Desk, because: str, choices: Iterable[str], subject: str = "") -> dict[str, Rules]:
    """Choices in the order of the steward's liking, by what the question is about; the last of equals first, as he
    does."""
    known = tuple(choices)
    if not known:
        return {}
    return {subject or because: (ordered(liked(desk, desk.sight, because, known, subject)),)}


def ordered(likings: Mapping[str, float]) -> ChoiceRule:
    """The choices from the best to the worst."""
    places = {choice: place for place, choice in enumerate(likings)}
    order = sorted(likings, key=lambda choice: (-likings[choice], -places[choice]))
    return ChoiceRule(pick=tuple(order[:MOST_NAMED]))


def liked(desk: Desk, sight: Sight, because: str, choices: tuple[str, ...], subject: str = "") -> dict[str, float]:
    """How much the steward likes each choice as he sees it so."""
    house = desk.house
    question = d.PickEffect(seat=house, house=house, because=because, subject=subject, choices=choices)
    liking = liking_of(desk.edition, because)
    return {choice: liking(sight, question, choice) for choice in choices}


def if_it_turns(choices: tuple[str, ...], behind: int = TURNS, ahead: int = 0) -> Rules:
    """The first of the choices that is offered where it may turn a battle."""
    near = c.Compare(c.Lead(), ">=", c.Number(-behind))
    return (ChoiceRule(when=c.AllOf((c.Compare(c.Lead(), "<=", c.Number(ahead)), near)), pick=choices), NOTHING)


def by_power(desk: Desk, because: str, choices: Iterable[str]) -> dict[str, Rules]:
    """As `ranked`, with what the house likes best at whatever Power it has by then."""
    known = tuple(choices)
    found: list[tuple[int, ChoiceRule]] = []
    for power in range(RICHEST + 1) if known else ():
        board = msgspec.structs.replace(desk.board, power={**desk.board.power, desk.house: power})
        rule = ordered(liked(desk, seen(desk, board), because, known))
        if not found or found[-1][1].pick != rule.pick:
            found.append((power, rule))
    rules = [_from_power(power, rule) for power, rule in reversed(found)]
    return {because: tuple(rules)} if rules else {}


def _from_power(power: int, rule: ChoiceRule) -> ChoiceRule:
    """The rule with so much Power at least."""
    enough = c.Compare(c.Holding("power"), ">=", c.Number(power)) if power else None
    return msgspec.structs.replace(rule, when=enough)


def seen(desk: Desk, board: Board) -> Sight:
    """What the house would see on a board that differs only in what no sum of the steward's is made of."""
    found = copy(desk.sight)
    found.board = board
    return found


NOTHING = ChoiceRule(pick=(DECLINE,))
