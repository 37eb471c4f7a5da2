"""The words for results in a digest."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords
from narration.words import N_

_NEXT = N_("The open call waits for you until {due}.")
_BRIEF = N_("{brief}.")
_READ = N_("Read the whole story")

NOTICES: dict[str, NoticeWords] = {
    "game-begun-brief": NoticeWords(
        stream="results",
        subject=N_("{title} has begun"),
        paragraphs=(_NEXT,),
        button=N_("Look at the game"),
    ),
    "results-brief": NoticeWords(
        stream="results",
        subject=N_("{title}: what call {n} brought"),
        paragraphs=(_BRIEF, _NEXT),
        button=_READ,
    ),
    "game-over-brief": NoticeWords(
        stream="results",
        subject=N_("{title} is over"),
        paragraphs=(_BRIEF,),
        button=_READ,
    ),
}
