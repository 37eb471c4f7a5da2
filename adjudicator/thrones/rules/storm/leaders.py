"""Leaders: places, strength, and turning by orders (Storm of Swords: leaders)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.engine import Asks, Refusal
from adjudicator.thrones.rules.control import reach
from adjudicator.thrones.rules.marches import carry_out, is_attack, options
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import Battle, Board, Edition, decisions as d, events as e
from adjudicator.thrones.state.decisions import March
from adjudicator.thrones.state.events import Item

RULE = "leaders"


def leaders_at(board: Board, area: str, house: str) -> list[str]:
    """Return the house's leaders in an area, except those attacking elsewhere."""
    away = board.battle.leaders if board.battle is not None else ()
    leaders = board.leaders.items()
    return [name for name, leader in leaders if leader.area == area and leader.house == house and name not in away]


def stands(board: Board, house: str, area: str) -> bool:
    """Whether the house has units in an area for a leader; a garrison is not enough."""
    return board.force_of(house, area) is not None


def havens(board: Board, edition: Edition, house: str) -> list[str]:
    """Every area where units of a house stand, in the order of the data."""
    return edition.in_order(
        area for area in board.forces if stands(board, house, area) and edition.areas[area].kind == "land"
    )


def strength_of(board: Board, edition: Edition, leader: str) -> int:
    """Return a leader's strength: the back's on his own march, else the front's.
    The back counts while he is turned face down."""
    token = edition.leaders[leader]
    return token.marching if board.leaders[leader].active else token.idle


def _items(board: Board, edition: Edition, house: str, leaders: Sequence[str]) -> list[Item]:
    return [Item("leader", strength_of(board, edition, name), name, house=house) for name in leaders]


def battle_items(board: Board, edition: Edition, battle: Battle, house: str) -> list[Item]:
    """Return one strength item for each leader of a house who is in the battle."""
    if not board.leaders:
        return []
    return _items(board, edition, house, fighting_leaders(board, battle, house))


def fighting_leaders(board: Board, battle: Battle, house: str) -> list[str]:
    """Return a house's leaders who fight: with attackers or in the battle area."""
    if house == battle.attacker:
        return [name for name in battle.leaders if board.leaders[name].house == house]
    return leaders_at(board, battle.area, house)


def beside_units(board: Board, edition: Edition, area: str) -> int:
    """Return what leaders add to the strength of the units in an area."""
    force = board.forces.get(area)
    if force is None or not board.leaders:
        return 0
    return sum(strength_of(board, edition, name) for name in leaders_at(board, area, force.house))


def march_items(board: Board, edition: Edition, house: str, answer: March, to: str) -> list[Item]:
    """Return one strength item for each leader who goes with a march to an area.
    These count against a neutral force."""
    return _items(board, edition, house, leading(board, edition, house, answer, to))


def _remaining_unit_count(board: Board, answer: March) -> int:
    """How many units, routed ones too, a march leaves where they are."""
    force = board.forces.get(answer.area)
    leaving = sum(sum(units.values()) for units in answer.moves.values())
    return (force.size() if force is not None else 0) - leaving


def leader_destinations(board: Board, edition: Edition, house: str, answer: March) -> dict[str, str]:
    """Return where each leader goes with a march; those who stay are left out.
    If unsaid, those who go join the attack, else the largest group (the first of equals);
    on his own march a leader goes, on others he stays while units of his house stay."""
    if answer.leaders is not UNSET:
        return dict(answer.leaders)
    there = leaders_at(board, answer.area, house)
    if not there or not answer.moves:
        return {}
    attacked = next((to for to in answer.moves if is_attack(board, house, to)), None)
    goal = attacked or max(answer.moves, key=lambda to: sum(answer.moves[to].values()))
    stays = _remaining_unit_count(board, answer) > 0
    return {name: goal for name in there if board.leaders[name].active or not stays}


def completed(board: Board, edition: Edition, house: str, answer: March) -> March:
    """Return the march with the leaders who go, filled in if it does not say."""
    if not board.leaders:
        return answer
    return replace(answer, leaders=leader_destinations(board, edition, house, answer))


