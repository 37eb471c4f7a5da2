"""Losses and retreats: their sections of a sheet, and how these answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from adjudicator.engine.sheet import Ids, Occasions, Passed, Section, by_rules, phrase
from adjudicator.thrones.bot import battle as bot, mustering
from adjudicator.thrones.bot.sight import Habit
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.legality import AREA, PIECE, only_area, only_piece
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.supply import relieves
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions import context
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.kind import Default, Kind, Known, everywhere
from adjudicator.thrones.state import Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import AreaChoice, Piece

# Steps that may take units of every house.
_TAKES = ("wildling-attack", "loyalty", "loyalty-text")
_LOSSES = {
    "supply": Occasions(("supply",), ("supply", *_TAKES)),
    "wildlings": Occasions(("wildling-attack",), (*_TAKES, "wildling-card")),
    **dict.fromkeys(("casualties", "abandon", "kill"), Occasions((f.ROUND,), (f.ROUND, *_TAKES))),
    "general": Occasions((f.ROUND,), (f.ROUND, "supply", *_TAKES)),
}


Liking = Literal[
    "cheapest", "dearest", "farthest-from-home", "nearest-home", "smallest-army", "largest-army", "routed", "standing"
]


class LossRule(f.Rule):
    """Lose a unit in one of `areas`, of one of `units`, in order (empty: any).

    Among several, preferences decide in order. The rule counts only while more than `keep` of that kind stand in the
    area.
    """

    phrase: ClassVar = phrase(
        "{units:else|any unit}[ in {areas:or}][, {likings:list}][, while more than {keep} stand there]"
    )

    areas: tuple[f.OwnArea, ...] = ()
    units: tuple[f.UnitId, ...] = ()
    likings: tuple[Liking, ...] = ()
    keep: f.Count = 0


class Losses(f.Entry):
    """Which units to lose for supply, wildlings, in battle, on a retreat.
    Also which enemy unit a card or the bank kills; then `general` for all own losses."""

    section: ClassVar = Section(
        "losses",
        parts=_LOSSES,
        help="Which units you lose first: for supply, to the wildlings, in battle, on a retreat.",
        moments={"supply": f.PEACE, "wildlings": f.PEACE, "casualties": f.RAIDED, "abandon": f.RAIDED},
    )

    supply: tuple[LossRule, ...] = ()
    wildlings: tuple[LossRule, ...] = ()
    casualties: tuple[LossRule, ...] = ()
    abandon: tuple[LossRule, ...] = ()
    kill: tuple[LossRule, ...] = ()
    general: tuple[LossRule, ...] = ()


class RetreatRule(f.Rule, kw_only=True):
    """Retreat from `battles` (empty: any) to the first possible of `areas`.
    `home`: nearest to the house's home; `safest`: least threatened by marches of others."""

    section: ClassVar = Section(
        "retreat",
        f.IN_ROUND,
        title="retreats",
        short="retreat",
        help="Where your beaten units retreat, best first.",
        moment=f.RAIDED,
    )
    phrase: ClassVar = phrase("[from {battles:or}: ]{areas:else}")

    areas: tuple[Annotated[str, Ids(("area",), (f.HOME, f.SAFEST), near="around")], ...]
    battles: tuple[f.NearArea, ...] = ()


def lose_unit(rule: LossRule, scene: Scene, decision: d.PieceDecision) -> Piece | Passed:
    """The unit that a rule gives up first."""
    fitting = [
        piece
        for piece in decision.choices
        if (not rule.areas or piece.area in rule.areas)
        and (not rule.units or piece.unit in rule.units)
        and (not rule.keep or unit_count(scene, decision.house, piece) > rule.keep)
    ]
    if not fitting:
        return Passed("no-such-unit", "none of the units to choose from fits it")
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


def unit_count(scene: Scene, house: str, piece: Piece) -> int:
    """Return the house's units of a piece's kind there.
    In the battle at hand only the attacker's own troop counts."""
    battle = scene.battle
    if battle is not None and battle.area == piece.area and battle.attacker == house:
        return battle.troop.get(piece.unit, 0)
    force = scene.board.forces.get(piece.area)
    return 0 if force is None else force.count(piece.unit)


