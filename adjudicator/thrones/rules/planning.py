"""Planning: secret orders, and the raven (1e rules: planning phase)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from adjudicator.engine import Asks, Law, Pick, Play, Question, Refusal, Step
from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import Board, Edition, Placed, Position, decisions as d, events as e
from adjudicator.thrones.state.decisions import Orders, Swap


def star_places(board: Board, edition: Edition) -> tuple[int, ...]:
    """Return how many special orders each King's Court place allows, by house count."""
    setup = edition.setups.get(len(board.houses))
    return (setup.stars if setup is not None else ()) or edition.stars


def stars(board: Board, edition: Edition, house: str) -> int:
    """How many special orders the house may place: by its place on the King's Court."""
    place = board.tracks["kings-court"].index(house)
    places = star_places(board, edition)
    return (places[place] if place < len(places) else 0) + hooks_of(edition).more_stars(board, edition, house)


def own_areas(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    """Areas with units of the house, in the order of the data."""
    return tuple(edition.in_order(board.areas_of(house)))


def refuse_order(
    edition: Edition, area: str, order: str, bans: tuple[str, ...] | list[str], *, vassal: bool = False
) -> Refusal | None:
    """Return why an order may not lie in this area, tokens aside, also for a `vassal`."""
    where = f"orders.{area}"
    token = edition.orders.get(order)
    if token is None:
        return Refusal("unknown-order", f"there is no order {order!r}", where)
    if token.vassal != vassal:
        words = f"{order} is only for vassals" if token.vassal else f"Vassals cannot use {order}"
        return Refusal("not-its-order", words, where)
    if not token.copies:
        return Refusal("not-its-order", f"Only cards place {order}", where)
    if token.id in bans or any(token.does(ban) for ban in bans):
        return Refusal("order-banned", f"{token.type} orders are forbidden this round", where)
    if token.terrains and edition.areas[area].kind not in token.terrains:
        return Refusal("order-only-on-land", "Consolidate Power may only be placed on land", where)
    return None


def refuse_counts(edition: Edition, orders: Mapping[str, str], allowed_stars: int) -> Refusal | None:
    """Why these orders together use tokens the house does not have."""
    used: dict[str, int] = {}
    special = 0
    for order in orders.values():
        token = edition.orders[order]
        used[order] = used.get(order, 0) + 1
        special += token.special
        if used[order] > token.copies:
            return Refusal(
                "too-many-of-an-order", f"a house has {token.copies} of {order}, not {used[order]}", "orders"
            )
    if special > allowed_stars:
        words = f"special orders: {special}; the place on the King's Court allows {allowed_stars}"
        return Refusal("too-many-special-orders", words, "orders")
    return None


def check_orders(position: Position, decision: d.PlaceOrders, answer: Orders) -> Refusal | None:
    """Return why orders are illegal (1e rules: assigning orders, EX-05, EX-06, EX-25)."""
    edition = edition_of(position)
    for area, order in answer.orders.items():
        if area not in decision.areas:
            return Refusal("no-units-there", f"{decision.house} has no units in {area}", f"orders.{area}")
        refusal = refuse_order(edition, area, order, decision.bans)
        if refusal is not None:
            return refusal
    return refuse_counts(edition, answer.orders, decision.stars) or _refuse_bare(position, decision, answer)


def _refuse_bare(position: Position, decision: d.PlaceOrders, answer: Orders) -> Refusal | None:
    """Refuse an area without an order if the edition wants all and one is left."""
    if not edition_of(position).variant.order_everywhere:
        return None
    for area in decision.areas:
        if area not in answer.orders and _placeable_orders(position, decision, answer.orders, area):
            return Refusal("order-missing", f"{area} must have an order", f"orders.{area}")
    return None


def _placeable_orders(position: Position, decision: d.PlaceOrders, so_far: Mapping[str, str], area: str) -> list[str]:
    """Return the orders that may still be placed in `area` beside those `so_far`."""
    edition = edition_of(position)
    return [
        order
        for order in edition.orders
        if refuse_order(edition, area, order, decision.bans) is None
        and refuse_counts(edition, {**so_far, area: order}, decision.stars) is None
    ]


def every_orders(position: Position, decision: d.PlaceOrders) -> Iterator[Orders]:
    """Every legal placement, areas left empty included where they may be."""
    everywhere = edition_of(position).variant.order_everywhere

    def fill(so_far: dict[str, str], areas: tuple[str, ...]) -> Iterator[Orders]:
        if not areas:
            yield Orders(dict(so_far))
            return
        possible = _placeable_orders(position, decision, so_far, areas[0])
        for order in possible:
            yield from fill({**so_far, areas[0]: order}, areas[1:])
        if not (possible and everywhere):
            yield from fill(so_far, areas[1:])

    return fill({}, decision.areas)


def sample_orders(position: Position, decision: d.PlaceOrders, pick: Pick) -> Orders:
    """Return random legal orders, one in every area where one can be had."""
    chosen: dict[str, str] = {}
    for area in decision.areas:
        possible = _placeable_orders(position, decision, chosen, area)
        if possible:
            chosen[area] = possible[pick(len(possible))]
    return Orders(chosen)


def swaps(board: Board, edition: Edition, house: str) -> Iterator[Swap]:
    """Yield the raven holder's exchanges; banned orders stay so (1e rules: the raven)."""
    mine = {area: placed.order for area, placed in board.orders.items() if placed.house == house}
    used = list(mine.values())
    stars_left = stars(board, edition, house) - sum(edition.orders[o].special for o in used) if mine else 0
    unused = [order for order, token in edition.orders.items() if used.count(order) < token.copies]
    for area, old in mine.items():
        freed = edition.variant.raven_frees_star and edition.orders[old].special
        for order in unused:
            starless = edition.orders[order].special and stars_left + freed < 1
            if order != old and not starless and refuse_order(edition, area, order, board.bans) is None:
                yield Swap(area, order)


def every_swap(position: Position, decision: d.UseRaven) -> Iterator[Swap]:
    """Every exchange, looking at a wildling card where there is one, and none."""
    yield Swap()
    if edition_of(position).ravens_look:
        yield Swap(look=True)
    yield from swaps(position.board, edition_of(position), decision.house)


def check_swap(position: Position, decision: d.UseRaven, answer: Swap) -> Refusal | None:
    """Why this exchange is not legal."""
    if answer == Swap() or (answer == Swap(look=True) and edition_of(position).ravens_look):
        return None
    if answer.area not in decision.areas or answer.order is None or answer.look is not UNSET:
        words = f"{answer.area} has no order of {decision.house} to exchange"
        if answer.area is None:
            words = "the wildling card cannot be looked at" if answer.look is not UNSET else "name an area"
        return Refusal("no-order-there", words, "raven")
    edition, board = edition_of(position), position.board
    refusal = refuse_order(edition, answer.area, answer.order, board.bans)
    if refusal is not None:
        return refusal
    if answer in swaps(board, edition, decision.house):
        return None
    return Refusal("order-not-available", f"{answer.order} is not one of the unused orders that can be placed", "raven")


def planning(game: Game) -> Play:
    """Let all houses place orders in secret, then reveal them together."""
    game.tell(e.PhaseStarted(phase="planning"), "planning")
    placed = yield from place_orders(game)
    return reveal_orders(game, placed)


def place_orders(game: Game, more_stars: Mapping[str, int] = {}) -> Asks[dict[str, Placed]]:
    """Return all players' secret orders; some may place `more_stars` than usual."""
    board, edition = game.board, game.edition
    questions = []
    for house in players_of(board):
        areas = own_areas(board, edition, house)
        if areas:
            allowed = stars(board, edition, house) + more_stars.get(house, 0)
            questions.append(d.PlaceOrders(**game.seat_of(house), areas=areas, stars=allowed, bans=tuple(board.bans)))
    return (yield from ask_for_orders(game, questions))


def ask_for_orders(game: Game, questions: Sequence[Question[Orders]]) -> Asks[dict[str, Placed]]:
    """What is placed by the answers to questions for orders, asked together, by area."""
    answers = yield from game.ask_together(questions)
    return {
        area: Placed(decision.house, order)
        for decision, answer in zip(questions, answers, strict=True)
        for area, order in answer.orders.items()
    }


def reveal_orders(game: Game, placed: dict[str, Placed]) -> list[Step]:
    """Everything placed is turned up; the raven comes next."""
    # A direct answer may name its areas in any order; the board never shows in which.
    ordered = dict(sorted(placed.items(), key=lambda pair: game.edition.area_order[pair[0]]))
    game.tell(e.OrdersRevealed(orders=ordered), "planning.reveal")
    return [Step("raven")]


def raven(game: Game) -> Play:
    """The holder of the Messenger Raven may exchange one order."""
    board = game.board
    game.tell(e.PhaseStarted(phase="raven"), "planning.raven")
    holder = board.holders.get("messenger-raven", "")
    mine = tuple(area for area, placed in board.orders.items() if placed.house == holder)
    question = d.UseRaven(**game.seat_of(holder), areas=mine)
    if not game.edition.ravens_look and next(swaps(board, game.edition, holder), None) is None:
        if mine:
            yield from game.force(question, Swap())
        return []
    answer = yield from game.ask(question)
    if answer.look is True:
        yield from _look(game, holder)
    elif answer.area is None or answer.order is None:
        game.tell(e.RavenUsed(house=holder), "planning.raven")
    else:
        before = board.orders[answer.area].order
        game.tell(e.RavenUsed(house=holder, area=answer.area, before=before, after=answer.order), "planning.raven")
    return []


def _look(game: Game, holder: str) -> Asks[None]:
    """Show the top wildling card to the raven's holder, who may put it under the deck."""
    card = game.position.hidden.decks["wildlings"][0]
    answer = yield from game.pick(holder, "messenger-raven", ("bottom", "top"), card)
    game.tell(e.RavenLooked(house=holder, card=card, buried=answer == "bottom"), "planning.raven")


ORDERS = Law(Orders, check_orders, every_orders, sample_orders)
SWAPS = Law(Swap, check_swap, every_swap)
