"""Marches written ahead: what every area is worth to the house, and what the round may add to that."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.storm.activation import free_leaders
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.sums import Share, Sum
from adjudicator.thrones.sheets.sheet import UNIT, Marches, MarchPlan, Move, Worth
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.steward.cause import wins_with
from adjudicator.thrones.steward.outlook import LEADING, NEARLY, RIVAL
from adjudicator.thrones.steward.sight import hunger

MOST_WORTH = 1000
# As many rules as a form shows; worths are rounded by ever longer steps until there are no more.
MOST_RULES, STEPS = 55, (1, 3, 5, 10, 20, 40)
# Settlements that a round may bring to a rival, and the most that a share of a sum counts.
MORE, MOST_TIMES = 2, 100
# What hunger is when there is none.
FED = hunger(100)


def write_marches(desk: Desk, orders: Iterable[str]) -> Marches:
    """What areas are worth, more while they are a rival's, and the more of them it holds; the settlement that would win
    the game comes before all.

    `orders` are all that may come to lie in the house's areas; nothing is written if none of them marches, and no
    leader may be turned.
    """
    if not free_leaders(desk.board, desk.house) and not any(
        desk.edition.orders[order].does("march") for order in orders
    ):
        return Marches()
    first, more = _winning(desk), [*_against(desk), *_hungry(desk)]
    return Marches(worths=(*first, *_worths(desk, MOST_RULES - len(first) - len(more)), *more))


def march_asked(desk: Desk, asked: Iterable[Decision]) -> Marches | None:
    """The march that the steward would make now, for who reads it and changes it; None if none of the house's is asked
    for."""
    question = next((one for one in asked if isinstance(one, d.ResolveMarch) and one.house == desk.house), None)
    answer = desk.answer(question, March) if question is not None else None
    if answer is None:
        return None
    moves = tuple(Move(to=to, units=dict(units)) for to, units in answer.moves.items())
    leaders = {} if answer.leaders is UNSET else dict(answer.leaders)
    plan = MarchPlan(moves=moves, leave_token="if-possible" if answer.leave_token else "never", leaders=leaders)
    return Marches(sequence=(answer.area,), areas={answer.area: (plan,)})


def _worths(desk: Desk, most: int) -> list[Worth]:
    """Every area by its worth to the house when it has barrels in plenty, the dearest first; as exactly as there is
    room for."""
    hungry = desk.sight.hunger - FED
    worths = {area: desk.outlook.worth(area) - hungry * desk.sight.facts(area).supply for area in desk.edition.areas}
    for step in STEPS:
        found: dict[int, list[str]] = {}
        for area, worth in worths.items():
            found.setdefault(min(MOST_WORTH, step * round(UNIT * worth / step)), []).append(area)
        if len(found) <= most:
            break
    return [Worth(areas=tuple(areas), worth=worth) for worth, areas in sorted(found.items(), reverse=True) if worth > 0]


def _winning(desk: Desk) -> list[Worth]:
    """What would win the game is worth more than anything: with all but one of the settlements each one of others, to
    a house that wins by tokens an area with as many as it lacks."""
    board, sight = desk.board, desk.sight
    others = [area for area in desk.edition.areas if sight.owner[area] != desk.house]
    decisive = [area for area in others if wins_with(board, desk.house, area)]
    found = [Worth(areas=tuple(decisive), worth=MOST_WORTH)] if decisive else []
    others = sorted(area for area in sight.chart.settled if sight.owner[area] != desk.house)
    counts = {area: max(1, desk.edition.areas[area].claim) for area in others}
    for count in sorted(set(counts.values())) if desk.house not in board.points else ():
        closing = c.Compare(_counted(desk), ">=", c.Number(board.victory - count))
        areas = tuple(area for area in others if counts[area] == count)
        found.append(Worth(when=closing, areas=areas, worth=MOST_WORTH))
    return found


def _counted(desk: Desk, who: str = "me") -> c.Holding:
    """What wins the game: settlements, or claim where areas have flags."""
    return c.Holding("claim" if desk.edition.claimed else "settlements", who)


def _against(desk: Desk) -> list[Worth]:
    """What the settlements of rivals are worth besides: something anyway, more by how many more than the average a
    rival holds, most while it lacks one or two to win."""
    board, sight = desk.board, desk.sight
    rivals = [house for house in board.houses if house not in board.family(desk.house)]
    settled = tuple(sorted(sight.chart.settled))
    found = []
    for areas in _alike(desk, settled):
        usual = sum(desk.outlook.worth(area) for area in areas) / len(areas)
        found.append(Worth(areas=areas, owners=tuple(rivals), worth=round(UNIT * (RIVAL - 1) * usual), adds=True))
        each = min(MOST_TIMES, round(UNIT * LEADING * usual))
        found += [_ahead(desk, rival, areas, each) for rival in rivals]
    for rival in (rival for rival in rivals if rival not in board.points):
        theirs, before = _counted(desk, rival), 0.0
        for lacking in sorted(NEARLY, reverse=True):
            if sight.settled[rival] + MORE >= board.victory - lacking:
                when = c.Compare(theirs, ">=", c.Number(board.victory - lacking))
                more, before = round(UNIT * (NEARLY[lacking] - before)), NEARLY[lacking]
                found.append(Worth(when=when, areas=settled, owners=(rival,), worth=more, adds=True))
    return [rule for rule in found if rule.worth and rule.owners]


def _alike(desk: Desk, settled: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Settlements by what they count for victory."""
    found: dict[int, list[str]] = {}
    for area in settled:
        found.setdefault(desk.sight.counts(area), []).append(area)
    return [tuple(areas) for _, areas in sorted(found.items())]


def _ahead(desk: Desk, rival: str, areas: tuple[str, ...], each: int) -> Worth:
    """What areas of a rival are worth besides for each settlement, or claim, that it has above the average."""
    if rival in desk.board.points:
        above = max(0.0, desk.sight.settled[rival] - desk.sight.average)
        return Worth(areas=areas, owners=(rival,), worth=round(each * above), adds=True)
    count = len(desk.sight.settled)
    shares = (
        Share(term=_counted(desk, rival), times=each),
        *(Share(term=term, times=-each, over=count) for term in (_counted(desk), _counted(desk, "others"))),
    )
    return Worth(areas=areas, owners=(rival,), worth=Sum(of=shares), adds=True)


def _hungry(desk: Desk) -> list[Worth]:
    """What barrels are worth besides, the fewer the house has."""
    edition = desk.edition
    found = []
    for icons in sorted({desk.sight.facts(area).supply for area in edition.areas} - {0}):
        areas = tuple(area for area in edition.areas if desk.sight.facts(area).supply == icons)
        first, fewer = (round(UNIT * icons * (hunger(0) - less)) for less in (FED, hunger(1)))
        worth = Sum(of=(Share(term=c.Holding("barrels"), times=-fewer),), plus=first)
        found.append(Worth(areas=areas, worth=worth, adds=True))
    return found
