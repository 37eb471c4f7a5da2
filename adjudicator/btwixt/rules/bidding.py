"""A round's bid: the ally is turned up, and leaders play cards or kneel, clockwise (rules 3.1, 3.2)."""

from __future__ import annotations

from adjudicator.btwixt.rules.abilities import carry_out
from adjudicator.btwixt.rules.bans import most_cards
from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.revealing import reveal
from adjudicator.btwixt.rules.seating import left_of
from adjudicator.btwixt.rules.selecting import Acting
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.asking import Asks
from adjudicator.engine.step import Play, Step, Table


def begin_round(table: Table[Position]) -> Play:
    """A round begins: its ally is turned up, and the first player bids first."""
    yield from ()
    game = Game(table)
    board = game.board
    game.tell(e.RoundBegan(round=board.round + 1, space=board.space + 1, first=board.first), "round.begin")
    reveal(game)
    return [Step("turn", {"house": board.first})]


def playable(game: Game, house: str) -> tuple[str, ...]:
    """The names of the cards that a leader may play now; none if it can only kneel."""
    if game.board.plays[house] >= most_cards(game.board, game.edition):
        return ()
    return tuple(sorted(set(game.hidden.hands[house])))


def turn(table: Table[Position], house: str) -> Play:
    """A leader's turn: one card is played, or the leader kneels; whoever kneels passes. The bid ends when all kneel."""
    game = Game(table)
    if house not in game.board.kneeling:
        hand = playable(game, house)
        card = (yield from game.ask(d.PlayOrKneel(seat=house, house=house, hand=hand))).card
        if card is None:
            if not hand and game.hidden.hands[house]:
                game.tell(e.PlaysEnded(house=house, count=game.board.plays[house]), "bid.kneel")
            game.tell(e.Knelt(house=house), "bid.kneel")
        else:
            yield from _play(game, house, card)
    board = game.board
    if len(board.kneeling) == len(board.houses):
        return [Step("win-bid")]
    following = left_of(board, house)
    while following in board.kneeling:
        following = left_of(board, following)
    return [Step("turn", {"house": following})]


def _play(game: Game, house: str, card: str) -> Asks[None]:
    """A card goes into the pile, and does what it does when it is played."""
    board = game.board
    number = 1 + sum(board.plays.values())
    game.tell(e.CardPlayed(house=house, card=card, number=number), "bid.play")
    for ability in game.edition.influence[card].abilities:
        if ability.when == "on-play":
            yield from carry_out(game, Acting(card, house, False, number=number), ability, "abilities")
