"""A sheet without whatever is for other calls: a draft asks which cards are kept, a round all else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.btwixt.sheets.kinds import KINDS, tag_of
from adjudicator.btwixt.sheets.sheet import DRAFT, ROUND, SECTIONS, Sheet
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.sheet.sections import Parts, restrict_bot


def turn_sections(phase: str) -> Parts:
    """The sections that a turn asks for in a phase."""
    return Parts(SECTIONS, lambda occasion: occasion == (DRAFT if phase == "draft" else ROUND))


def only_asked(
    showing: Position, seat: str, sheet: Sheet, waiting: Sequence[Decision], *, pace: Pace = "bulk"
) -> Sheet:
    """The sheet with what the call in which these decisions wait asks its seat, or may still come to; direct answers
    to other questions are left out too. `pace` changes nothing here."""
    turn = turn_sections(showing.board.phase)
    mine = {decision.id for decision in waiting if decision.seat == seat}
    kinds = {part for part in SECTIONS if turn.may(part)}
    kinds |= {tag_of(kind) for kind, known in KINDS.items() if turn.may(known.part)}
    rest: Sheet = turn.restrict(msgspec.structs.replace(sheet, steward=()))
    return msgspec.structs.replace(
        rest,
        steward=restrict_bot(sheet.steward, "kinds", kinds),
        answers={name: answer for name, answer in sheet.answers.items() if name in mine},
    )
