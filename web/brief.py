"""What a call changed, in brief."""

from __future__ import annotations

from correspondence.archive.queries import CallChange
from narration.face import narrator_of
from narration.voice import Voice


def in_brief(results: CallChange, v: Voice) -> list[tuple[str, str]]:
    """What a call changed for each house: house, words; houses that it changed nothing for are left out."""
    return [
        (change.house, change.phrase)
        for change in narrator_of(v).changes(results.before.board, results.after.board, v)
        if not change.nothing
    ]
