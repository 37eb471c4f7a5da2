"""Orders, the raven, raids and vassals: their sections, and how these answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from adjudicator.engine import By, Decision, Refusal
from adjudicator.engine.sheet import (
    Choice,
    Ids,
    Occasions,
    Passed,
    Phrase,
    Proposals,
    Section,
    applicable_rules,
    by_rules,
    phrase,
)
from adjudicator.thrones.bot import planning as bot
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.rules.control import facts_of
from adjudicator.thrones.rules.driver import place_by_houses, planners, vassals_to_order
from adjudicator.thrones.rules.legality import only_idle
from adjudicator.thrones.rules.marches import RAIDS
from adjudicator.thrones.rules.planning import ORDERS, SWAPS, refuse_counts, refuse_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.vassals import CHOSEN, PASS, VASSAL_ORDERS, free_vassals, refuse_vassal_order
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.kind import Kind, Trail, Voice, Voices, propose_jointly, wished_first
from adjudicator.thrones.state import Board, Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import Orders, Pick, Raid, Swap

# The order for an area: a token, or tokens by preference.
Order = f.OrderId | tuple[f.OrderId, ...]
OrdersByArea = Annotated[
    dict[f.AreaId, Order],
    Section(
        "orders",
        f.IN_ROUND,
        help=("Choose an order token for each area with units. Set what each order does in the other sections."),
        moment=f.PEACE,
    ),
]


def wishes_of(order: Order) -> tuple[str, ...]:
    """Return the orders wished for an area, best first; empty if there are none."""
    return (order,) if isinstance(order, str) else order


class RavenRule(f.Rule):
    """Swap the order in `area` for `order`; both None: no swap, or with `look` a peek."""

    section: ClassVar = Section(
        "raven",
        Occasions(("raven-held",), (f.ROUND,)),
        title="the Messenger Raven",
        short="raven",
        help=("If you hold it: which of your orders you replace, with which one, and on which condition; or nothing."),
        moment=f.PEACE,
    )
    phrase: ClassVar = Phrase(
        {
            "look": "look at the top wildling card",
            "area,order": "{order} in {area}",
            "": "no change",
        }
    )

    area: f.OwnAreaOrNone | None = None
    order: Annotated[str, Ids(("order",), ("",))] | None = None
    look: bool = False

    def decides(self) -> bool:
        # A look at a wildling card is possible only where there are such cards.
        return self.area is None and self.order is None and not self.look


class RaidRule(f.Rule):
    """Remove the first possible of `targets` (special raid: two); none: the raid goes.

    A target is an area, a house (any order of it) or `any`; `types`: only such orders, types or tokens, by preference.
    `wait`: not while another raid can be resolved; then the next rule counts.
    """

    phrase: ClassVar = Phrase({"wait": "not yet", "targets": "raid {targets:else}[ ({types:else})]", "": "no raid"})

    targets: tuple[Annotated[str, Ids(("area", "house"), (f.ANY_TARGET,), near="around")], ...] = ()
    types: tuple[f.OrderKind, ...] = ()
    wait: bool = False

    def decides(self) -> bool:
        return not self.wait and not self.targets


class Raids(f.Entry):
    """The sequence in which raids are used, and the rules for each raiding area."""

    section: ClassVar = Section(
        "raids",
        Occasions(("raids",), (f.ROUND,)),
        title="Raids of all areas",
        short="raids",
        help="The sequence of your raids. For each raiding area, its targets, best first, or none.",
        moment=f.PEACE,
    )

    sequence: tuple[f.AreaId, ...] = ()
    areas: dict[f.AreaId, tuple[RaidRule, ...]] = {}


MAX_DEFENDED = 2
# What is laid where an order must lie and no better one is left.
FILLERS = ("support", "defense", "consolidate-power", "raid", "march", "iron-bank")

# What the bot lays beside orders where the voice of this number leaves them to him, and the place that says so;
# None: it leaves him none.
Beside = Callable[[int, Mapping[str, str], Collection[str]], tuple[str, Mapping[str, str]] | None]


def _no_bot_orders(number: int, orders: Mapping[str, str], bare: Collection[str]) -> None:
    """Return None: nothing is left to the bot here."""


def place_orders(
    voices: Voices, scene: Scene, decision: d.PlaceOrders, trail: Trail, beside: Beside = _no_bot_orders
) -> Proposals:
    """Propose orders for every area; an illegal choice yields to the area's next.

    Areas left are filled by the bot where a sheet leaves orders to it (`beside`), then by standing orders, then by the
    default; `none` leaves an area without an order.
    """
    orders: dict[str, str] = {}
    bare: set[str] = set()
    speakers = []
    for number, voice in enumerate(voices):
        before = len(orders) + len(bare)
        for area in voice.sheet.orders:
            if area not in decision.areas:
                words = f"{decision.house} has no units in {area}"
                trail.skip(f"{voice.prefix}orders.{area}", "no-units-there", words)
        for where, refusal in lay_orders(scene.edition, voice.sheet.orders, decision, orders, bare):
            trail.refused(f"{voice.prefix}{where}", refusal)
        if len(orders) + len(bare) > before:
            speakers.append((voice.by, f"{voice.prefix}orders"))
        bot_answer = None if len(orders) + len(bare) == len(decision.areas) else beside(number, orders, bare)
        if bot_answer is None:
            continue
        where, more = bot_answer
        for area, order in more.items() if speakers else ():
            words = f"no order named for this area; the bot places {order}"
            trail.skip(f"orders.{area}", "left-to-the-steward", words)
        orders |= more
        speakers.append((voice.by, where))
    if not speakers:
        return
    for area, order in default_orders(scene.position, decision, orders, bare).items():
        orders[area] = order
        trail.skip(f"orders.{area}", "no-order-named", f"no order named for this area; the default is {order}")
    yield Choice(*speakers[0], Orders(orders))


def lay_orders(
    edition: Edition, choices: Mapping[str, Order], decision: d.PlaceOrders, orders: dict[str, str], bare: set[str]
) -> Iterator[tuple[str, Refusal]]:
    """Add wanted orders to the others or areas that stay bare; yield the illegal ones.
    First choices of all areas come first, in data order; then second choices where the first failed, and so on. Each
    choice that could not be laid comes with its place."""
    places = edition.area_order
    open_areas = [area for area in decision.areas if area in choices and area not in orders and area not in bare]
    waiting = [(area, wishes_of(choices[area])) for area in sorted(open_areas, key=lambda a: (places[a], a))]
    for rank in range(max((len(wishes) for _, wishes in waiting), default=0)):
        for area, wishes in waiting:
            if rank >= len(wishes) or area in orders or area in bare:
                continue
            order = wishes[rank]
            if order == f.NO_ORDER:
                bare.add(area)
                continue
            refusal = refuse_order(edition, area, order, decision.bans) or refuse_counts(
                edition, {**orders, area: order}, decision.stars
            )
            if refusal is None:
                orders[area] = order
            else:
                yield f"orders.{area}" + (f"[{rank}]" if len(wishes) > 1 else ""), refusal


def area_value(board: Board, edition: Edition, area: str) -> int:
    """How much an area is worth defending."""
    facts = facts_of(board, edition, area)
    return 3 * facts.muster + facts.supply + facts.power + (3 if facts.home_of else 0)


def is_beside_enemies(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Return whether units of another house stand beside an area."""
    return any(n in board.forces and board.forces[n].house != house for n in edition.neighbours[area])


