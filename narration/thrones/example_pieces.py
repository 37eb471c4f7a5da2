"""What examples of typed lines are made of: the reader's own areas, and the orders that lie there or might.

While orders are asked for none lie yet: then a few are planned, so that all examples of a letter fit each other.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.marches import is_attack, options
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.planning import refuse_order, stars
from adjudicator.thrones.rules.raids import raid_goals, targets
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import OrderToken
from narration.thrones.voice import Voice


class At(NamedTuple):
    """Where an example is taken from: a board, the house whose pieces speak, the reader's voice."""

    board: Board
    seat: str
    v: Voice

    def of(self, house: str) -> At:
        """The same board and reader, for the pieces of another house."""
        return At(self.board, house, self.v)

    def areas(self, kind: str = "") -> list[str]:
        """The areas with units of the house, or those of a kind."""
        known, forces = self.v.edition.areas, self.board.forces
        own = [area for area in known if area in forces and forces[area].house == self.seat]
        return [area for area in own if not kind or known[area].kind == kind]

    def by_size(self) -> list[str]:
        """The same, lands with most units first, seas and ports last."""
        return sorted(
            self.areas(),
            key=lambda area: (
                self.v.edition.areas[area].kind != "land",
                -sum(self.board.forces[area].units.values()),
            ),
        )

    def goals(self, area: str) -> list[str]:
        """Where units may go from an area without a fight first, what is nobody's before what is the house's own; then
        one place where they would fight, if a force of no house does not hold it."""
        board, edition = self.board, self.v.edition
        found = [to for to in options(board, edition, self.seat, area) if to not in board.neutral]
        calm = [to for to in found if not is_attack(board, self.seat, to)]
        calm.sort(key=lambda to: (to in board.forces, controller(board, edition, to) == self.seat))
        return [*calm, *[to for to in found if is_attack(board, self.seat, to)][:1]]

    def order(self, *types: str, area: str = "") -> str:
        """The plain order token of the first of these kinds that may be given, in an area if one is named; else
        nothing."""
        edition = self.v.edition
        plain = [one for one in edition.orders.values() if one.copies and not (one.special or one.vassal)]
        for kind in types:
            found = [one for one in plain if one.type == kind and kind not in self.board.bans]
            if area:
                found = [one for one in found if self._may_lie(one, area)]
            if found:
                return min(found, key=lambda one: abs(one.modifier)).id
        return ""

    def _may_lie(self, token: OrderToken, area: str) -> bool:
        edition = self.v.edition
        works = token.works(edition.areas[area].kind)
        return works and refuse_order(edition, area, token.id, self.board.bans) is None

    @property
    def lying(self) -> dict[str, str]:
        """The orders of the house that lie open, by area."""
        return {area: placed.order for area, placed in self.board.orders.items() if placed.house == self.seat}

    def orders(self) -> dict[str, str]:
        """The orders that lie; while none of anybody's do, some that might be given."""
        return self.lying if self.board.orders else planned(self)

    def doing(self, kind: str) -> list[str]:
        """The areas with an order that does this, of those above."""
        tokens = self.v.edition.orders
        return [area for area, order in self.orders().items() if order in tokens and tokens[order].does(kind)]

    def raided(self, area: str) -> list[str]:
        """What a raid from an area may be against: orders that lie there now, else where others stand."""
        board, edition = self.board, self.v.edition
        if area in board.orders:
            return list(targets(board, edition, area))
        near = raid_goals(board, edition, self.seat, area)
        return [to for to in near if to in board.forces and board.forces[to].house not in board.family(self.seat)]


def planned(at: At) -> dict[str, str]:
    """A few orders that the house might give, one of a kind, each where it does something."""
    found: dict[str, str] = {}
    for kind, areas in (
        ("march", [area for area in at.by_size() if at.goals(area)]),
        ("support", [area for area in at.by_size() if _supports(at, area)]),
        ("iron-bank", at.areas() if offers(at.board, at.v.edition, at.seat) else []),
        ("raid", [area for area in at.areas() if at.raided(area)]),
    ):
        area = next((area for area in areas if area not in found and at.order(kind, area=area)), "")
        if area:
            found[area] = at.order(kind, area=area)
    return {**found, **_mustering(at, found)}


def _supports(at: At, area: str) -> bool:
    edition = at.v.edition
    return any(can_support(edition, area, near) for near in edition.neighbours[area])


def _mustering(at: At, found: dict[str, str]) -> dict[str, str]:
    """A special order that musters, where the house may give one and has a place for it."""
    board, edition = at.board, at.v.edition
    token = next((one for one in edition.orders.values() if one.musters and one.copies and not one.vassal), None)
    if token is None or stars(board, edition, at.seat) < token.special:
        return {}
    places = (area for area in mustering_places(board, edition, at.seat) if area in at.areas() and area not in found)
    area = next((area for area in places if refuse_order(edition, area, token.id, board.bans) is None), "")
    return {area: token.id} if area else {}
