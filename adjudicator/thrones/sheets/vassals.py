"""Which vassals to command, their orders, and whose instructions speak for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from adjudicator.engine import By, Decision
from adjudicator.engine.sheet import Ids, Passed, Phrase, Proposals, Section, by_rules, phrase
from adjudicator.thrones.bot import planning as bot
from adjudicator.thrones.rules.driver import by_houses, vassals_to_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.vassals import CHOSEN, PASS, VASSAL_ORDERS, free_vassals, refuse_vassal_order
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.kind import Kind, Trail, Voice, Voices, by_several
from adjudicator.thrones.sheets.orders import beside_enemies, worth
from adjudicator.thrones.state import Board, Position, decisions as d
from adjudicator.thrones.state.decisions import Orders, Pick

VassalName = Annotated[str, Ids(("house",), (f.ANY_VASSAL,))]


class ClaimRule(f.Rule, kw_only=True):
    """Command the first free vassal of `pick`; `pass`: pass the set of orders on."""

    section: ClassVar = Section(
        "vassals to command",
        f.IN_ROUND,
        help=(
            "Which vassals you want to command, best first, or that you pass. You can set "
            "conditions, such as who already has one."
        ),
        moment=f.PEACE,
    )
    phrase: ClassVar = phrase("{pick:else}")

    pick: tuple[Annotated[str, Ids(("house",), (PASS,))], ...]


class VassalOrder(f.Rule):
    """An order for a vassal's area, if legal; `none`, without an area: no more orders."""

    repeats: ClassVar = True
    phrase: ClassVar = Phrase({"area": "{area}: {order}", "order=none": "no more orders", "": "{order}"})

    area: f.OwnAreaOrNone = ""
    order: f.OrderId = "none"


def commanded(board: Board, seat: str, name: str) -> list[str]:
    """Return the vassals a part of a seat's sheet may speak for: commanded or free.

    `name` is a house, or `any` for all of them.
    """
    free = free_vassals(board) if board.phase == "planning" else ()
    vassals = [house for house in board.vassals if board.commanders.get(house) == seat or house in free]
    return [house for house in vassals if name in (house, f.ANY_VASSAL)]


def voices_for(decision: Decision, speakers: Sequence[tuple[By, Any, str]]) -> list[Voice]:
    """Return the voices; for a vassal its own part, then `any`, then the general one."""
    vassal_voices = []
    if decision.house != decision.seat:
        for name in (decision.house, f.ANY_VASSAL):
            for by, sheet, prefix in speakers:
                part = sheet.vassals.get(name)
                if part is not None:
                    vassal_voices.append(Voice(by, part.as_sheet(), f"{prefix}vassals.{name}.", part.orders))
    return [*vassal_voices, *(Voice(by, sheet, prefix) for by, sheet, prefix in speakers)]


def choose_vassal(rule: ClaimRule, scene: Scene, decision: d.ChooseVassal) -> Pick | Passed:
    """The first vassal named that is free, or pass."""
    wish = next((wish for wish in rule.pick if wish in decision.choices or wish == PASS), None)
    return Passed("not-a-free-vassal", "none of the vassals it names is free") if wish is None else Pick(wish)


def place_vassal_orders(voices: Voices, scene: Scene, decision: d.PlaceVassalOrders, trail: Trail) -> Proposals:
    """Propose the first legal orders named, up to the limit; `none` ends the list."""
    orders: dict[str, str] = {}
    deciding: dict[str, Voice] = {}
    wishes = (
        (where, voice, rule)
        for voice in voices
        for where, rule in trail.standing(f"{voice.prefix}orders", voice.orders)
    )
    for where, voice, rule in wishes:
        if rule.order == f.NO_ORDER:
            deciding[where] = voice
            break
        refusal = refuse_vassal_order(scene.edition, decision, orders, rule.area, rule.order)
        if refusal is None and rule.area in orders:
            trail.skip(where, "order-there-already", f"{rule.area} already has an order")
        elif refusal is not None:
            trail.refused(where, refusal)
        else:
            orders[rule.area] = rule.order
            deciding[where] = voice
    yield from by_several(deciding, Orders(orders))


def default_vassal_orders(position: Position, decision: d.PlaceVassalOrders) -> dict[str, str]:
    """Defense, the strongest first, in the most valuable areas beside units of others."""
    edition, board = edition_of(position), position.board
    orders: dict[str, str] = {}

    def rank(area: str) -> tuple[bool, int, int]:
        exposed = beside_enemies(board, edition, decision.house, area)
        return not exposed, -worth(board, edition, area), edition.area_order[area]

    shields = [edition.orders[order] for order in decision.orders if edition.orders[order].type == "defense"]
    for token in sorted(shields, key=lambda token: -token.modifier):
        for area in sorted(decision.areas, key=rank):
            if area not in orders and refuse_vassal_order(edition, decision, orders, area, token.id) is None:
                orders[area] = token.id
                break
    return orders


KINDS = (
    Kind(
        d.ChooseVassal,
        "vassals",
        CHOSEN,
        instruction=by_rules(choose_vassal, "claims"),
        bot=bot.choose_vassal,
        default=lambda p, q: Pick(PASS),
        known=lambda edition: any("vassal" in step for step in edition.steps),
    ),
    Kind(
        d.PlaceVassalOrders,
        "vassals",
        VASSAL_ORDERS,
        instruction=place_vassal_orders,
        bot=bot.vassal_orders,
        default=lambda p, q: Orders(default_vassal_orders(p, q)),
        together=by_houses(vassals_to_order),
        known=lambda edition: any("vassal" in step for step in edition.steps),
    ),
)
