"""Loans written ahead: those that pay, up to which price, and what they are used for."""

from __future__ import annotations

import math

from adjudicator.thrones.rules.iron_bank.hiring import hiring_areas
from adjudicator.thrones.rules.iron_bank.track import offers
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.sheet import LoanRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Recruits
from adjudicator.thrones.steward.bank import needed, surplus
from adjudicator.thrones.steward.feud import menace

# Areas that a rule names, best first.
MOST_AREAS = 20


def write_loans(desk: Desk) -> tuple[LoanRule, ...]:
    """The loans that can be had and are worth it, the one that brings most first, each for what it is worth at most and
    with the Power that it takes; if none is any more, none."""
    costs = offers(desk.board, desk.edition, desk.house)
    gains = sorted(((surplus(desk.sight, loan, cost), loan) for loan, cost in costs.items()), reverse=True)
    rules = [
        LoanRule(
            when=c.Compare(c.Holding("power"), ">=", c.Number(math.ceil(needed(desk.sight, loan, costs[loan])))),
            loan=loan,
            most=costs[loan] + math.ceil(more) - 1,
            areas=_areas(desk, loan),
        )
        for more, loan in gains
        if more > 0
    ]
    return (*rules, LoanRule()) if costs else ()


def _areas(desk: Desk, loan: str) -> tuple[str, ...]:
    """Where a loan is used: own areas that are held safely or worth most; to burn down those of the house to be feared
    most."""
    sight, outlook = desk.sight, desk.outlook
    own = [area for area in desk.edition.areas if sight.owner[area] == desk.house]
    does = {str(part["does"]) for part in desk.edition.loans[loan].parts}
    if "burn-castle" in does:
        theirs = [area for area in sorted(sight.chart.settled) if sight.owner[area] not in (None, desk.house)]
        liked = sorted(theirs, key=lambda area: -menace(sight, desk.house, str(sight.owner[area])))
    elif "improve" in does:
        liked = sorted(own, key=lambda area: -outlook.holding(area, sight.strength(area) + 1.0))
    elif "place-units" in does:
        liked = [*_placed(desk, loan), *sorted(own, key=lambda area: -outlook.worth(area))]
    else:
        liked = []
    return tuple(dict.fromkeys(liked))[:MOST_AREAS]


def _placed(desk: Desk, loan: str) -> list[str]:
    """Where the steward would place the units of a loan now."""
    units = [part["units"] for part in desk.edition.loans[loan].parts if part["does"] == "place-units"]
    return placed(desk, loan, dict(units[0]), hiring_areas(desk.board, desk.edition, desk.house))


def placed(desk: Desk, card: str, units: dict[str, int], areas: tuple[str, ...]) -> list[str]:
    """Where the steward would place the units that a loan or an alliance brings into these areas now."""
    question = d.PlaceUnits(seat=desk.house, house=desk.house, loan=card, units=units, areas=areas)
    answer = desk.answer(question, Recruits)
    return [want.at or want.area for want in answer.wants] if answer is not None else []
