"""Swing the Sword: hostages are executed (Storm of Swords rules: executing hostages; Secure Hostages)."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.engine.step import Play
from adjudicator.thrones.rules.ahead import Ahead, may_ask
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.escorts import kill
from adjudicator.thrones.rules.storm.hostages import SECURE
from adjudicator.thrones.rules.storm.negotiation import hostages_of
from adjudicator.thrones.rules.storm.tactics import lasting
from adjudicator.thrones.state import events as e

CARD = "swing-the-sword"
RULE = "westeros.swing-the-sword"


def _sword_ahead(ahead: Ahead, deck: str) -> None:
    holding = [house for house in turn_order(ahead.board) if hostages_of(ahead.board, house)]
    ahead.pick(holding)
    if holding:
        ahead.changed.update(ahead.edition.badges.values())


@may_ask(_sword_ahead)
def swing_the_sword(game: Game, deck: str) -> Play:
    """In turn order each house may execute one hostage in its cell; without hostages nothing happens."""
    for house in list(turn_order(game.board)):
        hostages = hostages_of(game.board, house)
        if hostages:
            name = yield from game.pick(house, CARD, (*hostages, "decline"))
            if name != "decline":
                yield from _execute(game, house, name)
    return []


def _execute(game: Game, house: str, name: str) -> Asks[None]:
    """The hostage dies; while Secure Hostages lasts, the executioner may exchange places with the owner on a track."""
    owner = game.board.leaders[name].house
    kill(game, name, house, CARD, RULE)
    if not lasting(game.board, game.edition, house, SECURE):
        return
    track = yield from game.pick(house, SECURE, (*game.edition.tracks, "decline"), owner)
    if track == "decline":
        return
    game.tell(e.EffectChosen(house=house, card=SECURE, choice=track, subject=owner), RULE)
    swapped = {house: owner, owner: house}
    set_track(game, track, [swapped.get(one, one) for one in game.board.tracks[track]], RULE, anew=False)
