"""Which ally comes next: the leftmost of the row where allies lie open, else the top of the deck (rules 3.1, 10.3)."""

from __future__ import annotations

from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.edition import REVEALED_ALLIES


def next_ally(game: Game) -> str:
    """The ally that an ability turns up next; empty if there is none. In a game with a row the row is filled up on
    its right end first."""
    if REVEALED_ALLIES in game.board.modules and game.hidden.allies:
        game.tell(e.RowLaid(allies=(game.hidden.allies[0],)), "allies.row")
    return coming(game)


def coming(game: Game) -> str:
    """The ally that lies next; empty if there is none."""
    return next(iter((*game.board.row[:1], *game.hidden.allies[:1])), "")


def reveal(game: Game, source: str = "") -> None:
    """The next ally becomes the current one; with none left leaders bid for the token alone (rules 8.9)."""
    ally = coming(game)
    if ally:
        game.tell(e.AllyRevealed(ally=ally, source=source), "round.reveal")
    else:
        game.tell(e.NoAlly(), "round.reveal")
