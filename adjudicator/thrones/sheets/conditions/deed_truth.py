"""Conditions on what was done in the round, and on what lies ready, as everybody has seen it."""

from __future__ import annotations

from adjudicator.thrones.rules.raids import RAIDABLE
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Deed


def orders_lying(term: c.OrdersLying, scene: Scene) -> int:
    """How many orders of a house lie open; `other`: without the one that is being resolved."""
    board, orders = scene.board, scene.edition.orders
    who = "enemy" if term.who == "others" else term.who
    if who != "enemy":
        scene.sure_house(who)
    count = 0
    resolved = _resolved(scene)
    for area, placed in board.orders.items():
        token = orders[placed.order]
        fits = term.order in ("order", token.type, token.id)
        fits = (
            fits or (term.order == "special" and token.special) or (term.order == "raidable" and token.type in RAIDABLE)
        )
        if fits and scene.is_who(placed.house, who) and not (term.other and area == resolved):
            count += 1
    if term.other and who == "me" and isinstance(scene.asked, d.ResolveMarch | d.ResolveRaid):
        # Which of those that are left is resolved now is the very question.
        count -= term.order in ("order", "march" if isinstance(scene.asked, d.ResolveMarch) else "raid")
    return max(0, count)


def _resolved(scene: Scene) -> str:
    """Where the march lies from which the battle at hand comes; empty without one."""
    return scene.battle.origin if scene.battle is not None else ""


def battles(term: c.Battles, scene: Scene) -> int:
    """How many battles of a round a house has won, or lost."""
    house = scene.sure_house(term.who)
    found = (deed for deed in _kept(term, scene) if deed.what == "beat")
    return sum((deed.house if term.how == "won" else deed.other) == house for deed in found)


def tide(term: c.Tide, scene: Scene) -> int:
    """The number on the card drawn from the Tides of Battle; Inapplicable before it lies open."""
    house, battle = scene.sure_house(term.who), scene.battle
    card = scene.edition.tide_cards.get(battle.tides.get(house, "")) if battle is not None else None
    if card is None:
        raise Inapplicable(f"no card of the tides of {house} lies open")
    return card.strength


def did(fact: c.Did, scene: Scene) -> bool:
    """Whether one house did this to another."""
    return any(
        deed.what == fact.deed and scene.is_who(deed.house, fact.who) and scene.is_who(deed.other, fact.whom)
        for deed in _kept(fact, scene)
    )


def fought(fact: c.Fought, scene: Scene) -> bool:
    """Whether a house took an area in a battle of a round, or lost it: whoever attacked there won."""
    deeds = _kept(fact, scene)
    attacks = {(deed.house, deed.other) for deed in deeds if (deed.what, deed.area) == ("attacked", fact.area)}
    won = (deed for deed in deeds if (deed.what, deed.area) == ("beat", fact.area))
    taken = (deed for deed in won if (deed.house, deed.other) in attacks)
    return any(scene.is_who(deed.house if fact.how == "took" else deed.other, fact.who) for deed in taken)


def pledged(fact: c.Pledged, scene: Scene) -> bool:
    """Whether a house that does not fight supports a side of the battle at hand."""
    battle, board = scene.battle, scene.board
    if battle is None:
        raise Inapplicable("there is no battle at hand")
    sides = {"me": battle.role(scene.me), "enemy": battle.role(scene.opponent or "")}
    side = sides.get(fact.side, fact.side)
    if side == "none":
        raise Inapplicable("this house is not fighting in the battle at hand")
    houses = {board.orders[area].house for area, helped in battle.pledges.items() if helped == side}
    return any(battle.role(house) == "none" and scene.is_who(house, fact.who) for house in houses)


def _kept(asks: c.Battles | c.Did | c.Fought, scene: Scene) -> list[Deed]:
    """The deeds of the round that is asked about; Inapplicable in games from before they were kept."""
    if scene.edition.variant.deeds_kept < 1 + asks.last_round:
        which = "the last" if asks.last_round else "a"
        raise Inapplicable(f"in games that began under earlier rules nobody notes what is done in {which} round")
    return scene.board.last_deeds if asks.last_round else scene.board.deeds
