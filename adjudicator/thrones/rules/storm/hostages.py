"""Hostages: taking, freeing, negotiating, executing (Storm of Swords rules)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from adjudicator.engine import Asks, Law, Pick, Play, Refusal
from adjudicator.thrones.rules.aftermath import place_of_retreat, winner_and_loser
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.control import controlled_areas, facts_of, turn_order
from adjudicator.thrones.rules.legality import YES_NO
from adjudicator.thrones.rules.marches import retreat_areas
from adjudicator.thrones.rules.round import Ahead, may_ask
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.alliances import end_alliance
from adjudicator.thrones.rules.storm.leaders import fighting_leaders, havens, kill, leaders_at, stands
from adjudicator.thrones.rules.storm.tactics import has_lasting_effect
from adjudicator.thrones.rules.strength import casualties, fighters
from adjudicator.thrones.state import Battle, Board, Edition, Position, decisions as d, events as e
from adjudicator.thrones.state.decisions import Offer


def _refuse(position: Position, decision: d.Negotiate, answer: Offer) -> Refusal | None:
    """Why this offer is not legal."""
    where = f"hostages.{decision.holder}"
    for leader in answer.leaders:
        if leader not in decision.leaders:
            return Refusal("not-held-there", f"{decision.holder} does not hold {leader} of {decision.house}", where)
    for leader in answer.hostages:
        if leader not in decision.hostages:
            return Refusal("no-such-hostage", f"{decision.house} does not hold {leader}", where)
    if len(set(answer.leaders)) < len(answer.leaders) or len(set(answer.hostages)) < len(answer.hostages):
        return Refusal("leader-twice", "name each leader once", where)
    if not 0 <= answer.power <= decision.up_to:
        return Refusal("offer-out-of-range", f"offer 0 to {decision.up_to} Power, not {answer.power}", where)
    if not answer.leaders and (answer.power or answer.hostages):
        return Refusal("offer-for-nothing", "name the leaders that the offer is for", where)
    return None


def _some(leaders: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(leaders, count) for count in range(len(leaders) + 1))


def _every(position: Position, decision: d.Negotiate) -> Iterator[Offer]:
    """No offer, then every offer."""
    yield Offer()
    for leaders in _some(decision.leaders):
        for hostages in _some(decision.hostages) if leaders else ():
            yield from (Offer(leaders, power, hostages) for power in range(decision.up_to + 1))


def _sample(position: Position, decision: d.Negotiate, pick: Pick) -> Offer:
    """Return a random offer for hostages, or the answer that makes none."""
    leaders = tuple(leader for leader in decision.leaders if pick(2))
    if not leaders:
        return Offer()
    return Offer(leaders, pick(decision.up_to + 1), tuple(leader for leader in decision.hostages if pick(2)))


OFFERS = Law(Offer, _refuse, _every, _sample)
REPLIES = YES_NO


BECAUSE = "negotiation"
NEGOTIATION_RULE = "hostages.negotiation"


def hostages_of(board: Board, holder: str, house: str = "") -> list[str]:
    """Return the leaders in a holder's cell; with `house` only that house's."""
    return [name for name, leader in board.leaders.items() if leader.cell == holder and house in ("", leader.house)]


def is_leader_hostage(board: Board, house: str) -> bool:
    """Whether a leader of the house is in a cell."""
    return any(leader.house == house and leader.cell for leader in board.leaders.values())


def negotiate(game: Game, house: str, area: str) -> Asks[None]:
    """Let a house offer for its leaders to each holder in turn order; not in ports."""
    board = game.board
    if game.edition.areas[area].kind == "port" or not is_leader_hostage(board, house):
        return
    order = turn_order(board)
    start = order.index(house)
    for holder in order[start + 1 :] + order[:start]:
        if hostages_of(board, holder, house):
            yield from _offer(game, house, holder, area)


def _offer(game: Game, house: str, holder: str, area: str) -> Asks[None]:
    """Ask a house for an offer for its leaders, and the holder for a reply to it.
    An accepted offer is carried out."""
    # Of its hostages a house may give the holder's own only if he has units for them to join.
    board, homeless = game.board, not havens(game.board, game.edition, holder)
    own = [name for name, leader in board.leaders.items() if homeless and leader.house == holder]
    givable = tuple(name for name in hostages_of(board, house) if name not in own)
    offer = yield from game.ask(
        d.Negotiate(
            **game.seat_of(house),
            area=area,
            holder=holder,
            leaders=tuple(hostages_of(board, holder, house)),
            hostages=givable,
            up_to=board.power[house],
        )
    )
    if not offer.leaders:
        return
    event = e.OfferMade(house=house, to=holder, leaders=offer.leaders, power=offer.power, hostages=offer.hostages)
    game.tell(event, NEGOTIATION_RULE)
    reply = yield from game.ask(
        d.AcceptOffer(
            **game.seat_of(holder),
            offerer=house,
            leaders=offer.leaders,
            given=offer.hostages,
            power=offer.power,
        )
    )
    game.tell(e.OfferAnswered(house=holder, to=house, accepted=reply.yes), NEGOTIATION_RULE)
    if reply.yes:
        yield from _exchange(game, house, holder, area, offer)


def _exchange(game: Game, house: str, holder: str, area: str, offer: Offer) -> Asks[None]:
    """Carry out an offer: pay Power via the pool; leaders come home or change cells."""
    if offer.power:
        game.spend_power(house, offer.power, BECAUSE, NEGOTIATION_RULE)
        game.gain_power(holder, offer.power, BECAUSE, NEGOTIATION_RULE)
    for name in offer.leaders:
        moved = e.HostageMoved(house=house, leader=name, victim=holder, area=area, because=BECAUSE)
        game.tell(moved, NEGOTIATION_RULE)
    for name in offer.hostages:
        to = ""
        if game.board.leaders[name].house == holder:
            to = yield from return_leader(game, holder, places(game.board, game.edition, holder), BECAUSE, name)
        game.tell(e.HostageMoved(house=holder, leader=name, victim=house, area=to, because=BECAUSE), NEGOTIATION_RULE)


def places(board: Board, edition: Edition, house: str) -> list[str]:
    """Return where a freed leader may come: own settlements with units, else units."""
    settled = [
        area
        for area in controlled_areas(board, edition, house)
        if facts_of(board, edition, area).settlement != "none" and stands(board, house, area)
    ]
    return settled or havens(board, edition, house)


def return_leader(game: Game, house: str, choices: list[str], because: str, leader: str) -> Asks[str]:
    """Where a leader comes to units of his house: its choice among these areas."""
    return (yield from game.pick_or_force(house, because, choices[::-1], leader))


HOSTAGE_RULE = "hostages"
ASKING, SECURE = "hostage", "secure-hostages"
# Why a leader is taken: in the place of a unit, or since he cannot retreat.
IN_PLACE, NO_RETREAT = "losses", "no-retreat"


def won(game: Game, battle: Battle) -> Asks[None]:
    """Let the winner take a leader instead of a unit that the loser owes and has."""
    board = game.board
    winner, loser = winner_and_loser(battle)
    units = game.edition.units
    able = any(count and units[unit].retreats for unit, count in fighters(board, battle, loser).items())
    choices = fighting_leaders(board, battle, loser) if board.leaders else []
    if not choices or not able or not casualties(board, game.edition, battle, winner):
        return
    name = yield from game.pick_or_decline(winner, ASKING, choices, battle.area)
    if name:
        game.tell(e.LossSpared(house=winner, leader=name), HOSTAGE_RULE)
        _take(game, winner, loser, name, IN_PLACE, battle.area)


def _take(game: Game, winner: str, loser: str, name: str, because: str, area: str) -> None:
    """Move a leader to the winner's cell; an allied one and his card change sides."""
    token = game.edition.leaders[name]
    if not token.allied:
        game.tell(e.LeaderTaken(house=winner, leader=name, victim=loser, because=because), HOSTAGE_RULE)
        return
    taken = e.LeaderTaken(house=winner, leader=name, victim=loser, because=because, area=area, joins=token.card)
    game.tell(taken, HOSTAGE_RULE)
    end_alliance(game, token.house, winner)


