"""Negotiating for hostages with the Power of an order (Storm of Swords rules: negotiating for hostages)."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.control import controlled, turn_order
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.leaders import havens, stands
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Offer
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

BECAUSE = "negotiation"
RULE = "hostages.negotiation"


def hostages_of(board: Board, holder: str, house: str = "") -> list[str]:
    """The leaders in the cell of a house; with a `house` only its own."""
    return [name for name, one in board.leaders.items() if one.cell == holder and house in ("", one.house)]


def held_by_others(board: Board, house: str) -> bool:
    """Whether a leader of the house is in a cell."""
    return any(leader.house == house and leader.cell for leader in board.leaders.values())


def negotiate(game: Game, house: str, area: str) -> Asks[None]:
    """The house may make one offer to each that holds leaders of it, in turn order from itself on; each is answered
    before the next is made. In a port nobody negotiates."""
    board = game.board
    if game.edition.areas[area].kind == "port" or not held_by_others(board, house):
        return
    order = turn_order(board)
    start = order.index(house)
    for holder in order[start + 1 :] + order[:start]:
        if hostages_of(board, holder, house):
            yield from _offer(game, house, holder, area)


def givable(board: Board, edition: Edition, house: str, holder: str) -> tuple[str, ...]:
    """The hostages of a house that it may give to a holder: one of the holder's own only if he has units to join."""
    homeless = not havens(board, edition, holder)
    return tuple(name for name in hostages_of(board, house) if not (homeless and board.leaders[name].house == holder))


def _offer(game: Game, house: str, holder: str, area: str) -> Asks[None]:
    """One offer, its answer, and what follows from it."""
    board = game.board
    offer = yield from game.ask(
        d.Negotiate(
            seat=game.seat(house),
            house=house,
            area=area,
            holder=holder,
            leaders=tuple(hostages_of(board, holder, house)),
            hostages=givable(board, game.edition, house, holder),
            up_to=board.power[house],
        )
    )
    if not offer.leaders:
        return
    told = e.OfferMade(house=house, to=holder, leaders=offer.leaders, power=offer.power, hostages=offer.hostages)
    game.tell(told, RULE)
    reply = yield from game.ask(
        d.AcceptOffer(
            seat=game.seat(holder),
            house=holder,
            offerer=house,
            leaders=offer.leaders,
            given=offer.hostages,
            power=offer.power,
        )
    )
    game.tell(e.OfferAnswered(house=holder, to=house, accepted=reply.yes), RULE)
    if reply.yes:
        yield from _exchange(game, house, holder, area, offer)


def _exchange(game: Game, house: str, holder: str, area: str, offer: Offer) -> Asks[None]:
    """Power goes to the pool, and as much comes from the other's own; leaders come home, or change the cell."""
    if offer.power:
        game.tell(e.PowerSpent(house=house, amount=offer.power, because=BECAUSE), RULE)
        game.gain_power(holder, offer.power, BECAUSE, RULE)
    for name in offer.leaders:
        moved = e.HostageMoved(house=house, leader=name, victim=holder, area=area, because=BECAUSE)
        game.tell(moved, RULE)
    for name in offer.hostages:
        to = ""
        if game.board.leaders[name].house == holder:
            to = yield from come_home(game, holder, places(game.board, game.edition, holder), BECAUSE, name)
        game.tell(e.HostageMoved(house=holder, leader=name, victim=house, area=to, because=BECAUSE), RULE)


def places(board: Board, edition: Edition, house: str) -> list[str]:
    """Where a leader that is given back may come: cities and strongholds of the house where its units stand; if there
    are none, any area where they do, since a leader never stands alone."""
    settled = [
        area
        for area in controlled(board, edition, house)
        if facts_of(board, edition, area).settlement != "none" and stands(board, house, area)
    ]
    return settled or havens(board, edition, house)


def come_home(game: Game, house: str, choices: list[str], because: str, leader: str) -> Asks[str]:
    """Where a leader comes to units of his house: its choice among these areas."""
    question = d.PickEffect(
        seat=game.seat(house), house=house, because=because, subject=leader, choices=tuple(reversed(choices))
    )
    answer = yield from game.ask_or_force(question)
    return answer.choice
