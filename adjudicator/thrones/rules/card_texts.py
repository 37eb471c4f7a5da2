"""House card effects: one function per effect, named by the card data.

Texts about strengths and icons are in `rules.strength`; losses, retreats and putting cards away in `rules.aftermath`;
timing in `rules.step_context`. Later editions' modules add more.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine import Asks
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.control import controller, last_for_good
from adjudicator.thrones.rules.hooks import Texts
from adjudicator.thrones.rules.step_context import Game, quiet, run_text
from adjudicator.thrones.rules.strength import active_text, fighters, is_kind, printed_strength
from adjudicator.thrones.rules.supply import piece_count
from adjudicator.thrones.state import Battle, HouseCard, decisions as d, events as e
from adjudicator.thrones.state.decisions import Piece


@quiet
def _silence(game: Game, battle: Battle, card: HouseCard) -> None:
    other = battle.opponent(card.house)
    played = battle.cards.get(other)
    if played is not None and game.edition.cards[played].effect:
        game.tell(e.TextSilenced(house=other, card=played, by=card.id), "cards.text")


def _kill_unit(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house destroy an opponent's unit of the card's kind in the battle.
    Nothing happens if the opponent's card prevents losses or there is no such unit."""
    unit, victim = str(card.values["unit"]), battle.opponent(card.house)
    shield = active_text(battle, game.edition, victim)
    if shield is not None and shield.effect == "no-losses":
        return
    attacking = victim == battle.attacker
    meant = [kind for kind in game.edition.units if is_kind(game.edition, kind, unit)]
    standing = fighters(game.board, battle, victim)
    force = None if attacking else game.board.force_of(victim, battle.area)
    able = [Piece(battle.area, kind) for kind in meant if standing.get(kind)]
    if force is not None:
        able += [Piece(battle.area, kind, routed=True) for kind in meant if force.routed.get(kind)]
    choices = tuple(game.hooks.removable(game.board, game.edition, able, attacking, ""))
    if not choices:
        return
    me = card.house
    piece = yield from game.ask_or_force(d.KillFootman(**game.seat_of(me), choices=choices, card=card.id))
    game.destroy(victim, piece, card.id, "cards.text", attacking=attacking)


@quiet
def _discard_defense(game: Game, battle: Battle, card: HouseCard) -> None:
    placed = game.board.orders.get(battle.area)
    if battle.attacker == card.house and placed is not None and game.edition.orders[placed.order].type == "defense":
        game.remove_order(battle.area, card.id, "cards.text")


@quiet
def _gain_power(game: Game, battle: Battle, card: HouseCard) -> None:
    game.gain_power(card.house, int(card.values["power"]), card.id, "cards.text")


@quiet
def power_by_card(game: Game, battle: Battle, card: HouseCard) -> None:
    """Gain Power by the opponent's card number; a named area must be controlled."""
    victim, area = battle.opponent(card.house), card.values.get("area")
    if victim in battle.cards and (area is None or controller(game.board, game.edition, area) == card.house):
        amount = int(card.values.get("times", 1)) * printed_strength(battle, game.edition, victim)
        if amount:
            game.gain_power(card.house, amount, card.id, "cards.text")


@quiet
def power_by_difference(game: Game, battle: Battle, card: HouseCard) -> None:
    """Gain as much Power as the final strengths of the battle differed."""
    if game.margin:
        game.gain_power(card.house, game.margin, card.id, "cards.text")


def take_back_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A used card comes back; with a number `most` only to who was beaten by no more."""
    if game.margin <= card.values.get("most", game.margin):
        yield from game.take_back_card(card.house, card.id, card.id, "cards.text")


def remove_order(game: Game, card: HouseCard, choices: Iterable[str], *, optional: bool) -> Asks[None]:
    """Let a card's house remove one order in these areas; `optional`: or none."""
    ordered = tuple(game.edition.in_order(choices))
    if not ordered:
        return
    answer = yield from game.ask(
        d.RemoveOrder(**game.seat_of(card.house), card=card.id, choices=ordered, optional=optional)
    )
    if answer.area is not None:
        game.remove_order(answer.area, card.id, "cards.text")


def remove_opponents_order(
    game: Game, battle: Battle, card: HouseCard, areas: Iterable[str], *, optional: bool = False
) -> Asks[None]:
    """Remove an opponent's order in these areas, except the march in progress."""
    victim, orders = battle.opponent(card.house), game.board.orders
    marching = battle.origin if victim == battle.attacker else ""
    choices = (area for area in areas if area in orders and orders[area].house == victim and area != marching)
    yield from remove_order(game, card, choices, optional=optional)


def _remove_loser_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    optional = bool(card.values.get("optional"))
    yield from remove_opponents_order(game, battle, card, game.board.orders, optional=optional)


def _remove_adjacent_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house remove an order of the card's types beside the battle."""
    orders, types = game.board.orders, card.values["types"]
    choices = [
        area
        for area in game.edition.neighbours[battle.area]
        if area in orders and game.edition.orders[orders[area].order].type in types
    ]
    yield from remove_order(game, card, choices, optional=True)


