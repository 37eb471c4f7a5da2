"""The battles of a draft, each with the decisions made in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.kernel.event import Decided, Record
from adjudicator.thrones.state import events as e


@dataclass(frozen=True)
class Fought:
    """A battle: its first record's number, where, between whom, how it was won (None: not over), who decided what."""

    number: int
    area: str
    attacker: str
    defender: str
    won: e.BattleWon | None
    decided: tuple[Decided, ...]


def battles(records: Sequence[Record]) -> tuple[Fought, ...]:
    """The battles that records tell, in order."""
    found: list[Fought] = []
    started: Record | None = None
    won: e.BattleWon | None = None
    decided: list[Decided] = []

    def ended() -> None:
        if started is not None:
            battle = started.event.battle
            found.append(Fought(started.number, battle.area, battle.attacker, battle.defender, won, tuple(decided)))

    for record in records:
        event = record.event
        if isinstance(event, e.BattleStarted):
            ended()
            started, won, decided = record, None, []
        elif started is None:
            continue
        elif isinstance(event, Decided):
            decided.append(event)
        elif isinstance(event, e.BattleWon):
            won = event
        elif isinstance(event, e.BattleEnded):
            ended()
            started = None
    ended()
    return tuple(found)
