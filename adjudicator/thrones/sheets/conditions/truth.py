"""Whether a condition holds in a scene. No evaluation of text, no access to anything hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engine.condition_tree import COMPARED
from adjudicator.thrones.rules.control import barrels, controller, crowns, places, settlements
from adjudicator.thrones.rules.raids import RAIDABLE
from adjudicator.thrones.rules.strength import supporters
from adjudicator.thrones.sheets.conditions import deed_truth, odds, storm_truth
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def value(term: c.Term, scene: Scene) -> int:
    """The number a term stands for now; Inapplicable if there is none."""
    return _NUMBERS[type(term)](term, scene)


def holds(condition: c.Condition, scene: Scene) -> bool:
    """Whether the condition holds now; Inapplicable if it asks for something that does not exist."""
    return _FACTS[type(condition)](condition, scene)


def _area(scene: Scene, area: str) -> str:
    if area not in scene.edition.areas:
        raise Inapplicable(f"there is no area {area!r}")
    return area


def _holding(term: c.Holding, scene: Scene) -> int:
    if term.who in ("others", "best-other"):
        board = scene.board
        found = [
            _held(term, scene, house) for house in board.houses if house != scene.me and house not in board.vassals
        ]
        return sum(found) if term.who == "others" else max(found, default=0)
    return _held(term, scene, scene.sure_house(term.who))


def _held(term: c.Holding, scene: Scene, house: str) -> int:
    board, edition = scene.board, scene.edition
    if term.of == "power":
        return board.power[house]
    if term.of == "supply":
        return board.supply[house]
    if term.of == "points":
        return board.points.get(house, 0)
    if term.of == "loans":
        return len(board.bank.loans.get(house, ())) if board.bank is not None else 0
    if term.of == "cards":
        return len(board.hands[house])
    if term.of == "hostages":
        return storm_truth.hostages(scene, house)
    if term.of == "alliances":
        return storm_truth.alliances(scene, house)
    known = scene.counted.get((term.of, house))
    if known is None:
        counted = _COUNTED[term.of](board, edition, house)
        known = scene.counted[term.of, house] = counted
    return known


# What is counted on the board. Where flags count, `settlements` is the number of places, `claim` what they are worth.
_COUNTED: dict[str, Callable[[Board, Edition, str], int]] = {
    "settlements": places,
    "claim": settlements,
    "barrels": barrels,
    "crowns": crowns,
}


def _place(term: c.Place, scene: Scene) -> int:
    houses, house = scene.board.tracks.get(term.track, []), scene.sure_house(term.who)
    if house not in houses:
        raise Inapplicable(f"{house} has no place on a track {term.track!r}")
    return houses.index(house) + 1


def _units(term: c.Units, scene: Scene) -> int:
    force = scene.board.forces.get(_area(scene, term.area))
    if force is None:
        return 0
    return force.units.get(term.unit, 0) + force.routed.get(term.unit, 0) if term.unit else force.size()


def _fighters(term: c.Fighters, scene: Scene) -> int:
    units = scene.fighters(term.of)
    return units.get(term.unit, 0) if term.unit else sum(units.values())


_NUMBERS: dict[type[c.Term], Callable[[Any, Scene], int]] = {
    c.Number: lambda term, scene: int(term.value),
    c.Round: lambda term, scene: scene.board.round,
    c.Wildlings: lambda term, scene: scene.board.wildlings,
    c.Lead: lambda term, scene: odds.lead(scene, term.lent),
    c.Odds: lambda term, scene: odds.odds(scene),
    c.CardStrength: lambda term, scene: odds.card_strength(scene, term.of, term.who),
    c.Strength: lambda term, scene: scene.strength(term.of),
    c.Fighters: _fighters,
    c.Holding: _holding,
    c.Place: _place,
    c.EarlierBid: lambda term, scene: scene.board.bids.get(term.auction, {}).get(scene.sure_house(term.who), 0),
    c.Units: _units,
    c.Defence: lambda term, scene: scene.defence(_area(scene, term.area)),
    c.OrdersLying: deed_truth.orders_lying,
    c.Battles: deed_truth.battles,
    c.Tide: deed_truth.tide,
    c.Loyalty: lambda term, scene: scene.board.loyalty.get(_area(scene, term.area), 0),
}


def _compare(fact: c.Compare, scene: Scene) -> bool:
    return COMPARED[fact.op](value(fact.left, scene), value(fact.right, scene) + fact.plus)


def _area_is(fact: c.AreaIs, scene: Scene) -> bool:
    area, board = _area(scene, fact.area), scene.board
    if fact.what == "empty":
        return area not in board.forces and area not in board.neutral
    if fact.what == "neutral":
        return area in board.neutral
    owner = controller(board, scene.edition, area)
    if fact.what == "uncontrolled":
        return owner is None
    return scene.is_who(owner, "me" if fact.what == "mine" else fact.what)


def _held_by(fact: c.HeldBy, scene: Scene) -> bool:
    force = scene.board.forces.get(_area(scene, fact.area))
    return force is not None and scene.is_who(force.house, fact.who)


def _ordered(fact: c.Ordered, scene: Scene) -> bool:
    placed = scene.board.orders.get(_area(scene, fact.area))
    if placed is None:
        return False
    token = scene.edition.orders[placed.order]
    if fact.order == "raidable":
        return token.type in RAIDABLE
    return fact.order in ("order", token.type, token.id) or (fact.order == "special" and token.special)


def _support_beside(fact: c.SupportBeside, scene: Scene) -> bool:
    board = scene.board
    beside = supporters(board, scene.edition, _area(scene, fact.area))
    return any(scene.is_who(board.orders[area].house, fact.who) for area in beside)


def _holds_card(fact: c.HoldsCard, scene: Scene) -> bool:
    house = scene.house(fact.who)
    return house is not None and fact.card in scene.board.hands.get(house, ())


def _fighter(fact: c.Fighter, scene: Scene) -> bool:
    fighter = {"attacker": scene.attacker, "defender": scene.defender, "opponent": scene.opponent}[fact.role]
    return bool(fighter) and fighter == scene.house(fact.who)


def _played(fact: c.Played, scene: Scene) -> bool:
    return scene.battle is not None and fact.card in scene.battle.cards.values()


_FACTS: dict[type[c.Condition], Callable[[Any, Scene], bool]] = {
    c.Constant: lambda fact, scene: bool(fact.value),
    c.AllOf: lambda fact, scene: all(holds(inner, scene) for inner in fact.of),
    c.AnyOf: lambda fact, scene: any(holds(inner, scene) for inner in fact.of),
    c.Not: lambda fact, scene: not holds(fact.of, scene),
    c.Compare: _compare,
    c.AreaIs: _area_is,
    c.HeldBy: _held_by,
    c.Ordered: _ordered,
    c.SupportBeside: _support_beside,
    c.HasToken: lambda fact, scene: scene.is_who(scene.board.tokens.get(_area(scene, fact.area)), fact.who),
    c.HoldsBadge: lambda fact, scene: scene.is_who(scene.board.holders.get(fact.badge), fact.who),
    c.HoldsCard: _holds_card,
    c.Discarded: lambda fact, scene: any(fact.card in pile for pile in scene.board.discards.values()),
    c.Played: _played,
    c.Fighter: _fighter,
    c.BattleIn: lambda fact, scene: bool(scene.area) and scene.area == fact.area,
    c.Winning: lambda fact, scene: odds.wins(scene, fact.how),
    c.Threatened: lambda fact, scene: odds.threatened(scene, _area(scene, fact.area)),
    c.Revealed: lambda fact, scene: fact.card in scene.board.revealed.values(),
    c.Banned: lambda fact, scene: fact.what in scene.board.bans,
    c.Did: deed_truth.did,
    c.Fought: deed_truth.fought,
    c.Pledged: deed_truth.pledged,
    c.BadgeUsed: lambda fact, scene: fact.badge in scene.board.spent,
    c.WeatherIs: storm_truth.weather_is,
    c.LeaderIn: storm_truth.leader_in,
    c.LeaderHeld: storm_truth.leader_held,
    c.LeaderServes: storm_truth.leader_serves,
    c.TacticLies: storm_truth.tactic_lies,
    c.HoldsAlliance: storm_truth.holds_alliance,
    c.AllianceOpen: storm_truth.alliance_open,
    c.AlliedWith: storm_truth.allied_with,
    c.Commands: lambda fact, scene: scene.is_who(scene.board.commanders.get(fact.vassal), fact.who),
}
