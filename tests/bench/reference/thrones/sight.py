"""What the bot sees for one house: the board that lies open to all, the edition, and sums made from them once."""

from __future__ import annotations

from functools import cached_property

from adjudicator.thrones.rules.control import barrels, claim_track, controller, facts_of, reach
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.marches import is_march_barred
from adjudicator.thrones.rules.strength import support_strength
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition
from tests.bench.reference.thrones.cause import flown, stirred
from tests.bench.reference.thrones.chart import chart_of

FALLOFF = (1.0, 0.4, 0.16, 0.064)


def hunger(held: int) -> float:
    """How much more a barrel is worth than usual to who has so many: little supply makes hungry, enough does not."""
    return max(-1.0, 2.0 - 0.7 * held)


class Sight:
    """The board as one house sees it. Policies get this and the decision, nothing else: what is hidden is not in it."""

    def __init__(self, board: Board, edition: Edition, house: str) -> None:
        self.board, self.edition, self.house = board, edition, house
        self.chart = stirred(chart_of(edition).improved(board), board, edition, house)
        # How much a house is to be feared by another; `feud` asks for the same pairs again and again.
        self.menaces: dict[tuple[str, str], float] = {}

    def facts(self, area: str) -> Area:
        """What an area offers now."""
        return facts_of(self.board, self.edition, area)

    @cached_property
    def owner(self) -> dict[str, str | None]:
        """Who controls each area; the ships' house at sea."""
        return {area: controller(self.board, self.edition, area) for area in self.edition.areas}

    @cached_property
    def settled(self) -> dict[str, int]:
        """What brings victory, by house: settlements held, or claim where areas have flags; points by loyalty."""
        held = dict.fromkeys(self.board.houses, 0)
        for area in self.chart.settled:
            owner = self.owner[area]
            if owner in held:
                held[owner] += self.counts(area)
        for house in claim_track(self.board):
            held[house] += 1
        return {**held, **self.board.points}

    def counts(self, area: str) -> int:
        """What an area with a settlement counts for victory."""
        return self.edition.areas[area].claim if self.edition.claimed else 1

    @cached_property
    def average(self) -> float:
        """Settlements held by a house on average."""
        return sum(self.settled.values()) / len(self.settled)

    @cached_property
    def hunger(self) -> float:
        """How much more a barrel is worth to the house than usual."""
        return hunger(barrels(self.board, self.edition, self.house))

    @cached_property
    def reaches(self) -> dict[str, dict[str, bool]]:
        """Where the standing units of each area could march, own dragons fly; not into what their family holds."""
        board = self.board
        found = {
            area: reach(board, self.edition, force.house, area) for area, force in board.forces.items() if force.units
        }
        for area, goals in self.flown.items():
            found[area] = {
                **found[area],
                **dict.fromkeys(sorted(goals, key=self.edition.area_order.__getitem__), False),
            }
        return {area: self._open(area, goals) for area, goals in found.items()} if board.commanders else found

    def _open(self, area: str, goals: dict[str, bool]) -> dict[str, bool]:
        """The goals that a march from an area may have, whoever commands its units."""
        house = self.board.forces[area].house
        return {
            to: by_ship for to, by_ship in goals.items() if not is_march_barred(self.board, self.edition, house, to)
        }

    @cached_property
    def flown(self) -> dict[str, frozenset[str]]:
        """Goals of dragons where no march leads, by their area; those of others to tokens in own areas."""
        forces = self.board.forces
        if not self.board.points:
            return {}
        return {
            area: frozenset(goals) - set(reach(self.board, self.edition, forces[area].house, area))
            for area, goals in flown(self.board, self.edition, self.house, self.owner).items()
        }

    @cached_property
    def attackers(self) -> dict[str, dict[str, list[str]]]:
        """For each area: the areas of each house whose units could march into it."""
        found: dict[str, dict[str, list[str]]] = {}
        for area, reached in self.reaches.items():
            house = self.board.forces[area].house
            for to in reached:
                found.setdefault(to, {}).setdefault(house, []).append(area)
        return found

    @cached_property
    def ordered(self) -> bool:
        """Whether orders lie open on the board."""
        return self.board.phase in ("raven", "tactics", "raids", "marches")

    @cached_property
    def last_round(self) -> bool:
        """Whether nothing comes after this round."""
        return self.board.round >= self.edition.rounds

    @cached_property
    def strengths(self) -> dict[str, int]:
        """What the standing units count, and who stands there besides, by area."""
        board, edition, beside = self.board, self.edition, hooks_of(self.edition).beside_units
        counted = {area: self.count(force.units) for area, force in board.forces.items()}
        if beside is None:
            return counted
        return {area: strength + beside(board, edition, area) for area, strength in counted.items()}

    @cached_property
    def supports(self) -> dict[str, tuple[str, int]]:
        """Support orders on the board: whose, and what they add."""
        board, edition = self.board, self.edition
        return {
            area: (placed.house, support_strength(board, edition, area))
            for area, placed in board.orders.items()
            if edition.orders[placed.order].type == "support"
        }

    def strength(self, area: str) -> int:
        """What the standing units in an area count."""
        return self.strengths.get(area, 0)

    def count(self, units: dict[str, int]) -> int:
        """What some units count."""
        each = self.chart.strength
        return sum(each[unit] * number for unit, number in units.items())

    def order_type(self, area: str) -> str:
        """The type of the order lying in an area, or an empty string."""
        placed = self.board.orders.get(area)
        return "" if placed is None else self.edition.orders[placed.order].type

    def own(self) -> list[str]:
        """Areas with units of the house, in the order of the data."""
        held = [area for area, force in self.board.forces.items() if force.house == self.house]
        return sorted(held, key=self.edition.area_order.__getitem__)

    def ahead(self, first: str, second: str) -> bool:
        """Whether the first house wins ties of strength against the second."""
        return self._places.get(first, len(self._places)) < self._places.get(second, len(self._places))

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of each house on the track that decides ties in battle; who is not on it comes last."""
        return {house: place for place, house in enumerate(self.board.tracks["fiefdoms"])}
