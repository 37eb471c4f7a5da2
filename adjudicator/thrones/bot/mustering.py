"""Mustering and loans: what is worth its points, its price and its interest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.thrones.bot.outlook import Outlook, menace
from adjudicator.thrones.bot.sight import Proposal, Sight
from adjudicator.thrones.rules.control import STRONGHOLD, free_tokens, places_for
from adjudicator.thrones.rules.iron_bank import Hiring, hiring_areas, offers
from adjudicator.thrones.rules.mustering import Booking, MusterBudget
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import AreaChoice, Pick, Piece, Recruit, Recruits


class Recruiter:
    """Scores what may be mustered next, per point spent."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.outlook = sight, Outlook(sight)
        own = sight.board.areas_of(sight.house)
        self.fleets = sum(area not in sight.chart.land for area in own)
        self.armies = len(own) - self.fleets

    def score(self, want: Recruit, budget: Booking) -> float:
        """How good one more recruit is, for each point it costs."""
        sight, outlook = self.sight, self.outlook
        kind = sight.edition.units[want.unit]
        there = sum(count for (at, _), count in budget.here.items() if at == want.at)
        base = float(sight.strength(want.at) + there)
        front = 0.12 * outlook.pull(want.at)
        saved = (
            0.15
            * outlook.area_value(want.at)
            * (outlook.loss(want.at, base) - outlook.loss(want.at, base + kind.strength))
        )
        if want.upgrade:
            return (0.9 + 0.5 * front + saved) / max(1, kind.upgrade_cost)
        if kind.terrain == "sea":
            new = 0.35 * outlook.gain(want.at) if base == 0 else 0.0
            return (0.5 + new + saved - 0.35 * self.fleets - 0.3 * base) / max(1, kind.cost)
        fresh = 0.8 if self.armies < 6 else 0.3
        return (0.55 * kind.strength + fresh + front + saved - 0.15 * base) / max(1, kind.cost)


def muster(sight: Sight, decision: d.MusterUnits) -> Iterator[Proposal]:
    """Point by point the best recruit, as far as pieces, points and supply allow."""
    recruiter = Recruiter(sight)
    budget = MusterBudget(sight.board, sight.edition, decision.house, decision.places)
    wants: list[Recruit] = []
    for area in decision.places:
        while possible := budget.possible(area):
            best = max(possible, key=lambda want: recruiter.score(want, budget))
            if recruiter.score(best, budget) <= 0:
                break
            budget.book(best)
            wants.append(best)
    yield Recruits(tuple(wants)), "by threat and supply"


# How much of the interest still to come is counted: later Power is worth less than Power at hand.
INTEREST = 0.6
# What a loan must be worth beyond its price.
MARGIN = 1.0
Worth = Callable[[Sight, Mapping[str, Any]], float]


def _placed_units_worth(sight: Sight, part: Mapping[str, Any]) -> float:
    """Return the worth in Power of units a loan places: 2 for each point of cost."""
    question = d.PlaceUnits(
        seat=sight.house,
        house=sight.house,
        loan="",
        units=dict(part["units"]),
        areas=hiring_areas(sight.board, sight.edition, sight.house),
    )
    return sum(2.0 * sight.edition.units[want.unit].cost for want in _greedy(sight, question).wants)


def _improvement_worth(sight: Sight, part: Mapping[str, Any]) -> float:
    """Return the worth in Power of tokens that a loan lays; only own areas count."""
    mine = [a for a in places_for(sight.board, sight.edition, part["mark"]) if sight.owner[a] == sight.house]
    each = {"barrel": 2.0 + sight.hunger, "crown": 1.5, STRONGHOLD: 2.5}[part["mark"]]
    return each * min(len(mine), int(part["areas"]))


WORTH: Mapping[str, Worth] = {
    "gain-power": lambda sight, part: float(
        min(int(part["power"]), free_tokens(sight.board, sight.edition, sight.house))
    ),
    "more-supply": lambda sight, part: 2.0 + sight.hunger,
    "improve": _improvement_worth,
    # More where another house is near to victory.
    "burn-castle": lambda sight, part: (
        1.0
        + 4.0 * any(count >= sight.board.victory - 2 for house, count in sight.settled.items() if house != sight.house)
    ),
    "place-units": _placed_units_worth,
    "look-at-deck": lambda sight, part: 1.0,
    "kill": lambda sight, part: 4.0,
}


