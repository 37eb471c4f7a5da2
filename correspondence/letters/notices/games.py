"""The words of notices about games: seats, deadlines, votes, press, the desk, and results in a digest."""

from __future__ import annotations

from correspondence.letters.notices import NoticeWords, notice
from narration.words import N_

_LOOK = N_("Look at the game")
_NEXT = N_("The open call waits for you until {due}.")
_BRIEF = N_("{brief}.")
_READ = N_("Read the whole story")
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


_BUTTON = N_("Go to the votes")
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
_ANSWER = N_("Read and answer")
_TEXT = "{text}"

NOTICES: dict[str, NoticeWords] = {
    # Games, their seats and delegations, and results in a digest.
    "muster": notice(
        "games",
        N_("{title}: are you there?"),
        N_("All seats are taken. Before the first call everybody says that they are there."),
        N_("Please confirm by {until}. Whoever does not is replaced before the game begins."),
        button=N_("I am there"),
        urgent=True,
    ),
    "muster-missed": notice(
        "games",
        N_("{title}: your seat is free again"),
        N_("You did not confirm that you are there, so the game looks for somebody else before it begins."),
        N_("If that was a mistake: as long as a seat is free you can take it again."),
        button=_LOOK,
    ),
    "muster-seats-free": notice(
        "games",
        N_("{title}: the game waits for players once more"),
        N_("Not everybody was there, so the game has not begun yet. Seats that are free now: {n}."),
        N_("It begins when they are taken. Perhaps you know somebody who would like to play."),
        button=_LOOK,
    ),
    "seat-freed-you": notice(
        "games",
        N_("{title}: your seat is free again"),
        N_("Whoever looks after the game has given your seat back before it began."),
    ),
    "game-cancelled": notice(
        "games", N_("{title} was called off"), N_("Whoever made the game has called it off before it began.")
    ),
    "game-expired": notice(
        "games",
        N_("{title} was called off"),
        N_("The game did not find enough players in thirty days. You can make a new one at any time."),
    ),
    "master-asked": notice(
        "gm",
        N_("{title}: will you be a game master?"),
        N_("{who} asks you to master this game: to look after deadlines, players and disputes."),
        N_("On the game's page you can say yes or no. If you do not want to, you need do nothing."),
        button=_LOOK,
    ),
    "master-new": notice(
        "games", N_("{title} has another game master"), N_("{who} looks after this game from now on."), button=_LOOK
    ),
    "seat-offered": notice(
        "games",
        N_("{title}: somebody is looked for to play {house}"),
        N_("{house} looks for a new player. Until one is found, a bot plays: a careful program."),
        N_("Perhaps you know somebody who would like to take the seat."),
        button=_LOOK,
    ),
    "seat-offered-defaults": notice(
        "games",
        N_("{title}: somebody is looked for to play {house}"),
        N_("{house} looks for a new player. Until one is found, the published defaults decide for it."),
        N_("Perhaps you know somebody who would like to take the seat."),
        button=_LOOK,
    ),
    "seat-offered-you": notice(
        "games",
        N_("{title}: your seat is offered to others"),
        N_("Nothing has come from you for some calls, so that somebody is looked for to play {house}."),
        N_("Until then the seat is yours: on the game's page you can say that you are back."),
        button=N_("I am back"),
        urgent=True,
    ),
    "seat-left-you": notice(
        "games",
        N_("{title}: you have left your seat"),
        N_("You do not play {house} any more. Thank you for the time you played."),
    ),
    "seat-removed-you": notice(
        "games",
        N_("{title}: you do not play {house} any more"),
        N_("It was decided that somebody else is looked for to play {house}."),
        button=_LOOK,
    ),
    "seat-lost-you": notice(
        "games",
        N_("{title}: somebody else plays {house} now"),
        N_("Your seat has a new player. You can look on from outside, as anybody may."),
        button=_LOOK,
    ),
    "seat-taken": notice(
        "games", N_("{title}: {house} has a new player"), N_("Somebody new plays {house} from now on."), button=_LOOK
    ),
    "seat-taken-you": notice(
        "games",
        N_("{title}: you play {house} now"),
        N_("You have taken over {house}, with everything that the house knows: its cards, its history."),
        N_("The open call waits for you until {until}."),
        N_("Sheets and standing instructions handed in before hold until you replace them: look at them first."),
        N_("A second letter brings the map, the story of the last call and what is asked of you."),
        button=_LOOK,
        urgent=True,
    ),
    "seat-returned": notice(
        "games",
        N_("{title}: the player of {house} is back"),
        N_("{house} is played by its player again, and no substitute is looked for any more."),
        button=_LOOK,
    ),
    "gift": notice(
        "games",
        N_("{title}: {house} gives Power to {to_house}"),
        N_("{house} has given {n} Power to {to_house}."),
        button=_LOOK,
    ),
    "gift-you": notice(
        "games",
        N_("{title}: {house} gives Power to {to_house}"),
        N_("{house} has given {n} Power to {to_house}, at once and for good."),
        N_("If you were ready, you are asked again: a bid or a price may be another one now."),
        button=_LOOK,
        urgent=True,
    ),
    "seat-vassal": notice(
        "games",
        N_("{title}: {house} is a vassal now"),
        N_("Nobody plays {house} any more: the house became a vassal."),
        N_("Until vassals are chosen again {commander_house} decides for it."),
        N_("Whoever was ready is asked again, for what was asked may have changed."),
        button=_LOOK,
    ),
    "seat-vassal-you": notice(
        "games",
        N_("{title}: you do not play {house} any more"),
        N_("{house} became a vassal: other players decide for it from now on. Thank you for the time you played."),
        button=_LOOK,
    ),
    "seats-swapped": notice(
        "games",
        N_("{title}: two players have exchanged their houses"),
        N_("The players of {houses} have exchanged their seats."),
        button=_LOOK,
    ),
    "settings-changed": notice(
        "games",
        N_("{title}: its settings were changed"),
        N_("Rules for deadlines that were changed: {deadlines}."),
        N_("Rules for absence that were changed: {absence}."),
        N_("Other settings that were changed: {others}."),
        N_("What was changed holds from the next call on. The page of settings says what it was before."),
        button=N_("Look at the settings"),
    ),
    "delegation-granted": notice(
        "games",
        N_("{title}: you may act for {house}"),
        N_("{who} asks you to look after {house}, from {from} until {until}."),
        N_("They say: {words}"),
        N_("In that time you can write its sheets and say that it is ready, and you see what its player sees."),
        N_("You need not say yes. If you do not want to, give the right back on the game's page."),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-revoked": notice(
        "games",
        N_("{title}: you act for {house} no more"),
        N_("{who} has ended your right to act for {house}. Thank you for looking after it."),
    ),
    "delegation-returned": notice(
        "games",
        N_("{title}: nobody acts for {house} any more"),
        N_("{who} has given back the right to act for {house}. It is up to you again."),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-over": notice(
        "games",
        N_("{title}: nobody acts for {house} any more"),
        N_("The time in which {who} acted for {house} is over. It is up to you again."),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-over-you": notice(
        "games",
        N_("{title}: you act for {house} no more"),
        N_("Your time of acting for {house} is over. Thank you for looking after it."),
    ),
    "delegation-call": notice(
        "reminders",
        N_("{title}: a call waits for {house}, for whom you act"),
        N_("Call {n} is open until {due}. You act for {house} until {until}."),
        N_("Its player's sheets and standing instructions hold as far as you do not replace them."),
        button=N_("Write the sheet"),
    ),
    "game-begun-brief": notice("results", N_("{title} has begun"), _NEXT, button=_LOOK),
    "results-brief": notice("results", N_("{title}: what call {n} brought"), _BRIEF, _NEXT, button=_READ),
    "game-over-brief": notice("results", N_("{title} is over"), _BRIEF, button=_READ),
    # Deadlines.
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
    # Votes; what is carried tells of itself: a pause, a new deadline, the end of the game.
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
    # Press.
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
    # The desk, and evaluations.
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
