"""What the maester tries when it plans, and how it values a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.thrones.rules.control import barrels, players_of
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state.answers import Orders
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.planning import Wishing, orders_beside
from adjudicator.thrones.steward.sight import Sight

WON = 200.0


class Drafts:
    """Sets of orders for one house that are worth a try."""

    def __init__(self, position: Position, decision: Any) -> None:
        self.decision = decision
        self.sight = Sight(position.board, edition_of(position), decision.house)
        self.edition, self.outlook = self.sight.edition, Outlook(self.sight)
        self.wishing = Wishing(self.sight, decision.areas)
        self.base = orders_beside(self.sight, decision, {})

    def sets(self) -> Iterator[dict[str, str]]:
        """The steward's set, those that grab and guard, march orders exchanged, then other orders in single areas."""
        yield self.base
        yield self._beside(self._first_of(self.decision.areas, ("march",)))
        threatened = [area for area in self.decision.areas if self.outlook.loss(area, self.sight.strength(area)) > 0.1]
        yield self._beside(self._first_of(threatened, ("defense", "support")))
        yield from self._exchanged()
        for _, area, order in sorted(self._seconds()):
            yield self._beside({area: order})

    def _beside(self, given: Mapping[str, str]) -> dict[str, str]:
        """A whole set around some orders, as the steward would complete it."""
        return {**given, **orders_beside(self.sight, self.decision, given)}

    def _possible(self, area: str) -> list[str]:
        """Orders that may lie in an area, the best first."""
        found = [o for o in self.edition.orders if refuse_order(self.edition, area, o, self.decision.bans) is None]
        return sorted(found, key=lambda order: -self.wishing.score(area, order))

    def _first_of(self, areas: tuple[str, ...] | list[str], types: tuple[str, ...]) -> dict[str, str]:
        """The best order of these types in each area, as far as tokens go."""
        found: dict[str, str] = {}
        for area in areas:
            for order in self._possible(area):
                fits = refuse_counts(self.edition, {**found, area: order}, self.decision.stars) is None
                if fits and self.edition.orders[order].type in types:
                    found[area] = order
                    break
        return found

    def _exchanged(self) -> Iterator[dict[str, str]]:
        """The steward's set with the tokens of two areas that march exchanged."""
        marching = [area for area, order in self.base.items() if self.edition.orders[order].type == "march"]
        for place, area in enumerate(marching):
            for other in marching[place + 1 :]:
                if self.base[area] != self.base[other]:
                    yield {**self.base, area: self.base[other], other: self.base[area]}

    def _seconds(self) -> Iterator[tuple[float, str, str]]:
        """The best order of each other type in each area, with what the steward thinks it loses."""
        for area in self.decision.areas:
            now = self.base.get(area)
            types = {self.edition.orders[now].type} if now else set()
            mine = self.wishing.score(area, now) if now else 0.0
            for order in self._possible(area):
                if self.edition.orders[order].type not in types:
                    types.add(self.edition.orders[order].type)
                    yield mine - self.wishing.score(area, order), area, order


def variations(position: Position, decision: Any, most: int) -> list[Orders]:
    """Orders that are worth a try, the steward's first; none twice."""
    found: list[Orders] = []
    for orders in Drafts(position, decision).sets():
        answer = Orders({area: orders[area] for area in decision.areas if area in orders})
        if answer not in found and check(position, decision, answer) is None:
            found.append(answer)
        if len(found) == most:
            break
    return found


def value(position: Position, house: str) -> float:
    """How good a position is for a house: a sum of features, with the danger to what it holds taken off."""
    board, edition = position.board, edition_of(position)
    if board.ending is not None:
        winners = board.ending.winners
        return WON / len(winners) if house in winners else -WON
    sight = Sight(board, edition, house)
    outlook = Outlook(sight)
    held = sum(
        outlook.worth(area) * outlook.holding(area, sight.strength(area) if area in board.forces else 0.0)
        for area, owner in sight.owner.items()
        if owner == house
    )
    army = sum(sight.strengths[area] for area, force in board.forces.items() if force.house == house)
    rivals = [sight.settled[other] for other in players_of(board) if other != house]
    left = board.victory - sight.settled[house]
    places = sum(len(track) - track.index(house) for track in board.tracks.values())
    return (
        held
        + 5.0 * sight.settled[house]
        + 1.5 * army
        + 0.5 * min(board.power[house], 12)
        + 0.5 * barrels(board, edition, house)
        + 0.6 * places
        + 6.0 * max(0, 3 - left)
        - 4.0 * max(rivals, default=0)
        - 8.0 * max(0, max(rivals, default=0) - (board.victory - 3))
    )
