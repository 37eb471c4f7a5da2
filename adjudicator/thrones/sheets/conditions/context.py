"""What a player can see when asked, and the prospects of a battle or attack.

Never reads hidden information, nor answers given but not yet shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.engine import Decision
from adjudicator.engine.sheet import Inapplicable as Inapplicable
from adjudicator.thrones.rules.card_odds import (
    Duel,
    Side,
    blade,
    by_strength,
    chance,
    duel_at_hand,
    helpers,
    winning_lead,
)
from adjudicator.thrones.rules.control import controller, reach
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import besieges, strength_items, support_strength, supporters, total, unit_items
from adjudicator.thrones.state import Battle, Board, Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import March


@dataclass(eq=False)
class Attempt:
    """A planned attack or move: units of one area, with its march order, to another."""

    origin: str
    to: str
    units: Mapping[str, int]


class Scene:
    """The public board as one house sees it while a question is open.
    `attempt` is set while a march plan is weighed."""

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
        """Return the opposing fighting house, or None when not fighting.
        In a march plan, the holder of the attacked area."""
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
        """Return the house meant by `who`; Inapplicable if none in the game is meant."""
        house = self.house(who)
        if house is None or house not in self.board.houses:
            raise Inapplicable(f"there is no {who} now" if house is None else f"{who} does not play in this game")
        return house

    def existing(self, area: str) -> str:
        """Return the area unchanged; raises Inapplicable if the edition has none such."""
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
        """Return what a house's Support orders beside an area would add there."""
        board, edition = self.board, self.edition
        beside = (a for a in supporters(board, edition, area) if board.orders[a].house == house)
        return sum(support_strength(board, edition, a, siege=siege) for a in beside)

    def defence(self, area: str) -> int:
        """Return an area's defence: neutral force, or units, garrison, orders, support."""
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
        """Return a march's strength at its goal: units, leaders, order, own support."""
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
        """Return the strength so far of a side; Inapplicable without battle or attack."""
        key = (of, self.attempt)
        # Asked again when it is told by what numbers a condition held.
        if key not in self._strengths:
            if self.attempt is None:
                battle, house = self._combatant(of)
                self._strengths[key] = total(strength_items(self.board, self.edition, battle, house))
            elif of in ("me", "attacker"):
                self._strengths[key] = self.attack(self.attempt)
            else:
                self._strengths[key] = self.defence(self.attempt.to)
        return self._strengths[key]

    def fighters(self, of: str) -> Mapping[str, int]:
        """Return the standing units of a side; Inapplicable without battle or attack."""
        if self.attempt is not None:
            return self.attempt.units if of in ("me", "attacker") else self._standing_units(self.attempt.to, None)
        battle, house = self._combatant(of)
        return battle.troop if house == battle.attacker else self._standing_units(battle.area, house)

    def _standing_units(self, area: str, house: str | None) -> Mapping[str, int]:
        """Standing units in an area: of this house, or (None) of any other than oneself."""
        force = self.board.forces.get(area)
        house_matches = force is not None and (force.house == house if house is not None else force.house != self.me)
        return force.units if force is not None and house_matches else {}

    def _combatant(self, of: str) -> tuple[Battle, str]:
        """The battle at hand and the house that fights on a side of it."""
        battle = self.battle
        if battle is None:
            raise Inapplicable("there is no battle or attack at hand")
        house = {"attacker": battle.attacker, "defender": battle.defender, "me": self.me}.get(of)
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


def lead(scene: Scene, lent: str = "") -> int:
    """Return own strength minus the enemy's; `lent`: with others' support for it."""
    difference = scene.strength("me") - scene.strength("enemy")
    if not lent:
        return difference
    return difference + (_lent(scene) if lent == "me" else -_lent(scene))


def _lent(scene: Scene) -> int:
    """Return what unpledged support of other houses could add to either side."""
    board, edition, battle = scene.board, scene.edition, scene.battle
    area = scene.attempt.to if scene.attempt is not None else scene.area
    pledged = battle.pledges if scene.attempt is None and battle is not None else {}
    fighting = {scene.me, scene.opponent, *((battle.attacker, battle.defender) if pledged and battle else ())}
    siege = besieges(board, edition, area)
    free = (a for a in supporters(board, edition, area) if a not in pledged and board.orders[a].house not in fighting)
    return sum(support_strength(board, edition, a, siege=siege) for a in free)


def odds(scene: Scene) -> int:
    """The chance to win, in percent. Inapplicable without a battle or attack."""
    margin, foe = lead(scene), scene.opponent
    if scene.attempt is not None:
        if scene.attempt.to in scene.board.neutral:
            return 100 if margin >= 0 else 0
        if foe is None or _is_undefended(scene, scene.attempt):
            return 100
    if foe is None:
        raise Inapplicable("there is no battle or attack at hand")
    return round(100 * chance(scene.board, scene.edition, scene.me, foe, margin))


def _is_undefended(scene: Scene, attempt: Attempt) -> bool:
    """Return whether nobody able to fight stands where the attack goes."""
    force = scene.board.forces.get(attempt.to)
    guarded = attempt.to in scene.board.garrisons and scene.board.garrisons[attempt.to].house != scene.me
    return not guarded and (force is None or force.house == scene.me or not force.units)


