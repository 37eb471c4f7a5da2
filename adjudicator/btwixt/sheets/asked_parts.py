"""A sheet without whatever is for other calls: a draft asks which cards are kept, a round all else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from adjudicator.btwixt.sheets.kinds import KINDS, tag_of
from adjudicator.btwixt.sheets.sheet import SECTIONS, Sheet, StewardRule
from adjudicator.btwixt.state.decisions import KeepCard
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.bulk import Pace
from adjudicator.engine.condition_tree import Otherwise
from adjudicator.engine.decision import Decision

DRAFTED = KINDS[KeepCard].part


def only_asked(
    showing: Position, seat: str, sheet: Sheet, waiting: Sequence[Decision], *, pace: Pace = "bulk"
) -> Sheet:
    """The sheet with what the call in which these decisions wait asks its seat, or may still come to; direct answers
    to other questions are left out too. `pace` changes nothing here."""
    drafting = showing.board.phase == "draft"
    parts = {part for part in SECTIONS if part != "steward" and (part == DRAFTED) == drafting}
    mine = {decision.id for decision in waiting if decision.seat == seat}
    return Sheet(
        **{part: getattr(sheet, part) for part in parts},
        steward=tuple(_left_to_steward(sheet.steward, parts)),
        answers={name: answer for name, answer in sheet.answers.items() if name in mine},
    )


def _left_to_steward(rules: Collection[StewardRule], parts: Collection[str]) -> Iterator[StewardRule]:
    """Rules of the steward for these parts, or for kinds of questions that they answer; those that name none mean
    whatever is asked."""
    known = {*parts, *(tag_of(kind) for kind, known in KINDS.items() if known.part in parts)}
    if any(isinstance(rule.when, Otherwise) for rule in rules):
        # What stands behind `else` means the rules before it.
        yield from rules
        return
    for rule in rules:
        kinds = tuple(kind for kind in rule.kinds if kind in known)
        if kinds or not rule.kinds:
            yield StewardRule(when=rule.when, kinds=kinds)
