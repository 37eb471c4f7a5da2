"""What an open call asks of its reader, in the words of the letter that asked it; what a call changed, in brief."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.engine.values import View
from correspondence.archive.records import CallChange
from narration.narrators import narrator_of
from narration.paragraph import Question, Row
from narration.plain import Points, Prose
from narration.voice import Voice


@dataclass(frozen=True)
class Asked:
    """The questions that wait, what comes after them that is known already, and what a sheet for the call can say."""

    questions: tuple[Question, ...] = ()
    rows: tuple[Row, ...] = ()


def asked_by(view: View, house: str, window: str, pace: str, v: Any, *, asked: bool) -> Asked:
    """What a call with this window asks of a house; nothing of one that is not `asked`."""
    if not asked:
        return Asked()
    narrator = narrator_of(v.edition)
    waiting = [decision for decision in view.waiting if decision.id]
    questions = [narrator.question(decision, view.board, v) for decision in waiting]
    for block in narrator.foreseen(window, view.board, house, v):
        if isinstance(block, Points):
            questions.append(Question(text=block.text, choices=block.points))
        elif isinstance(block, Prose):
            questions.append(Question(text=block.text))
    rows = narrator.outline(window, asked, view.board, house, pace, v)
    return Asked(tuple(questions), tuple(rows))


def in_brief(results: CallChange, v: Voice) -> list[tuple[str, str]]:
    """What a call changed for each house: house, words; houses that it changed nothing for are left out."""
    return [
        (change.house, change.phrase)
        for change in narrator_of(v.edition).changes(results.before.board, results.after.board, v)
        if not change.nothing
    ]