def leading(board: Board, edition: Edition, house: str, answer: March, to: str) -> list[str]:
    """Return the leaders who go with a march to an area."""
    if not board.leaders:
        return []
    return [name for name, goal in leader_destinations(board, edition, house, answer).items() if goal == to]


def marched(game: Game, house: str, answer: March, to: str) -> None:
    """Move leaders of a march with units that enter an area without a battle."""
    for name in leading(game.board, game.edition, house, answer, to):
        game.tell(e.LeaderMoved(house=house, leader=name, before=answer.area, area=to, because="march"), RULE)


def set_out(game: Game, house: str, answer: March) -> None:
    """The leader whose own march it is goes where no unit of it goes."""
    for name, to in leader_destinations(game.board, game.edition, house, answer).items() if game.board.leaders else ():
        if to not in answer.moves:
            game.tell(e.LeaderMoved(house=house, leader=name, before=answer.area, area=to, because="march"), RULE)


def more_marches(board: Board, edition: Edition, house: str, answer: March) -> Iterator[March]:
    """Yield the same unit moves with every leader staying or going, legal or not."""
    there = leaders_at(board, answer.area, house)
    alone = [to for to in lone_goals(board, edition, house, answer.area) if to not in answer.moves] if there else []
    goals = {name: ["", *answer.moves, *(alone if board.leaders[name].active else ())] for name in there}
    for chosen in product(*goals.values()) if goals else ():
        going = {name: to for name, to in zip(goals, chosen, strict=True) if to}
        yield replace(answer, leaders=going)


