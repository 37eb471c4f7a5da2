"""The words of notices about press."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords
from narration.words import N_

_ANSWER = N_("Read and answer")
_TEXT = "{text}"

NOTICES: dict[str, NoticeWords] = {
    "press-private": NoticeWords(
        stream="press",
        subject=N_("{title}: a letter from {house}"),
        paragraphs=(_TEXT,),
        button=_ANSWER,
    ),
    "press-group": NoticeWords(
        stream="press",
        subject=N_("{title}: a letter from {house} to several houses"),
        paragraphs=(N_("To {houses}:"), _TEXT),
        button=_ANSWER,
    ),
    "press-public": NoticeWords(
        stream="press",
        subject=N_("{title}: {house} writes to everybody"),
        paragraphs=(_TEXT,),
        button=_ANSWER,
    ),
    "press-master": NoticeWords(
        stream="press",
        subject=N_("{title}: the game master writes to everybody"),
        paragraphs=(_TEXT,),
        button=_ANSWER,
    ),
    "press-anonymous": NoticeWords(
        stream="press",
        subject=N_("{title}: an unsigned letter to everybody"),
        paragraphs=(_TEXT,),
        button=_ANSWER,
    ),
    "press-reported": NoticeWords(
        stream="gm",
        subject=N_("{title}: a player asks you to look at a letter"),
        paragraphs=(
            N_("Somebody in the game thinks that a letter should not stand: {reason}"),
            N_("The page of letters shows it to you. Looking at it is written into the ledger of the game."),
        ),
        button=N_("Look at it"),
    ),
    "press-removed": NoticeWords(
        stream="press",
        subject=N_("{title}: a letter of yours was removed"),
        paragraphs=(
            N_("A moderator removed something you wrote in this game. The reason: {reason}"),
            N_("A mark stays where it stood."),
        ),
        button=N_("Look at it"),
        urgent=True,
    ),
}