def default_orders(
    position: Position, decision: d.PlaceOrders, chosen: Mapping[str, str], bare: Collection[str] = ()
) -> dict[str, str]:
    """Return orders for areas without one: Defense where threatened, else Support.

    `chosen`: orders given, whose plain Defense counts too; `bare`: areas meant to have none.
    """
    edition, board = edition_of(position), position.board
    plain = {
        t: [o.id for o in edition.orders.values() if o.type == t and not o.special] for t in ("defense", "support")
    }
    free = [area for area in decision.areas if area not in chosen and area not in bare]
    exposed = [area for area in free if is_beside_enemies(board, edition, decision.house, area)]
    exposed.sort(key=lambda area: -area_value(board, edition, area))
    room = MAX_DEFENDED - sum(edition.orders[order].type == "defense" for order in chosen.values())
    defended = exposed[: max(0, room)]
    defaults: dict[str, str] = {}
    for area in [*defended, *(area for area in free if area not in defended)]:
        for order in plain["defense"] if area in defended else plain["support"]:
            if (
                edition.orders[order].works(edition.areas[area].kind)
                and refuse_order(edition, area, order, decision.bans) is None
                and refuse_counts(edition, {**chosen, **defaults, area: order}, decision.stars) is None
            ):
                defaults[area] = order
                break
    if edition.variant.order_everywhere:
        _fill(edition, decision, chosen, defaults, bare)
    return defaults


