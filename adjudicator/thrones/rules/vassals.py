"""Vassals, and sea orders that lie on land as bluffs (MoD rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations

from adjudicator.engine import Asks, Law, Pick, Play, Refusal, Step, shuffle
from adjudicator.thrones.rules.aftermath import pieces, put_card_away, winner_and_loser
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.control import controller, players_of, turn_order
from adjudicator.thrones.rules.hooks import Texts, hooks_of
from adjudicator.thrones.rules.marches import may_leave_token
from adjudicator.thrones.rules.mustering import RULE, MusterBudget, muster_with, mustering_places, musters_ahead
from adjudicator.thrones.rules.planning import (
    ask_for_orders,
    own_areas,
    place_orders,
    refuse_order,
    reveal_orders,
    stars,
)
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import may_ask
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.strength import active_text
from adjudicator.thrones.state import (
    VASSALS,
    Battle,
    Board,
    Edition,
    HouseCard,
    Placed,
    Position,
    decisions as d,
    events as e,
)
from adjudicator.thrones.state.decisions import March, Orders, Pick as Picked, Piece, Recruit

PASS = "pass"
MAX_ORDERS = 2


def planning_begins(game: Game) -> list[Step]:
    """Vassals are chosen first, where there are any; then everybody places orders."""
    game.tell(e.PhaseStarted(phase="planning"), "planning")
    if not game.board.vassals:
        return [Step("place-orders")]
    game.tell(e.VassalsReleased(vassals=tuple(game.board.vassals)), "vassals.choice")
    return [Step("choose-vassals"), Step("place-orders")]


def order_sets(players: int, vassals: int) -> list[int]:
    """Return vassal order sets per player, one per vassal, the first player first."""
    return [vassals // players + (place < vassals % players) for place in range(players)]


def free_vassals(board: Board) -> tuple[str, ...]:
    """Vassals whom nobody commands."""
    return tuple(house for house in board.vassals if house not in board.commanders)


def choose_vassals(game: Game) -> Play:
    """Let each player take a vassal per set or pass it on; the last takes the rest."""
    board, players = game.board, list(players_of(game.board))
    sets = order_sets(len(players), len(board.vassals))
    for place, player in enumerate(players):
        last = place == len(players) - 1
        while sets[place] and (free := free_vassals(board)):
            if last:
                for house in free:
                    game.tell(e.VassalClaimed(house=house, commander=player, left_over=True), "vassals.choice")
                break
            answer = yield from game.ask(d.ChooseVassal(seat=player, house=player, choices=free, sets=sets[place]))
            sets[place] -= 1
            if answer.choice == PASS:
                sets[place + 1] += 1
                game.tell(e.VassalPassed(house=player, to=players[place + 1]), "vassals.choice")
            else:
                game.tell(e.VassalClaimed(house=answer.choice, commander=player), "vassals.choice")
    return []


def plan(game: Game) -> Play:
    """Place orders of houses, then those of vassals; turn all up together."""
    placed = yield from place_orders(game)
    placed |= yield from place_vassal_orders(game)
    return reveal_orders(game, placed)


def foreseen(board: Board, edition: Edition, house: str) -> list[d.PlaceOrders]:
    """Return coming orders decisions while vassals or cards are being chosen.

    Special orders are the most the player may have then. Empty when nothing is being chosen.
    """
    areas = own_areas(board, edition, house)
    more = hooks_of(edition).orders_to_come(board, edition, house)
    waiting = more is not None or free_vassals(board)
    if board.phase != "planning" or house not in players_of(board) or not waiting or not areas:
        return []
    allowed = stars(board, edition, house) + (more or 0)
    return [d.PlaceOrders(seat=house, house=house, areas=areas, stars=allowed, bans=tuple(board.bans))]


def order_set(edition: Edition) -> tuple[str, ...]:
    """The tokens of a set of vassal orders."""
    return tuple(token.id for token in edition.orders.values() if token.vassal)


def place_vassal_orders(game: Game) -> Asks[dict[str, Placed]]:
    """Return commanders' orders for vassals, all asked at once, face down (M-20)."""
    board, edition = game.board, game.edition
    questions = [
        d.PlaceVassalOrders(
            **game.seat_of(house),
            areas=areas,
            orders=order_set(edition),
            most=MAX_ORDERS,
            bans=tuple(board.bans),
        )
        for house in turn_order(board)
        if house in board.vassals and (areas := own_areas(board, edition, house))
    ]
    return (yield from ask_for_orders(game, questions))


