"""How the events of edicts change a position."""

from __future__ import annotations

from adjudicator.thrones.rules.apply.table import applies
from adjudicator.thrones.rules.edict_effects import take_effect
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position


@applies(e.EdictIssued)
def _edict_issued(position: Position, event: e.EdictIssued) -> None:
    take_effect(position, event.edict)
