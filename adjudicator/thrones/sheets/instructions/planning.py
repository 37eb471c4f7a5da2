"""Orders area by area, and the raven."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices
from adjudicator.thrones.sheets.policies import default_orders
from adjudicator.thrones.sheets.sheet import Order, wishes_of
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Orders, Swap
from adjudicator.thrones.state.edition import Edition

NO_ORDER = "none"

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
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}raven", voice.sheet.raven):
            yield Choice(voice.by, where, Swap(look=True) if rule.look else Swap(rule.area, rule.order))