def places_to_muster(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """Return a house's mustering points by area for the card; vassals only at home."""
    places = mustering_places(board, edition, house)
    if house not in board.vassals:
        return places
    home = edition.houses[house].home
    return {home: places[home]} if home in places else {}


@may_ask(musters_ahead(places_to_muster))
def mustering(game: Game, deck: str) -> Play:
    """Muster house by house, vassals only at home; unused points are lost."""
    for house in turn_order(game.board):
        yield from muster_with(game, house, places_to_muster(game.board, game.edition, house), RULE)
    return []


def leaves_token(game: Game, house: str, answer: March) -> bool:
    """Whether a march leaves a Power token: by choice; vassals always where possible."""
    board = game.board
    must = house in board.vassals and bool(answer.moves) and may_leave_token(board, game.edition, house, answer.area)
    return answer.leave_token or must


def refuse_vassal_order(
    edition: Edition, decision: d.PlaceVassalOrders, so_far: Mapping[str, str], area: str, order: str
) -> Refusal | None:
    """Why this order cannot be added to those of a vassal."""
    where = f"orders.{area}"
    if area not in decision.areas:
        return Refusal("no-units-there", f"{decision.house} has no units in {area}", where)
    refusal = refuse_order(edition, area, order, decision.bans, vassal=True)
    if refusal is not None:
        return refusal
    if order in so_far.values():
        return Refusal("too-many-of-an-order", f"a set has only one {order}", where)
    if len(so_far) >= decision.most:
        return Refusal("too-many-vassal-orders", f"a vassal has at most {decision.most} orders", where)
    return None


def check_vassal_orders(position: Position, decision: d.PlaceVassalOrders, answer: Orders) -> Refusal | None:
    """Why these orders of a vassal are not legal."""
    so_far: dict[str, str] = {}
    for area, order in answer.orders.items():
        refusal = refuse_vassal_order(edition_of(position), decision, so_far, area, order)
        if refusal is not None:
            return refusal
        so_far[area] = order
    return None


def every_vassal_orders(position: Position, decision: d.PlaceVassalOrders) -> Iterator[Orders]:
    """No order, one, two."""
    for count in range(min(decision.most, len(decision.areas)) + 1):
        for areas in combinations(decision.areas, count):
            for orders in permutations(decision.orders, count):
                answer = Orders(dict(zip(areas, orders, strict=True)))
                if check_vassal_orders(position, decision, answer) is None:
                    yield answer


def sample_vassal_orders(position: Position, decision: d.PlaceVassalOrders, pick: Pick) -> Orders:
    """Draw a random legal answer: as many orders as possible, now and then fewer."""
    edition, chosen = edition_of(position), dict[str, str]()
    for _ in range(decision.most):
        possible = [
            (area, order)
            for area in decision.areas
            for order in decision.orders
            if area not in chosen and refuse_vassal_order(edition, decision, chosen, area, order) is None
        ]
        if not possible or pick(8) == 0:
            break
        area, order = possible[pick(len(possible))]
        chosen[area] = order
    return Orders(chosen)


def check_choice(position: Position, decision: d.ChooseVassal, answer: Picked) -> Refusal | None:
    """Why this vassal cannot be chosen."""
    if answer.choice in (*decision.choices, PASS):
        return None
    words = f"{answer.choice!r} is not among {', '.join(decision.choices)} and {PASS}"
    return Refusal("not-a-free-vassal", words, "claims")


CHOSEN = Law(Picked, check_choice, lambda p, q: (Picked(choice) for choice in (*q.choices, PASS)))
VASSAL_ORDERS = Law(Orders, check_vassal_orders, every_vassal_orders, sample_vassal_orders)


HAND = 3


@quiet
def draw_hands(game: Game, battle: Battle) -> None:
    """Shuffle vassal cards; each fighting vassal's commander draws three (M-23)."""
    fighters = [house for house in (battle.attacker, battle.defender) if house in game.board.vassals]
    if fighters:
        game.shuffle_deck(VASSALS, game.purpose(f"deck-{VASSALS}"), game.edition.vassal_cards, "battle.vassals")
    for house in fighters:
        cards = tuple(game.position.hidden.decks[VASSALS][:HAND])
        game.tell(e.VassalHandDrawn(house=house, commander=game.seat(house), cards=cards), "battle.vassals")


def put_cards_away(game: Game, battle: Battle) -> Asks[None]:
    """Put players' cards away; vassals' cards return to the others after the battle."""
    for house, card in battle.cards.items():
        if house not in game.board.vassals:
            yield from put_card_away(game, battle, house, card)


@quiet
def reward(game: Game, battle: Battle) -> None:
    """The commander of a vassal that has won takes 1 Power."""
    winner = battle.winner
    if winner is not None and winner in game.board.vassals:
        game.gain_power(game.seat(winner), 1, "vassal-won", "vassals.reward", battle.area)


@quiet
def _random_card(game: Game, battle: Battle, card: HouseCard) -> None:
    """Replace the opponent's card with one drawn at random from that hand."""
    victim = battle.opponent(card.house)
    before = battle.cards.get(victim)
    if before is None:
        return
    hand = [card_id for card_id in game.edition.cards if card_id == before or card_id in game.hand(victim)]
    after = shuffle(game.position.hidden.seed, game.purpose(card.id), hand)[0]
    game.tell(
        e.CardSubstituted(house=victim, before=before, after=after, because=card.id, discarded=False), "cards.text"
    )


@quiet
def _move_to_track_top(game: Game, battle: Battle, card: HouseCard) -> None:
    """Move the card's house to the top of the track that the card names."""
    track = str(card.values["track"])
    places = [house for house in game.board.tracks[track] if house != card.house]
    if game.board.tracks[track][0] != card.house:
        set_track(game, track, [card.house, *places], "cards.text")


def _muster_beaten(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A beaten house may put a knight where it has retreated to, or at home."""
    house, unit = card.house, str(card.values["unit"])
    if house == battle.winner:
        return
    places = dict.fromkeys((battle.retreated, game.edition.houses[house].home))
    free = tuple(area for area in places if area and _can_muster(game, house, unit, area))
    if not free:
        return
    answer = yield from game.pick_or_decline(house, card.id, free)
    if answer:
        game.tell(e.UnitMustered(house=house, unit=unit, area=answer, at=answer), "cards.text")


def _can_muster(game: Game, house: str, unit: str, area: str) -> bool:
    """Return whether a house may muster a unit in its area at no cost.
    It needs land, a free piece and supply."""
    board, edition = game.board, game.edition
    if edition.areas[area].kind != "land" or controller(board, edition, area) != house:
        return False
    budget = MusterBudget(board, edition, house, {area: edition.units[unit].cost})
    return budget.refuse(Recruit(area, unit, area)) is None


def own_loss(game: Game, battle: Battle) -> Asks[None]:
    """Apply a winner's card text that may cost it a unit before moves (MoD cards)."""
    winner, _ = winner_and_loser(battle)
    card = active_text(battle, game.edition, winner)
    if card is not None and card.effect == "lose-one" and not game.edition.variant.own_loss_last:
        yield from _lose_unit(game, battle, card)


def _lose_unit_last(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Take the winner's own loss after the battle, in games under earlier rules."""
    if game.edition.variant.own_loss_last:
        yield from _lose_unit(game, battle, card)


def _lose_unit(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A house that has won loses one of its units in the battle, standing or routed."""
    house, force = card.house, game.board.force_of(card.house, battle.area)
    if house != battle.winner:
        return
    # An attacker that has moved in already stands there like any other.
    troop = battle.troop if house == battle.attacker else {}
    choices = pieces(battle.area, troop)
    if not troop and force is not None:
        choices = pieces(battle.area, force.units)
        choices += tuple(Piece(battle.area, unit, routed=True) for unit in sorted(force.routed))
    if not choices:
        return
    question = d.PickUnit(**game.seat_of(house), choices=choices, because=card.id, owed=1)
    piece = yield from game.ask_or_force(question)
    game.destroy(house, piece, card.id, "cards.text", attacking=bool(troop))


def _bribe(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the opponent, or a vassal's commander, pay to void the card (M-29)."""
    board, other, cost = game.board, battle.opponent(card.house), int(card.values["cost"])
    payer = board.commanders.get(other, other) if game.edition.variant.commanders_pay else other
    if payer in board.vassals or board.power[payer] < cost:
        return
    choices = ("pay", "decline")
    answer = yield from game.pick(payer, card.id, choices)
    if answer == "pay":
        game.spend_power(payer, cost, card.id, "cards.text")
        game.tell(e.CardWeakened(house=card.house, card=card.id, by=other), "cards.text")


TEXTS = Texts(
    cancel={"random-card": _random_card},
    before_blade={"bought-off": _bribe},
    after_battle={
        "to-the-top-of-a-track": _move_to_track_top,
        "muster-beaten": _muster_beaten,
        "lose-one": _lose_unit_last,
    },
)


def remove_bluffs(game: Game) -> list[Step]:
    """Remove orders that cannot be carried out (MoD rules: sea order tokens)."""
    board, edition = game.board, game.edition
    for area, placed in list(board.orders.items()):
        if not edition.orders[placed.order].works(edition.areas[area].kind):
            game.remove_order(area, "bluff", "planning.sea-orders")
    return []
