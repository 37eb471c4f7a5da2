"""The words of notices about evaluations."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords
from narration.words import N_

NOTICES: dict[str, NoticeWords] = {
    "evaluation-differs": NoticeWords(
        stream="gm",
        subject=N_("{title}: a second evaluation differs"),
        paragraphs=(
            N_(
                "{title} was played again from its journal after call {n}, and what came out is not what is kept. "
                "Number of differences: {differences}."
            ),
            N_("The game goes on. Please look at it before the next call closes; the desk shows what differs."),
        ),
        button=N_("To the game"),
        urgent=True,
    ),
}
