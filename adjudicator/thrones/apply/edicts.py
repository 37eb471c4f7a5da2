"""How the events of edicts change a position."""

from __future__ import annotations

from adjudicator.thrones import events as e
from adjudicator.thrones.apply.table import applies
from adjudicator.thrones.board import Position
from adjudicator.thrones.edict_effects import take_effect


@applies(e.EdictIssued)
def _edict_issued(position: Position, event: e.EdictIssued) -> None:
    take_effect(position, event.edict)