def retreated(game: Game, battle: Battle) -> Asks[None]:
    """Move leaders after a battle with their armies, or capture the beaten ones.
    This is the hook that runs once both sides have moved; it may also free a hostage."""
    if not game.board.leaders:
        return
    winner, loser = winner_and_loser(battle)
    yield from _beaten_go(game, battle, winner, loser)
    _winners_follow(game, battle, winner)
    yield from free_hostage(game, battle)


def _beaten_go(game: Game, battle: Battle, winner: str, loser: str) -> Asks[None]:
    """Send beaten leaders with their units, else to others of their house, or capture."""
    board = game.board
    beaten = fighting_leaders(board, battle, loser)
    to = (battle.retreated or (yield from _alone(game, battle, loser))) if beaten else ""
    for name in beaten:
        if to:
            moved = e.LeaderMoved(house=loser, leader=name, before=battle.area, area=to, because="retreat")
            game.tell(moved, HOSTAGE_RULE)
        else:
            _take(game, winner, loser, name, NO_RETREAT, _stand(game, battle, winner))


def _alone(game: Game, battle: Battle, loser: str) -> Asks[str]:
    """Return where leaders retreat without units, only to own units; or empty."""
    board = game.board
    if loser == battle.attacker:
        return battle.origin if stands(board, loser, battle.origin) else ""
    near = retreat_areas(board, game.edition, loser, battle.area, battle.origin)
    choices = tuple(to for to in near if stands(board, loser, to))
    return (yield from place_of_retreat(game, battle, loser, choices)) if choices else ""


