"""Bulk adjudication: an oracle that answers the decisions of one call from what the players wrote before it."""

from __future__ import annotations

import msgspec

from adjudicator.kernel.bulk import Call, Resolver, Steward
from adjudicator.kernel.decision import Answer, By, Decision, Given, Source
from adjudicator.thrones.rules.forced import single_choice
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.windows import phase_window, window
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Trail
from adjudicator.thrones.sheets.instructions.left import with_steward
from adjudicator.thrones.sheets.instructions.vassals import voices_for
from adjudicator.thrones.sheets.kind import Instruction
from adjudicator.thrones.sheets.kinds import KINDS
from adjudicator.thrones.sheets.policies import default_answer, policy_name
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, StewardRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

# What speaks for a seat that was just taken over where nothing of its own does.
STANDS_BY = Sheet(steward=(StewardRule(),))

# How the instructions of a sheet answer a kind of question.
FAMILIES: dict[type[Decision], Instruction] = {decision: kind.instruction for decision, kind in KINDS.items()}


class BulkRules:
    """What the Westeros board games say to the resolver of a call."""

    check = staticmethod(check)
    window = staticmethod(window)
    phase_window = staticmethod(phase_window)

    def needs_own_call(self, decision: Decision) -> bool:
        """A stop for the choice of vassals comes before the orders, for which nobody has had a call yet."""
        return isinstance(decision, d.PlaceOrders)

    def resolve_one(
        self,
        position: Position,
        decision: Decision,
        sheet: Sheet | None,
        standing: Sheet | None,
        *,
        taken_over: bool = False,
    ) -> Given:
        """One seat's answer, as `resolve`."""
        return resolve(position, decision, sheet, standing, taken_over=taken_over)


def oracle_for(call: Call, steward: Steward | None = None) -> Resolver:
    """The oracle that resolves a call; `steward` plays the seats in `call.stewards`."""
    return Resolver(BulkRules(), call, steward)


def resolve(
    position: Position,
    decision: Decision,
    sheet: Sheet | None,
    standing: Sheet | None = None,
    *,
    taken_over: bool = False,
) -> Given:
    """One seat's answer: direct answer, sheet, standing instructions, the steward for a seat that was just
    `taken_over`, a single choice, or the published default.

    The source names the deciding instruction and every instruction passed over, with the reason.
    """
    scene = Scene(position, decision)
    trail = Trail(scene)
    speakers: list[tuple[By, Sheet, str]] = []
    if sheet is not None:
        direct = sheet.answers.get(decision.id)
        if direct is not None:
            refusal = check(position, decision, direct)
            if refusal is None:
                return Given(direct, Source("player", f"answers.{decision.id}"))
            trail.refused(f"answers.{decision.id}", refusal)
        speakers.append(("sheet", sheet, ""))
    if standing is not None:
        speakers.append(("standing", standing, "standing."))
    if taken_over:
        speakers.append(("steward", STANDS_BY, "taken-over."))
    voices = voices_for(decision, speakers)
    for by, where, answer in with_steward(FAMILIES[type(decision)], voices, scene, decision, trail) if voices else ():
        refusal = check(position, decision, answer)
        if refusal is None:
            source = Source(by, where, tuple(trail.skipped), numbers=trail.numbers(where))
            return _given(position, decision, answer, source)
        trail.refused(where, refusal)
    written = any(one not in (None, EMPTY_SHEET) for one in (sheet, standing))
    answer = single_choice(decision) or default_answer(position, decision, written=written)
    name = policy_name(decision, written=written)
    return _given(position, decision, answer, Source("default", name, tuple(trail.skipped)))


def _given(position: Position, decision: Decision, answer: Answer, source: Source) -> Given:
    """The answer with its source; what only looks like a default is named forced where nothing else was possible."""
    if source.by == "default" and answer == single_choice(decision):
        source = msgspec.structs.replace(source, by="forced", rule="")
    return Given(answer, source)
