"""What nobody may do now: cards that are safe where they lie, leaders nobody may choose, allies nobody may kill.

An ally's ability is stronger than an influence card's (rules 7): what an influence card forbids does not stop it.
"""

from __future__ import annotations

from adjudicator.btwixt.state.cards import Ability, Ban, Restrict
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board, Piled

# So many cards a leader may play in a round, whatever comes back to a hand: so that every bid ends.
MOST_PLAYS = 30


def _bans(abilities: tuple[Ability, ...], when: str) -> dict[Ban, int]:
    """What abilities of this moment forbid."""
    return {op.rule: op.n for one in abilities if one.when == when for op in one.do if isinstance(op, Restrict)}


def pile_closed(board: Board, edition: Edition, owner: str, card: Piled, actor: str) -> bool:
    """Whether a leader's card cannot move, return or discard this card of a pile."""
    if owner == actor:
        return False
    if any("piles-closed" in _bans(edition.allies[ally].abilities, "during-round") for ally in board.active):
        return True
    if shielded(board, owner):
        return True
    if "immovable" in _bans(edition.influence[card.card].abilities, "in-pile"):
        return True
    return any("pile-locked" in _bans(edition.influence[one.card].abilities, "in-pile") for one in board.piles[owner])


def shielded(board: Board, house: str) -> bool:
    """Whether cards of other leaders cannot choose this one, or make it kneel."""
    return any(one.rule == "untargetable" and one.house == house for one in board.lasting)


def current_safe(board: Board, by_ally: bool) -> bool:
    """Whether the current ally cannot be killed; an ally's ability does so all the same."""
    return not by_ally and any(one.rule == "current-protected" for one in board.lasting)


def ally_safe(edition: Edition, ally: str) -> bool:
    """Whether an ally cannot be killed in a council."""
    return "protected" in _bans(edition.allies[ally].abilities, "in-council")


def most_cards(board: Board, edition: Edition) -> int:
    """How many cards a leader may play in this round."""
    limits = [
        bans["max-cards"]
        for ally in board.active
        if "max-cards" in (bans := _bans(edition.allies[ally].abilities, "during-round"))
    ]
    return min([MOST_PLAYS, *limits])
