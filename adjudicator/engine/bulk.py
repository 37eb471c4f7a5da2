"""Bulk adjudication: an oracle that answers a turn's decisions from sheets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

from adjudicator.engine.decision import Decision, FrozenStruct, KeywordStruct, Refusal, Source, SourcedAnswer, kind_of

# A name that a family knows, or the kinds of decisions at which the game stops.
Pace = str | tuple[str, ...]
# How well a bot plays.
Level = Literal["squire", "steward", "maester"]
Bot = Callable[[Any, Decision, Level], SourcedAnswer]
# Who makes the choices that a sheet leaves open: the bot within the player's limits, or the defaults.
Unsaid = Literal["bot", "defaults"]
# What the sources of a maester's answers begin with: one that was searched for, one by the bot as none was there.
SEARCHED, NOT_READY = "searched", "not ready"


class ReplacedAnswer(FrozenStruct):
    """An answer that the game master puts in place of a seat's own, and why."""

    answer: Any
    reason: str = ""


class TurnInput(KeywordStruct):
    """What is known when a turn closes: window, sheets, standing orders, bots, pace.

    `replaced`: a game master's answers by decision id, before all else. `taken_over`: seats whose bot decides what
    sheets leave open; `unsaid`: who does so for any. `levels`: other than steward. `prepared`: maesters' answers.
    """

    window: str
    sheets: Mapping[str, Any] = {}
    standing: Mapping[str, Any] = {}
    bots: frozenset[str] = frozenset()
    taken_over: frozenset[str] = frozenset()
    pace: Pace = "bulk"
    replaced: Mapping[str, ReplacedAnswer] = {}
    unsaid: Unsaid = "defaults"
    levels: Mapping[str, Level] = {}
    prepared: Mapping[str, Mapping[str, Any]] = {}


class TurnRules(ABC):
    """The part of a game that the resolver of a turn asks."""

    @abstractmethod
    def check(self, position: Any, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal for the decision, or None."""

    @abstractmethod
    def window(self, position: Any, decision: Decision, pace: Pace) -> str:
        """Return a decision's turn: `r2-westeros`, `r1-planning`, `r1-raven`, or its id."""

    @abstractmethod
    def phase_window(self, position: Any, pace: Pace) -> str:
        """The turn of the phase being played."""

    def needs_own_turn(self, decision: Decision) -> bool:
        """Whether no sheet of another turn of the phase may answer; by default one may."""
        return False

    @abstractmethod
    def resolve_decision(
        self,
        position: Any,
        decision: Decision,
        sheet: Any,
        standing: Any,
        *,
        taken_over: bool = False,
        unsaid: Unsaid = "defaults",
    ) -> SourcedAnswer:
        """Return a seat's answer by sheet, standing orders, bot or default (None: absent)."""


class Resolver:
    """The oracle of one turn: answers decisions of its window, leaves others open.

    After a stop for one kind of decision it goes on with what needs no stop in the same phase. `bot` plays the
    seats in `turn.bots`; without it they get defaults. `searched`: kinds of decisions with a maester's prepared
    answer; if none is legal, the source says so and the bot decides.
    """

    def __init__(
        self, rules: TurnRules, turn: TurnInput, bot: Bot | None, searched: Collection[type[Decision]] = ()
    ) -> None:
        self.rules, self.turn, self.bot, self.searched = rules, turn, bot, searched
        self.phase = ""
        self._refused: dict[str, Refusal | None] = {}

    def remarks(self) -> tuple[Refusal, ...]:
        """Return unused replaced answers: illegal, or never asked (`override-not-asked`).

        The place of each is the decision's id.
        """
        refusals = []
        for name in self.turn.replaced:
            words = "this question was not asked in this call"
            why = self._refused.get(name, Refusal("override-not-asked", words))
            if why is not None:
                refusals.append(Refusal(why.code, why.words, name))
        return tuple(refusals)

    def __call__(self, position: Any, decision: Decision) -> SourcedAnswer | None:
        """Answer a decision by override, bot, sheet, standing orders or default.

        Returns None for a decision of another turn; notes overrides for `remarks`."""
        turn = self.turn
        if not self._belongs_to_turn(position, decision):
            return None
        override = turn.replaced.get(decision.id)
        if override is not None:
            refusal = self.rules.check(position, decision, override.answer)
            self._refused[decision.id] = refusal
            if refusal is None:
                return SourcedAnswer(override.answer, Source("edict", reason=override.reason))
        if decision.seat in turn.bots and self.bot is not None:
            return self._bot(self.bot, position, decision)
        absent = decision.seat in turn.bots
        sheet = None if absent else turn.sheets.get(decision.seat)
        standing = None if absent else turn.standing.get(decision.seat)
        taken_over = decision.seat in turn.taken_over
        return self.rules.resolve_decision(
            position, decision, sheet, standing, taken_over=taken_over, unsaid=turn.unsaid
        )

    def _bot(self, bot: Bot, position: Any, decision: Decision) -> SourcedAnswer:
        """The answer of a seat's bot."""
        level = self.turn.levels.get(decision.seat, "steward")
        result = bot(position, decision, level)
        if level != "maester" or type(decision) not in self.searched:
            return result
        answer = self.turn.prepared.get(decision.seat, {}).get(kind_of(decision))
        if answer is not None and self.rules.check(position, decision, answer) is None:
            return SourcedAnswer(answer, Source("steward", SEARCHED))
        return SourcedAnswer(result.answer, Source("steward", f"{NOT_READY}: {result.source.rule}"))

    def _belongs_to_turn(self, position: Any, decision: Decision) -> bool:
        """Whether the decision belongs to this turn."""
        asked_in = self.rules.window(position, decision, self.turn.pace)
        if asked_in == self.turn.window:
            self.phase = self.rules.phase_window(position, self.turn.pace)
            return True
        return bool(self.phase) and asked_in == self.phase and not self.rules.needs_own_turn(decision)
