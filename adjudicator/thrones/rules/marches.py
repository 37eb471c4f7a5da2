"""Raids and marches: legality, and their part of the action phase.

Sources: 1e rules, raid orders, march orders; EX-07, RULE-13.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.engine import Asks, Law, Pick, Play, Refusal, Step
from adjudicator.thrones.rules.battle import fight
from adjudicator.thrones.rules.control import controller, flown, free_tokens, reach, turn_order
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.strength import besieges, support_strength, supporters, total, unit_items
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state import Battle, Board, Edition, Position, Side, decisions as d, events as e
from adjudicator.thrones.state.decisions import March, Raid
from adjudicator.thrones.state.events import Item

RAIDABLE = ("raid", "support", "consolidate-power")


def orders_of(board: Board, edition: Edition, house: str, kind: str, excluded_areas: Collection[str] = ()) -> list[str]:
    """Return areas where a house's orders do `kind`, in the order of the data.
    Areas in `excluded_areas` are left out."""
    areas = [
        area
        for area, placed in board.orders.items()
        if placed.house == house and area not in excluded_areas and edition.orders[placed.order].does(kind)
    ]
    return edition.in_order(areas)


def next_house(board: Board, edition: Edition, kind: str, after: str, exclusions: Collection[str] = ()) -> str | None:
    """Return the next house in turn order with an order that does `kind`, or None.
    `after` is the house to go on after (empty: none); orders in `exclusions` do not count."""
    order = turn_order(board)
    start = order.index(after) + 1 if after else 0
    for house in order[start:] + order[:start]:
        if orders_of(board, edition, house, kind, exclusions):
            return house
    return None


def raid_reach(edition: Edition, area: str) -> tuple[str, ...]:
    """Return areas in a raid's reach: land to land, sea all around, port to its sea."""
    facts = edition.areas[area]
    if facts.kind == "land":
        return facts.land
    return facts.sea if facts.kind == "port" else facts.land + facts.sea + facts.port


