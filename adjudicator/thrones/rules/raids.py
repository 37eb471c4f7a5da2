"""Raids, one by one in turn order (1e rules: raid orders; EX-07, RULE-13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from adjudicator.engine.decision import Refusal
from adjudicator.engine.legality import Law
from adjudicator.engine.step import Asks, Play, Step
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.decisions import Raid
from adjudicator.thrones.state.edition import Edition

RAIDABLE = ("raid", "support", "consolidate-power")


def orders_of(board: Board, edition: Edition, house: str, kind: str, kept: Collection[str] = ()) -> list[str]:
    """Areas where the house has an order of this type, but for those `kept`, in the order of the data."""
    found = [
        area
        for area, placed in board.orders.items()
        if placed.house == house and area not in kept and edition.orders[placed.order].does(kind)
    ]
    return edition.in_order(found)


def next_house(board: Board, edition: Edition, kind: str, after: str, kept: Collection[str] = ()) -> str | None:
    """The next house in turn order after `after` (empty: from the first) that has an order of this type, not `kept`."""
    order = turn_order(board)
    start = order.index(after) + 1 if after else 0
    for house in order[start:] + order[:start]:
        if orders_of(board, edition, house, kind, kept):
            return house
    return None


def raid_reach(edition: Edition, area: str) -> tuple[str, ...]:
    """The areas that a raid in `area` reaches: from land other land, from the sea all around, from a port its sea."""
    facts = edition.areas[area]
    if facts.kind == "land":
        return facts.land
    return facts.sea if facts.kind == "port" else facts.land + facts.sea + facts.port


def raid_goals(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """The areas that a raid of a house in `area` reaches now, those too that cards or the weather add."""
    return (*raid_reach(edition, area), *hooks_of(edition).raid_beyond(board, edition, house, area))


def targets(board: Board, edition: Edition, area: str) -> tuple[str, ...]:
    """What a raid in `area` may remove: orders of other families within reach, of the types its token names."""
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
        return Refusal("no-raid-order-there", f"{answer.area} holds no raid order of {decision.house}", "raids")
    edition = edition_of(position)
    removes = edition.orders[position.board.orders[answer.area].order].removes
    if len(answer.targets) > removes or len(set(answer.targets)) != len(answer.targets):
        return Refusal(
            "too-many-targets", f"this raid removes {removes} order(s) at most, each once", f"raids.{answer.area}"
        )
    for target in answer.targets:
        if target not in decision.options[answer.area]:
            words = f"{answer.area} cannot raid {target}: no enemy raid, support or consolidate order within reach"
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
    """The next house in turn order resolves one raid. An order of two uses that does not raid is `kept` for the
    other."""
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
    """The order that goes without a question, since no order of the house can do anything; None if it is asked."""
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
