"""Mustering: new units for the points of cities and strongholds (1e rules: mustering; EX-03, RULE-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from adjudicator.engine.decision import Refusal
from adjudicator.engine.legality import Law, Pick
from adjudicator.engine.step import Asks, Play
from adjudicator.thrones.rules.control import controlled, facts_of, turn_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.rules.westeros import UNITS, Ahead, may_ask
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.decisions import Recruit, Recruits
from adjudicator.thrones.state.edition import Edition

RULE = "westeros.mustering"


class Ledger:
    """What has been mustered so far in one decision: points left, pieces and armies changed."""

    def __init__(self, board: Board, edition: Edition, house: str, places: dict[str, int]) -> None:
        self.board, self.edition, self.house = board, edition, house
        self.points = dict(places)
        self.added: dict[str, int] = {}
        self.pieces: dict[str, int] = {}
        self.here: dict[tuple[str, str], int] = {}
        self._before: dict[str, int] = {}

    def _free_piece(self, unit: str) -> bool:
        if unit not in self._before:
            self._before[unit] = piece_count(self.board, self.house, unit)
        used = self._before[unit] + self.pieces.get(unit, 0)
        return used < self.edition.limit(self.house, unit)

    def _cost(self, want: Recruit) -> int:
        unit = self.edition.units[want.unit]
        return unit.upgrade_cost if want.upgrade else unit.cost

    def _is_dear(self, unit: str) -> bool:
        """Whether a unit is not of the cheapest kind that is mustered."""
        kinds = self.edition.units
        return kinds[unit].cost > min(kind.cost for kind in kinds.values() if kind.mustered)

    def refuse(self, want: Recruit) -> Refusal | None:
        """Why this want cannot be had on top of what was mustered so far."""
        where = f"muster.{want.area}"
        if want.area not in self.points:
            return Refusal("no-mustering-there", f"{want.area} gives no mustering points to {self.house}", where)
        if want.unit not in self.edition.units:
            return Refusal("unknown-unit", f"there is no unit {want.unit!r}", where)
        if not self.edition.units[want.unit].mustered:
            return Refusal("not-mustered", f"a {want.unit} is there from the start, or not at all", where)
        if self.edition.areas[want.area].town and (want.upgrade or self._is_dear(want.unit)):
            return Refusal("town-musters-footmen", f"{want.area} is a town: it brings a new footman alone", where)
        if self._cost(want) > self.points[want.area]:
            return Refusal(
                "not-enough-points", f"{want.area} has {self.points[want.area]} mustering point(s) left", where
            )
        if not self._free_piece(want.unit):
            return Refusal("no-piece-left", f"every {want.unit} of {self.house} is on the board", where)
        return self._refuse_upgrade(want, where) if want.upgrade else self._refuse_new(want, where)

    def _refuse_upgrade(self, want: Recruit, where: str) -> Refusal | None:
        before = self.edition.units[want.unit].upgrade_from
        force = self.board.forces.get(want.area)
        there = force.units.get(before, 0) if force is not None and before is not None else 0
        if force is not None and before is not None and self.edition.variant.routed_promoted:
            there += force.routed.get(before, 0)
        if before is None or want.at != want.area or there + self.here.get((want.area, before), 0) < 1:
            return Refusal("nothing-to-upgrade", f"{want.area} has no unit that becomes a {want.unit}", where)
        return None

    def _refuse_new(self, want: Recruit, where: str) -> Refusal | None:
        facts = self.edition.areas
        if self.edition.units[want.unit].terrain == "land":
            if want.at != want.area:
                return Refusal("muster-at-home", f"a {want.unit} appears in {want.area} itself", where)
        elif want.at not in (*facts[want.area].sea, *facts[want.area].port):
            return Refusal("sea-not-adjacent", f"ships of {want.area} appear in a sea next to it, not {want.at}", where)
        force = self.board.forces.get(want.at)
        if want.at in self.board.neutral or (force is not None and force.house != self.house):
            return Refusal("sea-not-free", f"other ships lie in {want.at}", where)
        lying = (force.size() if force is not None else 0) + self.added.get(want.at, 0)
        if want.at in self.edition.ports and lying >= self.edition.port_limit:
            return Refusal("port-full", f"{want.at} holds {self.edition.port_limit} ships at most", where)
        if not fits(self.board, self.edition, self.house, {**self.added, want.at: self.added.get(want.at, 0) + 1}):
            return Refusal("supply-exceeded", f"another unit in {want.at} would exceed the supply limits", where)
        return None

    def book(self, want: Recruit) -> None:
        """Count this want as mustered."""
        self.points[want.area] -= self._cost(want)
        self.pieces[want.unit] = self.pieces.get(want.unit, 0) + 1
        self.here[(want.at, want.unit)] = self.here.get((want.at, want.unit), 0) + 1
        if want.upgrade:
            before = str(self.edition.units[want.unit].upgrade_from)
            self.pieces[before] = self.pieces.get(before, 0) - 1
            self.here[(want.at, before)] = self.here.get((want.at, before), 0) - 1
        else:
            self.added[want.at] = self.added.get(want.at, 0) + 1

    def possible(self, area: str) -> list[Recruit]:
        """Everything that may be mustered next with the points of one area."""
        wants = []
        for unit in self.edition.units.values():
            facts = self.edition.areas[area]
            places = (area,) if unit.terrain == "land" else facts.sea + facts.port
            wants += [Recruit(area, unit.id, at) for at in places]
            if unit.upgrade_from is not None:
                wants.append(Recruit(area, unit.id, area, upgrade=True))
        return [want for want in wants if self.refuse(want) is None]


class Booking(Protocol):
    """What is placed unit by unit, each on top of those before it."""

    def refuse(self, want: Recruit) -> Refusal | None:
        """Why this unit cannot come next."""

    def book(self, want: Recruit) -> None:
        """Count this unit."""


def refuse_in_turn(booking: Booking, wants: Iterable[Recruit]) -> Refusal | None:
    """Why these units cannot be placed one after the other; books those that can."""
    for want in wants:
        refusal = booking.refuse(want)
        if refusal is not None:
            return refusal
        booking.book(want)
    return None


def check_recruits(position: Position, decision: d.MusterUnits, answer: Recruits) -> Refusal | None:
    """Why this list cannot be mustered in this order."""
    ledger = Ledger(position.board, edition_of(position), decision.house, decision.places)
    return refuse_in_turn(ledger, answer.wants)


def every_recruits(position: Position, decision: d.MusterUnits) -> Iterator[Recruits]:
    """Every list that may be mustered, place after place in the order of the data; nothing at all first."""
    board, edition = position.board, edition_of(position)
    areas = list(decision.places)

    def extend(wants: tuple[Recruit, ...], place: int) -> Iterator[Recruits]:
        yield Recruits(wants)
        for later in range(place, len(areas)):
            ledger = Ledger(board, edition, decision.house, decision.places)
            for want in wants:
                ledger.book(want)
            for want in ledger.possible(areas[later]):
                yield from extend((*wants, want), later)

    return extend((), 0)


def sample_recruits(position: Position, decision: d.MusterUnits, pick: Pick) -> Recruits:
    """One list: at each place wants are drawn until the points are spent or the draw says stop."""
    ledger = Ledger(position.board, edition_of(position), decision.house, decision.places)
    wants: list[Recruit] = []
    for area in decision.places:
        while possible := ledger.possible(area):
            choice = pick(len(possible) + 1)
            if choice == len(possible):
                break
            wants.append(possible[choice])
            ledger.book(possible[choice])
    return Recruits(tuple(wants))


def mustering_places(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """The areas a house controls that give mustering points, and how many."""
    points = {area: facts_of(board, edition, area).muster for area in controlled(board, edition, house)}
    return {area: found for area, found in points.items() if found}


def musters_ahead(places_of: Callable[[Board, Edition, str], dict[str, int]]) -> Callable[[Ahead, str], None]:
    """What a mustering may ask: every house that can muster in its places, or in others if units change first."""

    def declare(ahead: Ahead, deck: str) -> None:
        board, edition = ahead.board, ahead.edition
        places = {house: places_of(board, edition, house) for house in turn_order(board)}
        able = (house for house in places if UNITS in ahead.changed or _possible(board, edition, house, places[house]))
        ahead.ask(able, d.MusterUnits)
        ahead.changed.add(UNITS)

    return declare


@may_ask(musters_ahead(mustering_places))
def mustering(game: Game, deck: str) -> Play:
    """In turn order every house musters; unused points are lost."""
    for house in turn_order(game.board):
        yield from muster_with(game, house, mustering_places(game.board, game.edition, house), RULE)
    return []


def _possible(board: Board, edition: Edition, house: str, places: dict[str, int]) -> bool:
    ledger = Ledger(board, edition, house, places)
    return any(ledger.possible(area) for area in places)


def muster_with(game: Game, house: str, places: dict[str, int], rule: str) -> Asks[bool]:
    """A house musters with the points of some places; whether it mustered anything. Who cannot is not asked."""
    if not places:
        return False
    question = d.MusterUnits(seat=game.seat(house), house=house, places=places)
    possible = _possible(game.board, game.edition, house, places)
    answer = yield from game.ask_or_force(question, None if possible else Recruits(()))
    for want in answer.wants:
        if want.upgrade:
            _promote(game, house, want, rule)
        else:
            game.tell(e.UnitMustered(house=house, unit=want.unit, area=want.area, at=want.at), rule)
    return bool(answer.wants)


def _promote(game: Game, house: str, want: Recruit, rule: str) -> None:
    """A unit becomes a better one, a standing one first; a routed one stays routed (S-15)."""
    before = str(game.edition.units[want.unit].upgrade_from)
    routed = before not in game.board.forces[want.area].units
    event = e.UnitUpgraded(house=house, area=want.area, before=before, after=want.unit, because="muster", routed=routed)
    game.tell(event, rule)


RECRUITS = Law(Recruits, check_recruits, every_recruits, sample_recruits)
