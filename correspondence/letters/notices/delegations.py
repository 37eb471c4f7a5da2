"""The words of notices about delegations."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords
from narration.words import N_

_LOOK = N_("Look at the game")

NOTICES: dict[str, NoticeWords] = {
    "delegation-granted": NoticeWords(
        stream="games",
        subject=N_("{title}: you may act for {house}"),
        paragraphs=(
            N_("{who} asks you to look after {house}, from {from} until {until}."),
            N_("They say: {words}"),
            N_("In that time you can write its sheets and say that it is ready, and you see what its player sees."),
            N_("You need not say yes. If you do not want to, give the right back on the game's page."),
        ),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-revoked": NoticeWords(
        stream="games",
        subject=N_("{title}: you act for {house} no more"),
        paragraphs=(N_("{who} has ended your right to act for {house}. Thank you for looking after it."),),
    ),
    "delegation-returned": NoticeWords(
        stream="games",
        subject=N_("{title}: nobody acts for {house} any more"),
        paragraphs=(N_("{who} has given back the right to act for {house}. It is up to you again."),),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-over": NoticeWords(
        stream="games",
        subject=N_("{title}: nobody acts for {house} any more"),
        paragraphs=(N_("The time in which {who} acted for {house} is over. It is up to you again."),),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-over-you": NoticeWords(
        stream="games",
        subject=N_("{title}: you act for {house} no more"),
        paragraphs=(N_("Your time of acting for {house} is over. Thank you for looking after it."),),
    ),
    "delegation-call": NoticeWords(
        stream="reminders",
        subject=N_("{title}: a call waits for {house}, for whom you act"),
        paragraphs=(
            N_("Call {n} is open until {due}. You act for {house} until {until}."),
            N_("Its player's sheets and standing instructions hold as far as you do not replace them."),
        ),
        button=N_("Write the sheet"),
    ),
}
