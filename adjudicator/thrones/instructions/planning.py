"""Orders area by area, and the raven."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones import decisions as d
from adjudicator.thrones.answers import Orders, Swap
from adjudicator.thrones.instructions.voices import Choice, Trail, Voices
from adjudicator.thrones.planning import refuse_counts, refuse_order
from adjudicator.thrones.policies import default_orders
from adjudicator.thrones.scene import Scene

NO_ORDER = "none"


def place_orders(voices: Voices, scene: Scene, decision: d.PlaceOrders, trail: Trail) -> Iterator[Choice]:
    """Every area that a sheet names gets its order; an order that cannot lie there is passed over alone.

    Standing instructions, then the default policy, fill areas that are left; `none` leaves an area without an order.
    """
    orders: dict[str, str] = {}
    bare: set[str] = set()
    speakers = []
    for voice in voices:
        before = len(orders) + len(bare)
        _say_orders(voice.sheet.orders, voice.prefix, orders, bare, scene, decision, trail)
        if len(orders) + len(bare) > before:
            speakers.append(voice)
    if not speakers:
        return
    for area, order in default_orders(scene.position, decision, orders, bare).items():
        orders[area] = order
        trail.skip(f"orders.{area}", "no-order-named", f"nothing named for this area; the default is {order}")
    yield Choice(speakers[0].by, f"{speakers[0].prefix}orders", Orders(orders))


def _say_orders(
    wanted: dict[str, str],
    prefix: str,
    orders: dict[str, str],
    bare: set[str],
    scene: Scene,
    decision: d.PlaceOrders,
    trail: Trail,
) -> None:
    """Add one sheet's orders to those already chosen, as far as they are legal together, in the order of the data."""
    places = scene.edition.area_order
    for area, order in sorted(wanted.items(), key=lambda pair: (places.get(pair[0], len(places)), pair[0])):
        where = f"{prefix}orders.{area}"
        if area in orders or area in bare:
            continue
        if area not in decision.areas:
            trail.skip(where, "no-units-there", f"{decision.house} has no units in {area}")
        elif order == NO_ORDER:
            bare.add(area)
        else:
            refusal = refuse_order(scene.edition, area, order, decision.bans) or refuse_counts(
                scene.edition, {**orders, area: order}, decision.stars
            )
            if refusal is None:
                orders[area] = order
            else:
                trail.refused(where, refusal)


def use_raven(voices: Voices, scene: Scene, decision: d.UseRaven, trail: Trail) -> Iterator[Choice]:
    """The first exchange whose condition holds, or looking on, or at a wildling card."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}raven", voice.sheet.raven):
            yield Choice(voice.by, where, Swap(look=True) if rule.look else Swap(rule.area, rule.order))