def steps_from(edition: Edition, home: str) -> dict[str, int]:
    """Return how many borders lie between `home` and every area, by area."""
    distances, front = {home: 0}, [home]
    for here in front:
        for near in edition.neighbours[here]:
            if near not in distances:
                distances[near] = distances[here] + 1
                front.append(near)
    return distances


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


def retreat_by_rule(rule: RetreatRule, scene: Scene, decision: d.RetreatTo) -> AreaChoice | Passed:
    """Return the rule's first area to which the retreat is possible, else why not."""
    if rule.battles and decision.area not in rule.battles:
        return Passed("not-this-battle", f"it is not about {decision.area}")
    meant = (_refuge(scene, decision, area) for area in rule.areas)
    area = next((area for area in meant if area in decision.choices), None)
    return Passed("no-retreat-there", "the retreat cannot go to any of its areas") if area is None else AreaChoice(area)


def _refuge(scene: Scene, decision: d.RetreatTo, wish: str) -> str:
    """The area that a wish for a retreat means."""
    if wish not in (f.HOME, f.SAFEST):
        return wish
    steps = steps_from(scene.edition, scene.edition.houses[decision.house].home)
    order = scene.edition.area_order

    def rank(area: str) -> tuple[int, int, int]:
        danger = context.danger(scene, area) if wish == f.SAFEST else 0
        return danger, steps.get(area, len(order)), order[area]

    return min(decision.choices, key=rank)


def cheapest(position: Position, decision: d.PieceDecision) -> Piece:
    """The cheapest unit, routed before standing, in the order of the data."""
    units = edition_of(position).units
    return min(decision.choices, key=lambda piece: (units[piece.unit].cost, not piece.routed))


def _default_disband(position: Position, decision: d.DisbandForSupply) -> Piece:
    """Return the cheapest unit whose loss helps the supply limits."""
    board, edition = position.board, edition_of(position)
    helpful = tuple(piece for piece in decision.choices if relieves(board, edition, decision.house, piece.area))
    return cheapest(position, replace(decision, choices=helpful))


def _default_retreat(position: Position, decision: d.RetreatTo) -> AreaChoice:
    """Retreat to most own units, then to own areas, then in data order."""
    board, edition = position.board, edition_of(position)

    def rank(area: str) -> tuple[int, int, int]:
        force = board.force_of(decision.house, area)
        own = force.size() if force is not None else 0
        mine = controller(board, edition, area) == decision.house
        return -own, not mine, edition.area_order[area]

    return AreaChoice(min(decision.choices, key=rank))


def _victim(position: Position, decision: d.DestroyUnit) -> Piece:
    """The cheapest unit, routed before standing, one's own last."""
    board, units = position.board, edition_of(position).units

    def rank(piece: Piece) -> tuple[bool, int, bool]:
        return board.forces[piece.area].house == decision.house, units[piece.unit].cost, not piece.routed

    return min(decision.choices, key=rank)


def _lost(
    decision: type[d.PieceDecision],
    sections: tuple[str, ...],
    habit: Habit,
    default: Default = cheapest,
    edition_filter: Known = everywhere,
) -> Kind:
    """A kind of loss, which these sections of the losses answer."""
    return Kind(
        decision,
        "losses",
        PIECE,
        instruction=by_rules(lose_unit, *(f"losses.{section}" for section in sections)),
        bot=habit,
        default=default,
        forced=only_piece,
        known=edition_filter,
    )


KINDS = (
    _lost(d.DisbandForSupply, ("supply", "general"), bot.disband, _default_disband),
    _lost(d.LoseToWildlings, ("wildlings", "general"), bot.wildlings),
    _lost(d.TakeCasualty, ("casualties", "general"), bot.cheapest),
    _lost(d.AbandonUnit, ("abandon", "general"), bot.cheapest),
    _lost(d.KillFootman, ("kill",), bot.kill, lambda p, q: q.choices[0]),
    _lost(
        d.PickUnit,
        ("wildlings", "general"),
        bot.cheapest,
        edition_filter=lambda edition: bool(edition.wildling_cards),
    ),
    _lost(d.DestroyUnit, ("kill",), mustering.destroy, _victim, lambda edition: edition.bank is not None),
    Kind(
        d.RetreatTo,
        "retreat",
        AREA,
        instruction=by_rules(retreat_by_rule, "retreat"),
        bot=bot.retreat,
        default=_default_retreat,
        forced=only_area,
    ),
)