def _footman_areas(game: Game, battle: Battle, card: HouseCard) -> list[tuple[str, bool]]:
    """Return areas of the house's footmen in the battle, and whether they attack.
    Supporting footmen are included if the card says so."""
    house, forces = card.house, game.board.forces
    attacking = house == battle.attacker
    force = forces.get(battle.area)
    units = battle.troop if attacking else force.units if force is not None else {}
    places = [(battle.area, attacking)] if units.get("footman") else []
    if card.values.get("supporting"):
        role = battle.role(house)
        helping = (area for area, side in battle.pledges.items() if side == role and forces[area].house == house)
        places += [(area, False) for area in helping if forces[area].units.get("footman")]
    return places


def _knight_footman(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house upgrade one footman in the battle to a knight, if one is left."""
    house = card.house
    if piece_count(game.board, house, "knight") >= game.edition.limit(house, "knight"):
        return
    for area, attacking in _footman_areas(game, battle, card):
        answer = yield from game.ask(d.KnightFootman(**game.seat_of(house), card=card.id, area=area))
        if not answer.yes:
            continue
        game.tell(
            e.UnitUpgraded(
                house=house,
                area=area,
                before="footman",
                after="knight",
                because=card.id,
                attacking=attacking,
            ),
            "cards.text",
        )
        return


def _discard(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Pay to discard a card of the opponent's hand; who looks refills an empty hand."""
    victim, looks = battle.opponent(card.house), card.effect == "look-and-discard"
    cost = 0 if looks else int(card.values["cost"])
    hand = game.hand(victim)
    if not hand or game.board.power[card.house] < cost:
        return
    answer = yield from game.ask(
        d.DiscardFromHand(**game.seat_of(card.house), card=card.id, victim=victim, cost=cost, choices=tuple(hand))
    )
    if answer.card is not None:
        game.spend_power(card.house, cost, card.id, "cards.text")
        last = looks and len(hand) == 1 and victim not in game.board.vassals
        back = tuple(game.board.discards[victim]) if last else ()
        game.tell(e.CardDiscarded(house=victim, card=answer.card, because=card.id, returned=back), "cards.text")


def _remove_near_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    yield from remove_opponents_order(game, battle, card, game.edition.neighbours[battle.area])


def _send_back(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """The opponent's card returns to the hand; another one is played, if there is one."""
    victim = battle.opponent(card.house)
    before = battle.cards.get(victim)
    if before is None:
        return
    me, choices = card.house, ("send-back", "decline")
    answer = yield from game.pick(me, card.id, choices, before)
    if answer == "send-back":
        yield from _substitute(game, battle, victim, card, discarded=False)


def _play_another(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house pay Power to exchange its card for another, whose text counts."""
    me, cost = card.house, int(card.values["cost"])
    if game.board.power[me] < cost or not game.hand(me):
        return
    answer = yield from game.pick(me, card.id, ("play-another", "decline"))
    if answer == "play-another":
        game.spend_power(me, cost, card.id, "cards.text")
        yield from _substitute(game, battle, me, card, discarded=True)
        if me in battle.cards and card.values.get("strength"):
            changed = e.BonusGained(house=me, card=card.id, strength=int(card.values["strength"]))
            game.tell(changed, "cards.text")
        yield from run_text(game, battle, me, game.hooks.texts.immediate)


def _substitute(game: Game, battle: Battle, house: str, by: HouseCard, *, discarded: bool) -> Asks[None]:
    """Replace a house's card by one of its choice; without cards in hand by none.
    The old card is `discarded` or goes back to the hand."""
    before, after = battle.cards[house], ""
    choices = tuple(game.hand(house))
    if choices:
        answer = yield from game.ask(
            d.ChooseHouseCard(
                **game.seat_of(house),
                area=battle.area,
                role=battle.role(house),
                opponent=battle.opponent(house),
                choices=choices,
            )
        )
        after = answer.chosen
    game.tell(
        e.CardSubstituted(house=house, before=before, after=after, because=by.id, discarded=discarded), "cards.text"
    )


def _move_to_track_end(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house move its opponent to the end of a track of its choice."""
    me, victim = card.house, battle.opponent(card.house)
    if victim in last_for_good(game.board):
        return
    answer = yield from game.pick(me, card.id, game.edition.tracks)
    places = [house for house in game.board.tracks[answer] if house != victim]
    set_track(game, answer, [*places, victim], "cards.text")


TEXTS = Texts(
    cancel={"silence": _silence, "send-back": _send_back},
    immediate={
        "kill-unit": _kill_unit,
        "discard-defense": _discard_defense,
        "play-another": _play_another,
        "to-the-end-of-a-track": _move_to_track_end,
        "remove-near-order": _remove_near_order,
    },
    after_win={
        "gain-power": _gain_power,
        "take-back-card": take_back_card,
        "remove-loser-order": _remove_loser_order,
        "remove-adjacent-order": _remove_adjacent_order,
        "knight-footman": _knight_footman,
        "discard-from-hand": _discard,
    },
    after_battle={"look-and-discard": _discard},
)
STRENGTH = (
    "unit-strength",
    "double-defense",
    "supporting-units-count",
    "opponent-card-strength",
    "bonus",
    "by-role",
    "ships-count",
    "houses-units-count",
    "strength-of-wildlings",
    "opponents-strength",
)
# Read where losses are taken, retreats made, areas taken and cards put away.
AFTERMATH = ("no-losses", "choose-retreat", "bar-the-way", "keep-marching", "take-all-back", "return-if-defended")


def effects(texts: Texts) -> frozenset[str]:
    """Every effect that a text can have in an edition with this table."""
    return texts.effects() | {*STRENGTH, *AFTERMATH}