def _stand(game: Game, battle: Battle, winner: str) -> str:
    """Return where the winner's army is: in the area fought for, or at its origin."""
    if winner == battle.attacker and not stands(game.board, winner, battle.area):
        return battle.origin if stands(game.board, winner, battle.origin) else battle.area
    return battle.area


def _winners_follow(game: Game, battle: Battle, winner: str) -> None:
    """Move the winner's leaders with his army, also one who has changed sides."""
    board, area = game.board, _stand(game, battle, winner)
    for name in fighting_leaders(board, battle, winner) if winner == battle.attacker else ():
        if area == battle.area:
            moved = e.LeaderMoved(house=winner, leader=name, before=battle.origin, area=area, because="march")
            game.tell(moved, HOSTAGE_RULE)
    for name in leaders_at(board, battle.area, winner) if area != battle.area else ():
        game.tell(
            e.LeaderMoved(house=winner, leader=name, before=battle.area, area=area, because="retreat"), HOSTAGE_RULE
        )


def free_hostage(game: Game, battle: Battle) -> Asks[None]:
    """Let a winning attacker with Secure Hostages take one from the loser's cell."""
    board = game.board
    winner, loser = winner_and_loser(battle)
    if winner != battle.attacker or not has_lasting_effect(board, game.edition, winner, SECURE):
        return
    units = havens(board, game.edition, winner)
    choices = [name for name in hostages_of(board, loser) if units or board.leaders[name].house != winner]
    if not choices:
        return
    name = yield from game.pick_or_decline(winner, SECURE, choices, loser)
    if not name:
        return
    to = ""
    if board.leaders[name].house == winner:
        here = stands(board, winner, battle.area)
        to = battle.area if here else (yield from return_leader(game, winner, units, SECURE, name))
    game.tell(e.HostageMoved(house=winner, leader=name, victim=loser, area=to, because=SECURE), HOSTAGE_RULE)


SWING_THE_SWORD = "swing-the-sword"
EXECUTION_RULE = "westeros.swing-the-sword"


def _sword_ahead(ahead: Ahead, deck: str) -> None:
    holding = [house for house in turn_order(ahead.board) if hostages_of(ahead.board, house)]
    ahead.pick(holding)
    if holding:
        ahead.changed.update(ahead.edition.badges.values())


@may_ask(_sword_ahead)
def swing_the_sword(game: Game, deck: str) -> Play:
    """Let each house in turn order execute one hostage; skipped without hostages."""
    for house in list(turn_order(game.board)):
        hostages = hostages_of(game.board, house)
        if hostages:
            name = yield from game.pick_or_decline(house, SWING_THE_SWORD, hostages)
            if name:
                yield from _execute(game, house, name)
    return []


def _execute(game: Game, house: str, name: str) -> Asks[None]:
    """Execute a hostage; with Secure Hostages the house may swap places on a track."""
    owner = game.board.leaders[name].house
    kill(game, name, house, SWING_THE_SWORD, EXECUTION_RULE)
    if not has_lasting_effect(game.board, game.edition, house, SECURE):
        return
    track = yield from game.pick_or_decline(house, SECURE, game.edition.tracks, owner)
    if not track:
        return
    game.tell(e.EffectChosen(house=house, card=SECURE, choice=track, subject=owner), EXECUTION_RULE)
    swapped = {house: owner, owner: house}
    set_track(game, track, [swapped.get(seat, seat) for seat in game.board.tracks[track]], EXECUTION_RULE, anew=False)
