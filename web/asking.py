"""What an open call asks of its reader, in the words of the letter that asked it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.kernel.family import View
from narration.blocks import Points, Prose
from narration.face import narrator_of
from narration.paragraph import Row
from narration.question import Question


@dataclass(frozen=True)
class Asked:
    """The questions that wait, what comes after them that is known already, and what a sheet for the call can say."""

    questions: tuple[Question, ...] = ()
    rows: tuple[Row, ...] = ()


def asked_by(view: View, house: str, window: str, pace: str, v: Any, *, asked: bool) -> Asked:
    """What a call with this window asks of a house; nothing of one that is not `asked`."""
    if not asked:
        return Asked()
    narrator = narrator_of(v)
    waiting = [decision for decision in view.waiting if decision.id]
    questions = [narrator.question(decision, view.board, v) for decision in waiting]
    for block in narrator.foreseen(window, view.board, house, v):
        if isinstance(block, Points):
            questions.append(Question(text=block.text, choices=block.points))
        elif isinstance(block, Prose):
            questions.append(Question(text=block.text))
    rows = narrator.outline(window, asked, view.board, house, pace, v)
    return Asked(tuple(questions), tuple(rows))
