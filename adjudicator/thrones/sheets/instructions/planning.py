"""Orders area by area, and the raven."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.planning import ORDERS, SWAPS, refuse_counts, refuse_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.windows import by_houses, planners
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.kind import Kind, Varied
from adjudicator.thrones.sheets.sheet import NO_ORDER, Order, wishes_of
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Orders, Swap
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward import maester
from adjudicator.thrones.steward import planning as steward

MOST_DEFENDED = 2
# What is laid where an order must lie and no better one is left.
FILLERS = ("support", "defense", "consolidate-power", "raid", "march", "iron-bank")

# What the steward lays beside orders where the voice of this number leaves them to him, and the place that says so;
# None: it leaves him none.
Beside = Callable[[int, Mapping[str, str], Collection[str]], tuple[str, Mapping[str, str]] | None]


def _nothing_beside(number: int, orders: Mapping[str, str], bare: Collection[str]) -> None:
    """Nothing is left to the steward."""


def place_orders(
    voices: Voices, scene: Scene, decision: d.PlaceOrders, trail: Trail, beside: Beside = _nothing_beside
) -> Iterator[Choice]:
    """Every area that a sheet names gets its order; one that cannot lie there is passed over alone, for the next that
    is liked there.

    The steward where a sheet leaves orders to him (`beside`), standing instructions, then the default policy, fill
    areas that are left; `none` leaves an area without an order.
    """
    orders: dict[str, str] = {}
    bare: set[str] = set()
    speakers = []
    for number, voice in enumerate(voices):
        before = len(orders) + len(bare)
        _say_orders(voice.sheet.orders, voice.prefix, orders, bare, scene, decision, trail)
        if len(orders) + len(bare) > before:
            speakers.append((voice.by, f"{voice.prefix}orders"))
        asked = None if len(orders) + len(bare) == len(decision.areas) else beside(number, orders, bare)
        if asked is None:
            continue
        where, more = asked
        for area, order in more.items() if speakers else ():
            words = f"nothing named for this area; the steward lays {order}"
            trail.skip(f"orders.{area}", "left-to-the-steward", words)
        orders |= more
        speakers.append((voice.by, where))
    if not speakers:
        return
    for area, order in default_orders(scene.position, decision, orders, bare).items():
        orders[area] = order
        trail.skip(f"orders.{area}", "no-order-named", f"nothing named for this area; the default is {order}")
    yield Choice(*speakers[0], Orders(orders))


def _say_orders(
    wanted: Mapping[str, Order],
    prefix: str,
    orders: dict[str, str],
    bare: set[str],
    scene: Scene,
    decision: d.PlaceOrders,
    trail: Trail,
) -> None:
    """Add one sheet's orders to those already chosen, as far as they are legal together, in the order of the data."""
    for area in wanted:
        if area not in decision.areas:
            trail.skip(f"{prefix}orders.{area}", "no-units-there", f"{decision.house} has no units in {area}")
    for where, refusal in lay_orders(scene.edition, wanted, decision, orders, bare):
        trail.refused(f"{prefix}{where}", refusal)


def lay_orders(
    edition: Edition, wanted: Mapping[str, Order], decision: d.PlaceOrders, orders: dict[str, str], bare: set[str]
) -> Iterator[tuple[str, Refusal]]:
    """Add what is wanted to the orders, or to the areas that stay bare: the first choices of all areas in the order of
    the data, then the second where the first could not be laid, and so on. Gives each choice that could not be, with
    its place."""
    places = edition.area_order
    open_areas = [area for area in decision.areas if area in wanted and area not in orders and area not in bare]
    waiting = [(area, wishes_of(wanted[area])) for area in sorted(open_areas, key=lambda a: (places[a], a))]
    for rank in range(max((len(wishes) for _, wishes in waiting), default=0)):
        for area, wishes in waiting:
            if rank >= len(wishes) or area in orders or area in bare:
                continue
            order = wishes[rank]
            if order == NO_ORDER:
                bare.add(area)
                continue
            refusal = refuse_order(edition, area, order, decision.bans) or refuse_counts(
                edition, {**orders, area: order}, decision.stars
            )
            if refusal is None:
                orders[area] = order
            else:
                yield f"orders.{area}" + (f"[{rank}]" if len(wishes) > 1 else ""), refusal


