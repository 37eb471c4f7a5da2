"""Leaders who have lost all units around them (Storm of Swords rules: leaders; leaders and wildlings)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.leaders import RULE, havens, leaders_at, stands
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

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


def astray(board: Board, edition: Edition) -> Iterator[tuple[str, str]]:
    """The leaders who stand without units of their house, and where they come to some: at home, else in the first area
    in the order of the data where some stand. Empty if none stand anywhere."""
    for name, leader in list(board.leaders.items()):
        if leader.area and not stands(board, leader.house, leader.area):
            choices, home = havens(board, edition, leader.house), edition.houses[leader.house].home
            yield name, home if home in choices else next(iter(choices), "")


def gather(game: Game) -> None:
    """Leaders who stand without units of their house when a step is over come to some; if there are none, they die."""
    for name, to in astray(game.board, game.edition):
        leader = game.board.leaders[name]
        if to:
            moved = e.LeaderMoved(house=leader.house, leader=name, before=leader.area, area=to, because=ALONE)
            game.tell(moved, RULE)
        else:
            kill(game, name, "", ALONE, RULE)


def take_in(board: Board, edition: Edition) -> None:
    """As `gather`, for units that a game master has taken away; with nowhere to go leaders leave the game."""
    for name, to in astray(board, edition):
        if to:
            board.leaders[name].area = to
        else:
            del board.leaders[name]
