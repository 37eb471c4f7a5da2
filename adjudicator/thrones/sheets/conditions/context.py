"""What a player could see at the moment of a question: the public board, the battle at hand, an attack being weighed.

Never reads what is hidden, nor answers given but not yet shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.decision import Decision
from adjudicator.engine.sheet.conditions import Inapplicable as Inapplicable
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import besieges, strength_items, support_strength, supporters, total, unit_items
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Battle, Board, Position
from adjudicator.thrones.state.edition import Edition


class Attempt:
    """An attack or move that a march plan describes: units of one area with its march order, going to another."""

    def __init__(self, origin: str, to: str, units: Mapping[str, int]) -> None:
        self.origin, self.to, self.units = origin, to, units


class Scene:
    """The public board as one house sees it while a question is open. `attempt` is set while a march plan is
    weighed."""

    def __init__(self, position: Position, decision: Decision) -> None:
        self.position = position
        self.board: Board = position.board
        self.edition: Edition = edition_of(position)
        self.me, self.asked = decision.house, decision
        self.battle: Battle | None = self.board.battle
        self.attempt: Attempt | None = None
        # What was counted already; nothing changes on the board while a question is open.
        self.counted: dict[tuple[str, str], int] = {}
        self._strengths: dict[tuple[str, Attempt | None], int] = {}
        self.attacker, self.defender, self.area = _fighters(self.battle, decision)

    @property
    def opponent(self) -> str | None:
        """The other fighting house, or None when this house is not fighting; in a march plan who holds the area it
        attacks."""
        if self.attempt is not None:
            force = self.board.forces.get(self.attempt.to)
            holder = force.house if force is not None else controller(self.board, self.edition, self.attempt.to)
            return holder if holder != self.me else None
        if self.me == self.attacker:
            return self.defender or None
        return self.attacker if self.me == self.defender else None

    def house(self, who: str) -> str | None:
        """The house meant by `me`, `opponent` or an id; None if there is no opponent."""
        if who == "me":
            return self.me
        return self.opponent if who == "opponent" else who

    def sure_house(self, who: str) -> str:
        """As `house`, for numbers: Inapplicable if there is no such house in the game."""
        house = self.house(who)
        if house is None or house not in self.board.houses:
            raise Inapplicable(f"there is no {who} now" if house is None else f"{who} does not play in this game")
        return house

    def existing(self, area: str) -> str:
        """The area itself; Inapplicable for one that the edition does not have."""
        if area not in self.edition.areas:
            raise Inapplicable(f"there is no area {area!r}")
        return area

    def is_who(self, house: str | None, who: str) -> bool:
        """Whether a house is the one meant by `any`, `me`, `enemy`, `opponent` or an id."""
        if house is None:
            return False
        if who == "any":
            return True
        if who == "enemy":
            return house != self.me
        return house == self.house(who)

    def support_beside(self, area: str, house: str, *, siege: bool = False) -> int:
        """What the Support orders of a house beside an area would add there."""
        board, edition = self.board, self.edition
        beside = (a for a in supporters(board, edition, area) if board.orders[a].house == house)
        return sum(support_strength(board, edition, a, siege=siege) for a in beside)

    def defence(self, area: str) -> int:
        """What defends an area now: a neutral force, or units, garrison, Defense order and the same house's support."""
        board, edition = self.board, self.edition
        if area in board.neutral:
            return board.neutral[area]
        force, garrison = board.forces.get(area), board.garrisons.get(area)
        value = garrison.strength if garrison is not None else 0
        if force is None:
            return value + (self.support_beside(area, garrison.house) if garrison is not None else 0)
        value += total(unit_items(edition, force.units, force.house, growth=board.growth))
        beside = hooks_of(edition).beside_units
        value += beside(board, edition, area) if beside is not None else 0
        placed = board.orders.get(area)
        if placed is not None and edition.orders[placed.order].type == "defense":
            value += edition.orders[placed.order].modifier
        return value + self.support_beside(area, force.house)

    def attack(self, attempt: Attempt) -> int:
        """What a march would count at its goal: units, who goes along, march order, own support beside."""
        board, edition = self.board, self.edition
        for unit in attempt.units:
            if unit not in edition.units:
                raise Inapplicable(f"there is no unit {unit!r}")
        siege = besieges(board, edition, attempt.to)
        value = total(unit_items(edition, attempt.units, self.me, siege=siege, growth=board.growth))
        placed = board.orders.get(attempt.origin)
        if placed is not None:
            value += edition.orders[placed.order].modifier
        more = hooks_of(edition).march_items
        if more is not None:
            march = March(attempt.origin, {attempt.to: dict(attempt.units)})
            value += total(list(more(board, edition, self.me, march, attempt.to)))
        return value + self.support_beside(attempt.to, self.me, siege=siege)

    def strength(self, of: str) -> int:
        """The strength so far of `me`, `enemy`, `attacker` or `defender`; Inapplicable without a battle or attack."""
        known = self._strengths.get((of, self.attempt))
        if known is None:
            # Asked again when it is told by what numbers a condition held.
            known = self._strengths[of, self.attempt] = self._strength(of)
        return known

    def _strength(self, of: str) -> int:
        if self.attempt is not None:
            own = of in ("me", "attacker")
            return self.attack(self.attempt) if own else self.defence(self.attempt.to)
        battle, house = self._combatant(of)
        return total(strength_items(self.board, self.edition, battle, house))

    def fighters(self, of: str) -> Mapping[str, int]:
        """The standing units of a side in the battle or attack at hand; Inapplicable without one."""
        if self.attempt is not None:
            return self.attempt.units if of in ("me", "attacker") else self._standing(self.attempt.to, None)
        battle, house = self._combatant(of)
        return battle.troop if house == battle.attacker else self._standing(battle.area, house)

    def _standing(self, area: str, house: str | None) -> Mapping[str, int]:
        """Standing units in an area: of this house, or (None) of any other than oneself."""
        force = self.board.forces.get(area)
        wanted = force is not None and (force.house == house if house is not None else force.house != self.me)
        return force.units if force is not None and wanted else {}

    def _combatant(self, of: str) -> tuple[Battle, str]:
        """The battle at hand and the house that fights on a side of it."""
        battle = self.battle
        if battle is None:
            raise Inapplicable("there is no battle or attack at hand")
        house: str | None = {"attacker": battle.attacker, "defender": battle.defender, "me": self.me}.get(of)
        house = self.opponent if of == "enemy" else house
        if house is None or battle.role(house) == "none":
            raise Inapplicable("this house is not fighting in the battle at hand")
        return battle, house


def _fighters(battle: Battle | None, decision: Decision) -> tuple[str, str, str]:
    """Attacker, defender and area of the battle at hand; empty where there is none."""
    if battle is not None:
        return battle.attacker, battle.defender, battle.area
    if isinstance(decision, d.GiveSupport):
        return decision.attacker, decision.defender, decision.area
    return "", "", ""