def power_needed(sight: Sight, loan: str, cost: int) -> float:
    """Return the Power needed to take a loan at this price and pay interest after.
    Power that the loan itself brings is deducted; 0 in the last round."""
    bank = sight.board.bank
    owed = 1 + len(bank.loans.get(sight.house, ()) if bank is not None else ())
    return cost + owed - _power(sight, loan) if sight.edition.rounds > sight.board.round else 0.0


def _power(sight: Sight, loan: str) -> float:
    """The Power that a loan brings."""
    parts = sight.edition.loans[loan].parts
    return sum(WORTH[part["does"]](sight, part) for part in parts if part["does"] == "gain-power")


def gain(sight: Sight, loan: str, cost: int) -> float:
    """Return a loan's gain in Power less price and interest; 0 if it cannot be repaid."""
    return surplus(sight, loan, cost) if sight.board.power[sight.house] >= power_needed(sight, loan, cost) else 0.0


def surplus(sight: Sight, loan: str, cost: int) -> float:
    """Return a loan's gain beyond price and interest for who has the Power it needs."""
    left = sight.edition.rounds - sight.board.round
    if not left and not _power(sight, loan):
        return 0.0  # what a loan builds comes too late
    worth = sum(WORTH[part["does"]](sight, part) for part in sight.edition.loans[loan].parts)
    return worth - cost - INTEREST * left - MARGIN


def best_loan(sight: Sight, costs: Mapping[str, int]) -> tuple[float, str]:
    """The loan that brings most, and how much; 0 and none if none pays."""
    gains = [(gain(sight, loan, cost), loan) for loan, cost in costs.items()]
    return max([pair for pair in gains if pair[0] > 0], key=lambda pair: pair[0], default=(0.0, ""))


def bank_wish(sight: Sight) -> float:
    """How much an Iron Bank order is worth now, by what can be had and paid for."""
    power = sight.board.power[sight.house]
    costs = {loan: cost for loan, cost in offers(sight.board, sight.edition, sight.house).items() if cost <= power}
    return 0.3 * best_loan(sight, costs)[0]


def take_loan(sight: Sight, decision: d.TakeLoan) -> Iterator[Proposal]:
    """The loan that brings most beyond price and interest, or none."""
    _, loan = best_loan(sight, decision.costs)
    if loan:
        yield Pick(loan), "it pays"
    yield Pick(decision.choices[-1]), "no loan pays now"


def improve(sight: Sight, decision: d.ImproveArea) -> Iterator[Proposal]:
    """Choose safely held own areas; for a ruin a castle of the most feared house."""
    outlook = Outlook(sight)

    def liking(area: str) -> float:
        owner = sight.owner[area]
        if decision.mark == "ruin":
            return -100.0 if owner == sight.house else menace(sight, sight.house, owner) if owner is not None else 0.0
        return outlook.holding(area, sight.strength(area) + 1.0) if owner == sight.house else -1.0

    for area in sorted(decision.choices, key=lambda area: -liking(area)):
        yield AreaChoice(area), "where it serves us"


def _greedy(sight: Sight, decision: d.PlaceUnits) -> Recruits:
    """Unit by unit the best place."""
    recruiter, hiring = Recruiter(sight), Hiring(sight.board, sight.edition, decision)

    def score(want: Recruit) -> float:
        return recruiter.score(want, hiring)

    return hiring.place(lambda unit: max(hiring.possible(unit), key=score, default=None))


def place_units(sight: Sight, decision: d.PlaceUnits) -> Iterator[Proposal]:
    """Place as many units as can be had, each where it is needed most."""
    yield _greedy(sight, decision), "by threat and supply"


def destroy(sight: Sight, decision: d.DestroyUnit) -> Iterator[Proposal]:
    """Hurt the most feared house most; never an own unit if avoidable."""
    outlook = Outlook(sight)

    def harm(piece: Piece) -> float:
        force = sight.board.forces[piece.area]
        if force.house == sight.house:
            return -100.0 - sight.edition.units[piece.unit].cost
        alone = 0.5 * outlook.area_value(piece.area) if force.size() == 1 else 0.0
        return 0.2 * menace(sight, sight.house, force.house) + sight.edition.units[piece.unit].cost + alone

    for piece in sorted(decision.choices, key=lambda piece: -harm(piece)):
        yield piece, "the one to be feared loses it"
