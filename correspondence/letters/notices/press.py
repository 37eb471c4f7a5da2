"""The words of notices about press."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords, notice
from narration.words import N_

_ANSWER = N_("Read and answer")
_TEXT = "{text}"

NOTICES: dict[str, NoticeWords] = {
    "press-private": notice("press", N_("{title}: a letter from {house}"), _TEXT, button=_ANSWER),
    "press-group": notice(
        "press", N_("{title}: a letter from {house} to several houses"), N_("To {houses}:"), _TEXT, button=_ANSWER
    ),
    "press-public": notice("press", N_("{title}: {house} writes to everybody"), _TEXT, button=_ANSWER),
    "press-master": notice("press", N_("{title}: the game master writes to everybody"), _TEXT, button=_ANSWER),
    "press-anonymous": notice("press", N_("{title}: an unsigned letter to everybody"), _TEXT, button=_ANSWER),
    "press-reported": notice(
        "gm",
        N_("{title}: a player asks you to look at a letter"),
        N_("Somebody in the game thinks that a letter should not stand: {reason}"),
        N_("The page of letters shows it to you. Looking at it is written into the ledger of the game."),
        button=N_("Look at it"),
    ),
    "press-removed": notice(
        "press",
        N_("{title}: a letter of yours was removed"),
        N_("A moderator removed something you wrote in this game. The reason: {reason}"),
        N_("A mark stays where it stood."),
        button=N_("Look at it"),
        urgent=True,
    ),
}
