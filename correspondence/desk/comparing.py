"""What differs between two drafts of a call, in words."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.kernel.event import Decided
from correspondence.desk.drafts import outcome_of
from correspondence.desk.phrases import choices_that_differ
from correspondence.desk.queries import DraftPage
from narration.face import narrator_of
from narration.voice import Voice


@dataclass(frozen=True)
class Compared:
    """`number` is the earlier draft's; `board` says for each house what is different on the board afterwards, `choices`
    what was decided otherwise."""

    number: int
    board: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        """Whether the two come to the same."""
        return not self.board and not self.choices


def compared(page: DraftPage, v: Voice) -> Compared:
    """A draft against the one before it. ValueError if there is none before it."""
    if page.earlier is None:
        raise ValueError("there is no earlier draft")
    earlier = outcome_of(page.earlier)
    decided = [record.event for record in earlier.records if isinstance(record.event, Decided)]
    told = [
        (change.house, change.phrase)
        for change in narrator_of(v).changes(earlier.showing.board, page.after, v)
        if not change.nothing
    ]
    return Compared(page.earlier.number, tuple(told), tuple(choices_that_differ(decided, page.decided, v)))
