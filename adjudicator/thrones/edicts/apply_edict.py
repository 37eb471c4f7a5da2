"""Telling an edict, with what follows from it at once."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.edicts import refuse_long_reason, refuse_reason
from adjudicator.engine.journal import Decreed
from adjudicator.engine.refusal import Illegal
from adjudicator.engine.step import Table
from adjudicator.thrones.edicts.edict_check import check_edict
from adjudicator.thrones.rules.control import standings
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import edicts as x
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition

RULE = "edict"


def _give(table: Table[Position], decreed: Decreed[Any]) -> None:
    """A player's own act: told as a gift, not as an edict; words are optional."""
    edict = decreed.edict
    refuse_long_reason(decreed.reason)
    errors = check_edict(table.position, edict).errors
    if errors:
        raise Illegal(*errors)
    table.tell(e.PowerGiven(house=edict.house, to=edict.to, amount=edict.amount), "power.gifts")


def decree(table: Table[Position], edition: Edition, decreed: Decreed[Any]) -> None:
    """Tell the edict; a house that now holds enough to win has won (1e rules: winning).

    Raises Illegal with everything that is wrong with the edict, `reason-empty` or `reason-too-long`.
    """
    edict, reason = decreed.edict, decreed.reason
    if isinstance(edict, x.GivePower):
        _give(table, decreed)
        return
    refuse_reason(reason)
    errors = check_edict(table.position, edict).errors
    if errors:
        raise Illegal(*errors)
    over = table.position.board.ending is not None
    table.tell(e.EdictIssued(edict=edict, reason=decreed.reason, by=decreed.by), RULE)
    if over or isinstance(edict, x.WORDS_ONLY):
        return
    game = Game(table, edition)
    if isinstance(edict, x.EndGame):
        if edict.winners:
            rows = standings(game.board, edition)
            game.tell(e.GameEnded(winners=edict.winners, reason="edict", standings=rows), RULE)
        else:
            game.finish("edict", RULE)
    else:
        game.won()
