"""Mustering of units by settlement points (1e rules: mustering; EX-03, RULE-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from adjudicator.engine import Asks, Law, Pick, Play, Refusal
from adjudicator.thrones.rules.control import controlled_areas, facts_of, turn_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import UNITS, Ahead, may_ask
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.state import Board, Edition, Position, decisions as d, events as e
from adjudicator.thrones.state.decisions import Recruit, Recruits

RULE = "westeros.mustering"


class Booking:
    """New units in one decision: changes of pieces and armies, and `here` by area."""

    def __init__(self, board: Board, edition: Edition, house: str) -> None:
        self.board, self.edition, self.house = board, edition, house
        self.added: dict[str, int] = {}
        self.pieces: dict[str, int] = {}
        self.here: dict[tuple[str, str], int] = {}
        self._before: dict[str, int] = {}

    def refuse(self, want: Recruit) -> Refusal | None:
        """Why this unit cannot come on top of those before it."""
        raise NotImplementedError

    def possible(self, key: str) -> list[Recruit]:
        """What may come next of an area's points, or of a kind of unit."""
        raise NotImplementedError

    def book(self, want: Recruit) -> None:
        """Count this unit."""
        self._count(want.unit, want.at, 1)
        self.added[want.at] = self.added.get(want.at, 0) + 1

    def _count(self, unit: str, at: str, more: int) -> None:
        self.pieces[unit] = self.pieces.get(unit, 0) + more
        self.here[(at, unit)] = self.here.get((at, unit), 0) + more

    def _refuse_piece(self, unit: str, where: str) -> Refusal | None:
        if unit not in self._before:
            self._before[unit] = piece_count(self.board, self.house, unit)
        if self._before[unit] + self.pieces.get(unit, 0) < self.edition.limit(self.house, unit):
            return None
        return Refusal("no-piece-left", f"{self.house} has no {unit} left: all are on the board", where)

    def _refuse_place(self, at: str, where: str) -> Refusal | None:
        """Why one more unit has no room in an area: in a port, by supply."""
        force, more = self.board.forces.get(at), self.added.get(at, 0)
        lying = (force.size() if force is not None else 0) + more
        if at in self.edition.ports and lying >= self.edition.port_limit:
            return Refusal("port-full", f"{at} holds at most {self.edition.port_limit} ships", where)
        if not fits(self.board, self.edition, self.house, {**self.added, at: more + 1}):
            return Refusal("supply-exceeded", f"another unit in {at} would exceed the supply limits", where)
        return None


class MusterBudget(Booking):
    """The mustering so far in one decision: points left, pieces and armies changed."""

    def __init__(self, board: Board, edition: Edition, house: str, places: dict[str, int]) -> None:
        super().__init__(board, edition, house)
        self.points = dict(places)

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
            return Refusal("no-mustering-there", f"{self.house} has no mustering points in {want.area}", where)
        if want.unit not in self.edition.units:
            return Refusal("unknown-unit", f"there is no unit {want.unit!r}", where)
        if not self.edition.units[want.unit].mustered:
            return Refusal("not-mustered", f"a {want.unit} cannot be mustered", where)
        if self.edition.areas[want.area].town and (want.upgrade or self._is_dear(want.unit)):
            return Refusal("town-musters-footmen", f"{want.area} is a town: it can muster only a footman", where)
        if self._cost(want) > self.points[want.area]:
            return Refusal(
                "not-enough-points", f"{want.area} has {self.points[want.area]} mustering point(s) left", where
            )
        refusal = self._refuse_piece(want.unit, where)
        return refusal or (self._refuse_upgrade(want, where) if want.upgrade else self._refuse_new(want, where))

    def _refuse_upgrade(self, want: Recruit, where: str) -> Refusal | None:
        """Return why a unit cannot be upgraded (`nothing-to-upgrade`); None if it can."""
        before = self.edition.units[want.unit].upgrade_from
        force = self.board.forces.get(want.area)
        there = force.units.get(before, 0) if force is not None and before is not None else 0
        if force is not None and before is not None and self.edition.variant.routed_promoted:
            there += force.routed.get(before, 0)
        if before is None or want.at != want.area or there + self.here.get((want.area, before), 0) < 1:
            return Refusal("nothing-to-upgrade", f"{want.area} has no unit to upgrade to a {want.unit}", where)
        return None

    def _refuse_new(self, want: Recruit, where: str) -> Refusal | None:
        """Return why a new unit cannot be placed; None if it can.
        Codes: `muster-at-home`, `sea-not-adjacent`, `sea-not-free`, `port-full`, `supply-exceeded`."""
        facts = self.edition.areas
        if self.edition.units[want.unit].terrain == "land":
            if want.at != want.area:
                return Refusal("muster-at-home", f"a {want.unit} must be placed in {want.area} itself", where)
        elif want.at not in (*facts[want.area].sea, *facts[want.area].port):
            return Refusal("sea-not-adjacent", f"ships from {want.area} need an adjacent sea, not {want.at}", where)
        if want.at in self.board.neutral or self.board.has_others(self.house, want.at):
            return Refusal("sea-not-free", f"{want.at} has ships of another house", where)
        return self._refuse_place(want.at, where)

    def book(self, want: Recruit) -> None:
        """Count this want as mustered."""
        self.points[want.area] -= self._cost(want)
        if want.upgrade:
            self._count(want.unit, want.at, 1)
            self._count(str(self.edition.units[want.unit].upgrade_from), want.at, -1)
        else:
            super().book(want)

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


