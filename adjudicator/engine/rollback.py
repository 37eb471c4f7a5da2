"""Going back: where a game rested, and how it stood there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.engine.chance import commitment
from adjudicator.engine.decision import Decision, Given, Illegal, Refusal
from adjudicator.engine.edicts import EdictRules, Reseed, RolledBack, issue, joined, replay
from adjudicator.engine.journal import Answered, Decreed
from adjudicator.engine.step import Oracle, Outcome

Entry = Answered[Any] | Decreed[Any]
Rules = EdictRules[Any]


class RestPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A step that asked something: its first decision and whom, all its decisions, the round and phase in which it
    began, the events told and journal entries written before it."""

    decision: str
    asked: str
    seat: str
    decisions: tuple[str, ...]
    step: str
    round: int
    phase: str
    events: int
    entries: int


class _Watching:
    """Sees every step before it is run, and every question in it."""

    def __init__(self) -> None:
        self.points: list[RestPoint] = []
        self.answered = 0
        self._began: dict[str, Any] = {}
        self._open = False

    def watch(self, position: Any) -> None:
        """A step is about to be run."""
        progress = position.progress
        self._open = False
        self._began = {
            "step": progress.agenda[0].name,
            "round": position.round,
            "phase": position.phase,
            "events": progress.told,
            "entries": self.answered,
        }

    def through(self, oracle: Oracle) -> Oracle:
        """The oracle, and what it is asked."""

        def ask(position: Any, decision: Decision) -> Given | None:
            given = oracle(position, decision)
            self._note(decision)
            self.answered += given is not None
            return given

        return ask

    def _note(self, decision: Decision) -> None:
        kind = str(decision.__struct_config__.tag)
        if not self._open:
            new = RestPoint(decision=decision.id, asked=kind, seat=decision.seat, decisions=(), **self._began)
            self.points.append(new)
            self._open = True
        last = self.points[-1]
        self.points[-1] = msgspec.structs.replace(last, decisions=(*last.decisions, decision.id))


def rest_points(rules: Rules, position: Any, entries: Sequence[Entry]) -> list[RestPoint]:
    """Every step that asked something while the entries were played, in order; the last may still wait.

    After an edict the step that waited comes again. Uses the position up.
    """
    watching = _Watching()
    places = [place for place, entry in enumerate(entries) if isinstance(entry, Decreed)]
    start, points = 0, []
    for end in (*places, len(entries)):
        # One stretch between edicts at a time, so that entries are counted through them.
        outcome = replay(rules, position, entries[start:end], watch=watching.watch, through=watching.through)
        points += watching.points
        position = outcome.position
        if end < len(entries):
            decreed = entries[end]
            assert isinstance(decreed, Decreed)
            position = issue(rules, position, decreed).position
        start, watching = end + 1, _Watching()
        watching.answered = start
    return points


def replay_to(rules: Rules, position: Any, entries: Sequence[Entry], decision: str) -> Outcome[Any]:
    """The game as it was when the decision was asked for the last time. Illegal `no-such-decision` if it was not."""
    places = [n for n, entry in enumerate(entries) if isinstance(entry, Answered) and entry.decision == decision]
    outcome = replay(rules, position, entries[: places[-1]] if places else entries)
    if outcome.remarks:
        raise Illegal(*outcome.remarks)
    if decision not in [asked.id for asked in outcome.waiting]:
        raise Illegal(Refusal("no-such-decision", f"{decision!r} was not asked here", "decision"))
    return outcome


def roll_back(
    rules: Rules, position: Any, entries: Sequence[Entry], said: tuple[str, str, str], seed: str | None
) -> Outcome[Any]:
    """`replay_to` the decision, then say so by edicts; `said` is the decision, the reason, and who decreed it."""
    decision, reason, by = said
    outcome = replay_to(rules, position, entries, decision)
    rest = outcome.position.progress
    edicts: list[RolledBack | Reseed] = []
    chance = RolledBack(
        decision=decision,
        round=outcome.showing.round,
        number=rest.told,
        chance="keep" if seed is None else "reseed",
    )
    edicts.append(chance)
    if seed is not None:
        edicts.append(Reseed(commitment=commitment(seed), seed=seed))
    for edict in edicts:
        more = issue(rules, outcome.position, Decreed(edict, reason, by))
        outcome = joined(outcome, more)
    return outcome
