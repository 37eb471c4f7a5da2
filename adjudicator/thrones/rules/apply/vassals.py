"""How the events of vassals, and gifts change a position."""

from __future__ import annotations

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.rules.edict_effects import hand_over
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import VASSALS


@applies(e.VassalsReleased)
def _released(position: Position, event: e.VassalsReleased) -> None:
    position.board.commanders = {}


@applies(e.VassalPassed)
def _passed(position: Position, event: e.VassalPassed) -> None:
    """Whose sets are left is known from what was told before."""


@applies(e.VassalClaimed)
def _claimed(position: Position, event: e.VassalClaimed) -> None:
    position.board.commanders[event.house] = event.commander


@applies(e.VassalHandDrawn)
def _drawn(position: Position, event: e.VassalHandDrawn) -> None:
    hidden = position.hidden
    deck = hidden.decks[VASSALS]
    if tuple(deck[: len(event.cards)]) != event.cards:
        raise AssertionError(f"{event.cards} are not on top of the vassals' cards")
    del deck[: len(event.cards)]
    hidden.hands[event.house] = list(event.cards)


@applies(e.CardWeakened)
def _weakened(position: Position, event: e.CardWeakened) -> None:
    if position.board.battle is not None:
        position.board.battle.weakened.append(event.house)


@applies(e.PowerGiven)
def _given(position: Position, event: e.PowerGiven) -> None:
    hand_over(position.board, event.house, event.to, event.amount)
