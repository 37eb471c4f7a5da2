"""Facts of a map that no game changes, and the worth of its areas: made once for an edition."""

from __future__ import annotations

from copy import copy

from adjudicator.thrones.rules.control import facts_of, settled_areas
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition


def _worth(area: Area) -> float:
    """What an area is worth to anybody: settlements win the game, mustering, barrels and crowns feed it."""
    if area.kind != "land":
        return 0.8 if area.kind == "sea" else 0.4
    settled = 9.0 * max(1, area.claim) if area.settlement != "none" else 0.0
    return 0.7 + settled + 1.5 * area.muster + 1.6 * area.supply + 1.1 * area.power


class Chart:
    """Facts of an edition's map: worth, neighbours in the order of the data, distances up to 3."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.worth = {area.id: _worth(area) for area in edition.areas.values()}
        self.near = {area.id: area.land + area.sea + area.port for area in edition.areas.values()}
        self.land = frozenset(area.id for area in edition.areas.values() if area.kind == "land")
        self.settled = frozenset(area.id for area in edition.areas.values() if area.settlement != "none")
        self.strength = {unit.id: unit.strength or unit.siege // 2 for unit in edition.units.values()}
        self.away = {area: self._distances(area) for area in edition.areas}

    def improved(self, board: Board) -> Chart:
        """The chart with the tokens that improve or degrade areas; itself where there are none."""
        if not board.improvements:
            return self
        found = copy(self)
        found.worth = {**self.worth, **{a: _worth(facts_of(board, self.edition, a)) for a in board.improvements}}
        found.settled = frozenset(settled_areas(board, self.edition))
        return found

    def _distances(self, origin: str) -> dict[str, int]:
        """Areas of the same terrain within three steps."""
        ashore = origin in self.land
        found = {origin: 0}
        front = [origin]
        for distance in (1, 2, 3):
            reached = []
            for here in front:
                for there in self.near[here]:
                    if (there in self.land) == ashore and there not in found:
                        found[there] = distance
                        reached.append(there)
            front = reached
        del found[origin]
        return found


# By edition, and by whether its fords are open.
_CHARTS: dict[tuple[str, bool], Chart] = {}


def chart_of(edition: Edition) -> Chart:
    """The chart of an edition, made once."""
    chart = _CHARTS.get((edition.id, edition.fair))
    if chart is None or chart.edition is not edition:
        chart = _CHARTS[edition.id, edition.fair] = Chart(edition)
    return chart