def _fill(
    edition: Edition,
    decision: d.PlaceOrders,
    chosen: Mapping[str, str],
    defaults: dict[str, str],
    bare: Collection[str],
) -> None:
    """Fill the areas that must have an order, harmless tokens first.

    A token that does nothing there is used only if no other is left. Areas meant to have none come last, and stay bare
    if no token is left.
    """
    liked = sorted(edition.orders.values(), key=lambda token: (token.special, FILLERS.index(token.type)))
    for area in sorted(decision.areas, key=lambda area: area in bare):
        tokens = sorted(liked, key=lambda token: not token.works(edition.areas[area].kind))
        for token in tokens if area not in chosen and area not in defaults else ():
            if (
                refuse_order(edition, area, token.id, decision.bans) is None
                and refuse_counts(edition, {**chosen, **defaults, area: token.id}, decision.stars) is None
            ):
                defaults[area] = token.id
                break


def resolve_raid(voices: Voices, scene: Scene, decision: d.ResolveRaid, trail: Trail) -> Proposals:
    """Propose raids in the sheet's sequence by the first rule with a target, or none.

    A raid without a target is kept while another has one; when none has, one without rules goes first, then those that
    no longer wait.
    """
    order = wished_first(decision.options, *(voice.sheet.raids.sequence for voice in voices))
    for area in order:
        yield from propose_by_raid_rules(voices, scene, decision, trail, area, may_wait=len(order) > 1)
    speaker = next((voice for voice in voices if any(voice.sheet.raids.areas.values())), None)
    if len(order) > 1 and speaker is not None:
        where = f"{speaker.prefix}raids.sequence"
        idle = [area for area in order if not any(voice.sheet.raids.areas.get(area) for voice in voices)]
        if idle:
            yield Choice("default", where, Raid(idle[0]))
        for area in order:
            yield from propose_by_raid_rules(voices, scene, decision, trail, area, may_wait=False)
        yield Choice("default", where, Raid(order[0]))


def propose_by_raid_rules(
    voices: Voices, scene: Scene, decision: d.ResolveRaid, trail: Trail, area: str, *, may_wait: bool
) -> Proposals:
    """Yield the proposals of an area's raid rules.
    A rule with `wait` ends them (noted as `waits`) if another raid is left."""
    for voice, where, rule in applicable_rules(voices, trail, f"raids.{area}"):
        if rule.wait and may_wait:
            trail.skip(where, "waits", "another raid goes first")
            return
        if rule.wait:
            trail.skip(where, "nothing-to-wait-for", "no other raid is left to go first")
            continue
        yield from _propose_by_rule(voice, where, rule, scene, decision, trail, area)


def _propose_by_rule(
    voice: Voice, where: str, rule: RaidRule, scene: Scene, decision: d.ResolveRaid, trail: Trail, area: str
) -> Proposals:
    """Propose a rule's raid from an area: all targets, then the first alone."""
    possible = _raid_candidates(rule, scene, decision.options[area])
    if rule.targets and not possible:
        words = f"{area} cannot raid any of these: {', '.join((*rule.targets, *rule.types))}"
        trail.skip(where, "not-a-raid-target", words)
        return
    removes = scene.edition.orders[scene.board.orders[area].order].removes
    yield Choice(voice.by, where, Raid(area, tuple(possible[:removes])))
    if removes > 1 and len(possible) > 1:
        # Both together may be more than a card allows.
        yield Choice(voice.by, where, Raid(area, tuple(possible[:1])))


