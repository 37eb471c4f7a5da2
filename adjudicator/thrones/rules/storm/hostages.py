"""Leaders of the beaten: who is taken, who goes with whom, and who is freed (Storm of Swords rules: leaders as
hostages, allied leaders change sides, freeing hostages)."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.aftermath import place_of_retreat, winner_and_loser
from adjudicator.thrones.rules.battle_facts import fighters
from adjudicator.thrones.rules.march_legality import retreat_areas
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.alliances import end_alliance
from adjudicator.thrones.rules.storm.leaders import fighting, havens, leaders_at, stands
from adjudicator.thrones.rules.storm.negotiation import come_home, hostages_of
from adjudicator.thrones.rules.storm.tactics import lasting
from adjudicator.thrones.rules.strength import casualties
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle

RULE = "hostages"
ASKING, SECURE = "hostage", "secure-hostages"
# Why a leader is taken: in the place of a unit, or since he cannot retreat.
IN_PLACE, NO_RETREAT = "losses", "no-retreat"


def won(game: Game, battle: Battle) -> Asks[None]:
    """Where the beaten owe units, and have some that can fall, the winner may take one of their leaders in the place of
    one."""
    board = game.board
    winner, loser = winner_and_loser(battle)
    units = game.edition.units
    able = any(count and units[unit].retreats for unit, count in fighters(board, battle, loser).items())
    choices = fighting(board, battle, loser) if board.leaders else []
    if not choices or not able or not casualties(board, game.edition, battle, winner):
        return
    name = yield from game.pick(winner, ASKING, (*choices, "decline"), battle.area)
    if name != "decline":
        game.tell(e.LossSpared(house=winner, leader=name), RULE)
        _take(game, winner, loser, name, IN_PLACE, battle.area)


def _take(game: Game, winner: str, loser: str, name: str, because: str, area: str) -> None:
    """A leader goes to the winner's cell; an allied one joins the winner's army in `area`, and his card the winner's
    others, which ends a permanent alliance of that deck."""
    token = game.edition.leaders[name]
    if not token.allied:
        game.tell(e.LeaderTaken(house=winner, leader=name, victim=loser, because=because), RULE)
        return
    taken = e.LeaderTaken(house=winner, leader=name, victim=loser, because=because, area=area, joins=token.card)
    game.tell(taken, RULE)
    end_alliance(game, token.house, winner)


def retreated(game: Game, battle: Battle) -> Asks[None]:
    """When the beaten have gone and the winner stands where he stays: leaders go with their armies, or are taken."""
    if not game.board.leaders:
        return
    winner, loser = winner_and_loser(battle)
    yield from _beaten_go(game, battle, winner, loser)
    _winners_follow(game, battle, winner)
    yield from free_hostage(game, battle)


def _beaten_go(game: Game, battle: Battle, winner: str, loser: str) -> Asks[None]:
    """Beaten leaders go where their units went; if none went, to where others of their house stand and they may
    retreat; else all of them are taken."""
    board = game.board
    beaten = fighting(board, battle, loser)
    to = (battle.retreated or (yield from _alone(game, battle, loser))) if beaten else ""
    for name in beaten:
        if to:
            moved = e.LeaderMoved(house=loser, leader=name, before=battle.area, area=to, because="retreat")
            game.tell(moved, RULE)
        else:
            _take(game, winner, loser, name, NO_RETREAT, _stand(game, battle, winner))


def _alone(game: Game, battle: Battle, loser: str) -> Asks[str]:
    """Where leaders retreat without units: attackers to where they came from, others where they may; only to units of
    their house. Empty if there is no such place."""
    board = game.board
    if loser == battle.attacker:
        return battle.origin if stands(board, loser, battle.origin) else ""
    near = retreat_areas(board, game.edition, loser, battle.area, battle.origin)
    choices = tuple(to for to in near if stands(board, loser, to))
    return (yield from place_of_retreat(game, battle, loser, choices)) if choices else ""


def _stand(game: Game, battle: Battle, winner: str) -> str:
    """Where the winner's army is now: in the area that was fought for, or back where it came from."""
    if winner == battle.attacker and not stands(game.board, winner, battle.area):
        return battle.origin if stands(game.board, winner, battle.origin) else battle.area
    return battle.area


def _winners_follow(game: Game, battle: Battle, winner: str) -> None:
    """The winner's leaders go with his army: attackers into the area, or back with those who cannot enter; one who has
    changed sides, too."""
    board, area = game.board, _stand(game, battle, winner)
    for name in fighting(board, battle, winner) if winner == battle.attacker else ():
        if area == battle.area:
            moved = e.LeaderMoved(house=winner, leader=name, before=battle.origin, area=area, because="march")
            game.tell(moved, RULE)
    for name in leaders_at(board, battle.area, winner) if area != battle.area else ():
        game.tell(e.LeaderMoved(house=winner, leader=name, before=battle.area, area=area, because="retreat"), RULE)


def free_hostage(game: Game, battle: Battle) -> Asks[None]:
    """Who has attacked and won with Secure Hostages lasting may take one hostage out of the loser's cell: a leader of
    his own joins his army, or where that is gone other units of his; any other goes to his own cell."""
    board = game.board
    winner, loser = winner_and_loser(battle)
    if winner != battle.attacker or not lasting(board, game.edition, winner, SECURE):
        return
    units = havens(board, game.edition, winner)
    choices = [name for name in hostages_of(board, loser) if units or board.leaders[name].house != winner]
    if not choices:
        return
    name = yield from game.pick(winner, SECURE, (*choices, "decline"), loser)
    if name == "decline":
        return
    to = ""
    if board.leaders[name].house == winner:
        here = stands(board, winner, battle.area)
        to = battle.area if here else (yield from come_home(game, winner, units, SECURE, name))
    game.tell(e.HostageMoved(house=winner, leader=name, victim=loser, area=to, because=SECURE), RULE)