def refuse_in_turn(booking: Booking, wants: Iterable[Recruit]) -> Refusal | None:
    """Why these units cannot be placed one after the other; books those that can."""
    for want in wants:
        refusal = booking.refuse(want)
        if refusal is not None:
            return refusal
        booking.book(want)
    return None


def every_booking(new: Callable[[], Booking], keys: Sequence[str], *, shorter_first: bool) -> Iterator[Recruits]:
    """Yield each legal list of units, key by key, the shorter ones first or last."""

    def extend(wants: tuple[Recruit, ...], place: int) -> Iterator[Recruits]:
        if shorter_first:
            yield Recruits(wants)
        for later in range(place, len(keys)):
            booking = new()
            for want in wants:
                booking.book(want)
            for want in booking.possible(keys[later]):
                yield from extend((*wants, want), later)
        if not shorter_first:
            yield Recruits(wants)

    return extend((), 0)


def check_recruits(position: Position, decision: d.MusterUnits, answer: Recruits) -> Refusal | None:
    """Why this list cannot be mustered in this order."""
    budget = MusterBudget(position.board, edition_of(position), decision.house, decision.places)
    return refuse_in_turn(budget, answer.wants)


def every_recruits(position: Position, decision: d.MusterUnits) -> Iterator[Recruits]:
    """Yield each legal muster list, by place in data order; the empty list first."""
    rules = position.board, edition_of(position), decision.house, decision.places
    return every_booking(lambda: MusterBudget(*rules), list(decision.places), shorter_first=True)


def sample_recruits(position: Position, decision: d.MusterUnits, pick: Pick) -> Recruits:
    """Sample a muster list; draw wants at each place until points end or it stops."""
    budget = MusterBudget(position.board, edition_of(position), decision.house, decision.places)
    wants: list[Recruit] = []
    for area in decision.places:
        while possible := budget.possible(area):
            choice = pick(len(possible) + 1)
            if choice == len(possible):
                break
            wants.append(possible[choice])
            budget.book(possible[choice])
    return Recruits(tuple(wants))


def mustering_places(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """The areas a house controls that give mustering points, and how many."""
    points = {area: facts_of(board, edition, area).muster for area in controlled_areas(board, edition, house)}
    return {area: amount for area, amount in points.items() if amount}


def musters_ahead(places_of: Callable[[Board, Edition, str], dict[str, int]]) -> Callable[[Ahead, str], None]:
    """Return a declaration of who may be asked to muster, also if units change."""

    def declare(ahead: Ahead, deck: str) -> None:
        board, edition = ahead.board, ahead.edition
        places = {house: places_of(board, edition, house) for house in turn_order(board)}
        able = (house for house in places if UNITS in ahead.changed or _possible(board, edition, house, places[house]))
        ahead.ask(able, d.MusterUnits)
        ahead.changed.add(UNITS)

    return declare


@may_ask(musters_ahead(mustering_places))
def mustering(game: Game, deck: str) -> Play:
    """Let every house muster in turn order; unused points are lost."""
    for house in turn_order(game.board):
        yield from muster_with(game, house, mustering_places(game.board, game.edition, house), RULE)
    return []


def _possible(board: Board, edition: Edition, house: str, places: dict[str, int]) -> bool:
    budget = MusterBudget(board, edition, house, places)
    return any(budget.possible(area) for area in places)


def muster_with(game: Game, house: str, places: dict[str, int], rule: str) -> Asks[bool]:
    """Let a house muster with the points of `places`; return whether it mustered."""
    if not places:
        return False
    question = d.MusterUnits(**game.seat_of(house), places=places)
    possible = _possible(game.board, game.edition, house, places)
    answer = yield from game.ask_or_force(question, None if possible else Recruits(()))
    for want in answer.wants:
        if want.upgrade:
            _promote(game, house, want, rule)
        else:
            game.tell(e.UnitMustered(house=house, unit=want.unit, area=want.area, at=want.at), rule)
    return bool(answer.wants)


def _promote(game: Game, house: str, want: Recruit, rule: str) -> None:
    """Promote a unit, a standing one first; a routed one stays routed (S-15)."""
    before = str(game.edition.units[want.unit].upgrade_from)
    routed = before not in game.board.forces[want.area].units
    event = e.UnitUpgraded(house=house, area=want.area, before=before, after=want.unit, because="muster", routed=routed)
    game.tell(event, rule)


RECRUITS = Law(Recruits, check_recruits, every_recruits, sample_recruits)
