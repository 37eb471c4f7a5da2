"""The words of notices about votes. What is carried tells of itself: a pause, a new deadline, the end of the game."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords, notice
from narration.words import N_

_BUTTON, _LOOK = N_("Go to the votes"), N_("Look at the game")
_SECRET = N_("Nobody is told how you vote. The vote closes {until} at the latest.")
_REASON = N_("The reason given: {reason}")
_NUMBERS = N_("Yes: {yes}. No: {no}.")


def _opened(subject: str, asked: str, rule: str) -> NoticeWords:
    return notice("games", subject, asked, _REASON, rule, _SECRET, button=_BUTTON)


def _closed(subject: str, what: str) -> NoticeWords:
    return notice("games", subject, what, _NUMBERS, button=_BUTTON)


_HALF = N_("It is done as soon as more than half of those who may vote say yes.")
_ALL = N_("It is done only if everybody who plays says yes.")
_LOST = N_("Not enough said yes. Everything stays as it is.")
_GONE = N_("The question was withdrawn, or there is nothing left to decide.")

NOTICES: dict[str, NoticeWords] = {
    "game-ended-draw": notice(
        "gm", N_("{title} is over: a draw"), N_("The players voted for a draw, all of them."), button=_LOOK
    ),
    "game-ended-vote": notice(
        "gm",
        N_("{title} is over: its players ended it"),
        N_("The players voted to end the game, all of them; its standings decide."),
        button=_LOOK,
    ),
    "vote-opened-pause": _opened(N_("{title}: shall the game pause?"), N_("{asker_house} asks for a pause."), _HALF),
    "vote-opened-resume": _opened(
        N_("{title}: shall the game go on?"), N_("{asker_house} asks to end the pause."), _HALF
    ),
    "vote-opened-extend": _opened(
        N_("{title}: shall the deadline move?"), N_("{asker_house} asks for {hours} more hours for this call."), _HALF
    ),
    "vote-opened-replace": _opened(
        N_("{title}: shall a substitute be looked for?"),
        N_("{asker_house} asks to look for a substitute for {house}, whose player missed the last call."),
        _HALF,
    ),
    "vote-opened-draw": _opened(N_("{title}: shall it be a draw?"), N_("{asker_house} proposes a draw."), _ALL),
    "vote-opened-end": _opened(
        N_("{title}: shall the game end now?"),
        N_("{asker_house} proposes to end the game now and let the standings decide."),
        _ALL,
    ),
    "vote-opened-edict": _opened(
        N_("{title}: shall an edict hold?"),
        N_("A game master who plays proposes to change the position. The page of the votes says how."),
        _HALF,
    ),
    "vote-opened-roll-back": _opened(
        N_("{title}: shall the game go back?"),
        N_("A game master who plays proposes to take the game back; the page of the votes says to which call."),
        _HALF,
    ),
    "vote-lost-edict": _closed(N_("{title}: the vote for an edict is lost"), _LOST),
    "vote-lost-roll-back": _closed(N_("{title}: the vote to go back is lost"), _LOST),
    "vote-withdrawn-edict": _closed(N_("{title}: no vote about an edict any more"), _GONE),
    "vote-withdrawn-roll-back": _closed(N_("{title}: no vote about going back any more"), _GONE),
    "vote-lost-pause": _closed(N_("{title}: the vote for a pause is lost"), _LOST),
    "vote-lost-resume": _closed(N_("{title}: the vote to go on is lost"), _LOST),
    "vote-lost-extend": _closed(N_("{title}: the vote for more time is lost"), _LOST),
    "vote-lost-replace": _closed(N_("{title}: the vote for a substitute is lost"), _LOST),
    "vote-lost-draw": _closed(N_("{title}: the vote for a draw is lost"), _LOST),
    "vote-lost-end": _closed(N_("{title}: the vote to end the game is lost"), _LOST),
    "vote-withdrawn-pause": _closed(N_("{title}: no vote for a pause any more"), _GONE),
    "vote-withdrawn-resume": _closed(N_("{title}: no vote to go on any more"), _GONE),
    "vote-withdrawn-extend": _closed(N_("{title}: no vote for more time any more"), _GONE),
    "vote-withdrawn-replace": _closed(N_("{title}: no vote for a substitute any more"), _GONE),
    "vote-withdrawn-draw": _closed(N_("{title}: no vote for a draw any more"), _GONE),
    "vote-withdrawn-end": _closed(N_("{title}: no vote to end the game any more"), _GONE),
}