def lone_goals(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Where a leader may march alone: where units of his house stand already."""
    return tuple(to for to in reach(board, edition, house, area) if stands(board, house, to))


def refuse_march(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    """Why leaders cannot go, or stay, as a march has it.

    Codes: `leader-not-there`, `leader-without-units` (only on his own march he goes alone), `area-not-adjacent`,
    `leader-must-attack` (on his own march, with those who meet enemies, a garrison or a neutral force), `leader-alone`
    (no unit of his house would be with him).
    """
    if not board.leaders and answer.leaders is UNSET:
        return None
    where = f"marches.{answer.area}"
    there = leaders_at(board, answer.area, house)
    going = leader_destinations(board, edition, house, answer)
    for name, to in going.items():
        if name not in there:
            return Refusal("leader-not-there", f"{house} has no leader {name} in {answer.area}", where)
        refusal = None if to in answer.moves else _refuse_alone(board, edition, house, answer, name, to)
        if refusal is not None:
            return refusal
    own = next((name for name, leader in board.leaders.items() if leader.area == answer.area and leader.active), "")
    attacked = [to for to in answer.moves if is_attack(board, house, to)]
    if own and attacked and going.get(own) not in attacked:
        words = f"on his own march, {own} must go with the units that attack {' and '.join(attacked)}"
        return Refusal("leader-must-attack", words, where)
    left = [name for name in there if name not in going]
    if left and not _remaining_unit_count(board, answer):
        words = f"{', '.join(left)} cannot stay in {answer.area} without a unit of {house}"
        return Refusal("leader-alone", words, where)
    return None


def _refuse_alone(board: Board, edition: Edition, house: str, answer: March, name: str, to: str) -> Refusal | None:
    """Why a leader cannot go where no unit of this march goes."""
    where = f"marches.{answer.area}"
    if not board.leaders[name].active:
        return Refusal("leader-without-units", f"no unit goes to {to} with {name}", where)
    if to not in reach(board, edition, house, answer.area):
        return Refusal("area-not-adjacent", f"{to} cannot be reached from {answer.area}", where)
    if not stands(board, house, to):
        return Refusal("leader-alone", f"{name} cannot be in {to} without a unit of {house}", where)
    return None


# Why such a leader goes elsewhere, or dies.
ALONE, WILDLINGS = "leader-alone", "wildlings"


def kill(game: Game, leader: str, by: str, because: str, rule: str) -> None:
    """Kill a leader and his House or alliance card; an empty hand is refilled."""
    board, token = game.board, game.edition.leaders[leader]
    house = board.leaders[leader].house
    game.tell(e.LeaderKilled(house=house, leader=leader, card=token.card, by=by, because=because), rule)
    if token.allied:
        lost = e.AllianceLost(house=house, card=token.card, deck=token.house, because=because, removed=True)
        game.tell(lost, rule)
    elif not board.hands[house]:
        for card in list(board.discards[house]):
            game.tell(e.CardTakenBack(house=house, card=card, because="last-card"), rule)


def destroyed(game: Game, house: str, area: str, because: str) -> None:
    """Kill a house's leaders in an area whose last unit fell to the wildlings.
    They die as if executed. A unit lost for any other reason kills no leader here."""
    board = game.board
    if not board.leaders or stands(board, house, area):
        return
    if because == WILDLINGS or because in game.edition.wildling_cards:
        for leader in leaders_at(board, area, house):
            kill(game, leader, "", WILDLINGS, RULE)


def astray(board: Board, edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield leaders without units of their house, each with the area they go to."""
    for name, leader in list(board.leaders.items()):
        if leader.area and not stands(board, leader.house, leader.area):
            choices, home = havens(board, edition, leader.house), edition.houses[leader.house].home
            yield name, home if home in choices else next(iter(choices), "")


def gather(game: Game) -> None:
    """Move leaders left without units to others of their house, or kill them."""
    for name, to in astray(game.board, game.edition):
        leader = game.board.leaders[name]
        if to:
            moved = e.LeaderMoved(house=leader.house, leader=name, before=leader.area, area=to, because=ALONE)
            game.tell(moved, RULE)
        else:
            kill(game, name, "", ALONE, RULE)


def settle_leaders(board: Board, edition: Edition) -> None:
    """Move leaders left without units to others of their house, or remove them.
    This follows an override and tells no event."""
    for name, to in astray(board, edition):
        if to:
            board.leaders[name].area = to
        else:
            del board.leaders[name]


ASKING = "activate"


def ready(board: Board, edition: Edition, house: str, kinds: Collection[str]) -> list[str]:
    """Return a house's leaders that such an order may turn now, in order of areas."""
    if not board.leaders:
        return []
    leaders = []
    for area in edition.in_order(area for area, placed in board.orders.items() if placed.house == house):
        kind = edition.orders[board.orders[area].order].type
        if kind in kinds:
            leaders += [name for name in leaders_at(board, area, house) if edition.leaders[name].activates == kind]
    return leaders


def free_leaders(board: Board, house: str) -> list[str]:
    """Return a house's leaders on the board, which orders may turn one day."""
    return [name for name, leader in board.leaders.items() if leader.house == house and leader.area]


def activate(game: Game, house: str, kinds: Collection[str]) -> Asks[bool]:
    """Let a house give up an order to turn a leader and march; return whether it did."""
    choices = ready(game.board, game.edition, house, kinds)
    if not choices:
        return False
    name = yield from game.pick_or_decline(house, ASKING, choices)
    if name:
        yield from _lead(game, house, name)
    return bool(name)


def _lead(game: Game, house: str, name: str) -> Asks[None]:
    """Turn a leader: gain his Power, march or stay, then turn him back."""
    board, area = game.board, game.board.leaders[name].area
    order = board.orders[area].order
    game.tell(e.LeaderTurned(house=house, leader=name, area=area, active=True, order=order), RULE)
    power = game.edition.leaders[name].power
    if power:
        game.gain_power(house, power, ASKING, RULE, area)
    yield from _march(game, house, name, area)
    leader = board.leaders.get(name)
    if leader is not None and leader.active and board.ending is None:
        game.tell(e.LeaderTurned(house=house, leader=name, area=leader.area, active=False), RULE)


def _march(game: Game, house: str, name: str, area: str) -> Asks[None]:
    """March by the order on his token's back: with units, alone to others, or not."""
    board, edition = game.board, game.edition
    goals = options(board, edition, house, area) or lone_goals(board, edition, house, area)
    question = d.ResolveMarch(**game.seat_of(house), options={area: goals}, leader=name)
    answer = yield from game.ask_or_force(question, None if goals else March(area))
    entered = yield from carry_out(game, house, answer)
    if entered and board.ending is None:
        yield from game.hooks.after_march(game, house, answer, entered)
