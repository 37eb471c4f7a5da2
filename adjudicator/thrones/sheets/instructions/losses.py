"""Which units to lose, and where to retreat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.supply import relieves
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices
from adjudicator.thrones.sheets.sheet import LossRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import AreaChoice, Piece
from adjudicator.thrones.state.edition import Edition

_SECTIONS: dict[type[Decision], str] = {
    d.DisbandForSupply: "supply",
    d.LoseToWildlings: "wildlings",
    d.PickUnit: "wildlings",
    d.TakeCasualty: "casualties",
    d.AbandonUnit: "abandon",
    d.KillFootman: "kill",
    d.DestroyUnit: "kill",
}


def lose_unit(voices: Voices, scene: Scene, decision: d.PieceDecision, trail: Trail) -> Iterator[Choice]:
    """The first rule for this kind of loss that fits one of the units to choose from; then the general rules."""
    section = _SECTIONS[type(decision)]
    for voice in voices:
        for name in (section,) if section == "kill" else (section, "general"):
            rules: tuple[LossRule, ...] = getattr(voice.sheet.losses, name)
            for where, rule in trail.standing(f"{voice.prefix}losses.{name}", rules):
                piece = liked_piece(rule, scene, decision)
                if piece is None:
                    trail.skip(where, "no-such-unit", "none of the units to choose from fits it")
                else:
                    yield Choice(voice.by, where, piece)


def liked_piece(rule: LossRule, scene: Scene, decision: d.PieceDecision) -> Piece | None:
    """The unit that a rule gives up first, or None when none fits."""
    fitting = [
        piece
        for piece in decision.choices
        if (not rule.areas or piece.area in rule.areas)
        and (not rule.units or piece.unit in rule.units)
        and (not rule.keep or count_of(scene, decision.house, piece) > rule.keep)
    ]
    if not fitting:
        return None
    # Where any army may give units up, a rule means those whose loss helps, if it names one.
    if isinstance(decision, d.DisbandForSupply):
        helping = (piece for piece in fitting if relieves(scene.board, scene.edition, decision.house, piece.area))
        fitting = list(helping) or fitting
    likings = [_LIKINGS[name](scene, decision.house) for name in rule.likings]

    def rank(piece: Piece) -> tuple[int, ...]:
        area = rule.areas.index(piece.area) if rule.areas else 0
        unit = rule.units.index(piece.unit) if rule.units else 0
        return (area, unit, *(liking(piece) for liking in likings))

    return min(fitting, key=rank)


def count_of(scene: Scene, house: str, piece: Piece) -> int:
    """How many units of a kind the house has where the piece is; the attackers' own troop in a battle."""
    battle = scene.battle
    if battle is not None and battle.area == piece.area and battle.attacker == house:
        return battle.troop.get(piece.unit, 0)
    force = scene.board.forces.get(piece.area)
    return 0 if force is None else force.units.get(piece.unit, 0) + force.routed.get(piece.unit, 0)


def steps_from(edition: Edition, home: str) -> dict[str, int]:
    """How many borders lie between an area and every other."""
    found, front = {home: 0}, [home]
    for here in front:
        for near in edition.neighbours[here]:
            if near not in found:
                found[near] = found[here] + 1
                front.append(near)
    return found


Rank = Callable[[Piece], int]


def _cost(sign: int) -> Callable[[Scene, str], Rank]:
    return lambda scene, house: lambda piece: sign * scene.edition.units[piece.unit].cost


def _distance(sign: int) -> Callable[[Scene, str], Rank]:
    def liking(scene: Scene, house: str) -> Rank:
        steps = steps_from(scene.edition, scene.edition.houses[house].home)
        return lambda piece: sign * steps.get(piece.area, 0)

    return liking


def _army(sign: int) -> Callable[[Scene, str], Rank]:
    def liking(scene: Scene, house: str) -> Rank:
        forces = scene.board.forces
        return lambda piece: sign * (forces[piece.area].size() if piece.area in forces else 0)

    return liking


_LIKINGS: dict[str, Callable[[Scene, str], Rank]] = {
    "cheapest": _cost(1),
    "dearest": _cost(-1),
    "farthest-from-home": _distance(-1),
    "nearest-home": _distance(1),
    "smallest-army": _army(1),
    "largest-army": _army(-1),
    "routed": lambda scene, house: lambda piece: int(not piece.routed),
    "standing": lambda scene, house: lambda piece: int(piece.routed),
}


def retreat_to(voices: Voices, scene: Scene, decision: d.RetreatTo, trail: Trail) -> Iterator[Choice]:
    """The first area named to which a retreat is possible."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}retreat", voice.sheet.retreat):
            if rule.battles and decision.area not in rule.battles:
                trail.skip(where, "not-this-battle", f"it is not about {decision.area}")
                continue
            area = next((area for area in rule.areas if area in decision.choices), None)
            if area is None:
                trail.skip(where, "no-retreat-there", "none of its areas is open to the retreat")
            else:
                yield Choice(voice.by, where, AreaChoice(area))