def raid_goals(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Return areas a house's raid reaches, including what cards or weather add."""
    return (*raid_reach(edition, area), *hooks_of(edition).raid_beyond(board, edition, house, area))


def targets(board: Board, edition: Edition, area: str) -> tuple[str, ...]:
    """Return orders a raid may remove: other families', in reach, of named types."""
    raider = board.orders[area].house
    family, types = board.family(raider), edition.orders[board.orders[area].order].raids
    return tuple(
        n
        for n in raid_goals(board, edition, raider, area)
        if n in board.orders
        and board.orders[n].house not in family
        and edition.orders[board.orders[n].order].type in types
    )


def check_raid(position: Position, decision: d.ResolveRaid, answer: Raid) -> Refusal | None:
    """Why this raid is not legal."""
    if answer.area not in decision.options:
        return Refusal("no-raid-order-there", f"{decision.house} has no raid order in {answer.area}", "raids")
    edition = edition_of(position)
    removes = edition.orders[position.board.orders[answer.area].order].removes
    if len(answer.targets) > removes or len(set(answer.targets)) != len(answer.targets):
        return Refusal(
            "too-many-targets", f"this raid removes at most {removes} order(s), each once", f"raids.{answer.area}"
        )
    for target in answer.targets:
        if target not in decision.options[answer.area]:
            words = f"{answer.area} cannot raid {target}: no enemy raid, support or consolidate order in reach"
            return Refusal("not-a-raid-target", words, f"raids.{answer.area}")
    return hooks_of(edition).refuse_raid(position.board, edition, decision.house, answer)


def every_raid(position: Position, decision: d.ResolveRaid) -> Iterator[Raid]:
    """Every raid order with every choice of targets, the larger first, none last."""
    edition = edition_of(position)
    for area, possible in decision.options.items():
        removes = edition.orders[position.board.orders[area].order].removes
        for count in range(min(removes, len(possible)), -1, -1):
            for chosen in combinations(possible, count):
                answer = Raid(area, chosen)
                if hooks_of(edition).refuse_raid(position.board, edition, decision.house, answer) is None:
                    yield answer


def raids_begin(game: Game) -> list[Step]:
    """The raid part of the action phase begins."""
    game.tell(e.PhaseStarted(phase="raids"), "raids")
    return [Step("raid", {"after": ""})]


def raid(game: Game, after: str, kept: Sequence[str] = ()) -> Play:
    """Resolve one raid of the next house; return the step for the next raid.
    `after` is the house to go on after (empty: none); `kept` are areas of unused two-use orders."""
    board, edition = game.board, game.edition
    house = next_house(board, edition, "raid", after, kept)
    if house is None:
        return []
    options = {area: targets(board, edition, area) for area in orders_of(board, edition, house, "raid", kept)}
    question = d.ResolveRaid(**game.seat_of(house), options=options)
    idle = idle_order(game, question)
    answer = yield from game.ask_or_force(question, None if idle is None else Raid(idle))
    if not answer.targets and edition.orders[board.orders[answer.area].order].type != "raid":
        return [Step("raid", {"after": game.turn_of(house), "kept": [*kept, answer.area]})]
    yield from _carry_out(game, house, answer)
    return [Step("raid", {"after": game.turn_of(house), **({"kept": list(kept)} if kept else {})})]


def idle_order(game: Game, question: d.ResolveRaid | d.ResolveMarch) -> str | None:
    """Return the order removed unasked since no order can act; None if it is asked."""
    several = len(question.options) > 1 and game.edition.variant.idle_orders_asked
    return None if several or any(question.options.values()) else next(iter(question.options))


def _carry_out(game: Game, house: str, answer: Raid) -> Asks[None]:
    """The targets leave the board, and the raid order with them."""
    board, edition = game.board, game.edition
    removed = [(target, board.orders[target]) for target in answer.targets]
    for target in answer.targets:
        victim = board.orders[target]
        pillage = edition.orders[victim.order].type == "consolidate-power"
        game.tell(
            e.OrderRaided(
                house=house,
                area=answer.area,
                target=target,
                victim=victim.house,
                order=victim.order,
                pillage=pillage,
            ),
            "raids",
        )
        if pillage:
            game.gain_power(house, 1, "pillage", "raids.pillage", target)
            if edition.variant.pillage_costs and board.power[victim.house]:
                game.spend_power(victim.house, 1, "pillage", "raids.pillage")
    game.remove_order(answer.area, "spent" if answer.targets else "without-target", "raids")
    yield from game.hooks.raided(game, house, answer, removed)


RAIDS = Law(Raid, check_raid, every_raid)


# The order printed on the back of every leader's token.
LEADER_MARCH = "leader-march"


def options(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Where standing units in a marching area may go; empty if none can march."""
    force = board.force_of(house, area)
    if force is None or not force.units:
        return ()
    destinations = dict.fromkeys(reach(board, edition, house, area))
    destinations.update(dict.fromkeys(flown(board, edition, house, area)))
    return tuple(to for to in destinations if not is_march_barred(board, edition, house, to))


def is_march_barred(board: Board, edition: Edition, house: str, to: str) -> bool:
    """Whether a march is barred: family areas, and ports for vassals (MoD rules)."""
    if not board.commanders:
        return False
    owner = controller(board, edition, to)
    return (house in board.vassals and to in edition.ports) or (owner != house and owner in board.family(house))


def is_attack(board: Board, house: str, area: str) -> bool:
    """Whether moving in starts a battle, also with a garrison, or meets neutrals."""
    garrison = board.garrisons.get(area)
    guarded = garrison is not None and garrison.house != house
    return area in board.neutral or guarded or board.has_others(house, area)


def marching_order(board: Board, area: str) -> str:
    """Return the order that moves units out: a face-down leader's, else the area's."""
    turned = any(leader.area == area and leader.active for leader in board.leaders.values())
    return LEADER_MARCH if turned else board.orders[area].order


def may_do(board: Board, edition: Edition, house: str, area: str, kind: str) -> bool:
    """Whether a house's units may march or support: such an order lies, or none yet."""
    placed = board.orders.get(area)
    lies = placed is not None and edition.orders[placed.order].does(kind)
    return board.force_of(house, area) is not None and (lies or not board.orders)


def marching_strength(board: Board, edition: Edition, house: str, answer: March, to: str) -> list[Item]:
    """Return items against neutrals before help: units, march order, own supporters."""
    order = marching_order(board, answer.area)
    siege = besieges(board, edition, to)
    items = unit_items(edition, answer.moves[to], house, siege=siege, growth=board.growth)
    items.append(Item("order", edition.orders[order].modifier, order, area=answer.area, house=house))
    more = hooks_of(edition).march_items
    items += more(board, edition, house, answer, to) if more is not None else ()
    for area in supporters(board, edition, to):
        if board.orders[area].house == house:
            value = support_strength(board, edition, area, siege=siege)
            items.append(Item("support", value, area=area, house=house))
    return items


def lenders(board: Board, edition: Edition, house: str, to: str) -> list[str]:
    """Support orders of other houses that could help a march into `to`."""
    return [area for area in supporters(board, edition, to) if board.orders[area].house != house]


def empties(board: Board, answer: March) -> bool:
    """Whether the march leaves no unit behind."""
    leaving = sum(sum(units.values()) for units in answer.moves.values())
    return leaving == board.forces[answer.area].size()


def may_leave_token(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether an emptied area may take a token: land, unmarked, no home (FAQ-02)."""
    facts = edition.areas[area]
    if facts.kind != "land" or facts.home_of == house or area in board.tokens:
        return False
    return free_tokens(board, edition, house) > 0 if house in board.vassals else board.power[house] > 0


def refuse_moves(
    board: Board, edition: Edition, house: str, answer: March, reachable: tuple[str, ...]
) -> Refusal | None:
    """Why these units cannot go to these areas."""
    where = f"marches.{answer.area}"
    leaving: dict[str, int] = {}
    for to, units in answer.moves.items():
        if to not in reachable:
            return Refusal("area-not-adjacent", f"{to} cannot be reached from {answer.area}", where)
        if not units or any(count < 1 for count in units.values()):
            return Refusal("nothing-moves", f"name at least one unit that goes to {to}", where)
        for unit, count in units.items():
            leaving[unit] = leaving.get(unit, 0) + count
    standing = board.forces[answer.area].units
    for unit, count in leaving.items():
        if count > standing.get(unit, 0):
            words = f"{answer.area} has {standing.get(unit, 0)} {unit} able to march, not {count}"
            return Refusal("units-not-there", words, where)
    return _refuse_flight(board, edition, house, answer)


def _refuse_flight(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    """Only flyers may go where no march leads (MoD rules: marching and flying)."""
    if not any(edition.units[unit].flies for unit in board.forces[answer.area].units):
        return None
    walkers = {to: [u for u in units if not edition.units[u].flies] for to, units in answer.moves.items()}
    beyond = set(answer.moves) - set(reach(board, edition, house, answer.area))
    for to in answer.moves:
        if to in beyond and walkers[to]:
            words = f"{', '.join(walkers[to])} cannot march from {answer.area} to {to}; only dragons fly there"
            return Refusal("area-not-adjacent", words, f"marches.{answer.area}")
    return None


def _refuse_attack(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    """Return why a march's attack is illegal; None if it is legal.
    Codes: `one-battle-a-march`, `neutral-too-strong`."""
    where = f"marches.{answer.area}"
    attacked = [to for to in answer.moves if is_attack(board, house, to)]
    if len(attacked) > 1:
        return Refusal("one-battle-a-march", f"one march attacks one area, not {' and '.join(attacked)}", where)
    for to in (target for target in attacked if target in board.neutral):
        # A neutral force can be overcome if everyone entitled helps (1e rules: neutral forces; EX-20).
        own, siege = total(marching_strength(board, edition, house, answer, to)), besieges(board, edition, to)
        lent = sum(support_strength(board, edition, area, siege=siege) for area in lenders(board, edition, house, to))
        if own + lent < board.neutral[to]:
            words = f"the neutral force of {board.neutral[to]} in {to} is too strong for this march"
            return Refusal("neutral-too-strong", words, where)
    return None


def _refuse_port(board: Board, edition: Edition, answer: March) -> Refusal | None:
    """A port holds only so many ships."""
    for to, units in answer.moves.items():
        force = board.forces.get(to)
        if to in edition.ports and sum(units.values()) + (force.size() if force else 0) > edition.port_limit:
            words = f"{to} holds at most {edition.port_limit} ships"
            return Refusal("port-full", words, f"marches.{answer.area}")
    return None


def supply_changes(answer: March) -> dict[str, int]:
    """How a march changes the number of units in each area."""
    changes = {to: sum(units.values()) for to, units in answer.moves.items()}
    changes[answer.area] = -sum(changes.values())
    return changes


def _if_refused_help(board: Board, edition: Edition, house: str, answer: March) -> March:
    """Return the march as it ends without lent support: units at neutrals stay."""
    for to in answer.moves:
        if to in board.neutral and total(marching_strength(board, edition, house, answer, to)) < board.neutral[to]:
            return March(answer.area, {t: units for t, units in answer.moves.items() if t != to})
    return answer


def check_march(position: Position, decision: d.ResolveMarch, answer: March) -> Refusal | None:
    """Why this march is not legal."""
    board, edition, house = position.board, edition_of(position), decision.house
    where = f"marches.{answer.area}"
    if answer.area not in decision.options:
        return Refusal("no-march-order-there", f"{house} has no march order in {answer.area}", "marches")
    refusal = hooks_of(edition).refuse_march(board, edition, house, answer)
    if refusal is not None:
        return refusal
    if not answer.moves:
        words = "a Power token can be left only where all units leave"
        return Refusal("token-needs-empty-area", words, where) if answer.leave_token else None
    refusal = refuse_moves(board, edition, house, answer, decision.options[answer.area])
    refusal = refusal or _refuse_attack(board, edition, house, answer) or _refuse_port(board, edition, answer)
    if refusal is not None:
        return refusal
    if not fits(board, edition, house, supply_changes(answer)):
        return Refusal("supply-exceeded", "the armies after this march would exceed the supply limits", where)
    alone = _if_refused_help(board, edition, house, answer)
    if alone is not answer and not fits(board, edition, house, supply_changes(alone)):
        words = "without the hoped-for support, the units that stay would exceed the supply limits"
        return Refusal("supply-exceeded", words, where)
    if answer.leave_token and not empties(board, answer):
        return Refusal("token-needs-empty-area", "a Power token can be left only where all units leave", where)
    if answer.leave_token and not may_leave_token(board, edition, house, answer.area):
        words = "no token can be left: it is a sea or the home area, it has a token, or no Power is available"
        return Refusal("token-not-allowed", words, where)
    return None


def splits(units: Mapping[str, int], destinations: tuple[str, ...]) -> Iterator[dict[str, dict[str, int]]]:
    """Every way to send units to destinations or keep them."""

    def shares(count: int, places: int) -> Iterator[tuple[int, ...]]:
        if not places:
            yield ()
            return
        for first in range(count + 1):
            for rest in shares(count - first, places - 1):
                yield (first, *rest)

    kinds = list(units)
    for parts in product(*(shares(units[kind], len(destinations)) for kind in kinds)):
        moves: dict[str, dict[str, int]] = {}
        for kind, part in zip(kinds, parts, strict=True):
            for to, count in zip(destinations, part, strict=True):
                if count:
                    moves.setdefault(to, {})[kind] = count
        yield moves


def every_march(position: Position, decision: d.ResolveMarch) -> Iterator[March]:
    """Yield every legal march, those that stay first, with and without tokens."""
    board, edition = position.board, edition_of(position)
    for area, destinations in decision.options.items():
        force = board.forces.get(area)
        units = force.units if force is not None and destinations else {}
        for moves in splits(units, destinations):
            march = March(area, moves)
            for answer in chain((march,), hooks_of(edition).more_marches(board, edition, decision.house, march)):
                if check_march(position, decision, answer) is not None:
                    continue
                yield answer
                if moves and empties(board, answer) and may_leave_token(board, edition, decision.house, area):
                    yield replace(answer, leave_token=True)


def sample_march(position: Position, decision: d.ResolveMarch, pick: Pick) -> March:
    """Sample a legal march; units go anywhere, and all stay after eight failed tries."""
    board, edition = position.board, edition_of(position)
    areas = list(decision.options)
    area = areas[pick(len(areas))]
    destinations = decision.options[area]
    for _ in range(8):
        moves: dict[str, dict[str, int]] = {}
        for unit, count in board.forces[area].units.items() if destinations else ():
            for _each in range(count):
                choice = pick(len(destinations) + 1)
                if choice:
                    group = moves.setdefault(destinations[choice - 1], {})
                    group[unit] = group.get(unit, 0) + 1
        answer = March(area, moves)
        others = list(hooks_of(edition).more_marches(board, edition, decision.house, answer))
        if others:
            answer = (answer, *others)[pick(len(others) + 1)]
        if check_march(position, decision, answer) is None:
            token = bool(moves) and empties(board, answer) and may_leave_token(board, edition, decision.house, area)
            return replace(answer, leave_token=token and pick(2) == 1)
    return March(area)


def retreat_areas(board: Board, edition: Edition, house: str, area: str, origin: str) -> tuple[str, ...]:
    """Return where losing defenders may retreat, but not to the origin (EX-29)."""
    areas = []
    for to in reach(board, edition, house, area):
        if to == origin or to in board.neutral or board.has_others(house, to):
            continue
        if controller(board, edition, to) in (None, house):
            areas.append(to)
    return tuple(areas)


MARCHES = Law(March, check_march, every_march, sample_march)


def marches_begin(game: Game) -> list[Step]:
    """The march part of the action phase begins."""
    game.tell(e.PhaseStarted(phase="marches"), "marches")
    return [Step("march", {"after": ""})]


def rally(game: Game) -> None:
    """All marches are done: routed units stand up."""
    areas = [area for area, force in game.board.forces.items() if force.routed]
    if areas:
        game.tell(e.UnitsRallied(areas=tuple(game.edition.in_order(areas))), "marches.rally")


def _lent_support(game: Game, house: str, answer: March, to: str) -> Asks[list[Item]]:
    """Ask others to help against neutrals if needed; return all items that count."""
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
                **game.seat_of(lender),
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
    """Attack a neutral force; without enough lent support the units stay."""
    items = yield from _lent_support(game, house, answer, to)
    value = game.board.neutral[to]
    strength = total(items)
    if strength < value:
        game.tell(e.NeutralHeld(house=house, area=to, value=value, strength=strength, items=tuple(items)), "neutral")
        return
    game.tell(e.NeutralOvercome(house=house, area=to, value=value, strength=strength, items=tuple(items)), "neutral")
    _move(game, house, answer, to)


def _move(game: Game, house: str, answer: March, to: str) -> None:
    """Move units in without battle; an enemy token goes back to the pool (EX-28)."""
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
    """Carry out a march; return the areas entered that nobody else controlled."""
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
    # Units, or a garrison alone, defend an area.
    defender = board.forces.get(attacked) or board.garrisons[attacked]
    battle = Battle(
        area=attacked,
        attacker=house,
        defender=defender.house,
        origin=answer.area,
        order=marching_order(board, answer.area),
        troop=answer.moves[attacked],
        leaders=list(game.hooks.leading(board, game.edition, house, answer, attacked)),
    )
    game.tell(e.BattleStarted(battle=replace(battle)), "battle")
    yield from fight(game)
    return free


def _won_before_battle(game: Game, answer: March, attacked: str) -> bool:
    """Whether a whole march wins before its battle, if the edition allows (R-35)."""
    board, variant = game.board, game.edition.variant
    if variant.wins_after_battle:
        return False
    if not variant.attackers_have_left:
        return game.won()
    force = board.forces[answer.area]
    attackers = answer.moves[attacked]
    staying = {unit: count - attackers.get(unit, 0) for unit, count in force.units.items()}
    left = replace(force, units={unit: count for unit, count in staying.items() if count})
    forces = {**board.forces, answer.area: left}
    if not left.size():
        del forces[answer.area]
    return game.won(replace(board, forces=forces))


def march(game: Game, after: str) -> Play:
    """Resolve one march of the next house, with its battle; return the next step.
    `after` is the house to go on after in turn order; empty at the start."""
    board, edition = game.board, game.edition
    house = next_house(board, edition, "march", after)
    if house is None:
        if not edition.variant.rally_at_clean_up:
            rally(game)
        return []
    choices = {area: options(board, edition, house, area) for area in orders_of(board, edition, house, "march")}
    question = d.ResolveMarch(**game.seat_of(house), options=choices)
    idle = idle_order(game, question)
    answer = yield from game.ask_or_force(question, None if idle is None else March(idle))
    entered = yield from carry_out(game, house, answer)
    spent = board.orders.get(answer.area)
    if spent is not None and spent.house == house and board.ending is None:
        game.remove_order(answer.area, "spent" if answer.moves else "stayed", "marches")
    if entered and board.ending is None:
        yield from game.hooks.after_march(game, house, answer, entered)
    return [Step("march", {"after": game.turn_of(house)})]
