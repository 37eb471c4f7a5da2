"""The words of notices about deadlines."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords, notice
from narration.words import N_

_LOOK = N_("Look at the game")
_SHEET = N_("Write the sheet")
_MOVED = N_("{title}: the deadline moved to {due}")
_NOW = N_("It is {due} now; it was {old}.")
_NOTE = N_("They say: {note}")
_GOES_ON = N_("{title} goes on")
_PAUSED = N_("{title} is paused")
REASON = N_("They say: {reason}")
_UNTIL = N_("It goes on on {until} at the latest.")
# By the code of its reason; who has none of these wrote a reason of their own.
WHY_PAUSED = {
    "asked": N_("Whoever looks after the game has paused it."),
    "vote": N_("The players voted for a pause."),
    "emergency": N_("A player has paused the game because something came up."),
    "everybody": N_("Nothing has come from anybody. The game waits until somebody wants it to go on."),
    "nobody": N_("Nobody plays any more. The game waits for substitutes."),
}
_SHEETS = N_("Sheets that were handed in stay, and can be changed.")


def _moved(*paragraphs: str, subject: str = _MOVED) -> NoticeWords:
    return notice("deadlines", subject, *paragraphs, button=_LOOK)


NOTICES: dict[str, NoticeWords] = {
    "reminder": notice(
        "reminders",
        N_("{title}: your sheet is not in yet"),
        N_("The call closes on {due}."),
        N_("Nothing has come from you so far. Without a sheet your standing instructions decide, then the defaults."),
        button=_SHEET,
    ),
    "reminder-last": notice(
        "reminders",
        N_("{title}: last reminder, your sheet is not in yet"),
        N_("The call closes on {due}."),
        N_("Nothing has come from you so far. Without a sheet your standing instructions decide, then the defaults."),
        button=_SHEET,
        urgent=True,
    ),
    "deadline-moved": _moved(N_("The deadline of the open call was moved."), _NOW, _NOTE, _SHEETS),
    "deadline-asked": _moved(N_("Whoever looks after the game has moved the deadline."), _NOW, _NOTE, _SHEETS),
    "deadline-reopened": _moved(
        N_("{by} takes sheets again for call {n}. What it had come to is dropped, and was not told."),
        N_("Reason: {note}"),
        N_("It closes {due}."),
        N_("Sheets that were handed in stay, and can be changed. Whoever was ready is asked again."),
        subject=N_("{title}: call {n} takes sheets again until {due}"),
    ),
    "deadline-vote": _moved(N_("The players voted for more time."), _NOW, _SHEETS),
    "deadline-substitute": _moved(N_("Somebody has taken a house over, and gets time to look around."), _NOW, _SHEETS),
    "deadline-extension": _moved(
        N_("Nothing has come for {houses} yet, so the call was extended; that is possible a few times a game."),
        _NOW,
        _SHEETS,
    ),
    "deadline-grace": _moved(
        N_(
            "Nothing has come for {houses} yet. This is the last chance for this call: "
            "then their standing instructions decide, or the defaults."
        ),
        _NOW,
        _SHEETS,
        subject=N_("{title}: a last chance until {due}"),
    ),
    "deadline-replacing": _moved(
        N_(
            "Not everybody was there for the first call. Substitutes are looked for, and "
            "the call waits for them a while."
        ),
        _NOW,
        _SHEETS,
    ),
    "deadline-vassals": _moved(
        N_(
            "Not everybody was there for the first call. Houses without a player are vassals now, and "
            "the call waits a while for those who decide for them."
        ),
        _NOW,
        _SHEETS,
    ),
    "deadline-outage": _moved(
        N_(
            "The service could not be reached from {since} until {until}. That is our "
            "fault, so you get the time back, and two hours more."
        ),
        _NOW,
        _SHEETS,
    ),
    "deadline-restored": _moved(
        N_("Something of this game was lost, and it was set back from a backup to how it stood on {at}."),
        N_("What happened since then did not happen. Sheets that had been handed in by then are kept; look at yours."),
        N_("The call closes on {due}."),
    ),
    "deadline-resumed": _moved(N_("The pause is over."), N_("The call closes on {due}."), _SHEETS, subject=_GOES_ON),
    "call-missed": notice(
        "deadlines",
        N_("{title}: call {n} was adjudicated without you"),
        N_(
            "Nothing came from you in time. Standing instructions decided for {house}, "
            "and the defaults where there were none."
        ),
        N_(
            "Calls to come can still be yours. If you have no time at present, you can "
            "enter an absence or let somebody else act for you."
        ),
        button=_LOOK,
    ),
    "closed-now": _moved(
        N_("Whoever looks after the game has closed call {n}. Results follow."),
        subject=N_("{title}: call {n} is closed"),
    ),
    **{
        f"paused-{code}": _moved(words, REASON, _UNTIL, *(() if code == "nobody" else (_SHEETS,)), subject=_PAUSED)
        for code, words in WHY_PAUSED.items()
    },
    "pause-ends-soon": _moved(N_("The pause ends on {until}."), _SHEETS, subject=N_("{title} goes on soon")),
    **{
        f"gm-paused-{code}": notice("gm", _PAUSED, words, REASON, _UNTIL, button=_LOOK)
        for code, words in {
            "asked": N_("The game you look after was paused."),
            "vote": N_("The players of a game you look after voted for a pause."),
            "emergency": N_("A player has paused a game you look after, for a week at most."),
            "everybody": N_(
                "Nobody has handed in anything in a game you look after. It is paused until you let it go on."
            ),
            "nobody": N_("Nobody plays any more in a game you look after. It is paused until there are substitutes."),
        }.items()
    },
}
