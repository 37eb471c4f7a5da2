"""Whether something that may be left could do anything at all; if not, nobody is asked."""

from __future__ import annotations

from adjudicator.btwixt.rules import bans
from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.selecting import (
    Acting,
    council_allies,
    councils,
    loose_cards,
    pickable_leaders,
    pile_cards,
    some_leaders,
)
from adjudicator.btwixt.state import cards as c


def possible(game: Game, acting: Acting, op: c.Op) -> bool:
    """Whether the operation could do anything now."""
    board, edition = game.board, game.edition
    match op:
        case c.KillAlly(ally="current"):
            return bool(board.current) and not bans.current_safe(board, acting.by_ally)
        case c.KillAlly(ally=c.PickAlly() as pick):
            return bool(council_allies(board, edition, acting, pick, True))
        case c.MoveAlly(ally=pick):
            return bool(council_allies(board, edition, acting, pick, False))
        case c.MoveToken(source=source):
            return any(board.councils[one].tokens for one in councils(board, edition, acting, source))
        case c.ReturnCard(card=c.PickCard() as pick) | c.DiscardCard(card=c.PickCard() as pick):
            return _cards(game, acting, pick)
        case c.MoveCard(card=c.PickCard() as pick):
            return _cards(game, acting, pick)
    return True


def _cards(game: Game, acting: Acting, pick: c.PickCard) -> bool:
    board, edition = game.board, game.edition
    if pick.zone == "discard":
        return bool(loose_cards(board, game.hidden, edition, pick, ""))
    if isinstance(pick.of, c.PickLeader):
        owners = pickable_leaders(board, edition, acting, pick.of)
    else:
        owners = some_leaders(board, acting, pick.of)
    if pick.zone == "pile":
        return any(pile_cards(board, edition, acting, pick, owner) for owner in owners)
    return any(loose_cards(board, game.hidden, edition, pick, owner) for owner in owners)