def beaten(scene: Scene, how: str) -> int:
    """Return how much of what the other can play the best own card beats, in percent.
    `surely`: even with all support others could lend. Inapplicable without a battle or attack."""
    attempt = scene.attempt
    if attempt is not None and (attempt.to in scene.board.neutral or _is_undefended(scene, attempt)):
        return 100 * (attempt.to not in scene.board.neutral or lead(scene) >= 0)
    weighed = duel(scene, "" if how == "likely" else "enemy")
    best = weighed.best(weighed.hand)
    return weighed.share(best) if best is not None else 0


def duel(scene: Scene, lent: str = "") -> Duel:
    """Return own cards against the other's; Inapplicable without battle or attack."""
    board, edition, foe = scene.board, scene.edition, scene.opponent
    if scene.attempt is None:
        battle = scene.battle
        if battle is None or foe is None:
            raise Inapplicable("there is no battle or attack at hand")
        hand = board.hands.get(scene.me, ())
        return duel_at_hand(board, edition, battle, scene.me, hand, _lent(scene) if lent else 0)
    if foe is None:
        raise Inapplicable(f"nobody holds {scene.attempt.to}")
    hands = board.hands.get(scene.me, ()), edition.vassal_cards if foe in board.vassals else board.hands.get(foe, ())
    margin = lead(scene, lent) + blade(board, scene.me, foe)
    return Duel(edition, hands, _sides(scene, scene.attempt, foe), margin, winning_lead(board, scene.me, foe))


def _sides(scene: Scene, attempt: Attempt, foe: str) -> tuple[Side, Side]:
    """The two sides of an attack before cards, each with its own support."""
    board, edition = scene.board, scene.edition
    beside = supporters(board, edition, attempt.to)
    force, placed = board.force_of(foe, attempt.to), board.orders.get(attempt.to)
    token = edition.orders[placed.order] if placed is not None else None
    defense = token.modifier if token is not None and token.type == "defense" else 0
    mine = helpers(board, edition, (area for area in beside if board.orders[area].house == scene.me))
    theirs = helpers(board, edition, (area for area in beside if board.orders[area].house == foe))
    standing = force.units if force is not None else {}
    return Side("attacker", attempt.units, 0, mine), Side("defender", standing, defense, theirs)


def card_strength(scene: Scene, of: str, who: str) -> int:
    """Return the best, worst or middle card number in hand; a vassal's: its deck."""
    house, edition = scene.sure_house(who), scene.edition
    hand = edition.vassal_cards if house in scene.board.vassals else scene.board.hands[house]
    ordered = by_strength(edition, hand)
    if not ordered:
        return 0
    place = {"best": 0, "middling": len(ordered) // 2, "worst": -1}[of]
    return edition.cards[ordered[place]].strength


def is_threatened(scene: Scene, area: str) -> bool:
    """Return whether another house's march could match an area's defence."""
    strongest = _strongest_march(scene, area)
    return strongest is not None and strongest >= _future_defence(scene, area)


def danger(scene: Scene, area: str) -> int:
    """Return how much the strongest march into an area exceeds its defence.
    1 where both are equal, 0 where it is weaker or there is none."""
    # The march from which the battle at hand comes has no units any more.
    strongest = _strongest_march(scene, area, besides=scene.battle.origin if scene.battle is not None else "")
    return 0 if strongest is None else max(0, strongest - scene.defence(area) + 1)


def _strongest_march(scene: Scene, area: str, besides: str = "") -> int | None:
    """Return the most strength another house's march could bring into an area.
    Marches from `besides` are left out; None if none reaches it."""
    board, edition, family = scene.board, scene.edition, scene.board.family(scene.me)
    return max(
        (
            _strength_of_march(scene, origin, area)
            for origin, placed in board.orders.items()
            if placed.house not in family
            and origin != besides
            and edition.orders[placed.order].type == "march"
            and area in reach(board, edition, placed.house, origin)
        ),
        default=None,
    )


def _future_defence(scene: Scene, area: str) -> int:
    """What will defend an area once the march that is weighed was made."""
    defence, attempt = scene.defence(area), scene.attempt
    if attempt is not None and area in (attempt.origin, attempt.to):
        strength = total(unit_items(scene.edition, attempt.units, scene.me, growth=scene.board.growth))
        enemy = area in scene.board.neutral or scene.board.has_others(scene.me, area)
        arriving = attempt.to == area and not enemy
        defence = defence - strength if attempt.origin == area else strength if not arriving else defence + strength
    return defence


def _strength_of_march(scene: Scene, origin: str, to: str) -> int:
    """Return a march's strength in an area: all units, order, own support beside."""
    board, edition = scene.board, scene.edition
    placed, force = board.orders[origin], board.forces.get(origin)
    siege = besieges(board, edition, to)
    value = edition.orders[placed.order].modifier
    if force is not None:
        value += total(unit_items(edition, force.units, placed.house, siege=siege, growth=board.growth))
        beside = hooks_of(edition).beside_units
        value += beside(board, edition, origin) if beside is not None else 0
    return value + scene.support_beside(to, placed.house, siege=siege)
