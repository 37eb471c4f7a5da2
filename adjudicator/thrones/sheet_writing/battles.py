"""Battles written ahead: whom to support, which cards, what card texts ask, losses and retreats."""

from __future__ import annotations

import msgspec

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.rules.raids import RAIDABLE, raid_goals
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.sheet import (
    BladeRule,
    CardRule,
    Cards,
    DiscardRule,
    KnightRule,
    Losses,
    LossRule,
    RaidRule,
    Raids,
    RemoveOrderRule,
    RetreatRule,
    SupportRule,
    TakeBackRule,
    Texts,
)
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Piece
from adjudicator.thrones.state.board import Placed
from adjudicator.thrones.steward.bank import destroy
from adjudicator.thrones.steward.feud import inclination, ranked
from adjudicator.thrones.steward.raids import harm
from adjudicator.thrones.steward.sight import Sight

# Places that a retreat is written for, best first.
MOST_PLACES = 14
# From so much Power on a card of the other is paid for.
RICH = 4


def write_cards() -> Cards:
    """The weakest card that surely wins, else that likely does; a battle that will be lost costs the weakest."""
    return Cards(rules=(CardRule(cards=("enough", "likely", "weakest")),))


def write_blade() -> tuple[BladeRule, ...]:
    """Only where it turns defeat into victory."""
    return (BladeRule(use="if-decisive"),)


def write_support(desk: Desk) -> tuple[SupportRule, ...]:
    """Its own battles; of others the house less to be feared, where one is plainly more so; else nobody."""
    others = [house for house in desk.board.houses if house != desk.house]
    rules = [SupportRule(whom="me")]
    for house in others:
        feared = tuple(
            other
            for other in others
            if other != house and inclination(desk.sight, desk.house, "", house, other) == "attacker"
        )
        if feared:
            rules.append(SupportRule(whom=house, against=feared))
    return (*rules, SupportRule(whom="nobody"))


def write_texts(desk: Desk) -> Texts:
    """Take the strongest card back, remove the order that does most harm, pay for a card when rich."""
    feared = tuple(reversed(ranked(desk.sight, [house for house in desk.board.houses if house != desk.house])))
    types = ("march", "consolidate-power", "support", "raid", "defense")
    known = {token.type for token in desk.edition.orders.values()}
    return Texts(
        take_back=(TakeBackRule(cards=("strongest",)),),
        remove_order=(
            RemoveOrderRule(types=tuple(type_ for type_ in types if type_ in known), owners=feared),
            RemoveOrderRule(decline=True),
        ),
        discard=(
            DiscardRule(when=c.Compare(c.Holding("power"), ">=", c.Number(RICH)), cards=("strongest",)),
            DiscardRule(),
        ),
        knight=(KnightRule(use=True),),
    )


def write_losses(desk: Desk) -> Losses:
    """The cheapest unit, never the last of its kind in an area if another can go."""
    return Losses(
        supply=(LossRule(likings=("largest-army", "cheapest", "routed")),),
        kill=(*_kills(desk), LossRule(likings=("standing",))),
        general=(LossRule(likings=("cheapest", "routed"), keep=1), LossRule(likings=("cheapest", "routed"))),
    )


def _kills(desk: Desk) -> tuple[LossRule, ...]:
    """Whose units the bank's men shall kill: those of the houses to be feared most, where it hurts them most."""
    board, house = desk.board, desk.house
    pieces = tuple(
        Piece(area, unit)
        for area, force in board.forces.items()
        if force.house not in board.family(house)
        for unit in force.units
    )
    if board.bank is None or not pieces:
        return ()
    question = d.DestroyUnit(seat=house, house=house, choices=pieces, because="", owed=1)
    liked = dict.fromkeys(answer.area for answer, _ in destroy(desk.sight, question) if isinstance(answer, Piece))
    return (LossRule(areas=tuple(liked)[:MOST_PLACES], likings=("dearest",)),)


def write_retreat(desk: Desk) -> tuple[RetreatRule, ...]:
    """Own areas and empty ones that its units could reach, those that are safest and best to hold first."""
    board, edition, outlook = desk.board, desk.edition, desk.outlook
    mine = [area for area, force in board.forces.items() if force.house == desk.house]
    near = {to for area in mine for to in reach(board, edition, desk.house, area)} | set(mine)
    free = [
        area
        for area in near
        if area not in board.neutral
        and (area not in board.forces or board.forces[area].house == desk.house)
        and controller(board, edition, area) in (None, desk.house)
    ]

    def comfort(area: str) -> float:
        friends = desk.sight.strength(area)
        return 1.5 * friends + outlook.worth(area) * outlook.holding(area, friends + 1.0)

    areas = sorted(free, key=lambda area: (-comfort(area), edition.area_order[area]))[:MOST_PLACES]
    return (RetreatRule(areas=tuple(areas)),) if areas else ()


def write_raids(desk: Desk, orders: dict[str, str]) -> Raids:
    """For each raiding area what may lie where, by the harm that its loss would do; the most harmful goes first."""
    edition = desk.edition
    found: dict[str, list[tuple[float, str, str]]] = {}
    for area, order in orders.items():
        if edition.orders[order].does("raid"):
            wishes = [
                (-_harm(desk, orders, to, type_), type_, to)
                for to in raid_goals(desk.board, edition, desk.house, area)
                if _enemy(desk, to)
                for type_ in RAIDABLE
            ]
            if wishes:
                found[area] = sorted(wishes)
    return Raids(
        sequence=tuple(sorted(found, key=lambda area: found[area][0])),
        areas={area: _raid_rules(wishes, edition.orders[orders[area]].removes) for area, wishes in found.items()},
    )


def _raid_rules(wishes: list[tuple[float, str, str]], removes: int) -> tuple[RaidRule, ...]:
    targets = tuple(dict.fromkeys(to for _, _, to in wishes))
    if removes > 1:
        return (RaidRule(targets=targets),)
    rules = (RaidRule(when=c.Ordered(to, type_), targets=(to,)) for _, type_, to in wishes)
    return (*rules, RaidRule(targets=targets))


def _harm(desk: Desk, orders: dict[str, str], to: str, type_: str) -> float:
    """What it would be worth to remove an order of a type lying there."""
    owner = desk.board.forces[to].house
    token = next((order for order in desk.edition.orders.values() if order.type == type_), None)
    if token is None:
        return 0.0
    board = msgspec.structs.replace(
        desk.board,
        phase="raids",
        orders={**{area: Placed(desk.house, order) for area, order in orders.items()}, to: Placed(owner, token.id)},
    )
    return harm(Sight(board, desk.edition, desk.house), to)


def _enemy(desk: Desk, area: str) -> bool:
    force = desk.board.forces.get(area)
    return force is not None and force.house != desk.house
