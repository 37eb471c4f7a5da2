"""Leaders who have lost all units around them (Storm of Swords rules: leaders; leaders and wildlings)."""

from __future__ import annotations

from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.leaders import RULE, havens, leaders_at, stands
from adjudicator.thrones.state import events as e

# Why such a leader goes elsewhere, or dies.
ALONE, WILDLINGS = "leader-alone", "wildlings"


def kill(game: Game, leader: str, by: str, because: str, rule: str) -> None:
    """A leader leaves the game for good, and the House card or the alliance card that bears his name with him; a house
    that has no card left in hand takes the used ones back."""
    board, token = game.board, game.edition.leaders[leader]
    house = board.leaders[leader].house
    game.tell(e.LeaderKilled(house=house, leader=leader, card=token.card, by=by, because=because), rule)
    if token.allied:
        lost = e.AllianceLost(house=house, card=token.card, deck=token.house, because=because, removed=True)
        game.tell(lost, rule)
    elif not board.hands[house]:
        for card in list(board.discards[house]):
            game.tell(e.CardTakenBack(house=house, card=card, because="last-card"), rule)


def destroyed(game: Game, house: str, area: str, because: str) -> None:
    """Leaders whose last unit falls to the wildlings die with it, as if they were executed."""
    board = game.board
    if not board.leaders or stands(board, house, area):
        return
    if because == WILDLINGS or because in game.edition.wildling_cards:
        for leader in leaders_at(board, area, house):
            kill(game, leader, "", WILDLINGS, RULE)


def gather(game: Game) -> None:
    """Leaders who stand without units of their house when a step is over come to some: at home, else in the first area
    in the order of the data where some stand. If none stand anywhere, they die."""
    board, edition = game.board, game.edition
    for name, leader in list(board.leaders.items()):
        if not leader.area or stands(board, leader.house, leader.area):
            continue
        home, choices = edition.houses[leader.house].home, havens(board, edition, leader.house)
        if not choices:
            kill(game, name, "", ALONE, RULE)
            continue
        to = home if home in choices else choices[0]
        moved = e.LeaderMoved(house=leader.house, leader=name, before=leader.area, area=to, because=ALONE)
        game.tell(moved, RULE)
