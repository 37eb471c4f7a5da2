"""The words of notices from the desk, and about evaluations."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords, notice
from narration.words import N_

NOTICES: dict[str, NoticeWords] = {
    "draft-held": notice(
        "gm",
        N_("{title}: call {n} waits for your review"),
        N_("Call {n} of {title} has been adjudicated. The players are told nothing until you publish the draft."),
        N_("Things to look at: {flags}."),
        button=N_("To the desk"),
        urgent=True,
    ),
    "draft-waits": notice(
        "gm",
        N_("{title}: call {n} still waits for your review"),
        N_("The results of call {n} of {title} have waited for you since {since}."),
        N_("The game stands still, and the players are told nothing, until you publish the draft."),
        button=N_("To the desk"),
    ),
    "edict": notice(
        "gm",
        N_("{title}: edict {n} of the game master"),
        N_("{by} has issued an edict in {title}."),
        N_("The reason: {reason}"),
        N_("Everybody in the game is told of it; the log and the ledger of the game hold it."),
        button=N_("To the ledger"),
        urgent=True,
    ),
    "edict-voted": notice(
        "gm",
        N_("{title}: edict {n}, by a vote of the players"),
        N_("The players of {title} voted for an edict that a game master who plays had proposed."),
        N_("The reason: {reason}"),
        N_("Everybody in the game is told of it; the log and the ledger of the game hold it."),
        button=N_("To the ledger"),
        urgent=True,
    ),
    "edict-asked": notice(
        "gm",
        N_("{title}: a game master who plays asks for your consent"),
        N_("A game master who plays in {title} proposes to change the game, and may not do so alone."),
        N_("The reason: {reason}"),
        N_("Look at what it changes, and put it in force or leave it."),
        button=N_("To the edict"),
        urgent=True,
    ),
    "rolled-back-voted": notice(
        "gm",
        N_("{title}: the game goes back to call {n}, by a vote of the players"),
        N_("The players of {title} voted to go back to call {n}. What came after it does not hold any more."),
        N_("The reason: {reason}"),
        N_(
            "A new call is open until {due}. The sheet you had handed in then stands in the form; "
            "it counts only when you hand it in again."
        ),
        button=N_("To your sheet"),
        urgent=True,
    ),
    "rolled-back": notice(
        "gm",
        N_("{title}: the game goes back to call {n}"),
        N_("{by} has taken {title} back to call {n}. What came after it does not hold any more."),
        N_("The reason: {reason}"),
        N_(
            "A new call is open until {due}. The sheet you had handed in then stands in the form; "
            "it counts only when you hand it in again."
        ),
        button=N_("To your sheet"),
        urgent=True,
    ),
    "rolled-back-end": notice(
        "gm",
        N_("{title} is not over: it goes back to call {n}"),
        N_("{by} has taken {title} back to call {n}, though it had ended. Its end and what led to it do not hold."),
        N_("The reason: {reason}"),
        N_(
            "Its last page and its figures are withdrawn. The seed was revealed, so everything still to be drawn "
            "is shuffled by a new one, whose SHA-256 stands in the log."
        ),
        N_("A new call is open until {due}; please look at the board before you write your sheet."),
        button=N_("To your sheet"),
        urgent=True,
    ),
    "game-set-aside": notice(
        "gm",
        N_("{title} stands still: call {n} could not be adjudicated"),
        N_("Adjudicating call {n} of {title} failed three times, so the game is set aside. Other games go on."),
        N_("Nothing is lost, all sheets are kept. When the cause is mended, the page of the game lets you try again."),
        button=N_("To the game"),
        urgent=True,
    ),
    "evaluation-differs": notice(
        "gm",
        N_("{title}: a second evaluation differs"),
        N_(
            "{title} was played again from its journal after call {n}, and what came out is not what is kept. "
            "Number of differences: {differences}."
        ),
        N_("The game goes on. Please look at it before the next call closes; the desk shows what differs."),
        button=N_("To the game"),
        urgent=True,
    ),
}