def _raid_candidates(rule: RaidRule, scene: Scene, options: Iterable[str]) -> list[str]:
    """Return the areas whose orders a rule would remove, the best first.
    Sorted by its targets, then its types, then the harm to the owner."""
    orders, tokens = scene.board.orders, scene.edition.orders
    ranks: dict[str, tuple[int, int]] = {}
    for area in options:
        placed = orders[area]
        token = tokens[placed.order]
        target = _first(rule.targets, area, placed.house, f.ANY_TARGET)
        kind = _first(rule.types, token.id, token.type) if rule.types else 0
        if target is not None and kind is not None:
            ranks[area] = target, kind
    if len(set(ranks.values())) == len(ranks):
        return sorted(ranks, key=ranks.__getitem__)
    sight = Sight(scene.board, scene.edition, scene.me)
    return sorted(ranks, key=lambda area: (*ranks[area], -bot.harm(sight, area)))


def _first(wishes: Sequence[str], *names: str) -> int | None:
    """Which wish comes first that is one of these names; None if none is."""
    return next((place for place, wish in enumerate(wishes) if wish in names), None)


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


def commanded_vassals(board: Board, seat: str, name: str) -> list[str]:
    """Return the vassals for which a part of a seat's sheet may speak.
    `name` is a house, or `any` for all of them, commanded or free."""
    free = free_vassals(board) if board.phase == "planning" else ()
    vassals = [house for house in board.vassals if board.commanders.get(house) == seat or house in free]
    return [house for house in vassals if name in (house, f.ANY_VASSAL)]


def voices_for_decision(decision: Decision, speakers: Sequence[tuple[By, Any, str]]) -> list[Voice]:
    """Return the voices that answer a decision.
    For a vassal its own part comes first, then `any`, then the general one."""
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
        for where, rule in trail.applicable(f"{voice.prefix}orders", voice.orders)
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
    yield from propose_jointly(deciding, Orders(orders))


def default_vassal_orders(position: Position, decision: d.PlaceVassalOrders) -> dict[str, str]:
    """Defense, the strongest first, in the most valuable areas beside units of others."""
    edition, board = edition_of(position), position.board
    orders: dict[str, str] = {}

    def rank(area: str) -> tuple[bool, int, int]:
        exposed = is_beside_enemies(board, edition, decision.house, area)
        return not exposed, -area_value(board, edition, area), edition.area_order[area]

    shields = [edition.orders[order] for order in decision.orders if edition.orders[order].type == "defense"]
    for token in sorted(shields, key=lambda token: -token.modifier):
        for area in sorted(decision.areas, key=rank):
            if area not in orders and refuse_vassal_order(edition, decision, orders, area, token.id) is None:
                orders[area] = token.id
                break
    return orders


KINDS = (
    Kind(
        d.PlaceOrders,
        "orders",
        ORDERS,
        instruction=place_orders,
        bot=bot.orders,
        default=lambda p, q: Orders(default_orders(p, q, {})),
        together=place_by_houses(planners),
        variations=bot.variations,
        varied=lambda edition: edition.variant.order_everywhere,
    ),
    Kind(
        d.UseRaven,
        "raven",
        SWAPS,
        instruction=by_rules(
            lambda rule, scene, decision: Swap(look=True) if rule.look else Swap(rule.area, rule.order), "raven"
        ),
        bot=bot.raven,
        default=lambda p, q: Swap(),
        harmless=True,
    ),
    Kind(
        d.ResolveRaid,
        "raids",
        RAIDS,
        instruction=resolve_raid,
        bot=bot.raid,
        default=lambda p, q: Raid(next(iter(q.options))),
        forced=lambda q: Raid(area) if (area := only_idle(q)) is not None else None,
    ),
    Kind(
        d.ChooseVassal,
        "vassals",
        CHOSEN,
        instruction=by_rules(choose_vassal, "claims"),
        bot=bot.choose_vassal,
        default=lambda p, q: Pick(PASS),
        known=lambda edition: any("vassal" in step for step in edition.steps),
        harmless=True,
    ),
    Kind(
        d.PlaceVassalOrders,
        "vassals",
        VASSAL_ORDERS,
        instruction=place_vassal_orders,
        bot=bot.vassal_orders,
        default=lambda p, q: Orders(default_vassal_orders(p, q)),
        together=place_by_houses(vassals_to_order),
        known=lambda edition: any("vassal" in step for step in edition.steps),
    ),
)
