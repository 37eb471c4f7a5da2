"""What lasts of tactics cards, until they are chosen again (Storm of Swords rules: tactics cards)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.march_legality import options
from adjudicator.thrones.rules.march_step import carry_out
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.tactics import TACTICS, free_to_enter, open_cards, to_choose
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Battle, Board, Placed
from adjudicator.thrones.state.components import TacticsCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import Item

# The order that only cards lay, and how many of them there are.
SUPPORT, SUPPORT_TOKENS = "support-1", 6
PAY, DECLINE = "pay", "decline"


def more_stars(board: Board, edition: Edition, house: str) -> int:
    """Special orders of careful planning."""
    return sum(int(card.values["stars"]) for card in open_cards(board, edition, house, "careful-planning"))


def stars_of(edition: Edition, card: str) -> int:
    """How many more special orders a card lets its house place in the round for which it is chosen."""
    return int(edition.tactics[card].values.get("stars", 0))


def most_stars(board: Board, edition: Edition, house: str) -> int:
    """How many more special orders the choice of a card may bring a house."""
    return max((stars_of(edition, card) for card in to_choose(board, house)), default=0)


def stars_by_card(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """While tactics cards are chosen, before the orders: how many special orders each that the house may choose adds;
    nothing at any other time."""
    tactics = board.tactics
    if board.phase != "planning" or tactics is None or tactics.laid:
        return {}
    return {card: stars_of(edition, card) for card in to_choose(board, house)}


def orders_to_come(board: Board, edition: Edition, house: str) -> int | None:
    """While tactics cards are chosen, before the orders: the special orders that one of them may add."""
    tactics = board.tactics
    if tactics is None or tactics.laid:
        return None
    # What lasts of the round before ends with the choice.
    return most_stars(board, edition, house) - more_stars(board, edition, house)


def _settled(board: Board, edition: Edition, area: str) -> bool:
    return facts_of(board, edition, area).settlement != "none"


def _against(board: Board, edition: Edition, house: str, area: str) -> Iterator[Item]:
    """What counts for marches of a house against cities and strongholds."""
    for card in open_cards(board, edition, house, "control-westeros") if _settled(board, edition, area) else ():
        yield Item("tactics", int(card.values["strength"]), card.id, house=house)


def battle_items(board: Board, edition: Edition, battle: Battle, house: str) -> Sequence[Item]:
    """What tactics cards add to the strength of a fighting house, and what others give it by theirs or by alliances."""
    role = battle.role(house)
    items = [Item("aid", aid.strength, aid.card, house=aid.house) for aid in battle.aid if aid.side == role]
    if house == battle.attacker:
        return [*_against(board, edition, house, battle.area), *items]
    which = "settled" if _settled(board, edition, battle.area) else "strength"
    held = [
        Item("tactics", int(card.values[which]), card.id, house=house)
        for card in open_cards(board, edition, house, "hold-territory")
    ]
    return [*held, *items]


def battle_icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
    """A fortification where a Defense order lies in the battle."""
    placed = board.orders.get(battle.area)
    if house != battle.defender or placed is None or edition.orders[placed.order].type != "defense":
        return 0, 0
    cards = open_cards(board, edition, house, "hold-territory")
    return 0, sum(int(card.values["fortifications"]) for card in cards)


def march_items(board: Board, edition: Edition, house: str, answer: March, to: str) -> Sequence[Item]:
    """What tactics cards add to a march against a neutral force."""
    return list(_against(board, edition, house, to))


def _replacing(board: Board, edition: Edition, house: str) -> TacticsCard | None:
    """The card by which a house may put an order in the place of a raided one."""
    tactics = board.tactics
    cards = [edition.tactics[card] for card in tactics.open.get(house, ())] if tactics is not None else []
    return next((card for card in cards if "replace" in card.values), None)


def replace_support(game: Game, removed: Sequence[tuple[str, Placed]]) -> Asks[None]:
    """Whose Support order was raided may pay for a Support -1 order in its place. The same raid cannot reach that: its
    targets are chosen."""
    board, edition = game.board, game.edition
    for area, lost in removed:
        card = _replacing(board, edition, lost.house)
        laid = sum(placed.order == SUPPORT for placed in board.orders.values())
        if card is None or edition.orders[lost.order].type != "support" or laid >= SUPPORT_TOKENS:
            continue
        cost = int(card.values["replace"])
        if board.power[lost.house] < cost or area in board.orders:
            continue
        answer = yield from game.pick(lost.house, card.id, (PAY, DECLINE), area)
        if answer == PAY:
            game.tell(e.PowerSpent(house=lost.house, amount=cost, because=card.id), TACTICS)
            game.tell(e.OrderPlaced(house=lost.house, area=area, order=SUPPORT, because=card.id), TACTICS)


def after_march(game: Game, house: str, answer: March, entered: Sequence[str]) -> Asks[None]:
    """Units that have marched into an area that is nobody else's may go on to another such area, next to it or along an
    arrow; no ships carry them there (Storm of Swords rules p.10)."""
    board, edition = game.board, game.edition
    shipped = edition.variant.troops_go_on_by_ship
    card = next(open_cards(board, edition, house, "manage-troops"), None)
    for area in entered if card is not None else ():
        by_ship = {} if shipped else reach(board, edition, house, area)
        goals = tuple(
            to
            for to in options(board, edition, house, area)
            if free_to_enter(board, edition, house, to) and not by_ship.get(to)
        )
        if card is None or not goals or board.ending is not None:
            continue
        onward = yield from game.ask(
            d.MoveTroops(
                seat=game.seat(house),
                house=house,
                because=card.id,
                options={area: goals},
                most=dict(answer.moves[area]),
            )
        )
        yield from carry_out(game, house, onward)


def support_allies(game: Game, battle: Battle, house: str) -> Asks[None]:
    """A house that does not fight may give strength to a side, near or far; it counts as support."""
    card = next(open_cards(game.board, game.edition, house, "support-allies"), None)
    if card is None:
        return
    choices = (battle.attacker, battle.defender, DECLINE)
    helped = yield from game.pick(house, card.id, choices, battle.area)
    if helped != DECLINE:
        given = e.AidGiven(house=house, side=battle.role(helped), card=card.id, strength=int(card.values["strength"]))
        game.tell(given, "battle.support")
