"""A house that wins by loyalty: whom its bids help, what is made of its deck, and which moves it cancels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Spread, YesNo
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.habits import Proposal
from adjudicator.thrones.steward.sight import Sight

# What a card's offer must be worth to be paid for.
ENOUGH = 1.2


def spread_bid(sight: Sight, decision: d.SpreadBid) -> Iterator[Proposal]:
    """To the two houses least to be feared: the best placed tokens go to the weak."""
    weakest = ranked(sight, decision.houses)[:2]
    half = -(-decision.amount // len(weakest))
    gifts = {weakest[0]: half, **({weakest[1]: decision.amount - half} if decision.amount > half else {})}
    yield Spread(gifts), "to those least to be feared"


def cancel_move(sight: Sight, decision: d.CancelMove) -> Iterator[Proposal]:
    """Where the token lay much better, and the Power is not the last."""
    better = ease(sight, decision.area) - ease(sight, decision.to)
    pays = sight.board.power[sight.house] > decision.cost and better > ENOUGH * decision.cost
    yield YesNo(pays), "it lay better" if pays else "not worth the Power"


def ease(sight: Sight, area: str) -> float:
    """How easily a house that wins by loyalty could take a token there: less where others guard it, more if near."""
    board = sight.board
    guard = board.neutral.get(area, 0)
    garrison = board.garrisons.get(area)
    if garrison is not None and garrison.house not in board.points:
        guard += garrison.strength
    if sight.owner[area] not in board.points:
        guard += sight.strength(area)
    near = any(house in board.points for house in sight.attackers.get(area, {}))
    return 3.0 + near - 0.5 * guard


def _mine(sight: Sight) -> bool:
    return sight.house in sight.board.points


def _homes(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    return ENOUGH if choice == "decline" else ease(sight, sight.edition.houses[choice].home)


def _areas(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Tokens where they are easily taken; others lay them where they are not."""
    if choice == "decline":
        return ENOUGH
    return ease(sight, choice) if _mine(sight) else -ease(sight, choice)


def _flesh(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A dragon back home if possible, never one given up."""
    if choice.isdecimal():
        return float(choice)
    return {"return-dragon": 2.0, "decline": 1.0}.get(choice, 0.0)


def _hold(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """An area where one unit stops nobody; the unit of the house least to be feared; it sends its strongest."""
    units, houses = sight.edition.units, sight.board.houses
    if choice in units:
        return float(units[choice].strength)
    if choice in houses:
        return -float(ranked(sight, [house for house in decision.choices if house in houses]).index(choice))
    return ENOUGH + 1.0 if choice == "decline" else ease(sight, choice)


def _two(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Named is who is least to be feared; he lays the tokens where they are hard to take."""
    if choice in sight.edition.areas:
        return -ease(sight, choice)
    if choice == "decline":
        return 0.0 if sight.board.power[sight.house] > 2 else 100.0
    return 50.0 - ranked(sight, [house for house in decision.choices if house != "decline"]).index(choice)


def _moved(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The move that makes a token easiest to take, or hardest for who fears it."""
    sign = 1.0 if _mine(sight) else -1.0
    if decision.subject:
        return sign * ease(sight, choice)
    lands = [ease(sight, to) for to in sight.edition.areas[choice].land]
    best = max(lands, key=lambda value: sign * value)
    return sign * (best - ease(sight, choice))


LIKINGS: Mapping[str, Callable[[Sight, d.PickEffect, str], float]] = {
    "token-to-homes": _homes,
    "token-to-one-of": _areas,
    "give-up-or-return": _flesh,
    "token-and-unit": _hold,
    "two-by-another": _two,
    "two-by-rivers": _areas,
    "everybody-moves": _moved,
}
