"""Gifts of Power as others see them: what can be given to whom, and when (MoD rules: gifts of Power)."""

from __future__ import annotations

from adjudicator.engine.desk import Gift, Receiver
from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.edicts.gift_check import no_gifts_now
from adjudicator.thrones.rules.control import free_tokens, players_of
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edicts import AnyEdict, GivePower
from adjudicator.thrones.state.edition import Edition


class PowerGifts:
    """Each method as `adjudicator.engine.family.Gifts` says."""

    def known(self, rules: Edition) -> bool:
        """Whether the edition's players may give Power to each other."""
        return rules.variant.gifts

    def make(self, gift: Gift) -> GivePower:
        """The gift as a player's own edict."""
        return GivePower(house=gift.house, to=gift.to, amount=gift.amount)

    def read(self, edict: AnyEdict) -> Gift | None:
        """The gift that an edict is."""
        return Gift(edict.house, edict.to, edict.amount) if isinstance(edict, GivePower) else None

    def purses(self, board: Board, rules: Edition) -> list[Receiver]:
        """What each player has, and how many tokens are left for more."""
        return [Receiver(house, board.power[house], free_tokens(board, rules, house)) for house in players_of(board)]

    def barred(self, position: Position) -> Refusal | None:
        """Why nothing can be given where the game rests, or None."""
        return no_gifts_now(position)