def use_raven(voices: Voices, scene: Scene, decision: d.UseRaven, trail: Trail) -> Iterator[Choice]:
    """The first exchange whose condition holds, or looking on, or at a wildling card."""
    for voice, where, rule in standing(voices, trail, "raven"):
        yield Choice(voice.by, where, Swap(look=True) if rule.look else Swap(rule.area, rule.order))


def worth(board: Board, edition: Edition, area: str) -> int:
    """How much an area is worth defending."""
    facts = facts_of(board, edition, area)
    return 3 * facts.muster + facts.supply + facts.power + (3 if facts.home_of else 0)


def beside_enemies(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether units of another house stand beside an area."""
    return any(n in board.forces and board.forces[n].house != house for n in edition.neighbours[area])


def default_orders(
    position: Position, decision: d.PlaceOrders, chosen: Mapping[str, str], bare: Collection[str] = ()
) -> dict[str, str]:
    """Orders for the areas that have none: plain Defense in the most valuable threatened ones, plain Support elsewhere.

    `chosen` are orders already given, `bare` areas meant to have none; Defense orders in `chosen` count among the two.
    """
    edition, board = edition_of(position), position.board
    plain = {
        t: [o.id for o in edition.orders.values() if o.type == t and not o.special] for t in ("defense", "support")
    }
    free = [area for area in decision.areas if area not in chosen and area not in bare]
    exposed = [area for area in free if beside_enemies(board, edition, decision.house, area)]
    exposed.sort(key=lambda area: -worth(board, edition, area))
    room = MOST_DEFENDED - sum(edition.orders[order].type == "defense" for order in chosen.values())
    defended = exposed[: max(0, room)]
    found: dict[str, str] = {}
    for area in [*defended, *(area for area in free if area not in defended)]:
        for order in plain["defense"] if area in defended else plain["support"]:
            if (
                edition.orders[order].works(edition.areas[area].kind)
                and refuse_order(edition, area, order, decision.bans) is None
                and refuse_counts(edition, {**chosen, **found, area: order}, decision.stars) is None
            ):
                found[area] = order
                break
    if edition.variant.order_everywhere:
        _fill(edition, decision, chosen, found, bare)
    return found


def _fill(
    edition: Edition,
    decision: d.PlaceOrders,
    chosen: Mapping[str, str],
    found: dict[str, str],
    bare: Collection[str],
) -> None:
    """Areas that must have an order and have none yet get the first token left, harmless ones first; one that does
    nothing there only where no other is left.

    Those meant to have none come last, and stay without if no token is left.
    """
    liked = sorted(edition.orders.values(), key=lambda token: (token.special, FILLERS.index(token.type)))
    for area in sorted(decision.areas, key=lambda area: area in bare):
        tokens = sorted(liked, key=lambda token: not token.works(edition.areas[area].kind))
        for token in tokens if area not in chosen and area not in found else ():
            if (
                refuse_order(edition, area, token.id, decision.bans) is None
                and refuse_counts(edition, {**chosen, **found, area: token.id}, decision.stars) is None
            ):
                found[area] = token.id
                break


KINDS = (
    Kind(
        decision=d.PlaceOrders,
        part="orders",
        law=ORDERS,
        together=by_houses(planners),
        instruction=place_orders,
        steward=steward.orders,
        variations=maester.variations,
        default=lambda p, q: Orders(default_orders(p, q, {})),
        words="Plain Defense in the two most valuable areas beside enemy units, plain Support elsewhere; no other "
        "order.",
        varied=Varied(
            lambda edition: edition.variant.order_everywhere,
            "Plain Defense in the two most valuable areas beside enemy units, plain Support elsewhere; where none is "
            "left, or none may lie, the first order token that may and is carried out there, those with a star last; "
            "where there is none, any that may.",
        ),
    ),
    Kind(
        decision=d.UseRaven,
        part="raven",
        law=SWAPS,
        instruction=use_raven,
        steward=steward.raven,
        default=lambda p, q: Swap(),
        words="No order is exchanged.",
    ),
)
