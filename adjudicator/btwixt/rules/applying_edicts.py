"""How a game master's decrees change the position."""

from __future__ import annotations

from typing import Any

from adjudicator.btwixt.state import edicts as x
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.chance import shuffle
from adjudicator.engine.edict_kinds import EndGame, Reseed


def apply_edict(position: Position, edict: Any) -> None:
    """Change the position as a decree says; words alone change nothing, an end is told by an event of its own."""
    match edict:
        case x.PlaceAlly(ally=ally, council=council):
            _place(position, ally, council)
        case x.SetTokens(council=council, tokens=tokens):
            _set_tokens(position, council, tokens)
        case x.GiveInfluence(house=house, card=card):
            _give(position, house, card)
        case x.SetFirstPlayer(house=house):
            position.board.first = house
        case Reseed(seed=seed, commitment=known):
            _reseed(position, seed, known)
        case EndGame():
            pass


def _place(position: Position, ally: str, council: str) -> None:
    board, hidden = position.board, position.hidden
    for held in board.councils.values():
        held.allies = [one for one in held.allies if one != ally]
    board.dead = [one for one in board.dead if one != ally]
    board.row = [one for one in board.row if one != ally]
    hidden.allies = [one for one in hidden.allies if one != ally]
    board.allies_left = len(hidden.allies)
    (board.councils[council].allies if council else board.dead).append(ally)


def _set_tokens(position: Position, council: str, tokens: int) -> None:
    """Tokens come from the top of the supply, and go under it."""
    board, hidden = position.board, position.hidden
    held = hidden.tokens[council]
    while len(held) < tokens:
        held.append(hidden.supply.pop(0))
    while len(held) > tokens:
        hidden.supply.append(held.pop())
    board.councils[council].tokens, board.tokens_left = len(held), len(hidden.supply)
    for seen in hidden.seen.values():
        seen.pop(council, None)


def _give(position: Position, house: str, card: str) -> None:
    board, hidden = position.board, position.hidden
    if card in board.discard:
        board.discard.remove(card)
    else:
        for pile in board.piles.values():
            found = next((one for one in pile if one.card == card), None)
            if found is not None:
                pile.remove(found)
                break
    hidden.hands[house].append(card)
    board.hands[house] = len(hidden.hands[house])


def _reseed(position: Position, seed: str, known: str) -> None:
    """All that is still to be drawn is mixed by the new seed."""
    hidden = position.hidden
    hidden.seed, position.commitment = seed, known
    hidden.deck = shuffle(seed, "deck/reseed", sorted(hidden.deck))
    hidden.allies = shuffle(seed, "allies/reseed", sorted(hidden.allies))
    hidden.supply = shuffle(seed, "supply/reseed", sorted(hidden.supply))
    hidden.own = {house: shuffle(seed, f"own/{house}/reseed", sorted(cards)) for house, cards in hidden.own.items()}
