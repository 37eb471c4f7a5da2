"""Units that a loan brings: where they may appear, and how many can be had (MoD rules: effects of loans)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.legality import Law, Pick
from adjudicator.thrones.rules.mustering import refuse_in_turn
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Recruit, Recruits
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition


def hiring_areas(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    """Areas that the house controls or where it has units, its ports too, in the order of the data."""
    return tuple(
        area for area in edition.areas if area not in board.neutral and controller(board, edition, area) == house
    )


class Hiring:
    """What has been placed so far in one decision: units left, pieces and armies changed."""

    def __init__(self, board: Board, edition: Edition, decision: d.PlaceUnits) -> None:
        self.board, self.edition, self.decision = board, edition, decision
        self.house = decision.house
        self.left = dict(decision.units)
        self.added: dict[str, int] = {}
        self.pieces: dict[str, int] = {}
        self.here: dict[tuple[str, str], int] = {}

    def refuse(self, want: Recruit) -> Refusal | None:
        """Why this unit cannot appear there on top of what was placed so far."""
        where = f"loans.{self.decision.loan}"
        if want.upgrade or want.area != want.at or not self.left.get(want.unit):
            return Refusal("not-in-the-loan", f"this card brings no (more) {want.unit} to {want.at}", where)
        if want.at not in self.decision.areas:
            return Refusal("not-yours", f"{self.house} neither controls {want.at} nor has units there", where)
        kind, unit = self.edition.areas[want.at].kind, self.edition.units[want.unit]
        if unit.terrain != ("sea" if kind == "port" else kind):
            return Refusal("wrong-terrain", f"a {want.unit} cannot stand in {want.at}", where)
        if piece_count(self.board, self.house, want.unit) + self.pieces.get(want.unit, 0) >= self.edition.limit(
            self.house, want.unit
        ):
            return Refusal("no-piece-left", f"every {want.unit} of {self.house} is on the board", where)
        force = self.board.forces.get(want.at)
        more = self.added.get(want.at, 0)
        if kind == "port" and (force.size() if force is not None else 0) + more >= self.edition.port_limit:
            return Refusal("port-full", f"{want.at} holds {self.edition.port_limit} ships at most", where)
        if not fits(self.board, self.edition, self.house, {**self.added, want.at: more + 1}):
            return Refusal("supply-exceeded", f"another unit in {want.at} would exceed the supply limits", where)
        return None

    def book(self, want: Recruit) -> None:
        """Count this unit as placed."""
        self.left[want.unit] -= 1
        self.added[want.at] = self.added.get(want.at, 0) + 1
        self.pieces[want.unit] = self.pieces.get(want.unit, 0) + 1
        self.here[(want.at, want.unit)] = self.here.get((want.at, want.unit), 0) + 1

    def possible(self, unit: str) -> list[Recruit]:
        """Where one more unit of a kind may appear, in the order of the data."""
        wants = (Recruit(area, unit, area) for area in self.decision.areas)
        return [want for want in wants if self.refuse(want) is None]


def check_hired(position: Position, decision: d.PlaceUnits, answer: Recruits) -> Refusal | None:
    """Why these units cannot be placed in this order."""
    return refuse_in_turn(Hiring(position.board, edition_of(position), decision), answer.wants)


def every_hired(position: Position, decision: d.PlaceUnits) -> Iterator[Recruits]:
    """Every placement, kind after kind; those without some units after those with them."""
    board, edition = position.board, edition_of(position)
    kinds = list(decision.units)

    def extend(wants: tuple[Recruit, ...], place: int) -> Iterator[Recruits]:
        hiring = Hiring(board, edition, decision)
        for want in wants:
            hiring.book(want)
        for later in range(place, len(kinds)):
            for want in hiring.possible(kinds[later]):
                yield from extend((*wants, want), later)
        yield Recruits(wants)

    return extend((), 0)


def sample_hired(position: Position, decision: d.PlaceUnits, pick: Pick) -> Recruits:
    """One placement: each unit goes somewhere, or now and then nowhere."""
    hiring = Hiring(position.board, edition_of(position), decision)
    wants: list[Recruit] = []
    for unit, count in decision.units.items():
        for _ in range(count):
            possible = hiring.possible(unit)
            choice = pick(len(possible) + 1)
            if choice < len(possible):
                wants.append(possible[choice])
                hiring.book(possible[choice])
    return Recruits(tuple(wants))


def default_hired(position: Position, decision: d.PlaceUnits) -> Recruits:
    """As many as can be had, each at home if possible, else in the first area of the data."""
    board, edition = position.board, edition_of(position)
    hiring, wants = Hiring(board, edition, decision), []
    home = edition.houses[decision.house].home
    for unit, count in decision.units.items():
        for _ in range(count):
            found = sorted(hiring.possible(unit), key=lambda want: want.at != home)
            if found:
                hiring.book(found[0])
                wants.append(found[0])
    return Recruits(tuple(wants))


HIRED = Law(Recruits, check_hired, every_hired, sample_hired)
