"""What other modules of these rules will say."""

from __future__ import annotations

from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def income_barred(board: Board, edition: Edition, house: str, area: str) -> bool:
    return False


def lasting(board: Board, edition: Edition, house: str, effect: str) -> bool:
    tactics = board.tactics
    open_ = tactics.open.get(house, ()) if tactics is not None else ()
    return any(edition.tactics[card].effect == effect for card in open_)


def end_alliance(game: Game, deck: str, captor: str = "") -> None:
    pass
