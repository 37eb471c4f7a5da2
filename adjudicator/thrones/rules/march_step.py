"""The march part of the action phase: one march at a time, each with its battle (1e rules: march orders)."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from adjudicator.engine.asking import Asks
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.battle import fight
from adjudicator.thrones.rules.battle_facts import besieges
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.rules.march_legality import (
    empties,
    is_attack,
    lenders,
    marching_order,
    marching_strength,
    options,
)
from adjudicator.thrones.rules.raids import idle_order, next_house, orders_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.strength import support_strength, total
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Battle, Board, Side
from adjudicator.thrones.state.events import Item


def marches_begin(game: Game) -> list[Step]:
    """The march part of the action phase begins."""
    game.tell(e.PhaseStarted(phase="marches"), "marches")
    return [Step("march", {"after": ""})]


def rally(game: Game) -> None:
    """All marches are done: routed units stand up."""
    areas = [area for area, force in game.board.forces.items() if force.routed]
    if areas:
        order = game.edition.area_order
        game.tell(e.UnitsRallied(areas=tuple(sorted(areas, key=order.__getitem__))), "marches.rally")


def _lent_support(game: Game, house: str, answer: March, to: str) -> Asks[list[Item]]:
    """Ask other houses to help against a neutral force when the march cannot do it alone; returns all items that
    count.
    """
    board, edition = game.board, game.edition
    items = marching_strength(board, edition, house, answer, to)
    if total(items) >= board.neutral[to]:
        return items
    by_house: dict[str, list[str]] = {}
    for area in lenders(board, edition, house, to):
        by_house.setdefault(board.orders[area].house, []).append(area)
    for lender, areas in by_house.items():
        pledged = yield from game.ask(
            d.GiveSupport(
                seat=game.seat(lender),
                house=lender,
                area=to,
                attacker=house,
                defender="",
                areas=tuple(areas),
                sides=("attacker", "none"),
            )
        )
        siege = besieges(board, edition, to)
        for area in areas:
            side: Side = "attacker" if pledged.sides[area] == "attacker" else "none"
            value = support_strength(board, edition, area, siege=siege) if side == "attacker" else 0
            game.tell(e.SupportGiven(house=lender, area=area, side=side, strength=value), "neutral")
            if side == "attacker":
                items.append(Item("support", value, area=area, house=lender))
    return items


def _enter_neutral(game: Game, house: str, answer: March, to: str) -> Asks[None]:
    """Try to overcome a neutral force; without enough lent support the units stay where they are."""
    items = yield from _lent_support(game, house, answer, to)
    value = game.board.neutral[to]
    strength = total(items)
    if strength < value:
        game.tell(e.NeutralHeld(house=house, area=to, value=value, strength=strength, items=tuple(items)), "neutral")
        return
    game.tell(e.NeutralOvercome(house=house, area=to, value=value, strength=strength, items=tuple(items)), "neutral")
    _move(game, house, answer, to)


def _move(game: Game, house: str, answer: March, to: str) -> None:
    """Units enter an area without a battle; an enemy token there goes back to the pool (EX-28)."""
    by_ship = reach(game.board, game.edition, house, answer.area).get(to)
    moved = e.UnitsMoved(
        house=house,
        origin=answer.area,
        to=to,
        units=answer.moves[to],
        by_ship=bool(by_ship),
        flew=by_ship is None or UNSET,
    )
    game.tell(moved, "marches")
    game.hooks.marched(game, house, answer, to)
    owner = game.board.tokens.get(to)
    if owner is not None and owner != house:
        game.tell(e.TokenRemoved(house=owner, area=to, by=house), "control")


def carry_out(game: Game, house: str, answer: March) -> Asks[list[str]]:
    """Move, leave a token, then fight. The areas that units have entered and that nobody else controlled: for
    `after_march`, once the order is gone."""
    board = game.board
    answer = game.hooks.completed(board, game.edition, house, answer)
    attacked = next((to for to in answer.moves if is_attack(board, house, to)), None)
    free = [to for to in answer.moves if to != attacked and controller(board, game.edition, to) in (None, house)]
    # Attackers stand at their origin until the battle starts.
    attackers_were_last = attacked is not None and (game.edition.variant.tokens_beside_units or empties(board, answer))
    for to in answer.moves:
        if to != attacked:
            _move(game, house, answer, to)
    game.hooks.set_out(game, house, answer)
    if attacked is not None and attacked in board.neutral:
        yield from _enter_neutral(game, house, answer, attacked)
        attacked, attackers_were_last = None, False
    all_left = attackers_were_last or answer.area not in board.forces
    if all_left and game.hooks.leaves_token(game, house, answer):
        game.tell(e.TokenPlaced(house=house, area=answer.area), "control")
    if attacked is None or _won_before_battle(game, answer, attacked):
        return free
    battle = Battle(
        area=attacked,
        attacker=house,
        defender=_defender(board, attacked),
        origin=answer.area,
        order=marching_order(board, answer.area),
        troop=answer.moves[attacked],
        leaders=list(game.hooks.leading(board, game.edition, house, answer, attacked)),
    )
    game.tell(e.BattleStarted(battle=msgspec.structs.replace(battle)), "battle")
    yield from fight(game)
    return free


def _won_before_battle(game: Game, answer: March, attacked: str) -> bool:
    """Whether the march wins before its battle, in editions where it may: all its units have left together (R-35)."""
    board, variant = game.board, game.edition.variant
    if variant.wins_after_battle:
        return False
    if not variant.attackers_have_left:
        return game.won()
    force = board.forces[answer.area]
    attackers = answer.moves[attacked]
    staying = {unit: count - attackers.get(unit, 0) for unit, count in force.units.items()}
    left = msgspec.structs.replace(force, units={unit: count for unit, count in staying.items() if count})
    forces = {**board.forces, answer.area: left}
    if not left.size():
        del forces[answer.area]
    return game.won(msgspec.structs.replace(board, forces=forces))


def _defender(board: Board, area: str) -> str:
    """Whose units, or whose garrison alone, defend an area."""
    force = board.forces.get(area)
    return force.house if force is not None else board.garrisons[area].house


def march(game: Game, after: str) -> Play:
    """The next house in turn order resolves one march with its battle."""
    board, edition = game.board, game.edition
    house = next_house(board, edition, "march", after)
    if house is None:
        if not edition.variant.rally_at_clean_up:
            rally(game)
        return []
    choices = {area: options(board, edition, house, area) for area in orders_of(board, edition, house, "march")}
    question = d.ResolveMarch(seat=game.seat(house), house=house, options=choices)
    idle = idle_order(game, question)
    answer = yield from game.ask_or_force(question, None if idle is None else March(idle))
    entered = yield from carry_out(game, house, answer)
    spent = board.orders.get(answer.area)
    if spent is not None and spent.house == house and board.ending is None:
        because = "spent" if answer.moves else "stayed"
        game.tell(e.OrderRemoved(house=house, area=answer.area, order=spent.order, because=because), "marches")
    if entered and board.ending is None:
        yield from game.hooks.after_march(game, house, answer, entered)
    return [Step("march", {"after": game.turn_of(house)})]
