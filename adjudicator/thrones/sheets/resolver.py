"""Bulk adjudication: an oracle that answers the decisions of one call from what the players wrote before it."""

from __future__ import annotations

from itertools import chain
from typing import get_args

import msgspec

from adjudicator.engine.bulk import Unsaid
from adjudicator.engine.decision import By, Decision, Given, Source
from adjudicator.engine.sheet.trail import direct_answer
from adjudicator.thrones.rules.forced import single_choice
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Trail
from adjudicator.thrones.sheets.instructions.left import CAREFUL, with_steward
from adjudicator.thrones.sheets.instructions.vassals import voices_for
from adjudicator.thrones.sheets.kind import Instruction
from adjudicator.thrones.sheets.kinds import KINDS
from adjudicator.thrones.sheets.policies import default_answer, policy_name
from adjudicator.thrones.sheets.sheet import ANYBODY, EMPTY_SHEET, Sheet, SheetPart, StewardRule
from adjudicator.thrones.state.board import Position

# What speaks for a seat that was just taken over where nothing of its own does.
STANDS_BY = Sheet(steward=(StewardRule(what=get_args(SheetPart), may_attack=(ANYBODY,)),))

# How the instructions of a sheet answer a kind of question.
FAMILIES: dict[type[Decision], Instruction] = {decision: kind.instruction for decision, kind in KINDS.items()}


def resolve(
    position: Position,
    decision: Decision,
    sheet: Sheet | None,
    standing: Sheet | None = None,
    *,
    taken_over: bool = False,
    unsaid: Unsaid = "defaults",
) -> Given:
    """One seat's answer: direct answer, sheet, standing instructions, the steward for a seat that was just
    `taken_over`, a single choice, the bot for `unsaid` choices of a seat that has a sheet, or the published default.

    The source names the deciding instruction and every instruction passed over, with the reason.
    """
    scene = Scene(position, decision)
    trail = Trail(scene, careful=unsaid == "bot")
    speakers: list[tuple[By, Sheet, str]] = []
    if sheet is not None:
        speakers.append(("sheet", sheet, ""))
    if standing is not None:
        speakers.append(("standing", standing, "standing."))
    if taken_over:
        speakers.append(("steward", STANDS_BY, "taken-over."))
    voices = voices_for(decision, speakers)
    if unsaid == "bot" and sheet not in (None, EMPTY_SHEET) and single_choice(decision) is None:
        voices.append(CAREFUL)
    said = with_steward(FAMILIES[type(decision)], voices, scene, decision, trail) if voices else ()
    direct = direct_answer(sheet.answers, decision) if sheet is not None else ()
    given = trail.first_legal(chain(direct, said), lambda answer: check(position, decision, answer))
    if given is not None:
        return _given(decision, given)
    written = any(one not in (None, EMPTY_SHEET) for one in (sheet, standing))
    answer = single_choice(decision) or default_answer(position, decision, written=written)
    name = policy_name(decision, written=written)
    return _given(decision, Given(answer, Source("default", name, tuple(trail.skipped))))


def _given(decision: Decision, given: Given) -> Given:
    """The answer with its source; what only looks like a default is named forced where nothing else was possible."""
    if given.source.by == "default" and given.answer == single_choice(decision):
        return Given(given.answer, msgspec.structs.replace(given.source, by="forced", rule=""))
    return given
